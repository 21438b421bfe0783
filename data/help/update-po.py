#!/usr/bin/env python3
"""update-po.py FOLDER: brings the messages of each language of LINGUAS up to the pages in FOLDER/C.

All languages show the same pictures, and most commands, so these need no translator.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import subprocess
import sys
import tempfile

def copy_what_is_the_same(entry):
    """A message whose translation is itself: a picture, or a command that has none yet."""
    before, found, translation = entry.partition('\nmsgstr ')
    message = before.partition('\nmsgid ')[2]
    is_picture = message.replace('"\n"', '').lstrip('"').startswith('external ref=')
    is_command = re.search(r'^#\. \(itstool\) path: .*screen$', before, re.MULTILINE) and translation.strip() == '""'
    return f'{before}\nmsgstr {message}' if found and (is_picture or is_command) else entry.rstrip('\n')


def main():
    folder = pathlib.Path(sys.argv[1])
    # from the folder, so that the messages name C/index.page
    pages = sorted(str(path.relative_to(folder)) for path in (folder / 'C').glob('*.page'))
    lines = (folder / 'LINGUAS').read_text(encoding='utf-8').splitlines()
    with tempfile.TemporaryDirectory() as scratch:
        template = f'{scratch}/help.pot'
        subprocess.run(['itstool', '-o', template, *pages], cwd=folder, check=True)
        text = pathlib.Path(template).read_text(encoding='utf-8')
        pathlib.Path(template).write_text(text.replace('PACKAGE VERSION', 'strata'), encoding='utf-8')
        for language in (line for line in lines if line and not line.startswith('#')):
            messages = folder / language / f'{language}.po'
            messages.parent.mkdir(exist_ok=True)
            if not messages.is_file():
                subprocess.run(['msginit', '--no-translator', f'--locale={language}.UTF-8', f'--input={template}', f'--output-file={messages}'], check=True)
            subprocess.run(['msgmerge', '--quiet', '--update', '--backup=none', '--no-fuzzy-matching', messages, template], check=True)
            subprocess.run(['msgattrib', '--no-obsolete', f'--output-file={messages}', messages], check=True)
            entries = messages.read_text(encoding='utf-8').split('\n\n')
            messages.write_text('\n\n'.join(map(copy_what_is_the_same, entries)) + '\n', encoding='utf-8')


main()
