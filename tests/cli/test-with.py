#!/usr/bin/env python3
"""strata-cli with several files on one time axis.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import random
import subprocess
import sys
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

MARKER = ' app-{tid}  (    7) [000] .... {time:.6f}: tracing_mark_write: {payload}\n'


def write_text(path, begin_s, tid, name):
    path.write_text(MARKER.format(tid=tid, time=begin_s, payload=f'B|7|{name}')
                    + MARKER.format(tid=tid, time=begin_s + 0.001, payload='E|7'))


def starts(cli, *arguments):
    rows = cli.run('list', 'slices', '--csv', *arguments).stdout.decode().splitlines()[1:]
    return [(int(row.split(',')[0]) // 1000, row.split(',')[9]) for row in rows]


def write_chains(client, server, offset_us, parent_spans):
    """200 calls from one device to another: 30 to 400 us on the way there and back, drawn
    apart, around 500 us of work; the server's clock is ahead by offset_us."""
    source = random.Random(7)
    texts = ['', '']
    for i in range(200):
        begin = 5000000 + i * 5000
        there, work, back = source.randint(30, 400), 500, source.randint(30, 400)
        span = f'{i + 1:x}'
        for side, tid, at, until, chain in [(0, 7, begin, begin + there + work + back, f'abc,{span},0'),
                                            (1, 9, begin + there + offset_us, begin + there + work + offset_us, f'abc,{i + 1001:x},{span}' if parent_spans else f'abc,{span},0')]:
            texts[side] += MARKER.format(tid=tid, time=at / 1e6, payload=f'B|7|H:[{chain}]#call|M62')
            texts[side] += MARKER.format(tid=tid, time=until / 1e6, payload='E|7|M62')
    client.write_text(texts[0])
    server.write_text(texts[1])


def check_chains(tap, cli, folder):
    """The calls bound the clock: within 50 us of the truth, and no server before its client."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    for offset_us in [-4000000, 86400000000, 123]:
        for parent_spans in [False, True]:
            write_chains(client, server, offset_us, parent_spans)
            for first, second, expected in [(client, server, -offset_us), (server, client, offset_us)]:
                name = f'chains {offset_us} {parent_spans} {first.name}'
                info = json.loads(cli.run('info', '--json', first, '--with', f'{second}@auto@other').stdout)
                found = info['files'][1]
                tap.equal(found['clock'], 'chain', f'{name}: by the calls')
                tap.check(abs(found['offset_ns'] / 1000 - expected) <= found['error_ns'] / 1000 + 1 and found['error_ns'] <= 50000, f'{name}: within 50 us', found)
                rows = cli.run('list', 'slices', '--csv', first, '--with', f'{second}@auto@other').stdout.decode().splitlines()[1:]
                times = sorted((int(row.split(',')[0]), int(row.split(',')[1])) for row in rows)
                tap.none([pair for pair in zip(times[::2], times[1::2]) if pair[0][1] < pair[1][1] or sum(pair[1]) > sum(pair[0])], f'{name}: no server outside of its client')


def check_offsets(tap, cli, folder):
    first, second = folder / 'first.txt', folder / 'second.txt'
    write_text(first, 5, 7, 'one')
    write_text(second, 5.0005, 8, 'two')

    tap.equal(starts(cli, first, '--with', second), [(5000000, 'one'), (5000500, 'two')], 'both')
    tap.equal(starts(cli, first, '--with', f'{second}@+2.5ms'), [(5000000, 'one'), (5003000, 'two')], 'moved on')
    tap.equal(starts(cli, first, '--with', f'{second}@-1s@other'), [(4000500, 'two'), (5000000, 'one')], 'moved back, another device')
    tap.equal(starts(cli, first, '--with', second, '--with', f'{first}@+1s')[-1], (6000000, 'one'), 'three')
    check_failure(tap, cli.run('list', 'slices', first, '--with', f'{second}@+x'), 2, ['@+x'], 'a bad offset')
    check_failure(tap, cli.run('info', first, '--with', '@other'), 2, ['missing'], 'no name')
    check_failure(tap, cli.run('info', first, '--with', folder / 'nowhere'), 1, ['nowhere'], 'a file that is not there')
    check_failure(tap, cli.run('info', first, '--with', folder / 'noise'), 1, ['noise'], 'a file that is no trace')

    at = folder / 'name@other'
    at.write_bytes(second.read_bytes())
    tap.equal(starts(cli, first, '--with', f'{at}@auto')[-1], (5000500, 'two'), 'a name that looks like an option')


def check_told(tap, cli, folder):
    first, second = folder / 'first.txt', folder / 'second.txt'
    info = cli.json('info', first, '--with', f'{second}@+2.5ms')
    tap.equal([(file['clock'], file['offset_ns']) for file in info['files']], [('first', 0), ('given', 2500000)], 'info tells the offsets')
    tap.check('files' not in cli.json('info', first), 'not of a single file', '')
    text = cli.output('info', first, '--with', f'{second}@+2.5ms')
    tap.check('+2.50' in text and 'set manually' in text, 'for people, too', text)

    second.write_text(second.read_text() + 'noise\n')
    rows = cli.run('list', 'diagnostics', '--csv', first, '--with', second).stdout.decode().splitlines()
    tap.check(rows[0].endswith(',file') and rows[1].endswith(str(second)) and ',3,' in rows[1], 'diagnostics tell the file', rows)
    tap.equal(cli.run('list', 'diagnostics', '--csv', second).stdout.decode().splitlines()[0].split(',')[-1], 'sample', 'not of a single file')
    for command in [['profile'], ['check'], ['render', '-o', folder / 'x.svg'], ['convert', '-o', folder / 'x.atrace']]:
        tap.equal(cli.run(*command, first, '--with', second).returncode, 0, f'{command[0]} takes several files')


def check_sorts(tap, cli, folder):
    """What a file is, and what "H:" in it means, each says for itself."""
    hitrace, android, method = folder / 'hitrace.txt', folder / 'android.txt', folder / 'plain.txt'
    write_text(hitrace, 5, 7, 'H:one|M62')
    write_text(android, 6, 8, 'two')
    android.write_text(android.read_text() + MARKER.format(tid=8, time=6.5, payload='B|7|H:mine') + MARKER.format(tid=8, time=6.6, payload='E|7'))
    method.write_text(' app-9  (    7) [000] .... 7.000000: sched_waking: comm=app pid=8 prio=120 target_cpu=000\n')
    files = [hitrace, android, method]

    for first in files:
        others = [argument for file in files if file != first for argument in ('--with', file)]
        formats = {file['file']: file['format'] for file in cli.json('info', first, *others)['files']}
        tap.equal([formats[str(file)] for file in files], ['HiTrace', 'atrace / systrace', 'ftrace'], f'each has its own format, {first.name} first')
        tap.equal([name for _, name in starts(cli, first, *others)], ['one', 'two', 'H:mine'], f'and its own prefix, {first.name} first')


def check_archives(tap, cli, folder):
    first, second, archive = folder / 'first.txt', folder / 'second.txt', folder / 'both.zip'
    write_text(first, 5, 7, 'one')
    write_text(second, 5.0005, 8, 'two')
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED) as writer:
        writer.write(second, 'b.txt')
        writer.write(first, 'a.txt')
        writer.writestr('README', 'Read me.')
    both = [(5000000, 'one'), (5000500, 'two')]
    tap.equal(starts(cli, archive), both, 'an archive')
    tap.equal(starts(cli, first, '--with', f'{archive}@+1s'), [(5000000, 'one'), (6000000, 'one'), (6000500, 'two')], 'an archive beside a file')
    tap.equal([file['file'] for file in cli.json('info', archive)['files']], [f'{archive}/a.txt', f'{archive}/b.txt'], 'in the order of names')
    with subprocess.Popen(['cat', archive], stdout=subprocess.PIPE) as pipe:
        piped = subprocess.run([sys.argv[1], 'list', 'slices', '--csv', '-'], stdin=pipe.stdout, capture_output=True, check=False)
    tap.equal(piped.stdout, cli.run('list', 'slices', '--csv', archive).stdout, 'from a pipe')
    rows = cli.run('list', 'diagnostics', '--csv', archive).stdout.decode()
    tap.check('skipped-section' in rows and 'README: ' in rows, 'what is skipped is told', rows)
    check_failure(tap, cli.run('info', '--max-bytes', '200', archive), 1, ['both.zip: ', 'more than 200 bytes'], 'a small limit')
    check_failure(tap, cli.run('dmtracedump', archive), 1, ['both.zip: ', '2 traces'], 'dmtracedump of several traces')


def check_stacks(tap, cli, folder):
    """Stacks of HiCollie stand at the long task of their main thread, which is told."""
    trace, stacks = folder / 'tasks.txt', folder / 'stacks.txt'
    trace.write_text(''.join(MARKER.format(tid=7, time=begin_s + after_s, payload=payload) for begin_s, length_s, name in [(5, 0.2, 'short'), (6, 0.4, 'long')]
                             for after_s, payload in [(0, f'B|7|{name}'), (length_s, 'E|7')]))
    stacks.write_text('Pid: 7\n3 #00 pc 1 /a(f)\n  2 #01 at wait2 (/Index.js:16:12)\n')
    for files in [(trace, '--with', stacks), (stacks, '--with', trace)]:
        info = cli.json('info', *files)
        log = next(file for file in info['files'] if file['format'] == 'HiCollie stacks')
        tap.equal((log['clock'], log['begin_ns'], log['end_ns']), ('task', 6_000_000_000, 6_450_000_000), 'stacks are placed')
        tap.check('“long”, 400.0' in log['how'] and 'thread 7' in log['how'], 'how they are is told', log['how'])
        tap.equal((info['begin_ns'], info['end_ns']), (5_000_000_000, 6_450_000_000), 'and the time is that of both')
    tap.equal(starts(cli, trace, '--with', stacks), [(5000000, 'short'), (6000000, 'long'), (6000000, 'f'), (6000000, 'wait2')], 'main-thread task')
    rows = cli.run('list', 'tasks', '--csv', trace, '--with', stacks).stdout.decode().splitlines()[1:]
    tap.equal([row.split(',')[9] for row in rows], ['short', 'long'], 'samples are no tasks')
    told = cli.output('info', trace, '--with', stacks)
    tap.check('when each stack was sampled is not known' in told, 'for people, too', told)


def main():
    tap, cli, folder = start()
    check_archives(tap, cli, folder)
    check_offsets(tap, cli, folder)
    check_chains(tap, cli, folder)
    check_sorts(tap, cli, folder)
    check_told(tap, cli, folder)
    check_stacks(tap, cli, folder)
    tap.finish()


main()
