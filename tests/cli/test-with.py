#!/usr/bin/env python3
"""strata-cli with several files on one time axis.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import random
import subprocess
import sys
import tarfile
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'

MARKER = ' app-{tid}  (    7) [000] .... {time:.6f}: tracing_mark_write: {payload}\n'


def write_text(path, begin_s, tid, name):
    path.write_text(MARKER.format(tid=tid, time=begin_s, payload=f'B|7|{name}')
                    + MARKER.format(tid=tid, time=begin_s + 0.001, payload='E|7'))


def starts(cli, *arguments):
    rows = cli.run('list', 'slices', '--csv', *arguments).stdout.decode().splitlines()[1:]
    return [(int(row.split(',')[0]) // 1000, row.split(',')[9]) for row in rows]


def write_chains(client, server, offset_us, parent_spans, drift_ppm=0, length_s=1):
    """200 calls from one device to another: random 30 to 400 µs each way, around 500 µs of work. The server's
    clock is ahead by offset_us in the middle, and too fast by drift_ppm."""
    source = random.Random(7)
    texts = ['', '']
    for i in range(200):
        begin = 5000000 + i * length_s * 5000
        there, work, back = source.randint(30, 400), 500, source.randint(30, 400)
        span = f'{i + 1:x}'

        def at_server(time, middle=5000000 + length_s * 500000):
            return round(time + offset_us + (time - middle) * drift_ppm / 1e6)
        for side, tid, at, until, chain in [(0, 7, begin, begin + there + work + back, f'abc,{span},0'),
                                            (1, 9, at_server(begin + there), at_server(begin + there + work), f'abc,{i + 1001:x},{span}' if parent_spans else f'abc,{span},0')]:
            texts[side] += MARKER.format(tid=tid, time=at / 1e6, payload=f'B|7|H:[{chain}]#call|M62')
            texts[side] += MARKER.format(tid=tid, time=until / 1e6, payload='E|7|M62')
    client.write_text(texts[0])
    server.write_text(texts[1])


# ahead by (µs), too fast by (ppm), for how long (s)
CLOCKS = [(-4000000, 0, 1), (86400000000, 0, 1), (123, 0, 1), (-4000000, 20, 60), (86400000000, -37.5, 600), (5000, 180, 60), (0, -20, 3600),
          (123, 100, 1), (-4000000, -100, 1), (123, 50, 1), (5000, -50, 2), (0, 20, 5)]


def check_chains(tap, cli, folder):
    """The calls bound the clock: within 50 µs of the truth at every call, and no server before its client."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    for offset_us, drift_ppm, length_s in CLOCKS:
        for parent_spans in [False, True]:
            write_chains(client, server, offset_us, parent_spans, drift_ppm, length_s)
            for first, second in [(client, server), (server, client)]:
                name = f'chains {offset_us} {drift_ppm} {parent_spans} {first.name}'
                check_aligned(tap, cli, first, second, name)
                info = cli.json('info', first, '--with', f'{second}@auto@other')['files'][1]
                wanted_ppm = drift_ppm if second == server else -drift_ppm
                tap.check(abs(-info['drift_ppb'] / 1000 - wanted_ppm) <= info['drift_error_ppb'] / 1000 + 0.002, f'{name}: its drift', info)
                tap.check(drift_ppm != 0 or info['drift_ppb'] == 0, f'{name}: no drift where none is', info)
                tap.check(info['error_ns'] <= 90000 and '±' in info['how'], f'{name}: how far it may be off', info)


def write_calls(files, calls, ahead):
    """Calls as (begin, there, work, back) in µs; ahead returns how far the server's clock is ahead at a time."""
    texts = ['', '']
    for number, (begin, there, work, back) in enumerate(calls, 1):
        for side, tid, at, until in [(0, 7, begin, begin + there + work + back), (1, 9, begin + there, begin + there + work)]:
            at, until = (time + ahead(time) * side for time in (at, until))
            texts[side] += MARKER.format(tid=tid, time=round(at) / 1e6, payload=f'B|7|H:[abc,{number:x},0]#call|M62') + MARKER.format(tid=tid, time=round(until) / 1e6, payload='E|7|M62')
    for file, text in zip(files, texts):
        file.write_text(text)


# name, calls per minute, drift, times there and back by the elapsed fraction of the minute, whether the calls prove the
# drift
WAYS = [
    ('asymmetric', 200, 0, lambda source, part: (source.randint(30, 60), source.randint(2000, 2400)), False),
    ('asymmetric, drifts a little', 200, 20, lambda source, part: (source.randint(30, 60), source.randint(2000, 2400)), False),
    ('asymmetric, drifts', 200, -100, lambda source, part: (source.randint(30, 60), source.randint(2000, 2400)), True),
    ('slower and slower', 200, 0, lambda source, part: (30 + round(3000 * part), 30), False),
    ('slower there, faster back', 200, 0, lambda source, part: (30 + round(1000 * part), 1030 - round(1000 * part)), False),
    ('jitter', 400, -20, lambda source, part: (source.randint(30, 20000), source.randint(30, 20000)), True),
    ('two calls', 2, 100, lambda source, part: (source.randint(30, 400), source.randint(30, 400)), True),
    ('two calls, no drift', 2, 0, lambda source, part: (source.randint(30, 400), source.randint(30, 400)), False),
    ('one call', 1, 100, lambda source, part: (source.randint(30, 400), source.randint(30, 400)), False),
]


def check_ways(tap, cli, folder):
    """Statements about a clock are exactly what the calls allow: the truth is within the errors of offset and drift, and a
    drift is called proven only if the calls exclude 0."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    for name, n_calls, drift_ppm, ways, is_proven in WAYS:
        source = random.Random(5)
        calls = []
        for i in range(n_calls):
            there, back = ways(source, i / n_calls)
            calls.append((5000000 + i * 60000000 // n_calls, there, 500, back))
        write_calls([client, server], calls, lambda time, ppm=drift_ppm: 123456 + (time - 35000000) * ppm / 1e6)
        info = cli.json('info', client, '--with', f'{server}@auto@other')['files'][1]
        tap.equal(info['clock'], 'chain', f'{name}: by the calls')
        tap.equal('no drift of its clock is proven' not in info['how'], is_proven, f'{name}: whether a drift is proven')
        tap.check(abs(info['drift_ppb'] / 1000 + drift_ppm) <= info['drift_error_ppb'] / 1000 + 0.002, f'{name}: the drift is within its error', info)
        rows = [(int(row['ts_ns']), int(row['dur_ns']), row['tid']) for row in cli.rows('list', 'slices', client, '--with', f'{server}@auto@other')]
        pairs = list(zip(sorted(row for row in rows if row[2] == '7'), sorted(row for row in rows if row[2] == '9')))
        tap.none([pair for pair in pairs if pair[0][0] > pair[1][0] or sum(pair[1][:2]) > sum(pair[0][:2])], f'{name}: no server outside of its client')
        wrong = [(pair, call) for pair, call in zip(pairs, calls) if abs(pair[1][0] - (call[0] + call[1]) * 1000) > info['error_ns'] + 1500]
        tap.none(wrong, f'{name}: every call within the error')


def check_growth(tap, cli, folder):
    """Away from the calls the error grows with the uncertainty of the drift."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    write_calls([client, server], [(5000000, 100, 500, 100), (6000000, 100, 500, 100), (106000000, 100, 500, 5000000)], lambda time: 0)
    info = cli.json('info', client, '--with', f'{server}@auto@other')['files'][1]
    tap.check(info['drift_ppb'] == 0 and 0 < info['drift_error_ppb'] and info['error_ns'] > 100000, 'the error of the last call', info)
    tap.check('no drift of its clock is proven' in info['how'] and 'away from the calls' in info['how'], 'is told', info['how'])


def check_set_clock(tap, cli, folder):
    """If a clock is set during the capture, no offset fits all calls, and network times are unknown."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    for calendar in ['', MARKER.format(tid=7, time=4.9, payload='trace_event_clock_sync: realtime_ts=1700000000000')]:
        write_calls([client, server], [(5000000 + i * 100000, 100, 500, 100) for i in range(100)], lambda time: 3000000 if time < 10000000 else 10000000)
        for file in [client, server]:
            file.write_text(calendar + file.read_text())
        info = cli.json('info', client, '--with', f'{server}@auto@other')
        tap.equal(info['files'][1]['clock'], 'unknown', 'a clock that was set')
        tap.check('unknown-clock' in str(info['diagnostics']), 'is told', info['diagnostics'])
        tap.equal(['starts with the first file' in str(told) for told in (info['diagnostics'], info['files'][1]['how'])], [not calendar] * 2, 'and whether the starts were aligned')
        hops = [row for row in cli.rows('list', 'chains', client, '--with', f'{server}@auto@other') if row['hop']]
        tap.equal({(row['hop'], row['there_ns'], row['back_ns']) for row in hops}, {('device', '', '')}, 'and no way is')


def check_calendar(tap, cli, folder):
    """Calls have precedence over calendars, which are one second off here."""
    client, server = folder / 'client.txt', folder / 'server.txt'
    write_calls([client, server], [(5000000 + i * 100000, 100, 500, 100) for i in range(100)], lambda time: 3000000)
    for file, calendar_ms in [(client, 1700000000000), (server, 1700000004000)]:
        file.write_text(MARKER.format(tid=7, time=4.9, payload=f'trace_event_clock_sync: realtime_ts={calendar_ms}') + file.read_text())
    info = cli.json('info', client, '--with', f'{server}@auto@other')['files'][1]
    tap.check(info['clock'] == 'chain' and abs(info['offset_ns'] + 3000000000) <= info['error_ns'] <= 110000, 'calls before the calendar', info)


def check_twice(tap, cli, folder):
    """A file that is given twice is reported, unless it is compared with itself."""
    path = folder / 'twice.txt'
    write_text(path, 5, 7, 'call')
    (folder / 'link.txt').symlink_to(path)
    for with_file, is_said in ((path, True), (folder / 'link.txt', True), (f'{path}@+1ms', False), (f'{path}@other', False)):
        said = cli.run('info', path, '--with', with_file).stderr.decode()
        tap.equal('is given twice' in said, is_said, f'{pathlib.Path(with_file).name} beside twice.txt')


def check_three(tap, cli, folder):
    """Only the second device calls the third."""
    source = random.Random(3)
    files = [folder / f'{name}.txt' for name in 'abc']
    ahead = [0, 777000000, -3000000]
    texts = ['', '', '']
    truth = []
    for i in range(50):
        begin, ways = 5000000 + i * 200000, [source.randint(30, 300) for _ in range(4)]
        spans = [f'{3 * i + k:x}' for k in range(4)]
        times = [begin, begin + ways[0], begin + ways[0] + 100 + ways[1]]
        ends = [0, 0, times[2] + 400]
        ends[1] = ends[2] + ways[2] + 100
        ends[0] = ends[1] + ways[3]
        truth.append(times)
        for side in range(3):
            texts[side] += MARKER.format(tid=7 + side, time=(times[side] + ahead[side]) / 1e6, payload=f'B|7|H:[abc,{spans[side + 1]},{spans[side] if side else 0}]#call|M62')
            texts[side] += MARKER.format(tid=7 + side, time=(ends[side] + ahead[side]) / 1e6, payload='E|7|M62')
    for file, text in zip(files, texts):
        file.write_text(text)
    for order in [(0, 1, 2), (0, 2, 1), (2, 1, 0), (1, 0, 2)]:
        arguments = [files[order[0]]] + [argument for side in order[1:] for argument in ('--with', f'{files[side]}@auto@other')]
        infos = cli.json('info', *arguments)['files']
        tap.equal([info['clock'] for info in infos[1:]], ['chain', 'chain'], f'three devices {order}')
        for place, side in enumerate(order):
            wanted_ns = (ahead[order[0]] - ahead[side]) * 1000
            tap.check(abs(infos[place]['offset_ns'] - wanted_ns) <= infos[place]['error_ns'] + 1000, f'three devices {order}: clock {side}', infos[place])
        rows = [row for row in cli.rows('list', 'chains', *arguments)]
        tap.equal([row['depth'] for row in rows], ['0', '1', '2'] * 50, f'three devices {order}: who called whom')
        tap.none([row for row in rows if row['hop'] and (not row['there_ns'] or not row['back_ns'])], f'three devices {order}: no server outside of its client')


def check_aligned(tap, cli, first, second, name):
    """Both devices with a common time axis. The network times were generated, so the place of each server is known."""
    info = cli.json('info', first, '--with', f'{second}@auto@other')['files'][1]
    tap.equal(info['clock'], 'chain', f'{name}: by the calls')
    rows = [(int(row['ts_ns']), int(row['dur_ns']), row['tid']) for row in cli.rows('list', 'slices', first, '--with', f'{second}@auto@other')]
    clients = sorted(row for row in rows if row[2] == '7')
    servers = sorted(row for row in rows if row[2] == '9')
    source = random.Random(7)
    ways = [(source.randint(30, 400), source.randint(30, 400)) for _ in clients]
    pairs = list(zip(clients, servers))
    tap.none([pair for pair in pairs if pair[0][0] > pair[1][0] or sum(pair[1][:2]) > sum(pair[0][:2])], f'{name}: no server outside of its client')
    # 2 µs for the rounding of the text
    wrong = [(pair, way) for pair, way in zip(pairs, ways) if abs(pair[1][0] - pair[0][0] - way[0] * 1000) > min(info['error_ns'], 50000) + 2000]
    tap.none(wrong, f'{name}: every call within 50 us and within the error')
    hops = [row for row in cli.rows('list', 'chains', first, '--with', f'{second}@auto@other') if row['hop']]
    told = [(int(row['there_ns']), int(row['dur_ns']), int(row['back_ns'])) for row in hops if row['hop'] == 'device' and int(row['clock_error_ns']) >= info['error_ns']]
    tap.equal(told, [(server[0] - client[0], server[1], sum(client[:2]) - sum(server[:2])) for client, server in pairs], f'{name}: the network and the work of each call')


def check_offsets(tap, cli, folder):
    first, second = folder / 'first.txt', folder / 'second.txt'
    write_text(first, 5, 7, 'one')
    write_text(second, 5.0005, 8, 'two')

    tap.equal(starts(cli, first, '--with', second), [(5000000, 'one'), (5000500, 'two')], 'both')
    tap.equal(starts(cli, first, '--with', f'{second}@+2.5ms'), [(5000000, 'one'), (5003000, 'two')], 'moved on')
    tap.equal(starts(cli, first, '--with', f'{second}@-1s@other'), [(4000500, 'two'), (5000000, 'one')], 'moved back, another device')
    tap.equal(starts(cli, first, '--with', second, '--with', f'{first}@+1s')[-1], (6000000, 'one'), 'three')
    check_failure(tap, cli.run('list', 'slices', first, '--with', f'{second}@+x'), 2, ['@+x'], 'a bad offset')
    check_failure(tap, cli.run('info', first, '--with', f'{second}@nan'), 2, ['@nan', 'not an offset'], 'an offset without a sign')
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
    """Each file keeps its own format and its own meaning of "H:"."""
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
    check_failure(tap, cli.run('info', '--max-bytes', '200', archive), 1, ['both.zip: ', 'the limit of 200 bytes'], 'a small limit')
    check_failure(tap, cli.run('dmtracedump', archive), 1, ['both.zip: ', '2 traces'], 'dmtracedump of several traces')


def check_stacks(tap, cli, folder):
    """Stacks of HiCollie are placed at the long task of their main thread, and this is reported."""
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


def check_pause(tap, cli, folder):
    """Two recordings of a process: calls open at the end of the first do not enclose calls of the second. Files of one recording continue
    each other."""
    def write(name, begin_s, text):
        path = folder / name
        path.write_text('# tracer: nop\n#\n' + ''.join(f'  app-10    (   10) [000] .... {begin_s + at:.6f}: tracing_mark_write: {mark}\n' for at, mark in text))
        return path
    first = write('first.ftrace', 100, [(0, 'B|10|one'), (1, 'E|10'), (2, 'B|10|open'), (2.25, 'S|10|lost|1'), (2.25, 'S|10|load|1'), (2.5, 'B|10|in'), (2.75, 'E|10')])
    later = write('later.ftrace', 500, [(0, 'B|10|two'), (0.5, 'S|10|late|1'), (1, 'E|10'), (1, 'F|10|load|1'), (2, 'E|10')])
    close = write('close.ftrace', 103, [(0, 'B|10|two'), (1, 'E|10'), (2, 'E|10')])
    for name, writer in (('both.tar', tarfile.open), ('both.zip', zipfile.ZipFile)):
        with writer(folder / name, 'w') as archive:
            for path in (later, first):
                (archive.add if name.endswith('tar') else archive.write)(path, path.name)
        rows = [(row['name'], row['depth'], row['dur_ns'] // 10**6, row['flags']) for row in cli.json('list', 'slices', folder / name)]
        tap.equal(rows, [('one', 0, 1000, ''), ('open', 0, 750, 'unfinished'), ('in', 1, 250, ''), ('two', 0, 1000, '')], f'{name}: two recordings')
        tap.equal({row['kind']: row['count'] for row in cli.json('list', 'diagnostics', folder / name)}, {'unfinished-slice': 1, 'unfinished-async': 2, 'unmatched-end': 1, 'unknown-clock': 1}, 'and that is reported')
        rows = [(row['name'], row['dur_ns'] // 10**6, row['flags']) for row in cli.json('list', 'async', folder / name)]
        tap.equal(rows, [('lost', 500, 'unfinished'), ('load', 398750, ''), ('late', 1500, 'unfinished')], f'{name}: asynchronous slices end with their recording, unless another has their end')
    rows = [(row['name'], row['depth'], row['dur_ns'] // 10**6, row['flags']) for row in cli.json('list', 'slices', first, f'--with={close}')]
    tap.equal(rows, [('one', 0, 1000, ''), ('open', 0, 3000, ''), ('in', 1, 250, ''), ('two', 1, 1000, '')], 'two files of one recording')


def check_schedule(tap, cli, folder):
    """A thread that ran, waited or slept at the end of a recording is unknown until the next recording begins."""
    def write(name, begin_s, lines):
        path = folder / name
        path.write_text('# tracer: nop\n#\n' + ''.join(f'  a-{tid} ({tid:5}) [000] d... {begin_s + at:.6f}: {text}\n' for at, tid, text in lines))
        return path

    def switch(at, tid, state, next_tid):
        return at, tid, f'sched_switch: prev_comm=a prev_pid={tid} prev_prio=120 prev_state={state} ==> next_comm=a next_pid={next_tid} next_prio=120'
    first = write('ran.ftrace', 100, [switch(0, 10, 'S', 20), switch(1, 20, 'R', 30), (2, 30, 'sched_waking: comm=a pid=10 prio=120 target_cpu=000')])
    later = write('runs.ftrace', 160, [switch(0, 30, 'S', 10), switch(1, 10, 'S', 20), switch(2, 20, 'S', 30)])
    rows = {row['tid']: row for row in cli.rows('usage', '--by', 'thread', first, f'--with={later}')}
    found = {tid: [int(row[name]) // 10**9 for name in ('running_ns', 'runnable_ns', 'preempted_ns', 'unknown_ns')] for tid, row in rows.items()}
    tap.equal(found, {'10': [1, 0, 0, 58], '20': [2, 0, 1, 59], '30': [1, 0, 0, 58]}, 'a pause between recordings')
    losses = [(row['ts_ns'] // 10**9, row['dur_ns'] // 10**9) for row in cli.json('list', 'losses', first, f'--with={later}')]
    tap.equal(losses, [(102, 58)], 'nothing is known of the CPU in it')


def check_apart(tap, cli, folder):
    """Files that have no time in common are converted, and that is said; not if the user gave the offset."""
    one, later, copy = folder / 'one.ftrace', folder / 'later.ftrace', folder / 'both.pftrace'
    for path, begin in ((one, 1), (later, 100)):
        path.write_text('# tracer: nop\n#\n' + ''.join(MARKER.format(tid=7, time=time, payload='I|7|x') for time in (begin, begin + 1)))
    note = f'strata-cli: {later}: its times do not overlap those of {one}: there are 98.0\u00a0s between them\n'
    for argument, wanted in ((f'--with={later}', note), (f'--with={later}@-99s', ''), (f'--with={later}@+5s', ''),
                             (f'--with={one}', f'strata-cli: {one}: is given twice, so all that it contains counts twice\n')):
        result = cli.run('convert', one, argument, '-o', copy)
        copy.unlink()
        tap.equal((result.returncode, result.stderr.decode()), (0, wanted), f'convert {argument.replace(str(folder), "")}')


def check_devices(tap, cli, folder):
    """Devices are machines in packets, with ids, CPUs, disks and counters of their own."""
    copy = folder / 'devices.pftrace'
    files = [SAMPLES / 'android-busy-cpus.ftrace.zst', f'--with={SAMPLES / "openharmony-slow-disk.ftrace.zst"}@other']
    said = cli.run('convert', *files, '-o', copy).stderr.decode().splitlines()
    tap.equal([text.partition('has the starts of ')[0] for text in said], [f'strata-cli: {copy}: '], 'two devices in packets')
    for kind in ('slices', 'async', 'instants', 'counters', 'threads', 'processes', 'cpu', 'states', 'kernel', 'frames'):
        tap.equal(sorted(cli.output('list', kind, '--csv', copy).splitlines()), sorted(cli.output('list', kind, '--csv', *files).splitlines()), f'the same {kind} of two devices')


def check_moved(tap, cli, folder):
    """Times before 0 are all moved by the same amount if a format cannot hold them. Slices that ended with their
    file still do."""
    path, other = folder / 'positive.ftrace', folder / 'moved.ftrace'
    path.write_text('# tracer: nop\n#\n' + MARKER.format(tid=7, time=1, payload='B|7|first') + MARKER.format(tid=7, time=2.25, payload='E|7'))
    other.write_text('# tracer: nop\n#\n' + MARKER.format(tid=9, time=1.3, payload='B|7|open') + MARKER.format(tid=9, time=1.8, payload='I|7|last'))

    def read(*arguments):
        return [(row['start_ns'] if 'start_ns' in row else row['ts_ns'], row['name'], row['dur_ns'], row['flags']) for row in cli.json('list', 'slices', *arguments)]
    expected = read(path, f'--with={other}@-3s')
    tap.equal(expected, [(-1700000000, 'open', 500000000, 'unfinished'), (1000000000, 'first', 1250000000, '')], 'times before 0')
    for name, moved_s in (('out.ftrace', 2), ('out.pftrace', 2), ('out.json', 0), ('out.strata', 2)):
        command = ('convert',) if not name.endswith('strata') else ('clip', '--span=+0s..+5s', '--note=here')
        result = cli.run(*command, path, f'--with={other}@-3s', '-o', folder / name)
        tap.equal(read(folder / name), [(start_ns + moved_s * 10**9, *row) for start_ns, *row in expected], f'{name}: moved by {moved_s} s')
        tap.equal((result.returncode, b'all times are 2 s later' in result.stderr), (0, moved_s > 0), f'{name}: and that is said')
    with zipfile.ZipFile(folder / 'out.strata') as archive:
        notes = b''.join(archive.read(name) for name in archive.namelist() if not name.endswith('ftrace')).decode()
    tap.check('time=300000000\nnote=here' in notes, 'notes are moved, too')


def write_binder_call(path, app, service):
    """A call from process 10 to process 20, which have these names."""
    events = [(10, app, 10, 'binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3'),
              (20, service, 20, 'binder_transaction_received: transaction=5'),
              (30, service, 20, 'binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0'),
              (40, app, 10, 'binder_transaction_received: transaction=6')]
    path.write_text('# tracer: nop\n' + ''.join(f'  {name}-{tid} ({tid:5}) [000] .... 1.{us:06}: {event}\n' for us, name, tid, event in events), encoding='utf-8')


def check_binder(tap, cli, folder):
    """Processes of two devices have the same ids: each call is to the one of its device."""
    files = [folder / 'phone.ftrace', folder / 'watch.ftrace']
    write_binder_call(files[0], 'app', 'service')
    write_binder_call(files[1], 'face', 'sensors')
    names = [row['name'] for row in cli.rows('list', 'kernel', files[0], '--with', f'{files[1]}@+0ms@other')]
    tap.equal(sorted(names), ['binder call from app', 'binder call from face', 'binder call to sensors', 'binder call to service'], 'names of the other device')


def main():
    tap, cli, folder = start()
    check_moved(tap, cli, folder)
    check_apart(tap, cli, folder)
    check_devices(tap, cli, folder)
    check_schedule(tap, cli, folder)
    check_archives(tap, cli, folder)
    check_offsets(tap, cli, folder)
    check_chains(tap, cli, folder)
    check_ways(tap, cli, folder)
    check_growth(tap, cli, folder)
    check_set_clock(tap, cli, folder)
    check_calendar(tap, cli, folder)
    check_three(tap, cli, folder)
    check_twice(tap, cli, folder)
    check_sorts(tap, cli, folder)
    check_told(tap, cli, folder)
    check_stacks(tap, cli, folder)
    check_pause(tap, cli, folder)
    check_binder(tap, cli, folder)
    tap.finish()


main()
