/* strata-memory-dump.c - how much memory the allocators of a process have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-memory-dump.h"

#include <string.h>

/* Chrome's memory-infra describes allocators as a tree of paths: "malloc/allocated_objects", "v8/main/heap". Each
 * first part is a counter, as the allocators report it. The size of an entry without one is the sum of those below it;
 * the size of an entry includes all entries below it. Memory that two allocators report, such as that of partitions
 * in malloc, counts in both. Format: docs/memory-infra of the Chromium project. */

/* The prefix of counters, whose unit is bytes. */
#define PREFIX "mem.dump."

/* No process has more entries, and no entry a longer path; the rest is not counted. */
#define MOST_ENTRIES 1000000
#define MOST_PATH_BYTES 1024

typedef struct
{
  char *name; /* owned */
  guint64 value;
} Row;

/* Sums by name, in the order of the file. */
typedef struct
{
  GArray *rows;        /* (element-type Row) owned */
  GHashTable *by_name; /* (element-type utf8 guint) owned, borrowed keys: index of a row + 1 */
} Sums;

struct _StrataMemoryDump
{
  GPtrArray *paths;  /* (element-type utf8) owned: entries with a size, in the order of the file */
  GHashTable *sizes; /* (element-type utf8 guint64) borrowed keys, owned values */
  Sums totals;
};

static void
row_clear (gpointer data)
{
  g_free (((Row *) data)->name);
}

static void
sums_init (Sums *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
sums_clear (Sums *self)
{
  g_hash_table_unref (self->by_name);
  g_array_unref (self->rows);
}

static void
sums_reset (Sums *self)
{
  g_hash_table_remove_all (self->by_name);
  g_array_set_size (self->rows, 0);
}

static void
sums_add (Sums *self,
          const char *name,
          guint64 value)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, name));

  if (index == 0)
    {
      const Row row = { g_strdup (name), 0 };

      g_array_append_val (self->rows, row);
      index = self->rows->len;
      g_hash_table_insert (self->by_name, row.name, GUINT_TO_POINTER (index));
    }

  g_array_index (self->rows, Row, index - 1).value += value;
}

/* Returns: (transfer full): an empty dump, which can be filled repeatedly. */
StrataMemoryDump *
strata_memory_dump_new (void)
{
  StrataMemoryDump *self = g_new (StrataMemoryDump, 1);

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  sums_init (&self->totals);
  return self;
}

void
strata_memory_dump_free (StrataMemoryDump *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->sizes);
  g_ptr_array_unref (self->paths);
  sums_clear (&self->totals);
  g_free (self);
}

/* Forgets everything. */
void
strata_memory_dump_clear (StrataMemoryDump *self)
{
  g_hash_table_remove_all (self->sizes);
  g_ptr_array_set_size (self->paths, 0);
  sums_reset (&self->totals);
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
  if (path.n_bytes > MOST_PATH_BYTES || self->paths->len >= MOST_ENTRIES)
    return;

  g_autofree char *text = g_utf8_make_valid (path.text, (gssize) path.n_bytes);

  if (g_hash_table_contains (self->sizes, text))
    return;

  g_hash_table_insert (self->sizes, text, g_memdup2 (&n_bytes, sizeof n_bytes));
  g_ptr_array_add (self->paths, g_steal_pointer (&text));
}

/* Adds to a counter that is not of an allocator. */
void
strata_memory_dump_add_total (StrataMemoryDump *self,
                              const char *counter,
                              guint64 value)
{
  sums_add (&self->totals, counter, value);
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

static void
sum_allocators (const StrataMemoryDump *self,
                Sums *sums)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *path = g_ptr_array_index (self->paths, i);
      g_autofree char *name = g_strdup_printf (PREFIX "%.*s", (int) strcspn (path, "/"), path);

      if (!is_shared (path) && !is_included (self, path))
        sums_add (sums, name, *(const guint64 *) g_hash_table_lookup (self->sizes, path));
    }
}

static void
pass_sums (const Sums *sums,
           StrataEventSink *sink,
           guint32 process,
           gint64 time_ns)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (sink));

  for (guint i = 0; i < sums->rows->len; i++)
    {
      const Row *row = &g_array_index (sums->rows, Row, i);

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
  Sums allocators;

  sums_init (&allocators);
  sum_allocators (self, &allocators);

  const gboolean has_any = allocators.rows->len > 0 || self->totals.rows->len > 0;

  pass_sums (&self->totals, sink, process, time_ns);
  pass_sums (&allocators, sink, process, time_ns);
  sums_clear (&allocators);
  strata_memory_dump_clear (self);
  return has_any;
}
