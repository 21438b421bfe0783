/* strata-cmd-frames.c - strata-cli frames: whether frames were late, and why the worst ones were
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <langinfo.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-causes.h"
#include "strata-command.h"
#include "strata-finding.h"
#include "strata-json.h"
#include "strata-trace-cells.h"
#include "strata-units.h"

#define N_WORST 10

static const StrataTableColumn columns[] = {
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "producer", N_ ("Producer"), STRATA_CELL_TEXT },
  { "frames", N_ ("Frames"), STRATA_CELL_NUMBER },
  { "janky_percent", N_ ("Janky"), STRATA_CELL_FIGURE },
  { "late", N_ ("Late"), STRATA_CELL_NUMBER },
  { "very_late", N_ ("Very late"), STRATA_CELL_NUMBER },
  { "dropped", N_ ("Dropped"), STRATA_CELL_NUMBER },
  { "unfinished", N_ ("Unfinished"), STRATA_CELL_NUMBER },
  { "missed", N_ ("Missed VSYNCs"), STRATA_CELL_NUMBER },
  { "p50_ns", "p50", STRATA_CELL_DURATION },
  { "p90_ns", "p90", STRATA_CELL_DURATION },
  { "p95_ns", "p95", STRATA_CELL_DURATION },
  { "p99_ns", "p99", STRATA_CELL_DURATION },
  { "longest_ns", N_ ("Longest"), STRATA_CELL_DURATION },
  { "period_ns", N_ ("Period"), STRATA_CELL_DURATION },
  { "fps", N_ ("Frames/s"), STRATA_CELL_FIGURE },
};

/* With one decimal, separated by a point except in text. */
static char *
dup_tenths (guint64 tenths,
            gboolean is_text)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%s%" G_GUINT64_FORMAT, tenths / 10, is_text ? nl_langinfo (RADIXCHAR) : ".", tenths % 10);
}

/* Empty if no frame was judged. */
static char *
dup_percent (const StrataFrameSummary *summary,
             gboolean is_text)
{
  const guint64 per_mille = summary->n_judged > 0 ? (1000 * (guint64) summary->n_slow + summary->n_judged / 2) / summary->n_judged : 0;
  g_autofree char *percent = dup_tenths (per_mille, is_text);

  if (summary->n_judged == 0)
    return g_strdup ("");

  return is_text ? g_strconcat (percent, " %", NULL) : g_steal_pointer (&percent);
}

static char *
dup_fps (const StrataFrameSummary *summary,
         gboolean is_text)
{
  return dup_tenths ((guint64) (summary->fps_mean * 10 + 0.5), is_text);
}

static void
add_if (StrataTable *table,
        gboolean is_known,
        gint64 number)
{
  if (is_known)
    strata_table_number (table, number);
  else
    strata_table_unknown (table);
}

/* Values that are not known if no frame has a deadline. */
static void
add_judged (StrataTable *table,
            const StrataFrameSummary *summary,
            gint64 number)
{
  add_if (table, summary->n_judged > 0, number);
}

static void
add_group (StrataTable *table,
           const StrataFrames *frames,
           guint32 group,
           gboolean is_text)
{
  guint n_groups;
  const StrataFrameGroup *row = strata_frames_get_groups (frames, &n_groups) + group;
  StrataTrace *trace = strata_frames_get_trace (frames);
  StrataFrameSummary summary;

  strata_frames_summarise (frames, group, &summary);

  g_autofree char *percent = dup_percent (&summary, is_text);
  g_autofree char *fps = dup_fps (&summary, is_text);

  strata_trace_cells_add_process_name (table, trace, row->process);
  strata_trace_cells_add_pid (table, trace, row->process);
  strata_trace_cells_add_tid (table, trace, row->thread);
  strata_table_text (table, strata_frame_producer_get_id (row->producer));
  strata_table_number (table, summary.n_frames);
  strata_table_text (table, percent);
  add_judged (table, &summary, summary.n_verdicts[STRATA_FRAME_LATE]);
  add_judged (table, &summary, summary.n_verdicts[STRATA_FRAME_VERY_LATE]);
  strata_table_number (table, summary.n_verdicts[STRATA_FRAME_DROPPED]);
  strata_table_number (table, summary.n_verdicts[STRATA_FRAME_UNFINISHED]);
  add_judged (table, &summary, summary.n_missed);
  strata_table_number (table, summary.p50_ns);
  strata_table_number (table, summary.p90_ns);
  strata_table_number (table, summary.p95_ns);
  strata_table_number (table, summary.p99_ns);
  strata_table_number (table, summary.longest_ns);
  add_if (table, summary.n_judged > 0 && summary.period_ns > 0, summary.period_ns);
  strata_table_text (table, fps);
}

static void
write_summary (StrataOutput *output,
               StrataTableStyle style,
               const StrataFrames *frames)
{
  StrataTable *table = strata_table_new (output, style, columns, G_N_ELEMENTS (columns));
  guint n_groups;

  strata_frames_get_groups (frames, &n_groups);
  for (guint32 i = 0; i < n_groups; i++)
    add_group (table, frames, i, style == STRATA_TABLE_TEXT);

  strata_table_close (table);
}

static const char *
get_process_name (const StrataFrames *frames,
                  const StrataFrameRow *frame)
{
  guint n_groups;
  const StrataFrameGroup *group = strata_frames_get_groups (frames, &n_groups) + frame->group;
  StrataTrace *trace = strata_frames_get_trace (frames);

  return group->process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[group->process].name) : "";
}

/* The whole that the shares refer to, if it is longer than the frame itself. */
static void
write_whole (StrataOutput *output,
             const StrataCauses *causes,
             const StrataFrames *frames,
             guint32 frame)
{
  guint n_frames;
  const gint64 total_ns = strata_causes_get_total_ns (causes);
  char duration[STRATA_UNITS_BYTES];

  if (total_ns <= strata_frame_get_duration_ns (strata_frames_get (frames, &n_frames) + frame))
    return;

  strata_output_text (output, "  ");
  /* Translators: a duration, of which the shares below are */
  strata_output_format (output, _ ("It took %s from its VSYNC:"), strata_units_duration (total_ns, duration));
  strata_output_char (output, '\n');
}

static void
write_text_causes (StrataOutput *output,
                   const StrataFrames *frames,
                   guint32 frame)
{
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, frame);
  guint n_causes;
  const StrataCause *all = strata_causes_get (causes, &n_causes);

  write_whole (output, causes, frames, frame);
  for (guint i = 0; i < n_causes; i++)
    {
      g_autofree char *text = strata_causes_dup_text (causes, i);
      char share[STRATA_UNITS_BYTES];
      char duration[STRATA_UNITS_BYTES];

      strata_output_format (output, "    %8s  %10s  ", strata_units_share (all[i].total_ns, strata_causes_get_total_ns (causes), share), strata_units_duration (all[i].total_ns, duration));
      for (guint32 parent = all[i].parent; parent != STRATA_NONE; parent = all[parent].parent)
        strata_output_text (output, "  ");
      strata_output_plain (output, text);
      strata_output_char (output, '\n');
    }
}

static void
write_text_frame (StrataOutput *output,
                  const StrataFrames *frames,
                  guint32 frame)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;
  StrataTrace *trace = strata_frames_get_trace (frames);
  const guint32 slice = row->ui_slice != STRATA_NONE ? row->ui_slice : row->render_slice;
  const char *name = strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slice]);
  g_autofree char *rule = strata_frames_dup_rule (frames, frame);
  g_auto (GStrv) lines = g_strsplit (rule, "\n", -1);
  const StrataSpan span = strata_trace_get_span (trace);
  char duration[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];

  strata_output_format (output, "\n%s  ", strata_units_duration (strata_frame_get_duration_ns (row), duration));
  strata_output_plain (output, get_process_name (frames, row));
  strata_output_text (output, "  ");
  strata_output_plain (output, name);
  if (strata_span_get_step_ns (span) > 1)
    strata_output_format (output, "  +%.6f s\n", (double) (row->begin_ns - span.begin_ns) / 1e9);
  else
    strata_output_format (output, "  +%s\n", strata_units_instant (row->begin_ns - span.begin_ns, begin));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      strata_output_text (output, "  ");
      strata_output_plain (output, lines[i]);
      strata_output_char (output, '\n');
    }

  write_text_causes (output, frames, frame);
}

static void
write_json_cause (StrataJson *json,
                  const StrataCauses *causes,
                  StrataTrace *trace,
                  guint i)
{
  guint n_causes;
  const StrataCause *cause = strata_causes_get (causes, &n_causes) + i;
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  g_autofree char *text = strata_causes_dup_text (causes, i);

  strata_json_begin (json, NULL, '{');
  strata_json_string (json, "kind", strata_cause_kind_get_id (cause->kind));
  strata_json_number (json, "total_ns", cause->total_ns);
  strata_json_number (json, "places", cause->n_places);
  strata_json_string (json, "name", strata_trace_get_string (trace, cause->name));
  strata_json_string (json, "detail", strata_trace_get_string (trace, cause->detail));
  strata_json_number (json, "tid", threads[cause->thread].tid);
  if (cause->other != STRATA_NONE)
    strata_json_number (json, "other_tid", threads[cause->other].tid);
  else
    strata_json_null (json, "other_tid");
  if (cause->kind == STRATA_CAUSE_CPU && cause->other != STRATA_NONE)
    strata_json_number (json, "other_ns", cause->other_ns);
  else
    strata_json_null (json, "other_ns");
  strata_json_boolean (json, "inferred", cause->is_inferred);
  if (cause->parent != STRATA_NONE)
    strata_json_number (json, "part_of", cause->parent);
  else
    strata_json_null (json, "part_of");
  strata_json_number (json, "ts_ns", cause->begin_ns);
  strata_json_number (json, "longest_ns", cause->longest_ns);
  strata_json_string (json, "text", text);
  strata_json_end (json, '}');
}

static void
write_json_frame (StrataJson *json,
                  const StrataFrames *frames,
                  guint32 frame)
{
  guint n_frames;
  guint n_causes;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, frame);
  g_autofree char *rule = strata_frames_dup_rule (frames, frame);
  const gint64 *states_ns = strata_causes_get_states_ns (causes);

  strata_causes_get (causes, &n_causes);
  strata_json_begin (json, NULL, '{');
  strata_json_string (json, "process", get_process_name (frames, row));
  strata_json_number (json, "ts_ns", row->begin_ns);
  strata_json_number (json, "dur_ns", strata_frame_get_duration_ns (row));
  strata_json_number (json, "overrun_ns", row->overrun_ns);
  strata_json_string (json, "verdict", strata_frame_verdict_get_id (row->verdict));
  strata_json_string (json, "rule", rule);
  if (row->id >= 0)
    strata_json_number (json, "id", row->id);
  else
    strata_json_null (json, "id");

  strata_json_begin (json, "ui_states", '{');
  for (guint i = 0; i < STRATA_N_STATES; i++)
    if (states_ns[i] > 0)
      strata_json_number (json, strata_state_get_name (i), states_ns[i]);
  strata_json_end (json, '}');

  strata_json_number (json, "total_ns", strata_causes_get_total_ns (causes));
  strata_json_begin (json, "causes", '[');
  for (guint i = 0; i < n_causes; i++)
    write_json_cause (json, causes, strata_frames_get_trace (frames), i);
  strata_json_end (json, ']');
  strata_json_end (json, '}');
}

static void
write_json_group (StrataJson *json,
                  const StrataFrames *frames,
                  guint32 group)
{
  guint n_groups;
  const StrataFrameGroup *row = strata_frames_get_groups (frames, &n_groups) + group;
  StrataTrace *trace = strata_frames_get_trace (frames);
  StrataFrameSummary summary;

  strata_frames_summarise (frames, group, &summary);
  strata_json_begin (json, NULL, '{');
  strata_json_string (json, "process", row->process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[row->process].name) : NULL);
  if (row->process != STRATA_NONE)
    strata_json_number (json, "pid", strata_trace_get_processes (trace, NULL)[row->process].pid);
  strata_json_number (json, "tid", strata_trace_get_threads (trace, NULL)[row->thread].tid);
  strata_json_string (json, "side", row->is_system ? "system" : "app");
  strata_json_string (json, "producer", strata_frame_producer_get_id (row->producer));
  strata_json_number (json, "frames", summary.n_frames);
  strata_json_number (json, "judged", summary.n_judged);
  strata_json_number (json, "janky", summary.n_slow);
  strata_json_number (json, "janky_per_mille", summary.n_judged > 0 ? (1000 * (gint64) summary.n_slow + summary.n_judged / 2) / summary.n_judged : 0);
  for (guint i = 0; i < STRATA_N_FRAME_VERDICTS; i++)
    strata_json_number (json, strata_frame_verdict_get_id (i), summary.n_verdicts[i]);
  strata_json_number (json, "missed", summary.n_missed);
  strata_json_number (json, "p50_ns", summary.p50_ns);
  strata_json_number (json, "p90_ns", summary.p90_ns);
  strata_json_number (json, "p95_ns", summary.p95_ns);
  strata_json_number (json, "p99_ns", summary.p99_ns);
  strata_json_number (json, "longest_ns", summary.longest_ns);
  if (summary.period_ns > 0)
    strata_json_number (json, "period_ns", summary.period_ns);
  else
    strata_json_null (json, "period_ns");
  strata_json_number (json, "frames_per_1000_s", (gint64) (summary.fps_mean * 1000 + 0.5));
  strata_json_end (json, '}');
}

/* Slow frames come first. */
static guint
count_slow (const StrataFrames *frames,
            const guint32 *order,
            guint n_most)
{
  guint n_frames;
  const StrataFrameRow *all = strata_frames_get (frames, &n_frames);
  guint n = 0;

  while (n < MIN (n_frames, n_most) && strata_frame_is_slow (&all[order[n]]))
    n++;
  return n;
}

static void
write_json (StrataOutput *output,
            const StrataFrames *frames,
            const guint32 *order,
            guint n_slow)
{
  StrataJson json = { .output = output };
  guint n_groups;

  strata_frames_get_groups (frames, &n_groups);
  strata_json_begin (&json, NULL, '{');
  strata_json_number (&json, "clock_offset_ns", strata_frames_get_clock_offset_ns (frames));
  strata_json_begin (&json, "groups", '[');
  for (guint i = 0; i < n_groups; i++)
    write_json_group (&json, frames, i);
  strata_json_end (&json, ']');
  strata_json_begin (&json, "slow", '[');
  for (guint i = 0; i < n_slow; i++)
    write_json_frame (&json, frames, order[i]);
  strata_json_end (&json, ']');
  strata_json_end (&json, '}');
}

static StrataExit
write_frames (const char *file,
              StrataTrace *trace,
              StrataTableStyle style,
              int n_worst)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autofree guint32 *order = strata_frames_list_worst (frames);
  const guint n_slow = count_slow (frames, order, (guint) n_worst);
  StrataOutput *output = strata_output_new (STDOUT_FILENO);
  guint n_groups;

  strata_frames_get_groups (frames, &n_groups);
  if (style == STRATA_TABLE_JSON)
    write_json (output, frames, order, n_slow);
  else
    write_summary (output, style, frames);

  for (guint i = 0; i < n_slow && style == STRATA_TABLE_TEXT; i++)
    write_text_frame (output, frames, order[i]);

  if (style == STRATA_TABLE_TEXT)
    strata_finding_write (output, frames);

  if (n_groups == 0)
    strata_command_note (file, _ ("it contains no frames: no Choreographer#doFrame and no ReceiveVsync on a main thread"));

  return strata_command_close (output);
}

static StrataExit
run_frames (const StrataCommand *command,
            char **arguments)
{
  StrataStyleOptions style_options = { 0 };
  StrataInputOptions input = { 0 };
  int n_worst = N_WORST;
  const GOptionEntry entries[] = {
    { "worst", 0, 0, G_OPTION_ARG_INT, &n_worst, N_ ("Explain this many slow frames; default 10"), N_ ("COUNT") },
    STRATA_MAX_BYTES_ENTRY (input),
    STRATA_WITH_ENTRY (input),
    STRATA_STYLE_ENTRIES (style_options),
    STRATA_MAPPING_ENTRY (input),
    STRATA_NO_MAPPING_ENTRY (input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  StrataTableStyle style;

  if (!strata_command_parse (command, entries, 1, arguments, &files) ||
      !strata_command_get_style (command, style_options, &style))
    return STRATA_EXIT_BAD_USAGE;
  if (n_worst < 0)
    return strata_command_fail_usage (command, _ ("--worst %d: expected 0 or more"), n_worst);

  g_autoptr (StrataTrace) trace = strata_command_load_input (files[0], &input);

  return trace != NULL ? write_frames (files[0], trace, style, n_worst) : STRATA_EXIT_BAD_INPUT;
}

const StrataCommand strata_command_frames = {
  .name = "frames",
  .arguments = "FILE",
  .summary = N_ ("Summarise the frames of FILE and explain why the worst were late"),
  .description = N_ ("A frame is late if it finishes after its deadline, and very late if by one period or more. Each frame\nnames the rule that gave its deadline. CSV contains only the sums; “list frames” lists all frames."),
  .run = run_frames,
};
