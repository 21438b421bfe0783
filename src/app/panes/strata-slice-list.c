/* strata-slice-list.c - slices, and what else a search finds, as a list that makes only the rows that are seen
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
#include "strata-trace-titles.h"
#include "strata-units.h"

struct _StrataSliceRow
{
  GObject parent_instance;

  StrataTrace *trace; /* owned */
  guint32 row;        /* see strata-search-row.h */
  gboolean is_by_sample;
};

G_DEFINE_FINAL_TYPE (StrataSliceRow, strata_slice_row, G_TYPE_OBJECT)

static void
strata_slice_row_finalize (GObject *object)
{
  g_clear_object (&STRATA_SLICE_ROW (object)->trace);

  G_OBJECT_CLASS (strata_slice_row_parent_class)->finalize (object);
}

static void
strata_slice_row_class_init (StrataSliceRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_slice_row_finalize;
}

static void
strata_slice_row_init (StrataSliceRow *self)
{
}

static char *
dup_thread (StrataSliceRow *self)
{
  const guint32 index = strata_search_row_find_thread (self->trace, self->row);

  return index != STRATA_NONE ? strata_trace_titles_dup_thread (self->trace, index) : g_strdup ("");
}

static char *
dup_process (StrataSliceRow *self)
{
  const guint32 index = strata_search_row_find_process (self->trace, self->row);

  return index != STRATA_NONE ? strata_trace_titles_dup_process (self->trace, index) : g_strdup ("");
}

static char *
dup_duration (StrataSliceRow *self,
              gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_amount (duration_ns, strata_trace_get_unit (self->trace), text));
}

static char *
dup_cpu (StrataSliceRow *self)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);

  if (strata_trace_has_cpu_time (self->trace, self->row))
    return dup_duration (self, strata_slice_table_get_cpu_ns (table, self->row));

  return strata_trace_get_clocks (self->trace) == STRATA_CLOCK_CPU ? dup_duration (self, strata_slice_table_get_wall_ns (table, self->row)) : g_strdup ("");
}

static char *
dup_start (StrataSliceRow *self)
{
  const gint64 start_ns = strata_search_row_get_time_ns (self->trace, self->row);
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_amount_offset (strata_time_add (start_ns, -strata_trace_get_span (self->trace).begin_ns), strata_span_get_step_ns (strata_trace_get_span (self->trace)), strata_trace_get_unit (self->trace), text));
}

/* Methods as in a program, without their package. */
static char *
dup_name (StrataSliceRow *self)
{
  const char *name = strata_trace_get_string (self->trace, strata_search_row_get_name (self->trace, self->row));

  if (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, NULL, 0) == 0)
    return g_strdup (*name != '\0' ? name : _ ("(empty name)"));

  return strata_method_signature_dup (name, STRATA_SIGNATURE_SHORT);
}

/* What did not finish is at least as long as it is shown. */
static char *
dup_length (StrataSliceRow *self)
{
  g_autofree char *text = dup_duration (self, strata_durations_get_ns (self->trace, self->row));
  const gboolean is_unfinished = strata_slice_table_get_flags (strata_trace_get_slices (self->trace), self->row) & STRATA_SLICE_UNFINISHED;

  return is_unfinished ? g_strconcat ("≥ ", text, NULL) : g_steal_pointer (&text);
}

static const char *
get_kind_text (StrataSliceRow *self)
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

  if (strata_samples_is_whole (samples, sample))
    return g_strdup (strata_units_count (samples->value[sample], text));

  return g_strdup (strata_counter_write_value (strata_samples_get_real (samples, sample), NULL, text));
}

/* Of a counter as a whole from the lowest to the highest. */
static char *
dup_value (StrataSliceRow *self)
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

  return g_strdup_printf ("%s – %s", strata_counter_write_value (counter->real_min, &unit, from), strata_counter_write_value (counter->real_max, &unit, to));
}

/* What instants and counters have, too; %NULL for what they have not. */
static char *
dup_common_text (StrataSliceRow *self,
                 StrataSliceColumn column)
{
  switch (column)
    {
    case STRATA_SLICE_COLUMN_START:
      return dup_start (self);
    case STRATA_SLICE_COLUMN_NAME:
      return dup_name (self);
    case STRATA_SLICE_COLUMN_THREAD:
      return dup_thread (self);
    case STRATA_SLICE_COLUMN_PROCESS:
      return dup_process (self);
    case STRATA_SLICE_COLUMN_KIND:
      return g_strdup (get_kind_text (self));
    case STRATA_SLICE_COLUMN_VALUE:
      return dup_value (self);
    case STRATA_SLICE_COLUMN_DURATION:
    case STRATA_SLICE_COLUMN_SELF:
    case STRATA_SLICE_COLUMN_CPU:
    case STRATA_SLICE_COLUMN_DEPTH:
    case STRATA_SLICE_COLUMN_LEVEL:
    case STRATA_SLICE_COLUMN_CATEGORY:
    case STRATA_SLICE_COLUMN_ARGS:
      break;
    }

  return NULL;
}

static char *
dup_slice_text (StrataSliceRow *self,
                StrataSliceColumn column)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const StrataAttrs *attrs = strata_attr_table_get (strata_trace_get_attrs (self->trace), strata_slice_table_get_attrs (table, self->row));

  switch (column)
    {
    case STRATA_SLICE_COLUMN_DURATION:
      return dup_length (self);
    case STRATA_SLICE_COLUMN_SELF:
      return dup_duration (self, strata_slice_table_get_self_ns (table, self->row));
    case STRATA_SLICE_COLUMN_CPU:
      return dup_cpu (self);
    case STRATA_SLICE_COLUMN_DEPTH:
      return g_strdup_printf ("%u", strata_slice_table_get_depth (table, self->row));
    case STRATA_SLICE_COLUMN_LEVEL:
      return g_strdup (strata_level_get_name (attrs->level));
    case STRATA_SLICE_COLUMN_CATEGORY:
      return g_strdup (strata_trace_get_string (self->trace, attrs->category));
    case STRATA_SLICE_COLUMN_ARGS:
      return strata_slice_dup_args (self->trace, attrs);
    case STRATA_SLICE_COLUMN_START:
    case STRATA_SLICE_COLUMN_NAME:
    case STRATA_SLICE_COLUMN_THREAD:
    case STRATA_SLICE_COLUMN_PROCESS:
    case STRATA_SLICE_COLUMN_KIND:
    case STRATA_SLICE_COLUMN_VALUE:
      break;
    }

  return NULL;
}

/**
 * strata_slice_row_dup_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): what it says there
 */
char *
strata_slice_row_dup_text (StrataSliceRow *self,
                           StrataSliceColumn column)
{
  char *text = dup_common_text (self, column);

  if (text != NULL)
    return text;

  return self->row < strata_trace_get_slices (self->trace)->n_slices ? dup_slice_text (self, column) : g_strdup ("");
}

/* Rows are made when the view asks for them, and live as long as they are on the screen. */
struct _StrataSliceList
{
  GObject parent_instance;

  StrataSliceListing *listing; /* owned */
};

static GType
strata_slice_list_get_item_type (GListModel *model)
{
  return STRATA_TYPE_SLICE_ROW;
}

static guint
strata_slice_list_get_n_items (GListModel *model)
{
  return STRATA_SLICE_LIST (model)->listing->n_rows;
}

static gpointer
strata_slice_list_get_item (GListModel *model,
                            guint position)
{
  StrataSliceListing *listing = STRATA_SLICE_LIST (model)->listing;

  if (position >= listing->n_rows)
    return NULL;

  StrataSliceRow *row = g_object_new (STRATA_TYPE_SLICE_ROW, NULL);

  row->trace = g_object_ref (listing->trace);
  row->row = listing->rows[position];
  row->is_by_sample = listing->is_by_sample;
  return row;
}

static void
strata_slice_list_init_model (GListModelInterface *interface)
{
  interface->get_item_type = strata_slice_list_get_item_type;
  interface->get_n_items = strata_slice_list_get_n_items;
  interface->get_item = strata_slice_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataSliceList, strata_slice_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_slice_list_init_model))

static void
strata_slice_list_finalize (GObject *object)
{
  g_clear_pointer (&STRATA_SLICE_LIST (object)->listing, strata_slice_listing_unref);

  G_OBJECT_CLASS (strata_slice_list_parent_class)->finalize (object);
}

static void
strata_slice_list_class_init (StrataSliceListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_slice_list_finalize;
}

static void
strata_slice_list_init (StrataSliceList *self)
{
}

StrataSliceList *
strata_slice_list_new (StrataSliceListing *listing)
{
  StrataSliceList *self = g_object_new (STRATA_TYPE_SLICE_LIST, NULL);

  self->listing = strata_slice_listing_ref (listing);
  return self;
}

const StrataSliceListing *
strata_slice_list_get_listing (StrataSliceList *self)
{
  return self->listing;
}

/**
 * strata_slice_list_find:
 * @self: the list
 * @row: number of a row, see strata-search-row.h
 *
 * Returns: its position, or %STRATA_NONE if it is not listed
 */
guint32
strata_slice_list_find (StrataSliceList *self,
                        guint32 row)
{
  for (guint32 i = 0; i < self->listing->n_rows; i++)
    if (self->listing->rows[i] == row)
      return i;

  return STRATA_NONE;
}

/* A listing does not change, so it is its own picture; of some rows the positions are noted. */
typedef struct
{
  StrataSliceListing *listing; /* owned */
  StrataSliceWriter *writer;   /* owned */
  guint32 *positions;          /* owned; nullable */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  strata_slice_writer_free (picture->writer);
  strata_slice_listing_unref (picture->listing);
  g_free (picture->positions);
  g_free (picture);
}

static guint32
get_number (const Picture *picture,
            guint row)
{
  return picture->listing->rows[picture->positions != NULL ? picture->positions[row] : row];
}

static void
write_slice (StrataTable *table,
             gpointer data,
             guint row)
{
  const Picture *picture = data;

  strata_slice_writer_write (picture->writer, table, get_number (picture, row));
}

static void
write_hit (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_hit_rows_write (table, picture->listing->trace, picture->writer, get_number (picture, row), picture->listing->is_by_sample);
}

/**
 * strata_slice_list_new_rows:
 * @self: the list
 * @positions: (nullable) (array length=n_positions): of the rows that are wanted, or %NULL for all
 * @n_positions: how many
 *
 * Returns: (transfer full): what is listed as a table
 */
StrataTableRows *
strata_slice_list_new_rows (StrataSliceList *self,
                            const guint32 *positions,
                            guint n_positions)
{
  Picture *picture = g_new (Picture, 1);
  guint n_columns;
  const gboolean is_of_slices = self->listing->n_others == 0;
  const StrataTableColumn *columns = is_of_slices ? strata_slice_writer_get_columns (&n_columns) : strata_hit_rows_get_columns (&n_columns);

  *picture = (Picture){
    strata_slice_listing_ref (self->listing),
    strata_slice_writer_new (self->listing->trace),
    g_memdup2 (positions, n_positions * sizeof *positions),
  };

  return strata_table_rows_new (_ ("Slices"), columns, n_columns, positions != NULL ? n_positions : self->listing->n_rows, is_of_slices ? write_slice : write_hit, picture, picture_free);
}
