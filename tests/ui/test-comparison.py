#!/usr/bin/python3
"""The comparison window, driven by assistive technology, keys and pointer.

test-comparison.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys
import tempfile

from gi.repository import GLib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'cli'))
import diffpair  # pylint: disable=wrong-import-position
from driver import Program, act, check, find, find_window, frame, list_like, list_rows, point, read_at_rest, run, wait_for  # pylint: disable=wrong-import-position


class Comparison:
    """The window over the pair with known changes, and its parts."""

    def __init__(self):
        self.window = frame('b.ftrace compared with a.ftrace')
        self.page = find(self.window, 'panel', 'Comparison')
        self.timelines = [find(self.window, 'panel', title) for title in ('A — a.ftrace', 'B — b.ftrace')]
        self.lanes = [find(timeline, 'panel', 'Lanes') for timeline in self.timelines]

    def wait_for_selection(self, side, text):
        return wait_for(f'“{text}” to be selected', lambda: text in self.lanes[side].get_description() and self.lanes[side].get_description())

    def align(self, choice):
        act(self.page, 'compare.open-align')
        act(find(self.window, 'push button', choice), 'click')

    def wait_for_offset(self, text):
        return find(self.window, 'label', f'Offset of B: {text}')


def open_pair(strata, folder, same=False):
    paths = [pathlib.Path(folder) / name for name in ('a.ftrace', 'b.ftrace')]
    for which, path in enumerate(paths):
        path.write_bytes(diffpair.capture(0 if same else which))
    return Program(strata, '--compare', *paths, STRATA_STATE_DIR='')


def read_text(entry):
    return entry.ask('Text', 'GetText', GLib.Variant('(ii)', (0, entry.get('Text', 'CharacterCount'))))


def list_labels(root):
    return [node.get_name() for node in list_like(root, 'label')]


def check_table(strata, _):
    """The differences: the changed name is on top; a row selects its call in both captures."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        check('a sentence sums up', find(comparison.window, 'label', '1 slower · 1 only in B · 1 only in A · 3 slower in what it calls · 4 not significant'))
        table = find(comparison.window, 'tree table', 'Differences')
        rows = wait_for('rows', lambda: [row for row in list_rows(table) if row[0] in {'slower', 'only in B', 'only in A'}])
        check('the known changes are on top', [row[:2] for row in rows[:3]] == [['slower', 'bindView …'], ['only in B', 'uploadTelemetry'], ['only in A', 'obsoleteShadowPass']])
        check('the callers of the first one are told', wait_for('them', lambda: 'called by' in list_labels(find(comparison.window, 'tree table', 'Callers and callees'))))

        for command in ['threads', 'calls', 'frames', 'flame', 'names']:
            act(comparison.page, f'compare.show-{command}')
        for command in ['compare.lock', 'compare.lock', 'compare.beside', 'compare.beside']:
            act(comparison.page, command)


def check_opening(strata, samples):
    """Compare With… in a window with a file asks for the other file."""
    with Program(strata, samples / 'method-trace.trace', STRATA_STATE_DIR=''):
        window = frame('method-trace.trace')
        act(window, 'win.compare')
        chooser = find_window('filler', 'Compare This Trace With')
        check('it asks for the other file', find(chooser, 'push button', 'Compare'))
        act(find(chooser, 'push button', 'Cancel'), 'click')


def check_itself(strata, _):
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder, same=True):
        comparison = Comparison()
        check('with itself nothing differs, and it says so', find(comparison.window, 'label', 'No difference: every value of B equals that of A'))
        table = find(comparison.window, 'tree table', 'Differences')
        rows = wait_for('rows', lambda: [row for row in list_rows(table) if row and row[0] == 'the same'])
        check('every difference is 0', all(row[2] == '0' for row in rows))


def check_matching(strata, _):
    """A selection in one capture is made in the other; the calls inside are compared; threads are matched manually."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        find(comparison.window, 'label', '1 slower')
        act(comparison.page, 'compare.show-calls')
        check('without a selection it says what to do', find(comparison.window, 'label', 'Select a call in one of the captures'))
        act(comparison.timelines[0], 'timeline.select-next')
        own = comparison.wait_for_selection(0, 'doFrame')
        other = comparison.wait_for_selection(1, 'doFrame')
        check('the counterpart is selected, whatever its number', own.split('\n')[0] != other.split('\n')[0])
        calls = find(comparison.window, 'tree table', 'Matched calls')
        rows = wait_for('calls', lambda: [row for row in list_rows(calls) if len(row) > 1 and row[1].strip() == 'uploadTelemetry'])
        check('what was added inside is told', rows[0][0] == 'only in B')
        changes = {(row[0], row[1].strip().split(' ')[0]) for row in list_rows(calls) if len(row) > 1}
        check('and what was removed and slower', {('only in A', 'obsoleteShadowPass'), ('slower', 'bindView')} <= changes)

        act(comparison.timelines[0], 'timeline.select-child')
        comparison.wait_for_selection(0, 'layout')
        check('it goes with the selection', comparison.wait_for_selection(1, 'layout'))

        act(comparison.page, 'compare.lock')
        act(comparison.timelines[0], 'timeline.select-parent')
        comparison.wait_for_selection(0, 'doFrame')
        check('but not while each goes by itself', 'layout' in comparison.lanes[1].get_description())

        act(comparison.page, 'compare.show-threads')
        threads = find(comparison.window, 'tree table', 'Threads')
        check('a renamed thread is matched by its calls', wait_for('it', lambda: any('ImageLoader 4107' in row and 'same calls, renamed' in row for row in list_rows(threads))))


def check_aligning(strata, _):
    """Each way to align, from the menu; and the flame graph by its actions."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        comparison.wait_for_offset('0')
        comparison.align('By Absolute Time')
        check('by absolute time', wait_for('another offset', lambda: comparison.wait_for_offset('').get_name() != 'Offset of B: 0'))
        comparison.align('By Start')
        check('begin to begin', comparison.wait_for_offset('0'))
        comparison.align('Align and Scale to Selected Areas')
        check('what is missing is told', find(comparison.window, 'label', 'Select an area in each capture first'))
        act(comparison.page, 'compare.shift-right')
        check('step by step', comparison.wait_for_offset('-'))
        act(comparison.page, 'compare.shift-left')
        act(comparison.page, 'compare.align-frame')
        check('by the first frame', comparison.wait_for_offset(''))

        # two bookmarks each, on the selected slices
        act(comparison.timelines[0], 'timeline.select-next')
        comparison.wait_for_selection(1, 'doFrame')
        for timeline in comparison.timelines:
            act(timeline, 'timeline.add-bookmark')
        act(comparison.page, 'compare.align-bookmark')
        check('by a bookmark', comparison.wait_for_offset('0'))
        act(comparison.page, 'compare.align-bookmarks')
        check('but not to the next where there is none', find(comparison.window, 'label', 'Set two consecutive bookmarks'))
        for timeline in comparison.timelines:
            act(timeline, 'timeline.measure-selection')
        comparison.align('Align and Scale to Cursors')
        check('from cursor to cursor, with a scale', comparison.wait_for_offset('0, B ×'))

        act(comparison.page, 'compare.show-flame')
        picture = find(comparison.window, 'image', 'Flame graph')
        pane = find(comparison.window, 'panel', 'Flame graph of the differences')
        act(pane, 'flame.inner')
        check('a box of the flame graph is read out', wait_for('it', lambda: 'Choreographer#doFrame …: 986.8' in picture.get_description()))
        for command in ['flame.inner', 'flame.inner']:
            act(pane, command)
        check('and the slower one inside', wait_for('it', lambda: 'bindView …: ' in picture.get_description() and '(+30.2' in picture.get_description()))
        for command in ['flame.zoom-in', 'flame.zoom-out', 'flame.widths-of-a', 'flame.upwards', 'flame.upwards', 'flame.widths-of-a']:
            act(pane, command)


def check_pointer(strata, _):
    """Alt and a drag shift one capture against the other; a click selects in both."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        find(comparison.window, 'label', '1 slower')
        comparison.wait_for_offset('0')
        point('compared with', comparison.lanes[1], 0.5, 0.5, 'keydown', 'alt', 'mousedown', '1', 'sleep', '0.05', 'mousemove_relative', '60', '0', 'sleep', '0.05', 'mousemove_relative', '60', '0', 'sleep', '0.2', 'mouseup', '1', 'keyup', 'alt')
        check('a drag with Alt moves B over A', comparison.wait_for_offset('-'))
        comparison.align('By Start')
        comparison.wait_for_offset('0')

        act(comparison.timelines[0], 'timeline.select-next')
        comparison.wait_for_selection(1, 'doFrame')
        act(comparison.timelines[0], 'timeline.zoom-selection')
        act(comparison.timelines[0], 'timeline.clear-selection')
        wait_for('nothing to be selected', lambda: all(lanes.get_description() == 'Nothing selected' for lanes in comparison.lanes))
        places = iter(y / 20 for y in range(6, 20))

        def click_down_the_middle():
            """The frame that fills the width is somewhere in this column."""
            if all(lanes.get_description() != 'Nothing selected' for lanes in comparison.lanes):
                return True
            point('compared with', comparison.lanes[1], 0.5, next(places), 'mousedown', '1', 'sleep', '0.1', 'mouseup', '1', 'sleep', '0.5')
            return False

        wait_for('a selection in both', click_down_the_middle)
        names = [lanes.get_description().split('\n')[0].split(' ')[0] for lanes in comparison.lanes]
        check('a click in B selects in A, too', names[0] == names[1])


def check_lock(strata, _):
    """One filter applies. Shifts while unlocked are reported when it is locked again, and can be undone."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        find(comparison.window, 'label', '1 slower')
        filters = [find(timeline, 'entry', 'Filter lanes') for timeline in comparison.timelines]
        for timeline, text in zip(comparison.timelines, ('photos', '*Loader*, *pool*')):
            find(timeline, 'entry', 'Filter lanes').set_text(text)
            check('a filter of one is that of the other', wait_for('it', lambda text=text: {read_text(entry) for entry in filters} == {text}))
        filters[0].set_text('')
        check('and is gone in both', wait_for('it', lambda: {read_text(entry) for entry in filters} == {''}))

        act(comparison.page, 'compare.lock')
        overview = find(comparison.timelines[1], 'image', 'Overview')
        before = read_at_rest(overview)
        act(comparison.timelines[1], 'timeline.zoom-in')
        wait_for('B to zoom', lambda: read_at_rest(overview) != before)
        act(comparison.page, 'compare.lock')
        check('what was moved while unlocked is said', find(comparison.window, 'label', 'Linked at their current positions: B has moved by'))
        check('and is the offset', comparison.wait_for_offset('').get_name() != 'Offset of B: 0')
        act(find(comparison.window, 'push button', 'Undo'), 'click')
        check('until it is undone', comparison.wait_for_offset('0'))


def check_selection(strata, _):
    """The two selected calls are shown side by side, with the reasons."""
    with tempfile.TemporaryDirectory() as folder, open_pair(strata, folder):
        comparison = Comparison()
        find(comparison.window, 'label', '1 slower')
        act(comparison.page, 'compare.show-selection')
        panes = [find(comparison.window, 'filler', title) for title in ('Selected in A', 'Selected in B')]
        act(comparison.timelines[0], 'timeline.select-next')
        comparison.wait_for_selection(1, 'doFrame')
        for pane, number in zip(panes, ('1000', '8777')):
            check('each side tells of its own', wait_for('it', lambda pane=pane, number=number: any(f'doFrame {number}' in label for label in list_labels(pane))))
        act(comparison.timelines[0], 'timeline.select-child')
        before = comparison.wait_for_selection(1, 'layout')
        act(find(panes[1], 'push button', 'Statistics of this name'), 'activate')
        act(find(panes[1], 'push button', 'Next of this name'), 'click')
        check('a button of B moves B', wait_for('another', lambda: 'layout' in comparison.lanes[1].get_description() and comparison.lanes[1].get_description() != before))
        check('and with it A', comparison.wait_for_selection(0, 'layout'))
        act(find(panes[1], 'push button', 'List all of this name'), 'click')
        check('all of the name are listed', find(comparison.window, 'tree table', 'Query result') or find(comparison.window, 'label', '480 rows'))


if __name__ == '__main__':
    run(globals())
