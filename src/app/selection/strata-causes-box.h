/* strata-causes-box.h - lists why something took so long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_CAUSES_BOX (strata_causes_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataCausesBox, strata_causes_box, STRATA, CAUSES_BOX, GtkWidget)

void strata_causes_box_show_frame (StrataCausesBox *self, StrataSession *session, guint32 frame);
void strata_causes_box_show_slice (StrataCausesBox *self, StrataSession *session, guint32 slice, const char *rule);
void strata_causes_box_set_inline (StrataCausesBox *self);
guint strata_causes_box_get_n_causes (StrataCausesBox *self);
void strata_causes_box_clear (StrataCausesBox *self);

G_END_DECLS
