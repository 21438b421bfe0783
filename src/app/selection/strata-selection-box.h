/* strata-selection-box.h - shared by the boxes of the selection pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-job.h"
#include "strata-session-signals.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SELECTION_BOX (strata_selection_box_get_type ())
G_DECLARE_DERIVABLE_TYPE (StrataSelectionBox, strata_selection_box, STRATA, SELECTION_BOX, GtkWidget)

struct _StrataSelectionBoxClass
{
  GtkWidgetClass parent_class;

  /* shows the selection of a session, which the box owns until the next change; NULL for none */
  void (*session_changed) (StrataSelectionBox *self, StrataSession *session);
};

void strata_selection_box_set_session (StrataSelectionBox *self, StrataSession *session);
StrataSessionSignals *strata_selection_box_get_signals (StrataSelectionBox *self);
GtkBox *strata_selection_box_get_content (StrataSelectionBox *self);
StrataJob *strata_selection_box_add_job (StrataSelectionBox *self, const StrataJobKind *kind);

G_END_DECLS
