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
    kind, type_name, is_list = '0', '', False
    if is_message:
        written = words[2].removesuffix('[]')
        is_list = written != words[2]
        if written.startswith('interned:'):
            kind, type_name = 'UINT64', written.partition(':')[2]
        else:
            kind, type_name = (TYPES[written], '') if written in TYPES else ('ENUM' if written in enums else 'MESSAGE', f'.{written}')
        kind = f'STRATA_PROTO_TYPE_{kind}'
    return f'{{ ".{name}", "{words[0]}", {words[1]}, {kind}, "{type_name}", {str(is_list).upper()} }},'


def main():
    source, target = map(pathlib.Path, sys.argv[1:])
    rows = list(read(source))
    enums = {name for is_message, name, _ in rows if not is_message}
    target.write_text('\n'.join(make_row(*row, enums) for row in rows) + '\n', encoding='utf-8')


main()
