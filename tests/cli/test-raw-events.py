#!/usr/bin/env python3
"""Kernel events are the same whether read from raw records or from text.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

COMMON = [('unsigned short', 'common_type', 2, 0), ('unsigned char', 'common_flags', 1, 0), ('unsigned char', 'common_preempt_count', 1, 0), ('int', 'common_pid', 4, 1)]
WORK, OTHER, WAIT = 0x81000010, 0x81000040, 0x81000100
SYMBOLS = {WORK: 'do_work', OTHER: 'flush_all [ext4]', WAIT: 'wait_on_page'}
MEMBERS = ['MM_FILEPAGES', 'MM_ANONPAGES', 'MM_SWAPENTS', 'MM_SHMEMPAGES']
SOFTIRQS = ['HI', 'TIMER', 'NET_TX']
KINDS = 'slices async instants counters cpu states wakeups kernel io chains threads processes diagnostics'.split()


def u32(*values):
    return lambda rnd: rnd.choice(values)


def any_of(low, high):
    return lambda rnd: rnd.randint(low, high)


# Name, fields (type, name, bytes, sign, values), print format, and the same format in Python.
ROWS = [
    ('cpu_frequency', [('u32', 'state', 4, 0, any_of(300000, 4000000000)), ('u32', 'cpu_id', 4, 0, any_of(0, 3))], '"state=%lu cpu_id=%lu", (unsigned long)REC->state, (unsigned long)REC->cpu_id', lambda f: f'state={f["state"]} cpu_id={f["cpu_id"]}'),
    ('cpu_idle', [('u32', 'state', 4, 0, u32(0, 1, 2, 4294967295)), ('u32', 'cpu_id', 4, 0, any_of(0, 3))], '"state=%lu cpu_id=%lu", (unsigned long)REC->state, (unsigned long)REC->cpu_id', lambda f: f'state={f["state"]} cpu_id={f["cpu_id"]}'),
    ('irq_handler_entry', [('int', 'irq', 4, 1, any_of(1, 3)), ('char', 'name[16]', 16, 0, lambda rnd: rnd.choice([b'eth0', b'a b, c=d', b'']))], '"irq=%d name=%s", REC->irq, REC->name', lambda f: f'irq={f["irq"]} name={f["name"].decode()}'),
    ('irq_handler_exit', [('int', 'irq', 4, 1, any_of(1, 3)), ('int', 'ret', 4, 1, u32(0, 1))], '"irq=%d ret=%s", REC->irq, REC->ret ? "handled" : "unhandled"', lambda f: f'irq={f["irq"]} ret={"handled" if f["ret"] else "unhandled"}'),
    ('softirq_entry', [('unsigned int', 'vec', 4, 0, any_of(0, 3))], '"vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, ' + ', '.join(f'{{ {i}, "{name}" }}' for i, name in enumerate(SOFTIRQS)) + ')', lambda f: f'vec={f["vec"]} [action={SOFTIRQS[f["vec"]] if f["vec"] < 3 else "0x3"}]'),
    ('softirq_exit', [('unsigned int', 'vec', 4, 0, any_of(0, 3))], '"vec=%u", REC->vec', lambda f: f'vec={f["vec"]}'),
    ('binder_transaction', [('int', 'debug_id', 4, 1, any_of(1, 9)), ('int', 'to_proc', 4, 1, u32(7)), ('int', 'to_thread', 4, 1, u32(0, 7)), ('int', 'reply', 4, 1, u32(0, 1)), ('unsigned int', 'code', 4, 0, u32(1, 4294967295)), ('unsigned int', 'flags', 4, 0, u32(0, 1, 0x10, 0x11))],
     '"transaction=%d dest_proc=%d dest_thread=%d reply=%d flags=0x%x code=0x%x", REC->debug_id, REC->to_proc, REC->to_thread, REC->reply, REC->flags, REC->code', lambda f: f'transaction={f["debug_id"]} dest_proc={f["to_proc"]} dest_thread={f["to_thread"]} reply={f["reply"]} flags=0x{f["flags"]:x} code=0x{f["code"]:x}'),
    ('binder_transaction_received', [('int', 'debug_id', 4, 1, any_of(1, 9))], '"transaction=%d", REC->debug_id', lambda f: f'transaction={f["debug_id"]}'),
    ('thermal_temperature', [('char', 'thermal_zone[16]', 16, 0, lambda rnd: rnd.choice([b'skin', b'cpu big', b'a,b'])), ('int', 'temp', 4, 1, any_of(-5000, 90000))], '"thermal_zone=%s temp=%d", REC->thermal_zone, REC->temp', lambda f: f'thermal_zone={f["thermal_zone"].decode()} temp={f["temp"]}'),
    ('cdev_update', [('char', 'type[16]', 16, 0, lambda rnd: rnd.choice([b'cpufreq-0', b'fan'])), ('unsigned long', 'target', 8, 0, u32(0, 3, 2**63))], '"type=%s target=%lu", REC->type, REC->target', lambda f: f'type={f["type"].decode()} target={f["target"]}'),
    ('rss_stat', [('unsigned int', 'mm_id', 4, 0, any_of(1, 3)), ('unsigned int', 'curr', 4, 0, u32(0, 1)), ('int', 'member', 4, 1, any_of(0, 4)), ('long', 'size', 8, 1, any_of(-4096, 1 << 33))],
     '"mm_id=%u curr=%d type=%s size=%ldB", REC->mm_id, REC->curr, __print_symbolic(REC->member, ' + ', '.join(f'{{ {i}, "{name}" }}' for i, name in enumerate(MEMBERS)) + '), REC->size', lambda f: f'mm_id={f["mm_id"]} curr={f["curr"]} type={MEMBERS[f["member"]] if f["member"] < 4 else "0x4"} size={f["size"]}B'),
    ('rss_stat_throttled', [('int', 'member', 4, 1, any_of(0, 3)), ('long', 'size', 8, 1, any_of(0, 1 << 33))], '"member=%d size=%ld", REC->member, REC->size', lambda f: f'member={f["member"]} size={f["size"]}'),
    ('gpu_mem_total', [('uint32_t', 'gpu_id', 4, 0, any_of(0, 1)), ('uint32_t', 'pid', 4, 0, u32(0, 7)), ('uint64_t', 'size', 8, 0, any_of(0, 1 << 40))], '"gpu_id=%u pid=%u size=%llu", REC->gpu_id, REC->pid, REC->size', lambda f: f'gpu_id={f["gpu_id"]} pid={f["pid"]} size={f["size"]}'),
    ('drm_vblank_event', [('int', 'crtc', 4, 1, any_of(0, 1)), ('unsigned int', 'seq', 4, 0, any_of(0, 4294967295)), ('ktime_t', 'time', 8, 1, any_of(-5, 5))], '"crtc=%d, seq=%u, time=%lld", REC->crtc, REC->seq, REC->time', lambda f: f'crtc={f["crtc"]}, seq={f["seq"]}, time={f["time"]}'),
    ('oom_score_adj_update', [('pid_t', 'pid', 4, 1, u32(7, 8)), ('char', 'comm[16]', 16, 0, lambda rnd: b'app'), ('short', 'oom_score_adj', 2, 1, any_of(-1000, 1000))], '"pid=%d comm=%s oom_score_adj=%hd", REC->pid, REC->comm, REC->oom_score_adj', lambda f: f'pid={f["pid"]} comm={f["comm"].decode()} oom_score_adj={f["oom_score_adj"]}'),
    ('sched_blocked_reason', [('pid_t', 'pid', 4, 1, u32(7, 8, 0)), ('void *', 'caller', 8, 0, u32(WAIT, WORK + 4, OTHER, 0x5)), ('bool', 'io_wait', 1, 0, u32(0, 1))], '"pid=%d iowait=%d caller=%pS", REC->pid, REC->io_wait, REC->caller', lambda f: f'pid={f["pid"]} iowait={f["io_wait"]} caller={place(f["caller"])}'),
    ('sys_enter', [('long', 'id', 8, 1, u32(0, 3, 240, 900)), ('unsigned long', 'args[6]', 48, 0, None)], '"NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)", REC->id, REC->args[0], REC->args[1], REC->args[2], REC->args[3], REC->args[4], REC->args[5]', lambda f: f'NR {f["id"]} ({", ".join(f"{value:x}" for value in f["args"])})'),
    ('sys_exit', [('long', 'id', 8, 1, u32(-2, -1, 0, 3, 240, 900, 1 << 40)), ('long', 'ret', 8, 1, any_of(-22, 5))], '"NR %ld = %ld", REC->id, REC->ret', lambda f: f'NR {f["id"]} = {f["ret"]}'),
    ('workqueue_execute_start', [('void *', 'work', 8, 0, u32(0xffff888000000010, 0xffff888000000020)), ('void *', 'function', 8, 0, u32(WORK, OTHER, 0x5))], '"work struct %p: function %ps", REC->work, REC->function', lambda f: f'work struct {f["work"]:016x}: function {name(f["function"])}'),
    ('workqueue_execute_end', [('void *', 'work', 8, 0, u32(0xffff888000000010, 0xffff888000000020)), ('void *', 'function', 8, 0, u32(WORK))], '"work struct %p: function %ps", REC->work, REC->function', lambda f: f'work struct {f["work"]:016x}: function {name(f["function"])}'),
    ('ext4_write_begin', [('ino_t', 'ino', 8, 0, any_of(1, 9)), ('int', 'flags', 4, 1, u32(0))], '"ino %lu flags %d", (unsigned long) REC->ino, REC->flags', lambda f: f'ino {f["ino"]} flags {f["flags"]}'),
    ('ext4_write_end', [('ino_t', 'ino', 8, 0, any_of(1, 9)), ('int', 'flags', 4, 1, u32(0))], '"ino %lu flags %d", (unsigned long) REC->ino, REC->flags', lambda f: f'ino {f["ino"]} flags {f["flags"]}'),
    ('android_fs_dataread_start', [('ino_t', 'ino', 8, 0, any_of(1, 2)), ('loff_t', 'offset', 8, 1, u32(0, 4096))], '"entry_name f, offset %llu, bytes 4096, cmdline x, pid 7, i_size 8192, ino %lu", REC->offset, (unsigned long) REC->ino', lambda f: f'entry_name f, offset {f["offset"]}, bytes 4096, cmdline x, pid 7, i_size 8192, ino {f["ino"]}'),
    ('android_fs_dataread_end', [('ino_t', 'ino', 8, 0, any_of(1, 2)), ('loff_t', 'offset', 8, 1, u32(0, 4096))], '"ino %lu, offset %llu, bytes 4096", (unsigned long) REC->ino, REC->offset', lambda f: f'ino {f["ino"]}, offset {f["offset"]}, bytes 4096'),
    ('mm_vmscan_direct_reclaim_begin', [('int', 'order', 4, 1, u32(0, 1))], '"order=%d", REC->order', lambda f: f'order={f["order"]}'),
    ('mm_vmscan_direct_reclaim_end', [('unsigned long', 'nr_reclaimed', 8, 0, any_of(0, 9))], '"nr_reclaimed=%lu", REC->nr_reclaimed', lambda f: f'nr_reclaimed={f["nr_reclaimed"]}'),
    ('ipi_entry', [('char', 'reason[16]', 16, 0, lambda rnd: b'Rescheduling')], '"(%s)", REC->reason', lambda f: f'({f["reason"].decode()})'),
    ('ipi_exit', [('char', 'reason[16]', 16, 0, lambda rnd: b'Rescheduling')], '"(%s)", REC->reason', lambda f: f'({f["reason"].decode()})'),
]


def name(address):
    return SYMBOLS.get(address, f'0x{address:x}')


def place(address):
    """An address as %pS prints it: with the offset in the function, whose length extends to the next one."""
    starts = sorted(SYMBOLS)
    found = [begin for begin in starts if begin <= address]
    if not found:
        return f'0x{address:x}'
    begin = found[-1]
    base, _, module = SYMBOLS[begin].partition(' ')
    after = [other - begin for other in starts if other > begin]
    return f'{base}+0x{address - begin:x}' + (f'/0x{after[0]:x}' if after else '') + (' ' + module if module else '')


def lay_out(fields):
    """Offsets after the common fields, and the record's length."""
    rows, at = [], 0
    for kind, field, size, sign, *_ in COMMON + fields:
        step = 8 if field == 'args[6]' else 1 if field.endswith(']') else size
        at += -at % step
        rows.append((kind, field, at, size, sign))
        at += size
    return rows, at


def state_row(function, name='pstate'):
    """HongMeng's switch: names of fields differ from those of Linux, and a function of the kernel names the states."""
    fields = [('char', 'pname[16]', 16, 0, None), ('int', 'prev_tid', 4, 1, None), ('int', 'pprio', 4, 1, None), ('int', name, 4, 1, None), ('char', 'nname[16]', 16, 0, None), ('int', 'next_tid', 4, 1, None), ('int', 'nprio', 4, 1, None)]
    text = '"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s" " ==> next_comm=%s next_pid=%d next_prio=%d", REC->pname, REC->prev_tid, REC->pprio, '
    return ('sched_switch', fields, text + f'{function}(REC->{name}), REC->nname, REC->next_tid, REC->nprio', None)


def make_switches(name='pstate'):
    """Both threads take turns on the CPU."""
    app, other = (b'app', 7), (b'other', 8)
    rows = []
    for at, state in enumerate([0, 1, 2, 0x100, 0x10, 0]):
        (comm, tid), (next_comm, next_tid) = (app, other) if at % 2 else (other, app)
        rows.append((1000000 * (at + 1), tid, 0, {'pname': comm, 'prev_tid': tid, 'pprio': 120, name: state, 'nname': next_comm, 'next_tid': next_tid, 'nprio': 120}))
    return rows


def check_states(tap, cli, folder):
    """HongMeng's states are known by their numbers. Where states stay unknown, that is reported."""
    raw = folder / 'states.sys'
    for function in ('hm_trace_tcb_state2str', 'hm_new_state_name'):
        raw.write_bytes(make_raw(make_switches(), [state_row(function)]))
        tap.equal([row['details'].split('prev_state=')[1].split()[0] for row in cli.json('list', 'events', raw)], ['R', 'S', 'D', 'R+', 'X', 'R'], f'{function}: printed states')
        tap.equal([row['end_state'] for row in cli.json('list', 'cpu', raw)][-6:-1], ['S', 'D', 'R+', 'X', 'R'], f'{function}: states')
        tap.equal(cli.json('list', 'diagnostics', raw), [], f'{function}: nothing to report')
    for name in ('status', 'prev_state'):
        raw.write_bytes(make_raw(make_switches(name), [state_row('name_of', name)]))
        tap.equal([(row['kind'], row['count']) for row in cli.json('list', 'diagnostics', raw)], [('bad-payload', 6)], f'{name}: states that are not known are reported')
        tap.equal(len(cli.json('list', 'cpu', raw)), 6, f'{name}: but the switches are used')


def describe(number, row):
    rows, _ = lay_out(row[1])
    text = ''.join(f'\tfield:{kind} {field};\toffset:{offset};\tsize:{size};\tsigned:{sign};\n' for kind, field, offset, size, sign in rows)
    return f'name: {row[0]}\nID: {number}\nformat:\n{text}\nprint fmt: {row[2]}\n'


def put(value, size):
    if isinstance(value, bytes):
        return value.ljust(size, b'\0')
    if isinstance(value, list):
        return b''.join(struct.pack('<Q', item) for item in value)
    return (value % (1 << 8 * size)).to_bytes(size, 'little')


def make_record(number, tid, row, values):
    rows, n_bytes = lay_out(row[1])
    data = bytearray(n_bytes)
    for (_, field, offset, size, _), value in zip(rows, [number, 0, 0, tid] + list(values.values())):
        data[offset:offset + size] = put(value, size)
    return bytes(data)


def draw(rnd, row):
    return {field[1].split('[')[0]: field[4](rnd) if field[4] is not None else [rnd.choice([0, 1, 0xfff, (1 << 64) - 1]) for _ in range(6)] for field in row[1]}


def make_events(rnd):
    """(time, thread, row, values), from two threads, ten of each kind."""
    order = [i for i in range(len(ROWS)) for _ in range(10)]
    rnd.shuffle(order)
    return [(1000000 * (at + 1), rnd.choice([7, 8]), i, draw(rnd, ROWS[i])) for at, i in enumerate(order)]


def make_pages(events, rows):
    pages, data, last, begin = [], b'', events[0][0], events[0][0]
    for time, tid, i, values in events:
        record = make_record(20 + i, tid, rows[i], values)
        record += bytes(-len(record) % 4)
        if len(data) + len(record) + 4 > 4080:
            pages.append(struct.pack('<QQ', begin, len(data)) + data.ljust(4080, b'\0'))
            data, last, begin = b'', time, time
        data += struct.pack('<I', len(record) // 4 | (time - last) << 5) + record
        last = time
    return b''.join(pages) + struct.pack('<QQ', begin, len(data)) + data.ljust(4080, b'\0')


def make_raw(events, rows=ROWS):
    page = '\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n'
    formats = ''.join(describe(20 + i, row) for i, row in enumerate(rows))
    symbols = ''.join(f'{address:x} T {symbol.split()[0]}' + (f'\t{symbol.split()[1]}' if ' ' in symbol else '') + '\n' for address, symbol in SYMBOLS.items())
    segments = (1, formats.encode()), (4, make_pages(events, rows)), (2, b'7 app\n8 other\n'), (3, b'7 7\n8 8\n'), (30, page.encode()), (32, symbols.encode())
    return struct.pack('<HBBHHI', 57161, 0, 0, 1, 0, 1 << 1) + b''.join(struct.pack('<II', kind, len(data)) + data for kind, data in segments)


def make_text(events):
    lines = ['# tracer: nop\n#\n']
    for time, tid, i, values in events:
        lines.append(f'{"app" if tid == 7 else "other":>16}-{tid} ({tid:>7}) [000] ..... {time // 1000000000}.{time % 1000000000:09d}: {ROWS[i][0]}: {ROWS[i][3](values)}\n')
    return ''.join(lines)


def strip(kind, rows):
    """Removes keys of positions in a file, and numbers that only apply to one reading."""
    keys = {'diagnostics': ('first_line', 'first_offset', 'sample'), 'kernel': ('cookie',)}.get(kind, ())
    return [{key: value for key, value in row.items() if key not in keys} for row in rows]


def main():
    tap, cli, folder = start()
    raw, text = folder / 'events.sys', folder / 'events.ftrace'
    for seed in range(3):
        events = make_events(random.Random(seed))
        raw.write_bytes(make_raw(events))
        text.write_text(make_text(events), encoding='utf-8')
        printed = [(row['ts_ns'], row['tid'], row['event'], row['details']) for row in cli.json('list', 'events', raw)]
        tap.equal(printed, [(time, tid, ROWS[i][0], ROWS[i][3](values)) for time, tid, i, values in events], f'{seed}: each event is printed as the kernel does')
        for kind in KINDS:
            tap.equal(strip(kind, cli.json('list', kind, raw)), strip(kind, cli.json('list', kind, text)), f'{seed}: the same {kind}')
    check_states(tap, cli, folder)
    tap.finish()


main()
