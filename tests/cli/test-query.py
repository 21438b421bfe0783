#!/usr/bin/env python3
"""strata-cli query.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
from htracewriter import field  # pylint: disable=wrong-import-position
from packets import describe, event, fixed, packet  # pylint: disable=wrong-import-position

ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'


def check_styles(tap, cli, path):
    sql = "SELECT 1 AS a, 'x,\"y' AS b, NULL AS c, 0.5 AS d, x'68ab' AS e"
    tap.equal(cli.output('query', '--csv', path, sql), 'a,b,c,d,e\n1,"x,""y",,0.5,x\'68ab\'\n', 'CSV')
    tap.equal(cli.output('query', '--tsv', path, sql).split('\n')[1].split('\t')[0], '1', 'TSV')
    tap.equal(cli.json('query', path, sql), [{'a': 1, 'b': 'x,"y', 'c': None, 'd': 0.5, 'e': "x'68ab'"}], 'JSON')
    tap.equal(cli.json('query', path, 'SELECT 1 AS a, 2 AS a'), [{'a': 1, 'a_2': 2}], 'columns of the same name')
    tap.equal(cli.output('query', path, "SELECT 'a' AS name, 7 AS n"), 'name  n\na     7\n', 'text')
    tap.equal(cli.output('query', '--csv', path, 'SELECT 1 AS a; -- more\nSELECT 2 AS b;'), 'a\n1\n\nb\n2\n', 'two results')
    tap.equal(cli.output('query', '--csv', path, 'SELECT 1.0 AS a, 1e300 AS b, 0.1 + 0.2 AS c'), 'a,b,c\n1.0,1e+300,0.30000000000000004\n', 'numbers are complete')


def check_tables(tap, cli, path):
    listed = list(cli.rows('list', 'slices', path))
    rows = list(cli.rows('query', path, 'SELECT id, ts, dur, name FROM slice WHERE NOT is_instant AND NOT is_unfinished'))
    wanted = sorted((row['ts_ns'], row['dur_ns'], row['name']) for row in listed if 'unfinished' not in row['flags'])
    found = sorted((row['ts'], row['dur'], row['name']) for row in rows)
    tap.none([row for row in wanted if row not in found], 'slice has what “list slices” has')
    named = cli.json('query', path, 'SELECT table_name, column_name FROM (SELECT 1 AS table_name, 2 AS column_name)')
    tap.equal(named, [{'table_name': 1, 'column_name': 2}], 'a subquery')
    for row in cli.rows('query', '--list-tables'):
        if row['table'] in ('ancestor_slice', 'descendant_slice', 'directly_connected_flow', 'following_flow', 'preceding_flow'):
            continue
        result = cli.run('query', path, f'SELECT "{row["column"]}" FROM {row["table"]} LIMIT 1')
        if result.returncode != 0:
            tap.check(False, f'{row["table"]}.{row["column"]}', result)
    tap.check(True, 'every column can be read')


def check_metadata(tap, cli, path):
    rows = cli.json('query', path, "SELECT name, key_type, str_value FROM metadata WHERE name GLOB 'trace_*' AND str_value = extract_metadata(name)")
    tap.equal([row['name'] for row in rows], ['trace_type', 'trace_format'], 'metadata and extract_metadata()')
    rows = cli.json('query', path, path, "SELECT extract_metadata('b', 'trace_type') = extract_metadata('trace_type') AS same, extract_metadata('nothing') AS none, extract_metadata_for_machine(1, 'trace_type') AS other")
    tap.equal(rows, [{'same': 1, 'none': None, 'other': None}], 'extract_metadata() of one of several files')


def check_zero(tap, cli, path):
    """Text after a byte 0 is not cut."""
    for option in ('--csv', '--json', '--tsv'):
        tap.check('a\ufffdb' in cli.output('query', option, path, "SELECT 'a' || char(0) || 'b' AS x"), f'{option}: a byte 0 in text')


def check_failures(tap, cli, path, folder):
    cases = [
        ('SELECT nmae FROM slice', 'line 1, column 8: no such column: nmae'),
        ('/* one */\nSELECT 2, nmae FROM slice', 'line 2, column 11: no such column: nmae'),
        ('SELCT 1', 'near "SELCT"'),
        ('SELECT 1\n/* all that follows', 'line 2, column 1: The comment has no end'),
        ("ATTACH '/etc/passwd' AS p", 'ATTACH is not allowed'),
        (f"VACUUM INTO '{folder}/copy'", 'VACUUM is not allowed'),
        ('VACUUM', 'VACUUM is not allowed'),
        ('PRAGMA writable_schema = 1', 'PRAGMA is not allowed'),
        ("SELECT load_extension('x')", 'load_extension'),
        ('DROP TABLE slice', 'DROP slice is not allowed'),
        ('DROP VIEW slices', 'DROP slices is not allowed'),
        ('DELETE FROM slice', 'may not be modified'),
        ('CREATE VIRTUAL TABLE x USING fts5(a)', 'CREATE VIRTUAL TABLE is not allowed'),
        ('INCLUDE PERFETTO MODULE android.gpu.nonsense', 'The module “android.gpu.nonsense”'),
        ('SELECT * FROM heap_graph_object', '“heap_graph_object” of PerfettoSQL is not available: heap dumps'),
        ('SELECT * FROM android_game_intervention_list', '“android_game_intervention_list” of PerfettoSQL is not available: settings of games are not read'),
        ('SELECT * FROM main.GPU', '“GPU” of PerfettoSQL is not available: work of GPUs is in gpu_slice'),
        ("SELECT RUN_METRIC('android/a.sql')", 'metrics are not available'),
        ('SELECT *\nFROM gpus', 'line 2, column 6: no such table: gpus'),
        ("SELECT name FROM slice WHERE name REGEXP '['", 'line 1'),
        ('CREATE VIRTUAL TABLE x USING span_join(nothing, slice)', 'nothing'),
        ('SELECT randomblob(2000000000)', 'too big'),
        ('SELECT ' + '(' * 2000 + '1' + ')' * 2000, 'line 1'),
    ]
    for sql, words in cases:
        check_failure(tap, cli.run('query', path, sql), 1, [words], ' '.join(sql.split())[:60])
    tap.check(not (folder / 'copy').exists(), 'no file was written')

    check_failure(tap, cli.run('query', path), 2, ['FILE'], 'no SQL')
    tap.equal(cli.output('query', '--csv', path, 'SELECT 1 AS one;', 'SELECT 2 AS two -- the last', 'SELECT 3 AS three').split(), ['one', '1', 'two', '2', 'three', '3'], 'several statements')
    for statements, place in [(['SELECT 1', '\nSELECT nmae FROM slice', 'SELECT 3'], 'SQL 2, line 2, column 8'), (['SELECT 1;\nSELECT nmae FROM slice', 'SELECT 3'], 'SQL 1, line 2, column 8'),
                              (['SELECT 1', 'SELECT 2 /*'], 'SQL 2, line 1, column 10'), (['SELECT 1', 'SELECT 2', 'SELECT nmae FROM slice'], 'SQL 3, line 1, column 8')]:
        run = cli.run('query', path, *statements)
        tap.equal((run.returncode, place in run.stderr.decode()), (1, True), f'place of an error in {statements}')
    tap.equal(cli.output('query', '--csv', path, "SELECT '/*' AS one -- /*", 'SELECT 2 AS two').split(), ['one', '/*', 'two', '2'], 'begins of comments that are not')
    check_failure(tap, cli.run('query', path, folder / 'not there.ftrace', 'SELECT 1'), 1, ['not there.ftrace: no such file'], 'a missing file whose name has a blank')
    run = cli.run('query', '--csv', path, 'SELECT 1 AS one', 'SELECT nothing')
    tap.equal((run.returncode, run.stdout.split(), b'SQL 2, line 1' in run.stderr), (1, [b'one', b'1'], True), 'a bad statement after a good one')
    check_failure(tap, cli.run('query', '-f', folder / 'none.sql', path), 2, ['none.sql'], 'no such file')
    check_failure(tap, cli.run('query', '--named', '../../etc/passwd', path), 2, ['no saved query'], 'no way out of the folder')
    check_failure(tap, cli.run('query', '--csv', '--tsv', path, 'SELECT 1'), 2, ['cannot be combined'], 'two styles')


def check_limits(tap, cli, path):
    begin = time.monotonic()
    check_failure(tap, cli.run('query', '--limit-seconds', '0.3', path, ENDLESS), 1, ['time limit'], '--limit-seconds')
    tap.check(time.monotonic() - begin < 5, 'it stops in time')
    check_failure(tap, cli.run('query', '--max-bytes', '8M', path, ENDLESS.replace('SELECT count(*) FROM n', "SELECT group_concat(hex(randomblob(100))) FROM (SELECT i FROM n LIMIT 900000)")),
                  1, ['line 1'], '--max-bytes')


def check_interrupt(tap, cli, path):
    with subprocess.Popen([cli.program, 'query', path, ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        status = process.wait(10)
    tap.equal(status, 130, 'Ctrl+C: exit status')
    tap.check(time.monotonic() - begin < 1, 'Ctrl+C ends it at once')


def check_perfetto(tap, cli, path, folder):
    script = folder / 'query.sql'
    script.write_text("""-- what scripts for Perfetto look like
INCLUDE PERFETTO MODULE slices.with_context;
CREATE PERFETTO TABLE long(ts TIMESTAMP, dur DURATION, utid LONG) AS SELECT ts, dur, utid FROM thread_slice WHERE dur >= 0;
CREATE OR REPLACE PERFETTO VIEW states AS SELECT ts, dur, utid, state FROM thread_state WHERE dur > 0;
CREATE VIRTUAL TABLE both USING SPAN_JOIN(long_top PARTITIONED utid, states PARTITIONED utid);
""".replace('long_top', 'top') .replace('CREATE VIRTUAL', 'CREATE VIEW top AS SELECT ts, dur, utid, name FROM thread_slice WHERE depth = 0 AND dur > 0;\nCREATE VIRTUAL')
                      + 'SELECT count(*) AS n FROM long; SELECT cast_int!(sum(dur)) AS n FROM both;\n', encoding='utf-8')
    result = cli.run('query', '--csv', '-f', script, path)
    tap.check(result.returncode == 0 and result.stdout.count(b'\n') == 5, 'a script for Perfetto', result)


KERNEL = """# tracer: nop
#
 app-7 (  7) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=98
 app-7 (  7) [000] .... 1.001000: tracing_mark_write: B|7|outer
 app-7 (  7) [000] .... 1.002000: tracing_mark_write: B|7|inner
 app-7 (  7) [000] .... 1.003000: tracing_mark_write: I|7|now
 app-7 (  7) [000] .... 1.004000: tracing_mark_write: E|7
 app-7 (  7) [000] .... 1.005000: tracing_mark_write: E|7
 app-7 (  7) [000] .... 1.006000: cpu_frequency: state=1000000 cpu_id=0
 app-7 (  7) [000] .... 1.007000: cpu_frequency: state=2000000 cpu_id=0
 app-7 (  7) [000] d..2 1.008000: sched_switch: prev_comm=app prev_pid=7 prev_prio=98 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
"""


def check_kernel_thread(tap, cli, folder):
    """A thread of the kernel may write 0 where programs write their process."""
    path = folder / 'zero.ftrace'
    path.write_text('# tracer: nop\n#\n irq/7-touch-70 (-----) [000] .... 1.000001: tracing_mark_write: C|0|index|5\n irq/7-touch-70 (-----) [000] .... 1.000002: tracing_mark_write: B|0|work\n'
                    ' irq/7-touch-70 (-----) [000] .... 1.000003: tracing_mark_write: E|0\n', encoding='utf-8')
    rows = cli.json('query', path, 'SELECT t.tid, p.pid FROM thread t LEFT JOIN process p USING (upid)')
    tap.equal(rows, [{'tid': 0, 'pid': 0}, {'tid': 70, 'pid': None}], 'a thread that writes process 0 is not of process 0')
    tap.equal(cli.json('query', path, 'SELECT name, upid FROM process_counter_track'), [{'name': 'index', 'upid': 0}], 'but its counter is')


def check_lost(tap, cli, folder):
    """What a CPU did while its events were lost is not known, up to the end of the trace."""
    path = folder / 'lost.ftrace'
    path.write_text(KERNEL + 'CPU:0 [LOST 9 EVENTS]\n other-8 (  7) [001] .... 1.009000: tracing_mark_write: I|7|later\n', encoding='utf-8')
    tap.equal(cli.json('query', path, 'SELECT utid, dur FROM sched'), [{'utid': 1, 'dur': 8000000}], 'a CPU whose events are lost is not idle')


def check_names(tap, cli, folder):
    path = folder / 'kernel.ftrace'
    path.write_text(KERNEL, encoding='utf-8')
    tap.equal(cli.output('query', '--csv', path, '-- a comment\nSELECT 1 AS a'), 'a\n1\n', 'SQL that begins with a comment')
    tap.equal(cli.json('query', path, 'SELECT utid, priority, dur FROM sched'), [{'utid': 1, 'priority': 98, 'dur': 8000000}, {'utid': 0, 'priority': 120, 'dur': -1}], 'priority of a run')
    tap.equal(cli.json('query', path, 'INCLUDE PERFETTO MODULE linux.cpu.frequency; SELECT freq, dur FROM cpu_frequency_counters ORDER BY ts')[0],
              {'freq': 1000000, 'dur': 1000000}, 'frequency of a CPU')
    tap.equal(cli.output('query', '--named', 'frequency-residency', '--csv', path).splitlines()[1], '0,1000000,1000000,1', 'the saved query of frequencies')
    tap.equal(cli.json('query', path, "SELECT s.name, s.depth, p.name AS parent FROM slice s LEFT JOIN slice p ON s.parent_id = p.id ORDER BY s.ts"),
              [{'name': 'outer', 'depth': 0, 'parent': None}, {'name': 'inner', 'depth': 1, 'parent': 'outer'}, {'name': 'now', 'depth': 2, 'parent': 'inner'}], 'an instant is inside a slice')
    tap.equal(cli.output('query', '--csv', path, "SELECT d.name FROM slice s JOIN descendant_slice(s.id) d WHERE s.name = 'inner'"), 'name\nnow\n', 'descendant_slice of few slices')
    tap.equal(cli.output('query', '--csv', path, "SELECT a.name FROM slice s JOIN ancestor_slice(s.id) a WHERE s.name = 'now'"), 'name\ninner\nouter\n', 'ancestor_slice of an instant')
    tap.equal(cli.output('query', '--csv', path, 'SELECT * FROM sched_active_cpu_count'), 'ts,machine_id,active_cpu_count\n1000000000,0,1\n1008000000,0,0\n', 'busy CPUs')


def check_lines(tap, cli, folder):
    path = folder / 'kernel.ftrace'
    lines = KERNEL.splitlines()
    tap.equal(cli.json('query', path, 'SELECT to_ftrace(id) AS line FROM RAW_EVENT ORDER BY id'), [{'line': line} for line in lines if line[0] != '#'], 'to_ftrace() is the line')
    tap.equal(cli.json('query', path, "SELECT to_ftrace(-1) AS a, to_ftrace(1 << 40) AS b, to_ftrace('x') AS c, To_Ftrace(2) AS d"), [{'a': None, 'b': None, 'c': None, 'd': lines[2]}], 'lines that are not there')
    tap.equal(cli.json('query', folder / 'android.ftrace', path, "SELECT to_ftrace('b', 3) AS line"), [{'line': lines[3]}], 'a line of the second file')


def check_several(tap, cli, folder):
    rows = cli.json('query', folder / 'android.ftrace', folder / 'harmony.ftrace',
                    'SELECT (SELECT count(*) FROM a.slice) AS a, (SELECT count(*) FROM b.slice) AS b, (SELECT count(*) FROM slice) AS first')
    alone = [cli.json('query', folder / name, 'SELECT count(*) AS n FROM slice')[0]['n'] for name in ('android.ftrace', 'harmony.ftrace')]
    tap.equal(rows, [{'a': alone[0], 'b': alone[1], 'first': alone[0]}], 'two files')


FLOWS = """[{"ph":"X","name":"a","pid":7,"tid":8,"ts":1,"dur":10},{"ph":"X","name":"b","pid":7,"tid":9,"ts":20,"dur":10},
{"ph":"s","name":"f","pid":7,"tid":8,"ts":1,"id":"0x51"},{"ph":"f","name":"f","pid":7,"tid":9,"ts":21,"id":"0x51","bp":"e"}]"""


def step(phase, track, *extra):
    """A flow of the first version: the phase letters of Chrome's JSON, and an id."""
    return field(11, track) + field(23, b'flow') + field(6, field(2, ord(phase)) + field(6, 330) + b''.join(extra))


def check_packet_flows(tap, cli, folder):
    """A flow starts at an instant, and continues in a call and at the instant inside. A flow of the first version
    goes from the call around it to the next call of the thread, since it does not say that it ends in the enclosing
    call."""
    path = folder / 'flows.pftrace'
    threads = b''.join(field(1, field(10, 1) + field(60, field(1, n) + field(4, field(1, 7) + field(2, 6 + n)))) for n in (1, 2))
    path.write_bytes(threads + b''.join([
        packet(1000, event(3, 1, b'asked', fixed(47, 5))), packet(2000, event(1, 2, b'call', fixed(47, 5))),
        packet(3000, event(3, 2, b'inside', fixed(48, 5))), packet(4000, step('s', 2)), packet(5000, step('f', 1)),
        packet(6000, event(1, 1, b'next')), packet(7000, event(2, 1, b'')), packet(8000, event(2, 2, b'')), packet(9000, event(1, 1, b'last')), packet(9500, event(2, 1, b''))]))
    sql = 'SELECT o.name AS out, i.name AS goal FROM {} f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id ORDER BY o.ts, i.ts'
    arrows = [{'out': 'asked', 'goal': 'call'}, {'out': 'call', 'goal': 'inside'}, {'out': 'call', 'goal': 'next'}]
    tap.equal(cli.json('query', path, sql.format('flow')), arrows, 'arrows of instants and of both versions')
    tap.equal(cli.json('query', path, sql.format("following_flow((SELECT id FROM slice WHERE name = 'asked'))")), arrows, 'what follows an instant')
    tap.equal(cli.json('query', path, sql.format("preceding_flow((SELECT id FROM slice WHERE name = 'inside'))")), arrows[:2], 'what precedes an instant')
    tap.equal(cli.json('query', path, "SELECT key FROM args JOIN slice USING (arg_set_id) WHERE name = 'asked'"), [], 'a flow is not an argument')


def note(name, *value):
    return field(4, field(10, name) + b''.join(value))


def check_annotations(tap, cli, folder):
    """Keys and types are those of Perfetto: characters that join keys are replaced, and the last value counts. An item of a list may be empty, an empty list has no rows, and flows are not arguments."""
    path = folder / 'annotations.pftrace'
    notes = [note(b'is.on', field(2, 1)), note(b'size', field(4, 3)), note(b'text', field(6, b'words')),
             note(b'nested', field(11, field(10, b'a[0]') + field(2, 1))), note(b'size', field(4, 5)), note(b'list', field(12, b'\x32\0'), field(12, field(6, b'a'))), note(b'empty'), note(b'none', field(11, field(10, b'a'))), fixed(47, 5), fixed(47, 6)]
    path.write_bytes(field(1, field(10, 1) + field(60, field(1, 1) + field(4, field(1, 7) + field(2, 7)))) + packet(1000, event(3, 1, b'tick', *notes)))
    rows = cli.json('query', path, "SELECT key, value_type, int_value, display_value FROM args WHERE key LIKE 'debug.%'")
    tap.equal([tuple(row.values()) for row in rows], [('debug.is_on', 'bool', 1, 'true'), ('debug.size', 'int', 5, '5'), ('debug.text', 'string', None, 'words'), ('debug.nested.a_0_', 'bool', 1, 'true'),
                                                     ('debug.list[0]', 'string', None, ''), ('debug.list[1]', 'string', None, 'a')],
              'annotations as arguments')
    tap.equal(cli.json('query', path, "SELECT extract_arg(arg_set_id, 'debug.is_on') AS a FROM slice"), [{'a': 1}], 'a boolean is a number')


def check_same_time(tap, cli, folder):
    """Two writers of a track: at equal times, the order of the file counts, whichever of them began first."""
    path = folder / 'same-time.pftrace'

    def write(sequence, time_ns, content):
        return field(1, field(8, time_ns) + field(10, sequence) + field(11, content))

    path.write_bytes(field(1, field(10, 1) + field(60, field(1, 5) + field(2, b'lane'))) + write(1, 1000, event(1, 5, b'first')) + write(2, 1500, event(3, 5, b'tick'))
                     + write(2, 2000, event(2, 5, b'')) + write(1, 2000, event(1, 5, b'second')) + write(2, 3000, event(2, 5, b'')))
    tap.equal(cli.output('query', '--csv', path, 'SELECT name, ts, dur, depth FROM slice ORDER BY ts'), 'name,ts,dur,depth\nfirst,1000,1000,0\ntick,1500,0,1\nsecond,2000,1000,0\n', 'events of equal times')


def check_own_log(tap, cli, folder):
    """A program may have a track with the name of that of log lines."""
    path = folder / 'own-log.pftrace'
    path.write_bytes(field(1, field(10, 1) + field(60, field(1, 5) + field(2, b'log'))) + packet(1000, event(3, 5, b'hello')) + packet(2000, event(3, 5, b'there', field(22, b'own'))))
    tap.equal([cli.json('query', path, f'SELECT count(*) AS n FROM {table}')[0]['n'] for table in ('slice', 'track', 'log')], [2, 1, 0], 'a track called log')


def check_process_names(tap, cli, folder):
    """A program's name of its own process counts if no process list has one; of several, its last one."""
    listed = field(1, field(8, 500) + field(10, 1) + field(2, field(1, field(1, 7) + field(3, b'listed'))))
    threads = field(1, field(10, 2) + field(60, field(1, 2) + field(4, field(1, 7) + field(2, 8))))
    first, second = (field(1, field(10, 2) + field(60, field(1, 1) + field(3, field(1, 7) + field(6, name)))) for name in (b'early', b'late'))
    for title, packets, expected in (('the list is last', first + listed, 'listed'), ('the list is first', listed + first, 'listed'), ('no list', first + second, 'late')):
        path = folder / 'process-names.pftrace'
        path.write_bytes(threads + packets + packet(1000, event(3, 2, b'tick')))
        tap.equal(cli.json('query', path, 'SELECT name FROM process WHERE pid = 7'), [{'name': expected}], f'name of a process: {title}')


def check_old_times(tap, cli, folder):
    """Old events have a difference to the time of their thread's descriptor, which counts even if the packet has a timestamp."""
    path = folder / 'old-times.pftrace'

    def write(kind, name, *stamp):
        return field(1, b''.join(stamp) + field(10, 1) + field(11, field(1, 10) + field(9, kind) + field(23, name)))

    path.write_bytes(field(1, field(10, 1) + field(41, 1) + field(44, field(1, 7) + field(2, 9) + field(6, 1000)))
                     + write(1, b'first') + write(2, b'', field(8, 5_000_000)) + write(1, b'second', field(8, 7_000_000)) + write(2, b''))
    tap.equal(cli.output('query', '--csv', path, 'SELECT name, ts, dur FROM slice ORDER BY ts'), 'name,ts,dur\nfirst,1010000,10000\nsecond,1030000,10000\n', 'times of old events')


def check_places(tap, cli, folder):
    """Tracks are below others, with slices or without, and have arguments. Converted, they are the same."""
    path, copy = folder / 'places.pftrace', folder / 'places2.pftrace'
    tracks = field(1, field(10, 1) + field(60, field(1, 1) + field(3, field(1, 100) + field(6, b'app'))))
    tracks += describe(10, 1, b'requests', field(11, 3)) + describe(11, 10, b'first', field(12, 5)) + describe(12, 10, b'second', field(12, 2**64 - 3))
    tracks += describe(13, 12, b'deep') + describe(30, 10, b'marks') + describe(40, 10, b'load', field(8, field(3, 3)), field(14, b'bytes in use'))
    path.write_bytes(tracks + b''.join([packet(1000, event(1, 11, b'a')), packet(1100, event(1, 13, b'b')), packet(1200, event(3, 30, b'tick')), packet(1300, field(9, 4) + field(11, 40) + field(30, 7)),
                                        packet(1900, event(2, 13, b'')), packet(2000, event(2, 11, b''))]))
    cli.output('convert', path, '-o', copy)
    sql = "SELECT t.name, p.name AS above, extract_arg(t.dimension_arg_set_id, 'name') AS own FROM track t LEFT JOIN track p ON t.parent_id = p.id ORDER BY t.name"
    above = {'deep': 'second', 'first': 'requests', 'load': 'requests', 'marks': 'requests', 'requests': None, 'second': 'requests'}
    tap.equal(cli.json('query', path, sql), [{'name': name, 'above': parent, 'own': name} for name, parent in above.items()], 'tracks below others')
    tap.equal(cli.json('query', copy, sql.replace('ORDER BY', "WHERE t.name != 'marks' ORDER BY")), [{'name': name, 'above': parent, 'own': name} for name, parent in above.items() if name != 'marks'], 'tracks below others, converted')
    sql = 'SELECT t.name, a.key, a.display_value AS value FROM track t JOIN args a ON a.arg_set_id = t.source_arg_set_id ORDER BY 1'
    tap.equal([tuple(row.values()) for row in cli.json('query', path, sql)],
              [('first', 'sibling_order_rank', '5'), ('load', 'description', 'bytes in use'), ('marks', 'sibling_order_rank', '0'), ('requests', 'child_ordering', 'explicit'), ('second', 'sibling_order_rank', '-3')], 'what the file says of tracks')
    tap.equal(cli.json('query', path, 'SELECT t.name AS track FROM slice s JOIN track t ON s.track_id = t.id ORDER BY s.ts'), [{'track': name} for name in ('first', 'deep', 'marks')], 'instants on tracks below others')


def check_loops(tap, cli, folder):
    """Events on a track that is below itself, or below such a track, are left out and counted."""
    path = folder / 'loops.pftrace'
    tracks = describe(10, 11, b'ten') + describe(11, 10, b'eleven') + describe(12, 12, b'own') + describe(13, 11, b'below') + describe(14, 0, b'fine') + describe(15, 14, b'child') + describe(20, 10, b'count', field(8, b''))
    path.write_bytes(tracks + b''.join(packet(1000 * track, event(1, track, b'on %d' % track)) + packet(1000 * track + 500, event(2, track, b'')) for track in (10, 11, 12, 13, 14, 15)) +
                     packet(20000, event(3, 13, b'now')) + packet(21000, field(9, 4) + field(11, 20) + field(30, 7)))
    tap.equal(cli.json('query', path, 'SELECT name, (SELECT count(*) FROM counter) AS n FROM slice'), [{'name': 'on 14', 'n': 0}, {'name': 'on 15', 'n': 0}], 'events on tracks without a loop')
    tap.equal(cli.json('query', path, "SELECT severity, value FROM stats WHERE name = 'track-loop'"), [{'severity': 'error', 'value': 10}], 'the others are counted')


def check_counter_places(tap, cli, folder):
    """Counters of one name in several processes are below others only where the file says so."""
    path, copy = folder / 'counters.pftrace', folder / 'counters2.pftrace'
    tracks = b''.join(field(1, field(10, 1) + field(60, field(1, process) + field(3, field(1, 100 * process) + field(6, b'app%d' % process)))) for process in (1, 2))
    tracks += describe(10, 1, b'requests') + describe(40, 10, b'load', field(8, field(3, 3))) + describe(41, 2, b'load', field(8, field(3, 3)))
    tracks += describe(20, 2, b'replies') + describe(42, 1, b'rate', field(8, field(3, 3))) + describe(43, 20, b'rate', field(8, field(3, 3)))
    path.write_bytes(tracks + b''.join(packet(1000 + track, field(9, 4) + field(11, track) + field(30, 7)) for track in (40, 41, 42, 43)))
    cli.output('convert', path, '-o', copy)
    sql = 'SELECT t.name, upid, p.name AS above FROM process_counter_track t LEFT JOIN track p ON t.parent_id = p.id ORDER BY t.name, upid'
    expected = [{'name': 'load', 'upid': 1, 'above': 'requests'}, {'name': 'load', 'upid': 2, 'above': None}, {'name': 'rate', 'upid': 1, 'above': None}, {'name': 'rate', 'upid': 2, 'above': 'replies'}]
    tap.equal([cli.json('query', file, sql) for file in (path, copy)], [expected, expected], 'places of counters of one name, and converted')


def check_empty(tap, cli, folder):
    """An empty capture can be queried, but not drawn."""
    path = folder / 'nothing.pftrace'
    path.write_bytes(field(1, field(8, 1000) + field(10, 1)))
    tap.equal(cli.json('query', path, 'SELECT (SELECT count(*) FROM slice) AS slices, (SELECT count(*) FROM thread WHERE tid != 0) AS threads, (SELECT count(*) FROM counter) AS samples'),
              [{'slices': 0, 'threads': 0, 'samples': 0}], 'tables of nothing')
    for row in cli.rows('query', '--list-tables'):
        result = cli.run('query', path, f'SELECT count(*) FROM {row["table"]}') if row['column'] == 'id' and not row['table'].endswith(('_flow', '_slice')) else None
        if result is not None and result.returncode != 0:
            tap.check(False, f'{row["table"]} of nothing', result)
    result = cli.run('info', path)
    tap.check(result.returncode != 0 and b'nothing to show' in result.stderr, 'nothing to draw is an error', result)


# computed by hand: a → b, c → d where c is inside b, d → e, f → b
WEB = [('a', 1, 0, 10), ('b', 2, 20, 30), ('c', 2, 25, 5), ('d', 3, 60, 10), ('e', 4, 80, 10), ('f', 5, 0, 10)]
ARROWS = [('a', 'b'), ('c', 'd'), ('d', 'e'), ('f', 'b')]
REACHED = [
    ('following_flow', 'a', ['a b', 'c d', 'd e']), ('following_flow', 'b', ['c d', 'd e']), ('following_flow', 'e', []),
    ('preceding_flow', 'e', ['c d', 'd e']), ('preceding_flow', 'b', ['a b', 'f b']), ('preceding_flow', 'c', []),
    ('directly_connected_flow', 'a', ['a b']), ('directly_connected_flow', 'd', ['c d', 'd e']), ('directly_connected_flow', 'b', ['a b', 'f b']),
]


def check_reached(tap, cli, folder):
    path = folder / 'web.json'
    spans = {name: (tid, ts) for name, tid, ts, _ in WEB}
    events = [{'ph': 'X', 'name': name, 'pid': 7, 'tid': tid, 'ts': ts, 'dur': dur} for name, tid, ts, dur in WEB]
    for number, (out, goal) in enumerate(ARROWS):
        events.append({'ph': 's', 'name': 'f', 'pid': 7, 'tid': spans[out][0], 'ts': spans[out][1] + 1, 'id': number})
        events.append({'ph': 'f', 'bp': 'e', 'name': 'f', 'pid': 7, 'tid': spans[goal][0], 'ts': spans[goal][1] + 1, 'id': number})
    path.write_text(json.dumps(events), encoding='utf-8')
    for function, name, wanted in REACHED:
        rows = cli.json('query', path, f"SELECT o.name || ' ' || i.name AS flow FROM slice s JOIN {function}(s.id) f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id WHERE s.name = '{name}'")
        tap.equal(sorted(row['flow'] for row in rows), wanted, f'{function} of {name}')
    tap.equal(cli.json('query', path, path, 'SELECT count(*) AS n FROM b.following_flow((SELECT id FROM b.slice WHERE name = \'a\'))'), [{'n': 3}], 'arrows of the second file')
    tap.equal(cli.json('query', path, 'SELECT count(*) AS n FROM following_flow(-1) UNION ALL SELECT count(*) FROM preceding_flow(1 << 40)'), [{'n': 0}, {'n': 0}], 'arrows of no slice')


def check_flows(tap, cli, folder):
    path = folder / 'flows.json'
    path.write_text(FLOWS, encoding='utf-8')
    tap.equal(cli.output('query', '--csv', path, 'SELECT o.name AS out, i.name AS goal FROM flow f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id'),
              'out,goal\na,b\n', 'arrows of flows')


LETTERS = ['R', 'R+', 'S', 'D', 'I', 'X']


def check_letters(tap, cli, folder):
    """States have the kernel's letters, like the end states of runs."""
    path = folder / 'letters.ftrace'
    text = '# tracer: nop\n'
    for i, letter in enumerate(LETTERS):
        text += f'  <idle>-0   (-----) [000] d... 1.{i}00000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=t{i} next_pid={10 + i} next_prio=120\n'
        text += f'  t{i}-{10 + i}   ({10 + i:5}) [000] d... 1.{i}50000: sched_switch: prev_comm=t{i} prev_pid={10 + i} prev_prio=120 prev_state={letter} ==> next_comm=swapper/0 next_pid=0 next_prio=120\n'
    path.write_text(text, encoding='utf-8')
    for sql in ["SELECT state AS letter FROM thread_state WHERE state != 'Running' ORDER BY ts", 'SELECT end_state AS letter FROM sched WHERE utid ORDER BY ts']:
        tap.equal([row['letter'] for row in cli.json('query', path, sql)], LETTERS, sql)


def check_named(tap, cli, path):
    for row in cli.rows('query', '--list-named'):
        result = cli.run('query', '--named', row['name'], '--csv', path)
        tap.check(result.returncode == 0 and row['title'] != row['name'] and row['description'], f'--named {row["name"]}', result)


KERNEL_LINES = """# tracer: nop
  app-10 (10) [001] d..2. 1.000010: binder_transaction: transaction=5 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x10 code=0x3
  server-21 (20) [000] d..2. 1.000020: binder_transaction_received: transaction=5
  server-21 (20) [000] d..2. 1.000030: binder_transaction: transaction=6 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0
  app-10 (10) [001] d..2. 1.000040: binder_transaction_received: transaction=6
  app-10 (10) [001] d..2. 1.000041: binder_transaction: transaction=7 dest_node=1 dest_proc=20 dest_thread=0 reply=0 flags=0x11 code=0x3
  server-21 (20) [000] d..2. 1.000045: binder_transaction_received: transaction=7
  app-10 (10) [001] d..2. 1.000050: irq_handler_entry: irq=42 name=ufshcd
  app-10 (10) [001] d..2. 1.000055: irq_handler_exit: irq=42 ret=handled
  app-10 (10) [001] d..2. 1.000060: softirq_entry: vec=5 [action=IRQ_POLL]
  app-10 (10) [001] d..2. 1.000063: softirq_exit: vec=5 [action=IRQ_POLL]
  app-10 (10) [001] d..2. 1.000081: wakeup_source_activate: event0 state=0x1
  app-10 (10) [001] d..2. 1.000085: wakeup_source_deactivate: event0 state=0x0
  app-10 (10) [001] d..2. 1.000090: sys_write(fd: 3, buf: 7f12, count: 10)
  app-10 (10) [001] d..2. 1.000092: sys_write -> 0x10
  app-10 (10) [001] d..2. 1.000094: android_fs_dataread_start: entry_name /a b, offset 0, bytes 4096, cmdline am, pid 10, i_size 9, ino 83
  server-21 (20) [000] d..2. 1.000099: android_fs_dataread_end: ino 83, offset 0, bytes 4096
  app-10 (10) [001] ...1. 1.000100: tracing_mark_write: B|10|IRQ (own)
  app-10 (10) [001] d..2. 1.000102: sys_enter: NR 257 (3, 7f12, 10)
  app-10 (10) [001] d..2. 1.000104: sys_exit: NR 257 = 0
  app-10 (10) [001] ...1. 1.000110: tracing_mark_write: E|10
"""

# Computed by hand from the lines above: name, name on the timeline, µs from the first line, length in µs.
KERNEL_SLICES = [
    ('binder transaction', 'binder call to 20', 0, 30), ('binder reply', 'binder call from app', 10, 10),
    ('binder transaction async', 'binder message to 20', 31, 0), ('binder async rcv', 'binder message from app', 35, 0),
    ('IRQ (ufshcd)', 'ufshcd', 40, 5), ('BLOCK_IOPOLL', 'IRQ_POLL', 50, 3), ('Wakelock(event0)', 'event0', 71, 4),
    ('sys_write', 'write', 80, 2), ('android_fs_data_read', 'android_fs_dataread', 84, 5), ('IRQ (own)', 'IRQ (own)', 90, 10), ('sys_257', 'syscall 257', 92, 2),
]


def check_kernel(tap, cli, folder):
    path = folder / 'kernel-names.ftrace'
    path.write_text(KERNEL_LINES, encoding='utf-8')
    rows = list(cli.rows('query', path, 'SELECT name, title, (ts - trace_start()) / 1000 AS begin_us, dur / 1000 AS dur_us FROM slice ORDER BY ts'))
    tap.equal([(row['name'], row['title'], int(row['begin_us']), int(row['dur_us'])) for row in rows], KERNEL_SLICES, 'names of what the kernel did')
    for name, title, _, dur_us in KERNEL_SLICES:
        rows = cli.json('query', path, f"SELECT title, dur / 1000 AS dur FROM slice WHERE name = '{name}'")
        tap.equal(rows, [{'title': title, 'dur': dur_us}], f'{name} is found')
    rows = cli.json('query', path, "SELECT name, count(*) AS n, sum(dur) / 1000 AS dur FROM slice WHERE name GLOB 'IRQ*' GROUP BY name")
    tap.equal(rows, [{'name': 'IRQ (own)', 'n': 1, 'dur': 10}, {'name': 'IRQ (ufshcd)', 'n': 1, 'dur': 5}], 'a pattern, and groups by name')
    rows = cli.json('query', path, "SELECT name, count(*) AS n FROM slice GROUP BY name HAVING n = 1 AND name > 'a' ORDER BY name LIMIT 2")
    tap.equal(rows, [{'name': 'android_fs_data_read', 'n': 1}, {'name': 'binder async rcv', 'n': 1}], 'sums by name')
    rows = cli.json('query', path, "SELECT count(*) AS n FROM slice WHERE name IN ('binder call to 20', 'ufshcd', 'nothing')")
    tap.equal(rows, [{'n': 0}], 'names of the timeline are titles only')
    rows = cli.json('query', path, "SELECT t.type FROM slice s JOIN track t ON s.track_id = t.id WHERE s.name IN ('IRQ (ufshcd)', 'BLOCK_IOPOLL', 'Wakelock(event0)') ORDER BY s.ts")
    tap.equal([row['type'] for row in rows], ['cpu_irq', 'cpu_softirq', 'wakesource_wakelock'], 'types of their tracks')
    counters = path.with_name('types.ftrace')
    counters.write_text('# tracer: nop\n#\n app-7 ( 7) [000] .... 1.000001: cpu_frequency: state=1000 cpu_id=2\n app-7 ( 7) [000] .... 1.000002: oom_score_adj_update: pid=7 comm=app oom_score_adj=900\n'
                        ' app-7 ( 7) [000] .... 1.000003: tracing_mark_write: C|7|own|1\n <idle>-0 (-----) [000] .... 1.000004: strata_counter: cpu=-1 value=5 name=batt.charge_uah\n', encoding='utf-8')
    rows = cli.json('query', counters, 'SELECT name, type FROM counter_track ORDER BY name')
    machines = cli.json('query', counters, 'SELECT name, machine_id FROM counter_track ORDER BY name')
    tap.equal([row['machine_id'] for row in machines], [0, 0, 0, 0], 'machines of counters')
    one = folder / 'one-cpu.ftrace'
    one.write_text('# tracer: nop\n#\n app-7 (    7) [001] d..2. 1.000000: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=b next_pid=8 next_prio=120\n')
    found = cli.json('query', one, f'--with={one}@other', 'SELECT m.id, m.name, m.num_cpus, c.cpu, s.ucpu FROM sched s JOIN cpu c USING (ucpu) JOIN machine m ON m.id = c.machine_id ORDER BY m.id')
    tap.equal([tuple(row.values()) for row in found], [(0, None, 1, 1, 1), (1, 'one-cpu.ftrace', 1, 1, 4097)], 'the machines of a trace and their CPUs')
    tap.equal([(row['name'], row['type']) for row in rows], [('batt.charge_uah', 'battery_counter'), ('cpufreq', 'cpu_frequency'), ('oom_score_adj', 'oom_score_adj'), ('own', 'atrace_counter')], 'types of counters')
    rows = cli.json('query', path, "SELECT name, extract_arg(arg_set_id, 'irq') AS irq, extract_arg(arg_set_id, 'name') AS device, extract_arg(arg_set_id, 'dest_proc') AS dest,"
                    " extract_arg(arg_set_id, 'ino') AS ino, extract_arg(arg_set_id, 'entry_name') AS entry FROM slice WHERE depth = 0 AND arg_set_id IS NOT NULL AND name IN ('IRQ (ufshcd)', 'binder reply', 'android_fs_data_read') ORDER BY ts")
    nothing = {'irq': None, 'device': None, 'dest': None, 'ino': None, 'entry': None}
    tap.equal(rows, [{**nothing, 'name': 'binder reply', 'dest': 20}, {**nothing, 'name': 'IRQ (ufshcd)', 'irq': 42, 'device': 'ufshcd'}, {**nothing, 'name': 'android_fs_data_read', 'ino': 83, 'entry': '/a b'}], 'arguments of the kernel')
    rows = cli.json('query', path, "SELECT key, int_value, string_value FROM args JOIN slice USING (arg_set_id) WHERE name = 'IRQ (ufshcd)' ORDER BY args.id")
    tap.equal(rows, [{'key': 'irq', 'int_value': 42, 'string_value': None}, {'key': 'name', 'int_value': None, 'string_value': 'ufshcd'}], 'args of the kernel')
    tap.equal([row['name'] for row in cli.rows('list', 'hits', '--where', 'arg.irq=42', path)], ['ufshcd'], 'arg.irq is found')
    tap.equal([row['name'] for row in cli.rows('list', 'hits', '--where', 'arg.irq=4', path)], [], 'arg.irq of none')
    rows = cli.json('query', path, "SELECT o.name AS out, i.name AS goal, f.trace_id FROM flow f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id ORDER BY o.ts")
    tap.equal(rows, [{'out': 'binder transaction', 'goal': 'binder reply', 'trace_id': None}, {'out': 'binder transaction async', 'goal': 'binder async rcv', 'trace_id': None}], 'arrows of calls and messages')
    rows = cli.json('query', path, "INCLUDE PERFETTO MODULE android.binder; SELECT is_sync, client_dur / 1000 AS client, server_dur / 1000 AS server, (server_ts - client_ts) / 1000 AS way FROM android_binder_txns ORDER BY client_ts")
    tap.equal(rows, [{'is_sync': 1, 'client': 30, 'server': 10, 'way': 10}, {'is_sync': 0, 'client': 0, 'server': 0, 'way': 4}], 'a message is no call')
    cli.run('convert', '-o', folder / 'kernel-names.json', path)
    events = json.loads((folder / 'kernel-names.json').read_text(encoding='utf-8'))
    events = events['traceEvents'] if isinstance(events, dict) else events
    tap.equal([event.get('args') for event in events if event.get('name') == 'ufshcd' and 'args' in event][:1], [{'irq': 42, 'name': 'ufshcd'}], 'args in JSON')
    rows = cli.json('query', path, path, "SELECT count(*) AS n FROM a.slice a JOIN b.slice b ON a.name = b.name")
    tap.equal(rows, [{'n': len(KERNEL_SLICES)}], 'names of several files')


NESTED_CALLS = """# tracer: nop
  app-10 (10) [000] .... 1.000000: binder_transaction: transaction=1 dest_node=1 dest_proc=20 dest_thread=21 reply=0 flags=0x10 code=0x1
  server-21 (20) [001] .... 1.000010: binder_transaction_received: transaction=1
  server-21 (20) [001] .... 1.000015: tracing_mark_write: B|20|AIDL::java::IBox::open::server
  server-21 (20) [001] .... 1.000020: tracing_mark_write: B|20|AIDL::java::IInner::other::server
  server-21 (20) [001] .... 1.000025: tracing_mark_write: E|20
  server-21 (20) [001] .... 1.000030: binder_transaction: transaction=2 dest_node=1 dest_proc=30 dest_thread=31 reply=0 flags=0x10 code=0x1
  other-31 (30) [002] .... 1.000040: binder_transaction_received: transaction=2
  other-31 (30) [002] .... 1.000070: binder_transaction: transaction=3 dest_node=0 dest_proc=20 dest_thread=21 reply=1 flags=0x0 code=0x0
  server-21 (20) [001] .... 1.000080: binder_transaction_received: transaction=3
  server-21 (20) [001] .... 1.000090: tracing_mark_write: E|20
  server-21 (20) [001] .... 1.000100: binder_transaction: transaction=4 dest_node=0 dest_proc=10 dest_thread=10 reply=1 flags=0x0 code=0x0
  app-10 (10) [000] .... 1.000110: binder_transaction_received: transaction=4
"""


DEVICE_EVENTS = ['clock_set_rate: bus state=5000 cpu_id=0', 'thermal_temperature: thermal_zone=skin id=1 temp_prev=1 temp=40000', 'cdev_update: type=fan target=2',
                 'gpu_frequency: gpu_id=1 state=300', 'gpu_mem_total: gpu_id=1 pid=0 size=4096', 'dma_heap_stat: inode=7 len=4096 total_allocated=8192',
                 'ion_heap_grow: heap_name=adsp, len=1, total_allocated=2', 'fastrpc_dma_stat: cid=1 len=5 total_allocated=6', 'netif_receive_skb: dev=wlan0 skbaddr=1 len=1500',
                 'net_dev_xmit: dev=wlan0 skbaddr=1 len=2500 rc=0', 'ufshcd_command: send_req: ufs: tag: 0, DB: 0x5, size: 1, IS: 0', 'clock_enable: ddr state=1 cpu_id=0',
                 'dmabuf_rss_stat: rss=4096 rss_delta=4096 i_ino=7', 'mm_event_record: maj_flt count=3 avg_lat=5 max_lat=9', 'mali_gpu_power_state: change_ns=1 from_state=0 to_state=2']
DEVICE_COUNTERS = [('bus Frequency', 'clock_frequency', 5000), ('skin Temperature', 'thermal_temperature', 40000), ('fan Cooling Device', 'cooling_device_counter', 2),
                   ('gpufreq', 'gpu_frequency', 300), ('GPU Memory', 'gpu_memory', 4096), ('mem.dma_heap', 'android_dma_heap', 8192), ('mem.dma_heap_change', 'android_dma_heap_change', 4096),
                   ('mem.ion.adsp', 'ion', 3), ('mem.ion_change.adsp', 'ion_change', 1), ('mem.fastrpc[MDSP]', 'fastrpc', 6), ('mem.fastrpc_change[MDSP]', 'fastrpc_change', 5),
                   ('wlan0 Received KB', 'net_receive', 1), ('wlan0 Transmitted KB', 'net_transmit', 2), ('io.ufs.command.count', 'ufs_command_count', 2), ('ddr State', 'clock_state', 1),
                   ('mem.dmabuf_rss', 'process_memory', 4096), ('mem.mm.maj_flt.avg_lat', 'mm_event', 5), ('mem.mm.maj_flt.count', 'mm_event', 3), ('mem.mm.maj_flt.max_lat', 'mm_event', 9),
                   ('mali_gpu_power_state', 'mali_gpu_power_state', 2)]
DEVICE_STEPS = ['device_pm_callback_start: drv dev1, parent: none, noirq[suspend]', 'device_pm_callback_end: drv dev1, err=0', 'rpm_status: usb status=RPM_ACTIVE', 'rpm_status: usb status=RPM_SUSPENDED',
                'cpuhp_enter: cpu: 0003 target: 187 step: 188 (stop)', 'cpuhp_exit:  cpu: 0003  state: 187 step: 188 ret: 0', 'mali_PM_MCU_ON: tgid=1 id=2 info=3', 'mali_PM_MCU_OFF: tgid=1 id=2 info=3',
                'gpu_work_period: gpu_id=0 uid=10123 start_time_ns=1000 end_time_ns=2000 total_active_duration_ns=500']
DEVICE_SLICES = [('dev1 drv', 'suspend_resume'), ('Active', 'linux_rpm'), ('cpuhp(188)', 'cpu_hotplug'), ('ON', 'mali_mcu_state'), ('OFF', 'mali_mcu_state'), ('50.00 %', 'android_gpu_work_period')]

DEVICE_ARGS = [('dev1 drv', 'event_type=Device PM Suspend Event cpu=1 device_name=dev1 driver_name=drv callback_phase=suspend:noirq'), ('cpuhp(188)', 'action_cpu=1 cpuhp_idx=188'),
               ('50.00 %', 'gpu_id=0 uid=10123 start_time_ns=1000 end_time_ns=2000 total_active_duration_ns=500')]
DEVICE_PHASES = [('drv a, parent: none, noirq driver [suspend]', 'suspend:noirq'), ('drv b, parent: c d, early bus [resume]', 'resume:early'), ('drv c, parent: none, bus [freeze]', 'freeze'), ('drv d, parent: none, [suspend]', 'suspend:prepare'),
                 ('device=e driver=drv parent=x pm_ops=late class  event=4', 'hibernate:late'), ('device=f driver=drv parent=x pm_ops= event=16', 'resume:complete'), ('device=g driver=drv parent=x pm_ops=bus  event=99', '(unknown PM event)')]


def check_counter_names(tap, cli, folder):
    path = folder / 'limits.ftrace'
    path.write_text('# tracer: nop\n  app-10 (10) [001] d..2. 1.000010: cpu_frequency_limits: min=300 max=900 cpu_id=6\n'
                    '  app-10 (10) [001] d..2. 1.000010: cpu_frequency: state=700 cpu_id=6\n', encoding='utf-8')
    rows = cli.json('query', path, 'SELECT t.name, t.cpu, c.value FROM counter c JOIN cpu_counter_track t ON c.track_id = t.id ORDER BY t.name')
    tap.equal([(row['name'], row['cpu'], row['value']) for row in rows], [('Cpu 6 Max Freq Limit', 6, 900), ('Cpu 6 Min Freq Limit', 6, 300), ('cpufreq', 6, 700)], 'names of counters of CPUs')
    path = folder / 'devices.ftrace'
    path.write_text('# tracer: nop\n' + ''.join(f'  app-10 (10) [001] d..2. 1.{n:06}: {event}\n' for n, event in enumerate(DEVICE_EVENTS)), encoding='utf-8')
    rows = cli.json('query', path, 'SELECT t.name, t.type, c.value FROM counter c JOIN counter_track t ON c.track_id = t.id ORDER BY c.ts, t.name')
    tap.equal([(row['name'], row['type'], row['value']) for row in rows], DEVICE_COUNTERS, 'names of counters of devices')
    rows = cli.json('query', path, 'SELECT s.name, t.name AS track, t.type FROM slice s JOIN track t ON s.track_id = t.id')
    tap.equal(rows, [{'name': '4 kB', 'track': 'mem.dma_buffer', 'type': 'android_dma_allocations'}], 'buffers are slices')
    rows = cli.json('query', path, "SELECT unit FROM counter_track WHERE name GLOB '*KB'")
    tap.equal([row['unit'] for row in rows], ['KB', 'KB'], 'traffic is in KB')
    path = folder / 'device-steps.ftrace'
    path.write_text('# tracer: nop\n' + ''.join(f'  app-10 (10) [001] d..2. 1.{n:06}: {event}\n' for n, event in enumerate(DEVICE_STEPS)), encoding='utf-8')
    rows = cli.json('query', path, 'SELECT s.name, t.type FROM slice s JOIN track t ON s.track_id = t.id ORDER BY s.ts')
    tap.equal([(row['name'], row['type']) for row in rows], DEVICE_SLICES, 'types of what devices do')
    rows = cli.json('query', path, 'SELECT s.name, group_concat(key || "=" || display_value, " ") AS args FROM slice s JOIN args USING (arg_set_id) GROUP BY s.id ORDER BY s.ts')
    tap.equal([(row['name'], row['args']) for row in rows], DEVICE_ARGS, 'their arguments')
    rows = cli.json('query', path, 'SELECT t.type, t.name, key || "=" || display_value AS arg FROM track t JOIN args a ON a.arg_set_id = t.dimension_arg_set_id ORDER BY t.type')
    tap.equal([tuple(row.values()) for row in rows], [('cpu_hotplug', 'CPU Hotplug 3', 'cpu=3'), ('linux_rpm', None, 'linux_device=usb')], 'devices and CPUs of their tracks')
    tap.equal(cli.json('query', path, "SELECT name, category FROM slice WHERE name GLOB 'cpuhp*'"), [{'name': 'cpuhp(188)', 'category': 'cpu'}], 'category of hotplug steps')
    path = folder / 'device-phases.ftrace'
    path.write_text('# tracer: nop\n' + ''.join(f'  app-10 (10) [001] d..2. 1.{n:06}: device_pm_callback_start: {args}\n' for n, (args, _) in enumerate(DEVICE_PHASES)), encoding='utf-8')
    rows = cli.json('query', path, "SELECT display_value AS phase FROM slice s JOIN args USING (arg_set_id) WHERE key = 'callback_phase' ORDER BY s.ts")
    tap.equal([row['phase'] for row in rows], [phase for _, phase in DEVICE_PHASES], 'phases of suspended devices')


# A frame of an app and one of the display with all that new versions of Android write: tag 4 and tag 2 of frame_timeline_event.
FRAMES = bytes.fromhex('0a2040e89bebdc03e204172215080410071809200548408001029801037d0000c03f0a0d40b8abebdc03e204042a0208040a1840a0b3ebdc03e2040f120d080510091806380178028001010a0d4088bbebdc03e204042a020805')


def check_frame_details(tap, cli, folder):
    path = folder / 'frames.pftrace'
    path.write_bytes(FRAMES)
    rows = cli.json('query', path, 'SELECT jank_tag, jank_tag_experimental, jank_score, latched_fence_state, latched_unsignaled_count AS n, addressable_unsignaled_latch_count AS m FROM actual_frame_timeline_slice ORDER BY ts')
    tap.equal(rows, [{'jank_tag': 'Self Jank', 'jank_tag_experimental': 'Other Jank', 'jank_score': 1.5, 'latched_fence_state': 'Delayed Latch Unsignaled', 'n': None, 'm': None},
                     {'jank_tag': 'No Jank', 'jank_tag_experimental': None, 'jank_score': None, 'latched_fence_state': None, 'n': 2, 'm': 1}], 'details of frames that not all versions of Android write')


# whether it is of an app, present type, jank type, expected tag
TAGS = [(1, 1, 1, 'No Jank'), (1, 4, 1, 'Dropped Frame'), (1, 4, 64, 'Self Jank'), (1, 1, 64 | 16, 'Self Jank'), (1, 2, 16, 'Other Jank'), (1, 4, 128, 'Buffer Stuffing'), (1, 4, 512, 'SurfaceFlinger Stuffing'),
        (1, 1, 2048, 'Non-perceivable Jank'), (1, 4, 2048, 'Dropped Frame'), (1, 1, 2048 | 16384, 'No Jank'), (1, 1, 0, 'Unspecified'),
        (0, 4, 1, 'No Jank'), (0, 1, 16, 'Self Jank'), (0, 1, 64, 'No Jank'), (0, 1, 128, 'No Jank'), (0, 1, 512, 'SurfaceFlinger Stuffing'), (0, 1, 1024, 'Dropped Frame'), (0, 4, 8192, 'Non-perceivable Jank')]


def frame(number, is_surface, present, jank):
    """A frame without a severity, as older versions of Android write it."""
    numbers = (3, 4, 6, 9) if is_surface else (3, 3, 4, 7)
    content = field(1, number + 1) + field(2, number + 1) + b''.join(field(*pair) for pair in zip(numbers, (number + 1, 7, present, jank)))
    return field(1, field(8, 1000 + number) + field(10, 1) + field(76, field(4 if is_surface else 2, content)))


def check_frame_tags(tap, cli, folder):
    path = folder / 'tags.pftrace'
    path.write_bytes(b''.join(frame(number, *row[:3]) for number, row in enumerate(TAGS)))
    rows = cli.json('query', path, 'SELECT jank_tag, jank_severity_type, category FROM actual_frame_timeline_slice ORDER BY ts')
    tap.equal([row['jank_tag'] for row in rows], [row[3] for row in TAGS], 'whose fault the jank of a frame is')
    tap.equal([row['jank_severity_type'] for row in rows], ['None' if row[2] == 1 else 'Unknown' for row in TAGS], 'severity of frames that have none')
    tap.equal({row['category'] for row in rows}, {None}, 'frames have no category')


def check_polled(tap, cli, folder):
    """Counters that the recorder polls, and the frequency of a bus, which the kernel reports, too."""
    path = folder / 'polled.pftrace'
    stats = field(10, field(1, b'1700.devfreq_mif') + field(2, 9)) + field(6, field(1, 3) + field(2, 7)) + field(8, field(1, 1) + field(2, 8))
    battery = field(6, 5000000) + field(7, 4000000)
    bus = field(2, field(1, 3000) + field(2, 7) + field(541, field(1, b'1700.devfreq_mif') + field(2, 5)))
    path.write_bytes(b''.join(field(1, field(8, time_ns) + field(10, 1) + content) for time_ns, content in ((1000, field(7, stats)), (2000, field(38, battery)), (0, field(1, bus)))))
    rows = cli.json('query', path, 'SELECT name, type, cast(value AS INT) AS value FROM counter JOIN counter_track ON counter_track.id = track_id ORDER BY name')
    tap.equal([tuple(row.values()) for row in rows],
              [('1700.devfreq_mif Frequency', 'clock_frequency', 9), ('batt.charge_uah', 'battery_counter', 1250000), ('batt.energy_counter_uwh', 'battery_counter', 5000000), ('batt.voltage_uv', 'battery_counter', 4000000),
               ('devfreq_mif', 'linux_device_frequency', 5), ('num_irq (id: 3)', 'num_irq', 7), ('num_softirq (id: 1)', 'num_softirq', 8)], 'names and types of polled counters')


def check_log_apart(tap, cli, folder):
    path = folder / 'log-apart.pftrace'
    line = field(1, 3) + field(2, 7) + field(3, 7) + field(5, 2000) + field(6, b'tag') + field(7, 4) + field(8, b'text')
    clocks = b''.join(field(1, field(1, clock) + field(2, 1000)) for clock in (1, 6))
    path.write_bytes(field(1, field(10, 1) + field(6, clocks)) + field(1, field(10, 1) + field(60, field(1, 1) + field(4, field(1, 7) + field(2, 7)))) + packet(1500, event(3, 1, b'tick'))
                     + field(1, field(10, 1) + field(39, field(1, line))))
    tap.equal(cli.output('query', '--csv', path, 'SELECT name, count(*) AS n FROM slice GROUP BY name'), 'name,n\ntick,1\n', 'log lines are not slices')
    tap.equal(cli.output('query', '--csv', path, 'SELECT (SELECT count(*) FROM slice) AS slices, (SELECT count(*) FROM track) AS tracks, (SELECT msg FROM android_logs) AS line'), 'slices,tracks,line\n1,1,text\n', 'log lines have a table')


EXIT = """# tracer: nop
#
 app-7 (  7) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120
 app-7 (  7) [000] d.h. 1.000100: irq_handler_entry: irq=5 name=timer
 app-7 (  7) [000] d.h. 1.000200: irq_handler_exit: irq=5 ret=handled
 app-7 (  7) [000] ..s. 1.000300: softirq_entry: vec=1 [action=TIMER]
 app-7 (  7) [000] ..s. 1.000400: softirq_exit: vec=1 [action=TIMER]
 app-7 (  7) [000] d..2 1.001000: sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=X ==> next_comm=swapper/0 next_pid=0 next_prio=120
 other-8 (  8) [001] d..2 1.002000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=other next_pid=8 next_prio=120
"""


def check_exit(tap, cli, folder):
    path = folder / 'exit.ftrace'
    path.write_text(EXIT, encoding='utf-8')
    tap.equal(cli.json('query', path, 'SELECT state, dur FROM thread_state JOIN thread USING (utid) WHERE tid = 7 ORDER BY ts'), [{'state': 'Running', 'dur': 1000000}, {'state': 'X', 'dur': -1}], 'death has no end')
    tap.equal(cli.output('query', '--csv', path, 'SELECT name, category FROM slice'), 'name,category\nIRQ (timer),irq\nTIMER,irq\n', 'categories of what the kernel did')


def check_nested_calls(tap, cli, folder):
    """The server answers from 10 to 100, and calls another server from 30 to 80."""
    path = folder / 'nested-calls.ftrace'
    path.write_text(NESTED_CALLS, encoding='utf-8')
    rows = cli.json('query', path, 'SELECT name, dur / 1000 AS dur, self_dur / 1000 AS self FROM slice WHERE name GLOB \'binder*\' ORDER BY ts')
    tap.equal(rows, [{'name': 'binder transaction', 'dur': 110, 'self': 110}, {'name': 'binder reply', 'dur': 90, 'self': 40},
                     {'name': 'binder transaction', 'dur': 50, 'self': 50}, {'name': 'binder reply', 'dur': 30, 'self': 30}], 'a call for an answer is not its own time')
    rows = cli.json('query', path, 'INCLUDE PERFETTO MODULE android.binder; SELECT interface, method_name, (aidl_ts - server_ts) / 1000 AS after, aidl_dur / 1000 AS dur FROM android_binder_txns ORDER BY client_ts')
    tap.equal(rows, [{'interface': 'IBox', 'method_name': 'open', 'after': 5, 'dur': 75}, {'interface': None, 'method_name': None, 'after': None, 'dur': None}], 'which method answers a call')


ASYNC = [('b', 'load', 1, 0), ('b', 'read', 1, 10), ('b', 'load', 2, 5), ('b', 'read', 2, 15), ('e', 'read', 1, 30), ('b', 'parse', 1, 30), ('e', 'parse', 1, 40),
         ('e', 'read', 2, 50), ('e', 'load', 2, 60), ('e', 'load', 1, 90), ('b', 'load', 1, 90), ('e', 'load', 1, 95)]
NESTED = [('load', 0, 90, 0, None, 60), ('load', 5, 55, 0, None, 20), ('read', 10, 20, 1, 0, 20), ('read', 15, 35, 1, 5, 35), ('parse', 30, 10, 1, 0, 10), ('load', 90, 5, 0, None, 5)]


def ask_nested(cli, path):
    rows = cli.json('query', path, 'SELECT s.name, s.ts / 1000 AS ts, s.dur / 1000 AS dur, s.depth, p.ts / 1000 AS outer, s.self_dur / 1000 AS self FROM slice s'
                    ' JOIN process_track k ON s.track_id = k.id LEFT JOIN slice p ON s.parent_id = p.id WHERE NOT s.is_instant ORDER BY s.ts')
    return [tuple(row.values()) for row in rows]


def check_async(tap, cli, folder):
    """Asynchronous slices with the same id nest; slices with the same name share a lane."""
    path = folder / 'async.json'
    path.write_text(json.dumps([{'ph': phase, 'cat': 'c', 'name': name, 'id': number, 'pid': 7, 'tid': 7, 'ts': ts} for phase, name, number, ts in ASYNC]), encoding='utf-8')
    tap.equal(ask_nested(cli, path), NESTED, 'asynchronous slices of Chrome nest')
    tap.equal(cli.json('query', path, "SELECT d.name, d.depth FROM slice s JOIN descendant_slice(s.id) d WHERE s.ts = 0 ORDER BY d.ts"),
              [{'name': 'read', 'depth': 1}, {'name': 'parse', 'depth': 1}], 'what is inside an asynchronous slice')
    tap.equal(cli.json('query', path, "SELECT a.ts / 1000 AS ts FROM slice s JOIN ancestor_slice(s.id) a WHERE s.name = 'parse'"), [{'ts': 0}], 'what is around an asynchronous slice')


def check_nested_events(tap, cli, folder):
    """Tracks with the same name share a lane, and each has its own stack."""
    path = folder / 'nested.pftrace'
    tracks = b''.join(field(1, field(10, 1) + field(60, field(1, n) + field(2, b'work') + field(5, 9))) for n in (1, 2))
    process = field(1, field(10, 1) + field(60, field(1, 9) + field(3, field(1, 7))))
    path.write_bytes(process + tracks + b''.join(
        packet(1000 * ts, event(1 if phase == 'b' else 2, number, name.encode() if phase == 'b' else b'')) for phase, name, number, ts in ASYNC))
    tap.equal(ask_nested(cli, path), NESTED, 'slices of track events nest')
    text = folder / 'nested.atrace'
    tap.equal(cli.run('convert', path, '-o', text).returncode, 0, 'asynchronous slices become text')
    tap.equal([row[:5] for row in ask_nested(cli, text)], [row[:5] for row in NESTED], 'they nest in the text, too')


FRACTIONS = [0.25, 12.5, -1234.56, 3, 9007199254740993, 1e300]


def check_fractions(tap, cli, folder):
    """Counters keep their fractions in every format."""
    path = folder / 'fractions.json'
    path.write_text(json.dumps([{'ph': 'C', 'name': 'load', 'pid': 7, 'tid': 7, 'ts': 10 * i, 'args': {'v': value}} for i, value in enumerate(FRACTIONS)]), encoding='utf-8')
    double = field(1, field(10, 1) + field(60, field(1, 5) + field(2, b'gpu') + field(8, b'')))
    (folder / 'fractions.pftrace').write_bytes(double + b''.join(packet(1000 * i, field(9, 4) + field(11, 5) + fixed(44, struct.unpack('<Q', struct.pack('<d', value))[0])) for i, value in enumerate(FRACTIONS)))
    paths = [path, folder / 'fractions.pftrace']
    for suffix in ('json', 'pftrace', 'atrace'):
        paths.append(folder / f'again.{suffix}')
        tap.equal(cli.run('convert', path, '-o', paths[-1]).returncode, 0, f'fractions become {suffix}')
    for path in paths:
        rows = cli.json('query', path, 'SELECT value FROM counter ORDER BY ts')
        tap.equal([row['value'] for row in rows], [float(value) for value in FRACTIONS], f'fractions of {path.name}')
        tap.equal(len(cli.json('list', 'counters', '--where', 'value>12.4 value<3e15', path)), 1, f'a search by fractions of {path.name}')


def check_layers(tap, cli, folder):
    """A frame of two layers is one row; each layer is a slice of the timeline."""
    def bound(phase, time_us, number, **more):
        return {'ph': phase, 'ts': time_us, 'pid': 10, 'tid': 10, 'id': number, 'cat': 'c', 'name': '7', 'strata_track': 'Actual Timeline', **more}

    events = []
    for number, layer, end_us, present in ((1, 'a', 15000, 'On-time Present'), (2, 'b', 21000, 'Late Present')):
        events += [bound('b', 1000, number, args={'token': 7, 'display_token': 1, 'layer': layer, 'present': present, 'jank': 'None'}), bound('e', end_us, number)]
    path = folder / 'layers.json'
    path.write_text(json.dumps({'traceEvents': events}), encoding='utf-8')
    tap.equal(cli.json('query', path, 'SELECT frame_id, dur / 1000000 AS ms FROM frame'), [{'frame_id': 7, 'ms': 20}], 'a frame of two layers is one')
    tap.equal(len(cli.json('query', path, "SELECT 1 FROM slice WHERE name = '7'")), 2, 'and two slices')


def check_arguments(tap, cli, folder):
    """Arguments added at the end of a slice are in the same set."""
    path = folder / 'arguments.json'
    path.write_text(json.dumps([{'ph': 'B', 'ts': 1, 'pid': 1, 'tid': 1, 'name': 'a', 'args': {'x': 1}}, {'ph': 'E', 'ts': 2, 'pid': 1, 'tid': 1, 'args': {'y': 2}}]), encoding='utf-8')
    rows = cli.json('query', path, "SELECT key, count(*) AS n, count(s.id) AS slices FROM args LEFT JOIN slice s USING (arg_set_id) WHERE key IN ('args.x', 'args.y') GROUP BY key")
    tap.equal([tuple(row.values()) for row in rows], [('args.x', 1, 1), ('args.y', 1, 1)], 'arguments of begin and end')


def check_last_instant(tap, cli, folder):
    """A call that did not finish is still around an instant at the end of the trace."""
    path = folder / 'open.ftrace'
    path.write_text('# tracer: nop\n  app-7 (    7) [000] .... 1.000001: tracing_mark_write: B|7|outer\n  app-7 (    7) [000] .... 1.000009: tracing_mark_write: I|7|last\n', encoding='utf-8')
    rows = cli.run('query', '--csv', path, 'SELECT s.name, s.depth, p.name AS around FROM slice s LEFT JOIN slice p ON s.parent_id = p.id ORDER BY s.ts').stdout.decode().splitlines()[1:]
    tap.equal(rows, ['outer,0,', 'last,1,outer'], 'an instant at the end is inside the open call')


def main():
    tap, cli, folder = start()
    path = folder / 'android.ftrace'
    os.environ['XDG_DATA_HOME'] = str(folder / 'data')
    check_styles(tap, cli, path)
    check_tables(tap, cli, path)
    check_metadata(tap, cli, path)
    check_zero(tap, cli, path)
    check_failures(tap, cli, path, folder)
    check_limits(tap, cli, path)
    check_interrupt(tap, cli, path)
    check_perfetto(tap, cli, folder / 'scheduler.ftrace', folder)
    check_lost(tap, cli, folder)
    check_names(tap, cli, folder)
    check_kernel_thread(tap, cli, folder)
    check_arguments(tap, cli, folder)
    check_lines(tap, cli, folder)
    check_several(tap, cli, folder)
    check_flows(tap, cli, folder)
    check_packet_flows(tap, cli, folder)
    check_annotations(tap, cli, folder)
    check_own_log(tap, cli, folder)
    check_process_names(tap, cli, folder)
    check_same_time(tap, cli, folder)
    check_old_times(tap, cli, folder)
    check_nested_calls(tap, cli, folder)
    check_async(tap, cli, folder)
    check_fractions(tap, cli, folder)
    check_nested_events(tap, cli, folder)
    check_counter_names(tap, cli, folder)
    check_frame_details(tap, cli, folder)
    check_frame_tags(tap, cli, folder)
    check_polled(tap, cli, folder)
    check_exit(tap, cli, folder)
    check_log_apart(tap, cli, folder)
    check_places(tap, cli, folder)
    check_counter_places(tap, cli, folder)
    check_loops(tap, cli, folder)
    check_empty(tap, cli, folder)
    check_reached(tap, cli, folder)
    check_letters(tap, cli, folder)
    check_named(tap, cli, path)
    check_kernel(tap, cli, folder)
    check_layers(tap, cli, folder)
    check_last_instant(tap, cli, folder)
    tap.finish()


if __name__ == '__main__':
    main()
