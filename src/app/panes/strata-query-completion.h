/* strata-query-completion.h - names that complete a word while a query is written
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
 * Returns: (transfer none) (nullable): what the query is asked of
 */
typedef StrataQuery *(*StrataQueryCompletionOpen) (gpointer data);

StrataQueryCompletion *strata_query_completion_new (GtkTextView *view, StrataQueryCompletionOpen open, gpointer data);
void strata_query_completion_free (StrataQueryCompletion *self);
void strata_query_completion_show (StrataQueryCompletion *self);

G_END_DECLS
