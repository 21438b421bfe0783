/* strata-query-completion.h - names of tables and columns while a query is written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_query_completion_show (GtkTextView *view);

G_END_DECLS
