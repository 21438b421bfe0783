#!/usr/bin/env python3
"""Files of the OpenHarmony profiler: the same lists as from text with the same events; counters, log, and damage.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import htracewriter as writer  # pylint: disable=wrong-import-position
import roundtrip  # pylint: disable=wrong-import-position
from htracewriter import Event  # pylint: disable=wrong-import-position

KINDS = ['slices', 'async', 'instants', 'counters', 'cpu', 'states', 'wakeups', 'losses', 'kernel', 'io', 'threads', 'processes']

IDLE, APP, RENDER, WORKER = ('swapper/0', 0, 0), ('com.app', 100, 100), ('render', 101, 100), ('kworker/1:0', 7, 7)
BOOT, MONO, REALTIME = 5000 * 10**9, 4000 * 10**9, 1700000000 * 10**9
CLOCKS = (BOOT, REALTIME, REALTIME, MONO, MONO, MONO)


def switch(time_ns, cpu, prev, state, following):
    return Event(time_ns, cpu, prev, 'sched_switch', prev_comm=prev[0], prev_pid=prev[1], prev_prio=120, prev_state=state, next_comm=following[0], next_pid=following[1], next_prio=98)


def mark(time_ns, cpu, task, text):
    return Event(time_ns, cpu, task, 'print', ip=0xffffffff81000000, buf=text)


def make_events(begin_ns):
    """Two CPUs, an interrupt, a disk request, a binder call, a new thread, frequencies."""
    device = {'dev': 254 << 20, 'sector': 800, 'nr_sector': 8}
    rows = [
        switch(0, 0, IDLE, 0, APP),
        mark(1000, 0, APP, 'B|100|H:outer 5|M05|key=value'),
        mark(2000, 0, APP, 'B|100|H:inner'),
        Event(3000, 0, APP, 'sched_waking', comm='render', pid=101, prio=120, target_cpu=1),
        Event(3500, 0, APP, 'irq_handler_entry', flags=8, irq=9, name='disk'),
        Event(3600, 0, APP, 'irq_handler_exit', flags=8, irq=9, ret=1),
        mark(4000, 0, APP, 'E|100|'),
        mark(5000, 0, APP, 'S|100|H:load|7'),
        mark(5500, 0, APP, 'C|100|H:queued|-3'),
        Event(6000, 0, APP, 'binder_transaction', debug_id=55, target_node=3, to_proc=200, to_thread=0, reply=0, code=1, flags=0x10),
        mark(7000, 0, APP, 'E|100|'),
        Event(7200, 0, APP, 'task_newtask', pid=102, comm='com.app', clone_flags=0x10000, oom_score_adj=0),
        Event(7300, 0, APP, 'task_rename', pid=102, oldcomm='com.app', newcomm='loader', oom_score_adj=0),
        Event(7400, 0, APP, 'block_rq_issue', bytes=4096, rwbs='R', comm='com.app', **device),
        switch(8000, 0, APP, 0x82, IDLE),
        Event(8100, 0, IDLE, 'cpu_idle', state=1, cpu_id=0),
        Event(9000, 0, IDLE, 'block_rq_complete', flags=8, error=0, rwbs='R', **device),
        Event(9100, 0, IDLE, 'softirq_entry', flags=16, vec=3),
        Event(9200, 0, IDLE, 'softirq_exit', flags=16, vec=3),
        Event(3300, 1, WORKER, 'workqueue_execute_start', work=0xffff888000000008, function=0xffffffff81000010),
        Event(3400, 1, WORKER, 'workqueue_execute_end', work=0xffff888000000008, function=0xffffffff81000010),
        Event(3450, 1, WORKER, 'cpu_frequency', state=1800000, cpu_id=1),
        switch(3700, 1, WORKER, 0x100, RENDER),
        mark(4000, 1, RENDER, 'B|100|H:draw'),
        mark(6500, 1, RENDER, 'F|100|H:load|7'),
        Event(6600, 1, RENDER, 'signal_generate', sig=9, errno=0, code=1, comm='com.app', pid=100, group=1, result=0),
        mark(9000, 1, RENDER, 'E|100|'),
        switch(9500, 1, RENDER, 1, WORKER),
        Event(9600, 1, WORKER, 'sched_process_exit', comm='kworker/1:0', pid=7, prio=120),
    ]
    for row in rows:
        row.time_ns += begin_ns
    return rows


def make_messages(events, clock, has_comm=True):
    """Bundles of both CPUs in two parts, the later ones first, followed by the data that they refer to."""
    parts = []
    for cpu in (1, 0):
        rows = [event for event in events if event.cpu == cpu]
        parts += [writer.bundle(cpu, rows[len(rows) // 2:], has_comm), writer.bundle(cpu, rows[:len(rows) // 2], has_comm)]
    parts += [writer.stats(0, clock), writer.stats(1, clock), writer.symbols(), writer.comms([APP, RENDER, WORKER])]
    return [writer.plugin('ftrace-plugin', part, REALTIME) for part in parts]


def read(cli, kind, path):
    rows = cli.json('list', kind, path)
    for row in rows:
        row.pop('line', None)
    return rows


def check_same(tap, cli, path, text, what):
    for kind in KINDS:
        tap.equal(read(cli, kind, path), read(cli, kind, text), f'{what}: {kind} as in the text')


def check_kernel(tap, cli, folder):
    text = folder / 'a.ftrace'
    writer.write_text(text, make_events(BOOT))
    files = {
        'boot clock': writer.container(make_messages(make_events(BOOT), 'boot'), CLOCKS),
        'monotonic clock': writer.container(make_messages(make_events(MONO), 'mono'), CLOCKS),
        'names apart': writer.container(make_messages(make_events(BOOT), 'boot', has_comm=False), CLOCKS),
        'without clocks': writer.container(make_messages(make_events(BOOT), 'boot')),
    }
    for name, data in files.items():
        path = folder / (name + '.htrace')
        path.write_bytes(data)
        check_same(tap, cli, path, text, name)
        tap.equal(read(cli, 'events', path), read(cli, 'events', text), f'{name}: events as in the text')
    ticks = folder / 'ticks.htrace'
    for clock, kinds in (('x86-tsc', ['clock-ticks']), ('global', [])):
        ticks.write_bytes(writer.container(make_messages(make_events(BOOT), clock), CLOCKS))
        found = [row['kind'] for row in cli.json('list', 'diagnostics', ticks)]
        tap.equal([kind for kind in found if kind.startswith('clock')], kinds, f'clock {clock}')
    for table in ('ftrace_event', 'sched'):
        counts = [cli.json('query', folder / file, f'SELECT count(*) AS n FROM {table}') for file in ('boot clock.htrace', 'a.ftrace')]
        tap.equal(counts[0], counts[1], f'SQL table {table}')
    roundtrip.compare(tap, cli, folder / 'boot clock.htrace', folder / 'out.atrace', 'convert')
    numbers = [[(row['ts_ns'], row['lane'], row['name'], row['cookie']) for row in cli.json('list', 'kernel', folder / name)] for name in ('out.atrace', 'boot clock.htrace')]
    tap.equal(numbers[0], numbers[1], 'convert: numbers of the kernel')
    tap.equal(cli.json('info', folder / 'boot clock.htrace')['format'], 'htrace', 'format')
    return files['boot clock']


def check_odd_events(tap, cli, folder):
    """Events whose text is not known are listed with their fields by number; a marker of two lines has two."""
    def event(time_ns, number, content):
        return writer.field(2, writer.field(1, time_ns) + writer.field(50, writer.field(2, 1) + writer.field(3, 2) + writer.field(4, 100)) + writer.varint(number << 3 | 2) + writer.varint(len(content)) + content)
    path = folder / 'odd.htrace'
    events = event(BOOT, 2413, writer.message('app', 100, 55)) + event(BOOT + 1, 9999, writer.message(7)) + event(BOOT + 2, 1109, writer.message(1, 'I|100|a\nb\n'))
    path.write_bytes(writer.container([writer.plugin('ftrace-plugin', writer.field(2, events))], CLOCKS))
    found = [(row['ts_ns'], row['event'], row['details']) for row in cli.json('list', 'events', path)]
    tap.equal(found, [(BOOT, 'sched_stat_runtime', '1=app 2=100 3=55'), (BOOT + 1, 'ftrace_event_9999', '1=7'), (BOOT + 2, 'tracing_mark_write', 'I|100|a')], 'events with fields by number')
    both = cli.json('list', 'events', path, '--with', folder / 'boot clock.htrace')
    tap.equal(len(both), len(found) + len(make_events(BOOT)), 'events of two files')


def check_losses(tap, cli, folder):
    events = make_events(BOOT)
    rows = [event for event in events if event.cpu == 0]
    path = folder / 'lost.htrace'
    path.write_bytes(writer.container([writer.plugin('ftrace-plugin', part) for part in (writer.bundle(0, rows[:5]), writer.bundle(0, rows[5:], overwrite=1), writer.stats(1, 'boot', overrun=7))], CLOCKS))
    found = [(row['cpu'], row['ts_ns'], row['dur_ns']) for row in cli.json('list', 'losses', path)]
    tap.check((0, rows[4].time_ns, rows[5].time_ns - rows[4].time_ns) in found, 'events lost before a bundle', found)


def check_log(tap, cli, folder):
    lines = writer.hilog(REALTIME + 2500, 100, 101, 'W', 'C01/Tag', 'a text') + writer.hilog(REALTIME + 1500, 300, 300, 'I', 'Other', 'before')
    messages = make_messages(make_events(BOOT), 'boot') + [writer.plugin('hilog-plugin', lines, REALTIME), writer.plugin('hisysevent-plugin', b'\x0a\0'), writer.plugin('hisysevent-plugin_config', b'\x0a\0')]
    path = folder / 'log.htrace'
    path.write_bytes(writer.container(messages, CLOCKS) + writer.container([], name=b'hiperf-plugin', kind=1, body=b'unknown'))
    found = [(row['ts_ns'], row['pid'], row['tid'], row['name']) for row in cli.json('list', 'instants', path) if row['track'] == 'log']
    tap.equal(found, [(BOOT + 1500, 300, 300, 'I Other: before'), (BOOT + 2500, 100, 101, 'W C01/Tag: a text')], 'lines of the log')
    info = cli.output('info', path)
    tap.check('plugin hisysevent-plugin: 1, not shown' in info and 'plugin hiperf-plugin: 1, not shown' in info and 'config' not in info, 'what is not shown is counted by plugin', info)


def perf_data(samples):
    """A perf.data of cpu-clock with samples of 1 ms, in a library that is mapped before."""
    def record(kind, data):
        return struct.pack('<IHH', kind, 0, 8 + len(data)) + data
    records = record(3, struct.pack('<II', 100, 101) + b'render\0\0') + record(1, struct.pack('<iIQQQ', 100, 100, 0x1000, 0x1000, 0) + b'/system/lib/libdraw.z.so'.ljust(32, b'\0'))
    records += b''.join(record(9, struct.pack('<QIIQQ', ip, 100, 101, time_ns, 10**6)) for time_ns, ip in samples)
    attr = struct.pack('<IIQQQQQ', 1, 64, 0, 999, 1 | 2 | 4 | 256, 0, 1 << 10).ljust(64, b'\0') + bytes(16)
    return b'PERFILE2' + struct.pack('<9Q', 104, len(attr), 104, len(attr), 104 + len(attr), len(records), 0, 0, 0) + bytes(24) + attr + records


def check_samples(tap, cli, folder):
    """Stacks of hiperf beside the trace of the same device: on its clock, in separate rows."""
    recording = writer.container([], CLOCKS, name=b'hiperf-plugin', kind=1, body=perf_data([(MONO + 10**6, 0x1010), (MONO + 2 * 10**6, 0x1020)]))
    both = folder / 'both.htrace'
    both.write_bytes(writer.container(make_messages(make_events(BOOT), 'boot'), CLOCKS) + recording)
    found = [(row['ts_ns'], row['dur_ns'], row['tid'], row['thread'], row['name']) for row in cli.json('list', 'slices', both) if 'libdraw' in row['name']]
    tap.equal(found, [(BOOT, 10**6, 101, 'render (cpu-clock)', 'libdraw.z.so+0x10'), (BOOT + 10**6, 10**6, 101, 'render (cpu-clock)', 'libdraw.z.so+0x20')], 'samples beside a trace')
    tap.check(any(row['name'] == 'draw' and row['thread'] == 'render' for row in cli.json('list', 'slices', both)), 'the markers of their thread stay')
    alone = folder / 'alone.htrace'
    alone.write_bytes(recording)
    tap.equal(len(cli.json('list', 'slices', alone)), 2, 'samples alone')
    packed = writer.container([], CLOCKS, name=b'hiperf-plugin', kind=1, body=(pathlib.Path(__file__).parents[1] / 'fuzz' / 'corpus' / 'samples' / 'perf-data-compressed').read_bytes())
    alone.write_bytes(packed)
    tap.equal(len(cli.json('list', 'slices', alone)), 3, 'samples in compressed records')
    check_failure(tap, cli.run('info', '--max-bytes=100', alone), 1, ['perf.data data decompresses to more than the limit of 100 bytes'], 'a recording beyond the limit')
    both.write_bytes(writer.container(make_messages(make_events(BOOT), 'boot'), CLOCKS) + packed)
    kinds = {row['kind']: row['sample'] for row in cli.json('list', 'diagnostics', '--max-bytes=100', both)}
    tap.check('limit of 100 bytes' in kinds.get('part-limit', '') and 'damaged-data' not in kinds, 'and beside a trace', kinds)
    codes = set()
    for n_bytes in range(1024, len(recording), 31):
        alone.write_bytes(recording[:n_bytes])
        codes.add(cli.run('info', alone).returncode)
    tap.check(codes <= {0, 1}, 'a recording that is cut anywhere is read or refused', codes)


def check_stats(tap, cli, folder):
    core = writer.message(1, 100, 1000, 150, 1200, writer.message(400, 2000, 1500))
    usage = writer.message(0, 0, 0, 0, 0, 0, core)
    cpu = [writer.message(usage, None, 249, 2.5, 3.25, 5.75)]
    memory = [writer.message(writer.message(100, 'com.app', 5000, 800, 300, 500, 0, 10, 0, 900, 0)) + writer.field(2, writer.message(2, 1000)) + writer.field(2, writer.message(99, 7))]
    process = [writer.message(writer.message(100, 'com.app', 1, 0, writer.message(0.5, 12, 3400), writer.message(600), writer.message(0, 0, 0, 0, 8192, 4096)))]
    disk = [writer.message(10, 20, None, 11, 24)]
    network = [writer.field(2, writer.message(1, 2, 300, 3, 400, 4) + writer.field(7, writer.message('wlan0', 200, 2, 100, 1)))]
    messages = []
    for name, parts in (('cpu', cpu), ('memory', memory), ('process', process), ('diskio', disk), ('network', network)):
        messages += [writer.plugin(f'{name}-plugin', part, REALTIME + 1000) for part in parts]
    path = folder / 'stats.htrace'
    path.write_bytes(writer.container(messages, CLOCKS))
    rows = cli.json('list', 'counters', path)
    tap.equal({row['ts_ns'] for row in rows}, {BOOT + 1000}, 'times of counters')
    found = {(row['pid'], row['name']): row['value'] for row in rows}
    kb = 1024
    tap.equal(found, {
        (None, 'processes'): 249, (None, 'cpu.load.user (0.01 %)'): 250, (None, 'cpu.load.system (0.01 %)'): 325, (None, 'cpu.load.total (0.01 %)'): 575,
        (None, 'cpu1 load (0.01 %)'): 2500, (None, 'cpu1 cpufreq'): 1500000,
        (100, 'mem.virt'): 5000 * kb, (100, 'mem.rss'): 800 * kb, (100, 'mem.rss.anon'): 300 * kb, (100, 'mem.rss.file'): 500 * kb, (100, 'mem.rss.shmem'): 0,
        (100, 'mem.swap'): 10 * kb, (100, 'mem.locked'): 0, (100, 'mem.rss.watermark'): 900 * kb, (100, 'oom_score_adj'): 0, (None, 'MemFree'): 1000 * kb,
        (100, 'threads'): 12, (100, 'cpu.time_ms'): 3400, (100, 'mem.pss'): 600 * kb, (100, 'disk.read_bytes'): 8192, (100, 'disk.written_bytes'): 4096,
        (None, 'disk.read_bytes'): 11 * kb, (None, 'disk.written_bytes'): 24 * kb,
        (None, 'net.rx_bytes'): 300, (None, 'net.rx_packets'): 3, (None, 'net.tx_bytes'): 400, (None, 'net.tx_packets'): 4,
        (None, 'net.wlan0.rx_bytes'): 200, (None, 'net.wlan0.rx_packets'): 2, (None, 'net.wlan0.tx_bytes'): 100, (None, 'net.wlan0.tx_packets'): 1}, 'counters')
    names = {row['pid']: row['process'] for row in cli.json('list', 'processes', path)}
    tap.equal(names.get(100), 'com.app', 'name of a process')


def check_tasks(tap, cli, folder):
    """FFRT tasks, on the monotonic clock of their config."""
    def row(time_ns, *trace):
        times = writer.time_of(time_ns)
        return writer.field(1, writer.field(1, times[0]) + writer.field(2, times[1]) + writer.field(4, 100) + writer.field(5, 101) + writer.field(8, writer.message(1, *trace)))
    data = row(MONO + 1000, 'B', 'task one\0') + row(MONO + 2000, 'S', 'wait', 9) + row(MONO + 3000, 'F', 'wait', 9) + row(MONO + 4000, 'E')
    names = writer.field(1, writer.field(1, 1) + writer.field(4, 100) + writer.field(5, 101) + writer.message(*[None] * 5, 'com.app', 'ffrt worker'))
    path = folder / 'tasks.htrace'
    path.write_bytes(writer.container([writer.plugin('ffrt-profiler', names + data), writer.plugin('ffrt-profiler_config', writer.field(4, writer.MONO))], CLOCKS))
    found = [(row['ts_ns'], row['dur_ns'], row['pid'], row['tid'], row['thread'], row['name']) for row in cli.json('list', 'slices', path)]
    tap.equal(found, [(BOOT + 1000, 3000, 100, 101, 'ffrt worker', 'task one')], 'slices of tasks')
    found = [(row['ts_ns'], row['dur_ns'], row['name'], row['cookie']) for row in cli.json('list', 'async', path)]
    tap.equal(found, [(BOOT + 2000, 1000, 'wait', 9)], 'asynchronous slices of tasks')


def check_damage(tap, cli, folder, whole):
    """With any data missing or invalid, there is one error message, or a list."""
    path = folder / 'damage.htrace'
    cases = {f'cut at {n} of {len(whole)}': whole[:n] for n in range(1, len(whole), max(1, len(whole) // 50))}
    cases['length beyond the file'] = writer.container([writer.plugin('ftrace-plugin', b'\x12\x02\x08\x01')], length=1 << 60) + b'\xff\xff\xff\xff'
    cases['length 0'] = writer.container(make_messages(make_events(BOOT), 'boot'), CLOCKS, length=0)
    cases['garbage'] = writer.container([bytes(range(256)), b'\xff' * 200, writer.plugin('cpu-plugin', bytes(range(255, 0, -1)), REALTIME), writer.plugin('hilog-plugin', b'\x0a\x04\x0a\x02\xff\xff')])
    cases['CPU 4 billion'] = writer.container([writer.plugin('ftrace-plugin', writer.bundle(0xffffffff, make_events(BOOT)[:3]))])
    cases['4,096 CPUs'] = writer.container([writer.plugin('ftrace-plugin', writer.bundle(cpu, [Event(BOOT + cpu, cpu, APP, 'print', buf='B|100|a')])) for cpu in range(4096)], CLOCKS)
    faults = []
    for name, data in cases.items():
        path.write_bytes(data)
        result = cli.run('info', path)
        lines = result.stderr.decode().splitlines()
        if result.returncode not in (0, 1) or (result.returncode == 1) != (len(lines) == 1 and not result.stdout):
            faults.append((name, result.returncode, lines[:3]))
    tap.none(faults, f'{len(cases)} damaged files')
    path.write_bytes(cases['length 0'])
    tap.equal(len(cli.json('list', 'slices', path)), 3, 'a container that was not finished')
    path.write_bytes(writer.container(make_messages(make_events(BOOT), 'boot'), CLOCKS, length=1024))
    tap.equal(len(cli.json('list', 'slices', path)), 3, 'nor one whose length is that of its header')
    path.write_bytes(writer.container([], CLOCKS) + whole)
    tap.equal((len(cli.json('list', 'slices', path)), cli.json('list', 'diagnostics', path)), (3, []), 'an empty container, and another one')
    path.write_bytes(cases['4,096 CPUs'])
    tap.equal(len(cli.json('list', 'slices', path)), 4096, 'a slice of each of 4,096 CPUs')
    path.write_bytes(whole[:-20])
    tap.check('cut off' in cli.output('info', path), 'a cut file says so')
    path.write_bytes(whole + b'more')
    tap.equal(len(cli.json('list', 'slices', path)), 3, 'bytes behind the end')


def check_zeros(tap, cli, folder):
    """Zeros in the middle lose only the messages they hit, wherever they begin. The data behind them is read, and the reported
    number of bytes is right."""
    path = folder / 'zeros.htrace'
    lines = [writer.plugin('hilog-plugin', writer.hilog(10**18 + i * 10**9, 10, 11, 'I', 'Tag', f'line {i:04d}'), 10**18) for i in range(200)]
    whole = writer.container(lines)
    begin, size = len(whole) - sum(len(line) + 4 for line in lines), len(lines[0]) + 4
    wrong = []
    for first, n_bytes in [(begin + 40 * size + i, 300) for i in range(0, size, 7)] + [(begin + 10 * size, 5000), (begin, 70), (begin + 199 * size, size)]:
        path.write_bytes(whole[:first] + bytes(n_bytes) + whole[first + n_bytes:])
        hit = {(at - begin) // size for at in (first, first + n_bytes - 1)}
        wanted = [f'line {i:04d}' for i in range(200) if not min(hit) <= i <= max(hit)]
        found = [row['message'] for row in cli.json('list', 'log', path)]
        kinds = {row['kind'] for row in cli.json('list', 'diagnostics', path)}
        if [text for text in wanted if text not in found] or 'damaged-data' not in kinds or 'truncated' in kinds:
            wrong.append((first, n_bytes, len(wanted), len(found), kinds))
    tap.none(wrong, 'all messages behind zeros are read')
    path.write_bytes(whole[:begin + 40 * size] + bytes(3 * size) + whole[begin + 43 * size:])
    tap.check(f'{3 * size} bytes' in cli.output('list', 'diagnostics', path), 'and it is said how many bytes were lost', cli.output('list', 'diagnostics', path))


def check_far_cpu(tap, cli, folder):
    """Events of an impossible CPU number are not lost silently."""
    rows = [event for event in make_events(BOOT) if event.cpu == 0]
    path = folder / 'far.htrace'
    path.write_bytes(writer.container([writer.plugin('ftrace-plugin', part) for part in (writer.bundle(0, rows[:5]), writer.bundle(1 << 30, rows[5:]), writer.stats(1, 'boot'))], CLOCKS))
    tap.check('damaged-data' in {row['kind'] for row in cli.json('list', 'diagnostics', path)}, 'events of CPU 1073741824')


def check_late(tap, cli, folder):
    """Times beyond 2^63 ns would be negative."""
    def packet(*fields):
        data = b''.join(fields)
        return b'\x0a' + writer.varint(len(data)) + data
    def event(time_ns, kind, name=b''):
        track = b'\x48' + writer.varint(kind) + b'\x58\x4d' + (b'\xba\x01' + writer.varint(len(name)) + name if name else b'')
        return packet(b'\x40' + writer.varint(time_ns), b'\x50\x01', b'\x5a' + writer.varint(len(track)) + track)
    path = folder / 'late.pftrace'
    path.write_bytes(packet(b'\x50\x01\x68\x01', b'\xe2\x03\x05\x08\x4d\x12\x01t') + event(1000, 1, b'n') + event(2000, 2) + event(2**63 + 5, 1, b'a') + event(2**63 + 1005, 2))
    info = cli.json('info', path)
    tap.equal((info['begin_ns'], info['end_ns']), (1000, 2000), 'a time beyond 2^63 ns is not shown')
    tap.equal([(row['kind'], row['count']) for row in cli.json('list', 'diagnostics', path)], [('time-limit', 2)], 'and is reported')
    path.write_text('{"traceEvents":[{"name":"a","ph":"X","ts":9.3e18,"dur":5,"pid":1,"tid":1},{"name":"b","ph":"X","ts":9300000000000000,"dur":5,"pid":1,"tid":1},{"name":"c","ph":"X","ts":10,"dur":5,"pid":1,"tid":1}]}')
    tap.equal([row['name'] for row in cli.json('list', 'slices', path)], ['c'], 'nor one in JSON that no clock has')
    tap.equal([(row['kind'], row['count']) for row in cli.json('list', 'diagnostics', path)], [('bad-payload', 2)], 'which is reported, too')


def main():
    tap, cli, folder = start()
    whole = check_kernel(tap, cli, folder)
    check_odd_events(tap, cli, folder)
    check_losses(tap, cli, folder)
    check_log(tap, cli, folder)
    check_samples(tap, cli, folder)
    check_stats(tap, cli, folder)
    check_tasks(tap, cli, folder)
    check_damage(tap, cli, folder, whole)
    check_zeros(tap, cli, folder)
    check_far_cpu(tap, cli, folder)
    check_late(tap, cli, folder)
    tap.finish()


main()
