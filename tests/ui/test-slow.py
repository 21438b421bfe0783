#!/usr/bin/python3
"""What was slow in the real program: long tasks, their limits and their stacks.

test-slow.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import tempfile

from driver import Program, act, check, find, frame, run, wait_for

MARKER = ' example.app-4242  ( 4242) [000] .... {time:.6f}: tracing_mark_write: {payload}\n'
STACKS = 'Pid: 4242\n3 #00 pc 1 /lib/loop.so(Loop::Run()+4)\n  2 #01 at readAll (/ets/Index.js:16:12)\n'


def write_files(folder):
    """Two tasks of 200 and 460 ms, and stacks of 450 ms."""
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
        check('and the stacks have a row beside it', find(window, 'label', 'main (stacks.txt)'))
        act(window, 'win.show-frames')

        act(find(window, 'panel', 'Limits of tasks'), 'tasks.reset-limits')
        check('the usual limits are set', find(table, 'label', 'Severe'))


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
        act(find(window, 'page tab', 'Starts and inputs'), 'click')
        table = find(window, 'tree table', 'Starts and inputs')
        check('the start is listed', find(table, 'label', 'Start of the app'))
        check('with its steps', find(table, 'label', 'activityStart'))
        act(find(window, 'panel', 'Timeline'), 'timeline.select-next')
        check('its slices are read out', wait_for('a selection', lambda: 'bindApplication' in lanes.get_description()))


if __name__ == '__main__':
    run(globals())
