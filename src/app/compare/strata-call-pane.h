/* strata-call-pane.h - the selected call in both captures, with all calls inside it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-view.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_CALL_PANE (strata_call_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataCallPane, strata_call_pane, STRATA, CALL_PANE, GtkWidget)

GtkWidget *strata_call_pane_new (StrataSessionPair *pair);

G_END_DECLS
