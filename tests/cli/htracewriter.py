"""Writes files of the OpenHarmony profiler (.htrace), and the text of the same events.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import hashlib
import struct

# Id of a kernel event, its name, the names of its fields in order, and its text.
EVENTS = {
    'sched_switch': (2417, ['prev_comm', 'prev_pid', 'prev_prio', 'prev_state', 'next_comm', 'next_pid', 'next_prio']),
    'sched_waking': (2422, ['comm', 'pid', 'prio', 'success', 'target_cpu']),
    'sched_wakeup': (2420, ['comm', 'pid', 'prio', 'success', 'target_cpu']),
    'sched_wakeup_new': (2421, ['comm', 'pid', 'prio', 'success', 'target_cpu']),
    'task_newtask': (2700, ['pid', 'comm', 'clone_flags', 'oom_score_adj']),
    'task_rename': (2701, ['pid', 'oldcomm', 'newcomm', 'oom_score_adj']),
    'sched_process_fork': (2407, ['comm', 'pid', 'child_comm', 'child_pid']),
    'sched_process_exit': (2406, ['comm', 'pid', 'prio']),
    'sched_process_free': (2408, ['comm', 'pid', 'prio']),
    'print': (1109, ['ip', 'buf']),
    'irq_handler_entry': (1500, ['irq', 'name']),
    'irq_handler_exit': (1501, ['irq', 'ret']),
    'softirq_entry': (1502, ['vec']),
    'softirq_exit': (1503, ['vec']),
    'workqueue_execute_start': (3102, ['work', 'function']),
    'workqueue_execute_end': (3101, ['work', 'function']),
    'block_rq_issue': (211, ['dev', 'sector', 'nr_sector', 'bytes', 'rwbs', 'comm']),
    'block_rq_complete': (209, ['dev', 'sector', 'nr_sector', 'error', 'rwbs']),
    'binder_transaction': (113, ['debug_id', 'target_node', 'to_proc', 'to_thread', 'reply', 'code', 'flags']),
    'binder_transaction_received': (120, ['debug_id']),
    'cpu_frequency': (2003, ['state', 'cpu_id']),
    'cpu_idle': (2005, ['state', 'cpu_id']),
    'signal_generate': (2501, ['sig', 'errno', 'code', 'comm', 'pid', 'group', 'result']),
}
SOFTIRQS = {3: 'NET_RX'}
STATES = {0: 'R', 1: 'S', 2: 'D', 0x82: 'D|I', 0x100: 'R+'}
BOOT, REALTIME, MONO = 1, 2, 4


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A field as proto3 writes it: 0 and empty values are left out."""
    if value in (0, '', b''):
        return b''
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack('<d', value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def message(*values):
    """Fields 1, 2, 3 … in order; None for a missing one."""
    return b''.join(field(number, value) for number, value in enumerate(values, 1) if value is not None)


class Event:
    """A kernel event, as in both formats."""

    def __init__(self, time_ns, cpu, task, kind, flags=0, **values):
        self.time_ns = time_ns
        self.cpu = cpu
        self.comm, self.tid, self.tgid = task
        self.name = kind
        self.flags = flags
        self.values = values

    def binary(self, has_comm=True):
        number, names = EVENTS[self.name]
        content = b''.join(field(i, self.values.get(name, 0)) for i, name in enumerate(names, 1))
        common = field(50, field(1, number) + field(2, self.flags) + field(4, self.tid))
        return field(1, self.time_ns) + field(2, self.tgid) + field(3, self.comm if has_comm else '') + common + varint(number << 3 | 2) + varint(len(content)) + content

    def details(self):
        values = {name: self.values.get(name, 0) for name in EVENTS[self.name][1]}
        if self.name == 'sched_switch':
            values['prev_state'] = STATES[values['prev_state']]
            return 'prev_comm={prev_comm} prev_pid={prev_pid} prev_prio={prev_prio} prev_state={prev_state} ==> next_comm={next_comm} next_pid={next_pid} next_prio={next_prio}'.format(**values)
        if self.name == 'print':
            return values['buf']
        if self.name.startswith('sched_wak'):
            return 'comm={comm} pid={pid} prio={prio} target_cpu={target_cpu:03d}'.format(**values)
        if self.name.startswith('workqueue'):
            return 'work struct {work:#x}: function {function}'.format(**{**values, 'function': SYMBOLS[values['function']]})
        if self.name.startswith('block'):
            device = '{},{}'.format(values['dev'] >> 20, values['dev'] & 0xfffff)
            if self.name == 'block_rq_issue':
                return device + ' {rwbs} {bytes} () {sector} + {nr_sector} [{comm}]'.format(**values)
            return device + ' {rwbs} () {sector} + {nr_sector} [{error}]'.format(**values)
        if self.name == 'binder_transaction':
            return 'transaction={debug_id} dest_node={target_node} dest_proc={to_proc} dest_thread={to_thread} reply={reply} flags={flags:#x} code={code:#x}'.format(**values)
        if self.name == 'binder_transaction_received':
            return 'transaction={debug_id}'.format(**values)
        if self.name.startswith('softirq'):
            return 'vec={vec} [action={action}]'.format(action=SOFTIRQS[values['vec']], **values)
        if self.name == 'task_newtask':
            values['clone_flags'] = f'{values["clone_flags"]:x}'
        if self.name == 'irq_handler_exit':
            values['ret'] = 'handled' if values['ret'] else 'unhandled'
        texts = {'group': 'grp', 'result': 'res'} if self.name == 'signal_generate' else {}
        return ' '.join(f'{texts.get(name, name)}={values[name]}' for name in EVENTS[self.name][1])

    def text(self):
        name = 'tracing_mark_write' if self.name == 'print' else self.name
        flags = '..' + ('h' if self.flags & 8 else 's' if self.flags & 16 else '.') + '..'
        comm = self.comm if self.tid else '<idle>'
        tgid = f'{self.tgid:5d}' if self.tgid else '-----'
        return f'{comm:>16}-{self.tid:<5d} ({tgid}) [{self.cpu:03d}] {flags} {self.time_ns // 10**9}.{self.time_ns % 10**9:09d}: {name}: {self.details()}\n'


SYMBOLS = {0xffffffff81000010: 'flush_work_fn'}


def write_text(path, events):
    events = sorted(events, key=lambda event: (event.time_ns, event.cpu))
    head = f'# tracer: nop\n#\n# entries-in-buffer/entries-written: {len(events)}/{len(events)}   #P:2\n#\n'
    path.write_text(head + ''.join(event.text() for event in events), encoding='utf-8')


def bundle(cpu, events, has_comm=True, overwrite=0):
    """Events of one CPU that were read at once, in a TracePluginResult."""
    return field(2, message(cpu) + b''.join(field(2, event.binary(has_comm)) for event in events) + field(3, overwrite))


def stats(status, clock, n_cpus=2, overrun=0):
    return field(1, message(status) + b''.join(field(2, message(cpu, 10, overrun)) for cpu in range(n_cpus)) + field(3, clock))


def symbols():
    return b''.join(field(5, message(address, name)) for address, name in SYMBOLS.items())


def comms(tasks):
    return b''.join(field(8, message(tid, comm)) for comm, tid, _ in tasks)


def time_of(time_ns):
    return [time_ns // 10**9, time_ns % 10**9]


def hilog(time_ns, pid, tid, level, tag, text):
    return field(1, message(message(*time_of(time_ns), pid, tid, ord(level), tag), text, 1))


def plugin(name, data, realtime_ns=0):
    return message(name, 0, data, 0, *time_of(realtime_ns), '1.02')


def container(messages, clocks=(0,) * 6, kind=0, name=b'', length=None, body=None):
    """@clocks: boot, realtime, realtime coarse, monotonic, monotonic coarse, raw."""
    data = b''.join(struct.pack('<I', len(part)) + part for part in messages) if body is None else body
    head = b'OHOSPROF' + struct.pack('<QII', 1024 + len(data) if length is None else length, 0x10000, 2 * len(messages))
    head += hashlib.sha256(data).digest() + struct.pack('<I6Q', kind, *clocks) + name
    return head.ljust(1024, b'\0') + data
