"""Sums that must agree in every capture, to the nanosecond.

SPDX-License-Identifier: GPL-3.0-or-later
"""

STATES = ['running_ns', 'runnable_ns', 'preempted_ns', 'sleeping_ns', 'blocked_ns', 'blocked_io_ns', 'stopped_ns', 'unknown_ns']


def check_lives(tap, cli, path, rows, name):
    """The states of a thread cover its life."""
    begins, ends = {}, {}
    for row in cli.rows('list', 'states', path):
        begins.setdefault(row['tid'], []).append(int(row['ts_ns']))
        ends.setdefault(row['tid'], []).append(int(row['ts_ns']) + int(row['dur_ns']))
    faults = []
    for tid, row in rows.items():
        life = max(ends[tid]) - min(begins[tid])
        if sum(int(row[state]) for state in STATES) != life:
            faults.append(f'{row}: lived {life}')
    tap.none(faults, f'{name}: the states of {len(rows)} threads are their lives')


def check_sums(tap, cli, path, name):
    """Threads, CPUs and frequencies have the same total time."""
    info = cli.json('info', path)
    span = info['end_ns'] - info['begin_ns']
    listed = list(cli.rows('usage', path, '--by', 'thread'))
    cpus = list(cli.rows('usage', path, '--by', 'cpu'))
    cells = list(cli.rows('usage', path, '--by', 'thread', '--frequencies'))
    running = sum(int(row['running_ns']) for row in listed)
    # a reused id has several separate lives
    tids = [row['tid'] for row in listed]
    check_lives(tap, cli, path, {row['tid']: row for row in listed if tids.count(row['tid']) == 1}, name)
    tap.none([row for row in cpus[:-1] if int(row['elapsed_ns']) != span or int(row['running_ns']) + int(row['idle_ns']) + int(row['unknown_ns']) != span],
             f'{name}: runs, idle and unknown time of {len(cpus) - 1} CPUs are the span')
    tap.equal([running, sum(int(row['running_ns']) for row in cells)], [int(cpus[-1]['running_ns'])] * 2, f'{name}: threads, also by frequency, ran as long as the CPUs')
