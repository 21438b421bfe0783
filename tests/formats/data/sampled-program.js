// SPDX-License-Identifier: GPL-3.0-or-later
// A program to be sampled: node --cpu-prof --cpu-prof-interval 2000 sampled-program.js
function spin (ms) { const end = Date.now () + ms; let n = 0; while (Date.now () < end) n++; return n; }
function decode () { return spin (60); }
function parse () { return spin (20) + decode (); }
function recurse (depth) { return depth > 0 ? recurse (depth - 1) : spin (15); }
function frame () { parse (); recurse (5); (() => spin (10)) (); }
for (let i = 0; i < 2; i++)
  frame ();
setTimeout (frame, 30);
