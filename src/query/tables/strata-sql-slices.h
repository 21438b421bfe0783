/* strata-sql-slices.h - columns of slice, for tables that begin with the same columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

/* Rows of slice: the slices of the trace, then its instants with a duration of 0. */
gint64 strata_sql_slice_get_ts (StrataSqlSource *source, guint32 row);
/* -1 for a slice that did not finish, as in PerfettoSQL. */
gint64 strata_sql_slice_get_dur (StrataSqlSource *source, guint32 row);
/* The id of the track. */
gint64 strata_sql_slice_get_track_id (StrataSqlSource *source, guint32 row);
/* String id of the name. */
guint32 strata_sql_slice_get_name (StrataSqlSource *source, guint32 row);
/* How many slices are around it on its track. */
gint64 strata_sql_slice_get_depth (StrataSqlSource *source, guint32 row);
/* The enclosing slice on its track, or NULL. */
gint64 strata_sql_slice_get_parent_id (StrataSqlSource *source, guint32 row);
/* The set of its arguments, or NULL. */
gint64 strata_sql_slice_get_arg_set_id (StrataSqlSource *source, guint32 row);
/* String id of the category. */
guint32 strata_sql_slice_get_category (StrataSqlSource *source, guint32 row);
/* The number of rows. */
guint32 strata_sql_slice_count (StrataSqlSource *source);

/* strata-sql-stacks.c */
gint64 strata_sql_slice_get_stack_id (StrataSqlSource *source, guint32 row);
gint64 strata_sql_slice_get_parent_stack_id (StrataSqlSource *source, guint32 row);

G_END_DECLS
