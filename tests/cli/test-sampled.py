#!/usr/bin/env python3
"""Compares profiles of sampled stacks with sums over the samples.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import datetime
import json
import re
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

PROFILE = pathlib.Path(__file__).parent.parent / 'formats' / 'data' / 'sampled-program.cpuprofile'

STACKS = '''10 #00 pc 1 /bin/start(main+1)
    7 #01 pc 2 /lib/a.so(work(int, char)+3)
        4 #02 at draw (/ets/Index.js:1:2)
        2 #02 at measure (/ets/Index.js:9:2)
    3 #01 at draw (/ets/Index.js:1:2)
'''


def sum_samples(profile):
    """Inclusive and exclusive microseconds by function; each sample lasts until the next."""
    nodes = {node['id']: node for node in profile['nodes']}
    parents = {child: node['id'] for node in profile['nodes'] for child in node.get('children', [])}
    times, now = [], profile['startTime']
    for delta in profile['timeDeltas']:
        now += delta
        times.append(now)
    order = sorted(range(len(times)), key=lambda index: (times[index], index))
    inclusive, exclusive = {}, {}
    for place, index in enumerate(order):
        end = times[order[place + 1]] if place + 1 < len(order) else max(profile['endTime'], times[index])
        length, node, seen = end - times[index], profile['samples'][index], set()
        leaf = nodes[node]['callFrame']['functionName']
        exclusive[leaf] = exclusive.get(leaf, 0) + length
        while node is not None:
            name = nodes[node]['callFrame']['functionName']
            if name not in seen:
                inclusive[name] = inclusive.get(name, 0) + length
            seen.add(name)
            node = parents.get(node)
    return inclusive, exclusive


def check_profile(tap, cli):
    profile = json.loads(PROFILE.read_text())
    inclusive, exclusive = sum_samples(profile)
    rows = {row['name']: row for row in cli.rows('profile', PROFILE)}
    wrong = []
    for name in ('frame', 'parse', 'decode', 'spin', 'recurse', '(program)', '(garbage collector)'):
        found = (int(rows[name]['inclusive_ns']), int(rows[name]['exclusive_ns']))
        wanted = (inclusive[name] * 1000, exclusive.get(name, 0) * 1000)
        if found != wanted:
            wrong.append(f'{name}: {found}, not {wanted}')
    tap.none(wrong, 'functions are as long as their samples')
    slices = list(cli.rows('list', 'slices', PROFILE))
    tap.check(slices and all(row['flags'] == 'sampled' for row in slices), 'all are said to be sampled')
    tap.equal('(idle)' in rows, False, 'nothing running is no call')
    folded = cli.output('tree', '--folded', PROFILE)
    tap.check(any(line.split(' ')[0].endswith('frame;parse;decode;spin') for line in folded.splitlines()), 'stacks for flame graphs', folded[:500])


def check_stacks(tap, cli, folder):
    path = folder / 'stacks.txt'
    path.write_text(STACKS)
    rows = {row['name']: (int(row['inclusive_ns']) // 1000000, int(row['exclusive_ns']) // 1000000) for row in cli.rows('profile', path)}
    tap.equal(rows, {'main': (1500, 0), 'work(int, char)': (1050, 150), 'draw': (1050, 1050), 'measure': (300, 300)}, 'frames are 150 ms a sample')


def check_units(tap, cli, folder):
    """Weights other than time are shown with their unit, and are not compared with time."""
    before, after, script = folder / 'before.folded', folder / 'after.folded', folder / 'cycles.txt'
    before.write_text('main;draw 1000000\nmain;wait 5000\n')
    after.write_text('main;draw 3000000\nmain;wait 5000\n')
    script.write_text('a  12     2.000000:       5000 cycles:u:  ffff10 f+0x1 (/bin/x)\na  12     2.000100:       6000 cycles:u:  ffff10 g+0x1 (/bin/x)\n')
    report = cli.output('diff', '--per=total', before, after)
    tap.check('+2.00 M samples' in report.replace('\u00a0', ' ') and 'Mean A (samples)' in report, 'a comparison of weights', report)
    # 3,000,000 of 3,005,000 are 1,003,327.8 of 1,005,000, and 5,000 are 1,672.2
    deltas = {row['name']: round(row['delta_exclusive_samples']) for row in cli.json('diff', before, after)['names'] if row['name'] != 'main'}
    tap.equal(deltas, {'draw': 3328, 'wait': -3328}, 'profiles of unlike weight are compared as parts of it')
    tap.check('2.990 times' in cli.output('diff', before, after), 'and that is said')
    texts = [report] + [cli.output(command, before) for command in ('info', 'profile', 'tree')] + [cli.output('profile', '--weights', script)]
    tap.check('itself accounts for the most: ' in texts[1].replace('\u00a0', ' '), 'the headline says where most of the weight is', texts[1])
    tap.none([text for text in texts if re.search(r'[0-9]\u00a0(ns|µs|ms|s)\\b', text)], 'no weight is called time')
    refused = cli.run('diff', before, script)
    tap.check(refused.returncode == 1 and b'samples and time' in refused.stderr, 'weights are not compared with time', refused.stderr)
    halves = folder / 'halves.folded'
    halves.write_text('main;draw 0.5\n')
    refused = cli.run('diff', before, halves)
    tap.check(refused.returncode == 1 and b'A is counted in samples and B in millisamples' in refused.stderr, 'nor other fractions', refused.stderr)


def check_libraries(tap, cli, folder):
    """The last parentheses are the library, even if the name contains parentheses."""
    script = folder / 'libraries.txt'
    frames = ['new(unsigned long)+0x5 (/bin/app (deleted))', 'new(int) (/bin/app (deleted))', 'one+0x5 (/lib/a(b.so)', 'two(void (*)(int))+0x5 (/lib/b)']
    script.write_text('app 1/1 [000] 1.000001: 250 cpu-clock: \n' + ''.join(f'\t{0x401130 + i:x} {frame}\n' for i, frame in enumerate(frames)) + '\n')
    found = sorted((row['name'], row['args'].removeprefix('library=')) for row in cli.rows('list', 'slices', script))
    wanted = [('new(int)', '/bin/app (deleted)'), ('new(unsigned long)', '/bin/app (deleted)'), ('one', '/lib/a(b.so'), ('two(void (*)(int))', '/lib/b')]
    tap.equal(found, wanted, 'libraries with parentheses in their names')


def check_zeros(tap, cli, folder):
    """Zeros left by a file system are reported with their line, and the data behind them is read."""
    parts = {
        'log': [f'07-17 12:00:00.{i % 1000:03}  100  100 I tag: f{i}\n' for i in range(4000)],
        'perf': [f'app 1/1 [000] {i}.000000: 250 cpu-clock:\n\t401130 f{i}+0x5 (/bin/app)\n\n' for i in range(4000)],
    }
    for name, n_lines, kind in (('log', 1, 'instants'), ('perf', 3, 'slices')):
        path = folder / f'zeros.{name}'
        texts = parts[name]
        path.write_bytes(''.join(texts[:3000]).encode() + texts[3000].encode()[:9] + bytes(5000) + ''.join(texts[3001:]).encode() + bytes(70000))
        result = cli.run('check', path)
        tap.check(f'line {3000 * n_lines + 1}: Blocks of zeros where text should be: 2' in result.stderr.decode(), f'zeros in a {name} are told', result.stderr)
        found = {row['name'].removeprefix('I tag: ').split()[0] for row in cli.rows('list', kind, path)}
        tap.equal({f'f{i}' for i in range(4000)} - found, {'f3000'}, f'the rest of the {name} is read')


FREEZE = """THREAD_BLOCK_6S
PID:10
Reason:THREAD_BLOCK_6S
TIMESTAMP:2026/07/17-04:06:46:354
DOMAIN:AAFWK
STRINGID:THREAD_BLOCK_6S
MSG:
 EventHandler dump begin curTime: 2026-07-17 04:06:43.354
 Event runner (Thread name = , Thread ID = 10) is running
 Current Running: start at 2026-07-17 04:06:40.354, Event { send thread = 10, send time = 2026-07-17 04:06:40.300, handle time = 2026-07-17 04:06:40.300, trigger time = 2026-07-17 04:06:40.354, task name = loop, caller = [loop.cpp(Run:72)] }
 VIP priority event queue information:
 No.1 : Event { send thread = 12, send time = 2026-07-17 04:06:41.354, handle time = 2026-07-17 04:06:41.354, id = 1, caller = [a.cpp(B:1)] }
 Total size of VIP events : 1
 Low priority event queue information:
 No.1 : Event { send thread = 13, send time = 2026-07-17 04:06:40.354, handle time = 2026-07-17 04:06:40.354, task name = refresh, caller = [b.cpp(C:2)] }
 No.2 : Event { send thread = 13, send time = 2026-07-17 04:06:42.354, handle time = 2026-07-17 04:06:42.354, task name = later, caller = [b.cpp(C:2)] }
 Total size of Low events : 2
 Total event size : 3
"""


def check_freeze(tap, cli, folder):
    """Queues by priority; and a freeze log and a log without years beside a trace, placed by the calendar."""
    freeze, log, trace = folder / 'freeze.log', folder / 'app.log', folder / 'app.ftrace'
    freeze.write_text(FREEZE)
    rows = [(row['queue'], row['position'], row['name'], row['waited_ns'] // 1000000) for row in cli.json('list', 'queues', freeze)]
    tap.equal(rows, [('VIP', 1, 'event 1', 2000), ('Low', 1, 'refresh', 3000), ('Low', 2, 'later', 1000)], 'queues by priority')
    # the wall clock is 04:06:35.354 (UTC) at 100 s of the trace
    trace.write_text('# tracer: nop\n#\n  app-10    (   10) [000] .... 100.000000: tracing_mark_write: trace_event_clock_sync: realtime_ts=1784261195354\n'
                     '  app-10    (   10) [000] .... 105.000000: tracing_mark_write: B|10|loop\n  app-10    (   10) [000] .... 110.000000: tracing_mark_write: E|10\n')
    both = cli.json('list', 'queues', trace, f'--with={freeze}')
    tap.equal([row['ts_ns'] // 1000000 for row in both], [106000, 105000, 107000], 'a freeze beside a trace')
    when = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)
    log.write_text(f'{when:%m-%d %H:%M:%S}.250  10  11 I Tag: a\n{when:%m-%d %H:%M:%S}.500  10  11 I Tag: b\n')
    line = cli.json('list', 'log', log)[0]
    tap.equal(line['ts_ns'] // 10**9, int(when.timestamp()), 'a date without a year is of the last twelve months')
    tap.check(f'{when:%Y}, assumed' in cli.output('info', log), 'the year is said to be assumed', cli.output('info', log))


SOURCE_LINES = """w  12     2.000000:    1000000 cpu-clock:
\t            11a4 inl+0x24
  w.c:4 (inlined)
\t            11a4 leaf+0x24 (/bin/w)
  w.c:5 (discriminator 3)
\t            11d4 mid+0x14 (/bin/w)
  w[11d4]

w  12     2.001000:    1000000 cpu-clock:
\t            11a8 inl+0x28 (inlined)
\t            11a4 leaf+0x24 (/bin/w)
  w.c:6
\t            11d4 mid+0x14 (/bin/w)
  ??:0
"""


def check_source_lines(tap, cli, folder):
    """Lines added by "perf script -F +srcline" belong to the call above them; a function on two of its lines is one
    call."""
    path = folder / 'script.txt'
    path.write_text(SOURCE_LINES)
    rows = [(row['name'], row['dur_ns'], row['args']) for row in cli.json('list', 'slices', path)]
    tap.equal(rows, [('mid', 2000000, 'library=/bin/w'), ('leaf', 2000000, 'file=w.c'), ('inl', 2000000, 'kind=inlined')], 'source lines and inlined functions')
    tap.equal(cli.json('list', 'diagnostics', path), [], 'and no line is unknown')


LOGS = {
    '11-28 10:00:00.123  10  11 I A00001/Tag: a\n========Slow reader missed log lines: 7\n11-28 10:00:00.323  10  11 W A00000/HiLog: ========Slow reader missed log lines: 12\n': 19,
    '11-28 10:00:00.423  10  11 I C02D01/LOGLIMIT: ==com.x LOGS OVER PROC QUOTA, 20 DROPPED==\n11-28 10:00:00.523  10  11 I C02D01/Tag: b\n': 20,
    '11-28 10:00:00.223  10  11 I chatty  : uid=10(com.x) expire 5 lines\n11-28 10:00:00.323  10  11 I chatty  : uid=10(com.x) identical 3 lines\n': 5,
    'Nov 28 10:00:00 host systemd-journald[1]: Missed 4 kernel messages\nNov 28 10:00:01 host systemd-journald[1]: Suppressed 6 messages from x.service\n': 10,
    '11-28 10:00:00.223  10  11 I Tag: they expire 5 days later, over QUOTA, 3\n11-28 10:00:00.323  10  11 I Tag: x\n': 0,
}


def check_losses(tap, cli, folder):
    path = folder / 'log.txt'
    for text, n_lost in LOGS.items():
        path.write_text(text)
        tap.equal(sum(row['count'] for row in cli.json('list', 'diagnostics', path)), n_lost, f'lines that a log had no room for: {n_lost}')


def check_switches(tap, cli, folder):
    """Context switches of simpleperf are not shown, and this is reported."""
    path = folder / 'report.txt'
    path.write_text('sample:\n  event_type: cpu-cycles\n  time: 100\n  event_count: 5\n  thread_id: 3\n  vaddr_in_file: 10\n  file: /a.so\n  symbol: f\n'
                    'context_switch:\n  switch_on: true\n  time: 200\n  thread_id: 3\ncontext_switch:\n  switch_on: false\n  time: 300\n  thread_id: 3\n')
    tap.equal([(row['kind'], row['count']) for row in cli.json('list', 'diagnostics', path)], [('unshown-packet', 2)], 'context switches are counted')


def check_deep(tap, cli, folder):
    """A small file whose stacks have nothing in common makes few slices, and one long chain of roots takes no time."""
    depth = 3000
    nodes = [{'id': level, 'callFrame': {'functionName': 'f'}, 'children': [level + 1] * (level < depth)} for level in range(1, depth + 1)]
    path = folder / 'deep.cpuprofile'
    path.write_text(json.dumps({'nodes': nodes, 'startTime': 0, 'endTime': 3000000, 'samples': [depth, 1] * 1500, 'timeDeltas': [1000] * 3000}))
    tap.check(depth * 1500 > 1300000 > cli.json('info', path)['slices']['closed'], 'stacks without anything in common')
    tap.equal([(row['kind'], row['first_ns']) for row in cli.json('list', 'diagnostics', path)], [('deep-stack', 699000000)], 'from when on stacks are cut')
    tap.check('; stacks were cut, so this may be time of calls that are not shown' in cli.output('info', path), 'and the headline says so')
    for node in nodes:
        node['callFrame']['functionName'] = '(root)'
    nodes[-1]['callFrame'] = {'functionName': 'leaf', 'url': 'data:a,b', 'lineNumber': 0, 'columnNumber': 0}
    path.write_text(json.dumps({'nodes': nodes, 'startTime': 0, 'endTime': 2000, 'samples': [1, depth], 'timeDeltas': [1000, 500]}))
    tap.equal([(row['name'], row['dur_ns'], row['args']) for row in cli.json('list', 'slices', path)], [('leaf', 500000, 'url="data:a,b",line=1,column=1')], 'a leaf below many roots')


def check_trees(tap, cli, folder):
    """The only times of call trees are those in their file names, which also place several trees."""
    trees = [folder / f'MAIN_THREAD_JANK_202607170333{seconds}_10.txt' for seconds in (20, 50)]
    for tree in trees:
        tree.write_text('10 #00 pc 0000000000012f40 /system/bin/appspawn(main+396)\n')
    starts = [row['ts_ns'] // 10**6 for row in cli.json('list', 'slices', trees[0], f'--with={trees[1]}')]
    tap.equal(starts, [0, 30000], 'trees beside each other')
    tap.check('2026-07-17 03:33:18' in cli.output('info', trees[0], f'--with={trees[1]}'), 'when the first was recorded')


def main():
    tap, cli, folder = start()
    check_freeze(tap, cli, folder)
    check_deep(tap, cli, folder)
    check_trees(tap, cli, folder)
    check_units(tap, cli, folder)
    check_libraries(tap, cli, folder)
    check_zeros(tap, cli, folder)
    check_source_lines(tap, cli, folder)
    check_losses(tap, cli, folder)
    check_switches(tap, cli, folder)
    check_profile(tap, cli)
    check_stacks(tap, cli, folder)
    tap.finish()


main()
