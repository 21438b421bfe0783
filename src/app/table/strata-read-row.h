/* strata-read-row.h - names table rows for screen readers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_read_row_follow (GtkWindow *window);

G_END_DECLS
