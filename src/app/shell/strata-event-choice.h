/* strata-event-choice.h - chooses the event of a profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-window.h"

G_BEGIN_DECLS

/* win.event */
void strata_event_choice_add (StrataWindow *window);
void strata_event_choice_update (StrataWindow *window, GMenu *menu, StrataTrace *trace);

G_END_DECLS
