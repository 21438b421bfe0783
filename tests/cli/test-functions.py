#!/usr/bin/env python3
"""Calls of the kernel (function_graph) in raw captures of 32- and 64-bit kernels: nesting is kept, also through text.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

COMMON = [('unsigned short', 'common_type', 0, 2, 0), ('unsigned char', 'common_flags', 2, 1, 0), ('unsigned char', 'common_preempt_count', 3, 1, 0), ('int', 'common_pid', 4, 4, 1)]
WORK, INNER = 0x81000010, 0x81000040

# Time, begin or end, thread, function, depth.
EVENTS = [(1000, 'B', 7, WORK, 0), (2000, 'B', 7, INNER, 1), (5000, 'E', 7, INNER, 1), (6000, 'B', 0, WORK, 0), (9000, 'E', 7, WORK, 0)]


def describe(name, number, fields, text):
    rows = ''.join(f'\tfield:{kind} {field};\toffset:{offset};\tsize:{size};\tsigned:{sign};\n' for kind, field, offset, size, sign in COMMON + fields)
    return f'name: {name}\nID: {number}\nformat:\n{rows}\nprint fmt: {text}\n'


def make_formats(word, far):
    depth = 8 + word
    begin = describe('funcgraph_entry', 11, [('unsigned long', 'func', 8 + far, word, 0), ('int', 'depth', depth, 4, 1)], '"--> %ps (%d)", (void *)REC->func, REC->depth')
    end = [('unsigned long', 'func', 8, word, 0), ('int', 'depth', depth, 4, 1), ('unsigned int', 'overrun', depth + 4, 4, 0), ('unsigned long long', 'calltime', depth + 8, 8, 0), ('unsigned long long', 'rettime', depth + 16, 8, 0)]
    return begin + describe('funcgraph_exit', 10, end, '"<-- %ps (%d)", (void *)REC->func, REC->depth')


def make_page(word):
    data, last = b'', EVENTS[0][0]
    for time, kind, tid, function, depth in EVENTS:
        record = struct.pack('<HBBi', 11 if kind == 'B' else 10, 0, 0, tid) + struct.pack('<Qi' if word == 8 else '<Ii', function, depth) + (struct.pack('<IQQ', 0, 0, time) if kind == 'E' else b'')
        record += bytes(-len(record) % 4)
        data += struct.pack('<I', len(record) // 4 | (time - last) << 5) + record
        last = time
    return (struct.pack('<QQ' if word == 8 else '<QI', EVENTS[0][0], len(data)) + data).ljust(4096, b'\0')


def make_capture(word, far=0):
    """@far: how much larger the declared offset of a field is than the true one."""
    page = f'\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:{word};\tsigned:1;\n\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n\tfield: char data;\toffset:{8 + word};\tsize:{4088 - word};\tsigned:1;\n'
    segments = (1, make_formats(word, far).encode()), (4, make_page(word)), (2, b'7 app\n'), (3, b'7 7\n'), (30, page.encode()), (32, f'{WORK:x} T do_work\n{INNER:x} t inner\n'.encode())
    return struct.pack('<HBBHHI', 57161, 0, 0, 1, 0, 1 << 1 | (word == 4)) + b''.join(struct.pack('<II', kind, len(data)) + data for kind, data in segments)


def check_damage(tap, cli, folder):
    """Zeros over the header of a CPU's pages lose neither that CPU nor the data behind it."""
    path = folder / 'damaged.sys'
    whole = make_capture(8)
    pages = whole.index(struct.pack('<II', 4, 4096))
    second = struct.pack('<II', 5, 4096) + make_page(8)
    for name, data in (('of the first CPU', whole[:pages] + bytes(8) + whole[pages + 8:pages + 4104] + second + whole[pages + 4104:]),
                       ('of the last CPU', whole[:pages + 4104] + bytes(8) + second[8:] + whole[pages + 4104:])):
        path.write_bytes(data)
        found = {row['kind']: row['count'] for row in cli.json('list', 'diagnostics', path)}
        tap.equal(found, {'unknown-event': 2, 'damaged-data': 1}, f'zeros over the header {name} are told')
        tap.equal([(row['thread'], row['name']) for row in cli.json('list', 'slices', path)], [('app', name) for name in ('do_work', 'do_work', 'inner', 'inner')], f'{name}: both CPUs, and names behind, are read')
        tap.equal({row['cpu'] for row in cli.json('list', 'events', path)}, {0, 1}, f'{name}: each CPU is known')


def main():
    tap, cli, folder = start()
    check_damage(tap, cli, folder)
    path, text = folder / 'graph.sys', folder / 'graph.ftrace'
    for word in (8, 4):
        path.write_bytes(make_capture(word))
        rows = [(row['ts_ns'], row['dur_ns'], row['thread'], row['depth'], row['name']) for row in cli.json('list', 'slices', path)]
        tap.equal(rows, [(1000, 8000, 'app', 0, 'do_work'), (2000, 3000, 'app', 1, 'inner')], f'{8 * word} bits: calls are nested')
        tap.equal([row['kind'] for row in cli.json('list', 'diagnostics', path)], ['unknown-event'], f'{8 * word} bits: that of an idle CPU is of no thread')
        cli.output('convert', path, '-o', text)
        tap.equal([(row['ts_ns'], row['dur_ns'], row['depth'], row['name']) for row in cli.json('list', 'slices', text)], [row[:2] + row[3:] for row in rows], f'{8 * word} bits: as text')
        path.write_bytes(make_capture(word, 4000))
        found = {row['kind']: row['count'] for row in cli.json('list', 'diagnostics', path)}
        tap.equal(found, {'bad-payload': 2, 'unknown-event': 1, 'unmatched-end': 2}, f'{8 * word} bits: a field beyond the record')
    tap.finish()


main()
