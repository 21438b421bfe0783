#!/usr/bin/python3
"""Slow parts in the real program: long tasks, their limits and their stacks.

test-slow.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import tempfile

from driver import CLICK, Program, act, check, find, frame, get_extents, point, point_px, read_at_rest, run, wait_for, wait_for_place

FRAMES_SAMPLE = 'android-slow-frame.ftrace.zst'
LATE_S = 1.52  # in the middle of its only late frame
HEADER_PX = 220
UNITS_S = {'s': 1, 'ms': 1e-3, 'µs': 1e-6, 'ns': 1e-9}
MARKER = ' example.app-4242  ( 4242) [000] .... {time:.6f}: tracing_mark_write: {payload}\n'
STACKS = 'Pid: 4242\n3 #00 pc 1 /lib/loop.so(Loop::Run()+4)\n  2 #01 at readAll (/ets/Index.js:16:12)\n'


def parse_s(text):
    number, unit = text.replace(',', '').split('\u00a0')
    return float(number) * UNITS_S[unit]


def read_view(overview):
    length, begin = re.match('(.*) from (.*) on', read_at_rest(overview)).groups()
    return parse_s(length), parse_s(begin)


def find_mark_px(overview):
    """The x position of the late frame while the whole trace is visible."""
    wait_for_place(overview)
    length_s, begin_s = read_view(overview)
    return HEADER_PX + (LATE_S - begin_s) / length_s * (get_extents(overview).width - HEADER_PX)


def write_files(folder):
    """Writes a trace with two tasks of 200 and 460 ms, and stacks over 450 ms."""
    trace, stacks = folder / 'tasks.ftrace', folder / 'stacks.txt'
    trace.write_text(''.join(MARKER.format(time=time_s, payload=payload) for time_s, payload in [
        (5.0, 'B|4242|load'), (5.2, 'E|4242'), (6.0, 'B|4242|touch'), (6.02, 'B|4242|parse'), (6.45, 'E|4242'), (6.46, 'E|4242')]))
    stacks.write_text(STACKS)
    return trace, stacks


def check_tasks(strata, _):
    with tempfile.TemporaryDirectory() as folder:
        trace, stacks = write_files(pathlib.Path(folder))
        walk_tasks(Program(strata, '--merge', trace, stacks))


def walk_tasks(program):
    with program:
        window = frame('tasks.ftrace')
        lanes = find(window, 'panel', 'Lanes')
        act(window, 'win.show-frames')
        table = find(window, 'tree table', 'Long tasks')
        check('the severe task is listed', find(table, 'label', 'Severe'))
        act(find(window, 'list item', 'Own time in “parse”'), 'cause.show')
        check('its reason leads to its place', wait_for('the selection', lambda: 'parse' in lanes.get_description()))

        timeline = find(window, 'panel', 'Timeline')
        act(timeline, 'timeline.select-parent')
        check('which lies in the task', wait_for('the selection', lambda: 'touch' in lanes.get_description()))
        act(window, 'win.show-slices')
        check('and the stacks have a row beside it', find(find(window, 'tree table', 'Slices'), 'label', 'main (stacks.txt)'))
        act(window, 'win.show-frames')

        act(find(window, 'panel', 'Task limits'), 'tasks.reset-limits')
        check('the usual limits are set', find(table, 'label', 'Severe'))


def check_worst(strata, samples):
    with Program(strata, samples / FRAMES_SAMPLE):
        window = frame(FRAMES_SAMPLE)
        lanes = find(window, 'panel', 'Lanes')
        table = find(window, 'tree table', 'Frames')
        wait_for('nothing to be selected', lambda: lanes.get_description() == 'Nothing selected')
        point(FRAMES_SAMPLE, find(table, 'label', 'Very late'), 0.5, 0.5, *CLICK)
        check('a click leads to the worst frame, which is the current row as the file opens', wait_for('it', lambda: 'Choreographer#doFrame 48310' in lanes.get_description()))


def check_phases(strata, _):
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / 'start.ftrace'
        trace.write_text(''.join(MARKER.format(time=5 + time_s, payload=payload) for time_s, payload in [
            (0, 'B|4242|bindApplication'), (0.1, 'E|4242'), (0.2, 'B|4242|activityStart'), (0.25, 'E|4242'), (0.3, 'B|4242|Choreographer#doFrame 1'), (0.31, 'E|4242')]))
        walk_phases(Program(strata, trace))


def walk_phases(program):
    with program:
        window = frame('start.ftrace')
        lanes = find(window, 'panel', 'Lanes')
        act(window, 'win.show-frames')
        check('frames are first', find(window, 'tree table', 'Frames'))
        act(find(window, 'page tab', 'Starts and Inputs'), 'click')
        table = find(window, 'tree table', 'Starts and Inputs')
        check('the start is listed', find(table, 'label', 'Start of the app'))
        check('with its steps', find(table, 'label', 'activityStart'))
        act(find(window, 'panel', 'Timeline'), 'timeline.select-next')
        check('its slices are read out', wait_for('a selection', lambda: 'bindApplication' in lanes.get_description()))


def check_marks(strata, samples):
    """The worst frame is shown before any input, and its mark in the overview selects it."""
    with Program(strata, samples / FRAMES_SAMPLE):
        window = frame(FRAMES_SAMPLE)
        overview = find(window, 'image', 'Overview')
        lanes = find(window, 'panel', 'Lanes')
        check('the details explain the worst frame', find(window, 'label', 'Why the frame'))
        x_px = find_mark_px(overview)
        point_px(FRAMES_SAMPLE, overview, x_px, get_extents(overview).height - 3, *CLICK)
        check('a click on its mark selects it', wait_for('it', lambda: 'doFrame' in lanes.get_description()))
        check('and shows it with what is around it', wait_for('it', lambda: 0.045 * 1.5 <= read_view(overview)[0] <= 0.06 * 3))


if __name__ == '__main__':
    run(globals())
