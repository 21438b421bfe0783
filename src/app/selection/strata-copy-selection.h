/* strata-copy-selection.h - copies all facts about the selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

void strata_copy_selection (GtkWidget *widget, StrataSession *session);

G_END_DECLS
