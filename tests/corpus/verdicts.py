"""Computes verdicts on frames and tasks again, from the text of a page alone.

SPDX-License-Identifier: GPL-3.0-or-later

Nothing here is shared with Strata: lines are read by one regular expression, and lost time is found
by a separate walk over slices and states. Frames and tasks are picked at random, always the same
ones.
"""
import bisect
import collections
import random
import re
import struct

import frames

LINE = re.compile(r'-(\d+) +(?:\( *(?:\d+|-+)\) )?\[(\d+)\] (\S+) +(\d+)\.(\d{6}): (\w+): (.*)$')
SWITCH = re.compile(r'prev_pid=(\d+) prev_prio=-?\d+ prev_state=(\S+) ==> next_comm=.*? next_pid=(\d+) next_prio=')
LOCKS = ('monitor contention with', 'Lock contention on')
BUFFERS = ('dequeueBuffer',)
GPU_WAITS = ('waiting for GPU completion',)
RENDER = ('postAndWait',)
SLACK_NS = 20000


class Text:
    """Slices and states of each thread, from the lines."""

    def __init__(self, path):
        self.slices, self.samples = frames.read_marks(path)
        self.by_thread = collections.defaultdict(list)
        for item in self.slices:
            self.by_thread[item[0]].append(item)
        self.states = collections.defaultdict(list)  # tid -> (begin, state, iowait, caller)
        self.calls = collections.defaultdict(list)   # tid -> (begin, end) of binder calls
        self.latest = collections.defaultdict(lambda: None)
        self.read_kernel(path)

    def set_state(self, tid, time, state):
        self.states[tid].append([time, state, False, ''])

    def read_kernel(self, path):
        replies = set()
        open_calls = collections.defaultdict(list)
        for line in frames.read_text(path).splitlines():
            match = LINE.search(line)
            if not match:
                continue
            tid, _, _, seconds, micros, event, args = match.groups()
            tid, time = int(tid), (int(seconds) * 1000000 + int(micros)) * 1000
            if event == 'sched_switch':
                self.take_switch(time, args)
            elif event in ('sched_wakeup', 'sched_waking', 'sched_wakeup_new'):
                self.take_wakeup(time, args)
            elif event == 'sched_blocked_reason':
                self.take_reason(args)
            elif event == 'binder_transaction':
                call = dict(word.split('=') for word in args.split() if '=' in word)
                if call['reply'] == '1':
                    replies.add(call['transaction'])
                elif not int(call['flags'], 16) & 1:
                    open_calls[tid].append(time)
            elif event == 'binder_transaction_received' and args.split('=')[1].strip() in replies and open_calls[tid]:
                self.calls[tid].append((open_calls[tid].pop(), time))

    def take_switch(self, time, args):
        match = SWITCH.search(args)
        if match is None:
            return
        before, state, after = int(match.group(1)), match.group(2), int(match.group(3))
        self.set_state(before, time, 'R' if state.startswith('R') else state[0])
        self.set_state(after, time, 'running')

    def take_wakeup(self, time, args):
        tid = int(re.search(r' pid=(\d+)', ' ' + args).group(1))
        if self.states[tid] and self.states[tid][-1][1] not in ('running', 'R'):
            self.set_state(tid, time, 'R')

    def take_reason(self, args):
        match = re.search(r'pid=(\d+) iowait=(\d) caller=([^+ ]*)', args)
        for state in reversed(self.states[int(match.group(1))][-3:]):
            if state[1] not in ('running', 'R'):
                state[2], state[3] = match.group(2) == '1', match.group(3)
                break

    def list_pieces(self, tid, begin, end):
        """(begin, end, stack of names from the outside inwards, state) of a thread's time."""
        slices = [item for item in self.by_thread[tid] if item[2] < end and item[3] > begin]
        states = self.states[tid]
        cuts = {begin, end}
        cuts.update(time for item in slices for time in item[2:4] if begin < time < end)
        cuts.update(state[0] for state in states if begin < state[0] < end)
        cuts = sorted(cuts)
        times = [state[0] for state in states]
        for left, right in zip(cuts, cuts[1:]):
            stack = sorted((item for item in slices if item[2] <= left and item[3] >= right), key=lambda item: item[5])
            place = bisect.bisect_right(times, left) - 1
            yield left, right, [item[4] for item in stack], states[place] if place >= 0 else None

    def name_loss(self, tid, left, stack, state):
        """The cause and place of the time lost in a piece."""
        name = stack[-1] if stack else ''
        meaning = next((word for word in reversed(stack) if word.startswith(LOCKS + BUFFERS + GPU_WAITS + RENDER + ('binder transaction',))), '')
        if state is None:
            return 'unknown', name
        if state[1] == 'running':
            return 'work', name
        if state[1] == 'R':
            return 'cpu', ''
        is_lock = any(word in state[3] for word in ('futex', 'mutex', 'rwsem', 'down_read', 'down_write'))
        if state[1] == 'D':
            return ('io' if state[2] else 'lock' if is_lock else 'blocked'), name
        if meaning.startswith(LOCKS):
            return 'lock', ''
        if any(begin <= left < end for begin, end in self.calls[tid]) or (meaning and meaning.startswith('binder transaction')):
            return 'binder', name
        if meaning.startswith(RENDER):
            return 'render', name
        if meaning.startswith(BUFFERS):
            return 'buffer', name
        if meaning.startswith(GPU_WAITS):
            return 'gpu', name
        return ('lock', '') if is_lock else ('binder', name) if 'binder' in state[3] else ('sleep', name)

    def sum_part(self, sums, tid, begin, end):
        for left, right, stack, state in self.list_pieces(tid, begin, end):
            sums[self.name_loss(tid, left, stack, state)] += right - left

    def sum_task(self, tid, begin, end):
        sums = collections.Counter()
        self.sum_part(sums, tid, begin, end)
        return sums

    def sum_before(self, sums, tid, begin, end):
        for left, right, stack, state in self.list_pieces(tid, begin, end):
            if stack:
                sums['previous-frame' if 'doFrame' in stack[0] or stack[0].startswith(('commit', 'onMessage')) else 'task', stack[0]] += right - left
            elif state is not None and state[1] in ('running', 'R', 'D'):
                sums[self.name_loss(tid, left, stack, state)] += right - left
            else:
                sums['missed-vsync', ''] += right - left

    def sum_frame(self, row, fences):
        """From the VSYNC to the end: before the begin, on the UI thread, between the threads, on the render thread, and on
        the GPU."""
        sums = collections.Counter()
        tid, begin = int(row['tid']), int(row['ts_ns'])
        end = begin + int(row['dur_ns'])
        vsync = min(int(row['vsync_ns']), begin) if row['vsync_ns'] else begin
        ui = next(item for item in self.by_thread[tid] if item[2] == begin and 'doFrame' in item[4])
        drawings = [(frames.get_drawing(self.slices, item, fences), item) for item in self.slices if item[1] == ui[1] and item[0] != tid and item[4] == 'DrawFrame']
        own = [(sync, done, item) for (sync, done), item in drawings if sync is not None and ui[2] <= sync <= ui[3]]
        ui_end = min([ui[3], *[sync for sync, _, _ in own[:1]]])
        self.sum_before(sums, tid, vsync, begin)
        self.sum_part(sums, tid, begin, ui_end)
        if own:
            first = own[0][2]
            drawn = max(min(item[3], done) for _, done, item in own)
            last = max(done for _, done, _ in own)
            if first[2] > ui_end:
                sums['render', ''] += first[2] - ui_end
            start = max(first[2], ui_end)
            self.sum_part(sums, first[0], start, max(min(drawn, end), start))
            sums['gpu', ''] += max(0, last - max(drawn, start))
        return sums, end - vsync


def find_largest(sums):
    """(ns, kind, place) of the largest loss, whoever had the lock."""
    return max(((total, kind, name) for (kind, name), total in sums.items()), default=(0, '', ''))


class Calls:
    """The calls of a thread in a streaming method trace of ART, parsed from its bytes: µs, by wall and CPU clock."""

    WAITS = ('java.lang.Thread.sleep', 'java.lang.Object.wait', 'android.os.MessageQueue.n', 'sun.misc.Unsafe.park', 'java.util.concurrent.locks.LockSupport.park')

    def __init__(self, path, tid):
        self.calls = []
        self.data = path.read_bytes()
        start = self.data.index(b'SLOW')
        place = start + struct.unpack_from('<H', self.data, start + 6)[0]
        names, stack = {}, []
        while place + 2 <= len(self.data):
            thread = struct.unpack_from('<H', self.data, place)[0]
            if thread != 0:
                method, cpu, wall = struct.unpack_from('<III', self.data, place + 2)
                place += 14
                if thread == tid:
                    self.take(stack, names.get(method & ~3, ''), method & 3, wall, cpu)
                continue
            place = self.take_declaration(place, names)

    def take_declaration(self, place, names):
        """A method (1) or a thread (2); anything else ends the records."""
        kind = self.data[place + 2]
        head = {1: 5, 2: 7}.get(kind)
        if head is None:
            return len(self.data)
        n_bytes = struct.unpack_from('<H', self.data, place + head - 2)[0]
        if kind == 1:
            cells = self.data[place + head:place + head + n_bytes].decode().rstrip('\n').split('\t')
            names[int(cells[0], 16)] = f'{cells[1]}.{cells[2]} {cells[3]}'
        return place + head + n_bytes

    def take(self, stack, name, action, wall, cpu):
        if action == 0:
            stack.append([name, wall, cpu, 0, 0])
        elif stack:
            name, wall_begin, cpu_begin, inner_wall, inner_cpu = stack.pop()
            self.calls.append((name, wall_begin, wall, cpu - cpu_begin, wall - wall_begin - inner_wall, cpu - cpu_begin - inner_cpu))
            if stack:
                stack[-1][3] += wall - wall_begin
                stack[-1][4] += cpu - cpu_begin

    def sum_task(self, begin, end):
        sums = collections.Counter()
        for name, first, last, _, own, ran in self.calls:
            if begin <= first and last <= end:
                ran = min(max(ran, 0), own)
                sums['work', name] += ran * 1000
                sums['sleep' if name.startswith(self.WAITS) else 'off-cpu', name] += (own - ran) * 1000
        return sums


REMARKS = ('render-late', 'frequency', 'cluster', 'cpu-limit', 'gpu-frequency', 'kill')
Verdict = collections.namedtuple('Verdict', ['what', 'ours', 'text', 'is_equal'])


def is_same_reason(ours, text):
    """Whether kind, place and time match the text, which does not distinguish the owners of locks."""
    if ours[1] == 'lock':
        return ours[1] == text[1] and ours[0] <= text[0] + SLACK_NS
    return ours[1:] == text[1:] and abs(ours[0] - text[0]) <= SLACK_NS


def write_reason(reason):
    return f'{reason[1]} in “{reason[2][:40]}” {reason[0] / 1e6:.3f} ms' if reason[2] else f'{reason[1]} {reason[0] / 1e6:.3f} ms'


class Page:
    """Frames and tasks of a page, from Strata and from its text."""

    def __init__(self, cli, path, name):
        self.text = Text(path)
        self.name = name
        self.fences = frames.list_fences(self.text.slices, path)
        found, self.period = frames.find_frames(path)
        self.wanted = {item[:2]: item for item in found}
        self.frames = [row for row in cli.rows('list', 'frames', path) if row['verdict'] not in ('unfinished', 'unjudged')]
        self.tasks = list(cli.rows('list', 'tasks', '--warn', '4ms', '--severe', '50ms', path))
        self.slow = {row['ts_ns']: row for row in cli.json('frames', '--worst', '10000', path)['slow']}

    def pick(self, source, n_late, n_frames, n_system, n_engine, n_tasks):
        """Late frames of apps, and any; frames of the system; pictures of engines; tasks."""
        own = [row for row in self.frames if row['producer'] == 'choreographer']
        late = source.sample([row for row in own if row['verdict'] != 'on-time'], n_late)
        rest = source.sample([row for row in own if row not in late], n_frames)
        for row in late + rest:
            yield self.judge_frame(row)
        for row in source.sample([row for row in self.frames if row['side'] == 'system'], n_system):
            yield self.judge_system(row)
        for row in source.sample([row for row in self.frames if row['producer'] == 'unity'][1:], n_engine):
            yield self.judge_picture(row)
        for row in source.sample(self.tasks, n_tasks):
            yield self.judge_task(row)

    def write(self, verdict, duration_ns, overrun_ns):
        return f'{verdict}, {duration_ns / 1e6:.3f} ms, {overrun_ns / 1e6:+.3f} ms'

    def judge(self, row, kind, duration_ns, overrun_ns, slack_ns):
        """Compares with an overrun computed from the text. There the period is the same for the whole page,
        here it is that of the time."""
        verdict = 'on-time' if overrun_ns <= 0 else 'late' if overrun_ns < self.period else 'very-late'
        is_equal = row['verdict'] == verdict and int(row['dur_ns']) == duration_ns and abs(int(row['overrun_ns']) - overrun_ns) <= slack_ns
        return Verdict(f'{self.name} {kind} at {row["ts_ns"]}', self.write(row['verdict'], int(row['dur_ns']), int(row['overrun_ns'])),
                       self.write(verdict, duration_ns, overrun_ns), is_equal)

    def judge_frame(self, row):
        _, _, duration_ns, overrun_ns = self.wanted[int(row['pid']), int(row['ts_ns'])]
        found = self.judge(row, 'frame', duration_ns, overrun_ns, 5000)
        if row['verdict'] == 'on-time':
            return found
        sums, total_ns = self.text.sum_frame(row, self.fences)
        slow = self.slow[int(row['ts_ns'])]
        top = max((cause for cause in slow['causes'] if cause['kind'] not in REMARKS), key=lambda cause: cause['total_ns'])
        ours, text = (top['total_ns'], top['kind'], top['name'] if top['kind'] not in ('cpu', 'lock') else ''), find_largest(sums)
        is_whole = sum(cause['total_ns'] for cause in slow['causes'] if cause['part_of'] is None) <= slow['total_ns'] == total_ns
        return Verdict(found.what, f'{found.ours}: {write_reason(ours)}', f'{found.text}: {write_reason(text)}', found.is_equal and is_whole and is_same_reason(ours, text))

    def judge_system(self, row):
        """From an invalidation to the last refresh before the next one, at most one period after its VSYNC."""
        begin = int(row['ts_ns'])
        own = [item for item in self.text.by_thread[int(row['tid'])] if item[4] in ('onMessageInvalidate', 'handleMessageInvalidate', 'onMessageRefresh', 'handleMessageRefresh')]
        outer = [item for item in own if not any(other[5] < item[5] and other[2] <= item[2] and other[3] >= item[3] for other in own)]
        after = min((item[2] for item in outer if item[2] > begin and 'Invalidate' in item[4]), default=1 << 62)
        end = max(item[3] for item in outer if begin <= item[2] < after)
        edges = frames.find_edges(self.text.samples['VSYNC-sf'])
        period = sorted(b - a for a, b in zip(edges, edges[1:]))[len(edges) // 2 - 1]
        before = max((edge for edge in edges if edge <= begin < edge + period), default=begin)
        return self.judge(row, 'system frame', end - begin, end - before - period, 50000)

    def judge_picture(self, row):
        """From the end of the previous swap until its buffer is queued and the GPU is done; late if the display shows the previous picture longer than
        usual."""
        own = self.text.by_thread[int(row['tid'])]
        begin, end = int(row['ts_ns']), int(row['ts_ns']) + int(row['dur_ns'])
        is_next = any(item[3] == begin for item in own if item[4].startswith('eglSwapBuffers'))
        buffer = min((item for item in own if item[4] == 'queueBuffer' and item[3] > begin), key=lambda item: item[3])
        fences = [self.fences.get((item[1], item[4].rsplit(' ', 1)[1]), 0) for item in frames.inside(own, buffer, 'Trace GPU completion fence ')]
        samples = self.text.samples[row['counter']]
        taken = [time for (_, before), (time, value) in zip(samples, samples[1:]) if value < before]
        gaps = [b - a for a, b in zip(taken, taken[1:])]
        usual = sorted(gaps)[len(gaps) // 2]
        queued = next(time for (_, before), (time, value) in zip(samples, samples[1:]) if value > before and time >= buffer[2])
        place = bisect.bisect_left(taken, queued)
        is_late = 0 < place < len(taken) and taken[place] - taken[place - 1] > 1.5 * usual
        verdict = 'late' if is_late else 'on-time'
        is_next = is_next and end == max([buffer[3], *fences])
        return Verdict(f'{self.name} picture at {begin}', f'{row["verdict"]}, {int(row["dur_ns"]) / 1e6:.3f} ms', f'{verdict}, {(end - begin) / 1e6:.3f} ms', is_next and row['verdict'] == verdict)

    def judge_task(self, row):
        begin, end = int(row['ts_ns']), int(row['ts_ns']) + int(row['dur_ns'])
        is_there = any(item[2:5] == (begin, end, row['name']) for item in self.text.by_thread[int(row['tid'])])
        text = find_largest(self.text.sum_task(int(row['tid']), begin, end))
        ours = (int(row['reason_ns']), row['reason_kind'], text[2])
        return Verdict(f'{self.name} task “{row["name"][:30]}” at {begin}', f'{(end - begin) / 1e6:.3f} ms: {write_reason(ours)}', f'{(end - begin) / 1e6:.3f} ms: {write_reason(text)}',
                       is_there and (not text[2] or f'“{text[2][:40]}' in row['reason'] or text[1] in ('binder', 'lock')) and is_same_reason(ours, text))


def judge_calls(cli, path, source, n_tasks):
    """Tasks of a method trace, with times in whole µs by both clocks."""
    calls = Calls(path, 1259)
    tasks = [row for row in cli.rows('list', 'tasks', '--warn', '2ms', '--severe', '50ms', path) if row['tid'] == '1259']
    for row in source.sample(tasks, n_tasks):
        begin, duration = int(row['ts_ns']) // 1000, int(row['dur_ns']) // 1000
        own = [call for call in calls.calls if call[1] == begin and call[2] == begin + duration]
        text = find_largest(calls.sum_task(begin, begin + duration))
        ours = (int(row['reason_ns']), row['reason_kind'], text[2])
        yield Verdict(f'flutter task “{row["name"][:30]}” at {begin}', f'{duration / 1e3:.3f} ms, ran {int(row["running_ns"]) / 1e6:.3f} ms: {write_reason(ours)}',
                      f'{duration / 1e3:.3f} ms, ran {own[0][3] / 1e3 if own else 0:.3f} ms: {write_reason(text)}',
                      any(call[3] * 1000 == int(row['running_ns']) for call in own) and is_same_reason(ours, text))


def judge_all(cli, corpus):
    """40 verdicts, picked at random from three pages and a method trace."""
    source = random.Random(20261123)
    yield from Page(cli, corpus / 'systrace' / 'xiaomi_launcher_scroll_all_the_time.html.zst', 'launcher').pick(source, 5, 2, 1, 1, 3)
    yield from Page(cli, corpus / 'systrace' / 'trace_input_blog_list_jank.html.zst', 'list').pick(source, 5, 3, 1, 0, 3)
    yield from Page(cli, corpus / 'systrace' / 'wangzherongyao.html.zst', 'game').pick(source, 0, 2, 1, 4, 1)
    yield from judge_calls(cli, corpus / 'methods' / 'cpu-art-20191109T160619-flutter-wanandroid.trace', source, 8)


def check(tap, cli, corpus):
    """All verdicts are the same as those from the text."""
    rows = list(judge_all(cli, corpus))
    tap.equal(len(rows), 40, 'verdicts picked at random')
    tap.none([row for row in rows if not row.is_equal], 'verdicts, durations and reasons are those of the text')
