/* strata-diff-threads-pane.h - states of matched threads, and matching threads by hand
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-view.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_THREADS_PANE (strata_diff_threads_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffThreadsPane, strata_diff_threads_pane, STRATA, DIFF_THREADS_PANE, GtkWidget)

/* Action: threads.match, matches the selected thread of A with the chosen one of B. */

GtkWidget *strata_diff_threads_pane_new (StrataSessionPair *pair);

G_END_DECLS
