/* strata-cmd-profile.c - strata-cli profile: times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-method-signature.h"
#include "strata-profile-rows.h"
#include "strata-relatives-table.h"
#include "strata-scope-option.h"
#include "strata-span-text.h"
#include "strata-units.h"

typedef struct
{
  StrataStyleOptions style;
  StrataLoadOptions load;
  char *span;
  char *process;
  char *thread;
  char *clock;
  char *by;
  gboolean has_switches;
  char **relatives;
  StrataNameOptions names;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->span);
  g_free (self->process);
  g_free (self->thread);
  g_free (self->clock);
  g_free (self->by);
  g_strfreev (self->relatives);
  strata_name_options_clear (&self->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static const char *const by_names[] = {
  [STRATA_PROFILE_BY_NAME] = "name",
  [STRATA_PROFILE_BY_CLASS] = "class",
  [STRATA_PROFILE_BY_PACKAGE] = "package",
  [STRATA_PROFILE_BY_THREAD] = "thread",
  [STRATA_PROFILE_BY_PROCESS] = "process",
};

static const StrataTableColumn text_columns[] = {
  { "inclusive", N_ ("Inclusive"), STRATA_CELL_DURATION },
  { "inclusive_share", N_ ("Incl %"), STRATA_CELL_FIGURE },
  { "exclusive", N_ ("Exclusive"), STRATA_CELL_DURATION },
  { "exclusive_share", N_ ("Excl %"), STRATA_CELL_FIGURE },
  { "other", N_ ("CPU"), STRATA_CELL_DURATION },
  { "calls", N_ ("Calls"), STRATA_CELL_FIGURE },
  { "mean", N_ ("Mean"), STRATA_CELL_DURATION },
  { "p95", N_ ("95 %"), STRATA_CELL_DURATION },
  { "max", N_ ("Longest"), STRATA_CELL_DURATION },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static gboolean
parse_by (const char *text,
          StrataProfileBy *by)
{
  for (guint i = 0; i < G_N_ELEMENTS (by_names); i++)
    if (text == NULL || g_str_equal (by_names[i], text))
      {
        *by = i;
        return TRUE;
      }

  return FALSE;
}

static gboolean
parse_clock (const char *text,
             StrataClocks *clock)
{
  *clock = g_strcmp0 (text, "cpu") == 0 ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
  return text == NULL || g_str_equal (text, "wall") || g_str_equal (text, "cpu");
}

/* What was asked for, or else wall time where the trace has it. */
static gboolean
choose_clock (StrataTrace *trace,
              const char *asked,
              StrataClocks *clock,
              GError **error)
{
  StrataClocks known = strata_trace_get_clocks (trace);

  if (asked == NULL)
    *clock = known & STRATA_CLOCK_WALL ? STRATA_CLOCK_WALL : STRATA_CLOCK_CPU;

  if (known & *clock)
    return TRUE;

  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       *clock == STRATA_CLOCK_CPU ? _ ("the trace has no CPU times; use --clock wall") : _ ("the trace has no wall times; use --clock cpu"));
  return FALSE;
}

static gboolean
choose_scope (StrataTrace *trace,
              const Options *options,
              StrataScope *scope,
              GError **error)
{
  *scope = strata_scope_everything (trace);
  scope->has_switches = options->has_switches;

  if (options->span != NULL && !strata_span_parse (options->span, scope->span, &scope->span, error))
    return FALSE;
  if (options->process != NULL && !strata_scope_find_process (trace, options->process, &scope->process, error))
    return FALSE;
  if (options->thread != NULL && !strata_scope_find_thread (trace, scope->process, options->thread, &scope->thread, error))
    return FALSE;

  return TRUE;
}

static void
write_text_row (StrataTable *table,
                const char *name,
                const StrataProfileRow *row,
                StrataClocks clock,
                gint64 total_ns)
{
  gint64 inclusive_ns = clock == STRATA_CLOCK_CPU ? row->inclusive_cpu_ns : row->inclusive_ns;
  gint64 exclusive_ns = clock == STRATA_CLOCK_CPU ? row->exclusive_cpu_ns : row->exclusive_ns;
  char text[STRATA_UNITS_BYTES];
  g_autofree char *calls = NULL;

  if (row->n_recursive_calls > 0)
    calls = g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, row->n_calls, row->n_recursive_calls);
  else
    calls = g_strdup_printf ("%" G_GUINT64_FORMAT, row->n_calls);

  strata_table_number (table, inclusive_ns);
  strata_table_text (table, strata_units_share (inclusive_ns, total_ns, text));
  strata_table_number (table, exclusive_ns);
  strata_table_text (table, strata_units_share (exclusive_ns, total_ns, text));
  strata_table_number (table, row->inclusive_cpu_ns);
  strata_table_text (table, calls);
  strata_table_number (table, row->mean_ns);
  strata_table_number (table, row->p95_ns);
  strata_table_number (table, row->max_ns);
  strata_table_text (table, name);
}

static void
write_text_rows (StrataOutput *output,
                 const StrataProfile *profile,
                 StrataClocks clock)
{
  gint64 total_ns = clock == STRATA_CLOCK_CPU ? strata_profile_get_total_cpu_ns (profile) : strata_profile_get_total_ns (profile);
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  StrataTable *table = strata_table_new (output, STRATA_TABLE_TEXT, text_columns, G_N_ELEMENTS (text_columns));

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);
      g_autofree char *readable = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);

      write_text_row (table, *name != '\0' ? readable : _ ("(empty name)"), &rows[i], clock, total_ns);
    }

  strata_table_close (table);
}

static void
write_profile (StrataOutput *output,
               const StrataProfile *profile,
               StrataTableStyle style,
               StrataClocks clock)
{
  guint n_columns;
  const StrataTableColumn *columns = strata_profile_rows_get_columns (&n_columns);
  guint n_rows;

  if (style == STRATA_TABLE_TEXT)
    {
      write_text_rows (output, profile, clock);
      return;
    }

  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  strata_profile_get_rows (profile, &n_rows);
  for (guint i = 0; i < n_rows; i++)
    strata_profile_rows_write (table, profile, i);

  strata_table_close (table);
}

/* Times of calls that began before the trace are not known, so they are in no
 * row; whoever compares numbers has to hear of them. */
static void
note_unmatched_ends (const char *file,
                     StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  guint64 n = counts->slices.n_unmatched;

  if (n == 0)
    return;

  if (counts->n_methods > 0)
    strata_command_note (file, ngettext ("%" PRIu64 " exit, of methods: %" PRIu64 ", had no entry in the trace: what ran before it is in no row", "%" PRIu64 " exits, of methods: %" PRIu64 ", had no entry in the trace: what ran before them is in no row", (gulong) n), n, counts->n_unmatched_methods);
  else
    strata_command_note (file, ngettext ("%" PRIu64 " slice end had no begin in the trace: that slice is in no row", "%" PRIu64 " slice ends had no begin in the trace: those slices are in no row", (gulong) n), n);
}

/* The rows, or the relatives of some. */
static StrataExit
write_asked (const StrataCommand *command,
             const StrataProfile *profile,
             const Options *options,
             StrataTableStyle style,
             StrataClocks clock)
{
  g_autoptr (GArray) rows = NULL;
  const char *missing = NULL;

  if (options->relatives != NULL)
    {
      rows = strata_relatives_find_rows (profile, (const char *const *) options->relatives, &missing);
      if (rows == NULL)
        return strata_command_fail_usage (command, _ ("--relatives %s: the profile has no such name"), missing);
    }

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  if (rows != NULL)
    strata_relatives_write (output, profile, rows, style, clock);
  else
    write_profile (output, profile, style, clock);

  return strata_command_close (output);
}

static StrataExit
profile_file (const StrataCommand *command,
              const char *file,
              const Options *options,
              StrataProfileBy by,
              StrataClocks clock,
              StrataTableStyle style)
{
  g_autoptr (StrataTrace) trace = strata_command_load_named (file, &options->load, &options->names);
  g_autoptr (GError) error = NULL;
  StrataScope scope;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  if (!choose_scope (trace, options, &scope, &error) || !choose_clock (trace, options->clock, &clock, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  scope.clock = clock;

  if (options->has_switches && strata_trace_get_switch_name (trace) == STRATA_NONE)
    return strata_command_fail_usage (command, _ ("the trace does not tell when calls were switched out; leave --context-switches out"));

  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, by, NULL, NULL);
  StrataExit status = write_asked (command, profile, options, style, clock);

  if (status == STRATA_EXIT_DONE)
    note_unmatched_ends (file, trace);

  return status;
}

static StrataExit
run_profile (const StrataCommand *command,
             char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span, N_ ("Count only what lies in this span of time"), "A..B" },
    { "process", 0, 0, G_OPTION_ARG_STRING, &options.process, N_ ("Count only this process"), N_ ("ID or NAME") },
    { "thread", 0, 0, G_OPTION_ARG_STRING, &options.thread, N_ ("Count only this thread"), N_ ("ID or NAME") },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options.clock, N_ ("Sort and share by wall or CPU time"), "wall|cpu" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.by, N_ ("What the rows are"), "name|class|package|thread|process" },
    { "context-switches", 0, 0, G_OPTION_ARG_NONE, &options.has_switches, N_ ("Take time switched out for calls, as Traceview did"), NULL },
    { "relatives", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.relatives, N_ ("Show who calls this name and whom it calls instead; may be given more than once"), N_ ("NAME") },
    STRATA_REBUILD_ENTRY (options.load),
    STRATA_MAX_BYTES_ENTRY (options.load),
    STRATA_CSV_ENTRY (options.style),
    STRATA_JSON_ENTRY (options.style),
    STRATA_MAPPING_ENTRY (options.names),
    STRATA_NO_MAPPING_ENTRY (options.names),
    STRATA_WITH_ENTRY (options.names),
    { NULL },
  };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  StrataProfileBy by;
  StrataClocks clock;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, options.style, &style))
    return STRATA_EXIT_BAD_USAGE;

  if (!parse_by (options.by, &by))
    return strata_command_fail_usage (command, _ ("--by %s: expected name, class, package, thread or process"), options.by);
  if (!parse_clock (options.clock, &clock))
    return strata_command_fail_usage (command, _ ("--clock %s: expected wall or cpu"), options.clock);

  return profile_file (command, files[0], &options, by, clock, style);
}

const StrataCommand strata_command_profile = {
  .name = "profile",
  .arguments = "FILE",
  .summary = N_ ("Show inclusive and exclusive times of every name in FILE"),
  .description = STRATA_SPAN_HELP,
  .run = run_profile,
};
