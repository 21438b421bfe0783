#!/usr/bin/env python3
"""strata-cli diff: two captures with known changes, one with itself, odd pairs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import base64
import html.parser
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import diffpair  # pylint: disable=wrong-import-position
from fixture import check_failure, start  # pylint: disable=wrong-import-position

METRICS = ['inclusive_ns', 'exclusive_ns', 'cpu_ns', 'calls', 'mean_ns', 'p95_ns', 'max_ns']
COLUMNS = ['name', 'only_in', *(f'{side}_{metric}' for metric in METRICS for side in ['a', 'b', 'delta']), 'p_value']
REAL = {'slower', 'added', 'faster', 'removed', 'more-calls', 'fewer-calls', 'slower-tail', 'faster-tail', 'slower-inside', 'faster-inside'}


def check_known_changes(tap, cli, a, b):
    """Changed names are on top, in order; names with only jitter are called noise."""
    rows = list(cli.rows('diff', a, b))
    tap.equal(list(rows[0])[:len(COLUMNS)], COLUMNS, 'diff: the columns')
    tap.equal([(row['name'], row['only_in'], row['verdict']) for row in rows[:3]],
              [('bindView …', '', 'slower'), ('uploadTelemetry', 'b', 'added'), ('obsoleteShadowPass', 'a', 'removed')],
              'diff: the known changes are the top of the list')
    tap.equal([(row['name'], row['verdict']) for row in rows[3:] if row['verdict'] in REAL],
              [(name, 'slower-inside') for name in ['layout', 'Choreographer#doFrame …', 'draw']],
              'diff: beyond them only their callers have changed')
    tap.equal({row['verdict'] for row in rows[6:]}, {'noise'}, 'diff: the rest is not significant')
    change = int(rows[0]['delta_mean_ns']) / int(rows[0]['a_mean_ns'])
    tap.check(0.28 < change < 0.32, 'diff: 30 % slower is told as that', change)
    tap.equal((rows[1]['a_inclusive_ns'], rows[1]['delta_mean_ns'], rows[1]['p_value'], int(rows[1]['delta_calls'])), ('', '', '', diffpair.N_FRAMES), 'diff: only in B')
    tap.none([row['name'] for row in rows if row['a_cpu_ns'] or row['delta_cpu_ns']], 'diff: CPU times are unknown')
    document = cli.json('diff', a, b)
    objects = document['names']
    tap.equal([entry['name'] for entry in objects], [row['name'] for row in rows], 'diff: JSON has the same rows')
    tap.equal((objects[0]['only_in'], objects[1]['only_in'], objects[1]['p_value']), (None, 'b', None), 'diff: what is not known is null')
    tap.equal({verdict: n for verdict, n in document['verdicts'].items() if n}, {'slower': 1, 'added': 1, 'removed': 1, 'slower-inside': 3, 'noise': 4}, 'diff: JSON sums up')
    tap.equal((document['by'], document['clock'], document['is_same']), ('name', 'wall', False), 'diff: JSON says what was compared')
    tap.equal([(document[side]['file'], document[side]['calls'], document[side]['inclusive_cpu_ns']) for side in 'ab'],
              [(str(path), sum(int(row[f'{side}_calls'] or 0) for row in rows), None) for side, path in (('a', a), ('b', b))], 'diff: JSON tells of both sides')
    tap.equal((document['threads'], document['frames']), (cli.json('diff', a, b, '--threads'), cli.json('diff', a, b, '--frames')), 'diff: JSON has threads and frames')
    tap.check(cli.output('diff', a, b).startswith('1 slower, 1 only in B, 1 only in A, 3 slower in what it calls, 4 not significant\n'), 'diff: the first line sums it up')


def check_seeds(tap, cli, folder):
    """Different jitter has the same verdicts."""
    wrong = []
    for seed in range(10, 60, 10):
        paths = [folder / f'seed-{seed}-{which}' for which in range(2)]
        for which, path in enumerate(paths):
            path.write_bytes(diffpair.capture(which, seed))
        verdicts = [row['verdict'] for row in cli.rows('diff', *paths)]
        if verdicts[:3] != ['slower', 'added', 'removed'] or sum(verdict in REAL for verdict in verdicts) != 6:
            wrong.append(f'seed {seed}: {verdicts}')
    tap.none(wrong, 'diff: with other jitter, too')


def check_itself(tap, cli, a):
    rows = list(cli.rows('diff', a, a))
    tap.none([f'{row["name"]}: {key} {value}' for row in rows for key, value in row.items() if key.startswith('delta_') and value not in ('0', '')],
             'diff with itself: every difference is 0')
    tap.equal({(row['verdict'], row['p_value']) for row in rows}, {('same', '1')}, 'diff with itself: all the same')
    tap.check(cli.output('diff', a, a).startswith('No difference: every value of B equals that of A.\n'), 'diff with itself: says so')
    tap.equal(cli.json('diff', a, a)['is_same'], True, 'diff with itself: JSON says so, too')


def check_options(tap, cli, a, b):
    exact = {row['name']: row['only_in'] for row in cli.rows('diff', a, b, '--by', 'exact-name')}
    tap.equal((exact['Choreographer#doFrame 1000'], exact['Choreographer#doFrame 8777'], exact['bindView 3']), ('a', 'b', ''), 'diff --by exact-name')
    loader = [row['name'] for row in cli.rows('diff', a, b, '--thread-a', 'AsyncTask-pool', '--thread-b', 'ImageLoader')]
    tap.equal(sorted(loader), ['decodeBitmap', 'inflate'], 'diff: a thread of each side')
    half = {row['name']: (row['a_calls'], row['b_calls']) for row in cli.rows('diff', a, b, '--span-b', '+0s..+500ms', '--process', 'm.example.photos', '--per', 'total')}
    tap.check(int(half['layout'][0]) == diffpair.N_FRAMES > 2 * int(half['layout'][1]) > 0, 'diff: a span of one side', half['layout'])
    relatives = list(cli.rows('diff', a, b, '--relatives', 'draw'))
    tap.equal([(row['relation'], row['name']) for row in relatives],
              [('parent', 'Choreographer#doFrame …'), ('self', ''), ('child', 'uploadTelemetry'), ('child', 'obsoleteShadowPass'), ('child', 'Record View#draw() …')],
              'diff --relatives: parents and children in both, the largest change first')
    tap.equal((relatives[2]['a_calls'], relatives[2]['a_inclusive_ns'], relatives[2]['b_calls']), ('0', '0', str(diffpair.N_FRAMES)), 'diff --relatives: a child only in B')


def check_units(tap, cli, a, b):
    """The divisors of sums, and the limit below which changes do not matter."""
    half = ['--span-b', '+0s..+500ms', '--process', 'm.example.photos']
    text = cli.output('diff', a, b, *half)
    tap.check(text.startswith('Times and calls are per frame (240 and '), 'diff: spans of different length are compared per frame', text[:80])
    tap.equal([row['a_calls'] for row in cli.rows('diff', a, b, *half) if row['name'] == 'layout'], ['1'], 'diff: calls per frame')
    total = {row['name']: row for row in cli.rows('diff', a, b, '--per', 'total')}
    call = {row['name']: row for row in cli.rows('diff', a, b, '--per', 'call')}
    tap.equal(round(int(total['bindView …']['a_exclusive_ns']) / int(total['bindView …']['a_calls'])), int(call['bindView …']['a_exclusive_ns']), 'diff --per call')
    tap.equal((cli.json('diff', a, b)['per'], cli.json('diff', a, b, '--per', 'second')['per'], cli.json('diff', a, b, *half)['a_frames']), ('total', 'second', 240), 'diff --json: says what sums are divided by')
    little = {row['name']: (row['verdict'], row['note']) for row in cli.rows('diff', a, b, '--limit', '5s')}
    tap.equal(little['bindView …'], ('small', 'less than 5.00\u00a0s in the whole scope'), 'diff --limit: less does not matter')
    tap.equal(cli.json('diff', a, b, '--limit', '10%')['limit_ns'], int(0.1 * (lambda side: side['end_ns'] - side['begin_ns'])(cli.json('diff', a, b)['a'])), 'diff --limit: a part of the scope')
    row = next(row for row in cli.rows('diff', a, b) if row['name'] == 'bindView …')
    tap.check(0 < int(row['self_change_low_ns']) < int(row['self_change_ns']) < int(row['self_change_high_ns']), 'diff: the change has an interval', row)
    for option, value in [('--per', 'month'), ('--limit', 'x'), ('--limit', '0'), ('--limit', '-1%')]:
        check_failure(tap, cli.run('diff', a, b, option, value), 2, [option], f'diff {option} {value}')


def check_threads(tap, cli, folder, a, b):
    rows = [(row['a_thread'], row['b_thread'], row['a_tid'], row['b_tid'], row['match']) for row in cli.rows('diff', a, b, '--threads')]
    tap.equal(rows, [('m.example.photos', 'm.example.photos', '2000', '4100', 'name'), ('AsyncTask-pool', 'ImageLoader', '2007', '4107', 'work')],
              'diff --threads: other ids, and one renamed')
    rows = [(row['a_thread'], row['b_thread'], row['match']) for row in cli.rows('diff', a, b, '--threads', '--match-thread', 'AsyncTask-pool=4100')]
    tap.equal(sorted(rows), [('', 'ImageLoader', 'none'), ('AsyncTask-pool', 'm.example.photos', 'hand'), ('m.example.photos', '', 'none')], 'diff --match-thread')
    states = list(cli.rows('diff', folder / 'scheduler.ftrace', folder / 'scheduler.ftrace', '--threads'))
    own = next(row for row in states if row['a_thread'] == 'my app')
    tap.equal((own['a_running_ns'], own['b_running_ns'], own['delta_running_ns'], own['delta_blocked_ns']), ('170000', '170000', '0', '0'), 'diff --threads: times')


def check_calls(tap, cli, a, b):
    rows = [(row['depth'], row['change'], row['name']) for row in cli.rows('diff', a, b, '--call', 'Choreographer#doFrame 1017')]
    binds = [('2', 'slower', f'bindView {number}') for number in (51, 52, 53)]
    tap.equal(rows[0][2], 'Choreographer#doFrame 8794', 'diff --call: the same frame, whatever its number')
    tap.equal([row for row in rows if row[1] in {'slower', 'added', 'removed'} and row[0] == '2'],
              [*binds, ('2', 'removed', 'obsoleteShadowPass'), ('2', 'added', 'uploadTelemetry')], 'diff --call: what was added, removed, slower')
    check_failure(tap, cli.run('diff', a, b, '--call', 'obsoleteShadowPass'), 2, ['counterpart'], 'diff --call: without a counterpart')
    check_failure(tap, cli.run('diff', a, b, '--call', 'nothing'), 2, ['nothing'], 'diff --call: no such name')


SAMPLE = pathlib.Path(__file__).resolve().parents[2] / 'data' / 'samples'


RECORDED = pathlib.Path(__file__).resolve().parent / 'recorded'


def check_recorded(tap, cli):
    """A program recorded twice, the second time with a slowed function, while others run: that function comes first."""
    for pair in [1, 3]:
        paths = [RECORDED / f'{which}-{pair}.ftrace.zst' for which in ('usual', 'slowed')]
        for clock in ['wall', 'cpu']:
            rows = list(cli.rows('diff', *paths, '--clock', clock))
            tap.equal((rows[0]['name'], rows[0]['verdict'], rows[0]['a_calls']), ('decodeThumbnail', 'slower', '800'), f'diff: recorded pair {pair}, {clock} time: what was slowed comes first')
        change = int(rows[0]['delta_mean_ns']) / int(rows[0]['a_mean_ns'])
        tap.check(0.23 < change < 0.27, f'diff: recorded pair {pair}: by as much CPU time as it was slowed', change)
        backwards = list(cli.rows('diff', *reversed(paths), '--clock', 'cpu'))
        tap.equal([row['name'] for row in backwards if row['verdict'] == 'faster'][:1], ['decodeThumbnail'], f'diff: recorded pair {pair}: backwards it is what got faster')


def check_flames(tap, cli, folder, a, b):
    pictures = {}
    for suffix, magic in [('svg', b'<?xml'), ('png', b'\x89PNG'), ('pdf', b'%PDF')]:
        for options in [[], ['--widths', 'a'], ['--dark']]:
            path = folder / f'flame.{suffix}'
            cli.output('diff', a, b, '--flame', *options, '-o', path)
            pictures[suffix, *options] = path.read_bytes()
            tap.check(pictures[suffix, *options].startswith(magic), f'diff --flame {options}: {suffix}', pictures[suffix, *options][:8])
    tap.equal(len({pictures[key] for key in pictures if key[0] == 'png'}), 3, 'diff --flame: widths of A and of B, light and dark')
    tap.equal(cli.output('diff', a, b, '--flame').encode(), pictures['svg',], 'diff --flame: SVG to the standard output')
    tap.equal(cli.output('diff', a, b, '--flame', '--widths', 'b').encode(), pictures['svg',], 'diff --flame: widths are those of B')
    red, blue = 'rgb(90.980392%', 'rgb(33.72549%'
    text = {side: cli.output('diff', a, b, '--flame', '--widths', side) for side in 'ab'}
    tap.equal([('red' if red in text[side] else '') + ('blue' if blue in text[side] else '') for side in 'ab'], ['blue', 'red'], 'diff --flame: what was added is red, what was removed blue')
    same = cli.output('diff', a, a, '--flame')
    tap.check(red not in same and blue not in same, 'diff --flame: with itself nothing is coloured')
    before = (folder / 'flame.svg').read_bytes()
    check_failure(tap, cli.run('diff', a, b, '--flame', '-o', folder / 'flame.xyz'), 1, ['flame.xyz'], 'diff --flame: no such format')
    tap.check(not (folder / 'flame.xyz').exists(), 'diff -o: no empty file is left')
    check_failure(tap, cli.run('diff', a, b, '--flame', '--widths', 'c'), 2, ['--widths'], 'diff --flame: no such side')
    check_failure(tap, cli.run('diff', a, b, '--widths', 'a'), 2, ['--flame'], 'diff --widths: of what')
    check_failure(tap, cli.run('diff', a, b, '--flame', '--json'), 2, ['--flame'], 'diff --flame: no JSON')
    check_failure(tap, cli.run('diff', a, b, '--relatives', 'nothing', '-o', folder / 'flame.svg'), 2, ['nothing'], 'diff -o: nothing to write')
    tap.equal((folder / 'flame.svg').read_bytes(), before, 'diff -o: what was there stays when there is nothing to write')
    cli.output('diff', a, b, '--relatives', 'layout', '-o', folder / 'flame.svg')
    tap.equal((folder / 'flame.svg').read_text(encoding='utf-8'), cli.output('diff', a, b, '--relatives', 'layout'), 'diff -o: nothing is left of what was longer')


def check_deep(tap, cli, folder):
    """Twenty-five thousand calls inside one: none is missing."""
    lines = [' app-1 ( 1) [000] .... 1.000000: tracing_mark_write: B|1|all']
    for i in range(25000):
        lines += [f' app-1 ( 1) [000] .... 1.{10 * i + 10:06d}: tracing_mark_write: B|1|part', f' app-1 ( 1) [000] .... 1.{10 * i + 15:06d}: tracing_mark_write: E|1']
    path = folder / 'many.ftrace'
    path.write_text('\n'.join(['# tracer: nop', '#', *lines, ' app-1 ( 1) [000] .... 1.900000: tracing_mark_write: E|1', '']), encoding='utf-8')
    rows = list(cli.rows('diff', path, path, '--call', 'all'))
    tap.equal((len(rows), {row['change'] for row in rows}), (25001, {'same'}), 'diff --call: all calls, however many')


def check_frames(tap, cli):
    sample = next(path for path in sorted(SAMPLE.iterdir()) if 'android' in path.name)
    rows = list(cli.rows('diff', sample, sample, '--frames'))
    tap.check(rows and int(rows[0]['a_frames']) > 0, 'diff --frames: there are some', rows)
    tap.none([row for row in rows for key in row if key.startswith('a_') and row[key] != row['b_' + key[2:]]], 'diff --frames: with itself all is the same')
    known = cli.json('frames', sample)['groups']
    tap.equal([(int(row['a_frames']), int(row['a_late'])) for row in rows], [(group['frames'], group['janky']) for group in known], 'diff --frames: as many, and as many late, as the command frames tells')


def check_conditions(tap, cli, a, b):
    for condition, code in [
            ('mean(bindView 17) > +10%', 3), ('mean(bindView …) > +40%', 0), ('mean(bindView 1)>=+25%', 3), ('mean(bindView 1) < +10%', 0),
            ('max(measureChild) > 1s', 0), ('p95(measureChild) > 0.1ms', 3), ('mean(bindView 1) > +0.2ms', 3), ('mean(bindView 1) > +0.4ms', 0),
            ('calls(layout) > 239', 3), ('calls(layout) > +0', 0), ('calls(layout) >= +0', 3), ('inclusive(uploadTelemetry) > +1ms', 3),
            ('exclusive(obsoleteShadowPass) < 0%', 3), ('p95(Record View#draw() 0x7) > +50%', 0), ('mean(*) > +10%', 3), ('mean(*) > +50%', 0),
            ('mean(bindView) > +10%', 3), ('mean(draw) < +1s', 3), ('mean(bind) > +10%', 1), ('mean(uploadTelemetry) > +10%', 1), ('mean(no such name) > +10%', 1), ('mean(bindView 1) = +10%', 2), ('median(x) > 1ms', 2), ('mean(x) > much', 2)]:
        result = cli.run('diff', a, b, '--fail-if', condition)
        lines = result.stderr.decode().splitlines()
        tap.check(result.returncode == code and bool(lines) == (code != 0), f'diff --fail-if {condition!r}: {code}', f'{result.returncode}: {lines}')
    for condition, reason in [('inclusive(uploadTelemetry) > +10%', 'it is 0 in A'), ('mean(uploadTelemetry) > +10%', 'only one capture'), ('mean(no such name) > +10%', 'neither capture contains that name')]:
        result = cli.run('diff', a, b, '--fail-if', condition)
        tap.check(result.returncode == 1 and reason in result.stderr.decode(), f'diff --fail-if {condition}: {reason}', result.stderr)
    result = cli.run('diff', a, b, '--fail-if', 'mean(bindView 1) > +10%', '--fail-if', 'mean(nothing) > 1s')
    tap.equal(result.returncode, 3, 'diff --fail-if: what holds weighs more than what cannot be told')
    tap.check('bindView … is +' in result.stderr.decode() and '(slower)' in result.stderr.decode(), 'diff --fail-if: says why', result.stderr)


def check_figures(tap, cli, folder):
    """Late frames, counters and the time from one marker to another."""
    before = next(path for path in sorted(SAMPLE.iterdir()) if path.name.startswith('android-slow-frame'))
    after = folder / 'figures.ftrace'
    lines = ['# tracer: nop', '#']
    other = list(lines)
    for i in range(40):
        for text, level, extra in ((lines, 100, 0), (other, 150, 5)):
            at = 1000000 + i * 16000
            for offset, mark in [(0, f'C|1|level|{level + i % 3}'), (100, 'B|1|input'), (200, 'E|1'), (300 + extra * 1000, 'B|1|show 17'), (700 + extra * 1000, 'E|1')]:
                time = at + offset
                text.append(f' app-1 ( 1) [000] .... {time // 1000000}.{time % 1000000:06d}: tracing_mark_write: {mark}')
    paths = [folder / 'figures-a.ftrace', after]
    paths[0].write_text('\n'.join(lines) + '\n', encoding='utf-8')
    paths[1].write_text('\n'.join(other) + '\n', encoding='utf-8')

    result = cli.run('diff', before, before, '--fail-if', 'mean(binder) > +1%')
    tap.check(result.returncode == 1 and '2 names match, such as “binder ' in result.stderr.decode(), 'diff --fail-if: a word of several names', result.stderr)
    row = next(iter(cli.rows('diff', *paths, '--counters')))
    tap.equal((row['name'], row['a_min'], row['b_min'], row['a_max'], row['b_max'], row['change_mean']), ('level', '100', '150', '102', '152', '49.99'), 'diff --counters')
    twins = folder / 'twins.ftrace'
    twins.write_text('# tracer: nop\n#\n' + ''.join(
        f' twin-{pid} ( {pid}) [000] .... 1.00{i}{pid}: tracing_mark_write: C|{pid}|level|{pid * 10 + i}\n' for i in range(3) for pid in (100, 200, 300)), encoding='utf-8')
    tap.equal([row['change_mean'] for row in cli.rows('diff', twins, twins, '--counters')], ['0'] * 3, 'diff --counters: of processes of one name each is compared with its own')
    row = next(iter(cli.rows('diff', *paths, '--from', 'input', '--to', 'show 3')))
    tap.equal((row['a_n'], row['b_n'], row['a_mean_ns'], row['b_mean_ns'], row['change_ns']), ('40', '40', '600000', '5600000', '5000000'), 'diff --from --to: from the begin to the end of the next')
    tap.check(float(row['p_value']) < 1e-6, 'diff --from --to: is sure', row)
    for i, time in enumerate(range(40)):
        for text, factor in ((lines, 1), (other, 2)):
            for offset, mark in [(1000, f'S|1|fetch|{i}'), (1000 + factor * 2000 + i, f'F|1|fetch|{i}')]:
                at = 1000000 + time * 16000 + offset
                text.append(f' app-1 ( 1) [000] .... {at // 1000000}.{at % 1000000:06d}: tracing_mark_write: {mark}')
    for path, text in zip(paths, (lines, other)):
        path.write_text('\n'.join(text[:2] + sorted(text[2:], key=lambda line: float(re.search(r'(\d+\.\d+):', line).group(1)))) + '\n', encoding='utf-8')
    measures = {(row['kind'], row['name'], row['figure']): row for row in cli.rows('diff', *paths, '--measures')}
    row = measures['counter', 'level (app)', 'max']
    tap.equal((row['a'], row['b'], row['delta'], row['unit']), ('102', '152', '50', 'own'), 'diff --measures: counters')
    row = measures['async', 'fetch', 'mean']
    tap.equal((row['a'], row['b'], row['unit'], float(row['p_adjusted']) < 1e-6), ('2019500', '4019500', 'ns', True), 'diff --measures: async slices are tested')
    tap.equal(measures['async', 'fetch', 'n']['b'], '40', 'diff --measures: number of async slices')
    both = {(row['name'], row['figure']): row for row in cli.rows('diff', before, before, '--measures') if row['kind'] == 'frames'}
    frames = next(iter(cli.rows('diff', before, before, '--frames')))
    tap.equal([both[frames['thread'], figure]['a'] for figure in ('p50', 'p95', 'max')], [frames[f'a_{figure}_ns'] for figure in ('p50', 'p95', 'max')], 'diff --measures: frames as with --frames')
    tap.none([key for key, row in both.items() if row['delta'] not in {'0', ''} or row['p_adjusted'] not in {'1', ''}], 'diff --measures: frames with themselves')
    cpu = [row for row in cli.rows('diff', before, before, '--measures') if row['kind'] == 'cpu']
    usage = cli.json('usage', before)
    tap.check(cpu and all(0.0 <= float(row['a']) <= 1.0 and row['a'] == row['b'] for row in cpu), 'diff --measures: CPU use', (cpu[:2], list(usage)[:5]))
    tap.equal(len(cli.json('diff', *paths)['measures']), len(measures), 'diff --json: has all measures')
    for condition, code in [('counter(level).mean > +40%', 3), ('counter(level).mean > +60%', 0), ('counter(level).max > 151', 3), ('counter(level).min >= +50', 3), ('counter(level).slope > 1e9', 0),
                            ('async(fetch).mean > +100%', 0), ('async(fetch).mean > +98%', 3), ('async(fetch).p95 > 4ms', 3), ('async(fetch).n > +0', 0), ('async(fetch).n >= 40', 3), ('async(nothing).n > 1', 1),
                            ('latency(input -> show 3).mean > +1us', 3), ('latency(input → show 3).n < 40', 0), ('latency(input -> nowhere).mean > 1us', 1), ('async(fetch).median > 1', 2), ('async(fetch).mean', 2), ('async(fetch).n > 5ms', 2),
                            ('counter(nothing).max > 1', 1), ('counter(level).median > 1', 2), ('late(*) > 5%', 1), ('p95(frame) > 1ms', 1), ('late(*) > 5ms', 2)]:
        result = cli.run('diff', *paths, '--fail-if', condition)
        tap.equal(result.returncode, code, f'diff --fail-if {condition!r}')
    for condition, code in [('late(*) > +0%', 0), ('late(com.example.shop) > 0%', 3), ('late(*) >= +0%', 3), ('p95(frame) > 1ms', 3), ('max(frame:com.example.shop) > 10s', 0), ('late(com.example.other) > 1%', 1)]:
        result = cli.run('diff', before, before, '--fail-if', condition)
        tap.equal(result.returncode, code, f'diff --fail-if {condition!r} on frames')
    for condition, code in [('cpu(all).busy > +0%', 0), ('cpu(all).busy >= +0%', 3), ('cpu(0).busy > 0.1%', 3), ('cpu(CPU 0).busy > 5ms', 2), ('cpu(99).busy > 1%', 1), ('frames(com.example.shop).late >= +0%', 3), ('frames(com.example.shop).ui_p95 > 10s', 0)]:
        result = cli.run('diff', before, before, '--fail-if', condition)
        tap.equal(result.returncode, code, f'diff --fail-if {condition!r} on measures')
    tap.equal([row['late_p_value'] for row in cli.rows('diff', before, before, '--frames')][:1], ['1'], 'diff --frames: late frames are tested')
    row = next(iter(cli.rows('diff', before, paths[0], '--frames')))
    tap.equal([row[f'b_{key}'] for key in ('frames', 'late', 'missed', 'p50_ns', 'p99_ns', 'max_ns', 'fps')], ['0', '', '', '', '', '', ''], 'diff --frames: a side without frames has no times')
    check_failure(tap, cli.run('diff', *paths, '--from', 'input'), 2, ['--to'], 'diff --from alone')
    check_failure(tap, cli.run('diff', *paths, '--from', 'input', '--to', 'nowhere'), 2, ['nowhere'], 'diff --to: no such name')


class Page(html.parser.HTMLParser):
    """Open elements, texts, and URLs that would be fetched."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.texts, self.fetched = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.fetched += [value for key, value in attrs if key in {'src', 'srcset', 'href'}]
        if tag not in {'meta', 'img', 'source'}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data):
        self.texts.append(data)


def check_flame(tap, data):
    """Boxes are inside the boxes of their callers, and do not overlap."""
    wrong = []
    for flat in data['sides']:
        boxes = [flat[i:i + 6] for i in range(0, len(flat), 6)]
        ends = {0: (0, 1 << 62)}
        for depth, name, begin, length, _, step in boxes:
            parent = ends[depth - 1]
            beside = ends.get(depth, parent)
            if begin < parent[0] or begin + length > parent[1] or (beside[0] >= parent[0] and depth in ends and begin < beside[1] and begin >= beside[0]) or not 0 <= name < len(data['names']) or abs(step) > 4:
                wrong.append((depth, data['names'][name]))
            ends[depth] = (begin, begin + length)
            ends = {known: span for known, span in ends.items() if known <= depth}
    tap.check(len(data['sides']) == 2 and all(data['sides']), 'diff --html: flame graphs of both')
    tap.none(wrong, 'diff --html: boxes of the flame graph are inside their callers')


def check_page(tap, cli, folder, a, b):
    path = folder / 'report.html'
    cli.output('diff', a, b, '--html', '-o', path)
    text = path.read_text(encoding='utf-8')
    page = Page(text)
    tap.equal((page.wrong, page.open), ([], []), 'diff --html: elements are closed')
    tap.none([link[:40] for link in page.fetched if not link.startswith('data:image/png;base64,')], 'diff --html: nothing is fetched from elsewhere')
    pictures = [base64.b64decode(link.split(',')[1]) for link in page.fetched]
    tap.check(len(pictures) == 8 and all(picture.startswith(b'\x89PNG') for picture in pictures), 'diff --html: pictures and flame graphs of both, light and dark')
    words = ['Flame graph of A', 'Flame graph of B', 'bindView …', 'uploadTelemetry', 'obsoleteShadowPass', 'Regressions', 'Improvements', 'ImageLoader 4107', 'same calls, renamed']
    tap.none([word for word in words if not any(word in part for part in page.texts)], 'diff --html: what it tells')
    tap.check('prefers-color-scheme: dark' in text and not re.search(r'url\(|@import|<script src|fetch\(|XMLHttpRequest', text), 'diff --html: light and dark, own scripts alone')
    tap.check("default-src 'none'" in text, 'diff --html: browsers are to fetch nothing')
    spreads = re.findall(r'<figure><figcaption>(.*?)</figcaption>(.*?)</figure>', text, re.DOTALL)
    titles = [re.findall(r'<title>([AB]): (\d+) of (\d+), ', picture) for _, picture in spreads]
    tap.check(spreads and all(re.search('A · .*B · ', caption) for caption, _ in spreads), 'diff --html: frames of A and B over one another', len(spreads))
    tap.none([bars for bars in titles for side in 'AB' if len({n_all for of, _, n_all in bars if of == side} | {str(sum(int(n) for of, n, _ in bars if of == side))}) != 1], 'diff --html: bars have each frame once')
    rows = {name: re.findall(r'class="(worse|better)"', row) for name, row in re.findall(r'<tr><td class="text name">([^<]*)</td>(.*?)</tr>', text)}
    check_flame(tap, json.loads(re.search(r'id="flame-data">(.*?)</script>', text).group(1)))
    regressions, improvements = text.split('>Improvements<')[0], text.split('>Improvements<')[1].split('<h2')[0]
    tap.check('>p</th>' in regressions and ' to ' in regressions, 'diff --html: p and interval')
    tap.none([row for row in re.findall(r'<tr><td class="text name">.*?</tr>', improvements) if re.search(r'(?:<td.*?){10}<td data-v="[1-9]', row)], 'diff --html: what got slower in its mean is no improvement')
    tap.equal([rows[name] for name in ['bindView …', 'layout', 'measureChild']], [['worse'] * 3, ['worse'], []], 'diff --html: colours are for what is more than chance')
    hostile = folder / 'hostile.ftrace'
    hostile.write_bytes(a.read_bytes().replace(b'measureChild', b'<script>x&"</script>'))
    cli.output('diff', a, hostile, '--html', '-o', path)
    page = Page(path.read_text(encoding='utf-8'))
    tap.check('<script>x&"</script>' in page.texts and not page.open and not page.wrong and path.read_text(encoding='utf-8').count('<script') == 2, 'diff --html: names are no markup')
    tap.check('No difference' in cli.output('diff', a, a, '--html'), 'diff --html: to the standard output, with itself')


def check_odd(tap, cli, folder, a, b):
    check_failure(tap, cli.run('diff', a, folder / 'empty'), 1, ['empty'], 'diff: B is empty')
    check_failure(tap, cli.run('diff', folder / 'missing', b), 1, ['missing'], 'diff: A is missing')
    check_failure(tap, cli.run('diff', a), 2, ['A B'], 'diff: one file alone')
    check_failure(tap, cli.run('diff', folder / 'wall.trace', folder / 'cpu.trace'), 2, ['cannot be compared'], 'diff: clocks without anything in common')
    check_failure(tap, cli.run('diff', a, b, '--clock', 'cpu'), 2, ['cpu'], 'diff: a clock that is not there')
    check_failure(tap, cli.run('diff', a, b, '--span-b', 'x'), 2, ['span'], 'diff: no span')
    check_failure(tap, cli.run('diff', a, b, '--thread', 'nobody'), 2, ['nobody'], 'diff: no such thread')
    check_failure(tap, cli.run('diff', a, b, '--relatives', 'nothing'), 2, ['nothing'], 'diff: no such name')
    check_failure(tap, cli.run('diff', a, b, '--html', '--json'), 2, ['--html'], 'diff: two ways to write')
    check_failure(tap, cli.run('diff', a, b, '--threads', '--match-thread', 'x'), 2, ['--match-thread'], 'diff: half a match')
    check_failure(tap, cli.run('diff', a, b, '--match-thread', 'AsyncTask-pool=4100'), 2, ['--match-thread', '--threads'], 'diff: a match without effect')
    check_failure(tap, cli.run('diff', a, b, '-o', folder / 'no' / 'where'), 1, ['where'], 'diff: nowhere to write')
    rows = {row['name']: row for row in cli.rows('diff', folder / 'dual.trace', a)}
    tap.equal({row['only_in'] for row in rows.values()}, {'a', 'b'}, 'diff: a method trace and markers')
    methods = list(cli.rows('diff', folder / 'dual.trace', folder / 'switched.trace', '--clock', 'cpu'))
    tap.equal([(row['name'], row['delta_cpu_ns'], row['delta_mean_ns']) for row in methods if row['name'].endswith('outer ()V')],
              [('a/b/C.outer ()V', '450000', '450000')], 'diff --clock cpu')
    tap.equal({row['verdict'] for row in methods}, {'too-few'}, 'diff: one call each tells nothing')


def main():
    tap, cli, folder = start()
    a, b = folder / 'a.ftrace', folder / 'b.ftrace'
    a.write_bytes(diffpair.capture(0))
    b.write_bytes(diffpair.capture(1))
    check_known_changes(tap, cli, a, b)
    check_seeds(tap, cli, folder)
    check_itself(tap, cli, a)
    check_options(tap, cli, a, b)
    check_units(tap, cli, a, b)
    check_threads(tap, cli, folder, a, b)
    check_calls(tap, cli, a, b)
    check_recorded(tap, cli)
    check_flames(tap, cli, folder, a, b)
    check_deep(tap, cli, folder)
    check_frames(tap, cli)
    check_conditions(tap, cli, a, b)
    check_figures(tap, cli, folder)
    check_page(tap, cli, folder, a, b)
    check_odd(tap, cli, folder, a, b)
    tap.finish()


if __name__ == '__main__':
    main()
