#!/usr/bin/env python3
"""Checks that no function exceeds 60 lines, and that each one in a private header is documented.

A function shared by several files of a room has its contract in the comment above its declaration:
what it does, who may call it and when, which signals it emits, ownership and units.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

MAX_LINES = 60
# A longer one that is known, with its number of lines; none may be added.
KNOWN = {'replay_token': 62}
COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
# A definition: the name at the start of a line, the body in braces in the first column.
DEFINITION = re.compile(r'^(\w+) \([^;{}]*?\)\n\{\n(.*?)^\}\n', re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(r'^(?!static |typedef |extern |#|G_)[A-Za-z_][\w ]*?[ *]+(\w+) \([^;{}]*\)[^;{}()]*;$', re.MULTILINE)


def long_functions(path):
    text = path.read_text(encoding='utf-8')
    for match in DEFINITION.finditer(text):
        n_lines = match.group(2).count('\n')
        if n_lines > KNOWN.get(match.group(1), MAX_LINES):
            yield f'{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group(1)} has {n_lines} lines, at most {MAX_LINES}'


def list_undocumented(path):
    """Functions without a comment on the line above them."""
    text = path.read_text(encoding='utf-8')
    blank = COMMENT.sub(lambda match: re.sub(r'[^\n]', ' ', match.group(0)), text)
    lines = text.splitlines()
    for match in DECLARATION.finditer(blank):
        line = text.count('\n', 0, match.start())
        if not lines[line - 1].rstrip().endswith('*/'):
            yield match.group(1)


def contract_faults(root):
    headers = sorted((root / 'src').rglob('*-private.h'))
    for path in headers:
        for name in list_undocumented(path):
            yield f'{path.relative_to(root)}: {name} has no comment that says what it promises'


def main(root):
    root = pathlib.Path(root)
    found = [fault for path in sorted((root / 'src').rglob('*.c')) for fault in long_functions(path)]
    found += contract_faults(root)
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
