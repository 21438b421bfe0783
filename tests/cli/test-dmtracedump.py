#!/usr/bin/env python3
"""strata-cli dmtracedump: its reports, and its behaviour where the other program stops.

SPDX-License-Identifier: GPL-3.0-or-later

The files in dmtracedump/ are the output of Android's dmtracedump (Debian 1:11.0.0+r48-5) for the
same traces; test-dmtracedump-peer.py runs that program itself.
"""
import os
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import methodtraces  # pylint: disable=wrong-import-position
from fixture import check_failure, start  # pylint: disable=wrong-import-position

GOLDENS = pathlib.Path(__file__).parent / 'dmtracedump'

# Recursion in both directions, an exit from before the trace, two threads, an unroll, a method
# without calls, an undeclared one, calls open at the end.
FIRST = methodtraces.parse('1<30@3 1>10@5 1>20@10 2>20@2 1>10@12 1>20@13 1<20@17 1<10@20 2>40@900 1<20@2700 1>40@3000 1!40@3100 1<10@4000 2<40@5000 1>50@5000 1>40@5001')
SECOND = methodtraces.parse('1>10@5 1>20@10 1<20@30 1<10@4000 1>60@4000 1<60@4500')
METHODS = methodtraces.METHODS + [(0x70, 'D', 'never', '()V')]
OTHER_METHODS = methodtraces.METHODS[:2] + [(0x60, 'New', 'n', '()V', 'N.java')]

REPORTS = {
    'profile.txt': ['first.trace'],
    'profile.html': ['-h', '-s', 'js/', 'first.trace'],
    'records.txt': ['-o', 'first.trace'],
    'diff.txt': ['-d', 'first.trace', 'second.trace'],
    'diff.html': ['-hd', 'second.trace', 'first.trace'],
}


class Case:
    """Runs the command in the folder with the traces."""

    def __init__(self, tap, cli, folder):
        self.tap, self.cli, self.folder = tap, cli, folder
        cli.program = os.path.abspath(cli.program)
        os.chdir(folder)
        self.write('first.trace', methodtraces.whole(FIRST, methods=METHODS))
        self.write('second.trace', methodtraces.whole(SECOND, methods=OTHER_METHODS))

    def write(self, name, content):
        (self.folder / name).write_bytes(content)

    def run(self, *arguments):
        return self.cli.run('dmtracedump', *arguments)

    def check_same(self, name, wanted, what):
        """Checks that a command succeeds, prints no message and has this output."""
        result = self.run(*name)
        self.tap.equal((result.returncode, result.stderr, result.stdout), (0, b'', wanted), what)

    def check_notes(self, records, words, what, **more):
        """Checks that a command succeeds and that each of the words is on a separate line on stderr."""
        self.write('odd.trace', methodtraces.whole(records, **more))
        result = self.run('odd.trace')
        lines = result.stderr.decode().splitlines()
        right = result.returncode == 0 and len(lines) == len(words) and all(word in line and line.startswith('strata-cli: odd.trace: ') for word, line in zip(words, lines))
        self.tap.check(right, f'{what}: goes on and says so', result.stderr)
        return result.stdout.decode()


def check_reports(case):
    for name, arguments in REPORTS.items():
        case.check_same(arguments, (GOLDENS / name).read_bytes(), name)
    first = (GOLDENS / 'profile.txt').read_bytes()
    case.check_same(['first.trace', '-k', '-t', '5'], first, 'options that change nothing, behind the file')
    case.check_same(['-o', '-h', '-d', 'second.trace', 'first.trace'], (GOLDENS / 'records.txt').read_bytes(), '-o overrides the rest')
    case.check_same(['--html', '--sortable=js/', 'first.trace'], (GOLDENS / 'profile.html').read_bytes(), 'long options')


def check_stream(case, what, arguments, wanted):
    result = case.run(*arguments)
    case.tap.equal((result.returncode, result.stdout), (0, wanted), f'{what}: the same report')
    case.tap.check(b'does not read this version' in result.stderr and result.stderr.count(b'\n') == 1, f'{what}: and says so', result.stderr)


def check_containers(case):
    """Files that the other program cannot read have the same reports."""
    key, data = methodtraces.key(METHODS), methodtraces.data(FIRST)
    case.write('pair.key', key)
    case.write('pair.data', data)
    for name, wanted in [('profile.txt', []), ('records.txt', ['-o'])]:
        golden = (GOLDENS / name).read_bytes()
        for half in ['pair', 'pair.key', 'pair.data']:
            case.check_same([*wanted, half], golden, f'{name} of {half}')
        case.write('stream', methodtraces.stream(FIRST, METHODS))
        check_stream(case, 'stream', [*wanted, 'stream'], golden)

    # exits in packets do not name their method, so one from before the trace has no name
    case.write('classic', methodtraces.whole(FIRST[1:], methods=METHODS))
    case.write('packets', methodtraces.packets(FIRST[1:], METHODS))
    for wanted in [[], ['-o'], ['-h'], ['-d', 'second.trace']]:
        check_stream(case, 'packets ' + ' '.join(wanted), [*wanted, 'packets'], case.run(*wanted, 'classic').stdout.replace(b'classic<br>', b'packets<br>'))

    case.write('cut', methodtraces.stream(FIRST, METHODS, has_summary=False))
    result = case.run('cut')
    case.tap.equal((result.returncode, result.stdout.partition(b'=' * 70)[2].splitlines()[1]), (0, b'Total cycles: 9996'), 'a stream without its summary')


def check_recovery(case):
    text = case.check_notes(methodtraces.parse('1>10@0 1>20@10 1>30@20 1<10@50 1>40@60 1<40@70'), ['also ended inner calls'], 'an exit of a method further down')
    case.tap.check(all(line in text for line in ['Total cycles: 70\n', '[1]     71.4%                     1+0             50 A.a ()V\n', '       30   42.86  42.86  [3] org/C.c']), 'it ends what is above', text)

    text = case.check_notes(methodtraces.parse('1>10@0 1>20@10 1<30@20 1<20@25 1<10@30'), ['were not open'], 'an exit of a method that is not open')
    case.tap.check('               50.0%    [2]      1/1             15 B.b' in text and 'org/C' not in text, 'it ends nothing', text)

    deep = [(1, 0x10, 0, i) for i in range(100000)] + [(1, 0x10, 1, 100000 + i) for i in range(100000)]
    text = case.check_notes(deep, ['nested 100000 deep'], 'a recursion of 100,000 calls')
    case.tap.check('[1]    100.0%                     1+99999     199999 A.a ()V\n' in text, 'all calls count', text[-400:])

    text = case.check_notes([(40000, 0x10, 0, 5), (40000, 0x10, 1, 15)], ['ids go up to 40000'], 'a thread id above 32767')
    case.tap.check('Total cycles: 10\n' in text and '       10  100.00 100.00  [1] A.a ()V' in text, 'it is part of the total', text)

    text = case.check_notes([(1, 0x10, 0, 2**32 - 10), (1, 0x10, 1, 10)], ['overflowed 32 bits'], 'a clock that wraps')
    case.tap.check('Total cycles: 20\n' in text, 'goes on counting', text[:200])
    text = case.check_notes([(1, 0x10, 0, 20), (1, 0x10, 1, 10)], ['go backwards'], 'a clock that steps back')
    case.tap.check('Total cycles: 18446744073709551606\n' in text, 'as the other program has it', text[:200])


def check_damage(case):
    whole = methodtraces.whole(FIRST, methods=METHODS)
    key = methodtraces.key(METHODS)
    for n, words in [(len(whole) - 3, b'WARNING: hit EOF mid-record\n'), (len(key), b'Unsupported trace file version: -1\n'), (len(key) + 10, b'header of the data')]:
        case.write('damaged.trace', whole[:n])
        result = case.run('damaged.trace')
        case.tap.check(result.returncode == 0 and words in result.stderr, f'cut {len(whole) - n} bytes before the end', result)
    case.write('damaged.trace', whole[:len(key) // 2])
    check_failure(case.tap, case.run('damaged.trace'), 1, ['damaged.trace', 'cut off in line'], 'cut in the key')

    crlf = key.replace(b'\n', b'\r\n') + methodtraces.data(FIRST)
    for name, content in [('CR LF', crlf), ('another magic', whole.replace(b'SLOW', b'SLAW')), ('no 0x', whole.replace(b'\n0x', b'\n'))]:
        case.write('damaged.trace', content)
        case.tap.equal(case.run('damaged.trace').stdout, (GOLDENS / 'profile.txt').read_bytes(), f'a file with {name}')


def check_graph(case):
    program = case.folder / 'bin'
    program.mkdir()
    (program / 'dot').write_text('#!/bin/sh\ncp "$4" "$3.seen"\n')
    (program / 'dot').chmod(0o755)
    path = os.environ['PATH']
    os.environ['PATH'] = f'{program}:{path}'

    golden = (GOLDENS / 'graph.dot').read_bytes()
    result = case.run('-g', 'a.png', '-k', '-t', '1', 'first.trace')
    case.tap.equal((result.returncode, result.stdout), (0, (GOLDENS / 'profile.txt').read_bytes()), '-g prints the report, too')
    case.tap.equal((case.folder / 'a.png.dot').read_bytes(), golden, '-k keeps the graph')
    case.run('-g', 'b.png', '-t', '1', 'first.trace')
    case.tap.equal((case.folder / 'b.png.seen').read_bytes(), golden, 'dot is given the graph')
    case.tap.check(not (case.folder / 'b.png.dot').exists(), 'without -k nothing stays')

    os.environ['PATH'] = str(case.folder)
    result = case.run('-g', 'c.png', 'first.trace')
    case.tap.check(result.returncode == 1 and b'apt install graphviz' in result.stderr, 'without dot: says how to install it', result.stderr)
    os.environ['PATH'] = path


def check_usage(case):
    for arguments, words in [([], ['got 0']), (['-o'], ['got 0']), (['first.trace', 'second.trace'], ['got 2']),
                             (['-x', 'first.trace'], ['“-x”']), (['first.trace', '-d'], ['“-d”'])]:
        check_failure(case.tap, case.run(*arguments), 2, words, 'dmtracedump ' + ' '.join(arguments))
    for arguments in [['missing'], ['-o', 'missing'], ['-d', 'missing', 'first.trace'], ['-d', 'first.trace', 'missing'], ['android.ftrace']]:
        check_failure(case.tap, case.run(*arguments), 1, [arguments[-1] if arguments[0] != '-d' else 'missing'], 'dmtracedump ' + ' '.join(arguments))


def main():
    tap, cli, folder = start()
    case = Case(tap, cli, folder)
    check_reports(case)
    check_containers(case)
    check_recovery(case)
    check_damage(case)
    check_graph(case)
    check_usage(case)
    tap.finish()


if __name__ == '__main__':
    main()
