#!/usr/bin/env python3
"""strata-cli usage.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position
import periods  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'

ROWS = ('pid,tid,process,thread,threads,elapsed_ns,running_ns,runnable_ns,preempted_ns,sleeping_ns,blocked_ns,blocked_io_ns,stopped_ns,unknown_ns,'
        'voluntary_switches,involuntary_switches,wakeups,mean_latency_ns,max_latency_ns')
CPUS = 'cpu,elapsed_ns,running_ns,idle_ns,unknown_ns,interrupt_ns,busy_ns,switches,cluster,top_khz,machine'
CELLS = 'pid,tid,process,thread,cpu,khz,running_ns,machine'
PARTS = 'kind,state,name,tid,ts_ns,dur_ns,count'

CASES = [
    (['--by', 'thread'], [
        ROWS,
        '300,300,my app,my app,1,400000,170000,20000,0,50000,0,50000,0,10000,3,0,3,10000,10000',
        '301,301,disk,disk,1,400000,160000,0,90000,0,0,0,0,50000,0,1,0,,']),
    (['--span', '+20us..+155us'], [
        ROWS,
        '300,,my app,,1,135000,80000,5000,0,0,0,50000,0,0,1,0,1,10000,10000',
        '301,,disk,,1,135000,55000,0,0,0,0,0,0,0,0,0,0,,']),
    (['--by', 'cpu'], [CPUS, '0,400000,330000,50000,20000,0,330000,4,,,', ',400000,330000,50000,20000,0,330000,4,,,']),
    (['--frequencies'], [CELLS, '300,,my app,,0,,170000,', '301,,disk,,0,,160000,']),
    (['--by', 'process', '--span', '+200us..+250us'], [
        ROWS,
        '300,,my app,,1,50000,0,0,0,50000,0,0,0,0,1,0,0,,',
        '301,,disk,,1,50000,0,0,50000,0,0,0,0,0,0,0,0,,']),
]


def write_fast(path):
    """An interrupt hits a thread that runs at two frequencies; the slice around it waits for a page."""
    idle, app, other = ('swapper/0', 0), ('app', 5), ('other', 6)
    text = inputs.HEADER
    text += inputs.switch(1000000, idle, 'R', app)
    text += inputs.mark('app', 5, 5, 1000010, 'B|5|load')
    text += inputs.line('app', 5, 5, 1000020, 'cpu_frequency', 'state=1800000 cpu_id=0')
    text += inputs.line('app', 5, 5, 1000030, 'irq_handler_entry', 'irq=7 name=disk')
    text += inputs.line('app', 5, 5, 1000034, 'irq_handler_exit', 'irq=7 ret=handled')
    text += inputs.switch(1000050, app, 'D', other)
    text += inputs.line('other', 6, 6, 1000070, 'sched_waking', 'comm=app pid=5 prio=120 target_cpu=000')
    text += inputs.line('other', 6, 6, 1000071, 'sched_blocked_reason', 'pid=5 iowait=1 caller=read_page+0x1c/0x40')
    text += inputs.switch(1000080, other, 'R+', app)
    text += inputs.mark('app', 5, 5, 1000090, 'E|5')
    path.write_bytes(text.encode())


def check_csv(tap, cli, folder):
    for options, lines in CASES:
        tap.equal(cli.output('usage', folder / 'scheduler.ftrace', '--csv', *options).splitlines(), lines, ' '.join(['usage', *options]))


def check_fast(tap, cli, path):
    tap.equal(cli.output('usage', path, '--csv', '--by', 'thread', '--frequencies').splitlines(), [
        CELLS, '5,5,app,app,0,,20000,', '5,5,app,app,0,1800000,40000,', '6,6,other,other,0,1800000,30000,'], 'time at each frequency')
    row = cli.json('usage', path, '--by', 'cpu')[0]
    tap.equal((row['cluster'], row['top_khz']), (0, 1800000), 'the cluster of a CPU')
    tap.equal((row['running_ns'], row['interrupt_ns'], row['busy_ns']), (90000, 4000, 86000), 'an interrupt is not the thread')
    tap.equal(cli.output('usage', path, '--csv', '--slice', 'load').splitlines(), [
        PARTS,
        'slice,,load,5,1000010000,80000,1',
        'state,running,,,,50000,2',
        'state,runnable,,,,10000,1',
        'state,blocked-io,,,,20000,1',
        'function,blocked-io,read_page+0x1c/0x40,,1000050000,20000,1',
        'waker,runnable,other,6,1000070000,10000,1'], 'a slice is split')


def check_text(tap, cli, folder, path):
    lines = cli.output('usage', folder / 'scheduler.ftrace', '--by', 'thread').splitlines()
    tap.check('42.5\u00a0%' in lines[1] and '3+0' in lines[1] and lines[1].endswith('my app'), 'shares for people', lines)
    lines = cli.output('usage', path, '--by', 'cpu').splitlines()
    tap.check('100.0\u00a0%' in lines[1] and lines[2].startswith('all'), 'CPUs for people', lines)


def check_failures(tap, cli, folder, path):
    check_failure(tap, cli.run('usage', '--by', 'moon', path), 2, ['moon', 'process, thread or cpu'], 'no such rows')
    check_failure(tap, cli.run('usage', '--slice', 'nothing', path), 2, ['“nothing”'], 'no such slice')
    check_failure(tap, cli.run('usage', '--slice', 'load', '--by', 'cpu', path), 2, ['--by'], 'a slice by CPU')
    check_failure(tap, cli.run('usage', '--span', 'x', path), 2, ['“x”'], 'no span')

    for options, n_lines in [([], 1), (['--slice', 'a'], 2)]:
        result = cli.run('usage', '--csv', folder / 'losses.ftrace', *options)
        tap.equal((result.returncode, len(result.stdout.splitlines()), result.stderr.count(b'\n')), (0, n_lines, 1), f'without a scheduler {options}: a note')


def check_samples(tap, cli):
    for path in sorted(SAMPLES.glob('*.ftrace*')):
        periods.check_sums(tap, cli, path, path.name)


def lose(lines, chance):
    """Removes stretches of a CPU's lines, and reports the loss as the kernel does."""
    kept = []
    left = {}
    for line in lines:
        found = re.search(r' \[(\d\d\d)\] ', line)
        cpu = int(found.group(1)) if found else None
        if cpu is not None and cpu not in left and chance.random() < 0.002:
            left[cpu] = [chance.randrange(1, 400), 0]
        if cpu in left and left[cpu][0] > left[cpu][1]:
            left[cpu][1] += 1
            continue
        if cpu in left:
            kept.append(f'CPU:{cpu} [LOST {left.pop(cpu)[1]} EVENTS]')
        kept.append(line)
    return kept


def check_lossy(tap, cli, folder):
    """Recorded captures, with events lost at many places."""
    for path in sorted(SAMPLES.glob('*.ftrace*')):
        whole = folder / 'whole.ftrace'
        cli.output('convert', path, '-o', whole)
        lines = whole.read_text(encoding='utf-8').split('\n')
        for seed in range(4):
            lossy = folder / 'lossy.ftrace'
            lossy.write_text('\n'.join(lose(lines, random.Random(seed))), encoding='utf-8')
            tap.check(len(list(cli.rows('list', 'losses', lossy))) > 5, f'{path.name}, {seed}: events are lost')
            periods.check_sums(tap, cli, lossy, f'{path.name} with losses, {seed}')


def main():
    tap, cli, folder = start()
    path = folder / 'fast.ftrace'
    write_fast(path)
    check_csv(tap, cli, folder)
    check_fast(tap, cli, path)
    check_text(tap, cli, folder, path)
    check_failures(tap, cli, folder, path)
    check_samples(tap, cli)
    check_lossy(tap, cli, folder)
    tap.finish()


main()
