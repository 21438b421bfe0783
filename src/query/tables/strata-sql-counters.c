/* strata-sql-counters.c - counter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-bisect.h"
#include "strata-sql-derived.h"
#include "strata-sql-private.h"

STRATA_SQL_COUNT (count, source->samples->n_samples + source->derived->samples->len)

/* A derived sample, or NULL. */
static const StrataSqlSample *
find_derived (StrataSqlSource *source,
              guint32 row)
{
  return row >= source->samples->n_samples ? &g_array_index (source->derived->samples, StrataSqlSample, row - source->samples->n_samples) : NULL;
}

static gint64
get_ts (StrataSqlSource *source,
        guint32 row)
{
  const StrataSqlSample *sample = find_derived (source, row);

  return sample != NULL ? sample->time_ns : source->samples->time_ns[row];
}

static guint32
get_counter (StrataSqlSource *source,
             guint32 row)
{
  const StrataCounter *last = &source->counters[source->last_counter];
  guint32 begin = 0;
  guint32 end = source->n_counters;

  if (row - last->first_sample < last->n_samples)
    return source->last_counter;

  STRATA_BISECT_LAST (begin, end, i, source->counters[i].first_sample <= row);
  return source->last_counter = begin;
}

/* Values are real numbers in PerfettoSQL, which matters for divisions. Traffic there is in whole KB. */
static void
get_value (StrataSqlSource *source,
           guint32 row,
           StrataCell *cell)
{
  const StrataSqlSample *sample = find_derived (source, row);
  const double value = sample != NULL ? sample->value : strata_samples_get_real (source->samples, row);
  const gboolean is_in_kb = strata_sql_counter_need_name (source, get_counter (source, row))->is_in_kb;

  strata_cell_set_real (cell, is_in_kb ? floor (value / 1024) : value);
}

STRATA_SQL_GETTER (gint64, get_track_id, source->n_tracks + get_counter (source, row))

static void
find_track (StrataSqlSource *source,
            gint64 value,
            GArray *segments)
{
  if (value < source->n_tracks || value >= (gint64) source->n_tracks + source->n_counters)
    return;

  const StrataCounter *counter = &source->counters[value - source->n_tracks];

  strata_sql_segments_add (segments, NULL, counter->first_sample, counter->first_sample + counter->n_samples);
}

static void
list_tracks (StrataSqlSource *source,
             GArray *segments)
{
  for (guint i = 0; i < source->n_counters; i++)
    find_track (source, source->n_tracks + i, segments);
}

static gboolean
exists (StrataSqlSource *source,
        guint32 row)
{
  return !source->derived->hides_counter[get_counter (source, row)];
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the sample", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it was taken", STRATA_SQL_TIME, get_ts },
  { "track_id", STRATA_SQL_INTEGER, NULL, "Its counter: counter_track.id", STRATA_SQL_RUN, get_track_id, .find = find_track },
  { "value", STRATA_SQL_REAL, NULL, "The value, until the next sample", 0, .cell = get_value },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: samples have no arguments here", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_counter = {
  .name = "counter",
  .doc = "Samples of counters; idle states of CPUs are the counter cpuidle",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .exists = exists,
  .list_runs = list_tracks,
};
