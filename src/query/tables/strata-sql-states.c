/* strata-sql-states.c - state: states of track events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"
#include "strata-sql-slices.h"
#include "strata-sql-source.h"

/* On the timeline, a state is a slice. In PerfettoSQL, it is not. */

static GArray *
need_rows (StrataSqlSource *source)
{
  if (source->state_slices != NULL)
    return source->state_slices;

  source->state_slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = source->slices->first_async; i < source->slices->first_kernel; i++)
    if (strata_nesting_is_state (source->slices, i))
      g_array_append_val (source->state_slices, i);

  return source->state_slices;
}

static guint32
get_slice (StrataSqlSource *source,
           guint32 row)
{
  return g_array_index (need_rows (source), guint32, row);
}

STRATA_SQL_COUNT (count, need_rows (source)->len)
STRATA_SQL_GETTER (gint64, get_ts, strata_sql_slice_get_ts (source, get_slice (source, row)))
STRATA_SQL_GETTER (gint64, get_dur, strata_sql_slice_get_dur (source, get_slice (source, row)))
STRATA_SQL_GETTER (gint64, get_track_id, strata_sql_slice_get_track_id (source, get_slice (source, row)))
STRATA_SQL_GETTER (guint32, get_category, strata_sql_slice_get_category (source, get_slice (source, row)))
STRATA_SQL_GETTER (guint32, get_value, strata_sql_slice_get_name (source, get_slice (source, row)))
STRATA_SQL_GETTER (gint64, get_arg_set_id, strata_sql_slice_get_arg_set_id (source, get_slice (source, row)))

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the state", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it began", STRATA_SQL_TIME, get_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "How long it lasted; -1 if it was the last one of its track", 0, get_dur },
  { "track_id", STRATA_SQL_INTEGER, NULL, "Its track: track.id", 0, get_track_id },
  { "category", STRATA_SQL_TEXT, NULL, "Category of the event", 0, .string = get_category },
  { "value", STRATA_SQL_TEXT, NULL, "The state", 0, .string = get_value },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Its arguments: args.arg_set_id", 0, get_arg_set_id },
};

const StrataSqlTable strata_sql_table_state = {
  .name = "state",
  .doc = "States of tracks, which programs write as track events; slices on the timeline",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
};
