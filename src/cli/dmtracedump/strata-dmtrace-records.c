/* strata-dmtrace-records.c - dmtracedump -o: lists the records, one per line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include "strata-dmtrace.h"

/* Dots show the depth of a call. Methods inside methods start tracing, and their exits come first:
 * so threads begin at a depth of 3, and those whose ids need the last of 16 bits at 1. A dash marks
 * depths below 0, a plus those above MAX_DOTS. */
#define FIRST_DEPTH 3
#define FAR_FIRST_DEPTH 1
#define FIRST_FAR_TID 32768
#define MAX_DOTS 10000

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer user_data)
{
  const gint64 left = ((const StrataLoggedThread *) a)->tid;
  const gint64 right = ((const StrataLoggedThread *) b)->tid;

  return (left > right) - (left < right);
}

static void
write_threads (StrataOutput *output,
               const StrataMethodLog *log)
{
  const gsize n_bytes = log->threads.n * sizeof (StrataLoggedThread);
  g_autofree StrataLoggedThread *threads = g_memdup2 (log->threads.data, n_bytes);

  g_qsort_with_data (threads, (int) log->threads.n, sizeof *threads, compare_threads, NULL);
  strata_output_format (output, "Threads (%" G_GSIZE_FORMAT "):\n", log->threads.n);
  for (gsize i = 0; i < log->threads.n; i++)
    {
      strata_output_format (output, "%2" PRId64 " ", threads[i].tid);
      strata_output_text (output, threads[i].name);
      strata_output_char (output, '\n');
    }
}

/* Stored depths are relative to the first depth. */
static int
get_depth (GHashTable *depths,
           guint32 tid)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (depths, GUINT_TO_POINTER (tid))) + (tid < FIRST_FAR_TID ? FIRST_DEPTH : FAR_FIRST_DEPTH);
}

/* Returns the depth at which the record is shown. */
static int
step (GHashTable *depths,
      guint32 tid,
      guint action)
{
  const gpointer key = GUINT_TO_POINTER (tid);
  const int depth = get_depth (depths, tid);
  const int change = action == STRATA_METHOD_ENTER ? 1 : -1;

  g_hash_table_insert (depths, key, GINT_TO_POINTER (GPOINTER_TO_INT (g_hash_table_lookup (depths, key)) + change));

  return change < 0 ? depth - 1 : depth;
}

/* Returns the display name of each method. */
static char **
dup_names (const StrataMethodLog *log)
{
  g_autoptr (GStringChunk) parts = g_string_chunk_new (4096);
  char **names = g_new0 (char *, log->methods.n + 1);

  for (gsize i = 0; i < log->methods.n; i++)
    {
      const StrataLoggedMethod *logged = &strata_column_at (&log->methods, StrataLoggedMethod, i);
      StrataMethodSum method = { 0 };

      if (logged->line != NULL)
        strata_method_sum_set_names (&method, parts, logged->line);
      if (logged->line == NULL)
        names[i] = g_strdup_printf ("???.??? methodId: %#" PRIx64, logged->id);
      else if (method.name == NULL)
        names[i] = g_strdup (method.class_name);
      else
        names[i] = g_strdup_printf ("%s.%s %s", method.class_name, method.name, method.signature);
    }

  return names;
}

static void
write_record (StrataOutput *output,
              const StrataLoggedRecord *record,
              int depth,
              const char *name)
{
  static const char *const actions[] = { " ent  ", " xit  ", " unr  ", " ???  " };
  char number[24];
  int n = g_snprintf (number, sizeof number, "%2u", record->tid);

  strata_output_bytes (output, number, (gsize) n);
  strata_output_text (output, actions[record->word & 3]);
  n = g_snprintf (number, sizeof number, "%8" PRIu64, record->time_us);
  strata_output_bytes (output, number, (gsize) n);
  strata_output_char (output, depth < 0 ? '-' : (depth > MAX_DOTS ? '+' : ' '));
  for (int i = 0; i < MIN (depth, MAX_DOTS); i++)
    strata_output_char (output, '.');
  strata_output_text (output, name);
  strata_output_char (output, '\n');
}

/**
 * strata_dmtrace_write_records:
 * @output: where to write
 * @log: a method trace
 *
 * Lists threads and records in the order of the file, with the time of its first clock.
 */
void
strata_dmtrace_write_records (StrataOutput *output,
                              const StrataMethodLog *log)
{
  g_autoptr (GHashTable) depths = g_hash_table_new (NULL, NULL);
  g_auto (GStrv) names = dup_names (log);

  write_threads (output, log);
  if (!log->is_readable)
    return;

  strata_output_text (output, "Trace (threadID action usecs class.method signature):\n");
  for (gsize i = 0; i < log->records.n; i++)
    {
      const StrataLoggedRecord *record = &strata_column_at (&log->records, StrataLoggedRecord, i);

      write_record (output, record, step (depths, record->tid, record->word & 3), names[record->word >> 2]);
    }
}
