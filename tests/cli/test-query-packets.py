#!/usr/bin/env python3
"""strata-cli query on Perfetto traces: tracks, and what is on them. The expected rows are those of Perfetto's engine.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from htracewriter import field  # pylint: disable=wrong-import-position
from packets import describe, describe_process, describe_thread, event, fixed, packet, zero  # pylint: disable=wrong-import-position


def ask(cli, path, sql):
    return [tuple(row.values()) for row in cli.json('query', path, sql)]


def slices(track, start_ns, *names):
    """A slice with an instant inside for each name."""
    return b''.join(packet(start_ns + 100 * i, event(1, track, name)) + packet(start_ns + 100 * i + 10, event(3, track, b'tick')) + packet(start_ns + 100 * i + 20, event(2, track, b''))
                    for i, name in enumerate(names))


def check_thread_tracks(tap, cli, folder):
    """Tracks below a thread are of that thread, those of each thread apart. Converted, they are the same."""
    path, copy = folder / 'below.pftrace', folder / 'below2.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + describe_thread(3, 10, 12, b'two')
                     + describe(4, 2, b'lane') + describe(5, 3, b'lane') + describe(6, 1, b'lane') + describe(7, 4, b'deep') + describe(8, 2, b'') + describe(9, 2, b'marks')
                     + slices(2, 1000, b'call') + slices(4, 2000, b'a') + slices(5, 3000, b'b') + slices(6, 4000, b'c') + slices(7, 5000, b'd') + slices(8, 6000, b'e') + packet(7000, event(3, 9, b'mark')))
    cli.output('convert', path, '-o', copy)
    sql = '''SELECT s.name, t.name AS track, th.tid, p.pid, s.depth FROM slice s JOIN track t ON s.track_id = t.id LEFT JOIN thread_track k ON k.id = t.id LEFT JOIN thread th USING (utid)
             LEFT JOIN process_track q ON q.id = t.id LEFT JOIN process p ON p.upid = q.upid ORDER BY s.ts'''
    rows = [('call', None, 11, None), ('a', 'lane', 11, None), ('b', 'lane', 12, None), ('c', 'lane', None, 10), ('d', 'deep', 11, None), ('e', 'e', 11, None)]
    wanted = [row for name, *rest in rows for row in ((name, *rest, 0), ('tick', *rest, 1))] + [('mark', 'marks', 11, None, 0)]
    tap.equal(ask(cli, path, sql), wanted, 'tracks below threads')
    tap.equal(ask(cli, copy, sql), wanted, 'and converted')
    tap.equal(ask(cli, path, "INCLUDE PERFETTO MODULE slices.with_context; SELECT name, tid FROM thread_slice WHERE dur ORDER BY ts"), [('call', 11), ('a', 11), ('b', 12), ('d', 11), ('e', 11)], 'thread_slice has them')
    tap.equal(ask(cli, path, 'SELECT type, count(*) AS n FROM track GROUP BY type ORDER BY type'), [('process_merged_track_event', 1), ('thread_execution', 1), ('thread_merged_track_event', 5)], 'types of tracks')


def check_siblings(tap, cli, folder):
    """Tracks of the same name are in one lane, but instants are inside slices of their own track alone."""
    path = folder / 'siblings.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe(2, 1, b'lane') + describe(3, 1, b'lane')
                     + packet(1000, event(1, 2, b'outer')) + packet(1100, event(1, 3, b'other')) + packet(1200, event(3, 2, b'tick')) + packet(1300, event(2, 3, b'')) + packet(1400, event(3, 3, b'alone'))
                     + packet(1500, event(1, 2, b'inner')) + packet(1600, event(3, 2, b'deep')) + packet(1700, event(2, 2, b'')) + packet(1800, event(2, 2, b'')))
    tap.equal(ask(cli, path, 'SELECT s.name, s.depth, p.name AS around FROM slice s LEFT JOIN slice p ON s.parent_id = p.id ORDER BY s.ts'),
              [('outer', 0, None), ('other', 0, None), ('tick', 1, 'outer'), ('alone', 0, None), ('inner', 1, 'outer'), ('deep', 2, 'inner')], 'slices around instants')
    tap.equal(ask(cli, path, "SELECT d.name FROM slice s JOIN descendant_slice(s.id) d WHERE s.name = 'outer' ORDER BY d.ts"), [('tick',), ('inner',), ('deep',)], 'what is inside a slice')


def check_thread_counters(tap, cli, folder):
    """Counters of threads of one process may have the same name."""
    path, copy = folder / 'thread-counters.pftrace', folder / 'thread-counters2.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + describe_thread(3, 10, 12, b'two')
                     + describe(4, 2, b'n', field(8, field(3, 3))) + describe(5, 3, b'n', field(8, field(3, 3))) + describe(6, 2, b'', field(8, field(1, 2))) + describe(7, 1, b'n', field(8, field(3, 3)))
                     + b''.join(packet(1000 + track, field(9, 4) + field(11, track) + field(30, track)) for track in (4, 5, 6, 7)))
    cli.output('convert', path, '-o', copy)
    sql = 'SELECT c.ts, c.value, t.name, t.type, tid FROM counter c JOIN thread_counter_track t ON t.id = c.track_id JOIN thread USING (utid) ORDER BY c.ts'
    rows = [(1004, 4, 'n', 'thread_counter_track_event', 11), (1005, 5, 'n', 'thread_counter_track_event', 12), (1006, 6, 'thread_instruction_count', 'thread_counter_track_event', 11)]
    tap.equal(ask(cli, path, sql), rows, 'counters of threads')
    tap.equal(ask(cli, copy, sql), rows, 'and converted')
    tap.equal(ask(cli, path, 'SELECT c.ts, pid FROM counter c JOIN process_counter_track t ON t.id = c.track_id JOIN process USING (upid)'), [(1007, 10)], 'that of their process')
    tap.equal(ask(cli, path, 'SELECT t.name, t.type FROM process_counter_track t'), [('n', 'process_counter_track_event')], 'its name and type')
    tap.equal([row['name'] for row in cli.json('list', 'counters', path)], ['n', 'n of thread 12', 'thread_instruction_count', 'n of the process'], 'their names on the timeline')
    tap.equal(ask(cli, path, 'SELECT count(*) AS n FROM thread_track JOIN counter_track USING (id)'), [(0,)], 'counters are not tracks of threads')


LINKS = 'SELECT o.name, i.name AS next FROM flow f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id ORDER BY i.ts, o.ts'


def check_flows(tap, cli, folder):
    """The event that ends a slice may be a step, at that time; arrows still go forward in time. In the older form, a flow starts
    once, goes on where it has started, and is not ended by what it leads to."""
    path, copy = folder / 'late-flows.pftrace', folder / 'late-flows2.pftrace'
    threads = describe_thread(1, 7, 8, b'one') + describe_thread(2, 7, 9, b'two')
    path.write_bytes(threads + packet(1000, event(1, 1, b'a', fixed(47, 5))) + packet(1100, event(1, 2, b'b', fixed(47, 5))) + packet(1200, event(2, 1, b'', fixed(47, 5)))
                     + packet(1300, event(2, 2, b'')) + packet(1400, event(3, 2, b'c', fixed(48, 5))) + packet(1500, event(3, 2, b'd', fixed(47, 5))))
    tap.equal(ask(cli, path, LINKS), [('a', 'b'), ('a', 'b'), ('a', 'c')], 'a flow at the end of a slice')
    cli.output('convert', path, '-o', copy)
    tap.equal(ask(cli, copy, LINKS), [('a', 'b'), ('a', 'b'), ('a', 'c')], 'and converted')

    def bind(time_ns, name, direction):
        return packet(time_ns, event(3, 1, name, field(6, field(8, 3) + field(13, direction))))

    path.write_bytes(threads + bind(1000, b'early', 3) + bind(1100, b'out', 2) + bind(1200, b'again', 2) + bind(1300, b'in', 1) + bind(1400, b'on', 3) + bind(1500, b'last', 1))
    tap.equal(ask(cli, path, LINKS), [('out', 'in'), ('out', 'on'), ('on', 'last')], 'flows with directions')
    cli.output('convert', path, '-o', copy)
    tap.equal(ask(cli, copy, LINKS), [('out', 'in'), ('out', 'on'), ('on', 'last')], 'and converted')


def check_loss(tap, cli, folder):
    """After a loss, names count when the state has been cleared; events that need others have none, or are left out."""
    path = folder / 'loss.pftrace'

    def write(time_ns, name, flags, interned, *extra):
        names = field(12, field(2, field(1, name) + field(2, interned))) if interned else b''
        return field(1, field(8, time_ns) + field(10, 1) + field(13, flags) + names + field(11, field(9, 3) + field(10, name) + field(11, 1)) + b''.join(extra))

    path.write_bytes(describe_thread(1, 7, 8, b'one') + write(1000, 1, 0, b'too early') + write(1100, 1, 1, b'first') + write(1200, 1, 2, b'', field(42, 1)) + write(1300, 2, 2, b'lost')
                     + write(1400, 1, 0, b'') + write(1500, 2, 0, b'unknown') + write(1600, 3, 1, b'again') + write(1700, 3, 2, b''))
    tap.equal(ask(cli, path, 'SELECT ts, name FROM slice ORDER BY ts'), [(1000, None), (1100, 'first'), (1400, 'first'), (1500, None), (1600, 'again'), (1700, 'again')], 'names after a loss')
    tap.equal(ask(cli, path, "SELECT name, value FROM stats WHERE name GLOB 'unknown*' AND value > 0 ORDER BY name"), [('unknown-name', 2), ('unknown-state', 2)], 'what is dropped is counted')


def kernel(time_ns, pid, number, content):
    return field(1, field(10, 2) + field(1, field(1, 0) + field(2, field(1, time_ns) + field(2, pid) + field(number, content))))


def check_devices(tap, cli, folder):
    """Requests to a block device from the queue to their end, which may overlap, and the throttled frequency of a CPU."""
    path = folder / 'devices.pftrace'

    def request(time_ns, number, sector):
        return kernel(time_ns, 5, number, field(1, 8 << 20 | 1) + field(2, sector) + field(3, 8) + field(4, 4096) + field(6, b'R') + field(7, b'app'))

    path.write_bytes(request(1000, 546, 5) + request(1100, 546, 50) + request(1300, 547, 5) + request(1400, 547, 50) + kernel(1500, 5, 508, field(1, 1) + field(2, 77)))
    tap.equal(ask(cli, path, 'SELECT s.ts, s.dur, s.name, t.type FROM slice s JOIN track t ON s.track_id = t.id ORDER BY s.ts'), [(1000, 300, 'block_io', 'block_io'), (1100, 300, 'block_io', 'block_io')], 'requests to a block device')
    tap.equal(ask(cli, path, 'SELECT ts, value, name, type, cpu FROM counter JOIN cpu_counter_track t ON t.id = track_id'), [(1500, 77, 'cpufreq_throttle', 'cpu_frequency_throttle', 1)], 'throttling of a CPU')
    tap.equal(ask(cli, path, 'SELECT title FROM slice'), [('read',), ('read',)], 'their names on the timeline')


def check_details(tap, cli, folder):
    path = folder / 'details.pftrace'

    def suspend(time_ns, action, value, start):
        return kernel(time_ns, 5, 113, field(1, action) + field(2, value) + field(3, start))

    path.write_bytes(suspend(1000, b'timekeeping_freeze', 0, 1) + suspend(1100, b'timekeeping_freeze', 0, 0) + suspend(1200, b'suspend_enter', 3, 1) + suspend(1300, b'suspend_enter', 3, 0)
                     + kernel(1400, 5, 481, field(1, 1)) + kernel(1500, 5, 481, b'\x08\x00'))
    tap.equal(ask(cli, path, 'SELECT s.ts, s.dur, s.name, t.name AS track, t.type FROM slice s JOIN track t ON s.track_id = t.id ORDER BY s.ts'),
              [(1000, 100, 'timekeeping_freeze(0)', 'Suspend/Resume Latency', 'suspend_resume'), (1200, 100, 'suspend_enter(3)', 'Suspend/Resume Latency', 'suspend_resume'),
               (1400, 100, 'Suspended', 'Suspend/Resume Minimal', 'suspend_resume_minimal')], 'steps of suspending')

    categories = field(12, field(1, field(1, 1) + field(2, b'A')) + field(1, field(1, 2) + field(2, b'B')))
    path.write_bytes(describe_thread(1, 7, 8, b'one') + field(1, field(8, 1000) + field(10, 1) + field(13, 1) + categories + field(11, field(3, 1) + event(3, 1, b'x', field(22, b'c'), field(3, 2)))))
    tap.equal(ask(cli, path, 'SELECT category FROM slice'), [('A,B,c',)], 'interned categories come first')

    path.write_bytes(field(1, field(10, 1) + field(60, field(1, 1) + field(4, field(1, 7) + field(2, 8)))) + field(1, field(8, 5000) + field(10, 1) + field(11, field(16, 77) + field(9, 3) + field(11, 1) + field(23, b'old'))))
    tap.equal(ask(cli, path, 'SELECT ts FROM slice'), [(77000,)], 'the time of an old event is in the event')


def check_arguments(tap, cli, folder):
    """Texts that look like numbers are texts, also when they are converted; places in the source have their own keys."""
    path, copy = folder / 'arguments.pftrace', folder / 'arguments2.pftrace'

    def note(name, *value):
        return field(4, field(10, name) + b''.join(value))

    def place(name):
        return field(2, name + b'.cc') + field(3, name) + field(4, 7)

    notes = [note(b'p', field(7, 0xdead)), note(b's', field(6, b'5')), note(b't', field(6, b'true')), note(b'x', field(6, b'0x5')), note(b'd', field(6, b'2026-11-30')), note(b'n', field(3, 5)), note(b'u', field(3, 2**63 + 1)), note(b'w', field(6, b'word'))]
    known = field(12, field(4, field(1, 1) + place(b'known')))
    path.write_bytes(describe_thread(1, 7, 8, b'one') + packet(1000, event(3, 1, b'a', field(33, place(b'own')), *notes))
                     + field(1, field(8, 1100) + field(10, 1) + field(13, 1) + known + field(11, event(3, 1, b'b', field(34, 1)))) + field(1, field(8, 1200) + field(10, 1) + field(11, event(3, 1, b'c', field(5, field(1, 1))))))
    sql = 'SELECT s.name, a.key, a.value_type, a.display_value FROM slice s JOIN args a USING (arg_set_id) ORDER BY s.ts, a.key'
    wanted = [('a', f'debug.{key}', kind, value) for key, kind, value in (('d', 'string', '2026-11-30'), ('n', 'int', '5'), ('p', 'pointer', '0xdead'), ('s', 'string', '5'), ('t', 'string', 'true'), ('u', 'uint', '9223372036854775809'), ('w', 'string', 'word'), ('x', 'string', '0x5'))]
    for name, prefix, source in (('a', 'source_location', 'own'), ('b', 'source', 'known'), ('c', 'task.posted_from', 'known')):
        wanted += [(name, f'{prefix}.file_name', 'string', f'{source}.cc'), (name, f'{prefix}.function_name', 'string', source), (name, f'{prefix}.line_number', 'int', '7')]
    tap.equal(ask(cli, path, sql), wanted, 'types and keys of arguments')
    tap.equal(ask(cli, path, "SELECT extract_arg(arg_set_id, 'debug.p') AS p, extract_arg(arg_set_id, 'debug.s') AS s FROM slice WHERE name = 'a'"), [(0xdead, '5')], 'a pointer is a number, a text is a text')
    cli.output('convert', path, '-o', copy)
    tap.equal(ask(cli, copy, sql), wanted, 'and converted')


def check_thread_names(tap, cli, folder):
    """A program knows the names of its threads; the kernel cuts them, or has others."""
    path = folder / 'thread-names.pftrace'

    def switch(time_ns, before, after, name):
        return kernel(time_ns, before, 4, field(2, before) + field(3, 120) + field(4, 1) + field(5, name) + field(6, after) + field(7, 120))

    path.write_bytes(describe_thread(1, 7, 8, b'ThreadPoolForegroundWorker') + describe_thread(2, 7, 9, b'CrBrowserMain') + switch(1000, 0, 8, b'ThreadPoolForeg') + switch(1100, 8, 9, b'chrome') + switch(1200, 9, 10, b'other'))
    tap.equal(ask(cli, path, 'SELECT tid, name FROM thread WHERE tid > 7 ORDER BY tid'), [(8, 'ThreadPoolForegroundWorker'), (9, 'CrBrowserMain'), (10, 'other')], 'names of threads')


def check_wakers(tap, cli, folder):
    """A thread is woken up by the idle thread if nothing runs; one that is preempted is not woken up."""
    path = folder / 'wakers.ftrace'
    switch = 'sched_switch: prev_comm={0} prev_pid={1} prev_prio=120 prev_state={2} ==> next_comm={3} next_pid={4} next_prio=120'
    events = [('<idle>-0', switch.format('swapper/0', 0, 'R', 'app', 7)), ('app-7', switch.format('app', 7, 'S', 'swapper/0', 0)), ('<idle>-0', 'sched_waking: comm=app pid=7 prio=120 target_cpu=000'),
              ('<idle>-0', switch.format('swapper/0', 0, 'R', 'app', 7)), ('app-7', switch.format('app', 7, 'R', 'srv', 9)), ('srv-9', switch.format('srv', 9, 'S', 'app', 7))]
    path.write_text('# tracer: nop\n#\n' + ''.join(f' {task:>16} [000] d..2 1.00000{i}: {text}\n' for i, (task, text) in enumerate(events)), encoding='utf-8')
    tap.equal(ask(cli, path, "SELECT state, waker_utid FROM thread_state JOIN thread USING (utid) WHERE tid = 7 AND state IN ('R', 'R+') ORDER BY ts"), [('R', 0), ('R', None)], 'wakers')


def check_equal_times(tap, cli, folder):
    """At one time, the order of the file decides what is inside what; an instant that follows another one is inside it."""
    sql = 'SELECT s.name, s.dur, s.depth, p.name AS around FROM slice s LEFT JOIN slice p ON s.parent_id = p.id ORDER BY s.name'
    events = [(50, 1, b'a'), (100, 3, b'b'), (100, 3, b'c'), (100, 2, b''), (100, 3, b'd'), (100, 1, b'e'), (100, 2, b''), (100, 1, b'f'), (100, 3, b'g'), (100, 1, b'h'), (101, 3, b'i'), (200, 2, b''), (200, 3, b'j'),
              (300, 2, b'')]
    wanted = [('a', 50, 0, None), ('b', 0, 1, 'a'), ('c', 0, 2, 'b'), ('d', 0, 0, None), ('e', 0, 0, None), ('f', 200, 0, None), ('g', 0, 1, 'f'), ('h', 100, 1, 'f'), ('i', 0, 2, 'h'), ('j', 0, 1, 'f')]
    for name, track in (('thread', 2), ('lane', 3)):
        path = folder / f'equal-{name}.pftrace'
        path.write_bytes(describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + describe(3, 1, b'lane') + b''.join(packet(time_ns, event(kind, track, text)) for time_ns, kind, text in events))
        tap.equal(ask(cli, path, sql), wanted, f'events at one time on a {name}')
        tap.equal(ask(cli, path, "SELECT d.name FROM slice s JOIN descendant_slice(s.id) d WHERE s.name IN ('a', 'b') ORDER BY s.name, d.name"), [('b',), ('c',), ('c',)], 'what is inside')
        tap.equal(ask(cli, path, "SELECT a.name FROM slice s JOIN ancestor_slice(s.id) a WHERE s.name = 'c' ORDER BY a.name"), [('a',), ('b',)], 'what is around')


def check_cpu_clock(tap, cli, folder):
    """Differences of a counter are added in the order of the file, though its events are in another one. Instants have the clock of their thread, too."""
    path = folder / 'clock.pftrace'

    def write(time_ns, kind, name, delta):
        return packet(time_ns, event(kind, 2, name, field(31, 3), field(12, delta) or zero(12)))

    path.write_bytes(describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + describe(3, 2, b'', field(8, field(1, 1) + field(4, 1000) + field(5, 1)))
                     + write(1000, 1, b'a', 5) + write(3000, 2, b'', 2) + write(2000, 3, b'b', 1) + write(2500, 3, b'c', 1) + write(4000, 1, b'd', 1) + write(5000, 2, b'', 0))
    tap.equal(ask(cli, path, 'SELECT name, dur, thread_ts, thread_dur FROM slice ORDER BY ts'), [('a', 2000, 5000, 2000), ('b', 0, 8000, 0), ('c', 0, 9000, 0), ('d', 1000, 10000, None)], 'CPU clocks of slices')
    tap.equal(ask(cli, path, 'SELECT ts, value FROM counter ORDER BY ts'), [(1000, 5000), (2000, 8000), (2500, 9000), (3000, 7000), (4000, 10000), (5000, 10000)], 'a counter out of order')


def check_starts(tap, cli, folder):
    """A process may say when it was started; a process list knows better."""
    path = folder / 'starts.pftrace'
    path.write_bytes(field(1, field(8, 900) + field(2, field(1, field(1, 20) + field(2, 1) + field(3, b'srv') + field(7, 700))))
                     + describe(1, 0, b'', field(3, field(1, 10) + field(6, b'app') + field(7, 500))) + describe(2, 0, b'', field(3, field(1, 20) + field(7, 600))) + packet(1000, event(3, 1, b'a')) + packet(1000, event(3, 2, b'b')))
    tap.equal(ask(cli, path, 'SELECT pid, start_ts FROM process WHERE pid > 1 ORDER BY pid'), [(10, 500), (20, 700)], 'starts of processes')

    def state(time_ns, number):
        return field(1, field(8, time_ns) + field(10, 1) + field(117, field(2, b'task') + field(3, 7) + field(4, number)))

    path = folder / 'created.pftrace'
    path.write_bytes(state(1000, 1) + state(2000, 2) + state(5000, 8))
    tap.equal(ask(cli, path, 'SELECT start_ts, end_ts FROM thread WHERE tid = 7'), [(1000, 5000)], 'a thread whose states are told')


def check_old_marks(tap, cli, folder):
    """A mark in Chrome's JSON form that names no track, though its sequence has one, is of the thread of the sequence."""
    path = folder / 'marks.pftrace'
    path.write_bytes(field(1, field(10, 1) + field(13, 1)) + describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + packet(1000, event(3, 2, b'a')) + packet(2000, zero(11) + field(23, b'b') + field(6, field(2, ord('R')))) + packet(3000, event(3, 0, b'c', zero(11))))
    tap.equal(ask(cli, path, 'SELECT s.name, th.tid FROM slice s LEFT JOIN thread_track t ON t.id = s.track_id LEFT JOIN thread th USING (utid) ORDER BY s.ts'), [('a', 11), ('b', 11), ('c', None)], 'the thread of a mark')


def check_states(tap, cli, folder):
    """States of tracks have a table; a state that is repeated goes on, and slices on the track are apart. Converted, they are the same."""
    path, copy = folder / 'states.pftrace', folder / 'states2.pftrace'
    path.write_bytes(describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one') + b''.join(describe(track, parent, name, b'\x92\x01\x00') for track, parent, name in ((3, 1, b'p'), (4, 2, b't'), (5, 0, b'g')))
                     + packet(100, event(5, 3, b'a')) + packet(120, event(1, 3, b'slice')) + packet(150, event(5, 3, b'a')) + packet(170, event(2, 3, b'')) + packet(180, event(5, 3, b'b', field(22, b'cat')))
                     + packet(190, event(2, 3, b'')) + packet(200, event(5, 3, b'')) + packet(300, event(5, 4, b'x')) + packet(320, event(5, 4, b'y')) + packet(400, event(5, 5, b'z')))
    cli.output('convert', path, '-o', copy)
    for which, what in ((path, 'states'), (copy, 'states, converted')):
        tap.equal(ask(cli, which, 'SELECT s.ts, s.dur, s.category, s.value, t.name FROM state s JOIN state_track t ON t.id = s.track_id ORDER BY s.ts'),
                  [(100, 80, None, 'a', 'p'), (180, 20, 'cat', 'b', 'p'), (300, 20, None, 'x', 't'), (320, -1, None, 'y', 't'), (400, -1, None, 'z', 'g')], what)
        tap.equal(ask(cli, which, 'SELECT ts, dur, name FROM slice ORDER BY ts'), [(120, 50, 'slice')], 'a slice on the track of states')
    tap.equal(ask(cli, path, 'SELECT DISTINCT t.type FROM state s JOIN track t ON t.id = s.track_id WHERE t.name != \'p\' ORDER BY t.type'), [('global_state_track_event',), ('thread_state_track_event',)], 'types of their tracks')
    tap.equal(ask(cli, path, 'SELECT t.name, h.tid FROM thread_state_track t JOIN thread h USING (utid)'), [('t', 11)], 'the thread of states')


def check_log_lines(tap, cli, folder):
    """Lines of logs in events are arguments, and lines of the log of their thread."""
    path = folder / 'lines.pftrace'
    interned = field(12, field(4, field(1, 1) + field(2, b'a/b.cc') + field(3, b'fn') + field(4, 7)) + field(20, field(1, 1) + field(2, b'hello: world')))

    def write(time_ns, kind, track, log):
        return field(1, field(8, time_ns) + field(10, 1) + field(13, 2) + field(11, event(kind, track, b'e', field(21, log))))

    path.write_bytes(field(1, field(10, 1) + field(13, 1) + interned) + describe_process(1, 10, b'app') + describe_thread(2, 10, 11, b'one')
                     + write(100, 3, 2, field(1, 1) + field(2, 1) + field(3, 6)) + write(200, 1, 2, field(2, 1)) + write(300, 2, 2, field(2, 1)) + write(400, 3, 2, field(1, 9) + field(2, 1)) + write(500, 3, 1, field(2, 1)))
    tap.equal(ask(cli, path, 'SELECT l.ts, l.prio, l.tag, l.msg, t.tid FROM android_logs l JOIN thread t USING (utid) ORDER BY l.ts')[:1], [(100, 6, 'a/b.cc:7', 'hello: world', 11)], 'a line of the log')
    tap.equal(ask(cli, path, 'SELECT ts, prio, msg FROM android_logs ORDER BY ts'), [(100, 6, 'hello: world'), (200, 4, 'hello: world'), (300, 4, 'hello: world')], 'events with lines of the log')
    tap.equal(ask(cli, path, 'SELECT a.key, a.display_value FROM slice s JOIN args a USING (arg_set_id) WHERE s.ts = 100 ORDER BY a.key'),
              [('track_event.log_message.file_name', 'a/b.cc'), ('track_event.log_message.function_name', 'fn'), ('track_event.log_message.line_number', '7'), ('track_event.log_message.message', 'hello: world'),
               ('track_event.priority', '6')], 'and their arguments')


def check_typed(tap, cli, folder):
    """Messages with a type have keys of their own; texts in annotations of the older form are texts."""
    path = folder / 'typed.pftrace'
    nested = field(8, field(1, 1) + field(2, b'a') + field(3, field(8, b'5')) + field(2, b'b') + field(3, field(5, 5)))
    path.write_bytes(describe_thread(2, 10, 11, b'one') + packet(100, event(3, 2, b'e', field(25, field(1, b'7')), field(4, field(10, b'n') + nested), field(4, field(10, b'j') + field(9, b'{"k":"8"}')),
                                                                              field(4, field(10, b'p') + field(16, b'.perfetto.protos.ChromeUserEvent') + field(14, field(1, b'x'))), field(4, field(10, b'q') + field(16, b'.None') + field(14, b'xyz')))))
    tap.equal(ask(cli, path, 'SELECT a.key, a.value_type, a.string_value, a.int_value FROM slice s JOIN args a USING (arg_set_id) ORDER BY a.key'),
              [('chrome_user_event.action', 'string', '7', None), ('debug.j.k', 'string', '8', None), ('debug.n.a', 'string', '5', None), ('debug.n.b', 'int', None, 5),
               ('debug.p.action', 'string', 'x', None), ('debug.q', 'string', '(3 bytes)', None)], 'keys and types')
    tap.equal(ask(cli, path, "SELECT extract_arg(arg_set_id, 'chrome_user_event.action') AS a, extract_arg(arg_set_id, 'debug.chrome_user_event.action') AS b FROM slice"), [('7', '7')], 'both keys are found')


def check_priorities(tap, cli, folder):
    """Priorities without a letter."""
    path, copy = folder / 'priorities.pftrace', folder / 'priorities2.pftrace'
    path.write_bytes(field(1, field(10, 1) + field(6, field(1, field(1, 6) + field(2, 1000)) + field(1, field(1, 1) + field(2, 1000))))
                     + field(1, field(8, 2000) + field(10, 1) + field(39, b''.join(field(1, field(2, 10) + field(3, 11) + field(5, 2000 + prio) + field(6, b'T') + field(7, prio) + field(8, b'm')) for prio in range(10)))))
    cli.output('convert', path, '-o', copy)
    for which in (path, copy):
        tap.equal(ask(cli, which, 'SELECT prio FROM android_logs ORDER BY ts'), [(4,)] + [(prio,) for prio in range(1, 10)], 'priorities of log lines')


def check_old_flows(tap, cli, folder):
    """Flows of the first version: one that is begun twice goes on, a step of one that is not begun means nothing, nor does one with an id of another kind, and an instant may be the end."""
    path = folder / 'old-flows.pftrace'

    def write(time_ns, phase, name, *extra):
        return field(1, field(8, time_ns) + field(10, 1) + field(11, field(11, 2) + field(23, name) + field(6, field(2, ord(phase)) + b''.join(extra))))

    path.write_bytes(describe_thread(2, 10, 11, b'one') + write(1000, 'X', b'a', field(3, 8)) + write(2000, 's', b'f', field(6, 1)) + write(3000, 's', b'f', field(6, 1)) + write(4000, 'I', b'tick') + write(5000, 't', b'f', field(6, 2))
                     + write(10000, 'X', b'b', field(3, 8)) + write(11000, 't', b'f', field(6, 1)) + write(11500, 't', b'f', field(10, 1)) + write(12000, 'f', b'f', field(6, 1)) + write(20000, 'I', b'c') + write(30000, 'X', b'd', field(3, 8)))
    tap.equal(ask(cli, path, 'SELECT a.name, b.name AS other FROM flow f JOIN slice a ON a.id = f.slice_out JOIN slice b ON b.id = f.slice_in ORDER BY a.ts'), [('a', 'b'), ('b', 'c')], 'old flows')


def check_command_lines(tap, cli, folder):
    """The words of a command line are joined; what a program says of itself is only its name."""
    path = folder / 'commands.pftrace'

    def tree(*processes):
        return field(1, field(10, 1) + field(2, b''.join(field(1, field(1, pid) + b''.join(field(3, word) or b'\x1a\0' for word in words)) for pid, *words in processes)))

    path.write_bytes(tree((10, b'app'), (11, b'/bin/x', b'', b'-a')) + tree((10, b'app', b'-v')) + describe_process(30, 12, b'other') + b''.join(describe_thread(n, 7 + n, 7 + n, b'one') + packet(1000, event(3, n, b'mark')) for n in (3, 4, 5)))
    tap.equal(ask(cli, path, 'SELECT pid, name, cmdline FROM process WHERE pid > 0 ORDER BY pid'), [(10, 'app', 'app -v'), (11, '/bin/x', '/bin/x  -a'), (12, 'other', None)], 'command lines')
    comm = field(1, field(1, 12) + field(3, b'my comm') + field(9, 1))
    path.write_bytes(tree((10, b'/opt/app --type=x'), (11, b'a b', b'c')) + field(1, field(10, 1) + field(2, comm)) + b''.join(describe_thread(n, 7 + n, 7 + n, b'') + packet(1000, event(3, n, b'mark')) for n in (3, 4, 5)))
    rows = [(10, '/opt/app', None, '/opt/app --type=x'), (11, 'a b', None, 'a b c'), (12, 'my comm', 'my comm', 'my comm')]
    sql = 'SELECT p.pid, p.name, t.name AS thread, p.cmdline FROM process p JOIN thread t ON t.tid = p.pid WHERE p.pid > 0 ORDER BY p.pid'
    tap.equal(ask(cli, path, sql), rows, 'a program that rewrites its command line')
    copy = folder / 'commands-copy.pftrace'
    cli.output('convert', path, '-o', copy)
    tap.equal([row[:2] + row[3:] for row in ask(cli, copy, sql)], [row[:2] + row[3:] for row in rows], 'and converted')


def check_listed(tap, cli, folder):
    """SQL has the processes and threads that are only in lists, each process with a main thread; nothing else shows them."""
    path = folder / 'listed.pftrace'

    def process(pid, ppid, uid, *command):
        return field(1, field(1, pid) + (field(2, ppid) or zero(2)) + b''.join(field(3, word) for word in command) + field(5, uid))

    def thread(tid, pid, name):
        return field(2, field(1, tid) + field(2, name) + field(3, pid))

    path.write_bytes(field(1, field(8, 900) + field(10, 1) + field(2, process(2, 0, 0, b'kthreadd') + process(4, 2, 0, b'kworker/0:0H-events_highpri') + process(10, 1, 7, b'app', b'-x') + process(20, 10, 10008, b'quiet') + process(30, 1, 5)
                           + thread(4, 4, b'kworker/0:0H-events') + thread(11, 10, b'worker') + thread(21, 20, b'idle') + thread(20, 20, b'main')))
                     + describe_thread(5, 10, 12, b'busy') + describe_process(6, 40, b'described') + packet(1000, event(3, 5, b'mark')))
    tap.equal(ask(cli, path, 'SELECT p.pid, p.name, q.pid AS parent, p.uid, p.cmdline FROM process p LEFT JOIN process q ON q.upid = p.parent_upid WHERE p.upid ORDER BY p.pid'),
              [(1, None, None, None, None), (2, 'kthreadd', 0, None, 'kthreadd'), (4, 'kworker/0:0H', 2, None, 'kworker/0:0H'), (10, 'app', 1, 7, 'app -x'), (20, 'quiet', 10, 10008, 'quiet'), (40, 'described', None, None, None)], 'processes of lists')
    tap.equal(ask(cli, path, 'SELECT t.tid, t.name, pid, is_main_thread FROM thread t JOIN process USING (upid) WHERE utid ORDER BY t.tid'),
              [(1, None, 1, 1), (2, None, 2, 1), (4, 'kworker/0:0H', 4, 1), (10, None, 10, 1), (11, 'worker', 10, 0), (12, 'busy', 10, 0), (20, 'main', 20, 1), (21, 'idle', 20, 0), (40, None, 40, 1)], 'threads of lists')
    tap.equal([row['pid'] for row in cli.json('list', 'processes', path)], [10], 'what is listed elsewhere')
    path.write_bytes(field(1, field(10, 2) + field(1, zero(1) + field(2, field(1, 1100) + field(2, 5) + field(240, field(2, 20) + field(1, b'main'))))) + path.read_bytes())
    tap.equal(ask(cli, path, 'SELECT t.end_ts, p.end_ts AS ended FROM thread t JOIN process p USING (upid) WHERE t.tid = 20'), [(1100, 1100)], 'the kernel frees one of them')


def check_legacy(tap, cli, folder):
    """Events of Chrome's older form are of the thread that they name only if they name no track; asynchronous ones are apart by name, id, category and scope."""
    path = folder / 'legacy.pftrace'

    def write(time_ns, track, name, phase, *extra):
        return packet(time_ns, (field(11, track) or zero(11)) + field(23, name) + field(6, field(2, ord(phase)) + b''.join(extra)))

    path.write_bytes(describe_thread(1, 10, 11, b'one') + describe_thread(2, 10, 12, b'two') + write(1000, 1, b'named', 'I', field(18, 10) + field(19, 12)) + write(1100, 0, b'moved', 'I', field(18, 10) + field(19, 12))
                     + b''.join(write(2000 + i, 1, b'%d' % (i % 8), 'S', field(6, 1 + i // 8)) for i in range(64)))
    tap.equal(ask(cli, path, 'SELECT s.name, tid FROM slice s JOIN thread_track t ON t.id = s.track_id JOIN thread USING (utid) ORDER BY s.ts'), [('named', 11), ('moved', 12)], 'threads of older events')
    tap.equal(ask(cli, path, 'SELECT count(*) AS n, sum(depth) AS deep, count(DISTINCT track_id) AS tracks FROM slice WHERE dur = -1'), [(64, 0, 8)], 'ids and names of asynchronous ones')
    path.write_bytes(describe_thread(1, 10, 11, b'one') + b''.join(write(1000 + i, 1, name, 'b', field(6, 7), field(7, b'scope')) for i, name in enumerate((b'x', b'y')))
                     + packet(1100, field(11, 1) + field(22, b'other') + field(23, b'z') + field(6, field(2, ord('b')) + field(6, 7) + field(7, b'scope'))))
    tap.equal(ask(cli, path, 'SELECT name, depth FROM slice ORDER BY ts'), [('x', 0), ('y', 1), ('z', 0)], 'ids are those of a category and a scope')


def check_end_names(tap, cli, folder):
    """An end with a name or a category ends the innermost slice with the same; what was begun inside that ends with it. Other ends, and their arguments, are of nothing."""
    path = folder / 'end-names.pftrace'
    category, note = field(22, b'c'), field(4, field(10, b'note') + field(4, 1))
    path.write_bytes(describe_thread(1, 7, 8, b'one') + packet(1000, event(1, 1, b'a', category)) + packet(1100, event(1, 1, b'b', category)) + packet(1200, event(2, 1, b'z', note)) + packet(1300, event(2, 1, b'b', field(22, b'd'), note))
                     + packet(1400, event(2, 1, b'b')) + packet(1500, event(1, 1, b'inner')) + packet(1600, event(2, 1, b'a', category, note)) + packet(1700, event(2, 1, b'inner'))
                     + packet(1800, event(1, 1, b'')) + packet(1900, event(2, 1, b'any')) + packet(2000, event(3, 1, b'last')))
    tap.equal(ask(cli, path, "SELECT s.name, dur, depth, display_value FROM slice s LEFT JOIN args a ON a.arg_set_id = s.arg_set_id AND key = 'debug.note' ORDER BY ts"),
              [('a', 600, 0, '1'), ('b', 300, 1, None), ('inner', 100, 1, None), (None, 100, 0, None), ('last', 0, 0, None)], 'ends with names')
    tap.equal(ask(cli, path, "SELECT value FROM stats WHERE name = 'unmatched-end'"), [(2,)], 'those that end nothing are counted')


def check_kills(tap, cli, folder):
    """The kernel kills a process when memory runs out; the low memory killer does before, which is on a track of the process."""
    path = folder / 'kills.pftrace'
    path.write_bytes(describe_thread(2, 10, 10, b'one') + field(1, field(10, 2) + field(1, zero(1) + field(2, field(1, 100) + field(2, 5) + field(334, field(1, 10))))))
    tap.equal(ask(cli, path, 'SELECT s.ts, s.name, h.tid FROM slice s JOIN thread_track t ON t.id = s.track_id JOIN thread h USING (utid) ORDER BY s.ts'), [(100, 'mem.oom_kill', 10)], 'a kill')
    path.write_bytes(describe_thread(2, 10, 10, b'one') + packet(50, event(3, 2, b'mark')) + kernel(100, 5, 3, field(2, b'B|5|lmk,10,1,900\n')) + kernel(200, 5, 3, field(2, b'E|5\n')))
    tap.equal(ask(cli, path, "SELECT s.ts, s.name, t.name AS track, t.type, pid FROM slice s JOIN track t ON t.id = s.track_id JOIN process_track p ON p.id = t.id JOIN process USING (upid)"), [(100, 'mem.lmk', 'LMK', 'android_lmk', 10)], 'a victim')
    tap.equal(ask(cli, path, 'SELECT count(*) AS n FROM raw'), ask(cli, path, 'SELECT count(*) AS n FROM ftrace_event'), 'another name of kernel events')


def check_gating(tap, cli, folder):
    """The states of a clock are numbered in the order from stopped to running."""
    path = folder / 'gating.pftrace'
    path.write_bytes(field(1, field(10, 2) + field(1, zero(1) + b''.join(field(2, field(1, 100 + state) + field(2, 5) + field(407, field(1, b'ufs') + field(2, state))) for state in range(4)))))
    tap.equal(ask(cli, path, 'SELECT c.value, t.name, t.type FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY c.ts'),
              [(value, 'io.ufs.clkgating (OFF:0/REQ_OFF/REQ_ON/ON:3)', 'ufs_clkgating') for value in (0, 3, 1, 2)], 'the clock of a flash memory')


def check_derived(tap, cli, folder):
    """Idle states of a CPU are a counter, not slices; what a disk has done is the difference to the sample before."""
    path = folder / 'derived.pftrace'

    def disk(time_ns, *values):
        return field(1, field(8, time_ns) + field(10, 3) + field(7, field(13, field(1, b'sda') + b''.join(field(number, value) for number, value in enumerate(values, 2)))))

    def idle(time_ns, state, cpu):
        return kernel(time_ns, 0, 13, (field(1, state) or zero(1)) + field(2, cpu))

    path.write_bytes(idle(1000, 1, 1) + idle(1200, 4294967295, 1) + idle(1300, 0, 1) + idle(1400, 2, 1) + kernel(1500, 5, 3, field(2, b'I|5|mark\n'))
                     + disk(1000, 2048, 10, 4096, 10, 0, 0, 1, 1) + disk(2000, 6144, 30, 4096, 10, 0, 0, 3, 8)
                     + field(1, field(8, 3000) + field(10, 3) + field(7, field(1, field(1, 1) + field(2, 4)) + field(16, field(1, 2) + field(2, field(1, b'C6') + field(2, 7))))))
    tap.equal(ask(cli, path, 'SELECT ts, value, name, type, cpu FROM counter JOIN cpu_counter_track t ON t.id = track_id ORDER BY ts'),
              [(1000, 1, 'cpuidle', 'cpu_idle', 1), (1200, 4294967295, 'cpuidle', 'cpu_idle', 1), (1300, 0, 'cpuidle', 'cpu_idle', 1), (1400, 2, 'cpuidle', 'cpu_idle', 1), (3000, 7, 'cpuidle2.C6', 'cpu_idle_state', 2)], 'idle states')
    tap.equal(ask(cli, path, 'SELECT name, (SELECT count(*) FROM track WHERE NOT is_counter) AS n FROM slice'), [('mark', 1)], 'they are not slices')
    tap.equal(ask(cli, path, 'INCLUDE PERFETTO MODULE linux.cpu.idle; SELECT ts, dur, idle, cpu FROM cpu_idle_counters'), [(1000, 200, 1, 1), (1200, 100, -1, 1), (1300, 100, 0, 1), (1400, 1600, 2, 1)], 'they have a module')
    tap.equal(ask(cli, path, "SELECT ts, value, name, unit FROM counter JOIN counter_track t ON t.id = track_id WHERE type = 'diskstat' ORDER BY t.id"),
              [(2000, value, f'diskstat.[sda].{name}', unit) for value, name, unit in ((2, 'read_amount', 'MB'), (100, 'read_throughput', 'MB/s'), (0, 'write_amount', 'MB'), (0, 'write_throughput', 'MB/s'), (2, 'flush_amount', 'count'), (7, 'flush_time', 'ms'))], 'a disk')
    tap.equal(ask(cli, path, "SELECT t.name, type, key, display_value AS value FROM counter_track t JOIN args ON arg_set_id = dimension_arg_set_id WHERE type = 'meminfo'"), [('MemTotal', 'meminfo', 'meminfo_key', 'MemTotal')], 'a value of /proc/meminfo')


def check_track_types(tap, cli, folder):
    """Interrupts have a track for each CPU; frames of the system, and slices on a track of another name have their own types."""
    path = folder / 'types.pftrace'
    frame = field(1, field(8, 3000) + field(10, 3) + field(76, field(2, field(1, 1) + field(2, 7) + field(3, 5)))) + field(1, field(8, 3100) + field(10, 3) + field(76, field(5, field(1, 1))))
    path.write_bytes(kernel(1000, 5, 36, field(1, 9) + field(2, b'touch')) + kernel(1100, 5, 37, field(1, 9)) + kernel(1200, 5, 24, field(1, 1)) + kernel(1300, 5, 25, field(1, 1))
                     + b''.join(kernel(1400 + i, 5, 3, field(2, text + b'\n')) for i, text in enumerate((b'G|5|lane|call|1', b'H|5|lane|1', b'S|5|async|1', b'F|5|async|1', b'N|5|marks|tick'))) + frame)
    tap.equal(ask(cli, path, 'SELECT s.name, t.name AS track, t.type FROM slice s JOIN track t ON s.track_id = t.id ORDER BY s.ts'),
              [('IRQ (touch)', 'Irq Cpu 0', 'cpu_irq'), ('TIMER', 'SoftIrq Cpu 0', 'cpu_softirq'), ('call', 'lane', 'atrace_async_slice_for_track'), ('async', 'async', 'atrace_async_slice'),
               ('tick', 'marks', 'atrace_async_slice_for_track'), ('7', 'Actual Timeline', 'android_actual_frame_timeline')], 'names and types of tracks')
    path.write_bytes(field(1, field(8, 1000) + field(84, field(1, field(29, field(1, 2))))))
    tap.equal(ask(cli, path, 'SELECT t.name, t.type FROM slice s JOIN track t ON t.id = s.track_id'), [('Statsd Atoms', 'statsd_atoms')], 'the type of the track of atoms')


def check_libraries(tap, cli, folder):
    """Libraries of sampled stacks, with their builds and where they were in memory."""
    path = folder / 'libraries.pftrace'

    def text(number, iid, value):
        return field(number, field(1, iid) + field(2, value))

    interned = field(12, text(16, 1, bytes.fromhex('abcd01')) + text(17, 1, b'system') + text(17, 2, b'lib.so') + text(5, 1, b'f')
                     + field(19, field(1, 1) + field(2, 1) + field(3, 0x100) + field(4, 0x7000) + field(5, 0x9000) + field(6, 0x40) + field(7, 1) + field(7, 2) + field(8, 0x200)) + field(19, field(1, 2) + field(7, 2))
                     + field(6, field(1, 1) + field(2, 1) + field(3, 1)) + field(6, field(1, 2) + field(2, 1) + field(3, 2)) + field(7, field(1, 1) + field(2, 1) + field(2, 2)))
    path.write_bytes(describe_thread(1, 7, 8, b'one') + field(1, field(8, 1000) + field(10, 1) + field(13, 1) + interned + field(66, field(2, 7) + field(3, 8) + field(4, 1))))
    tap.equal(ask(cli, path, 'SELECT name, build_id, start, "end", start_offset, exact_offset, load_bias FROM stack_profile_mapping ORDER BY start DESC'),
              [('/system/lib.so', 'abcd01', 0x7000, 0x9000, 0x100, 0x200, 0x40), ('/lib.so', '', 0, 0, 0, 0, 0)], 'libraries')


def check_samples(tap, cli, folder):
    """Samples of the kernel and of Chrome: the calls differ by address, and a sample may have no stack."""
    path = folder / 'samples.pftrace'
    mapping = field(19, field(1, 1) + field(7, 1) + field(7, 2))
    texts = field(5, field(1, 1) + field(2, b'main')) + field(5, field(1, 2) + field(2, b'draw')) + field(17, field(1, 1) + field(2, b'lib')) + field(17, field(1, 2) + field(2, b'x.so'))
    frames = b''.join(field(6, field(1, n) + field(2, name) + field(3, n > 1) + field(4, address)) for n, name, address in ((1, 1, 0), (2, 2, 16), (3, 2, 24), (4, 0, 64)))
    stacks = b''.join(field(7, field(1, n) + field(2, 1) + field(2, n + 1)) for n in (1, 2, 3)) + field(7, field(1, 4) + field(2, 1))

    def sample(time_ns, thread, mode, stack, *extra):
        return field(1, field(8, time_ns) + field(10, 2) + field(66, field(1, 3) + field(2, 10) + field(3, thread) + field(4, stack) + field(5, mode) + b''.join(extra)))

    path.write_bytes(field(1, field(10, 1) + field(2, field(1, field(1, 10) + field(3, b'app')) + field(2, field(1, 11) + field(2, b'worker') + field(3, 10))))
                     + field(1, field(10, 2) + field(13, 1) + field(12, mapping + texts + frames + stacks))
                     + sample(100, 11, 2, 1) + sample(200, 11, 2, 2, field(16, 3)) + sample(300, 10, 1, 1) + sample(400, 11, 2, 0) + sample(500, 11, 2, 3) + sample(600, 11, 0, 0, field(17, 5))
                     + field(1, field(8, 1000) + field(10, 3) + field(13, 1) + field(12, mapping + texts + frames + stacks) + field(44, field(1, 10) + field(2, 12)))
                     + field(1, field(10, 3) + field(54, field(1, 4) + field(1, 1) + field(2, 1) + field(2, 2) + field(3, 5))))
    tap.equal(ask(cli, path, '''SELECT ts, tid, s.cpu, s.cpu_mode, s.unwind_error, c.depth, f.name, f.rel_pc, m.name AS library FROM perf_sample s JOIN thread USING (utid)
                                LEFT JOIN stack_profile_callsite c ON c.id = s.callsite_id LEFT JOIN stack_profile_frame f ON f.id = c.frame_id LEFT JOIN stack_profile_mapping m ON m.id = f.mapping'''),
              [(100, 11, 3, 'user', None, 1, 'draw', 16, '/lib/x.so'), (200, 11, 3, 'user', 'unwind_info', 1, 'draw', 24, '/lib/x.so'), (300, 10, 3, 'kernel', None, 1, 'draw', 16, '/lib/x.so'),
               (400, 11, 3, 'user', None, None, None, None, None), (500, 11, 3, 'user', None, 1, None, 64, '/lib/x.so')], 'samples of the kernel')
    tap.equal(ask(cli, path, 'SELECT s.ts, tid, process_priority, c.depth FROM cpu_profile_stack_sample s JOIN thread USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id'),
              [(1000, 12, 5, 0), (3000, 12, 5, 1)], 'samples of Chrome')
    tap.equal(ask(cli, path, 'SELECT c.depth, p.frame_id AS caller, f.name, m.name AS library FROM stack_profile_callsite c LEFT JOIN stack_profile_callsite p ON p.id = c.parent_id JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_mapping m ON m.id = f.mapping ORDER BY c.id'),
              [(0, None, 'main', ''), (1, 0, 'draw', '/lib/x.so'), (1, 0, 'draw', '/lib/x.so'), (1, 0, None, '/lib/x.so')], 'their calls')
    tap.equal(ask(cli, path, 'SELECT * FROM perf_session'), [(0, 0, None)], 'the session')
    tap.equal(ask(cli, path, 'SELECT tid, (SELECT count(*) FROM slice) AS slices, (SELECT count(*) FROM track) AS tracks FROM thread ORDER BY tid'), [(0, 0, 0), (10, 0, 0), (11, 0, 0), (12, 0, 0)], 'they are not slices')
    tap.equal(ask(cli, path, 'SELECT name, build_id, load_bias FROM stack_profile_mapping ORDER BY name'), [('', None, None), ('/lib/x.so', '', 0)], 'libraries')
    tap.equal([row['process'] for row in cli.json('list', 'threads', path)], ['app'] * len(cli.json('list', 'threads', path)), 'a process of which there are only samples has its name')


def check_profiles(tap, cli, folder):
    """Samples of V8 are of the thread that is named in the profile, and include those in which nothing ran."""
    path = folder / 'profile.json'
    nodes = [{'id': 1, 'callFrame': {'functionName': '(root)'}}, {'id': 2, 'parent': 1, 'callFrame': {'functionName': 'run', 'url': 'a.js', 'lineNumber': 4}}, {'id': 3, 'parent': 1, 'callFrame': {'functionName': '(idle)'}}]
    path.write_text(json.dumps([
        {'ph': 'X', 'name': 'task', 'pid': 7, 'tid': 8, 'ts': 90, 'dur': 10},
        {'ph': 'P', 'name': 'Profile', 'pid': 7, 'tid': 8, 'id': 1, 'ts': 100, 'args': {'data': {'startTime': 100}}},
        {'ph': 'P', 'name': 'ProfileChunk', 'pid': 7, 'tid': 9, 'id': 1, 'ts': 200, 'args': {'data': {'cpuProfile': {'nodes': nodes, 'samples': [2, 3, 2]}, 'timeDeltas': [10, 20, 30]}}}]))
    tap.equal(ask(cli, path, '''SELECT s.ts, s.source, tid, c.depth, f.name, g.name AS caller FROM stack_sample s JOIN thread USING (utid) JOIN stack_profile_callsite c ON c.id = s.callsite_id
                                JOIN stack_profile_frame f ON f.id = c.frame_id JOIN stack_profile_callsite d ON d.id = c.parent_id JOIN stack_profile_frame g ON g.id = d.frame_id'''),
              [(110000, 'legacy_v8', 8, 1, 'run', '(root)'), (130000, 'legacy_v8', 8, 1, '(idle)', '(root)'), (160000, 'legacy_v8', 8, 1, 'run', '(root)')], 'samples of V8')
    tap.equal(ask(cli, path, 'SELECT s.name, tid FROM slice s JOIN thread_track t ON t.id = s.track_id JOIN thread USING (utid)'), [('task', 8)], 'what is a slice')


def check_calendar(tap, cli, folder):
    """A snapshot of the clocks dates a trace, whose first event is 5 s after it."""
    path = folder / 'dated.pftrace'
    clocks = b''.join(field(1, field(1, clock) + field(2, time)) for clock, time in ((6, 10**9), (1, 1700000000123456789)))
    path.write_bytes(field(1, field(6, clocks)) + describe_thread(1, 10, 11, b'main') + packet(6 * 10**9, event(3, 1, b'tick')))
    tap.equal(ask(cli, path, "SELECT int_value FROM metadata WHERE name = 'start_time_us'"), [(1700000005123456,)], 'when it was recorded')
    tap.check('2023-11-14 22:13:25' in cli.output('info', path), 'the date in info', cli.output('info', path))


def check_device_facts(tap, cli, folder):
    """What the recorder says about the device and the recording."""
    path = folder / 'device.pftrace'
    info = b''.join(field(number, value) for number, value in ((5, 33), (7, 120), (8, 8), (9, b'GS201'), (10, b'MP1.0'), (11, b'ufs'), (12, b'lpddr'), (13, b'guest'), (14, b'Google'), (15, b'0'), (16, 7700000000)))
    path.write_bytes(field(1, field(89, field(1, 0x1234) + field(2, 2**64 - 77))) + field(1, field(33, field(22, b'jank'))) + field(1, field(45, info))
                     + describe_thread(1, 10, 11, b'main') + packet(1000, event(3, 1, b'tick')))
    names = ['android_device_manufacturer', 'android_guest_soc_model', 'android_hardware_revision', 'android_ram_model', 'android_sdk_version', 'android_serial_console', 'android_soc_model', 'android_storage_model',
             'timezone_off_mins', 'trace_uuid', 'unique_session_name']
    values = ['Google', 'guest', 'MP1.0', 'lpddr', 33, '0', 'GS201', 'ufs', 120, '00000000-0000-1234-ffff-ffffffffffb3', 'jank']
    tap.equal(ask(cli, path, f"SELECT name, coalesce(int_value, str_value) AS value FROM metadata WHERE name IN {tuple(names)} ORDER BY name"), list(zip(names, values)), 'facts of the recorder')
    tap.equal(ask(cli, path, "SELECT extract_metadata('android_sdk_version') AS sdk, num_cpus, system_ram_bytes, system_ram_gb FROM machine"), [(33, 8, 7700000000, 8)], 'and its machine')


def check_counter_types(tap, cli, folder):
    """Properties of the system and free pages have the names and types of PerfettoSQL."""
    path = folder / 'types.pftrace'
    properties = b''.join(field(1, field(1, b'debug.tracing.' + name) + field(2, b'3')) for name in (b'battery_status', b'plug_type', b'mcc'))
    path.write_bytes(field(1, field(8, 1000) + field(86, properties)) + field(1, field(8, 1000) + field(7, field(12, field(1, b'0') + field(2, b'DMA32') + field(3, 7)))))
    tap.equal(ask(cli, path, 'SELECT name, type FROM counter_track ORDER BY name'),
              [('BatteryStatus', 'battery_status'), ('PlugType', 'plug_type'), ('mcc', 'sysprop_counter'), ('mem.buddyinfo[0][DMA32][4 kB]', 'buddyinfo')], 'types of counters')
    tap.equal(ask(cli, path, "SELECT key, display_value FROM counter_track JOIN args ON dimension_arg_set_id = arg_set_id WHERE type = 'buddyinfo' ORDER BY key"),
              [('buddyinfo_chunk_size_kb', '4'), ('buddyinfo_node', '0'), ('buddyinfo_zone', 'DMA32')], 'which pages are free')


def check_cpus(tap, cli, folder):
    """The recorder knows which CPUs are fast, even if they were slow all the time."""
    path = folder / 'cpus.pftrace'
    info = b''.join(field(1, field(1, name) + field(2, khz) + field(3, capacity)) for name, khz, capacity in ((b'big', 2841600, 1024), (b'little', 1804800, 160), (b'little', 1804800, 160)))

    def bundle(cpu, *events):
        return field(1, field(1, (field(1, cpu) if cpu else zero(1)) + b''.join(field(2, text) for text in events)))

    def switch(time, before, after):
        return field(1, time) + field(2, before) + field(4, field(1, b't') + field(2, before) + field(3, 120) + field(4, 1) + field(5, b't') + field(6, after) + field(7, 120))

    path.write_bytes(field(1, field(67, info)) + b''.join(
        bundle(cpu, switch(1000, 5, 6), field(1, 2000) + field(2, 6) + field(11, field(1, khz) + field(2, cpu)), switch(9000, 6, 5)) for cpu, khz in ((0, 900000), (1, 1804800), (2, 1804800))))
    tap.equal(ask(cli, path, 'SELECT cpu, cluster_id, processor, capacity FROM cpu ORDER BY cpu'), [(0, 1, 'big', 1024), (1, 0, 'little', 160), (2, 0, 'little', 160)], 'facts about CPUs')
    rows = {int(row['cpu']): (row['cluster'], row['top_khz']) for row in cli.rows('usage', '--by', 'cpu', path) if row['cpu'].isdigit()}
    tap.equal(rows, {0: ('1', '2841600'), 1: ('0', '1804800'), 2: ('0', '1804800')}, 'the fast cluster, though it was slow')


def main():
    tap, cli, folder = start()
    check_cpus(tap, cli, folder)
    check_counter_types(tap, cli, folder)
    check_calendar(tap, cli, folder)
    check_device_facts(tap, cli, folder)
    check_kills(tap, cli, folder)
    check_gating(tap, cli, folder)
    check_listed(tap, cli, folder)
    check_legacy(tap, cli, folder)
    check_end_names(tap, cli, folder)
    check_command_lines(tap, cli, folder)
    check_derived(tap, cli, folder)
    check_track_types(tap, cli, folder)
    check_libraries(tap, cli, folder)
    check_samples(tap, cli, folder)
    check_profiles(tap, cli, folder)
    check_states(tap, cli, folder)
    check_log_lines(tap, cli, folder)
    check_typed(tap, cli, folder)
    check_priorities(tap, cli, folder)
    check_old_flows(tap, cli, folder)
    check_equal_times(tap, cli, folder)
    check_cpu_clock(tap, cli, folder)
    check_starts(tap, cli, folder)
    check_old_marks(tap, cli, folder)
    check_thread_tracks(tap, cli, folder)
    check_siblings(tap, cli, folder)
    check_thread_counters(tap, cli, folder)
    check_flows(tap, cli, folder)
    check_loss(tap, cli, folder)
    check_devices(tap, cli, folder)
    check_details(tap, cli, folder)
    check_arguments(tap, cli, folder)
    check_thread_names(tap, cli, folder)
    check_wakers(tap, cli, folder)
    tap.finish()


if __name__ == '__main__':
    main()
