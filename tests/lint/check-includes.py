#!/usr/bin/env python3
"""A folder of src/ includes headers only of itself and of the layers below it.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

BELOW = {
    'base': [],
    'model': ['base'],
    'formats': ['base', 'model'],
    'profile': ['base', 'model'],
    'scene': ['base', 'model', 'profile'],
    'timeline': ['base', 'model', 'profile', 'scene'],
    'app': ['base', 'model', 'formats', 'profile', 'scene', 'timeline'],
    'cli': ['base', 'model', 'formats', 'profile', 'scene'],
}
NO_GTK = set(BELOW) - {'timeline', 'app'}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


def includes(path):
    text = path.read_text(encoding='utf-8')
    for match in INCLUDE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2)


def fault_of(layer, owners, quote, name):
    if quote == '<':
        is_gtk = name.startswith(('gtk/', 'gdk/', 'gsk/'))
        return 'GTK above the engine only' if is_gtk and layer in NO_GTK else None
    if '/' in name:
        return 'names a folder; include by the bare name'
    owner = owners.get(name)
    if owner and owner != layer and owner not in BELOW[layer]:
        return f'{layer}/ must not see {owner}/'
    return None


def main(root):
    src = pathlib.Path(root) / 'src'
    layers = {path.name for path in src.iterdir() if path.is_dir()}
    found = [f'src/{layer}: a layer that check-includes.py does not know' for layer in layers - set(BELOW)]
    owners = {path.name: path.parent.name for path in src.glob('*/*.h')}
    for path in sorted(src.glob('*/*.[ch]')):
        for line, quote, name in includes(path):
            fault = fault_of(path.parent.name, owners, quote, name)
            if fault:
                found.append(f'{path.relative_to(root)}:{line}: "{name}": {fault}')
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
