#!/usr/bin/env python3
"""strata-cli frames of a phone with little, middle and big CPUs: each late frame has its planned reason.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position
from phonecapture import KINDS, Phone  # pylint: disable=wrong-import-position

# the kind of the first top-level cause, if it differs from the planned kind; and words of its text
FIRST = {'little': 'render-late', 'limited': 'work'}
WORDS = {'sleep': 'ended by a timer', 'lock': 'lock', 'io': 'I/O', 'cpu': 'hog', 'work': 'parse', 'limited': 'parse', 'little': 'RenderThread'}


def list_parts(causes, index):
    """The indices of the parts of a cause, at any depth."""
    found = [i for i, cause in enumerate(causes) if cause['part_of'] == index]
    return found + [deeper for i in found for deeper in list_parts(causes, i)]


def check_reason(tap, name, slow, made):
    """The first reason is the planned one, with its duration. Little CPUs and limits are named exactly where they are the
    reason."""
    _, kind, lasts_us, _ = made
    causes = slow['causes']
    parts = [causes[i] for i in list_parts(causes, 0)]
    tap.equal(causes[0]['kind'], FIRST.get(kind, kind), f'{name}: the reason that was planned')
    tap.check(abs(causes[0]['total_ns'] - lasts_us * 1000) <= 2000, f'{name}: as long as was planned', (causes[0], lasts_us))
    tap.check(WORDS[kind] in causes[0]['text'], f'{name}: in words', causes[0])
    tap.equal('cluster' in [cause['kind'] for cause in causes], kind == 'little', f'{name}: little CPUs where they are the reason, and only there')
    if kind == 'little':
        cluster = next(cause for cause in parts if cause['kind'] == 'cluster')
        tap.check(cluster['text'].startswith('100.0\xa0% of its running time was on the slowest CPUs: “DrawFrame” takes '), f'{name}: all of its time, beside what is usual', cluster)
    if kind == 'limited':
        limits = {cause['kind']: cause['total_ns'] for cause in parts}
        tap.check(abs(limits.get('frequency', 0) - lasts_us * 500) <= 5000 and abs(limits.get('cpu-limit', 0) - lasts_us * 500) <= 5000, f'{name}: half of its speed', (limits, lasts_us))
    wholes = sum(cause['total_ns'] for cause in causes if cause['part_of'] is None)
    tap.check(wholes <= slow['total_ns'], f'{name}: shares of one whole are at most 100 %', (wholes, slow['total_ns']))
    tap.none([cause for cause in causes if cause['part_of'] is not None and cause['total_ns'] > causes[cause['part_of']]['total_ns']], f'{name}: parts are within their wholes')


def main():
    tap, cli, folder = start()
    for seed in [1, 2, 3]:
        phone = Phone(seed)
        capture = folder / f'phone{seed}.txt'
        capture.write_text(phone.get_text())
        rows = {int(row['ts_ns']) // 1000: row for row in cli.rows('list', 'frames', capture)}
        tap.equal(len(rows), len(phone.planned) + len(phone.usual), f'phone {seed}: as many frames as were made')
        made = {frame[0]: frame for frame in phone.planned}
        tap.equal(sorted(time for time, row in rows.items() if row['verdict'] != 'on-time'), sorted(made), f'phone {seed}: those are late that were planned')
        tap.none([(frame, rows.get(frame[0])) for frame in phone.planned + phone.usual if frame[0] not in rows or int(rows[frame[0]]['dur_ns']) != frame[3] * 1000], f'phone {seed}: and as long')
        tap.equal(sorted(kind for _, kind, _, _ in phone.planned), sorted(KINDS * 2), f'phone {seed}: two of each kind')
        for slow in cli.json('frames', '--worst', '1000', capture)['slow']:
            frame = made[slow['ts_ns'] // 1000]
            check_reason(tap, f'phone {seed}: {frame[1]} at {frame[0]}', slow, frame)
    tap.finish()


main()
