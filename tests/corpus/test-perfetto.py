#!/usr/bin/env python3
"""Compares strata-cli's lists of Perfetto traces with the results of another program.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import hashlib
import json
import math
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / 'cli'))
from tap import Cli  # pylint: disable=wrong-import-position

# The other program's letters for our states. A thread that leaves its CPU ready to run was preempted,
# even if the kernel does not say so. States of old kernels without an equivalent here (W, x, K, P) count
# as sleep.
STATES = {'running': 'Running', 'runnable': 'R', 'runnable-preempted': 'R', 'sleeping': 'S', 'blocked': 'D', 'blocked-io': 'D',
          'blocked-non-io': 'D', 'stopped': 'T', 'dead': 'X'}
THREAD_SLICES = {'thread_execution', 'thread_track_event', 'thread_funcgraph'}
ASYNC_SLICES = {'atrace_async_slice', 'gpu_render_stage', 'atrace_async_slice_for_track', 'global_merged_track_event', 'process_merged_track_event',
                'process_track_event', 'global_track_event', 'android_actual_frame_timeline', 'android_expected_frame_timeline',
                'legacy_async_global_slice', 'legacy_async_process_slice', 'legacy_chrome_global_instants', 'chrome_process_instant', 'vulkan_events', 'graphics_frame_event', 'triggers', 'android_device_state'}
# Slices of a thread on separate lanes, and slices of processes that have no process in the other program.
APART = 'Track Events'
OF_NOBODY = {'Vulkan Events', 'DeviceStateChanged'}
KERNEL_LANES = {'binder', 'fence waits', 'system calls', 'memory reclaim', 'kernel functions', 'workqueue'}
# An instant of the killed process.
KILLED = ('killed for its memory: ', 'killed when memory ran out: ')
# The other program's name for nameless slices.
NAMELESS = '[empty slice name]'
# Counters with different names, or of packets that are not shown.
COUNTERS = {'battery_counter', 'process_memory', 'atrace_counter', 'cpustat', 'gpu_counter', 'oom_score_adj',
            'power_rails', 'global_counter_track_event', 'process_counter_track_event', 'thread_counter_track_event', 'gpu_memory', 'process_gpu_memory', 'f2fs_iostat', 'f2fs_iostat_latency'}


class Trace:
    def __init__(self, cli, path):
        self.cli = cli
        self.path = path
        self.rows = {}
        tests = path.with_name(path.name.partition('.pftrace')[0] + '.tests.json')
        known = json.loads(tests.read_bytes()) if tests.exists() else {}
        self.features = known.get('features', [])
        self.track_states = [row for test in known.get('tests', []) if 'track_event' in self.features and re.search(r'FROM state\b', test['query']) for row in csv.DictReader(line.strip() for line in test['expected'].split('\n') if line.strip())]

    def list(self, kind):
        if kind not in self.rows:
            run = self.cli.run('list', '--json', kind, self.path)
            self.rows[kind] = json.loads(run.stdout) if run.returncode == 0 else []
        return self.rows[kind]

    def query(self, sql):
        return json.loads(self.cli.run('query', '--json', self.path, sql).stdout)


def differ(kind, theirs, ours):
    for key in sorted(set(theirs) | set(ours), key=str):
        if theirs.get(key) != ours.get(key):
            yield f'{kind} {key}: expected {theirs.get(key)}, got {ours.get(key)}'


def add(found, key, count, total):
    old = found.get(key, (0, 0))
    found[key] = (old[0] + count, old[1] + total)


def compare_slices(oracle, trace):
    theirs = {}
    for row in oracle.get('slices', []):
        if row['type'] in THREAD_SLICES:
            add(theirs, (row.get('tid'), (row.get('name') or '').replace(NAMELESS, '')), row['count'], row['sum_dur'])
    ours = {}
    for row in trace.list('slices'):
        add(ours, (row['tid'], row['name']), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    for row in trace.list('async'):
        if row['lane'] == APART:
            add(ours, (row['tid'], row['name']), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    for row in trace.list('instants'):
        if row.get('tid') is not None and not row.get('track') and not row['name'].startswith(KILLED):
            add(ours, name_instant(row['tid'], row['name']), 1, 0)
    for row in trace.list('kernel'):
        if row['lane'] in KERNEL_LANES:
            add(ours, (row['tid'], name_kernel_slice(row)), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    yield from differ('slice', theirs, ours)


CPU_TIMES = 'SELECT tid, ts, slice.name AS name, thread_ts, thread_dur FROM slice JOIN thread_track ON thread_track.id = track_id JOIN thread USING (utid) WHERE dur > 0'


# Items other than calls have no length, and so no CPU time.
def compare_cpu_times(oracle, trace):
    def key(row):
        return row['tid'], row['ts'], row.get('name') or '', row.get('thread_ts'), row.get('thread_dur')

    calls = [row for row in oracle.get('slice_rows', []) if row.get('dur')]
    theirs = collections.Counter(key(row) for row in calls if row.get('tid') is not None)
    has_any = any(row.get('thread_dur') is not None for row in calls)
    ours = collections.Counter(key(row) for row in trace.query(CPU_TIMES)) if has_any else theirs
    yield from differ('CPU time', theirs, ours)


# Slices of the kernel are in separate lanes here, with more specific names.
def name_kernel_slice(row):
    if row['lane'] == 'binder':
        return 'binder transaction' if row['name'].startswith('binder call to') else 'binder reply'
    if row['lane'] == 'fence waits':
        return 'dma_fence_wait'
    if row['lane'] == 'system calls':
        return 'sys_' + row['name']
    return {'contiguous allocation': 'mm_cma_alloc', 'direct reclaim': 'mm_vmscan_direct_reclaim'}.get(row['name'], row['name'])


# Instants of the kernel have other names here, and a signal is on the thread that sends it.
def name_instant(tid, name):
    if name.startswith('binder message '):
        return tid, {'to': 'binder transaction async', 'from': 'binder async rcv'}[name.split(' ')[2]]
    signal = re.fullmatch(r'(?:SIG\w+|signal \d+) (?:delivered|to .*?(\d+))', name)
    if signal is None:
        return tid, name
    return (int(signal[1]), 'signal_generate') if signal[1] else (tid, 'signal_deliver')


def compare_async(oracle, trace):
    theirs = {}
    for row in oracle.get('slices', []):
        if row['type'] in ASYNC_SLICES:
            add(theirs, (row.get('pid') or 0, row.get('name') or ''), row['count'], row['sum_dur'])
    ours = {}
    for row in trace.list('async'):
        if row['lane'] != APART:
            pid = 0 if row['lane'] in OF_NOBODY else row['pid'] or 0
            add(ours, (pid, row['name']), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    for row in trace.list('instants'):
        if row.get('track') and row['track'] != 'log':
            add(ours, (0 if row['track'] in OF_NOBODY else row['pid'] or 0, row['name']), 1, 0)
    # states of tracks are slices here; the other program does not list them as slices, and knows them without their owners
    for row in trace.track_states:
        owner = next((owner for owner, name in ours if name == row['value']), None)
        add(theirs, (owner, row['value']), 1, int(row.get('dur') or 0))
    yield from differ('async', theirs, ours)


def compare_states(oracle, trace):
    theirs = {}
    open_states = collections.defaultdict(collections.Counter)
    for row in oracle.get('thread_states', []):
        if row['tid'] != 0:
            state = row.get('state') or ''
            letter = {'R+': 'R', 't': 'T', 'Z': 'X', 'I': 'S'}.get(state, state if state in ('Running', 'R', 'D', 'T', 'X') else 'S')
            add(theirs, (row['tid'], letter), row['count'] - row['unfinished'], row['sum_dur'])
            if row['unfinished']:
                open_states[row['tid']][letter] += row['unfinished']
    ours = {}
    rows = trace.list('states')
    end_ns = max((row['ts_ns'] + row['dur_ns'] for row in rows), default=0)
    last = {row['tid']: number for number, row in enumerate(rows) if row['ts_ns'] + row['dur_ns'] == end_ns}
    for number, row in enumerate(rows):
        letter = STATES.get(row['state'])
        # an unknown state begins at the end of the trace, and has no row here
        is_open = last.get(row['tid']) == number and (row['state'] != 'running' or set(open_states[row['tid']]) != {'S'})
        # a thread whose id is reused ends here, but keeps its state there
        after = rows[number + 1] if number + 1 < len(rows) else {}
        if after.get('state') == 'dead' and after['dur_ns'] == 0 and (after['tid'], after['thread']) == (row['tid'], row['thread']) and open_states[row['tid']][letter] > 0:
            open_states[row['tid']][letter] -= 1
            is_open = True
        if row['state'] != 'unknown' and (row['state'] != 'dead' or row['dur_ns'] > 0) and not is_open:
            add(ours, (row['tid'], letter), 1, row['dur_ns'])
    # the last state of a thread has no length there, but has one here
    for found in (theirs, ours):
        for key in [key for key, value in found.items() if value == (0, 0)]:
            del found[key]
    if theirs:
        yield from differ('state', theirs, ours)


def half_up(value):
    return math.floor(abs(value) + 0.5) * (1 if value >= 0 else -1)


def exact(value):
    """As many digits of a number as a double reliably has."""
    return int(value) if value == int(value) and abs(value) < 1 << 53 else float(f'{value:.12g}')


# Counters of kernel events have the same names as in text.
KERNEL_COUNTERS = {'process_memory', 'oom_score_adj'}


def split_name(name):
    """With several GPUs or machines, all have the plain name there, one after the other."""
    if match := re.fullmatch(r'GPU (\d+) Memory', name):
        return 'GPU Memory', int(match[1])
    match = re.fullmatch(r'(.+) \(machine (\d+)\)', name)
    return (match[1], int(match[2])) if match else (name, 0)


def compare_counters(oracle, trace):
    theirs = {}
    has_stats = 'process_stats' in trace.features
    names = collections.Counter()
    for row in oracle.get('counters', []):
        if row['type'] in COUNTERS and (has_stats or row['type'] not in KERNEL_COUNTERS):
            key = (row.get('pid') or 0 if 'cpu' not in row else f"cpu {row['cpu']}", row['name'])
            theirs[(*key, names[key])] = (row['count'], *(exact(row[key]) for key in ('first', 'last', 'min', 'max')))
            names[key] += 1
    values = collections.defaultdict(list)
    machines = sorted({match[1] for row in trace.list('counters') if (match := re.fullmatch(r'cpu\d+ .+ \((.+)\)', row['name']))} | {''})
    for row in trace.list('counters'):
        of_cpu = re.fullmatch(r'cpu(\d+) (.+?)(?: \((.+)\))?', row['name'])
        name, index = split_name(row['name'])
        # counters of another machine come later
        values[(f'cpu {of_cpu[1]}', of_cpu[2], machines.index(of_cpu[3] or '')) if of_cpu else (row['pid'] or 0, name, index)].append(row['value'])
    ours = {key: (len(all), *(exact(value) for value in (all[0], all[-1], min(all), max(all)))) for key, all in values.items()}
    ours = {key: value for key, value in ours.items() if key in theirs}
    yield from differ('counter', theirs, ours)


# Kernel counters have other names and units here: type, their name, our name, the divisor of our values.
KERNEL_NAMES = [('cpu_utilization', r'Cpu (\d+) Util', r'cpu\1 utilization', 1), ('cpu_capacity', r'Cpu (\d+) Cap', r'cpu\1 capacity', 1),
                ('cpu_nr_running', r'Cpu (\d+) Nr Running', r'cpu\1 runnable threads', 1), ('fastrpc', r'mem\.fastrpc\[(.+)\]', r'\1 memory', 1),
                ('ion', r'mem\.ion\.(.+)', r'ion \1 heap', 1), ('android_dma_heap', r'mem\.dma_heap', 'dma-buf heap', 1),
                ('virtgpu_num_free', r'(Virtgpu .+ Free)', r'\1', 1), ('virtgpu_latency', r'(Virtgpu .+ Latency)', r'\1', 1),
                ('cros_ec_sensorhub_data', r'cros_ec\.cros_ec_sensorhub_data\.(\d+)', r'sensor hub \1 delay', 1), ('android_cpu_per_uid_totals', r'(CPU for .+)', r'\1', 1),
                ('net_transmit', r'(.+) Transmitted KB', r'\1 sent bytes', 1024), ('net_receive', r'(.+) Received KB', r'\1 received bytes', 1024)]


def compare_kernel_counters(oracle, trace):
    theirs = {}
    for row in oracle.get('counters', []):
        for kind, pattern, name, scale in KERNEL_NAMES:
            if row['type'] == kind and re.fullmatch(pattern, row['name']):
                theirs[re.sub(pattern, name, row['name'])] = (row['count'], scale, half_up(row['first']), half_up(row['last']))
    values = collections.defaultdict(list)
    for row in trace.list('counters') if theirs else []:
        values[row['name']].append(row['value'])
    ours = {name: (len(all), theirs[name][1], all[0] // theirs[name][1], all[-1] // theirs[name][1]) for name, all in values.items() if name in theirs}
    yield from differ('counter', theirs, ours)


def compare_wakelocks(oracle, trace):
    theirs = {}
    for row in oracle.get('slices', []):
        if row['type'] == 'wakesource_wakelock':
            add(theirs, row['name'], row['count'], row['sum_dur'])
    ours = {}
    for row in trace.list('kernel') if theirs else []:
        if row['lane'] == 'wakelocks':
            add(ours, f"Wakelock({row['name']})", 1, row['dur_ns'])
    yield from differ('wakelock', theirs, ours)


def compare_kills(oracle, trace):
    theirs = collections.Counter()
    for row in oracle.get('slices', []):
        if row['type'] == 'android_lmk':
            theirs[row['pid']] += row['count']
    ours = collections.Counter(row['pid'] for row in trace.list('instants') if row['name'].startswith(KILLED))
    yield from differ('kill', theirs, ours)


# Slices of devices. Their lanes have the names of the tracks there.
DEVICE_SLICES = {'pkvm_hypervisor', 'cpu_hrtimer', 'drm_sched_ring', 'adreno_gpu_cmdbatch', 'virtgpu_queue_event', 'net_socket_set_state'}


def compare_devices(oracle, trace):
    theirs = {}
    for row in oracle.get('slices', []):
        if row['type'] in DEVICE_SLICES:
            add(theirs, (row['track'], row['name']), row['count'], row['sum_dur'])
    ours = {}
    lanes = {track for track, _ in theirs}
    for row in trace.list('kernel') if theirs else []:
        if row['lane'] in lanes:
            add(ours, (row['lane'], row['name']), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    yield from differ('slice of a device', theirs, ours)


# Interrupts are in lanes of CPUs; there the names contain the CPU.
INTERRUPTS = {'cpu_irq': 'irq', 'cpu_softirq': 'softirq'}


def compare_interrupts(oracle, trace):
    theirs = {}
    for row in oracle.get('slices', []):
        if row['type'] in INTERRUPTS:
            name = row['name'].removeprefix('IRQ (').removesuffix(')') if row['type'] == 'cpu_irq' else row['name'].replace('BLOCK_IOPOLL', 'IRQ_POLL')
            add(theirs, (INTERRUPTS[row['type']], int(row['track'].rsplit(' ', 1)[1]), name), row['count'], row['sum_dur'])
    ours = {}
    for row in trace.list('kernel') if theirs else []:
        if row['lane'] in INTERRUPTS.values():
            add(ours, (row['lane'], row['cpu'], row['name']), 1, 0 if 'unfinished' in row['flags'] else row['dur_ns'])
    yield from differ('interrupt', theirs, ours)


def compare_frames(oracle, trace):
    theirs = collections.Counter((row['pid'], row['name'], row['ts'], row['dur'], row['jank_type']) for row in oracle.get('actual_frames', []))
    ours = collections.Counter()
    for row in trace.list('async'):
        if row['lane'] == 'Actual Timeline':
            jank = row['args'].partition('jank=')[2]
            jank = jank[1:].partition('"')[0] if jank.startswith('"') else jank.partition(',')[0]
            ours[(row['pid'], row['name'], row['ts_ns'], -1 if 'unfinished' in row['flags'] else row['dur_ns'], jank)] += 1
    yield from differ('frame', theirs, ours)


def compare_logs(oracle, trace):
    theirs = sum(row['count'] for row in oracle.get('android_logs', [])) + sum(row['count'] for row in oracle.get('slices', []) if row['type'] == 'gpu_log')
    ours = sum(1 for row in trace.list('instants') if row.get('track') == 'log')
    if theirs != ours:
        yield f'log: expected {theirs} lines, got {ours}'


def compare(cli, path, oracle):
    trace = Trace(cli, path)
    for check in (compare_slices, compare_cpu_times, compare_async, compare_states, compare_counters, compare_kernel_counters, compare_wakelocks, compare_kills, compare_devices, compare_interrupts, compare_frames, compare_logs):
        yield from check(oracle, trace)


def cases(folder, only):
    for path in sorted(folder.glob('*/*.pftrace*')):
        stem = path.name.partition('.pftrace')[0]
        oracle = path.with_name(stem + '.oracle.json')
        if only and only not in str(path):
            continue
        if oracle.exists():
            yield path, json.loads(oracle.read_bytes())
        elif oracle.with_name(oracle.name + '.zst').exists():
            yield path, json.loads(subprocess.run(['zstd', '-dc', oracle.with_name(oracle.name + '.zst')], capture_output=True, check=True).stdout)


# A listed case must differ in exactly the way that was examined.
def digest(faults):
    return hashlib.sha256('\n'.join(faults).encode()).hexdigest()[:12]


# Each comment of the list is the reason for the cases below it.
def read_differences(path):
    reasons = {}
    reason = ''
    for line in path.read_text(encoding='utf-8').splitlines():
        if line.startswith('# '):
            reason = line[2:]
        elif line:
            name, _, known = line.partition(' ')
            reasons[name] = (known, reason)
    return reasons


# After each listed case has been examined: writes the current digests of the differences.
def rewrite(path, found):
    lines = []
    for line in path.read_text(encoding='utf-8').splitlines():
        name = line.partition(' ')[0]
        if not line or line.startswith('#'):
            lines.append(line)
        elif name in found:
            lines.append(f'{name} {found[name]}')
    path.write_text('\n'.join(lines + ['']), encoding='utf-8')


def main():
    cli = Cli(sys.argv[1])
    known = read_differences(pathlib.Path(__file__).with_name('perfetto-differences.txt'))
    folder = pathlib.Path(sys.argv[2]) / 'perfetto'
    only = sys.argv[3] if len(sys.argv) > 3 else ''
    number = 0
    n_bad = 0
    found = {}
    for path, oracle in cases(folder, only):
        number += 1
        name = path.relative_to(folder)
        salvage = path.with_name(path.name.partition('.pftrace')[0] + '.salvage.json')
        if salvage.exists():
            # the complete packets of a damaged file alone
            oracle = json.loads(salvage.read_bytes())
        if oracle.get('exit'):
            print(f'ok {number} - {name} # SKIP the other program refuses it')
            continue
        faults = list(compare(cli, path, oracle))
        told, reason = known.get(str(name), ('', None)) if faults else ('', None)
        if reason is not None and told != digest(faults):
            print(f'# differs in another way: {digest(faults)}, listed with {told or "nothing"}')
            reason = None
        if faults:
            found[str(name)] = digest(faults)
        n_bad += bool(faults) and reason is None
        print(f"{'not ok' if faults else 'ok'} {number} - {name}" + (f' # TODO {reason}' if reason else ''))
        for fault in faults[:12]:
            print(f'# {fault}')
    print(f'1..{number}')
    if len(sys.argv) > 4:
        rewrite(pathlib.Path(sys.argv[4]), found)
    sys.exit(n_bad > 0)


main()
