#!/usr/bin/env python3
"""Checks that no menu has the same command twice.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def get_attributes(element):
    return {child.get('name'): child.text for child in element if child.tag == 'attribute'}


def list_items(menu):
    """The items of a menu and of its sections, without those of its submenus."""
    for child in menu:
        if child.tag == 'item':
            yield get_attributes(child)
        elif child.tag == 'section':
            yield from list_items(child)


def find_repeated(menu):
    commands = collections.Counter((item.get('action'), item.get('target')) for item in list_items(menu) if item.get('action'))
    return [action for (action, _), count in commands.items() if count > 1]


def main(root):
    found = [f'{path.name}: {get_attributes(menu).get("label") or menu.get("id")} has {action} twice'
             for path in sorted(pathlib.Path(root, 'ui').rglob('*.ui'))
             for menu in ElementTree.parse(path).getroot().iter()
             if menu.tag in {'menu', 'submenu'}
             for action in find_repeated(menu)]
    print('\n'.join(found))
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
