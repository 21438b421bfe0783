/* strata-cmd-convert.c - strata-cli convert: a trace in another format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "strata-atrace-payload.h"
#include "strata-command.h"
#include "strata-trace-output.h"

typedef struct
{
  char *output;
  StrataInputOptions input;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->output);
  strata_input_options_clear (&self->input);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static void
note_lost_args (StrataTrace *trace,
                const char *output)
{
  const guint64 n_lost = strata_atrace_count_lost_args (trace);

  if (n_lost > 0)
    strata_command_note (output, ngettext ("leaves out the arguments of %" PRIu64 " slice or instant, which atrace text cannot hold", "leaves out the arguments of %" PRIu64 " slices and instants, which atrace text cannot hold", (gulong) n_lost), n_lost);
}

/* Atrace text has no clock of threads. */
static void
note_lost_in_text (StrataTrace *trace,
                   const char *output)
{
  note_lost_args (trace, output);
  if ((strata_trace_get_clocks (trace) & STRATA_CLOCK_CPU) != 0)
    strata_command_note (output, "%s", _ ("leaves out the CPU times of calls, which atrace text cannot hold"));
}

/* Chrome JSON has neither runs of CPUs nor states of threads. */
static void
note_lost_in_json (StrataTrace *trace,
                   const char *output)
{
  guint n_losses;

  strata_trace_get_losses (trace, &n_losses);
  if (strata_trace_get_cpu_runs (trace)->n_runs > 0 || strata_trace_get_states (trace)->n_states > 0)
    strata_command_note (output, "%s", _ ("leaves out scheduling, which Chrome JSON cannot hold"));
  if (n_losses > 0)
    strata_command_note (output, "%s", _ ("leaves out where events were lost, which Chrome JSON cannot hold"));
}

static void
note_losses (StrataTrace *trace,
             const char *output)
{
  if (strata_trace_output_is_atrace (output))
    note_lost_in_text (trace, output);
  else if (strata_trace_output_has_suffix (output, ".json"))
    note_lost_in_json (trace, output);
}

static StrataExit
convert_file (const char *path,
              const Options *options)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (path, &options->input);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  const StrataClip clip = strata_clip_new_all (trace);

  if (!strata_trace_output_write (trace, &clip, options->output, &error))
    return strata_command_fail (error);

  strata_trace_output_note_ids (trace, options->output);
  note_losses (trace, options->output);
  return STRATA_EXIT_DONE;
}

static StrataExit
run_convert (const StrataCommand *command,
             char **arguments)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file, or to standard output for “-”"), N_ ("FILE") },
    STRATA_INPUT_ENTRIES (options.input),
    { NULL },
  };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files) || !strata_command_has_output (command, options.output))
    return STRATA_EXIT_BAD_USAGE;

  if (strata_command_would_overwrite (files[0], options.output))
    return strata_command_fail_overwriting (command, options.output);

  return convert_file (files[0], &options);
}

const StrataCommand strata_command_convert = {
  .name = "convert",
  .arguments = "FILE",
  .summary = N_ ("Write FILE as atrace text, or as a Perfetto trace or Chrome JSON if the output is called .pftrace or .json"),
  .run = run_convert,
};
