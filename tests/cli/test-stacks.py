#!/usr/bin/env python3
"""Stacks that profilers sampled: how deep they may be, their tables in SQL, samples that were lost or have no stack, and what
is left of them in other formats.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from htracewriter import field  # pylint: disable=wrong-import-position

MOST = 16384
DEPTH = MOST + 3
NAMES = [f'f{level}' for level in range(DEPTH)]


def ask(cli, path, sql):
    return [tuple(row.values()) for row in cli.json('query', path, sql)]


def count_warnings(cli, path):
    return {row['kind']: row['count'] for row in cli.json('list', 'diagnostics', path) if row['kind'] not in ('not-time', 'overlap')}


def write_perfetto(stacks):
    """A sample of each stack, at 1, 2, … µs."""
    texts = b''.join(field(5, field(1, n + 1) + field(2, name)) + field(6, field(1, n + 1) + field(2, n + 1)) for n, name in enumerate(NAMES))
    calls = b''.join(field(7, field(1, n) + field(2, b''.join(pack(level + 1) for level in range(depth)))) for n, depth in enumerate(stacks, 1))
    samples = b''.join(field(1, field(8, n * 1000) + field(10, 1) + field(66, field(1, 1) + field(2, 10) + field(3, 10) + field(4, n))) for n in range(1, len(stacks) + 1))
    return field(1, field(10, 1) + field(13, 1) + field(12, texts + calls)) + samples


def pack(number):
    return bytes([number]) if number < 128 else bytes([number & 127 | 128]) + pack(number >> 7)


def write_gecko(*samples):
    """A thread whose stack of number n has the first n + 1 names."""
    thread = {'name': 'GeckoMain', 'pid': '10', 'tid': 11, 'stringArray': NAMES, 'funcTable': {'name': list(range(DEPTH))}, 'frameTable': {'func': list(range(DEPTH))},
              'stackTable': {'prefix': [None, *range(DEPTH - 1)], 'frame': list(range(DEPTH))}, 'samples': {'stack': samples, 'time': list(range(1, len(samples) + 1))}}
    return json.dumps({'meta': {'interval': 1, 'preprocessedProfileVersion': 47}, 'threads': [thread]})


def write_speedscope(*profiles):
    return json.dumps({'$schema': 'https://www.speedscope.app/file-format-schema.json', 'shared': {'frames': [{'name': name} for name in NAMES]},
                       'profiles': [{'name': 'a', 'unit': 'milliseconds', 'startValue': 0, 'endValue': 4 * DEPTH, **profile} for profile in profiles]})


def write_cpuprofile(*samples):
    nodes = [{'id': n + 1, 'callFrame': {'functionName': name}, 'children': [n + 2] * (n + 1 < DEPTH)} for n, name in enumerate(NAMES)]
    return json.dumps({'nodes': nodes, 'startTime': 0, 'endTime': 1000 * len(samples) + 1000, 'samples': samples, 'timeDeltas': [1000] * len(samples)})


def write_perf(*depths):
    return ''.join(f'p 10/10 [000] 1.00{n}000: 1000000 cpu-clock:\n' + ''.join(f'\t{level + 1:x} {NAMES[level]}+0x1 (/b)\n' for level in reversed(range(depth))) + '\n' for n, depth in enumerate(depths))


def check_depth(tap, cli, folder):
    """In all formats the outer calls of a stack are kept, and stacks that are cut are counted."""
    events = [{'type': 'O', 'frame': n, 'at': n} for n in range(DEPTH)] + [{'type': 'C', 'frame': n, 'at': 2 * DEPTH - n} for n in reversed(range(DEPTH))]
    files = {
        'deep.folded': (';'.join(NAMES) + ' 3\n' + ';'.join(NAMES[:MOST]) + ' 3\nf0;f1 2\n', 1),
        'long.folded': (';'.join(name.ljust(80, 'x') for name in NAMES) + ' 3\n', 1),
        'deep.perf': (write_perf(DEPTH, 2, MOST), 1),
        'deep.speedscope.json': (write_speedscope({'type': 'sampled', 'samples': [list(range(DEPTH)), [0, 1], list(range(MOST))], 'weights': [10, 10, 10]}), 1),
        'calls.speedscope.json': (write_speedscope({'type': 'evented', 'events': events}), 2 * (DEPTH - MOST) - 1),
        'deep.cpuprofile': (write_cpuprofile(DEPTH, 2, MOST, DEPTH - 1), 2),
        'deep.gecko.json': (write_gecko(DEPTH - 1, 1, MOST - 1, DEPTH - 2), 2),
        'deep.pftrace': (write_perfetto([DEPTH, 2, MOST, DEPTH]), 2),
    }
    for name, (content, n_cut) in files.items():
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        tap.equal(count_warnings(cli, path), {'cut-stack': n_cut}, f'{name}: stacks that are cut')
        tap.equal(max(int(row['depth']) for row in cli.rows('list', 'slices', path)), MOST - 1, f'{name}: their calls')
        tap.check('; stacks were cut, so this may be time of calls that are not shown' in cli.output('info', path), f'{name}: the headline says so')
        depth = ask(cli, path, "SELECT max(depth), count(*) FROM stack_profile_callsite c JOIN stack_profile_frame f ON f.id = frame_id WHERE f.name != '(root)'")
        tap.check(depth in ([(None, 0)], [(MOST - 1 + ('cpuprofile' in name), MOST)]), f'{name}: those of SQL', depth)


def check_cut_copies(tap, cli, folder):
    """Copies say that stacks were cut."""
    for name in ('deep.folded', 'deep.perf', 'deep.pftrace'):
        for suffix in ('atrace', 'pftrace', 'json'):
            copy = folder / f'cut.{suffix}'
            cli.output('convert', folder / name, '-o', copy)
            tap.equal(count_warnings(cli, copy), count_warnings(cli, folder / name), f'{name}: cut stacks in .{suffix}')


def check_loops(tap, cli, folder):
    """A stack whose caller is itself or comes later, and one that is not in the file, are counted."""
    path = folder / 'loop.gecko.json'
    profile = json.loads(write_gecko(1, 0, DEPTH))
    columns = profile['threads'][0]['stackTable']
    columns['prefix'][0] = 1
    path.write_text(json.dumps(profile))
    tap.equal(count_warnings(cli, path), {'unknown-node': 2}, 'a loop of stacks')


def check_folded(tap, cli, folder):
    """A line without calls is counted, and no line is taken apart, however long it is."""
    path = folder / 'empty.folded'
    path.write_text('a;b 3\n; 4\na 2\n')
    found = [(row['kind'], row['count'], row['sample']) for row in cli.json('list', 'diagnostics', path) if row['kind'] != 'not-time']
    tap.equal(found, [('no-stack', 1, '; 4')], 'a line without calls')
    path.write_text(';'.join('x' * 600 for _ in range(4000)) + ' 3\n')
    tap.equal(count_warnings(cli, path), {}, 'a line of 2 MB')
    tap.equal([int(row['depth']) for row in cli.rows('list', 'slices', path)], list(range(4000)), 'all its calls')


PERF = '''p 10/11 [001] 1.000000: 1000000 cpu-clock:
\t1010 inner+0x10 (/lib/a.so)
\t1020 main+0x10 (/bin/p)

p 10/12 [000] 1.001000: 1000000 cpu-clock:
\t1030 [unknown] (/lib/a.so)
\t1020 main+0x10 (/bin/p)

p 10/11 [000] 1.002000: 1000000 cpu-clock:

'''
OF_SAMPLE = '''tid, c.depth, f.name, m.name AS library, f.rel_pc, g.name AS caller FROM {} s JOIN thread USING (utid) LEFT JOIN stack_profile_callsite c ON c.id = s.callsite_id
    LEFT JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_mapping m ON m.id = f.mapping
    LEFT JOIN stack_profile_callsite d ON d.id = c.parent_id LEFT JOIN stack_profile_frame g ON g.id = d.frame_id ORDER BY s.ts'''


def check_tables(tap, cli, folder):
    """Samples of text and of Firefox have the table that Perfetto gives them; those without a stack have no row there."""
    path = folder / 'tables.perf'
    path.write_text(PERF)
    rows = ask(cli, path, 'SELECT s.ts, ' + OF_SAMPLE.format('cpu_profile_stack_sample'))
    tap.equal(rows, [(1000000000, 11, 1, 'inner', '/lib/a.so', 0, 'main'), (1001000000, 12, 1, None, '/lib/a.so', 0, 'main')], 'rows of perf script')
    tap.equal(ask(cli, path, 'SELECT DISTINCT source FROM stack_sample'), [('perf_text',)], 'who took them')
    tap.equal(ask(cli, path, 'SELECT count(*) FROM stack_profile_callsite'), [(3,)], 'no call is made up')
    path = folder / 'events.perf'
    path.write_text(''.join(f'p 10/{tid} [001] 1.00{n}000: 1 {event}:\n\t1010 f{n}+0x10 (/lib/a.so)\n\n' for n, (tid, event) in enumerate(((11, 'faults'), (11, 'clock'), (12, 'clock'), (12, 'faults'), (11, 'clock')))))
    tap.equal(ask(cli, path, 'SELECT tid, name, count(*) FROM cpu_profile_stack_sample JOIN thread USING (utid) GROUP BY utid ORDER BY tid'), [(11, 'p', 3), (12, 'p', 2)], 'all events of a thread')
    tap.equal(sorted((row['tid'], row['thread'], row['name']) for row in cli.json('list', 'slices', path)),
              [(11, 'p', 'f0'), (11, 'p (clock)', 'f1'), (11, 'p (clock)', 'f4'), (12, 'p', 'f3'), (12, 'p (clock)', 'f2')], 'each has its own calls')
    path = folder / 'tables.gecko.json'
    profile = json.loads(write_gecko(1, None, 0, 1))
    profile['libs'] = [{'start': 0x1000, 'end': 0x2000, 'path': '/lib/xul.so'}]
    profile['threads'][0]['stringArray'] = ['main', '0x1234', *NAMES[2:]]
    path.write_text(json.dumps(profile))
    rows = ask(cli, path, 'SELECT s.ts, ' + OF_SAMPLE.format('cpu_profile_stack_sample'))
    call = (11, 1, None, '/lib/xul.so', 0x234, 'main')
    tap.equal(rows, [(1000000, *call), (3000000, 11, 0, 'main', '', 0, None), (4000000, *call)], 'rows of Firefox')
    tap.equal(ask(cli, path, 'SELECT DISTINCT source FROM stack_sample'), [('gecko',)], 'who took them')


def write_perf_data(*records):
    """A perf.data of cpu-clock, whose records all have a time and a CPU: IP, TID, TIME, CPU, PERIOD and the callchain."""
    attr = struct.pack('<IIQQQQQ', 1, 112, 0, 1000, 1 | 2 | 4 | 32 | 128 | 256, 0, 1 << 18).ljust(112, b'\0') + struct.pack('<QQ', 0, 0)
    data = b''.join(struct.pack('<IHH', kind, mode, 8 + len(content)) + content for kind, mode, content in records)
    return b'PERFILE2' + struct.pack('<QQQQQQQQ', 104, len(attr), 104, len(attr), 104 + len(attr), len(data), 0, 0).ljust(96, b'\0') + attr + data


def sample(time_ns, tid, cpu, *chain, mode=2):
    return 9, mode, struct.pack('<QIIQIIQQ', chain[0], 10, tid, time_ns, cpu, 0, 1000, len(chain)) + struct.pack(f'<{len(chain)}Q', *chain)


def check_perf_data(tap, cli, folder):
    """Samples of perf.data are rows of perf_sample, with addresses in libraries; lost ones are placed on their CPU."""
    path = folder / 'tables.data'
    mapped = struct.pack('<IIQQQ', 10, 10, 0x10000, 0x1000, 0) + b'/lib/a.so\0'.ljust(16, b'\0') + struct.pack('<IIQII', 10, 10, 1, 0, 0)
    lost = struct.pack('<QQ', 0, 7) + struct.pack('<IIQII', 10, 11, 5000, 3, 0)
    path.write_bytes(write_perf_data((1, 2, mapped), sample(1000, 11, 3, 0x10010, 0x10020), sample(2000, 12, 0, 0x10030, 0x10020, mode=1), sample(3000, 11, 0, 0x10018, 0x10020), (2, 0, lost)))
    rows = ask(cli, path, 'SELECT s.ts, s.cpu, s.cpu_mode, ' + OF_SAMPLE.format('perf_sample'))
    tap.equal(rows, [(ts, cpu, mode, tid, 1, None, '/lib/a.so', pc, None) for ts, cpu, mode, tid, pc in ((1000, 3, 'user', 11, 16), (2000, 0, 'kernel', 12, 48), (3000, 0, 'user', 11, 24))], 'rows of perf.data')
    tap.equal([tuple(row.values()) for row in cli.json('list', 'losses', path)], [(3, '', 1000, 4000, None, 7)], 'samples that were lost')
    tap.equal(count_warnings(cli, path), {'lost-events': 7}, 'and their warning')


def check_names(tap, cli, folder):
    """A thread of perf.data has the name of the one that started it."""
    path = folder / 'names.data'
    times = [struct.pack('<IIQII', 10, 10, time_ns, 0, 0) for time_ns in (1, 2)]
    comm, fork = struct.pack('<II', 10, 10) + b'parent\0\0' + times[0], struct.pack('<IIIIQ', 12, 10, 12, 10, 2) + times[1]
    path.write_bytes(write_perf_data((3, 0, comm), (7, 0, fork), sample(1000, 12, 0, 0x10010, 0x10020)))
    tap.equal([row['thread'] for row in cli.json('list', 'threads', path)], ['parent'], 'name of a thread that was started')


def check_events(tap, cli, folder):
    """Threads of several events, which have one id, keep their calls in every format."""
    path = folder / 'events.perf'
    path.write_text(''.join(f'p 10/11 [000] 1.00{n}000: 1000000 {event}:\n\t1010 f{n}+0x10 (/a)\n\t1020 {event}+0x10 (/a)\n\n' for n, event in enumerate(('cycles', 'faults', 'cycles', 'faults', 'cycles'))))
    rows = sorted((row['thread'], row['ts_ns'], row['dur_ns'], row['depth'], row['name']) for row in cli.json('list', 'slices', path))
    tap.equal(len({row[0] for row in rows}), 2, 'threads of two events')
    for suffix in ('pftrace', 'json', 'atrace'):
        copy = folder / f'events.{suffix}'
        result = cli.run('convert', '-o', copy, path)
        tap.equal(sorted((row['thread'], row['ts_ns'], row['dur_ns'], row['depth'], row['name']) for row in cli.json('list', 'slices', copy)), rows, f'two events as {suffix}')
        tap.check(b'1 process or thread id was replaced' in result.stderr, f'and what {suffix} says', result.stderr)


def check_lost(tap, cli, folder):
    """Lost samples of Perfetto are losses of their CPU, and samples without a stack are counted as such: they are rows all the same."""
    path = folder / 'lost.pftrace'
    path.write_bytes(write_perfetto([2, 1]) + b''.join(field(1, field(8, time_ns) + field(10, 1) + field(66, field(1, cpu) + field(2, 10) + field(3, 10) + content))
                                                       for time_ns, cpu, content in ((3000, 1, b''), (4000, 1, field(17, 9)), (5000, 2, field(17, 1)))))
    tap.equal([tuple(row.values()) for row in cli.json('list', 'losses', path)], [(1, '', 3000, 1000, None, 9), (2, '', 5000, 0, None, 1)], 'lost samples of Perfetto')
    tap.equal(count_warnings(cli, path), {'lost-events': 10, 'no-stack': 1}, 'and their warning')
    tap.equal(ask(cli, path, 'SELECT count(*), count(callsite_id) FROM perf_sample'), [(3, 2)], 'samples with and without a stack')


def check_times(tap, cli, folder):
    """A file that has nothing but samples has times, too: its offset to other files is unknown, not impossible."""
    path, other = folder / 'times.pftrace', folder / 'times.ftrace'
    path.write_bytes(write_perfetto([2]))
    other.write_text('# tracer: nop\n#\n  app-100 ( 100) [000] .... 100.000100: tracing_mark_write: I|100|x\n')
    for files in ((path, other), (other, path)):
        tap.equal([file['clock'] for file in cli.json('info', files[0], f'--with={files[1]}')['files']], ['first', 'unknown'], f'clock of {files[1].name}')
    rows = [row['ts'] for row in cli.json('query', other, 'SELECT ts FROM perf_sample', f'--with={path}@+1s')]
    tap.equal(rows, [10**9 + 1000], 'samples of a file that is shifted')
    calls = [row['ts_ns'] for row in cli.json('list', 'slices', other, f'--with={path}@+1s')]
    tap.equal(calls, [10**9 + 1000] * 2, 'and their calls')


OF_PERF = 'SELECT s.ts, s.cpu, s.cpu_mode, s.unwind_error, ' + OF_SAMPLE.format('perf_sample')
OF_OTHERS = 'SELECT s.ts / 1000, s.process_priority, ' + OF_SAMPLE.format('cpu_profile_stack_sample')


def check_converted(tap, cli, folder):
    """A Perfetto trace has the samples as such, and their calls as they were; converted again, too."""
    profile = json.loads(write_gecko(1, None, 0, 1))
    profile['threads'][0]['stringArray'][1] = '0x1234'
    profile['libs'] = [{'start': 0x1000, 'end': 0x2000, 'path': 'xul.so'}]
    (folder / 'out.gecko.json').write_text(json.dumps(profile))
    (folder / 'out.perf').write_text(PERF)
    stream = write_perfetto([2, 1]) + field(1, field(8, 9000) + field(10, 2) + field(13, 1) + field(12, field(5, field(1, 1) + field(2, b'run')) + field(6, field(1, 1) + field(2, 1)) + field(7, field(1, 1) + field(2, 1)))
                                            + field(44, field(1, 10) + field(2, 12) + field(6, 9)))
    stream += field(1, field(10, 2) + field(13, 2) + field(54, field(1, 1) + field(1, 1) + field(2, 1) + field(2, 2) + field(3, -5)))
    lost = field(1, field(8, 4000) + field(10, 1) + field(66, field(1, 1) + field(2, 10) + field(3, 10) + field(17, 9)))
    odd = field(1, field(8, 5000) + field(10, 1) + field(66, field(1, 2) + field(2, 10) + field(3, 11) + field(4, 1) + field(5, 1) + field(16, 3))) + field(1, field(8, 6000) + field(10, 1) + field(66, field(2, 10) + field(3, 10)))
    (folder / 'out-from.pftrace').write_bytes(stream + lost + odd)
    for path in (folder / 'tables.data', folder / 'out.gecko.json', folder / 'out.perf', folder / 'out-from.pftrace'):
        for number in range(2):
            copy = folder / f'copy{number}.pftrace'
            cli.output('convert', path if number == 0 else folder / 'copy0.pftrace', '-o', copy)
            for name, sql in (('perf', OF_PERF), ('others', OF_OTHERS)):
                tap.equal(ask(cli, copy, sql), ask(cli, path, sql), f'{path.name}, {number}: samples of {name}')
            info = cli.json('info', copy)
            tap.equal(ask(cli, copy, 'SELECT count(*) FROM slice'), [(info['slices']['closed'],)], f'{path.name}, {number}: slices of the file are those of SQL')
            found = [[tuple(row[key] for key in ('ts_ns', 'dur_ns', 'depth', 'name', 'args', 'flags')) for row in cli.json('list', 'slices', file)] for file in (path, copy)]
            tap.equal(found[1], found[0], f'{path.name}, {number}: slices')
            tap.equal(cli.json('list', 'losses', copy), cli.json('list', 'losses', path), f'{path.name}, {number}: lost samples')


IDLE = 'SELECT {} t.utid, t.tid, t.name, t.is_idle, p.upid, p.pid FROM {} s JOIN thread t USING (utid) JOIN process p USING (upid)'


def check_idle(tap, cli, folder):
    """Samples of thread 0 are those of the idle task, which has number 0 in SQL."""
    path, copy = folder / 'idle.perf', folder / 'idle.pftrace'
    path.write_text(PERF.replace('p 10/11', 'swapper 0/0'))
    cli.output('convert', path, '-o', copy)
    sql = IDLE.format('s.ts, ', 'cpu_profile_stack_sample')
    rows = ask(cli, path, sql)
    tap.equal([row[1:4] for row in rows], [(0, 0, 'swapper'), (1, 12, 'p')], 'samples of the idle task')
    tap.equal(ask(cli, copy, sql), rows, 'and converted')
    (folder / 'idle2.pftrace').write_bytes(write_perfetto([1]).replace(b'\x10\x0a\x18\x0a', b'\x10\x00\x18\x00'))
    tap.equal(ask(cli, folder / 'idle2.pftrace', IDLE.format('', 'perf_sample')), [(0, 0, 'swapper', 1, 0, 0)], 'the same of traced_perf')
    tap.equal(ask(cli, folder / 'idle2.pftrace', 'SELECT count(*) FROM process'), [(1,)], 'and no other process')


def check_told(tap, cli, folder):
    """Slices that are made here of samples are none in SQL, which info says."""
    for path, said in ((folder / 'out-from.pftrace', '5, of which SQL has only the samples'), (folder / 'out.perf', '5')):
        n = int(said.split(',')[0])
        info = cli.json('info', path)
        tap.equal((info['slices']['closed'], info['sampled_slices']), (n, n), f'{path.name}: slices of samples')
        tap.check(f'Slices of samples       {said}\n' in cli.output('info', path), f'{path.name}: what info says of SQL')
        tap.equal(ask(cli, path, 'SELECT count(*) FROM slice'), [(0 if ',' in said else n,)], f'{path.name}: slices in SQL')


def check_notes(tap, cli, folder):
    """What a format has no place for is said."""
    path = folder / 'notes.perf'
    path.write_text(PERF.replace('1.001000', '1.000000500'))
    for suffix, note in (('pftrace', 'has the time of 1 sample in whole microseconds, though its calls are exact'), ('json', 'has the calls of 2 samples as slices, but not the samples themselves'),
                         ('atrace', 'has the calls of 2 samples as slices, but not the samples themselves')):
        result = cli.run('convert', '-o', folder / f'notes.{suffix}', path)
        tap.check(note in result.stderr.decode(), f'what .{suffix} says', result.stderr)
        if suffix != 'json':
            clip = cli.run('clip', '--span=..', '-o', folder / f'notes.{suffix}', path)
            tap.equal(clip.stderr, result.stderr, f'clip says the same of .{suffix}')
    result = cli.run('clip', '--span=..', '-o', folder / 'notes.strata', path)
    tap.check('has the calls of 2 samples as slices, but not the samples themselves' in result.stderr.decode(), 'what .strata says', result.stderr)
    result = cli.run('clip', '--span=..+1000200ns', '-o', folder / 'notes.atrace', path)
    tap.check('has the calls of 1 sample as slices' in result.stderr.decode(), 'what is said of a part', result.stderr)


def check_commands(tap, cli, folder):
    """Command lines are kept, also if the process has another name."""
    path, copy = folder / 'commands.pftrace', folder / 'commands2.pftrace'
    processes = ((10, b'/bin/x', b'', b'-a'), (11, b'app'), (12, b'app --v=1 b'))
    tree = b''.join(field(1, field(1, pid) + b''.join(field(3, word) or b'\x1a\0' for word in words)) for pid, *words in processes)
    tracks = b''.join(field(1, field(8, 1) + field(10, 3) + field(60, field(1, pid) + field(3, field(1, pid) + field(6, name)))) for pid, name in ((10, b''), (11, b''), (12, b'other')))
    marks = b''.join(field(1, field(8, 1000) + field(10, 3) + field(11, field(9, 3) + field(11, pid) + field(23, b'mark'))) for pid in (10, 11, 12))
    path.write_bytes(field(1, field(10, 1) + field(2, tree)) + tracks + marks)
    sql = 'SELECT pid, name, cmdline FROM process WHERE pid > 9 ORDER BY pid'
    rows = ask(cli, path, sql)
    tap.equal([row[2] for row in rows], ['/bin/x  -a', 'app', 'app --v=1 b'], 'command lines')
    cli.output('convert', path, '-o', copy)
    tap.equal(ask(cli, copy, sql), rows, 'and converted')
    tap.check(b'leaves out command lines, users and parents of processes' in cli.run('convert', '-o', folder / 'commands.json', path).stderr, 'JSON has no place for them')


def main():
    tap, cli, folder = start()
    check_depth(tap, cli, folder)
    check_cut_copies(tap, cli, folder)
    check_loops(tap, cli, folder)
    check_folded(tap, cli, folder)
    check_tables(tap, cli, folder)
    check_perf_data(tap, cli, folder)
    check_names(tap, cli, folder)
    check_events(tap, cli, folder)
    check_lost(tap, cli, folder)
    check_times(tap, cli, folder)
    check_converted(tap, cli, folder)
    check_told(tap, cli, folder)
    check_idle(tap, cli, folder)
    check_notes(tap, cli, folder)
    check_commands(tap, cli, folder)
    tap.finish()


main()
