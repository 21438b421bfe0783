/* strata-query-pane.h - SQL queries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_QUERY_PANE (strata_query_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataQueryPane, strata_query_pane, STRATA, QUERY_PANE, GtkWidget)

/* Actions: query.run, query.cancel, query.load (s: the name of a saved query), query.older,
 * query.newer, query.recall (u: place in the history), query.pivot (s: a generated query),
 * query.complete. */

GtkWidget *strata_query_pane_new (StrataSession *session);
GtkWidget *strata_query_pane_new_pair (StrataSession *a, StrataSession *b);
void strata_query_pane_set_text (StrataQueryPane *self, const char *sql);
char *strata_query_pane_dup_text (StrataQueryPane *self);
gboolean strata_query_pane_is_busy (StrataQueryPane *self);
const char *strata_query_pane_get_status (StrataQueryPane *self);

G_END_DECLS
