/* strata-event-replay.h - tokens of a capture become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink-private.h"

G_BEGIN_DECLS

StrataEventReplay *strata_event_replay_new (StrataEventSink *sink);
void strata_event_replay_free (StrataEventReplay *self);
gboolean strata_event_replay_follow (StrataEventReplay *self, gboolean has_ended);
void strata_event_replay (StrataEventSink *sink);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventReplay, strata_event_replay_free)

G_END_DECLS
