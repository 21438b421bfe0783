/* strata-sql-profile.c - profile: inclusive and exclusive times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

static guint32
count (StrataSqlSource *source)
{
  guint n_rows = 0;

  if (source->profile == NULL)
    {
      const StrataScope scope = strata_scope_everything (source->trace);

      source->profile = strata_profile_new (source->trace, &scope, STRATA_PROFILE_BY_NAME, source->cancellable);
    }

  if (source->profile != NULL)
    strata_profile_get_rows (source->profile, &n_rows);

  return n_rows;
}

static const StrataProfileRow *
get_profile_row (StrataSqlSource *source,
                 guint32 row)
{
  guint n_rows;

  return &strata_profile_get_rows (source->profile, &n_rows)[row];
}

STRATA_SQL_GETTER (guint32, get_name, get_profile_row (source, row)->key)

/* Defines a column of a row that is a number of calls or a time. */
#define DEFINE_FIELD(name, field)                                 \
  static gint64 get_##name (StrataSqlSource *source, guint32 row) \
  {                                                               \
    return (gint64) get_profile_row (source, row)->field;         \
  }

/* clang-format off */
DEFINE_FIELD (calls, n_calls)
DEFINE_FIELD (recursive_calls, n_recursive_calls)
DEFINE_FIELD (unfinished, n_unfinished)
DEFINE_FIELD (unknown_cpu, n_unknown_cpu)
DEFINE_FIELD (unknown_exclusive_cpu, n_unknown_self_cpu)
DEFINE_FIELD (inclusive, inclusive_ns)
DEFINE_FIELD (exclusive, exclusive_ns)
DEFINE_FIELD (inclusive_cpu, inclusive_cpu_ns)
DEFINE_FIELD (exclusive_cpu, exclusive_cpu_ns)
DEFINE_FIELD (min, min_ns)
DEFINE_FIELD (mean, mean_ns)
DEFINE_FIELD (median, median_ns)
DEFINE_FIELD (p95, p95_ns)
DEFINE_FIELD (max, max_ns)
DEFINE_FIELD (longest, longest_slice)
/* clang-format on */

static const StrataSqlColumn columns[] = {
  { "name", STRATA_SQL_TEXT, NULL, "Name of the slices or methods", 0, .string = get_name },
  { "n_calls", STRATA_SQL_INTEGER, NULL, "Calls that are not inside one of the same name", 0, get_calls },
  { "n_recursive_calls", STRATA_SQL_INTEGER, NULL, "Calls inside one of the same name", 0, get_recursive_calls },
  { "n_unfinished", STRATA_SQL_INTEGER, NULL, "Calls of both that did not finish", 0, get_unfinished },
  { "inclusive", STRATA_SQL_INTEGER, "ns", "Duration of the outermost calls", 0, get_inclusive },
  { "exclusive", STRATA_SQL_INTEGER, "ns", "Duration of all calls without that of the calls inside them", 0, get_exclusive },
  { "inclusive_cpu", STRATA_SQL_INTEGER, "ns", "CPU time of the outermost calls", 0, get_inclusive_cpu },
  { "exclusive_cpu", STRATA_SQL_INTEGER, "ns", "CPU time of all calls without that of the calls inside them", 0, get_exclusive_cpu },
  { "min", STRATA_SQL_INTEGER, "ns", "Shortest finished call", 0, get_min },
  { "mean", STRATA_SQL_INTEGER, "ns", "Mean of the finished calls", 0, get_mean },
  { "median", STRATA_SQL_INTEGER, "ns", "50th percentile of the finished calls", 0, get_median },
  { "p95", STRATA_SQL_INTEGER, "ns", "95th percentile of the finished calls", 0, get_p95 },
  { "max", STRATA_SQL_INTEGER, "ns", "Longest finished call", 0, get_max },
  { "n_unknown_cpu", STRATA_SQL_INTEGER, NULL, "Calls of both whose CPU time is not known, and so not in those sums", 0, get_unknown_cpu },
  { "n_unknown_exclusive_cpu", STRATA_SQL_INTEGER, NULL, "Calls of both whose exclusive CPU time is not known: theirs, or that of a call inside them", 0, get_unknown_exclusive_cpu },
  { "longest_slice_id", STRATA_SQL_INTEGER, NULL, "The longest call: slice.id", 0, get_longest },
};

const StrataSqlTable strata_sql_table_profile = {
  .name = "profile",
  .doc = "Inclusive and exclusive times by name, as “strata-cli profile” computes them",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .is_computed = TRUE,
};
