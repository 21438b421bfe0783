#!/usr/bin/env python3
"""Writes the list of field numbers as constants of C.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys


def read(path):
    message = None
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        words = line.partition('#')[0].split()
        if not words:
            continue
        if not line.startswith(' '):
            message = words[0]
        elif message is None or len(words) != 2 or not words[1].isdigit():
            sys.exit(f'{path}:{number}: expected a name and a number')
        else:
            yield f'STRATA_PF_{message}_{words[0]}'.upper(), int(words[1])


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    rows = list(read(source))
    names = [name for name, _ in rows]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f'{source}: {name} is listed twice')
    lines = [f'/* made from {source.name} */', '#pragma once', '', 'enum', '{']
    lines += [f'  {name} = {number},' for name, number in rows]
    target.write_text('\n'.join(lines + ['};', '']), encoding='utf-8')


main()
