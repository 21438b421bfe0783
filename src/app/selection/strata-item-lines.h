/* strata-item-lines.h - the lines of the selected item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-raw-find.h"
#include "strata-session.h"

G_BEGIN_DECLS

StrataRawPair strata_item_lines_find (StrataTrace *trace, StrataItem item);
GtkWidget *strata_item_lines_new_view (StrataTrace *trace, StrataItem item);

G_END_DECLS
