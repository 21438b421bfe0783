"""Two captures of a generated app, the second with known changes.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import random

import inputs

N_FRAMES = 240

# Durations in A and in B, in µs.
BIND_US = (900, 1170)        # 30 % slower, at the third level
OBSOLETE_US = (260, 0)       # only in A
TELEMETRY_US = (0, 310)      # only in B
JITTER = 0.05


class Writer:
    """Collects one line per marker, with its thread, and sorts them by time at the end."""

    def __init__(self, seed, base):
        self.random = random.Random(seed)
        self.base = base
        self.lines = []
        self.time_us = 0

    def ids(self, thread):
        return self.base + thread, self.base

    def add(self, name, thread, text):
        tid, pid = self.ids(thread)
        self.lines.append((self.time_us, len(self.lines), inputs.mark(name, tid, pid, int(self.time_us), text, cpu=thread % 2)))

    def spend(self, work_us):
        """Advances the time, with jitter."""
        self.time_us += work_us * self.random.gauss(1, JITTER)

    def call(self, thread, name, *parts):
        """A call. Its parts are work in µs or nested calls."""
        (comm, number) = thread
        self.add(comm, number, f'B|{self.base}|{name}')
        for part in parts:
            if callable(part):
                part()
            else:
                self.spend(part)
        self.add(comm, number, f'E|{self.base}')

    def text(self):
        return (inputs.HEADER + ''.join(line for _, _, line in sorted(self.lines))).encode()


def frame(out, number, is_b, main, loader):
    """One frame of the main thread, then work of another thread."""
    def layout():
        for row in range(3):
            out.call(main, f'bindView {number * 3 + row}', BIND_US[is_b])
        out.call(main, 'measureChild', 300)

    def draw():
        out.call(main, 'Record View#draw() 0x%x' % (0x7f0000 + 64 * number + is_b * 4096), 450)
        if OBSOLETE_US[is_b]:
            out.call(main, 'obsoleteShadowPass', OBSOLETE_US[is_b])
        if TELEMETRY_US[is_b]:
            out.call(main, 'uploadTelemetry', TELEMETRY_US[is_b])

    out.call(main, f'Choreographer#doFrame {1000 + 7777 * is_b + number}', 120,
             lambda: out.call(main, 'layout', 200, layout),
             lambda: out.call(main, 'draw', 80, draw))
    out.spend(150)
    out.call(loader, 'decodeBitmap', 600, lambda: out.call(loader, 'inflate', 240))
    out.spend(400)


def capture(is_b, seed=1):
    """In B the process has other ids, and one of its threads another name."""
    out = Writer(seed + is_b, 4100 if is_b else 2000)
    main = ('m.example.photos', 0)
    loader = ('ImageLoader' if is_b else 'AsyncTask-pool', 7)

    out.time_us = 5000000 + 3210987 * is_b
    for number in range(N_FRAMES):
        frame(out, number, is_b, main, loader)
    return out.text()


if __name__ == '__main__':
    import sys
    for which, path in enumerate(sys.argv[1:3]):
        with open(path, 'wb') as file:
            file.write(capture(which))
