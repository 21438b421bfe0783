#!/usr/bin/env python3
"""strata-cli clip: a clip contains what the trace has in the span.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import html.parser
import json
import pathlib
import sys
import zipfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
from tap import read_csv  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'
MS = 1000000

# Columns that are equal in both, after times are limited to the span.
COLUMNS = {
    'slices': ['ts_ns', 'dur_ns', 'tid', 'thread', 'depth', 'name'],
    'async': ['ts_ns', 'dur_ns', 'pid', 'name'],
    'instants': ['ts_ns', 'tid', 'track', 'name'],
    'cpu': ['ts_ns', 'dur_ns', 'cpu', 'tid', 'thread'],
    'states': ['ts_ns', 'dur_ns', 'tid', 'thread', 'state', 'cpu', 'waker_tid'],
}


def read(cli, kind, path):
    text = cli.run('list', kind, '--csv', '--no-mapping', path).stdout.decode()
    return list(read_csv(text))


def limit(row, begin, end):
    """A row limited to the span; None if it is outside."""
    first = int(row['ts_ns'])
    if 'dur_ns' not in row:
        return row if begin <= first < end else None
    last = first + int(row['dur_ns'])
    if first >= end or (last <= begin and first < begin):
        return None
    row['ts_ns'] = str(max(first, begin))
    row['dur_ns'] = str(min(last, end) - max(first, begin))
    return row


def is_switched(kind, row, begin):
    """The initial state of a thread in a clip is a run without length."""
    return kind in ('cpu', 'states') and row['dur_ns'] == '0' and int(row['ts_ns']) == begin


def get_rows(cli, kind, path, begin, end):
    rows = [limit(row, begin, end) for row in read(cli, kind, path)]
    # a thread that exited before the span, or was still unknown, has no state in the clip
    rows = [row for row in rows if row and not is_switched(kind, row, begin) and row.get('state') not in ('dead', 'unknown')]
    return sorted(tuple(row[column] for column in COLUMNS[kind]) for row in rows)


def get_counters(cli, path, begin, end):
    """The samples inside, and the initial value of each counter."""
    found = []
    last = {}
    for row in read(cli, 'counters', path):
        key = (row['name'],)
        if int(row['ts_ns']) <= begin:
            last[key] = row['value']
        elif int(row['ts_ns']) < end:
            found.append((row['ts_ns'], *key, row['value']))
    return sorted(found + [(str(begin), *key, value) for key, value in last.items()])


def check_same(tap, cli, folder, path, begin_ms, end_ms):
    info = cli.json('info', '--no-mapping', path)
    begin = info['begin_ns'] + begin_ms * MS
    end = info['begin_ns'] + end_ms * MS
    for suffix in ['atrace', 'pftrace']:
        clip = folder / f'clip.{suffix}'
        cli.output('clip', '--no-mapping', '--span', f'+{begin_ms}ms..+{end_ms}ms', path, '-o', clip)
        what = f'{path.name} from {begin_ms} to {end_ms} ms as {suffix}'
        span = cli.json('info', clip)
        tap.equal((span['begin_ns'], span['end_ns']), (begin, end), f'{what}: begins and ends there')
        for kind in COLUMNS:
            before, after = (get_rows(cli, kind, one, begin, end) for one in (path, clip))
            if kind == 'async':
                # slices of other threads that the format cannot express become separate tracks
                after = [row for row in after if row in before]
            gone = sorted(set(before) - set(after))[:3]
            new = sorted(set(after) - set(before))[:3]
            tap.check(before == after, f'{what}: the same {len(before)} {kind}', f'{len(after)} after; gone {gone}\nnew {new}')
        tap.equal(get_counters(cli, clip, begin, end), get_counters(cli, path, begin, end), f'{what}: the same values of counters')


def check_size(tap, cli, folder):
    path = SAMPLES / 'android-busy-cpus.ftrace.zst'
    whole, clip, empty = folder / 'whole.atrace', folder / 'all.atrace', folder / 'empty.atrace'
    cli.output('convert', path, '-o', whole)
    cli.output('clip', '--span', '..', path, '-o', clip)
    tap.equal(clip.read_bytes(), whole.read_bytes(), 'a clip of all is what convert writes')
    check_failure(tap, cli.run('clip', '--span', '+1ms..+1ms', path, '-o', empty), 2, ['+1ms..+1ms'], 'an empty span')
    tap.check(not empty.exists(), 'nothing is written then')
    result = cli.run('clip', '--span', '+1ms..+2ms', path, '-o', '-')
    tap.check(result.returncode == 0 and result.stdout.startswith(b'# tracer'), 'to standard output', result.stderr)


def check_finding(tap, cli, folder):
    path, first, second = SAMPLES / 'android-slow-frame.ftrace.zst', folder / 'first.strata', folder / 'second.strata'
    begin = cli.json('info', path)['begin_ns']
    cli.output('clip', '--span', '+1s..+1.1s', '--note', 'look <here>\n', path, '-o', first)
    with zipfile.ZipFile(first) as archive:
        tap.equal(sorted(archive.namelist()), ['clip.ftrace', 'finding.notes'], 'a finding is a zip')
    notes = {'ts_ns': begin + 1000 * MS, 'slice': None, 'note': 'look <here>\n'}
    for finding, view in [(first, (1000, 1100)), (second, (1020, 1060))]:
        info = cli.json('info', finding)
        tap.equal((info['finding']['view_begin_ns'], info['finding']['view_end_ns']), tuple(begin + ms * MS for ms in view), f'{finding.name} shows its span')
        tap.equal(info['finding']['bookmarks'], [notes] if finding == first else [], f'{finding.name} has the notes of its span')
        tap.equal(info['diagnostics'], cli.json('info', finding)['diagnostics'], f'{finding.name} is whole')
        tap.equal([one for one in info['diagnostics'] if one['kind'].startswith('skipped')], [], f'nothing of {finding.name} is skipped')
        cli.output('clip', '--span', '+20ms..+60ms', first, '-o', second)
    tap.check('look <here>' in cli.output('info', first), 'info shows the notes')
    renamed = folder / 'renamed'
    renamed.write_bytes(first.read_bytes())
    tap.equal(cli.json('info', renamed)['finding'], cli.json('info', first)['finding'], 'the content says what it is')

    for what, text in [('damaged', '[Strata Notes]\nversion'), ('newer', '[Strata Notes]\nversion=9\n'), ('binary', '[Strata Notes]\nab\x01c\n')]:
        with zipfile.ZipFile(renamed, 'w') as archive:
            archive.writestr('notes', text)
            archive.write(folder / 'android.ftrace', 'trace')
        result = cli.run('info', '--json', renamed)
        tap.check(result.returncode == 0 and b'"finding"' not in result.stdout, f'{what} notes are no notes', result)
    data = first.read_bytes()
    tap.none([cut for cut in range(0, len(data), 1499) if cli.run('info', '-', data=data[:cut]).returncode not in (0, 1)], 'one that is cut off does no harm')


EVIL = '</script><script>alert(1)</script>'


class Page(html.parser.HTMLParser):
    """What a browser would show."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.links = []
        self.texts = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ('src', 'href', 'action')]

    def handle_data(self, data):
        self.texts.append(data)


def check_page(tap, cli, folder):
    trace, path = folder / 'evil.ftrace', folder / 'evil.html'
    lines = [f'  app-100   (  100) [000] .... 1.00{i}000: tracing_mark_write: {mark}\n' for i, mark in enumerate([f'B|100|{EVIL}', 'B|100|a&b"c', 'E|100', 'E|100'])]
    trace.write_text('# tracer: nop\n#\n' + ''.join(lines), encoding='utf-8')
    cli.output('clip', '--span', '..', '--note', f'note {EVIL}', trace, '-o', path)
    page = Page(path.read_text(encoding='utf-8'))
    tap.equal(page.tags.count('script'), 2, 'names make no scripts')
    tap.equal(page.links, [], 'a page asks nothing of the network')
    tap.check(any(EVIL in text for text in page.texts), 'names are shown as they are')
    tap.check(any(f'note {EVIL}' in text for text in page.texts), 'notes are shown as they are')
    data = json.loads(next(text for text in page.texts if text.startswith('{"width"')))
    shown = [text[6] for layer in data['lanes'][0] for text in layer['t']]
    tap.check(EVIL in shown and 'a&b"c' in shown, 'the timeline has the names', shown)
    cli.output('clip', '--span', '..', SAMPLES / 'android-busy-cpus.ftrace.zst', '-o', path)
    tap.check(path.stat().st_size < 3 << 20, 'a page of a busy trace stays below 3 MB', path.stat().st_size)
    tap.check('In the whole capture: ' not in path.read_text(encoding='utf-8'), 'the headline of a page of all is that of all')
    cli.output('clip', '--span', '+500ms..+600ms', SAMPLES / 'android-busy-cpus.ftrace.zst', '-o', path)
    tap.check('In the whole capture: ' in path.read_text(encoding='utf-8'), 'and that of a page of a part says so')


LIVES = '''# tracer: nop
#
 <idle>-0 (-------) [000] d..3 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=first next_pid=100 next_prio=120
 first-100 ({pid:7}) [000] .... 1.000100: tracing_mark_write: B|{pid}|one
 first-100 ({pid:7}) [000] .... 1.000200: tracing_mark_write: S|{pid}|load|1
 first-100 ({pid:7}) [000] .... 1.000300: tracing_mark_write: C|{pid}|count|1
 first-100 ({pid:7}) [000] .... 1.001000: tracing_mark_write: E|{pid}
 first-100 ({pid:7}) [000] .... 1.001100: sched_process_exit: comm=first pid=100 prio=120
 first-100 ({pid:7}) [000] d..3 1.001200: sched_switch: prev_comm=first prev_pid=100 prev_prio=120 prev_state=X ==> next_comm=other next_pid=70 next_prio=120
 other-70 (     60) [000] .... 1.001300: sched_process_free: comm=first pid=100 prio=120
 other-70 (     60) [000] .... 2.000000: task_newtask: pid=100 comm=second clone_flags={flags} oom_score_adj=0
 other-70 (     60) [000] d..3 2.000100: sched_waking: comm=second pid=100 prio=120 target_cpu=000
 other-70 (     60) [000] d..3 2.000200: sched_switch: prev_comm=other prev_pid=70 prev_prio=120 prev_state=S ==> next_comm=second next_pid=100 next_prio=120
 second-100 ({later:7}) [000] .... 2.000300: tracing_mark_write: B|{later}|two
 second-100 ({later:7}) [000] .... 2.000310: tracing_mark_write: S|{later}|load|1
 second-100 ({later:7}) [000] .... 2.000320: tracing_mark_write: C|{later}|count|2
 second-100 ({later:7}) [000] .... 2.001000: tracing_mark_write: E|{later}
 second-100 ({later:7}) [000] .... 2.101000: tracing_mark_write: B|{later}|three
 second-100 ({later:7}) [000] .... 2.102000: tracing_mark_write: E|{later}
 second-100 ({later:7}) [000] .... 2.102000: tracing_mark_write: F|{later}|load|1
 second-100 ({later:7}) [000] d..3 2.203000: sched_switch: prev_comm=second prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
'''
OWNERS = 'SELECT p.name, c.value FROM counter c JOIN process_counter_track t ON t.id = c.track_id JOIN process p USING (upid) ORDER BY 2'


def check_lives(tap, cli, folder):
    """In a clip, a reused id means the thread and the process that are alive there."""
    path = folder / 'lives.ftrace'
    for ids in ({'pid': 50, 'later': 60, 'flags': '10f00'}, {'pid': 100, 'later': 100, 'flags': '0'}):
        # open slices and counters of a process last as long as the trace
        lines = [line for line in LIVES.splitlines() if ids['pid'] == 100 or '|load' not in line and '|count' not in line]
        path.write_text('\n'.join(lines).format(**ids) + '\n', encoding='utf-8')
        for span, names in (('+1.05s..', ['three']), ('+500ms..', ['two', 'three']), ('..', ['one', 'two', 'three'])):
            for suffix in ('atrace', 'pftrace', 'strata'):
                clip, what = folder / f'lives.{suffix}', f'{ids["later"]} {span} as {suffix}'
                is_gone = span != '..' and ids['pid'] != 100
                said = cli.run('clip', '--span', span, path, '-o', clip).stderr.decode()
                rows = [(row['name'], row['pid'], row['tid'], row['thread']) for row in cli.json('list', 'slices', clip)]
                before = [(row['name'], row['pid'], row['tid'], row['thread']) for row in cli.json('list', 'slices', path)]
                tap.equal(rows, [row for row in before if row[0] in names], f'{what}: of whom the calls are')
                threads = sorted(row['thread'] for row in cli.json('list', 'threads', clip))
                tap.equal(threads, ['first', 'other', 'second'][is_gone:], f'{what}: threads')
                if ids['pid'] != 100:
                    continue
                loads = [(row['process'], row['flags']) for row in cli.json('list', 'async', clip)]
                tap.equal(loads, [('first', 'unfinished'), ('second', '')], f'{what}: of whom the asynchronous slices are')
                tap.equal(cli.output('query', '--csv', clip, OWNERS).splitlines()[1:], ['first,1.0', 'second,2.0'], f'{what}: of whom the counters are')
                tap.equal('1 process or thread id was replaced' in said, span != '..', f'{what}: the id of the first is another')


def check_outside(tap, cli, folder):
    path, output, picture = SAMPLES / 'android-busy-cpus.ftrace.zst', folder / 'part.atrace', folder / 'part.svg'
    info = cli.json('info', path)
    for span in ['+100s..+101s', f'0..{info["begin_ns"]}', f'{info["end_ns"]}..']:
        for command, target in [('clip', output), ('render', picture)]:
            check_failure(tap, cli.run(command, '--span', span, path, '-o', target), 2, [span], f'{command} of {span}, where nothing is')
            tap.check(not target.exists(), f'{command} writes nothing then')
    result = cli.run('clip', '--span', '+500ms..+100s', path, '-o', output)
    tap.check(result.returncode == 0 and result.stderr.decode().count('+500ms..+100s') == 1, 'a clip that ends after the trace is noted', result.stderr)
    part = cli.json('info', output)
    tap.equal((part['begin_ns'], part['end_ns']), (info['begin_ns'] + 500 * MS, info['end_ns']), 'it has what there is')
    result = cli.run('render', '--span', f'0..{info["begin_ns"] + 500 * MS}', path, '-o', picture)
    tap.check(result.returncode == 0 and len(result.stderr.splitlines()) == 1, 'a picture that begins before the trace is noted', result.stderr)
    result = cli.run('clip', '--span', '+500ms..', path, '-o', output)
    tap.equal((result.returncode, b'+500ms' in result.stderr), (0, False), 'an open end is the end')


def check_names(tap, cli, folder):
    """Processes and threads have the names that they had in the clip, also if they were renamed later, as apps are by the process that starts them."""
    path = folder / 'renamed.ftrace'
    path.write_text('# tracer: nop\n zygote64-7 (7) [000] .... 1.000000: tracing_mark_write: B|7|a\n zygote64-7 (7) [000] .... 1.000100: tracing_mark_write: E|7\n'
                    ' zygote64-7 (7) [000] .... 1.000200: task_rename: pid=7 oldcomm=zygote64 newcomm=om.example.shop oom_score_adj=0\n'
                    ' om.example.shop-7 (7) [000] .... 1.000250: strata_process: pid=7 comm=om.example.shop name=com.example.shop\n'
                    ' om.example.shop-7 (7) [000] .... 1.000300: tracing_mark_write: B|7|b\n om.example.shop-7 (7) [000] .... 1.000400: tracing_mark_write: E|7\n')
    tap.equal([row['process'] for row in cli.json('list', 'processes', path)], ['com.example.shop'], 'the last name of a process')
    for suffix in ('pftrace', 'atrace', 'strata'):
        for span, process, thread in (('+0ms..+0.15ms', 'zygote64', 'zygote64'), ('+0.15ms..+0.35ms', 'com.example.shop', 'om.example.shop'), ('..', 'com.example.shop', 'om.example.shop')):
            output = folder / f'renamed.{suffix}'
            cli.output('clip', '--span', span, path, '-o', output)
            tap.equal([(row['process'], row['thread']) for row in cli.json('list', 'threads', output)], [(process, thread)], f'{suffix}, {span}: names')


def check_cpus(tap, cli, folder):
    """CPUs run, idle and are unknown for as long as in the span; only switches are more, as threads have to leave a CPU at the start."""
    for name, spans in (('android-slow-frame.ftrace.zst', ('+0.5s..+0.6s', '+1s..+2s', '+2.3s..')), ('android-busy-cpus.ftrace.zst', ('+0.2s..+0.4s', '+0.7s..+0.71s'))):
        for span in spans:
            for suffix in ('pftrace', 'atrace'):
                clip = folder / f'cpus.{suffix}'
                cli.output('clip', '--span', span, SAMPLES / name, '-o', clip)
                before, after = ([[value for key, value in row.items() if 'switches' not in key] for row in read_csv(cli.output('usage', '--by', 'cpu', '--csv', *options))] for options in (('--span', span, SAMPLES / name), (clip,)))
                tap.equal(after, before, f'{name}, {span}, {suffix}: CPUs')


def check_usage(tap, cli, folder):
    path = folder / 'android.ftrace'
    output = folder / 'x.atrace'
    check_failure(tap, cli.run('clip', path, '-o', output), 2, ['--span'], 'no span')
    check_failure(tap, cli.run('clip', '--span', '..', path), 2, ['-o'], 'no output')
    check_failure(tap, cli.run('clip', '--span', 'soon', path, '-o', output), 2, ['soon'], 'no such span')
    check_failure(tap, cli.run('clip', '--span', '..', path, '-o', path), 2, ['overwritten'], 'onto itself')
    check_failure(tap, cli.run('clip', '--span', '..', path, '-o', folder / 'x.json'), 2, ['JSON'], 'JSON')
    check_failure(tap, cli.run('clip', '--span', '..', '--note', 'x', path, '-o', output), 2, ['--note'], 'a note without notes')
    check_failure(tap, cli.run('clip', '--span', '..', folder / 'noise', '-o', output), 1, ['noise'], 'no trace')


def main():
    tap, cli, folder = start()
    for name in ['android-busy-cpus.ftrace.zst', 'android-slow-frame.ftrace.zst', 'openharmony-slow-frame.ftrace.zst', 'openharmony-slow-disk.ftrace.zst', 'method-trace.trace']:
        check_same(tap, cli, folder, SAMPLES / name, 100, 150)
    for name in ['android-busy-cpus.ftrace.zst', 'method-trace.trace']:
        check_same(tap, cli, folder, SAMPLES / name, 371, 374)
    check_size(tap, cli, folder)
    check_finding(tap, cli, folder)
    check_page(tap, cli, folder)
    check_lives(tap, cli, folder)
    check_outside(tap, cli, folder)
    check_names(tap, cli, folder)
    check_cpus(tap, cli, folder)
    check_usage(tap, cli, folder)
    tap.finish()


main()
