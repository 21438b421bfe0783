/* strata-metric-query.h - metrics that are queries in SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-figures.h"

G_BEGIN_DECLS

gboolean strata_metric_query_add (GArray *figures, StrataTrace *trace, const char *name, const char *sql, double seconds, GError **error);

G_END_DECLS
