#!/usr/bin/env python3
"""Checks that a folder of src/ includes only its own headers and those of lower layers, and a room
(a subfolder) only those of rooms that its meson.build names.

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
    'query': ['base', 'model', 'formats', 'profile'],
    'scene': ['base', 'model', 'profile'],
    'timeline': ['base', 'model', 'profile', 'scene'],
    'app': ['base', 'model', 'formats', 'profile', 'query', 'scene', 'timeline'],
    'cli': ['base', 'model', 'formats', 'profile', 'query', 'scene'],
}
NO_GTK = set(BELOW) - {'timeline', 'app'}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
# The head of a room's meson.build: its purpose, then the rooms that it may use.
HEAD = re.compile(r'# [^\n]+\.\n(?:# [^\n]+\n)*?# Uses: ([^\n]+(?:\n# [^\n]+)*)\.\n')


def includes(path):
    text = path.read_text(encoding='utf-8')
    for match in INCLUDE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2)


class House:
    def __init__(self, src):
        self.src = src
        self.faults = [f'src/{path.name}: a layer that check-includes.py does not know'
                       for path in src.iterdir() if path.is_dir() and path.name not in BELOW]
        self.rooms = {path.parent.relative_to(src): self.read_head(path) for path in sorted(src.glob('*/*/meson.build'))}
        self.owners = {path.name: path.parent.relative_to(src) for path in src.rglob('*.h')}

    def read_head(self, path):
        match = HEAD.match(path.read_text(encoding='utf-8'))
        if not match:
            self.faults.append(f'src/{path.relative_to(self.src)}: does not begin with what the room is for and what it uses')
            return set()
        uses = match.group(1).replace('\n#', '')
        return set() if uses == 'no other room here' else set(uses.split(', '))

    def fault_of(self, home, quote, name):
        layer = home.parts[0]
        if quote == '<':
            is_gtk = name.startswith(('gtk/', 'gdk/', 'gsk/'))
            return 'GTK above the engine only' if is_gtk and layer in NO_GTK else None
        if '/' in name:
            return 'names a folder; include by the bare name'
        owner = self.owners.get(name)
        if not owner or owner == home:
            return None
        if owner.parts[0] != layer:
            return None if owner.parts[0] in BELOW[layer] else f'{layer}/ must not see {owner.parts[0]}/'
        if home in self.rooms and owner.name not in self.rooms[home]:
            return f'{home}/meson.build does not say that it uses {owner.name}'
        return None

    def find_circles(self):
        for start in self.rooms:
            seen, todo = set(), [start]
            while todo:
                room = todo.pop()
                for name in self.rooms.get(room, ()):
                    other = room.parent / name
                    if other == start:
                        yield f'src/{start}: rooms that use each other in a circle'
                        return
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)

    def find_faults(self):
        yield from self.faults
        yield from self.find_circles()
        for path in sorted(self.src.glob('*/**/*.[ch]')):  # headers beside the layers are parsed once, and not included by any
            home = path.parent.relative_to(self.src)
            for line, quote, name in includes(path):
                fault = self.fault_of(home, quote, name)
                if fault:
                    yield f'src/{path.relative_to(self.src)}:{line}: "{name}": {fault}'


def main(root):
    found = list(House(pathlib.Path(root) / 'src').find_faults())
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
