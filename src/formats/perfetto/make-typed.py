#!/usr/bin/env python3
"""Writes the list of messages that extend events as rows of C.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

TYPES = {'text': 'STRING', 'int32': 'INT32', 'int64': 'INT64', 'uint32': 'UINT32', 'uint64': 'UINT64', 'bool': 'BOOL'}


def read(path):
    """Yields whether it is a message, its name and the words of each line."""
    kind = name = None
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        words = line.partition('#')[0].split()
        if not words:
            continue
        if not line.startswith(' '):
            kind, name = words
        elif kind is None or len(words) != (3 if kind == 'message' else 2):
            sys.exit(f'{path}:{number}: expected a name, a number and, of a field, a type')
        else:
            yield kind == 'message', name, words


def make_row(is_message, name, words, enums):
    kind, type_name = '0', ''
    if is_message:
        type_name = '' if words[2] in TYPES else f'.{words[2]}'
        kind = 'STRATA_PROTO_TYPE_' + (TYPES.get(words[2]) or ('ENUM' if words[2] in enums else 'MESSAGE'))
    return f'{{ ".{name}", "{words[0]}", {words[1]}, {kind}, "{type_name}" }},'


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    rows = list(read(source))
    enums = {name for is_message, name, _ in rows if not is_message}
    target.write_text('\n'.join(make_row(*row, enums) for row in rows) + '\n', encoding='utf-8')


main()
