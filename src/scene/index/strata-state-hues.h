/* strata-state-hues.h - the colours of slices by what their threads did
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
