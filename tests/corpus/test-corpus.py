#!/usr/bin/env python3
"""Compares strata-cli's results for real captures with the oracles that come with them.

SPDX-License-Identifier: GPL-3.0-or-later

The corpus is not part of the project. Its README explains what each oracle contains and where
oracles disagree; comments here name what is left out.
"""
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'cli'))
import frames  # pylint: disable=wrong-import-position
import methodtraces  # pylint: disable=wrong-import-position
import periods  # pylint: disable=wrong-import-position
import roundtrip  # pylint: disable=wrong-import-position
import verdicts  # pylint: disable=wrong-import-position
from tap import Cli, Tap  # pylint: disable=wrong-import-position

# The text has whole microseconds; each duration is the difference of two records.
ROUNDING_NS = 1000


def read_json(path):
    return json.loads(path.read_text(encoding='utf-8'))


class Recorded:
    """A capture whose writer logged its actions."""

    def __init__(self, tap, cli, path, oracle):
        self.tap = tap
        self.cli = cli
        self.path = path
        self.name = path.name.removesuffix('.ftrace.zst')
        self.oracle = read_json(oracle)

    def check(self):
        self.check_counts()
        self.check_sums('slices', self.oracle['slices'], has_max=True)
        self.check_sums('async', self.oracle['asyncs'], has_max=False)
        self.check_counters()
        self.check_threads()
        periods.check_sums(self.tap, self.cli, self.path, self.name)

    def check_counts(self):
        info = self.cli.json('info', self.path)
        oracle = self.oracle
        wanted = {
            'closed slices': (info['slices']['closed'], oracle['closed_slices']),
            'unfinished slices': (info['slices']['unfinished'], oracle['left_open_B']),
            'unmatched ends': (info['unmatched_ends'], oracle['stray_E']),
            'closed async': (info['async']['closed'], oracle['async_closed']),
            'unfinished async': (info['async']['unfinished'], oracle['async_left_open']),
            'unmatched async': (info['async']['unmatched'], oracle['async_F_without_S']),
            'starts on named tracks': (info['async_tracks']['closed'] + info['async_tracks']['unfinished'], oracle['counts'].get('G', 0)),
            'ends on named tracks': (info['async_tracks']['closed'] + info['async_tracks']['unmatched'], oracle['counts'].get('H', 0)),
            'counter samples of the markers': (sum(1 for row in self.cli.rows('list', 'counters', self.path) if row['pid']), oracle['counts']['C']),
        }
        for what, (found, number) in wanted.items():
            self.tap.equal(found, number, f'{self.name}: {what}')

    def check_sums(self, kind, oracle, has_max):
        durations = collections.defaultdict(list)
        for row in self.cli.rows('list', kind, self.path):
            # the oracle omits names with a chain id, and has tracks only by number
            if 'unfinished' not in row['flags'] and not row['chain']:
                durations[row['pid'], row['name']].append(int(row['dur_ns']))

        faults = []
        for item in oracle:
            found = durations[str(item['pid']), item['name']]
            slack = ROUNDING_NS * len(found)
            low, high = item['dur_sum_ns']
            if len(found) != item['count']:
                faults.append(f'{item}: {len(found)} found')
            elif not low - slack <= sum(found) <= high + slack:
                faults.append(f'{item}: sum {sum(found)}')
            elif has_max and not item['dur_max_ns'][0] - ROUNDING_NS <= max(found) <= item['dur_max_ns'][1] + ROUNDING_NS:
                faults.append(f'{item}: max {max(found)}')
        self.tap.none(faults, f'{self.name}: {len(oracle)} names of {kind}: count, sum, max')

    def check_counters(self):
        samples = collections.defaultdict(list)
        for row in self.cli.rows('list', 'counters', self.path):
            samples[row['pid'], row['name']].append(int(row['value']))

        faults = []
        for item in self.oracle['counters']:
            found = samples[str(item['pid']), item['name']]
            if (len(found), min(found, default=None), max(found, default=None), sum(found)) != (item['samples'], item['min'], item['max'], item['sum']):
                faults.append(f'{item}: {len(found)} found')
        self.tap.none(faults, f'{self.name}: {len(self.oracle["counters"])} counters: samples, min, max, sum')

    def check_states(self):
        """The states of each thread cover its life without a gap, and it leaves a CPU as often as the kernel counted."""
        threads = {str(thread['tid']): thread for thread in self.oracle['threads']}
        listed = {row['tid']: row for row in self.cli.rows('list', 'threads', self.path)}
        switches = collections.Counter()
        running = collections.Counter()
        ends = {}
        gaps = []
        for row in self.cli.rows('list', 'states', self.path):
            begin, end = int(row['ts_ns']), int(row['ts_ns']) + int(row['dur_ns'])
            if ends.get(row['tid'], begin) != begin:
                gaps.append(row)
            ends[row['tid']] = end
            if row['state'] == 'running':
                running[row['tid']] += end - begin
                if row['tid'] in threads and threads[row['tid']]['wall_start_ns'] <= end <= threads[row['tid']]['wall_end_ns']:
                    switches[row['tid']] += 1

        self.tap.none(gaps, f'{self.name}: states without gaps')
        self.tap.none([f'{tid}: {total}' for tid, total in running.items() if int(listed[tid]['running_ns']) != total],
                      f'{self.name}: running states are the running time')
        counted = {tid: thread['voluntary_switches'] + thread['involuntary_switches'] for tid, thread in threads.items()}
        return [f'{self.name}: {tid}: {switches[tid]} instead of {number}' for tid, number in counted.items() if switches[tid] != number], len(counted)

    def check_threads(self):
        """Each thread's own CPU clock, read at two times, compared with its runs between them."""
        running = {row['tid']: int(row['running_ns']) for row in self.cli.rows('list', 'threads', self.path)}
        threads = {str(thread['tid']): thread for thread in self.oracle['threads'] if thread['thread_cpu_ns'] > 1000000}
        inside = collections.Counter()
        in_all = collections.Counter()
        for row in self.cli.rows('list', 'cpu', self.path):
            begin, end = int(row['ts_ns']), int(row['ts_ns']) + int(row['dur_ns'])
            in_all[row['tid']] += end - begin
            if row['tid'] in threads:
                thread = threads[row['tid']]
                inside[row['tid']] += max(0, min(end, thread['wall_end_ns']) - max(begin, thread['wall_start_ns']))

        self.tap.none([f'{tid}: {total} ns of runs, {running.get(tid)} ns listed' for tid, total in in_all.items() if running.get(tid) != total],
                      f'{self.name}: running times are the sums of the runs')
        faults = [f'{tid} {thread["comm"]}: {inside[tid]} instead of {thread["thread_cpu_ns"]}'
                  for tid, thread in threads.items()
                  if abs(inside[tid] - thread['thread_cpu_ns']) > 0.02 * thread['thread_cpu_ns']]
        self.tap.none(faults, f'{self.name}: running time of {len(threads)} threads within 2 %')
        counted = sum(thread['thread_cpu_ns'] for thread in threads.values())
        self.tap.check(abs(sum(inside.values()) - counted) <= 0.005 * counted, f'{self.name}: running time of all together within 0.5 %', (sum(inside.values()), counted))


def check_text(tap, cli, path, facts_path):
    """Counts of a text compared with those of one regular expression."""
    facts = read_json(facts_path)
    info = cli.json('info', path)
    markers = {letter: count for letter, count in facts['markers'].items() if letter != 'other'}

    # newer facts of pages only count event lines
    if 'lines' in facts:
        tap.equal(info['lines'], facts['lines'], f'{path.name}: lines')
    tap.equal(info['events'], facts['matched'] if 'matched' in facts else facts['event_lines'], f'{path.name}: events')
    tap.equal({letter: count for letter, count in info['markers'].items() if count}, markers, f'{path.name}: markers')
    # without flags, the expression finds "5026" in "50260.929925" in some lines
    if path.name != 'trivial_systrace.html':
        tap.equal(info['begin_ns'], facts['first_ns'], f'{path.name}: begin')
        tap.equal(info['end_ns'], facts['last_ns'], f'{path.name}: end')


def check_same(tap, cli, path, other):
    """The compressed form of a text contains the same trace."""
    for kind in ['slices', 'async', 'counters', 'instants', 'cpu', 'states', 'wakeups', 'threads']:
        tap.equal(cli.output('list', kind, path, '--csv'), cli.output('list', kind, other, '--csv'), f'{path.name}: same {kind} as {other.name}')


class Methods:
    """A method trace also read by Traceview and dmtracedump."""

    def __init__(self, tap, cli, path, oracle):
        self.tap = tap
        self.cli = cli
        self.path = path
        self.name = oracle.name
        self.oracle = oracle
        result = cli.run('profile', path, '--csv')
        self.rows = {row['name']: row for row in csv.DictReader(result.stdout.decode().splitlines())}
        self.note = result.stderr.decode()

    def read_dump(self):
        packed = self.oracle / 'dump.txt.zst'
        if packed.exists():
            return subprocess.run(['zstd', '-dc', packed], capture_output=True, check=True).stdout.decode()
        return (self.oracle / 'dump.txt').read_text(encoding='utf-8')

    def read_tsv(self, name):
        with (self.oracle / name).open(encoding='utf-8', newline='') as file:
            return list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))

    def check(self):
        leading = methodtraces.find_leading_exits(self.read_dump())
        self.check_note(leading)

        methods = {row['name']: row for row in self.read_tsv('traceview-methods.tsv')
                   if row['id'] != '0xffffffff' and row['name'] != '(toplevel)' and row['name'] not in leading}
        called = {name: row for name, row in methods.items() if int(row['calls']) + int(row['recursiveCalls']) > 0}
        self.tap.check(len(called) > 0, f'{self.name}: {len(called)} methods to compare, {len(set(leading))} met by a leading unmatched exit left out')

        for what, column, of_us, factor in self.columns():
            faults = []
            for name, row in called.items():
                wanted = of_us(row) * factor
                found = self.rows.get(name, {}).get(column)
                if found != str(wanted):
                    faults.append(f'{name}: {column} {found} instead of {wanted}')
            self.tap.none(faults, f'{self.name}: {what}')

        self.check_switches(called)
        self.check_relatives(called)
        self.check_tree()

    def columns(self):
        """The columns of Traceview's output depend on the clocks of a trace."""
        clocks = {'cpu': any(row['inclusive_cpu_ns'] for row in self.rows.values()), 'wall': any(row['inclusive_ns'] for row in self.rows.values())}
        yield 'calls', 'calls', lambda row: int(row['calls']), 1
        yield 'recursive calls', 'recursive_calls', lambda row: int(row['recursiveCalls']), 1
        if clocks['cpu']:
            yield 'inclusive CPU time', 'inclusive_cpu_ns', lambda row: int(row['inclCpu']), 1000
            yield 'exclusive CPU time', 'exclusive_cpu_ns', lambda row: int(row['exclCpu']), 1000
        if clocks['wall']:
            # Traceview subtracts context switches from a method's own wall time
            switched = {row['method']: int(row['inclReal']) for row in self.read_tsv('traceview-edges.tsv')
                        if row['kind'] == 'Children' and row['element'] == '(context switch)'}
            yield 'inclusive wall time', 'inclusive_ns', lambda row: int(row['inclReal']), 1000
            yield 'exclusive wall time', 'exclusive_ns', lambda row: int(row['exclReal']) + switched.get(row['name'], 0), 1000

    def check_switches(self, methods):
        """With context switches as calls, exclusive wall times are the same as Traceview's."""
        # a wall clock alone does not show when a thread was switched out
        if not any(row['inclusive_cpu_ns'] for row in self.rows.values()):
            return

        rows = {row['name']: row for row in self.cli.rows('profile', self.path, '--context-switches')}
        if not any(row['inclusive_ns'] for row in rows.values()):
            return

        faults = [f'{name}: {rows.get(name, {}).get("exclusive_ns")} instead of {int(row["exclReal"]) * 1000}'
                  for name, row in methods.items() if rows.get(name, {}).get('exclusive_ns') != str(int(row['exclReal']) * 1000)]
        self.tap.none(faults, f'{self.name}: exclusive wall time without context switches')

    RELATIONS = {'Parents': 'parent', 'Children': 'child', 'Parents while recursive': 'recursive-parent', 'Children while recursive': 'recursive-child'}

    def check_relatives(self, methods):
        """Parents and children, their times and `n/total` calls. Traceview lists none for methods without time."""
        clocks = [name for name in ['inclusive_cpu_ns', 'inclusive_ns'] if any(row[name] for row in self.rows.values())]
        names = [name for name in methods if int(self.rows[name][clocks[0]]) > 0]
        wanted, found = {}, {}
        for row in self.read_tsv('traceview-edges.tsv'):
            if row['method'] in methods:
                times = {'inclusive_cpu_ns': row['inclCpu'], 'inclusive_ns': row['inclReal']}
                caller = '' if row['element'] == '(toplevel)' else row['element']
                wanted[row['method'], self.RELATIONS[row['kind']], caller] = (self.count_calls(row['element'], row['calls']), *[int(times[clock]) * 1000 for clock in clocks])

        options = [option for name in names for option in ['--relatives', name]]
        for row in self.cli.rows('profile', self.path, *self.switch_options(), *options):
            if row['relation'] != 'self':
                calls = self.count_calls(row['name'], f'{row["calls"]}/{row["total_calls"]}')
                found[row['of'], row['relation'], row['name']] = (calls, *[int(row[clock]) for clock in clocks])

        faults = [f'{key}: {found.get(key)} instead of {wanted.get(key)}' for key in sorted(wanted.keys() | found.keys()) if found.get(key) != wanted.get(key)]
        self.tap.none(faults, f'{self.name}: {len(wanted)} parents and children of {len(names)} methods')

    TIMES = ['inclusive_ns', 'exclusive_ns', 'inclusive_cpu_ns', 'exclusive_cpu_ns']

    def check_tree(self):
        """The call tree has the same values for each name as the flat profile, which equals Traceview's."""
        nodes, flat = {}, collections.defaultdict(lambda: [0, 0, 0, 0, 0, 0])
        rows = list(self.cli.rows('tree', self.path))
        self.check_folded(rows)
        for row in rows:
            above = nodes.get(row['parent'])
            callers = above[1] | {above[0]} if above else frozenset()
            nodes[row['node']] = (row['name'], callers)
            item, is_inner = flat[row['name']], row['name'] in callers
            item[5 if is_inner else 4] += int(row['calls'])
            for i, column in enumerate(self.TIMES):
                if not (is_inner and column.startswith('inclusive')):
                    item[i] += int(row[column] or 0)

        wanted = {name: [int(row[column] or 0) for column in [*self.TIMES, 'calls', 'recursive_calls']] for name, row in self.rows.items()}
        faults = [f'{name}: {flat.get(name)} instead of {wanted.get(name)}' for name in sorted(wanted.keys() | flat.keys()) if flat.get(name) != wanted.get(name)]
        self.tap.none(faults, f'{self.name}: a call tree of {len(nodes)} nodes')

        # with the root at the bottom, the outermost names have the exclusive times
        clock = 'exclusive_ns' if any(row['exclusive_ns'] for row in self.rows.values()) else 'exclusive_cpu_ns'
        found = {row['name']: row[clock.replace('ex', 'in', 1)] for row in self.cli.rows('tree', self.path, '--bottom-up', '--depth', '1')}
        faults = [f'{name}: {found.get(name)} instead of {row[clock]}' for name, row in self.rows.items() if found.get(name) != row[clock]]
        self.tap.none(faults, f'{self.name}: {len(found)} names from the bottom up')

    def check_folded(self, rows):
        """One stack for each node with exclusive time, by either clock."""
        for clock in ['wall', 'cpu']:
            column = {'wall': 'exclusive_ns', 'cpu': 'exclusive_cpu_ns'}[clock]
            wanted = sorted(row[column] for row in rows if row[column] not in ('', '0'))
            if wanted:
                lines = self.cli.output('tree', self.path, '--folded', '--clock', clock).splitlines()
                self.tap.equal(sorted(line.rpartition(' ')[2] for line in lines), wanted, f'{self.name}: {len(wanted)} folded stacks, {clock} time')

    def switch_options(self):
        """Only a trace with a CPU clock shows when calls were switched out."""
        return ['--context-switches'] if any(row['inclusive_cpu_ns'] for row in self.rows.values()) else []

    @staticmethod
    def count_calls(element, calls):
        """Traceview's total of context switches includes those outside methods."""
        return calls.split('/')[0] if element == '(context switch)' else calls

    def check_note(self, leading):
        match = re.search(r': (\d+) exits? without an entry \(methods: (\d+)\)', self.note)
        told = (int(match.group(1)), int(match.group(2))) if match else (0, 0)
        self.tap.equal(told, (len(leading), len(set(leading))), f'{self.name}: leading unmatched exits, and methods met by them')


def check_page(tap, cli, path, oracle):
    """The slices and names of a page, compared with the systrace viewer's and with the page's own list of processes."""
    found = collections.defaultdict(lambda: [0, 0])
    for row in cli.rows('list', 'slices', path):
        if 'unfinished' not in row['flags']:
            # the viewer cuts names at a '|', and trims them
            item = found[row['tid'], row['name'].split('|')[0].strip()]
            item[0] += 1
            item[1] += int(row['dur_ns'])

    wanted = {(str(thread['tid']), name): values for process in oracle['processes'] for thread in process['threads'] for name, values in thread.get('byName', {}).items()}
    faults = []
    for key, (count, total) in found.items():
        values = wanted.get(key, [0, 0])
        # the viewer also shows unfinished slices
        if not count <= values[0] <= count + 1 or (values[0] == count and abs(values[1] * 1e6 - total) > ROUNDING_NS * count):
            faults.append(f'{key}: {count}, {total} ns instead of {values}')
    tap.none(faults, f'{path.name}: {len(found)} names of slices: count, sum')
    tap.check(sum(count for count, _ in found.values()) > 0 or not wanted, f'{path.name}: has slices')


def check_names(tap, cli, path):
    """Every thread has a name, and every process has its name in the page's own list."""
    text = subprocess.run(['zstd', '-dc', path], capture_output=True, check=True).stdout.decode(errors='surrogateescape')
    processes, threads = {}, {}
    for line in text[text.index('\nPROCESS DUMP'):text.index('\n# tracer')].splitlines():
        if match := re.match(r'\S+ +(\d+) +\d+ +\d+ +\d+ \S+ +\S+ \S (.*?) +\[[^]]*\] *$', line):
            # names of kernel workers are followed by their current work
            processes[match.group(1)] = re.sub(r'^(kworker/[^-]*)-.*', r'\1', match.group(2).strip('[]'))
        elif match := re.match(r'\S+ +(\d+) +(\d+) (\S.*)', line):
            threads[match.group(2)] = match.group(1)

    rows = list(cli.rows('list', 'threads', path))
    tap.none([row for row in rows if not row['thread'] or not row['pid'] or not row['process']], f'{path.name}: {len(rows)} threads with name and process')
    listed = [row for row in rows if row['pid'] in processes]
    tap.none([(row, processes[row['pid']]) for row in listed if row['process'] != processes[row['pid']]], f'{path.name}: names of the processes of {len(listed)} threads')
    tap.none([(row, threads[row['tid']]) for row in rows if threads.get(row['tid'], row['pid']) != row['pid']], f'{path.name}: processes as in the list')
    tap.check(len(listed) > 0.9 * len(rows), f'{path.name}: most are in the list')


def check_wrapped(tap, cli, path):
    """A capture in a page, with slices named "</script>", is read the same as alone."""
    text = subprocess.run(['zstd', '-dc', path], capture_output=True, check=True).stdout
    tap.check(b'</script>' in text, f'{path.name}: has the end tag in its text')
    begin, end = b'<html>\n<script class="trace-data" type="application/text">\n', b'  </script>\n<!-- END TRACE -->\n</body>\n</html>\n'
    pages = {'LF': begin + text + end, 'CR LF': (begin + text + end).replace(b'\n', b'\r\n'), 'end in line': begin + text.rstrip(b'\n') + end.lstrip(b' ')}
    for kind in ['slices', 'async', 'counters', 'instants', 'threads']:
        wanted = cli.output('list', kind, path, '--csv')
        for name, page in pages.items():
            found = subprocess.run([cli.program, 'list', kind, '-', '--csv'], input=page, capture_output=True, check=True).stdout.decode()
            tap.check(found == wanted, f'{path.name} in a page with {name}: same {kind}')


def check_joined(tap, cli, folder):
    """A capture without TGIDs after a listing of /proc is the same as one with TGIDs."""
    joined = (folder / 'atrace_procfs_dump').read_bytes() + b'\n' + (folder / 'atrace_missing_tgids').read_bytes()
    found = subprocess.run([cli.program, 'list', 'threads', '-', '--csv'], input=joined, capture_output=True, check=True).stdout
    rows = {row['tid']: row['pid'] for row in csv.DictReader(found.decode().splitlines())}
    wanted = {row['tid']: row['pid'] for row in cli.rows('list', 'threads', folder / 'atrace_fixed_tgids')}
    tap.equal(rows.keys(), wanted.keys(), 'atrace_missing_tgids: threads')
    tap.none([(tid, pid, rows[tid]) for tid, pid in wanted.items() if pid and rows[tid] != pid], 'atrace_missing_tgids behind atrace_procfs_dump: TGIDs')


def check_methods(tap, cli, corpus):
    folder = corpus / 'methods'
    for path in sorted([*folder.glob('*.trace'), *folder.glob('derived/*.trace'), *folder.glob('perflib/*.trace')]):
        name = f'perflib-{path.stem}' if path.parent.name == 'perflib' else path.stem
        oracle = folder / 'oracles' / name
        if (oracle / 'traceview-methods.tsv').exists():
            Methods(tap, cli, path, oracle).check()

    # CR LF in the key section stops Traceview; the records are those of the original
    plain = folder / 'JAGAndroidFramework_dmtrace.trace'
    crlf = folder / 'derived' / 'JAGAndroidFramework_dmtrace.crlf-key.trace'
    tap.equal(cli.output('profile', crlf, '--csv'), cli.output('profile', plain, '--csv'), f'{crlf.name}: as without CR')

    header = cli.json('info', folder / 'perflib' / 'header.trace')
    tap.equal((header['threads'], header['methods'], header['events']), (2, 4, 0), 'perflib-header: threads, methods, records')
    tap.check(any(item['kind'] == 'buffer-overflow' for item in header['diagnostics']), 'perflib-header: overflow')


def check_call_trees(tap, cli, corpus):
    """With missing callers rebuilt, trees are the same as those of Android Studio's importer."""
    folder = corpus / 'methods' / 'perflib'
    for case in read_json(folder / 'expected_calltrees.json')['cases']:
        rows = [row for row in cli.rows('list', 'slices', folder / case['file'], '--rebuild-callers') if row['thread'] == case['thread']]
        # depth 0 in the oracle is the thread
        wanted = [(call['depth'] - 1, call['method'].replace(': ', ' ')) for call in case['preorder'][1:]]
        tap.equal([(int(row['depth']), row['name']) for row in rows], wanted, f'{case["file"]}: calls as a tree')
        tap.none([row for row in rows if 'rebuilt' in row['flags'] and any(int(other['ts_ns']) < int(row['ts_ns']) for other in rows if int(other['depth']) > int(row['depth']))],
                 f'{case["file"]}: callers begin before their callees')


def check_refused(tap, cli, corpus):
    paths = [*sorted(path for path in (corpus / 'hitrace' / 'refuse').iterdir() if 'ffrt' not in path.name), corpus / 'methods' / 'derived' / 'JAGAndroidFramework_dmtrace.truncated-inkey.trace']
    for path in paths:
        result = cli.run('info', path)
        lines = result.stderr.decode().splitlines()
        tap.equal((result.returncode, len(lines), result.stdout), (1, 1, b''), f'{path.name}: refused in one line')
        tap.check(lines[0].startswith('strata-cli: ') and path.name in lines[0], f'{path.name}: file and reason', lines)


def check_converted(tap, cli, corpus):
    """Traces converted to atrace text are read back unchanged."""
    paths = [*(corpus / 'recorded').glob('*_small*.zst'), *(corpus / 'hitrace').glob('*.*t*'), *(corpus / 'systrace').glob('*.txt'),
             *(corpus / 'systrace').glob('atrace_*d*_*'), *(corpus / 'systrace').glob('*.html*'), *(corpus / 'methods').rglob('*.trace')]
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(path for path in paths if cli.run('info', path).returncode == 0):
            roundtrip.compare(tap, cli, path, pathlib.Path(folder) / 'out.atrace', path.name)


def check_recorded(tap, cli, corpus):
    wrong = []
    n_threads = 0

    for path in sorted((corpus / 'recorded').glob('*.ftrace.zst')):
        facts = path.with_name(path.name.removesuffix('.ftrace.zst') + '.text-facts.json')
        oracle = path.with_name(path.name.split('.')[0] + '.oracle.json')
        check_text(tap, cli, path, facts)
        recorded = Recorded(tap, cli, path, oracle)
        recorded.check()
        faults, number = recorded.check_states()
        wrong.extend(faults)
        n_threads += number
    # the others were lost by the kernel without a report
    tap.check(len(wrong) <= 0.05 * n_threads, f'{n_threads - len(wrong)} of {n_threads} threads are switched out as often as counted', wrong)


def check_texts(tap, cli, corpus):
    for folder in ['hitrace', 'systrace']:
        for facts in sorted((corpus / folder / 'oracles').glob('*.text-facts.json')):
            name = facts.name.removesuffix('.text-facts.json')
            for path in (corpus / folder).glob(f'{name}*'):
                if path.stem.removesuffix('.html') == name or path.name == name:
                    check_text(tap, cli, path, facts)

    systrace = corpus / 'systrace'
    check_wrapped(tap, cli, corpus / 'recorded' / 'android_small.ftrace.zst')
    check_joined(tap, cli, systrace)
    check_same(tap, cli, systrace / 'compressed_atrace_data.txt', systrace / 'decompressed_atrace_data.txt')
    check_refused(tap, cli, corpus)


def check_pages(tap, cli, corpus):
    systrace = corpus / 'systrace'
    xiaomi = systrace / 'xiaomi_launcher_scroll_all_the_time.html.zst'
    packed = subprocess.run(['zstd', '-dc', systrace / 'oracles' / 'xiaomi_launcher_scroll_all_the_time.catapult.json.zst'], capture_output=True, check=True)
    check_page(tap, cli, xiaomi, json.loads(packed.stdout))
    check_page(tap, cli, systrace / 'gtechoogle_mytrace.html.zst', read_json(systrace / 'oracles' / 'gtechoogle_mytrace.catapult.json'))
    check_names(tap, cli, xiaomi)
    frames.check(tap, cli, xiaomi, 'xiaomi')
    frames.check(tap, cli, systrace / 'trace_input_blog_list_jank.html.zst', 'list_jank')


def check_calls(tap, cli, corpus):
    check_methods(tap, cli, corpus)
    check_call_trees(tap, cli, corpus)


# Parts run side by side; meson.build names them, too.
PARTS = {
    'converted': check_converted,
    'verdicts': verdicts.check,
    'recorded': check_recorded,
    'pages': check_pages,
    'texts': check_texts,
    'methods': check_calls,
}


def main(program, corpus, *parts):
    tap = Tap()
    cli = Cli(program)

    for part in parts or PARTS:
        PARTS[part](tap, cli, pathlib.Path(corpus))
    tap.finish()


if __name__ == '__main__':
    main(*sys.argv[1:])
