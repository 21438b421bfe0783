/* strata-metric-query.c - metrics that are queries in SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-metric-query.h"

#include <string.h>

#include "strata-query.h"

/* Each number of the first result is a metric: "QUERY.COLUMN" where there is one row, and
 * "QUERY.TEXT.COLUMN" by the texts of the row where there are several. */
#define MOST_ROWS 1000

typedef struct
{
  GArray *figures; /* borrowed */
  const char *query;
  char **columns;   /* owned; nullable */
  GArray *found;    /* (element-type StrataRunFigure) owned: of the rows so far */
  GPtrArray *texts; /* (element-type utf8) owned: what the row of each of them says */
  guint n_rows;
  gboolean is_over; /* the first result is complete */
} Collecting;

static gboolean
on_begin (gpointer data,
          const char *const *names,
          guint n_columns)
{
  Collecting *self = data;

  if (self->is_over)
    return TRUE;

  self->columns = g_new0 (char *, n_columns + 1);
  for (guint i = 0; i < n_columns; i++)
    self->columns[i] = g_strdup (names[i]);

  return TRUE;
}

static char *
join_texts (const StrataCell *cells,
            guint n_columns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_columns; i++)
    if (cells[i].kind == STRATA_VALUE_TEXT)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "." : "", cells[i].text);

  return g_strdup (text->str);
}

/* The unit is that of the column's name: times are in ns in every table. */
static StrataRunsUnit
get_unit (const char *column)
{
  return g_str_has_suffix (column, "_ns") || g_str_equal (column, "dur") ? STRATA_RUNS_TIME : STRATA_RUNS_COUNT;
}

static gboolean
on_row (gpointer data,
        const StrataCell *cells,
        guint n_columns)
{
  Collecting *self = data;

  if (self->is_over || self->n_rows++ >= MOST_ROWS)
    return TRUE;

  for (guint i = 0; i < n_columns; i++)
    {
      const gboolean is_real = cells[i].kind == STRATA_VALUE_REAL;
      const StrataRunFigure figure = { g_strdup (self->columns[i]), get_unit (self->columns[i]), is_real ? cells[i].real : (double) cells[i].number };

      if (is_real || cells[i].kind == STRATA_VALUE_NUMBER)
        {
          g_array_append_val (self->found, figure);
          g_ptr_array_add (self->texts, join_texts (cells, n_columns));
        }
      else
        g_free (figure.name);
    }

  return TRUE;
}

static void
on_end (gpointer data)
{
  ((Collecting *) data)->is_over = TRUE;
}

static void
take_found (Collecting *self)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      StrataRunFigure *figure = &g_array_index (self->found, StrataRunFigure, i);
      const char *text = self->texts->pdata[i];
      g_autofree char *name = self->n_rows > 1 && *text != '\0' ? g_strdup_printf ("%s.%s.%s", self->query, text, figure->name) : g_strdup_printf ("%s.%s", self->query, figure->name);

      strata_run_figures_add (self->figures, name, figure->unit, figure->value);
      g_free (figure->name);
    }
}

/**
 * strata_metric_query_add:
 * @figures: (element-type StrataRunFigure): figures
 * @trace: a trace
 * @name: what the metrics of the query are called
 * @sql: the query
 * @seconds: how long it may take; 0 for any time
 * @error: set to what is wrong with it
 *
 * Adds the numbers of a query.
 *
 * Returns: whether the query ran
 */
gboolean
strata_metric_query_add (GArray *figures,
                         StrataTrace *trace,
                         const char *name,
                         const char *sql,
                         double seconds,
                         GError **error)
{
  static const StrataQueryReceiver receiver = { on_begin, on_row, on_end };
  const StrataQueryLimits limits = { .seconds = seconds };
  g_autoptr (StrataQuery) query = strata_query_new (&trace, 1, error);
  Collecting collecting = { .figures = figures, .query = name };
  gsize offset;

  if (query == NULL)
    return FALSE;

  collecting.found = g_array_new (FALSE, FALSE, sizeof (StrataRunFigure));
  collecting.texts = g_ptr_array_new_with_free_func (g_free);

  const gboolean is_done = strata_query_run (query, sql, &limits, &receiver, &collecting, &offset, error);

  take_found (&collecting);
  g_array_unref (collecting.found);
  g_ptr_array_unref (collecting.texts);
  g_strfreev (collecting.columns);
  if (!is_done)
    g_prefix_error (error, "%s: ", name);

  return is_done;
}
