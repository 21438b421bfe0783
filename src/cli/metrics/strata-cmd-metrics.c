/* strata-cmd-metrics.c - strata-cli metrics: figures for judging a build
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-memory.h"
#include "strata-metrics-report.h"
#include "strata-named-query.h"
#include "strata-query.h"
#include "strata-run-files.h"
#include "strata-scope-option.h"
#include "strata-span-option.h"

/* Metrics that are queries in SQL. */

/* Each number of the first result is a metric: "QUERY.COLUMN" if there is one row, and
 * "QUERY.TEXT.COLUMN" with the texts of the row if there are several. */
#define MOST_ROWS 1000

typedef struct
{
  GArray *figures; /* borrowed */
  const char *query;
  char **columns;   /* owned; nullable */
  GArray *found;    /* (element-type StrataRunFigure) owned: of the rows so far */
  GPtrArray *texts; /* (element-type utf8) owned: the texts of each row */
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

/* The name of a column determines the unit: times are in ns in every table. */
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

/* Adds the numbers of a query as metrics with its name. It may take @seconds, or any time if that is 0. */
static gboolean
metric_query_add (GArray *figures,
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

typedef struct
{
  StrataStyleOptions style;
  gboolean is_junit;
  StrataInputOptions input;
  char **queries;
  char **fail_if;
  char *process;
  char *span;
  double seconds;
} Options;

/* Shared by all captures. */
typedef struct
{
  const Options *options;
  GPtrArray *sqls; /* (element-type utf8) owned: the texts of the queries */
  GArray *limits;  /* (element-type StrataMetricLimit) owned */
} Request;

static void
request_clear (Request *self)
{
  g_clear_pointer (&self->sqls, g_ptr_array_unref);
  g_clear_pointer (&self->limits, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
choose_scope (const Options *options,
              StrataTrace *trace,
              StrataScope *scope,
              GError **error)
{
  *scope = strata_scope_everything (trace);

  return strata_span_option_parse_any (options->span, scope->span, &scope->span, error) &&
         (options->process == NULL || strata_scope_find_process (trace, options->process, &scope->process, error));
}

static GArray *
measure (const Request *request,
         StrataTrace *trace,
         GError **error)
{
  StrataScope scope;

  if (!choose_scope (request->options, trace, &scope, error))
    return NULL;

  g_autoptr (GArray) figures = strata_run_figures_new (trace, &scope, NULL);

  for (guint i = 0; i < request->sqls->len; i++)
    if (!metric_query_add (figures, trace, request->options->queries[i], request->sqls->pdata[i], request->options->seconds, error))
      return NULL;

  return g_steal_pointer (&figures);
}

static StrataTrace *
load_file (const char *path,
           const StrataLoadOptions *options,
           GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) stream = g_str_equal (path, "-") ? g_unix_input_stream_new (STDIN_FILENO, FALSE) : NULL;
  StrataProgress progress = { 0 };

  return stream != NULL ? strata_load_stream (stream, _ ("standard input"), options, &progress, NULL, error) : strata_load_file (file, options, &progress, NULL, error);
}

static void
measure_file (const Request *request,
              StrataMetricsOfFile *file)
{
  g_autoptr (GFile) mapping = request->options->input.mapping != NULL ? g_file_new_for_path (request->options->input.mapping) : NULL;
  StrataLoadOptions load = request->options->input.load;
  g_autoptr (GError) error = NULL;

  load.mapping = mapping;
  load.find_mapping = !request->options->input.keeps_names;

  g_autoptr (StrataTrace) trace = load_file (file->file, &load, &error);

  file->figures = trace != NULL ? measure (request, trace, &error) : NULL;
  if (file->figures == NULL)
    {
      file->reason = g_strdup (error->message);
      strata_command_fail (error);
    }

  for (guint i = 0; i < request->limits->len; i++)
    strata_metrics_of_file_check (file, &g_array_index (request->limits, StrataMetricLimit, i));
}

static StrataExit
write_report (const Request *request,
              GPtrArray *files,
              StrataTableStyle style)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  if (request->options->is_junit)
    strata_metrics_report_write_junit (output, files);
  else
    strata_metrics_report_write (output, files, style);

  return strata_command_close (output);
}

/* A true condition outweighs a capture that cannot be read. */
static StrataExit
judge (GPtrArray *files)
{
  StrataExit status = STRATA_EXIT_DONE;

  for (guint i = 0; i < files->len; i++)
    {
      const StrataMetricsOfFile *file = files->pdata[i];

      if (file->figures == NULL && status == STRATA_EXIT_DONE)
        status = STRATA_EXIT_BAD_INPUT;
      for (guint j = 0; j < file->failures->len; j++)
        {
          const StrataMetricFailure *failure = &g_array_index (file->failures, StrataMetricFailure, j);

          strata_command_note (file->file, "%s", failure->text);
          if (!failure->is_unknown)
            status = STRATA_EXIT_CONDITION;
          else if (status == STRATA_EXIT_DONE)
            status = STRATA_EXIT_BAD_INPUT;
        }
    }

  return status;
}

/* Only one trace at a time is in memory. */
static StrataExit
measure_files (const Request *request,
               GPtrArray *paths,
               StrataTableStyle style)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_metrics_of_file_free);

  for (guint i = 0; i < paths->len; i++)
    {
      StrataMetricsOfFile *file = strata_metrics_of_file_new (paths->pdata[i]);

      g_ptr_array_add (files, file);
      measure_file (request, file);
      strata_memory_trim ();
    }

  const StrataExit status = write_report (request, files, style);

  return status == STRATA_EXIT_DONE ? judge (files) : status;
}

static gboolean
read_queries (Request *request,
              GError **error)
{
  char **names = request->options->queries;

  request->sqls = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      char *sql = strata_named_query_read (names[i], error);

      if (sql == NULL)
        return FALSE;
      g_ptr_array_add (request->sqls, sql);
    }

  return TRUE;
}

static gboolean
parse_limits (Request *request,
              GError **error)
{
  char **texts = request->options->fail_if;

  request->limits = g_array_new (FALSE, FALSE, sizeof (StrataMetricLimit));
  g_array_set_clear_func (request->limits, (GDestroyNotify) strata_metric_limit_clear);
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      StrataMetricLimit limit;

      if (!strata_metric_limit_parse (&limit, texts[i], error))
        return FALSE;
      g_array_append_val (request->limits, limit);
    }

  return TRUE;
}

static StrataExit
run_with (const StrataCommand *command,
          const Options *options,
          char **patterns)
{
  g_auto (Request) request = { .options = options };
  g_autoptr (GError) error = NULL;
  StrataTableStyle style;

  if (*patterns == NULL)
    return strata_command_fail_usage (command, _ ("expected %s"), strata_command_get_arguments (command));
  if (!strata_command_get_style (command, options->style, &style))
    return STRATA_EXIT_BAD_USAGE;
  if (options->is_junit && style != STRATA_TABLE_TEXT)
    return strata_command_fail_usage (command, _ ("--csv, --json and --junit cannot be combined"));
  if (options->seconds < 0)
    return strata_command_fail_usage (command, _ ("--limit-seconds takes a number above 0"));
  if (!read_queries (&request, &error) || !parse_limits (&request, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  g_autoptr (GPtrArray) paths = strata_run_files_find ((const char *const *) patterns, &error);

  if (paths == NULL)
    return strata_command_fail (error);

  strata_run_files_remove_doubles (paths);
  return measure_files (&request, paths, style);
}

static StrataExit
run_metrics (const StrataCommand *command,
             char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "query", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.queries, N_ ("Add the numbers of the saved query of this name; repeatable"), N_ ("NAME") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.fail_if, N_ ("Exit with status 3 if CONDITION is true, such as “frames.p99 > 32ms”; repeatable"), N_ ("CONDITION") },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.process, N_ ("Count only this process"), N_ ("ID or NAME") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span, N_ ("Count only this time range"), "A..B" },
    { "junit", 0, 0, G_OPTION_ARG_NONE, &options.is_junit, N_ ("Write JUnit XML, one test per metric"), NULL },
    { "limit-seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options.seconds, N_ ("Stop a query that takes longer"), N_ ("SECONDS") },
    STRATA_REBUILD_ENTRY (options.input),
    STRATA_MAX_BYTES_ENTRY (options.input),
    STRATA_STYLE_ENTRIES (options.style),
    STRATA_MAPPING_ENTRY (options.input),
    STRATA_NO_MAPPING_ENTRY (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) patterns = NULL;

  if (!strata_command_parse (command, entries, STRATA_ANY_ARGUMENTS, arguments, &patterns))
    return STRATA_EXIT_BAD_USAGE;

  return run_with (command, &options, patterns);
}

const StrataCommand strata_command_metrics = {
  .name = "metrics",
  .arguments = N_ ("FILE…"),
  .summary = N_ ("Show metrics for CI: frames, app starts, CPU time, garbage collection"),
  .description = N_ ("FILE is a file, a folder or a pattern. Metrics are frames, frames.late, frames.late-share, frames.p50 to frames.max, start.APP: STEP,\napp.cpu, app.gc, main.running, main.runnable, main.blocked, main.sleeping, main.longest-task, and QUERY.COLUMN for --query.\nTimes in CSV and JSON are in nanoseconds, shares are from 0 to 1."),
  .run = run_metrics,
};
