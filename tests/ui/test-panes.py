#!/usr/bin/python3
"""Profile, slices and their histogram in the real program, by actions, pointer and keys.

test-panes.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re

from driver import CLICK, Program, act, check, find, frame, get_extents, press, point, run, wait_for

SAMPLE = 'android-slow-frame.ftrace.zst'


def open_slices(window):
    act(window, 'win.show-slices')
    find(window, 'label', ' slices')
    return find(window, 'panel', 'Durations of this name')


def read_bar(histogram):
    """How many slices the bar has that keys have reached, and of which durations."""
    return re.fullmatch(r'(.*) slices? of (.*)', histogram.get_description()).groups()


def reach(node):
    """Goes there by Tab, as people do: it does not go through all rows of a table."""
    def press_tab():
        press(SAMPLE, 'Tab')
        return node.is_focused()

    wait_for('the focus', press_tab)


def check_bar_by_pointer(strata, samples):
    """The longest one has the last bar, alone."""
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
        reach(histogram)
        check('Tab leads out of the table, and through the pane', True)
        press(SAMPLE, *['Right'] * 15)
        n_slices, durations = wait_for('a bar', lambda: not histogram.get_description().endswith('0 ns') and read_bar(histogram))
        press(SAMPLE, 'Return')
        check('Return lists the slices of the bar that arrows have reached', find(window, 'label', f'{n_slices} slices'))
        check('and says which durations these are', find(window, 'push button', durations))


if __name__ == '__main__':
    run(globals())
