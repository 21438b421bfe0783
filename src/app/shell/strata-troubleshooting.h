/* strata-troubleshooting.h - the troubleshooting report to send with a problem
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_troubleshooting_show (GtkWindow *parent, StrataSession *session);
char *strata_troubleshooting_dup_report (GtkWidget *widget, StrataSession *session);

G_END_DECLS
