#!/usr/bin/env python3
"""Checks the guide: pages are valid and linked, commands and keys in it exist, and translations are complete.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import html
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

MALLARD = '{http://projectmallard.org/1.0/}'
SCHEMA = '/usr/share/xml/mallard/1.0/mallard-1.0.rng'


def list_words(program, *arguments):
    result = subprocess.run([program, *arguments], capture_output=True, check=True, timeout=60)
    return {line.split('\t')[0] for line in result.stdout.decode().splitlines()}


def find_command_faults(program, line):
    """Commands of strata-cli must exist, with all their options."""
    words = shlex.split(line)
    if words[0] != 'strata-cli' or len(words) < 2:
        return
    if words[1] not in list_words(program, '--list-commands'):
        yield f'no command {words[1]}'
        return
    # dmtracedump has Android's own kind of options
    options = list_words(program, words[1], '--list-options') if words[1] != 'dmtracedump' else set(words)
    for word in words[2:]:
        name = word.split('=')[0] if word.startswith('--') else word
        if word.startswith('-') and len(word) > 1 and name not in options:
            yield f'strata-cli {words[1]} has no {name}'


def find_page_faults(folder, path, names, program):
    root = ElementTree.parse(path).getroot()
    if root.tag != f'{MALLARD}page' or root.get('id') != path.stem:
        yield 'its id is not its name'
    sections = {section.get('id') for section in ElementTree.parse(folder / 'index.page').getroot().iter(f'{MALLARD}section')}
    guides = [link.get('xref') for link in root.iter(f'{MALLARD}link') if link.get('type') == 'guide']
    if path.stem != 'index' and (len(guides) != 1 or guides[0] not in {f'index#{section}' for section in sections}):
        yield f'it is not in the index: {guides}'
    for link in root.iter(f'{MALLARD}link'):
        if link.get('xref').split('#')[0] not in names:
            yield f'no page {link.get("xref")}'
    for media in root.iter(f'{MALLARD}media'):
        if not (folder / media.get('src')).is_file():
            yield f'no picture {media.get("src")}'
    for screen in root.iter(f'{MALLARD}screen'):
        for line in screen.text.splitlines():
            yield from find_command_faults(program, line)


def find_key_faults(source, folder):
    """The page of keys must match the window's overview of shortcuts."""
    overlay = (source / 'ui' / 'gtk' / 'help-overlay.ui').read_text(encoding='utf-8')
    shown = re.findall(r'GtkShortcutsShortcut">\s*<property name="title"[^>]*>([^<]+)<', overlay)
    page = ElementTree.parse(folder / 'keys.page').getroot()
    told = {title.text for title in page.iter(f'{MALLARD}title')}
    yield from (f'keys.page: no “{title}”' for title in map(html.unescape, shown) if title not in told)


def find_warning_faults(source, folder):
    """The page of warnings must have each warning of an import."""
    kinds = (source / 'src' / 'base' / 'strata-diagnostics.h').read_text(encoding='utf-8')
    page = ElementTree.parse(folder / 'warnings.page').getroot()
    told = {title.text for title in page.iter(f'{MALLARD}title')}
    yield from (f'warnings.page: no “{text}”' for text in re.findall(r'N_ \("([^"]+)"\)', kinds) if text not in told)


def find_pane_faults(source, names):
    """The pages opened by F1 and "?" must exist."""
    for path in sorted((source / 'src' / 'app').rglob('*.c')):
        text = path.read_text(encoding='utf-8')
        pages = re.findall(r'strata_help_set_page \([^"\n]*"([\w-]+)"', text) + re.findall(r'STRATA_PANES_\w+, N_ \("[^"]+"\), "([\w-]+)"', text)
        yield from (f'{path.name}: no page {page}' for page in pages if page not in names)


def find_schema_faults(paths):
    """The pages must be valid according to Mallard's schema."""
    if not pathlib.Path(SCHEMA).exists():
        yield f'{SCHEMA} is missing: install mallard-rng'
        return
    result = subprocess.run(['xmllint', '--noout', '--relaxng', SCHEMA, *paths], capture_output=True)
    yield from (line for line in result.stderr.decode().splitlines() if not line.endswith(' validates'))


def find_translation_faults(folder, language, paths):
    """Each language must have every message of the pages, and its translated pages must be valid."""
    messages = folder / language / f'{language}.po'
    with tempfile.TemporaryDirectory() as scratch:
        template, compiled = f'{scratch}/help.pot', f'{scratch}/{language}.mo'
        subprocess.run(['itstool', '-o', template, *paths], check=True)
        for command in (['msgfmt', '-c', '-o', compiled, messages], ['msgcmp', messages, template]):
            result = subprocess.run(command, capture_output=True)
            if result.returncode != 0:
                yield f'{messages.name}: {result.stderr.decode()}ninja -C build help-update-po, then translate'
                return
        result = subprocess.run(['itstool', '--strict', '-l', language, '-m', compiled, '-o', scratch, *paths], capture_output=True)
        if result.returncode != 0:
            yield f'{messages.name}: {result.stderr.decode()}'
        yield from find_schema_faults(sorted(pathlib.Path(scratch).glob('*.page')))


def main():
    source, program = pathlib.Path(sys.argv[1]), str(pathlib.Path(sys.argv[2]).resolve())
    folder = source / 'data' / 'help' / 'C'
    paths = sorted(folder.glob('*.page'))
    names = {path.stem for path in paths}
    faults = [f'{path.name}: {fault}' for path in paths for fault in find_page_faults(folder, path, names, program)]
    meson = (source / 'data' / 'help' / 'meson.build').read_text(encoding='utf-8')
    faults += [f'data/help/meson.build does not install {path.name}' for path in paths if f"'C/{path.name}'" not in meson]
    faults += find_schema_faults(paths)
    faults += find_key_faults(source, folder)
    faults += find_warning_faults(source, folder)
    faults += find_pane_faults(source, names)
    shown = set(re.findall(r'figures/([\w.-]+)', ''.join(path.read_text(encoding='utf-8') for path in paths)))
    faults += [f'{path.name} is in no page' for path in (folder / 'figures').iterdir() if path.name not in shown]
    lines = (source / 'data' / 'help' / 'LINGUAS').read_text(encoding='utf-8').splitlines()
    for language in (line for line in lines if line and not line.startswith('#')):
        faults += find_translation_faults(source / 'data' / 'help', language, paths)
    print('\n'.join(faults) or f'{len(paths)} pages')
    sys.exit(bool(faults) or not paths)


main()
