#!/usr/bin/env python3
"""Copies by strata-cli convert are like their sources, or the command says how they differ.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from htracewriter import field  # pylint: disable=wrong-import-position
from packets import describe, describe_process, event, packet  # pylint: disable=wrong-import-position

SUFFIXES = 'pftrace', 'json', 'atrace'
STARTS = 'SELECT tid, start_ts FROM thread WHERE tid ORDER BY tid, start_ts'


def write_lines(path, lines):
    path.write_text('# tracer: nop\n#\n' + ''.join(f'{writer} [000] .... 1.{us:06}: {text}\n' for writer, us, text in lines), encoding='utf-8')


def check_boot(tap, cli, folder):
    """When a kernel boots, the idle task of a CPU starts the first threads."""
    path = folder / 'boot.ftrace'
    write_lines(path, [(' swapper/0-0 (-----)', 10, 'sched_process_fork: comm=swapper/0 pid=0 child_comm=swapper/0 child_pid=1'),
                       (' swapper/0-0 (-----)', 20, 'sched_process_fork: comm=swapper/0 pid=0 child_comm=kthreadd child_pid=2'),
                       (' init-1 (    1)', 30, 'tracing_mark_write: B|1|start'), (' init-1 (    1)', 40, 'tracing_mark_write: E|1')])
    before = cli.json('query', path, STARTS)
    tap.equal([(row['tid'], row['start_ts']) for row in before], [(1, 1000010000), (2, 1000020000)], 'threads that the idle task starts')
    for suffix in SUFFIXES:
        copy = folder / f'boot2.{suffix}'
        cli.run('convert', path, '-o', copy)
        tap.equal(cli.json('query', copy, STARTS), before, f'{suffix}: the same starts')


def check_nobody(tap, cli, folder):
    """Where a marker names the idle task, nobody knows its thread. So a copy without threads has none, either."""
    path = folder / 'nobody.ftrace'
    write_lines(path, [(' <idle>-0 (-----)', 10, 'tracing_mark_write: S|7|load|1'), (' <idle>-0 (-----)', 20, 'tracing_mark_write: C|7|size|5'),
                       (' <idle>-0 (-----)', 30, 'tracing_mark_write: G|7|lane|step|2'), (' <idle>-0 (-----)', 40, 'tracing_mark_write: N|7|lane|tick'),
                       (' <idle>-0 (-----)', 50, 'tracing_mark_write: H|7|lane|2'), (' <idle>-0 (-----)', 60, 'tracing_mark_write: F|7|load|1')])
    kinds = 'async', 'counters', 'instants', 'threads'
    tap.equal([len(list(cli.rows('list', kind, path))) for kind in kinds], [2, 1, 1, 0], 'markers of the idle task')
    check_same(tap, cli, path, kinds)
    write_lines(path, [(' <idle>-0 (-----)', 10, 'tracing_mark_write: B|0|call'), (' <idle>-0 (-----)', 20, 'tracing_mark_write: E|0')])
    tap.equal([row['tid'] for row in cli.rows('list', 'threads', path)], ['0'], 'a call makes it a thread')


def check_same(tap, cli, path, kinds, suffixes=SUFFIXES):
    """Copies, and copies of these, have the same lists."""
    for suffix in suffixes:
        once, twice = path.with_suffix(f'.1.{suffix}'), path.with_suffix(f'.2.{suffix}')
        cli.output('convert', path, '-o', once)
        cli.output('convert', once, '-o', twice)
        for kind in kinds:
            for copy in (once, twice):
                tap.equal(list(cli.rows('list', kind, copy)), list(cli.rows('list', kind, path)), f'{copy.name}: the same {kind}')


def check_sql(tap, cli, path, sql, suffixes=SUFFIXES):
    """Queries have the same result in copies, and in copies of these. Returns it."""
    before = cli.json('query', path, sql)
    for suffix in suffixes:
        once, twice = path.with_suffix(f'.1.{suffix}'), path.with_suffix(f'.2.{suffix}')
        cli.run('convert', path, '-o', once)
        cli.run('convert', once, '-o', twice)
        for copy in (once, twice):
            tap.equal(cli.json('query', copy, sql), before, f'{copy.name}: the same rows')
    return before


def prints(*rows):
    """A bundle of markers: times, threads and texts."""
    return field(1, field(1, b''.join(field(2, field(1, time_ns) + field(2, tid) + field(3, field(2, text + b'\n'))) for time_ns, tid, text in rows)))


def check_instants(tap, cli, folder):
    """Instants that a thread writes beside a track of that name are not on it, nor is one of two at the same time inside the other."""
    path = folder / 'beside.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe(2, 1, b'lane') + packet(1000, event(1, 2, b'slice')) + packet(1100, event(3, 2, b'inside')) + packet(1100, event(3, 2, b'deeper'))
                     + packet(2000, event(2, 2, b'')) + prints((1200, 11, b'N|10|lane|beside'), (1200, 11, b'N|10|lane|again'), (1300, 11, b'I|10|call'), (1300, 11, b'I|10|other')))
    rows = check_sql(tap, cli, path, 'SELECT name, depth FROM slice ORDER BY ts, id', ['pftrace'])
    tap.equal([tuple(row.values()) for row in rows], [('slice', 0), ('inside', 1), ('deeper', 2), ('beside', 0), ('again', 0), ('call', 0), ('other', 0)], 'instants beside a track')
    for suffix, n in (('json', 4), ('atrace', 1)):
        words = f'does not say what {n} instant{"s are" if n > 1 else " is"} inside'.encode()
        tap.equal(words in cli.run('convert', path, '-o', folder / f'beside3.{suffix}').stderr, True, f'{suffix} says what it lacks')


def check_gpu(tap, cli, folder):
    """Work of a GPU stays work of a GPU, and is that of a program in other formats."""
    path = folder / 'stages.pftrace'
    names = field(7, field(1, field(1, b'queue')) + field(2, field(1, b'render')))
    path.write_bytes(b''.join(field(1, field(8, start_ns) + field(53, field(2, 50) + names)) for start_ns in (1000, 1030, 1200)))
    rows = check_sql(tap, cli, path, 'SELECT ts, dur, name, category, depth, (SELECT type FROM track WHERE id = track_id) AS type FROM slice ORDER BY ts', ['pftrace'])
    tap.equal([tuple(row.values()) for row in rows][1:], [(1030, 50, 'render stage(0)', None, 0, 'gpu_render_stage'), (1200, 50, 'render stage(0)', None, 0, 'gpu_render_stage')], 'work of a GPU')
    for suffix in ('json', 'atrace'):
        tap.equal(b'has 3 pieces of work of the GPU and the network as slices of a program' in cli.run('convert', path, '-o', folder / f'stages3.{suffix}').stderr, True, f'{suffix} says so')


def check_succession(tap, cli, folder):
    """Only the start of the next thread shows the end of the one that had its id: no event is its end."""
    path = folder / 'heirs.ftrace'
    write_lines(path, [(' app-7 (    7)', 10, 'task_newtask: pid=9 comm=one clone_flags=10900 oom_score_adj=0'), (' one-9 (    7)', 20, 'tracing_mark_write: B|7|first'),
                       (' app-7 (    7)', 30, 'task_newtask: pid=9 comm=two clone_flags=10900 oom_score_adj=0'), (' two-9 (    7)', 40, 'tracing_mark_write: B|7|second'),
                       (' two-9 (    7)', 50, 'tracing_mark_write: E|7'), (' app-7 (    7)', 60, 'tracing_mark_write: C|7|n|1')])
    rows = check_sql(tap, cli, path, 'SELECT name, start_ts, end_ts FROM thread WHERE tid = 9 ORDER BY start_ts')
    tap.equal([tuple(row.values()) for row in rows], [('one', 1000010000, None), ('two', 1000030000, None)], 'threads with one id')
    check_same(tap, cli, path, ['slices', 'states', 'threads'])


def check_facts(tap, cli, folder):
    """Processors, command lines that are only names, the end of a trace, and a trace of which only threads are left."""
    path = folder / 'cpus.pftrace'
    cpus = b''.join(field(1, field(1, name) + field(3, capacity)) for name, capacity in ((b'little; A55', 300), (b'big', 1024)))
    path.write_bytes(field(1, field(67, cpus)) + describe_process(1, 10, b'app') + describe(2, 1, b'lane') + packet(1000, event(1, 2, b'x')) + packet(2000, event(2, 2, b'')))
    rows = check_sql(tap, cli, path, 'SELECT cluster_id, processor FROM cpu ORDER BY cpu')
    tap.equal(len(rows), 0, 'CPUs without events')
    check_sql(tap, cli, path, 'SELECT name, cmdline FROM process WHERE pid = 10', ['pftrace'])
    with_cpus = path.with_name('used.pftrace')
    with_cpus.write_bytes(path.read_bytes() + b''.join(field(1, field(1, field(1, cpu) + field(2, field(1, 1500 + cpu) + field(4, field(2, 11) + field(4, 1))))) for cpu in (0, 1)))
    rows = check_sql(tap, cli, with_cpus, 'SELECT cluster_id, processor FROM cpu ORDER BY cpu')
    tap.equal([row['processor'] for row in rows], ['little  A55', 'big'], 'processors')
    lone = folder / 'lone.ftrace'
    write_lines(lone, [(' app-7 (    7)', 10, 'sched_process_fork: comm=app pid=7 child_comm=app child_pid=9')])
    check_same(tap, cli, lone, ['threads', 'processes'])


def check_names(tap, cli, folder):
    """Tracks that share a name are one track in text and JSON, which are said to have them so."""
    path = folder / 'shared.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe(2, 1, b'lane') + describe(3, 1, b'lane')
                     + b''.join(packet(1000 + track, event(1, track, b'x')) for track in (2, 3)) + b''.join(packet(2000 + track, event(2, track, b'')) for track in (2, 3)))
    check_same(tap, cli, path, ['async'], ['pftrace'])
    for suffix in ('json', 'atrace'):
        tap.equal(b'has the tracks that share 1 name as one' in cli.run('convert', path, '-o', folder / f'shared3.{suffix}').stderr, True, f'{suffix} says so')


def write_lives(path, n_ids, n_lives):
    lives = [number % n_ids + 100 for number in range(n_ids * n_lives)]
    write_lines(path, [*((' <idle>-0 (-----)', us, f'strata_thread: pid={tid} tid={tid} new=1 comm=x') for us, tid in enumerate(lives)),
                       (' a-7 (    7)', 999990, 'tracing_mark_write: B|7|x'), (' a-7 (    7)', 999991, 'tracing_mark_write: E|7')])


def check_many_ids(tap, cli, folder):
    """The time to find which thread had an id before does not depend on how many others there are. Nothing shows when these threads started."""
    took = []
    for n_ids, n_lives in ((60000, 1), (30000, 2)):
        path, copy = folder / 'ids.ftrace', folder / 'ids2.ftrace'
        write_lives(path, n_ids, n_lives)
        begin = time.monotonic()
        cli.run('convert', path, '-o', copy)
        took.append(time.monotonic() - begin)
    tap.check(took[1] < 8 * took[0], 'ids that mean two threads are as fast', took)


def main():
    tap, cli, folder = start()
    check_boot(tap, cli, folder)
    check_nobody(tap, cli, folder)
    check_instants(tap, cli, folder)
    check_gpu(tap, cli, folder)
    check_succession(tap, cli, folder)
    check_facts(tap, cli, folder)
    check_names(tap, cli, folder)
    check_many_ids(tap, cli, folder)
    tap.finish()


main()
