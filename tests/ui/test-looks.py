#!/usr/bin/python3
"""First impressions of the real program: headers, verdicts, chips, menus of rows, and how a comparison opens.

test-looks.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import itertools
import pathlib
import re
import subprocess
import tempfile

from driver import CLICK, Program, act, check, find, find_like, find_x_window, frame, get_extents, has, is_true_within, list_like, point, point_px, press, read_at_rest, run, tab_to, wait_for, wait_for_place

SAMPLE = 'android-slow-frame.ftrace.zst'
OTHER = 'android-busy-cpus.ftrace.zst'
DOUBLE_CLICK = ['click', '--repeat', '2', '--delay', '60', '1']
MARKER = ' example.app-4242  ( 4242) [000] .... {time:.6f}: tracing_mark_write: {payload}\n'


def drag(dx_px):
    step = ['mousemove_relative', '--', str(dx_px // 2), '0', 'sleep', '0.05']
    return ['mousedown', '1', 'sleep', '0.05', *step, *step, 'sleep', '0.1', 'mouseup', '1', 'sleep', '0.05']


def read_lanes(timeline, kind):
    found = re.search(f'^{kind}: (.*)$', timeline.get_description(), re.MULTILINE)
    return found.group(1).split(', ') if found else []


def read_front(window):
    """The title of the front tab in the panes below."""
    tabs = [node for node in find(window, 'page tab list', 'Tab list').list_children() if node.is_selected()]
    return next((node.get_name() for tab in tabs for node in list_like(tab, 'label')), None)


def read_view(window):
    return read_at_rest(find(window, 'image', 'Overview'))


def check_headers(strata, samples):
    """The headers' edge can be dragged, a double click fits them to the names, and actions and keys do the same."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        timeline = find(window, 'panel', 'Timeline')
        grip = find(timeline, 'separator', 'Edge of the lane headers')
        wait_for_place(grip)
        begin_px = get_extents(grip).x
        point_px(SAMPLE, grip, 3, 300, *drag(100))
        check('a drag makes the headers wider', wait_for('it', lambda: abs(get_extents(grip).x - begin_px - 100) <= 2))
        view = read_view(window)
        point_px(SAMPLE, grip, 3, 300, *DOUBLE_CLICK)
        check('a double click makes them as wide as the names', wait_for('it', lambda: get_extents(grip).x < begin_px + 90))
        check('the time in view stays', read_view(window) == view)
        wait_for_place(grip)
        fit_px = get_extents(grip).x
        act(timeline, 'timeline.widen-headers')
        check('an action makes them wider', wait_for('it', lambda: get_extents(grip).x == fit_px + 20))
        act(timeline, 'timeline.narrow-headers')
        check('another narrower', wait_for('it', lambda: get_extents(grip).x == fit_px))
        press(SAMPLE, 'alt+shift+Right')
        check('and so do keys', wait_for('it', lambda: get_extents(grip).x == fit_px + 20))
        press(SAMPLE, 'alt+shift+w')
        check('which fit them, too', wait_for('it', lambda: get_extents(grip).x == fit_px))


def check_verdicts(strata, samples):
    """A coloured dot and the text, the worst first, with the reason beside it."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        table = find(window, 'tree table', 'Frames')
        check('the worst frame has a dot', find(table, 'label', '● Very late'))
        check('those on time, too', find(table, 'label', '● On time'))
        reason = find(table, 'label', 'Waited for a lock')
        for node in (table, reason):
            wait_for_place(node)
        check('the main reason is in sight', get_extents(reason).x + 100 < get_extents(table).x + get_extents(table).width)


def check_hidden(strata, samples):
    """A chip shows how many lanes are hidden, and shows them again."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        timeline = find(window, 'panel', 'Timeline')
        point(SAMPLE, find(timeline, 'panel', 'Lanes'), 0.05, 0.5, 'sleep', '0.1')
        act(timeline, 'timeline.hide-lane')
        chip = find(window, 'push button', 'Hidden')
        check('the chip counts one', '1 ' in chip.get_name())
        act(chip, 'click')
        check('a click brings it back', wait_for('it', lambda: not read_lanes(timeline, 'Hidden')))
        check('and the chip goes', wait_for('it', lambda: not has(window, 'push button', '1 Lane Hidden')))


def check_narrow(strata, samples):
    """Without a sidebar, a click on the timeline brings the details to the front below."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        lanes = find(window, 'panel', 'Lanes')
        subprocess.run(['xdotool', 'windowsize', '--sync', find_x_window(SAMPLE), '1024', '600'], check=True)
        wait_for('the sidebar to go', lambda: get_extents(lanes).width > 900)
        press(SAMPLE, 'alt+3')
        find(window, 'tree table', 'Profile')
        check('the profile is in front', wait_for('it', lambda: read_front(window) == 'Profile'))
        # one of these places has a slice
        for x_frac, y_frac in itertools.product((0.5, 0.4, 0.6, 0.7), (0.55, 0.65, 0.75, 0.85)):
            point(SAMPLE, lanes, x_frac, y_frac, *CLICK)
            if is_true_within(0.5, lambda: 'Nothing selected' not in lanes.get_description()):
                break
        check('something is selected', wait_for('it', lambda: 'Nothing selected' not in lanes.get_description()))
        check('and is in front', wait_for('it', lambda: read_front(window) == 'Selection'))


def check_low(strata, samples):
    """The panes end where a low window ends, also with a long explanation of a frame."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR='', LANGUAGE='de'):
        window = frame(SAMPLE)
        book = find(window, 'filler', 'StrataPaneBook')
        act(window, 'win.show-frames')
        subprocess.run(['xdotool', 'windowsize', '--sync', find_x_window(SAMPLE), '1024', '600'], check=True)
        wait_for('the size', lambda: get_extents(window).height <= 600)
        wait_for_place(book)
        check(f'{get_extents(book)} in {get_extents(window)}', get_extents(book).y + get_extents(book).height == get_extents(window).height)


def check_bookmark_menu(strata, samples):
    """Rows of bookmarks have a menu with shortcuts."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        act(find(window, 'panel', 'Timeline'), 'timeline.add-bookmark')
        press(SAMPLE, 'alt+9')
        bookmarks = find(window, 'list', 'Bookmarks')
        row = find(bookmarks, 'list item', 'Bookmark')
        point(SAMPLE, row, 0.05, 0.5, 'click', '3')
        menu = find(window, 'menu', 'Row')
        for choice in ['Show on Timeline', 'Edit the Note', 'Copy', 'Remove', 'Selection on the Timeline']:
            check(f'a bookmark has {choice} in its menu', find(menu, 'menu item', choice))
        press(SAMPLE, 'Escape')
        tab_to(SAMPLE, row)
        press(SAMPLE, 'Delete')
        check('Delete removes it', wait_for('it', lambda: not has(bookmarks, 'list item', 'Bookmark')))


def check_row_menus(strata, samples):
    """Warnings, usage cells, call tree and flame graph jump to the timeline as tables do."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        press(SAMPLE, 'alt+0')
        row = wait_for('a warning', lambda: find_like(window, 'list item', 'nformation') or find_like(window, 'list item', 'arning'))
        point(SAMPLE, row, 0.5, 0.5, 'click', '3')
        menu = find(window, 'menu', 'Row')
        for choice in ['Show the First One', 'Show in Events', 'Copy the Report', 'Selection on the Timeline']:
            check(f'a warning has {choice} in its menu', find(menu, 'menu item', choice))
        press(SAMPLE, 'Escape')
        press(SAMPLE, 'alt+4')
        tree = find(window, 'tree table', 'Call tree')
        point(SAMPLE, find(tree, 'label', 'traversal'), 0.5, 0.5, 'click', '3')
        check('the call tree has the selection on the timeline', find(tree, 'menu item', 'Selection on the Timeline'))


def check_task_marks(strata, _):
    """The mark of a long task in the overview selects it."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / 'tasks.ftrace'
        trace.write_text(''.join(MARKER.format(time=5 + time_s, payload=payload) for time_s, payload in [
            (0, 'B|4242|short'), (0.01, 'E|4242'), (1, 'B|4242|touch'), (1.5, 'E|4242'), (3, 'B|4242|end'), (3.01, 'E|4242')]), encoding='utf-8')
        with Program(strata, trace, STRATA_STATE_DIR=''):
            window = frame('tasks.ftrace')
            overview, lanes = find(window, 'image', 'Overview'), find(window, 'panel', 'Lanes')
            grip = find(window, 'separator', 'Edge of the lane headers')
            wait_for_place(grip)
            header_px = get_extents(grip).x + 3
            wait_for('the overview', lambda: ' from ' in overview.get_description())
            wait_for_place(overview)
            width_px = get_extents(overview).width - header_px
            point_px('tasks.ftrace', overview, header_px + width_px * 0.41, get_extents(overview).height - 8, *CLICK)
            check('a click leads there', wait_for('it', lambda: 'touch' in lanes.get_description()))


def check_comparison(strata, samples):
    """The comparison opens on the app in both captures, and has a menu."""
    with Program(strata, '--compare', samples / SAMPLE, samples / OTHER, STRATA_STATE_DIR=''):
        window = frame(f'{OTHER} compared with {SAMPLE}')
        for title in (f'A — {SAMPLE}', f'B — {OTHER}'):
            timeline = find(window, 'panel', title)
            shown = wait_for('lanes', lambda timeline=timeline: read_lanes(timeline, 'Shown'))
            check(f'{title[0]} begins with the app', shown[0].startswith('om.example.shop') and 'Frames' in shown[1])
            check('the CPUs are one row', sum('CPU' in lane for lane in shown) == 1)
        for button in ['Open', 'Main menu']:
            check(f'it has {button}', wait_for(button, lambda button=button: has(window, 'push button', button) or has(window, 'toggle button', button)))


if __name__ == '__main__':
    run(globals())
