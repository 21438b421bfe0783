/* strata-raw-list.h - lists the lines of a trace that pass a filter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-filter.h"

G_BEGIN_DECLS

void strata_raw_scan_likely (StrataTrace *trace, StrataSpan span, const StrataRawFilter *filter, StrataRawFunc func, gpointer user_data);
GArray *strata_raw_list (StrataTrace *trace, const StrataRawFilter *filter, GCancellable *cancellable);

G_END_DECLS
