"""Test results as TAP, and a function that runs strata-cli.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import csv
import io
import json
import os
import subprocess
import sys

from forks import TIMEOUT, Forks


class Tap:
    """Counts checks and prints one line each."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def check(self, is_right, what, found=None):
        self.count += 1
        self.failed += not is_right
        print(f'{"ok" if is_right else "not ok"} {self.count} - {what.replace("#", "No ")}', flush=True)
        if not is_right and found is not None:
            for line in str(found).splitlines()[:20]:
                print(f'# {line}'[:300])

    def equal(self, found, wanted, what):
        self.check(found == wanted, what, f'found  {found!r}\nwanted {wanted!r}')

    def none(self, faults, what):
        """A check of many items that collected the faults."""
        faults = list(faults)
        self.check(not faults, what, '\n'.join(map(str, faults)))

    def finish(self):
        print(f'1..{self.count}')
        sys.exit(1 if self.failed or not self.count else 0)


def read_csv(text):
    """Rows by column name, in a third of the time of csv.DictReader; no cell may be missing."""
    rows = csv.reader(io.StringIO(text, newline=''))
    names = next(rows, [])
    return (dict(zip(names, row, strict=True)) for row in rows if row)


class Cli:
    """Runs strata-cli, in forks if meson names the program for that."""

    def __init__(self, program):
        self.program = program
        self.forks = Forks(os.environ['STRATA_CLI_FORKS']) if 'STRATA_CLI_FORKS' in os.environ else None

    def run(self, *arguments, data=None, env=None, cwd=None):
        words = [self.program, *map(str, arguments)]
        if self.forks:
            return self.forks.run(words, data, env or os.environ, cwd or os.getcwd())
        return subprocess.run(words, input=data, capture_output=True, check=False, timeout=TIMEOUT, env=env, cwd=cwd)

    def output(self, *arguments):
        result = self.run(*arguments)
        if result.returncode != 0:
            raise RuntimeError(f'{arguments}: exit {result.returncode}: {result.stderr.decode()}')
        return result.stdout.decode('utf-8')

    def json(self, *arguments):
        return json.loads(self.output(*arguments, '--json'))

    def rows(self, *arguments):
        return read_csv(self.output(*arguments, '--csv'))
