#!/usr/bin/env python3
"""Numbers and words follow the user's language in output for users, but never in output for programs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tap import Cli, Tap  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'
ANDROID, BUSY = SAMPLES / 'android-slow-frame.ftrace.zst', SAMPLES / 'android-busy-cpus.ftrace.zst'
LANGUAGES = {'de_DE': 'de', 'zh_CN': 'zh_CN'}
FOR_PROGRAMS = [
    ['info', '--json'], ['list', 'slices', '--csv'], ['list', 'counters', '--csv'], ['list', 'tasks', '--json'], ['list', 'states', '--csv'],
    ['profile', '--json'], ['tree', '--json'], ['frames', '--json'], ['frames', '--csv'], ['usage', '--json'], ['path', '--json', '--slice', 'doFrame'],
    ['metrics', '--csv'], ['metrics', '--junit'], ['query', '--json', '--named', 'import-warnings'], ['query', '--csv', '--named', 'slices-by-name'],
    ['list', 'cpu', '--csv'], ['list', 'wakeups', '--csv'], ['list', 'threads', '--csv'], ['list', 'frames', '--csv'], ['list', 'phases', '--csv'],
    ['list', 'queues', '--csv'], ['list', 'async', '--csv'], ['list', 'io', '--csv'], ['list', 'diagnostics', '--csv'], ['usage', '--csv'], ['profile', '--csv'],
    ['diff', '--json', BUSY], ['diff', '--csv', BUSY], *([['diff', '--csv', form, BUSY] for form in ('--frames', '--threads', '--counters', '--measures')]), ['convert', '-o', '-'], ['clip', '--span', '+1s..+1.1s', '-o', '-'],
]


def compile_locale(locale):
    """Takes longer than all commands, so compiled locales are reused. Computers without these languages have their sources."""
    folder = pathlib.Path(os.environ['G_TEST_BUILDDIR'], 'locales', os.confstr('CS_GNU_LIBC_VERSION').replace(' ', '-'))
    path = folder / f'{locale}.UTF-8'
    if not path.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as beside:
            made = pathlib.Path(beside, 'made')
            subprocess.run(['localedef', '-i', locale if locale != 'C' else 'POSIX', '-f', 'UTF-8', made], check=False, capture_output=True)
            made.rename(path)
    return str(folder)


def run(cli, command, locale, folder):
    environment = {**os.environ, 'LC_ALL': f'{locale}.UTF-8', 'LANGUAGE': LANGUAGES.get(locale, ''), 'LOCPATH': folder}
    return cli.run(*command, ANDROID, env=environment)


def main():
    tap, cli = Tap(), Cli(sys.argv[1])
    for locale in [*LANGUAGES, 'C']:
        folder = compile_locale(locale)
    for command in FOR_PROGRAMS:
        result = run(cli, command, 'C', folder)
        tap.check(result.returncode == 0 and result.stdout, ' '.join(map(str, command)), result.stderr)
        for locale in LANGUAGES:
            other = run(cli, command, locale, folder).stdout
            # equal outputs need no comparison by line
            pairs = itertools.zip_longest(result.stdout.splitlines(), other.splitlines()) if other != result.stdout else []
            tap.none([pair for pair in pairs if pair[0] != pair[1]], f'the same in {locale}')
    shown = run(cli, ['frames'], 'de_DE', folder).stdout.decode()
    tap.check('Sehr spät' in shown and '45,0' in shown, 'people in Germany read German, and a comma', shown)
    shown = run(cli, ['frames'], 'zh_CN', folder).stdout.decode()
    tap.check('严重超时' in shown, 'people in China read Chinese', shown)
    tap.finish()


main()
