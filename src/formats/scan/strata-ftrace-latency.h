/* strata-ftrace-latency.h - parses a line of ftrace text in the latency format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

const char *strata_ftrace_latency_parse_columns (const char *text, const char *end, StrataFtraceLine *line);
gboolean strata_ftrace_latency_cuts_comm (const StrataFtraceLine *line);

G_END_DECLS
