"""Drives the real program the way assistive technology does.

Nothing waits for a fixed time: each step waits until the program shows its result.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from gi.repository import GLib

from accessible import find_focus, find_like, list_like, list_named, list_programs, list_rows  # noqa: F401

PATIENCE_S = 60
FIRST_PAUSE_S = 0.01
LAST_PAUSE_S = 0.08
# GTK 4.8 loses count of the active state of a menu that is closed while the pointer leaves it. That is not our bug.
COMPLAINT = re.compile(r'-(WARNING|CRITICAL|ERROR) \*\*(?!.*Broken accounting of active state for widget)')
# A press and a release at the same moment are not a click, and a menu item must become active first.
CLICK = ['mousedown', '1', 'sleep', '0.1', 'mouseup', '1']

Extents = collections.namedtuple('Extents', 'x y width height')


def is_like(node, role, name):
    try:
        return node.get_role() == role and name in node.get_name()
    except GLib.Error:
        return False


def is_true_within(seconds, condition):
    """The result of a condition as soon as it is true, or None."""
    end = time.monotonic() + seconds
    pause_s = FIRST_PAUSE_S
    while time.monotonic() < end:
        begin = time.monotonic()
        found = condition()
        if found:
            return found
        # the program answers, so leave it at least as much time for its own work
        time.sleep(max(pause_s, time.monotonic() - begin))
        pause_s = min(pause_s * 1.5, LAST_PAUSE_S)
    return None


def wait_for(what, condition):
    """Waits until a condition is true, and returns its result."""
    return is_true_within(PATIENCE_S, condition) or sys.exit(f'waited in vain for {what}')


def find(root, role, name):
    """The first match below a node, as soon as there is one."""
    turns = itertools.cycle([True, True, True, False])
    return wait_for(f'{role} “{name}”', lambda: find_like(root, role, name, is_quick=next(turns)))


def has(root, role, name):
    return find_like(root, role, name) is not None


def act(node, name):
    """Runs an action as soon as it is available."""
    wait_for(f'“{node.get_name()}” to offer {name}', lambda: name in node.list_actions())
    assert node.do_action(name), f'action {name} was refused'


def read_at_rest(node):
    """The description of a part that is busy while its content changes, such as the overview."""
    return wait_for(f'“{node.get_name()}” to rest', lambda: not node.is_busy() and node.get_description())


def list_windows():
    for program in list_programs():
        try:
            yield from program.list_children()
        except GLib.Error:  # it has just ended
            pass


def find_window(role, title):
    return wait_for(f'{role} “{title}”', lambda: next((window for window in list_windows() if is_like(window, role, title)), None))


def frame(title):
    return find_window('frame', title)


def check(name, condition):
    print(f'{"ok" if condition else "not ok"} - {name}', flush=True)
    if not condition:
        sys.exit(1)


def list_x_windows(title):
    return subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', title], check=False, capture_output=True, text=True).stdout.split()


def find_x_window(title):
    return wait_for(f'a window “{title}” on the screen', lambda: list_x_windows(title))[-1]


def get_extents(node):
    return Extents(*node.get_extents())


def find_surface(node):
    """The menu or window that contains a part, i.e. the widget with a window of the X server."""
    while node.get_role() != 'menu' and node.get_parent().get_role() != 'application':
        node = node.get_parent()
    return get_extents(node)


def wait_for_place(node):
    """Waits until a part has a place and stays there."""
    def is_at_rest():
        before = get_extents(node)
        time.sleep(LAST_PAUSE_S)
        return before.width > 0 and get_extents(node) == before
    wait_for(f'“{node.get_name()}” to be placed', is_at_rest)


def get_shadow_px(window, surface):
    """The distance of a surface's content from the edge of its X window."""
    width = re.search(r'WIDTH=(\d+)', subprocess.run(['xdotool', 'getwindowgeometry', '--shell', window], check=True, capture_output=True, text=True).stdout)
    return (int(width.group(1)) - surface.width) // 2


def point_px(title, node, x_px, y_px, *commands):
    """Moves the pointer to a place on a part of a window or menu, once that part stays where it is, and runs commands there."""
    wait_for_place(node)
    surface, place, window = find_surface(node), get_extents(node), find_x_window(title)
    shadow_px = get_shadow_px(window, surface)
    x, y = (shadow_px + place.x - surface.x + x_px, shadow_px + place.y - surface.y + y_px)
    subprocess.run(['xdotool', 'mousemove', '--window', window, str(int(x)), str(int(y)), 'sleep', '0.05', *commands], check=True)


def point(title, node, x_frac, y_frac, *commands):
    """The same at fractions of the part's width and height."""
    wait_for_place(node)
    place = get_extents(node)
    point_px(title, node, x_frac * place.width, y_frac * place.height, *commands)


def tab_to(title, node):
    """Presses Tab until a part has the keyboard, which it may get a moment after the key."""
    wait_for('the focus', lambda: press(title, 'Tab') or is_true_within(0.5, node.is_focused))


def press(title, *keys):
    """Presses keys in a window."""
    subprocess.run(['xdotool', 'windowfocus', '--sync', find_x_window(title), 'key', '--delay', '10', *keys], check=True)


def type_text(title, text):
    """Types a text where the focus is."""
    subprocess.run(['xdotool', 'windowfocus', '--sync', find_x_window(title), 'type', '--delay', '5', text], check=True)


def has_focus(node):
    return find_focus(node.get_parent()) is not None


def enter(title, node):
    """Clicks on an entry until it has the focus: a click hits what is there at that moment, which may still move."""
    def is_entered():
        point(title, node, 0.3, 0.5, *CLICK)
        return is_true_within(1, lambda: has_focus(node))
    wait_for(f'“{node.get_name()}” to have the keyboard', is_entered)


class Program:
    """The program, ended when the block ends. Complaints in its log fail the test."""

    def __init__(self, strata, *arguments, **environment):
        environment = {**os.environ, 'GTK_A11Y': 'atspi', 'GSK_RENDERER': 'cairo', **environment}
        self.log = tempfile.TemporaryFile('w+', encoding='utf-8')
        self.process = subprocess.Popen([strata, *arguments], env=environment, stderr=self.log)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        is_well = self.process.poll() is None
        self.process.terminate()
        self.process.wait()
        self.log.seek(0)
        text = self.log.read()
        print(text, end='', file=sys.stderr)
        if kind is None:
            check('the program is well', is_well)
            check('and did not complain', not COMPLAINT.search(text))


def run(scenarios):
    """Runs the scenario named on the command line: FILE.py SCENARIO STRATA SAMPLES-FOLDER."""
    name, strata, samples = sys.argv[1:]
    scenarios[f'check_{name}'](strata, pathlib.Path(samples))
