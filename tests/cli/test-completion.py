#!/usr/bin/env python3
"""Completion in shells knows every command and every option; thumbnails.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

DATA = pathlib.Path(__file__).parents[2] / 'data'


def list_options(cli, command):
    return {line.split('\t')[0] for line in cli.output(command, '--list-options').splitlines()}


def with_path(cli):
    """The environment in which the tested program is strata-cli."""
    return {**os.environ, 'PATH': f'{pathlib.Path(cli.program).resolve().parent}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8'}


def complete_in_zsh(cli, words):
    """The words offered in zsh; the zsh functions that display them are replaced by one that prints."""
    script = f'_describe () {{ print -rl -- "${{(@P)2}}" }}; _files () {{ }}; words=("$@"); CURRENT=$#; service=${{1:t}}; . "{DATA}/completions/_strata-cli"'
    result = subprocess.run(['zsh', '-f', '-c', script, 'zsh', *words], capture_output=True, check=False, timeout=60, env=with_path(cli))
    return {line.split(':')[0] for line in result.stdout.decode().splitlines() if line.startswith(words[-1])}


def complete_in_fish(cli, words):
    script = ''.join(f'source "{DATA}/completions/{name}.fish"; ' for name in ('strata', 'strata-cli')) + f'complete -C "{" ".join(words)}"'
    result = subprocess.run(['fish', '--no-config', '-c', script], capture_output=True, check=False, timeout=60, env=with_path(cli))
    return {line.split('\t')[0] for line in result.stdout.decode().splitlines()}


def complete_in_bash(cli, words):
    """The completions of bash for the last word."""
    script = f'. "{DATA}/completions/strata-cli.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "_${{1//-/_}}"; printf "%s\\n" "${{COMPREPLY[@]}}"'
    result = subprocess.run(['bash', '-c', script, 'bash', *words], capture_output=True, check=False, timeout=60, env=with_path(cli))
    return set(result.stdout.decode().split())


SHELLS = {'bash': complete_in_bash, 'zsh': complete_in_zsh, 'fish': complete_in_fish}


def check_shell(tap, cli, shell):
    """All that can be typed after each command, according to the help."""
    complete = SHELLS[shell]
    listed = {line.split('\t')[0] for line in cli.output('--list-commands').splitlines()}
    tap.equal(complete(cli, ['strata-cli', '']) - {'--help', '--version'}, listed, f'{shell} offers all commands')
    for command in sorted(listed):
        options = {one for one in list_options(cli, command) if one.startswith('--')}
        tap.equal(complete(cli, ['strata-cli', command, '--']), options, f'{shell} offers the options of {command}')
    shown = subprocess.run([sys.argv[2], '--help'], capture_output=True, check=True, timeout=60).stdout.decode()
    tap.equal(complete(cli, ['strata', '--']), set(re.findall(r'^  (?:-\w, )?(--[a-z-]+)', shown, re.M)) - {'--help-all', '--help-gapplication'}, f'{shell} offers the options of strata')


def check_commands(tap, cli):
    listed = {line.split('\t')[0] for line in cli.output('--list-commands').splitlines()}
    help_text = cli.output('--help').split('Commands:')[1].split('Options:')[0]
    tap.equal(listed, set(re.findall(r'^  ([a-z]+) ', help_text, re.M)), 'every command of the help is listed')
    summaries = [line.split('\t')[1] for line in cli.output('--list-commands').splitlines()]
    columns = {line.index(summary) for line in help_text.splitlines() for summary in summaries if line.endswith(f' {summary}')}
    tap.equal(len(columns), 1, 'the help has what commands do in one column')
    tap.equal(complete_in_bash(cli, ['strata-cli', 'con']), {'convert'}, 'bash offers those that begin so')
    for command in sorted(listed):
        wanted = set(re.findall(r'^ +(?:-\w, )?(--[a-z-]+)', cli.output(command, '--help'), re.M))
        options = list_options(cli, command)
        tap.equal({one for one in options if one.startswith('--')}, wanted, f'every option of {command} is listed')
    for shell in SHELLS:
        if shutil.which(shell):
            check_shell(tap, cli, shell)


def check_thumbnails(tap, cli, folder):
    output = folder / 'x.png'
    for name in ['android-slow-frame.ftrace.zst', 'method-trace.trace']:
        result = cli.run('thumbnail', '--size=128', '--output', output, DATA / 'samples' / name)
        data = output.read_bytes() if output.exists() else b''
        tap.check(result.returncode == 0 and data[:4] == b'\x89PNG', f'a thumbnail of {name}', result.stderr)
        tap.equal(struct.unpack('>II', data[16:24]), (128, 96), f'the thumbnail of {name} has its size')
        output.unlink()
    check_failure(tap, cli.run('thumbnail', folder / 'noise', '-o', output), 1, ['noise'], 'no trace')
    check_failure(tap, cli.run('thumbnail', folder / 'android.ftrace', '-o', output, '-s', '99999'), 2, ['99999'], 'too large a picture')
    huge = folder / 'huge.ftrace'
    with huge.open('wb') as file:
        file.truncate(5 << 30)
    check_failure(tap, cli.run('thumbnail', huge, '-o', output), 1, ['huge.ftrace', 'too large'], 'too large a file')
    tap.check(not output.exists(), 'nothing is written then')


def main():
    tap, cli, folder = start()
    check_commands(tap, cli)
    check_thumbnails(tap, cli, folder)
    tap.finish()


main()
