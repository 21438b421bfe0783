#!/usr/bin/env python3
"""Profiles of stacks that were sampled, against sums over the samples.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

PROFILE = pathlib.Path(__file__).parent.parent / 'formats' / 'data' / 'sampled-program.cpuprofile'

STACKS = '''10 #00 pc 1 /bin/start(main+1)
    7 #01 pc 2 /lib/a.so(work(int, char)+3)
        4 #02 at draw (/ets/Index.js:1:2)
        2 #02 at measure (/ets/Index.js:9:2)
    3 #01 at draw (/ets/Index.js:1:2)
'''


def sum_samples(profile):
    """Inclusive and exclusive microseconds by function, each sample until the next."""
    nodes = {node['id']: node for node in profile['nodes']}
    parents = {child: node['id'] for node in profile['nodes'] for child in node.get('children', [])}
    times, now = [], profile['startTime']
    for delta in profile['timeDeltas']:
        now += delta
        times.append(now)
    order = sorted(range(len(times)), key=lambda index: (times[index], index))
    inclusive, exclusive = {}, {}
    for place, index in enumerate(order):
        end = times[order[place + 1]] if place + 1 < len(order) else max(profile['endTime'], times[index])
        length, node, seen = end - times[index], profile['samples'][index], set()
        leaf = nodes[node]['callFrame']['functionName']
        exclusive[leaf] = exclusive.get(leaf, 0) + length
        while node is not None:
            name = nodes[node]['callFrame']['functionName']
            if name not in seen:
                inclusive[name] = inclusive.get(name, 0) + length
            seen.add(name)
            node = parents.get(node)
    return inclusive, exclusive


def check_profile(tap, cli):
    profile = json.loads(PROFILE.read_text())
    inclusive, exclusive = sum_samples(profile)
    rows = {row['name']: row for row in cli.rows('profile', PROFILE)}
    wrong = []
    for name in ('frame', 'parse', 'decode', 'spin', 'recurse', '(program)', '(garbage collector)'):
        found = (int(rows[name]['inclusive_ns']), int(rows[name]['exclusive_ns']))
        wanted = (inclusive[name] * 1000, exclusive.get(name, 0) * 1000)
        if found != wanted:
            wrong.append(f'{name}: {found}, not {wanted}')
    tap.none(wrong, 'functions are as long as their samples')
    slices = list(cli.rows('list', 'slices', PROFILE))
    tap.check(slices and all(row['flags'] == 'sampled' for row in slices), 'all are said to be sampled')
    tap.equal('(idle)' in rows, False, 'nothing running is no call')
    folded = cli.output('tree', '--folded', PROFILE)
    tap.check(any(line.split(' ')[0].endswith('frame;parse;decode;spin') for line in folded.splitlines()), 'stacks for flame graphs', folded[:500])


def check_stacks(tap, cli, folder):
    path = folder / 'stacks.txt'
    path.write_text(STACKS)
    rows = {row['name']: (int(row['inclusive_ns']) // 1000000, int(row['exclusive_ns']) // 1000000) for row in cli.rows('profile', path)}
    tap.equal(rows, {'main': (1500, 0), 'work(int, char)': (1050, 150), 'draw': (1050, 1050), 'measure': (300, 300)}, 'frames are 150 ms a sample')


def main():
    tap, cli, folder = start()
    check_profile(tap, cli)
    check_stacks(tap, cli, folder)
    tap.finish()


main()
