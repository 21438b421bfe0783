/* strata-search-row.h - one numbering of all rows that a search can find
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-search.h"

G_BEGIN_DECLS

/* Slices have their own indices; instants follow all slices, samples all instants, and runs all
 * samples. A whole counter has the number of its first sample. */
guint32 strata_search_row_from_instant (StrataTrace *trace, guint32 instant);
guint32 strata_search_row_from_sample (StrataTrace *trace, guint32 sample);
guint32 strata_search_row_from_run (StrataTrace *trace, guint32 run);
StrataSearchKind strata_search_row_get_kind (StrataTrace *trace, guint32 row, guint32 *index);
guint32 strata_search_row_find_thread (StrataTrace *trace, guint32 row);
guint32 strata_search_row_find_process (StrataTrace *trace, guint32 row);
guint32 strata_search_row_get_name (StrataTrace *trace, guint32 row);
gint64 strata_search_row_get_time_ns (StrataTrace *trace, guint32 row);

G_END_DECLS
