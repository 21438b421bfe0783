#!/usr/bin/env python3
"""Checks that every source names its licence and ends with a newline, and that no two types have one name.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

SUFFIXES = {'.c', '.h', '.py', '.sh', '.ui', '.css', '.svg'}
FOLDERS = ['src', 'tests', 'ui', 'data', 'po', 'flatpak', '.ci']
TYPE = re.compile(r'^\} (Strata\w+);|^G_DECLARE_\w+ \((Strata\w+),', re.MULTILINE)
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


def shared_names(root):
    """Types of different files with one name: only chance keeps them from being seen together."""
    seen = {}
    for path in sorted((root / 'src').rglob('*.h')):
        for name in {a or b for a, b in TYPE.findall(path.read_text(encoding='utf-8'))}:
            if name in seen:
                yield f'{path.relative_to(root)}: {name} is also a type of {seen[name].relative_to(root)}'
            seen[name] = path


def main(root):
    root = pathlib.Path(root)
    found = [f'{path.relative_to(root)}: {fault}' for path in sources(root) for fault in faults(path)]
    found += shared_names(root)
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
