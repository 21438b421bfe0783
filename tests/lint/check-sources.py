#!/usr/bin/env python3
"""Checks that every source names its licence and ends with a newline.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

SUFFIXES = {'.c', '.h', '.py', '.sh', '.ui', '.css', '.svg'}
FOLDERS = ['src', 'tests', 'ui', 'data', 'po', 'flatpak', '.ci']
TAG = 'SPDX-License-Identifier: GPL-3.0-or-later'


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob('*')):
            if path.is_file() and (path.suffix in SUFFIXES or path.parent.name == '.ci'):
                yield path


def faults(path):
    text = path.read_text(encoding='utf-8')
    if TAG not in '\n'.join(text.splitlines()[:12]):
        yield f'no line "{TAG}" at the top'
    if text and not text.endswith('\n'):
        yield 'no newline at the end'


def main(root):
    root = pathlib.Path(root)
    found = [f'{path.relative_to(root)}: {fault}' for path in sources(root) for fault in faults(path)]
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
