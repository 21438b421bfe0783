#!/usr/bin/env python3
"""strata-cli render.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import struct
import sys
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from fixture import start  # pylint: disable=wrong-import-position


def draw(tap, cli, folder, name, *options):
    """The bytes of a picture of the Android trace."""
    out = folder / name
    out.unlink(missing_ok=True)
    result = cli.run('render', folder / 'android.ftrace', '-o', out, *options)
    tap.equal((result.returncode, result.stdout, result.stderr), (0, b'', b''), f'render {name} {" ".join(options)}')
    return out.read_bytes() if out.exists() else b''


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

    tap.finish()


main()
