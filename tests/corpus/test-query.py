#!/usr/bin/env python3
"""Runs SQL on Perfetto traces and compares the rows with those of another program.

The queries come from that program's own tests and from its documentation. A query that is refused
with a reason is counted; one with other rows must be in query-differences.txt with a reason.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'cli'))
from tap import Cli, Tap  # pylint: disable=wrong-import-position

REFUSALS = (r'“.*” of PerfettoSQL is not available', r'no such (table|column|function)', r'near "metric"',
            'there is nothing to show', 'is not supported', r'CREATE PERFETTO', r'of a protobuf')


def clean(value):
    """NULL is empty in CSV, and fractional numbers are written in many ways."""
    if value == '[NULL]':
        return ''
    if re.fullmatch(r'-?\d+', value):
        return value
    try:
        return f'{float(value):.6g}'
    except ValueError:
        return value


def read_rows(text):
    lines = '\n'.join(line.strip() for line in text.strip().splitlines())
    rows = [[clean(value) for value in row] for row in csv.reader(io.StringIO(lines))]
    return [row for row in rows if row]


def ask(cli, path, sql):
    run = cli.run('query', '--csv', path, sql)
    if run.returncode != 0:
        return None, run.stderr.decode().strip()
    return read_rows(run.stdout.decode()), ''


def read_differences(path):
    """The reason is the comment above a name."""
    reasons = {}
    reason = ''
    for line in path.read_text(encoding='utf-8').splitlines():
        if line.startswith('# '):
            reason = line[2:]
        elif line:
            reasons[line] = reason
    return reasons


def find_trace(path):
    stem = path.name.partition('.')[0]
    for name in (f'{stem}.pftrace', f'{stem}.pftrace.zst'):
        if path.with_name(name).exists():
            return path.with_name(name)
    return None


def check_tests(tap, cli, folder):
    known = read_differences(pathlib.Path(__file__).with_name('query-differences.txt'))
    counts = collections.Counter()
    for path in sorted(folder.glob('*/*.tests.json')):
        for test in json.loads(path.read_bytes())['tests']:
            if not test.get('verified') or not isinstance(test['query'], str):
                continue
            rows, error = ask(cli, find_trace(path), test['query'])
            name = f'{path.parent.name}/{test["test"]}'
            if rows is None:
                counts['refused'] += 1
                if not any(re.search(pattern, error) for pattern in REFUSALS):
                    tap.check(False, name, error)
                continue
            wanted = read_rows(test['expected'])
            is_ordered = 'order by' in test['query'].lower()
            is_same = rows == wanted or (rows[:1] == wanted[:1] and not is_ordered and sorted(rows) == sorted(wanted))
            counts['equal' if is_same else 'different'] += 1
            if is_same == (name in known):
                tap.check(is_same and name not in known, f'{name}: {"listed, but equal" if is_same else known.get(name, "not listed")}',
                          f'found  {[row for row in rows if row not in wanted][:3]}\nwanted {[row for row in wanted if row not in rows][:3]}')
    tap.check(counts['equal'] >= 50, f'{counts["equal"]} queries are equal, {counts["different"]} differ for known reasons, {counts["refused"]} are refused with a reason')


def text(value):
    return '' if value is None else clean(str(value))


def count_slices(oracle, kinds):
    sums = collections.Counter()
    totals = collections.Counter()
    for row in oracle['slices']:
        if row['type'] in kinds and row['count'] > row.get('instant', 0):
            key = (text(row.get('tid')), (row.get('name') or '').replace('[empty slice name]', ''))
            sums[key] += row['count'] - row.get('instant', 0)
            totals[key] += row['sum_dur']
    return sorted([*key, str(sums[key]), str(totals[key])] for key in sums)


def counters(oracle, kinds, *keys):
    return sorted([*(text(row.get(key)) for key in keys)] for row in oracle['counters'] if row['type'] in kinds)


NO_IDLE = 'JOIN thread USING (utid) WHERE tid != 0'
# From the pages "PerfettoSQL: getting started", "Common queries", "CPU scheduling", "CPU frequency", "Memory
# counters", "ATrace" and "Ftrace": how exact, what is queried, the query, and the other program's rows. "about":
# it drops events before the first event of the last CPU, so numbers differ by up to 3 %. "part": a few threads
# have names of other times.
QUESTIONS = [
    ('about', 'trace bounds', 'SELECT start_ts, end_ts FROM trace_bounds', lambda o: [[str(o['bounds'][0]['start']), str(o['bounds'][0]['end'])]]),
    ('about', 'duration of the trace', 'SELECT trace_end() - trace_start() AS dur', lambda o: [[str(o['bounds'][0]['end'] - o['bounds'][0]['start'])]]),
    ('part', 'names of threads', "SELECT tid, name FROM thread WHERE tid != 0 AND name IS NOT NULL",
     lambda o: sorted([str(t['tid']), t['name']] for t in o['threads'] if t['tid'] and t.get('name'))),
    ('same', 'threads with their process', 'SELECT thread.tid, process.pid FROM thread JOIN process USING (upid) WHERE tid != 0',
     lambda o: sorted([str(t['tid']), str(t['pid'])] for t in o['threads'] if t['tid'] and t.get('pid') is not None)),
    ('same', 'pids', 'SELECT DISTINCT pid FROM process WHERE pid != 0', lambda o: sorted({(str(p['pid']),) for p in o['processes'] if p['pid']})),
    ('about', 'number of switches by CPU', 'SELECT cpu, count(*) AS n FROM sched GROUP BY cpu',
     lambda o: [[str(c['cpu']), str(c['busy_count'])] for c in o['sched']]),
    ('about', 'CPU time by CPU', 'SELECT cpu, sum(dur) AS busy FROM sched WHERE dur >= 0 AND utid != 0 GROUP BY cpu', lambda o: [[str(c['cpu']), str(c['busy_dur'])] for c in o['sched']]),
    ('same', 'sched_slice is sched', 'SELECT ucpu FROM sched_slice GROUP BY ucpu', lambda o: [[str(c['cpu'])] for c in o['sched']]),
    ('about', 'time running by thread', f"SELECT tid, count(*) AS n FROM thread_state {NO_IDLE} AND state = 'Running' GROUP BY tid HAVING n > 400",
     lambda o: [row for row in sums_of(o, 'Running', 'count') if int(row[1]) > 400]),
    ('about', 'sums of runs by thread', f"SELECT tid, sum(dur) AS total FROM sched {NO_IDLE} AND dur >= 0 GROUP BY tid HAVING count(*) > 400",
     lambda o: [row for row in sums_of(o, 'Running', 'sum_dur') if row[0] in {tid for tid, n in sums_of(o, 'Running', 'count') if int(n) > 400}]),
    ('same', 'slices of threads by name', "SELECT tid, s.name, count(*) AS n, sum(iif(s.dur >= 0, s.dur, 0)) AS total"
     " FROM slice s JOIN thread_track t ON s.track_id = t.id JOIN thread USING (utid) WHERE NOT s.is_instant AND ifnull(s.name, '') NOT LIKE 'wait for child %' GROUP BY tid, s.name", lambda o: count_slices(o, ('thread_execution',))),
    ('same', 'the same by thread_slice', "INCLUDE PERFETTO MODULE slices.with_context; SELECT tid, name, count(*) AS n, sum(iif(dur >= 0, dur, 0)) AS total"
     " FROM thread_slice WHERE dur != 0 AND ifnull(name, '') NOT LIKE 'wait for child %' GROUP BY tid, name", lambda o: count_slices(o, ('thread_execution',))),
    ('same', 'slices that match a pattern', "SELECT tid, s.name, count(*) AS n, sum(iif(s.dur >= 0, s.dur, 0)) AS total FROM slices AS s"
     " LEFT JOIN thread_track AS tt ON s.track_id = tt.id LEFT JOIN thread AS t ON tt.utid = t.utid WHERE s.name LIKE '%frame%' AND tid IS NOT NULL GROUP BY 1, 2",
     lambda o: [row for row in count_slices(o, ('thread_execution',)) if 'frame' in row[1].lower()]),
    ('same', 'deepest slice', 'SELECT max(depth) AS depth FROM thread_slice', lambda o: [[str(max(row['max_depth'] for row in o['slices'] if row['type'] == 'thread_execution'))]]),
    ('same', 'asynchronous slices', "SELECT s.name, count(*) AS n FROM slice s JOIN process_track t ON s.track_id = t.id WHERE s.dur != 0 GROUP BY s.name",
     lambda o: named(o, ('atrace_async_slice', 'atrace_async_slice_for_track'))),
    ('same', 'memory of processes', "SELECT p.pid, t.name, count(*) AS n, min(c.value) AS least, max(c.value) AS most FROM counter AS c"
     " LEFT JOIN process_counter_track AS t ON c.track_id = t.id LEFT JOIN process AS p USING (upid) WHERE t.name LIKE 'mem.%' GROUP BY t.id",
     lambda o: counters(o, ('process_memory',), 'pid', 'name', 'count', 'min', 'max')),
    ('same', 'OOM scores', "SELECT p.pid, count(*) AS n, max(c.value) AS most FROM counter c JOIN process_counter_track t ON c.track_id = t.id JOIN process p USING (upid)"
     " WHERE t.name = 'oom_score_adj' GROUP BY t.id", lambda o: counters(o, ('oom_score_adj',), 'pid', 'count', 'max')),
    ('same', 'counters of markers', "SELECT p.pid, t.name, count(*) AS n, min(c.value) AS least, max(c.value) AS most FROM counter c"
     " JOIN process_counter_track t ON c.track_id = t.id JOIN process p USING (upid) WHERE t.name NOT LIKE 'mem.%' AND t.name != 'oom_score_adj' GROUP BY t.id",
     lambda o: counters(o, ('atrace_counter',), 'pid', 'name', 'count', 'min', 'max')),
    ('same', 'counters of CPUs', 'SELECT t.cpu, t.name, count(*) AS n, max(c.value) AS most FROM counter AS c JOIN cpu_counter_track AS t ON c.track_id = t.id GROUP BY t.id',
     lambda o: counters(o, ('cpustat',), 'cpu', 'name', 'count', 'max')),
    ('same', 'counters of the machine', "SELECT t.name, count(*) AS n, max(c.value) AS most FROM counter_track t JOIN counter c ON c.track_id = t.id WHERE t.name LIKE 'psi.%' GROUP BY t.id",
     lambda o: counters(o, ('psi',), 'name', 'count', 'max')),
    ('same', 'spans of slices and runs', "CREATE VIEW tops AS SELECT ts, dur, utid, name FROM thread_slice WHERE depth = 0 AND dur > 0 AND track_id IN (SELECT id FROM thread_track WHERE type = 'thread_execution');"
     " CREATE VIEW runs AS SELECT ts, dur, utid, cpu FROM sched WHERE dur > 0;"
     " CREATE VIRTUAL TABLE both USING SPAN_JOIN(tops PARTITIONED utid, runs PARTITIONED utid);"
     " SELECT (SELECT sum(dur) FROM both) = (SELECT sum(min(t.ts + t.dur, r.ts + r.dur) - max(t.ts, r.ts)) FROM tops t JOIN runs r USING (utid)"
     " WHERE r.ts < t.ts + t.dur AND r.ts + r.dur > t.ts) AS same", lambda o: [['1']]),
    ('same', 'ancestors and descendants', 'SELECT (SELECT count(*) FROM slice s JOIN ancestor_slice(s.id)) = (SELECT count(*) FROM slice s JOIN descendant_slice(s.id)) AS same', lambda o: [['1']]),
]


def sums_of(oracle, state, column):
    return sorted([str(row['tid']), str(row[column])] for row in oracle['thread_states'] if row['state'] == state and row['tid'])


def named(oracle, kinds):
    counts = collections.Counter()
    for row in oracle['slices']:
        if row['type'] in kinds:
            counts[row.get('name') or ''] += row['count'] - row.get('instant', 0)
    return sorted([name, str(n)] for name, n in counts.items() if n)


def is_near(found, wanted):
    return found == wanted or abs(float(found) - float(wanted)) <= 0.03 * abs(float(wanted))


def agree(mode, found, wanted):
    if mode == 'part':
        return len(set(found) - set(wanted)) * 50 <= len(found) and len(found) * 3 >= len(wanted)
    if mode == 'about':
        return len(found) == len(wanted) and all(is_near(a, b) for one, other in zip(found, wanted) for a, b in zip(one, other))
    return found == wanted


def check_documentation(tap, cli, folder):
    for name in ('small_plain', 'medium_a'):
        packed = folder / 'recorded' / f'{name}.oracle.json.zst'
        oracle = json.loads(subprocess.run(['zstd', '-dc', packed], capture_output=True, check=True).stdout)
        for mode, title, sql, want in QUESTIONS:
            rows, error = ask(cli, find_trace(packed), sql)
            found = sorted(map(tuple, (rows or [])[1:]))
            wanted = sorted(map(tuple, want(oracle)))
            tap.check(rows is not None and agree(mode, found, wanted), f'{name}: {title}',
                      error or f'{len(found)} rows, wanted {len(wanted)}\nfound  {[row for row in found if row not in wanted][:4]}\nwanted {[row for row in wanted if row not in found][:4]}')


def main():
    tap, cli = Tap(), Cli(sys.argv[1])
    folder = pathlib.Path(sys.argv[2]) / 'perfetto'
    check_tests(tap, cli, folder)
    check_documentation(tap, cli, folder)
    tap.finish()


if __name__ == '__main__':
    main()
