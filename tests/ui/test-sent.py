#!/usr/bin/python3
"""A finding saved by one user and opened by another: two homes, one file.

test-sent.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import tempfile
import zipfile

from gi.repository import GLib

from driver import Program, act, check, enter, find, find_window, frame, has, list_like, list_x_windows, press, read_at_rest, run, tab_to, type_text, wait_for

SAMPLE = 'android-slow-frame.ftrace.zst'
SLICE = 'Choreographer#doFrame 48310'
QUERY = "SELECT 'sent by A'"
NOTE = 'the lock is held here'


def make_home(folder, user):
    """The environment of a separate user account."""
    home = pathlib.Path(folder) / user
    variables = {'HOME': home, 'XDG_DATA_HOME': home / 'data', 'XDG_CONFIG_HOME': home / 'config', 'XDG_CACHE_HOME': home / 'cache', 'STRATA_STATE_DIR': home / 'state'}
    for path in variables.values():
        path.mkdir(parents=True, exist_ok=True)
    return {name: str(path) for name, path in variables.items()}


def get_shown(window):
    """The length of the visible time, without its begin, which counts from the begin of the file."""
    return read_at_rest(find(window, 'image', 'Overview')).split(' from ')[0]


def read_all(window):
    """The contents of all text views."""
    return [node.ask('Text', 'GetText', GLib.Variant('(ii)', (0, -1))) for node in list_like(window, 'text')]


def find_selected(window):
    lanes = find(window, 'panel', 'Lanes')
    return wait_for('the selection', lambda: SLICE in lanes.get_description() and lanes.get_description())


def look(window):
    """Selects, pins, adds notes and queries."""
    find_selected(window)
    timeline = find(window, 'panel', 'Timeline')
    for command in ['pin-lane', 'zoom-selection', 'add-bookmark']:
        act(timeline, f'timeline.{command}')
    act(window, 'win.show-bookmarks')
    enter(SAMPLE, find(window, 'text', 'Note'))
    type_text(SAMPLE, NOTE)
    # an action may overtake keys; the focus moves after all of them
    tab_to(SAMPLE, find(window, 'push button', 'Remove this bookmark'))
    act(window, 'win.show-query')
    enter(SAMPLE, find(window, 'text', 'SQL'))
    press(SAMPLE, 'ctrl+a')
    type_text(SAMPLE, QUERY)
    wait_for('the query', lambda: QUERY in read_all(window))


def name_file(title, path):
    """Types a path into the dialog, and waits for the file."""
    chooser = find_window('filler', title)
    wait_for('the name', lambda: has(chooser, 'text', ''))
    press(title, 'ctrl+a')
    type_text(title, str(path))
    press(title, 'Return')
    wait_for('the file', lambda: path.exists() and not list_x_windows(title))


def save(window, path):
    act(window, 'win.save-finding')
    name_file('Save Finding', path)


def check_finding(strata, samples):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'slow.strata'
        with Program(strata, '--select', SLICE, samples / SAMPLE, **make_home(folder, 'a')):
            window = frame(SAMPLE)
            look(window)
            shown = get_shown(window)
            save(window, path)

        with Program(strata, path, **make_home(folder, 'b')):
            window = frame('slow.strata')
            description = find_selected(window)
            check('the same slice is selected', description.startswith(SLICE))
            check('and judged as before', 'Very late' in description)
            timeline = find(window, 'panel', 'Timeline')
            check('the same lane is pinned', wait_for('it', lambda: timeline.get_description().startswith('Pinned: om.example.shop 9873')))
            check('the same time is in view', wait_for('it', lambda: get_shown(window) == shown))
            act(window, 'win.show-bookmarks')
            check('the bookmark is there', find(window, 'label', SLICE))
            check('with its note', f'note={NOTE}' in zipfile.ZipFile(path).read('finding.notes').decode())  # GTK 4.8 does not expose the text of an entry
            act(window, 'win.show-query')
            check('and the query', wait_for('it', lambda: QUERY in read_all(window)))


# Key, title of the dialog, name and first bytes of the file
EXPORTS = [
    ('ctrl+shift+p', 'Export Picture', 'view.png', b'\x89PNG'),
    ('ctrl+shift+p', 'Export Picture', 'view.svg', b'<?xml'),
    ('ctrl+shift+p', 'Export Picture', 'view.pdf', b'%PDF'),
    ('ctrl+shift+s', 'Export Table', 'slices.csv', b'ts_ns,'),
    ('ctrl+shift+s', 'Export Table', 'slices.tsv', b'ts_ns\t'),
    ('ctrl+shift+s', 'Export Table', 'slices.json', b'['),
    ('ctrl+shift+k', 'Export Table', 'counters.csv', b'ts_ns,'),
    ('ctrl+shift+y', 'Export Table', 'states.csv', b'tid,'),
    ('ctrl+s', 'Save Finding', 'finding.strata', b'PK'),
    ('ctrl+s', 'Save Finding', 'finding.html', b'<!DOCTYPE html>'),
    ('ctrl+s', 'Save Finding', 'finding.pftrace', b'\x0a'),
    ('ctrl+s', 'Save Finding', 'finding.ftrace', b'#'),
]


def check_exports(strata, samples):
    """Each export by keys alone; the name determines the format."""
    with tempfile.TemporaryDirectory() as folder, Program(strata, samples / SAMPLE, **make_home(folder, 'a')):
        find(frame(SAMPLE), 'panel', 'Timeline')
        for key, title, name, begin in EXPORTS:
            path = pathlib.Path(folder) / name
            press(SAMPLE, key)
            name_file(title, path)
            check(f'{key} writes {name}', path.read_bytes().startswith(begin))


if __name__ == '__main__':
    run(globals())
