/* strata-render-rows.h - what a picture of the timeline would show, as a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_RENDER_ROWS_HELP "slices|counters|states"

gboolean strata_render_rows_is_table (const char *path);
gboolean strata_render_rows_is_kind (const char *kind);
gboolean strata_render_rows_write (StrataSession *session, StrataSpan span, const char *kind, const char *path, GError **error);

G_END_DECLS
