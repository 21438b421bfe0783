"""Small inputs for the tests of strata-cli.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct

HEADER = '# tracer: nop\n#\n'


def line(task, tid, tgid, time_us, event, text, cpu=0):
    """One line of ftrace text."""
    return f'{task:>16}-{tid:<7} ({tgid:>7}) [{cpu:03d}] d..3 {time_us // 1000000}.{time_us % 1000000:06d}: {event}: {text}\n'


def mark(task, tid, tgid, time_us, text, cpu=0):
    return line(task, tid, tgid, time_us, 'tracing_mark_write', text, cpu)


def switch(time_us, prev, state, following):
    (prev_name, prev_tid), (next_name, next_tid) = prev, following
    return line(prev_name, prev_tid, prev_tid, time_us, 'sched_switch',
                f'prev_comm={prev_name} prev_pid={prev_tid} prev_prio=120 prev_state={state} ==> next_comm={next_name} next_pid={next_tid} next_prio=120')


def android():
    """Two threads of process 100: nesting, recursion, async, counter, instant, unmatched ends."""
    text = HEADER
    text += mark('app.main', 100, 100, 1000000, 'E|100')
    text += switch(1000000, ('swapper/0', 0), 'R', ('app.main', 100))
    text += mark('app.main', 100, 100, 1000100, 'B|100|doFrame')
    text += mark('app.main', 100, 100, 1000200, 'B|100|draw, "fast"')
    text += mark('app.main', 100, 100, 1000300, 'B|100|doFrame')
    text += mark('app.main', 100, 100, 1000400, 'E|100')
    text += mark('app.main', 100, 100, 1000700, 'E|100')
    text += mark('app.main', 100, 100, 1001100, 'E|100')
    text += mark('app.main', 100, 100, 1001200, 'S|100|request|7')
    text += mark('Render', 101, 100, 1001300, 'B|100|syncFrame', cpu=1)
    text += mark('Render', 101, 100, 1001400, 'E|100', cpu=1)
    text += mark('Render', 101, 100, 1001500, 'F|100|request|7', cpu=1)
    text += mark('app.main', 100, 100, 1001600, 'C|100|heap|-42')
    text += mark('app.main', 100, 100, 1001700, 'C|100|heap|9007199254740993')
    text += mark('app.main', 100, 100, 1001800, 'I|100|tap')
    text += mark('Render', 101, 100, 1001900, 'B|100|left open', cpu=1)
    text += switch(1002000, ('app.main', 100), 'S', ('swapper/0', 0))
    return text.encode()


def scheduler():
    """Wakers including an interrupt, reasons to block, a lost switch, an exit."""
    idle, app, disk = ('swapper/0', 0), ('my app', 300), ('disk', 301)
    text = HEADER
    text += line('kworker', 9, 9, 3000000, 'sched_waking', 'comm=my app pid=300 prio=120 target_cpu=000', cpu=1)
    text += line('kworker', 9, 9, 3000005, 'sched_wakeup', 'comm=my app pid=300 prio=120 target_cpu=000', cpu=1)
    text += switch(3000010, idle, 'R', app)
    text += switch(3000100, app, 'D|K', disk)
    text += line('disk', 301, 301, 3000150, 'sched_waking', 'comm=my app pid=300 prio=120 target_cpu=000')
    text += line('disk', 301, 301, 3000151, 'sched_blocked_reason', 'pid=300 iowait=1 caller=wait_on_page_bit+0x1c/0x40')
    text += switch(3000160, disk, 'R+', app)
    text += switch(3000200, app, 'S', idle)
    text += line('swapper/0', 0, 0, 3000250, 'sched_wakeup', 'comm=my app pid=300 prio=120 target_cpu=000').replace('d..3', 'd.h3')
    text += mark('my app', 300, 300, 3000260, 'B|300|a')
    text += mark('my app', 300, 300, 3000290, 'E|300')
    text += line('my app', 300, 300, 3000295, 'sched_process_exit', 'comm=my app pid=300 prio=120')
    text += switch(3000300, app, 'X', disk)
    text += mark('disk', 301, 301, 3000400, 'C|300|x|1')
    return text.encode()


def disk():
    """A call that flushes a file, the disk request that it waits for, and events of the file system."""
    idle, app = ('swapper/0', 0), ('app', 300)
    text = HEADER
    text += switch(4000000, idle, 'R', app)
    text += mark('app', 300, 300, 4000010, 'B|300|fsync:/data/app.db')
    text += line('app', 300, 300, 4000020, 'f2fs_sync_file_enter', 'dev = (254,0), ino = 5')
    text += line('app', 300, 300, 4000030, 'block_rq_issue', '254,0 WS 49152 () 1234 + 96 be,0,4 [app]')
    text += switch(4000040, app, 'D', idle)
    text += line('swapper/0', 0, 0, 4000090, 'block_rq_complete', '254,0 WS () 1234 + 96 be,0,4 [0]')
    text += line('swapper/0', 0, 0, 4000095, 'sched_waking', 'comm=app pid=300 prio=120 target_cpu=000').replace('d..3', 'd.h3')
    text += switch(4000100, idle, 'R', app)
    text += line('app', 300, 300, 4000110, 'f2fs_sync_file_exit', 'dev = (254,0), ino = 5, ret = 0')
    text += mark('app', 300, 300, 4000120, 'E|300')
    text += line('app', 300, 300, 4000125, 'signal_deliver', 'sig=9 errno=0 code=0 sa_handler=0 sa_flags=0')
    text += switch(4000130, app, 'S', idle)
    return text.encode()


def harmony():
    """Level, tags, category, chain and arguments."""
    text = HEADER
    text += mark('ohos.demo', 200, 200, 2000000, 'B|200|H:[a92ab94c18e1341,0,0]#load|I3062|key=value,n=1')
    text += mark('ohos.demo', 200, 200, 2000500, 'E|200|I3062')
    text += mark('ohos.demo', 200, 200, 2001000, 'S|200|H:fetch|5|M62|net|url=x')
    text += mark('ohos.demo', 200, 200, 2002000, 'F|200|H:fetch|5|M62')
    return text.encode()


def chains():
    """A request through three processes, with a nested call on the way; and another request whose parent was lost."""
    text = HEADER
    text += mark('app', 10, 10, 1000, 'B|10|H:[c0ffee,0,0]#request|M62')
    text += mark('app', 10, 10, 1100, 'B|10|H:[c0ffee,1,0]#C##ask|M62')
    text += mark('service', 20, 20, 1200, 'B|20|H:[c0ffee,1,0]#S##answer|M62', cpu=1)
    text += mark('disk', 30, 30, 1300, 'S|30|H:[c0ffee,2,1]#read|7|M62', cpu=1)
    text += mark('disk', 30, 30, 1400, 'F|30|H:[c0ffee,2,1]#read|7|M62', cpu=1)
    text += mark('service', 20, 20, 1500, 'E|20|M62', cpu=1)
    text += mark('app', 10, 10, 1600, 'E|10|M62')
    text += mark('app', 10, 10, 1700, 'E|10|M62')
    text += mark('app', 10, 10, 1800, 'B|10|H:[beef,9,8]#orphan|M62|k=v|later|fields')
    text += mark('app', 10, 10, 1900, 'E|10|M62')
    return text.encode()


METHODS = [(0x10, 'a/b/C', 'outer', '()V'), (0x20, 'a/b/C', 'inner', '(I)I'), (0x30, 'a/d/D', 'other', '()V')]

# tid, method, action (0 enter, 1 exit, 2 unroll), thread CPU µs, wall µs
RECORDS = [
    (1, 0x30, 1, 5, 5),
    (1, 0x10, 0, 10, 10),
    (1, 0x20, 0, 20, 30),
    (1, 0x20, 2, 40, 80),
    (1, 0x20, 0, 50, 100),
    (1, 0x20, 1, 55, 110),
    (1, 0x10, 1, 60, 200),
    (2, 0x30, 0, 0, 50),
    (2, 0x30, 1, 7, 60),
]


def method_trace(clock='dual', factor=1):
    """A method trace, version 3, with both clocks or one; times are multiplied by a factor."""
    key = f'*version\n3\ndata-file-overflow=false\nclock={clock}\nelapsed-time-usec=200\nnum-method-calls={len(RECORDS)}\nvm=art\npid=77\n'
    key += '*threads\n1\tmain\n2\tworker\n*methods\n'
    key += ''.join(f'0x{number:x}\t{owner}\t{name}\t{signature}\tX.java\n' for number, owner, name, signature in METHODS)
    key += '*end\n'

    is_dual = clock == 'dual'
    data = struct.pack('<IHHQH', 0x574f4c53, 3, 32, 1600000000000000, 14 if is_dual else 10).ljust(32, b'\0')
    for tid, method, action, *times_us in RECORDS:
        cpu_us, wall_us = (factor * time_us for time_us in times_us)
        data += struct.pack('<HI', tid, method | action)
        data += struct.pack('<II', cpu_us, wall_us) if is_dual else struct.pack('<I', cpu_us if clock == 'thread-cpu' else wall_us)
    return key.encode() + data


def losses():
    """Lost events of one CPU, a thread with another name, a marker and an unreadable line."""
    text = '# tracer: nop\n#\n# entries-in-buffer/entries-written: 9/400   #P:2\n#\n'
    text += mark('app', 7, 7, 1000000, 'B|7|a')
    text += mark('other', 9, 9, 1000400, 'I|9|i', cpu=1)
    text += line('app', 7, 7, 1000500, 'task_rename', 'pid=7 oldcomm=app newcomm=ui oom_score_adj=0')
    text += mark('ui', 7, 7, 1000600, 'C|7|heap|much')
    text += 'CPU:0 [LOST 12 EVENTS]\n'
    text += mark('ui', 7, 7, 1002000, 'E|7')
    text += '              ui-7       (      7) [000] d..3 1.0030\n'
    text += mark('ui', 7, 7, 1003000, 'I|7|end')
    return text.encode()
