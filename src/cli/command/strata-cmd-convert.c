/* strata-cmd-convert.c - strata-cli convert: converts a trace to another format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-trace-output.h"
#include "strata-units.h"

typedef struct
{
  char *output;
  StrataInputOptions input;
} Options;

/* Files of one recording overlap. An offset that was given is the user's choice. */
static void
note_apart (const StrataInput *first,
            const StrataInput *other)
{
  const gint64 gap_ns = MAX (other->span.begin_ns - first->span.end_ns, first->span.begin_ns - other->span.end_ns);
  char text[STRATA_UNITS_BYTES];

  if (gap_ns > 0 && other->rule != STRATA_CLOCK_RULE_GIVEN && other->rule != STRATA_CLOCK_RULE_NONE && other->rule != STRATA_CLOCK_RULE_TASK)
    strata_command_note (other->name, _ ("its times do not overlap those of %s: there are %s between them"), first->name, strata_units_duration (gap_ns, text));
}

static void
note_all_apart (StrataTrace *trace)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  for (guint i = 1; i < n_inputs; i++)
    note_apart (&inputs[0], &inputs[i]);
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

  note_all_apart (trace);
  return STRATA_EXIT_DONE;
}

static StrataExit
run_convert (const StrataCommand *command,
             char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file, or to standard output for “-”"), N_ ("FILE") },
    STRATA_INPUT_ENTRIES (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files) || !strata_command_has_output (command, options.output))
    return STRATA_EXIT_BAD_USAGE;

  const StrataOutForm form = strata_out_form_of_name (options.output, STRATA_OUT_TEXT);

  if (form == STRATA_OUT_FINDING || form == STRATA_OUT_PAGE)
    return strata_command_fail_usage (command, _ ("“%s” is called like a file that strata-cli clip writes: use .pftrace, .json or .ftrace"), options.output);
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
