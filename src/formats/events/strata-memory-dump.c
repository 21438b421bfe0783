/* strata-memory-dump.c - how much memory the allocators of a process have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory-dump.h"

#include <string.h>

/* Chrome's memory-infra describes allocators as a tree of paths: "malloc/allocated_objects", "v8/main/heap". Each first
 * part is a counter, as the allocators report it. The size of an entry without one is the sum of those below it; what is below an entry with a
 * size is already in that. Memory that two allocators report, such as that of partitions in malloc, counts in both.
 * Format: docs/memory-infra of the Chromium project. */

/* The prefix of counters, whose unit is bytes. */
#define PREFIX "mem.dump."

/* No process has more; the rest is not counted. */
#define MOST_ENTRIES 1000000

typedef struct
{
  char *name; /* owned */
  guint64 value;
} Row;

struct _StrataMemoryDump
{
  GPtrArray *paths;  /* (element-type utf8) owned: entries with a size, in the order of the file */
  GHashTable *sizes; /* (element-type utf8 guint64) borrowed keys, owned values */
  GArray *totals;    /* (element-type Row) owned */
};

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->name);
}

static GArray *
new_rows (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  g_array_set_clear_func (rows, row_clear);
  return rows;
}

/* Returns: (transfer full): an empty dump, which can be filled repeatedly. */
StrataMemoryDump *
strata_memory_dump_new (void)
{
  StrataMemoryDump *self = g_new (StrataMemoryDump, 1);

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->totals = new_rows ();
  return self;
}

void
strata_memory_dump_free (StrataMemoryDump *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->sizes);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->totals);
  g_free (self);
}

/* Forgets everything. */
void
strata_memory_dump_clear (StrataMemoryDump *self)
{
  g_hash_table_remove_all (self->sizes);
  g_ptr_array_set_size (self->paths, 0);
  g_array_set_size (self->totals, 0);
}

/**
 * strata_memory_dump_add:
 * @self: a dump
 * @path: an entry of an allocator, "NAME/NAME"
 * @n_bytes: its size
 *
 * Adds an entry. Of several with one path, the first counts.
 */
void
strata_memory_dump_add (StrataMemoryDump *self,
                        StrataText path,
                        guint64 n_bytes)
{
  g_autofree char *raw = g_strndup (path.text, path.n_bytes);
  g_autofree char *text = g_utf8_make_valid (raw, -1);

  if (self->paths->len >= MOST_ENTRIES || g_hash_table_contains (self->sizes, text))
    return;

  g_hash_table_insert (self->sizes, text, g_memdup2 (&n_bytes, sizeof n_bytes));
  g_ptr_array_add (self->paths, g_steal_pointer (&text));
}

static void
add_row (GArray *rows,
         const char *name,
         guint64 value)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (g_array_index (rows, Row, i).name, name))
      {
        g_array_index (rows, Row, i).value += value;
        return;
      }

  g_array_append_val (rows, ((Row){ g_strdup (name), value }));
}

/* Adds to a counter that is not of an allocator. */
void
strata_memory_dump_add_total (StrataMemoryDump *self,
                              const char *counter,
                              guint64 value)
{
  add_row (self->totals, counter, value);
}

/* Whether the size of an entry above includes this one. */
static gboolean
is_included (const StrataMemoryDump *self,
             const char *path)
{
  g_autofree char *above = g_strdup (path);

  for (char *slash = strrchr (above, '/'); slash != NULL; slash = strrchr (above, '/'))
    {
      *slash = '\0';
      if (g_hash_table_contains (self->sizes, above))
        return TRUE;
    }

  return FALSE;
}

/* Memory that processes share is described once more, for one of them. */
static gboolean
is_shared (const char *path)
{
  return g_str_has_prefix (path, "global/") || g_str_equal (path, "global");
}

static GArray *
sum_allocators (const StrataMemoryDump *self)
{
  GArray *rows = new_rows ();

  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *path = g_ptr_array_index (self->paths, i);
      g_autofree char *name = g_strdup_printf (PREFIX "%.*s", (int) MIN (strcspn (path, "/"), 256), path);

      if (!is_shared (path) && !is_included (self, path))
        add_row (rows, name, *(const guint64 *) g_hash_table_lookup (self->sizes, path));
    }

  return rows;
}

static void
pass_rows (const GArray *rows,
           StrataEventSink *sink,
           guint32 process,
           gint64 time_ns)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (sink));

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      strata_event_sink_add_sample (sink, process, strata_string_pool_intern (strings, row->name, strlen (row->name)), time_ns, (gint64) MIN (row->value, G_MAXINT64));
    }
}

/**
 * strata_memory_dump_pass:
 * @self: a dump
 * @sink: where counters go
 * @process: the process in the sink
 * @time_ns: the time on the axis of the trace
 *
 * Passes all sums to the sink as values of counters, and forgets them.
 *
 * Returns: whether there were any
 */
gboolean
strata_memory_dump_pass (StrataMemoryDump *self,
                         StrataEventSink *sink,
                         guint32 process,
                         gint64 time_ns)
{
  g_autoptr (GArray) allocators = sum_allocators (self);
  const gboolean has_any = allocators->len > 0 || self->totals->len > 0;

  pass_rows (self->totals, sink, process, time_ns);
  pass_rows (allocators, sink, process, time_ns);
  strata_memory_dump_clear (self);
  return has_any;
}
