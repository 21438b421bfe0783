/* strata-profile-rows.c - the table of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-trace-cells.h"

/* Columns that the pane does not show: the first three are for programs, the others for the command
 * line's text, which is of one clock. */
enum
{
  COLUMN_RECURSIVE_CALLS = STRATA_N_PROFILE_COLUMNS,
  COLUMN_MIN,
  COLUMN_UNKNOWN_CPU,
  COLUMN_UNKNOWN_SELF_CPU,
  COLUMN_PRINTED_INCLUSIVE,
  COLUMN_PRINTED_EXCLUSIVE,
  COLUMN_PRINTED_CPU,
  COLUMN_PRINTED_CALLS,
  COLUMN_PRINTED_MAX,
  COLUMN_PRINTED_NAME,
  N_COLUMNS,
};

typedef struct
{
  StrataProfile *profile; /* owned */
  StrataClocks clock;
  gint64 total_ns; /* by that clock */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  strata_profile_unref (data->profile);
  g_free (data);
}

static gint64
get_inclusive_ns (const Data *data,
                  const StrataProfileRow *values)
{
  return data->clock == STRATA_CLOCK_CPU ? values->inclusive_cpu_ns : values->inclusive_ns;
}

static gint64
get_exclusive_ns (const Data *data,
                  const StrataProfileRow *values)
{
  return data->clock == STRATA_CLOCK_CPU ? values->exclusive_cpu_ns : values->exclusive_ns;
}

/* "5+3" for five calls and three inside them. */
static char *
dup_calls (const StrataProfileRow *values)
{
  if (values->n_recursive_calls == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, values->n_calls);

  return g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, values->n_calls, values->n_recursive_calls);
}

static char *
dup_readable_name (const Data *data,
                   const StrataProfileRow *values)
{
  g_autofree char *name = strata_profile_dup_name (data->profile, values->key);

  return *name != '\0' ? strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED) : g_strdup (_ ("(empty name)"));
}

static void
get_other (const Data *data,
           const StrataProfileRow *values,
           guint column,
           StrataCell *cell)
{
  switch (column)
    {
    case COLUMN_RECURSIVE_CALLS:
      strata_cell_set_number (cell, (gint64) values->n_recursive_calls);
      break;
    case COLUMN_MIN:
      strata_cell_set_number (cell, values->min_ns);
      break;
    case COLUMN_UNKNOWN_CPU:
      strata_cell_set_number (cell, (gint64) values->n_unknown_cpu);
      break;
    case COLUMN_UNKNOWN_SELF_CPU:
      strata_cell_set_number (cell, (gint64) values->n_unknown_self_cpu);
      break;
    case COLUMN_PRINTED_INCLUSIVE:
      strata_cell_set_number (cell, get_inclusive_ns (data, values));
      break;
    case COLUMN_PRINTED_EXCLUSIVE:
      strata_cell_set_number (cell, get_exclusive_ns (data, values));
      break;
    case COLUMN_PRINTED_CPU:
      strata_cell_set_number (cell, values->inclusive_cpu_ns);
      break;
    case COLUMN_PRINTED_CALLS:
      strata_cell_take_text (cell, dup_calls (values));
      break;
    case COLUMN_PRINTED_MAX:
      strata_cell_set_number (cell, values->max_ns);
      break;
    case COLUMN_PRINTED_NAME:
      strata_cell_take_text (cell, dup_readable_name (data, values));
      break;
    default:
      g_return_if_reached ();
    }
}

static gint64
get_start_ns (const Data *data,
              guint32 slice)
{
  return strata_trace_get_slices (strata_profile_get_trace (data->profile))->start_ns[slice];
}

/* The pane's items format the values that are not plain numbers. */
static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  guint n_rows;
  const StrataProfileRow *values = &strata_profile_get_rows (data->profile, &n_rows)[row.number];

  switch (column)
    {
    case STRATA_PROFILE_COLUMN_NAME:
      strata_cell_take_text (cell, strata_profile_dup_name (data->profile, values->key));
      break;
    case STRATA_PROFILE_COLUMN_INCLUSIVE:
      strata_cell_set_number (cell, values->inclusive_ns);
      break;
    case STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE:
      strata_trace_cells_set_share (cell, get_inclusive_ns (data, values), data->total_ns);
      break;
    case STRATA_PROFILE_COLUMN_EXCLUSIVE:
      strata_cell_set_number (cell, values->exclusive_ns);
      break;
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE:
      strata_trace_cells_set_share (cell, get_exclusive_ns (data, values), data->total_ns);
      break;
    case STRATA_PROFILE_COLUMN_INCLUSIVE_CPU:
      strata_cell_set_number (cell, values->inclusive_cpu_ns);
      break;
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU:
      strata_cell_set_number (cell, values->exclusive_cpu_ns);
      break;
    case STRATA_PROFILE_COLUMN_CALLS:
      strata_cell_set_number (cell, (gint64) values->n_calls);
      break;
    case STRATA_PROFILE_COLUMN_MEAN:
      strata_cell_set_number (cell, values->mean_ns);
      break;
    case STRATA_PROFILE_COLUMN_MEDIAN:
      strata_cell_set_number (cell, values->median_ns);
      break;
    case STRATA_PROFILE_COLUMN_P95:
      strata_cell_set_number (cell, values->p95_ns);
      break;
    case STRATA_PROFILE_COLUMN_MAX:
      strata_cell_set_number (cell, values->max_ns);
      break;
    case STRATA_PROFILE_COLUMN_FIRST:
      strata_cell_set_number (cell, get_start_ns (data, values->first_slice));
      break;
    case STRATA_PROFILE_COLUMN_LAST:
      strata_cell_set_number (cell, get_start_ns (data, values->last_slice));
      break;
    default:
      get_other (data, values, column, cell);
    }

  return TRUE;
}

static const StrataTableColumn columns[N_COLUMNS] = {
  [STRATA_PROFILE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE },
  [STRATA_PROFILE_COLUMN_INCLUSIVE] = { "inclusive_ns", N_ ("Inclusive"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE] = { "inclusive_share", N_ ("Incl %"), STRATA_CELL_FIGURE, 7 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE] = { "exclusive_ns", N_ ("Exclusive"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE] = { "exclusive_share", N_ ("Excl %"), STRATA_CELL_FIGURE, 7 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_CPU] = { "inclusive_cpu_ns", N_ ("CPU incl"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE] = { "inclusive_cpu_share", N_ ("CPU incl %"), STRATA_CELL_FIGURE, 9 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU] = { "exclusive_cpu_ns", N_ ("CPU excl"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE] = { "exclusive_cpu_share", N_ ("CPU excl %"), STRATA_CELL_FIGURE, 9 },
  [STRATA_PROFILE_COLUMN_CALLS] = { "calls", N_ ("Calls"), STRATA_CELL_NUMBER, 9 },
  [STRATA_PROFILE_COLUMN_PER_CALL] = { "inclusive_per_call_ns", N_ ("Incl/call"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_CPU_PER_CALL] = { "cpu_per_call_ns", N_ ("CPU/call"), STRATA_CELL_DURATION, 10 },
  [STRATA_PROFILE_COLUMN_MEAN] = { "mean_ns", N_ ("Mean"), STRATA_CELL_DURATION, 9 },
  [STRATA_PROFILE_COLUMN_MEDIAN] = { "median_ns", N_ ("Median"), STRATA_CELL_DURATION, 9 },
  [STRATA_PROFILE_COLUMN_P95] = { "p95_ns", N_ ("95 %"), STRATA_CELL_DURATION, 9 },
  [STRATA_PROFILE_COLUMN_MAX] = { "max_ns", N_ ("Max"), STRATA_CELL_DURATION, 9 },
  [STRATA_PROFILE_COLUMN_FIRST] = { "first_ns", N_ ("First"), STRATA_CELL_TIME, 12 },
  [STRATA_PROFILE_COLUMN_LAST] = { "last_ns", N_ ("Last"), STRATA_CELL_TIME, 12 },
  [COLUMN_RECURSIVE_CALLS] = { "recursive_calls", NULL, STRATA_CELL_NUMBER },
  [COLUMN_MIN] = { "min_ns", NULL, STRATA_CELL_DURATION },
  [COLUMN_UNKNOWN_CPU] = { "unknown_cpu_calls", NULL, STRATA_CELL_NUMBER },
  [COLUMN_UNKNOWN_SELF_CPU] = { "unknown_exclusive_cpu_calls", NULL, STRATA_CELL_NUMBER },
  [COLUMN_PRINTED_INCLUSIVE] = { "inclusive", N_ ("Inclusive"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_EXCLUSIVE] = { "exclusive", N_ ("Exclusive"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_CPU] = { "other", N_ ("CPU"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_CALLS] = { "calls", N_ ("Calls"), STRATA_CELL_FIGURE },
  [COLUMN_PRINTED_MAX] = { "max", N_ ("Longest"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

/* Stable: the command line and the exports of the window share these. */
static const guint8 exported[] = {
  STRATA_PROFILE_COLUMN_NAME,
  STRATA_PROFILE_COLUMN_INCLUSIVE,
  STRATA_PROFILE_COLUMN_EXCLUSIVE,
  STRATA_PROFILE_COLUMN_INCLUSIVE_CPU,
  STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU,
  STRATA_PROFILE_COLUMN_CALLS,
  COLUMN_RECURSIVE_CALLS,
  COLUMN_MIN,
  STRATA_PROFILE_COLUMN_MEAN,
  STRATA_PROFILE_COLUMN_P95,
  STRATA_PROFILE_COLUMN_MAX,
  STRATA_PROFILE_COLUMN_MEDIAN,
  STRATA_PROFILE_COLUMN_FIRST,
  STRATA_PROFILE_COLUMN_LAST,
  COLUMN_UNKNOWN_CPU,
  COLUMN_UNKNOWN_SELF_CPU,
};

static const guint8 printed[] = {
  COLUMN_PRINTED_INCLUSIVE,
  STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE,
  COLUMN_PRINTED_EXCLUSIVE,
  STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE,
  COLUMN_PRINTED_CPU,
  COLUMN_PRINTED_CALLS,
  STRATA_PROFILE_COLUMN_MEAN,
  STRATA_PROFILE_COLUMN_MEDIAN,
  STRATA_PROFILE_COLUMN_P95,
  COLUMN_PRINTED_MAX,
  COLUMN_PRINTED_NAME,
};

const StrataRowClass strata_profile_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = STRATA_COLUMN_LIST (exported),
  .printed = STRATA_COLUMN_LIST (printed),
  .get = get,
  .free_data = data_free,
};

/**
 * strata_profile_rows_new:
 * @profile: a profile
 * @clock: the clock of printed text
 *
 * Returns: (transfer full): a row for each of its rows, by index
 */
StrataRows *
strata_profile_rows_new (StrataProfile *profile,
                         StrataClocks clock)
{
  Data *data = g_new (Data, 1);
  guint n_rows;

  *data = (Data){
    .profile = strata_profile_ref (profile),
    .clock = clock,
    .total_ns = clock == STRATA_CLOCK_CPU ? strata_profile_get_total_cpu_ns (profile) : strata_profile_get_total_ns (profile),
  };
  strata_profile_get_rows (profile, &n_rows);

  return strata_rows_new (&strata_profile_rows_class, data, n_rows);
}
