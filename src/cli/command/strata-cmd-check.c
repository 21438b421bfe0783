/* strata-cmd-check.c - strata-cli check: whether a file is complete
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
  const gboolean is_error = strata_diagnostic_kind_get_severity (diagnostic->kind) == STRATA_SEVERITY_ERROR;
  const char *title = _ (strata_diagnostic_kind_get_text (diagnostic->kind));
  g_autofree char *text = is_error ? g_strdup (title) : g_strdup_printf (_ ("warning: %s"), title);

  if (diagnostic->first_line > 0)
    strata_command_note (path, _ ("line %" PRIu64 ": %s: %" PRIu64), diagnostic->first_line, text, diagnostic->count);
  else if (diagnostic->first_offset >= 0)
    strata_command_note (path, _ ("byte %" PRId64 ": %s: %" PRIu64), diagnostic->first_offset, text, diagnostic->count);
  else if (diagnostic->sample != NULL && diagnostic->first_ns == STRATA_NO_TIME)
    strata_command_note (path, "%s: %" G_GUINT64_FORMAT " (%s)", text, diagnostic->count, diagnostic->sample);
  else
    strata_command_note (path, "%s: %" G_GUINT64_FORMAT, text, diagnostic->count);
}

/* Returns: whether there are warnings of this severity */
static gboolean
print_severity (StrataTrace *trace,
                const char *path,
                StrataSeverity severity)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);
  gboolean has_any = FALSE;

  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      const StrataDiagnostic *diagnostic = strata_diagnostics_get (strata_trace_get_diagnostics (trace), kind);

      if (diagnostic->count == 0 || strata_diagnostic_kind_get_severity (kind) != severity)
        continue;

      print_diagnostic (n_inputs > 1 && diagnostic->first_input < n_inputs ? inputs[diagnostic->first_input].name : path, diagnostic);
      has_any = TRUE;
    }

  return has_any;
}

static StrataExit
run_check (const StrataCommand *command,
           char **arguments)
{
  StrataInputOptions input = { .keeps_names = TRUE };
  const GOptionEntry entries[] = {
    STRATA_MAX_BYTES_ENTRY (input),
    STRATA_WITH_ENTRY (input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;

  g_autoptr (StrataTrace) trace = strata_command_load_input (files[0], &input);

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  const gboolean is_lost = print_severity (trace, files[0], STRATA_SEVERITY_ERROR);

  print_severity (trace, files[0], STRATA_SEVERITY_WARNING);
  return is_lost ? STRATA_EXIT_BAD_INPUT : STRATA_EXIT_DONE;
}

const StrataCommand strata_command_check = {
  .name = "check",
  .arguments = "FILE",
  .summary = N_ ("Exit with status 0 if FILE was read without errors, 1 if part of it is lost"),
  .run = run_check,
};
