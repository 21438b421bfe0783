/* strata-interval-dialog.h - asks for the sample interval
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_INTERVAL_DIALOG (strata_interval_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StrataIntervalDialog, strata_interval_dialog, STRATA, INTERVAL_DIALOG, GtkWindow)

/* Signal: apply (int interval_ms). Action: interval.apply. */

GtkWidget *strata_interval_dialog_new (GtkWindow *parent, int interval_ms);

G_END_DECLS
