/* strata-span-text.h - parses spans of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-span.h"

G_BEGIN_DECLS

/* The text about spans in --help. */
#define STRATA_SPAN_HELP N_ ("Spans:\n  A..B, each a time such as 1200000000, 1.2s, 1200ms, 1200000us or 1200000000ns in the clock of the\n  trace; with a + before it, such as +500ms..+516ms, it counts from the start of the trace. A missing\n  A or B means the start or the end of the trace.")

gboolean strata_offset_parse (const char *text, gint64 *offset_ns);
gboolean strata_duration_parse (const char *text, gint64 *duration_ns);
gboolean strata_span_parse (const char *text, StrataSpan trace_span, StrataSpan *span, GError **error);

G_END_DECLS
