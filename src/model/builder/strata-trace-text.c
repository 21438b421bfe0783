/* strata-trace-text.c - the text that a trace was loaded from
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-device-builder.h"
#include "strata-trace-builder-private.h"
#include "strata-trace-builder.h"

/**
 * strata_trace_get_n_line_stores:
 * @self: the trace
 *
 * Returns: how many files have stored lines: none unless it was loaded with lines
 */
guint
strata_trace_get_n_line_stores (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), 0);

  return self->line_stores->len;
}

/**
 * strata_trace_get_line_store:
 * @self: the trace
 * @file: index of a file
 *
 * Returns: (transfer none): the lines of the file
 */
StrataLineStore *
strata_trace_get_line_store (StrataTrace *self,
                             guint file)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self) && file < self->line_stores->len, NULL);

  return g_ptr_array_index (self->line_stores, file);
}

/**
 * strata_trace_get_kinds:
 * @self: the trace
 * @n_kinds: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_kinds): the kinds of event that its text has, the most frequent first
 */
const StrataKind *
strata_trace_get_kinds (StrataTrace *self,
                        guint *n_kinds)
{
  *n_kinds = 0;
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return strata_kind_table_get (self->kinds, n_kinds);
}

/**
 * strata_trace_builder_get_line_store:
 * @self: the builder
 *
 * Returns: (transfer none) (nullable): the store for the lines of the current file
 */
StrataLineStore *
strata_trace_builder_get_line_store (StrataTraceBuilder *self)
{
  const GPtrArray *stores = self->trace->line_stores;

  return stores->len > 0 ? g_ptr_array_index (stores, stores->len - 1) : NULL;
}

/**
 * strata_trace_builder_keep_lines:
 * @self: the builder
 * @name: name of the file that is read next
 *
 * Keeps the lines of a file. Call it before each file of a trace is read, so that each has its own store; the store of
 * the previous file is then complete.
 */
void
strata_trace_builder_keep_lines (StrataTraceBuilder *self,
                                 const char *name)
{
  StrataLineStore *before = strata_trace_builder_get_line_store (self);
  StrataLineStore *store = strata_line_store_new (name);

  if (before != NULL)
    strata_line_store_finish (before);

  strata_line_store_set_device (store, self->device);
  g_ptr_array_add (self->trace->line_stores, store);
}

/**
 * strata_trace_builder_keep_lines_beside:
 * @self: the builder
 *
 * Keeps lines of the selected device, which is another one in the current file, separately from those of the file itself.
 *
 * Returns: (transfer none) (nullable): the store for them; %NULL if no lines are kept
 */
StrataLineStore *
strata_trace_builder_keep_lines_beside (StrataTraceBuilder *self)
{
  GPtrArray *stores = self->trace->line_stores;

  if (stores->len == 0)
    return NULL;

  g_autofree char *name = strata_trace_builder_dup_device_name (self, self->device);
  StrataLineStore *store = strata_line_store_new (name);

  strata_line_store_set_device (store, self->device);
  g_ptr_array_insert (stores, (gint) stores->len - 1, store); /* the file's own store stays the last */
  return store;
}

/* Gets the table in which the format counts the events of a text by kind. */
StrataKindTable *
strata_trace_builder_get_kinds (StrataTraceBuilder *self)
{
  return self->trace->kinds;
}

/* A file that is not text leaves its store empty. */
void
strata_trace_builder_finish_text (StrataTraceBuilder *self)
{
  GPtrArray *stores = self->trace->line_stores;

  strata_kind_table_sort (self->trace->kinds);

  for (guint i = stores->len; i-- > 0;)
    {
      strata_line_store_finish (g_ptr_array_index (stores, i));
      if (strata_line_store_get_n_lines (g_ptr_array_index (stores, i)) == 0)
        g_ptr_array_remove_index (stores, i);
    }
}
