/* strata-column-chooser.h - chooses the columns of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataColumnChooser StrataColumnChooser;

StrataColumnChooser *strata_column_chooser_new (GtkColumnView *view);
void strata_column_chooser_free (StrataColumnChooser *self);
void strata_column_chooser_set_clocks (StrataColumnChooser *self, StrataClocks known, StrataClocks clock);
GActionGroup *strata_column_chooser_get_actions (StrataColumnChooser *self);
GMenuModel *strata_column_chooser_build_menu (void);

G_END_DECLS
