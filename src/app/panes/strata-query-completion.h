/* strata-query-completion.h - completes names in a query
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-query.h"

G_BEGIN_DECLS

typedef struct _StrataQueryCompletion StrataQueryCompletion;

/**
 * StrataQueryCompletionOpen:
 * @data: of the owner
 *
 * Returns: (transfer none) (nullable): the connection to ask for names
 */
typedef StrataQuery *(*StrataQueryCompletionOpen) (gpointer data);

StrataQueryCompletion *strata_query_completion_new (GtkTextView *view, StrataQueryCompletionOpen open, gpointer data);
void strata_query_completion_free (StrataQueryCompletion *self);
void strata_query_completion_show (StrataQueryCompletion *self);

G_END_DECLS
