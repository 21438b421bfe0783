#!/usr/bin/python3
"""The real program, driven the way assistive tools drive it.

test-end-to-end.py STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import warnings

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

warnings.filterwarnings('ignore', category=DeprecationWarning)

PATIENCE_S = 30
MOST_CHILDREN = 25  # a table has two hundred rows alive; the first ones do


def walk(node):
    """The nodes below a node, in order."""
    try:
        children = [node.get_child_at_index(i) for i in range(min(node.get_child_count(), MOST_CHILDREN))]
    except GLib.Error:  # gone meanwhile
        return
    for child in children:
        if child is not None:
            yield child
            yield from walk(child)


def is_like(node, role, name):
    try:
        return node.get_role_name() == role and name in node.get_name()
    except GLib.Error:
        return False


def wait_for(what, condition):
    """Waits until a condition yields something, and returns that."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        while GLib.MainContext.default().iteration(False):
            pass
        time.sleep(0.1)
    sys.exit(f'waited in vain for {what}')


def find(root, role, name):
    return wait_for(f'{role} “{name}”', lambda: next((node for node in walk(root) if is_like(node, role, name)), None))


def list_actions(node):
    """The names of what can be done now."""
    return [node.get_action_name(i) for i in range(node.get_n_actions())]


def act(node, name):
    wait_for(f'“{node.get_name()}” to offer {name}', lambda: name in list_actions(node))
    assert node.do_action(list_actions(node).index(name)), f'action {name} was refused'


def frame(title):
    return find(Atspi.get_desktop(0), 'frame', title)


def check(name, condition):
    print(f'{"ok" if condition else "not ok"} - {name}', flush=True)
    if not condition:
        sys.exit(1)


class Program:
    """The program, ended when the block ends."""

    def __init__(self, strata, *files):
        environment = dict(os.environ, GTK_A11Y='atspi', GSK_RENDERER='cairo')
        self.process = subprocess.Popen([strata, *files], env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def check_trace(strata, samples):
    with Program(strata, samples / 'android-slow-frame.ftrace.zst') as program:
        window = frame('android-slow-frame.ftrace.zst')
        table = find(window, 'tree table', 'Profile')
        expander = find(table, 'push button', 'Show parents and children')
        check('the profile is filled', expander)

        act(expander, 'click')
        check('a row opens to its relatives', find(table, 'label', 'Parents'))

        lanes = find(window, 'panel', 'Lanes')
        check('nothing is selected at first', lanes.get_description() == 'Nothing selected')
        act(find(window, 'panel', 'Timeline'), 'timeline.select-next')
        described = wait_for('a selection', lambda: lanes.get_description() != 'Nothing selected' and lanes.get_description())
        check('the selection is read out', described.strip())

        act(window, 'win.show-selection')
        selected = described.splitlines()[0].split(',')[0][:12]
        check('the selection has a pane', find(window, 'label', 'Process'))
        check('that names it', find(window, 'label', selected))

        act(window, 'win.show-report')
        check('the report counts oddities', find(window, 'label', 'lines'))

        for command in ['win.zoom-in', 'win.zoom-out', 'win.zoom-all', 'win.collapse-all', 'win.expand-all']:
            act(window, command)
        check('the program is well', program.process.poll() is None)


def check_goal(strata, samples):
    slow_frame = samples / 'android-slow-frame.ftrace.zst'
    with Program(strata, '--select', 'Choreographer#doFrame 48310', slow_frame) as program:
        window = frame(slow_frame.name)
        lanes = find(window, 'panel', 'Lanes')
        check('a file opens at a slice', wait_for('it', lambda: 'doFrame 48310' in lanes.get_description()))

        # the program that runs opens this one too, and the second process ends
        subprocess.run([strata, '--select=nothing', samples / 'method-trace.trace'], check=True, timeout=PATIENCE_S)
        window = frame('method-trace.trace')
        check('a place that is not there is told', find(window, 'label', 'There is no slice “nothing” in this file'))
        check('the program is well', program.process.poll() is None)


def check_start(strata, samples):
    with Program(strata) as program:
        window = frame('Strata')
        act(find(window, 'push button', 'Method trace'), 'click')
        check('an example opens from the start page', frame('method-trace.trace'))
        check('the program is well', program.process.poll() is None)


def check_failure(strata, _):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'words.trace'
        path.write_text('these are words\n', encoding='utf-8')
        with Program(strata, path):
            window = frame('Strata')
            check('a failure names its file', find(window, 'label', '“words.trace” cannot be opened'))
            act(find(window, 'push button', 'Back'), 'click')
            check('and leads back', wait_for('the start page', lambda: 'win.back' not in list_actions(window)))


def main(strata, samples):
    Atspi.get_desktop(0).set_cache_mask(Atspi.Cache.NONE)  # what was true a moment ago does not count
    for scenario in [check_trace, check_goal, check_start, check_failure]:
        scenario(strata, pathlib.Path(samples))


if __name__ == '__main__':
    main(*sys.argv[1:])
