/* strata-raw-list.c - which lines of a trace pass a filter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-list.h"

/* Lines of one file stand as they do in it, even where its times step back. Those
 * of several are merged by time, and the order of each file is kept: a line counts
 * as no earlier than those before it. What has no time belongs to the line before,
 * or to the top. */
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

/* Looks at cancellation once a block. */
static void
list_file (Listing *self,
           StrataTrace *trace,
           guint file,
           GCancellable *cancellable)
{
  const StrataLineStore *store = strata_trace_get_line_store (trace, file);
  StrataSpan span;
  const gboolean has_span = strata_raw_filter_get_span (self->filter, &span);

  self->time_ns = G_MININT64;

  for (guint i = 0; i < strata_line_store_get_n_blocks (store) && !g_cancellable_is_cancelled (cancellable); i++)
    if (!has_span || strata_raw_block_overlaps (store, i, span))
      strata_raw_scan_block (trace, file, i, take_line, self);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *first = a;
  const Entry *second = b;

  if (first->time_ns != second->time_ns)
    return first->time_ns < second->time_ns ? -1 : 1;
  if (first->place.file != second->place.file)
    return first->place.file < second->place.file ? -1 : 1;

  return first->place.row < second->place.row ? -1 : first->place.row > second->place.row;
}

/**
 * strata_raw_list:
 * @trace: a trace with its lines
 * @filter: what lines have to be
 * @cancellable: (nullable): what ends the search early
 *
 * Looks through all lines.
 *
 * Returns: (transfer full) (element-type StrataRawPlace): where those are that pass, in the order of time if they are of several files
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
