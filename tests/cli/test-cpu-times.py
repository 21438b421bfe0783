#!/usr/bin/env python3
"""CPU times of calls where a file has only some of them: unknown ones are empty, not 0.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position


def call(begin, length, name, **more):
    return {'ph': 'X', 'pid': 1, 'tid': 2, 'ts': begin, 'dur': length, 'name': name, **more}


def event(phase, time, name, **more):
    return {'ph': phase, 'pid': 1, 'tid': 2, 'ts': time, 'name': name, **more}


# The data of the file for each call, in ns: name, begin on the CPU clock, CPU time.
TIMES = [
    ('known', 1000000, 50000), ('only length', None, 7000), ('nothing', None, None), ('inner', 1020000, 3000),
    ('pair', 1100000, 10000), ('half', 1200000, None), ('mixed', 1300000, 4000), ('mixed', None, None), ('back', 1290000, None), ('other', None, None),
]


def make():
    return [
        call(10, 100, 'known', tts=1000, tdur=50), call(20, 20, 'only length', tdur=7), call(50, 20, 'nothing'), call(55, 5, 'inner', tts=1020, tdur=3),
        event('B', 200, 'pair', tts=1100), event('E', 220, 'pair', tts=1110), event('B', 300, 'half', tts=1200), event('E', 320, 'half'),
        call(400, 20, 'mixed', tts=1300, tdur=4), call(450, 20, 'mixed'), event('B', 500, 'back', tts=1290), event('E', 510, 'back', tts=1280),
        {**call(600, 20, 'other'), 'tid': 3},
    ]


def check_calls(tap, cli, path, what):
    found = [(row['name'], row.get('thread_ts'), row.get('thread_dur')) for row in cli.json('query', path, 'SELECT name, thread_ts, thread_dur FROM slice')]
    tap.equal(found, TIMES, f'{what}: SQL')
    wanted = [(name, '' if run is None else str(run)) for name, _, run in TIMES]
    tap.equal([(row['name'], row['cpu_ns']) for row in cli.rows('list', 'slices', path)], wanted, f'{what}: list --csv')
    tap.equal([(row['name'], row.get('cpu_ns')) for row in cli.json('list', 'slices', path)], [(name, run) for name, _, run in TIMES], f'{what}: list --json')


def check_sums(tap, cli, path):
    rows = {row['name']: (row['inclusive_cpu_ns'], row['exclusive_cpu_ns'], row['unknown_cpu_calls']) for row in cli.rows('profile', path)}
    tap.equal(rows['mixed'], ('4000', '4000', '1'), 'a sum is that of the known')
    tap.equal(rows['nothing'], ('', '', '1'), 'none known: no sum, though something inside is')
    tap.equal(rows['known'], ('50000', '', '0'), 'whether what ran inside an unknown call was its own is not known')
    tap.equal({row['name']: row['unknown_exclusive_cpu_calls'] for row in cli.rows('profile', path)}['known'], '1', 'and counted')
    tap.equal(cli.json('query', path, "SELECT exclusive_cpu, n_unknown_exclusive_cpu FROM profile WHERE name = 'known'"), [{'exclusive_cpu': None, 'n_unknown_exclusive_cpu': 1}], 'and so in SQL')
    tap.check(b'the CPU time of 5 calls is unknown' in cli.run('profile', path).stderr, 'profile says that calls are missing')
    tap.equal(cli.json('query', path, "SELECT n_unknown_cpu FROM profile WHERE name = 'mixed'"), [{'n_unknown_cpu': 1}], 'SQL counts them')
    nodes = {row['name']: (row['inclusive_cpu_ns'], row['exclusive_cpu_ns']) for row in cli.rows('tree', path)}
    tap.equal((nodes['known'], nodes['mixed'], nodes['nothing'], nodes['inner']), (('50000', ''), ('4000', '4000'), ('', ''), ('3000', '3000')), 'tree')
    nodes = {row['name']: row['inclusive_cpu_ns'] for row in cli.rows('tree', '--bottom-up', path) if row['depth'] == '1'}
    tap.equal((nodes['known'], nodes['mixed'], nodes['inner']), ('', '4000', '3000'), 'tree from the bottom up')
    folded = dict(line.rsplit(' ', 1) for line in cli.output('tree', '--folded', '--clock', 'cpu', path).splitlines())
    tap.check(not any(stack.endswith(';known') for stack in folded), 'folded stacks', folded)
    relatives = [(row['relation'], row['name'], row['inclusive_cpu_ns']) for row in cli.rows('profile', '--relatives', 'known', path)]
    tap.check(('self', '', '') in relatives and ('child', 'nothing', '') in relatives and ('child', 'only length', '7000') in relatives, 'relatives', relatives)


def check_comparison(tap, cli, path, folder):
    other = folder / 'other.json'
    other.write_text(json.dumps({'traceEvents': [{**row, 'tts': 5000 + row['ts'], 'tdur': 5} if row['ph'] == 'X' else row for row in make()]}), encoding='utf-8')
    rows = {row['name']: row for row in cli.rows('diff', '--clock', 'cpu', path, other)}
    tap.equal([key for key, value in rows['mixed'].items() if key.startswith('a_') and 'cpu' in key and value], [], 'sums of some calls are not compared')


def check_alone(tap, cli, folder):
    path = folder / 'alone.json'
    path.write_text(json.dumps([call(10, 5, 'a'), call(20, 5, 'a')]), encoding='utf-8')
    tap.equal([row['cpu_ns'] for row in cli.rows('list', 'slices', path)], ['', ''], 'a file without CPU times')


def main():
    tap, cli, folder = start()
    path = folder / 'some.json'
    path.write_text(json.dumps({'traceEvents': make()}), encoding='utf-8')
    check_calls(tap, cli, path, 'as it is')
    check_sums(tap, cli, path)
    check_comparison(tap, cli, path, folder)
    for name in ('again.json', 'again.pftrace'):
        cli.output('convert', '-o', folder / name, path)
        check_calls(tap, cli, folder / name, name)
    check_alone(tap, cli, folder)
    tap.finish()


main()
