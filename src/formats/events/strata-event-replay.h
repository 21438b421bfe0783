/* strata-event-replay.h - turns the tokens of a capture into a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink-private.h"

G_BEGIN_DECLS

void strata_event_replay (StrataEventSink *sink);

G_END_DECLS
