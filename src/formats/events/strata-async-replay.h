/* strata-async-replay.h - turns tokens of asynchronous markers into slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-log.h"
#include "strata-event-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataAsyncReplay:
 *
 * Open asynchronous slices whose markers may be cut.
 */
typedef struct _StrataAsyncReplay StrataAsyncReplay;

StrataAsyncReplay *strata_async_replay_new (StrataTraceBuilder *builder, StrataEventStrings *strings);
void strata_async_replay_free (StrataAsyncReplay *self);
void strata_async_replay_begin (StrataAsyncReplay *self, const StrataEventToken *token);
gboolean strata_async_replay_end (StrataAsyncReplay *self, const StrataEventToken *token);
void strata_async_replay_finish (StrataAsyncReplay *self);

G_END_DECLS
