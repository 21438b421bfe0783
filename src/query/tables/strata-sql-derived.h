/* strata-sql-derived.h - counters of PerfettoSQL that the trace has in another form
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

/* A sample of a derived counter. */
typedef struct
{
  gint64 time_ns;
  double value;
} StrataSqlSample;

/* Counters after those of the trace, and their samples after those of the trace. */
struct _StrataSqlDerived
{
  StrataCounter *counters; /* owned: those of the trace, followed by the others */
  GPtrArray *names;        /* (element-type utf8) owned: of the others, in PerfettoSQL */
  GPtrArray *units;        /* (element-type utf8) static: of the others, NULL for none */
  GArray *samples;         /* (element-type StrataSqlSample) owned */
  gboolean *hides_counter; /* owned: by counter: whether others replace it */
  gboolean *hides_track;   /* owned: by track of the trace: whether a counter replaces it */
  guint n_own;             /* how many are of the trace */
};

G_END_DECLS
