#!/usr/bin/env python3
"""Compares strata-cli's results for our recorded captures with the recorded program's own log.

SPDX-License-Identifier: GPL-3.0-or-later

tests/samples/README.md describes the recording. The log has the begin, the end and the time
consumers of each frame; everything else is counted again from the text.
"""
import collections
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tap import Cli, Tap  # pylint: disable=wrong-import-position

FOLDER = pathlib.Path(__file__).resolve().parent / 'recorded'
# one with CPUs that were never idle, and one with two that were, where the kernel lost a few switches out of idle
CAPTURES = ['engine', 'engine-idle']
SWITCH = re.compile(r'\[(\d+)\] \S+ +(\d+)\.(\d{6}): sched_switch: .*prev_pid=(\d+) .*next_pid=(\d+) ')
LINE = re.compile(r'-(\d+) +\(.*?\) \[(\d+)\] \S+ +(\d+)\.(\d{6}): (\w+): (.*)$')
PIDS = re.compile(r'prev_pid=(\d+) .*next_pid=(\d+) ')
# a marker is written between two clock readings, and the text is in whole microseconds
SLACK_NS = 60000
PERIOD_NS = 16666667


def read_log(name):
    rows = collections.defaultdict(list)
    for line in (FOLDER / f'{name}.log').read_text(encoding='utf-8').splitlines():
        kind, *cells = line.split('\t')
        rows[kind].append([int(cell) if cell.lstrip('-').isdigit() else cell for cell in cells])
    return rows


def is_near(found, wanted):
    return abs(found - wanted) <= SLACK_NS


def check_frames(tap, cli, log, capture):
    """Frames of views: where each begins and ends, which ones are late, and why."""
    rows = [row for row in cli.rows('list', 'frames', capture) if row['producer'] == 'choreographer']
    logged = sorted(log['frame'], key=lambda row: row[1])
    tap.equal(len(rows), len(logged), 'as many frames as were made')
    pairs = list(zip(rows, logged))
    tap.none([pair for pair in pairs if not is_near(int(pair[0]['ts_ns']), pair[1][1]) or not is_near(int(pair[0]['ts_ns']) + int(pair[0]['dur_ns']), pair[1][2])],
             'frames begin and end when the program says')
    late = {int(row['ts_ns']) for row in rows if row['verdict'] != 'on-time'}
    planned = [(row, made) for row, made in pairs if made[0] != 'none']
    tap.equal([row['verdict'] for row, _ in planned], ['late'] * 12, 'the 12 frames that were made late are')
    # others only if they take as long, or had to wait for one of these
    others = [(row, made) for row, made in pairs if made[0] == 'none' and int(row['ts_ns']) in late]
    tap.none([row for row, made in others if made[2] - made[1] < PERIOD_NS - 9000000 and int(row['waiting_ns']) < 1000000], 'no other frame is late without a reason')
    causes = {slow['ts_ns']: slow['causes'] for slow in cli.json('frames', '--worst', '1000', capture)['slow']}
    for row, (kind, begin_ns, end_ns, cpu_ns) in planned:
        top = causes[int(row['ts_ns'])][0]
        share = top['total_ns'] / (end_ns - begin_ns)
        tap.check(top['kind'] == kind and 0.9 < share <= 1.01, f'{kind} at {row["ts_ns"]}: the reason that was planned', causes[int(row['ts_ns'])])
        if kind == 'work':
            tap.check(abs(top['total_ns'] - cpu_ns) < 0.02 * cpu_ns + SLACK_NS, f'{kind} at {row["ts_ns"]}: as long as the thread had a CPU', (top, cpu_ns))
        if kind == 'sleep':
            tap.check('ended by a timer' in top['text'], f'{kind} at {row["ts_ns"]}: a timer ended it', top)
        tap.check(sum(cause['total_ns'] for cause in causes[int(row['ts_ns'])] if cause['part_of'] is None) <= int(row['dur_ns']) + int(row['waiting_ns']),
                  f'{kind} at {row["ts_ns"]}: shares are of one whole')


def check_pictures(tap, cli, log, capture):
    """Frames of the game end with its swaps. At 30 per second on a 60 Hz display they are on time, except the one that took 40
    ms."""
    rows = [row for row in cli.rows('list', 'frames', capture) if row['producer'] == 'unity']
    ends = [row[1] for row in sorted(log['picture'])]
    tap.equal(len(rows), len(ends), 'as many pictures as were queued')
    tap.none([(row, end) for row, end in zip(rows, ends) if not is_near(int(row['ts_ns']) + int(row['dur_ns']), end)], 'pictures end when the program says')
    tap.equal([number for number, row in enumerate(rows) if row['verdict'] not in ('on-time', 'unfinished')], [20], 'the picture that took 40 ms is late')
    summary = [row for row in cli.json('frames', capture)['groups'] if row['producer'] == 'unity'][0]
    tap.check(29000 < summary['frames_per_1000_s'] < 31000, '30 pictures a second', summary)


def check_tasks(tap, cli, log, capture):
    """Polling the queue is not a task, however long it takes."""
    rows = list(cli.rows('list', 'tasks', '--warn', '20ms', capture))
    planned = sorted(row for row in ([made[1], made[0]] for made in log['frame']) if row[1] != 'none')
    tap.equal([row['reason_kind'] for row in rows], [kind for _, kind in planned], 'long tasks are the frames that were made long')
    tap.none([row for row in rows if row['name'] != 'Choreographer#doFrame'], 'no poll is a task')


def check_threads(tap, cli, log, capture):
    """Compares with each thread's own CPU clock and the kernel's count of its switches. The time around a lost switch is
    unknown."""
    unknown = collections.Counter()
    for row in cli.rows('list', 'states', capture):
        unknown[int(row['tid'])] += int(row['dur_ns']) if row['state'] == 'unknown' else 0
    runs = collections.defaultdict(list)
    for row in cli.rows('list', 'cpu', capture):
        runs[int(row['tid'])].append((int(row['ts_ns']), int(row['ts_ns']) + int(row['dur_ns'])))
    for name, tid, cpu_ns, n_switches, since_ns, until_ns in log['thread']:
        ran = sum(max(0, min(end, until_ns) - max(begin, since_ns)) for begin, end in runs[tid])
        left = sum(since_ns <= end < until_ns for _, end in runs[tid])
        tap.check(0.98 * cpu_ns - unknown[tid] <= ran <= 1.02 * cpu_ns, f'{name}: running time within 2 % of its CPU clock', (ran, cpu_ns, unknown[tid]))
        tap.check(abs(left - n_switches) <= 1, f'{name}: left a CPU as often as the kernel counted', (left, n_switches))


def read_runs(capture):
    """The runs of each CPU where two switches agree, and the number of disagreements."""
    text = subprocess.run(['zstd', '-dc', capture], capture_output=True, check=True).stdout.decode()
    running, runs, n_mismatches = {}, set(), 0
    for cpu, seconds, micros, before, after in SWITCH.findall(text):
        time_ns = (int(seconds) * 1000000 + int(micros)) * 1000
        if cpu in running:
            tid, begin_ns = running[cpu]
            n_mismatches += tid != before
            if tid == before != '0' and time_ns > begin_ns:
                runs.add((int(cpu), begin_ns, time_ns - begin_ns, int(tid)))
        running[cpu] = (after, time_ns)
    return runs, n_mismatches


def check_cpus(tap, cli, capture):
    """The runs are those of the text, and switches are reported as lost exactly where the text contradicts itself."""
    runs, n_mismatches = read_runs(capture)
    found = {(int(row['cpu']), int(row['ts_ns']), int(row['dur_ns']), int(row['tid'])) for row in cli.rows('list', 'cpu', capture)}
    info = cli.json('info', capture)
    told = sum(item['count'] for item in info['diagnostics'] if item['kind'] == 'switch-mismatch')
    tap.check(len(runs) > 1000, f'{len(runs)} runs in the text')
    tap.none(sorted(runs - found)[:5], 'all of them are listed')
    tap.equal(told, n_mismatches, 'as many lost switches as the text has contradictions')
    # plus the runs before the first switch of a CPU, after the last one, and up to a contradiction
    tap.check(len(found - runs) <= 2 * n_mismatches + 2 * info['cpus'], 'no other runs', sorted(found - runs)[:5])


def add_time(sums, cpu, since, until):
    """Adds the time since a run began: known up to the thread's last event on the CPU, unknown from there to
    an event of another."""
    tid, begin_ns, sign_ns = since
    known_ns = until[1] if until[0] == tid else sign_ns
    sums[cpu, 'idle' if tid == '0' else 'running'] += known_ns - begin_ns
    sums[cpu, 'unknown'] += until[1] - known_ns


def read_times(capture):
    """The time in which each CPU ran threads, was idle, or is unknown, computed from the lines alone."""
    text = subprocess.run(['zstd', '-dc', capture], capture_output=True, check=True).stdout.decode()
    since, sums, time_ns = {}, collections.Counter(), 0
    for tid, cpu, seconds, micros, event, args in (match.groups() for match in map(LINE.search, text.splitlines()) if match):
        time_ns = (int(seconds) * 1000000 + int(micros)) * 1000
        if event == 'sched_switch':
            before, after = PIDS.search(args).groups()
            if cpu in since:
                add_time(sums, cpu, since[cpu], (before, time_ns))
            since[cpu] = (after, time_ns, time_ns)
        elif cpu in since and tid == since[cpu][0]:
            since[cpu] = (*since[cpu][:2], time_ns)
        elif cpu in since and event == 'tracing_mark_write':
            add_time(sums, cpu, since[cpu], (tid, time_ns))
            since[cpu] = (tid, time_ns, time_ns)
    for cpu, last in since.items():
        add_time(sums, cpu, last, (last[0], time_ns))
    return sums


def check_usage(tap, cli, capture):
    """A CPU without events is idle. It is unknown only where the text contradicts itself, or before its first line."""
    times = read_times(capture)
    for row in cli.rows('usage', '--by', 'cpu', capture):
        if row['cpu']:
            found = {kind: int(row[f'{kind}_ns']) for kind in ['running', 'idle', 'unknown']}
            wanted = {kind: times[f'{int(row["cpu"]):03d}', kind] for kind in found}
            tap.none([kind for kind in found if abs(found[kind] - wanted[kind]) > 3000000], f'CPU {row["cpu"]}: running, idle and unknown')
            tap.check(sum(found.values()) == int(row['elapsed_ns']), f'CPU {row["cpu"]}: no time is left over', row)


def main():
    tap = Tap()
    cli = Cli(sys.argv[1])
    for name in CAPTURES:
        log, capture = read_log(name), FOLDER / f'{name}.ftrace.zst'
        check_frames(tap, cli, log, capture)
        check_pictures(tap, cli, log, capture)
        check_tasks(tap, cli, log, capture)
        check_threads(tap, cli, log, capture)
        check_cpus(tap, cli, capture)
        check_usage(tap, cli, capture)
    tap.finish()


if __name__ == '__main__':
    main()
