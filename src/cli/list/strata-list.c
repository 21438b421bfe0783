/* strata-list.c - the lists of strata-cli list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"

#include "strata-order.h"

static const StrataListKind *const kinds[] = {
  &strata_list_slices,
  &strata_list_async,
  &strata_list_instants,
  &strata_list_log,
  &strata_list_counters,
  &strata_list_hits,
  &strata_list_cpu,
  &strata_list_states,
  &strata_list_wakeups,
  &strata_list_losses,
  &strata_list_kernel,
  &strata_list_io,
  &strata_list_chains,
  &strata_list_threads,
  &strata_list_names,
  &strata_list_processes,
  &strata_list_methods,
  &strata_list_frames,
  &strata_list_tasks,
  &strata_list_phases,
  &strata_list_queues,
  &strata_list_events,
  &strata_list_diagnostics,
};

/**
 * strata_list_find_kind:
 * @name: a name as typed on the command line
 *
 * Returns: (nullable) (transfer none): the kind with that name
 */
const StrataListKind *
strata_list_find_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i]->name, name))
      return kinds[i];

  return NULL;
}

/**
 * strata_list_dup_names:
 *
 * Returns: (transfer full): the names of all kinds, for a sentence
 */
char *
strata_list_dup_names (void)
{
  const char *names[G_N_ELEMENTS (kinds) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    names[i] = kinds[i]->name;

  return g_strjoinv (", ", (char **) names);
}

/**
 * strata_list_write:
 * @kind: a kind of rows
 * @request: the trace and the rows to list
 * @output: where to write
 *
 * Writes all rows of a kind.
 */
void
strata_list_write (const StrataListKind *kind,
                   const StrataListRequest *request,
                   StrataOutput *output)
{
  if (kind->make_rows != NULL)
    {
      g_autoptr (StrataRows) rows = kind->make_rows (request);

      strata_rows_print (rows, output, request->style);
      return;
    }

  guint n_columns = kind->n_columns;
  const StrataTableColumn *columns = kind->get_columns != NULL ? kind->get_columns (request->trace, &n_columns) : kind->columns;
  StrataTable *table = strata_table_new (output, request->style, columns, n_columns);

  kind->write (table, request);
  strata_table_close (table);
}

/**
 * strata_list_search:
 * @request: the request
 * @kind: the kind of rows of the bits
 *
 * Returns: (nullable) (transfer full): a bit for each row, set if it is listed, see strata_search_has(); %NULL for all
 */
guint64 *
strata_list_search (const StrataListRequest *request,
                    StrataSearchKind kind)
{
  gint n_found = 0;

  return request->where != NULL ? strata_search_run (request->where, request->trace, kind, &n_found, NULL) : NULL;
}

typedef struct
{
  gint64 time_ns;
  guint32 index;
} Entry;

STRATA_ORDER_BY_TWO (compare_entries, Entry, time_ns, index)

/**
 * strata_list_sort_by_time:
 * @time_ns: a column of times
 * @begin: the first index
 * @end: one past the last
 *
 * Returns: (transfer full) (array): the indices, earliest first, in ascending order for equal times
 */
guint32 *
strata_list_sort_by_time (const gint64 *time_ns,
                          guint32 begin,
                          guint32 end)
{
  guint32 n = end - begin;
  g_autofree Entry *entries = g_new (Entry, n);
  guint32 *indices = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    entries[i] = (Entry){ time_ns[begin + i], begin + i };

  if (n > 1)
    qsort (entries, n, sizeof *entries, compare_entries);
  for (guint32 i = 0; i < n; i++)
    indices[i] = entries[i].index;

  return indices;
}
