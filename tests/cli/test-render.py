#!/usr/bin/env python3
"""strata-cli render.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import struct
import sys
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import check_failure, start  # pylint: disable=wrong-import-position


def draw(tap, cli, folder, name, *options):
    """Draws the Android trace; returns the bytes of the picture."""
    out = folder / name
    out.unlink(missing_ok=True)
    result = cli.run('render', folder / 'android.ftrace', '-o', out, *options)
    tap.equal((result.returncode, result.stdout, result.stderr), (0, b'', b''), f'render {name} {" ".join(options)}')
    return out.read_bytes() if out.exists() else b''


def check_tables(tap, cli, folder):
    listed = cli.run('list', 'slices', '--csv', folder / 'android.ftrace').stdout.splitlines()
    table = draw(tap, cli, folder, 'a.csv').splitlines()
    tap.equal((table[0], set(listed) - set(table)), (listed[0], set()), 'a table has the columns of list, and all calls')
    thread = draw(tap, cli, folder, 'b.csv', '--lanes', 'thread:Render').splitlines()
    tap.check(1 < len(thread) < len(table), 'of some lanes only')
    part = draw(tap, cli, folder, 'c.csv', '--span', '+1.2ms..+1.5ms').splitlines()
    tap.check(1 < len(part) < len(table), 'of a span only')
    states = json.loads(draw(tap, cli, folder, 'a.json', '--rows', 'states'))
    tap.equal({'tid', 'state', 'dur_ns'} - set(states[0]), set(), 'states as JSON')
    for options, reason in {('--dark',): b'only with pictures', ('--rows', 'threads'): b'expected slices'}.items():
        result = cli.run('render', folder / 'android.ftrace', '-o', folder / 'd.csv', *options)
        tap.check(result.returncode == 2 and reason in result.stderr, f'refused: {" ".join(options)}')
    tap.equal(cli.run('render', folder / 'android.ftrace', '-o', folder / 'd.png', '--rows', 'slices').returncode, 2, 'a picture has no rows')


def check_far(tap, cli, folder):
    """An item decades away does not hide the others, and is named."""
    path = folder / 'far.json'
    events = [{'ph': 'X', 'pid': 1, 'tid': 1, 'ts': ts, 'dur': 5000, 'name': name} for ts, name in ((1000, 'real'), (1e15, 'late'))]
    path.write_text(json.dumps([*events, {'ph': 'B', 'pid': 1, 'tid': 2, 'ts': 2000, 'name': 'open'}, {'ph': 'i', 's': 't', 'pid': 1, 'tid': 1, 'ts': 1500, 'name': 'now'}]))
    pictures = []
    for name, options in (('whole.png', ()), ('part.png', ('--span', '+0..+5ms'))):
        cli.output('render', path, '-o', folder / name, *options)
        pictures.append((folder / name).read_bytes())
    tap.equal(pictures[0], pictures[1], 'the first picture is of most items')
    tap.equal([(row['kind'], row['count'], row['sample']) for row in cli.json('list', 'diagnostics', path) if row['kind'] == 'far-time'], [('far-time', 1, 'late')], 'the far one')


def main():
    tap, cli, folder = start()

    png = draw(tap, cli, folder, 'a.png', '--size', '800x300')
    tap.equal((png[:8], struct.unpack('>II', png[16:24])), (b'\x89PNG\r\n\x1a\n', (800, 300)), 'PNG of the size asked for')
    tap.equal(draw(tap, cli, folder, 'b.png', '--size', '800x300'), png, 'the same picture twice')
    tap.equal(struct.unpack('>I', draw(tap, cli, folder, 'c.png', '--size', '640')[16:20])[0], 640, 'width alone')

    svg = draw(tap, cli, folder, 'a.svg', '--size', '800x300')
    tap.check(xml.fromstring(svg.decode()).tag.endswith('svg'), 'SVG')
    tap.equal(draw(tap, cli, folder, 'A.PDF')[:5], b'%PDF-', 'PDF, by a suffix in capitals')

    different = {
        'dark': ['--dark'],
        'span': ['--span', '+1ms..'],
        'lanes': ['--lanes', 'cpu*'],
        'select': ['--select', 'doFrame'],
        'select-async': ['--select', 'request'],
    }
    for what, options in different.items():
        tap.check(draw(tap, cli, folder, f'{what}.png', '--size', '800x300', *options) != png, f'--{what} draws another picture')

    check_failure(tap, cli.run('render', '--size', '30000x30000', folder / 'android.ftrace', '-o', folder / 'big.png'), 2, ['100 million pixels', '30000 × 30000'], 'a picture of 3.6 GB')
    tap.check(not (folder / 'big.png').exists(), 'is not begun')
    check_tables(tap, cli, folder)
    check_far(tap, cli, folder)
    tap.finish()


main()
