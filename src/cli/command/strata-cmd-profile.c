/* strata-cmd-profile.c - strata-cli profile: times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-method-signature.h"
#include "strata-profile-rows.h"
#include "strata-relatives-table.h"
#include "strata-scope-options.h"
#include "strata-span-text.h"
#include "strata-units.h"

typedef struct
{
  StrataStyleOptions style;
  StrataInputOptions input;
  StrataScopeOptions scope;
  char **relatives;
} Options;

static void
options_clear (Options *self)
{
  strata_scope_options_clear (&self->scope);
  g_strfreev (self->relatives);
  strata_input_options_clear (&self->input);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static const StrataTableColumn text_columns[] = {
  { "inclusive", N_ ("Inclusive"), STRATA_CELL_DURATION },
  { "inclusive_share", N_ ("Incl %"), STRATA_CELL_FIGURE },
  { "exclusive", N_ ("Exclusive"), STRATA_CELL_DURATION },
  { "exclusive_share", N_ ("Excl %"), STRATA_CELL_FIGURE },
  { "other", N_ ("CPU"), STRATA_CELL_DURATION },
  { "calls", N_ ("Calls"), STRATA_CELL_FIGURE },
  { "mean", N_ ("Mean"), STRATA_CELL_DURATION },
  { "median", N_ ("Median"), STRATA_CELL_DURATION },
  { "p95", N_ ("95 %"), STRATA_CELL_DURATION },
  { "max", N_ ("Longest"), STRATA_CELL_DURATION },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

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
  strata_table_number (table, row->median_ns);
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
        return strata_command_fail_usage (command, _ ("--relatives %s: the profile does not contain this name"), missing);
    }

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  output->unit = strata_trace_get_property (strata_profile_get_trace (profile), STRATA_UNIT_PROPERTY);

  if (rows != NULL)
    strata_relatives_write (output, profile, rows, style, clock);
  else
    write_profile (output, profile, style, clock);

  return strata_command_close (output);
}

static StrataExit
profile_file (const StrataCommand *command,
              const char *file,
              Options *options,
              StrataProfileBy by,
              StrataTableStyle style)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (file, &options->input);
  g_autoptr (GError) error = NULL;
  StrataScope scope;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  if (!strata_scope_options_choose (&options->scope, trace, &scope, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, by, NULL, NULL);
  StrataExit status = write_asked (command, profile, options, style, scope.clock);

  if (status == STRATA_EXIT_DONE)
    strata_scope_note_unmatched_ends (file, trace);

  return status;
}

static StrataExit
run_profile (const StrataCommand *command,
             char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    STRATA_SCOPE_ENTRIES (options.scope),
    { "relatives", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.relatives, N_ ("Show the callers and callees of this name; repeatable"), N_ ("NAME") },
    STRATA_CSV_ENTRY (options.style),
    STRATA_JSON_ENTRY (options.style),
    STRATA_INPUT_ENTRIES (options.input),
    { NULL },
  };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;
  StrataProfileBy by;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, options.style, &style) ||
      !strata_scope_options_check (&options.scope, command, &by))
    return STRATA_EXIT_BAD_USAGE;

  return profile_file (command, files[0], &options, by, style);
}

const StrataCommand strata_command_profile = {
  .name = "profile",
  .arguments = "FILE",
  .summary = N_ ("Show inclusive and exclusive time of each name in FILE"),
  .description = STRATA_SPAN_HELP,
  .run = run_profile,
};
