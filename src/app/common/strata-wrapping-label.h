/* strata-wrapping-label.h - labels of several lines, also in Chinese
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_wrapping_label_set (GtkLabel *label);

G_END_DECLS
