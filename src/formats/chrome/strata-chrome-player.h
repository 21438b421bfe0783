/* strata-chrome-player.h - converts events of a Chrome trace for the sink
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-chrome-event.h"
#include "strata-event-sink.h"

G_BEGIN_DECLS

typedef struct _StrataChromePlayer StrataChromePlayer;

StrataChromePlayer *strata_chrome_player_new (StrataEventSink *sink);
void strata_chrome_player_free (StrataChromePlayer *self);
void strata_chrome_player_see_time (StrataChromePlayer *self, gint64 own_ns);
void strata_chrome_player_take (StrataChromePlayer *self, const StrataChromeEvent *event);
void strata_chrome_player_play (StrataChromePlayer *self);

G_END_DECLS
