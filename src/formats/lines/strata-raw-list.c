/* strata-raw-list.c - lists the lines of a trace that pass a filter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-list.h"

#include "strata-order.h"

/* Lines of one file are in its order, even if times step back. Lines of several files are merged
 * by time, and each file keeps its order: a line counts as no earlier than the lines before it.
 * Lines without a time belong to the previous line, or to the top. */
typedef struct
{
  StrataRawPlace place;
  gint64 time_ns;
} Entry;

typedef struct
{
  const StrataRawFilter *filter; /* borrowed */
  GArray *entries;               /* (element-type Entry) owned */
  gint64 time_ns;
} Listing;

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  Listing *self = user_data;

  if (line->is_event)
    self->time_ns = MAX (self->time_ns, line->time_ns);

  if (strata_raw_filter_matches (self->filter, line))
    {
      const Entry entry = { line->place, self->time_ns };

      g_array_append_val (self->entries, entry);
    }

  return TRUE;
}

static gboolean
may_match (const StrataRawFilter *filter,
           StrataLineStore *store,
           guint block)
{
  g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);
  gsize n_bytes;
  const char *lines = strata_line_text_get_all (text, &n_bytes);

  return strata_raw_filter_may_match (filter, lines, n_bytes);
}

/**
 * strata_raw_scan_likely:
 * @trace: a trace
 * @span: a span of it, both ends included
 * @filter: the conditions for lines
 * @func: (scope call): called with each line of the blocks that overlap @span and may have lines that pass, in the order of the files
 * @user_data: for @func
 *
 * Like [func@Strata.raw_scan], but skips blocks in which certainly no line passes. In other blocks, @func still has to check each
 * line.
 */
void
strata_raw_scan_likely (StrataTrace *trace,
                        StrataSpan span,
                        const StrataRawFilter *filter,
                        StrataRawFunc func,
                        gpointer user_data)
{
  for (guint file = 0; file < strata_trace_get_n_line_stores (trace); file++)
    {
      StrataLineStore *store = strata_trace_get_line_store (trace, file);

      for (guint i = 0; i < strata_line_store_get_n_blocks (store); i++)
        if (strata_raw_block_overlaps (store, i, span) && may_match (filter, store, i) && !strata_raw_scan_block (trace, file, i, func, user_data))
          return;
    }
}

/* Lists the lines of a block, unless certainly none passes. */
static void
list_block (Listing *self,
            StrataTrace *trace,
            guint file,
            guint block)
{
  StrataLineStore *store = strata_trace_get_line_store (trace, file);
  const gint64 max_ns = strata_line_store_get_block (store, block)->max_ns;

  if (may_match (self->filter, store, block))
    strata_raw_scan_block (trace, file, block, take_line, self);
  else if (max_ns != STRATA_NO_TIME)
    self->time_ns = MAX (self->time_ns, strata_line_store_place_time (store, max_ns));
}

/* Checks for cancellation once per block. */
static void
list_file (Listing *self,
           StrataTrace *trace,
           guint file,
           GCancellable *cancellable)
{
  StrataLineStore *store = strata_trace_get_line_store (trace, file);
  StrataSpan span;
  const gboolean has_span = strata_raw_filter_get_span (self->filter, &span);

  self->time_ns = G_MININT64;

  for (guint i = 0; i < strata_line_store_get_n_blocks (store) && !g_cancellable_is_cancelled (cancellable); i++)
    if (!has_span || strata_raw_block_overlaps (store, i, span))
      list_block (self, trace, file, i);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *first = a;
  const Entry *second = b;

  return STRATA_ORDER (first->time_ns, second->time_ns) ?: (STRATA_ORDER (first->place.file, second->place.file) ?: STRATA_ORDER (first->place.row, second->place.row));
}

/**
 * strata_raw_list:
 * @trace: a trace with its lines
 * @filter: the conditions for lines
 * @cancellable: (nullable): ends the search early
 *
 * Searches all lines.
 *
 * Returns: (transfer full) (element-type StrataRawPlace): the places of the lines that pass, sorted by time if they are from several
 *   files
 */
GArray *
strata_raw_list (StrataTrace *trace,
                 const StrataRawFilter *filter,
                 GCancellable *cancellable)
{
  const guint n_files = strata_trace_get_n_line_stores (trace);
  Listing self = { filter, g_array_new (FALSE, FALSE, sizeof (Entry)), G_MININT64 };
  GArray *places = g_array_new (FALSE, FALSE, sizeof (StrataRawPlace));

  for (guint file = 0; file < n_files; file++)
    list_file (&self, trace, file, cancellable);

  if (n_files > 1)
    g_array_sort (self.entries, compare_entries);

  g_array_set_size (places, self.entries->len);
  for (guint i = 0; i < places->len; i++)
    g_array_index (places, StrataRawPlace, i) = g_array_index (self.entries, Entry, i).place;

  g_array_unref (self.entries);
  return places;
}
