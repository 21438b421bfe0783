/* page.js - tables that sort and filter, pictures and flame graphs that zoom
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
'use strict';
(() => {
  const words = document.body.dataset;
  const leastFiltered = 8;

  /* numbers by size, words as they read; what is not known comes last, whichever way */
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v !== undefined ? Number(cell.dataset.v) : cell.classList.contains('text') ? cell.textContent : NaN;
  };
  const isUnknown = x => typeof x === 'number' && Number.isNaN(x);
  const order = (a, b, direction) => {
    if (isUnknown(a) || isUnknown(b))
      return isUnknown(a) - isUnknown(b);
    return direction * (typeof a === 'number' ? a - b : a.localeCompare(b));
  };
  const sort = (table, column, header) => {
    const isDescending = header.getAttribute('aria-sort') ? header.getAttribute('aria-sort') === 'ascending' : !header.classList.contains('text');
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => [value(row, column), row]);
    rows.sort((a, b) => order(a[0], b[0], isDescending ? -1 : 1));
    for (const other of header.parentNode.cells)
      other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
    body.append(...rows.map(pair => pair[1]));
    table.parentNode.scrollTop = 0;
  };
  const addSorting = table => {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      const button = document.createElement('button');
      button.textContent = header.textContent;
      header.replaceChildren(button);
      button.addEventListener('click', () => sort(table, column, header));
    });
  };

  const addFilter = table => {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < leastFiltered || !table.querySelector('td.text'))
      return;
    const input = document.createElement('input');
    const count = document.createElement('output');
    const bar = document.createElement('div');
    input.type = 'search';
    input.placeholder = words.filter;
    input.setAttribute('aria-label', words.filter);
    bar.className = 'tools';
    bar.append(input, count);
    table.parentNode.before(bar);
    input.addEventListener('input', () => {
      const terms = input.value.toLowerCase().split(/\s+/).filter(term => term);
      let n = 0;
      for (const row of rows) {
        const text = [...row.cells].filter(cell => cell.classList.contains('text')).map(cell => cell.textContent).join(' ').toLowerCase();
        row.hidden = !terms.every(term => text.includes(term));
        n += !row.hidden;
      }
      count.textContent = terms.length ? `${n} / ${rows.length}` : '';
    });
  };
  for (const table of document.querySelectorAll('.wide > table')) {
    addSorting(table);
    addFilter(table);
  }

  const makeButton = (text, label, onClick) => {
    const button = document.createElement('button');
    button.textContent = text;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', onClick);
    return button;
  };

  /* pictures of timelines zoom and scroll together */
  const pictures = [...document.querySelectorAll('.wide.zooms')];
  let zoom = 1;
  const follow = leader => {
    for (const other of pictures)
      if (other !== leader)
        other.scrollLeft = leader.scrollLeft;
  };
  const setZoom = (factor, leader) => {
    const middle = (leader.scrollLeft + leader.clientWidth / 2) / leader.scrollWidth;
    zoom = Math.min(Math.max(zoom * factor, 1), 16);
    for (const picture of pictures)
      picture.querySelector('img').style.width = `${100 * zoom}%`;
    leader.scrollLeft = middle * leader.scrollWidth - leader.clientWidth / 2;
    follow(leader);
  };
  for (const picture of pictures) {
    const bar = document.createElement('div');
    bar.className = 'tools';
    bar.append(makeButton('+', words.zoomIn, () => setZoom(2, picture)), makeButton('−', words.zoomOut, () => setZoom(0.5, picture)), makeButton('1:1', words.zoomAll, () => setZoom(1 / zoom, picture)));
    picture.before(bar);
    picture.addEventListener('scroll', () => follow(picture));
    picture.addEventListener('wheel', event => {
      if (!event.ctrlKey)
        return;
      event.preventDefault();
      setZoom(event.deltaY > 0 ? 0.5 : 2, picture);
    }, { passive: false });
  }

  /* a flame graph: of each side [depth, name, begin, length, other length, step] by turns, in the order of calls */
  const source = document.getElementById('flame-data');
  if (!source)
    return;
  const data = JSON.parse(source.textContent);
  const holder = document.getElementById('flame');
  const rowPx = 18;
  const font = '12px "Cantarell","Noto Sans","Segoe UI",sans-serif';
  const canvas = document.createElement('canvas');
  const told = document.createElement('output');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let side = 1, root = null, hits = [];

  const boxes = data.sides.map(flat => {
    const all = [];
    for (let i = 0; i < flat.length; i += 6)
      all.push({ depth: flat[i], name: data.names[flat[i + 1]], begin: flat[i + 2], length: flat[i + 3], other: flat[i + 4], step: flat[i + 5] });
    return all;
  });
  const total = all => all.reduce((end, box) => box.depth === 1 ? Math.max(end, box.begin + box.length) : end, 0);
  const color = step => {
    const light = dark.matches ? [44, 30, 24] : [90, 82, 70];
    if (step === 0)
      return dark.matches ? '#4a4e57' : '#d4d7dd';
    return `hsl(${step > 0 ? 8 : 212} ${45 + 10 * Math.abs(step)}% ${light[0] - (Math.abs(step) - 1) * (dark.matches ? -5 : 8)}%)`;
  };
  const describe = box => {
    const a = side === 0 ? box.length : box.other, b = side === 0 ? box.other : box.length;
    const change = a > 0 ? ` (${b >= a ? '+' : '−'}${(100 * Math.abs(b - a) / a).toFixed(1)} %)` : '';
    return `${box.name}: A ${format(a)}, B ${format(b)}${change}`;
  };
  const format = ns => data.unit ? `${ns} ${data.unit}` : ns >= 1e9 ? `${(ns / 1e9).toFixed(3)} s` : ns >= 1e6 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e3).toFixed(1)} µs`;

  // what is left of a long name is the method's own: neither its parameters nor what it belongs to
  const dropParameters = name => {
    const open = name.indexOf('('), close = name.lastIndexOf(')');
    return open > 0 && close > open && name[open - 1] !== ' ' && name.length - close <= ') const noexcept'.length ? name.slice(0, open) : name;
  };
  const hasPath = name => dropParameters(name) !== name || (!name.includes(' ') && /[./]|::/.test(name));
  const fit = (g, name, width) => {
    if (g.measureText(name).width <= width)
      return name;
    const text = dropParameters(name), isEnd = hasPath(name);
    const cut = n => n >= text.length ? text : isEnd ? '…' + text.slice(-n) : text.slice(0, n) + '…';
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (g.measureText(cut(middle)).width <= width) low = middle; else high = middle - 1;
    }
    return low > 1 ? cut(low) : '';
  };
  const draw = () => {
    const all = boxes[side];
    const begin = root ? root.begin : 0, length = root ? root.length : total(all);
    const depth = Math.max(1, ...all.filter(box => box.begin < begin + length && box.begin + box.length > begin).map(box => box.depth));
    const ratio = Math.min(window.devicePixelRatio || 1, 16000 / (depth * rowPx));
    const width = holder.clientWidth;
    canvas.style.width = '100%';
    canvas.style.height = `${depth * rowPx}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(depth * rowPx * ratio);
    const g = canvas.getContext('2d');
    g.scale(ratio, ratio);
    g.font = font;
    g.textBaseline = 'middle';
    hits = [];
    for (const box of all) {
      const x = Math.max((box.begin - begin) / length, 0) * width, end = Math.min((box.begin + box.length - begin) / length, 1) * width;
      if (end - x < 0.4)
        continue;
      const y = (box.depth - 1) * rowPx;
      g.fillStyle = color(box.step);
      g.fillRect(x, y, Math.max(end - x - 1, 0.5), rowPx - 1);
      if (end - x > 20) {
        g.fillStyle = dark.matches ? '#f2f3f5' : '#16181d';
        g.fillText(fit(g, box.name, end - x - 8), x + 4, y + rowPx / 2);
      }
      hits.push([x, end, y, box]);
    }
    canvas.dataset.boxes = String(hits.length);
  };
  const find = event => {
    const rect = canvas.getBoundingClientRect(), x = event.clientX - rect.left, y = event.clientY - rect.top;
    const hit = hits.find(([begin, end, top]) => x >= begin && x < end && y >= top && y < top + rowPx);
    return hit ? hit[3] : null;
  };
  const setRoot = box => {
    root = box;
    told.textContent = box ? describe(box) : '';
    draw();
  };
  const show = index => {
    const name = root && root.name, depth = root && root.depth;
    side = index;
    for (const element of document.querySelectorAll('[data-widths]'))
      element.hidden = Number(element.dataset.widths) !== side;
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === side)));
    setRoot(root ? boxes[side].find(box => box.name === name && box.depth === depth) || null : null);
  };
  const bar = document.createElement('div');
  const buttons = [words.widthsA, words.widthsB].map((text, i) => makeButton(text, text, () => show(i)));
  bar.className = 'tools';
  bar.append(...buttons, makeButton(words.zoomAll, words.zoomAll, () => setRoot(null)), told);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', words.flame);
  canvas.addEventListener('click', event => setRoot(find(event)));
  canvas.addEventListener('pointermove', event => {
    const box = find(event);
    canvas.title = box ? describe(box) : '';
  });
  holder.append(bar, canvas);
  dark.addEventListener('change', draw);
  window.addEventListener('resize', draw);
  show(1);
})();
