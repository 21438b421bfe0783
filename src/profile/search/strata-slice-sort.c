/* strata-slice-sort.c - sorts slices and other search results by any column
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-query.h"

#include <string.h>

#include "strata-radix-sort.h"
#include "strata-real.h"
#include "strata-search-row.h"

/* Every column becomes a numeric key: times directly, texts by their rank among those that occur. */
typedef struct
{
  StrataTrace *trace;
  const StrataSliceTable *table;
  gboolean is_cpu;
  guint32 *ranks; /* owned; nullable: by id of the text */
} Keys;

/* Above all keys for "not known". */
static guint64
get_signed_key (gint64 value)
{
  return (guint64) value ^ G_GUINT64_CONSTANT (0x8000000000000000);
}

/* Real numbers sort like their bits, except that the order of negative ones is reversed. */
static guint64
get_value_key (const StrataSamples *samples,
               guint32 sample)
{
  if (samples->real == NULL)
    return get_signed_key (samples->value[sample]);

  const gint64 bits = strata_real_to_bits (samples->real[sample]);

  return bits < 0 ? ~(guint64) bits : get_signed_key (bits);
}

static guint32
find_thread_name (const Keys *self,
                  guint32 slice)
{
  const guint32 thread = strata_search_row_find_thread (self->trace, slice);

  return thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL)[thread].name : STRATA_STRING_EMPTY;
}

static guint32
find_process_name (const Keys *self,
                   guint32 slice)
{
  const guint32 process = strata_search_row_find_process (self->trace, slice);

  return process != STRATA_NONE ? strata_trace_get_processes (self->trace, NULL)[process].name : STRATA_STRING_EMPTY;
}

/* Instants and counters have no attributes. */
static StrataAttrs
get_attrs (const Keys *self,
           guint32 slice)
{
  return strata_attr_table_get (strata_trace_get_attrs (self->trace), slice < self->table->n_slices ? strata_slice_table_get_attrs (self->table, slice) : STRATA_ATTRS_NONE);
}

/* Returns: the string id of a slice in a text column, or the id of its arguments. */
static guint32
get_string (const Keys *self,
            StrataSliceColumn column,
            guint32 slice)
{
  switch (column)
    {
    case STRATA_SLICE_COLUMN_NAME:
      return strata_search_row_get_name (self->trace, slice);
    case STRATA_SLICE_COLUMN_THREAD:
      return find_thread_name (self, slice);
    case STRATA_SLICE_COLUMN_PROCESS:
      return find_process_name (self, slice);
    case STRATA_SLICE_COLUMN_CATEGORY:
      return get_attrs (self, slice).category;
    case STRATA_SLICE_COLUMN_ARGS:
      return get_attrs (self, slice).args;
    case STRATA_SLICE_COLUMN_START:
    case STRATA_SLICE_COLUMN_DURATION:
    case STRATA_SLICE_COLUMN_SELF:
    case STRATA_SLICE_COLUMN_CPU:
    case STRATA_SLICE_COLUMN_DEPTH:
    case STRATA_SLICE_COLUMN_LEVEL:
    case STRATA_SLICE_COLUMN_KIND:
    case STRATA_SLICE_COLUMN_VALUE:
      break;
    }

  return STRATA_STRING_EMPTY;
}

static guint32
get_tid (const Keys *self,
         guint32 slice)
{
  const guint32 thread = strata_search_row_find_thread (self->trace, slice);

  return thread != STRATA_NONE ? (guint32) strata_trace_get_threads (self->trace, NULL)[thread].tid : 0;
}

static guint32
get_pid (const Keys *self,
         guint32 slice)
{
  const guint32 process = strata_search_row_find_process (self->trace, slice);

  return process != STRATA_NONE ? (guint32) strata_trace_get_processes (self->trace, NULL)[process].pid : 0;
}

static guint64
get_cpu_key (const Keys *self,
             guint32 slice)
{
  if (strata_trace_has_cpu_time (self->trace, slice))
    return get_signed_key (strata_slice_table_get_cpu_ns (self->table, slice));

  return strata_trace_get_clocks (self->trace) == STRATA_CLOCK_CPU ? get_signed_key (strata_slice_table_get_wall_ns (self->table, slice)) : 0;
}

/* Keys of columns that instants and counters have, too. Threads and processes of the same name are sorted by id. */
static guint64
get_common_key (const Keys *self,
                StrataSliceColumn column,
                guint32 row)
{
  guint32 index;
  const StrataSearchKind kind = strata_search_row_get_kind (self->trace, row, &index);

  switch (column)
    {
    case STRATA_SLICE_COLUMN_START:
      return get_signed_key (strata_search_row_get_time_ns (self->trace, row));
    case STRATA_SLICE_COLUMN_THREAD:
      return (guint64) self->ranks[get_string (self, column, row)] << 32 | get_tid (self, row);
    case STRATA_SLICE_COLUMN_PROCESS:
      return (guint64) self->ranks[get_string (self, column, row)] << 32 | get_pid (self, row);
    case STRATA_SLICE_COLUMN_NAME:
    case STRATA_SLICE_COLUMN_CATEGORY:
    case STRATA_SLICE_COLUMN_ARGS:
      return self->ranks[get_string (self, column, row)];
    case STRATA_SLICE_COLUMN_KIND:
      return kind;
    case STRATA_SLICE_COLUMN_VALUE:
      return kind == STRATA_SEARCH_SAMPLES ? get_value_key (strata_trace_get_samples (self->trace), index) : 0;
    case STRATA_SLICE_COLUMN_DURATION:
    case STRATA_SLICE_COLUMN_SELF:
    case STRATA_SLICE_COLUMN_CPU:
    case STRATA_SLICE_COLUMN_DEPTH:
    case STRATA_SLICE_COLUMN_LEVEL:
      break;
    }

  return 0;
}

static guint64
get_key (const Keys *self,
         StrataSliceColumn column,
         guint32 slice)
{
  if (slice >= self->table->n_slices)
    return get_common_key (self, column, slice);

  switch (column)
    {
    case STRATA_SLICE_COLUMN_START:
      return get_signed_key (self->table->start_ns[slice]);
    case STRATA_SLICE_COLUMN_DURATION:
      return get_signed_key (self->is_cpu ? strata_slice_table_get_cpu_ns (self->table, slice) : strata_slice_table_get_wall_ns (self->table, slice));
    case STRATA_SLICE_COLUMN_SELF:
      return get_signed_key (strata_slice_table_get_self_ns (self->table, slice));
    case STRATA_SLICE_COLUMN_CPU:
      return get_cpu_key (self, slice);
    case STRATA_SLICE_COLUMN_DEPTH:
      return strata_slice_table_get_depth (self->table, slice);
    case STRATA_SLICE_COLUMN_LEVEL:
      return get_attrs (self, slice).level;
    case STRATA_SLICE_COLUMN_THREAD:
    case STRATA_SLICE_COLUMN_PROCESS:
    case STRATA_SLICE_COLUMN_NAME:
    case STRATA_SLICE_COLUMN_CATEGORY:
    case STRATA_SLICE_COLUMN_ARGS:
    case STRATA_SLICE_COLUMN_KIND:
    case STRATA_SLICE_COLUMN_VALUE:
      return get_common_key (self, column, slice);
    }

  return 0;
}

static gboolean
is_text (StrataSliceColumn column)
{
  return column == STRATA_SLICE_COLUMN_NAME || column == STRATA_SLICE_COLUMN_THREAD || column == STRATA_SLICE_COLUMN_PROCESS ||
         column == STRATA_SLICE_COLUMN_CATEGORY || column == STRATA_SLICE_COLUMN_ARGS;
}

/* A text to rank. */
typedef struct
{
  guint32 id;
  const char *text;
} Ranked;

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  const char *text_a = ((const Ranked *) a)->text;
  const char *text_b = ((const Ranked *) b)->text;
  const int order = g_ascii_strcasecmp (text_a, text_b);

  return order != 0 ? order : strcmp (text_a, text_b);
}

/* Ranks only the texts that occur, each once. */
static void
rank_texts (Keys *self,
            const guint32 *slices,
            guint32 n_slices,
            StrataSliceColumn column)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (self->trace);
  const gboolean are_args = column == STRATA_SLICE_COLUMN_ARGS;
  const guint32 n_ids = are_args ? strata_attr_table_get_n_args (attrs) : strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace));
  g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (Ranked));

  self->ranks = g_new0 (guint32, n_ids);
  for (guint32 i = 0; i < n_slices; i++)
    {
      const guint32 id = get_string (self, column, slices[i]);

      if (self->ranks[id] != 0)
        continue;

      self->ranks[id] = 1;
      if (are_args)
        g_ptr_array_add (copies, strata_attr_table_dup_args (attrs, id));
      g_array_append_val (used, ((Ranked){ id, are_args ? g_ptr_array_index (copies, copies->len - 1) : strata_trace_get_string (self->trace, id) }));
    }

  g_array_sort (used, compare_texts);
  for (guint32 i = 0; i < used->len; i++)
    self->ranks[g_array_index (used, Ranked, i).id] = i + 1;
}

/* Slices are distributed to steps of the key first, and each step is sorted by itself: keys and the
 * sort buffer take 20 bytes a slice, which for ten million at once is more than many traces. */
#define SLICES_A_PIECE (1u << 20)

/* Steps are exact up to a power of two; above, each doubling has as many. */
#define STEP_BITS 5
#define N_STEPS ((64 - STEP_BITS + 1) << STEP_BITS)

typedef struct
{
  const Keys *keys; /* borrowed */
  StrataSliceColumn column;
  gboolean is_descending;
  GCancellable *cancellable; /* borrowed; nullable */
  guint32 *other;            /* borrowed; nullable: buffer for all slices */
} Sorter;

static guint64
get_order_key (const Sorter *self,
               guint32 slice)
{
  const guint64 key = get_key (self->keys, self->column, slice);

  return self->is_descending ? ~key : key;
}

static guint
get_step (guint64 offset)
{
  if (offset < 1u << STEP_BITS)
    return (guint) offset;

  const guint above = 63 - (guint) __builtin_clzll (offset) - STEP_BITS;

  return (above + 1) << STEP_BITS | ((guint) (offset >> above) & ((1u << STEP_BITS) - 1));
}

static gboolean
sort_piece (const Sorter *self,
            guint32 *slices,
            guint32 n_slices)
{
  g_autofree guint64 *keys = g_new (guint64, n_slices);

  for (guint32 i = 0; i < n_slices; i++)
    keys[i] = get_order_key (self, slices[i]);

  return strata_radix_sort (keys, slices, n_slices, self->cancellable);
}

/* Finds the least key, and where the slices of each step begin; the last entry is the end. */
static guint64
find_steps (const Sorter *self,
            const guint32 *slices,
            guint32 n_slices,
            guint32 *begins)
{
  guint64 least = G_MAXUINT64;

  for (guint32 i = 0; i < n_slices; i++)
    {
      const guint64 key = get_order_key (self, slices[i]);

      least = MIN (least, key);
    }

  for (guint32 i = 0; i < n_slices; i++)
    begins[get_step (get_order_key (self, slices[i]) - least) + 1]++;

  for (guint step = 0; step < N_STEPS; step++)
    begins[step + 1] += begins[step];

  return least;
}

/* Slices of a step keep their order. */
static void
deal_slices (const Sorter *self,
             guint32 *slices,
             guint32 n_slices,
             guint64 least,
             const guint32 *begins)
{
  g_autofree guint32 *places = g_memdup2 (begins, N_STEPS * sizeof *begins);

  for (guint32 i = 0; i < n_slices; i++)
    self->other[places[get_step (get_order_key (self, slices[i]) - least)]++] = slices[i];

  memcpy (slices, self->other, n_slices * sizeof *slices);
}

/* Each round narrows the keys to a part of a doubling, until they are equal, which is sorted.
 * Returns FALSE if cancelled. */
static gboolean
sort_slices (const Sorter *self,
             guint32 *slices,
             guint32 n_slices)
{
  if (n_slices <= SLICES_A_PIECE)
    return n_slices < 2 || sort_piece (self, slices, n_slices);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;

  g_autofree guint32 *begins = g_new0 (guint32, N_STEPS + 1);
  const guint64 least = find_steps (self, slices, n_slices, begins);

  deal_slices (self, slices, n_slices, least, begins);
  for (guint step = 0; step < N_STEPS; step++)
    {
      const guint32 n = begins[step + 1] - begins[step];
      const gboolean is_exact = step < 2u << STEP_BITS;

      if (!is_exact && !sort_slices (self, slices + begins[step], n))
        return FALSE;
    }

  return TRUE;
}

static gboolean
sort_by (const Keys *keys,
         guint32 *slices,
         guint32 n_slices,
         StrataSliceColumn column,
         gboolean is_descending,
         GCancellable *cancellable)
{
  g_autofree guint32 *other = n_slices > SLICES_A_PIECE ? g_new (guint32, n_slices) : NULL;
  const Sorter sorter = { keys, column, is_descending, cancellable, other };

  return sort_slices (&sorter, slices, n_slices);
}

/**
 * strata_slice_sort:
 * @trace: a trace
 * @slices: (array length=n_slices): indices of some slices
 * @n_slices: how many
 * @column: the column to sort by
 * @is_descending: whether the largest comes first
 * @cancellable: (nullable): stops it early
 *
 * Sorts slices; equal ones are sorted by time, the earliest first.
 *
 * Returns: %FALSE if it was cancelled; the slices are in no particular order then
 */
gboolean
strata_slice_sort (StrataTrace *trace,
                   guint32 *slices,
                   guint32 n_slices,
                   StrataSliceColumn column,
                   gboolean is_descending,
                   GCancellable *cancellable)
{
  Keys keys = { trace, strata_trace_get_slices (trace), strata_durations_are_cpu (trace), NULL };
  gboolean is_sorted = column == STRATA_SLICE_COLUMN_START || sort_by (&keys, slices, n_slices, STRATA_SLICE_COLUMN_START, FALSE, cancellable);

  if (is_text (column))
    rank_texts (&keys, slices, n_slices, column);

  is_sorted = is_sorted && sort_by (&keys, slices, n_slices, column, is_descending, cancellable);
  g_free (keys.ranks);

  return is_sorted;
}
