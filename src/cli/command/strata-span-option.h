/* strata-span-option.h - parses a span of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-span-text.h"

G_BEGIN_DECLS

gboolean strata_span_option_parse_any (const char *text, StrataSpan all, StrataSpan *span, GError **error);
gboolean strata_span_option_parse (const char *text, const char *path, StrataSpan *span, GError **error);

G_END_DECLS
