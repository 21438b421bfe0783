/* strata-findings.c - what was found in a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings.h"

#include "strata-bisect.h"
#include "strata-findings-private.h"
#include "strata-order.h"

/* Findings know the view, whose lanes show them, but not the selection.
 *
 * Frames are found once, by the worker that makes the session. Until
 * then their lanes are hidden, and they have no marks.
 *
 * Events that do not become items are only in the file's text. A widget that wants them
 * on the timeline reads them for the visible time and passes them here by thread,
 * one for each place with any. So there are at most as many as a picture can show,
 * however many lines there are. */

G_DEFINE_FINAL_TYPE (StrataFindings, strata_findings, G_TYPE_OBJECT)

enum
{
  FRAMES_CHANGED,
  HEADLINE_CHANGED,
  SEARCH_CHANGED,
  HITS_CHANGED,
  EVENTS_CHANGED,
  RESULTS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
strata_findings_finalize (GObject *object)
{
  StrataFindings *self = STRATA_FINDINGS (object);

  strata_findings_clear_search (self);
  strata_findings_clear_headline (self);
  strata_findings_clear_rows (self);
  g_clear_pointer (&self->frames, strata_frames_unref);
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->limits, strata_task_limits_free);
  g_clear_pointer (&self->events, g_array_unref);
  strata_findings_free_results (self);
  g_object_unref (self->view);

  G_OBJECT_CLASS (strata_findings_parent_class)->finalize (object);
}

static void
strata_findings_class_init (StrataFindingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_findings_finalize;

  signals[FRAMES_CHANGED] = g_signal_new ("frames-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[HEADLINE_CHANGED] = g_signal_new ("headline-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SEARCH_CHANGED] = g_signal_new ("search-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
  signals[HITS_CHANGED] = g_signal_new ("hits-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[EVENTS_CHANGED] = g_signal_new ("events-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[RESULTS_CHANGED] = g_signal_new ("results-changed", STRATA_TYPE_FINDINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_findings_init (StrataFindings *self)
{
  self->others = STRATA_OTHERS_DIMMED;
}

void
strata_findings_emit_headline_changed (StrataFindings *self)
{
  g_signal_emit (self, signals[HEADLINE_CHANGED], 0, (guint) self->headline->headline.kind);
}

void
strata_findings_emit_results_changed (StrataFindings *self)
{
  g_signal_emit (self, signals[RESULTS_CHANGED], 0);
}

void
strata_findings_emit_search_changed (StrataFindings *self)
{
  gboolean is_counted;
  const guint32 n_hits = strata_findings_get_n_hits (self, &is_counted);

  g_signal_emit (self, signals[SEARCH_CHANGED], 0, n_hits, is_counted);
}

void
strata_findings_emit_hits_changed (StrataFindings *self)
{
  g_signal_emit (self, signals[HITS_CHANGED], 0, self->hits != NULL ? self->hits->n_hits : 0);
}

/**
 * strata_findings_new:
 * @view: the view that shows the findings
 *
 * Makes empty findings for the trace of @view.
 *
 * Returns: (transfer full): the findings
 */
StrataFindings *
strata_findings_new (StrataView *view)
{
  g_return_val_if_fail (STRATA_IS_VIEW (view), NULL);

  StrataFindings *self = g_object_new (STRATA_TYPE_FINDINGS, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (view, "axis-changed", G_CALLBACK (strata_findings_drop_hits), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "options-changed", G_CALLBACK (strata_findings_restart_search), self, G_CONNECT_SWAPPED);

  return self;
}

/* Uses HiCollie's limits until others are set. */
static void
find_tasks (StrataFindings *self)
{
  g_autoptr (StrataTaskLimits) usual = self->limits == NULL ? strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS) : NULL;

  g_clear_pointer (&self->tasks, g_array_unref);
  self->tasks = strata_long_tasks_find (strata_view_get_trace (self->view), usual != NULL ? usual : self->limits);
}

/* By begin, the longer one first, so that a start is above its steps. */
static int
compare_phases (gconstpointer a,
                gconstpointer b)
{
  const StrataPhase *left = a;
  const StrataPhase *right = b;

  return STRATA_ORDER (left->begin_ns, right->begin_ns) ?: STRATA_ORDER (right->end_ns, left->end_ns);
}

/**
 * strata_findings_find_frames:
 * @self: the findings
 *
 * Finds the frames, phases, long tasks and the headline in the caller's thread,
 * unless they are known, and shows their lanes. The maker of a session calls this
 * before it publishes the session. Emits ::frames-changed and ::headline-changed.
 */
void
strata_findings_find_frames (StrataFindings *self)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  if (self->frames != NULL)
    return;

  self->frames = strata_frames_new (strata_view_get_trace (self->view), NULL);
  find_tasks (self);
  self->phases = strata_phases_find (self->frames);
  g_array_sort (self->phases, compare_phases);
  strata_findings_make_rows (self);
  strata_findings_lay_out_lanes (self, strata_view_get_lanes (self->view));
  g_signal_emit (self, signals[FRAMES_CHANGED], 0, (guint) (STRATA_FOUND_FRAMES | STRATA_FOUND_TASKS));
  strata_findings_find_headline_now (self);
}

/**
 * strata_findings_get_frames:
 * @self: the findings
 *
 * Returns: (transfer none) (nullable): the frames, %NULL until they are found
 */
StrataFrames *
strata_findings_get_frames (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  return self->frames;
}

/**
 * strata_findings_get_frame_slice:
 * @self: the findings, with frames
 * @frame: index of a frame
 *
 * Returns: the slice to select for the frame: its slice on the UI thread, else on the render thread
 */
guint32
strata_findings_get_frame_slice (StrataFindings *self,
                                 guint32 frame)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (self->frames, &n_frames) + frame;

  return row->ui_slice != STRATA_NONE ? row->ui_slice : row->render_slice;
}

/**
 * strata_findings_get_frame_span:
 * @self: the findings, with frames
 * @frame: index of a frame
 *
 * Returns: its time
 */
StrataSpan
strata_findings_get_frame_span (StrataFindings *self,
                                guint32 frame)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (self->frames, &n_frames) + frame;

  return (StrataSpan){ row->begin_ns, row->end_ns };
}

/**
 * strata_findings_get_vsyncs:
 * @self: the findings
 * @n_vsyncs: (out): how many; 0 until frames are found
 *
 * Returns: (transfer none) (nullable) (array length=n_vsyncs): when the display was refreshed, in ns, ascending
 */
const gint64 *
strata_findings_get_vsyncs (StrataFindings *self,
                            guint *n_vsyncs)
{
  *n_vsyncs = self->vsyncs_ns != NULL ? self->vsyncs_ns->len : 0;
  return self->vsyncs_ns != NULL ? (const gint64 *) (gpointer) self->vsyncs_ns->data : NULL;
}

/**
 * strata_findings_get_phases:
 * @self: the findings
 * @n_phases: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_phases): the phases that the user waited for, by begin
 */
const StrataPhase *
strata_findings_get_phases (StrataFindings *self,
                            guint *n_phases)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  *n_phases = self->phases != NULL ? self->phases->len : 0;
  return self->phases != NULL ? (const StrataPhase *) (gpointer) self->phases->data : NULL;
}

/**
 * strata_findings_get_phase_span:
 * @self: the findings, with phases
 * @phase: index of a phase
 *
 * Returns: its time
 */
StrataSpan
strata_findings_get_phase_span (StrataFindings *self,
                                guint32 phase)
{
  const StrataPhase *row = &g_array_index (self->phases, StrataPhase, phase);

  return (StrataSpan){ row->begin_ns, row->end_ns };
}

/**
 * strata_findings_get_long_tasks:
 * @self: the findings
 * @n_tasks: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_tasks): the long tasks, valid until ::frames-changed
 */
const StrataLongTask *
strata_findings_get_long_tasks (StrataFindings *self,
                                guint *n_tasks)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  *n_tasks = self->tasks != NULL ? self->tasks->len : 0;
  return self->tasks != NULL ? (const StrataLongTask *) (gpointer) self->tasks->data : NULL;
}

/**
 * strata_findings_set_task_limits:
 * @self: the findings
 * @limits: (transfer full) (nullable): the limits of tasks, or %NULL for HiCollie's
 *
 * Finds the long tasks anew. Emits ::frames-changed, and ::headline-changed once the
 * headline is found again.
 */
void
strata_findings_set_task_limits (StrataFindings *self,
                                 StrataTaskLimits *limits)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  strata_task_limits_free (self->limits);
  self->limits = limits;
  find_tasks (self);
  g_signal_emit (self, signals[FRAMES_CHANGED], 0, (guint) STRATA_FOUND_TASKS);
  strata_findings_restart_headline (self);
}

/**
 * strata_findings_take_events:
 * @self: the findings
 * @events: (nullable) (transfer full) (element-type StrataEventMark): by thread and time, or %NULL for none
 *
 * Replaces the events shown on the lanes of their threads. Emits
 * ::events-changed.
 */
void
strata_findings_take_events (StrataFindings *self,
                             GArray *events)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  if (self->events == NULL && events == NULL)
    return;

  g_clear_pointer (&self->events, g_array_unref);
  self->events = events;
  g_signal_emit (self, signals[EVENTS_CHANGED], 0, events != NULL ? events->len : 0);
}

/**
 * strata_findings_get_events:
 * @self: the findings
 * @n_events: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_events): the shown events, by thread and time
 */
const StrataEventMark *
strata_findings_get_events (StrataFindings *self,
                            guint *n_events)
{
  *n_events = self->events != NULL ? self->events->len : 0;
  return self->events != NULL ? (const StrataEventMark *) (const void *) self->events->data : NULL;
}

/**
 * strata_findings_find_event:
 * @self: the findings
 * @thread: index of a thread
 * @time_ns: when
 *
 * Returns: index of the first event of a thread at or after a time, or one past the thread's last
 */
guint
strata_findings_find_event (StrataFindings *self,
                            guint32 thread,
                            gint64 time_ns)
{
  guint end;
  const StrataEventMark *events = strata_findings_get_events (self, &end);
  guint begin = 0;

  STRATA_BISECT (begin, end, i, events[i].thread < thread || (events[i].thread == thread && events[i].time_ns < time_ns));

  return begin;
}
