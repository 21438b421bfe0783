/* strata-search-help.h - what can be searched for, in examples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *strata_search_help_new (void);

G_END_DECLS
