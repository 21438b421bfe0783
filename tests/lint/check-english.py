#!/usr/bin/env python3
"""Checks that no text for users has a word in a sense that a native engineer would not use.

The strings are the msgids of po/zh_CN.po, which the test translations compares with the sources,
the manual pages, the guide and README. The words are those that were once used oddly in this
project.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys

MSGID = re.compile(r'^msgid(?:_plural)? ((?:".*"\n)+)', re.MULTILINE)
# Patterns, and what to write instead.
WORDS = {
    r'\btells?\b|\bis told\b|\btold\b': 'shows, reports, contains, is known',
    r'\bstands?\b(?! for)': 'is, appears',
    r'\blikewise\b': 'the same',
    r'\bodd(?:ity|ities)?\b': 'warning, import warning',
    r'\bmeanwhile\b': 'during',
    r'\bby turns\b': 'alternating',
    r'\bof itself\b|\b(?:has|have|is|are) (?:\w+ ){0,2}of (?:its|their) own\b': 'its own, separate',
    r'\bas (?:people|one) types?\b': 'as typed',
    r'(?<!\bthere )(?<!\bbecause there )\bis no (?!longer|more|other)\w+': 'is not a',
    r'\bguess\b': 'unpredictable',
    r'\breckon': 'compute',
    r'\bgo(?:es)? beyond\b|\bbeyond\b': 'exceeds',
    r'\bfor nothing\b': 'without effect',
    r'\bpeople\b': 'the user',
    r'\ball told\b': 'in total',
    r'\b(?:the|its|each|to|from) begin\b': 'start',
    r'\bexcludes? (?:each other|the others)\b': 'cannot be combined',
    r'\bfor sure\b|\bnot sure\b|\bis sure\b|\bto be sure\b': 'significantly, significant',
    r'\b(?:runs?|calls?) a side\b': 'per side',
    r'\bfor which .* no form\b': 'cannot hold',
    r'\bin place of (?:time|the installed)': 'instead of',
    r'\bdecides what it is\b': 'sets the format',
    r'\bwhatever the case\b': 'ignoring case',
    r'\b(?:that|which|when|if) is said\b|\bwhich is said\b': 'a message says so',
    r'\bend(?:s)? with 3\b': 'exits with status 3',
}


def msgids(text):
    for match in MSGID.finditer(text):
        yield ''.join(line[1:-1] for line in match.group(1).splitlines())


def sentences(root):
    for text in msgids((root / 'po' / 'zh_CN.po').read_text(encoding='utf-8')):
        yield 'po/zh_CN.po', text
    pages = [*(root / 'data' / 'man').glob('*.1'), *(root / 'data' / 'help' / 'C').glob('*.page'), root / 'data' / 'help' / 'guide.md', root / 'README.md']
    for path in sorted(pages):
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            yield f'{path.relative_to(root)}:{number}', line


def main(root):
    root = pathlib.Path(root)
    n_found = 0
    for place, text in sentences(root):
        for pattern, instead in WORDS.items():
            match = re.search(pattern, text, re.IGNORECASE)
            if match:
                n_found += 1
                print(f'{place}: “{match.group(0)}” in “{text[:90]}”: write {instead}')
    return 1 if n_found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
