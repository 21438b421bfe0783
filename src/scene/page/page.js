/* page.js - the timeline of a finding, which zooms
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const canvas = document.getElementById('lanes');
  const ruler = document.getElementById('ruler');
  const tip = document.getElementById('tip');
  const font = '12px "Cantarell","Noto Sans","Segoe UI",sans-serif';
  let left = 0;   /* first column of the picture that is shown */
  let shown = data.width;
  let drag = null;

  const css = new Map();
  const color = c => {
    if (!css.has(c))
      css.set(c, `rgba(${c >>> 16 & 255},${c >>> 8 & 255},${c & 255},${(c >>> 24) / 255})`);
    return css.get(c);
  };
  const head = () => Math.min(data.head, canvas.clientWidth / 3);
  const scale = () => (canvas.clientWidth - head()) / shown;
  const clamp = () => {
    shown = Math.min(Math.max(shown, data.width / 20000), data.width);
    left = Math.min(Math.max(left, 0), data.width - shown);
  };

  const fit = (g, text, width) => {
    if (g.measureText(text).width <= width)
      return text;
    let low = 0, high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (g.measureText(text.slice(0, middle) + '…').width <= width) low = middle; else high = middle - 1;
    }
    return low > 1 ? text.slice(0, low) + '…' : '';
  };

  const boxes = (g, b, x, w) => {
    for (let i = 0; i < b.length; i += 5)
      if (b[i] + b[i + 2] >= left && b[i] <= left + shown) {
        g.fillStyle = color(b[i + 4]);
        g.fillRect(x(b[i]), b[i + 1], Math.max(w(b[i + 2]), 0.5), b[i + 3]);
      }
  };
  const strips = (g, all, x, w) => {
    for (const s of all) {
      let at = s[0];
      for (let i = 3; i < s.length; at += s[i], i += 2)
        if (s[i + 1] && at + s[i] >= left && at <= left + shown) {
          g.fillStyle = color(s[i + 1]);
          g.fillRect(x(at), s[1], Math.max(w(s[i]), 0.5), s[2]);
        }
    }
  };
  const graphs = (g, all, x, w) => {
    for (const s of all) {
      let at = s[0];
      for (let i = 5; i < s.length; at += s[i], i += 3)
        if (s[i + 1] >= 0 && at + s[i] >= left && at <= left + shown) {
          g.fillStyle = color(s[3]);
          g.fillRect(x(at), s[1] + s[i + 1], Math.max(w(s[i]), 0.5), s[2] - s[i + 1]);
          g.fillStyle = color(s[4]);
          g.fillRect(x(at), s[1] + s[i + 1], Math.max(w(s[i]), 0.5), Math.max(s[i + 2] - s[i + 1], 1));
        }
    }
  };
  const shapes = (g, h, x) => {
    for (let i = 0; i < h.length; i += 5) {
      const px = x(h[i + 1]), y = h[i + 2], n = h[i + 3];
      g.fillStyle = color(h[i + 4]);
      g.beginPath();
      if (h[i] === 2) { g.moveTo(px + n / 2, y); g.lineTo(px + n, y + n / 2); g.lineTo(px + n / 2, y + n); g.lineTo(px, y + n / 2); }
      else if (h[i] === 1) { g.moveTo(px, y); g.lineTo(px + n, y); g.lineTo(px + n / 2, y + n); }
      else { g.moveTo(px, y); g.lineTo(px + n, y + n / 2); g.lineTo(px, y + n); }
      g.fill();
    }
  };
  const arrows = (g, all, x) => {
    for (const a of all) {
      g.strokeStyle = color(a[9]);
      g.lineWidth = Math.max(a[8], 1);
      g.beginPath();
      g.moveTo(x(a[0]), a[1]);
      g.bezierCurveTo(x(a[2]), a[3], x(a[4]), a[5], x(a[6]), a[7]);
      g.stroke();
    }
  };
  const texts = (g, all, x, w, first, last) => {
    for (const t of all) {
      const begin = Math.max(x(t[0]), first), end = Math.min(x(t[0]) + w(t[2]), last);
      if (end - begin < 16)
        continue;
      g.font = (t[5] & 1 ? 'bold ' : '') + font;
      const text = fit(g, t[6], end - begin);
      g.fillStyle = color(t[4]);
      g.fillText(text, t[5] & 8 ? begin + (end - begin - g.measureText(text).width) / 2 : begin, t[1] + t[3] / 2);
    }
  };
  const paint = (g, layers, x, w, first, last) => {
    for (const layer of layers) {
      boxes(g, layer.b, x, w);
      strips(g, layer.s, x, w);
      graphs(g, layer.g, x, w);
      shapes(g, layer.h, x);
      arrows(g, layer.a, x);
      texts(g, layer.t, x, w, first, last);
    }
  };

  const begin = (element, height) => {
    const ratio = Math.min(window.devicePixelRatio || 1, 16000 / height);
    element.width = Math.round(element.clientWidth * ratio);
    element.height = Math.round(height * ratio);
    const g = element.getContext('2d');
    g.scale(ratio, ratio);
    g.textBaseline = 'middle';
    return g;
  };
  /* as many digits as tell a mark from the next */
  const label = (ns, step) => {
    const [size, name] = ns >= 1e9 ? [1e9, 's'] : ns >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs'];
    return `+${(ns / size).toFixed(Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9)))} ${name}`;
  };

  const drawRuler = () => {
    const g = begin(ruler, 26), perPx = data.ns / data.width / scale();
    let step = 10 ** Math.ceil(Math.log10(perPx * 90));
    if (step / 5 >= perPx * 90) step /= 5; else if (step / 2 >= perPx * 90) step /= 2;
    g.font = font;
    g.fillStyle = '#5a6070';
    for (let ns = Math.ceil(left * data.ns / data.width / step) * step; ns <= (left + shown) * data.ns / data.width; ns += step) {
      const x = head() + (ns * data.width / data.ns - left) * scale();
      g.fillRect(x, 18, 1, 8);
      g.fillText(ns === 0 ? '0' : label(ns, step), x + 3, 10);
    }
  };

  const draw = () => {
    clamp();
    canvas.style.height = `${data.height}px`;
    const g = begin(canvas, data.height), h = head(), k = scale(), width = canvas.clientWidth;
    g.save();
    g.beginPath();
    g.rect(h, 0, width - h, data.height);
    g.clip();
    for (const list of data.lanes)
      paint(g, list, x => h + (x - left) * k, w => w * k, h, width);
    g.restore();
    g.save();
    g.beginPath();
    g.rect(0, 0, h, data.height);
    g.clip();
    const oldLeft = left, oldShown = shown;
    left = 0;
    shown = data.head;
    paint(g, data.titles, x => x, w => w, 0, h);
    left = oldLeft;
    shown = oldShown;
    g.restore();
    drawRuler();
  };

  const zoom = (factor, x) => {
    const at = left + (x - head()) / scale();
    shown *= factor;
    shown = Math.min(Math.max(shown, data.width / 20000), data.width);
    left = at - (x - head()) / scale();
    draw();
  };
  const pan = share => { left += share * shown; draw(); };
  const middle = () => head() + (canvas.clientWidth - head()) / 2;

  const find = (x, y) => {
    const at = left + (x - head()) / scale();
    let found = null;
    for (const list of data.lanes)
      for (const layer of list)
        for (const t of layer.t)
          if (at >= t[0] && at <= t[0] + t[2] && y >= t[1] && y <= t[1] + t[3])
            found = t;
    return found;
  };
  const showTip = event => {
    const rect = canvas.getBoundingClientRect(), text = find(event.clientX - rect.left, event.clientY - rect.top);
    tip.hidden = !text || drag !== null;
    if (tip.hidden)
      return;
    tip.textContent = text[7] ? `${text[6]}  ${text[7]}` : text[6];
    tip.style.left = `${Math.min(event.clientX + 12, window.innerWidth - 320)}px`;
    tip.style.top = `${event.clientY + 16}px`;
  };

  canvas.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.shiftKey)
      return;
    event.preventDefault();
    if (event.shiftKey) pan(Math.sign(event.deltaY || event.deltaX) / 10);
    else zoom(event.deltaY > 0 ? 1.25 : 0.8, event.clientX - canvas.getBoundingClientRect().left);
  }, { passive: false });
  canvas.addEventListener('pointerdown', event => { drag = { x: event.clientX, left }; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointermove', event => {
    if (drag !== null) { left = drag.left - (event.clientX - drag.x) / scale(); draw(); }
    showTip(event);
  });
  canvas.addEventListener('pointerup', () => { drag = null; });
  canvas.addEventListener('pointerleave', () => { tip.hidden = true; });
  canvas.addEventListener('dblclick', event => zoom(0.5, event.clientX - canvas.getBoundingClientRect().left));
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey)
      return;
    if (event.key === '+' || event.key === 'w') zoom(0.7, middle());
    else if (event.key === '-' || event.key === 's') zoom(1 / 0.7, middle());
    else if (event.key === 'a') pan(-0.2);
    else if (event.key === 'd') pan(0.2);
    else if (event.key === '0') zoom(1e9, middle());
  });
  document.getElementById('in').addEventListener('click', () => zoom(0.5, middle()));
  document.getElementById('out').addEventListener('click', () => zoom(2, middle()));
  document.getElementById('all').addEventListener('click', () => zoom(1e9, middle()));
  window.addEventListener('resize', draw);
  draw();
  document.body.dataset.drawn = String(data.lanes.length);
})();
