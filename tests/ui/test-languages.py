#!/usr/bin/python3
"""The window in German and Chinese: no pane shows an English text that the catalogue translates.

test-languages.py SCENARIO STRATA SAMPLES-FOLDER, inside a session bus and an X server.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import functools
import gettext
import os
import re
import subprocess

from driver import PATIENCE_S, Program, act, check, find_x_window, frame, get_extents, is_true_within, list_named, run

SAMPLES = ('android-slow-frame.ftrace.zst', 'method-trace.trace')
PANES = ('selection', 'frames', 'profile', 'tree', 'flame', 'slices', 'usage', 'events', 'bookmarks', 'report', 'query', 'log')
LEAST_PARTS = 300
WIDTH_PX = 1000
# Conversions of printf.
CONVERSION = re.compile(r'%(?:\d+\$)?[-+ 0\d.*]*(?:l|ll|z|h)?[a-zA-Z]')
# Texts of the trace in tables are not translated.
OF_THE_TRACE = {'table cell', 'table row', 'text', 'entry'}


def make_pattern(message):
    """A pattern for a shown message: without mnemonics, with anything for a conversion."""
    text = message.replace('%%', '%') if CONVERSION.search(message) else message.replace('_', '')
    return re.compile('.+'.join(re.escape(part) for part in CONVERSION.split(text)), re.DOTALL)


class Catalogue:
    """The English texts that have a translation."""

    def __init__(self, language):
        path = f'{os.environ["STRATA_LOCALE_DIR"]}/{language}/LC_MESSAGES/strata.mo'
        with open(path, 'rb') as file:
            messages = gettext.GNUTranslations(file)._catalog  # pylint: disable=protected-access
        pairs = [(key[0] if isinstance(key, tuple) else key, text) for key, text in messages.items()]
        pairs = [(key.split('\x04')[-1], text) for key, text in pairs if key]
        self.translated = {text.replace('_', '') for _, text in pairs}
        changed = [key for key, text in pairs if key != text]
        self.plain = {key.replace('_', '') for key in changed if not CONVERSION.search(key)}
        # at least one word besides the conversions, or the pattern would match anything
        self.patterns = [make_pattern(key) for key in changed if CONVERSION.search(key) and len(re.findall(r'[A-Za-z]{3,}', CONVERSION.sub('', key))) > 1]
        self.targets = [make_pattern(text) for key, text in pairs if CONVERSION.search(key) and key != text]

    def is_english(self, name):
        if name in self.translated:
            return False
        return name in self.plain or (any(pattern.fullmatch(name) for pattern in self.patterns) and not any(target.fullmatch(name) for target in self.targets))


def read_names(window):
    """The names of all parts but the content of the trace, once the panes, which fill while they are shown, have enough of them."""
    names = [name for _, _, name in list_named(window, *OF_THE_TRACE)]
    return names if len(names) > LEAST_PARTS else None


def find_english(window, catalogue):
    """The number of parts of all panes, and the English ones among them."""
    for pane in PANES:
        act(window, f'win.show-{pane}')
    names = is_true_within(PATIENCE_S, lambda: read_names(window)) or []
    return len(names), sorted({name for name in names if name and catalogue.is_english(name)})


def list_underlined(window):
    """Buttons that were in sight, i.e. have a size, whose mnemonic would be read aloud."""
    marked = {(name, node) for node, role, name in list_named(window) if role in ('push button', 'toggle button') and '_' in name}
    return sorted({name for name, node in marked if get_extents(node).width > 0})


def try_width(content, sample, before_px, width_px):
    """Asks for a width each time: a request that comes while the pane is laid out is overridden by the window's own."""
    subprocess.run(['xdotool', 'windowsize', find_x_window(sample), str(width_px), '800'], check=True)
    now_px = get_extents(content).width
    return now_px != before_px and 0 < now_px <= width_px


def list_wide(window, sample):
    """Panes that make a window of 1,000 pixels wider, with how wide it gets. Each pane gets another width, so that its own
    layout is seen and not that of the pane before; only a pane that is too wide needs all the patience."""
    content = window.list_children()[0]
    wide = []
    for i, pane in enumerate(PANES):
        act(window, f'win.show-{pane}')
        resize = functools.partial(try_width, content, sample, get_extents(content).width, WIDTH_PX - i % 2)
        if not is_true_within(PATIENCE_S, resize):
            wide.append((pane, get_extents(content).width))
    return wide


def walk(strata, samples, language):
    catalogue = Catalogue(language)
    for sample in SAMPLES:
        with Program(strata, samples / sample, LANGUAGE=language):
            n_parts, english = find_english(frame(sample), catalogue)
            check(f'{sample} in {language}: {n_parts} parts, none English: {english}', n_parts > LEAST_PARTS and not english)
            underlined = list_underlined(frame(sample))
            check(f'no mnemonic is read aloud: {underlined}', not underlined)
            wide = list_wide(frame(sample), sample)
            check(f'and none is too wide: {wide}', not wide)


def check_without(strata, samples):
    """In English nearly all parts are found to be English, so the check works."""
    with Program(strata, samples / SAMPLES[0], LANGUAGE='en'):
        n_parts, english = find_english(frame(SAMPLES[0]), Catalogue('de'))
        check(f'{len(english)} of {n_parts} parts are known to be English', len(english) > 80)


def check_german(strata, samples):
    walk(strata, samples, 'de')


def check_chinese(strata, samples):
    walk(strata, samples, 'zh_CN')


if __name__ == '__main__':
    run(globals())
