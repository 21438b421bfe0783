#!/usr/bin/env python3
"""Each command of strata-cli in the guide, in guide.md and in README works as described.

They run as in a shell, in a folder where the bundled samples have the names used in the texts.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tap import Cli, Tap  # pylint: disable=wrong-import-position

ROOT = pathlib.Path(__file__).parents[2]
MALLARD = '{http://projectmallard.org/1.0/}'
ANDROID, BUSY, METHODS = 'android-slow-frame.ftrace.zst', 'android-busy-cpus.ftrace.zst', 'method-trace.trace'
# The content decides the format, so any sample can have the names in the texts.
NAMES = {
    'capture.ftrace': ANDROID, 'capture.ftrace.zst': ANDROID, 'app.trace': METHODS, 'rhea-atrace.gz': ANDROID, 'a.ftrace': ANDROID, 'b.ftrace': ANDROID,
    'before.ftrace': ANDROID, 'after.ftrace': BUSY, 'runs/run1.ftrace': ANDROID, **{f'before/run{i}.ftrace': ANDROID for i in range(4)}, **{f'after/run{i}.ftrace': BUSY for i in range(4)},
}
# Not available as a sample: the two columns of difffolded.pl.
TEXTS = {'both.folded': 'main;draw 10 12\nmain;wait 5 3\n'}
ENDS = {ANDROID: '3455.132421', BUSY: '29017.889850'}
# Names without an example among the samples.
NOT_HERE = {'a.pftrace': 'the log of a Perfetto trace', 'flamegraph.pl': 'another program', 'NAME': 'a name to put in'}


def list_guide_commands():
    for path in sorted((ROOT / 'data' / 'help' / 'C').glob('*.page')):
        for screen in ElementTree.parse(path).getroot().iter(f'{MALLARD}screen'):
            yield from ((path.name, line) for line in screen.text.splitlines())


def list_text_commands():
    for path in (ROOT / 'README.md', ROOT / 'data' / 'help' / 'guide.md'):
        for block in re.findall(r'^```sh\n(.*?)^```$', path.read_text(encoding='utf-8'), re.MULTILINE | re.DOTALL):
            yield from ((path.name, line) for line in block.splitlines())


def fill(folder):
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    for name, sample in NAMES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / 'data' / 'samples' / sample, folder / name)
        if sample.endswith('.zst'):
            # equal runs count only once, so each gets its own marker in a second frame of zstd
            line = f'        app-1       (      1) [000] .... {ENDS[sample]}: tracing_mark_write: C|1|{name}|1\n'.encode()
            with open(folder / name, 'ab') as file:
                file.write(subprocess.run(['zstd', '-q', '-c'], input=line, capture_output=True, check=True).stdout)


def find_output(line):
    """The file that a command writes."""
    found = re.search(r'(?:-o |--flame[= ]|> )([\w.-]+\.\w+)', re.sub(r"'[^']*'|\"[^\"]*\"", '', line))
    return found and found.group(1)


def check_command(tap, folder, line, where):
    output = find_output(line)
    if output:
        (folder / output).unlink(missing_ok=True)
    result = subprocess.run(['bash', '-c', line], cwd=folder, capture_output=True, check=False, timeout=60)
    # 3 if a condition of --fail-if is true; 1 for check, since part of the trace is lost
    expected = (0, 3) if '--fail-if' in line else (0,)
    tap.check(result.returncode in expected, f'{where}: {line}', result.stderr.decode())
    size = (folder / output).stat().st_size if output and (folder / output).exists() else 0
    tap.check(size > 100 if output else result.stdout or ' check ' in line, f'{where}: {line.split(" -")[0]} says something', (output, result.stderr))


def main():
    tap, program = Tap(), Cli(sys.argv[1]).program
    with tempfile.TemporaryDirectory(prefix='strata-guide-') as scratch:
        folder = pathlib.Path(scratch)
        (folder / 'bin').mkdir()
        (folder / 'bin' / 'strata-cli').symlink_to(pathlib.Path(program).resolve())
        os.environ['PATH'] = f'{folder}/bin:{os.environ["PATH"]}'
        fill(folder)
        commands = {}
        for where, line in [*list_guide_commands(), *list_text_commands()]:
            if line.startswith('strata-cli ') and not any(word in line for word in NOT_HERE):
                commands.setdefault(line, where)
        tap.check(len(commands) > 60, f'{len(commands)} commands')
        for line, where in commands.items():
            check_command(tap, folder, line, where)
    tap.finish()


main()
