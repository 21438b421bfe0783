#!/usr/bin/env python3
"""strata-cli as a whole: help, version, wrong usage, bad input, broken pipes.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gzip
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

COMMANDS = ['info', 'list', 'profile', 'path', 'usage', 'frames', 'render', 'convert', 'clip', 'dmtracedump', 'check']


def check_help(tap, cli):
    result = cli.run('--help')
    tap.equal((result.returncode, result.stderr), (0, b''), '--help')
    tap.none([name for name in COMMANDS if f'\n  {name} '.encode() not in result.stdout], '--help names the commands')
    tap.check(re.fullmatch(rb'strata-cli \d+\.\d+\.\d+\n', cli.run('--version').stdout), '--version')

    for name in COMMANDS:
        result = cli.run(name, '--help')
        tap.check(result.returncode == 0 and f'strata-cli {name}'.encode() in result.stdout and b'FILE' in result.stdout, f'{name} --help', result)
    tap.check(b'+500ms' in cli.run('profile', '--help').stdout, 'profile --help explains spans')


def check_usage(tap, cli, folder):
    android = folder / 'android.ftrace'
    cases = [
        ([], ['info, list, profile']),
        (['konvert'], ['“konvert”', 'info, list, profile']),
        (['info'], ['takes 1 argument', 'strata-cli info --help']),
        (['info', android, android], ['got 2']),
        (['info', ''], ['an argument is empty', 'FILE']),
        (['info', android, '--with', f'{android}@+9999999999s'], ['@+9999999999s', 'a hundred years']),
        (['info', '--csv', android], ['--csv']),
        (['info', '--max-bytes', '12Q', android], ['“12Q”', '64M']),
        (['list', 'slices', '--max-bytes=0', android], ['“0”']),
        (['check', '--max-bytes=9999999T', android], ['“9999999T”']),
        (['check', android, '--max-bytes'], ['--max-bytes']),
        (['info', '--nonsense', android], ['--nonsense']),
        (['list', android], ['takes 2 arguments']),
        (['list', 'nothing', android], ['“nothing”', 'slices, async']),
        (['list', 'slices', '--csv', '--json', android], ['cannot be combined']),
        (['profile', '--by', 'colour', android], ['colour', 'package']),
        (['profile', '--clock', 'moon', android], ['moon', 'wall or cpu']),
        (['profile', '--clock', 'cpu', folder / 'harmony.ftrace'], ['no CPU times']),
        (['profile', '--clock', 'wall', folder / 'cpu.trace'], ['no wall times']),
        (['profile', '--process', '4711', android], ['no process “4711”']),
        (['profile', '--thread', 'nobody', android], ['no thread “nobody”']),
        (['render', android], ['-o']),
        (['render', android, '-o', folder / 'x.gif'], ['x.gif', '.png']),
        (['render', android, '-o', folder / 'x.png', '--size', '5x5'], ['5x5']),
        (['render', android, '-o', folder / 'x.png', '--size', '99999'], ['99999']),
        (['render', android, '-o', folder / 'x.png', '--size', '800xy'], ['800xy']),
        (['render', android, '-o', folder / 'x.png', '--select', 'nothing'], ['“nothing”']),
        (['render', android, '-o', folder / 'x.png', '--span', '1s..1s'], ['empty']),
    ]
    cases += [(['profile', f'--span={span}', android], [f'“{span}”'])
              for span in ['1s', '1s..2q', '..-5', 'x..', '2s..1s', '1.2.3s..2s', '.5s..1s', '99999999999999999999..', '10000000000s..', '1s...2s']]

    for arguments, words in cases:
        check_failure(tap, cli.run(*arguments), 2, words, 'strata-cli ' + ' '.join(str(argument).replace(f'{folder}/', '') for argument in arguments))


def check_bad_input(tap, cli, folder):
    for command in [['info'], ['list', 'slices'], ['profile'], ['check'], ['render', '-o', folder / 'x.png']]:
        for name, words in [('missing', ['missing']), ('empty', ['empty: ']), ('noise', ['noise: ']), ('', [str(folder)])]:
            check_failure(tap, cli.run(*command, folder / name), 1, words, f'{command[0]} of {name or "a folder"}')

    late = folder / 'late.ftrace'
    late.write_text('# tracer: nop\n' + 'app-100 (100) [000] d..3 99999999999.000000: tracing_mark_write: I|100|x\n' * 9, encoding='utf-8')
    check_failure(tap, cli.run('info', late), 1, ['late.ftrace: the times of all events', '292 years'], 'times that nothing can show')
    foreign = folder / 'foreign.cpuprofile'
    foreign.write_text('{"nodes":[{"id":1,"callFrame":{"functionName":"f"}}],"startTime":0,"endTime":9,"samples":[1,7],"timeDeltas":[1,1]}', encoding='utf-8')
    check_failure(tap, cli.run('check', foreign), 1, ['foreign.cpuprofile: ', 'missing from the file: 1'], 'check of samples of no node')

    check_failure(tap, cli.run('info', os.fsdecode(bytes(folder) + b'/\xff.ftrace')), 1, ['strata-cli: '], 'a name that is no UTF-8')
    tap.check(not (folder / 'x.png').exists(), 'render leaves nothing behind')
    check_failure(tap, cli.run('render', folder / 'android.ftrace', '-o', folder / 'no' / 'x.png'), 1, ['x.png'], 'render to where nothing can be')

    tap.equal(cli.run('check', folder / 'android.ftrace').returncode, 0, 'check of a whole file')
    check_failure(tap, cli.run('check', '--', '-x.ftrace'), 1, ['-x.ftrace: '], 'a name with a dash after “--”')
    result = cli.run('check', folder / 'losses.ftrace')
    told = [line for line in result.stderr.decode().splitlines() if 'warning: ' not in line]
    tap.equal((result.returncode, len(told)), (1, 3), 'check tells of every kind of what is lost')
    tap.check('line 11: ' in told[0] and 'line 8: ' in told[1] and told[2].endswith(': 12'), 'with the place and the count', told)
    check_warnings(tap, cli, folder)
    check_failure(tap, cli.run('check', folder / 'cut.trace'), 1, ['cut.trace: byte '], 'check of one that is cut off')
    tap.equal(cli.run('info', folder / 'cut.trace').returncode, 0, 'what could be read of it is shown')


def check_warnings(tap, cli, folder):
    """Overwritten events and a possibly cut-off end are warnings and keep the exit status at 0; definite losses set it to
    1."""
    lines = [f'             app-10    (   10) [000] ...1   1.0000{i}0: tracing_mark_write: {text}\n' for i, text in enumerate(['B|10|a', 'E|10', 'B|10|second', 'E|10'], 1)]
    rows = [
        ('whole', '4/4', ''.join(lines), 0, []),
        ('overwritten', '4/9', ''.join(lines), 0, ['warning: Events overwritten']),
        ('cut in the last marker', '4/4', ''.join(lines)[:-1], 0, ['warning: Last lines without a line end']),
        ('cut in a name', '4/4', ''.join(lines[:3])[:-4], 1, ['The file is cut off: 1']),
        ('cut in a name, number not known', '', ''.join(lines[:3])[:-4], 0, ['warning: Last lines without a line end']),
        ('cut before a marker', '', ''.join(lines[:3])[:-40], 1, ['unreadable event: 1', 'The file is cut off: 1']),
        ('lost', '4/4', lines[0] + 'CPU:0 [LOST 5 EVENTS]\n' + ''.join(lines[1:]), 1, ['Events lost by the kernel: 5']),
        ('lost and overwritten', '4/9', lines[0] + 'CPU:0 [LOST 5 EVENTS]\n' + ''.join(lines[1:]), 1, ['Events lost by the kernel: 5', 'warning: Events overwritten']),
    ]
    for name, entries, text, status, words in rows:
        path = folder / 'warnings.ftrace'
        path.write_text('# tracer: nop\n' + (f'# entries-in-buffer/entries-written: {entries}   #P:1\n' if entries else '') + text, encoding='utf-8')
        result = cli.run('check', path)
        told = result.stderr.decode().splitlines()
        tap.check(result.returncode == status and len(told) == len(words) and all(word in line for word, line in zip(words, told)), f'check of one that is {name}', (result.returncode, told))


def check_bomb(tap, cli, folder):
    """A small file can contain any amount of compressed zeros."""
    bomb = folder / 'bomb.gz'
    bomb.write_bytes(gzip.compress((folder / 'android.ftrace').read_bytes() + bytes(64 << 20)))
    tap.check(bomb.stat().st_size < 100000, 'a bomb is small')
    for command in [['info'], ['list', 'slices'], ['profile'], ['check'], ['render', '-o', folder / 'x.png'], ['convert', '-o', folder / 'x.atrace']]:
        check_failure(tap, cli.run(*command, '--max-bytes=8M', bomb), 1, ['bomb.gz: ', 'the limit of 8388608 bytes'], f'{command[0]} of a bomb')
    check_failure(tap, cli.run('info', bomb, '--max-bytes', '1000'), 1, ['the limit of 1000 bytes'], 'a small limit')
    tap.equal(cli.run('info', folder / 'android.ftrace', '--max-bytes', '1000').returncode, 0, 'what is not compressed is no bomb')
    tap.equal(cli.run('info', bomb, '--max-bytes=1GiB').returncode, 0, 'a limit that is not reached')


def check_standard_input(tap, cli, folder):
    for name in ['android.ftrace', 'dual.trace']:
        data = (folder / name).read_bytes()
        tap.equal(cli.run('list', 'slices', '-', '--csv', data=data).stdout, cli.run('list', 'slices', folder / name, '--csv').stdout, f'{name} from the standard input')
    check_failure(tap, cli.run('info', '-', data=b''), 1, ['standard input: '], 'nothing from the standard input')


def check_output(tap, cli, folder):
    """A reader that closes the pipe is not a failure; a full disk is."""
    trace = folder / 'long.ftrace'
    text = (folder / 'android.ftrace').read_text(encoding='utf-8')
    trace.write_text(text + ''.join(f'app-100 (100) [000] d..3 {2 + i / 1000:.6f}: tracing_mark_write: {"EB"[i % 2 == 0]}|100|filler\n' for i in range(20000)), encoding='utf-8')

    with subprocess.Popen([cli.program, 'list', 'slices', '--csv', trace], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        tap.equal((process.stderr.read(), process.wait(timeout=20) in (0, -13)), (b'', True), 'a pipe whose reader has gone')

    with open('/dev/full', 'wb') as full:
        result = subprocess.run([cli.program, 'info', trace], stdout=full, stderr=subprocess.PIPE, check=False)
        tap.equal((result.returncode, result.stderr.count(b'\n')), (1, 1), 'a full disk')
    check_failure(tap, cli.run('diff', trace, trace, '-o', '/dev/full'), 1, ['/dev/full: '], 'a device is no file')


def check_outputs(tap, cli, folder):
    """Symbolic links are followed, non-files are reported, and a full disk leaves no file."""
    trace = folder / 'android.ftrace'
    target = folder / 'target.svg'
    link = folder / 'link.svg'
    link.symlink_to(target)
    os.mkfifo(folder / 'fifo.svg')
    (folder / 'folder.svg').mkdir()
    commands = [['render', trace, '-o'], ['diff', trace, trace, '--flame', '-o'], ['tree', trace, '--flame']]
    for command in commands:
        target.write_text('before', encoding='utf-8')
        result = cli.run(*command, link)
        tap.equal((result.returncode, link.is_symlink(), target.read_bytes()[:5]), (0, True, b'<?xml'), f'{command[0]} through a link')
        check_failure(tap, cli.run(*command, folder / 'fifo.svg'), 1, ['fifo.svg: ', 'pipe'], f'{command[0]} into a pipe')
        check_failure(tap, cli.run(*command, folder / 'folder.svg'), 1, ['folder.svg: ', 'folder'], f'{command[0]} into a folder')

        new = folder / f'new-{command[0]}.svg'
        result = subprocess.run([cli.program, *command, new], stderr=subprocess.PIPE, check=False, preexec_fn=limit_files)
        tap.equal((result.returncode, result.stderr.count(b'\n'), new.exists()), (1, 1, False), f'{command[0]} to a disk that gets full')


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def check_libraries(tap, cli):
    libraries = subprocess.run(['ldd', cli.program], capture_output=True, check=True).stdout.decode()
    tap.none([line for line in libraries.splitlines() if re.search(r'libgtk|libgdk-|libgsk|libadwaita', line)], 'linked without GTK')


def main():
    tap, cli, folder = start()
    check_help(tap, cli)
    check_usage(tap, cli, folder)
    check_bad_input(tap, cli, folder)
    check_bomb(tap, cli, folder)
    check_standard_input(tap, cli, folder)
    check_output(tap, cli, folder)
    check_outputs(tap, cli, folder)
    check_libraries(tap, cli)
    tap.finish()


main()
