#!/usr/bin/env python3
"""strata-cli profile.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position
import inputs  # pylint: disable=wrong-import-position

COLUMNS = 'name,inclusive_ns,exclusive_ns,inclusive_cpu_ns,exclusive_cpu_ns,calls,recursive_calls,min_ns,mean_ns,p95_ns,max_ns'
ALL_COLUMNS = COLUMNS + ',median_ns,first_ns,last_ns,unknown_cpu_calls,unknown_exclusive_cpu_calls'

CASES = [
    ('android.ftrace', [], [
        'doFrame,1000000,600000,1000000,600000,1,1,100000,550000,1000000,1000000',
        '"draw, ""fast""",500000,400000,500000,400000,1,0,500000,500000,500000,500000',
        'syncFrame,100000,100000,,,1,0,100000,100000,100000,100000',
        'left open,0,0,,,1,0,,,,']),
    ('android.ftrace', ['--thread', 'Render', '--span', '..+1500us'], ['syncFrame,100000,100000,,,1,0,100000,100000,100000,100000']),
    ('android.ftrace', ['--thread', '101', '--process', '100', '--span', '1.00135s..1001900001'], [
        'syncFrame,50000,50000,,,1,0,50000,50000,50000,50000',
        'left open,0,0,,,1,0,,,,']),
    ('android.ftrace', ['--process', 'app.main', '--by', 'thread'], [
        'app.main 100,1000000,1000000,1000000,1000000,1,2,100000,533333,1000000,1000000',
        'Render 101,100000,100000,,,2,0,100000,100000,100000,100000']),
    ('android.ftrace', ['--by', 'process'], ['app.main 100,1100000,1100000,1000000,1000000,3,2,100000,425000,1000000,1000000']),
    ('dual.trace', [], [
        'a/b/C.outer ()V,190000,130000,50000,25000,1,0,190000,190000,190000,190000',
        'a/b/C.inner (I)I,60000,60000,25000,25000,2,0,10000,30000,50000,50000',
        'a/d/D.other ()V,10000,10000,7000,7000,1,0,10000,10000,10000,10000']),
    ('dual.trace', ['--rebuild-callers'], [
        'a/b/C.outer ()V,190000,130000,50000,25000,1,0,190000,190000,190000,190000',
        'a/b/C.inner (I)I,60000,60000,25000,25000,2,0,10000,30000,50000,50000',
        'a/d/D.other ()V,11000,11000,8000,8000,2,0,1000,5500,10000,10000']),
    ('dual.trace', ['--by', 'class'], [
        'a/b/C,190000,190000,50000,50000,1,2,10000,83333,190000,190000',
        'a/d/D,10000,10000,7000,7000,1,0,10000,10000,10000,10000']),
    ('dual.trace', ['--by', 'package', '--clock', 'cpu'], [
        'a/b,190000,190000,50000,50000,1,2,5000,25000,50000,50000',
        'a/d,10000,10000,7000,7000,1,0,7000,7000,7000,7000']),
    ('switched.trace', ['--context-switches'], [
        'a/b/C.outer ()V,1900000,450000,500000,250000,1,0,1900000,1900000,1900000,1900000',
        '(context switch),1150000,1150000,0,0,2,0,300000,575000,850000,850000',
        'a/b/C.inner (I)I,600000,300000,250000,250000,2,0,100000,300000,500000,500000',
        'a/d/D.other ()V,100000,100000,70000,70000,1,0,100000,100000,100000,100000']),
    ('switched.trace', ['--context-switches', '--by', 'thread', '--thread', 'worker'], ['worker 2,100000,100000,70000,70000,1,0,100000,100000,100000,100000']),
    ('cpu.trace', ['--clock', 'cpu'], [
        'a/b/C.outer ()V,,,50000,25000,1,0,50000,50000,50000,50000',
        'a/b/C.inner (I)I,,,25000,25000,2,0,5000,12500,20000,20000',
        'a/d/D.other ()V,,,7000,7000,1,0,7000,7000,7000,7000']),
    ('wall.trace', ['--span', '+0ns..+0ns'], []),
]


def check_csv(tap, cli, folder):
    for name, options, lines in CASES:
        result = cli.output('profile', folder / name, '--csv', *options).splitlines()
        tap.equal([line.rsplit(',', 5)[0] for line in result], [COLUMNS, *lines], ' '.join(['profile', name, *options]))


def check_last_columns(tap, cli, folder):
    lines = cli.output('profile', folder / 'dual.trace', '--csv').splitlines()
    tap.equal(lines[0], ALL_COLUMNS, 'all columns')
    tap.equal([line.rsplit(',', 5)[1:4] for line in lines[1:]], [
        ['190000', '10000', '10000'],
        ['10000', '30000', '100000'],
        ['10000', '50000', '50000']], 'median, first and last')


SHAPES = [
    ('B|10|H:doFrame 1', 'B|10|H:draw "a"', 'E|10', 'E|10'),
    ('B|10|H:doFrame 22', 'E|10'),
    ('B|10|H:draw "b c"', 'B|10|H:Camera2', 'E|10', 'E|10'),
]


def check_groups(tap, cli, folder):
    """Grouping by names without their variable parts, by category and by tags."""
    text, time_us = inputs.HEADER, 1000
    for marks in SHAPES:
        for mark in marks:
            text += inputs.mark('pool', 11, 10, time_us, mark)
            time_us += 10
    path = folder / 'shapes.ftrace'
    path.write_bytes(text.encode())
    tap.equal([(row['name'], row['calls'], row['inclusive_ns'], row['exclusive_ns']) for row in cli.rows('profile', path, '--by', 'shape')], [
        ('doFrame …', '2', '40000', '30000'),
        ('draw "…"', '2', '40000', '30000'),
        ('Camera2', '1', '10000', '10000')], 'by shape')
    tap.equal([(row['name'], row['exclusive_ns']) for row in cli.rows('profile', path, '--by', 'category')], [('(no category)', '70000')], 'no categories')
    tap.equal([(row['name'], row['exclusive_ns']) for row in cli.rows('profile', path, '--by', 'tag')], [('(no tag)', '70000')], 'no tags')
    for by, column in [('category', 'category'), ('tag', 'tags')]:
        wanted = {row[column] or f'(no {by})' for row in cli.rows('list', 'slices', folder / 'harmony.ftrace')}
        rows = list(cli.rows('profile', folder / 'harmony.ftrace', '--by', by))
        tap.equal({row['name'] for row in rows}, wanted, f'by {by}: {sorted(wanted)}')
        total = sum(int(row['exclusive_ns']) for row in cli.rows('profile', folder / 'harmony.ftrace'))
        tap.equal(sum(int(row['exclusive_ns']) for row in rows), total, f'by {by}: all time')


def check_scopes(tap, cli, folder):
    """Several threads, and one call."""
    rows = cli.rows('profile', folder / 'android.ftrace', '--thread', 'Render', '--thread', '100', '--by', 'thread')
    tap.equal([row['name'] for row in rows], ['app.main 100', 'Render 101'], 'two threads')
    rows = cli.rows('profile', folder / 'dual.trace', '--slice', 'a/b/C.inner (I)I')
    tap.equal([(row['name'], row['inclusive_ns'], row['calls']) for row in rows], [('a/b/C.inner (I)I', '50000', '1')], 'the longest call of a name')
    check_failure(tap, cli.run('profile', folder / 'dual.trace', '--slice', 'none'), 2, ['“none”'], 'no such slice')
    check_failure(tap, cli.run('profile', folder / 'dual.trace', '--by', 'shoe'), 2, ['shape', 'category', 'tag'], 'no such group')


# runs for 500 of the 1000 ms of its only slice, in two parts
RUNS = '''# tracer: nop
  <idle>-0   (-----) [000] d... 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=work next_pid=7 next_prio=120
    work-7   (    7) [000] d... 1.000000: tracing_mark_write: B|7|work
    work-7   (    7) [000] d... 1.400000: sched_switch: prev_comm=work prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
  <idle>-0   (-----) [000] d... 1.900000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=work next_pid=7 next_prio=120
    work-7   (    7) [000] d... 2.000000: tracing_mark_write: E|7
'''


def check_cut(tap, cli, folder):
    """The CPU time of a slice within a span comes from the scheduler."""
    path = folder / 'runs.ftrace'
    path.write_text(RUNS, encoding='utf-8')
    for span, wall_ns, cpu_ns in [('+0s..+400ms', 400, 400), ('+400ms..+900ms', 500, 0), ('+300ms..+950ms', 650, 150)]:
        rows = cli.rows('profile', '--span', span, path)
        tap.equal([(row['inclusive_ns'], row['inclusive_cpu_ns']) for row in rows], [(str(wall_ns * 1000000), str(cpu_ns * 1000000))], f'CPU time in {span}')


RELATIVES_COLUMNS = 'of,relation,name,inclusive_ns,inclusive_cpu_ns,calls,total_calls'

RELATIVES = [
    ('dual.trace', ['a/b/C.inner (I)I'], [], [
        'a/b/C.inner (I)I,parent,a/b/C.outer ()V,60000,25000,2,2',
        'a/b/C.inner (I)I,self,,60000,25000,2,2']),
    # a name as shown, and two names at once
    ('dual.trace', ['void a.b.C.outer()', 'a/d/D.other ()V'], [], None),
    ('dual.trace', ['a.b.C.outer()', 'a/d/D.other ()V'], [], [
        'a/b/C.outer ()V,parent,,190000,50000,1,1',
        'a/b/C.outer ()V,self,,130000,25000,1,1',
        'a/b/C.outer ()V,child,a/b/C.inner (I)I,60000,25000,2,2',
        'a/d/D.other ()V,parent,,10000,7000,1,1',
        'a/d/D.other ()V,self,,10000,7000,1,1']),
    ('dual.trace', ['a/b/C'], ['--by', 'class'], [
        'a/b/C,parent,,190000,50000,1,3',
        'a/b/C,self,,130000,25000,1,3',
        'a/b/C,child,a/b/C,60000,25000,2,3',
        'a/b/C,recursive-parent,a/b/C,60000,25000,2,3']),
    ('switched.trace', ['(context switch)'], ['--context-switches'], [
        '(context switch),parent,a/b/C.outer ()V,850000,0,1,2',
        '(context switch),parent,a/b/C.inner (I)I,300000,0,1,2',
        '(context switch),self,,1150000,0,2,2']),
    ('cpu.trace', ['a/b/C.inner (I)I'], ['--clock', 'cpu'], [
        'a/b/C.inner (I)I,parent,a/b/C.outer ()V,,25000,2,2',
        'a/b/C.inner (I)I,self,,,25000,2,2']),
]


def check_relatives(tap, cli, folder):
    for name, of, options, lines in RELATIVES:
        arguments = ['profile', folder / name, *options, *[f'--relatives={item}' for item in of]]
        if lines is None:
            check_failure(tap, cli.run(*arguments), 2, [of[0], 'does not contain'], f'relatives of {of[0]}')
            continue
        result = cli.output(*arguments, '--csv').splitlines()
        tap.equal(result, [RELATIVES_COLUMNS, *lines], ' '.join([name, *options, *of]))

    rows = cli.json('profile', folder / 'dual.trace', '--relatives', 'a/b/C.outer ()V')
    tap.equal([row['name'] for row in rows], [None, None, 'a/b/C.inner (I)I'], 'no caller in JSON')
    text = [line.split() for line in cli.output('profile', folder / 'dual.trace', '--relatives', 'a/b/C.outer ()V', '--clock', 'cpu').splitlines()]
    tap.equal([' '.join(line) for line in text[1:]], [
        'all calls 50.0 µs 87.7 % 50.0 µs 1+0 a.b.C.outer()',
        'parent 50.0 µs 100.0 % 50.0 µs 1/1 (no caller)',
        'self 25.0 µs 50.0 % 25.0 µs',
        'child 25.0 µs 50.0 % 25.0 µs 2/2 a.b.C.inner(int)'], 'relatives for people, by the CPU clock')


def check_rebuilt_callers(tap, cli, folder):
    path = folder / 'dual.trace'
    tap.equal([cli.json('info', path, *options)['unmatched_ends'] for options in [[], ['--rebuild-callers']]], [1, 0], 'info: unmatched ends')
    rows = [(row['name'], row['ts_ns'], row['dur_ns']) for row in cli.rows('list', 'slices', path, '--rebuild-callers') if row['flags'] == 'rebuilt']
    tap.equal(rows, [('a/d/D.other ()V', '4000', '1000')], 'list: what was rebuilt')
    tap.equal(cli.run('profile', path, '--rebuild-callers').stderr, b'', 'profile: nothing is left out')
    tap.equal(cli.run('render', path, '--rebuild-callers', '-o', folder / 'rebuilt.svg').returncode, 0, 'render: takes the option')


def check_json(tap, cli, folder):
    rows = cli.json('profile', folder / 'android.ftrace')
    tap.equal(list(rows[0]), ALL_COLUMNS.split(','), 'keys in JSON')
    tap.equal((rows[0]['inclusive_ns'], rows[0]['inclusive_cpu_ns'], rows[3]['mean_ns']), (1000000, 1000000, None), 'numbers and null in JSON')


def check_text(tap, cli, folder):
    lines = cli.output('profile', folder / 'android.ftrace').splitlines()
    tap.check(lines[0].split()[0] == 'Inclusive' and lines[0].endswith('Name'), 'headings', lines)
    tap.check('1.00\u00a0ms' in lines[1] and '90.9\u00a0%' in lines[1] and ' 1+1 ' in lines[1] and lines[1].endswith('doFrame'), 'a row for people', lines)

    lines = cli.output('profile', folder / 'dual.trace', '--clock', 'cpu').splitlines()
    tap.check('87.7\u00a0%' in lines[1], 'shares of the CPU time', lines)


def check_notes(tap, cli, folder):
    """Exits without an entry are in no row, but are counted in a message."""
    for name, words in [('android.ftrace', '1 slice end '), ('dual.trace', '1 exit without an entry (methods: 1)')]:
        result = cli.run('profile', folder / name, '--csv')
        note = result.stderr.decode()
        tap.check(words in note and name in note and note.count('\n') == 1 + ('the CPU time of 2 calls is unknown' in note), f'{name}: unmatched ends', note)
    tap.equal(cli.run('profile', folder / 'harmony.ftrace').stderr, b'', 'nothing to note')


def check_names(tap, cli, folder):
    """Two threads with the same name need their id; an empty name is marked in output for users."""
    text = inputs.HEADER
    for tid in [11, 12]:
        text += inputs.mark('pool', tid, 10, 1000, 'B|10|') + inputs.mark('pool', tid, 10, 1000 + tid, 'E|10')
    path = folder / 'pool.ftrace'
    path.write_bytes(text.encode())

    check_failure(tap, cli.run('profile', '--thread', 'pool', path), 2, ['“pool”', '11, 12'], 'a name of two threads')
    tap.check(cli.output('profile', '--thread', '12', path, '--csv').splitlines()[1].startswith(',12000,'), 'an empty name in CSV')
    tap.check(cli.output('profile', path).splitlines()[1].endswith('(empty name)'), 'an empty name for people')


def main():
    tap, cli, folder = start()
    check_csv(tap, cli, folder)
    check_last_columns(tap, cli, folder)
    check_groups(tap, cli, folder)
    check_scopes(tap, cli, folder)
    check_cut(tap, cli, folder)
    check_relatives(tap, cli, folder)
    check_rebuilt_callers(tap, cli, folder)
    check_json(tap, cli, folder)
    check_text(tap, cli, folder)
    check_notes(tap, cli, folder)
    check_names(tap, cli, folder)
    tap.finish()


main()
