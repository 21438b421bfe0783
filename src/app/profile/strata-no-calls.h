/* strata-no-calls.h - shown if a profile has no calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-trace.h"

G_BEGIN_DECLS

#define STRATA_TYPE_NO_CALLS (strata_no_calls_get_type ())
G_DECLARE_FINAL_TYPE (StrataNoCalls, strata_no_calls, STRATA, NO_CALLS, GtkBox)

void strata_no_calls_set_trace (StrataNoCalls *self, StrataTrace *trace);

G_END_DECLS
