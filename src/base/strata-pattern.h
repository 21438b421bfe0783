/* strata-pattern.h - regular expressions as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GRegex *strata_pattern_new (const char *text, GRegexCompileFlags flags, GError **error);
gboolean strata_pattern_matches (const GRegex *pattern, const char *text, gssize n_bytes, gint *has_failed);
char *strata_pattern_dup_failure (const char *text);

G_END_DECLS
