/* strata-mark-number.h - parses numbers in the payload of a marker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* Replaces the bar, which separates fields, in the name of a track. */
#define STRATA_MARK_BAR "\\x7c"

StrataText strata_mark_trim_spaces (StrataText text);
gboolean strata_mark_parse_number (StrataText field, gint64 *value);
gboolean strata_mark_parse_value (StrataText field, gint64 *value, gboolean *is_limit);
gboolean strata_mark_parse_real (StrataText field, double *value);
gboolean strata_mark_split_old_number (StrataText fields, StrataText *name, StrataText *rest, gint64 *value);
/* The hash of an empty text: see strata_mark_make_cookie(). */
#define STRATA_MARK_EMPTY_COOKIE ((gint64) 0xcbf29ce484222325u)

gint64 strata_mark_make_cookie (StrataText field);

G_END_DECLS
