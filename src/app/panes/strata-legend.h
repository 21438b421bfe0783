/* strata-legend.h - the legend of thread states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_legend_show (GtkWindow *parent);

G_END_DECLS
