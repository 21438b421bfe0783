#!/usr/bin/python3
"""F1 and each "?" open the guide page about their place.

test-help.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import tempfile

from driver import Program, act, check, find, find_window, frame, has, list_like, press, run, wait_for

SAMPLE = 'android-slow-frame.ftrace.zst'
SOURCE = pathlib.Path(__file__).resolve().parents[2]
# Replaces Yelp: logs the pages that it is asked for.
VIEWER = '[Desktop Entry]\nType=Application\nName=Viewer\nExec={0}/viewer %u\nMimeType=x-scheme-handler/help;\n'


def list_panes():
    """Each pane and its page of the guide, from the program's source."""
    text = (SOURCE / 'src' / 'app' / 'panes' / 'strata-panes.c').read_text(encoding='utf-8')
    return re.findall(r'\{ "(\w+)", STRATA_PANES_\w+, N_ \("[^"]+"\), "([\w-]+)"', text)


class Viewer:
    """A folder with a fake help viewer, and the pages that it was asked for."""

    def __init__(self, folder):
        self.log = pathlib.Path(folder) / 'asked'
        self.environment = {'XDG_DATA_HOME': folder, 'XDG_CONFIG_HOME': folder, 'STRATA_STATE_DIR': ''}
        applications = pathlib.Path(folder) / 'applications'
        applications.mkdir()
        (applications / 'viewer.desktop').write_text(VIEWER.format(folder), encoding='utf-8')
        (pathlib.Path(folder) / 'mimeapps.list').write_text('[Default Applications]\nx-scheme-handler/help=viewer.desktop\n', encoding='utf-8')
        program = pathlib.Path(folder) / 'viewer'
        program.write_text(f'#!/bin/sh\necho "$1" >>{self.log}\n', encoding='utf-8')
        program.chmod(0o755)

    def take(self):
        """The page opened since the last call."""
        wait_for('a page', lambda: self.log.exists() and self.log.read_text(encoding='utf-8').endswith('\n'))
        page = self.log.read_text(encoding='utf-8').split()
        self.log.unlink()
        return ' '.join(page).removeprefix('help:strata/')


def list_buttons(window):
    return list_like(window, 'push button', 'Help on this pane')


def check_panes(strata, samples):
    with tempfile.TemporaryDirectory() as folder:
        viewer = Viewer(folder)
        with Program(strata, samples / SAMPLE, **viewer.environment):
            window = frame(SAMPLE)
            panes = list_panes()
            check(f'{len(panes)} panes', len(panes) >= 12)
            # one belongs to the tabs, and one to the selection beside the timeline
            buttons = wait_for('both', lambda: len(list_buttons(window)) == 2 and list_buttons(window))
            for pane, page in panes:
                act(window, f'win.show-{pane}')
                asked = set()
                for button in buttons:
                    act(button, 'click')
                    asked.add(viewer.take())
                check(f'"?" of {pane}: {asked}', page in asked)
            act(window, 'win.show-query')
            press(SAMPLE, 'F1')
            asked = viewer.take()
            check(f'F1 in the query: {asked}', asked == 'sql')


def check_windows(strata, samples):
    """The windows that compare two captures and two sets of runs."""
    with tempfile.TemporaryDirectory() as folder:
        viewer = Viewer(folder)
        with Program(strata, '--compare', samples / SAMPLE, samples / SAMPLE, **viewer.environment):
            title = 'compared with'
            window = frame(title)
            act(find(window, 'push button', 'Help on this pane'), 'click')
            check('"?" of the comparison', viewer.take() == 'compare')
            press(title, 'F1')
            check('F1 there', viewer.take() == 'compare')
    with tempfile.TemporaryDirectory() as folder:
        viewer = Viewer(folder)
        with Program(strata, samples / SAMPLE, **viewer.environment):
            act(frame(SAMPLE), 'win.compare-sets')
            title = 'Comparison of two sets of runs'
            window = frame(title)
            act(find(window, 'push button', 'Help on this pane'), 'click')
            check('"?" of the sets of runs', viewer.take() == 'compare-many')
            press(title, 'F1')
            check('F1 there', viewer.take() == 'compare-many')


def check_none(strata, samples):
    """Without a browser, F1 says where the page is."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ['icons', 'mime']:
            (pathlib.Path(folder) / part).symlink_to(f'/usr/share/{part}')
        with Program(strata, samples / SAMPLE, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_DIRS=folder, STRATA_STATE_DIR=''):
            act(frame(SAMPLE), 'win.show-query')
            press(SAMPLE, 'F1')
            dialog = find_window('dialog', '')
            find(dialog, 'label', 'Cannot show the guide')
            check('the file of the page', has(dialog, 'label', '/C/sql.html'))
            act(find(dialog, 'push button', 'Close'), 'click')


if __name__ == '__main__':
    run(globals())
