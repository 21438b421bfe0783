#!/usr/bin/env python3
"""Plants changes in a capture and counts how many of them a comparison finds.

usage: bench-plants.py STRATA_CLI CAPTURE... [--names N] [--lines N] [--seed N]

SPDX-License-Identifier: GPL-3.0-or-later

A CAPTURE is ftrace text or a systrace page, plain or in zstd. Only its markers are kept. Each
thread is played again separately: the time between two markers belongs to the innermost open slice
and varies by up to 3 %, differently before and after. Then the times of one name are changed, and
"strata-cli diff" must report it in its first row, and no other name. A change too rare to be
significant, such as five longer calls of a hundred, must also be reported in the first row, but as
undecided. "possible" counts the names that can be significant. For tails, those with enough calls:
without a change, the k pairs of calls that differ most all differ the same way once in 2^(k-1)
comparisons, which is less than one in twenty from k = 6. No test can distinguish fewer from chance.
For times, those whose change is 1 % of a frame or more over the whole capture: less never matters
by default, however significant (see --limit of diff).
"""

import argparse
import collections
import csv
import io
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

MARK = re.compile(rb'^\s*(.*?)-(\d+)\s+(?:\(\s*([-\d]+)\)\s+)?\[(\d+)\].*?\s(\d+)\.(\d+): tracing_mark_write: ([BE])\|?(\d*)\|?(.*?)\s*$')
# HiTrace's text around a name: "H:", the id of a chain, level and tag
HARMONY = re.compile(rb'^H:(?:\[[0-9a-f]*,[0-9a-f]*,[0-9a-f]*\]#)?(.*?)(?:\|[DICM]\d\d.*)?$')
NOISE = 0.03
REAL = {'slower', 'added', 'faster', 'removed', 'more-calls', 'fewer-calls', 'slower-tail', 'faster-tail', 'slower-inside', 'faster-inside'}


def read_lines(path):
    if path.endswith('.zst'):
        return subprocess.run(['zstd', '-dc', path], stdout=subprocess.PIPE, check=True).stdout.split(b'\n')
    with open(path, 'rb') as file:
        return file.read().split(b'\n')


class Thread:
    """The markers of a thread: (time in us, name or None for an end)."""

    def __init__(self, comm, tid, tgid):
        self.comm, self.tid, self.tgid = comm, tid, tgid
        self.marks = []


def read_threads(path, n_lines):
    threads = {}
    for line in read_lines(path)[:n_lines]:
        match = MARK.match(line)
        if not match:
            continue
        comm, tid, tgid, _, seconds, fraction, phase, _, name = match.groups()
        if tid not in threads:
            threads[tid] = Thread(comm, tid, tgid or tid)
        name = HARMONY.sub(rb'\1', name)
        time_us = int(seconds) * 1000000 + int(fraction[:6].ljust(6, b'0'))
        threads[tid].marks.append((time_us, name if phase == b'B' else None))
    return list(threads.values())


def shape(name):
    return re.sub(r'\d+', '#', name.decode('utf-8', 'replace'))


def own_times(threads):
    times = collections.Counter()
    calls = collections.Counter()
    for thread in threads:
        stack, before = [], None
        for time_us, name in thread.marks:
            if stack:
                times[stack[-1]] += time_us - before
            before = time_us
            if name is None:
                if stack:
                    stack.pop()
            else:
                stack.append(shape(name))
                calls[stack[-1]] += 1
    return times, calls


def play_thread(thread, plant, noise, counter, out):
    """Plays a thread with a plant: (name, kind, size); counter numbers the calls of its name."""
    stack, before, clock, count = [], None, float(thread.marks[0][0]), 0
    planted, kind, size = plant
    for time_us, name in thread.marks:
        if before is not None:
            gap = float(time_us - before)
            if stack:
                factor = noise.uniform(1 - NOISE, 1 + NOISE)
                top, is_tail = stack[-1][:2]
                if top == planted and (kind == 'size' or (kind == 'tail' and is_tail)):
                    factor *= size
                gap *= factor
                stack[-1][3] += gap
            clock += gap
        before = time_us
        if name is None:
            if stack:
                top, _, written, own = stack.pop()
                out.append((clock, thread, None))
                # the same call once more, with the same self time
                if kind == 'calls' and top == planted and count % size == 0:
                    out.append((clock + 1, thread, written))
                    clock += own
                    out.append((clock, thread, None))
            continue
        short = shape(name)
        if short == planted:
            count = next(counter)
        written = name
        if kind == 'rename' and short == planted:
            written = b'Renamed::' + name
        stack.append([short, count % 20 == 0, written, 0.0])
        out.append((clock, thread, written))
    for _ in stack:
        out.append((clock, thread, None))


def write(path, threads, plant, seed):
    noise = random.Random(seed)
    out = []
    counter = itertools.count(1)
    for thread in threads:
        play_thread(thread, plant, noise, counter, out)
    # sorted() keeps the order of a thread's marks with equal times
    with open(path, 'wb') as file:
        file.write(b'# tracer: nop\n#\n')
        for clock, thread, name in sorted(out, key=lambda mark: round(mark[0])):
            us = round(clock)
            mark = b'E' if name is None else b'B|%s|%s' % (thread.tgid.strip(), name)
            file.write(b'%16s-%s (%5s) [000] .... %d.%06d: tracing_mark_write: %s\n' % (thread.comm, thread.tid, thread.tgid, us // 1000000, us % 1000000, mark))


def compare(cli, a, b):
    run = subprocess.run([cli, 'diff', '--csv', a, b], stdout=subprocess.PIPE, check=True)
    return list(csv.DictReader(io.StringIO(run.stdout.decode('utf-8', 'replace'))))


def fold(name):
    """Replaces numbers as strata-cli does in shapes of names."""
    return re.sub(r'[\d#…]+(?:\.[\d#…]+)*', '#', name)


KINDS = [('+%d %%' % round(100 * (size - 1)), 'size', size, {'slower'}) for size in (1.05, 1.1, 1.2, 1.3, 1.5)] + [
    ('every 20th call 6 times', 'tail', 6.0, {'slower-tail', 'slower'}),
    ('a third more calls', 'calls', 3, {'more-calls'}),
    ('a new name', 'rename', 0, {'added', 'removed'}),
]


# the smallest change that matters: 1 % of a frame of 16.7 ms
LEAST_CHANGE_US = 167
# this many longer calls differ the same way by chance in less than one of twenty comparisons
LEAST_LONGER_CALLS = 6


def is_possible(kind, size, n_calls, own_us):
    if kind == 'size':
        return (size - 1) * own_us >= LEAST_CHANGE_US
    return kind != 'tail' or n_calls // 20 >= LEAST_LONGER_CALLS


class Result:
    def __init__(self):
        self.found = self.first = self.open = self.alarms = 0

    def add(self, rows, name, verdicts):
        related = {fold(name), 'Renamed::' + fold(name)}
        hits = [(i, row['verdict']) for i, row in enumerate(rows) if fold(row['name']) in related]
        told = [i for i, verdict in hits if verdict in verdicts]
        self.found += bool(told)
        self.first += bool(told) and told[0] == 0
        self.open += not told and hits[:1] == [(0, 'too-few')]
        # callers of a changed name are correctly slower inside
        self.alarms += sum(row['verdict'] in REAL and not row['verdict'].endswith('-inside') and fold(row['name']) not in related for row in rows)
        if 'VERBOSE' in os.environ and told[:1] != [0]:
            print('#', name, hits, rows[0]['name'], rows[0]['verdict'])


def measure(cli, capture, options):
    threads = read_threads(capture, options.lines)
    times, calls = own_times(threads)
    names = [name for name, _ in times.most_common() if calls[name] >= 20][:options.names]
    folder = tempfile.mkdtemp()
    a, b = os.path.join(folder, 'a.ftrace'), os.path.join(folder, 'b.ftrace')
    write(a, threads, (None, None, 0), options.seed)
    write(b, threads, (None, None, 0), options.seed + 1)
    rows = compare(cli, a, b)
    alarms = sum(row['verdict'] in REAL for row in rows)
    print(f'{os.path.basename(capture)}: {len(threads)} threads, {len(rows)} names, {len(names)} of them with plants, false alarms without a plant {alarms}')
    print(f'  {"plant":<26} {"possible":>8} {"found":>5} {"row 1":>5} {"open":>5} {"false":>5}')
    for title, kind, size, verdicts in KINDS:
        result = Result()
        for name in names:
            write(b, threads, (name, kind, size), options.seed + 1)
            result.add(compare(cli, a, b), name, verdicts)
        print(f'  {title:<26} {sum(is_possible(kind, size, calls[name], times[name]) for name in names):8} {result.found:5} {result.first:5} {result.open:5} {result.alarms:5}', flush=True)
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cli')
    parser.add_argument('captures', nargs='+')
    parser.add_argument('--names', type=int, default=8)
    parser.add_argument('--lines', type=int, default=400000)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    for capture in options.captures:
        measure(options.cli, capture, options)
    return 0


sys.exit(main())
