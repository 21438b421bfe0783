/* strata-hitrace-field.h - parses fields that only HiTrace markers have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

gboolean strata_hitrace_parse_level (StrataText field, char *level, guint64 *tags);
gboolean strata_hitrace_is_half_level (StrataText field);
const char *strata_hitrace_find_chain_end (StrataText name);

G_END_DECLS
