#!/usr/bin/env python3
"""Compares strata-cli query, and the output of strata-cli convert, with Perfetto's own engine.

SPDX-License-Identifier: GPL-3.0-or-later

usage: test-perfetto-engine.py STRATA_CLI ENGINE LIBRARY SAMPLES-FOLDER

ENGINE is perfetto-engine. Both programs read random captures, as text and as converted by Strata.
For the samples, Strata's results for a file are compared with the engine's for the Perfetto trace
that Strata converts it to.
"""
import atexit
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from tap import Cli, Tap  # pylint: disable=wrong-import-position

N_RANDOM = 20
N_LINES = 200
TASKS = {100: 100, 101: 100, 102: 100, 200: 200, 201: 200}
SAMPLES = ['android-slow-frame.ftrace.zst', 'openharmony-slow-frame.ftrace.zst', 'method-trace.trace']

OF_THREADS = 'FROM slice s JOIN thread_track t ON s.track_id = t.id'
SLICES = {
    'calls': f'SELECT s.name, count(*), sum(s.dur) {OF_THREADS} WHERE s.dur >= 0 GROUP BY s.name ORDER BY s.name',
    'open calls': f'SELECT s.name, count(*) {OF_THREADS} WHERE s.dur < 0 GROUP BY s.name ORDER BY s.name',
    'depths': f'SELECT s.depth, count(*) {OF_THREADS} GROUP BY s.depth ORDER BY s.depth',
    'counters': 'SELECT t.name, count(*), cast(sum(c.value) AS INT) FROM counter c JOIN track t ON c.track_id = t.id'
                " WHERE t.name != 'thread_time' GROUP BY t.name ORDER BY t.name",
}
OF_STATES = 'FROM thread_state s JOIN thread t USING (utid) WHERE t.tid != 0 AND s.dur >= 0'
ALL = SLICES | {
    'asynchronous slices': 'SELECT s.name, count(*), sum(s.dur) FROM slice s LEFT JOIN thread_track t ON s.track_id = t.id WHERE t.id IS NULL AND s.dur >= 0 GROUP BY s.name ORDER BY s.name',
    'instants': "SELECT s.depth, p.name, count(*) FROM slice s LEFT JOIN slice p ON s.parent_id = p.id WHERE s.name = 'tick' GROUP BY s.depth, p.name ORDER BY s.depth",
    'runs': 'SELECT t.tid, count(*), sum(s.dur) FROM sched s JOIN thread t USING (utid) WHERE t.tid != 0 AND s.dur >= 0 GROUP BY t.tid ORDER BY t.tid',
    'states': f'SELECT t.tid, s.state, count(*), sum(s.dur) {OF_STATES} GROUP BY t.tid, s.state ORDER BY t.tid, s.state',
}


class Writer:
    """A random capture in which no two events have the same time, so that both programs must agree."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.time_us = 1_000_000_000
        self.running = {0: 0, 1: 0}
        self.states = dict.fromkeys(TASKS, 'S')
        self.n_open = dict.fromkeys(TASKS, 0)
        self.asynchronous = []
        self.lanes = {}
        self.lines = ['# tracer: nop', '#']

    def write(self, cpu, event):
        tid = self.running[cpu]
        task = f'{f"t{tid}" if tid else "<idle>":>16}-{tid:<5} ({f"{TASKS[tid]:5}" if tid else "-----"})'
        self.lines.append(f'{task} [{cpu:03}] d..2 {self.time_us // 10**6}.{self.time_us % 10**6:06}: {event}')

    def mark(self, cpu, text):
        self.write(cpu, f'tracing_mark_write: {text}')

    def switch(self, cpu):
        ready = [tid for tid, state in self.states.items() if state == 'R']
        before, after = self.running[cpu], self.random.choice(ready + [0])
        if before == after:
            return
        state = self.random.choice(['S', 'R', 'D', 'R+']) if before else 'R'
        names = [f't{tid}' if tid else f'swapper/{cpu}' for tid in (before, after)]
        self.write(cpu, f'sched_switch: prev_comm={names[0]} prev_pid={before} prev_prio=120 prev_state={state} ==> next_comm={names[1]} next_pid={after} next_prio=120')
        self.states |= {tid: value for tid, value in ((before, state[0]), (after, 'running')) if tid}
        self.running[cpu] = after

    def wake(self, cpu):
        asleep = [tid for tid, state in self.states.items() if state in 'SD']
        if asleep:
            tid = self.random.choice(asleep)
            self.write(cpu, f'sched_waking: comm=t{tid} pid={tid} prio=120 target_cpu={cpu:03}')
            self.states[tid] = 'R'

    def call(self, cpu, tid):
        if self.n_open[tid] > 0 and self.random.random() < 0.6:
            self.mark(cpu, self.random.choice([f'E|{TASKS[tid]}', 'E']))
            self.n_open[tid] -= 1
        else:
            self.mark(cpu, f'B|{TASKS[tid]}|{self.random.choice(["draw", "two words", "a|b", "x:y"])}')
            self.n_open[tid] += 1

    def work(self, cpu, tid):
        if self.asynchronous and self.random.random() < 0.5:
            self.mark(cpu, f'F|{self.asynchronous.pop(self.random.randrange(len(self.asynchronous)))}')
        else:
            self.asynchronous.append(f'{TASKS[tid]}|{self.random.choice(["load", "decode"])}|{len(self.lines)}')
            self.mark(cpu, f'S|{self.asynchronous[-1]}')

    def lane(self, cpu, tid):
        """Slices on a named track of a process, one after the other, and instants inside and between them."""
        pid = TASKS[tid]
        if self.random.random() < 0.4:
            self.mark(cpu, f'N|{pid}|lane|tick')
        elif pid in self.lanes:
            self.mark(cpu, f'H|{pid}|lane|{self.lanes.pop(pid)}')
        else:
            self.lanes[pid] = len(self.lines)
            self.mark(cpu, f'G|{pid}|lane|piece|{self.lanes[pid]}')

    def step(self):
        self.time_us += self.random.choice([1, 2, 5, 17, 100])
        cpu = self.random.choice([0, 1])
        tid = self.running[cpu]
        kind = self.random.random()
        if kind < 0.35:
            self.switch(cpu)
        elif kind < 0.5:
            self.wake(cpu)
        elif tid and kind < 0.85:
            self.call(cpu, tid)
        elif tid and kind < 0.91:
            self.work(cpu, tid)
        elif tid and kind < 0.96:
            self.lane(cpu, tid)
        elif tid:
            self.mark(cpu, f'C|{TASKS[tid]}|counter {self.random.randrange(2)}|{self.random.randrange(-5, 1000)}')

    def get_text(self):
        for _ in range(N_LINES):
            self.step()
        return '\n'.join(self.lines) + '\n'


class Peers:
    """Both programs, and a folder for captures."""

    def __init__(self, cli, engine, library):
        self.cli, self.engine = cli, [engine, library]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='strata-engine-'))
        atexit.register(shutil.rmtree, self.folder)

    def ask(self, path, sql):
        rows = self.cli.run('query', '--tsv', path, sql).stdout.decode(errors='replace').splitlines()
        return rows[1:]

    def ask_engine(self, path, queries):
        result = subprocess.run([*self.engine, path, *queries.values()], capture_output=True, check=False, timeout=120)
        answers = result.stdout.decode(errors='replace').split('\001\n')
        return {name: [row.replace('[NULL]', '') for row in answer.splitlines()[1:]] for name, answer in zip(queries, answers)}

    def convert(self, path):
        converted = self.folder / 'converted.pftrace'
        converted.unlink(missing_ok=True)
        self.cli.run('convert', path, '-o', converted)
        return converted


def compare(peers, asked, answered, queries):
    """The queries with different results."""
    theirs = peers.ask_engine(answered, queries)
    return [name for name, sql in queries.items() if peers.ask(asked, sql) != theirs.get(name)]


def main():
    cli, engine, library, samples = sys.argv[1:]
    tap, peers = Tap(), Peers(Cli(cli), engine, library)
    path = peers.folder / 'random.ftrace'
    for seed in range(N_RANDOM):
        path.write_text(Writer(seed).get_text(), encoding='utf-8')
        tap.none(compare(peers, path, path, ALL), f'random capture {seed} has the same rows')
        tap.none(compare(peers, path, peers.convert(path), ALL), f'random capture {seed} has the same rows as converted')

    for name in SAMPLES:
        sample = pathlib.Path(samples) / name
        tap.none(compare(peers, sample, peers.convert(sample), SLICES), f'{name} has the same rows as converted')
    tap.finish()


if __name__ == '__main__':
    main()
