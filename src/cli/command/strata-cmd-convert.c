/* strata-cmd-convert.c - strata-cli convert: converts a trace to another format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "strata-atrace-events.h"
#include "strata-callsites.h"
#include "strata-command-lines.h"
#include "strata-command.h"
#include "strata-perfetto-writer.h"
#include "strata-trace-output.h"
#include "strata-units.h"

typedef struct
{
  char *output;
  StrataInputOptions input;
} Options;

/* Perfetto traces have their own packets for the frame timeline, and other formats have none. */
static void
note_frames (StrataTrace *trace,
             const char *output)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint64 n_frames = 0;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_ASYNC && g_str_equal (strata_trace_get_string (trace, tracks[i].name), "Actual Timeline"))
      n_frames += tracks[i].n_slices;

  if (n_frames > 0)
    strata_command_note (output, ngettext ("has %" PRIu64 " frame of the frame timeline as a slice, which only Strata reads as a frame", "has %" PRIu64 " frames of the frame timeline as slices, which only Strata reads as frames", (gulong) n_frames), n_frames);
}

/* A switch in text needs priorities. */
static void
note_priorities (StrataTrace *trace,
                 const char *output)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint64 n_unknown = 0;

  for (guint32 i = 0; i < runs->n_runs; i++)
    n_unknown += runs->rank[i] == 0;

  if (n_unknown > 0)
    strata_command_note (output, ngettext ("has the priority 120 for %" PRIu64 " run on a CPU whose priority is unknown", "has the priority 120 for %" PRIu64 " runs on CPUs whose priority is unknown", (gulong) n_unknown), n_unknown);
}

/* Atrace text has no CPU clocks of threads. CPU times of calls from the scheduler are kept. */
static void
note_lost_in_text (StrataTrace *trace,
                   const char *output)
{
  note_priorities (trace, output);
  if (strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu_start))
    strata_command_note (output, "%s", _ ("leaves out the CPU times of calls, which atrace text cannot hold"));
}

/* Chrome JSON identifies threads by id; other programs ignore Strata's records about reused ids. */
static void
note_reused_ids (StrataTrace *trace,
                 const char *output)
{
  const StrataClip all = strata_clip_new_all (trace);
  g_autofree guint8 *reuse = strata_atrace_find_reuse (trace, &all);
  guint n_threads;
  guint n_later = 0;

  strata_trace_get_threads (trace, &n_threads);
  for (guint i = 0; i < n_threads; i++)
    n_later += reuse[i] == STRATA_ATRACE_REUSE_LATER;

  if (n_later > 0)
    strata_command_note (output, ngettext ("has %u thread with the id of an earlier one, which only Strata reads as two", "has %u threads with the ids of earlier ones, which only Strata reads as two each", n_later), n_later);
}

/* What the kernel recorded is text of ftrace in Chrome JSON. Other programs skip our events about kernel slices. */
static void
note_lost_in_json (StrataTrace *trace,
                   const char *output)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  note_priorities (trace, output);
  if (slices->n_slices > slices->first_kernel)
    strata_command_note (output, ngettext ("has %u slice of the kernel as an asynchronous slice for other programs", "has %u slices of the kernel as asynchronous slices for other programs", slices->n_slices - slices->first_kernel), slices->n_slices - slices->first_kernel);
  note_reused_ids (trace, output);
}

/* Neither text nor JSON has a place for samples themselves, nor for command lines. */
static void
note_facts (StrataTrace *trace,
            const char *output)
{
  const guint n_samples = strata_callsites_get (trace)->samples->len;
  guint n_processes;
  guint n_lines = 0;

  strata_trace_get_processes (trace, &n_processes);
  for (guint32 i = 0; i < n_processes; i++)
    n_lines += strata_command_lines_find (trace, i) != STRATA_STRING_EMPTY;

  if (n_samples > 0)
    strata_command_note (output, ngettext ("has the calls of %u sample as slices, but not the sample itself", "has the calls of %u samples as slices, but not the samples themselves", n_samples), n_samples);
  if (n_lines > 0)
    strata_command_note (output, "%s", _ ("leaves out the command lines of processes"));
}

/* Perfetto's samples have times in ns only if they are of perf. */
static void
note_rounded_samples (StrataTrace *trace,
                      const char *output)
{
  const GArray *samples = strata_callsites_get (trace)->samples;
  guint n_rounded = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const StrataCallSample *sample = &g_array_index (samples, StrataCallSample, i);

      n_rounded += sample->sampler != STRATA_SAMPLER_PERF && sample->time_ns % 1000 != 0;
    }

  if (n_rounded > 0)
    strata_command_note (output, ngettext ("has the time of %u sample in whole microseconds, though its calls are exact", "has the times of %u samples in whole microseconds, though their calls are exact", n_rounded), n_rounded);
}

static void
note_losses (StrataTrace *trace,
             const char *output)
{
  if (strata_perfetto_is_name (output))
    note_rounded_samples (trace, output);
  else
    note_facts (trace, output);
  if (strata_trace_output_is_atrace (output) || strata_trace_output_has_suffix (output, ".json"))
    note_frames (trace, output);
  if (strata_trace_output_is_atrace (output))
    note_lost_in_text (trace, output);
  else if (strata_trace_output_has_suffix (output, ".json"))
    note_lost_in_json (trace, output);
}

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

  strata_trace_output_note_ids (trace, &clip, options->output);
  strata_trace_output_note_line_ends (trace, options->output);
  strata_trace_output_note_times (trace, &clip, options->output);
  note_losses (trace, options->output);
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
