"""Checks whether a trace is unchanged by “strata-cli convert”.

SPDX-License-Identifier: GPL-3.0-or-later
"""
from tap import read_csv

# Not in atrace text: how a call was left or its begin was found, the thread clock of method traces,
# and process names from other sections of a file.
LOST_FLAGS = {'exception', 'rebuilt'}
COLUMNS = {
    'slices': ['ts_ns', 'dur_ns', 'self_ns', 'pid', 'tid', 'thread', 'depth', 'name', 'level', 'tags', 'category', 'chain', 'args'],
    'async': ['ts_ns', 'dur_ns', 'pid', 'depth', 'name', 'level', 'tags', 'category', 'chain', 'args', 'cookie', 'lane'],
    'counters': ['ts_ns', 'pid', 'name', 'value'],
    'instants': ['ts_ns', 'pid', 'tid', 'thread', 'track', 'name'],
    'states': ['tid', 'thread', 'ts_ns', 'dur_ns', 'state', 'cpu', 'waker_tid', 'io_wait'],
    'cpu': ['cpu', 'ts_ns', 'dur_ns', 'tid', 'thread', 'end_state', 'prio'],
    'losses': ['cpu', 'ts_ns', 'dur_ns', 'events'],
    'threads': ['pid', 'tid', 'thread'],
    'names': ['pid', 'tid', 'thread', 'since_ns', 'name'],
    'processes': ['pid', 'process'],
}

# Method traces have other names.
OF_DEVICES = ('threads', 'processes', 'names')


def read_rows(cli, kind, path, is_method_trace, has_quotes):
    text = cli.run('list', kind, '--csv', '--no-mapping', path).stdout.decode()
    found = []
    for row in read_csv(text):
        # A method trace may lack its process, and its open calls end with their thread, not with the trace.
        if is_method_trace:
            row['pid'] = ''
        if is_method_trace and 'unfinished' in row.get('flags', ''):
            row['dur_ns'] = row['self_ns'] = ''
        # text needs a priority, so an unknown one becomes that of ordinary threads
        if kind == 'cpu':
            row['prio'] = row['prio'] or '120'
        # JSON knows only text where HiTrace has a value in brackets
        if not has_quotes and 'args' in row:
            row['args'] = row['args'].replace('"', '')
        cells = [row[column] for column in COLUMNS[kind]]
        if 'flags' in row:
            cells.append(' '.join(flag for flag in row['flags'].split() if flag not in LOST_FLAGS))
        found.append(tuple(cells))
    return found if kind in OF_DEVICES else sorted(found)


def compare(tap, cli, path, output, what, has_states=True, has_quotes=True):
    """Converts a trace and lists the differences in the result."""
    result = cli.run('convert', '--no-mapping', path, '-o', output)
    if result.returncode != 0:
        tap.check(False, f'{what}: is converted', result.stderr.decode())
        return
    is_method_trace = cli.json('info', path)['format'] == 'traceview'
    for kind in COLUMNS:
        if (kind == 'states' and not has_states) or (kind in OF_DEVICES and is_method_trace):
            continue
        before = read_rows(cli, kind, path, is_method_trace, has_quotes)
        after = read_rows(cli, kind, output, is_method_trace, has_quotes)
        gone = sorted(set(before) - set(after))[:2]
        new = sorted(set(after) - set(before))[:2]
        tap.check(before == after, f'{what}: the same {len(before)} {kind}', f'{len(after)} after; gone {gone}\nnew {new}')
