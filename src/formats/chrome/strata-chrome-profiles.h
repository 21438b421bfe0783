/* strata-chrome-profiles.h - CPU profiles of V8 in a Chrome trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-chrome-event.h"
#include "strata-event-sink.h"

G_BEGIN_DECLS

gboolean strata_chrome_profiles_take (const StrataChromeEvent *event, StrataEventSink *sink);
gboolean strata_chrome_profiles_play (StrataCpuprofileParts *profiles, StrataEventSink *sink);

G_END_DECLS
