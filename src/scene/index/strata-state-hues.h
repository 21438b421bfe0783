/* strata-state-hues.h - colours slices by the states of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

guint8 strata_state_hues_get (StrataState state);
guint8 *strata_state_hues_new (StrataTrace *trace);

G_END_DECLS
