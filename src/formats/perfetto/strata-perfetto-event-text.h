/* strata-perfetto-event-text.h - prints fields of a kernel event like the kernel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-event.h"
#include "strata-perfetto-sequences.h"
#include "strata-proto-text.h"

G_BEGIN_DECLS

/* Longer texts are cut. */
#define STRATA_PERFETTO_EVENT_TEXT_BYTES 1024

StrataText strata_perfetto_event_text (const char *pattern, StrataProto event, const StrataPerfettoState *state, const StrataStringPool *strings, char *text);
StrataText strata_perfetto_call_text (StrataProto *event, gint64 *number, char *text);
StrataText strata_perfetto_generic_text (StrataProto event, StrataText *name, char *text);

G_END_DECLS
