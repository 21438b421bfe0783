/* strata-dmtrace.h - the reports of dmtracedump
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-dmtrace-page.h"

G_BEGIN_DECLS

/* One side of a comparison. */
typedef struct
{
  const char *path;             /* the file, as given */
  const StrataMethodSums *sums; /* its totals */
} StrataDmtraceRun;

void strata_dmtrace_write_records (StrataOutput *output, const StrataMethodLog *log);
void strata_dmtrace_write_profile (StrataDmtracePage *page, const StrataMethodSums *sums);
void strata_dmtrace_write_groups (StrataDmtracePage *page, const StrataMethodSums *sums, gboolean is_by_class);
void strata_dmtrace_write_diff (StrataDmtracePage *page, const StrataDmtraceRun runs[2]);
char *strata_dmtrace_dup_graph (const StrataMethodSums *sums, int min_percent);
gboolean strata_dmtrace_draw_graph (const char *graph, const char *path, gboolean keeps_text, GError **error);

G_END_DECLS
