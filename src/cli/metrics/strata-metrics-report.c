/* strata-metrics-report.c - metrics of captures as tables and for CI
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-metrics-report.h"

#include <math.h>

#include <glib/gi18n.h>

#include "strata-runs-text.h"

static const StrataTableColumn columns[] = {
  { "file", N_ ("File"), STRATA_CELL_TEXT },
  { "metric", N_ ("Metric"), STRATA_CELL_TEXT },
  { "unit", N_ ("Unit"), STRATA_CELL_TEXT },
  { "value", N_ ("Value"), STRATA_CELL_FIGURE },
};

/* Values for the user have their own units. */
static const StrataTableColumn text_columns[] = {
  { "file", N_ ("File"), STRATA_CELL_TEXT },
  { "metric", N_ ("Metric"), STRATA_CELL_TEXT },
  { "value", N_ ("Value"), STRATA_CELL_FIGURE },
};

static void
clear_failure (gpointer data)
{
  StrataMetricFailure *failure = data;

  g_free (failure->name);
  g_free (failure->text);
}

/**
 * strata_metrics_of_file_new:
 * @file: the path of a capture
 *
 * Returns: (transfer full): a capture without metrics
 */
StrataMetricsOfFile *
strata_metrics_of_file_new (const char *file)
{
  StrataMetricsOfFile *self = g_new0 (StrataMetricsOfFile, 1);

  self->file = g_strdup (file);
  self->failures = g_array_new (FALSE, FALSE, sizeof (StrataMetricFailure));
  g_array_set_clear_func (self->failures, clear_failure);
  return self;
}

void
strata_metrics_of_file_free (StrataMetricsOfFile *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->figures, g_array_unref);
  g_array_unref (self->failures);
  g_free (self->reason);
  g_free (self->file);
  g_free (self);
}

/**
 * strata_metrics_of_file_check:
 * @self: a capture and its metrics
 * @limit: a condition
 *
 * Adds a failure if the condition is true, or the capture does not have the metric.
 */
void
strata_metrics_of_file_check (StrataMetricsOfFile *self,
                              const StrataMetricLimit *limit)
{
  const StrataRunFigure *figure = self->figures != NULL ? strata_run_figures_find (self->figures, limit->name) : NULL;

  if (self->figures == NULL || (figure != NULL && !strata_metric_limit_is_true (limit, figure)))
    return;

  g_autofree char *value = figure != NULL ? strata_runs_dup_value (figure->unit, NULL, figure->value) : NULL;

  char *text = value != NULL ? g_strdup_printf (_ ("%s is true: it is %s"), limit->text, value) : g_strdup_printf (_ ("Cannot evaluate “%s”: the capture does not have it"), limit->text);
  const StrataMetricFailure failure = { g_strdup (limit->name), text, figure == NULL };

  g_array_append_val (self->failures, failure);
}

static void
write_value (StrataTable *table,
             const StrataRunFigure *figure,
             gboolean is_text)
{
  if (is_text)
    {
      g_autofree char *value = strata_runs_dup_value (figure->unit, NULL, figure->value);

      strata_table_text (table, value);
      return;
    }

  strata_table_text (table, strata_runs_unit_get_id (figure->unit));
  if (figure->value == rint (figure->value))
    strata_table_number (table, (gint64) figure->value);
  else
    strata_table_real (table, figure->value);
}

/**
 * strata_metrics_report_write:
 * @output: where to write
 * @files: (element-type StrataMetricsOfFile): captures
 * @style: how
 *
 * Writes a row for each metric of each capture.
 */
void
strata_metrics_report_write (StrataOutput *output,
                             GPtrArray *files,
                             StrataTableStyle style)
{
  const gboolean is_text = style == STRATA_TABLE_TEXT;
  StrataTable *table = is_text ? strata_table_new (output, style, text_columns, G_N_ELEMENTS (text_columns)) : strata_table_new (output, style, columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < files->len; i++)
    {
      const StrataMetricsOfFile *file = files->pdata[i];
      g_autofree char *shown = g_filename_display_name (file->file);

      for (guint j = 0; file->figures != NULL && j < file->figures->len; j++)
        {
          const StrataRunFigure *figure = &g_array_index (file->figures, StrataRunFigure, j);

          strata_table_text (table, shown);
          strata_table_text (table, figure->name);
          write_value (table, figure, is_text);
        }
    }

  strata_table_close (table);
}

static void
write_attribute (StrataOutput *output,
                 const char *name,
                 const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  strata_output_format (output, " %s=\"", name);
  strata_output_plain (output, escaped);
  strata_output_char (output, '"');
}

static const StrataMetricFailure *
find_failure (const StrataMetricsOfFile *file,
              const char *name)
{
  for (guint i = 0; i < file->failures->len; i++)
    if (g_str_equal (g_array_index (file->failures, StrataMetricFailure, i).name, name))
      return &g_array_index (file->failures, StrataMetricFailure, i);

  return NULL;
}

static void
begin_case (StrataOutput *output,
            const char *file,
            const char *name)
{
  strata_output_text (output, "    <testcase");
  write_attribute (output, "classname", file);
  write_attribute (output, "name", name);
  strata_output_text (output, ">\n");
}

static void
write_problem (StrataOutput *output,
               const char *tag,
               const char *text)
{
  strata_output_format (output, "      <%s", tag);
  write_attribute (output, "message", text);
  strata_output_text (output, "/>\n");
}

static void
write_case (StrataOutput *output,
            const StrataMetricsOfFile *file,
            const char *shown,
            const StrataRunFigure *figure)
{
  const StrataMetricFailure *failure = find_failure (file, figure->name);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  begin_case (output, shown, figure->name);
  if (failure != NULL)
    write_problem (output, "failure", failure->text);
  strata_output_format (output, "      <system-out>%s %s</system-out>\n    </testcase>\n", g_ascii_formatd (text, sizeof text, "%.15g", figure->value), strata_runs_unit_get_id (figure->unit));
}

static guint
count_unknown (const StrataMetricsOfFile *file)
{
  guint n = file->figures == NULL;

  for (guint i = 0; i < file->failures->len; i++)
    n += g_array_index (file->failures, StrataMetricFailure, i).is_unknown;

  return n;
}

static guint
count_failed (const StrataMetricsOfFile *file)
{
  guint n = 0;

  for (guint i = 0; file->figures != NULL && i < file->figures->len; i++)
    n += find_failure (file, g_array_index (file->figures, StrataRunFigure, i).name) != NULL;

  return n;
}

static void
write_suite (StrataOutput *output,
             const StrataMetricsOfFile *file)
{
  g_autofree char *shown = g_filename_display_name (file->file);
  const guint n_unknown = count_unknown (file);
  const guint n_figures = file->figures != NULL ? file->figures->len : 0;

  strata_output_text (output, "  <testsuite");
  write_attribute (output, "name", shown);
  strata_output_format (output, " tests=\"%u\" failures=\"%u\" errors=\"%u\">\n", n_figures + n_unknown, count_failed (file), n_unknown);
  for (guint i = 0; i < n_figures; i++)
    write_case (output, file, shown, &g_array_index (file->figures, StrataRunFigure, i));

  for (guint i = 0; i < file->failures->len; i++)
    {
      const StrataMetricFailure *failure = &g_array_index (file->failures, StrataMetricFailure, i);

      if (!failure->is_unknown)
        continue;

      begin_case (output, shown, failure->name);
      write_problem (output, "error", failure->text);
      strata_output_text (output, "    </testcase>\n");
    }

  if (file->figures == NULL)
    {
      begin_case (output, shown, "load");
      write_problem (output, "error", file->reason);
      strata_output_text (output, "    </testcase>\n");
    }

  strata_output_text (output, "  </testsuite>\n");
}

/**
 * strata_metrics_report_write_junit:
 * @output: where to write
 * @files: (element-type StrataMetricsOfFile): captures
 *
 * Writes a test suite for each capture, with a test for each metric, which fails if a condition on it is true. A
 * capture that cannot be read, or a metric that it does not have, is an error.
 */
void
strata_metrics_report_write_junit (StrataOutput *output,
                                   GPtrArray *files)
{
  strata_output_text (output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"strata-cli metrics\">\n");
  for (guint i = 0; i < files->len; i++)
    write_suite (output, files->pdata[i]);
  strata_output_text (output, "</testsuites>\n");
}
