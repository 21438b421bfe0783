#!/usr/bin/env python3
"""The files of all profilers work alike: profile, tree, flame graph, comparison, search, and beside
a trace, in the unit of the samples.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

CORPUS = pathlib.Path(__file__).parent.parent / 'fuzz' / 'corpus'

# File, unit of weights (ns for time), whether it has times, and the inclusive and exclusive weights of some names, added up by hand from
# the bytes.
FAMILIES = [
    ('samples/perf-script', 'ns', True, {'outer': (200000, 0), 'inner(int)': (100000, 100000), '[b.so]': (100000, 100000)}),
    ('samples/simpleperf', 'cpu-cycles', True, {'outer': (1200, 700), 'inner(int)': (500, 500)}),
    ('samples/perf-data', 'ns', True, {'a.so+0x210': (2000, 0), 'a.so+0x220': (1000, 1000), 'a.so+0x230': (1000, 1000)}),
    ('samples/perf-data-compressed', 'ns', True, {'a.so+0x210': (2000, 0), 'a.so+0x220': (1000, 1000)}),
    ('samples/perf-data-hiperf', 'ns', True, {'seed': (1, 1), 'a.so+0x230': (1, 1)}),
    ('samples/hiperf', 'ns', True, {'outer': (50, 0), 'inner': (50, 50)}),
    ('samples/gecko', 'ns', True, {'root': (6000000, 2000000), 'mid': (4000000, 2000000), 'leaf': (2000000, 2000000)}),
    ('samples/gecko-raw', 'ns', True, {'outer (in lib)': (3000000, 1000000), 'inner (in lib)': (2000000, 2000000)}),
    ('samples/speedscope', 'ns', True, {'a': (17500000, 7000000), 'b': (7500000, 3000000), 'c': (7500000, 7500000)}),
    ('samples/folded', 'millisamples', False, {'main': (18500, 0), 'draw': (15000, 5000), 'fill': (10000, 10000)}),
    ('samples/folded-columns', 'millisamples', False, {'main': (30500, 0), 'foo': (22000, 22000), 'bar baz': (5000, 5000), 'qux': (3500, 0)}),
    ('samples/pprof', 'bytes', False, {'main': (70, 0), 'alloc': (70, 70)}),
    ('hicollie/stacks', 'ns', True, {'main': (1350000000, 300000000)}),
    ('freeze/appfreeze', 'samples', True, {'outer': (3, 0), 'inner': (2, 2), 'other': (1, 1)}),
    ('cpuprofile/recorded', 'ns', True, {}),
]

TIMES = re.compile(r'[0-9]\u00a0(ns|µs|ms|s)\b')


def check_sums(tap, cli, path, name, family):
    _, unit, _, wanted = family
    info = cli.json('info', '--weights', path)
    tap.check(info.get('unit', 'ns') == unit and f'end_{unit}' in info, f'{name}: unit', info)
    rows = {row['name']: row for row in cli.rows('profile', '--weights', path)}
    found = {key: (int(rows[key][f'inclusive_{unit}']), int(rows[key][f'exclusive_{unit}'])) for key in wanted if key in rows}
    tap.equal(found, wanted, f'{name}: sums of weights')
    texts = [cli.output(command, '--weights', path) for command in ('info', 'profile', 'tree')]
    if unit != 'ns':
        tap.none([text for text in texts if TIMES.search(text)], f'{name}: no weight is called time')
        tap.check(all(unit in text for text in texts), f'{name}: weights are called {unit}')
    tree = cli.json('tree', '--weights', path)
    tap.equal(sum(row[f'exclusive_{unit}'] for row in tree), sum(int(row[f'exclusive_{unit}']) for row in rows.values()), f'{name}: the tree adds up to the profile')


def check_pictures(tap, cli, folder, path, name):
    flame, picture = folder / 'flame.svg', folder / 'picture.svg'
    cli.output('tree', '--weights', f'--flame={flame}', path)
    cli.output('render', '-o', picture, path)
    tap.check(flame.read_text().count('<use') > 3, f'{name}: the flame graph has names')
    tap.check(picture.read_text().count('<use') > 3, f'{name}: the timeline has names')


def check_comparison(tap, cli, folder, path, name):
    report = cli.output('diff', '--weights', path, path)
    tap.check(report.startswith('No difference'), f'{name}: the same as itself', report)
    flame = folder / 'diff.svg'
    cli.output('diff', '--weights', '--flame', '-o', flame, path, path)
    tap.check(flame.stat().st_size > 1000, f'{name}: two flame graphs')


def check_beside(tap, cli, trace, path, name, has_times):
    both = cli.run('list', 'slices', '--csv', f'--with={path}', trace)
    if not has_times:
        tap.check(both.returncode == 1 and b'do not fit on the axis' in both.stderr, f'{name}: bytes and samples do not lie on an axis of time', both.stderr)
        return
    count = [len(list(cli.rows('list', 'slices', file))) for file in (trace, path)]
    tap.equal(len(both.stdout.decode().splitlines()) - 1, sum(count), f'{name}: all calls beside a trace')
    tap.check(b'sampled' in both.stdout, f'{name}: and they are samples there')


def check_search(tap, cli, path, name):
    names = [row['name'] for row in cli.rows('list', 'slices', path)]
    rows = list(cli.rows('list', 'slices', '--where', f'name="{names[-1]}"', path))
    tap.equal([row['name'] for row in rows], [one for one in names if one == names[-1]], f'{name}: a search finds a call')


def check_copies(tap, cli, folder, path, name, unit):
    """Copies keep the unit, which only Strata reads."""
    if unit == 'ns':
        return
    rows = sorted(str(row) for row in cli.rows('profile', '--weights', path))
    for suffix in ('atrace', 'pftrace', 'json', 'strata'):
        copy = folder / f'copy.{suffix}'
        result = cli.run(*(('clip', '--span=..') if suffix == 'strata' else ('convert',)), '--weights', path, '-o', copy)
        tap.check(f'has {unit} as nanoseconds for other programs' in result.stderr.decode(), f'{name}: what .{suffix} says', result.stderr)
        tap.equal(cli.json('info', copy).get('unit'), unit, f'{name}: unit in .{suffix}')
        tap.equal(sorted(str(row) for row in cli.rows('profile', copy)), rows, f'{name}: profile in .{suffix}')
        report = cli.output('diff', '--weights', path, copy)
        tap.check(report.startswith('No difference'), f'{name}: .{suffix} is compared by weight', report)


def main():
    tap, cli, folder = start()
    trace = folder / 'trace.ftrace'
    trace.write_bytes(inputs.android())
    for family in FAMILIES:
        name, _, has_times, _ = family
        path = folder / 'unknown'
        path.write_bytes((CORPUS / name).read_bytes())
        check_sums(tap, cli, path, name, family)
        check_pictures(tap, cli, folder, path, name)
        check_comparison(tap, cli, folder, path, name)
        check_beside(tap, cli, trace, path, name, has_times)
        check_search(tap, cli, path, name)
        check_copies(tap, cli, folder, path, name, family[1])
    tap.finish()


main()
