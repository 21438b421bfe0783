/* strata-log-parts.h - parts that lines of several logs share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-log-line.h"

G_BEGIN_DECLS

/* Larger numbers are not process ids. */
#define STRATA_LOG_MOST_ID G_MAXINT32

const char *strata_log_skip_blanks (const char *p, const char *end);
const char *strata_log_skip_blank (const char *p, const char *end);
const char *strata_log_skip_zone_name (const char *p, const char *end);
const char *strata_log_parse_seconds (const char *p, const char *end, StrataLogLine *line);
char strata_log_get_level (guint64 priority);
gboolean strata_log_kernel_parse (StrataLogClock *clock, const char *p, const char *end, StrataLogLine *line);
gboolean strata_log_kernel_parse_record (const char *p, const char *end, StrataLogLine *line);
gboolean strata_log_system_parse (StrataLogClock *clock, const char *p, const char *end, StrataLogLine *line);
gboolean strata_log_system_has_origin (StrataText text);

G_END_DECLS
