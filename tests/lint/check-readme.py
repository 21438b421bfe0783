#!/usr/bin/env python3
"""Checks that README's two commands are one line each, agree, and work on a bare Debian.

Links in README must exist, and no meson.build may need a program that the first command does not
install; tests search for their tools when they run.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

COMMAND = re.compile(r'^<!-- command: (\w+) -->\n```sh\n(.*?)\n```$', re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^)#:]+)\)')
PACKAGES = re.compile(r'apt-get install ((?:\S+ )+?)&&')
# Optional programs are not needed.
FIND_PROGRAM = re.compile(r"find_program\('([^'@]+)'(?!, required: false)")
# From packages that every Debian has, or that meson itself needs.
BASE_PROGRAMS = {'cmp', 'env', 'sh'}


def packages(command):
    words = PACKAGES.search(command).group(1).split()
    return {word for word in words if not word.startswith('-')}


def faults(root):
    text = (root / 'README.md').read_text(encoding='utf-8')
    commands = dict(COMMAND.findall(text))
    if set(commands) != {'run', 'test'}:
        yield f'expected the commands run and test, found {sorted(commands)}'
        return
    for name, command in commands.items():
        if '\n' in command:
            yield f'the command {name} is not one line'
    missing = packages(commands['run']) - packages(commands['test'])
    if missing:
        yield f'the test command lacks packages of the run command: {sorted(missing)}'
    for path in LINK.findall(text) + re.findall(r'\bdata/samples/\S+', text):
        if not (root / path).exists():
            yield f'{path} does not exist'


def program_faults(root):
    for folder in ['data', 'po', 'src', 'tests', 'flatpak']:
        for path in sorted((root / folder).rglob('meson.build')):
            for name in FIND_PROGRAM.findall(path.read_text(encoding='utf-8')):
                if name not in BASE_PROGRAMS and not (path.parent / name).exists():
                    yield f"{path.relative_to(root)} needs {name} to be built; use find_program('env')"


def main(root):
    root = pathlib.Path(root)
    found = [f'README.md: {fault}' for fault in faults(root)] + list(program_faults(root))
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
