/* strata-log-filter.c - which lines of a log are listed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-filter.h"

#include <string.h>

/* A log may have millions of lines, each of which is looked at: in a worker, which looks every so many lines whether it is still wanted. */
#define CANCEL_ROWS 65536

static gboolean
is_cancelled (GCancellable *cancellable,
              guint row)
{
  return row % CANCEL_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

static guint32
get_process (StrataTrace *trace,
             StrataRows *rows,
             guint row)
{
  return strata_trace_get_instants (trace)->process[strata_log_rows_get_instant (rows, row)];
}

static int
compare_tags (gconstpointer a,
              gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* A tag is copied when it is first met. */
static void
see_tag (StrataLogIndex *self,
         GHashTable *known,
         GString *text,
         guint row)
{
  const StrataLogTag tag = strata_log_rows_get_tag (self->rows, row);

  g_string_truncate (text, 0);
  g_string_append_len (text, tag.text, (gssize) tag.n_bytes);
  if (g_hash_table_contains (known, text->str))
    return;

  char *copy = g_strdup (text->str);

  g_hash_table_add (known, copy);
  g_ptr_array_add (self->tags, copy);
}

/**
 * strata_log_index_new:
 * @trace: a trace
 * @cancellable: (nullable): what ends it early
 *
 * Lists the log of a trace. May be called in any thread.
 *
 * Returns: (transfer full): the log, which is not complete if cancelled
 */
StrataLogIndex *
strata_log_index_new (StrataTrace *trace,
                      GCancellable *cancellable)
{
  StrataLogIndex *self = g_new0 (StrataLogIndex, 1);
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) tags = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);

  self->rows = strata_log_rows_new (trace);
  self->processes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tags = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < strata_rows_get_n_rows (self->rows) && !is_cancelled (cancellable, i); i++)
    {
      const guint32 process = get_process (trace, self->rows, i);

      if (g_hash_table_add (processes, GUINT_TO_POINTER (process)))
        g_array_append_val (self->processes, process);
      see_tag (self, tags, text, i);
    }

  g_ptr_array_sort (self->tags, compare_tags);
  return self;
}

void
strata_log_index_free (StrataLogIndex *self)
{
  if (self == NULL)
    return;

  strata_rows_unref (self->rows);
  g_array_unref (self->processes);
  g_ptr_array_unref (self->tags);
  g_free (self);
}

void
strata_log_filter_clear (StrataLogFilter *self)
{
  g_clear_pointer (&self->tag, g_free);
  g_clear_pointer (&self->words, strata_profile_filter_free);
}

static gboolean
has_tag (const StrataLogFilter *self,
         StrataRows *rows,
         guint row)
{
  const StrataLogTag tag = strata_log_rows_get_tag (rows, row);

  return strlen (self->tag) == tag.n_bytes && memcmp (self->tag, tag.text, tag.n_bytes) == 0;
}

static gboolean
is_wanted (const StrataLogFilter *self,
           StrataRows *rows,
           StrataTrace *trace,
           guint row)
{
  if (self->least_level > 0 && strata_log_rows_get_level (rows, row) < self->least_level)
    return FALSE;
  if (self->process != STRATA_NONE && get_process (trace, rows, row) != self->process)
    return FALSE;
  if (self->tag != NULL && !has_tag (self, rows, row))
    return FALSE;

  return self->words == NULL || strata_profile_filter_matches (self->words, strata_log_rows_get_line (rows, row));
}

/**
 * strata_log_filter_list:
 * @self: a filter
 * @rows: a log
 * @trace: the trace that it is of
 * @cancellable: (nullable): what ends it early
 *
 * May be called in any thread.
 *
 * Returns: (transfer full) (element-type guint32): the rows that are listed
 */
GArray *
strata_log_filter_list (const StrataLogFilter *self,
                        StrataRows *rows,
                        StrataTrace *trace,
                        GCancellable *cancellable)
{
  /* never without data, which would stand for all rows */
  GArray *listed = g_array_sized_new (FALSE, FALSE, sizeof (guint32), 64);

  for (guint32 i = 0; i < strata_rows_get_n_rows (rows) && !is_cancelled (cancellable, i); i++)
    if (is_wanted (self, rows, trace, i))
      g_array_append_val (listed, i);

  return listed;
}
