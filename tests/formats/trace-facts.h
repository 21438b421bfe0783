/* trace-facts.h - a trace as lines of text, to compare with the expected ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* A row is a text and the facts of its trace, one per line:
 *   slice PROCESS/THREAD DEPTH START+WALL NAME [FLAGS] {attributes}
 *   async PROCESS/LANE ROW START+WALL NAME (COOKIE) …
 *   counter PID NAME = SAMPLES, run CPU THREAD START+WALL STATE, instant …,
 *   thread TID/PID NAME, renamed TID SINCE NAME, loss CPU BEGIN+LENGTH EVENTS
 *   and diagnostic KIND COUNT @LINE; with states also state TID START+WALL STATE
 * Times are in µs. */
typedef struct
{
  const char *name;
  const char *text;
  const char *facts;
  gboolean has_states;
} TraceFactsRow;

/* Adds a test for each row, named PREFIX/NAME. The text is read as a whole, by 1 and by 7 bytes. */
void trace_facts_add_tests (const char *prefix, const TraceFactsRow *rows, gsize n_rows);

StrataTrace *trace_facts_load (const char *text, gsize n_bytes, gsize read_bytes, GError **error);
char *trace_facts_describe (StrataTrace *trace, gboolean has_states);

G_END_DECLS
