/* strata-run-figures.c - figures of a capture for judging a build
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-figures.h"

#include <math.h>
#include <string.h>

#include "strata-headline.h"
#include "strata-usage.h"

/* A figure that a capture cannot provide is missing rather than 0: a limit on it then reports that. */

static void
clear_figure (gpointer data)
{
  g_free (((StrataRunFigure *) data)->name);
}

/**
 * strata_run_figures_add:
 * @figures: (element-type StrataRunFigure): figures
 * @name: the name of the new one
 * @unit: the unit of @value
 * @value: the figure; nothing is added if it is NaN
 */
void
strata_run_figures_add (GArray *figures,
                        const char *name,
                        StrataRunsUnit unit,
                        double value)
{
  const StrataRunFigure figure = { g_strdup (name), unit, value };

  if (isnan (value))
    {
      g_free (figure.name);
      return;
    }

  g_array_append_val (figures, figure);
}

/**
 * strata_run_figures_find:
 * @figures: (element-type StrataRunFigure): figures
 * @name: the name of one
 *
 * Returns: (transfer none) (nullable): the figure
 */
const StrataRunFigure *
strata_run_figures_find (GArray *figures,
                         const char *name)
{
  for (guint i = 0; i < figures->len; i++)
    if (g_str_equal (g_array_index (figures, StrataRunFigure, i).name, name))
      return &g_array_index (figures, StrataRunFigure, i);

  return NULL;
}

static void
add_frames (GArray *figures,
            const StrataRunSums *sums)
{
  static const struct
  {
    const char *name;
    double part;
  } parts[] = {
    { "frames.p50", 0.5 },
    { "frames.p90", 0.9 },
    { "frames.p95", 0.95 },
    { "frames.p99", 0.99 },
    { "frames.max", 1.0 },
  };

  strata_run_figures_add (figures, "frames", STRATA_RUNS_COUNT, sums->n_frames);
  if (sums->n_judged > 0)
    {
      strata_run_figures_add (figures, "frames.late", STRATA_RUNS_COUNT, sums->n_late);
      strata_run_figures_add (figures, "frames.late-share", STRATA_RUNS_SHARE, (double) sums->n_late / sums->n_judged);
    }

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    strata_run_figures_add (figures, parts[i].name, STRATA_RUNS_TIME, strata_run_sums_get_frame_time (sums, parts[i].part));
}

/* Other apps also draw, such as a wallpaper, at their own rate. */
static void
count_frames_of_app (StrataRunSums *sums,
                     const StrataFrames *frames,
                     const StrataScope *scope,
                     guint32 process)
{
  StrataScope app = *scope;

  app.process = process;
  strata_run_sums_count_frames (sums, frames, &app);
}

static void
add_starts (GArray *figures,
            const StrataRunSums *sums)
{
  for (guint i = 0; i < sums->rows->len; i++)
    {
      const StrataRunRow *row = &g_array_index (sums->rows, StrataRunRow, i);
      g_autofree char *name = row->kind == STRATA_RUN_START ? g_strdup_printf ("start.%s", row->name) : NULL;

      if (name != NULL)
        strata_run_figures_add (figures, name, STRATA_RUNS_TIME, row->values[STRATA_RUN_INCLUSIVE]);
    }
}

static gint64
get_blocked_ns (const StrataUsageRow *row)
{
  return row->states_ns[STRATA_STATE_BLOCKED] + row->states_ns[STRATA_STATE_BLOCKED_IO] + row->states_ns[STRATA_STATE_BLOCKED_OTHER];
}

static void
add_main_thread (GArray *figures,
                 const StrataUsageRow *row)
{
  strata_run_figures_add (figures, "main.running", STRATA_RUNS_TIME, (double) row->states_ns[STRATA_STATE_RUNNING]);
  strata_run_figures_add (figures, "main.runnable", STRATA_RUNS_TIME, (double) (row->states_ns[STRATA_STATE_RUNNABLE] + row->states_ns[STRATA_STATE_PREEMPTED]));
  strata_run_figures_add (figures, "main.blocked", STRATA_RUNS_TIME, (double) get_blocked_ns (row));
  strata_run_figures_add (figures, "main.sleeping", STRATA_RUNS_TIME, (double) row->states_ns[STRATA_STATE_SLEEPING]);
}

static gboolean
add_usage (GArray *figures,
           StrataTrace *trace,
           const StrataScope *scope,
           const StrataHeadline *headline,
           GCancellable *cancellable)
{
  g_autoptr (StrataUsage) usage = strata_usage_new (trace, scope->span, cancellable);
  guint n_rows;

  if (usage == NULL)
    return FALSE;

  const StrataUsageRow *processes = strata_usage_get_processes (usage, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (processes[i].index == headline->process && headline->process != STRATA_NONE)
      strata_run_figures_add (figures, "app.cpu", STRATA_RUNS_TIME, (double) processes[i].states_ns[STRATA_STATE_RUNNING]);

  const StrataUsageRow *threads = strata_usage_get_threads (usage, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (threads[i].index == headline->thread && headline->thread != STRATA_NONE)
      add_main_thread (figures, &threads[i]);

  return TRUE;
}

/* Returns whether a name is that of a garbage collection: the word GC, or a collector of ART. */
static gboolean
is_collector (const char *name)
{
  for (const char *found = strstr (name, "GC"); found != NULL; found = strstr (found + 1, "GC"))
    if ((found == name || !g_ascii_isalpha (found[-1])) && !g_ascii_isalpha (found[2]))
      return TRUE;

  return strstr (name, "concurrent copying") != NULL || strstr (name, "mark sweep") != NULL;
}

/* Calls inside a collection belong to it. */
static gint64
sum_gc_ns (StrataTrace *trace,
           const StrataTrack *track,
           const guint8 *is_gc,
           StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 end = track->first_slice + track->n_slices;
  gint64 sum_ns = 0;

  for (guint32 i = track->first_slice; i < end;)
    {
      const gint64 begin_ns = strata_slice_table_get_start_ns (slices, i);
      const gint64 wall_ns = strata_slice_table_get_wall_ns (slices, i);

      if (!is_gc[slices->name[i]])
        {
          i++;
          continue;
        }

      if (wall_ns > 0)
        sum_ns = strata_time_add (sum_ns, MAX (MIN (strata_time_add (begin_ns, wall_ns), span.end_ns) - MAX (begin_ns, span.begin_ns), 0));
      i = slices->subtree_end[i];
    }

  return sum_ns;
}

static void
add_gc (GArray *figures,
        StrataTrace *trace,
        const StrataScope *scope,
        guint32 process)
{
  const StrataStringPool *strings = strata_trace_get_strings (trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  g_autofree guint8 *is_gc = g_new0 (guint8, (gsize) n_strings + 1);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  gint64 sum_ns = 0;

  for (guint32 i = 0; i < n_strings; i++)
    is_gc[i] = is_collector (strata_string_pool_get (strings, i));
  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && (process == STRATA_NONE || threads[tracks[i].thread].process == process))
      sum_ns = strata_time_add (sum_ns, sum_gc_ns (trace, &tracks[i], is_gc, scope->span));

  strata_run_figures_add (figures, "app.gc", STRATA_RUNS_TIME, (double) sum_ns);
}

static void
add_longest_task (GArray *figures,
                  StrataTrace *trace,
                  const GArray *tasks,
                  const StrataScope *scope,
                  guint32 thread)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  gint64 longest_ns = STRATA_NO_TIME;

  for (guint i = 0; i < tasks->len; i++)
    {
      const StrataLongTask *task = &g_array_index (tasks, StrataLongTask, i);
      const gint64 begin_ns = strata_slice_table_get_start_ns (slices, task->slice);

      if ((thread == STRATA_NONE || task->thread == thread) && begin_ns >= scope->span.begin_ns && begin_ns < scope->span.end_ns)
        longest_ns = MAX (longest_ns, strata_slice_table_get_wall_ns (slices, task->slice));
    }

  if (longest_ns != STRATA_NO_TIME)
    strata_run_figures_add (figures, "main.longest-task", STRATA_RUNS_TIME, (double) longest_ns);
}

static guint32
find_main_thread (StrataTrace *trace,
                  guint32 process)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process == process && threads[i].tid == processes[process].pid)
      return i;

  return STRATA_NONE;
}

/**
 * strata_run_figures_new:
 * @trace: a trace
 * @scope: only the span and the process count; without a process, the one that the trace is about
 * @cancellable: (nullable): stops it
 *
 * Finds the figures by which a capture is judged: starts, and frames, CPU time, garbage collection, waits of the main
 * thread and longest task of the app.
 *
 * Returns: (transfer full) (element-type StrataRunFigure): the figures that the capture has
 */
GArray *
strata_run_figures_new (StrataTrace *trace,
                        const StrataScope *scope,
                        GCancellable *cancellable)
{
  g_autoptr (GArray) figures = g_array_new (FALSE, FALSE, sizeof (StrataRunFigure));
  g_autoptr (StrataRunSums) sums = strata_run_sums_new_of_trace ("", trace, scope, cancellable);
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (0, G_MAXINT64);
  g_autoptr (StrataFrames) frames = sums != NULL ? strata_frames_new (trace, cancellable) : NULL;
  StrataHeadline headline;

  g_array_set_clear_func (figures, clear_figure);
  if (frames == NULL)
    return NULL;

  g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);

  strata_headline_find (&headline, frames, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);
  if (scope->process != STRATA_NONE && scope->process != headline.process)
    {
      headline.process = scope->process;
      headline.thread = find_main_thread (trace, scope->process);
    }

  count_frames_of_app (sums, frames, scope, headline.process);
  add_frames (figures, sums);
  add_starts (figures, sums);
  if (!add_usage (figures, trace, scope, &headline, cancellable))
    return NULL;

  add_gc (figures, trace, scope, headline.process);
  add_longest_task (figures, trace, tasks, scope, headline.thread);
  return g_steal_pointer (&figures);
}
