#!/usr/bin/env python3
"""Compares strata-cli's lists of binary captures with those of the text of the same recording.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import json
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / 'cli'))
import roundtrip  # pylint: disable=wrong-import-position
from tap import Cli, Tap  # pylint: disable=wrong-import-position

KINDS = ['slices', 'async', 'states', 'cpu', 'instants', 'counters', 'threads', 'processes', 'losses', 'wakeups', 'kernel', 'io', 'events']

# The text of a HongMeng capture has whole µs instead of ns: the columns of times, and the rounding.
TIME_SUFFIX = '_ns'
US = 1000

# A text lacks the number of events that a ring lost, and a binary capture has no lines.
ONLY_IN_ONE = {'losses': ['events'], 'events': ['line']}

# The kernel's text has hashed pointers, and function names that a capture without kallsyms lacks.
POINTER = re.compile(r'work struct (?:0x)?[0-9a-f]+: function \S+')

# Kernels before 6.5 lack the priority of a disk request, so the profiler has no field for it.
PRIORITY = re.compile(r'(?<= ) ?\w+,\d,\d (?=\[)')

# The file, the text of the same recording, and whether the text has only microseconds.
TEXTS = [
    *[(f'raw/{name}.sys.zst', 'raw/small.ns.ftrace.zst', False) for name in ('small', 'small_kallsyms', 'small_record_mode', 'small_commit4')],
    ('raw/overrun.sys.zst', 'raw/overrun.ns.ftrace.zst', False),
    ('raw/small_hm.sys.zst', 'raw/small_hm.txt.zst', True),
    ('raw/small_hm_lite.sys.zst', 'raw/small_hm_lite.txt.zst', True),
    *[(f'tracedat/small.{version}.dat.zst', 'tracedat/small.notgid.ns.ftrace.zst', False) for version in ('v6', 'v7none', 'v7zstd')],
    *[(f'tracedat/overrun.{version}.dat.zst', 'tracedat/overrun.notgid.ns.ftrace.zst', False) for version in ('v6', 'v7zstd')],
]

# Files of the profiler, the text, how much later their times are, and the processes that are only in their log.
HTRACES = [
    ('htrace/small_ftrace.htrace.zst', 'raw/small.ns.ftrace.zst', 0),
    ('htrace/small_ftrace_boot.htrace.zst', 'raw/small.ns.ftrace.zst', 3723000000500),
]
LOG_PIDS = {1200, 1201, 1202}

# Files that convert to the same bytes as their text.
CONVERTED = [
    ('tracedat/small.v6.dat.zst', 'tracedat/small.notgid.ns.ftrace.zst', ['pftrace', 'json']),
    ('tracedat/small.v7zstd.dat.zst', 'tracedat/small.notgid.ns.ftrace.zst', ['pftrace', 'json']),
]
ROUNDTRIPS = ['raw/overrun.sys.zst', 'raw/small_hm.sys.zst', 'raw/device_page.sys', 'tracedat/overrun.v7zstd.dat.zst', 'htrace/small_ftrace.htrace.zst']

# In the Perfetto format, a track of a thread has a process.
WITHOUT_PROCESSES = ['tracedat/overrun.v7zstd.dat.zst']

# A cut file, and the complete one, which has all its events.
CUTS = [
    ('raw/small_cut.sys.zst', 'raw/small.sys.zst'),
    ('tracedat/small_cut.v6.dat.zst', 'tracedat/small.v6.dat.zst'),
    ('tracedat/small_cut.v7zstd.dat.zst', 'tracedat/small.v7zstd.dat.zst'),
]


def list_rows(cli, kind, path):
    run = cli.run('list', '--json', kind, path)
    if run.returncode != 0:
        return [{'error': run.stderr.decode()}]
    rows = json.loads(run.stdout)
    for row in rows:
        for key in ONLY_IN_ONE.get(kind, []):
            del row[key]
        if kind == 'kernel' and row['lane'] == 'workqueue':
            del row['cookie'], row['name']
        if kind == 'events':
            row['details'] = POINTER.sub('work', row['details'])
    return rows


def are_near(key, value, other):
    """A time may be off by half a microsecond, a length by one, and a sum of lengths by one for each of them."""
    if not key.endswith(TIME_SUFFIX) or None in (value, other):
        return value == other
    if key == 'ts_ns':
        return (value + US // 2) // US * US == other
    return abs(value - other) <= US * (1000 if key in ('self_ns', 'cpu_ns') or key.startswith(('run', 'sleep', 'block')) else 1)


def differ(rows, others, is_rough):
    if len(rows) != len(others):
        yield f'{len(rows)} rows, expected {len(others)}'
    for number, (row, other) in enumerate(zip(rows, others)):
        if row != other and not (is_rough and row.keys() == other.keys() and all(are_near(key, row[key], other[key]) for key in row)):
            yield f'row {number}: got {row}, expected {other}'


def check_texts(tap, cli, corpus):
    for name, text, is_rough in TEXTS:
        for kind in KINDS:
            rows = list_rows(cli, kind, corpus / name)
            others = list_rows(cli, kind, corpus / text)
            faults = list(differ(rows, others, is_rough))
            tap.none(faults, f'{name}: {len(others)} {kind} as in its text')


def check_htraces(tap, cli, corpus):
    """Events are the same as in the text; additions of the log are ignored."""
    for name, text, later_ns in HTRACES:
        for kind in [kind for kind in KINDS if kind != 'events']:
            rows = list_rows(cli, kind, corpus / name)
            if kind in ('instants', 'threads', 'processes'):
                rows = [row for row in rows if row.get('track') != 'log' and row['pid'] not in LOG_PIDS]
            for row in rows:
                for key in row.keys() & {'ts_ns', 'request_ts_ns'}:
                    row[key] = row[key] - later_ns if row[key] is not None else None
            others = list_rows(cli, kind, corpus / text)
            for row in others if kind == 'kernel' else []:
                row['args'] = PRIORITY.sub('', row['args'])
            faults = list(differ(rows, others, False))
            tap.none(faults, f'{name}: {len(others)} {kind} as in its text')
        tap.check(len(list_rows(cli, 'log', corpus / name)) == len(LOG_PIDS), f'{name}: lines of the log')


def check_messages(tap, cli, corpus):
    """Events by name, and samples by plugin, as counted by another decoder."""
    for oracle in sorted((corpus / 'htrace').glob('*.oracle.json')):
        path = oracle.with_name(oracle.name.replace('.oracle.json', '.htrace.zst'))
        facts = json.loads(oracle.read_bytes())
        info = cli.json('info', path)
        ours = {row['name']: row['count'] for row in info['kinds'] if not row['name'].startswith('plugin ')}
        theirs = {'tracing_mark_write' if name == 'print' else name: n for name, n in facts.get('ftrace', {}).get('events', {}).items()}
        tap.check(ours == theirs, f'{path.name}: events by name', [ours, theirs])
        if 'cpu-plugin' in facts['plugins']:
            counters = collections.Counter(row['name'] for row in list_rows(cli, 'counters', path))
            for name, plugin in (('processes', 'cpu-plugin'), ('MemFree', 'memory-plugin'), ('net.rx_bytes', 'network-plugin'), ('net.wlan0.tx_bytes', 'network-plugin'), ('disk.read_bytes', 'diskio-plugin')):
                tap.check(counters[name] == facts['plugins'][plugin]['messages'], f'{path.name}: {counters[name]} samples of {name}', [facts['plugins'][plugin]])
        tap.check(any(row['kind'] == 'truncated' for row in info['diagnostics']) == facts['cut'], f'{path.name}: cut or not', [info['diagnostics']])


def check_cuts(tap, cli, corpus):
    """Apart from names after the cut, events are the same by time, CPU, thread and kind."""
    keys = ('ts_ns', 'cpu', 'tid', 'event')
    for name, whole in CUTS:
        rows = collections.Counter(tuple(row.get(key) for key in keys) for row in list_rows(cli, 'events', corpus / name))
        others = collections.Counter(tuple(row.get(key) for key in keys) for row in list_rows(cli, 'events', corpus / whole))
        tap.check(rows and rows <= others, f'{name}: {sum(rows.values())} events of the whole file', list((rows - others).items()))


def check_counts(tap, cli, corpus):
    """Events by name, first and last time, as counted by another decoder."""
    for oracle in sorted([*(corpus / 'raw').glob('*.oracle.json'), *(corpus / 'tracedat').glob('*.oracle.json')]):
        stem = oracle.name.removesuffix('.oracle.json')
        path = next(path for path in oracle.parent.iterdir() if path.name.removesuffix('.zst').removesuffix('.sys').removesuffix('.dat') == stem and '.json' not in path.name and '.txt' not in path.name)
        trace = json.loads(oracle.read_bytes())['trace']
        rows = list_rows(cli, 'events', path)
        names = {'print': 'tracing_mark_write'}
        theirs = collections.Counter()
        for name, n in trace['per_event'].items():
            theirs['event_' + name[3:] if name.startswith('id ') else names.get(name, name)] += n
        ours = collections.Counter(row['event'] for row in rows)
        tap.check(ours == theirs, f'{path.name}: {len(rows)} events by name', [f'got {ours - theirs} more, {theirs - ours} less'])
        span = [trace['first_ns'], trace['last_ns']]
        tap.check([rows[0]['ts_ns'], rows[-1]['ts_ns']] == span, f'{path.name}: first and last time', [span, rows[0], rows[-1]])


def check_converted(tap, cli, corpus):
    """To text, Perfetto and JSON; the text is read back unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text, suffixes in CONVERTED:
            for suffix in suffixes:
                outputs = []
                for path in (corpus / name, corpus / text):
                    output = folder / f'out.{suffix}'
                    cli.output('convert', '-o', output, path)
                    outputs.append(output.read_bytes())
                tap.check(outputs[0] == outputs[1], f'{name}: as .{suffix} the same {len(outputs[1])} bytes as its text')
        for name in ROUNDTRIPS:
            roundtrip.compare(tap, cli, corpus / name, folder / 'out.atrace', f'{name} as text')
            if name not in WITHOUT_PROCESSES:
                roundtrip.compare(tap, cli, corpus / name, folder / 'out.pftrace', f'{name} as packets')


def check_page(tap, cli, corpus):
    """The only page of a real device, row by row."""
    theirs = json.loads((corpus / 'raw/device_page.rows.json').read_bytes())
    ours = []
    for row in list_rows(cli, 'events', corpus / 'raw/device_page.sys'):
        if row['event'] == 'sched_switch':
            sides = [dict(pair.split('=', 1) for pair in side.split()) for side in row['details'].split(' ==> ')]
            ours.append([row['ts_ns'], row['tid'], row['event'], sides[0]['prev_comm'], int(sides[0]['prev_pid'])])
        elif row['event'] == 'sched_wakeup':
            fields = dict(pair.split('=', 1) for pair in row['details'].split())
            ours.append([row['ts_ns'], row['tid'], row['event'], fields['comm'], int(fields['pid'])])
    theirs = [[row[0], row[3], row[2], row[4], row[5]] if row[2] == 'sched_wakeup' else [row[0], row[3], row[2], row[4], row[5]] for row in theirs if row[2] in ('sched_switch', 'sched_wakeup')]
    tap.check(ours == theirs, f'device_page.sys: {len(theirs)} switches and wakeups', [pair for pair in zip(ours, theirs) if pair[0] != pair[1]])


def main(program, corpus):
    tap, cli = Tap(), Cli(program)
    corpus = pathlib.Path(corpus) / 'raw'
    check_texts(tap, cli, corpus)
    check_htraces(tap, cli, corpus)
    check_messages(tap, cli, corpus)
    check_cuts(tap, cli, corpus)
    check_counts(tap, cli, corpus)
    check_page(tap, cli, corpus)
    check_converted(tap, cli, corpus)
    tap.finish()


if __name__ == '__main__':
    main(*sys.argv[1:])
