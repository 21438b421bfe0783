#!/usr/bin/env python3
"""strata-cli selftest: versions and whether the program works, without private names.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import getpass
import pathlib
import socket
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position


def main():
    tap, cli, folder = start()
    result = cli.run('selftest')
    text = result.stdout.decode()
    tap.equal(result.returncode, 0, 'it works here')
    for name in ['Strata', 'GLib', 'zstd', 'libarchive', 'cairo', 'Pango']:
        tap.check(any(line.split()[0] == name and len(line.split()) > 1 for line in text.splitlines()), f'the version of {name}', text)
    for name in ['read', 'sum', 'draw PNG', 'draw SVG', 'draw PDF']:
        tap.check(any(line.startswith(name) and line.endswith(' ok') for line in text.splitlines()), f'{name} works', text)
    private = [str(pathlib.Path.home()), str(folder), str(pathlib.Path.cwd()), *(name for name in [socket.gethostname(), getpass.getuser()] if len(name) > 4)]
    tap.none([name for name in private if name in text], 'no names of this computer, its user or its files')
    check_failure(tap, cli.run('selftest', folder / 'empty'), 2, ['no arguments'], 'it takes no file')
    tap.finish()


main()
