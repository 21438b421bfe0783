/* strata-query-colors.h - highlights SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_query_colors_add (GtkTextBuffer *buffer);
gboolean strata_query_colors_is_keyword (const char *word);

G_END_DECLS
