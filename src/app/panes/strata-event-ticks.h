/* strata-event-ticks.h - marks lines that pass a filter on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-filter.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataEventTicks StrataEventTicks;

StrataEventTicks *strata_event_ticks_new (StrataSession *session);
void strata_event_ticks_free (StrataEventTicks *self);
void strata_event_ticks_set_filter (StrataEventTicks *self, StrataRawFilter *filter);

G_END_DECLS
