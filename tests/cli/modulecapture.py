"""A capture with known answers of SQL's modules, computed by hand.

Times are in microseconds from the first line. Thread 10 is the app, 11 its RenderThread, 20 and 21
are the system's, 30 is a kworker. CPU 0 runs at 1 GHz and CPU 1 at half of that, so cycles differ
from times.

SPDX-License-Identifier: GPL-3.0-or-later
"""

COMMS = {0: ('swapper/0', 0), 10: ('com.app', 10), 11: ('RenderThread', 10), 20: ('system_server', 20), 21: ('Binder:20_1', 20), 30: ('kworker/0:1', 30)}
LONG_HELD = 'monitor contention with owner RenderThread (11) at void com.app.Cache.put(int)(Cache.java:5) waiters=0 blocking from void com.app.Ui.draw()(Ui.java:7)'

# µs, CPU, thread, event or marker; "-> 11 S" switches to thread 11 and leaves in state S, "+10" wakes thread 10
EVENTS = [
    (0, 0, 0, 'cpu_frequency: state=1000000 cpu_id=0'), (0, 0, 0, 'cpu_frequency: state=500000 cpu_id=1'),
    (0, 0, 0, '-> 10 R'), (0, 1, 0, '-> 20 R'),
    (1000, 1, 20, 'B|20|launching: com.app'), (1500, 1, 20, 'S|20|launchingActivity#1|1'),
    (2000, 0, 10, 'B|10|bindApplication'), (4000, 0, 10, 'E|10'),
    (5000, 0, 10, f'B|10|{LONG_HELD}'), (5500, 0, 10, '-> 11 S'), (6250, 0, 11, '+10'), (6500, 0, 11, '-> 10 S'), (7000, 0, 10, 'E|10'),
    (8500, 1, 20, 'F|20|launchingActivity#1|1'), (8600, 1, 20, 'I|20|launchingActivity#1:completed-cold:com.app'), (9000, 1, 20, 'E|20'),
    (10000, 0, 10, 'B|10|Choreographer#doFrame 5'), (11000, 0, 10, 'E|10'), (11200, 0, 10, '+11'),
    (11500, 1, 20, '-> 11 R+'), (12000, 1, 11, 'B|10|DrawFrames 5'), (14000, 1, 11, 'E|10'), (14500, 1, 11, '-> 20 S'),
    (14900, 0, 10, 'C|10|Heap size (KB)|8192'), (15000, 0, 10, 'B|10|young concurrent copying GC'), (15500, 0, 10, 'C|10|Heap size (KB)|2048'),
    (15900, 0, 10, 'C|10|Heap size (KB)|6144'), (16000, 0, 10, 'E|10'),
    (17000, 0, 10, 'binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3'),
    (17100, 0, 10, '-> 0 S'), (17200, 0, 0, '+21'), (17300, 1, 20, '-> 21 R+'), (17500, 1, 21, 'binder_transaction_received: transaction=5'),
    (18500, 1, 21, 'binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0'),
    (18550, 1, 21, '+10'), (18600, 1, 21, '-> 20 S'), (18700, 0, 0, '-> 10 R'), (18800, 0, 10, 'binder_transaction_received: transaction=6'),
    (19000, 0, 10, 'irq_handler_entry: irq=42 name=ufshcd'), (19200, 0, 10, 'irq_handler_exit: irq=42 ret=handled'),
    (19200, 0, 10, 'softirq_entry: vec=1 [action=TIMER]'), (19300, 0, 10, 'softirq_exit: vec=1 [action=TIMER]'),
    (20000, 0, 10, 'rss_stat: mm_id=7 curr=1 member=1 size=4096000B'), (20000, 0, 10, 'oom_score_adj_update: pid=10 comm=com.app oom_score_adj=0'),
    (21000, 0, 10, 'rss_stat: mm_id=7 curr=1 member=0 size=1024000B'), (22000, 0, 10, 'rss_stat: mm_id=7 curr=1 member=2 size=512000B'),
    (22500, 0, 10, 'oom_score_adj_update: pid=10 comm=com.app oom_score_adj=900'),
    (23000, 1, 20, 'B|20|lmk,10,8,900,0'), (23100, 1, 20, 'E|20'),
    (24000, 0, 10, '-> 0 S'), (24100, 0, 0, 'cpu_idle: state=1 cpu_id=0'), (25100, 0, 0, 'cpu_idle: state=4294967295 cpu_id=0'),
    (25200, 0, 0, '-> 30 R'), (25700, 0, 30, '-> 0 S'),
    (26000, 1, 20, 'suspend_resume: timekeeping_freeze[0] begin'), (27000, 1, 20, 'suspend_resume: timekeeping_freeze[0] end'),
    (28000, 1, 20, 'clock_set_rate: domain@0 state=300000 cpu_id=0'), (29000, 1, 20, 'clock_set_rate: domain@0 state=600000 cpu_id=0'),
    (29200, 1, 20, 'C|20|ScreenState|2'), (29600, 1, 20, 'C|20|ScreenState|4'),
    (29700, 1, 20, 'N|20|battery_stats.audio|+audio=1000:"player"'), (29800, 1, 20, 'N|20|battery_stats.audio|-audio=1000:"player"'),
    (30000, 1, 20, '-> 0 S'),
]


def get_event(cpu, tid, text):
    if text.startswith('-> '):
        following, state = text[3:].split()
        return (f'sched_switch: prev_comm={COMMS[tid][0]} prev_pid={tid} prev_prio=120 prev_state={state}'
                f' ==> next_comm={COMMS[int(following)][0]} next_pid={following} next_prio=120')
    if text.startswith('+'):
        return f'sched_wakeup: comm={COMMS[int(text[1:])][0]} pid={text[1:]} prio=120 target_cpu={cpu:03d}'
    return text if ': ' in text and '|' not in text else f'tracing_mark_write: {text}'


def get_text():
    lines = ['# tracer: nop', '#']
    for time_us, cpu, tid, text in EVENTS:
        name, tgid = COMMS[tid]
        lines.append(f'{name:>16}-{tid:<5} ({tgid:5}) [{cpu:03d}] d..2. {100 + time_us / 1e6:.6f}: {get_event(cpu, tid, text)}')
    return '\n'.join(lines) + '\n'
