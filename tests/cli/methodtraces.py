"""Writes and generates method traces.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import random
import re
import struct

ENTER, EXIT, UNROLL, RESERVED = range(4)

METHODS = [(0x10, 'A', 'a', '()V', 'A.java', '1'), (0x20, 'B', 'b', '(I)I', 'B.java'), (0x30, 'org/C', 'c', '()V', 'C.java'), (0x40, 'D', '<init>', '()V', 'x')]
THREADS = [(1, 'main'), (2, 'worker')]


def key(methods=METHODS, threads=THREADS, clock='dual', version=3):
    """The text part."""
    text = f'*version\n{version}\nclock={clock}\n*threads\n' + ''.join(f'{tid}\t{name}\n' for tid, name in threads) + '*methods\n'
    text += ''.join(f'0x{number:x}\t' + '\t'.join(fields) + '\n' for number, *fields in methods)
    return (text + '*end\n').encode('utf-8', 'surrogateescape')


def header(version=3, record_bytes=14, header_bytes=32, magic=b'SLOW'):
    text = magic + struct.pack('<HHQ', version, header_bytes, 1600000000000000)
    if version >= 3:
        text += struct.pack('<H', record_bytes)
    return text.ljust(header_bytes, b'\0')


def record(version, record_bytes, tid, method, action, clocks):
    """A record with as many of the clocks as fit."""
    text = struct.pack('<B' if version & 0x0f == 1 else '<H', tid) + struct.pack('<I', method | action)
    for time in clocks:
        if version < 3 and len(text) > 6 or version >= 3 and len(text) + 4 > record_bytes:
            break
        text += struct.pack('<I', time & 0xffffffff)
    return text if version < 3 else text.ljust(record_bytes, b'\xee')


def data(records, version=3, record_bytes=14, **more):
    """The binary part; records are (tid, method, action, clock[, clock])."""
    return header(version, record_bytes, **more) + b''.join(record(version, record_bytes, tid, method, action, clocks if len(clocks) > 1 else clocks * 2)
                                                           for tid, method, action, *clocks in records)


def parse(text):
    """Records from words such as "1>10@5": thread, action, method in hex, clock."""
    words = [re.fullmatch(r'(\d+)([><!?])([0-9a-f]+)@(\d+)', word) for word in text.split()]
    return [(int(w[1]), int(w[3], 16), '><!?'.index(w[2]), int(w[4])) for w in words]


def whole(records, version=3, record_bytes=14, methods=METHODS, threads=THREADS):
    """A complete file."""
    clock = 'dual' if record_bytes >= 14 and version >= 3 else 'wall'
    return key(methods, threads, clock, version) + data(records, version, record_bytes)


def stream(records, methods=METHODS, threads=THREADS, has_summary=True):
    """The same as streamed by ART: methods and threads are declared before their first use."""
    text = header(0xf3)
    declared = set()
    for tid, method, action, *clocks in records:
        if ('m', method) not in declared:
            line = next(('0x%x\t' % m[0] + '\t'.join(m[1:]) + '\n' for m in methods if m[0] == method), None)
            if line:
                text += struct.pack('<HBH', 0, 1, len(line.encode())) + line.encode()
        if ('t', tid) not in declared:
            name = next((name for number, name in threads if number == tid), None)
            if name is not None:
                text += struct.pack('<HBHH', 0, 2, tid, len(name.encode())) + name.encode()
        declared |= {('m', method), ('t', tid)}
        text += record(3, 14, tid, method, action, clocks if len(clocks) > 1 else clocks * 2)
    if has_summary:
        summary = key(methods, threads)
        text += struct.pack('<HBI', 0, 3, len(summary)) + summary
    return text


def leb(number):
    """A signed LEB128 number."""
    text = b''
    while True:
        byte, number = number & 0x7f, number >> 7
        if number == (-1 if byte & 0x40 else 0):
            return text + bytes([byte])
        text += bytes([byte | 0x80])


def packets(records, methods=METHODS, threads=THREADS):
    """The same as streamed by Android 16, one block per record, CPU time first."""
    text = b'SLOW' + struct.pack('<HQ', 5, 1600000000000000) + bytes(18)
    for tid, name in threads:
        text += struct.pack('<BIH', 0, tid, len(name.encode())) + name.encode()
    for number, *fields in methods:
        line = ('\t'.join(fields) + '\n').encode()
        text += struct.pack('<BQH', 1, number, len(line)) + line
    for tid, method, action, *clocks in records:
        clocks = clocks if len(clocks) > 1 else clocks * 2
        block = leb(clocks[0] << 2 | action) + leb(clocks[1]) + (leb(method) if action == ENTER else b'')
        text += struct.pack('<BI', 2, tid) + struct.pack('<I', 1)[:3] + struct.pack('<I', len(block)) + block
    return text + b'\x03' + key(methods, threads)


def random_methods(rng, n):
    """Few classes, names and signatures, so that there are ties, and unusual characters."""
    names = ['a', 'b', 'run', '<init>', '<clinit>', 'access$000', 'größe', 'x&y', 'lambda "q"']
    made = set()
    methods = []
    for i in range(n):
        names_of = (f'{rng.choice("ABC")}{rng.randrange(1 + n // 4)}', rng.choice(names), rng.choice(['()V', '(I)I', '([Ljava/lang/String;)V', '']))
        if names_of in made:
            continue
        made.add(names_of)
        where = rng.choice([(), ('X.java',), ('X.java', '12'), ('X.java', ''), ('', '3')])
        methods.append((0x10 + 4 * i * rng.choice([1, 1, 1, 3]) + 0x10000 * i, *names_of, *where))
    rng.shuffle(methods)
    return methods


class Walk:
    """A generated run of some threads whose exits match their entries."""

    def __init__(self, rng, methods, tids, depth):
        self.rng, self.ids, self.depth = rng, [m[0] for m in methods], depth
        self.stacks = {tid: [] for tid in tids}
        self.now = {tid: rng.choice([0, 0, 5, 1000]) for tid in tids}
        self.step = rng.choice([1, 2, 3000])

    def leave(self, tid, first):
        stack = self.stacks[tid]
        if stack:
            return stack.pop()
        return self.rng.choice(self.ids) if first and self.rng.random() < .7 else None

    def records(self, n):
        rng = self.rng
        records = []
        for i in range(n):
            tid = rng.choice(list(self.stacks))
            self.now[tid] += rng.choice([0, 1, 1, self.step, rng.randrange(1 + self.step)])
            first = i < 6
            if rng.random() < (.5 if self.stacks[tid] else .8) and len(self.stacks[tid]) < self.depth and not (first and rng.random() < .6):
                method = rng.choice(self.ids if rng.random() < .5 else self.ids[:3])
                self.stacks[tid].append(method)
                records.append((tid, method, ENTER, self.now[tid]))
                continue
            method = self.leave(tid, first)
            if method is not None:
                records.append((tid, method, UNROLL if rng.random() < .1 else EXIT, self.now[tid]))
        return records


def random_trace(seed):
    """Records, methods and threads."""
    rng = random.Random(seed)
    methods = random_methods(rng, rng.choice([1, 2, 5, 20, 60]))
    tids = rng.sample([0, 1, 2, 3, 15, 99, 200, 255], rng.choice([1, 1, 2, 5]))
    records = Walk(rng, methods, tids, rng.choice([3, 8, 40])).records(rng.choice([0, 1, 3, 20, 200, 1500]))
    if rng.random() < .2 and len(methods) > 1:
        methods = methods[:-1]
    return records, methods, [(tid, f'thread {tid}') for tid in tids]


DUMPED = re.compile(r'\s*(\d+) (ent|xit|unr) +(\d+)[ -]\.*([^\t]*).*')


def find_leading_exits(dump):
    """The names of the exits whose entry precedes the trace, one per exit, from records as printed by dmtracedump -o."""
    names = []
    depths = collections.Counter()
    for thread, action, _, name in (match.groups() for match in map(DUMPED.fullmatch, dump.splitlines()) if match):
        if action == 'ent':
            depths[thread] += 1
        elif depths[thread] > 0:
            depths[thread] -= 1
        else:
            names.append(name)
    return names
