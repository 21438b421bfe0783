/* strata-sql-tasks.c - task: long tasks of main threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-long-tasks.h"
#include "strata-sql-private.h"
#include "strata-sql-slices.h"

static guint32
count (StrataSqlSource *source)
{
  if (source->tasks == NULL)
    {
      g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);

      source->tasks = strata_long_tasks_find (source->trace, limits);
    }

  return source->tasks->len;
}

static const StrataLongTask *
get_task (StrataSqlSource *source,
          guint32 row)
{
  return &g_array_index (source->tasks, StrataLongTask, row);
}

STRATA_SQL_GETTER (gint64, get_slice, get_task (source, row)->slice)
STRATA_SQL_GETTER (gint64, get_ts, strata_sql_slice_get_ts (source, get_task (source, row)->slice))
STRATA_SQL_GETTER (gint64, get_dur, strata_sql_slice_get_dur (source, get_task (source, row)->slice))
STRATA_SQL_GETTER (guint32, get_name, strata_sql_slice_get_name (source, get_task (source, row)->slice))
STRATA_SQL_GETTER (const char *, get_level, strata_long_task_level_get_id (get_task (source, row)->level))
STRATA_SQL_GETTER (gint64, get_limit, get_task (source, row)->limit_ns)
STRATA_SQL_GETTER (gint64, get_utid, strata_sql_source_get_utid (source, get_task (source, row)->thread))

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the task", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it began", 0, get_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "How long it took; -1 if it did not finish", 0, get_dur },
  { "name", STRATA_SQL_TEXT, NULL, "Name of its slice", 0, .string = get_name },
  { "level", STRATA_SQL_TEXT, NULL, "How bad: warning, severe or unfinished", 0, .word = get_level },
  { "threshold", STRATA_SQL_INTEGER, "ns", "The limit that it exceeds", 0, get_limit },
  { "slice_id", STRATA_SQL_INTEGER, NULL, "Its slice: slice.id", 0, get_slice },
  { "utid", STRATA_SQL_INTEGER, NULL, "Its thread: thread.utid", 0, get_utid },
};

const StrataSqlTable strata_sql_table_task = {
  .name = "task",
  .doc = "Calls of main threads over 150 ms, as “strata-cli list tasks” finds them",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .is_computed = TRUE,
};
