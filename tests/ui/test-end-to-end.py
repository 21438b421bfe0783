#!/usr/bin/python3
"""The real program, driven as assistive tools do.

test-end-to-end.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import subprocess
import tempfile

from driver import PATIENCE_S, Program, act, check, find, frame, list_named, run, wait_for


def walk_states(window, lanes):
    """From a slice to its thread's states, the run on its CPU, and its waker."""
    def describe(title):
        return wait_for(title, lambda: title in lanes.get_description() and lanes.get_description())

    timeline = find(window, 'panel', 'Timeline')
    act(window, 'win.select-thread')
    state = describe('Duration')
    check('a slice leads to a state of its thread', 'Thread' in state)
    act(window, 'win.select-run')
    check('that to a run on a CPU', describe('Running for'))
    act(find(window, 'push button', 'Go to Thread'), 'click')
    check('and the run back to its thread', describe('Wake-up latency') or describe('CPU'))
    for command in ['toggle-threads', 'toggle-cpu-details', 'toggle-threads', 'toggle-cpu-details', 'change-counter', 'share-scale', 'select-waker']:
        act(timeline, f'timeline.{command}')
    act(window, 'win.show-legend')
    check('the colours have names', find(frame('Thread States'), 'label', 'Blocked for I/O'))


def check_trace(strata, samples):
    with Program(strata, samples / 'android-slow-frame.ftrace.zst'):
        window = frame('android-slow-frame.ftrace.zst')
        check('a slow trace opens with its frames', find(window, 'label', '1 of 149 frames of om.example.shop was late; it took 45.1\u00a0ms from its VSYNC at 1.50\u00a0s: waiting for a lock in “monitor contention with owner Worker-2 …”'))
        act(window, 'win.show-profile')
        table = find(window, 'tree table', 'Profile')
        expander = find(table, 'push button', 'Show names, parents and children')
        check('the profile is filled', expander)

        act(expander, 'click')
        check('a row opens to its relatives', find(table, 'label', 'Parents'))

        lanes = find(window, 'panel', 'Lanes')
        check('nothing is selected at first', wait_for('it', lambda: lanes.get_description() == 'Nothing selected'))
        act(find(window, 'panel', 'Timeline'), 'timeline.select-next')
        described = wait_for('a selection', lambda: lanes.get_description() != 'Nothing selected' and lanes.get_description())
        for fact in ['Duration: ', 'Start', 'Thread: ', ' in its row']:
            check(f'the selection is read out with {fact.strip()}', fact in described)
        check('the selection is read out', described.strip())

        act(window, 'win.show-selection')
        selected = described.splitlines()[0].split(',')[0][:12]
        check('the selection has a pane', find(window, 'label', 'Process'))
        check('that names it', find(window, 'label', selected))

        walk_states(window, lanes)
        act(window, 'win.show-report')
        check('the report counts oddities', find(window, 'label', 'Lines'))
        act(find(window, 'list item', 'Asynchronous ends without a start'), 'report-row.show')
        act(find(find(window, 'list', 'Import warnings'), 'push button', 'Show in Events'), 'click')
        check('a line of it is among the events', find(window, 'tree table', 'Events'))

        for command in ['win.zoom-in', 'win.zoom-out', 'win.zoom-all', 'win.collapse-all', 'win.expand-all']:
            act(window, command)


def check_measure(strata, samples):
    """Selects and measures as a drag does, by actions alone."""
    sample = samples / 'android-slow-frame.ftrace.zst'
    with tempfile.TemporaryDirectory() as folder:
        with Program(strata, '--select', 'Choreographer#doFrame 48310', sample, STRATA_STATE_DIR=folder):
            window = frame(sample.name)
            timeline = find(window, 'panel', 'Timeline')
            ruler = find(window, 'image', 'Time axis')
            lanes = find(window, 'panel', 'Lanes')
            wait_for('the slice', lambda: 'doFrame 48310' in lanes.get_description())

            act(timeline, 'timeline.measure-selection')
            check('the selection is measured', wait_for('it', lambda: '42.6\u00a0ms between them' in ruler.get_description()))
            act(timeline, 'timeline.clear-cursors')
            check('and the cursors go', wait_for('it', lambda: ruler.get_description() == 'No cursors'))

            act(window, 'win.show-selection')
            act(timeline, 'timeline.select-area')
            check('an area is summed up', find(window, 'label', '42.6\u00a0ms from 1.50\u00a0s on · 1 lane'))
            act(timeline, 'timeline.clear-selection')

            act(timeline, 'timeline.add-bookmark')
            act(window, 'win.show-bookmarks')
            check('a bookmark is listed', find(window, 'label', 'Choreographer#doFrame 48310'))
            for command in ['zoom-selection', 'view-back', 'view-forward', 'select-parent', 'select-child', 'select-same-next', 'select-same-previous', 'scroll-down', 'pan-right']:
                act(timeline, f'timeline.{command}')

        with Program(strata, sample, STRATA_STATE_DIR=folder):
            window = frame(sample.name)
            act(window, 'win.show-bookmarks')
            check('and still there when the file is opened again', find(window, 'label', 'Choreographer#doFrame 48310'))


def check_lanes(strata, samples):
    """Arranges lanes, and checks that the arrangement returns when the file is reopened under another name."""
    sample = samples / 'android-slow-frame.ftrace.zst'
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        renamed = folder / 'renamed.zst'
        renamed.write_bytes(sample.read_bytes())

        def is_kept(text):
            return wait_for(text, lambda: any(text in file.read_text() for file in folder.glob('*.notes')))

        with Program(strata, '--select', 'Choreographer#doFrame 48310', sample, STRATA_STATE_DIR=str(folder)):
            window = frame(sample.name)
            timeline = find(window, 'panel', 'Timeline')
            lanes = find(window, 'panel', 'Lanes')
            wait_for('the slice', lambda: 'doFrame 48310' in lanes.get_description())
            for command in ['pin-lane', 'raise-lane', 'fewer-levels', 'more-levels', 'move-lane-down', 'move-lane-up', 'filter-lanes']:
                act(timeline, f'timeline.{command}')
            check('a pinned lane is kept', is_kept('pinned=thread/'))
            check('and its height', is_kept('tall=thread/'))

        with Program(strata, renamed, STRATA_STATE_DIR=str(folder)):
            window = frame(renamed.name)
            act(window, 'win.hide-lane')
            check('a hidden lane is kept', is_kept('hidden='))
            check('and what was pinned before under another name', is_kept('pinned=thread/') and is_kept('tall=thread/'))
            act(window, 'win.show-hidden-lanes')
            act(window, 'win.reset-lanes')


def check_goal(strata, samples):
    slow_frame = samples / 'android-slow-frame.ftrace.zst'
    with Program(strata, '--select', 'Choreographer#doFrame 48310', slow_frame):
        window = frame(slow_frame.name)
        lanes = find(window, 'panel', 'Lanes')
        check('a file opens at a slice', wait_for('it', lambda: 'doFrame 48310' in lanes.get_description()))

        # the running program opens this file too, and the second process ends
        subprocess.run([strata, '--select=nothing', samples / 'method-trace.trace'], check=True, timeout=PATIENCE_S)
        window = frame('method-trace.trace')
        check('a place that is not there is told', find(window, 'label', 'There is no slice “nothing” in this file'))


def check_search(strata, samples):
    """Type a search, hear the count, step through the matches, and list them."""
    sample = samples / 'android-slow-frame.ftrace.zst'
    with Program(strata, sample):
        window = frame(sample.name)
        lanes = find(window, 'panel', 'Lanes')
        act(window, 'win.find')
        bar = find(window, 'filler', 'Search')
        entry = find(bar, 'entry', 'Search the timeline')

        def say(text, role, told):
            entry.set_text(text)
            return find(bar, role, told).get_name()

        say('dur>16', 'alert', 'a time needs a unit')
        check('what cannot be understood is told', True)
        say('no such name', 'status bar', 'No hits')
        count = say('name~^Choreographer', 'status bar', 'hits').split()[0]
        check('hits are counted', int(count) > 1)
        act(window, 'win.find-next')
        find(bar, 'status bar', f'1 of {count}')
        check('the walk begins at the first', wait_for('it', lambda: 'Choreographer#doFrame' in lanes.get_description()))
        act(window, 'win.find-next')
        find(bar, 'status bar', f'2 of {count}')
        act(window, 'win.find-previous')
        act(window, 'win.find-previous')
        check('before the first comes the last', find(bar, 'status bar', f'{count} of {count}'))
        act(find(bar, 'push button', 'List'), 'click')
        check('as many are listed', find(window, 'label', f'{count} slices'))
        say('Displayed* or HeapSize', 'status bar', '2 hits')
        act(window, 'win.find-next')
        if '2 of 2' in find(bar, 'status bar', 'of 2').get_name():
            act(window, 'win.find-next')
        find(bar, 'status bar', '1 of 2')
        check('a counter is walked to', wait_for('it', lambda: 'HeapSize' in lanes.get_description() and 'Value' in lanes.get_description()))
        act(window, 'win.find-next')
        check('and an instant', wait_for('it', lambda: 'Displayed com.example.shop' in lanes.get_description()))
        act(find(bar, 'push button', 'List'), 'click')
        check('both are listed', find(window, 'label', '0 slices, 2 instants and counters'))
        nameless = [button.path for button, role, name in list_named(window) if role == 'push button' and name in ('', 'GtkButton', 'GtkImage')]
        check(f'each button has a name: {nameless}', not nameless)
        act(find(bar, 'push button', 'Close the search'), 'click')
        check('closing the search returns to the lanes', wait_for('it', lanes.is_focused))


def check_clocks(strata, samples):
    with Program(strata, samples / 'method-trace.trace'):
        window = frame('method-trace.trace')
        timeline = find(window, 'panel', 'Timeline')
        lanes = find(window, 'panel', 'Lanes')
        act(timeline, 'timeline.select-next')
        act(window, 'win.show-selection')
        act(window, 'win.select-same-longest')
        act(find(window, 'push button', 'Statistics of this name'), 'activate')
        check('the longest of a name is found', find(window, 'label', 'ongest of') or find(window, 'label', 'The only one'))

        act(find(find(window, 'panel', 'Clock'), 'push button', 'CPU'), 'click')
        check('the selection stays on the other clock', wait_for('it', lambda: lanes.get_description().split('\n')[1].startswith('CPU time')))
        act(window, 'win.toggle-clock')
        check('and back', wait_for('it', lambda: lanes.get_description().split('\n')[1].startswith('Duration')))
        for command in ['toggle-switches', 'change-colors', 'select-same-next', 'select-same-previous', 'select-same-longer', 'select-same-shorter']:
            act(timeline, f'timeline.{command}')


def check_start(strata, samples):
    with Program(strata):
        window = frame('Strata')
        act(find(window, 'push button', 'Method trace'), 'click')
        check('an example opens from the start page', frame('method-trace.trace'))


def check_failure(strata, _):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'words.trace'
        path.write_text('these are words\n', encoding='utf-8')
        with Program(strata, path):
            window = frame('Strata')
            check('a failure names its file', find(window, 'label', '“words.trace” cannot be opened'))
            act(find(window, 'push button', 'Back'), 'click')
            check('and leads back', wait_for('the start page', lambda: 'win.back' not in window.list_actions()))


def check_folder(strata, samples):
    """The traces of a folder are offered; closing it leads to the start."""
    with Program(strata, samples):
        window = frame(pathlib.Path(samples).name)
        check('a folder offers its traces', find(window, 'push button', 'method-trace.trace'))
        check('or all of them', find(window, 'push button', 'Show All on One Time Axis'))
        act(find(window, 'push button', 'Close Folder'), 'click')
        check('and can be closed', wait_for('the start page', lambda: 'win.back' not in window.list_actions()))


if __name__ == '__main__':
    run(globals())
