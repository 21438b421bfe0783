#!/usr/bin/env python3
"""Writes the list of system calls as rows of C: a table by number for each machine.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    machine = None
    lines = [f'/* made from {source.name} */']
    for line in source.read_text(encoding='utf-8').splitlines():
        if line.startswith('#') or not line:
            continue
        if line.endswith(':'):
            machine = line[:-1]
            lines += ['};'] * (len(lines) > 1) + [f'static const char *const {machine}_names[] = {{']
        else:
            number, name = line.split(' ')
            lines.append(f'[{int(number)}] = "{name}",')
    target.write_text('\n'.join(lines + ['};', '']), encoding='utf-8')


main()
