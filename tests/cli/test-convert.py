#!/usr/bin/env python3
"""strata-cli convert.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import io
import json
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from htracewriter import varint  # pylint: disable=wrong-import-position
import freezelogs  # pylint: disable=wrong-import-position
import roundtrip  # pylint: disable=wrong-import-position
from fixture import check_failure, start  # pylint: disable=wrong-import-position
from tap import read_csv  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'

# The example of the article on btrace, and the result that it describes.
ARTICLE = '''5108949.231989: B|28045|B:TestCrash:a
5108949.232055: B|28045|B:TestCrash:b
5108949.232554: B|28045|B:TestCrash:c
5108949.232580: B|28045|E:TestCrash:a
'''
STANDARD = [
    ('5108949.231989', 'B|28045|TestCrash:a'),
    ('5108949.232055', 'B|28045|TestCrash:b'),
    ('5108949.232554', 'B|28045|TestCrash:c'),
    ('5108949.232554', 'E|28045'),
    ('5108949.232554', 'E|28045'),
    ('5108949.232580', 'E|28045'),
]

# The pattern by which the systrace page reads a line with a process column.
SYSTRACE_LINE = re.compile(r'^\s*(.+)-(\d+)\s+\(\s*(\d+|-+)\)\s\[(\d+)\]\s+([dX.][Nnp.][Hhs.][0-9a-f.])\s+(\d+\.\d+):\s+(\S+):\s(.*)$')


def check_article(tap, cli, folder):
    path = folder / 'article'
    path.write_text(ARTICLE)
    text = cli.output('convert', path, '-o', '-')
    found = [(match[6], match[8]) for match in map(SYSTRACE_LINE.match, text.splitlines()) if match and match[7] == 'tracing_mark_write']
    tap.equal(found, STANDARD, 'the example of the article')


def check_text(tap, cli, folder):
    text = cli.output('convert', folder / 'android.ftrace', '-o', '-')
    lines = [line for line in text.splitlines() if not line.startswith('#')]
    tap.check(text.startswith('# tracer: nop\n'), 'begins as atrace does')
    tap.none([line for line in lines if not SYSTRACE_LINE.match(line)], 'every line is as systrace reads it')
    times = [float(SYSTRACE_LINE.match(line)[6]) for line in lines]
    tap.equal(times, sorted(times), 'lines are sorted by time')

    names = folder / 'names'
    names.write_bytes(b'1.000001: B|7|a\\b\xff\n1.000002: B|7|\n1.000003: E|7\n1.000004: B|7|| |\n1.000005: I|7|x\n')
    roundtrip.compare(tap, cli, names, folder / 'out.atrace', 'odd names')


def make_random(seed):
    """Markers of every kind on a few threads, with few distinct times so that many are equal."""
    source = random.Random(seed)
    time_us = 5000000
    lines = ['# tracer: nop\n']
    running = {0: 0, 1: 0}
    priority = collections.defaultdict(lambda: 120, {7: 98, 8: 139, 9: -1, 1200: 49})
    for _ in range(source.randrange(20, 400)):
        time_us += source.choice([0, 0, 0, 1, 1, 7, 1000])
        tid = source.choice([7, 8, 9, 1200])
        pid = 7 if tid < 9 else tid
        name = source.choice(['a', 'b c', 'd|e', 'H:x', 'B:M:m', 'E:M:m', 'T:M:m', 'read[/data/f]', ' ', ''])
        if seed % 3 == 1:
            name = source.choice(['H:a|M62', 'H:[a1,0,0]#b|I0562|k=v', 'H:c ', 'H:d|e|C01|k=(1,2)|new', 'H:[a1,1,0]#C##f|D62'])
        marks = [f'B|{pid}|{name}', f'E|{pid}', f'I|{pid}|i', f'N|{pid}|t|n', f'C|{pid}|n|{source.randrange(-9, 9) * 10 ** 17}']
        named = f'{"H:" if seed % 3 == 1 else ""}j{source.randrange(2)}|{source.randrange(2)}{"|M62" if seed % 3 == 1 else ""}'
        marks += [f'S|{pid}|{named}', f'F|{pid}|{named}', f'G|{pid}|t|n|{source.randrange(2)}', f'H|{pid}|t|{source.randrange(2)}']
        marks += marks[:2] * 3
        kind = 'tracing_mark_write: ' + source.choice(marks)
        cpu = source.randrange(2)
        if seed % 2 and source.random() < 0.4:
            state = source.choice(['S', 'D', 'R', 'R+', 'X'])
            prev, following = running[cpu], source.choice([0, 7, 8, 9])
            if following not in running.values():
                kind = f'sched_switch: prev_comm=t{prev} prev_pid={prev} prev_prio={priority[prev]} prev_state={state} ==> next_comm=t{following} next_pid={following} next_prio={priority[following]}'
                running[cpu] = following
                tid, pid = prev, 7 if prev < 9 else prev
        elif seed % 2 and source.random() < 0.2:
            kind = f'sched_waking: comm=t9 pid=9 prio=120 target_cpu=000'
        if seed % 4 == 3 and source.random() < 0.05:
            lines.append(f'CPU:{source.randrange(3)} [LOST {source.choice(["", "1 ", "375643 "])}EVENTS]\n')
        lines.append(f'{f"t{tid}" if tid else "<idle>":>16}-{tid:<7} ({pid if tid else "-------":>7}) [{cpu:03d}] d..3 {time_us // 1000000}.{time_us % 1000000:06d}: {kind}\n')
    return ''.join(lines)


LOSSES = '''# tracer: nop
          <idle>-0     (-----) [000] d..3  1.000000: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120
               b-8     (    8) [001] ....  1.000100: tracing_mark_write: B|8|b
               a-7     (    7) [000] ....  1.000200: tracing_mark_write: B|7|a
CPU:0 [LOST 12 EVENTS]
CPU:2 [LOST EVENTS]
CPU:1 [LOST 4294967297 EVENTS]
               a-7     (    7) [000] ....  1.000900: tracing_mark_write: E|7
               b-8     (    8) [001] d..3  1.001000: sched_switch: prev_comm=b prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
               c-9     (    9) [002] ....  1.001500: tracing_mark_write: I|9|c
               c-9     (    9) [002] ....  1.001500: tracing_mark_write: I|9|d
CPU:2 [LOST 3 EVENTS]
               a-7     (    7) [000] d..3  1.002000: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
'''


def check_losses(tap, cli, folder):
    """Losses of a CPU are kept in the converted file, and no others appear."""
    path = folder / 'losses'
    path.write_text(LOSSES)
    losses = cli.run('list', 'losses', '--csv', path).stdout.decode()
    expected = ['0,,1000200000,700000,12,', '1,,1000100000,900000,4294967297,', '2,,1000000000,1500000,,', '2,,1001500000,500000,3,']
    tap.equal(losses.splitlines()[1:], expected, 'losses of the text')
    threads = {row['tid'] for row in cli.json('list', 'threads', '--json', path)}
    for suffix in ('atrace', 'pftrace'):
        output = folder / f'losses.{suffix}'
        cli.run('convert', '-o', output, path)
        tap.equal(cli.run('list', 'losses', '--csv', output).stdout.decode(), losses, f'losses: the same in .{suffix}')
        tap.equal({row['tid'] for row in cli.json('list', 'threads', '--json', output)}, threads, f'losses: no other threads in .{suffix}')
        found = {row['kind']: row['count'] for row in cli.json('info', output)['diagnostics'] if not row['kind'].startswith('unfinished')}
        tap.equal(found, {'lost-events': 12 + 4294967297 + 3}, f'losses: what .{suffix} warns of')


RENAMES = '''# tracer: nop
            bash-7     (    7) [000] ....  1.000000: tracing_mark_write: B|7|begin
            bash-7     (    7) [000] ....  1.000050: sched_process_exec: filename=/bin/bash pid=7 old_pid=7
            bash-7     (    7) [000] ....  1.000100: task_rename: pid=7 oldcomm=bash newcomm=make it oom_score_adj=0
         make it-7     (    7) [000] d..3  1.000200: sched_switch: prev_comm=make it prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=cc1 next_pid=8 next_prio=120
             cc1-8     (    7) [000] d..3  1.000300: sched_switch: prev_comm=cc1 prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=as next_pid=7 next_prio=120
              as-7     (    7) [000] ....  1.000400: tracing_mark_write: E|7
'''


def check_cpu_counters(tap, cli, folder):
    """Counters with the same name on several CPUs stay separate."""
    path = folder / 'cpus.atrace'
    path.write_text('# tracer: nop\n' + ''.join(f'  <idle>-0 (-----) [000] .... 1.00000{i}: strata_counter: cpu={i % 2} value={i} name=load\n' for i in range(4)))
    before = cli.run('list', 'counters', '--csv', path).stdout.decode().splitlines()[1:]
    tap.equal(before, [f'{1000000000 + 1000 * i},,cpu{i % 2} load,{i}' for i in range(4)], 'counters of two CPUs')
    for suffix in ('atrace', 'pftrace', 'json'):
        output = folder / f'cpus.out.{suffix}'
        cli.run('convert', '-o', output, path)
        tap.equal(cli.run('list', 'counters', '--csv', output).stdout.decode().splitlines()[1:], before, f'counters of two CPUs in .{suffix}')


ARGUMENTS = """{"traceEvents": [
{"ph": "X", "name": "a", "ts": 1, "dur": 9, "pid": 7, "tid": 7, "args": {"key": "value"}},
{"ph": "X", "name": "b", "ts": 2, "dur": 3, "pid": 7, "tid": 7},
{"ph": "i", "name": "c", "ts": 3, "pid": 7, "tid": 7, "s": "t", "args": {"key": 1}}]}
"""


def check_arguments(tap, cli, folder):
    """Arguments that do not fit the text format are written as separate events."""
    path = folder / 'arguments.json'
    path.write_text(ARGUMENTS)
    for output in ('arguments.atrace', 'arguments.pftrace'):
        cli.output('convert', '-o', folder / output, path)
        for kind in ('slices', 'instants'):
            tap.equal([row['args'] for row in cli.json('list', kind, folder / output)], [row['args'] for row in cli.json('list', kind, path)], f'{output}: arguments of {kind}')
    said = cli.run('convert', '-o', folder / 'out.atrace', folder / 'harmony.ftrace').stderr.decode()
    tap.equal(said, '', 'HiTrace has arguments in text')


def check_renames(tap, cli, folder):
    path = folder / 'renames'
    path.write_text(RENAMES)
    names = [(row['tid'], row['since_ns'], row['name']) for row in cli.json('list', 'names', '--json', path)]
    tap.equal(names, [(7, None, 'bash'), (7, 1000100000, 'make it')], 'names of a thread')
    for suffix in ('atrace', 'pftrace'):
        roundtrip.compare(tap, cli, path, folder / f'renames.{suffix}', f'renames in .{suffix}')
    # a different name in a sched_switch, without a rename event, does not count
    for span, first in (('+0.05ms..+0.25ms', 'bash'), ('+0.15ms..+0.25ms', 'make it')):
        text = cli.output('clip', '--span', span, '-o', '-', path)
        tap.equal(re.search(r'^ *(\S.*?)-7 .*sched_switch|oldcomm=(\S+) ', text, re.M).group(1, 2), (None, first) if first == 'bash' else (first, None), f'the name at the begin of {span}')


def check_round_trips(tap, cli, folder):
    output = folder / 'out.atrace'
    for name in ['android.ftrace', 'harmony.ftrace', 'scheduler.ftrace', 'chains.ftrace', 'dual.trace', 'cpu.trace', 'wall.trace', 'article']:
        roundtrip.compare(tap, cli, folder / name, output, name)
    for path in sorted(SAMPLES.glob('*trace*')):
        roundtrip.compare(tap, cli, path, output, path.name)
    for name in ['android.ftrace', 'harmony.ftrace', 'scheduler.ftrace', 'chains.ftrace']:
        roundtrip.compare(tap, cli, folder / name, folder / 'out.pftrace', f'{name} as packets')
    for seed in range(24):
        path = folder / 'random'
        path.write_text(make_random(seed))
        # states are not compared: without switches in between, text contains less about threads that do many things at once
        roundtrip.compare(tap, cli, path, output, f'random {seed}', has_states=False)


def read_varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def read_fields(data):
    """Fields of a message, parsed independently of the program's reader."""
    at = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        value, at = read_varint(data, at)
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        elif tag & 7 != 0:
            raise ValueError(f'wire type {tag & 7}')
        yield tag >> 3, value


def count_events(data):
    """The number of events of each type, and of switches."""
    found = collections.Counter()
    names = set()
    for _, packet in read_fields(data):
        fields = dict(read_fields(packet))
        for number, entry in read_fields(fields.get(12, b'')):
            names.add((number, dict(read_fields(entry))[1]))
        event = dict(read_fields(fields.get(11, b'')))
        found[event.get(9)] += 1
        found['unnamed'] += event.get(9) in (1, 3) and (2, event[10]) not in names
        for number, switch in read_fields(fields.get(1, b'')):
            found['switch'] += number == 2 and 4 in dict(read_fields(switch))
    return found


PERFETTO_COLUMNS = {
    'slices': ['ts_ns', 'dur_ns', 'self_ns', 'tid', 'thread', 'depth', 'name', 'category', 'flags'],
    'async': ['ts_ns', 'dur_ns', 'pid', 'name', 'category', 'lane', 'flags'],
    'counters': ['ts_ns', 'name', 'value'],
    'instants': ['ts_ns', 'track', 'name'],
    'cpu': ['cpu', 'ts_ns', 'dur_ns', 'tid', 'thread'],
}


def read_rows(cli, kind, path):
    rows = read_csv(cli.run('list', kind, '--csv', '--no-mapping', path).stdout.decode())
    # flags of how a call was left are not written, and rows of a lane become separate tracks
    return sorted(tuple(row[column].replace('exception', '').replace('rebuilt', '').replace('on-track', '').strip() for column in PERFETTO_COLUMNS[kind]) for row in rows)


def check_perfetto(tap, cli, folder):
    output = folder / 'out.pftrace'
    for name in ['android.ftrace', 'harmony.ftrace', 'scheduler.ftrace', 'dual.trace', 'wall.trace']:
        result = cli.run('convert', '--no-mapping', folder / name, '-o', output)
        tap.check(result.returncode == 0, f'{name} becomes a Perfetto trace', result.stderr)
        rows = {}
        for kind in PERFETTO_COLUMNS:
            rows[kind] = read_rows(cli, kind, folder / name)
            # slices of the kernel become tracks too
            found = [row for row in read_rows(cli, kind, output) if kind != 'async' or row in rows[kind]]
            tap.equal(found, rows[kind], f'{name}: the same {len(rows[kind])} {kind} by way of Perfetto')
        cli.run('convert', '--no-mapping', output, '-o', folder / 'again.atrace')
        tap.equal([row for row in read_rows(cli, 'async', folder / 'again.atrace') if row in rows['async']], rows['async'], f'{name}: the same asynchronous slices by way of both')
        counts = count_events(output.read_bytes())
        tap.check(counts[1] >= len(rows['slices']) + len(rows['async']) and counts['unnamed'] == 0, f'{name}: every slice has a packet and a name', counts)
        tap.equal(counts[3], len(rows['instants']), f'{name}: every instant has a packet')
        tap.check((counts['switch'] > 0) == (len(rows['cpu']) > 0), f'{name}: what ran is there as switches', counts)


def check_chrome(tap, cli, folder):
    output = folder / 'out.json'
    for name in ['android.ftrace', 'harmony.ftrace', 'dual.trace', 'wall.trace']:
        result = cli.run('convert', '--no-mapping', folder / name, '-o', output)
        events = json.loads(output.read_text())['traceEvents']
        tap.check(result.returncode == 0 and all('ph' in event for event in events), f'{name} becomes Chrome JSON', result.stderr)
        for kind, columns in PERFETTO_COLUMNS.items():
            if kind == 'cpu':
                continue
            keep = [i for i, column in enumerate(columns) if column not in ('lane', 'category')]
            before, after = ([tuple(row[i] for i in keep) for row in read_rows(cli, kind, path)] for path in (folder / name, output))
            tap.equal(sorted(row for row in after if kind != 'async' or row in before), sorted(before), f'{name}: the same {len(before)} {kind} by way of Chrome JSON')


def check_chrome_kernel(tap, cli, folder):
    """What the kernel recorded is text of ftrace in Chrome JSON, so that the verdicts about frames are the same."""
    output = folder / 'kernel.json'
    (folder / 'reused.ftrace').write_text(REUSED)
    for path in [*(folder / name for name in ('android.ftrace', 'scheduler.ftrace', 'disk.ftrace', 'losses', 'renames', 'reused.ftrace')), *sorted(SAMPLES.glob('*.ftrace.zst'))]:
        what = f'{path.name} as JSON'
        roundtrip.compare(tap, cli, path, output, what, has_quotes=False)
        tap.equal(cli.run('frames', output).stdout, cli.run('frames', path).stdout, f'{what}: the same frames')
        kernel, copy = (sorted(map(str, cli.json('list', 'kernel', file))) for file in (path, output))
        tap.check(copy == kernel, f'{what}: the same {len(kernel)} slices of the kernel')
        text = output.read_text(encoding='utf-8')
        tap.check('"systemTraceEvents":"# tracer: nop\\n' in text, f'{what}: lines end as Perfetto expects it')
        tap.none([event for event in json.loads(text)['traceEvents'] if event['name'] in ('process_name', 'thread_name') and event['args']['name'] == ''], f'{what}: no empty names, which Perfetto rejects')


def check_chrome_span(tap, cli, folder):
    """A copy in JSON has the same span. Text has no times before 0, so that events beside it are moved, too."""
    path, output = folder / 'span.ftrace', folder / 'span.json'
    path.write_text(' app-7 ( 7) [000] .... 1.000000: sched_stat_runtime: comm=app pid=7 runtime=1 [ns]\n app-7 ( 7) [000] .... 1.000500: tracing_mark_write: B|7|a\n'
                    ' app-7 ( 7) [000] .... 1.000600: tracing_mark_write: E|7\n app-7 ( 7) [000] .... 1.000900: sched_stat_runtime: comm=app pid=7 runtime=1 [ns]\n')
    cli.output('convert', path, '-o', output)
    before, after = ({key: value for key, value in cli.json('info', file).items() if key in ('begin_ns', 'end_ns')} for file in (path, output))
    tap.equal(after, before, 'the span of the trace')
    switch = ' app-7 ( 7) [000] d... 0.000009: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n'
    path.write_text(json.dumps({'traceEvents': [{'ph': 'X', 'ts': -2000000, 'dur': 5, 'pid': 7, 'tid': 7, 'name': 'a'}], 'systemTraceEvents': switch}))
    said = cli.run('convert', path, '-o', output).stderr.decode()
    tap.check('all times are 2 s later' in said, 'times that are moved', said)
    before, after = ([row['ts_ns'] for kind in ('slices', 'cpu') for row in cli.json('list', kind, file)] for file in (path, output))
    tap.equal((before, after), ([-2000000000], [0]), 'calls are where they were before the switch')
    tap.equal(*([row['ts_ns'] - shift for row in cli.json('list', 'states', file)] for file, shift in ((output, 2000000000), (path, 0))), 'and so are states')


def check_late(tap, cli, folder):
    """Times late in the 292 years that all formats have can be read again."""
    path, output = folder / 'late.ftrace', folder / 'late.json'
    path.write_text(' app-7 ( 7) [000] .... 9220000000.000001: tracing_mark_write: B|7|a\n app-7 ( 7) [000] .... 9220000000.000100: tracing_mark_write: E|7\n')
    roundtrip.compare(tap, cli, path, output, 'late times as JSON')
    path.write_text('[{"ph":"X","ts":-2000000000000000,"dur":9223000000000000000,"pid":7,"tid":7,"name":"a"},{"ph":"X","ts":9222000000000000,"dur":9222000000000000,"pid":7,"tid":7,"name":"b"},{"ph":"X","ts":9223372036854775,"dur":5,"pid":7,"tid":7,"name":"c"}]')
    tap.equal([row['name'] for row in cli.json('list', 'slices', path)], ['a', 'b'], 'times beyond those')


# CPU 1 has interrupts alone until it runs b, so it was idle; when c left CPU 2 is known, but not what ran before.
IDLE_CPUS = '''# tracer: nop
          <idle>-0     (-----) [000] d..3  1.000000: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=7 next_prio=120
          <idle>-0     (-----) [001] d.h3  1.000100: irq_handler_entry: irq=3 name=timer
          <idle>-0     (-----) [001] d.h3  1.000120: irq_handler_exit: irq=3 ret=handled
               c-9     (    9) [002] d..3  1.000200: sched_switch: prev_comm=c prev_pid=9 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
          <idle>-0     (-----) [001] d..3  1.000500: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=b next_pid=8 next_prio=120
               b-8     (    8) [001] d..3  1.000600: sched_switch: prev_comm=b prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
               a-7     (    7) [000] d..3  1.001000: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
'''


def check_idle_cpus(tap, cli, folder):
    """That a CPU was idle before its first run stays known."""
    path = folder / 'idle-cpus.ftrace'
    path.write_text(IDLE_CPUS)
    usage = cli.output('usage', '--by=cpu', '--csv', path)
    tap.equal([(row['cpu'], row['idle_ns'], row['unknown_ns']) for row in read_csv(usage)][:3], [('0', '0', '0'), ('1', '800000', '100000'), ('2', '800000', '200000')], 'idle before the first run')
    for suffix in ('atrace', 'pftrace', 'json'):
        output = folder / f'idle-cpus.{suffix}'
        roundtrip.compare(tap, cli, path, output, f'idle CPUs in .{suffix}')
        tap.equal(cli.output('usage', '--by=cpu', '--csv', output), usage, f'usage in .{suffix}')


LISTS = 'SELECT {} FROM process p LEFT JOIN thread t USING (upid) LEFT JOIN process q ON q.upid = p.parent_upid ORDER BY p.pid, t.tid'


def check_lists(tap, cli, folder):
    """Threads of unknown processes are no more than they were, and what only lists contain is kept."""
    path, output = folder / 'unlisted.ftrace', folder / 'unlisted.pftrace'
    path.write_text(''.join(f' t{tid}-{tid} (-----) [000] .... 1.0000{tid}: sched_waking: comm=x pid={tid} prio=120 target_cpu=000\n' for tid in range(10, 20)))
    cli.output('convert', path, '-o', output)
    tap.equal(*(cli.json('query', file, 'SELECT tid, name, upid FROM thread ORDER BY tid') for file in (output, path)), 'threads of unknown processes')
    listed, output = folder / 'listed.pftrace', folder / 'listed2.pftrace'
    tree = b''.join(data(1, number(1, pid), number(2, ppid), data(3, name), number(5, uid)) for pid, ppid, name, uid in ((1, 0, b'/init', 0), (20, 1, b'app', 10), (30, 20, b'quiet', 20)))
    tree += data(2, number(1, 21), data(2, b'worker'), number(3, 20)) + data(2, number(1, 22), data(2, b'sleeper'), number(3, 20))
    listed.write_bytes(packet(data(2, tree)) + packet(number(8, 1000), data(1, number(1, 0), data(2, number(1, 1000), number(2, 21), data(3, data(2, b'B|20|call'))))))
    cli.output('convert', listed, '-o', output)
    sql = LISTS.format('p.pid, p.name AS process, p.uid, q.pid AS ppid, t.tid, t.name AS thread')
    rows = [tuple(row.values()) for row in cli.json('query', listed, sql)]
    tap.equal([row[4] for row in rows], [0, 1, 20, 21, 22, 30], 'listed threads')
    tap.equal([tuple(row.values()) for row in cli.json('query', output, sql)], rows, 'and converted')
    ended = folder / 'ended.pftrace'
    ended.write_bytes(listed.read_bytes() + packet(number(8, 1000), data(1, number(1, 0), data(2, number(1, 900), data(240, number(2, 22))), data(2, number(1, 1100), number(2, 21), data(3, data(2, b'E|20'))))))
    cli.output('convert', ended, '-o', output)
    ends = 'SELECT tid, end_ts FROM thread WHERE end_ts IS NOT NULL'
    tap.equal([cli.json('query', file, ends) for file in (ended, output)], [[{'tid': 22, 'end_ts': 900}]] * 2, 'the end of a listed thread')
    said = cli.run('convert', ended, '-o', folder / 'ended.json').stderr.decode()
    tap.check('leaves out command lines' in said, 'parents of processes are left out', said)
    labelled = folder / 'labelled.pftrace'
    labelled.write_bytes(listed.read_bytes() + packet(number(8, 1000), data(60, number(1, 77), data(3, number(1, 30), data(8, b'first page'), data(8, b'second')))))
    cli.output('convert', labelled, '-o', output)
    labels = 'SELECT pid, display_value FROM process JOIN args USING (arg_set_id)'
    tap.equal([cli.json('query', file, labels) for file in (labelled, output)], [[{'pid': 30, 'display_value': text} for text in ('first page', 'second')]] * 2, 'labels of a listed process')
    other = folder / 'listed.ftrace'
    other.write_text(' t-5 ( 5) [000] .... 0.000002: tracing_mark_write: B|5|a\n')
    counts = [cli.json('query', first, f'--with={second}', 'SELECT count(*) AS n FROM thread') for first, second in ((listed, other), (other, listed))]
    tap.equal(counts, [[{'n': 7}]] * 2, 'whichever file is the first')


def check_chrome_owners(tap, cli, folder):
    """The owners of counters and the tracks of instants are kept, in keys that other programs skip."""
    path, output = folder / 'owners.ftrace', folder / 'owners.json'
    path.write_text('# tracer: nop\n#\n'
                    ' app-7 ( 7) [000] .... 1.000001: tracing_mark_write: C|7|heap|5\n'
                    ' app-7 ( 7) [000] .... 1.000002: cpu_frequency: state=1555200 cpu_id=3\n'
                    ' app-7 ( 7) [000] .... 1.000003: clock_set_rate: l3_clk state=1267200000 cpu_id=0\n'
                    ' app-7 ( 7) [000] .... 1.000003: clock_enable: l3_clk state=1 cpu_id=0\n'
                    ' app-7 ( 7) [000] .... 1.000004: tracing_mark_write: N|7|DeviceStateChanged|open\n'
                    ' app-7 ( 7) [000] .... 1.000005: tracing_mark_write: I|7|plain\n', encoding='utf-8')
    cli.output('convert', path, '-o', output)
    for kind, least in [('counters', 4), ('instants', 2)]:
        before, after = (sorted(cli.run('list', kind, '--csv', file).stdout.decode().splitlines()) for file in (path, output))
        tap.check(len(before) > least and before == after, f'Chrome JSON: {kind} are of the same owners', (before, after))
    tap.check('"CPU 3 frequency"' in output.read_text(encoding='utf-8'), 'Chrome JSON: other programs see the CPU')


def check_same_ids(tap, cli, folder):
    """Processes with the same thread ids stay separate in a copy."""
    path, copy = folder / 'same-ids.json', folder / 'same-ids.pftrace'
    path.write_text(json.dumps([{'ph': 'X', 'name': f'p{pid}t{tid}', 'pid': pid, 'tid': tid, 'ts': pid * 10 + tid, 'dur': 5} for pid in (2, 1, 3) for tid in (1, 2, 3)]), encoding='utf-8')
    cli.output('convert', path, '-o', copy)
    rows = cli.json('list', 'slices', copy)
    tap.equal([(row['name'][:2], row['depth']) for row in rows], [(f"p{row['pid']}", 0) for row in rows], 'threads of one id stay in their processes')
    tap.equal([row['name'] for row in rows], [f"p{row['pid']}t{row['tid']}" for row in rows], 'and have the ids of the file')


def check_capitals(tap, cli, folder):
    """A suffix in capitals sets the same format."""
    for name, begin in [('OUT.PFTRACE', b'\n'), ('OUT.JSON', b'{')]:
        cli.output('convert', folder / 'android.ftrace', '-o', folder / name)
        tap.check((folder / name).read_bytes().startswith(begin), f'{name} is written in the form that it is called by')


def check_left_out(tap, cli, folder):
    """Data that a format cannot hold is reported."""
    path, output = folder / 'switch.ftrace', folder / 'switch.json'
    path.write_text('# tracer: nop\n#\n'
                    ' app-7 ( 7) [000] d... 1.000001: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n'
                    ' app-7 ( 7) [000] .... 1.000005: tracing_mark_write: B|7|a\n', encoding='utf-8')
    tap.equal(cli.run('convert', path, '-o', folder / 'switch.pftrace').stderr, b'', 'nothing is left out in packets')
    tap.check(b'has the priority 120 for 1 run' in cli.run('convert', path, '-o', output).stderr, 'text of ftrace in Chrome JSON has no unknown priorities')
    for name in ('calls.pftrace', 'calls.json', 'calls.atrace'):
        said = cli.run('convert', SAMPLES / 'method-trace.trace', '-o', folder / name).stderr.decode()
        tap.check('does not say that exceptions ended ' in said, f'{name}: that exceptions are not written', said)
    path.write_text(REUSED, encoding='utf-8')
    said = cli.run('convert', path, '-o', output).stderr.decode()
    tap.check('1 thread with the id of an earlier one, which only Strata reads as two' in said, 'others read one thread for an id in Chrome JSON', said)
    said = cli.run('convert', path, '-o', folder / 'reused.pftrace').stderr.decode()
    notes = [line.partition('.pftrace: ')[2] for line in said.splitlines()]
    tap.equal(notes, ['has the starts of 2 threads, which only Strata reads', 'leaves out the command lines, users and parents of 2 processes whose ids mean others, too'], 'but two in packets')
    tap.equal([row['parent_upid'] for row in cli.json('query', folder / 'reused.pftrace', 'SELECT parent_upid FROM process WHERE pid = 900')], [None, None], 'no parent is that of another process')
    path.write_text(' app-7 ( 7) [000] .... 1.000001: block_rq_issue: 8,0 WS 4096 () 1234 + 8 [app]\n app-7 ( 7) [000] .... 1.000005: block_rq_complete: 8,0 WS () 1234 + 8 [0]\n', encoding='utf-8')
    said = cli.run('convert', path, '-o', output).stderr.decode()
    tap.check('1 slice of the kernel as an asynchronous slice for other programs' in said, 'slices of the kernel', said)
    # CPU times of calls from the scheduler, and the owner and end of an asynchronous slice of another process
    path.write_text('# tracer: nop\n#\n <idle>-0 (-----) [000] d... 1.000001: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120\n'
                    ' app-7 ( 7) [000] .... 1.000002: tracing_mark_write: B|7|a\n app-7 ( 7) [000] .... 1.000003: tracing_mark_write: S|9|other|1\n app-7 ( 7) [000] .... 1.000005: tracing_mark_write: E|7\n'
                    ' app-7 ( 7) [000] d... 1.000009: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n', encoding='utf-8')
    cli.output('convert', path, '-o', output)
    for kind in ('slices', 'async'):
        tap.equal(cli.json('list', kind, output), cli.json('list', kind, path), f'{kind} by way of JSON')


def check_logs(tap, cli, folder):
    """Log lines are lines again, of several devices, too, and with or without a calendar."""
    android, kernel, output = folder / 'android.log', folder / 'kernel.log', folder / 'logs.pftrace'
    android.write_text('06-10 10:00:00.001  1000  1001 I Tag: a: b\n06-10 10:00:00.002  1000  1001 E Tag:  indented\n')
    kernel.write_text('[    1.000000] first\n[    2.000000]   indented\n')
    for options in ([android], [kernel], [android, '--with', f'{android}@other'], [kernel, '--with', f'{kernel}@other']):
        cli.run('convert', *options, '-o', output)
        before = [tuple(row.get(key) for key in ('ts_ns', 'tid', 'level', 'tag', 'message')) for row in cli.json('list', 'log', *options)]
        tap.equal([tuple(row.get(key) for key in ('ts_ns', 'tid', 'level', 'tag', 'message')) for row in cli.json('list', 'log', output)], before, f'{len(before)} log lines')


def check_cut(tap, cli, folder):
    """Asynchronous slices that were over before the trace, without an end of their own, stay as long as they were."""
    path = folder / 'service.log'
    path.write_text(freezelogs.SERVICE, encoding='utf-8')
    before = sorted(map(str, cli.json('list', 'async', path)))
    for suffix in ('pftrace', 'atrace', 'json'):
        output = folder / f'service.{suffix}'
        cli.run('convert', path, '-o', output)
        tap.equal(sorted(map(str, cli.json('list', 'async', output))), before, f'cut slices in .{suffix}')


def check_deep(tap, cli, folder):
    """Two deep stacks in turn are many slices, which take little room in packets."""
    depth, n_samples = 100, 300
    nodes = [{'id': 1, 'callFrame': {'functionName': '(root)'}, 'children': [2, 2 + depth]}]
    nodes += [{'id': 2 + stack * depth + level, 'callFrame': {'functionName': f'{"ab"[stack]}{level}'}, 'children': [3 + stack * depth + level] if level + 1 < depth else []}
              for stack in range(2) for level in range(depth)]
    path, output = folder / 'deep.cpuprofile', folder / 'deep.pftrace'
    path.write_text(json.dumps({'nodes': nodes, 'startTime': 0, 'endTime': n_samples * 1000, 'samples': [1 + depth * (1 + sample % 2) for sample in range(n_samples)], 'timeDeltas': [1000] * n_samples}))
    cli.run('convert', path, '-o', output)
    tap.equal(sorted(map(str, cli.json('list', 'slices', output))), sorted(map(str, cli.json('list', 'slices', path))), 'deep stacks as packets')
    tap.check(output.stat().st_size < depth * n_samples * 10, 'with a few bytes a slice', f'{output.stat().st_size} bytes')


def check_nested(tap, cli, folder):
    """Nested arguments stay nested, and quotes are not escaped again."""
    path, copy, again, chrome = (folder / name for name in ('nested.pftrace', 'copy.pftrace', 'again.pftrace', 'nested.json'))
    path.write_bytes(perfetto_nested())
    for source, target in ((path, copy), (copy, again), (again, chrome)):
        cli.output('convert', source, '-o', target)
    args = [cli.json('list', 'slices', file)[0]['args'] for file in (path, copy, again)]
    tap.equal(args, ['plain="x \\"q\\", y",d={k=[1,2,{z=true}],s=t\\u},e={},l=[]'] * 3, 'from Perfetto to Perfetto')
    event = next(event for event in json.loads(chrome.read_text())['traceEvents'] if event['name'] == 'a')
    tap.equal(event['args'], {'plain': 'x "q", y', 'd': {'k': [1, 2, {'z': True}], 's': 't\\u'}, 'e': {}, 'l': []}, 'and to Chrome')
    chrome.write_text(json.dumps({'traceEvents': [{'name': 'a', 'ph': 'X', 'ts': 10, 'dur': 5, 'pid': 1, 'tid': 1, 'args': {'q': 'x "q", \\ y', 'd': {'k': [1]}}}]}))
    cli.output('convert', chrome, '-o', copy)
    args = [cli.json('list', 'slices', file)[0]['args'] for file in (chrome, copy)]
    tap.equal(args, ['q="x \\"q\\", \\\\ y",d={k=[1]}'] * 2, 'from Chrome to Perfetto')


def check_forms(tap, cli, folder):
    """Numbers, booleans, flows, CPU clocks and nesting, in the formats that other programs read."""
    path, chrome, packets = (folder / name for name in ('forms.in.json', 'forms.json', 'forms.pftrace'))
    args = {'n': -3, 'b': True, 'z': None, 'f': 1.5, 'l': [1, {'q': False}], 'h': '0x10', 'old': '007'}
    call = {'ph': 'X', 'pid': 1, 'tid': 2, 'dur': 5}
    span = {'cat': 'x', 'id': '1', 'pid': 1, 'tid': 2}
    events = [{**call, 'name': 'a', 'ts': 1, 'tts': 100, 'tdur': 3, 'bind_id': '0x5', 'flow_out': True, 'args': args},
              {**call, 'name': 'b', 'tid': 3, 'ts': 10, 'bind_id': '0x5', 'flow_in': True, 'flow_out': True}, {**call, 'name': 'c', 'tid': 3, 'ts': 20, 'bind_id': 5, 'flow_in': True},
              {**span, 'ph': 'b', 'name': 'out', 'ts': 1}, {**span, 'ph': 'b', 'name': 'in', 'ts': 3}, {**span, 'ph': 'e', 'name': 'in', 'ts': 5}, {**span, 'ph': 'e', 'name': 'out', 'ts': 8}]
    path.write_text(json.dumps(events), encoding='utf-8')
    before = cli.json('list', 'slices', path)
    tap.equal([(row['cpu_ns'], row['args'].rpartition(',')[2]) for row in before], [(3000, 'flow=0x5'), (None, 'flow=0x5'), (None, 'flow_end=0x5')], 'flows of the second version')
    for copy in (chrome, packets):
        cli.output('convert', path, '-o', copy)
        tap.equal(cli.json('list', 'slices', copy), before, f'{copy.name}: the same calls')
        tap.equal(cli.json('list', 'counters', copy), [], f'{copy.name}: the CPU clock is no counter')
        tap.equal(cli.output('query', '--csv', copy, 'SELECT s.name FROM slice s JOIN slice p ON s.parent_id = p.id WHERE p.name = \'out\''), 'name\nin\n', f'{copy.name}: what is inside of an asynchronous slice')
    written = [event for event in json.loads(chrome.read_text(encoding='utf-8'))['traceEvents'] if event['ph'] == 'X']
    tap.equal(written[0]['args'], args, 'arguments in JSON have their types')
    tap.equal([(event['bind_id'], event.get('flow_in', False), event.get('flow_out', False)) for event in written], [('0x5', False, True), ('0x5', True, True), ('0x5', True, False)], 'flows in JSON')
    # an event has one flow there; other flows become step events, which only other programs read
    several = folder / 'several.pftrace'
    several.write_bytes(packet(number(10, 1), number(13, 1), data(60, number(1, 77), data(4, number(1, 5), number(2, 6)))) +
                        b''.join(event(time_ns, kind, *parts) for time_ns, kind, parts in [(1000, 1, (data(23, 'a'), fixed(47, 7), fixed(47, 8))), (1500, 2, ()), (2000, 1, (data(23, 'b'), fixed(48, 7))), (2500, 2, ())]))
    cli.output('convert', several, '-o', chrome)
    steps = [event for event in json.loads(chrome.read_text(encoding='utf-8'))['traceEvents'] if event['ph'] in 'sf']
    tap.equal([(event['ph'], event['ts'], event.get('bp')) for event in steps], [('s', 1, None), ('f', 2, 'e')], 'a step of one of several flows')
    tap.equal([row['args'] for row in cli.json('list', 'slices', chrome)], ['flow=0x7,flow=0x8', 'flow_end=0x7'], 'several flows by way of JSON')
    # one that starts at the end of a slice does so for other programs, too
    several.write_bytes(packet(number(10, 1), number(13, 1), data(60, number(1, 77), data(4, number(1, 5), number(2, 6)))) +
                        b''.join(event(time_ns, kind, *parts) for time_ns, kind, parts in [(1000, 1, (data(23, 'a'),)), (1500, 2, (fixed(47, 7),)), (2000, 1, (data(23, 'b'), fixed(48, 7))), (2500, 2, ())]))
    cli.output('convert', several, '-o', chrome)
    steps = [event for event in json.loads(chrome.read_text(encoding='utf-8'))['traceEvents'] if event['ph'] in 'sf']
    tap.equal([(event['ph'], event['ts'], event.get('bp')) for event in steps], [('s', 1.499, None), ('f', 2, 'e')], 'a flow from the end of a slice')
    tap.equal([row['args'] for row in cli.json('list', 'slices', chrome)], ['late_flow=0x7', 'flow_end=0x7'], 'the same by way of JSON')


def fixed(field, value):
    return varint(field << 3 | 1) + value.to_bytes(8, 'little')


def data(number, *parts):
    content = b''.join(part if isinstance(part, bytes) else part.encode() for part in parts)
    return varint(number << 3 | 2) + varint(len(content)) + content


def number(field, value):
    return varint(field << 3) + varint(value)


def packet(*parts):
    return data(1, *parts)


def event(time_ns, kind, *parts, track=77):
    return packet(number(8, time_ns), number(10, 1), data(11, number(9, kind), number(11, track), *parts))


def check_all_arguments(tap, cli, folder):
    """Arguments and flows of calls, instants and asynchronous slices, and the owners of these, in both formats."""
    def flow(field, value):
        return varint(field << 3 | 1) + value.to_bytes(8, 'little')

    def more(key, *flows):
        return data(22, 'cat'), data(4, data(10, key), data(11, data(10, 'k'), data(12, number(4, 1)))), data(4, data(10, 't'), data(6, 'a,b')), *flows

    tracks = [packet(number(10, 1), number(13, 1), data(60, number(1, 77), data(4, number(1, 5), number(2, 6), data(5, 'worker'))))]
    tracks += [packet(number(10, 1), data(60, number(1, 78), data(2, 'Loads'), number(5, 80))), packet(number(10, 1), data(60, number(1, 79), data(2, 'Everywhere')))]
    tracks += [packet(number(10, 1), data(60, number(1, 80), data(3, number(1, 5), data(6, 'app'))))]
    events = [event(1000, 1, data(23, 'call'), *more('c', flow(47, 7))), event(1200, 3, data(23, 'instant'), *more('i', flow(47, 7))), event(1500, 2)]
    events += [event(1100, 1, data(23, 'load'), *more('l', flow(48, 7)), track=78), event(1150, 1, data(23, 'inner'), track=78), event(1160, 2, track=78), event(1700, 2, track=78)]
    events += [event(1300, 3, data(23, 'global'), *more('g'), track=79), event(1300, 1, data(23, 'wide'), track=79), event(1400, 2, track=79)]
    path = folder / 'arguments.pftrace'
    path.write_bytes(b''.join(tracks + events))
    rows = {kind: sorted(csv.reader(io.StringIO(cli.output('list', '--csv', kind, path)))) for kind in ('slices', 'async', 'instants', 'processes')}
    tap.equal([row['args'] for row in cli.json('list', 'instants', path)], ['i={k=[1]},t="a,b",flow=0x7', 'g={k=[1]},t="a,b"'], 'arguments of instants')
    for name in ('arguments.json', 'arguments2.pftrace', 'arguments.atrace'):
        cli.output('convert', '-o', folder / name, path)
        for kind, before in rows.items():
            tap.equal(sorted(csv.reader(io.StringIO(cli.output('list', '--csv', kind, folder / name)))), before, f'{name}: the same {kind} with arguments, flows and owners')


def check_text_owners(tap, cli, folder):
    """Names of tracks with bars, which separate fields in text, and counters without a process."""
    path, output = folder / 'bars.json', folder / 'bars.atrace'
    span = {'cat': 'x', 'id': '1', 'pid': 5, 'tid': 6, 'name': 'a|b', 'strata_track': 'one|two'}
    path.write_text(json.dumps([{**span, 'ph': 'b', 'ts': 1}, {**span, 'ph': 'e', 'ts': 4}, {'ph': 'i', 's': 'p', 'name': 'i|j', 'pid': 5, 'ts': 2, 'strata_track': 'k|l'},
                                {'ph': 'C', 'name': 'own|one', 'pid': 5, 'ts': 2, 'args': {'v': 7}}, {'ph': 'C', 'name': 'bat|tery', 'pid': 0, 'ts': 3, 'args': {'v': 1.5}, 'strata_global': 1},
                                {'ph': 'C', 'name': 'CPU 2 load', 'pid': 0, 'ts': 3, 'args': {'v': 9}, 'strata_cpu': 2}]), encoding='utf-8')
    cli.output('convert', path, '-o', output)
    for kind, keys in (('async', ('name', 'lane', 'pid')), ('instants', ('name', 'track', 'pid')), ('counters', ('name', 'pid', 'cpu', 'value'))):
        before, after = ([[row.get(key) for key in keys] for row in cli.json('list', kind, file)] for file in (path, output))
        tap.check(len(before) > 0 and before == after, f'{kind} are of the same owners by way of text', (before, after))


def check_text_overlaps(tap, cli, folder):
    """Slices of one lane and id that overlap keep their lengths and ids as text, where an end has no name; those that nest are written as they are."""
    path, output = folder / 'overlaps.json', folder / 'overlaps.atrace'
    events = [(1, 'b', 'a'), (2, 'b', 'in'), (3, 'e', 'in'), (4, 'b', 'b'), (5, 'b', 'c'), (6, 'e', 'a'), (7, 'b', 'd'), (8, 'e', 'c'), (9, 'e', 'b'), (10, 'b', 'open'), (11, 'b', 'e'), (12, 'e', 'e')]
    path.write_text(json.dumps([{'ph': phase, 'ts': ts, 'name': name, 'id': '0x5', 'cat': 'x', 'pid': 5, 'tid': 5} for ts, phase, name in events]), encoding='utf-8')
    cli.output('convert', path, '-o', output)
    before, after = ([[row.get(key) for key in ('name', 'ts_ns', 'dur_ns', 'cookie', 'lane', 'flags')] for row in sorted(cli.json('list', 'async', file), key=lambda row: row['ts_ns'])] for file in (path, output))
    tap.equal(after, before, 'overlapping slices by way of text')
    tap.equal(output.read_text(encoding='utf-8').count('id=0x5'), 2, 'only those that end later have other cookies')


def frame(time_ns, *parts):
    return packet(number(8, time_ns), number(10, 1), data(76, *parts))


def check_frames(tap, cli, folder):
    """Frames of the frame timeline through all formats; the program reports that others see slices."""
    path = folder / 'timeline.pftrace'
    path.write_bytes(frame(1000, data(3, number(1, 1), number(2, 5), number(3, 4), number(4, 77), data(5, 'layer, a b'))) + frame(9000, data(5, number(1, 1))) +
                     frame(1500, data(4, number(1, 2), number(2, 5), number(3, 4), number(4, 77), data(5, 'layer, a b'), number(6, 2), number(7, 0), number(9, 64))) + frame(12000, data(5, number(1, 2))))
    before = [cli.output('list', kind, '--csv', path) for kind in ('frames', 'async')]
    tap.check(len(before[0].splitlines()) == 2 and 'App Deadline Missed' in before[0], 'a frame of the timeline', before[0])
    for name in ('frames.atrace', 'frames.json', 'frames.pftrace'):
        said = cli.run('convert', '-o', folder / name, path).stderr.decode()
        tap.equal([cli.output('list', kind, '--csv', folder / name) for kind in ('frames', 'async')], before, f'{name}: the same frame')
        tap.check(('has 1 frame of the frame timeline as a slice' in said) == (not name.endswith('.pftrace')), f'{name}: that others see a slice', said)
    tap.equal((folder / 'frames.pftrace').read_bytes().count(b'layer, a b'), 2, 'packets of the frame timeline are such again')
    tap.equal(sum(data(76, data(5, number(1, cookie))) in (folder / 'frames.pftrace').read_bytes() for cookie in range(1, 9)), 2, 'and so are their ends')


def check_unshown(tap, cli, folder):
    """Packets that are not shown, and so not converted, are counted by name, all with their sizes."""
    path = folder / 'unshown.pftrace'
    path.write_bytes(packet(number(10, 1), number(13, 1), data(60, number(1, 77), data(4, number(1, 5), number(2, 6)))) + event(1000, 3, data(23, 'i')) +
                     packet(number(8, 1000), data(116, 'abc')) + packet(number(8, 1000), data(199, 'abc')) + b''.join(packet(number(8, 1000), data(kind, 'abcd')) for kind in range(200, 220)))
    text = cli.output('info', path)
    kinds = {kind['name']: kind.get('bytes') for kind in cli.json('info', path)['kinds']}
    tap.check(all(f'packet field {kind}: 1, ' in text for kind in range(199, 220)), 'each kind is listed', text)
    tap.equal({kinds[f'packet field {kind}'] - kinds['packet field 199'] for kind in range(200, 220)}, {1}, 'sizes of packets')
    tap.check('packet app_wakelock_bundle: 1' in text and 'packet field 199: 1' in text, 'names of packets', text)


def check_sampled(tap, cli, folder):
    """Samples are not mistaken for traced calls, and a thread without a known process does not get one."""
    path = folder / 'stacks.perf'
    path.write_text(''.join(f'app 77 {second}.000000:     1 cycles:\n\t       1 work (/bin/app)\n\t       2 main (/bin/app)\n\n' for second in range(1, 6)), encoding='utf-8')
    before = [cli.output('list', kind, '--csv', path) for kind in ('slices', 'tasks')]
    tap.check('sampled' in before[0], 'samples are sampled', before[0])
    for name in ('stacks.atrace', 'stacks.json', 'stacks.pftrace'):
        cli.output('convert', '-o', folder / name, path)
        after = [cli.output('list', kind, '--csv', folder / name) for kind in ('slices', 'tasks')]
        if name == 'stacks.json':  # a thread has a process there
            after = [text.replace(',77,77,app,app,', ',,77,,app,') for text in after]
        tap.equal(after, before, f'{name}: the same samples')


def check_open(tap, cli, folder):
    """Calls without an end last until the last event of their thread, in all formats."""
    path = folder / 'open.ftrace'
    mark = '{} [000] .... {}: tracing_mark_write: {}\n'
    path.write_text('# tracer: nop\n#\n' + mark.format(' app-7 ( 7)', '1.000001', 'B|7|open') + mark.format(' app-7 ( 7)', '1.000002', 'B|7|in') + mark.format(' app-7 ( 7)', '1.000003', 'E|7') +
                    ' app-8 ( 7) [001] d... 1.000004: sched_switch: prev_comm=app prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n' +
                    mark.format(' app-9 ( 7)', '1.000009', 'I|7|end'), encoding='utf-8')
    before = [(row['name'], row['dur_ns'], row['flags']) for row in cli.json('list', 'slices', path)]
    tap.equal(before, [('open', 2000, 'unfinished'), ('in', 1000, '')], 'a call without an end')
    for name in ('open.atrace', 'open.json', 'open.pftrace'):
        cli.output('convert', '-o', folder / name, path)
        tap.equal([(row['name'], row['dur_ns'], row['flags']) for row in cli.json('list', 'slices', folder / name)], before, f'{name}: ends where it did')


def check_kills(tap, cli, folder):
    """A kill recorded by a counter is shown once."""
    path = folder / 'kills.ftrace'
    path.write_text('# tracer: nop\n#\n lmkd-5 ( 5) [000] .... 1.000001: tracing_mark_write: C|5|kill_one_process|77\n lmkd-5 ( 5) [000] .... 1.000002: tracing_mark_write: C|5|kill_one_process|0\n'
                    ' lmkd-5 ( 5) [000] .... 1.000003: tracing_mark_write: B|5|lmk,78,1,900\n lmkd-5 ( 5) [000] .... 1.000004: tracing_mark_write: E|5\n', encoding='utf-8')
    before = [row['name'] for row in cli.json('list', 'instants', path)]
    tap.equal(before, ['killed for its memory: 77', 'killed for its memory: 78'], 'two kills')
    for name in ('kills.atrace', 'kills.json', 'kills.pftrace'):
        cli.output('convert', '-o', folder / name, path)
        tap.equal([row['name'] for row in cli.json('list', 'instants', folder / name)], before, f'{name}: two kills')


def check_units(tap, cli, folder):
    """Units and descriptions of counters, with and without a process."""
    path, copy = folder / 'units.pftrace', folder / 'units2.pftrace'
    path.write_bytes(packet(data(60, number(1, 10), data(3, number(1, 5)))) + packet(data(60, number(1, 11), number(5, 10), data(2, 'heap'), data(14, 'what it is'), data(8, data(6, 'pages')))) +
                     packet(data(60, number(1, 12), data(2, 'load'), data(8, number(3, 3)))) + event(1000, 4, number(30, 7), track=11) + event(1000, 4, number(30, 8), track=12) +
                     packet(number(8, 1000), data(38, number(7, 4100000))))
    cli.output('convert', path, '-o', copy)
    # tracks without a process do not add a process of the device
    path.write_bytes(path.read_bytes() + packet(data(60, number(1, 13), data(2, 'wide'))) + event(1000, 3, data(23, 'i'), track=13))
    info = cli.json('info', path)
    tap.equal((len(cli.json('list', 'processes', path)), info['processes'], info['global_tracks']), (2, 1, True), 'tracks of no process')
    tap.check('Global tracks' in cli.output('info', path), 'and info says why lists have one more')
    sql = 'SELECT name, unit, description FROM counter_track ORDER BY name'
    rows = [cli.output('query', '--csv', file, sql) for file in (path, copy)]
    tap.check('heap,pages,what it is' in rows[0] and 'load,bytes' in rows[0] and rows[0] == rows[1], 'units by way of packets', rows)


def check_calls(tap, cli, folder):
    """Arrows of binder calls through both formats, written as flows for other programs."""
    path = folder / 'calls.ftrace'
    path.write_text('# tracer: nop\n#\n'
                    ' app-7 ( 7) [000] .... 1.000001: binder_transaction: transaction=11 dest_node=1 dest_proc=9 dest_thread=0 reply=0 flags=0x10 code=0x1\n'
                    ' srv-9 ( 9) [001] .... 1.000005: binder_transaction_received: transaction=11\n'
                    ' srv-9 ( 9) [001] .... 1.000015: binder_transaction: transaction=12 dest_node=0 dest_proc=7 dest_thread=7 reply=1 flags=0x0 code=0x0\n'
                    ' app-7 ( 7) [000] .... 1.000021: binder_transaction_received: transaction=12\n', encoding='utf-8')
    sql = 'SELECT o.name, i.name FROM flow JOIN slice o ON o.id = slice_out JOIN slice i ON i.id = slice_in'
    before = cli.output('query', '--csv', path, sql)
    tap.equal(len(before.splitlines()), 2, 'an arrow from a call to its answer')
    for name in ('calls.pftrace', 'calls.atrace'):
        cli.output('convert', path, '-o', folder / name)
        tap.equal(cli.output('query', '--csv', folder / name, sql), before, f'{name}: the same arrow')
    tap.equal((folder / 'calls.pftrace').read_bytes().count(varint(47 << 3 | 1)), 2, 'others see a flow of two steps')


def check_levels(tap, cli, folder):
    """HiTrace data of a call through JSON; other programs show it as arguments."""
    path, chrome = folder / 'levels.ftrace', folder / 'levels.json'
    path.write_text('# tracer: nop\n#\n'
                    ' app-7 ( 7) [000] .... 1.000001: tracing_mark_write: B|7|H:[a92ab1,0,1]#C##name|I62|x=1|more\n app-7 ( 7) [000] .... 1.000005: tracing_mark_write: E|7|I62\n'
                    ' app-7 ( 7) [000] .... 1.000006: tracing_mark_write: S|7|H:as|4|M0562|cat|k=v\n app-7 ( 7) [000] .... 1.000008: tracing_mark_write: F|7|H:as|4|M0562\n', encoding='utf-8')
    cli.output('convert', path, '-o', chrome)
    for kind in ('slices', 'async'):
        before, after = (cli.json('list', kind, file) for file in (path, chrome))
        tap.check(before[0]['level'] != '' and before == after, f'{kind}: levels, tags and chains through JSON', (before, after))
    args = [event['args'] for event in json.loads(chrome.read_text(encoding='utf-8'))['traceEvents'] if event['ph'] == 'X']
    tap.equal(args, [{'x': 1, 'strata.chain': 'a92ab1,0,1', 'strata.extra': 'more', 'strata.level': 'INFO', 'strata.tags': 'app'}], 'and as arguments for others')


def perfetto_nested():
    """A slice with the debug annotations plain, d, e and l."""
    inner = data(11, data(10, 'k'), data(12, number(4, 1)), data(12, number(4, 2)), data(12, data(11, data(10, 'z'), number(2, 1))))
    annotations = data(4, data(10, 'plain'), data(6, 'x "q", y')), data(4, data(10, 'd'), inner, data(11, data(10, 's'), data(6, 't\\u')))
    empty = data(4, data(10, 'e'), data(11)), data(4, data(10, 'l'), data(12))
    track = packet(number(10, 1), number(13, 1), data(60, number(1, 77), data(2, 't'), data(4, number(1, 5), number(2, 6))))
    return track + event(1000, 1, data(23, 'a'), *annotations, *empty) + event(2000, 2)


REUSED = '''# tracer: nop
#
 <idle>-0 (-------) [000] d..2 1.000001: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=reader next_pid=7 next_prio=120
 reader-7 (      7) [000] .... 1.000002: tracing_mark_write: B|7|read
 reader-7 (      7) [000] d..2 1.000003: sched_switch: prev_comm=reader prev_pid=7 prev_prio=120 prev_state=D ==> next_comm=other next_pid=8 next_prio=120
 other-8 (      8) [000] d..3 1.000004: sched_blocked_reason: pid=7 iowait=1 caller=filemap_fault
 other-8 (      8) [000] d..2 1.000005: sched_switch: prev_comm=other prev_pid=8 prev_prio=120 prev_state=R ==> next_comm=reader next_pid=7 next_prio=120
 reader-7 (      7) [000] d..2 1.000005: sched_switch: prev_comm=third prev_pid=9 prev_prio=120 prev_state=R ==> next_comm=reader next_pid=7 next_prio=120
 reader-7 (      7) [000] .... 1.000006: task_newtask: pid=900 comm=first clone_flags=1200011 oom_score_adj=0
 reader-7 (      7) [000] .... 1.000007: sched_process_exit: comm=first pid=900 prio=120
 reader-7 (      7) [000] .... 1.000008: sched_process_free: comm=first pid=900 prio=120
 reader-7 (      7) [000] .... 1.000009: task_newtask: pid=900 comm=second clone_flags=1200011 oom_score_adj=0
 reader-7 (      7) [000] d..2 1.000010: sched_switch: prev_comm=reader prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=second next_pid=900 next_prio=120
 second-900 (    900) [000] .... 1.000011: tracing_mark_write: B|900|work
 second-900 (    900) [000] .... 1.000012: tracing_mark_write: C|900|count|3
 second-900 (    900) [000] .... 1.000012: tracing_mark_write: E|900
 second-900 (    900) [000] d..2 1.000013: sched_switch: prev_comm=second prev_pid=900 prev_prio=120 prev_state=S ==> next_comm=reader next_pid=7 next_prio=120
 reader-7 (      7) [000] .... 1.000014: tracing_mark_write: E|7
'''


def make_lives(n):
    """One process id that is used @n times, a millisecond each."""
    lines = ['# tracer: nop']
    for i in range(n):
        second, us = divmod(1000000 + 1000 * i, 1000000)
        lines += [f' starter-100 (  100) [000] ..... {second}.{us:06}: task_newtask: pid=202 comm=starter clone_flags=1200000 oom_score_adj=0',
                  f' w{i}-202 (  202) [000] ..... {second}.{us + 100:06}: task_rename: pid=202 oldcomm=starter newcomm=w{i} oom_score_adj=0',
                  f' w{i}-202 (  202) [000] ..... {second}.{us + 200:06}: tracing_mark_write: B|202|job{i}',
                  f' w{i}-202 (  202) [000] ..... {second}.{us + 300:06}: tracing_mark_write: E|202',
                  f' w{i}-202 (  202) [000] ..... {second}.{us + 400:06}: sched_process_exit: comm=w{i} pid=202 prio=120']
    return '\n'.join(lines) + '\n'


def check_many_lives(tap, cli, folder):
    """The list of processes needs more than one bundle of kernel events; its times end where those of the events begin."""
    path, copy = folder / 'lives.ftrace', folder / 'lives.pftrace'
    path.write_text(make_lives(3000))
    cli.run('convert', path, '-o', copy)
    tap.equal(len({row['thread'] for row in cli.rows('list', 'slices', copy)}), 3000, 'an id that is used 3000 times means 3000 threads')
    tap.equal(list(cli.rows('list', 'slices', copy)), list(cli.rows('list', 'slices', path)), 'and each has its calls')


def check_ends(tap, cli, folder):
    """A call that ends when its thread does and the id is used again keeps its end in text."""
    path, copy = folder / 'ends.ftrace', folder / 'ends2.ftrace'
    events = [('old', 900, 10, 'tracing_mark_write: B|7|last'), ('old', 900, 20, 'tracing_mark_write: E|7'), ('old', 900, 20, 'sched_process_exit: comm=old pid=900 prio=120'),
              ('main', 7, 20, 'task_newtask: pid=900 comm=new clone_flags=10900 oom_score_adj=0'), ('new', 900, 20, 'tracing_mark_write: B|7|first'), ('new', 900, 40, 'tracing_mark_write: E|7')]
    path.write_text('# tracer: nop\n#\n' + ''.join(f' {comm}-{tid} (    7) [000] .... 1.{time:06}: {event}\n' for comm, tid, time, event in events), encoding='utf-8')
    cli.output('convert', path, '-o', copy)
    calls = [(row['thread'], row['name'], row['dur_ns'], row['flags']) for row in cli.json('list', 'slices', copy)]
    tap.equal(calls, [('old', 'last', 10000, ''), ('new', 'first', 20000, '')], 'a call that ends with its thread')


LIVES = 'SELECT t.tid, t.start_ts, t.end_ts, p.start_ts AS process_start, p.end_ts AS process_end FROM thread t JOIN process p USING (upid) WHERE t.tid ORDER BY t.tid'


def check_lives(tap, cli, folder):
    """Starts and ends of threads are kept, with a scheduler and without one, and when the id of a thread that exited means another one."""
    mark = ('app', 7, 1, 'tracing_mark_write: B|7|a'), ('app', 7, 90, 'tracing_mark_write: E|7')
    ends = [('worker', 8, 20, 'sched_process_exit: comm=worker pid=8 prio=120'), ('worker', 8, 30, 'tracing_mark_write: C|7|n|1'), ('other', 9, 40, 'tracing_mark_write: C|7|n|2'),
            ('other', 9, 50, 'sched_process_exit: comm=other pid=9 prio=120'), ('app', 7, 60, 'sched_process_free: comm=other pid=9 prio=120')]
    starts = [('app', 7, 5, 'task_newtask: pid=9 comm=other clone_flags=10900 oom_score_adj=0'), ('app', 7, 6, 'task_newtask: pid=11 comm=child clone_flags=1200011 oom_score_adj=0')]
    for what, events, n_rows in (('ends', ends, 4), ('starts', ends + starts, 5)):
        path = folder / f'{what}-of-threads.ftrace'
        lines = sorted([*mark, *events], key=lambda row: row[2])
        path.write_text('# tracer: nop\n#\n' + ''.join(f' {comm}-{tid} (    7) [000] .... 1.{time:06}: {text}\n' for comm, tid, time, text in lines), encoding='utf-8')
        before = cli.json('query', path, LIVES)
        tap.equal([(row['tid'], row['end_ts']) for row in before][:4], [(7, None), (8, 1000020000), (8, None), (9, 1000060000)], f'{what}: ends of threads')
        tap.equal(len(before), n_rows, f'{what}: all threads')
        for suffix, says in (('pftrace', b'has the starts of 2 threads, which only Strata reads' if events != ends else None), ('json', b', which only Strata reads'), ('atrace', b', which only Strata reads')):
            copy = folder / f'{what}-of-threads.{suffix}'
            stderr = cli.run('convert', path, '-o', copy).stderr
            tap.equal(cli.json('query', copy, LIVES), before, f'{what}: the same in {suffix}')
            tap.equal(says is None and not stderr or (says or b'-') in stderr, True, f'{what}: {suffix} says what others do not read')


def check_facts(tap, cli, folder):
    """What a recorder says of the device is kept, its packages in Perfetto traces."""
    path = folder / 'facts.pftrace'
    names = data(1, data(1, b'Linux'), data(2, b'#1 SMP'), data(3, b'6.1.0'), data(4, b'aarch64'))
    package = data(1, data(1, b'org.example'), number(2, 10001), number(3, 1), number(5, 7))
    counter = packet(number(8, 1), data(60, number(1, 77), data(2, b'speed'), data(8, data(6, b'km/h')))) + packet(number(8, 2000), number(10, 1), data(11, number(9, 4), number(11, 77), number(30, 5)))
    path.write_bytes(packet(data(45, names, data(2, b'build 5'))) + packet(data(47, package)) + counter)
    facts, packages = "SELECT name, str_value FROM metadata WHERE name LIKE 'system_%' OR name LIKE 'android_%' ORDER BY name", 'SELECT package_name, uid, debuggable, version_code FROM package_list'
    before = [cli.json('query', path, sql) for sql in (facts, packages)]
    tap.equal([len(rows) for rows in before], [5, 1], 'facts about the device')
    for suffix in ('pftrace', 'json', 'atrace'):
        copy = folder / f'facts2.{suffix}'
        stderr = cli.run('convert', path, '-o', copy).stderr
        tap.equal(cli.json('query', copy, facts), before[0], f'{suffix}: the same facts')
        if suffix == 'pftrace':
            tap.equal((cli.json('query', copy, packages), stderr), (before[1], b''), f'{suffix}: the same packages')
            tap.equal(b'Global tracks' in copy.read_bytes(), False, 'global tracks do not name the idle process for other programs')
        else:
            tap.equal(all(text in stderr for text in (b'leaves out the list of packages', b'leaves out the unit, description and track of 1 counter')), True, f'{suffix}: what is left out')


def check_types(tap, cli, folder):
    """Counters of the kernel and of markers are no counters of track events in SQL, and instants keep the process that they name."""
    path = folder / 'types.ftrace'
    marks = [('app', 7, 'rss_stat: mm_id=1 curr=1 member=0 size=4096B'), ('app', 7, 'tracing_mark_write: C|7|heap|5'), ('other', 9, 'tracing_mark_write: N|7|modes|on'),
             ('app', 7, 'cpu_frequency_limits: min=300000 max=1700000 cpu_id=3'), ('app', 7, 'clock_set_rate: l3_clk state=1267200000 cpu_id=0')]
    path.write_text('# tracer: nop\n#\n' + ''.join(f' {comm}-{tid} (    {tid}) [000] .... 1.{i:06}: {text}\n' for i, (comm, tid, text) in enumerate(marks, 1)), encoding='utf-8')
    types = 'SELECT name, type FROM counter_track ORDER BY name'
    before = cli.json('query', path, types)
    tap.equal([row['type'] for row in before], ['cpu_max_frequency_limit', 'cpu_min_frequency_limit', 'atrace_counter', 'clock_frequency', 'process_memory'], 'types of counters')
    instants = cli.json('list', 'instants', path)
    tap.equal([(row['pid'], row['tid']) for row in instants], [(7, 9)], 'an instant of another process')
    for suffix in ('pftrace', 'json', 'atrace'):
        copy = folder / f'types2.{suffix}'
        cli.output('convert', path, '-o', copy)
        tap.equal(cli.json('query', copy, types), before, f'{suffix}: the same types')
        tap.equal(cli.json('list', 'instants', copy), instants, f'{suffix}: the same instant')
        tap.equal(cli.output('list', 'counters', '--csv', copy), cli.output('list', 'counters', '--csv', path), f'{suffix}: the same counters')
    written = (folder / 'types2.pftrace').read_bytes()
    tap.equal([name in written for name in (b'mem.rss.file', b'Cpu 3 Max Freq Limit', b'l3_clk Frequency')], [True] * 3, 'other programs see names of PerfettoSQL')


def check_no_length(tap, cli, folder):
    """Calls without a length that begin at one time nest as they did, in JSON too."""
    path = folder / 'no-length.ftrace'
    marks = [(1, 'B|7|all'), (2, 'B|7|first'), (2, 'E|7'), (2, 'B|7|second'), (2, 'B|7|inner'), (2, 'E|7'), (2, 'E|7'), (2, 'B|7|long'), (2, 'B|7|at its start'), (2, 'E|7'), (4, 'B|7|at its end'), (4, 'E|7'), (4, 'E|7'), (4, 'B|7|last'), (4, 'E|7'), (5, 'E|7')]
    path.write_text('# tracer: nop\n#\n' + ''.join(f' app-7 (    7) [000] .... 1.{time:06}: tracing_mark_write: {mark}\n' for time, mark in marks), encoding='utf-8')
    before = cli.json('list', 'slices', path)
    tap.equal([(row['name'], row['depth']) for row in before], [('all', 0), ('first', 1), ('second', 1), ('inner', 2), ('long', 1), ('at its start', 2), ('at its end', 2), ('last', 1)], 'calls without a length')
    for suffix in ('json', 'pftrace', 'atrace'):
        copy = folder / f'no-length2.{suffix}'
        cli.output('convert', path, '-o', copy)
        tap.equal(cli.json('list', 'slices', copy), before, f'{suffix}: they nest as before')


def check_counter_notes(tap, cli, folder):
    """The GPU of a counter, and what the device calls a rail, are kept in Perfetto traces."""
    path, copy = folder / 'notes.pftrace', folder / 'notes2.pftrace'
    spec = data(1, number(1, 1), data(2, b'Clock'), data(3, b'how fast'), number(5, 1))
    gpu = packet(number(8, 1000), data(52, data(1, spec), number(3, 1))) + packet(number(8, 2000), data(52, data(2, number(1, 1), number(2, 5)), number(3, 1)))
    rail = packet(number(8, 1000), data(40, data(1, number(1, 4), data(2, b'S1M_VDD'), data(3, b'cpu'), number(4, 10)), data(2, number(1, 4), number(2, 1), number(3, 9))))
    path.write_bytes(gpu + rail)
    sql = 'SELECT t.name, t.type, t.of_gpu, a.key, a.display_value FROM counter_track t LEFT JOIN args a ON a.arg_set_id IN (t.source_arg_set_id, t.dimension_arg_set_id) ORDER BY t.name, a.key'
    before = cli.json('query', path, sql)
    tap.check({row['of_gpu'] for row in before} == {1, None} and 'S1M_VDD' in [row['display_value'] for row in before], 'a counter of a GPU and a rail', before)
    cli.output('convert', path, '-o', copy)
    tap.equal(cli.json('query', copy, sql), before, 'the same in packets')


def check_reused(tap, cli, folder):
    """Reused ids, threads that die without a run, sleeps without a wakeup, and unknown priorities."""
    path = folder / 'reused.ftrace'
    path.write_text(REUSED, encoding='utf-8')
    for name in ('reused.pftrace', 'reused2.atrace'):
        roundtrip.compare(tap, cli, path, folder / name, name)
    cli.run('convert', path, '-o', folder / 'reused.json')

    def read_owners(file):
        return [(row['pid'], row['thread'], row['name']) for row in cli.json('list', 'slices', file)], [(row['pid'], row['process'], row['name'] if 'name' in row else '') for row in cli.json('list', 'processes', file) if row['pid'] == 900]
    tap.equal(read_owners(folder / 'reused.json'), read_owners(path), 'JSON keeps an id apart that is used again')
    copy = folder / 'reused.pftrace'
    states = [(row['thread'], row['state']) for row in cli.json('list', 'states', copy) if row['tid'] in (7, 900)]
    tap.check(('first', 'dead') in states and ('second', 'sleeping') in states and ('reader', 'blocked-io') in states, 'states of both threads of an id', states)
    unknown = [row for row in cli.json('list', 'states', path) if row['state'] == 'unknown' and row['dur_ns'] == 0]
    tap.equal(unknown, [], 'no state is unknown for no time')


def check_again(tap, cli, folder):
    once, twice = folder / 'once', folder / 'twice'
    cli.output('convert', folder / 'scheduler.ftrace', '-o', once)
    cli.output('convert', once, '-o', twice)
    tap.equal(twice.read_bytes(), once.read_bytes(), 'converting again changes nothing')


def check_usage(tap, cli, folder):
    path = folder / 'android.ftrace'
    before = path.read_bytes()
    check_failure(tap, cli.run('convert', path), 2, ['-o'], 'no output')
    check_failure(tap, cli.run('convert', path, '-o', path), 2, ['overwritten'], 'onto itself')
    link = folder / 'link'
    link.symlink_to(path)
    check_failure(tap, cli.run('convert', link, '-o', path), 2, ['overwritten'], 'onto itself by a link')
    tap.equal(path.read_bytes(), before, 'and the file is as it was')
    for name in ('x.strata', 'X.HTML'):
        check_failure(tap, cli.run('convert', path, '-o', folder / name), 2, ['strata-cli clip'], f'the name {name}')
        tap.check(not (folder / name).exists(), f'and nothing is written to {name}')
    cli.output('convert', path, '-o', folder / 'no-suffix')
    tap.equal((folder / 'no-suffix').read_bytes()[:8], b'# tracer', 'text under any other name')
    cli.run('convert', path, '-o', folder / 'UPPER.JSON')
    tap.equal((folder / 'UPPER.JSON').read_bytes()[:1], b'{', 'JSON in capitals')
    check_failure(tap, cli.run('clip', '--span=+0..+1ms', path, '-o', folder / 'CLIP.JSON'), 2, ['JSON'], 'a clip in capitals')
    check_failure(tap, cli.run('convert', path, '-o', folder / 'nowhere' / 'x'), 1, ['nowhere'], 'a folder that is not there')
    check_failure(tap, cli.run('convert', folder / 'noise', '-o', folder / 'x'), 1, ['noise'], 'no trace')
    tap.check(not (folder / 'x').exists(), 'nothing is written then')
    result = cli.run('convert', '-', '-o', '-', data=before)
    tap.check(result.returncode == 0 and result.stdout.startswith(b'# tracer'), 'from standard input to standard output', result.stderr)


def check_cut_calls(tap, cli, folder):
    """System calls that never return end at the next one or at the exit of the thread, in all formats."""
    path = folder / 'calls.ftrace'
    path.write_text('# tracer: nop\n#\n' + ''.join(f'  app-10    (   10) [000] .... 100.{at:06}: {text}\n' for at, text in (
        (1, 'sys_enter: NR 15 (0)'), (3, 'sys_enter: NR 0 (1, 2)'), (4, 'sys_exit: NR 0 = 0'), (5, 'sys_enter: NR 1 (1)'), (9, 'sys_exit: NR 1 = 0'),
        (20, 'sys_exit_group(error_code: 0)'), (21, 'sched_process_exit: comm=app pid=10 prio=120'))) +
        '  app-11    (   11) [000] .... 100.500000: sched_process_free: comm=app pid=10 prio=120\n')
    names = ('ts_ns', 'dur_ns', 'tid', 'name', 'depth', 'flags')
    calls = [[row[name] for name in names] for row in cli.json('list', 'kernel', path)]
    tap.equal([(row[1], row[4], row[5]) for row in calls], [(2000, 0, 'unfinished'), (1000, 0, ''), (4000, 0, ''), (1000, 0, '')], 'system calls that never return')
    for name in ('calls.pftrace', 'calls.atrace'):
        cli.output('convert', path, '-o', folder / name)
        tap.equal([[row[name] for name in names] for row in cli.json('list', 'kernel', folder / name)], calls, f'the same in {name}')


def check_idle(tap, cli, folder):
    """The idle task keeps its name."""
    path = folder / 'idle.ftrace'
    path.write_text('# tracer: nop\n#\n <idle>-0 (-----) [000] d..2. 1.000000: tracing_mark_write: B|0|call\n <idle>-0 (-----) [000] d..2. 1.000100: tracing_mark_write: E|0\n')
    for name in ('idle2.atrace', 'idle2.pftrace', 'idle2.json'):
        cli.run('convert', path, '-o', folder / name)
        tap.equal([(row['pid'], row['tid'], row['thread'], row['name']) for row in cli.json('list', 'slices', folder / name)], [(None, 0, '<idle>', 'call')], f'{name}: the idle task')


def check_odd_owners(tap, cli, folder):
    """Markers whose process id is a thread of another process, counters without a name, and arguments without a key."""
    path = folder / 'odd-owners.ftrace'
    marks = ['B|9|a', 'N|7|t|n', 'I|8|i', 'C|9||3', 'S|7|s|1', 'F|7|s|1', 'B|9|H:b|M62|w,k=v,(1,2)', 'E|9']
    path.write_text('# tracer: nop\n#\n' + ''.join(f' t{tid}-{tid} (-----) [000] .... 1.{i:06}: tracing_mark_write: {mark}\n' for i, (tid, mark) in enumerate(zip((9, 7, 7, 9, 9, 9, 7, 7), marks), 1)))
    kinds = ('threads', 'processes', 'instants', 'counters', 'async', 'slices')
    before = {kind: sorted(cli.output('list', kind, '--csv', path).splitlines()) for kind in kinds}
    tap.check(any('"w,k=v,(1,2)"' in row for row in before['slices']) and any(row.endswith(',9,,3') for row in before['counters']), 'what is there', before)
    for name in ('odd-owners.pftrace', 'odd-owners.atrace', 'odd-owners.json'):
        cli.run('convert', path, '-o', folder / name)
        for kind in kinds:
            if name.endswith('.json') and kind in ('threads', 'processes', 'instants'):
                continue
            tap.equal(sorted(cli.output('list', kind, '--csv', folder / name).splitlines()), before[kind], f'{name}: the same {kind}')


def check_line_ends(tap, cli, folder):
    """Line ends in names and process ids beyond 31 bits are kept if the format can; otherwise the change is reported. An id of JSON is a cookie in
    text too."""
    path = folder / 'line-ends.json'
    events = [{'ph': 'B', 'pid': 4294967295, 'tid': 12, 'ts': 1, 'name': 'a\nb\rc', 'args': {'k': 'd\ne 5'}}, {'ph': 'E', 'pid': 4294967295, 'tid': 12, 'ts': 2},
              {'ph': 'b', 'pid': 4294967295, 'tid': 12, 'ts': 1, 'id': 3, 'cat': 'x', 'name': 'y'}, {'ph': 'e', 'pid': 4294967295, 'tid': 12, 'ts': 2, 'id': 3, 'cat': 'x', 'name': 'y'}]
    path.write_text(json.dumps(events))
    for name, pid, what, says in (('ends.atrace', 4294967295, 'a\\nb\\rc', b'2 names and arguments have line ends, which are written as \\n or \\r'),
                                  ('ends.pftrace', 10000000, 'a\nb\rc', b'1 process or thread id was replaced'), ('ends.json', 4294967295, 'a\nb\rc', None)):
        stderr = cli.run('convert', path, '-o', folder / name).stderr
        rows = cli.json('list', 'slices', folder / name)
        tap.equal([(row['pid'], row['name']) for row in rows], [(pid, what)], f'{name}: id and name')
        tap.equal((says or b'') in stderr and (says is not None or not stderr), True, f'{name}: what changed is said')
        tap.equal([row['cookie'] for row in cli.json('list', 'async', folder / name)], [3], f'{name}: the cookie')


def main():
    tap, cli, folder = start()
    check_idle(tap, cli, folder)
    check_odd_owners(tap, cli, folder)
    check_line_ends(tap, cli, folder)
    check_cut_calls(tap, cli, folder)
    check_article(tap, cli, folder)
    check_text(tap, cli, folder)
    check_renames(tap, cli, folder)
    check_arguments(tap, cli, folder)
    check_cpu_counters(tap, cli, folder)
    check_losses(tap, cli, folder)
    check_round_trips(tap, cli, folder)
    check_perfetto(tap, cli, folder)
    check_chrome(tap, cli, folder)
    check_chrome_kernel(tap, cli, folder)
    check_chrome_span(tap, cli, folder)
    check_late(tap, cli, folder)
    check_idle_cpus(tap, cli, folder)
    check_lists(tap, cli, folder)
    check_chrome_owners(tap, cli, folder)
    check_same_ids(tap, cli, folder)
    check_capitals(tap, cli, folder)
    check_left_out(tap, cli, folder)
    check_logs(tap, cli, folder)
    check_cut(tap, cli, folder)
    check_deep(tap, cli, folder)
    check_nested(tap, cli, folder)
    check_forms(tap, cli, folder)
    check_all_arguments(tap, cli, folder)
    check_text_owners(tap, cli, folder)
    check_text_overlaps(tap, cli, folder)
    check_frames(tap, cli, folder)
    check_unshown(tap, cli, folder)
    check_sampled(tap, cli, folder)
    check_open(tap, cli, folder)
    check_kills(tap, cli, folder)
    check_units(tap, cli, folder)
    check_calls(tap, cli, folder)
    check_levels(tap, cli, folder)
    check_ends(tap, cli, folder)
    check_lives(tap, cli, folder)
    check_facts(tap, cli, folder)
    check_types(tap, cli, folder)
    check_counter_notes(tap, cli, folder)
    check_no_length(tap, cli, folder)
    check_reused(tap, cli, folder)
    check_many_lives(tap, cli, folder)
    check_again(tap, cli, folder)
    check_usage(tap, cli, folder)
    tap.finish()


main()
