#!/usr/bin/env python3
"""Checks that po/POTFILES.in lists exactly the files with strings for users.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

CALL = re.compile(r'\b(?:_|N_|C_|NC_|ngettext)\s*\(\s*"|\bg_d(?:n|c|p)?gettext2?\s*\(')
# xgettext knows the format macros of <inttypes.h>, but cuts a string at GLib's.
CUT = re.compile(r'\b(?:_|N_|ngettext)\s*\((?:\s*(?:"(?:[^"\\\n]|\\.)*"|PRI\w+|,(?=\s*")))*\s*G_\w+_FORMAT')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.DOTALL)
MARKS = {
    '.c': lambda text: CALL.search(COMMENT.sub('', text)),
    '.h': lambda text: CALL.search(COMMENT.sub('', text)),
    '.ui': lambda text: 'translatable="yes"' in text or 'translatable="true"' in text,
    '.sql': lambda text: CALL.search(text),
    '.xml': lambda text: '<summary>' in text,
    '.in': lambda text: True,
}


def holds_strings(path):
    marks = MARKS.get(path.suffix)
    return marks and marks(path.read_text(encoding='utf-8'))


def main(root):
    root = pathlib.Path(root)
    lines = (root / 'po' / 'POTFILES.in').read_text(encoding='utf-8').splitlines()
    names = [line for line in lines if line and not line.startswith('#')]
    listed = set(names)
    files = [path for folder in ['data', 'src', 'ui'] for path in (root / folder).rglob('*') if path.is_file()]
    wanted = {str(path.relative_to(root)) for path in files if holds_strings(path)}
    found = [f'missing in po/POTFILES.in: {name}' for name in sorted(wanted - listed)]
    found += [f'without strings, but in po/POTFILES.in: {name}' for name in sorted(listed - wanted)]
    found += [f'{path.relative_to(root)}: use PRIu64 or PRId64 inside a translated string, not G_GUINT64_FORMAT'
              for path in files if path.suffix in {'.c', '.h'} and CUT.search(path.read_text(encoding='utf-8'))]
    if names != sorted(listed):
        found.append('po/POTFILES.in is not sorted, or names a file twice')
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
