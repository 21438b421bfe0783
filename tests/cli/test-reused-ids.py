#!/usr/bin/env python3
"""Process and thread ids that are used again: names of process lists belong to who had the id when it was seen.
The expected rows are those of Perfetto's engine, but for names of packages and of programs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from htracewriter import field, varint  # pylint: disable=wrong-import-position

APP = 20000


def number(index, value):
    return varint(index << 3) + varint(value)


def kernel(time_ns, tid, kind, content):
    return field(2, field(1, time_ns) + number(2, tid) + field(kind, content))


def bundle(*events):
    return field(1, field(10, 2) + field(1, number(1, 0) + b''.join(events)))


def switch(time_ns, before, after, state):
    return kernel(time_ns, before[0], 4, field(1, before[1]) + number(2, before[0]) + field(3, 120) + number(4, state) + field(5, after[1]) + number(6, after[0]) + field(7, 120))


def life(begin_ns, name, end_ns=None):
    """A process that is forked, runs, and may end."""
    app, idle = (APP, name), (0, b'swapper')
    events = [kernel(begin_ns, 500, 235, field(1, APP) + field(2, name)), switch(begin_ns + 10, idle, app, 0)]
    if end_ns is not None:
        events += [kernel(end_ns - 20, APP, 238, field(1, name) + field(2, APP) + field(3, APP)), switch(end_ns - 10, app, idle, 64), kernel(end_ns, 0, 240, field(1, name) + field(2, APP))]
    else:
        events += [switch(begin_ns + 20, app, idle, 1)]
    return b''.join(events)


def rename(time_ns, name):
    return kernel(time_ns, APP, 236, field(1, APP) + field(2, b'main') + field(3, name))


def tree(time_ns, name, uid=0):
    return field(1, field(8, time_ns) + field(10, 1) + field(2, field(1, field(1, APP) + field(2, 500) + field(3, name) + field(5, uid)) + field(2, field(1, APP) + field(3, APP))))


def package(name, uid):
    return field(1, field(10, 1) + field(47, field(1, field(1, name) + field(2, uid) + field(5, 7))))


def descriptor(time_ns, name, label):
    return field(1, field(8, time_ns) + field(10, 1) + field(60, field(1, time_ns) + field(3, field(1, APP) + field(6, name) + field(8, label))))


EARLY, LATE = life(20000, b'main', 50000), life(120000, b'main')
TWO = bundle(EARLY, LATE)
NAMES = f'SELECT start_ts, end_ts, name FROM process WHERE pid = {APP} ORDER BY start_ts'


def main():
    tap, cli, folder = start()

    def check(title, data, *names, starts=(20000, 120000), ends=(50000, None)):
        path = folder / 'lives.pftrace'
        path.write_bytes(data)
        rows = [tuple(row.values()) for row in cli.json('query', path, NAMES)]
        tap.equal(rows, list(zip(starts, ends, names)), title)

    check('a list is about the process that lives then', TWO + tree(200000, b'com.new'), 'main', 'com.new')
    check('and if it is not the latest', TWO + tree(30000, b'com.old'), 'com.old', 'main')
    check('both', TWO + tree(30000, b'com.old') + tree(200000, b'com.new'), 'com.old', 'com.new')
    check('the order of the file does not matter', tree(200000, b'com.new') + tree(30000, b'com.old') + TWO, 'com.old', 'com.new')
    check('nor that of lists about one process', TWO + tree(210000, b'com.new') + tree(200000, b'zygote64'), 'main', 'com.new')
    check('a list between both is about a third one', TWO + tree(100000, b'com.new'), 'com.new', 'main', 'main', starts=(None, 20000, 120000), ends=(None, 50000, None))
    check('a list after a rename', bundle(EARLY, LATE, rename(160000, b'other')) + tree(200000, b'com.new'), 'main', 'com.new')
    check('a rename after a list', bundle(EARLY, LATE, rename(160000, b'other')) + tree(130000, b'com.new'), 'main', 'other')
    check('three processes', bundle(EARLY, life(60000, b'main', 90000), LATE) + tree(80000, b'com.middle'), 'main', 'com.middle', 'main', starts=(20000, 60000, 120000), ends=(50000, 90000, None))
    check('a process without a name yet has that of its package', TWO + tree(30000, b'zygote64', 10001) + tree(200000, b'com.new', 10002) + package(b'com.old', 10001), 'com.old', 'com.new')
    check('what a process says itself is about it', TWO + descriptor(30000, b'old', b'one') + descriptor(160000, b'new', b'two'), 'old', 'new')
    labels = cli.json('query', folder / 'lives.pftrace', f'SELECT a.string_value AS label FROM process JOIN args a USING (arg_set_id) WHERE pid = {APP} ORDER BY start_ts')
    tap.equal([row['label'] for row in labels], ['one', 'two'], 'labels, too')
    tap.finish()


main()
