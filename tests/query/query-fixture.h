/* query-fixture.h - a small trace and queries on it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-query.h"
#include "strata-trace-builder.h"

#define FIXTURE_SLICES 3000
#define FIXTURE_THREADS 3

/* Each thread has the calls "a", "b" and "c" alternating, and states. */
static inline StrataTrace *
fixture_trace_of (guint n_threads)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint t = 0; t < n_threads; t++)
    {
      const guint32 thread = strata_trace_builder_get_thread (builder, 100 + t);

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 100));
      strata_trace_builder_switch_cpu (builder, t, 0, STRATA_NONE, 0, thread);
      for (guint i = 0; i < FIXTURE_SLICES / FIXTURE_THREADS; i++)
        {
          const char name[] = { (char) ('a' + i % 3), '\0' };

          strata_trace_builder_begin_slice (builder, thread, i * 1000, STRATA_NO_TIME,
                                            strata_string_pool_intern (strata_trace_builder_get_strings (builder), name, 1), STRATA_ATTRS_NONE);
          strata_trace_builder_end_slice (builder, thread, i * 1000 + 500, STRATA_NO_TIME, 0);
        }

      strata_trace_builder_switch_cpu (builder, t, FIXTURE_SLICES * 1000, thread, 'S', STRATA_NONE);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static inline StrataTrace *
fixture_trace (void)
{
  return fixture_trace_of (FIXTURE_THREADS);
}

static inline StrataQuery *
fixture_query (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ();
  g_autoptr (GError) error = NULL;
  StrataQuery *query = strata_query_new (&trace, 1, &error);

  g_assert_no_error (error);
  return query;
}

static inline gboolean
fixture_begin (gpointer data,
               const char *const *names,
               guint n_columns)
{
  return TRUE;
}

/* Rows as text: values between blanks, rows between semicolons. */
static inline gboolean
fixture_row (gpointer data,
             const StrataCell *cells,
             guint n_columns)
{
  GString *text = data;

  if (text->len > 0)
    g_string_append_c (text, ';');
  for (guint i = 0; i < n_columns; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      if (cells[i].kind == STRATA_VALUE_NUMBER)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, cells[i].number);
      else if (cells[i].kind == STRATA_VALUE_TEXT)
        g_string_append (text, cells[i].text);
      else if (cells[i].kind == STRATA_VALUE_REAL)
        g_string_append_printf (text, "%g", cells[i].real);
      else
        g_string_append_c (text, '-');
    }

  return text->len < 100000;
}

static inline void
fixture_end (gpointer data)
{
}

/* The rows, or %NULL with @error set. */
static inline char *
fixture_ask (StrataQuery *query,
             const char *sql,
             const StrataQueryLimits *limits,
             GError **error)
{
  static const StrataQueryReceiver receiver = { fixture_begin, fixture_row, fixture_end };
  GString *text = g_string_new (NULL);

  if (strata_query_run (query, sql, limits, &receiver, text, NULL, error))
    return g_string_free (text, FALSE);

  g_string_free (text, TRUE);
  return NULL;
}
