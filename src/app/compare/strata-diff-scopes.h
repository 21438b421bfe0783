/* strata-diff-scopes.h - the scopes that are compared
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session-pair.h"

G_BEGIN_DECLS

GtkWidget *strata_diff_scopes_new (StrataSessionPair *pair);

G_END_DECLS
