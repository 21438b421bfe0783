#!/usr/bin/env python3
"""Every line of a log of HiCollie or AppFreeze is shown somehow. With files as arguments, prints how.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import datetime
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from tap import Cli  # pylint: disable=wrong-import-position
import freezelogs  # pylint: disable=wrong-import-position

DATE = re.compile(r'(\d{4})[-/](\d\d)[-/](\d\d)[- ](\d\d)[:-](\d\d)[:-](\d\d)[.:](\d{3})')


def to_ms(text):
    parts = [int(part) for part in DATE.search(text).groups()]
    return int(datetime.datetime(*parts[:6], tzinfo=datetime.timezone.utc).timestamp()) * 1000 + parts[6]


class Shown:
    """The items shown for a log: calls, lanes, marks, queues and numbers."""

    def __init__(self, cli, path):
        self.calls = cli.json('list', 'slices', path)
        self.lanes = cli.json('list', 'kernel', path) + cli.json('list', 'async', path)
        self.marks = cli.json('list', 'instants', path)
        self.queued = {row['name'] for row in cli.json('list', 'queues', path)}
        values = cli.json('list', 'counters', path)
        self.values = {row['value'] for row in values}
        self.said = {number for row in values for number in re.findall(r'\d+', f'{row["name"]} {row["pid"]}')}
        self.names = {row['name'] for row in self.calls}
        self.tids = {str(row['tid']) for row in self.calls + self.lanes + self.marks}
        self.lines = collections.Counter(re.sub(r'^[A-Z] (\S+: )?', '', row['name']) for row in self.marks)

    def take(self, text):
        """Whether a line is in the log; each is taken as often as it is in the file."""
        found = self.lines[text] > 0
        self.lines[text] -= found
        return found

    def find_frame(self, frame):
        library = re.match(r'pc 0*([0-9a-f]+) (\S.*?)(\(|$)', frame)
        nameless = f'{library[2].rsplit("/", 1)[-1]}+0x{library[1]}' if library else None
        return max((name for name in self.names if name in frame or name == nameless), key=len, default=None)


def explain_event(shown, line):
    found = re.search(r'task name ?= ?(.*?)(, ?caller|, ?priority| ?})', line)
    name = found[1] if found else 'event ' + re.search(r', id = (\w+)', line)[1]
    when = to_ms(line.split('trigger time')[-1] if 'trigger time' in line else line.split('send time')[1])
    for row in shown.calls + shown.lanes:
        if row['name'] == name and row['ts_ns'] // 10**6 == when:
            return f'slice “{name}” of {row["dur_ns"] / 1e6} ms' + (', row of a queue' if name in shown.queued else '')
    return None


def explain_call(shown, line):
    pids = re.search(r'(\d+:\d+) to (\d+:\d+) .*wait:([\d.]+)', line)
    ends = [row for row in shown.lanes if row['dur_ns'] == round(float(pids[3]) * 1e9) and row['name'].split(' ', 2)[2] in (f'to {pids[2]}', f'from {pids[1]}')]
    return f'arrow {pids[1]} to {pids[2]} of {pids[3]} s' if len({row['cookie'] for row in ends}) * 2 <= len(ends) else None


def explain_time(shown, line):
    return 'mark of a snapshot' if any(row['track'] == 'snapshots' and row['ts_ns'] // 10**6 == to_ms(line) for row in shown.marks) else None


def explain_step(shown, line):
    name = re.sub(' (begin|end)$', '', line.split('; ', 1)[1])
    return f'slice “{name}”' if shown.take(line.split('; ', 1)[1]) and name in {row['name'] for row in shown.lanes} else None


def explain_numbers(shown, line):
    """Percentages and averages are stored in hundredths; a frequency is in the name of its counter."""
    texts = re.findall(r'(?<![\w.])\d+(?:\.\d+)?(?=\W|MHZ|$)', re.sub(r'; the.*', '', line))
    known = [text for text in texts if shown.values & {float(text), round(float(text) * 100)} or text in shown.said]
    return f'values {texts}' if texts and known == texts else None


# Patterns of lines, and the functions that explain such lines.
KINDS = [
    (r'$', lambda shown, line: 'blank'),
    (r'[=*>-]{5,}$', lambda shown, line: 'separator'),
    (r'.*Event ?{', explain_event),
    (r'(async\s+)?\d+:\d+ to ', explain_call),
    (r'(SAMPLE_STACK = )?SnapshotTime:', explain_time),
    (r'[\d-]+ [\d:.]+; ', explain_step),
    (r'\d\d:\d\d:\d\d:\d+ ', lambda shown, line: 'mark of a page' if shown.take(line.split(' ', 1)[1]) else None),
    (r'(#ThreadInfos )?Tid:|TID =', lambda shown, line: 'row of a thread' if re.search(r'\d+', line)[0] in shown.tids else None),
    (r'\w+ priority event queue', lambda shown, line: 'queue'),
    (r'/proc/self/wchan:', lambda shown, line: 'line that there is no stack' if any('no stack was sampled' in row for row in shown.lines) else None),
    (r'\w+$', lambda shown, line: 'place in the kernel' if any(row.endswith(f'was in {line}') for row in shown.lines) else None),
    (r'\d\d-\d\d ', lambda shown, line: 'line of the log' if shown.take(re.search(r'\w+: .*', line)[0].split(': ', 1)[1]) else None),
    (r'\( kB \)', lambda shown, line: 'head of a table' if shown.values else None),
    (r'', explain_numbers),
]


def explain(shown, line):
    """How a line is shown, or None."""
    text = line.strip()
    frame = re.match(r'(?:STACK = |\d+ )?#\d+ (.*)', text)
    if frame and not shown.take(text):
        name = shown.find_frame(frame[1])
        return f'slice “{name}”' if name else None
    if frame or shown.take(re.sub(r'^[A-Z] (\S+: )?', '', text)) or shown.take(re.sub(r'^\w+: ', '', text)):
        return 'line of the log'
    for pattern, find in KINDS:
        found = find(shown, text) if re.match(pattern, text) else None
        if found:
            return found
    return None


def check_lines(tap, cli, folder):
    for name in ('TREE', 'WCHAN', 'SNAPSHOTS', 'FREEZE', 'SERVICE'):
        path = folder / 'unknown'
        path.write_text(getattr(freezelogs, name))
        shown = Shown(cli, path)
        tap.none([line for line in path.read_text().split('\n') if explain(shown, line) is None], f'{name}: all lines are shown')


def check_places(tap, cli, folder):
    """Everything is shown in its place."""
    path = folder / 'freeze.log'
    path.write_text(freezelogs.FREEZE)
    log = {row['message']: row for row in cli.json('list', 'log', path)}
    tap.equal([log[text]['pid'] for text in ('Generated by HiviewDFX@OpenHarmony', 'Process name:seed_store', 'Details of Processes:')], [100, 1330, 100], 'lines are of the process that they are about')
    tap.equal([log[text]['priority'] for text in ('1330\tbinder\t0\t16\t16\t0\t1024', '100\tbinder\t0\t2\t16\t3\t520192')], ['W', 'I'], 'a pool without a thread that is ready is a warning')
    tap.check(any('less than a tick' in text for text in log), 'a thread that has not run from one dump to the next')
    tap.equal(log['mainHandler dump is:']['ts_ns'] // 10**6 % 100000, 3364, 'the second of a fault does not coarsen the time of the event')
    path.write_text(freezelogs.SNAPSHOTS)
    marks = [(row['ts_ns'] // 1000 % 10**6, row['name']) for row in cli.json('list', 'instants', path) if row['track'] == 'snapshots']
    tap.equal(marks, [(123456, 'snapshot: __kernel_gettimeofday'), (273456, 'snapshot: __kernel_gettimeofday'), (423456, 'snapshot: no stack'), (573456, 'snapshot: no stack')], 'each snapshot is a mark')
    tap.equal([row['dur_ns'] // 1000 for row in cli.json('list', 'slices', path)], [300000, 300000], 'and one without a stack ends the calls before it')


def main():
    if len(sys.argv) > 2:
        cli = Cli(sys.argv[1])
        for path in sys.argv[2:]:
            shown = Shown(cli, path)
            for line in pathlib.Path(path).read_text(encoding='utf-8').split('\n'):
                print(f'{explain(shown, line) or "NOT SHOWN"} ← {line}')
        return
    tap, cli, folder = start()
    check_lines(tap, cli, folder)
    check_places(tap, cli, folder)
    tap.finish()


main()
