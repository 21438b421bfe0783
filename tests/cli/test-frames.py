#!/usr/bin/env python3
"""strata-cli frames, list frames, tasks and phases.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parent.parent.parent / 'data' / 'samples'

# sample, process, id and verdict of its slow frame, kind of the first cause and a name in it
PLANTED = [
    ('android-slow-frame.ftrace.zst', 'om.example.shop', 48310, 'very-late', 'lock', 'Worker-2'),
    ('openharmony-slow-frame.ftrace.zst', 'm.example.notes', 6240, 'very-late', 'work', 'JSON.parse'),
    ('android-busy-cpus.ftrace.zst', 'om.example.shop', 48256, 'very-late', 'cpu', 'media.swcodec'),
    ('openharmony-slow-disk.ftrace.zst', 'm.example.notes', 6186, 'dropped', 'io', 'SqliteConnection::Commit'),
]


def check_planted(tap, cli):
    for sample, process, number, verdict, kind, name in PLANTED:
        slow = cli.json('frames', SAMPLES / sample)['slow']
        worst = slow[0]
        tap.equal((worst['process'], worst['id'], worst['verdict']), (process, number, verdict), f'{sample}: the planted frame is first')
        first = worst['causes'][0]
        tap.check(first['kind'] == kind and name in first['text'], f'{sample}: the planted cause is first', first)
        tap.check(0 < first['total_ns'] <= worst['total_ns'], f'{sample}: its share is one of the frame', worst)
        tap.check('Deadline: ' in worst['rule'], f'{sample}: the rule is told', worst['rule'])
        tap.none([frame for frame in slow[1:] if frame['overrun_ns'] > worst['overrun_ns']], f'{sample}: worst first')
        text = cli.output('frames', SAMPLES / sample)
        tap.check(name in text and ('Very late: ' in text or 'Dropped: ' in text), f'{sample}: for people', text)


def check_summaries(tap, cli):
    for sample, *_ in PLANTED:
        frames = list(cli.rows('list', 'frames', SAMPLES / sample))
        for row in cli.json('frames', SAMPLES / sample, '--worst', '0')['groups']:
            own = [frame for frame in frames if int(frame['tid']) == row['tid']]
            durations = sorted(int(frame['dur_ns']) for frame in own if frame['verdict'] != 'unfinished')
            janky = [frame for frame in own if frame['verdict'] in ('late', 'very-late', 'dropped')]
            tap.equal((row['frames'], row['janky'], row['longest_ns']), (len(own), len(janky), durations[-1]), f'{sample}: {row["process"]}: sums are those of the list')
            tap.equal([row[f'p{percent}_ns'] for percent in (50, 90, 95, 99)], [durations[-(-len(durations) * percent // 100) - 1] for percent in (50, 90, 95, 99)],
                      f'{sample}: {row["process"]}: percentiles')
        tap.none([frame for frame in frames if frame['overrun_ns'] and int(frame['overrun_ns']) > 0 and not frame['rule']], f'{sample}: nothing is late without a rule')
        csv_rows = list(cli.rows('frames', SAMPLES / sample))
        tap.equal([row['tid'] for row in csv_rows], [str(row['tid']) for row in cli.json('frames', SAMPLES / sample)['groups']], f'{sample}: CSV has the same groups')


def check_tasks(tap, cli):
    android = SAMPLES / 'android-slow-frame.ftrace.zst'
    tap.equal(list(cli.rows('list', 'tasks', android)), [], 'no task takes 150 ms')
    rows = list(cli.rows('list', 'tasks', '--warn', '20ms', '--severe', '40ms', android))
    tap.equal([(row['name'], row['level'], row['reason_kind']) for row in rows], [('Choreographer#doFrame 48310', 'severe', 'lock')], 'limits can be set')
    rows = list(cli.rows('list', 'tasks', '--limit', 'decodeBitmap(hero*=10ms', '--limit', 'thread:Worker-2=20ms', android))
    tap.equal([row['name'] for row in rows], ['decodeBitmap(hero.webp)', 'SharedPreferencesImpl#commit'], 'names and threads have limits of their own')
    for arguments, words in [(['--warn', 'soon'], ['150ms']), (['--limit', 'x'], ['“x”']), (['--limit', 'x=soon'], ['NAME=TIME'])]:
        check_failure(tap, cli.run('list', 'tasks', *arguments, android), 2, words, ' '.join(arguments))
    check_failure(tap, cli.run('list', 'slices', '--warn', '1s', android), 2, ['kind tasks'], '--warn of another kind')
    phases = list(cli.rows('list', 'phases', android))
    tap.check(phases and all(row['kind'] == 'input' and int(row['dur_ns']) > 0 for row in phases), 'inputs have phases', phases[:2])


# A frame of 16.667 ms from its VSYNC at 1.000000; doFrame runs from 1.001 to 1.041 on CPU 0, with a maximum frequency of
# 2 GHz.
DEVICE = """# tracer: nop
# entries-in-buffer/entries-written: 22/22   #P:1
           sf-50       (   50) [001] ....     0.983333: tracing_mark_write: C|50|VSYNC-app|0
          <idle>-0     (-----) [000] d..3     0.990000: cpu_frequency: state=2000000 cpu_id=0
          <idle>-0     (-----) [000] d..3     0.990000: cpu_frequency_limits: min=300000 max=2000000 cpu_id=0
         thermal-9     (    9) [000] ....     0.991000: thermal_temperature: thermal_zone=cpu-0-0 id=3 temp_prev=91000 temp=94500
         thermal-9     (    9) [000] ....     0.991500: cdev_update: type=thermal-cpufreq-0 target=4
           sf-50       (   50) [001] ....     1.000000: tracing_mark_write: C|50|VSYNC-app|1
          <idle>-0     (-----) [000] d..3     1.000500: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=10 next_prio=110
             app-10    (   10) [000] ....     1.001000: tracing_mark_write: B|10|Choreographer#doFrame
             app-10    (   10) [000] ....     1.002000: tracing_mark_write: B|10|inflate
             app-10    (   10) [000] ....     1.003000: mm_vmscan_direct_reclaim_begin: order=0 may_writepage=1 gfp_flags=GFP_HIGHUSER
             app-10    (   10) [000] d..3     1.006000: sched_switch: prev_comm=app prev_pid=10 prev_prio=110 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120
          <idle>-0     (-----) [000] d..3     1.009000: lowmemory_kill: com.example.gallery (77), page cache 43712kB (limit 55296kB), free 4320Kb
          <idle>-0     (-----) [000] d.h4     1.012000: sched_wakeup: comm=app pid=10 prio=110 target_cpu=000
          <idle>-0     (-----) [000] d..3     1.013000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=10 next_prio=110
             app-10    (   10) [000] ....     1.015000: mm_vmscan_direct_reclaim_end: nr_reclaimed=32
           sf-50       (   50) [001] ....     1.016667: tracing_mark_write: C|50|VSYNC-app|0
             app-10    (   10) [000] ....     1.017000: cpu_frequency_limits: min=300000 max=1000000 cpu_id=0
             app-10    (   10) [000] ....     1.017000: cpu_frequency: state=800000 cpu_id=0
           sf-50       (   50) [001] ....     1.033333: tracing_mark_write: C|50|VSYNC-app|1
             app-10    (   10) [000] ....     1.040000: tracing_mark_write: E|10
             app-10    (   10) [000] ....     1.041000: tracing_mark_write: E|10
             app-10    (   10) [000] d..3     1.050000: sched_switch: prev_comm=app prev_pid=10 prev_prio=110 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
"""


def check_device(tap, cli, folder):
    """Low memory and a frequency limit are reasons; 41 ms from the VSYNC to the end."""
    path = folder / 'device.ftrace'
    path.write_text(DEVICE, encoding='utf-8')
    causes = cli.json('frames', path)['slow'][0]['causes']
    # inflate: 38 ms, less 11 of reclaim (12 less 1 without a CPU) and 1 without a CPU, are 26 of work. Of these, 23 at 800
    # instead of 2000 MHz lost 13.8 ms, 11.5 of them by a limit of 1000. It also runs for 0.5 ms before doFrame, too little
    # to count.
    tap.equal([(cause['kind'], cause['total_ns'], cause.get('part_of')) for cause in causes],
              [('work', 26000000, None), ('frequency', 13800000, 0), ('cpu-limit', 11500000, 1), ('reclaim', 11000000, None), ('kill', 0, 3),
               ('work', 2000000, None), ('cpu', 1000000, None)], 'memory and heat are causes, parts below their whole')
    text = {cause['kind']: cause['text'] for cause in causes}
    tap.check('inflate' in text['reclaim'] and 'free some itself' in text['reclaim'], 'reclaim for people', text)
    tap.check('com.example.gallery' in text['kill'], 'who was killed', text)
    tap.check('thermal-cpufreq-0' in text['cpu-limit'] and '94.5' in text['cpu-limit'] and 'cpu-0-0' in text['cpu-limit'], 'how hot it was', text)
    tap.check(sum(cause['total_ns'] for cause in causes if cause['part_of'] is None) <= cli.json('frames', path)['slow'][0]['total_ns'], 'parts of one whole')
    task = list(cli.rows('list', 'tasks', '--warn', '20ms', path))
    tap.equal([(row['name'], row['reason_kind']) for row in task], [('Choreographer#doFrame', 'work')], 'the same reasons for tasks')


# The reply to the call at 1.001 was not recorded; the marker at 1.002 shows that the thread has returned.
UNANSWERED = """# tracer: nop
       swapper/0-0     (-----) [000] d..3 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=cli next_pid=100 next_prio=120
             cli-100   (  100) [000] .... 1.001000: binder_transaction: transaction=9 dest_node=5 dest_proc=200 dest_thread=0 reply=0 flags=0x10 code=0x3
             cli-100   (  100) [000] .... 1.002000: tracing_mark_write: B|100|sleepy
             cli-100   (-----) [000] d..3 1.003000: sched_switch: prev_comm=cli prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
             wrk-101   (  100) [001] .... 1.203000: sched_waking: comm=cli pid=100 prio=120 target_cpu=000
       swapper/0-0     (-----) [000] d..3 1.204000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=cli next_pid=100 next_prio=120
             cli-100   (  100) [000] .... 1.205000: tracing_mark_write: E|100
"""


def check_unanswered(tap, cli, folder):
    path = folder / 'unanswered.ftrace'
    for marker, kind in [(2, 'sleep'), (0, 'binder')]:
        path.write_text(UNANSWERED.replace('1.002000: tracing', f'1.00{marker}500: tracing'), encoding='utf-8')
        rows = list(cli.rows('list', 'tasks', '--warn', '20ms', path))
        tap.equal([(row['name'], row['reason_kind']) for row in rows], [('sleepy', kind)], f'a call without an answer, and a marker {"after" if marker else "before"} it')


def main():
    tap, cli, folder = start()
    check_device(tap, cli, folder)
    check_planted(tap, cli)
    check_summaries(tap, cli)
    check_tasks(tap, cli)
    check_unanswered(tap, cli, folder)
    result = cli.run('frames', folder / 'scheduler.ftrace')
    tap.check(result.returncode == 0 and b'no frames' in result.stderr, 'a file without frames says so', result)
    check_failure(tap, cli.run('frames', '--worst', '-1', folder / 'android.ftrace'), 2, ['--worst'], '--worst -1')
    for name in ('android.ftrace', 'harmony.ftrace', 'losses.ftrace', 'dual.trace', 'cut.trace'):
        tap.check(cli.run('frames', folder / name).returncode == 0 and cli.run('list', 'frames', folder / name).returncode == 0, f'frames of {name}')
    tap.finish()


if __name__ == '__main__':
    main()
