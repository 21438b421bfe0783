/* strata-scope-chooser.h - the drop-down that chooses the scope of the profiles
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-scope-model.h"

G_BEGIN_DECLS

void strata_scope_chooser_fill (GtkDropDown *drop_down);
GBindingGroup *strata_scope_chooser_new_binding (GtkDropDown *drop_down);
void strata_scope_chooser_bind (GBindingGroup *binding, StrataSession *session);

G_END_DECLS
