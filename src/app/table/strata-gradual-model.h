/* strata-gradual-model.h - feeds a long list to a view frame by frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_GRADUAL_MODEL (strata_gradual_model_get_type ())

G_DECLARE_FINAL_TYPE (StrataGradualModel, strata_gradual_model, STRATA, GRADUAL_MODEL, GObject)

void strata_gradual_model_hold (GtkColumnView *view);
void strata_gradual_model_show (GtkColumnView *view, GtkSelectionModel *model);
gboolean strata_gradual_model_is_in_view (GtkColumnView *view, guint position);
void strata_gradual_model_scroll_to (GtkColumnView *view, guint position);
gboolean strata_gradual_model_is_growing (GtkColumnView *view);

G_END_DECLS
