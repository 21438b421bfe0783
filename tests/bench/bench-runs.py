#!/usr/bin/env python3
"""Comparing sets of runs: how often a change is found, false alarms, time and memory.

bench-runs.py DRIVER [STRATA-CLI FILE [RUNS]]: DRIVER is bench-runs. With FILE, a large capture as
text, FILE is loaded RUNS times per side (default 20), and compared with loading it alone as often.
Each run is a copy with a line of its own, since the same file counts once; that takes 2 * RUNS
times its size on the disk of TMPDIR.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

N_TRIALS = 200
# One in twenty is rare, so more trials are needed to count it.
N_SAME_TRIALS = 1000


def trials(driver, n_trials, percent, disturbed=0.0):
    output = subprocess.run([driver, str(n_trials), str(percent), str(disturbed)], check=True, capture_output=True, text=True).stdout
    return [tuple(map(int, line.split())) for line in output.splitlines()]


def measure(*command):
    """Elapsed seconds, CPU seconds and peak memory in MiB of a program."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # pylint: disable=consider-using-with
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f'{command[1]} failed')
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def bench_statistics(driver):
    found = []
    alarms = []
    for disturbed, what in ((0.0, 'noise as in recorded runs'), (0.05, 'besides, one of 20 runs disturbed by 10 to 30 %')):
        changed = trials(driver, N_TRIALS, 5, disturbed)
        same = trials(driver, N_SAME_TRIALS, 0, disturbed)
        found.append(100 * sum(0 < place <= 3 for _, place, _ in changed) / N_TRIALS)
        alarms.append(100 * sum(n_sure > 0 for n_sure, _, _ in same) / N_SAME_TRIALS)
        print(f'20 + 20 runs, {changed[0][2]} rows tested, {N_TRIALS} and {N_SAME_TRIALS} trials, {what}:')
        print(f'  a method takes 5 % longer: found and among the first three rows in {found[-1]:.1f} % (at least 95)')
        print(f'  nothing changed: a false alarm in {alarms[-1]:.1f} % (at most 5)')
    return min(found) >= 95 and max(alarms) <= 5


def write_run(name, path, line):
    """The capture, with a comment after its first line."""
    with open(path, 'rb') as source, open(name, 'wb') as run:
        run.write(source.readline() + line.encode())
        shutil.copyfileobj(source, run, 1 << 20)


def bench_loading(cli, path, n_runs):
    with tempfile.TemporaryDirectory() as folder:
        for side in 'ab':
            os.mkdir(f'{folder}/{side}')
            for number in range(n_runs):
                write_run(f'{folder}/{side}/{number}', path, f'# run {side}{number}\n')
        single = [measure(cli, 'check', path) for _ in range(5)]
        elapsed, cpu, mib = measure(cli, 'diff', '--a', f'{folder}/a', '--b', f'{folder}/b', '--csv')
    loads = [2 * n_runs * sorted(run[i] for run in single)[2] for i in (0, 1)]
    print(f'{2 * n_runs} runs of {path.stat().st_size / 1e6:.0f} MB: {elapsed:.1f} s, {cpu:.1f} s of CPU time, {mib:.0f} MiB at most')
    print(f'{elapsed / loads[0]:.2f} times the time of loading them alone ({loads[0]:.1f} s), {cpu / loads[1]:.2f} times the CPU time')
    return mib < 3 * 1024 and elapsed <= 1.3 * loads[0]


def main():
    is_good = bench_statistics(sys.argv[1])
    if len(sys.argv) > 3:
        is_good &= bench_loading(sys.argv[2], pathlib.Path(sys.argv[3]).resolve(), int(sys.argv[4]) if len(sys.argv) > 4 else 20)
    sys.exit(0 if is_good else 1)


if __name__ == '__main__':
    main()
