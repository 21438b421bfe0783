/* strata-findings-describe.c - frames and phases in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/**
 * strata_findings_find_slow_frame:
 * @self: the findings
 * @span: where to look
 *
 * Returns: index of the worst slow frame of an app that touches the span, or %STRATA_NONE
 */
guint32
strata_findings_find_slow_frame (StrataFindings *self,
                                 StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), STRATA_NONE);

  const StrataFrames *frames = strata_findings_get_frames (self);
  guint n_frames = 0;
  const StrataFrameRow *rows = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;
  guint32 worst = STRATA_NONE;

  for (guint32 i = 0; i < n_frames; i++)
    if (rows[i].begin_ns < span.end_ns && rows[i].end_ns >= span.begin_ns && strata_frame_is_slow (&rows[i]) && !strata_frames_is_system (frames, i) &&
        (worst == STRATA_NONE || rows[i].overrun_ns > rows[worst].overrun_ns))
      worst = i;

  return worst;
}

static void
append_main_reason (GString *text,
                    const StrataCauses *causes)
{
  g_autofree char *cause = strata_causes_dup_main_text (causes);

  if (cause == NULL)
    return;

  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Main reason: %s"), cause);
}

/**
 * strata_findings_describe_frame:
 * @self: the findings, with frames
 * @frame: index of a frame
 *
 * Returns: (transfer full): its name, duration, verdict, the rule behind it, and the main reason if it was slow
 */
char *
strata_findings_describe_frame (StrataFindings *self,
                                guint32 frame)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  StrataFrames *frames = strata_findings_get_frames (self);
  StrataTrace *trace = strata_frames_get_trace (frames);
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[strata_findings_get_frame_slice (self, frame)]), -1);
  g_autofree char *rule = strata_frames_dup_rule (frames, frame);
  GString *text = g_string_new (NULL);
  char duration[STRATA_UNITS_BYTES];

  /* Translators: the name of its slice, which is not as long as the frame */
  g_string_append_printf (text, _ ("Frame: %s"), name);
  g_string_append_c (text, '\n');
  if (strata_frame_get_total_ns (row) > strata_frame_get_duration_ns (row))
    {
      g_string_append_printf (text, _ ("From VSYNC: %s"), strata_units_duration (strata_frame_get_total_ns (row), duration));
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (text, _ ("Duration: %s"), strata_units_duration (strata_frame_get_duration_ns (row), duration));
  g_string_append_printf (text, "\n%s", rule);
  if (!strata_frame_is_slow (row))
    return g_string_free (text, FALSE);

  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, frame);

  append_main_reason (text, causes);
  return g_string_free (text, FALSE);
}

/**
 * strata_findings_find_long_task:
 * @self: the findings
 * @span: where to look
 *
 * Returns: number of the longest of the long tasks that touch the span, or %STRATA_NONE
 */
guint32
strata_findings_find_long_task (StrataFindings *self,
                                StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), STRATA_NONE);

  guint n_tasks;
  const StrataLongTask *tasks = strata_findings_get_long_tasks (self, &n_tasks);
  const StrataSliceTable *slices = n_tasks > 0 ? strata_trace_get_slices (strata_frames_get_trace (strata_findings_get_frames (self))) : NULL;
  guint32 longest = STRATA_NONE;

  for (guint32 i = 0; i < n_tasks; i++)
    if (slices->start_ns[tasks[i].slice] < span.end_ns && strata_slice_table_get_end_ns (slices, tasks[i].slice) >= span.begin_ns &&
        (longest == STRATA_NONE || strata_slice_table_get_wall_ns (slices, tasks[i].slice) > strata_slice_table_get_wall_ns (slices, tasks[longest].slice)))
      longest = i;

  return longest;
}

/**
 * strata_findings_describe_task:
 * @self: the findings
 * @task: number of a long task
 *
 * Returns: (transfer full): its name, duration, thread, the limit that it exceeds and the main reason
 */
char *
strata_findings_describe_task (StrataFindings *self,
                               guint32 task)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  guint n_tasks;
  const StrataLongTask *found = &strata_findings_get_long_tasks (self, &n_tasks)[task];
  StrataTrace *trace = strata_frames_get_trace (strata_findings_get_frames (self));
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, slices->name[found->slice]), -1);
  g_autofree char *thread = g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[found->thread].name), -1);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, found->slice);
  GString *text = g_string_new (name);
  char duration[STRATA_UNITS_BYTES];
  char limit[STRATA_UNITS_BYTES];

  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Duration: %s"), strata_units_duration (strata_slice_table_get_wall_ns (slices, found->slice), duration));
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Long task of thread %s (limit: %s)"), thread, strata_units_duration (found->limit_ns, limit));

  append_main_reason (text, causes);
  return g_string_free (text, FALSE);
}

/**
 * strata_findings_describe_phase:
 * @self: the findings, with phases
 * @phase: index of a phase
 *
 * Returns: (transfer full): its subject, what it begins with, and from where to where it goes
 */
char *
strata_findings_describe_phase (StrataFindings *self,
                                guint32 phase)
{
  static const char *const rules[] = {
    [STRATA_PHASE_INPUT] = N_ ("From input delivery to the end of the frame that handles it"),
    [STRATA_PHASE_START] = N_ ("A step of the start of the app"),
    [STRATA_PHASE_START_ALL] = N_ ("From the first startup step to the end of the first frame"),
  };
  StrataTrace *trace = strata_frames_get_trace (strata_findings_get_frames (self));
  guint n_phases;
  const StrataPhase *row = &strata_findings_get_phases (self, &n_phases)[phase];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, row->name), -1);
  g_autofree char *duration = NULL;
  char text[STRATA_UNITS_BYTES];

  duration = g_strdup_printf (_ ("Duration: %s"), strata_units_duration (row->end_ns - row->begin_ns, text));
  return g_strdup_printf ("%s\n%s\n%s\n%s", strata_phase_kind_get_name (row->kind), name, duration, _ (rules[row->kind]));
}
