#!/usr/bin/env python3
"""strata-cli frames, list frames, tasks and phases.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parent.parent.parent / 'data' / 'samples'

# sample, process, what its slow frame is known by and its verdict, first cause and what it names
PLANTED = [
    ('android-slow-frame.ftrace.zst', 'om.example.shop', 48310, 'very-late', 'lock', 'Worker-2'),
    ('openharmony-slow-frame.ftrace.zst', 'm.example.notes', 6240, 'very-late', 'work', 'JSON.parse'),
    ('android-busy-cpus.ftrace.zst', 'om.example.shop', 48256, 'very-late', 'cpu', 'media.swcodec'),
    ('openharmony-slow-disk.ftrace.zst', 'm.example.notes', 6186, 'dropped', 'io', 'SqliteConnection::Commit'),
]


def check_planted(tap, cli):
    for sample, process, number, verdict, kind, name in PLANTED:
        slow = cli.json('frames', SAMPLES / sample)['slow']
        worst = slow[0]
        tap.equal((worst['process'], worst['id'], worst['verdict']), (process, number, verdict), f'{sample}: the planted frame is first')
        first = worst['causes'][0]
        tap.check(first['kind'] == kind and name in first['text'], f'{sample}: the planted cause is first', first)
        tap.check(0 < first['total_ns'] <= worst['total_ns'], f'{sample}: its share is one of the frame', worst)
        tap.check('Deadline: ' in worst['rule'], f'{sample}: the rule is told', worst['rule'])
        tap.none([frame for frame in slow[1:] if frame['overrun_ns'] > worst['overrun_ns']], f'{sample}: worst first')
        text = cli.output('frames', SAMPLES / sample)
        tap.check(name in text and ('Very late: ' in text or 'Dropped: ' in text), f'{sample}: for people', text)


def check_summaries(tap, cli):
    for sample, *_ in PLANTED:
        frames = list(cli.rows('list', 'frames', SAMPLES / sample))
        for row in cli.json('frames', SAMPLES / sample, '--worst', '0')['groups']:
            own = [frame for frame in frames if int(frame['tid']) == row['tid']]
            durations = sorted(int(frame['dur_ns']) for frame in own if frame['verdict'] != 'unfinished')
            janky = [frame for frame in own if frame['verdict'] in ('late', 'very-late', 'dropped')]
            tap.equal((row['frames'], row['janky'], row['longest_ns']), (len(own), len(janky), durations[-1]), f'{sample}: {row["process"]}: sums are those of the list')
            tap.equal([row[f'p{percent}_ns'] for percent in (50, 90, 95, 99)], [durations[-(-len(durations) * percent // 100) - 1] for percent in (50, 90, 95, 99)],
                      f'{sample}: {row["process"]}: percentiles')
        tap.none([frame for frame in frames if frame['overrun_ns'] and int(frame['overrun_ns']) > 0 and not frame['rule']], f'{sample}: nothing is late without a rule')
        csv_rows = list(cli.rows('frames', SAMPLES / sample))
        tap.equal([row['tid'] for row in csv_rows], [str(row['tid']) for row in cli.json('frames', SAMPLES / sample)['groups']], f'{sample}: CSV has the same groups')


def check_tasks(tap, cli):
    android = SAMPLES / 'android-slow-frame.ftrace.zst'
    tap.equal(list(cli.rows('list', 'tasks', android)), [], 'no task takes 150 ms')
    rows = list(cli.rows('list', 'tasks', '--warn', '20ms', '--severe', '40ms', android))
    tap.equal([(row['name'], row['level'], row['reason_kind']) for row in rows], [('Choreographer#doFrame 48310', 'severe', 'lock')], 'limits can be set')
    rows = list(cli.rows('list', 'tasks', '--limit', 'decodeBitmap(hero*=10ms', '--limit', 'thread:Worker-2=20ms', android))
    tap.equal([row['name'] for row in rows], ['decodeBitmap(hero.webp)', 'SharedPreferencesImpl#commit'], 'names and threads have limits of their own')
    for arguments, words in [(['--warn', 'soon'], ['150ms']), (['--limit', 'x'], ['“x”']), (['--limit', 'x=soon'], ['NAME=TIME'])]:
        check_failure(tap, cli.run('list', 'tasks', *arguments, android), 2, words, ' '.join(arguments))
    check_failure(tap, cli.run('list', 'slices', '--warn', '1s', android), 2, ['kind tasks'], '--warn of another kind')
    phases = list(cli.rows('list', 'phases', android))
    tap.check(phases and all(row['kind'] == 'input' and int(row['dur_ns']) > 0 for row in phases), 'inputs have phases', phases[:2])


def main():
    tap, cli, folder = start()
    check_planted(tap, cli)
    check_summaries(tap, cli)
    check_tasks(tap, cli)
    result = cli.run('frames', folder / 'scheduler.ftrace')
    tap.check(result.returncode == 0 and b'no frames' in result.stderr, 'a file without frames says so', result)
    check_failure(tap, cli.run('frames', '--worst', '-1', folder / 'android.ftrace'), 2, ['--worst'], '--worst -1')
    for name in ('android.ftrace', 'harmony.ftrace', 'losses.ftrace', 'dual.trace', 'cut.trace'):
        tap.check(cli.run('frames', folder / name).returncode == 0 and cli.run('list', 'frames', folder / name).returncode == 0, f'frames of {name}')
    tap.finish()


if __name__ == '__main__':
    main()
