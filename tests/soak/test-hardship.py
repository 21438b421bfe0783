#!/usr/bin/env python3
"""strata-cli under hardship: cut and slow input, full disks, little memory.

test-hardship.py SCENARIO STRATA-CLI FOLDER...

Each sufficiently small input in the folders must end with an exit status of the program itself,
never with a signal, a message of GLib or a sanitizer, or a hang. STRATA_SOAK_S limits the time of a
scenario (default 600 s).

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

N_CUTS = 50
MOST_BYTES = 2_000_000
MOST_TRICKLED_BYTES = 100_000
PATIENCE_S = 120
END = time.monotonic() + float(os.environ.get('STRATA_SOAK_S', '600'))
COMPLAINTS = [b'CRITICAL', b'WARNING **', b'runtime error:', b'ERROR: AddressSanitizer', b'LeakSanitizer']
COMMANDS = [['info'], ['profile'], ['tree'], ['usage'], ['frames'], ['list', 'slices'], ['check'], ['convert', '-o', os.devnull]]
MEMORY_LIMITS = [64 << 20, 128 << 20, 256 << 20]


def list_inputs(folders):
    paths = [path for folder in folders for path in pathlib.Path(folder).rglob('*') if path.is_file() and path.stat().st_size <= MOST_BYTES]
    random.Random(1).shuffle(paths)
    return paths


class Judge:
    """Counts runs, and reports the bad ones."""

    def __init__(self):
        self.n_runs = 0
        self.n_failures = 0

    def is_in_time(self):
        return time.monotonic() < END

    def judge(self, what, result, allowed=(0, 1)):
        self.n_runs += 1
        complaint = next((word for word in COMPLAINTS if word in result.stderr), None)
        if result.returncode not in allowed or complaint:
            self.n_failures += 1
            print(f'not ok - {what}: exit {result.returncode}, {result.stderr[-400:]!r}', flush=True)

    def expect_whole(self, what, folder, most_bytes=None):
        names = os.listdir(folder)
        if any(name not in ('output', 'view.png') for name in names) or (names and most_bytes and os.path.getsize(os.path.join(folder, names[0])) >= most_bytes):
            self.n_failures += 1
            print(f'not ok - {what}: left {names}', flush=True)

    def run(self, what, arguments, allowed=(0, 1), **options):
        try:
            self.judge(what, subprocess.run(arguments, stdout=options.pop('stdout', subprocess.DEVNULL), stderr=subprocess.PIPE, timeout=PATIENCE_S, check=False, **options), allowed)
        except subprocess.TimeoutExpired:
            self.n_failures += 1
            print(f'not ok - {what}: no end within {PATIENCE_S} s', flush=True)


def check_cuts(judge, cli, inputs):
    with tempfile.NamedTemporaryFile() as cut:
        for path in inputs:
            data = path.read_bytes()
            for i in range(N_CUTS):
                if not judge.is_in_time():
                    return
                n_bytes = len(data) * i // N_CUTS
                pathlib.Path(cut.name).write_bytes(data[:n_bytes])
                command = COMMANDS[i % len(COMMANDS)]
                judge.run(f'{command[0]} of {path} cut at {n_bytes}', [cli, *command, cut.name])


def trickle(path, n_bytes):
    """A process that writes a file into a pipe in small pieces."""
    script = 'import os,sys\nd=open(sys.argv[1],"rb").read()\nn=int(sys.argv[2])\ntry:\n for i in range(0,len(d),n): os.write(1,d[i:i+n])\nexcept BrokenPipeError: pass'
    return subprocess.Popen(['/usr/bin/python3', '-c', script, str(path), str(n_bytes)], stdout=subprocess.PIPE)


def check_trickle(judge, cli, inputs):
    for path in inputs:
        if path.stat().st_size > MOST_TRICKLED_BYTES:
            continue
        for n_bytes in [1, 7]:
            if not judge.is_in_time():
                return
            with trickle(path, n_bytes) as writer:
                judge.run(f'{path} by {n_bytes} bytes', [cli, 'info', '-'], stdin=writer.stdout)
                writer.stdout.close()


def check_full_disk(judge, cli, inputs):
    """Output that cannot be written ends with status 1; 0 would mean that it was written."""
    with open('/dev/full', 'wb') as full:
        for path in inputs:
            if not judge.is_in_time():
                return
            if subprocess.run([cli, 'info', path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
                continue
            for command in [['info'], ['profile'], ['list', 'slices', '--csv']]:
                judge.run(f'{command[0]} of {path} to a full disk', [cli, *command, path], allowed=(1,), stdout=full)
            judge.run(f'picture of {path} to a full disk', [cli, 'render', '-o', '/dev/shm/none/view.png', path], allowed=(1,))


def check_outputs(judge, cli, inputs):
    """A full disk, or the end of the program, leaves the complete output or none."""
    def limit_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    for path in inputs:
        for arguments in [['convert', path], ['diff', path, path], ['render', '--size', '400x300', path]]:
            if not judge.is_in_time():
                return
            with tempfile.TemporaryDirectory() as folder:
                output = os.path.join(folder, 'view.png' if arguments[0] == 'render' else 'output')
                command = [cli, arguments[0], '-o', output, *arguments[1:]]
                # without the signal that would end the program first
                judge.run(f'{arguments[0]} of {path} to a small disk', command, preexec_fn=limit_files, restore_signals=False)
                judge.expect_whole(f'{arguments[0]} of {path} to a small disk', folder, 4096)
                with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                    time.sleep(random.random() * 0.05)
                    process.terminate()
                judge.expect_whole(f'{arguments[0]} of {path} ended', folder)


def check_memory(judge, cli, inputs):
    """Without memory the program may give up, but not with a memory fault: GLib aborts with SIGTRAP or SIGABRT."""
    for path in inputs:
        for limit in MEMORY_LIMITS:
            if not judge.is_in_time():
                return

            def set_limit(n_bytes=limit):
                resource.setrlimit(resource.RLIMIT_AS, (n_bytes, n_bytes))

            judge.run(f'{path} in {limit >> 20} MiB', [cli, 'profile', path], allowed=(0, 1, -5, -6, 127), preexec_fn=set_limit)


def main():
    scenario, cli, *folders = sys.argv[1:]
    judge = Judge()
    globals()[f'check_{scenario}'](judge, cli, list_inputs([folder for folder in folders if pathlib.Path(folder).is_dir()]))
    print(f'{judge.n_runs} runs, {judge.n_failures} failures')
    sys.exit(1 if judge.n_failures or not judge.n_runs else 0)


main()
