/* strata-events-pane.h - the lines of the file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-raw-line.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_EVENTS_PANE (strata_events_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataEventsPane, strata_events_pane, STRATA, EVENTS_PANE, GtkWidget)

GtkWidget *strata_events_pane_new (StrataSession *session);
guint strata_events_pane_get_n_rows (StrataEventsPane *self);
void strata_events_pane_show_line (StrataEventsPane *self, StrataRawPlace place);
void strata_events_pane_show_kind (StrataEventsPane *self, const char *kind);

G_END_DECLS
