/* strata-raw-find.h - finds the lines that items of a trace were made of
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"

G_BEGIN_DECLS

/* The lines of an item. */
typedef struct
{
  StrataRawPlace begin; /* where it begins */
  StrataRawPlace end;   /* where it ends; nowhere for items without an end */
} StrataRawPair;

StrataRawPair strata_raw_find_slice (StrataTrace *trace, guint32 slice);
StrataRawPair strata_raw_find_run (StrataTrace *trace, guint32 run);
StrataRawPlace strata_raw_find_sample (StrataTrace *trace, guint32 sample);
StrataRawPlace strata_raw_find_instant (StrataTrace *trace, guint32 instant);
StrataRawPlace strata_raw_find_first (StrataTrace *trace, gint64 time_ns);
StrataRawPlace strata_raw_find_time (StrataTrace *trace, gint64 time_ns, gint64 tid);

G_END_DECLS
