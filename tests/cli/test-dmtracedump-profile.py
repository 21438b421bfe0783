#!/usr/bin/env python3
"""Compares the profile and the relatives of methods with the page of Android's dmtracedump.

SPDX-License-Identifier: GPL-3.0-or-later

usage: test-dmtracedump-profile.py STRATA_CLI DMTRACEDUMP [TRACE...]

Compares inclusive and exclusive time, calls and recursive calls of each method, and time and calls
of each of its parents and children, recursive ones separately, on generated traces or on the given
ones. Methods with an exit but no entry are left out: dmtracedump counts a call there, Strata only
reports the exit.
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import methodtraces  # pylint: disable=wrong-import-position
from tap import Cli, Tap  # pylint: disable=wrong-import-position

N_RANDOM = 60
LAYOUTS = [(3, 14), (3, 10), (2, 0), (1, 0)]
TOP = '(toplevel)'
SEPARATOR = re.compile(r'<a name="m\d+"></a>-+\n')
OWN = re.compile(r'\[\d+\] +\S+% +(\d+)\+(\d+) +(-?\d+) (.*)')
RELATIVE = re.compile(r' *(?:\S+%)? +<a href="#m\d+">\[\d+\]</a> +(\d+)/(\d+) +(-?\d+) (.*)')
EXCLUSIVE = re.compile(r' +(-?\d+) +\S+ +\S+ +<a href="#m\d+">\[\d+\]</a> (.*)')


def read_name(text):
    """The page leaves a space after a method without a signature."""
    return html.unescape(text).split('\t')[0].rstrip(' ')


def read_block(text):
    """Name, [inclusive, calls, recursive calls] and relatives of one method."""
    name, numbers, relatives, kind, prefix = None, None, {}, 'parent', ''
    for line in text.split('\n'):
        if match := OWN.fullmatch(line):
            name, kind, prefix = read_name(match[4]), 'child', ''
            numbers = [int(match[3]), int(match[1]), int(match[2])]
        elif match := RELATIVE.fullmatch(line):
            relatives[prefix + kind, read_name(match[4])] = (f'{match[1]}/{match[2]}', int(match[3]))
        elif line.strip().startswith('++'):
            prefix = 'recursive-'
    return name, numbers, relatives


def read_page(text):
    """The numbers and the relatives of each method."""
    text = text.partition('<a name="exclusive">')[2].partition('<a name="class">')[0]
    own, _, called = text.partition('<a name="inclusive">')
    exclusive = {read_name(match[2]): int(match[1]) for match in map(EXCLUSIVE.fullmatch, own.split('\n')) if match}
    blocks = [read_block(block) for block in SEPARATOR.split(called)[1:]]
    return {name: (exclusive.get(name, 0), *numbers) for name, numbers, _ in blocks}, {name: relatives for name, _, relatives in blocks}


class Pair:
    """The results of both programs for one file."""

    def __init__(self, cli, dmtracedump, path):
        self.cli, self.path = cli, path
        page = subprocess.run([dmtracedump, '-h', path], capture_output=True, check=False).stdout.decode()
        dump = subprocess.run([dmtracedump, '-o', path], capture_output=True, check=False).stdout.decode()
        self.left_out = {TOP, *(name.rstrip(' ') for name in methodtraces.find_leading_exits(dump))}
        numbers, self.relatives = read_page(page)
        self.numbers = {name: of for name, of in numbers.items() if name not in self.left_out}

    def read_profile(self):
        rows = list(self.cli.rows('profile', self.path))
        # the other program takes the CPU clock if there are both
        self.clock = 'cpu_ns' if any(row['inclusive_cpu_ns'] for row in rows) else 'ns'
        return {row['name']: self.read_row(row) for row in rows if row['name'] not in self.left_out}

    def read_row(self, row):
        times = [int(row[f'{kind}_{self.clock}']) // 1000 for kind in ('exclusive', 'inclusive')]
        return (*times, int(row['calls']), int(row['recursive_calls']))

    def read_relatives(self):
        found = {name: {} for name in self.numbers}
        if not found:
            return found
        for row in self.cli.rows('profile', self.path, *(option for name in found for option in ('--relatives', name))):
            if row['relation'] != 'self':
                found[row['of']][row['relation'], row['name'] or TOP] = (f'{row["calls"]}/{row["total_calls"]}', int(row[f'inclusive_{self.clock}']) // 1000)
        return found

    def find_faults(self):
        profile = self.read_profile()
        for name in sorted(self.numbers.keys() | profile.keys()):
            # the page omits methods without any time
            if self.numbers.get(name) != profile.get(name) and (name in self.numbers or any(profile[name][:2])):
                yield f'{name}: {profile.get(name)} instead of {self.numbers.get(name)}'
        for name, found in self.read_relatives().items():
            wanted = self.relatives[name]
            for key in sorted(found.keys() | wanted.keys()):
                if found.get(key) != wanted.get(key) and key[1] not in self.left_out - {TOP}:
                    yield f'{name}: {key} {found.get(key)} instead of {wanted.get(key)}'


def write_random(path, seed):
    """Exits match and all methods are declared, so that both programs can report them."""
    records, methods, threads = methodtraces.random_trace(seed)
    declared = {method[0] for method in methods}
    version, record_bytes = LAYOUTS[seed % len(LAYOUTS)]
    path.write_bytes(methodtraces.whole([record for record in records if record[1] in declared], version, record_bytes, methods, threads))


def check_random(tap, cli, dmtracedump):
    folder = pathlib.Path(tempfile.mkdtemp(prefix='strata-peer-'))
    faults, n_methods, n_relatives, n_recursive = [], 0, 0, 0
    for seed in range(N_RANDOM):
        write_random(folder / 'a.trace', seed)
        pair = Pair(cli, dmtracedump, folder / 'a.trace')
        faults += [f'{seed}: {fault}' for fault in pair.find_faults()]
        n_methods += len(pair.numbers)
        n_relatives += sum(len(pair.relatives[name]) for name in pair.numbers)
        n_recursive += sum(key[0].startswith('recursive') for name in pair.numbers for key in pair.relatives[name])
    shutil.rmtree(folder)
    tap.none(faults, f'{n_methods} methods of {N_RANDOM} random traces, {n_relatives} relatives')
    tap.check(n_methods > 500 and n_recursive > 500, f'{n_recursive} of these while recursive')


def check_files(tap, cli, dmtracedump, paths):
    """Compares the files that the other program reads: classic ones with an undamaged key."""
    for path in paths:
        pair = Pair(cli, dmtracedump, path)
        if pair.numbers:
            tap.none(pair.find_faults(), f'{pathlib.Path(path).name}: {len(pair.numbers)} methods, {sum(len(pair.relatives[name]) for name in pair.numbers)} relatives')


def main():
    tap, cli = Tap(), Cli(sys.argv[1])
    if len(sys.argv) > 3:
        check_files(tap, cli, sys.argv[2], sys.argv[3:])
    else:
        check_random(tap, cli, sys.argv[2])
    tap.finish()


main()
