"""Counts the frames of an Android capture again, from its text alone.

SPDX-License-Identifier: GPL-3.0-or-later

Nothing here is shared with Strata: markers are found by one regular expression, frames by the
commonly known rule, and periods are the median of all spacings, which suffices for a capture with
one rate.
"""
import collections
import re
import statistics
import subprocess

MARK = re.compile(r'-(\d+) +(?:\( *(?:\d+|-+)\) )?\[\d+\] \S+ +(\d+)\.(\d{6}): tracing_mark_write: ([BEC])(?:\|(\d+)\|?(.*))?')
FENCE = re.compile(r'-(\d+) +(?:\( *(?:\d+|-+)\) )?\[\d+\] \S+ +(\d+)\.(\d{6}): dma_fence_(init|enable_signal|signaled): .* context=(\d+) seqno=(\d+)')


def read_text(path):
    return subprocess.run(['zstd', '-dc', str(path)], capture_output=True, check=True).stdout.decode('utf-8', 'replace')


def read_marks(path):
    """Slices as (tid, pid, begin, end, name, depth), and samples of counters by name; ns."""
    open_slices = collections.defaultdict(list)
    slices = []
    samples = collections.defaultdict(list)
    for line in read_text(path).splitlines():
        match = MARK.search(line)
        if not match:
            continue
        tid, seconds, micros, letter, pid, rest = match.groups()
        time = (int(seconds) * 1000000 + int(micros)) * 1000
        if letter == 'B':
            open_slices[tid].append((int(pid), time, rest))
        elif letter == 'E' and open_slices[tid]:
            owner, begin, name = open_slices[tid].pop()
            slices.append((int(tid), owner, begin, time, name, len(open_slices[tid])))
        elif letter == 'C' and '|' in rest:
            name, value = rest.rsplit('|', 1)
            samples[name].append((time, int(value)))
    return sorted(slices, key=lambda item: (item[2], item[5])), samples


def find_edges(samples):
    return [time for i, (time, value) in enumerate(samples) if i == 0 or samples[i - 1][1] != value]


def inside(slices, outer, name):
    return [item for item in slices if item[0] == outer[0] and outer[2] <= item[2] and item[3] <= outer[3] and item[4].startswith(name)]


def read_fences(path):
    """The kernel's fence events: (time, tid, verb, context and number)."""
    for line in read_text(path).splitlines():
        match = FENCE.search(line)
        if match:
            tid, seconds, micros, verb, context, number = match.groups()
            yield (int(seconds) * 1000000 + int(micros)) * 1000, int(tid), verb, (context, number)


def list_fences(slices, path):
    """When the GPU was done, by process and number of the fence. The thread that waits for a fence has a slice for it,
    and asks the kernel inside for one fence if that is not yet done; then it is the last fence begun by the thread that
    handed it over. A fence is done at the kernel's event, before the waiting thread runs again."""
    events = list(read_fences(path))
    signaled = {key: time for time, _, verb, key in events if verb == 'signaled'}
    handed = {(item[1], item[4].rsplit(' ', 1)[1]): item for item in slices if item[4].startswith('Trace GPU completion fence ')}
    fences = {}
    for item in slices:
        if not item[4].startswith('waiting for GPU completion '):
            continue
        number = item[1], item[4].rsplit(' ', 1)[1]
        keys = [key for time, tid, verb, key in events if verb == 'enable_signal' and tid == item[0] and item[2] <= time <= item[3]]
        if not keys and number in handed:
            keys = [key for time, tid, verb, key in events if verb == 'init' and tid == handed[number][0] and time <= handed[number][2]]
        fences[number] = min(item[3], signaled.get(keys[-1], item[3])) if keys else item[3]
    return fences


def get_drawing(slices, drawing, fences):
    """When a drawing takes over from the UI thread, and when its picture is done: the later of queueBuffer and the
    GPU's fence, as in the platform's FrameTimeline; without a fence the end of the drawing."""
    syncs = inside(slices, drawing, 'syncFrameState')
    queued = inside(slices, drawing, 'queueBuffer')
    traced = inside(slices, drawing, 'Trace GPU completion fence ')
    known = [item[2] for item in inside(slices, drawing, 'GPU completion fence ') if item[4].endswith(' has signaled')]
    done = fences.get((drawing[1], traced[-1][4].rsplit(' ', 1)[1])) if traced else known[-1] if known else None
    end = drawing[3] if done is None else max([done, *[item[3] for item in queued]])
    return syncs[0][2] if syncs else None, end


def find_deadline(frame, edges, period, before):
    """One period after the edge before the frame, or after the frame's begin if no edge is near."""
    earlier = [edge for edge in edges if edge <= frame[2]]
    if earlier and frame[2] - earlier[-1] < period:
        return earlier[-1] + period
    if earlier and before and before[2] <= earlier[-1] + period and frame[2] - before[3] <= 1000000:
        return earlier[-1] + period
    return frame[2] + period


def find_frames(path):
    """(pid, begin, duration, overrun) of the app frames, by pid and begin."""
    slices, samples = read_marks(path)
    edges = find_edges(samples['VSYNC-app'])
    period = statistics.median_low([b - a for a, b in zip(edges, edges[1:])])
    frames = []
    fences = list_fences(slices, path)
    painters = {item[0] for item in slices if item[4] == 'DrawFrame'}
    for tid, pid in sorted({item[:2] for item in slices if item[4].startswith('Choreographer#doFrame') and (item[0] == item[1] or item[0] not in painters)}):
        uis = [item for item in slices if item[0] == tid and item[4] == 'Choreographer#doFrame']
        tops = [item for item in slices if item[0] == tid and item[5] == 0]
        drawings = [(get_drawing(slices, item, fences), item) for item in slices if tid == pid and item[1] == pid and item[0] != pid and item[4] == 'DrawFrame']
        for frame in uis:
            own = [end for (sync, end), _ in drawings if sync is not None and frame[2] <= sync <= frame[3]]
            end = max([frame[3], *own])
            before = [item for item in tops if item[2] < frame[2]]
            deadline = find_deadline(frame, edges, period, before[-1] if before else None)
            frames.append((pid, frame[2], end - frame[2], end - deadline))
    return sorted(frames), period


def check(tap, cli, path, name):
    """Begins, durations, overruns, late frames and the worst one are the same as in the independent count."""
    wanted, period = find_frames(path)
    rows = [row for row in cli.rows('list', 'frames', path) if row['side'] == 'app' and row['producer'] == 'choreographer' and row['verdict'] != 'unfinished']
    found = sorted((int(row['pid']), int(row['ts_ns']), int(row['dur_ns']), int(row['overrun_ns'])) for row in rows)
    known = {item[:2] for item in found}
    compared = [item for item in wanted if item[:2] in known]
    tap.check(len(rows) > 100, f'{name}: {len(rows)} frames of Choreographer')
    tap.equal([item[:3] for item in found], [item[:3] for item in compared], f'{name}: begins and durations')
    tap.equal([item[3] for item in found], [item[3] for item in compared], f'{name}: overruns')
    tap.equal([item[:2] for item in found if item[3] > 0], [item[:2] for item in compared if item[3] > 0], f'{name}: late ones')
    tap.equal(max(found, key=lambda item: item[3]), max(compared, key=lambda item: item[3]), f'{name}: the worst')
    tap.equal({int(row['period_ns']) for row in rows}, {period}, f'{name}: a period of {period} ns')
    slow = cli.json('frames', path)['slow']
    tap.check(slow[0]['causes'] and 'Deadline: ' in slow[0]['rule'], f'{name}: its cause and its rule are shown', slow[0])
