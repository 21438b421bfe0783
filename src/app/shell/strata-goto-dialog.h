/* strata-goto-dialog.h - asks for a time and goes there
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_GOTO_DIALOG (strata_goto_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StrataGotoDialog, strata_goto_dialog, STRATA, GOTO_DIALOG, GtkWindow)

/* Action: goto.go. */

GtkWidget *strata_goto_dialog_new (GtkWindow *parent, StrataSession *session);

G_END_DECLS
