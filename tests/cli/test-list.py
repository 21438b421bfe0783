#!/usr/bin/env python3
"""strata-cli list.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

SLICE = 'ts_ns,dur_ns,self_ns,cpu_ns,pid,tid,process,thread,depth,name,level,tags,category,chain,args,flags'

# Columns and rows of each kind. The columns of the design are a contract.
EXPECTED = {
    ('slices', 'android.ftrace'): [
        SLICE,
        '1000100000,1000000,500000,1000000,100,100,app.main,app.main,0,doFrame,,,,,,',
        '1000200000,500000,400000,500000,100,100,app.main,app.main,1,"draw, ""fast""",,,,,,',
        '1000300000,100000,100000,100000,100,100,app.main,app.main,2,doFrame,,,,,,',
        '1001300000,100000,100000,,100,101,app.main,Render,0,syncFrame,,,,,,',
        '1001900000,0,0,,100,101,app.main,Render,0,left open,,,,,,unfinished'],
    ('async', 'android.ftrace'): [
        SLICE + ',cookie,lane',
        '1001200000,300000,300000,,100,100,app.main,app.main,0,request,,,,,,,7,request'],
    ('instants', 'android.ftrace'): ['ts_ns,pid,tid,process,thread,track,name,category,args', '1001800000,100,100,app.main,app.main,,tap,,'],
    ('counters', 'android.ftrace'): ['ts_ns,pid,name,value', '1001600000,100,heap,-42', '1001700000,100,heap,9007199254740993'],
    ('cpu', 'android.ftrace'): ['cpu,machine,ts_ns,dur_ns,pid,tid,process,thread,end_state,prio', '0,,1000000000,2000000,100,100,app.main,app.main,S,120'],
    ('threads', 'android.ftrace'): [
        'pid,tid,process,thread,running_ns,runnable_ns,sleeping_ns,blocked_ns,blocked_io_ns,slices,machine',
        '100,100,app.main,app.main,2000000,0,0,0,0,3,',
        '100,101,app.main,Render,0,,,,,2,'],
    ('states', 'android.ftrace'): [
        'tid,thread,ts_ns,dur_ns,state,cpu,machine,waker_tid,blocked_function,io_wait',
        '100,app.main,1000000000,2000000,running,0,,,,',
        '100,app.main,1002000000,0,sleeping,,,,,'],
    ('losses', 'android.ftrace'): ['cpu,machine,ts_ns,dur_ns,events,samples'],
    ('losses', 'losses.ftrace'): ['cpu,machine,ts_ns,dur_ns,events,samples', '0,,1000600000,1400000,12,', '1,,1000000000,400000,,'],
    ('io', 'disk.ftrace'): [
        'ts_ns,dur_ns,tid,thread,state,device,operation,bytes,request_ts_ns,request_dur_ns,reason,call',
        '4000040000,55000,300,app,blocked,"254,0",write,49152,4000030000,60000,own,fsync:/data/app.db'],
    ('io', 'android.ftrace'): ['ts_ns,dur_ns,tid,thread,state,device,operation,bytes,request_ts_ns,request_dur_ns,reason,call'],
    ('instants', 'disk.ftrace'): ['ts_ns,pid,tid,process,thread,track,name,category,args', '4000125000,300,300,app,app,,SIGKILL delivered,,'],
    ('names', 'losses.ftrace'): ['pid,tid,thread,since_ns,name', '7,7,ui,,app', '7,7,ui,1000500000,ui'],
    ('wakeups', 'android.ftrace'): ['ts_ns,tid,thread,latency_ns,waker_tid,waker,from_interrupt,machine'],
    ('states', 'scheduler.ftrace'): [
        'tid,thread,ts_ns,dur_ns,state,cpu,machine,waker_tid,blocked_function,io_wait',
        '300,my app,3000000000,10000,runnable,,,9,,',
        '300,my app,3000010000,90000,running,0,,,,',
        '300,my app,3000100000,50000,blocked-io,,,,wait_on_page_bit+0x1c/0x40,1',
        '300,my app,3000150000,10000,runnable,,,301,,',
        '300,my app,3000160000,40000,running,0,,,,',
        '300,my app,3000200000,50000,sleeping,,,,,',
        '300,my app,3000250000,0,runnable,,,,,',
        '300,my app,3000250000,10000,unknown,,,,,',
        '300,my app,3000260000,40000,running,0,,,,',
        '300,my app,3000300000,0,dead,,,,,',
        '301,disk,3000100000,60000,running,0,,,,',
        '301,disk,3000160000,90000,runnable-preempted,,,,,',
        '301,disk,3000250000,50000,unknown,,,,,',
        '301,disk,3000300000,100000,running,0,,,,'],
    ('wakeups', 'scheduler.ftrace'): [
        'ts_ns,tid,thread,latency_ns,waker_tid,waker,from_interrupt,machine',
        '3000000000,300,my app,10000,9,kworker,0,',
        '3000150000,300,my app,10000,301,disk,0,',
        '3000250000,300,my app,,,,1,'],
    ('threads', 'scheduler.ftrace'): [
        'pid,tid,process,thread,running_ns,runnable_ns,sleeping_ns,blocked_ns,blocked_io_ns,slices,machine',
        '9,9,kworker,kworker,0,,,,,0,',
        '300,300,my app,my app,170000,20000,50000,0,50000,1,',
        '301,301,disk,disk,160000,90000,0,0,0,0,'],
    ('slices', 'scheduler.ftrace'): [SLICE, '3000260000,30000,30000,30000,300,300,my app,my app,0,a,,,,,,'],
    ('processes', 'android.ftrace'): ['pid,process,threads,running_ns,slices,machine,labels', '100,app.main,2,2000000,5,,'],
    ('methods', 'android.ftrace'): ['name,class,package,calls'],
    ('diagnostics', 'harmony.ftrace'): ['kind,severity,count,first_line,first_offset,first_ns,text,sample'],
    ('slices', 'harmony.ftrace'): [
        SLICE,
        '2000000000,500000,500000,,200,200,ohos.demo,ohos.demo,0,load,I,"ohos,app",,"a92ab94c18e1341,0,0","key=value,n=1",'],
    ('async', 'harmony.ftrace'): [
        SLICE + ',cookie,lane',
        '2001000000,1000000,1000000,,200,200,ohos.demo,ohos.demo,0,fetch,M,app,net,,url=x,,5,net'],
    ('chains', 'chains.ftrace'): [
        'chain,span,parent,depth,side,name,pid,tid,process,thread,ts_ns,dur_ns,self_ns,hop,there_ns,back_ns,clock_error_ns',
        'c0ffee,0,0,0,,request,10,10,app,app,1000000,700000,200000,,,,',
        'c0ffee,1,0,1,C,ask,10,10,app,app,1100000,500000,500000,,,,',
        'c0ffee,1,0,2,S,answer,20,20,service,service,1200000,300000,300000,process,100000,100000,',
        'c0ffee,2,1,3,,read,30,30,disk,disk,1300000,100000,100000,process,100000,100000,',
        'beef,9,8,0,,orphan,10,10,app,app,1800000,100000,100000,,,,'],
    ('chains', 'android.ftrace'): ['chain,span,parent,depth,side,name,pid,tid,process,thread,ts_ns,dur_ns,self_ns,hop,there_ns,back_ns,clock_error_ns'],
    ('slices', 'dual.trace'): [
        SLICE,
        '10000,190000,130000,50000,77,1,,main,0,a/b/C.outer ()V,,,,,,',
        '30000,50000,50000,20000,77,1,,main,1,a/b/C.inner (I)I,,,,,,exception',
        '50000,10000,10000,7000,77,2,,worker,0,a/d/D.other ()V,,,,,,',
        '100000,10000,10000,5000,77,1,,main,1,a/b/C.inner (I)I,,,,,,'],
    ('methods', 'dual.trace'): [
        'name,class,package,calls',
        'a/b/C.outer ()V,a/b/C,a/b,1',
        'a/b/C.inner (I)I,a/b/C,a/b,2',
        'a/d/D.other ()V,a/d/D,a/d,1'],
}


def check_tables(tap, cli, folder):
    for (kind, name), lines in EXPECTED.items():
        tap.equal(cli.output('list', kind, folder / name, '--csv').splitlines(), lines, f'list {kind} {name} --csv')

        rows = list(cli.rows('list', kind, folder / name))
        items = cli.json('list', kind, folder / name)
        tap.equal([{key: '' if value is None else str(value) for key, value in item.items()} for item in items], rows, f'list {kind} {name} --json says the same')

        text = cli.output('list', kind, folder / name).splitlines()
        tap.equal(len(text), len(lines), f'list {kind} {name}: a line a row for people')


def check_json_types(tap, cli, folder):
    row = cli.json('list', 'slices', folder / 'android.ftrace')[1]
    tap.equal((row['name'], row['ts_ns'], row['cpu_ns'], row['level']), ('draw, "fast"', 1000200000, 500000, ''), 'strings, numbers and null in JSON')
    tap.equal(cli.json('list', 'counters', folder / 'android.ftrace')[1]['value'], 9007199254740993, 'a number above 2^53 in JSON')


def check_strange_names(tap, cli, folder):
    """Names that CSV, JSON or terminals could misinterpret."""
    names = ['"', 'a,b', '\\', '\ttab', 'über 漢字', '\x1b[31mred', '', ' spaces ', '%s%n', '{"a":1}', 'x' * 480]
    text = inputs.HEADER
    for i, name in enumerate(names):
        text += inputs.mark('app', 1, 1, 1000 + 10 * i, f'B|1|{name}') + inputs.mark('app', 1, 1, 1005 + 10 * i, 'E|1')
    path = folder / 'strange.ftrace'
    path.write_bytes(text.encode())

    tap.equal([row['name'] for row in cli.rows('list', 'slices', path)], names, 'strange names in CSV')
    tap.equal([row['name'] for row in cli.json('list', 'slices', path)], names, 'strange names in JSON')
    result = cli.output('list', 'slices', path)
    tap.check('\x1b' not in result and '\t' not in result and len(result.splitlines()) == len(names) + 1, 'no control characters for people')


def check_many(tap, cli, folder):
    """More rows than are buffered to find the widths, from two threads."""
    text = inputs.HEADER
    for i in range(6000):
        text += inputs.mark('app', 1 + i % 2, 1, 1000 + i, f'{"BE"[i // 2 % 2]}|1|n{i}')
    path = folder / 'many.ftrace'
    path.write_bytes(text.encode())

    rows = list(cli.rows('list', 'slices', path))
    times = [int(row['ts_ns']) for row in rows]
    tap.equal((len(rows), times == sorted(times)), (3000, True), 'two threads in the order of time')
    lines = cli.output('list', 'slices', path).splitlines()
    tap.equal((len(lines), len({len(line) for line in lines[1:100]})), (3001, 1), 'aligned columns')
    tap.equal(len(json.loads(cli.output('list', 'slices', path, '--json'))), 3000, 'all rows in JSON')


def check_chains(tap, cli, folder):
    path = folder / 'chains.ftrace'
    names = [line.split('  C  ')[-1] for line in cli.output('list', 'chains', path).splitlines()]
    tap.check(any('    answer' in line for line in names) and any('      read' in line for line in names), 'a tree for people', names)
    rows = list(cli.rows('list', 'chains', path, '--chain', '00BEEF'))
    tap.equal([row['name'] for row in rows], ['orphan'], 'one chain alone')
    tap.equal([row['args'] for row in cli.rows('list', 'slices', path) if row['name'] == 'orphan'], ['k=v|later|fields'], 'fields of a later version are kept')
    check_failure(tap, cli.run('list', 'chains', path, '--chain', 'dead'), 2, ['dead'], 'a chain that is not there')
    check_failure(tap, cli.run('list', 'slices', path, '--chain', 'beef'), 2, ['--chain'], 'slices of a chain')


def field(number, value):
    """A number, a text or a message of Perfetto."""
    def varint(rest):
        return bytes([rest]) if rest < 128 else bytes([rest & 127 | 128]) + varint(rest >> 7)

    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else b''.join(field(*part) for part in value)
    return varint(number << 3 | 2) + varint(len(content)) + content


def perfetto_events():
    events = [(1000, 7, (3, [(2, 'B|7|a\n')])), (1500, 7, (4, [(1, 'app'), (2, 7), (3, 120), (4, 1), (5, 'srv'), (6, 8), (7, 100)])), (1600, 8, (20, [(1, 'app'), (2, 7), (3, 120), (5, 1)])),
              (1700, 8, (241, [(1, 'text'), (2, 5)])), (1800, 8, (327, [(1, 'my_event'), (2, [(1, 'key'), (3, 'text')])]))]
    return field(1, [(1, [(1, 1), *[(2, [(1, time_ns), (2, tid), content]) for time_ns, tid, content in events]])])


def check_machines(tap, cli, folder):
    """A CPU of another machine has a separate number, and the name of the machine."""
    def switch(time_ns, tid, next_tid):
        return 2, [(1, time_ns), (2, tid), (4, [(1, 'a'), (2, tid), (3, 120), (4, 1), (5, 'b'), (6, next_tid), (7, 120)])]

    path, copy = folder / 'machines.pftrace', folder / 'machines2.pftrace'
    path.write_bytes(field(1, [(1, [(1, 0), switch(1000, 5, 6), switch(3000, 6, 5)])]) + field(1, [(98, 7), (45, [(17, 'guest')])]) +
                     field(1, [(98, 7), (107, [(1, [(2, [(1, 6), (2, 5000)]), (3, [(1, 6), (2, 5000)])])])]) +
                     field(1, [(98, 7), (1, [(1, 1), switch(1000, 15, 16), (2, [(1, 1500), (2, 15), (11, [(1, 800000), (2, 3)])]), switch(3000, 16, 15)])]) +
                     field(1, [(98, 9), (1, [(1, 0), (2, [(1, 1600), (2, 0), (11, [(1, 900000), (2, 1)])])])]))
    many = folder / 'many.pftrace'
    many.write_bytes(b''.join(field(1, [(98, machine), (1, [(1, 0), switch(1000, 5, 6), switch(3000, 6, 5)])]) for machine in range(100)))
    run = cli.run('check', many)
    tap.equal((run.returncode, b'Perfetto packets of more machines than can be shown, left out' in run.stderr), (1, True), 'machines beyond the limit')
    for options in (['--by', 'cpu'], ['--by', 'thread', '--frequencies']):
        rows = {(row['cpu'], row['machine']) for row in cli.rows('usage', path, *options) if row['cpu']}
        tap.equal(rows, {('0', ''), ('1', 'guest')}, ' '.join(['usage', *options, 'of two machines']))
    tap.equal([row['name'] for row in cli.rows('list', 'counters', path)], ['cpu3 frequency (guest)', 'cpu1 frequency (machine 9)'], 'counters of CPUs of other machines')
    tap.equal(cli.output('query', '--csv', path, 'SELECT id, name, num_cpus FROM machine').splitlines()[1:], ['0,,1', '1,guest,1', '2,machine 9,'], 'a machine of which there are only counters')
    tap.equal(cli.run('convert', path, '-o', copy).stderr, b'', 'machines in packets')
    for kind in ('counters', 'threads', 'cpu', 'states', 'losses', 'kernel'):
        tap.equal(sorted(cli.output('list', kind, '--csv', copy).splitlines()), sorted(cli.output('list', kind, '--csv', path).splitlines()), f'the same {kind} of three machines')
    tap.equal(cli.output('query', '--csv', path, 'SELECT cpu, ucpu, machine_id FROM cpu_counter_track').splitlines()[1:], ['3,4099,1', '1,8193,2'], 'CPUs of counters in SQL')
    tap.equal(cli.output('query', '--csv', path, "SELECT s.ucpu, c.id, c.cpu, count(*) FROM sched s JOIN cpu c ON c.id = s.ucpu JOIN thread_state t ON t.ts = s.ts AND t.cpu = s.cpu GROUP BY 1").splitlines()[1:], ['0,0,0,2', '4097,4097,1,2'], 'CPUs of runs and states in SQL')
    tap.equal(cli.output('query', '--csv', path, 'SELECT machine_id, max(active_cpu_count) FROM sched_active_cpu_count GROUP BY 1').splitlines()[1:], ['0,1', '1,1'], 'busy CPUs of each machine')
    check_same_ids(tap, cli, folder)


def check_same_ids(tap, cli, folder):
    """Machines with the same ids of processes, threads and CPUs stay separate, in lists and in converted files."""
    def ftrace(machine, name):
        events = [(1000, (4, [(1, 'app'), (2, 7), (3, 120), (4, 1), (5, 'srv'), (6, 8), (7, 100)])), (1500, (3, [(2, f'B|7|{name}\n')])), (2500, (3, [(2, 'E|7\n')])),
                  (3000, (4, [(1, 'srv'), (2, 8), (3, 100), (4, 1), (5, 'app'), (6, 7), (7, 120)]))]
        packet = [(1, [(1, 1), *[(2, [(1, time_ns), (2, 7 if time_ns == 1000 else 8), content]) for time_ns, content in events]])]
        tree = [(2, [(1, [(1, 7), (3, f'{name}.app')]), (2, [(1, 8), (2, 'srv'), (3, 7)])])]
        return b''.join(field(1, [*([(98, machine)] if machine else []), *part]) for part in (tree, packet))

    path = folder / 'same.pftrace'
    path.write_bytes(ftrace(0, 'host') + ftrace(7, 'guest'))
    for kind in ('cpu', 'states'):
        tap.equal({(row['cpu'], row['machine']) for row in cli.rows('list', kind, path) if row['cpu']}, {('1', ''), ('1', 'machine 7')}, f'list {kind} of two machines')
    for kind, names in (('threads', ['app', 'srv'] * 2), ('processes', ['host.app', 'guest.app'])):
        rows = [(row['machine'], row['thread' if kind == 'threads' else 'process'].split(' ')[0]) for row in cli.rows('list', kind, path)]
        tap.equal(sorted(rows), sorted(zip([''] * (len(names) // 2) + ['machine 7'] * (len(names) // 2), names)), f'list {kind} of two machines')
    tap.equal(cli.json('query', path, 'SELECT p.machine_id AS process, t.machine_id AS thread FROM thread t JOIN process p USING (upid) GROUP BY 1, 2'), [{'process': 0, 'thread': 0}, {'process': 1, 'thread': 1}], 'and in SQL')
    tap.equal(cli.json('query', path, 'SELECT DISTINCT machine_id FROM thread_track ORDER BY 1'), [{'machine_id': 0}, {'machine_id': 1}], 'tracks of two machines')
    events = [(row['cpu'], row['file'], row['details']) for row in cli.rows('list', 'events', path) if row['event'] == 'tracing_mark_write']
    tap.equal(sorted(events), [('1', 'machine 7', 'B|7|guest'), ('1', 'machine 7', 'E|7'), ('1', 'same.pftrace', 'B|7|host'), ('1', 'same.pftrace', 'E|7')], 'list events of two machines')
    before = sorted((row['process'].split(' ')[0], row['name'], row['dur_ns']) for row in cli.rows('list', 'slices', path))
    tap.equal(before, [('guest.app', 'guest', '1000'), ('host.app', 'host', '1000')], 'slices of two machines')
    for name in ('same2.pftrace', 'same2.atrace', 'same2.json'):
        run = cli.run('convert', '-o', folder / name, path)
        if name.endswith('pftrace'):
            tap.equal((run.returncode, run.stderr), (0, b''), f'{name}: has two machines')
            for kind in ('threads', 'processes', 'slices', 'cpu', 'states'):
                both = [sorted(cli.output('list', kind, '--csv', file).splitlines()) for file in (path, folder / name)]
                tap.equal(both[1], both[0], f'{name}: the same {kind}')
            continue
        tap.check(run.returncode == 0 and b'process and thread ids were replaced' in run.stderr, f'{name}: says that ids were replaced', run.stderr)
        rows = list(cli.rows('list', 'slices', folder / name))
        tap.equal(sorted((row['process'].split(' ')[0], row['name'], row['dur_ns']) for row in rows), before, f'{name}: two processes')
        tap.equal(len({row['pid'] for row in rows} | {row['tid'] for row in rows}), 4, f'{name}: ids differ')
        if not name.endswith('json'):
            tap.equal({(row['cpu'], row['machine']) for row in cli.rows('list', 'cpu', folder / name)}, {('1', ''), ('1', 'device 2')}, f'{name}: CPUs are those of two devices')
        tap.equal({(row['pid'], row['tid']) for row in rows if row['name'] == 'host'}, {('7', '8')}, f'{name}: those of the first machine stay')


def check_lives(tap, cli, folder):
    """A reused pid is another process, even if the first process's main thread had no events."""
    def tree(time_ns, name):
        return field(1, [(8, time_ns), (2, [(1, [(1, 100), (2, 1), (3, name)]), (2, [(1, 101), (2, 'worker'), (3, 100)])])])

    def mark(time_ns, tid, text):
        return time_ns, tid, (3, [(2, text + '\n')])

    events = [mark(1000, 101, 'B|100|one'), mark(2000, 101, 'E|100'), (50000000, 1, (235, [(1, 100), (2, 'init'), (3, 0)])), mark(50001000, 100, 'B|100|two'), mark(50002000, 100, 'E|100')]
    packets = field(1, [(1, [(1, 0), *[(2, [(1, time_ns), (2, tid), content]) for time_ns, tid, content in events]])])
    path = folder / 'lives.pftrace'
    for names, wanted in (((('first.app', 0),), [('first.app', 'one'), ('init', 'two')]), ((('first.app', 0), ('second.app', 50000000)), [('first.app', 'one'), ('second.app', 'two')])):
        path.write_bytes(b''.join(tree(time_ns, name) for name, time_ns in names) + packets)
        tap.equal([(row['process'], row['name']) for row in cli.rows('list', 'slices', path)], wanted, f'a pid of two processes, {len(names)} of which have names')
        tap.equal(len([row for row in cli.rows('list', 'processes', path) if row['pid'] == '100']), 2, 'and each is listed')


# Id 200 is a thread of app.a and, after that exits, a thread of app.b, without an event for its begin. (µs, thread of the line, event)
SECOND_LIFE = [(0, 100, 'switch m 100 S w1 200'), (500, 200, 'B|100|x'), (800, 200, 'E|100'), (1000, 200, 'exit w1 200'), (2000, 200, 'switch w1 200 X m 100'), (3000, 100, 'free w1 200'),
               (10000, 100, 'switch m 100 S bb 200'), (11000, 200, 'B|300|y'), (14000, 200, 'E|300'), (15000, 200, 'switch bb 200 S m 100'), (16000, 100, 'switch m 100 S m 100')]


def second_life_text():
    def event(words):
        if words[0] == 'switch':
            return f'sched_switch: prev_comm={words[1]} prev_pid={words[2]} prev_prio=120 prev_state={words[3]} ==> next_comm={words[4]} next_pid={words[5]} next_prio=120'
        return f'sched_process_{words[0]}: comm={words[1]} pid={words[2]} prio=120' if len(words) > 1 else f'tracing_mark_write: {words[0]}'
    lines = [f'    {"m" if tid == 100 else "<...>"}-{tid} (-----) [000] d..2 1.{us:06d}: {event(what.split())}\n' for us, tid, what in SECOND_LIFE]
    return '# tracer: nop\n' + ''.join(lines)


def second_life_packets():
    def event(words):
        if words[0] == 'switch':
            return 4, [(1, words[1]), (2, int(words[2])), (3, 120), (4, {'S': 1, 'X': 16}[words[3]]), (5, words[4]), (6, int(words[5])), (7, 120)]
        return ({'exit': 238, 'free': 240}[words[0]], [(1, words[1]), (2, int(words[2])), (3, 120)]) if len(words) > 1 else (3, [(2, words[0] + '\n')])
    return [(2, [(1, 1000000000 + us * 1000), (2, tid), event(what.split())]) for us, tid, what in SECOND_LIFE]


def check_second_life(tap, cli, folder):
    """Runs under the id of an exited thread belong to another thread, in every format and through conversion."""
    def rows(path):
        return [[tuple(row.values())[:5] for row in cli.rows('list', kind, path) if row['tid'] == '200'] for kind in ('threads', 'states', 'slices', 'cpu')]
    text, packets, tree = folder / 'second.ftrace', folder / 'second.pftrace', folder / 'tree.pftrace'
    text.write_text(second_life_text())
    packets.write_bytes(field(1, [(1, [(1, 0), *second_life_packets()])]))
    threads, states, _, _ = rows(text)
    tap.equal([row[:2] + row[3:] for row in threads], [('100', '200', 'w1', '2000000'), ('300', '200', 'bb', '5000000')], 'two threads of one id')
    tap.equal([row[1:5] for row in states], [('w1', '1000000000', '2000000', 'running'), ('w1', '1002000000', '0', 'dead'), ('bb', '1010000000', '5000000', 'running'), ('bb', '1015000000', '1000000', 'sleeping')], 'each has its states')
    tap.equal(rows(packets), rows(text), 'packets say the same')
    for name in ('back.pftrace', 'back.ftrace'):
        tap.equal(cli.run('convert', '-o', folder / name, packets).returncode, 0, 'is converted')
        tap.equal(rows(folder / name), rows(packets), f'and the same in {name}')

    marks = {'B|100|x', 'E|100', 'B|300|y', 'E|300'}
    silent = [event for event, (_, _, what) in zip(second_life_packets(), SECOND_LIFE) if what not in marks]
    for lists, wanted in (((0,), ['100', '']), ((0, 12000), ['100', '100'])):
        told = [field(1, [(8, 1000000000 + us * 1000), (2, [(2, [(1, 200), (2, 'w'), (3, 100)])])]) for us in lists]
        tree.write_bytes(b''.join(told) + field(1, [(1, [(1, 0), *silent])]))
        tap.equal([row[0] for row in rows(tree)[0]], wanted, f'a list of processes is about the thread of its time, {len(lists)} lists')


def check_own_ids(tap, cli, folder):
    """Threads have the ids of the file, even if two processes share one, or an id is not a valid kernel id."""
    def rows(path):
        return [(row['pid'], row['tid'], row['name']) for row in cli.rows('list', 'slices', path)]
    path = folder / 'ids.json'
    calls = [(1, 7, 'a'), (2, 7, 'b'), (2, 8, 'c'), (3, 1 << 47, 'd')]
    begins = [{'ph': phase, 'pid': 2, 'tid': 7, 'ts': ts, 'id': 1, 'cat': 'x', 'name': 'async'} for phase, ts in (('b', 10), ('e', 20))]
    path.write_text(json.dumps([{'ph': 'X', 'pid': pid, 'tid': tid, 'ts': 10, 'dur': 5, 'name': name} for pid, tid, name in calls] + begins), encoding='utf-8')
    tap.equal(rows(path), [(str(pid), str(tid), name) for pid, tid, name in calls], 'ids of threads are those of the file')
    tap.equal(cli.json('query', path, 'SELECT tid FROM thread WHERE utid'), [{'tid': tid} for _, tid, _ in calls], 'in SQL, too')
    for name in ('ids-again.json', 'ids-again.pftrace'):
        run = cli.run('convert', '-o', folder / name, path)
        tap.equal((run.returncode, run.stderr), (0, b''), f'{name} names the process with each')
        tap.equal(rows(folder / name), rows(path), f'and has them: {name}')
        tap.equal([(row['pid'], row['tid']) for row in cli.rows('list', 'async', folder / name)], [('2', '7')], f'also of asynchronous ones: {name}')
    path.with_name('negative.json').write_text(json.dumps([{'ph': 'X', 'pid': 1, 'tid': -5, 'ts': 10, 'dur': 5, 'name': 'a'}]), encoding='utf-8')
    tap.equal(rows(path.with_name('negative.json')), [('1', '-5', 'a')], 'below 0, too')
    run = cli.run('convert', '-o', folder / 'negative.pftrace', path.with_name('negative.json'))
    tap.check(b'1 process or thread id was replaced' in run.stderr and len(rows(folder / 'negative.pftrace')) == 1, 'for which packets have another', run.stderr)
    run = cli.run('convert', '-o', folder / 'ids-again.txt', path)
    tap.check(b'2 process and thread ids were replaced' in run.stderr, 'text has other ids for two', run.stderr)
    tap.equal([(row[0], row[2]) for row in rows(folder / 'ids-again.txt')], [(row[0], row[2]) for row in rows(path)], 'and keeps the threads apart')


def check_lost_preemption(tap, cli, folder):
    """A preempted thread may have run again where events are lost, so it is not known to wait."""
    def switch(time_ns, tid, state, next_tid):
        return 2, [(1, time_ns), (2, tid), (4, [(1, 'a'), (2, tid), (3, 120), (4, state), (5, 'b'), (6, next_tid), (7, 120)])]

    path = folder / 'preempted.pftrace'
    path.write_bytes(field(1, [(1, [(1, 0), switch(1000, 0, 0, 10), switch(2000, 10, 0, 20)])]) + field(1, [(1, [(1, 0), (3, 1), switch(10000, 40, 1, 30), switch(11000, 30, 1, 10), switch(12000, 10, 1, 0)])]))
    row, = (row for row in cli.rows('usage', '--by', 'thread', path) if row['tid'] == '10')
    tap.equal((row['running_ns'], row['preempted_ns'], row['unknown_ns']), ('2000', '0', '9000'), 'what is lost is not waiting')


def check_nameless(tap, cli, folder):
    """A process without a name is called like its lane, but only for people."""
    path = folder / 'nameless.ftrace'
    switch = '[000] d..2 1.{}: sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state=S ==> next_comm={} next_pid={} next_prio=120'
    path.write_text('# tracer: nop\n#\n' + f'  <idle>-0   (-----) {switch.format("000100", "swapper/0", 0, "worker", 11)}\n' + f'  worker-11 (   10) {switch.format("000200", "worker", 11, "swapper/0", 0)}\n', encoding='utf-8')
    tap.equal(cli.output('usage', path).splitlines()[1].split()[-2:], ['10', 'Process'], 'a process without a name')
    tap.equal([(row['pid'], row['process']) for row in cli.rows('usage', path)], [('10', '')], 'which programs get as it is')


def check_events(tap, cli, folder):
    path = folder / 'android.ftrace'
    lines = path.read_text(encoding='utf-8').splitlines()
    rows = list(cli.rows('list', 'events', path))
    tap.equal([int(row['line']) for row in rows], [i + 1 for i, line in enumerate(lines) if line.strip() and not line.startswith('#')], 'events: every line that is one')
    tap.none([row for row in rows if f"{row['event']}: {row['details']}" not in lines[int(row['line']) - 1]], 'events: name and details as in the line')
    tap.none([row for row in rows if row['tid'] == '101' and (row['thread'], row['pid']) != ('Render', '100')], 'events: thread and process')
    tap.equal(len(list(cli.rows('list', 'events', path, '--kind', 'sched_switch'))), sum('sched_switch: ' in line for line in lines), 'events of a kind')
    tap.equal([row['details'] for row in cli.rows('list', 'events', path, '--grep', 'SYNCfra')], [], 'capitals matter where there are any')
    tap.equal([row['details'] for row in cli.rows('list', 'events', path, '--grep', 'syncfra')], ['B|100|syncFrame'], 'events with a text')
    tap.equal([row['ts_ns'] for row in cli.rows('list', 'events', path, '--span', '1.0016s..1.0017s')], ['1001600000', '1001700000'], 'events of a span')
    tap.equal(list(cli.rows('list', 'events', folder / 'dual.trace')), [], 'a method trace has no lines')
    tap.check(b'no kernel events' in cli.run('list', 'events', folder / 'dual.trace').stderr, 'and says so')
    tap.check(b'no events of the kernel' not in cli.run('list', 'events', path).stderr, 'a text does not')
    packets = folder / 'events.pftrace'
    packets.write_bytes(perfetto_events())
    rows = [(row['ts_ns'], row['cpu'], row['tid'], row['thread'], row['event'], row['details']) for row in cli.rows('list', 'events', packets)]
    tap.equal(rows, [('1000', '1', '7', 'app', 'tracing_mark_write', 'B|7|a'), ('1500', '1', '7', 'app', 'sched_switch', 'prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=srv next_pid=8 next_prio=100'),
                     ('1600', '1', '8', 'srv', 'sched_waking', 'comm=app pid=7 prio=120 target_cpu=001'), ('1700', '1', '8', 'srv', 'sched_process_hang', 'comm=text pid=5'), ('1800', '1', '8', 'srv', 'my_event', 'key=text')], 'events of packets')
    rows = [(row['tid'], row['event'], row['details']) for row in cli.rows('list', 'events', packets, '--grep', 'next_comm')]
    tap.equal(rows, [('7', 'sched_switch', 'prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=srv next_pid=8 next_prio=100')], 'and those with a text')
    packets.write_bytes(field(1, [(1, [(1, 2), (4, [(5, 'b'), (5, 'c'), (7, 1900), (7, 50), (8, 8), (8, 9), (9, 1), (10, 120), (11, 0), (11, 0), (1, 1920), (2, 1), (3, 5), (4, 110), (6, 1)])])]))
    rows = [(row['tid'], row['thread'], row['event'], row['details']) for row in cli.rows('list', 'events', packets)]
    tap.equal(rows, [('', '<...>', 'sched_waking', 'comm=b pid=8 prio=120 target_cpu=001'), ('', '<...>', 'sched_switch', 'prev_comm=? prev_pid=? prev_prio=? prev_state=S ==> next_comm=c next_pid=5 next_prio=110'),
                     ('5', 'c', 'sched_waking', 'comm=b pid=9')], 'nobody knows who ran before the first switch of the compact form')
    described = (11, [(1, 65540), (2, [(1, 'mine'), *[(2, [(1, name), (3, number), (5, kind)]) for name, number, kind in (('a', 1, 4), ('again', 1, 4), ('b', 2, 12), ('far', 40, 13))]])])
    packets.write_bytes(field(1, [(1, [(1, 1), described, (2, [(1, 1000), (2, 7), (65540, [(1, 5), (2, 'x\n'), (40, 9), (7, 42), (8, 'text'), (99, '\t')])])])]))
    tap.equal([(row['event'], row['details']) for row in cli.rows('list', 'events', packets)], [('mine', 'a=5 b=780a far=9 7=42 8=text 99=09')], 'fields that a description has, and those that it lacks')
    check_failure(tap, cli.run('list', 'slices', path, '--grep', 'a'), 2, ['--grep'], 'slices with a text')
    check_failure(tap, cli.run('list', 'events', path, '--span', 'never'), 2, ['never'], 'events of no span')


# who runs, since when, and with which priority; the last line ends the run of c
RUNS = [('a', 7, 1000, 98), ('b', 8, 2000, 120), ('c', 9, 4000, -1), ('a', 7, 4500, 101), ('b', 8, 9000, 139), ('c', 9, 9500, 49), ('b', 8, 9600, 120)]


def check_packet_texts(tap, cli, folder):
    """Events of packets as the kernel prints them."""
    path = folder / 'texts.pftrace'
    payload = 'B|5|' + 4000 * 'x'
    events = [(1500, 37, [(1, 36), (2, 1)]), (1600, 37, [(1, 37), (2, 0)]), (1700, 136, [(1, 0xfe00), (2, 12), (3, 2), (4, 0o100644)]), (1800, 235, [(1, 9), (2, 'sh'), (3, 0x1200000), (4, 0)]),
              (1900, 17, [(1, 'sh'), (2, 9), (3, 120), (4, 1), (5, 12)]), (2000, 236, [(1, 5), (2, 'sh'), (3, 'ls'), (4, 0)]), (2100, 3, [(1, 0), (2, payload)])]
    compact = [(5, 'sh'), (5, 'cat'), (1, 1000), (1, 2000), (2, 1), (2, 1), (3, 5), (3, 6), (4, 120), (4, 120), (6, 0), (6, 1)]
    path.write_bytes(field(1, [(1, [(1, 0), *[(2, [(1, time), (2, 5), (number, fields)]) for time, number, fields in events], (4, compact)])]))
    rows = [(row['thread'], row['event'], row['details']) for row in cli.rows('list', 'events', path) if row['tid'] == '5']
    tap.equal([row[1:] for row in rows], [
        ('irq_handler_exit', 'irq=36 ret=handled'), ('irq_handler_exit', 'irq=37 ret=unhandled'), ('ext4_allocate_inode', 'dev 254,0 ino 12 dir 2 mode 0100644'), ('task_newtask', 'pid=9 comm=sh clone_flags=1200000 oom_score_adj=0'),
        ('sched_wakeup', 'comm=sh pid=9 prio=120 target_cpu=012'), ('task_rename', 'pid=5 oldcomm=sh newcomm=ls oom_score_adj=0'), ('tracing_mark_write', payload),
        ('sched_switch', 'prev_comm=ls prev_pid=5 prev_prio=120 prev_state=S ==> next_comm=cat next_pid=6 next_prio=120')], 'packets: texts of the kernel, a long marker, and who leaves a CPU by a new name')


def check_event_stacks(tap, cli, folder):
    """Stacks of slices and instants, innermost call first, in lists, in SQL and through other formats."""
    path, copy = folder / 'event-stacks.pftrace', folder / 'event-stacks.copy.pftrace'
    names = [(5, [(1, 1), (2, 'A::operator=')]), (5, [(1, 2), (2, 'draw<int, 2>')]), (17, [(1, 1), (2, 'data')]), (17, [(1, 2), (2, 'libapp.so')]), (18, [(1, 1), (2, 'src/draw.cc')])]
    frames = [(19, [(1, 3), (7, 1), (7, 2)]), (6, [(1, 1), (2, 1)]), (6, [(1, 2), (3, 3), (4, 0x1f0)]), (6, [(1, 3), (2, 2), (5, 1), (6, 12)]), (7, [(1, 9), (2, 1), (2, 2), (2, 3)])]
    inline = [(1, [(1, 'main')]), (1, [(1, 'leaf'), (2, 'leaf.cc'), (3, 42)])]
    deep = [(1, [(1, f'f{i}_' + 100 * 'x')]) for i in range(3000)]
    events = [(1000, [(9, 1), (23, 'a'), (56, 9)]), (1500, [(9, 3), (23, 'i'), (55, inline)]), (1600, [(9, 3), (23, 'none'), (56, 77)]), (1700, [(9, 3), (23, 'deep'), (55, deep)]), (1800, [(9, 3), (23, 'many'), (55, [(1, [(1, 'g')])] * 1025)]), (2000, [(9, 2), (55, inline)])]
    path.write_bytes(field(1, [(10, 1), (13, 1), (12, names + frames), (60, [(1, 7), (4, [(1, 5), (2, 6)])])]) +
                     b''.join(field(1, [(8, time), (10, 1), (11, [(11, 7), *parts])]) for time, parts in events))
    stack = 'callstack=["draw<int, 2> (src/draw.cc:12)",libapp.so+0x1f0,A::operator=],end_callstack=["leaf (leaf.cc:42)",main]'
    tap.equal([row['args'] for row in cli.json('list', 'slices', path)], [stack], 'the stacks of a slice')
    instants = [row['args'] for row in cli.json('list', 'instants', path)]
    tap.equal(instants[:2], ['callstack=["leaf (leaf.cc:42)",main]', ''], 'the stack of an instant, and one that has no meaning')
    tap.check(instants[2].startswith('callstack=[f2999_xxx') and instants[2].endswith('x,…]') and 8000 < len(instants[2]) < 8300, 'of a very deep stack the innermost calls', instants[2][-200:])
    tap.equal(instants[3], f'callstack=[{"g," * 1024}…]', 'and of one with many short calls')
    kinds = {row['kind']: row['count'] for row in cli.json('info', path)['diagnostics']}
    tap.equal((kinds.get('cut-arguments'), kinds.get('unknown-name')), (2, 1), 'which is counted')
    rows = cli.output('query', '--csv', path, "SELECT key, display_value FROM slice JOIN args USING (arg_set_id) WHERE slice.name = 'a' AND key GLOB '*.callstack*'").splitlines()[1:]
    tap.equal(rows, ['debug.callstack[0],"draw<int, 2> (src/draw.cc:12)"', 'debug.callstack[1],libapp.so+0x1f0', 'debug.callstack[2],A::operator='], 'in SQL')
    cli.output('convert', path, '-o', copy)
    tap.equal([row['args'] for row in cli.json('list', 'slices', copy)], [stack], 'by way of packets')
    # a deep stack is read once, however many events have it
    names = [(5, [(1, 1), (2, 'f' * 20000)]), (6, [(1, 1), (2, 1)]), (7, [(1, 9), *[(2, 1)] * 20000])]
    path.write_bytes(field(1, [(10, 1), (13, 1), (12, names), (60, [(1, 7), (4, [(1, 5), (2, 6)])])]) + b''.join(field(1, [(8, 1000 + i), (10, 1), (11, [(11, 7), (9, 3), (23, 'i'), (56, 9)])]) for i in range(5000)))
    args = [row['args'] for row in cli.json('list', 'instants', path)]
    tap.check(len(args) == 5000 and len(set(args)) == 1 and args[0] == f'callstack=[{"f" * 4096},…]', 'a stack of many events', args[:1])


def check_odd_packets(tap, cli, folder):
    """What phones and later versions write: lines of the log from before the calendar was set, frames without an end, jank of a later version, states among calls."""
    path, copy = folder / 'odd.pftrace', folder / 'odd.copy.pftrace'
    second, realtime = 10**9, 1_700_000_000 * 10**9
    lines = [[(2, 7), (5, realtime + 500), (7, 4), (8, 'line')], [(2, 7), (5, 86400 * second), (7, 4), (8, 'of 1970')], [(2, 7), (8, 'without a time')]]
    late = [[(2, 7), (5, realtime + 365 * 86400 * second), (7, 4), (8, 'of next year')], [(2, 7), (5, realtime + 600), (7, 4), (8, 'soon')]]
    frames = [(1000, (3, [(1, 1), (2, 5), (3, 4), (4, 7), (5, 'layer')])), (1500, (4, [(1, 2), (2, 5), (3, 4), (4, 7), (5, 'layer'), (6, 2), (7, 0), (9, 0x50040)])), (9000, (5, [(1, 2)]))]
    events = [(2000, [(9, 1), (23, 'call')]), (2500, [(9, 5), (23, 'state')]), (3000, [(9, 2)]), (2**64 - 1 - second, [(9, 3), (23, 'later than all')])]
    path.write_bytes(field(1, [(6, [(1, [(1, 6), (2, second)]), (1, [(1, 1), (2, realtime)]), (2, 6)])]) + field(1, [(39, [(1, line) for line in lines])]) + field(1, [(8, second + 700), (39, [(1, line) for line in late])]) +
                     b''.join(field(1, [(8, second + time), (76, [part])]) for time, part in frames) +
                     field(1, [(10, 1), (13, 1), (60, [(1, 77), (4, [(1, 7), (2, 7)])])]) +
                     b''.join(field(1, [(8, (second + time) % 2**64), (10, 1), (11, [(11, 77), *parts])]) for time, parts in events))
    tap.equal([(row['ts_ns'] - second, row['name']) for row in cli.json('list', 'instants', path)], [(500, 'I : line'), (600, 'I : soon'), (700, 'I : of next year')], 'lines of the log that have a place')
    rows = [(row['verdict'], row['deadline_ns'], row['jank']) for row in cli.json('list', 'frames', path)]
    tap.equal(rows, [('late', None, 'App Deadline Missed, 0x50000')], 'no end of an expected frame, no deadline')
    kinds = {row['kind']: row['count'] for row in cli.json('info', path)['diagnostics']}
    tap.equal([kinds.get(kind) for kind in ('early-log', 'time-limit', 'bad-payload', 'unfinished-async', 'late-log', 'unknown-time')], [2, 1, 1, 1, 1, None], 'what is counted')
    cli.output('convert', path, '-o', copy)
    tap.equal(cli.json('list', 'frames', copy), cli.json('list', 'frames', path), 'by way of packets')

    ahead = folder / 'ahead.pftrace'
    ahead.write_bytes(field(1, [(6, [(1, [(1, 6), (2, second)]), (1, [(1, 1), (2, realtime)]), (2, 6)])]) + field(1, [(39, [(1, [(2, 7), (5, realtime + 7200 * second), (7, 4), (8, 'ahead')])])]))
    tap.equal([row['ts_ns'] // second for row in cli.json('list', 'instants', copy, '--with', f'{ahead}@+10s') if row['name'] == 'I : ahead'], [7211], 'a line without the time when it was read, in a file that is shifted')


def check_stacks(tap, cli, folder):
    """The kernel prints some events without their name, and a stack on separate lines."""
    path = folder / 'stacks.ftrace'
    head = '             app-7     (      7) [000] ....     1.%06d: '
    stack = head + '<stack trace>\n => schedule\n => do_wait [mod]\n'
    n_stacks = 5000  # more than fits into a block of lines
    path.write_text('# tracer: nop\n' + ''.join(stack % i for i in range(n_stacks)) + head % n_stacks + '<user stack trace>\n =>  <00007f0771838001>\n' + head % (n_stacks + 1) + '# 1234 buf: 01 ff\n', encoding='utf-8')
    rows = [(row['event'], row['details']) for row in cli.rows('list', 'events', path)]
    tap.equal(rows, n_stacks * [('kernel_stack', '<stack trace> => schedule => do_wait [mod]')] + [('user_stack', '<user stack trace> => <00007f0771838001>'), ('raw_data', '# 1234 buf: 01 ff')], 'stacks in one line, and names of events without one')
    tap.equal({row['name']: row['count'] for row in cli.json('info', path)['kinds']}, {'kernel_stack': n_stacks, 'user_stack': 1, 'raw_data': 1}, 'and counted by them')


def check_priorities(tap, cli, folder):
    """Runs are found by priority, and a conversion keeps it."""
    path = folder / 'priorities.ftrace'
    lines = [f' {one[0]}-{one[1]} ({one[1]}) [000] d..3 5.{two[2]:06d}: sched_switch: prev_comm={one[0]} prev_pid={one[1]} prev_prio={one[3]} prev_state=S ==> '
             f'next_comm={two[0]} next_pid={two[1]} next_prio={two[3]}\n' for one, two in zip(RUNS, RUNS[1:])]
    path.write_text('# tracer: nop\n' + ''.join(lines) + ' b-8 (8) [000] .... 5.009700: tracing_mark_write: B|8|draw\n b-8 (8) [000] .... 5.009800: tracing_mark_write: E|8\n')

    def runs(kind, where, file=path):
        return [(row['thread'], row['value' if kind == 'hits' else 'prio'], row['ts_ns'][1:7]) for row in cli.rows('list', kind, file, '--where', where)]
    low = [('c', '-1', '004000'), ('c', '49', '009500')]
    tap.equal(runs('cpu', 'prio<98'), low, 'list cpu --where with a priority')
    tap.equal(runs('hits', 'prio<98'), low, 'hits by a priority are runs')
    tap.equal(runs('hits', 'prio:120'), [('b', '120', '002000'), ('b', '120', '009600')], 'a priority after a colon')
    tap.equal(runs('cpu', 'prio>=120 dur<1ms -thread:b'), [], 'with a length and another thread')
    tap.equal(runs('cpu', 'dur>1ms'), [('b', '120', '002000'), ('a', '101', '004500')], 'runs by their length alone')
    tap.equal([row['name'] for row in cli.rows('list', 'hits', path, '--where', 'draw or prio=139')], ['b', 'draw'], 'runs beside slices, by time')
    tap.equal([row['kind'] for row in cli.rows('list', 'hits', path, '--where', 'b')], [], 'a name alone finds no runs')
    tap.equal(len(runs('cpu', 'is:run -prio<98 -prio:101')), 3, 'what is not meant')
    tap.equal(cli.run('convert', path, '-o', folder / 'out.atrace').returncode, 0, 'is converted')
    tap.equal(runs('cpu', 'prio!=120', folder / 'out.atrace'), runs('cpu', 'prio!=120'), 'a conversion keeps priorities')


def check_where(tap, cli, folder):
    """The search language; tests/profile/test-search.c tests all of it."""
    def names(kind, where):
        return [row['name'] for row in cli.rows('list', kind, folder / 'android.ftrace', '--where', where)]

    tap.equal(names('slices', 'DRAW'), ['draw, "fast"'], '--where with a text')
    tap.equal(names('slices', 'dur>=500us thread:app'), ['doFrame', 'draw, "fast"'], '--where with a length and a thread')
    tap.equal(names('slices', '/frame$/ -depth>0'), ['doFrame', 'syncFrame'], '--where with an expression and what is not meant')
    tap.equal(names('slices', 'is:unfinished'), ['left open'], '--where with a word')
    tap.equal(names('slices', 'Is:Unfinished'), ['left open'], '--where with a word in capitals')
    tap.equal(names('slices', 'Dur>=500us Thread:/^APP.main$/'), ['doFrame', 'draw, "fast"'], '--where with an expression for the name of a thread')
    tap.equal(names('slices', 'dur>=500us thread~main$'), ['doFrame', 'draw, "fast"'], '--where with an expression after a tilde')
    tap.equal(names('async', 'request'), ['request'], '--where of asynchronous slices')
    tap.equal(names('kernel', 'request'), [], '--where of the kernel')
    tap.equal(names('instants', 'tap thread:app'), ['tap'], '--where of instants')
    tap.equal(names('instants', 'tap dur>=0'), [], '--where of instants with a length')
    tap.equal(names('counters', 'is:counter process:100'), ['heap', 'heap'], '--where of counters has all samples of one')
    tap.equal([row['value'] for row in cli.rows('list', 'counters', folder / 'android.ftrace', '--where', 'heap -value>0')], ['-42'], '--where of counters with a value')
    hits = list(cli.rows('list', 'hits', folder / 'android.ftrace', '--where', 'request or tap or heap or sync'))
    tap.equal([(row['kind'], row['name'], row['dur_ns'], row['value']) for row in hits],
              [('slice', 'request', '300000', ''), ('slice', 'syncFrame', '100000', ''), ('counter', 'heap', '', ''), ('instant', 'tap', '', '')], 'hits of all kinds by time')
    tap.equal([(row['kind'], row['value'], row['pid']) for row in cli.rows('list', 'hits', folder / 'android.ftrace', '--where', 'value!=0')],
              [('sample', '-42', '100'), ('sample', '9007199254740993', '100')], 'hits with values')
    check_priorities(tap, cli, folder)
    check_failure(tap, cli.run('list', 'counters', folder / 'android.ftrace', '--where', 'value>99999999999999999999'), 2, ['too large'], '--where with too large a number')
    check_failure(tap, cli.run('list', 'slices', folder / 'android.ftrace', '--where', 'dur>16'), 2, ['“dur>16”', 'unit'], '--where without a unit')
    slow = folder / 'slow.ftrace'
    slow.write_text(''.join(f' t-7 (7) [000] .... {i + 1}.000000: tracing_mark_write: {mark}\n' for i, mark in enumerate(['B|7|' + 'x' * 60, 'E|7'])))
    result = cli.run('list', 'slices', slow, '--where', '/(x+x+)+y|z$/')
    tap.equal((result.returncode, b'too long' in result.stderr), (2, True), '--where with an expression that gives up says so')
    check_failure(tap, cli.run('list', 'states', folder / 'android.ftrace', '--where', 'x'), 2, ['--where', 'slices'], '--where of a kind without slices')


def check_cpu_clock(tap, cli, folder):
    rows = list(cli.rows('list', 'slices', folder / 'cpu.trace'))
    tap.equal([(row['dur_ns'], row['cpu_ns']) for row in rows if 'outer' in row['name']], [('50000', '50000')], 'CPU clock alone')


def put(number, value):
    """A field of a message of Perfetto."""
    def varint(rest):
        return bytes([rest]) if rest < 0x80 else bytes([rest & 0x7f | 0x80]) + varint(rest >> 7)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def check_log(tap, cli, folder):
    lines = [(1000, 5, b'App', b'it: broke'), (3000, 4, b'Net', b'"quoted" text')]
    events = b''.join(put(1, put(2, 7) + put(3, 8) + put(5, time) + put(6, tag) + put(7, priority) + put(8, text)) for time, priority, tag, text in lines)
    path = folder / 'log.pftrace'
    path.write_bytes(put(1, put(6, put(2, 1))) + put(1, put(8, 1000) + put(39, events)))
    rows = cli.json('list', 'log', path)
    tap.equal([(row['ts_ns'], row['pid'], row['tid'], row['priority'], row['tag'], row['message']) for row in rows],
              [(1000, 7, 8, 'W', 'App', 'it: broke'), (3000, 7, 8, 'I', 'Net', '"quoted" text')], 'lines of the log')
    rows = cli.json('list', 'log', '--where', 'quoted', path)
    tap.equal([row['tag'] for row in rows], ['Net'], 'lines of the log that a search finds')


def check_process_names(tap, cli, folder):
    """The name of a thread whose tid equals another process's pid does not become that process's name."""
    path = folder / 'names.json'
    events = [{'ph': 'X', 'ts': 1, 'dur': 2, 'pid': pid, 'tid': tid, 'name': 'a'} for pid, tid in ((1, 2), (2, 2), (2, 3))]
    events += [{'ph': 'M', 'pid': 1, 'tid': 2, 'name': 'thread_name', 'args': {'name': 'Renderer'}}, {'ph': 'M', 'pid': 1, 'name': 'process_name', 'args': {'name': 'P'}}]
    path.write_text(json.dumps({'traceEvents': events}))
    tap.equal({row['pid']: row['process'] for row in cli.json('list', 'processes', path)}, {1: 'P', 2: ''}, 'names of processes')


def check_labels(tap, cli, folder):
    """Processes of one name differ in their labels, in every form; the last labels count."""
    events = [{'ph': 'X', 'ts': 1, 'dur': 2, 'pid': pid, 'tid': pid, 'name': 'a'} for pid in (1, 2)]
    events += [{'ph': 'M', 'pid': 1, 'name': 'process_labels', 'args': {'labels': labels}} for labels in ('Old', 'Inbox, Mail')]
    (folder / 'labels.json').write_text(json.dumps({'traceEvents': events}))
    for name in ('labels.pftrace', 'again.json'):
        cli.run('convert', '-o', folder / name, folder / 'labels.json')
    (folder / 'listed.pftrace').write_bytes((folder / 'labels.pftrace').read_bytes() + put(1, put(10, 9) + put(43, put(1, 99) + put(6, b'Tab') + put(8, b'Idle page'))))
    for name in ('labels.json', 'labels.pftrace', 'again.json'):
        tap.equal({row['pid']: row['labels'] for row in cli.json('list', 'processes', folder / name)}, {1: 'Inbox, Mail', 2: ''}, f'labels in {name}')

    tap.check(b'leaves out the labels of processes' in cli.run('convert', '-o', folder / 'labels.ftrace', folder / 'labels.json').stderr, 'text has no place for labels')
    query = 'SELECT pid, key, string_value FROM process JOIN args USING (arg_set_id) ORDER BY pid, key'
    rows = [tuple(row.values()) for row in cli.json('query', folder / 'listed.pftrace', query)]
    tap.equal(rows, [(1, 'chrome.process_label[0]', 'Inbox'), (1, 'chrome.process_label[1]', 'Mail'), (99, 'chrome.process_label[0]', 'Idle page')],
              'labels in SQL, also of a process without events')


def check_far_cpus(tap, cli, folder):
    """Frequencies of CPUs above 4095 are counted, and are not taken for those of another device."""
    events = ['cpu_frequency: state=1000 cpu_id=4294967295', 'cpu_frequency: state=2000 cpu_id=7', 'cpu_idle: state=1 cpu_id=2147483647', 'cpu_frequency_limits: min=1 max=2 cpu_id=5000']
    lines = [f'            app-10    (   10) [000] ....   1.00000{i}: {event}' for i, event in enumerate(events)]
    (folder / 'far.ftrace').write_text('# tracer: nop\n' + '\n'.join(lines) + '\n')
    cli.run('convert', '-o', folder / 'far.pftrace', folder / 'far.ftrace')
    for name in ('far.ftrace', 'far.pftrace'):
        rows = cli.json('list', 'counters', folder / name)
        tap.equal([(row['name'], row['value']) for row in rows], [('cpu7 frequency', 2000)], f'CPUs of frequencies in {name}')
    rows = cli.json('list', 'diagnostics', folder / 'far.ftrace')
    tap.equal([(row['kind'], row['count']) for row in rows], [('cpu-limit', 3)], 'CPUs that no kernel has')


def main():
    tap, cli, folder = start()
    check_tables(tap, cli, folder)
    check_json_types(tap, cli, folder)
    check_strange_names(tap, cli, folder)
    check_many(tap, cli, folder)
    check_cpu_clock(tap, cli, folder)
    check_where(tap, cli, folder)
    check_chains(tap, cli, folder)
    check_events(tap, cli, folder)
    check_odd_packets(tap, cli, folder)
    check_event_stacks(tap, cli, folder)
    check_stacks(tap, cli, folder)
    check_packet_texts(tap, cli, folder)
    check_machines(tap, cli, folder)
    check_lives(tap, cli, folder)
    check_second_life(tap, cli, folder)
    check_own_ids(tap, cli, folder)
    check_lost_preemption(tap, cli, folder)
    check_nameless(tap, cli, folder)
    check_log(tap, cli, folder)
    check_process_names(tap, cli, folder)
    check_labels(tap, cli, folder)
    check_far_cpus(tap, cli, folder)
    tap.finish()


main()
