#!/usr/bin/python3
"""The window that compares two sets of runs: folders by the file dialog, a dot by the pointer, two runs side by side.

test-sets.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import random
import subprocess
import tempfile

from driver import CLICK, Program, act, check, find, find_like, find_window, find_x_window, frame, get_extents, has, has_focus, is_true_within, list_like, list_x_windows, point, point_px, press, run, type_text, wait_for, wait_for_place

N_RUNS = 6
N_FRAMES = 20
TITLE = 'Comparison of two sets of runs'


def make_run(seed, draw_us):
    """Frames with layout and draw inside, all slightly different."""
    noise = random.Random(seed)
    lines = ['# tracer: nop', '#']
    time_us = 1000000

    def mark(text):
        lines.append(f' app-100 (  100) [000] .... {time_us // 1000000}.{time_us % 1000000:06}: tracing_mark_write: {text}')

    for number in range(N_FRAMES):
        mark(f'B|100|Choreographer#doFrame {number}')
        for name, length_us in (('layout', 2000), ('draw', draw_us)):
            mark(f'B|100|{name}')
            time_us += length_us + noise.randrange(30)
            mark('E|100')
        mark('E|100')
        time_us += 7000
    return '\n'.join(lines) + '\n'


def write_sets(folder):
    for side, draw_us in (('before', 4000), ('after', 4400)):
        (folder / side).mkdir()
        for number in range(N_RUNS):
            (folder / side / f'run{number}.ftrace').write_text(make_run(f'{side}{number}', draw_us), encoding='utf-8')


def add_folder(window, side, path):
    """By its dialog, where a path is typed."""
    button = wait_for('a button', lambda: next((node for node in list_like(window, 'push button', 'Add Folder') if node.get_description() == side), None))
    act(button, 'click')
    chooser = find_window('filler', 'Folder')
    title = chooser.get_name()
    type_text(title, str(path))
    press(title, 'Return')
    wait_for('the dialog to close', lambda: not list_x_windows(title))
    find(window, 'label', str(path))


REASON = 'the phone was hot'


def find_question(window):
    return find_like(window, 'text', 'Reason for leaving this run out')


def click_first_dot(window):
    """The dot is at the left edge of the chart, at a height that depends on its value."""
    chart = find(window, 'image', 'Runs by time of recording')
    wait_for_place(chart)
    height = get_extents(chart).height
    for y_px in range(height * 6 // 10, height, 4):
        point_px(TITLE, chart, 8, y_px, *CLICK)
        question = is_true_within(0.3, lambda: find_question(window))
        if question:
            return question
    return None


def leave_out(window):
    """Excludes a run by its dot and a typed reason, and includes it again."""
    check('a click on a dot asks why', click_first_dot(window))
    type_text(TITLE, REASON)
    press(TITLE, 'Return')
    listed = find(window, 'list', 'Runs that are left out')
    check('the reason is listed', find(listed, 'label', REASON))
    check('the run does not count', find(window, 'label', f'{N_RUNS - 1} runs of A and {N_RUNS} of B'))
    act(find(listed, 'push button', 'Put Back'), 'click')
    check('and does again', find(window, 'label', f'{N_RUNS} runs of A and {N_RUNS} of B'))


def open_row_menu(window):
    """By key, from the selected row."""
    point(TITLE, find(find(window, 'tree table', 'Runs'), 'label', 'draw'), 0.5, 0.5, *CLICK)
    press(TITLE, 'Menu')
    menu = find(window, 'menu', 'Row')
    for choice in ['Open This Row', 'Copy Selected Rows', 'Export as CSV']:
        check(f'the menu key leads to {choice}', find(menu, 'menu item', choice))
    press(TITLE, 'Escape')
    wait_for('the menu to close', lambda: not has(window, 'menu item', ''))


def filter_names(window):
    """Ctrl+F works before anything on the page has the keyboard."""
    names = find(window, 'entry', 'Filter names')
    press(TITLE, 'ctrl+f')
    check('Ctrl+F leads to the filter', wait_for('it', lambda: has_focus(names)))
    type_text(TITLE, 'lay')
    table = find(window, 'tree table', 'Runs')
    check('which lists what matches', wait_for('it', lambda: has(table, 'label', 'layout') and not has(table, 'label', 'draw')))
    press(TITLE, 'ctrl+a', 'BackSpace')
    find(table, 'label', 'draw')


def compare_two(window):
    """Opens both runs side by side at the selected call."""
    point(TITLE, find(window, 'push button', 'Side by Side'), 0.5, 0.5, *CLICK)
    other = frame('compared with')
    for node in list_like(other, 'panel', 'Lanes'):
        check('draw is selected in it', wait_for('it', lambda node=node: 'draw' in node.get_description()))


def check_window(strata, samples):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_sets(folder)
        with Program(strata, samples / 'method-trace.trace', STRATA_STATE_DIR=str(folder / 'state')):
            act(frame('method-trace.trace'), 'win.compare-sets')
            window = frame(TITLE)
            add_folder(window, 'A', folder / 'before')
            add_folder(window, 'B', folder / 'after')
            act(find(window, 'push button', 'Compare'), 'click')
            table = find(window, 'tree table', 'Runs')
            find(table, 'label', 'draw')
            check('the change is named, with a sign', find(table, 'label', '▲ slower'))
            filter_names(window)
            leave_out(window)
            open_row_menu(window)
            compare_two(window)


# A window from which a folder is dragged, like a file manager.
DRAG_SOURCE = """
import sys
import gi
gi.require_version('Gdk', '4.0')
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, Gio, GLib, Gtk

def on_activate(app):
    label = Gtk.Label(label='folder', hexpand=True, vexpand=True)
    source = Gtk.DragSource()
    uris = GLib.Bytes.new((Gio.File.new_for_path(sys.argv[1]).get_uri() + '\\r\\n').encode())
    source.connect('prepare', lambda *_: Gdk.ContentProvider.new_for_bytes('text/uri-list', uris))
    label.add_controller(source)
    Gtk.ApplicationWindow(application=app, title='Drag source', child=label, default_width=200, default_height=100).present()

app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect('activate', on_activate)
app.run([])
"""


def drag(path, window, target):
    """Drags from the other window onto a part of ours, in steps, as a user does."""
    wait_for_place(target)
    place = get_extents(target)
    with subprocess.Popen(['/usr/bin/python3', '-c', DRAG_SOURCE, path]) as source:
        try:
            other, own = find_x_window('Drag source'), find_x_window(TITLE)
            for each, x_px, y_px in ((own, 0, 0), (other, 1300, 850)):
                subprocess.run(['xdotool', 'windowmove', '--sync', each, str(x_px), str(y_px)], check=True)
            x_px, y_px = place.x + place.width // 2 + 20, place.y + place.height // 2 + 20
            steps = ['mousemove', '1400', '920', 'sleep', '0.3', 'mousedown', '1', 'sleep', '0.2']
            for step in range(1, 11):
                steps += ['mousemove', str(1400 + (x_px - 1400) * step // 10), str(920 + (y_px - 920) * step // 10), 'sleep', '0.05']
            subprocess.run(['xdotool', *steps, 'sleep', '0.5', 'mouseup', '1'], check=True)
            check('a folder that is dropped is listed', find(window, 'label', str(path)))
        finally:
            source.terminate()


def check_drop(strata, samples):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_sets(folder)
        with Program(strata, samples / 'method-trace.trace', STRATA_STATE_DIR=''):
            act(frame('method-trace.trace'), 'win.compare-sets')
            window = frame(TITLE)
            drag(folder / 'before', window, find(window, 'list', 'A: runs before the change'))
            drag(folder / 'after', window, find(window, 'list', 'B: runs after it'))
            act(find(window, 'push button', 'Compare'), 'click')
            check('and compared', find(find(window, 'tree table', 'Runs'), 'label', '▲ slower'))


if __name__ == '__main__':
    run(globals())
