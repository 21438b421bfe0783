"""A folder with the inputs, and helpers of the tests of all commands.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import atexit
import pathlib
import shutil
import sys
import tempfile

import inputs
from tap import Cli, Tap


def start():
    """Returns the TAP output, the program and the folder with the inputs."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='strata-cli-'))
    atexit.register(shutil.rmtree, folder)
    for name, data in {
            'android.ftrace': inputs.android(),
            'harmony.ftrace': inputs.harmony(),
            'scheduler.ftrace': inputs.scheduler(),
            'disk.ftrace': inputs.disk(),
            'losses.ftrace': inputs.losses(),
            'chains.ftrace': inputs.chains(),
            'dual.trace': inputs.method_trace(),
            'cpu.trace': inputs.method_trace('thread-cpu'),
            'switched.trace': inputs.method_trace('dual', 10),
            'wall.trace': inputs.method_trace('wall'),
            'cut.trace': inputs.method_trace()[:-5],
            'empty': b'',
            'noise': bytes(range(256)) * 4}.items():
        (folder / name).write_bytes(data)
    return Tap(), Cli(sys.argv[1]), folder


def check_failure(tap, result, code, words, what):
    """Checks that a command failed with an exit code and one line on stderr that contains some words."""
    lines = result.stderr.decode().splitlines()
    tap.equal((result.returncode, len(lines), result.stdout), (code, 1, b''), f'{what}: exit code {code} and one line')
    tap.none([f'{word!r} is missing in {lines}' for word in ['strata-cli: ', *words] if not lines or word not in lines[0]], f'{what}: says why')
