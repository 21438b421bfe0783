#!/usr/bin/env python3
"""README's two commands are one line each, agree, and all that it links to exists.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

COMMAND = re.compile(r'^<!-- command: (\w+) -->\n```sh\n(.*?)\n```$', re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^)#:]+)\)')
PACKAGES = re.compile(r'apt-get install ((?:\S+ )+?)&&')


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


def main(root):
    found = list(faults(pathlib.Path(root)))
    print('\n'.join(f'README.md: {fault}' for fault in found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
