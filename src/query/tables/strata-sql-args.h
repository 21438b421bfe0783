/* strata-sql-args.h - arguments by key, and the sets of tracks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

void strata_sql_args_find (StrataSqlSource *source, gint64 set, const char *key, StrataCell *cell);
/* The id of a set of a track, or NULL if that is empty. */
gint64 strata_sql_args_get_track_set (StrataSqlSource *source, guint32 track, gboolean is_source);
/* The id of the set of a row of processes, or NULL if it has no labels. */
gint64 strata_sql_args_get_process_set (StrataSqlSource *source, guint32 row);

G_END_DECLS
