"""Packets of Perfetto, written field by field.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import struct

from htracewriter import field, varint


def fixed(number, value):
    return varint(number << 3 | 1) + struct.pack('<Q', value)


def zero(number):
    """A field with the value 0, which field() leaves out."""
    return varint(number << 3) + varint(0)


def packet(time_ns, event):
    return field(1, field(8, time_ns) + field(10, 1) + field(11, event))


def event(kind, track, name, *extra):
    """@kind: 1 for a begin, 2 for an end, 3 for an instant."""
    return field(9, kind) + field(11, track) + field(23, name) + b''.join(extra)


def describe(track, parent, name, *extra):
    return field(1, field(10, 1) + field(60, field(1, track) + field(5, parent) + field(2, name) + b''.join(extra)))


def describe_process(track, pid, name):
    return describe(track, 0, b'', field(3, field(1, pid) + field(6, name)))


def describe_thread(track, pid, tid, name):
    return describe(track, 0, b'', field(4, field(1, pid) + field(2, tid) + field(5, name)))
