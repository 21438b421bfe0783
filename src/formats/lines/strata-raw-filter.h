/* strata-raw-filter.h - a filter for kept lines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"

G_BEGIN_DECLS

typedef struct _StrataRawFilter StrataRawFilter;

StrataRawFilter *strata_raw_filter_new (void);
StrataRawFilter *strata_raw_filter_ref (StrataRawFilter *self);
void strata_raw_filter_unref (StrataRawFilter *self);
void strata_raw_filter_set_span (StrataRawFilter *self, StrataSpan span);
void strata_raw_filter_set_kind (StrataRawFilter *self, const char *kind);
void strata_raw_filter_set_others (StrataRawFilter *self);
void strata_raw_filter_set_tids (StrataRawFilter *self, const gint64 *tids, guint n_tids);
gboolean strata_raw_filter_set_text (StrataRawFilter *self, const char *text, gboolean is_regex, GError **error);
char *strata_raw_filter_dup_failure (const StrataRawFilter *self);
gboolean strata_raw_filter_is_empty (const StrataRawFilter *self);
gboolean strata_raw_filter_get_span (const StrataRawFilter *self, StrataSpan *span);
gboolean strata_raw_filter_may_match (const StrataRawFilter *self, const char *lines, gsize n_bytes);
gboolean strata_raw_filter_matches (const StrataRawFilter *self, const StrataRawLine *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRawFilter, strata_raw_filter_unref)

G_END_DECLS
