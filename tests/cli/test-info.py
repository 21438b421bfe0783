#!/usr/bin/env python3
"""strata-cli info.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

# The keys are a contract.
KEYS = ['file', 'format', 'begin_ns', 'end_ns', 'lines', 'events', 'notes', 'markers', 'slices', 'unmatched_ends', 'async', 'async_tracks', 'instants',
        'counter_samples', 'cpu_slices', 'thread_states', 'processes', 'threads', 'cpus', 'losses', 'methods', 'global_tracks', 'kinds', 'diagnostics']


def check_text_trace(tap, cli, folder):
    info = cli.json('info', folder / 'android.ftrace')
    tap.equal(list(info), KEYS, 'keys')

    diagnostics = info.pop('diagnostics')
    kinds = info.pop('kinds')
    tap.equal(info, {
        'file': str(folder / 'android.ftrace'),
        'format': info['format'],
        'begin_ns': 1000000000, 'end_ns': 1002000000,
        'lines': 19, 'events': 17, 'notes': 2,
        'markers': {'B': 5, 'C': 2, 'E': 5, 'F': 1, 'G': 0, 'H': 0, 'I': 1, 'N': 0, 'S': 1},
        'slices': {'closed': 4, 'unfinished': 1}, 'unmatched_ends': 1,
        'async': {'closed': 1, 'unfinished': 0, 'unmatched': 0},
        'async_tracks': {'closed': 0, 'unfinished': 0, 'unmatched': 0},
        'instants': 1, 'counter_samples': 2, 'cpu_slices': 1, 'thread_states': 2,
        'processes': 1, 'threads': 2, 'cpus': 1, 'losses': 0, 'methods': 0, 'global_tracks': False,
    }, 'numbers of a text trace')
    tap.equal({(item['name'], item['known']) for item in kinds}, {('tracing_mark_write', True), ('sched_switch', True)}, 'kinds of a text trace')
    tap.equal(sum(item['count'] for item in kinds), info['events'], 'each event is of a kind')
    tap.equal([(item['kind'], item['severity'], item['count'], item['first']['line'], item['first']['offset'], item['first']['ts_ns']) for item in diagnostics],
              [('unmatched-end', 'info', 1, 3, None, 1000000000), ('unfinished-slice', 'info', 1, None, None, 1001900000)], 'diagnostics of a text trace')


def check_method_trace(tap, cli, folder):
    info = cli.json('info', folder / 'dual.trace')
    tap.equal((info['format'], info['events'], info['lines'], info['methods'], info['threads']), ('traceview', 9, 0, 3, 2), 'numbers of a method trace')
    tap.equal((info['slices'], info['unmatched_ends']), ({'closed': 4, 'unfinished': 0}, 1), 'calls of a method trace')


def check_two_files(tap, cli, folder):
    data = (folder / 'dual.trace').read_bytes()
    at = data.index(b'SLOW')
    (folder / 'halves.key').write_bytes(data[:at])
    (folder / 'halves.data').write_bytes(data[at:])
    whole = cli.json('info', folder / 'dual.trace')
    for name in ['halves', 'halves.key', 'halves.data']:
        tap.equal({**cli.json('info', folder / name), 'file': None}, {**whole, 'file': None}, f'{name}: as in one file')


def check_for_people(tap, cli, folder):
    text = cli.output('info', folder / 'android.ftrace')
    tap.none([words for words in ['android.ftrace', '2.00', '4 closed, 1 unfinished', 'Ends without a start: 1, first in line 3', 'B 5'] if words not in text],
             'text for people')
    tap.none([words for words in ['Methods', 'Recorded', '2020'] if words not in cli.output('info', folder / 'dual.trace')], 'text on a method trace')


def check_control_characters(tap, cli, folder):
    """Names with control characters do not reach a terminal."""
    missing = folder / 'no\x1b[31msuch\u009b\x07'
    runs = [('info', missing), ('check', missing), ('metrics', missing), ('query', '-f', missing, folder / 'android.ftrace'), ('convert', folder / 'android.ftrace', '-o', missing / 'x'),
            ('list', missing, folder / 'android.ftrace'), ('metrics', '--fail-if', missing, folder / 'android.ftrace'), (missing,)]
    for run in runs:
        said = cli.run(*run).stderr.decode()
        tap.check(said.count('\n') == 1 and not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in said.rstrip('\n').replace('\u00a0', '')), f'{run[0]}: a plain line', said)


def main():
    tap, cli, folder = start()
    check_text_trace(tap, cli, folder)
    check_method_trace(tap, cli, folder)
    check_two_files(tap, cli, folder)
    check_for_people(tap, cli, folder)
    check_control_characters(tap, cli, folder)
    tap.finish()


main()
