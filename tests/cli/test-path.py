#!/usr/bin/env python3
"""strata-cli path.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

SEGMENTS = 'ts_ns,dur_ns,depth,tid,thread,reason,state,cpu,machine,occupant_tid,occupant,waiter_tid,blocked_function'
TOTALS = 'tid,thread,total_ns,running_ns,waiting_for_cpu_ns,io_ns,interrupt_ns,unknown_ns,call'


def write_frame(path):
    """A frame that waits for a worker, which waits for its disk; and another, shorter frame with the same name."""
    idle, main, worker, other = ('swapper/0', 0), ('main', 300), ('worker', 301), ('other', 302)
    text = inputs.HEADER
    text += inputs.switch(1000000, idle, 'R', main)
    text += inputs.mark('main', 300, 300, 1000000, 'B|300|frame')
    text += inputs.line('main', 300, 300, 1000100, 'sched_waking', 'comm=worker pid=301 prio=120 target_cpu=000')
    text += inputs.switch(1000200, main, 'S', worker)
    text += inputs.mark('worker', 301, 301, 1000210, 'B|301|load')
    text += inputs.switch(1000300, worker, 'D', other)
    text += inputs.line('other', 302, 302, 1000500, 'sched_waking', 'comm=worker pid=301 prio=120 target_cpu=000')
    text += inputs.line('other', 302, 302, 1000501, 'sched_blocked_reason', 'pid=301 iowait=1 caller=f2fs_read+0x1c/0x40')
    text += inputs.switch(1000600, other, 'S', worker)
    text += inputs.mark('worker', 301, 301, 1000690, 'E|301')
    text += inputs.line('worker', 301, 301, 1000700, 'sched_waking', 'comm=main pid=300 prio=120 target_cpu=000')
    text += inputs.switch(1000800, worker, 'S', main)
    text += inputs.mark('main', 300, 300, 1001000, 'E|300')
    text += inputs.mark('main', 300, 300, 1001100, 'B|300|frame')
    text += inputs.mark('main', 300, 300, 1001200, 'E|300')
    path.write_bytes(text.encode())


def check_frame(tap, cli, path):
    tap.equal(cli.output('path', '--slice', 'frame', '--csv', path).splitlines(), [
        SEGMENTS,
        '1000000000,200000,0,300,main,running,running,0,,,,,',
        '1000200000,100000,1,301,worker,running,running,0,,,,300,',
        '1000300000,200000,1,301,worker,io,blocked-io,,,,,300,f2fs_read+0x1c/0x40',
        '1000500000,100000,1,301,worker,waiting-for-cpu,runnable,0,,302,other,300,',
        '1000600000,100000,1,301,worker,running,running,0,,,,300,',
        '1000700000,100000,0,300,main,waiting-for-cpu,runnable,0,,301,worker,,',
        '1000800000,200000,0,300,main,running,running,0,,,,,'], 'the longest slice of a name')
    tap.equal(cli.output('path', '--slice', 'frame', '--by', 'thread', '--csv', path).splitlines(), [
        TOTALS,
        '300,main,500000,400000,100000,0,0,0,frame',
        '301,worker,500000,200000,100000,200000,0,0,load'], 'by thread')
    reasons = cli.json('path', '--slice', 'frame', '--by', 'reason', path)
    tap.equal([row['total_ns'] for row in reasons], [600000, 200000, 200000, 0, 0], 'by reason')


def check_scope(tap, cli, path):
    rows = cli.json('path', '--thread', 'worker', '--span', '1.0003s..1.00055s', path)
    tap.equal([(row['reason'], row['ts_ns'], row['dur_ns']) for row in rows], [('io', 1000300000, 200000), ('waiting-for-cpu', 1000500000, 50000)], 'a thread in a span')
    rows = cli.json('path', '--slice', 'frame', '--span', '1.00105s..1.0013s', path)
    tap.equal([(row['reason'], row['ts_ns'], row['dur_ns']) for row in rows], [('running', 1001100000, 100000)], 'a slice in a span')


def check_text(tap, cli, path):
    text = cli.output('path', '--slice', 'frame', path)
    parts = text.split('\n\n')
    tap.equal(len(parts), 3, 'segments, threads and reasons for people')
    tap.check('200.0\u00a0µs' in parts[0] and 'f2fs_read' in parts[0] and '500.0\u00a0µs' in parts[1] and '600.0\u00a0µs' in parts[2], 'with units', text)


def check_picture(tap, cli, folder, path):
    out = folder / 'path.svg'
    tap.equal(cli.run('render', '--select', 'frame', '--critical-path', '-o', out, path).returncode, 0, 'a picture of it')
    cli.run('render', '--select', 'frame', '-o', folder / 'plain.svg', path)
    tap.check(out.stat().st_size > (folder / 'plain.svg').stat().st_size, 'that shows more than without')
    check_failure(tap, cli.run('render', '--critical-path', '-o', out, path), 2, ['--select'], 'a picture of no slice')
    check_failure(tap, cli.run('render', '--select', 'a/b/C.outer ()V', '--critical-path', '-o', out, folder / 'dual.trace'), 2, ['--critical-path'], 'a picture without a scheduler')


def check_failures(tap, cli, folder, path):
    check_failure(tap, cli.run('path', path), 2, ['--slice', '--thread'], 'nothing to look at')
    check_failure(tap, cli.run('path', '--slice', 'nothing', path), 2, ['“nothing”'], 'no such slice')
    check_failure(tap, cli.run('path', '--slice', 'frame', '--thread', 'other', path), 2, ['“frame”'], 'not of that thread')
    check_failure(tap, cli.run('path', '--thread', 'nobody', path), 2, ['“nobody”'], 'no such thread')
    check_failure(tap, cli.run('path', '--slice', 'frame', '--by', 'moon', path), 2, ['moon'], 'no such rows')

    result = cli.run('path', '--slice', 'a/b/C.outer ()V', '--csv', folder / 'dual.trace')
    tap.equal((result.returncode, len(result.stdout.splitlines()), result.stderr.count(b'\n')), (0, 2, 1), 'without a scheduler: unknown, and a note')


def main():
    tap, cli, folder = start()
    path = folder / 'frame.ftrace'
    write_frame(path)
    check_frame(tap, cli, path)
    check_scope(tap, cli, path)
    check_text(tap, cli, path)
    check_picture(tap, cli, folder, path)
    check_failures(tap, cli, folder, path)
    tap.finish()


main()
