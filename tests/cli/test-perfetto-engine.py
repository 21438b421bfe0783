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
OF_STATES = 'FROM thread_state s JOIN thread t USING (utid) WHERE s.dur >= 0'
ALL = SLICES | {
    'asynchronous slices': 'SELECT s.name, count(*), sum(s.dur) FROM slice s LEFT JOIN thread_track t ON s.track_id = t.id WHERE t.id IS NULL AND s.dur >= 0 GROUP BY s.name ORDER BY s.name',
    'instants': "SELECT s.depth, p.name, count(*) FROM slice s LEFT JOIN slice p ON s.parent_id = p.id WHERE s.name = 'tick' GROUP BY s.depth, p.name ORDER BY s.depth",
    'runs': 'SELECT t.tid, count(*), sum(s.dur) FROM sched s JOIN thread t USING (utid) WHERE s.utid AND s.dur >= 0 GROUP BY t.tid ORDER BY t.tid',
    'idle times': 'SELECT cpu, end_state, count(*), sum(dur) FROM sched s WHERE utid = 0 AND dur != 0 AND ts > (SELECT min(ts) FROM sched r WHERE r.cpu = s.cpu AND utid) GROUP BY cpu, end_state ORDER BY cpu, end_state',
    'idle thread': 'SELECT t.tid, t.name, t.is_main_thread, t.is_idle, t.upid, p.pid, p.name FROM thread t JOIN process p USING (upid) WHERE t.utid = 0 OR t.upid = 0',
    'numbers': 'SELECT count(*), min(utid), min(tid), min(upid) FROM thread WHERE utid != 0',
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


class Lives:
    """Threads that get the ids of earlier ones, with a scheduler."""

    LIVES = [(900, 7, 'worker'), (900, 900, 'other'), (901, 7, 'first'), (901, 7, 'second'), (902, 902, 'early'), (902, 902, 'late'), (903, 903, 'process'), (903, 7, 'thread')]

    def __init__(self):
        self.time_us = 0
        self.lines = ['# tracer: nop', '#']

    def write(self, comm, tid, pid, event):
        self.time_us += 10
        self.lines.append(f'{comm:>16}-{tid:<5} ({pid:5}) [000] d..2 1.{self.time_us:06}: {event}')

    def switch(self, before, pid, state, after):
        self.write(*before, pid, f'sched_switch: prev_comm={before[0]} prev_pid={before[1]} prev_prio=120 prev_state={state} ==> next_comm={after[0]} next_pid={after[1]} next_prio=120')

    def live(self, tid, pid, comm):
        self.write('main', 7, 7, f'task_newtask: pid={tid} comm={comm} clone_flags={"1200011" if tid == pid else "10900"} oom_score_adj=0')
        self.switch(('main', 7), 7, 'S', (comm, tid))
        for mark in (f'B|{pid}|in {comm}', f'C|{pid}|count|{tid}', f'S|{pid}|load {comm}|5', f'F|{pid}|load {comm}|5', f'E|{pid}'):
            self.write(comm, tid, pid, f'tracing_mark_write: {mark}')
        self.write(comm, tid, pid, 'sched_waking: comm=main pid=7 prio=120 target_cpu=000')
        self.write(comm, tid, pid, f'sched_process_exit: comm={comm} pid={tid} prio=120')
        self.switch((comm, tid), pid, 'X', ('main', 7))

    def get_text(self):
        self.switch(('swapper/0', 0), 0, 'R', ('main', 7))
        for life in self.LIVES:
            self.live(*life)
        return '\n'.join(self.lines) + '\n'


# The same id for one process after the other, without a scheduler.
PROCESSES = '# tracer: nop\n#\n' + ''.join(f' starter-100 (  100) [000] ..... 1.00{i}000: task_newtask: pid=202 comm=starter clone_flags=1200000 oom_score_adj=0\n'
                                          f' w{i}-202 (  202) [000] ..... 1.00{i}100: task_rename: pid=202 oldcomm=starter newcomm=w{i} oom_score_adj=0\n'
                                          f' w{i}-202 (  202) [000] ..... 1.00{i}200: tracing_mark_write: B|202|job{i}\n w{i}-202 (  202) [000] ..... 1.00{i}300: tracing_mark_write: E|202\n'
                                          f' w{i}-202 (  202) [000] ..... 1.00{i}400: sched_process_exit: comm=w{i} pid=202 prio=120\n' for i in range(4))
# The same without a scheduler, where the column of processes alone shows it.
COLUMN = '# tracer: nop\n#\n' + ''.join(f' {comm}-{tid} ({pid:5}) [000] .... 1.{number:03}{step:03}: tracing_mark_write: {mark}\n'
                                       for number, (comm, tid, pid) in enumerate([('worker', 900, 7), ('main', 7, 7), ('other', 900, 900), ('main', 7, 7), ('third', 900, 8)])
                                       for step, mark in enumerate([f'B|{pid}|in {comm}', f'C|{pid}|count|{number}', f'I|{pid}|tick {comm}', f'E|{pid}'], 1))
LOG = '''06-10 10:00:00.001  1000  1001 I Manager : start
06-10 10:00:00.002  1000  1001 W with:colon: a: b
06-10 10:00:00.003  1000  1002 E Indented:  two spaces
06-10 10:00:00.004  1000  1002 D Empty   :\x20
06-10 10:00:00.005     0     0 V kernel  : no thread
06-10 10:00:00.006  1000  1002 F Long    : several
    lines
'''
KERNEL_LOG = '[    1.000000] first\n<3>[    2.500000]   indented\n[    3.000000] a: b\n'
CHAINS = '# tracer: nop\n#\n' + ''.join(f' {task} [000] .... 1.00000{step}: tracing_mark_write: {mark}\n' for step, (task, mark) in enumerate([
    ('app-7 ( 7)', 'B|7|H:[a1,1,0]#request'), ('app-7 ( 7)', 'B|7|H:[a1,2,1]#send'), ('srv-9 ( 9)', 'B|9|H:[a1,2,1]#serve'), ('srv-9 ( 9)', 'S|9|H:[a1,3,2]#work|5'),
    ('srv-9 ( 9)', 'E|9'), ('app-7 ( 7)', 'E|7'), ('srv-9 ( 9)', 'F|9|H:[a1,3,2]#work|5'), ('app-7 ( 7)', 'E|7')]))

# The idle task, and a thread whose process is unknown.
SAMPLES_OF_PERF = ''.join(f'{comm} {ids} [000] 1.{n:03}000: 1000000 cpu-clock:\n\t10 {comm}_inner (/lib/a.so)\n\t20 {comm}_outer (/bin/a)\n\n'
                          for n, (comm, ids) in enumerate([('swapper', '0'), ('app', '7/8'), ('alone', '9'), ('swapper', '0'), ('alone', '9')]))

# Each life of an id has one thread, and no other.
NAMES = {'names of threads': 'SELECT tid, name FROM thread WHERE utid ORDER BY tid, name'}
OF_OWNERS = 'JOIN thread t USING (utid) LEFT JOIN process p USING (upid)'
OWNERS = {
    'calls of threads': f'SELECT t.tid, t.name, p.pid, s.ts, s.dur, s.name FROM slice s JOIN thread_track tt ON s.track_id = tt.id {OF_OWNERS} ORDER BY s.ts',
    'states of threads': f'SELECT t.tid, t.name, p.pid, s.ts, s.dur, s.state FROM thread_state s {OF_OWNERS} WHERE t.tid > 0 ORDER BY s.ts, t.tid',
    'slices of processes': 'SELECT p.pid, s.ts, s.name FROM slice s JOIN process_track t ON s.track_id = t.id JOIN process p USING (upid) ORDER BY s.ts',
    'counters of processes': 'SELECT p.pid, c.ts, cast(c.value AS INT) FROM counter c JOIN process_counter_track t ON c.track_id = t.id JOIN process p USING (upid) ORDER BY c.ts',
}
LINES = {'lines': 'SELECT l.ts, CASE WHEN t.tid > 0 THEN t.tid END, l.prio, l.tag, l.msg FROM android_logs l LEFT JOIN thread t USING (utid) ORDER BY l.ts'}
LINKS = {'links': 'SELECT o.name, i.name, i.ts FROM flow f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id ORDER BY i.ts'}
STACKS = {
    'samples': 'SELECT s.ts, t.tid, t.name, f.name FROM cpu_profile_stack_sample s JOIN thread t USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id ORDER BY s.ts',
    'threads of an id': 'SELECT tid, count(*) FROM thread WHERE tid != 7 GROUP BY tid ORDER BY tid',
    'calls of samples': 'SELECT s.ts, s.dur, s.name, s.depth FROM slice s ORDER BY s.ts, s.name, s.dur, s.depth',
}
# Counters of the kernel, a wake-up by an interrupt and one by a thread, and a thread that ends.
KERNEL = '# tracer: nop\n#\n' + ''.join(f' {task:>14} ({tgid:>5}) [000] {flags} 1.{i:06}: {text}\n' for i, (task, tgid, flags, text) in enumerate((
    ('<idle>-0', '-----', 'd..2', 'sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=110'),
    ('app-7', '7', '....', 'rss_stat: mm_id=1 curr=1 member=1 size=8192B'), ('app-7', '7', '....', 'cpu_frequency_limits: min=300000 max=1700000 cpu_id=3'),
    ('app-7', '7', '....', 'clock_set_rate: l3_clk state=1267200000 cpu_id=0'), ('app-7', '7', 'd..2', 'sched_waking: comm=worker pid=8 prio=120 target_cpu=000'),
    ('app-7', '7', 'd..2', 'sched_switch: prev_comm=app prev_pid=7 prev_prio=110 prev_state=S ==> next_comm=worker next_pid=8 next_prio=120'),
    ('worker-8', '7', '....', 'sched_process_exit: comm=worker pid=8 prio=120'),
    ('worker-8', '7', 'd..2', 'sched_switch: prev_comm=worker prev_pid=8 prev_prio=120 prev_state=X ==> next_comm=swapper/0 next_pid=0 next_prio=120'),
    ('<idle>-0', '-----', 'd.h2', 'sched_waking: comm=app pid=7 prio=110 target_cpu=000'), ('<idle>-0', '-----', '....', 'sched_process_free: comm=worker pid=8 prio=120'),
    ('<idle>-0', '-----', 'd..2', 'sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=110'))))
OF_KERNEL = {
    'counters': 'SELECT t.name, c.ts, cast(c.value AS INT) FROM counter c JOIN counter_track t ON c.track_id = t.id ORDER BY c.ts, t.name',
    'priorities': 'SELECT ts, priority FROM sched WHERE dur > 0 ORDER BY ts',
    'ends': 'SELECT tid, end_ts FROM thread WHERE tid ORDER BY tid',
    'processes': 'SELECT pid, name, end_ts FROM process WHERE pid ORDER BY pid',
}
WRITTEN = {
    'samples.perf': (SAMPLES_OF_PERF, STACKS),
    'lives.ftrace': (Lives().get_text(), OWNERS | NAMES),
    'processes.ftrace': (PROCESSES, NAMES),
    'column.ftrace': (COLUMN, OWNERS),
    'android.log': (LOG, LINES),
    'kernel.log': (KERNEL_LOG, LINES),
    'chains.ftrace': (CHAINS, LINKS),
    'kernel.ftrace': (KERNEL, OF_KERNEL),
}


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

    def list_columns(self, path, table):
        result = self.cli.run('query', '--tsv', path, f'SELECT * FROM {table} LIMIT 0')
        return result.stdout.decode().splitlines()[0].split('\t') if result.returncode == 0 else None

    def list_engine_tables(self, path):
        """The engine's tables and views for users, with their columns."""
        names = self.ask_engine(path, {'names': "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT GLOB '[_s]*' OR name GLOB 's[^q]*'"})['names']
        result = subprocess.run([*self.engine, path, *[f'SELECT * FROM {name} LIMIT 0' for name in names]], capture_output=True, check=False, timeout=120)
        return {name: answer.splitlines()[0].split('\t') for name, answer in zip(names, result.stdout.decode().split('\001\n')) if answer}

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

    for name, columns in peers.list_engine_tables(path).items():
        ours = peers.list_columns(path, name)
        if ours is not None:
            missing = [column for column in columns if column not in ours and peers.cli.run('query', path, f'SELECT {column} FROM {name} LIMIT 0').returncode != 0]
            tap.none(missing, f'{name} has all columns of PerfettoSQL')

    for name, (text, queries) in WRITTEN.items():
        path = peers.folder / name
        path.write_text(text, encoding='utf-8')
        converted = peers.convert(path)
        tap.none(compare(peers, path, converted, queries), f'{name} has the same rows as converted')
        tap.none([key for key, sql in queries.items() if peers.ask(path, sql) != peers.ask(converted, sql)], 'and the same here')

    for name in SAMPLES:
        sample = pathlib.Path(samples) / name
        tap.none(compare(peers, sample, peers.convert(sample), SLICES), f'{name} has the same rows as converted')
    tap.finish()


if __name__ == '__main__':
    main()
