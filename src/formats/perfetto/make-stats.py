#!/usr/bin/env python3
"""Writes the names of counters of the system as arrays of C.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    lines = [f'/* made from {source.name} */']
    section = None
    for number, line in enumerate(source.read_text(encoding='utf-8').splitlines(), 1):
        words = line.partition('#')[0].split()
        if not words:
            continue
        if len(words) == 1:
            lines += ['};'] if section else []
            section = words[0]
            lines += [f'static const char *const {section}[] = {{']
        elif section is None or not words[0].isdigit():
            sys.exit(f'{source}:{number}: expected a number and a name')
        else:
            lines += [f'  [{words[0]}] = "{words[1]}",']
    target.write_text('\n'.join(lines + ['};', '']), encoding='utf-8')


main()
