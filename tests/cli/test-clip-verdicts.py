#!/usr/bin/env python3
"""strata-cli clip: a frame has the same verdict and reasons in a clip around it.

Values that depend on a median over the whole capture are left out: by how many µs a frame is late,
and how long a call usually takes on fast CPUs.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'
MS = 1000000
AROUND = 100 * MS


def get_reasons(frame):
    found = []
    for cause in frame['causes']:
        text = cause['text'].split(':')[0] if cause['kind'] == 'cluster' else cause['text']
        found.append((cause['kind'], cause['total_ns'], cause['places'], cause['name'], cause['detail'], cause['tid'], cause['other_tid'], cause['inferred'], text))
    return found


def check_frame(tap, cli, folder, path, frame):
    for suffix in ['strata', 'atrace', 'pftrace']:
        clip = folder / f'clip.{suffix}'
        what = f'frame at {frame["ts_ns"]} of {path.name} as {suffix}'
        cli.output('clip', '--span', f'{frame["ts_ns"] - AROUND}..{frame["ts_ns"] + frame["total_ns"] + AROUND}', path, '-o', clip)
        after = [one for one in cli.json('frames', '--worst', '100', clip)['slow'] if (one['process'], one['ts_ns']) == (frame['process'], frame['ts_ns'])]
        tap.equal([(one['verdict'], one['dur_ns']) for one in after], [(frame['verdict'], frame['dur_ns'])], f'{what}: the same verdict')
        tap.equal(get_reasons(after[0]) if after else None, get_reasons(frame), f'{what}: the same reasons')
        tap.equal([one for one in cli.json('info', clip)['diagnostics'] if not one['kind'].startswith('unfinished')], [], f'{what}: no warnings')


def main():
    tap, cli, folder = start()
    n_frames = 0
    for name in ['android-busy-cpus', 'android-slow-frame', 'openharmony-slow-frame', 'openharmony-slow-disk']:
        path = SAMPLES / f'{name}.ftrace.zst'
        for frame in cli.json('frames', '--worst', '100', path)['slow']:
            check_frame(tap, cli, folder, path, frame)
            n_frames += 1
    tap.check(n_frames >= 6, 'the samples have late frames', n_frames)
    tap.finish()


main()
