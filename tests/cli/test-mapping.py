#!/usr/bin/env python3
"""strata-cli with a mapping of ProGuard or R8.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

MAPPING = '''# compiler: R8
com.shop.Cart -> a.b.C:
    1:1:void total() -> outer
    int count(int) -> inner
com.shop.Log -> a.d.D:
    void write() -> other
'''

FILE_NAMES = ['a/b/C.outer ()V', 'a/b/C.inner (I)I', 'a/d/D.other ()V']
ORIGINAL_NAMES = ['com/shop/Cart.total ()V', 'com/shop/Cart.count (I)I', 'com/shop/Log.write ()V']


def names(result):
    return [row.split(',')[0] for row in result.stdout.decode().splitlines()[1:]]


def check_given(tap, cli, folder):
    mapping = folder / 'names.txt'
    mapping.write_text(MAPPING)
    trace = folder / 'dual.trace'

    result = cli.run('profile', '--csv', '--mapping', mapping, trace)
    tap.equal(names(result), ORIGINAL_NAMES, 'profile by original names')
    tap.equal(names(cli.run('list', '--csv', '--mapping', mapping, 'methods', trace)), ORIGINAL_NAMES, 'list of original names')
    tap.equal(cli.json('info', '--mapping', mapping, trace)['mapping'], str(mapping), 'info tells the mapping')
    text = cli.output('profile', '--mapping', mapping, trace)
    tap.check('com.shop.Cart.count(int)' in text, 'as in a program for people', text)
    picture = folder / 'picture.svg'
    tap.equal(cli.run('render', '--mapping', mapping, '-o', picture, trace).returncode, 0, 'a picture')

    note = cli.run('info', '--mapping', mapping, folder / 'android.ftrace')
    tap.check(note.returncode == 0 and b'not a method trace' in note.stderr, 'a mapping for text is noted', note.stderr)
    check_failure(tap, cli.run('info', '--mapping', folder / 'nowhere', trace), 1, ['nowhere'], 'a mapping that is not there')
    check_failure(tap, cli.run('info', '--mapping', folder / 'noise', trace), 1, ['noise', 'not a mapping'], 'a mapping that is none')


def check_beside(tap, cli, folder):
    trace = folder / 'dual.trace'
    beside = folder / 'dual.mapping.txt'
    beside.write_text(MAPPING)

    result = cli.run('profile', '--csv', trace)
    tap.equal(names(result), ORIGINAL_NAMES, 'original names without asking')
    tap.check(b'dual.mapping.txt' in result.stderr and b'--no-mapping' in result.stderr, 'and that is said', result.stderr)
    tap.equal(names(cli.run('profile', '--csv', '--no-mapping', trace)), FILE_NAMES, 'names of the file with --no-mapping')
    tap.equal(names(cli.run('profile', '--csv', folder / 'wall.trace')), FILE_NAMES, 'a mapping of another trace is not used')

    beside.write_text(MAPPING + 'nonsense\n')
    kinds = [(row['kind'], row['count'], row['first']['line']) for row in cli.json('info', trace)['diagnostics']]
    tap.check(('bad-mapping', 1, 7) in kinds, 'lines that cannot be read are counted', kinds)
    beside.unlink()


RHEA = '''1.0|TRACE_START|1000|7
1.000001: B|7|B:12
1.000002: B|7|B:3
1.000003: B|7|E:12
1.000004: B|7|7
1.000005: E|7
1.000006: B|7|B:a.d.D:other
1.000007: B|7|E:a.d.D:other
1.0|TRACE_END
'''
IDS = '# methods\n12,1,com.shop.Cart total ()V\n3,1,com.shop.Cart count (I)I\n7,1,com.shop.Log write ()V\n'
BY_ID = ['com.shop.Cart.total ()V', 'com.shop.Cart.count (I)I', 'com.shop.Log.write ()V']


def slice_names(cli, *arguments):
    return [row['name'] for row in cli.rows('list', 'slices', *arguments)]


def check_rhea(tap, cli, folder):
    """Numbers and names of RheaTrace's methods."""
    trace = folder / 'rhea' / 'capture.gz'
    trace.parent.mkdir()
    trace.write_bytes(gzip.compress(RHEA.encode()))
    tap.equal(slice_names(cli, trace), ['12', '3', '7', 'a.d.D:other'], 'numbers without a mapping')

    ids = folder / 'numbers'
    ids.write_text(IDS)
    tap.equal(slice_names(cli, '--mapping', ids, trace), [*BY_ID, 'a.d.D:other'], 'a mapping of numbers')
    names_file = folder / 'names'
    names_file.write_text(MAPPING)
    tap.equal(slice_names(cli, '--mapping', names_file, trace), ['12', '3', '7', 'com.shop.Log:write'], 'a mapping of names')

    (trace.parent / 'methodMapping.txt').write_text(IDS)
    (trace.parent / 'mapping.txt').write_text(MAPPING)
    result = cli.run('list', 'slices', '--csv', trace)
    tap.equal(slice_names(cli, trace), [*BY_ID, 'com.shop.Log:write'], 'both beside')
    tap.check(b'mapping' in result.stderr.lower() and b'--no-mapping' in result.stderr, 'and that is said', result.stderr)
    tap.equal(slice_names(cli, '--no-mapping', trace), ['12', '3', '7', 'a.d.D:other'], 'numbers with --no-mapping')


def main():
    tap, cli, folder = start()
    check_given(tap, cli, folder)
    check_beside(tap, cli, folder)
    check_rhea(tap, cli, folder)
    tap.finish()


main()
