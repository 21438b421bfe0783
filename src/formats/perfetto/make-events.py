#!/usr/bin/env python3
"""Writes a list of events or packets as rows of C, by number.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

ROW = re.compile(r'(\d+) (\w+)(?: (.+))?')


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    rows = []
    for number, line in enumerate(source.read_text(encoding='utf-8').splitlines(), 1):
        if not line or line.startswith('# '):
            continue
        match = ROW.fullmatch(line)
        if match is None or '"' in line or '\\' in line:
            sys.exit(f'{source}:{number}: expected a number, a name and a text')
        if rows and int(match.group(1)) <= rows[-1][0]:
            sys.exit(f'{source}:{number}: not in the order of numbers')
        rows.append((int(match.group(1)), match.group(2), match.group(3) or ''))
    lines = [f'/* made from {source.name} */'] + [f'{{ {number}, "{name}", "{text}" }},' for number, name, text in rows]
    target.write_text('\n'.join(lines + ['']), encoding='utf-8')


main()
