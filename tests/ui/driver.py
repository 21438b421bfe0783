"""Drives the real program the way assistive tools do.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import subprocess
import sys
import tempfile
import time
import warnings

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

warnings.filterwarnings('ignore', category=DeprecationWarning)

PATIENCE_S = 30
COMPLAINT = re.compile(r'-(WARNING|CRITICAL|ERROR) \*\*')
MOST_CHILDREN = 25  # a table has two hundred rows alive; the first ones do


def walk(node):
    """The nodes below a node, in order."""
    try:
        children = [node.get_child_at_index(i) for i in range(min(node.get_child_count(), MOST_CHILDREN))]
    except GLib.Error:  # gone meanwhile
        return
    for child in children:
        if child is not None:
            yield child
            yield from walk(child)


def is_like(node, role, name):
    try:
        return node.get_role_name() == role and name in node.get_name()
    except GLib.Error:
        return False


def wait_for(what, condition):
    """Waits until a condition yields something, and returns that."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        while GLib.MainContext.default().iteration(False):
            pass
        time.sleep(0.1)
    sys.exit(f'waited in vain for {what}')


def find_first(roots, role, name):
    """The first one below any of some nodes, as soon as there is one."""
    def search():
        return next((node for root in roots() for node in walk(root) if is_like(node, role, name)), None)

    return wait_for(f'{role} “{name}”', search)


def find(root, role, name):
    return find_first(lambda: [root], role, name)


def list_actions(node):
    """The names of what can be done now."""
    return [node.get_action_name(i) for i in range(node.get_n_actions())]


def act(node, name):
    wait_for(f'“{node.get_name()}” to offer {name}', lambda: name in list_actions(node))
    assert node.do_action(list_actions(node).index(name)), f'action {name} was refused'


def list_programs():
    """The programs on the bus, which are never believed from memory: each has a cache of its own,
    which misses rows that come after libatspi first asked for all there are."""
    desktop = Atspi.get_desktop(0)
    desktop.set_cache_mask(Atspi.Cache.NONE)
    programs = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    for program in filter(None, programs):
        program.set_cache_mask(Atspi.Cache.NONE)
        yield program


def frame(title):
    return find_first(list_programs, 'frame', title)


def check(name, condition):
    print(f'{"ok" if condition else "not ok"} - {name}', flush=True)
    if not condition:
        sys.exit(1)


def find_x_window(title):
    return subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', title], check=True, capture_output=True, text=True).stdout.split()[-1]


def get_extents(node):
    return node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)


def find_surface(node):
    """The menu or window that has a part: what the X server has a window for."""
    while node.get_role_name() != 'menu' and node.get_parent().get_role_name() != 'application':
        node = node.get_parent()
    return get_extents(node)


def get_shadow_px(window, surface):
    """How far its content is from the edge of an X window."""
    width = re.search(r'WIDTH=(\d+)', subprocess.run(['xdotool', 'getwindowgeometry', '--shell', window], check=True, capture_output=True, text=True).stdout)
    return (int(width.group(1)) - surface.width) // 2


def point_px(title, node, x_px, y_px, *commands):
    """Moves the pointer to a place on a part of a window or menu, and does something there."""
    surface, place, window = find_surface(node), get_extents(node), find_x_window(title)
    shadow_px = get_shadow_px(window, surface)
    x, y = (shadow_px + place.x - surface.x + x_px, shadow_px + place.y - surface.y + y_px)
    subprocess.run(['xdotool', 'mousemove', '--window', window, str(int(x)), str(int(y)), 'sleep', '0.2', *commands], check=True)


def point(title, node, x_frac, y_frac, *commands):
    """Likewise, at fractions of the part's width and height."""
    place = get_extents(node)
    point_px(title, node, x_frac * place.width, y_frac * place.height, *commands)


def press(title, *keys):
    """Presses keys in a window."""
    subprocess.run(['xdotool', 'windowfocus', find_x_window(title), 'sleep', '0.2', 'key', '--delay', '30', *keys], check=True)


class Program:
    """The program, ended when the block ends; it must not have complained then."""

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


def run(scenarios, *arguments):
    for scenario in scenarios:
        scenario(*arguments)
