/* strata-headline.c - the main finding of a trace, in one sentence
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline.h"

#include "strata-headline-private.h"
#include "strata-main-span.h"
#include "strata-trace-properties.h"
#include "strata-trace-titles.h"
#include "strata-waits.h"

/* A trace is about one app: the one whose late frames cost the most pictures. If no frame was late, it is the one whose
 * main thread did the most work, and apps with frames come first, since system services work all the time. A trace is
 * never about a compositor. If only the scheduler was recorded, the finding is the thread that ran the most; for a
 * method trace or a profile, the method that took the most time; without calls, the longest slice of any track; of a log
 * alone, its first crash or error. What is decades away from everything else is no finding, as its time is hardly true. */

/* The case for a process; compared field by field. */
typedef struct
{
  guint32 thread; /* its main thread, or STRATA_NONE */
  guint n_missed;
  guint n_slow;
  guint n_judged; /* frames whose lateness is known */
  gboolean has_frames;
  gboolean is_service;
  gboolean has_calls;
  gint64 total_ns; /* running time of all threads */
  gint64 work_ns;  /* of the main thread */
} Claim;

static gboolean
is_stronger (const Claim *a,
             const Claim *b)
{
  if (a->n_missed != b->n_missed)
    return a->n_missed > b->n_missed;
  if (a->n_slow != b->n_slow)
    return a->n_slow > b->n_slow;
  if (a->has_frames != b->has_frames)
    return a->has_frames;
  if (a->has_frames && a->is_service != b->is_service)
    return b->is_service;
  if (a->has_calls != b->has_calls)
    return a->has_calls;
  if (!a->has_frames && a->total_ns != b->total_ns)
    return a->total_ns > b->total_ns;
  return a->work_ns > b->work_ns;
}

static gint64
sum_outermost_ns (StrataTrace *trace,
                  const StrataTrack *track,
                  StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 end = track->first_slice + track->n_slices;
  gint64 sum_ns = 0;

  for (guint32 i = track->first_slice; i < end; i = slices->subtree_end[i])
    if (strata_main_span_has_slice (span, slices, i))
      sum_ns = strata_time_add (sum_ns, MAX (strata_slice_table_get_wall_ns (slices, i), 0));

  return sum_ns;
}

/* If the scheduler was recorded, a thread's work is its running time. */
static void
add_threads (StrataTrace *trace,
             Claim *claims)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE)
      claims[threads[i].process].total_ns = strata_time_add (claims[threads[i].process].total_ns, MAX (threads[i].running_ns, 0));

  for (guint i = 0; i < n_threads; i++)
    if (strata_trace_is_main_thread (trace, &threads[i]))
      {
        claims[threads[i].process].thread = i;
        claims[threads[i].process].work_ns = strata_time_add (claims[threads[i].process].work_ns, MAX (threads[i].running_ns, 0));
      }
}

/* Only processes with calls count: threads of the kernel run much and have nothing to show. */
static void
add_has_calls (StrataTrace *trace,
               Claim *claims)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_slices > 0 && threads[tracks[i].thread].process != STRATA_NONE)
      claims[threads[tracks[i].thread].process].has_calls = TRUE;
}

static void
add_calls (StrataTrace *trace,
           StrataSpan span,
           Claim *claims)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n_tracks; i++)
    {
      const guint32 process = tracks[i].kind == STRATA_TRACK_THREAD ? threads[tracks[i].thread].process : STRATA_NONE;

      if (process != STRATA_NONE && claims[process].thread == tracks[i].thread && threads[tracks[i].thread].running_ns <= 0)
        claims[process].work_ns = strata_time_add (claims[process].work_ns, sum_outermost_ns (trace, &tracks[i], span));
    }
}

static gboolean
has_running_states (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].running_ns > 0)
      return TRUE;

  return FALSE;
}

static void
add_frames (const StrataFrames *frames,
            Claim *claims)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint i = 0; i < n_groups; i++)
    {
      StrataFrameSummary summary;

      if (groups[i].process == STRATA_NONE || groups[i].is_system)
        continue;

      strata_frames_summarise (frames, i, &summary);

      Claim *claim = &claims[groups[i].process];

      claim->has_frames = TRUE;
      claim->n_judged += summary.n_judged;
      claim->n_missed += summary.n_missed;
      claim->n_slow += summary.n_slow;
      if (claim->thread == STRATA_NONE)
        claim->thread = groups[i].thread;
    }
}

static gboolean
is_of_system (const StrataFrames *frames,
              guint32 process)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint i = 0; i < n_groups; i++)
    if (groups[i].process == process && groups[i].is_system)
      return TRUE;

  return FALSE;
}

/* The services of Android and OpenHarmony draw frames, too, and work for all apps. */
static void
add_services (StrataTrace *trace,
              Claim *claims)
{
  static const char *const services[] = { "system_server", "surfaceflinger", "foundation", "render_service", NULL };
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  for (guint i = 0; i < n_processes; i++)
    {
      const char *name = strata_trace_get_string (trace, processes[i].name);

      claims[i].is_service = g_strv_contains (services, strata_trace_titles_skip_folder (name));
    }
}

/* Returns: the process with the strongest claim, or STRATA_NONE without processes. */
static guint32
choose_process (const StrataFrames *frames,
                StrataSpan span,
                Claim *best)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  guint n_processes;
  guint32 chosen = STRATA_NONE;

  strata_trace_get_processes (trace, &n_processes);

  g_autofree Claim *claims = g_new0 (Claim, (gsize) n_processes + 1);

  for (guint i = 0; i < n_processes; i++)
    claims[i].thread = STRATA_NONE;
  add_threads (trace, claims);
  add_has_calls (trace, claims);
  if (!has_running_states (trace))
    add_calls (trace, span, claims);
  add_frames (frames, claims);
  add_services (trace, claims);

  *best = (Claim){ .thread = STRATA_NONE };
  for (guint i = 0; i < n_processes; i++)
    if (is_stronger (&claims[i], best) && !is_of_system (frames, i))
      {
        *best = claims[i];
        chosen = i;
      }

  return chosen;
}

static guint32
find_worst_frame (const StrataFrames *frames,
                  guint32 process,
                  StrataSpan span)
{
  guint n_frames;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);
  g_autofree guint32 *order = strata_frames_list_worst (frames);

  for (guint i = 0; i < n_frames; i++)
    {
      const StrataFrameRow *row = &rows[order[i]];

      if (groups[row->group].process == process && strata_frame_is_slow (row) && row->begin_ns >= span.begin_ns && row->end_ns <= span.end_ns)
        return order[i];
    }

  return STRATA_NONE;
}

static guint32
find_main_thread (StrataTrace *trace,
                  guint32 process)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process == process && strata_trace_is_main_thread (trace, &threads[i]))
      return i;

  return STRATA_NONE;
}

static guint32
find_render_thread (const StrataFrames *frames,
                    guint32 process)
{
  guint n_frames;
  guint n_groups;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint i = 0; i < n_frames; i++)
    if (groups[rows[i].group].process == process && rows[i].render_thread != STRATA_NONE)
      return rows[i].render_thread;

  return STRATA_NONE;
}

/* Chrome records itself: what its tracing service does is seldom what the trace is about. */
static gboolean
is_of_tracing (StrataTrace *trace,
               guint32 thread)
{
  const char *name = strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[thread].name);

  return g_str_has_prefix (name, "tracing.");
}

/* Tasks of @process come first. If packets were lost, the end of a task without one may be among them. */
static guint
get_task_rank (StrataTrace *trace,
               const StrataLongTask *task,
               guint32 process)
{
  const gboolean has_end = (strata_slice_table_get_flags (strata_trace_get_slices (trace), task->slice) & STRATA_SLICE_UNFINISHED) == 0;
  const gboolean is_sure = has_end || strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_LOST_PACKETS) == 0;

  return 4 * (strata_trace_get_threads (trace, NULL)[task->thread].process == process) + 2 * !is_of_tracing (trace, task->thread) + is_sure;
}

/* The longest task of the best rank, or STRATA_NONE. */
static guint32
find_longest_task (StrataTrace *trace,
                   const StrataLongTask *tasks,
                   guint n_tasks,
                   guint32 process,
                   StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 best = STRATA_NONE;
  guint best_rank = 0;

  for (guint i = 0; i < n_tasks; i++)
    {
      const guint rank = get_task_rank (trace, &tasks[i], process);

      if (!strata_main_span_has_slice (span, slices, tasks[i].slice))
        continue;
      if (best == STRATA_NONE || rank > best_rank ||
          (rank == best_rank && strata_slice_table_get_wall_ns (slices, tasks[i].slice) > strata_slice_table_get_wall_ns (slices, best)))
        {
          best = tasks[i].slice;
          best_rank = rank;
        }
    }

  return best;
}

/* Slices that run a message queue contain calls, but are none. */
static gboolean
is_loop (StrataTrace *trace,
         guint32 slice)
{
  return strata_wait_parse (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slice])) == STRATA_WAIT_LOOP;
}

/* Whether a slice says nothing about how long its calls took, or has no name that could be said. */
static gboolean
is_around_calls (StrataTrace *trace,
                 guint32 slice)
{
  if (strata_trace_get_slices (trace)->name[slice] == STRATA_STRING_EMPTY)
    return TRUE;

  return (strata_slice_table_get_flags (strata_trace_get_slices (trace), slice) & STRATA_SLICE_UNFINISHED) != 0 || is_loop (trace, slice);
}

/* Returns the longest slice of a track that finished if it is longer than @best, else @best; sampled stacks are not calls. */
static guint32
find_longer_slice (StrataTrace *trace,
                   const StrataTrack *track,
                   StrataSpan span,
                   guint32 best)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 end = track->first_slice + track->n_slices;
  guint32 slice = track->first_slice;

  while (slice < end)
    {
      const gboolean is_longer = strata_slice_table_get_wall_ns (slices, slice) > (best != STRATA_NONE ? strata_slice_table_get_wall_ns (slices, best) : 0);
      const gboolean is_around = is_longer && (is_around_calls (trace, slice) || !strata_main_span_has_slice (span, slices, slice));

      if (is_longer && !is_around && (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_SAMPLED) == 0)
        best = slice;

      slice = is_around ? slice + 1 : slices->subtree_end[slice];
    }

  return best;
}

/* @process may be STRATA_NONE, for threads whose process is not known. */
static guint32
find_longest_call (StrataTrace *trace,
                   guint32 process,
                   StrataSpan span)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint32 best = STRATA_NONE;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && threads[tracks[i].thread].process == process)
      best = find_longer_slice (trace, &tracks[i], span, best);

  return best;
}

/* The longest of the slices that are not calls. */
static guint32
find_longest_slice (StrataTrace *trace,
                    StrataSpan span)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 best = STRATA_NONE;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind != STRATA_TRACK_THREAD)
      best = find_longer_slice (trace, &tracks[i], span, best);

  return best;
}

/* Returns: the thread that ran the most, or STRATA_NONE if none did; idle threads do not count. */
guint32
strata_headline_find_busiest_thread (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  guint32 best = STRATA_NONE;

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].tid > 0 && threads[i].running_ns > 0 && (best == STRATA_NONE || threads[i].running_ns > threads[best].running_ns))
      best = i;

  return best;
}

/* Returns the number of counters of a trace that has nothing else; 0 if it has calls. */
guint
strata_headline_count_counters_alone (StrataTrace *trace)
{
  guint n_counters;

  strata_trace_get_counters (trace, &n_counters);
  return strata_trace_get_slices (trace)->n_slices == 0 ? n_counters : 0;
}

/* The trace is about the process of this thread. */
static void
adopt_thread (StrataHeadline *self,
              StrataTrace *trace,
              guint32 thread)
{
  self->thread = thread;
  self->process = strata_trace_get_threads (trace, NULL)[thread].process;
}

/* The app with frames keeps its claim; otherwise the trace is about the process with the longest task. */
static gboolean
find_task (StrataHeadline *self,
           const StrataFrames *frames,
           const StrataLongTask *tasks,
           guint n_tasks,
           StrataSpan span,
           gboolean has_frames)
{
  StrataTrace *trace = strata_frames_get_trace (frames);

  self->slice = find_longest_task (trace, tasks, n_tasks, has_frames ? self->process : STRATA_NONE, span);
  if (self->slice == STRATA_NONE)
    return FALSE;

  self->kind = STRATA_HEADLINE_LONG_TASKS;
  if (!has_frames)
    adopt_thread (self, trace, strata_trace_find_thread (trace, self->slice));
  return TRUE;
}

static gboolean
find_method (StrataHeadline *self,
             StrataTrace *trace)
{
  if (!strata_hot_method_find (&self->method, trace))
    return FALSE;

  self->slice = self->method.slice;
  self->kind = STRATA_HEADLINE_METHOD;
  adopt_thread (self, trace, self->method.thread);
  return TRUE;
}

/* Returns the process that a freeze log is about, which need not be the one that did the most; or STRATA_NONE. */
static guint32
find_frozen (StrataTrace *trace)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  const char *pid = strata_trace_get_property (trace, STRATA_FREEZE_PID_PROPERTY);

  for (guint i = 0; i < n_processes && pid != NULL; i++)
    if (processes[i].pid == g_ascii_strtoll (pid, NULL, 10))
      return i;

  return STRATA_NONE;
}

static gboolean
find_freeze (StrataHeadline *self,
             StrataTrace *trace)
{
  const guint32 process = find_frozen (trace);
  const gboolean has_reason = strata_trace_get_property (trace, STRATA_FREEZE_PROPERTY) != NULL || strata_trace_get_property (trace, STRATA_FREEZE_WCHAN_PROPERTY) != NULL;

  if (!has_reason || (process == STRATA_NONE && self->process == STRATA_NONE))
    return FALSE;

  self->kind = STRATA_HEADLINE_FREEZE;
  if (process != STRATA_NONE && process != self->process)
    {
      self->process = process;
      self->thread = find_main_thread (trace, process);
    }

  return TRUE;
}

/* The longest call of the process, or of threads whose process is not known. */
static gboolean
find_call (StrataHeadline *self,
           StrataTrace *trace,
           StrataSpan span)
{
  self->slice = find_longest_call (trace, self->process, span);
  if (self->slice == STRATA_NONE)
    self->slice = find_longest_call (trace, STRATA_NONE, span);
  if (self->slice == STRATA_NONE)
    return FALSE;

  self->kind = STRATA_HEADLINE_BUSIEST;
  if (self->process == STRATA_NONE || strata_trace_find_process (trace, self->slice) != self->process)
    adopt_thread (self, trace, strata_trace_find_thread (trace, self->slice));

  return TRUE;
}

static gboolean
find_log (StrataHeadline *self,
          StrataTrace *trace)
{
  StrataHeadlineLog log;

  strata_headline_read_log (trace, &log);
  if (log.n_lines == 0)
    return FALSE;

  self->kind = STRATA_HEADLINE_LOG;
  self->instant = log.first;
  return TRUE;
}

/* What was active most, if nothing is known to have been slow. */
static void
find_activity (StrataHeadline *self,
               StrataTrace *trace,
               StrataSpan span)
{
  if (find_call (self, trace, span) || strata_trace_has_calls (trace))
    return;

  if (strata_headline_find_busiest_thread (trace) != STRATA_NONE)
    self->kind = STRATA_HEADLINE_SCHEDULER;
  else if ((self->slice = find_longest_slice (trace, span)) != STRATA_NONE)
    self->kind = STRATA_HEADLINE_LONGEST;
  else if (find_log (self, trace))
    return;
  else if (strata_headline_count_counters_alone (trace) > 0)
    self->kind = STRATA_HEADLINE_COUNTERS;
}

/**
 * strata_headline_find:
 * @self: (out caller-allocates): the finding
 * @frames: the frames of a trace
 * @tasks: (array length=n_tasks): its long tasks
 * @n_tasks: how many there are
 *
 * Finds the app that a trace is about: the one with the most costly late frames, else the one whose main thread did the
 * most work; and its worst moment. Any thread may call it.
 */
void
strata_headline_find (StrataHeadline *self,
                      const StrataFrames *frames,
                      const StrataLongTask *tasks,
                      guint n_tasks)
{
  guint n_frames;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);
  StrataTrace *trace = strata_frames_get_trace (frames);
  const StrataSpan span = strata_trace_find_main_span (trace, NULL);
  Claim claim;

  *self = (StrataHeadline){ .process = STRATA_NONE, .thread = STRATA_NONE, .render_thread = STRATA_NONE, .frame = STRATA_NONE, .slice = STRATA_NONE, .instant = STRATA_NONE };
  if (strata_trace_get_unit (trace) != NULL)
    {
      find_method (self, trace);
      return;
    }

  self->process = choose_process (frames, span, &claim);
  self->thread = claim.thread;
  self->render_thread = find_render_thread (frames, self->process);
  self->frame = find_worst_frame (frames, self->process, span);

  if (self->frame != STRATA_NONE)
    {
      self->kind = STRATA_HEADLINE_LATE_FRAMES;
      self->slice = rows[self->frame].ui_slice != STRATA_NONE ? rows[self->frame].ui_slice : rows[self->frame].render_slice;
    }
  else if (find_task (self, frames, tasks, n_tasks, span, claim.has_frames))
    return;
  else if (claim.n_judged > 0 && claim.n_slow == 0)
    self->kind = STRATA_HEADLINE_ON_TIME;
  else if (!find_method (self, trace) && !find_freeze (self, trace))
    find_activity (self, trace, span);
}
