#!/usr/bin/env python3
"""strata-cli diff --a --b: sets of runs with known changes, bad files, conditions.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import gzip
import html.parser
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import diffpair  # pylint: disable=wrong-import-position
from fixture import check_failure, start  # pylint: disable=wrong-import-position

N_RUNS = 8
COLUMNS = ['kind', 'name', 'verdict', 'is_sure', 'metric', 'unit', 'per', 'a_runs', 'b_runs', 'a_median', 'b_median', 'a_spread', 'b_spread',
           'change', 'change_low', 'change_high', 'change_percent', 'p_value', 'p_adjusted', 'smallest_change', 'renamed', 'thread']
CHANGED = [('bindView …', 'more'), ('uploadTelemetry', 'added'), ('obsoleteShadowPass', 'removed')]


def write_sets(folder):
    """Captures with different jitter: two sets without the change, one with it."""
    for name, is_b, seed in (('before', 0, 100), ('again', 0, 300), ('after', 1, 200)):
        (folder / name).mkdir()
        for number in range(N_RUNS):
            (folder / name / f'run{number}.ftrace').write_bytes(diffpair.capture(is_b, seed + 10 * number))


def sets(folder, a='before', b='after'):
    return '--a', folder / a, '--b', f'{folder / b}/*.ftrace'


def by_name(rows):
    return {row['name']: row for row in rows}


def check_known_changes(tap, cli, folder):
    rows = list(cli.rows('diff', *sets(folder)))
    names = [row for row in rows if row['kind'] == 'name']
    tap.equal(list(rows[0]), COLUMNS, 'sets: the columns')
    tap.equal([(row['name'], row['verdict']) for row in names[:3]], CHANGED, 'sets: the known changes come first')
    tap.equal({(row['per'], row['metric'], row['a_runs'], row['b_runs']) for row in names}, {('frame', 'exclusive', '8', '8')}, 'sets: exclusive time per frame, each run once')
    bind = names[0]
    tap.check(29 < float(bind['change_percent']) < 31, 'sets: 30 % slower', bind)
    tap.check(int(bind['change_low']) <= int(bind['change']) <= int(bind['change_high']), 'sets: the interval has the change', bind)
    tap.check(abs(float(bind['p_value']) - 2 / 12870) < 1e-7, 'sets: 8 and 8 runs that do not overlap', bind['p_value'])
    frames = {row['name']: row['verdict'] for row in rows if row['kind'] == 'frames'}
    tap.equal(frames['p50'], 'more', 'sets: frames took longer')
    again = list(cli.rows('diff', *sets(folder, b='again')))
    tap.none([row for row in again if row['verdict'] in ('more', 'less', 'added', 'removed')], 'sets: nothing between two sets of the same')


def check_figures(tap, cli, folder):
    """Medians and changes computed here from a profile of each run."""
    values = {}
    for side, name in (('a', 'before'), ('b', 'after')):
        for number in range(N_RUNS):
            path = folder / name / f'run{number}.ftrace'
            total = sum(int(row['exclusive_ns']) for row in cli.rows('profile', path) if row['name'].startswith('bindView'))
            values.setdefault(side, []).append(total / diffpair.N_FRAMES)
    row = by_name(cli.rows('diff', *sets(folder)))['bindView …']
    differences = sorted(b - a for a in values['a'] for b in values['b'])
    tap.equal((int(row['a_median']), int(row['b_median']), int(row['change'])),
              tuple(round(statistics.median(numbers)) for numbers in (values['a'], values['b'], differences)), 'sets: medians and their change by hand')
    # the test's table leaves out 13 of 64 differences at each end
    tap.equal((int(row['change_low']), int(row['change_high'])), (round(differences[13]), round(differences[-14])), 'sets: the interval by hand')
    entry = next(entry for entry in cli.json('diff', *sets(folder))['rows'] if entry['name'] == 'bindView …')
    tap.none([(found, wanted) for side in 'ab' for found, wanted in zip(entry[side], values[side]) if abs(found - wanted) > 0.01], 'sets --json: the figure of each run')


def check_threads(tap, cli, folder):
    """The thread that loads images has another name in B."""
    rows = {(row['name'], row['thread']): row for row in cli.rows('diff', *sets(folder), '--by', 'name-thread') if row['kind'] == 'name-thread'}
    main = next(thread for name, thread in rows if name == 'layout')
    loaders = sorted(thread for name, thread in rows if name == 'inflate')
    tap.equal([thread.split('/')[-1] for thread in loaders], ['AsyncTask-pool', 'ImageLoader'], 'sets --by name-thread: a row for each thread')
    tap.equal([rows['inflate', thread]['verdict'] for thread in loaders], ['removed', 'added'], 'sets --by name-thread: gone from one, new on the other')
    tap.equal(rows['inflate', loaders[0]]['renamed'], 'inflate', 'sets --by name-thread: where it went')
    whole = by_name(cli.rows('diff', *sets(folder)))['bindView …']
    tap.equal([rows['bindView …', main][key] for key in ('a_median', 'b_median', 'verdict')], [whole[key] for key in ('a_median', 'b_median', 'verdict')], 'sets --by name-thread: a name on one thread alone')
    text = cli.output('diff', *sets(folder), '--by', 'name-thread')
    tap.check(f'inflate on {loaders[0]}  (now inflate on {loaders[1]})' in text, 'sets --by name-thread: text', text[:600])
    entry = next(entry for entry in cli.json('diff', *sets(folder), '--by', 'name-thread')['rows'] if entry['name'] == 'layout')
    tap.equal((entry['kind'], entry['thread']), ('name-thread', main), 'sets --by name-thread --json')
    check_failure(tap, cli.run('diff', *sets(folder), '--by', 'class'), 2, ['name-thread'], 'sets --by class')


def check_late(tap, cli, folder):
    document = cli.json('diff', *sets(folder))
    runs = cli.json('diff', *sets(folder), '--runs')
    for side in 'ab':
        late = document['late_frames'][side]
        tap.equal(late['late'], sum(run['late'] for run in runs if run['side'] == side), f'sets --json: late frames of {side}')
        tap.check(late['judged'] == 0 or 0 <= late['share_low'] <= late['share'] <= late['share_high'] <= 1, f'sets --json: the interval of {side}', late)


def check_options(tap, cli, folder):
    total = by_name(cli.rows('diff', *sets(folder), '--per', 'total'))['layout']
    frame = by_name(cli.rows('diff', *sets(folder)))['layout']
    tap.check(abs(int(total['a_median']) / diffpair.N_FRAMES - int(frame['a_median'])) < 1, 'sets --per total', (total, frame))
    iteration = by_name(cli.rows('diff', *sets(folder), '--iteration', 'bindView'))['layout']
    tap.check(iteration['per'] == 'iteration' and abs(int(iteration['a_median']) * 3 - int(frame['a_median'])) < 3, 'sets --iteration: three of them a frame', iteration)
    mean = by_name(cli.rows('diff', *sets(folder), '--metric', 'mean'))
    tap.equal((mean['layout']['verdict'], mean['uploadTelemetry']['verdict'], mean['decodeBitmap']['metric']), ('more', 'added', 'mean'), 'sets --metric mean')
    loader = by_name(cli.rows('diff', '--a', folder / 'before', '--b', folder / 'after', '--thread-a', 'AsyncTask-pool', '--thread-b', 'ImageLoader'))
    tap.equal({name for name, row in loader.items() if row['kind'] == 'name'}, {'decodeBitmap', 'inflate'}, 'sets: a thread of each side')
    tap.equal(by_name(cli.rows('diff', *sets(folder), '--limit', '2ms'))['bindView …']['verdict'], 'small', 'sets --limit: less does not matter')
    few = cli.output('diff', '--a', f'{folder}/before/run[0-2].ftrace', '--b', f'{folder}/after/run?.ftrace')
    tap.check(few.startswith('3 runs of A and 8 of B; Exclusive, Per Frame. 9 of 16 tested rows changed significantly.\n'), 'sets: sides of different size', few[:200])
    few = cli.output('diff', '--a', f'{folder}/before/run[0-2].ftrace', '--b', f'{folder}/after/run[0-2].ftrace')
    tap.check(few.startswith('3 runs of A and 3 of B; Exclusive, Per Frame. Too few runs: a single change among 16 rows can only be significant with 7 runs per side.\n'), 'sets: with few runs, how many it takes', few[:200])
    for options, words in [(['--metric', 'x'], '--metric'), (['--per', 'call', '--iteration', 'draw'], '--iteration'), (['--flame'], '--flame'), (['--html', '--csv'], '--html'), (['--iteration', 'no such'], '--iteration')]:
        check_failure(tap, cli.run('diff', *sets(folder), *options), 2, [words], f'sets {" ".join(options)}')
    check_failure(tap, cli.run('diff', '--a', folder / 'before'), 2, ['--b'], 'sets: one side alone')
    check_failure(tap, cli.run('diff', '--runs', folder / 'before', folder / 'after'), 2, ['--runs'], 'sets: --runs of two files')
    check_failure(tap, cli.run('diff', folder / 'before' / 'run0.ftrace', *sets(folder)), 2, ['takes no arguments'], 'sets: a file besides')


def check_bad_files(tap, cli, folder):
    """A bad file is named and excluded; the rest is compared."""
    bad = folder / 'bad'
    bad.mkdir()
    for number in range(3):
        (bad / f'run{number}.ftrace').write_bytes((folder / 'after' / f'run{number}.ftrace').read_bytes())
    (bad / 'notes.txt').write_text('not a trace')
    (bad / 'empty').write_bytes(b'')
    (bad / '.hidden').write_bytes(b'x')
    (bad / 'folder').mkdir()
    result = cli.run('diff', '--a', folder / 'before', '--b', bad, '--runs', '--csv')
    lines = result.stderr.decode().splitlines()
    tap.equal((result.returncode, [line.split(': ')[1:3] for line in lines]), (0, [[str(bad / 'empty'), 'left out'], [str(bad / 'notes.txt'), 'left out']]), 'sets: bad files are named')
    rows = list(csv.DictReader(result.stdout.decode().splitlines()))
    tap.equal([pathlib.Path(row['file']).name for row in rows if row['left_out']], ['empty', 'notes.txt'], 'sets --runs: the reason')
    tap.equal(len([row for row in rows if row['side'] == 'b' and not row['left_out']]), 3, 'sets --runs: the others count')
    result = cli.run('diff', '--a', folder / 'before', '--b', bad / 'notes.txt')
    tap.equal((result.returncode, result.stdout, result.stderr.decode().splitlines()[-1]), (1, b'', 'strata-cli: no run of B could be loaded'), 'sets: no good file is an error')
    check_failure(tap, cli.run('diff', '--a', bad / 'folder', '--b', bad), 1, ['contains no files'], 'sets: an empty folder')
    result = cli.run('diff', '--a', folder / 'before', '--b', bad, '--process', 'no such')
    tap.check(result.returncode == 1 and 'no run of A' in result.stderr.decode(), 'sets: no run has the process', result.stderr)


def check_renamed(tap, cli, folder):
    renamed = folder / 'renamed'
    renamed.mkdir()
    for number in range(N_RUNS):
        text = (folder / 'again' / f'run{number}.ftrace').read_bytes()
        (renamed / f'run{number}.ftrace').write_bytes(text.replace(b'|decodeBitmap\n', b'|image.Codec.decode\n'))
    rows = by_name(cli.rows('diff', *sets(folder, b='renamed')))
    tap.equal([(rows[name]['verdict'], rows[name]['renamed']) for name in ('decodeBitmap', 'image.Codec.decode')],
              [('removed', 'image.Codec.decode'), ('added', 'decodeBitmap')], 'sets: a renamed name is said to be one')
    text = cli.output('diff', *sets(folder, b='renamed'))
    tap.check('decodeBitmap  (now image.Codec.decode)' in text and 'image.Codec.decode  (was decodeBitmap)' in text, 'sets: text, too', text[:400])
    one = cli.output('diff', '--a', folder / 'before' / 'run0.ftrace', '--b', renamed / 'run0.ftrace')
    tap.check('Too few runs' in one and 'renamed, not significant' in one, 'sets: one run a side shows what is gone, and is sure of nothing', one)


def check_conditions(tap, cli, folder):
    cases = [('mean(bindView) > +10% surely', 3), ('mean(bindView) > +40% surely', 0), ('p95(frame) > +5% surely', 3), ('p95(frame) > +500us', 3),
             ('mean(inflate) > +0.001% surely', 0), ('exclusive(*) > +10% surely', 3), ('exclusive(*) < -99%', 3), ('calls(layout) > +1%', 0),
             ('max(bindView) > 100ms', 0), ('mean(layout) < +1% surely', 0), ('mean(inflate) < +5% surely', 3), ('late(*) > +50%', 0)]
    found = [(text, cli.run('diff', *sets(folder), '--csv', '--fail-if', text).returncode) for text, _ in cases]
    tap.equal(found, cases, 'sets --fail-if: true conditions give 3')
    result = cli.run('diff', *sets(folder), '--fail-if', 'mean(bindView) > +10% surely', '--fail-if', 'mean(inflate) > +10% surely')
    reasons = result.stderr.decode().splitlines()
    tap.check(len(reasons) == 1 and reasons[0].startswith('mean(bindView) > +10% surely is true: bindView … is ') and '95 % interval' in reasons[0], 'sets --fail-if: says why', reasons)
    for text, words in [('mean(no such) > +1%', 'Cannot evaluate'), ('mean(layout) > 1ms surely', 'sign'), ('counter(x).max > +1%', 'counters'), ('start(com.app) > +1%', 'no run has it'), ('late(com.app) > +1%', '--process')]:
        result = cli.run('diff', *sets(folder), '--csv', '--fail-if', text)
        tap.equal((result.returncode, words in result.stderr.decode()), (1, True), f'sets --fail-if {text}: cannot be evaluated')
    few = cli.run('diff', '--a', f'{folder}/before/run[0-2].ftrace', '--b', f'{folder}/after/run[0-2].ftrace', '--csv', '--fail-if', 'mean(bindView) > +1% surely')
    tap.equal((few.returncode, b'too few runs' in few.stderr), (1, True), 'sets --fail-if: three runs are never sure')
    few = cli.run('diff', '--a', f'{folder}/before/run[0-2].ftrace', '--b', f'{folder}/after/run[0-2].ftrace', '--csv', '--fail-if', 'exclusive(*) > +5%')
    tap.equal((few.returncode, b'too few runs for any change to be significant; it takes 7 per side' in few.stderr), (1, True), 'sets --fail-if: of any name, three runs do not pass in silence')
    both = [folder / 'before' / 'run0.ftrace', folder / 'after' / 'run0.ftrace']
    result = cli.run('diff', *both, '--fail-if', 'mean(bindView) > +1% surely')
    tap.equal((result.returncode, b'--a and --b' in result.stderr), (1, True), 'diff --fail-if surely: two captures are never sure')


class Page(html.parser.HTMLParser):
    """Counts relevant elements, and those that a page must not have."""

    def __init__(self):
        super().__init__()
        self.counts = {}
        self.links = []

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.links += [value for key, value in attrs if key in ('src', 'href') and not value.startswith('data:')]


def check_page(tap, cli, folder):
    path = folder / 'sets.html'
    result = cli.run('diff', *sets(folder), '--html', '-o', path)
    text = path.read_text(encoding='utf-8')
    page = Page()
    page.feed(text)
    tap.equal((result.returncode, result.stdout, page.links), (0, b'', []), 'sets --html: a page that needs nothing else')
    tap.check(page.counts['polyline'] == 2 * N_RUNS, 'sets --html: a curve of frames for each run', page.counts)
    tap.check(page.counts['circle'] > 10 * 2 * N_RUNS and 'bindView …' in text and 'run0.ftrace' in text, 'sets --html: a dot for each run', page.counts)


def check_history(tap, cli, folder):
    path = folder / 'history.csv'
    for b in ('after', 'again'):
        cli.output('diff', *sets(folder, b=b), '--csv', '--history', path)
    rows = list(csv.DictReader(path.read_text(encoding='utf-8').splitlines()))
    tap.equal([(row['a_runs'], row['b_runs'], row['added'], row['removed'], row['worst']) for row in rows],
              [('8', '8', '1', '1', 'bindView …'), ('8', '8', '0', '0', '')], 'sets --history: a line each time')
    few = folder / 'few.csv'
    cli.output('diff', '--a', f'{folder}/before/run[0-2].ftrace', '--b', f'{folder}/after/run[0-2].ftrace', '--csv', '--history', few)
    row = next(csv.DictReader(few.read_text(encoding='utf-8').splitlines()))
    tap.equal((row['a_runs'], row['added'], row['removed']), ('3', '0', '0'), 'sets --history: names that are not surely new or gone do not count')
    other = folder / 'other.csv'
    other.write_text('name,value\r\n')
    check_failure(tap, cli.run('diff', *sets(folder), '--html', '-o', folder / 'x.html', '--history', other), 1, ['not a history'], 'sets --history: another file')
    tap.equal(other.read_text(), 'name,value\n', 'sets --history: another file stays as it is')


def summary(cli, *arguments):
    return cli.output('diff', *arguments).splitlines()[0].split('. ', 1)[1]


def check_summaries(tap, cli, folder):
    """The first sentence, with limits that many, few or no rows reach."""
    cases = [([], r'\d+ of \d+ tested rows changed significantly\.'),
             (['--limit', '50%'], r'No row changed by the limit of 2\.\d\d\u00a0ms or more; \d of \d tested rows changed by less\.'),
             (['--limit', '300us'], r'\d of \d+ tested rows changed by 300\.0\u00a0µs or more, and \d by less\.'),
             (['--limit', '300us', '--per', 'call'], r'\d of \d+ tested rows changed by 300\.0\u00a0µs or more, and \d by less\.'),
             (['--metric', 'calls'], r'\d of \d+ tested rows changed significantly\.')]
    found = [(options, summary(cli, *sets(folder), *options)) for options, _ in cases]
    tap.none([(options, text) for (options, text), (_, pattern) in zip(found, cases) if not re.fullmatch(pattern, text)], 'sets: what the first sentence says')
    tap.check(re.fullmatch(r'None of the \d+ tested rows changed significantly\.', summary(cli, *sets(folder, b='again'))), 'sets: nothing changed')
    tap.equal(summary(cli, *sets(folder, b='before')), 'No difference: both sides are the same files.', 'sets: the same side twice')
    text = cli.output('diff', *sets(folder), '--iteration', 'bindView')
    tap.check('; Exclusive, per call of “bindView …”. ' in text, 'sets --iteration: the sentence', text[:120])
    header = next(line for line in text.splitlines() if line.startswith('Change')).split('  ')
    tap.check(any(word.strip() == 'Adjusted p' for word in header), 'sets: the p in the table is the adjusted one', header)


def check_twins(tap, cli, folder):
    """The same file counts once, however it is named."""
    twins = folder / 'twins'
    twins.mkdir()
    for number in range(3):
        (twins / f'run{number}.ftrace').write_bytes((folder / 'before' / f'run{number}.ftrace').read_bytes())
    (twins / 'soft.ftrace').symlink_to('run0.ftrace')
    os.link(twins / 'run1.ftrace', twins / 'hard.ftrace')
    (twins / 'copy.ftrace').write_bytes((twins / 'run2.ftrace').read_bytes())
    data = (twins / 'run2.ftrace').read_bytes()
    (twins / 'remarked.ftrace').write_bytes(data + b'# end\n')
    (twins / 'packed.ftrace.gz').write_bytes(gzip.compress(data))
    lines = data.splitlines(keepends=True)
    (twins / 'shorter.ftrace').write_bytes(b''.join(lines[:len(lines) * 9 // 10]))
    result = cli.run('diff', '--a', twins, '--a', twins / 'run0.ftrace', '--b', folder / 'after', '--runs', '--csv')
    rows = [row for row in csv.DictReader(result.stdout.decode().splitlines()) if row['side'] == 'a']
    used = [pathlib.Path(row['file']).name for row in rows if not row['left_out']]
    tap.equal((result.returncode, used), (0, ['copy.ftrace', 'hard.ftrace', 'run0.ftrace', 'shorter.ftrace']), 'sets: links, copies, packed copies and a path given twice count once')
    told = [line.split(': ')[1:] for line in result.stderr.decode().splitlines()]
    tap.equal([(pathlib.Path(path).name, reason.replace(str(twins), '')) for path, _, reason in told],
              [('packed.ftrace.gz', 'it is the same as /copy.ftrace, which counts once'), ('remarked.ftrace', 'it is the same as /copy.ftrace, which counts once'),
               ('run0.ftrace', 'it is given twice, and counts once'), ('run1.ftrace', 'it is the same as /hard.ftrace, which counts once'),
               ('run2.ftrace', 'it is the same as /copy.ftrace, which counts once'), ('soft.ftrace', 'it is the same as /run0.ftrace, which counts once')], 'sets: they are named')
    packed = folder / 'packed.ftrace.gz'
    packed.write_bytes(gzip.compress((folder / 'before' / 'run0.ftrace').read_bytes()))
    both = summary(cli, *sets(folder), '--b', packed)
    tap.check(both.endswith(' 1 run is on both sides, which hides a change.'), 'sets: a packed run on both sides is said', both)
    both = summary(cli, *sets(folder), '--b', folder / 'before' / 'run0.ftrace')
    tap.check(both.endswith(' 1 run is on both sides, which hides a change.'), 'sets: a run on both sides is said', both)
    tap.equal(cli.json('diff', *sets(folder, b='before'))['runs_on_both_sides'], N_RUNS, 'sets --json: runs on both sides')


def check_memory(tap, cli, folder):
    """A run that needs more memory than there is is named and excluded; the others stay."""
    large = folder / 'large.ftrace'
    data = (folder / 'before' / 'run0.ftrace').read_bytes()
    with large.open('wb') as file:
        for _ in range((400 << 20) // len(data)):
            file.write(data)
    command = 'ulimit -v 300000; exec "$0" diff --a "$1"/before --b "$1"/after --b "$1"/large.ftrace --csv --runs'
    result = subprocess.run(['sh', '-c', command, os.path.abspath(cli.program), folder], check=False, capture_output=True)
    rows = list(csv.DictReader(result.stdout.decode().splitlines()))
    large.unlink()
    if b'Sanitizer' in result.stderr:  # which maps more than that before it starts
        return
    tap.equal((result.returncode, len([row for row in rows if not row['left_out']])), (0, 2 * N_RUNS), 'sets: what was loaded before memory is short stays')
    tap.check('not enough memory' in result.stderr.decode() and len(result.stderr.splitlines()) == 1, 'sets: one line says what was left out', result.stderr)


def check_order(tap, cli, folder):
    """The order of the files' dates, if it separates the sides."""
    cases = [(0, 1000, 1, 'a-first'), (1000, 0, 1, 'b-first'), (0, 5, 10, 'mixed')]
    for a_s, b_s, step_s, order in cases:
        for side, begin_s in (('before', a_s), ('again', b_s)):
            for number in range(N_RUNS):
                time_s = 1_700_000_000 + begin_s + step_s * number
                os.utime(folder / side / f'run{number}.ftrace', (time_s, time_s))
        document = cli.json('diff', *sets(folder, b='again'))['recorded']
        line = cli.output('diff', *sets(folder, b='again')).splitlines()[1]
        said = line.startswith(f'All runs of {order[0].upper()} were recorded before those of ') and '(according to the file dates)' in line
        tap.equal((document['order'], document['is_by_file_dates'], said), (order, True, order != 'mixed'), f'sets: recorded {order}')


def check_gone(tap, cli, folder):
    """A name that is gone cannot lose more than its whole time."""
    row = by_name(cli.rows('diff', *sets(folder)))['obsoleteShadowPass']
    line = next(line for line in cli.output('diff', *sets(folder)).splitlines() if 'obsoleteShadowPass' in line)
    tap.equal(float(row['change_percent']), -100, 'sets: what is gone lost all')
    tap.check(int(row['change_low']) < -int(row['a_median']) and line.count('%') == 1 and re.search(r'-\d+\.\d.µs to -\d+\.\d.µs', line), 'sets: its interval is not in percent', line)
    mean = by_name(cli.rows('diff', *sets(folder), '--metric', 'mean'))['obsoleteShadowPass']
    tap.equal((mean['verdict'], mean['is_sure'], mean['change']), ('removed', '1', ''), 'sets --metric mean: gone is sure, without a change of the mean')


def check_few_frames(tap, cli, folder):
    """Of 60 frames the 99th percentile is the longest, so it is tested once."""
    rows = [row for row in cli.rows('diff', *sets(folder, 'slow-a', 'slow-b')) if row['kind'] == 'frames']
    text = cli.output('diff', *sets(folder, 'slow-a', 'slow-b'))
    found = {row['name']: (row['a_median'], row['p_adjusted']) for row in rows}
    tap.equal(found['p99'], found['max'], 'sets: 99 % and the longest of few frames are one figure')
    tap.check('frame time, longest (= 99 %)' in text and 'frame time, 99 %' not in text, 'sets: it has one row', text)
    n_tested = cli.json('diff', *sets(folder, 'slow-a', 'slow-b'))['tested']
    n_adjusted = len([row for row in cli.rows('diff', *sets(folder, 'slow-a', 'slow-b')) if row['p_adjusted']])
    tap.equal(n_tested, n_adjusted - 1, 'sets: and is tested once')


def check_amounts(tap, cli, folder):
    """Samples that count bytes: no times appear, and runs with other units are excluded."""
    amounts = folder / 'amounts'
    amounts.mkdir()
    for side in 'ab':
        for number in range(8):
            n = 100 + number + 40 * (side == 'b')
            (amounts / f'{side}{number}.folded').write_text(f'main;draw {n}\nmain;layout {200 + number}\n')
    arguments = ('--a', f'{amounts}/a*', '--b', f'{amounts}/b*')
    row = by_name(cli.rows('diff', *arguments))['draw']
    tap.equal((row['unit'], row['per'], row['a_median'], row['verdict']), ('samples', 'total', '104', 'more'), 'sets: samples are not nanoseconds')
    text = cli.output('diff', *arguments)
    tap.check('+40\u00a0samples' in text and '\u00a0ns' not in text, 'sets: text has the unit', text)
    result = cli.run('diff', *arguments, '--b', folder / 'after' / 'run0.ftrace')
    tap.check('run0.ftrace: left out: it counts time, and other runs samples' in result.stderr.decode(), 'sets: another unit is left out', result.stderr)
    tap.check(summary(cli, *arguments, '--limit', '90%').startswith('Nothing was tested: no row reaches the limit of '), 'sets: a limit that no row reaches', summary(cli, *arguments, '--limit', '90%'))
    check_failure(tap, cli.run('diff', *arguments, '--per', 'second'), 2, ['--per second'], 'sets: samples have no seconds')


def check_missing(tap, cli, folder):
    """A pattern without files is an error; an excluded path is named once."""
    check_failure(tap, cli.run('diff', '--a', f'{folder}/before/x*', '--b', folder / 'after'), 1, ['no file matches', 'before/x*'], 'sets: a pattern that matches nothing')
    (folder / 'words').write_text('not a trace')
    result = cli.run('diff', '--a', 'before', '--a', 'words', '--a', 'missing', '--b', 'after', '--csv', cwd=folder)
    told = result.stderr.decode().splitlines()
    tap.equal((result.returncode, len(told), [line.count('words') + line.count('missing') for line in told]), (0, 2, [1, 1]), 'sets: what is left out is named once')


def check_noise(tap, cli, folder):
    """A change of 5 % among runs that vary by 2 % is found, and is the first row."""
    noise = random.Random(5)
    for name, factor in (('slow-a', 1.0), ('slow-b', 1.05)):
        (folder / name).mkdir()
        for number in range(12):
            speed = noise.gauss(1, 0.02)
            lines = ['# tracer: nop\n#\n']
            time_us = 5_000_000
            for frame in range(60):
                for word, work in (('Choreographer#doFrame %d' % frame, 300), ('draw', 900 * factor * speed), ('layout', 1500 * noise.gauss(1, 0.02)), ('upload', 700 * noise.gauss(1, 0.1))):
                    lines.append(f'  app-77 (   77) [000] ...1 {time_us / 1e6:.6f}: tracing_mark_write: B|77|{word}\n')
                    time_us += int(work)
                    if word[0] != 'C':
                        lines.append(f'  app-77 (   77) [000] ...1 {time_us / 1e6:.6f}: tracing_mark_write: E|77\n')
                lines.append(f'  app-77 (   77) [000] ...1 {time_us / 1e6:.6f}: tracing_mark_write: E|77\n')
                time_us += 9000
            (folder / name / f'{number}.ftrace').write_text(''.join(lines))
    rows = [row for row in cli.rows('diff', *sets(folder, 'slow-a', 'slow-b')) if row['kind'] == 'name']
    tap.equal([(row['name'], row['verdict']) for row in rows if row['verdict'] == 'more'], [('draw', 'more')], 'sets: 5 % among noise is found alone')
    tap.check(3 < float(rows[0]['change_percent']) < 7, 'sets: as 5 %', rows[0])


def main():
    tap, cli, folder = start()
    write_sets(folder)
    check_known_changes(tap, cli, folder)
    check_figures(tap, cli, folder)
    check_threads(tap, cli, folder)
    check_late(tap, cli, folder)
    check_options(tap, cli, folder)
    check_bad_files(tap, cli, folder)
    check_renamed(tap, cli, folder)
    check_conditions(tap, cli, folder)
    check_page(tap, cli, folder)
    check_history(tap, cli, folder)
    check_noise(tap, cli, folder)
    check_summaries(tap, cli, folder)
    check_twins(tap, cli, folder)
    check_memory(tap, cli, folder)
    check_order(tap, cli, folder)
    check_gone(tap, cli, folder)
    check_few_frames(tap, cli, folder)
    check_amounts(tap, cli, folder)
    check_missing(tap, cli, folder)
    tap.finish()


if __name__ == '__main__':
    main()
