"""Captures of a phone with little, middle and big CPUs. Each late frame has one planned reason.

SPDX-License-Identifier: GPL-3.0-or-later

Captures do not say which CPUs are little: their maximum frequencies show it. One app draws at 60
Hz. Its main thread and its RenderThread take the planned time on the planned CPU, written as a
kernel does.
"""
import random

PERIOD_US = 16667
LITTLE, MIDDLE, BIG = [0, 1, 2, 3], [4, 5, 6], [7]
MAX_KHZ = {cpu: 1804800 for cpu in LITTLE} | {cpu: 2419200 for cpu in MIDDLE} | {cpu: 2841600 for cpu in BIG}
MAIN, RENDER, WORKER, HOG, DISPLAY = 7, 8, 9, 50, 40
NAMES = {0: 'swapper', MAIN: 'com.phone.app', RENDER: 'RenderThread', WORKER: 'worker', HOG: 'hog', DISPLAY: 'surfaceflinger'}
PROCESSES = {MAIN: 7, RENDER: 7, WORKER: 7, HOG: 50, DISPLAY: 40}
KINDS = ['little', 'sleep', 'cpu', 'lock', 'io', 'work', 'limited']


class Phone:
    """The text of one capture, and its plan: (begin of the frame in µs, kind, duration of the cause in µs)."""

    def __init__(self, seed, n_frames=120):
        self.random = random.Random(seed)
        self.rows = []
        self.planned = []
        self.usual = []
        self.cpu_of = {}
        for cpu, khz in MAX_KHZ.items():
            self.add(0, cpu, 0, 'cpu_frequency_limits', f'min=300000 max={khz} cpu_id={cpu}')
            self.add(1, cpu, 0, 'cpu_frequency', f'state={khz} cpu_id={cpu}')
        kinds = KINDS * 2
        self.random.shuffle(kinds)
        for i in range(n_frames):
            self.add(i * PERIOD_US + 1000, 0, DISPLAY, 'tracing_mark_write', f'C|{DISPLAY}|VSYNC-app|{i % 2}')
        i = 2
        while i < n_frames - 6:
            kind = kinds.pop() if i % 5 == 2 and kinds else 'none'
            self.frame(i * PERIOD_US + 1000, kind)
            i += 3 if kind != 'none' else 1

    def add(self, time, cpu, tid, event, args, flags='....'):
        name = '<idle>' if tid == 0 else NAMES[tid]
        owner = '-----' if tid == 0 else f'{PROCESSES[tid]:5}'
        self.rows.append((time, len(self.rows), f'{name:>16}-{tid:<5} ({owner}) [{cpu:03}] {flags} {(5000000000 + time) / 1e6:.6f}: {event}: {args}\n'))

    def switch(self, time, cpu, before, state, after):
        names = [NAMES[tid] if tid else f'swapper/{cpu}' for tid in (before, after)]
        self.add(time, cpu, before, 'sched_switch', f'prev_comm={names[0]} prev_pid={before} prev_prio=120 prev_state={state} ==> next_comm={names[1]} next_pid={after} next_prio=120', 'd..2')

    def wake(self, time, cpu, by, tid, target):
        self.add(time, cpu, by, 'sched_waking', f'comm={NAMES[tid]} pid={tid} prio=120 target_cpu={target:03}', 'd.h4' if by == 0 else 'd..4')

    def begin(self, time, cpu, tid, name):
        self.add(time, cpu, tid, 'tracing_mark_write', f'B|{PROCESSES[tid]}|{name}')

    def end(self, time, cpu, tid):
        self.add(time, cpu, tid, 'tracing_mark_write', f'E|{PROCESSES[tid]}')

    def run(self, time, cpu, tid):
        """A sleeping thread is woken by an interrupt and runs."""
        self.wake(time - 20, cpu, 0, tid, cpu)
        self.switch(time, cpu, 0, 'R', tid)

    def slow(self, at, cpu, kind):
        """The main thread is slow for 18 to 24 ms. Returns when it is done, and how long the planned cause lasted."""
        lasts = self.random.randint(18000, 24000)
        until = at + lasts
        if kind in ('work', 'limited'):
            self.begin(at, cpu, MAIN, 'parse')
            if kind == 'limited':
                self.add(at + 1, cpu, MAIN, 'cpu_frequency_limits', f'min=300000 max={MAX_KHZ[cpu] // 2} cpu_id={cpu}')
                self.add(at + 2, cpu, MAIN, 'cpu_frequency', f'state={MAX_KHZ[cpu] // 2} cpu_id={cpu}')
                self.add(until - 2, cpu, MAIN, 'cpu_frequency_limits', f'min=300000 max={MAX_KHZ[cpu]} cpu_id={cpu}')
                self.add(until - 1, cpu, MAIN, 'cpu_frequency', f'state={MAX_KHZ[cpu]} cpu_id={cpu}')
        elif kind == 'cpu':
            self.begin(at, cpu, MAIN, 'inflate')
            self.switch(at + 100, cpu, MAIN, 'R+', HOG)
            self.switch(until - 100, cpu, HOG, 'S', MAIN)
            lasts -= 200 - 20   # and it was runnable for 20 us before the frame
        else:
            name = {'sleep': 'inflate', 'lock': f'monitor contention with owner worker ({WORKER}) at void a.b() waiters=0', 'io': 'readAsset'}[kind]
            self.begin(at, cpu, MAIN, name)
            self.switch(at + 100, cpu, MAIN, 'D' if kind == 'io' else 'S', 0)
            other = LITTLE[0]
            if kind == 'lock':
                self.run(at + 50, other, WORKER)
                self.wake(until - 120, other, WORKER, MAIN, cpu)
                self.switch(until, other, WORKER, 'S', 0)
            else:
                self.wake(until - 120, cpu, 0, MAIN, cpu)
            if kind == 'io':
                self.add(until - 121, cpu, 0, 'sched_blocked_reason', f'pid={MAIN} iowait=1 caller=wait_on_page_bit+0x1/0x2', 'd.h4')
            self.switch(until - 100, cpu, 0, 'R', MAIN)
            lasts -= 220
        self.end(until, cpu, MAIN)
        return until, lasts

    def frame(self, vsync, kind):
        main_cpu, render_cpu = self.random.choice(MIDDLE), BIG[0]
        draw = self.random.randint(3000, 5000)
        if kind == 'little':
            render_cpu, draw = self.random.choice(LITTLE[1:]), draw * 4 + 3000
        begin = vsync + self.random.randint(150, 400)
        self.run(begin - 50, main_cpu, MAIN)
        self.begin(begin, main_cpu, MAIN, 'Choreographer#doFrame')
        at, lasts = begin + self.random.randint(1000, 2000), None
        if kind not in ('none', 'little'):
            at, lasts = self.slow(at, main_cpu, kind)
        self.run(at, render_cpu, RENDER)
        self.begin(at + 30, render_cpu, RENDER, 'DrawFrame')
        self.begin(at + 40, render_cpu, RENDER, 'syncFrameState')
        self.end(at + 300, render_cpu, RENDER)
        self.end(at + 400, main_cpu, MAIN)
        self.switch(at + 450, main_cpu, MAIN, 'S', 0)
        self.end(at + 30 + draw, render_cpu, RENDER)
        self.switch(at + 100 + draw, render_cpu, RENDER, 'S', 0)
        # the rest, after the RenderThread takes over, belongs to the RenderThread
        (self.usual if kind == 'none' else self.planned).append((5000000000 + begin, kind, lasts if kind != 'little' else draw - 10, at + 30 + draw - begin))

    def get_text(self):
        return '# tracer: nop\n#\n' + ''.join(row[2] for row in sorted(self.rows))
