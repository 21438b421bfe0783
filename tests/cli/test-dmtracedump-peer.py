#!/usr/bin/env python3
"""Compares strata-cli dmtracedump with Android's dmtracedump itself.

SPDX-License-Identifier: GPL-3.0-or-later

usage: test-dmtracedump-peer.py STRATA_CLI DMTRACEDUMP --part PART | TRACE...

Standard output and exit status must be equal, byte for byte, for all options, on generated traces
(PART selects some) or on the given ones. Permitted differences are in differences(), each with the
reason and the expected output of ours.
"""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import methodtraces  # pylint: disable=wrong-import-position
from tap import Tap  # pylint: disable=wrong-import-position

N_RANDOM = 50
N_PARTS = 4
N_ODD_PARTS = 2
LAYOUTS = [(3, 14), (3, 10), (2, 0), (1, 0), (3, 18)]
REPORTS = [[], ['-o'], ['-h'], ['-h', '-s', 'js/'], ['-d', 'other.trace'], ['-hd', 'other.trace'], ['-o', '-h', '-d', 'other.trace']]
DRAWINGS = [[], ['-t', '0'], ['-t', '70'], ['-t', '-5'], ['-t', '99'], ['-t', '100'], ['-t', '33.9'], ['-t', 'abc'], ['-h', '-t', '5']]


class Peers:
    """Both programs, in a temporary folder."""

    def __init__(self, tap, ours, theirs):
        self.tap = tap
        self.ours = [os.path.abspath(ours), 'dmtracedump']
        self.theirs = [theirs]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='strata-peer-'))
        # Android's program reads uninitialized memory: its graphs change with every even MALLOC_PERTURB_.
        self.environment = {name: value for name, value in os.environ.items() if name != 'MALLOC_PERTURB_'}

    def write(self, content, name='a.trace'):
        (self.folder / name).write_bytes(content)

    def run(self, program, arguments):
        return subprocess.run([*program, *arguments], cwd=self.folder, env=self.environment, capture_output=True, check=False, timeout=300)

    def run_both(self, arguments):
        return self.run(self.theirs, arguments), self.run(self.ours, arguments)

    def find_fault(self, arguments):
        """The differences, or an empty list."""
        theirs, ours = self.run_both(arguments)
        if (theirs.returncode, theirs.stdout) == (ours.returncode, ours.stdout):
            return []
        return [f'{arguments}: exit {ours.returncode}, not {theirs.returncode}; {len(ours.stdout)} bytes, not {len(theirs.stdout)}; {ours.stderr[:200]}']

    def draw(self, program, arguments, name, keeps_text):
        """The picture and its text, if they exist."""
        self.run(program, ['-g', name, *(['-k'] if keeps_text else []), *arguments, 'a.trace'])
        paths = [self.folder / name, self.folder / f'{name}.dot']
        drawn = [path.read_bytes() if path.exists() else None for path in paths]
        for path in paths:
            path.unlink(missing_ok=True)
        return drawn

    def find_drawing_fault(self, arguments, keeps_text=True):
        if self.draw(self.theirs, arguments, 'g.png', keeps_text) == self.draw(self.ours, arguments, 'g.png', keeps_text):
            return []
        return [f'-g {arguments} differs']

    def without_drawing(self):
        """Puts a fast dot that does nothing first in the path."""
        program = self.folder / 'bin'
        program.mkdir()
        (program / 'dot').write_text('#!/bin/sh\n')
        (program / 'dot').chmod(0o755)
        self.environment['PATH'] = f'{program}:{os.environ["PATH"]}'


def check_random(peers, part):
    faults = []
    drawing_faults = []
    seeds = range(part, N_RANDOM, N_PARTS)
    for seed in seeds:
        records, methods, threads = methodtraces.random_trace(seed)
        version, record_bytes = LAYOUTS[seed % len(LAYOUTS)]
        peers.write(methodtraces.whole(records, version, record_bytes, methods, threads))
        others, other_methods, other_threads = methodtraces.random_trace(seed + 100000)
        peers.write(methodtraces.whole(others, 3, 14, other_methods, other_threads), 'other.trace')
        for arguments in REPORTS:
            faults += [f'{seed}: {fault}' for fault in peers.find_fault([*arguments, 'a.trace'])]
        for arguments in DRAWINGS:
            drawing_faults += [f'{seed}: {fault}' for fault in peers.find_drawing_fault(arguments)]
    peers.tap.none(faults, f'{len(REPORTS)} reports of {len(seeds)} random traces')
    peers.tap.none(drawing_faults, f'{len(DRAWINGS)} graphs of {len(seeds)} random traces')


def check_streams(peers):
    """Our output for a stream equals theirs for the same records in the classic layout."""
    faults = []
    for seed in range(20):
        records, methods, threads = methodtraces.random_trace(seed)
        records = [record for record in records if record[0] != 0]
        if not records:
            continue
        peers.write(methodtraces.whole(records, 3, 14, methods, threads))
        peers.write(methodtraces.stream(records, methods, threads), 'stream')
        for arguments in [[], ['-h']]:
            theirs = peers.run(peers.theirs, [*arguments, 'a.trace'])
            ours = peers.run(peers.ours, [*arguments, 'stream'])
            faults += [f'{seed} {arguments}'] if theirs.stdout != ours.stdout else []
    peers.tap.none(faults, 'reports of streams')


def odd_files():
    """Odd files that the other program reads to the end."""
    parse, whole, key, data = methodtraces.parse, methodtraces.whole, methodtraces.key, methodtraces.data
    calls = parse('1>10@5 1>20@6 1<20@7 1<10@8')
    good, text, bytes_ = whole(calls), key(), data(calls)
    lines = ['0x10\tA\t\t()V\tx\t1', '0x20\tB\t\t()V', '0x30\t\tb\t()V\tf', '0x40\tA\tb\t', '0x50\tA\tb\t\tf\t3', '0x60\tA\tb\t()V\t', '0x70\tA\tb\t()V\tf\t', '0x80\t', '0x90\t\t\t', '0xa0\tA\tb\t()V\t\t',
             '0xb0\tA\tb\tc\td\te\tf\tg', '0xc0\tA\tb\tc d', '0X d0\tA\tx', '0xe0\t\t\t\tf\t3', '0xf0\tA\t', '0x100\tonly', '0x110\tA&"\'<b>é\tm&\t("<)V\tf', '0x120\t' + 'x' * 300 + '\t' + '<' * 200 + '\t()V']
    lines = [line for line in lines if ' d0' not in line]
    odd_names = text.replace(b'*methods\n', b'*methods\n' + ('\n'.join(lines) + '\n').encode()).replace(b'0x10\tA\ta\t()V\tA.java\t1\n0x20', b'0x20')
    odd_names = b''.join(line for n, line in enumerate(odd_names.splitlines(True)) if not (line.startswith((b'0x20\tB\tb', b'0x30\torg', b'0x40\tD'))))
    words = ' '.join(f'1>{int(line.split()[0], 16):x}@{i * i}' for i, line in enumerate(lines))
    return {
        'no records': text + data([]),
        'a wrong magic': good.replace(b'SLOW', b'SLAW'),
        'the last record cut': good[:-3],
        'only part of a record': text + bytes_[:40],
        'no data': text,
        'the header cut in its first bytes': text + bytes_[:3],
        'the header cut': text + bytes_[:10],
        'the header without the size of records': text + bytes_[:16],
        'a version that does not exist': text + data([], 0),
        'a longer header': text + data(calls, header_bytes=48),
        'the usual columns missing or empty': odd_names + data(parse(words)),
        'exits before any entry': whole(parse('1<10@5 1<20@4 1<30@6 1<10@7 1<10@8 1<10@9 1>20@10')),
        'nothing but an exit': whole(parse('1<10@5')),
        'undeclared methods': whole(parse('1>10@1 1>50@2 1>60@3 1<60@4 1<50@5 1>100@6')),
        'undeclared threads': whole(parse('9>10@1 123>20@4')),
        'reserved actions': whole(parse('1>10@1 1?10@2 1<10@4 1?20@9')),
        'unrolls': whole(parse('1>10@1 1>20@3 1!20@4 1!10@5 1!30@9')),
        'a clock that steps back': whole(parse('1>10@10 1<10@5 1>10@20 1<10@25 1>20@30 1>30@35 1<30@33 1<20@34')),
        'times above 2³¹': whole(parse('1>10@4000000000 1<10@4000000010')),
        'calls 10,000 deep': whole([(1, 0x10, 0, i) for i in range(10000)]),
        'threads of odd names': text.replace(b'*methods', b'10\t  ten \n100000\tbig\n7\t\n*methods') + bytes_,
        'thread 32767': whole(parse('32767>10@1 32767>20@3 32767<20@4')),
    }


def check_odd(peers, part):
    peers.write(methodtraces.whole(methodtraces.parse('1>10@5 1>20@6 1<20@7 1<10@30')), 'other.trace')
    for name, content in list(odd_files().items())[part::N_ODD_PARTS]:
        peers.write(content)
        peers.tap.none([fault for arguments in REPORTS for fault in peers.find_fault([*arguments, 'a.trace'])] + [fault for arguments in DRAWINGS for fault in peers.find_drawing_fault(arguments)], f'a file with {name}')


def differences():
    """Files and options with an intended difference: the reason, and our output."""
    parse, whole, key, data = methodtraces.parse, methodtraces.whole, methodtraces.key, methodtraces.data
    calls = parse('1>10@5 1>20@6 1<20@7 1<10@8')
    good, text = whole(calls), key()
    stop = 'theirs prints the stack and stops'
    return [
        ('an exit of a method further down', whole(parse('1>10@0 1>20@1 1<10@5')), [], stop, 0, 'also ended inner calls'),
        ('an exit of a method that is not open', whole(parse('1>10@0 1<20@1 1<10@5')), [], stop, 0, 'were not open'),
        ('calls 10,001 deep', whole([(1, 0x10, 0, i) for i in range(10001)]), [], 'theirs stops at 10,000', 0, 'nested 10001 deep'),
        ('a stream', methodtraces.stream(calls), [], 'theirs does not know streams', 0, 'does not read this version'),
        ('a stream, its records', methodtraces.stream(calls), ['-o'], 'theirs does not know streams', 0, 'does not read this version'),
        ('packets of Android 16', methodtraces.packets(calls), [], 'theirs does not know them', 0, 'does not read this version'),
        ('a section that is not known', text.replace(b'*threads', b'*more\nx\n*threads') + data(calls), [], 'theirs fails at once', 0, ''),
        ('sections in another order', b'*methods\n0x10\tA\ta\t()V\n*version\n3\n*end\n' + data(calls), [], 'theirs fails at once', 0, ''),
        ('an empty line', text.replace(b'*methods\n', b'*methods\n\n') + data(calls), [], 'theirs fails at once', 0, ''),
        ('an id that is no number', text.replace(b'0x40', b'zz') + data(calls), [], 'theirs fails at once', 0, 'zz'),
        ('no methods', text.partition(b'*methods\n')[0] + b'*methods\n*end\n' + data(calls), [], 'theirs fails at once', 0, ''),
        ('no end of the key', text.replace(b'*end\n', b'') + data(calls), [], 'theirs fails at once', 0, ''),
        ('a thread id above 32767', whole(parse('40000>10@1 40000<10@6')), [], 'theirs leaves it out of the total, and percentages are infinite', 0, 'ids go up to 40000'),
        ('a clock that wraps', whole(parse('1>10@4294967290 1<10@10')), [], 'theirs has a time near 2⁶⁴', 0, 'overflowed 32 bits'),
        ('ids without 0x', text.replace(b'\n0x', b'\n') + data(calls), [], 'theirs reads them as decimal, ART writes them in hexadecimal', 0, ''),
        ('CR LF, the records', text.replace(b'\n', b'\r\n') + data(calls), ['-o'], 'theirs has the CR in the names of threads', 0, ''),
        ('a key cut off, the records', text[:60], ['-o'], 'theirs ends with 0 although it could not read the file', 1, 'cut off in line'),
        ('a method declared twice', text.replace(b'0x20\tB', b'0x10\tB') + data(parse('1>10@5 1<10@8')), ['-o'], 'theirs takes any of the two, ours the last', 0, ''),
        ('records of an empty file', b'', ['-o'], 'theirs ends with 0 although it could not read the file', 1, 'empty'),
    ]


def check_differences(peers):
    for name, content, arguments, reason, code, words in differences():
        peers.write(content)
        theirs, ours = peers.run_both([*arguments, 'a.trace'])
        peers.tap.check((theirs.returncode, theirs.stdout) != (ours.returncode, ours.stdout), f'differs: {name}: {reason}', ours)
        peers.tap.check(ours.returncode == code and words in ours.stderr.decode(), f'{name}: ours ends with {code}' + (f' and says “{words}”' if words else ''), ours)


def check_usage(peers):
    peers.write(methodtraces.whole(methodtraces.parse('1>10@5 1<10@8')))
    for arguments in [[], ['a.trace', 'a.trace'], ['-x', 'a.trace'], ['-d'], ['-h'], ['-o', '-s'], ['missing'], ['-d', 'missing', 'a.trace'], ['-d', 'a.trace', 'missing'], ['-h', 'missing']]:
        theirs, ours = peers.run_both(arguments)
        peers.tap.check((theirs.returncode, theirs.stdout) == (ours.returncode, ours.stdout) and ours.stderr.count(b'\n') == 1, 'exit status of ' + ' '.join(arguments), ours)
    faults = [fault for arguments in [['a.trace', '-o'], ['--', 'a.trace'], ['-ot5', 'a.trace'], ['-k', 'a.trace', '-h'], ['-hsu/', 'a.trace'], ['-d', 'a.trace', '-g', 'g.png', 'a.trace']] for fault in peers.find_fault(arguments)]
    peers.tap.none(faults, 'options joined, behind the file, in any order')


def check_files(peers, paths):
    """All given classic files; files with expected differences are recognized by content."""
    for path in paths:
        shutil.copy(path, peers.folder / 'a.trace')
        content = pathlib.Path(path).read_bytes()
        allowed = []
        if content.startswith(b'SLOW'):
            allowed = REPORTS
        elif b'*end' not in content or b'\r\n*end' in content:
            allowed = [arguments for arguments in REPORTS if '-o' in arguments]
        faults = [fault for arguments in REPORTS if arguments not in allowed for fault in peers.find_fault([*arguments, 'a.trace'])]
        if not content.startswith(b'SLOW'):
            faults += [fault for arguments in DRAWINGS for fault in peers.find_drawing_fault(arguments)]
        peers.tap.none(faults, f'{pathlib.Path(path).name}' + (f', {len(allowed)} differ as listed' if allowed else ''))


def check_others(peers):
    check_streams(peers)
    check_differences(peers)
    check_usage(peers)


PARTS = {
    **{f'random-{part}': functools.partial(check_random, part=part) for part in range(N_PARTS)},
    **{f'odd-{part}': functools.partial(check_odd, part=part) for part in range(N_ODD_PARTS)},
    'usage': check_others,
}


def main():
    tap = Tap()
    peers = Peers(tap, sys.argv[1], sys.argv[2])
    peers.write(methodtraces.whole(methodtraces.parse('1>10@5 1>20@6 1<20@7000 1<10@9000')))
    peers.write((peers.folder / 'a.trace').read_bytes(), 'other.trace')
    if shutil.which('dot'):
        tap.none(peers.find_drawing_fault([]) + peers.find_drawing_fault(['-t', '0'], keeps_text=False), 'pictures that dot draws')
    peers.without_drawing()
    if sys.argv[3] == '--part':
        PARTS[sys.argv[4]](peers)
    else:
        check_files(peers, sys.argv[3:])
    shutil.rmtree(peers.folder)
    tap.finish()


main()
