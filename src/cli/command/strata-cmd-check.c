/* strata-cmd-check.c - strata-cli check: whether a file is whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "strata-command.h"

static void
print_diagnostic (const char *path,
                  const StrataDiagnostic *diagnostic)
{
  const char *text = _ (strata_diagnostic_kind_get_text (diagnostic->kind));

  if (diagnostic->first_line > 0)
    strata_command_note (path, _ ("line %" PRIu64 ": %s: %" PRIu64), diagnostic->first_line, text, diagnostic->count);
  else if (diagnostic->first_offset >= 0)
    strata_command_note (path, _ ("byte %" PRId64 ": %s: %" PRIu64), diagnostic->first_offset, text, diagnostic->count);
  else
    strata_command_note (path, "%s: %" G_GUINT64_FORMAT, text, diagnostic->count);
}

static StrataExit
run_check (const StrataCommand *command,
           char **arguments)
{
  StrataLoadOptions load = { 0 };
  g_auto (StrataNameOptions) names = { .keeps_names = TRUE };
  const GOptionEntry entries[] = {
    STRATA_MAX_BYTES_ENTRY (load),
    STRATA_WITH_ENTRY (names),
    { NULL },
  };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;

  g_autoptr (StrataTrace) trace = strata_command_load_named (files[0], &load, &names);

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  StrataExit result = STRATA_EXIT_DONE;

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (strata_trace_get_diagnostics (trace), kind);

      if (diagnostic->count > 0 && strata_diagnostic_kind_get_severity (kind) == STRATA_SEVERITY_ERROR)
        {
          guint n_inputs;
          const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

          print_diagnostic (n_inputs > 1 && diagnostic->first_input < n_inputs ? inputs[diagnostic->first_input].name : files[0], diagnostic);
          result = STRATA_EXIT_BAD_INPUT;
        }
    }

  return result;
}

const StrataCommand strata_command_check = {
  .name = "check",
  .arguments = "FILE",
  .summary = N_ ("Exit with status 0 if FILE was read without errors, 1 if part of it is lost"),
  .run = run_check,
};
