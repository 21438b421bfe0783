/* strata-slice-list.c - slices and other search hits as the rows of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-list.h"

#include <glib/gi18n-lib.h>

#include "strata-counter-text.h"
#include "strata-hit-rows.h"
#include "strata-method-signature.h"
#include "strata-search-row.h"
#include "strata-short-text.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* The columns of search hits, and in the window also the time since the start of the trace. */
enum
{
  COLUMN_DURATION = 1,
  COLUMN_SELF,
  COLUMN_CPU,
  COLUMN_PROCESS = 6,
  COLUMN_THREAD,
  COLUMN_DEPTH,
  COLUMN_NAME,
  COLUMN_LEVEL,
  COLUMN_CATEGORY = 12,
  COLUMN_ARGS = 14,
  N_SLICE_COLUMNS = 16,
  COLUMN_KIND = N_SLICE_COLUMNS,
  COLUMN_VALUE,
  N_HIT_COLUMNS,
  COLUMN_START = N_HIT_COLUMNS,
  N_COLUMNS,
};

static const StrataTableColumn columns[N_COLUMNS] = {
  STRATA_HIT_TABLE_COLUMNS,
  [COLUMN_START] = { "start", N_ ("Start"), STRATA_CELL_TIME, .is_reversed = TRUE, .width_px = 120 },
};

/* In the order of StrataSliceColumn. */
static const guint8 shown_of_hits[STRATA_N_SLICE_COLUMNS] = {
  COLUMN_START, COLUMN_DURATION, COLUMN_SELF, COLUMN_CPU, COLUMN_NAME, COLUMN_KIND, COLUMN_VALUE,
  COLUMN_THREAD, COLUMN_PROCESS, COLUMN_DEPTH, COLUMN_LEVEL, COLUMN_CATEGORY, COLUMN_ARGS
};

/* Without kind and value. */
static const guint8 shown_of_slices[] = {
  COLUMN_START, COLUMN_DURATION, COLUMN_SELF, COLUMN_CPU, COLUMN_NAME,
  COLUMN_THREAD, COLUMN_PROCESS, COLUMN_DEPTH, COLUMN_LEVEL, COLUMN_CATEGORY, COLUMN_ARGS
};

/* Levels, categories and arguments, for traces that have any. */
#define N_ATTR_COLUMNS 3

/* A listing is immutable, so it is its own snapshot. */
typedef struct
{
  StrataSliceListing *listing; /* owned */
  GMutex lock;
  StrataSliceWriter *writer; /* owned; used under the lock */
} Data;

typedef struct
{
  StrataTrace *trace;
  guint32 row; /* see strata-search-row.h */
  gboolean is_by_sample;
} Hit;

static char *
dup_thread (const Hit *self)
{
  const guint32 index = strata_search_row_find_thread (self->trace, self->row);

  return index != STRATA_NONE ? strata_trace_titles_dup_thread (self->trace, index) : g_strdup ("");
}

static char *
dup_process (const Hit *self)
{
  const guint32 index = strata_search_row_find_process (self->trace, self->row);

  return index != STRATA_NONE ? strata_trace_titles_dup_process (self->trace, index) : g_strdup ("");
}

static char *
dup_duration (const Hit *self,
              gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_amount (duration_ns, strata_trace_get_unit (self->trace), text));
}

static char *
dup_cpu (const Hit *self)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);

  if (strata_trace_has_cpu_time (self->trace, self->row))
    return dup_duration (self, strata_slice_table_get_cpu_ns (table, self->row));

  return strata_trace_get_clocks (self->trace) == STRATA_CLOCK_CPU ? dup_duration (self, strata_slice_table_get_wall_ns (table, self->row)) : g_strdup ("");
}

static char *
dup_start (const Hit *self)
{
  const gint64 start_ns = strata_search_row_get_time_ns (self->trace, self->row);
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_amount_offset (strata_time_add (start_ns, -strata_trace_get_span (self->trace).begin_ns), strata_span_get_step_ns (strata_trace_get_span (self->trace)), strata_trace_get_unit (self->trace), text));
}

/* Short method names, without their package. */
static char *
dup_name (const Hit *self)
{
  const char *name = strata_trace_get_string (self->trace, strata_search_row_get_name (self->trace, self->row));

  if (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, NULL, 0) == 0)
    return g_strdup (*name != '\0' ? name : _ ("(empty name)"));

  return strata_method_signature_dup (name, STRATA_SIGNATURE_SHORT);
}

/* An unfinished slice is at least as long as shown. */
static char *
dup_length (const Hit *self)
{
  g_autofree char *text = dup_duration (self, strata_durations_get_ns (self->trace, self->row));
  const gboolean is_unfinished = strata_slice_table_get_flags (strata_trace_get_slices (self->trace), self->row) & STRATA_SLICE_UNFINISHED;

  return is_unfinished ? g_strconcat ("≥ ", text, NULL) : g_steal_pointer (&text);
}

static const char *
get_kind_text (const Hit *self)
{
  guint32 index;

  switch (strata_search_row_get_kind (self->trace, self->row, &index))
    {
    case STRATA_SEARCH_SLICES:
      return _ ("Slice");
    case STRATA_SEARCH_INSTANTS:
      return _ ("Instant");
    case STRATA_SEARCH_RUNS:
      return _ ("Run");
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      break;
    }

  return self->is_by_sample ? _ ("Sample") : _ ("Counter");
}

static char *
dup_sample (StrataTrace *trace,
            guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_counter_write_exact (strata_samples_get_real (samples, sample), samples->value[sample], NULL, text));
}

/* For a counter as a whole, its range. */
static char *
dup_value (const Hit *self)
{
  char from[STRATA_UNITS_BYTES];
  char to[STRATA_UNITS_BYTES];
  guint32 index;
  const StrataSearchKind kind = strata_search_row_get_kind (self->trace, self->row, &index);

  if (kind == STRATA_SEARCH_RUNS && strata_trace_get_cpu_runs (self->trace)->rank[index] != 0)
    return g_strdup_printf (_ ("priority %d"), STRATA_RANK_PRIORITY (strata_trace_get_cpu_runs (self->trace)->rank[index]));
  if (kind != STRATA_SEARCH_SAMPLES)
    return g_strdup ("");
  if (self->is_by_sample)
    return dup_sample (self->trace, index);

  const guint32 at = strata_trace_find_counter (self->trace, index);
  const StrataCounter *counter = strata_trace_get_counters (self->trace, NULL) + at;
  const StrataCounterUnit unit = strata_counter_unit_get (self->trace, at);

  return g_strdup_printf ("%s – %s", strata_counter_write_exact (counter->real_min, counter->min, &unit, from), strata_counter_write_exact (counter->real_max, counter->max, &unit, to));
}

static char *
dup_kind (const Hit *self)
{
  return g_strdup (get_kind_text (self));
}

static char *
dup_self (const Hit *self)
{
  return dup_duration (self, strata_slice_table_get_self_ns (strata_trace_get_slices (self->trace), self->row));
}

static char *
dup_depth (const Hit *self)
{
  return g_strdup_printf ("%u", strata_slice_table_get_depth (strata_trace_get_slices (self->trace), self->row));
}

static StrataAttrs
get_attrs (const Hit *self)
{
  return strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (strata_trace_get_slices (self->trace), self->row));
}

static char *
dup_level (const Hit *self)
{
  return g_strdup (strata_level_get_name (get_attrs (self).level));
}

static char *
dup_category (const Hit *self)
{
  return g_strdup (strata_trace_get_string (self->trace, get_attrs (self).category));
}

static char *
dup_args (const Hit *self)
{
  const StrataAttrs attrs = get_attrs (self);

  return strata_slice_dup_args (self->trace, &attrs);
}

static gboolean
show_hit (StrataRow row,
          guint column,
          StrataCell *cell)
{
  static const struct
  {
    char *(*dup) (const Hit *self);
    gboolean is_of_slices; /* other rows have no such text */
  } texts[N_COLUMNS] = {
    [COLUMN_START] = { dup_start },
    [COLUMN_DURATION] = { dup_length, TRUE },
    [COLUMN_SELF] = { dup_self, TRUE },
    [COLUMN_CPU] = { dup_cpu, TRUE },
    [COLUMN_NAME] = { dup_name },
    [COLUMN_KIND] = { dup_kind },
    [COLUMN_VALUE] = { dup_value },
    [COLUMN_THREAD] = { dup_thread },
    [COLUMN_PROCESS] = { dup_process },
    [COLUMN_DEPTH] = { dup_depth, TRUE },
    [COLUMN_LEVEL] = { dup_level, TRUE },
    [COLUMN_CATEGORY] = { dup_category, TRUE },
    [COLUMN_ARGS] = { dup_args, TRUE },
  };
  const StrataSliceListing *listing = ((const Data *) row.data)->listing;
  const Hit self = { listing->trace, listing->rows[row.number], listing->is_by_sample };

  if (texts[column].is_of_slices && self.row >= strata_trace_get_slices (self.trace)->n_slices)
    return TRUE;

  g_autofree char *text = texts[column].dup (&self);

  strata_cell_take_text (cell, strata_short_text_cut (g_utf8_make_valid (text, -1)));
  return TRUE;
}

static void
write_hit (StrataRow row,
           StrataTable *table)
{
  Data *data = row.data;
  const StrataSliceListing *listing = data->listing;

  g_mutex_lock (&data->lock);
  if (listing->n_others == 0)
    strata_slice_writer_write (data->writer, table, listing->rows[row.number]);
  else
    strata_hit_rows_write (table, listing->trace, data->writer, listing->rows[row.number], listing->is_by_sample);
  g_mutex_unlock (&data->lock);
}

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  strata_slice_writer_free (data->writer);
  strata_slice_listing_unref (data->listing);
  g_mutex_clear (&data->lock);
  g_free (data);
}

#define LIST_CLASS(n_exported, shown_columns, n_hidden)                        \
  {                                                                            \
    STRATA_ROW_COLUMNS (columns),                                              \
        .exported = { NULL, n_exported },                                      \
        .shown = { shown_columns, G_N_ELEMENTS (shown_columns) - (n_hidden) }, \
        .show = show_hit,                                                      \
        .write = write_hit,                                                    \
        .free_data = data_free,                                                \
  }

/* Indexed by whether there are only slices, and whether the trace has attributes. */
static const StrataRowClass classes[2][2] = {
  { LIST_CLASS (N_SLICE_COLUMNS, shown_of_slices, N_ATTR_COLUMNS), LIST_CLASS (N_SLICE_COLUMNS, shown_of_slices, 0) },
  { LIST_CLASS (N_HIT_COLUMNS, shown_of_hits, N_ATTR_COLUMNS), LIST_CLASS (N_HIT_COLUMNS, shown_of_hits, 0) },
};

/* Returns the class with all columns, in the order of StrataSliceColumn. */
const StrataRowClass *
strata_slice_list_get_class (void)
{
  return &classes[TRUE][TRUE];
}

const char *
strata_slice_list_get_title (StrataSliceColumn column)
{
  return _ (columns[shown_of_hits[column]].title);
}

/**
 * strata_slice_list_new:
 * @listing: (transfer none): slices and other search hits
 *
 * Returns: (transfer full): a row for each, in the order of the listing
 */
StrataRows *
strata_slice_list_new (StrataSliceListing *listing)
{
  const gboolean has_attrs = strata_attr_table_get_n_sets (strata_trace_get_attrs (listing->trace)) > 1;
  Data *data = g_new0 (Data, 1);

  g_mutex_init (&data->lock);
  data->listing = strata_slice_listing_ref (listing);
  data->writer = strata_slice_writer_new (listing->trace);
  return strata_rows_new (&classes[listing->n_others > 0][has_attrs], data, listing->n_rows);
}

/* Returns their listing; NULL if there is none. @rows may be NULL. */
const StrataSliceListing *
strata_slice_list_get_listing (StrataRows *rows)
{
  return rows != NULL ? ((const Data *) strata_rows_get_data (rows))->listing : NULL;
}

/**
 * strata_slice_list_find:
 * @rows: rows of a list
 * @hit: see strata-search-row.h
 *
 * Returns: its row, or %STRATA_NONE if it is not listed
 */
guint32
strata_slice_list_find (StrataRows *rows,
                        guint32 hit)
{
  const StrataSliceListing *listing = strata_slice_list_get_listing (rows);

  for (guint32 i = 0; i < listing->n_rows; i++)
    if (listing->rows[i] == hit)
      return i;

  return STRATA_NONE;
}
