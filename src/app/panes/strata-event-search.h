/* strata-event-search.h - lines that pass a filter, looked for in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-filter.h"

G_BEGIN_DECLS

void strata_event_search_async (StrataTrace *trace, StrataRawFilter *filter, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
GArray *strata_event_search_finish (GAsyncResult *result, GError **error);

G_END_DECLS
