#!/usr/bin/python3
"""Tabs, sidebar, profile, slices and their histogram in the real program, by actions, pointer and keys.

test-panes.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re

from driver import CLICK, Program, act, check, find, find_focus, frame, get_extents, has, point, press, run, tab_to, wait_for, wait_for_place

SAMPLE = 'android-slow-frame.ftrace.zst'


def open_slices(window):
    act(window, 'win.show-slices')
    find(window, 'label', ' slices')
    return find(window, 'panel', 'Durations of this name')


def read_bar(histogram):
    """The number of slices of the bar reached by keys, and its durations."""
    return re.fullmatch(r'(.*) slices? of (.*)', histogram.get_description()).groups()


def check_bar_by_pointer(strata, samples):
    """The longest slice is alone in the last bar."""
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        histogram = open_slices(window)
        wait_for('the bars', lambda: get_extents(histogram).width > 100)
        point(SAMPLE, histogram, 0.99, 0.5, *CLICK)
        check('a click on a bar lists its slices', find(window, 'label', '1 slice'))
        durations = find(window, 'push button', '\u00a0ms to ')
        check('and says which durations these are', durations)
        table = find(window, 'tree table', 'Slices')
        point(SAMPLE, find(table, 'label', '636.0'), 0.5, 0.5, *CLICK)
        lanes = find(window, 'panel', 'Lanes')
        check('a row leads to its place on the timeline', wait_for('it', lambda: '636' in lanes.get_description()))
        act(durations, 'click')
        check('a click takes the bar away', find(window, 'label', '6\u202f215 slices'))


def check_bar_by_keys(strata, samples):
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        histogram = open_slices(window)
        wait_for('the bars', lambda: get_extents(histogram).width > 100)
        point(SAMPLE, find(find(window, 'tree table', 'Slices'), 'label', 'input'), 0.5, 0.5, *CLICK)
        tab_to(SAMPLE, histogram)  # Tab does not go through all rows of a table
        check('Tab leads out of the table, and through the pane', True)
        press(SAMPLE, *['Right'] * 15)
        n_slices, durations = wait_for('a bar', lambda: not histogram.get_description().endswith('0 ns') and read_bar(histogram))
        press(SAMPLE, 'Return')
        check('Return lists the slices of the bar that arrows have reached', find(window, 'label', f'{n_slices} slices'))
        check('and says which durations these are', find(window, 'push button', durations))


def has_focus(node):
    return find_focus(node) is not None


def check_keys(strata, samples):
    """Ctrl+F goes to the filter of each pane that has one, which has a name, and Down from there to its rows."""
    with Program(strata, samples / SAMPLE, STRATA_STATE_DIR=''):
        window = frame(SAMPLE)
        for pane, filter_name in (('profile', 'Filter names'), ('usage', 'Filter names'), ('events', 'Filter lines')):
            act(window, f'win.show-{pane}')
            wait_for('rows', lambda: find_focus(window) is not None and find_focus(window).get_role() == 'table row')
            press(SAMPLE, 'ctrl+f')
            check(f'Ctrl+F in {pane}', wait_for('it', lambda: find_focus(window) is not None and find_focus(window).get_name() == filter_name))
            press(SAMPLE, 'Down')
            check('Down goes to its rows', wait_for('it', lambda: find_focus(window) is not None and find_focus(window).get_role() == 'table row'))


def check_details(strata, samples):
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        lanes = find(window, 'panel', 'Lanes')
        wait_for('the sidebar', lambda: 0 < get_extents(lanes).width < 1100)
        act(window, 'win.show-finding')
        title = find(window, 'label', 'Why the frame')
        wait_for_place(title)
        check('the verdict of the frame is at the right of the lanes', get_extents(title).x > get_extents(lanes).x + get_extents(lanes).width)
        press(SAMPLE, 'shift+F9')
        check('Shift+F9 gives the lanes the width', wait_for('it', lambda: get_extents(lanes).width > 1300))
        check('and the selection a tab', find(window, 'label', 'Selection'))
        press(SAMPLE, 'alt+1')
        check('which Alt+1 shows', wait_for('it', lambda: find(window, 'label', 'Why the frame')))


def check_tabs(strata, samples):
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        lanes = find(window, 'panel', 'Lanes')
        for tab in ['Frames and Tasks', 'Profile', 'Data']:
            check(f'there is a tab {tab}', find(window, 'label', tab))
        press(SAMPLE, 'alt+3')
        profile = find(window, 'tree table', 'Profile')
        check('Alt+3 moves the focus into the table', wait_for('it', lambda: has_focus(profile)))
        press(SAMPLE, 'alt+6')
        check('and Alt+6 into that of the slices', wait_for('it', lambda: has_focus(find(window, 'tree table', 'Slices'))))
        wait_for_place(lanes)
        height_px = get_extents(lanes).height
        press(SAMPLE, 'F9')
        check('F9 gives the lanes the height', wait_for('it', lambda: get_extents(lanes).height > height_px + 200))
        press(SAMPLE, 'F9')
        check('and takes it back', wait_for('it', lambda: get_extents(lanes).height == height_px))
        press(SAMPLE, 'F9', 'alt+7')
        check('a pane that is asked for comes back', wait_for('it', lambda: get_extents(lanes).height == height_px))


def read_area(scope):
    """The length of the area, which follows the pointer a moment later."""
    return scope.get_description().removeprefix('Area ')


def check_scope(strata, samples):
    """One choice for all panes; an area narrows it until it is cleared."""
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        lanes = find(window, 'panel', 'Lanes')
        press(SAMPLE, 'alt+6')
        find(window, 'label', '6\u202f215 slices')
        scope = find(window, 'combo box', 'Scope')
        check('the scope is the whole trace', wait_for('it', lambda: 'Whole trace' in scope.get_description()))
        point(SAMPLE, lanes, 0.2, 0.2, 'keydown', 'shift', 'mousedown', '1')
        point(SAMPLE, lanes, 0.5, 0.3)
        point(SAMPLE, lanes, 0.7, 0.6, 'mouseup', '1', 'keyup', 'shift')
        check('a new area narrows it', wait_for('the area', lambda: scope.get_description().startswith('Area ')))
        check('and with it the slices', wait_for('fewer', lambda: not has(window, 'label', '6\u202f215 slices')))
        press(SAMPLE, 'alt+3')
        check('the profile', wait_for('it', lambda: has(window, 'label', ' in ' + read_area(scope))))
        press(SAMPLE, 'alt+7')
        check('and the usage are about the same', wait_for('it', lambda: has(window, 'label', 'used in ' + read_area(scope))))
        press(SAMPLE, 'Escape')
        check('Escape in a pane clears it', wait_for('it', lambda: 'Whole trace' in scope.get_description()))
        act(window, 'win.select-area')
        wait_for('an area', lambda: scope.get_description().startswith('Area '))
        act(find(window, 'push button', 'Clear the area; back to: Whole trace'), 'click')
        check('a click goes back', wait_for('it', lambda: 'Whole trace' in scope.get_description()))
        press(SAMPLE, 'alt+6')
        check('and all slices are listed again', wait_for('all', lambda: has(window, 'label', '6\u202f215 slices')))


def check_row_menu(strata, samples):
    """Opens by the menu key or the pointer, and letters mean the same as on the timeline."""
    with Program(strata, samples / SAMPLE):
        window = frame(SAMPLE)
        act(window, 'win.show-frames')
        table = find(window, 'tree table', 'Frames')
        lanes = find(window, 'panel', 'Lanes')
        point(SAMPLE, find(table, 'label', '10.2'), 0.5, 0.5, 'click', '3')
        menu = find(window, 'menu', 'Row')
        for choice in ['Open This Row', 'Copy Selected Rows', 'Export as CSV', 'Selection on the Timeline']:
            check(f'a row has {choice} in its menu', find(menu, 'menu item', choice))
        press(SAMPLE, 'Escape')
        wait_for('the row to be selected', lambda: '2.351501' in lanes.get_description())
        press(SAMPLE, 'shift+e')
        check('a letter goes to the slow frame from here, too', wait_for('it', lambda: 'Choreographer#doFrame 48310' in lanes.get_description()))


def find_focus_in(window, pane):
    """The focused widget of a table, queried as a screen reader does when it moves."""
    table = find(window, 'tree table', pane)
    return wait_for('the focus', lambda: find_focus(table))


def check_read_rows(strata, samples):
    """The focused row reads out its cells."""
    with Program(strata, '--select', 'Choreographer#doFrame 48310', samples / SAMPLE):
        window = frame(SAMPLE)
        for key, pane, cells in [('alt+2', 'Frames', ['Verdict: ', 'Duration: ', 'Time: ']), ('alt+6', 'Slices', ['Start: ', 'Duration: ', 'Name: ', 'Thread: ']), ('alt+8', 'Events', ['Line: ', 'Details: '])]:
            press(SAMPLE, key)
            find_focus_in(window, pane)
            press(SAMPLE, 'Down')
            row = wait_for('a row', lambda: find_focus_in(window, pane).get_name().count(': ') > 1 and find_focus_in(window, pane))
            print(pane, row.get_role(), row.get_name())
            for cell in cells:
                check(f'a row of {pane} says {cell}', cell in row.get_name())
            before = row.get_name()
            press(SAMPLE, 'Down')
            check('the next one says its own', wait_for('it', lambda: find_focus_in(window, pane).get_name() != before))


if __name__ == '__main__':
    run(globals())
