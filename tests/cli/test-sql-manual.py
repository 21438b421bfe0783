#!/usr/bin/env python3
"""The examples of strata-sql(7) return the printed results, and its other statements run.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tap import Cli, Tap  # pylint: disable=wrong-import-position

SAMPLES = pathlib.Path(__file__).parents[2] / 'data' / 'samples'
# The span tables of the page's examples; the page only names them.
SPANS = """CREATE VIEW a AS SELECT ts, dur, utid, name FROM thread_slice WHERE depth = 0 AND dur > 0;
CREATE VIEW b AS SELECT ts, dur, utid, state FROM thread_state WHERE dur > 0;
"""


def get_text(block):
    return block.replace('\\-', '-').replace('\\(aq', "'").replace('\\&', '').replace('\\e', '\\')


def get_blocks(page):
    return [get_text(block) for block in re.findall(r'^\.EX\n(.*?)^\.EE$', page, re.MULTILINE | re.DOTALL)]


def main():
    tap, cli = Tap(), Cli(sys.argv[1])
    page = subprocess.run([sys.argv[2]], capture_output=True, text=True, check=True).stdout
    before, examples = page.split('.SH EXAMPLES')
    names = re.findall(r'android\S+\.zst', get_text(examples))
    tap.equal(len(names), 2, 'the page names two samples')
    for statement in get_blocks(before):
        result = cli.run('query', '--csv', SAMPLES / names[0], f'{SPANS}{statement} SELECT count(*) > 0 AS n FROM x')
        tap.equal(result.stdout, b'n\n1\n', statement.strip())
    blocks = get_blocks(examples)
    gives = re.findall(r'^gives.*$', examples, re.MULTILINE)
    tap.check(len(blocks) == 2 * len(gives) and len(gives) >= 5, 'each example says what it gives')
    for sql, rows, words in zip(blocks[::2], blocks[1::2], gives):
        result = cli.run('query', '--csv', *(SAMPLES / name for name in names[:1 + ('two' in words)]), sql)
        tap.equal(result.stdout.decode(), rows, sql.splitlines()[0])
    tap.finish()


if __name__ == '__main__':
    main()
