#!/usr/bin/env python3
"""translate.py LANGUAGE FOLDER PO PAGE...: the pages of the guide in a language.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import subprocess
import sys
import tempfile


def main():
    language, folder, messages, *pages = sys.argv[1:]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        compiled = f'{scratch}/{language}.mo'
        subprocess.run(['msgfmt', '-c', '-o', compiled, messages], check=True)
        # -l sets xml:lang only where a page has none
        subprocess.run(['itstool', '-l', language, '-m', compiled, '-o', folder, *pages], check=True)
    # the folder is what the build compares with the pages
    pathlib.Path(folder).parent.touch()


main()
