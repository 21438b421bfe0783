#!/usr/bin/env python3
"""make-html.py OUTPUT FOLDER...: the guide as pages for browsers, for computers without Yelp.

The first folder has the English pages and the pictures; every other folder is named for its language and
has that language's pages in a folder "strata". Each becomes a folder of OUTPUT. It knows what our pages use of Mallard; the check of the guide keeps them to that.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import html
import pathlib
import shutil
import sys
import xml.etree.ElementTree as ElementTree

MALLARD = '{http://projectmallard.org/1.0/}'
TAGS = {'p': 'p', 'code': 'code', 'file': 'code', 'screen': 'pre', 'list': 'ul', 'steps': 'ol', 'item': 'li', 'gui': 'b', 'key': 'kbd', 'keyseq': 'span', 'terms': 'dl'}
STYLE = ('body{margin:0 auto;max-width:46em;padding:24px;font:16px/1.5 "Cantarell","Noto Sans",sans-serif;color-scheme:light dark}'
         'pre{padding:12px;border:1px solid #8884;border-radius:6px;overflow-x:auto}img{max-width:100%}'
         'kbd{padding:0 5px;border:1px solid #8888;border-radius:4px}dt{font-weight:bold;margin-top:10px}dd{margin-left:1.5em}')


def convert(node):
    """An element, and what follows it, as HTML."""
    tag = node.tag.replace(MALLARD, '')
    if tag == 'info':
        return ''
    inner = html.escape(node.text or '') + ''.join(convert(child) for child in node)
    tail = html.escape(node.tail or '')
    if tag == 'title':
        return f'<h2>{inner}</h2>{tail}'
    if tag == 'link':
        return f'<a href="{html.escape(node.get("xref").split("#")[0])}.html">{inner}</a>{tail}'
    if tag == 'media':
        return f'<figure><img src="../C/{html.escape(node.get("src"))}" alt=""><figcaption>{inner}</figcaption></figure>{tail}'
    if tag == 'section':
        return f'<section id="{html.escape(node.get("id"))}">{inner}</section>{tail}'
    if tag == 'terms':
        rows = ''.join('<dt>' + ''.join(html.escape(title.text or '') + ''.join(convert(part) for part in title) for title in item.findall(f'{MALLARD}title')) +
                       '</dt><dd>' + ''.join(convert(part) for part in item.findall(f'{MALLARD}p')) + '</dd>' for item in node)
        return f'<dl>{rows}</dl>{tail}'
    return f'<{TAGS[tag]}>{inner}</{TAGS[tag]}>{tail}'


def write(path, language, title, body, is_index):
    back = '' if is_index else '<p><a href="index.html">Strata</a></p>'
    path.write_text(f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
                    f'<style>{STYLE}</style>\n</head>\n<body>\n{back}{body}\n</body>\n</html>\n', encoding='utf-8')


def write_language(folder, output, language):
    output.mkdir(parents=True, exist_ok=True)
    pages = {path.stem: ElementTree.parse(path).getroot() for path in sorted(folder.glob('*.page'))}
    topics = {}
    for name, root in pages.items():
        if name == 'index':
            continue
        title = root.find(f'{MALLARD}title').text
        info = root.find(f'{MALLARD}info')
        group = info.find(f'{MALLARD}link').get('xref').split('#')[1]
        topics.setdefault(group, []).append((title, name, info.find(f'{MALLARD}desc').text))
        body = ''.join(convert(node) for node in root if node.tag != f'{MALLARD}title')
        write(output / f'{name}.html', language, title, f'<h1>{html.escape(title)}</h1>{body}', False)
    index = '<h1>Strata</h1>'
    for section in pages['index'].findall(f'{MALLARD}section'):
        rows = ''.join(f'<li><a href="{name}.html">{html.escape(title)}</a>: {html.escape(text)}</li>' for title, name, text in topics.get(section.get('id'), []))
        index += f'<h2>{html.escape(section.find(f"{MALLARD}title").text)}</h2><ul>{rows}</ul>'
    write(output / 'index.html', language, 'Strata', index, True)


def main():
    output, english, *others = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    write_language(english, output / 'C', 'en')
    for folder in others:
        write_language(folder / 'strata', output / folder.name, folder.name.replace('_', '-'))
    # all languages show the same pictures
    shutil.copytree(english / 'figures', output / 'C' / 'figures')


main()
