#!/usr/bin/env python3
"""strata-cli tree.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

COLUMNS = ['node', 'parent', 'depth', 'name', 'inclusive_ns', 'exclusive_ns', 'inclusive_cpu_ns', 'exclusive_cpu_ns', 'calls']

# Two frames. The second one calls itself; neighbouring events are 10 µs apart.
CALLS = ['a', 'b', 'c', '', '', 'c', '', '', 'a', 'b', 'b', 'c', '', '', '', '']

# By the names from the outermost inwards: inclusive µs, exclusive µs, calls.
CASES = [
    ([], {'a': (140, 50, 2), 'a b': (80, 40, 2), 'a b c': (10, 10, 1), 'a b b': (30, 20, 1), 'a b b c': (10, 10, 1), 'a c': (10, 10, 1)}),
    (['--fold-recursion'], {'a': (140, 50, 2), 'a b': (80, 60, 3), 'a b c': (20, 20, 2), 'a c': (10, 10, 1)}),
    (['--hide', 'b'], {'a': (140, 110, 2), 'a c': (30, 30, 3)}),
    (['--hide', 'b', '--hide', 'c'], {'a': (140, 140, 2)}),
    (['--focus', 'b'], {'b': (80, 40, 2), 'b c': (10, 10, 1), 'b b': (30, 20, 1), 'b b c': (10, 10, 1)}),
    (['--filter', 'C'], {'a': (30, 0, 2), 'a b': (20, 0, 2), 'a b c': (10, 10, 1), 'a b b': (10, 0, 1), 'a b b c': (10, 10, 1), 'a c': (10, 10, 1)}),
    (['--bottom-up'], {'b': (60, 0, 3), 'b a': (40, 40, 2), 'b b': (20, 0, 1), 'b b a': (20, 20, 1), 'a': (50, 50, 2), 'c': (30, 0, 3),
                       'c b': (20, 0, 2), 'c b a': (10, 10, 1), 'c b b': (10, 0, 1), 'c b b a': (10, 10, 1), 'c a': (10, 10, 1)}),
    (['--depth', '1'], {'a': (140, 50, 2)}),
    (['--least', '25'], {'a': (140, 50, 2), 'a b': (80, 40, 2)}),
    (['--slice', 'b'], {'b': (50, 20, 1), 'b b': (30, 20, 1), 'b b c': (10, 10, 1)}),
]


def write_calls(folder, calls, name='calls.ftrace'):
    text = inputs.HEADER
    for i, call in enumerate(calls):
        text += inputs.mark('main', 10, 10, 1000 + 10 * i, f'B|10|{call}' if call else 'E|10')
    path = folder / name
    path.write_bytes(text.encode())
    return path


def read_tree(rows):
    """Paths of names from the outermost inwards, with their values in µs."""
    stacks, tree = {'': ''}, {}
    for row in rows:
        stacks[row['node']] = f'{stacks[row["parent"]]} {row["name"]}'.strip()
        tree[stacks[row['node']]] = (int(row['inclusive_ns']) // 1000, int(row['exclusive_ns']) // 1000, int(row['calls']))
        assert int(row['depth']) == len(stacks[row['node']].split())
    return tree


def check_trees(tap, cli, path):
    for options, wanted in CASES:
        rows = cli.rows('tree', path, *options)
        tap.equal(read_tree(rows), wanted, ' '.join(['tree', *options]))
    tap.equal(cli.output('tree', path, '--csv').splitlines()[0], ','.join(COLUMNS), 'columns')


def check_json(tap, cli, path):
    rows = cli.json('tree', path)
    tap.equal((list(rows[0]), rows[0]['parent'], rows[1]['parent'], rows[0]['inclusive_cpu_ns']), (COLUMNS, None, rows[0]['node'], None), 'JSON')


def check_bottom_up(tap, cli, path):
    lines = cli.output('tree', path, '--bottom-up', '--depth', '1').splitlines()
    tap.equal((lines[0].split(), lines[1].split()), (['Exclusive', 'Excl', '%', 'Calls', 'Name'], ['60.0', 'µs', '42.9', '%', '3', 'b']), 'from the bottom up a row has one time')


def check_folded(tap, cli, folder, path):
    tap.equal(sorted(cli.output('tree', path, '--folded').splitlines()), [
        'a 50000', 'a;b 40000', 'a;b;b 20000', 'a;b;b;c 10000', 'a;b;c 10000', 'a;c 10000'], 'folded stacks')
    tap.equal(sorted(cli.output('tree', path, '--folded', '--bottom-up').splitlines()), [
        'a 50000', 'b;a 40000', 'b;b;a 20000', 'c;a 10000', 'c;b;a 10000', 'c;b;b;a 10000'], 'folded stacks from the bottom up')

    odd = write_calls(folder, ['one; two 3', ' \t', '', ''], 'odd.ftrace')
    tap.equal(sorted(cli.output('tree', odd, '--folded').splitlines()), ['one, two 3 20000', 'one, two 3;- 10000'], 'folded stacks of odd names')
    check_failure(tap, cli.run('tree', path, '--folded', '--csv'), 2, ['--folded'], 'folded and CSV')


def read_folded(data):
    """Parses lines as every reader of folded stacks does: the last word is a number, and semicolons separate frames."""
    stacks = {}
    for line in data.decode().split('\n')[:-1]:
        stack, count = line.rsplit(' ', 1)
        frames = tuple(stack.split(';'))
        assert int(count) > 0 and str(int(count)) == count, line
        assert all(frames) and not any(ord(letter) < 32 or letter == '\x7f' for letter in stack), line
        assert stack == stack.strip() and frames not in stacks, line
        stacks[frames] = int(count)
    assert data.endswith(b'\n')
    return stacks


HOSTILE = ['a;b', 'two words 7', ' ', '\t\x01\x7f', '中文；界面 ☃', '; ;', '10', '-1', 'x' * 3000, 'é', '# comment', '"quoted"', '\\n']


def check_hostile(tap, cli, folder):
    path = write_calls(folder, HOSTILE + [''] * len(HOSTILE), 'hostile.ftrace')
    stacks = read_folded(cli.run('tree', path, '--folded').stdout)
    rows = list(cli.rows('tree', path))
    tap.equal(sum(stacks.values()), sum(int(row['exclusive_ns']) for row in rows), 'folded stacks of hostile names: all time is there')
    tap.equal(max(len(frames) for frames in stacks), max(int(row['depth']) for row in rows), 'folded stacks of hostile names: a frame for each call')

    for name in ('android.ftrace', 'harmony.ftrace', 'dual.trace'):
        rows = [row for row in cli.rows('tree', folder / name) if int(row['exclusive_ns']) > 0]
        stacks = read_folded(cli.run('tree', folder / name, '--folded').stdout)
        tap.equal((len(stacks), sum(stacks.values())), (len(rows), sum(int(row['exclusive_ns']) for row in rows)), f'folded stacks of {name}')


def check_usage(tap, cli, path):
    for options, words in [
            (['--depth', '0'], ['--depth 0']), (['--depth', '-1'], ['--depth -1']), (['--depth', 'x'], ['--depth x']), (['--depth', '99999999999'], ['--depth']),
            (['--least', 'nan'], ['--least nan']), (['--least', '-5'], ['--least -5']), (['--least', 'inf'], ['--least inf']),
            (['--least', '101'], ['--least 101']), (['--least', '3%'], ['--least 3%']), (['--least', ''], ['--least']),
            (['--dark'], ['--dark', '--flame']), (['--chart'], ['--chart', '--flame']),
            (['--flame', 'x.svg', '--csv'], ['--flame', '--csv']), (['--flame', 'x.svg', '--folded'], ['--flame', '--folded']),
            (['--flame', 'x.svg', '--chart', '--depth', '2'], ['--depth']), (['--folded', '--depth', '2'], ['--depth']),
            (['--folded', '--least', '2'], ['--least']), (['--flame', 'x.svg', '--least', '2'], ['--least']),
            (['--flame', 'x.svg', '--chart', '--bottom-up'], ['--chart']), (['--flame', 'x.svg', '--chart', '--by', 'class'], ['--chart', '--by']),
            (['--by', 'name', '--by=class'], ['--by', 'twice']), (['--depth=2', '--depth=3'], ['--depth', 'twice'])]:
        check_failure(tap, cli.run('tree', path, *options), 2, words, ' '.join(options))
    tap.equal(cli.run('tree', path, '--filter', '--by', '--hide', 'a', '--hide', 'b').returncode, 0, 'values that look like options, and options that may be given twice')


def check_chart(tap, cli, folder, path):
    result = cli.run('tree', path, '--flame', folder / 'c.svg', '--chart')
    tap.equal((result.returncode, (folder / 'c.svg').read_bytes()[:5]), (0, b'<?xml'), 'call chart')
    result = cli.run('tree', path, '--flame', folder / 'd.svg', '--chart', '--slice', 'b', '--dark')
    tap.equal((result.returncode, (folder / 'd.svg').read_bytes()[:5]), (0, b'<?xml'), 'call chart of a call')


def check_deep(tap, cli, folder):
    path = write_calls(folder, ['a'] * 20000, 'deep.ftrace')
    check_failure(tap, cli.run('tree', path, '--flame', folder / 'deep.png'), 1, ['deep.png', '360000'], 'flame graph of calls too deep for an image')
    cli.output('tree', path, '--flame', folder / 'deep.svg')
    text = (folder / 'deep.svg').read_text()
    tap.check('height="360000px"' in text, 'deep calls as a drawing', text[:300])
    tap.check(max(int(y) for y in re.findall(r'M [0-9.]+ ([0-9]+)', text)) > 359000, 'down to where they are narrower than half a pixel')
    cli.output('tree', path, '--flame', folder / 'cut.png', '--depth', '50')
    tap.equal((folder / 'cut.png').read_bytes()[20:24], (50 * 18).to_bytes(4, 'big'), 'as many levels as are wanted')


def check_text(tap, cli, path):
    lines = cli.output('tree', path, '--least', '25').splitlines()
    tap.check(lines[0].split()[0] == 'Inclusive' and lines[0].endswith('Name'), 'headings', lines)
    tap.equal([line.split()[-1] for line in lines[1:3]], ['a', 'b'], 'rows')
    tap.check(lines[2].endswith('    b') or lines[2].endswith('  b'), 'indented', lines)
    tap.check(any(line.endswith('(2 shorter)') for line in lines) and any(line.endswith('(1 shorter)') for line in lines), 'what is left out', lines)


def check_packages(tap, cli, folder):
    rows = cli.rows('tree', folder / 'dual.trace', '--hide-package', 'a/b')
    tap.equal([(row['name'], row['inclusive_ns']) for row in rows], [('a/d/D.other ()V', '10000')], 'without a package')
    rows = cli.rows('tree', folder / 'dual.trace', '--by', 'class')
    tap.equal([(row['name'], row['depth'], row['calls']) for row in rows], [('a/b/C', '1', '1'), ('a/b/C', '2', '2'), ('a/d/D', '1', '1')], 'by class')


def check_flame(tap, cli, folder, path):
    for name, head in [('f.svg', b'<?xml'), ('f.png', b'\x89PNG'), ('f.pdf', b'%PDF')]:
        result = cli.run('tree', path, '--flame', folder / name, '--dark')
        tap.equal((result.returncode, (folder / name).read_bytes()[:len(head)]), (0, head), f'flame graph as {name}')
    check_failure(tap, cli.run('tree', path, '--flame', folder / 'f.gif'), 1, ['f.gif', '.svg'], 'flame graph as what is no picture')


def main():
    tap, cli, folder = start()
    path = write_calls(folder, CALLS)
    check_trees(tap, cli, path)
    check_json(tap, cli, path)
    check_bottom_up(tap, cli, path)
    check_folded(tap, cli, folder, path)
    check_hostile(tap, cli, folder)
    check_usage(tap, cli, path)
    check_chart(tap, cli, folder, path)
    check_deep(tap, cli, folder)
    check_text(tap, cli, path)
    check_packages(tap, cli, folder)
    check_flame(tap, cli, folder, path)
    tap.finish()


main()
