/* strata-cmd-list.c - strata-cli list: lists rows of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-list.h"
#include "strata-span-option.h"

static StrataExit
fail_kind (const StrataCommand *command,
           const char *name)
{
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *names = strata_list_dup_names ();

  return strata_command_fail_usage (command, _ ("unknown kind “%s”; the kinds are %s"), shown, names);
}

/* Ids of chains are hexadecimal, as in the markers. */
static gboolean
find_chain (StrataTrace *trace,
            const char *text,
            guint32 *chain)
{
  g_autofree char *triple = g_strconcat (text, ",0,0", NULL);
  StrataChainId id;

  *chain = STRATA_NONE;
  if (strata_chain_id_parse (triple, &id))
    *chain = strata_chains_find_by_id (strata_trace_get_chains (trace), id.chain);

  return *chain != STRATA_NONE;
}

static StrataExit
write_list (const StrataCommand *command,
            const StrataListKind *kind,
            const StrataListRequest *request)
{
  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  output->unit = strata_trace_get_property (request->trace, STRATA_UNIT_PROPERTY);
  strata_list_write (kind, request, output);

  const StrataExit status = strata_command_close (output);
  g_autofree char *failure = request->where != NULL ? strata_search_dup_failure (request->where) : NULL;

  return failure != NULL ? strata_command_fail_usage (command, "--where: %s", failure) : status;
}

/* Options for events only. */
typedef struct
{
  char *span;
  char *kind;
  char *text;
} EventOptions;

static gboolean
fill_filter (const EventOptions *options,
             StrataTrace *trace,
             StrataRawFilter *filter,
             GError **error)
{
  StrataSpan span = strata_trace_get_span (trace);

  if (!strata_span_option_parse_any (options->span, span, &span, error))
    return FALSE;
  if (options->span != NULL)
    strata_raw_filter_set_span (filter, span);
  if (options->kind != NULL)
    strata_raw_filter_set_kind (filter, options->kind);

  return options->text == NULL || strata_raw_filter_set_text (filter, options->text, FALSE, error);
}

/* Formats other than text, raw captures, Perfetto traces and .htrace are converted event by event, and keep no events. */
static gboolean
has_lines (StrataTrace *trace)
{
  for (guint i = 0; i < strata_trace_get_n_line_stores (trace); i++)
    if (strata_line_store_get_n_lines (strata_trace_get_line_store (trace, i)) > 0)
      return TRUE;

  return FALSE;
}

static StrataExit
write_events (const StrataCommand *command,
              StrataListRequest *request,
              const char *path,
              const EventOptions *options)
{
  g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();
  g_autoptr (GError) error = NULL;

  if (!fill_filter (options, request->trace, filter, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  if (!has_lines (request->trace))
    strata_command_note (path, "%s", _ ("it contains no kernel events to list"));

  request->filter = filter;
  return write_list (command, &strata_list_events, request);
}

/* Options for long tasks only. */
typedef struct
{
  char *warn;
  char *severe;
  char **limits;
} TaskOptions;

static gboolean
has_task_options (const TaskOptions *options)
{
  return options->warn != NULL || options->severe != NULL || options->limits != NULL;
}

static gboolean
parse_limit (const char *text,
             gint64 *limit_ns)
{
  return text == NULL || strata_duration_parse (text, limit_ns);
}

static StrataTaskLimits *
parse_limits (const TaskOptions *options,
              GError **error)
{
  gint64 warn_ns = STRATA_LONG_TASK_WARN_NS;
  gint64 severe_ns = STRATA_LONG_TASK_SEVERE_NS;

  if (!parse_limit (options->warn, &warn_ns) || !parse_limit (options->severe, &severe_ns))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("--warn and --severe take a time such as 150ms"));
      return NULL;
    }

  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (warn_ns, severe_ns);

  for (guint i = 0; options->limits != NULL && options->limits[i] != NULL; i++)
    if (!strata_task_limits_add (limits, options->limits[i], error))
      return NULL;

  return g_steal_pointer (&limits);
}

/* Returns what is wrong with options that another kind than @kind has, or NULL. */
static const char *
find_misplaced (const StrataListKind *kind,
                const char *chain,
                const char *where,
                const EventOptions *events,
                const TaskOptions *tasks)
{
  if (chain != NULL && kind != &strata_list_chains)
    return _ ("--chain works only with the kind chains");
  if (where != NULL && !kind->can_search)
    return _ ("--where works only with the kinds hits, slices, async, kernel, instants, log, counters and cpu");
  if (kind != &strata_list_events && (events->span != NULL || events->kind != NULL || events->text != NULL))
    return _ ("--span, --kind and --grep work only with the kind events");
  if (kind != &strata_list_tasks && has_task_options (tasks))
    return _ ("--warn, --severe and --limit work only with the kind tasks");

  return NULL;
}

/* @request lacks its trace and its chain. */
static StrataExit
list_file (const StrataCommand *command,
           const char *file,
           StrataInputOptions *input,
           const StrataListKind *kind,
           StrataListRequest *request,
           const char *chain,
           const EventOptions *events)
{
  const gboolean is_events = kind == &strata_list_events;

  input->load.keep_lines = is_events;

  g_autoptr (StrataTrace) trace = strata_command_load_input (file, input);

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  request->trace = trace;
  if (chain != NULL && !find_chain (trace, chain, &request->chain))
    return strata_command_fail_usage (command, _ ("there is no chain “%s” in this trace"), chain);

  return is_events ? write_events (command, request, file, events) : write_list (command, kind, request);
}

static StrataExit
run_list (const StrataCommand *command,
          char **arguments)
{
  StrataStyleOptions options = { 0 };
  StrataInputOptions input = { 0 };
  EventOptions events = { 0 };
  TaskOptions tasks = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *chain = NULL;
  g_autofree char *where = NULL;
  const GOptionEntry entries[] = {
    { "where", 0, 0, G_OPTION_ARG_STRING, &where, N_ ("hits, slices, async, kernel, instants, log, counters, cpu: list the matches of this search"), N_ ("SEARCH") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &events.span, N_ ("events: list those in this time range"), "A..B" },
    { "kind", 0, 0, G_OPTION_ARG_STRING, &events.kind, N_ ("events: list those of this name, such as sched_switch"), N_ ("NAME") },
    { "grep", 0, 0, G_OPTION_ARG_STRING, &events.text, N_ ("events: list those whose line contains this text"), N_ ("TEXT") },
    { "chain", 0, 0, G_OPTION_ARG_STRING, &chain, N_ ("chains: list only this one"), N_ ("ID") },
    { "warn", 0, 0, G_OPTION_ARG_STRING, &tasks.warn, N_ ("tasks: list those of main threads that take longer; default 150ms"), N_ ("TIME") },
    { "severe", 0, 0, G_OPTION_ARG_STRING, &tasks.severe, N_ ("tasks: treat longer ones as severe; default 450ms"), N_ ("TIME") },
    { "limit", 0, 0, G_OPTION_ARG_STRING_ARRAY, &tasks.limits, N_ ("tasks: list the slices of this name, or the tasks of this thread, that take longer"), N_ ("[thread:]NAME=TIME") },
    STRATA_TABLE_ENTRIES (options, input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) rest = NULL;
  StrataTableStyle style;

  if (!strata_command_parse (command, entries, 2, arguments, &rest) ||
      !strata_command_get_style (command, options, &style))
    return STRATA_EXIT_BAD_USAGE;

  const StrataListKind *kind = strata_list_find_kind (rest[0]);

  if (kind == NULL)
    return fail_kind (command, rest[0]);

  const char *misplaced = find_misplaced (kind, chain, where, &events, &tasks);

  if (misplaced != NULL)
    return strata_command_fail_usage (command, "%s", misplaced);

  g_autoptr (StrataSearch) search = where != NULL ? strata_search_new (where, &error) : NULL;

  if (error != NULL)
    return strata_command_fail_usage (command, "--where, %s", error->message);

  g_autoptr (StrataTaskLimits) limits = parse_limits (&tasks, &error);

  if (limits == NULL)
    return strata_command_fail_usage (command, "%s", error->message);

  StrataListRequest request = { NULL, style, search, STRATA_NONE, limits, NULL };

  return list_file (command, rest[1], &input, kind, &request, chain, &events);
}

const StrataCommand strata_command_list = {
  .name = "list",
  .arguments = N_ ("KIND FILE"),
  .summary = N_ ("List one kind of data in FILE, one row per item"),
  .description = N_ ("Kinds:\n  slices, async, instants, log, counters, hits, cpu, states, wakeups, losses, kernel, io, chains, threads, names, processes, methods, frames, tasks, phases, queues, events, diagnostics\n\nTimes in CSV and JSON are in nanoseconds. If a trace has only the CPU clock, all times are CPU times."),
  .run = run_list,
};
