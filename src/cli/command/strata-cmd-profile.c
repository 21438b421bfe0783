/* strata-cmd-profile.c - strata-cli profile: times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-profile-rows.h"
#include "strata-relatives-table.h"
#include "strata-scope-options.h"
#include "strata-span-text.h"

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

/* The rows, or the relatives of some. */
static StrataExit
write_asked (const StrataCommand *command,
             StrataProfile *profile,
             const Options *options,
             StrataTableStyle style,
             StrataClocks clock)
{
  g_autoptr (StrataRows) rows = strata_profile_rows_new (profile, clock);
  g_autoptr (GArray) relatives = NULL;
  const char *missing = NULL;

  if (options->relatives != NULL)
    {
      relatives = strata_relatives_find_rows (profile, (const char *const *) options->relatives, &missing);
      if (relatives == NULL)
        return strata_command_fail_usage (command, _ ("--relatives %s: the profile does not contain this name"), missing);
    }

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  output->unit = strata_trace_get_property (strata_profile_get_trace (profile), STRATA_UNIT_PROPERTY);

  if (relatives != NULL)
    strata_relatives_write (output, profile, relatives, style, clock);
  else
    strata_rows_print (rows, output, style);

  return strata_command_close (output);
}

static StrataExit
profile_file (const StrataCommand *command,
              const char *file,
              Options *options,
              StrataProfileBy by,
              StrataTableStyle style)
{
  StrataScope scope;
  StrataExit status;
  g_autoptr (StrataTrace) trace = strata_scope_options_load (&options->scope, command, file, &options->input, &scope, &status);

  if (trace == NULL)
    return status;

  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, by, NULL, NULL);

  status = write_asked (command, profile, options, style, scope.clock);

  if (status != STRATA_EXIT_DONE)
    return status;

  strata_scope_note_unmatched_ends (file, trace);
  strata_scope_note_unknown_cpu (file, trace);

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
    STRATA_TABLE_ENTRIES (options.style, options.input),
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
