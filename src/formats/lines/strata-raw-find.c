/* strata-raw-find.c - finds the lines that items of a trace were made of
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-find.h"

#include <string.h>

#include "strata-ftrace-event.h"
#include "strata-ftrace-mark.h"
#include "strata-raw-kernel.h"
#include "strata-real.h"

/* Whether a marker has a name. */

/* Whether "H:" is part of a name is only known when the whole file has been read, and so is the
 * meaning of a half level at the end of a name. */

static gboolean
equals (StrataText text,
        const char *string)
{
  return strlen (string) == text.n_bytes && memcmp (text.text, string, text.n_bytes) == 0;
}

static StrataFtraceMark
resolve (const StrataFtraceMark *mark)
{
  StrataFtraceMark resolved = *mark;

  if ((mark->flags & STRATA_FTRACE_MARK_MAYBE_HITRACE) != 0)
    strata_ftrace_mark_resolve (&resolved);

  return resolved;
}

/* Whether an item that was made of @mark may have this name. */
static gboolean
raw_is_name (const StrataFtraceMark *mark,
             const char *name)
{
  const StrataText resolved = resolve (mark).name;
  const gsize n_bytes = strlen (name);

  if (equals (mark->name, name) || equals (resolved, name))
    return TRUE;

  /* the name may be a text of several lines, of which this is the first */
  if (n_bytes > resolved.n_bytes && name[resolved.n_bytes] == '\n' && memcmp (resolved.text, name, resolved.n_bytes) == 0)
    return TRUE;

  return (mark->flags & STRATA_FTRACE_MARK_HALF_LEVEL) != 0 && n_bytes < resolved.n_bytes &&
         resolved.text[n_bytes] == '|' && memcmp (resolved.text, name, n_bytes) == 0;
}

/* Whether an item that was made of @mark may be on this track. */
static gboolean
raw_is_track (const StrataFtraceMark *mark,
              const char *track)
{
  return equals (mark->track, track) || equals (resolve (mark).track, track);
}

/* Items do not store their line. It is found by the item's time and content, among the lines of
 * the few blocks that contain this time. Several lines may have the same content at the same
 * time: items and lines are then in the same order, so the n-th one is taken. */

typedef struct _Query Query;

struct _Query
{
  StrataTrace *trace;
  gint64 time_ns;
  gboolean (*matches) (const Query *self, const StrataRawLine *line, const StrataFtraceMark *mark);
  guint32 n_before; /* how many such lines precede the wanted one */

  /* the content that the line must have; which fields matter depends on @matches */
  const StrataThread *thread; /* (nullable): the line must be from its device */
  const char *phases;
  gint64 tid;
  gint64 pid;   /* or -1; for kernel slices the CPU */
  gint64 value; /* cookie, value or CPU */
  const char *name;
  const char *track;

  guint32 n_found;
  StrataRawPlace found;
};

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  Query *self = user_data;
  StrataFtraceMark mark = { .phase = '\0', .pid = -1 };

  if (!line->is_event || line->time_ns != self->time_ns || (self->thread != NULL && line->device != self->thread->device))
    return TRUE;

  const StrataText payload = strata_raw_line_get_payload (line);

  if (payload.n_bytes > 0)
    strata_ftrace_mark_parse (payload, &mark);

  if (!self->matches (self, line, &mark))
    return TRUE;

  self->found = line->place;
  return self->n_found++ < self->n_before;
}

/* Returns nowhere if there are fewer such lines. */
static StrataRawPlace
run_query (Query *self)
{
  self->n_found = 0;
  strata_raw_scan (self->trace, (StrataSpan){ self->time_ns, self->time_ns }, take_line, self);

  return self->n_found == self->n_before + 1 ? self->found : STRATA_RAW_NOWHERE;
}

static gboolean
has_phase (const Query *self,
           const StrataFtraceMark *mark)
{
  return mark->phase != '\0' && strchr (self->phases, mark->phase) != NULL;
}

static gboolean
is_begin (const Query *self,
          const StrataRawLine *line,
          const StrataFtraceMark *mark)
{
  return mark->phase == 'B' && (gint64) line->event.tid == self->tid && raw_is_name (mark, self->name);
}

/* A line of a thread that begins or ends a call. */
typedef struct
{
  StrataRawPlace place;
  gboolean is_begin;
} Call;

typedef struct
{
  gint64 time_ns;
  const StrataThread *thread;
  GArray *calls; /* (element-type Call) */
} Calls;

static gboolean
take_call (const StrataRawLine *line,
           gpointer user_data)
{
  Calls *self = user_data;
  StrataFtraceMark mark;

  if (!line->is_event || line->time_ns != self->time_ns || (gint64) line->event.tid != self->thread->tid || line->device != self->thread->device)
    return TRUE;

  const StrataText payload = strata_raw_line_get_payload (line);

  if (payload.n_bytes == 0 || !strata_ftrace_mark_parse (payload, &mark) || (mark.phase != 'B' && mark.phase != 'E'))
    return TRUE;

  const Call call = { line->place, mark.phase == 'B' };

  g_array_append_val (self->calls, call);
  return TRUE;
}

static gboolean
is_same_place (StrataRawPlace a,
               StrataRawPlace b)
{
  return a.file == b.file && a.row == b.row;
}

/* @calls are all begins and ends of one thread and moment. Calls that begin and end in it cancel
 * out; the other ends are of earlier calls, the innermost first. With @begin, returns the end of
 * the call that begins there, else the n-th of the other ends. */
static StrataRawPlace
find_end (GArray *calls,
          StrataRawPlace begin,
          guint32 n_before)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (StrataRawPlace));

  for (guint i = 0; i < calls->len; i++)
    {
      const Call *call = &g_array_index (calls, Call, i);

      if (call->is_begin)
        {
          g_array_append_val (open, call->place);
          continue;
        }

      if (open->len == 0)
        {
          if (begin.row == STRATA_NONE && n_before-- == 0)
            return call->place;
          continue;
        }

      if (is_same_place (g_array_index (open, StrataRawPlace, open->len - 1), begin))
        return call->place;

      g_array_set_size (open, open->len - 1);
    }

  return STRATA_RAW_NOWHERE;
}

/* How many calls inside @slice began before @time_ns and end then. */
static guint32
count_inner_ends (const StrataSliceTable *slices,
                  guint32 slice,
                  gint64 time_ns)
{
  guint32 n = 0;

  for (guint32 i = slice + 1; i < slices->subtree_end[slice]; i++)
    n += slices->start_ns[i] < time_ns && strata_slice_table_get_end_ns (slices, i) == time_ns &&
         (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) == 0;

  return n;
}

static StrataRawPlace
find_call_end (StrataTrace *trace,
               guint32 slice,
               const StrataThread *thread,
               StrataRawPlace begin)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, slice);
  const gboolean is_moment = slices->start_ns[slice] == end_ns;
  Calls calls = { end_ns, thread, g_array_new (FALSE, FALSE, sizeof (Call)) };

  strata_raw_scan (trace, (StrataSpan){ end_ns, end_ns }, take_call, &calls);

  const StrataRawPlace found = find_end (calls.calls, is_moment ? begin : STRATA_RAW_NOWHERE,
                                         is_moment ? 0 : count_inner_ends (slices, slice, end_ns));

  g_array_unref (calls.calls);
  return found;
}

static guint32
count_equal_begins (const StrataSliceTable *slices,
                    const StrataTrack *track,
                    guint32 slice)
{
  guint32 n = 0;

  for (guint32 i = slice; i-- > track->first_slice && slices->start_ns[i] == slices->start_ns[slice];)
    n += slices->name[i] == slices->name[slice];

  return n;
}

static StrataRawPair
find_call (StrataTrace *trace,
           guint32 slice,
           const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[track->thread];
  Query query = {
    .trace = trace,
    .time_ns = slices->start_ns[slice],
    .matches = is_begin,
    .n_before = count_equal_begins (slices, track, slice),
    .thread = thread,
    .tid = thread->tid,
    .name = strata_trace_get_string (trace, slices->name[slice]),
  };
  StrataRawPair pair = { run_query (&query), STRATA_RAW_NOWHERE };

  if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0)
    pair.end = find_call_end (trace, slice, thread, pair.begin);

  return pair;
}

/* S and F are recognised by name, G and T by track and name, others by the track alone. */
static gboolean
is_async (const Query *self,
          const StrataRawLine *line,
          const StrataFtraceMark *mark)
{
  if (!has_phase (self, mark) || mark->value != self->value || (mark->pid >= 0 && self->pid >= 0 && mark->pid != self->pid))
    return FALSE;

  switch (mark->phase)
    {
    case 'S':
    case 'F':
      return raw_is_name (mark, self->name);
    case 'G':
    case 'T':
      return raw_is_track (mark, self->track) && raw_is_name (mark, self->name);
    default:
      return raw_is_track (mark, self->track);
    }
}

static gboolean
is_same_async (const StrataSliceTable *slices,
               guint32 a,
               guint32 b)
{
  return slices->name[a] == slices->name[b] && slices->cookie[a - slices->first_async] == slices->cookie[b - slices->first_async];
}

/* Slices that differ in nothing else follow one another: one ends before the next begins. */
static gboolean
is_before (const StrataSliceTable *slices,
           guint32 a,
           guint32 b)
{
  const gint64 a_end_ns = strata_slice_table_get_end_ns (slices, a);
  const gint64 b_end_ns = strata_slice_table_get_end_ns (slices, b);

  if (slices->start_ns[a] != slices->start_ns[b])
    return slices->start_ns[a] < slices->start_ns[b];

  return a_end_ns != b_end_ns ? a_end_ns < b_end_ns : a < b;
}

/* How many slices with the same name and cookie begin, or end, at the same time before @slice. */
static guint32
count_equal_async (const StrataSliceTable *slices,
                   const StrataTrack *track,
                   guint32 slice,
                   gboolean by_end)
{
  const gint64 time_ns = by_end ? strata_slice_table_get_end_ns (slices, slice) : slices->start_ns[slice];
  guint32 n = 0;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices && slices->start_ns[i] <= time_ns; i++)
    n += (by_end ? strata_slice_table_get_end_ns (slices, i) : slices->start_ns[i]) == time_ns &&
         is_same_async (slices, i, slice) && is_before (slices, i, slice) &&
         (!by_end || (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) == 0);

  return n;
}

static StrataRawPair
find_async (StrataTrace *trace,
            guint32 slice,
            const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  Query query = {
    .trace = trace,
    .time_ns = slices->start_ns[slice],
    .matches = is_async,
    .n_before = count_equal_async (slices, track, slice, FALSE),
    .phases = "SGT",
    .pid = track->process != STRATA_NONE ? strata_trace_get_processes (trace, NULL)[track->process].pid : -1,
    .value = slices->cookie[slice - slices->first_async],
    .name = strata_trace_get_string (trace, slices->name[slice]),
    .track = strata_trace_get_string (trace, track->name),
  };
  StrataRawPair pair = { run_query (&query), STRATA_RAW_NOWHERE };

  if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0)
    {
      query.time_ns = strata_slice_table_get_end_ns (slices, slice);
      query.n_before = count_equal_async (slices, track, slice, TRUE);
      query.phases = "FHU";
      pair.end = run_query (&query);
    }

  return pair;
}

static gboolean
is_kernel_begin (const Query *self,
                 const StrataRawLine *line,
                 const StrataFtraceMark *mark)
{
  return strata_raw_is_kernel_slice (line, self->tid, self->pid, self->value, TRUE);
}

static gboolean
is_kernel_end (const Query *self,
               const StrataRawLine *line,
               const StrataFtraceMark *mark)
{
  return strata_raw_is_kernel_slice (line, self->tid, self->pid, self->value, FALSE);
}

static StrataRawPair
find_kernel (StrataTrace *trace,
             guint32 slice,
             const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataThread *thread = track->thread != STRATA_NONE ? &strata_trace_get_threads (trace, NULL)[track->thread] : NULL;
  Query query = {
    .trace = trace,
    .time_ns = slices->start_ns[slice],
    .matches = is_kernel_begin,
    .thread = thread,
    .tid = thread != NULL ? thread->tid : -1,
    .pid = track->cpu != STRATA_NONE ? (gint64) track->cpu : -1,
    .value = slices->cookie[slice - slices->first_async],
  };
  StrataRawPair pair = { run_query (&query), STRATA_RAW_NOWHERE };

  if ((strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0)
    {
      query.matches = is_kernel_end;
      query.time_ns = strata_slice_table_get_end_ns (slices, slice);
      pair.end = run_query (&query);
    }

  return pair;
}

/**
 * strata_raw_find_slice:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Finds the lines where a slice begins and ends.
 *
 * Returns: the lines; nowhere if lines were not kept; its end is nowhere if it did not finish
 */
StrataRawPair
strata_raw_find_slice (StrataTrace *trace,
                       guint32 slice)
{
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)];

  if (strata_trace_get_n_line_stores (trace) == 0)
    return (StrataRawPair){ STRATA_RAW_NOWHERE, STRATA_RAW_NOWHERE };

  switch (track->kind)
    {
    case STRATA_TRACK_THREAD:
      return find_call (trace, slice, track);
    case STRATA_TRACK_ASYNC:
      return find_async (trace, slice, track);
    case STRATA_TRACK_CPU:
    case STRATA_TRACK_KERNEL:
      break;
    }

  return find_kernel (trace, slice, track);
}

/* A run begins when the scheduler switches to its thread, or when an event of the thread appears
 * without a switch. */
static gboolean
is_run_begin (const Query *self,
              const StrataRawLine *line,
              const StrataFtraceMark *mark)
{
  StrataFtraceSwitch sched;

  if ((gint64) line->event.cpu != self->value)
    return FALSE;
  if (strata_ftrace_event_get_kind (line->event.event) != STRATA_FTRACE_EVENT_SWITCH)
    return (gint64) line->event.tid == self->tid;

  return strata_ftrace_event_parse_switch (line->event.args, &sched) && (gint64) sched.next_tid == self->tid;
}

static gboolean
is_run_end (const Query *self,
            const StrataRawLine *line,
            const StrataFtraceMark *mark)
{
  StrataFtraceSwitch sched;

  return (gint64) line->event.cpu == self->value &&
         strata_ftrace_event_get_kind (line->event.event) == STRATA_FTRACE_EVENT_SWITCH &&
         strata_ftrace_event_parse_switch (line->event.args, &sched) && (gint64) sched.prev_tid == self->tid;
}

/**
 * strata_raw_find_run:
 * @trace: a trace
 * @run: index of a run on a CPU
 *
 * Finds the lines where a run begins and ends.
 *
 * Returns: the lines; nowhere if the kernel lost the switch
 */
StrataRawPair
strata_raw_find_run (StrataTrace *trace,
                     guint32 run)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const guint32 cpu = strata_trace_find_cpu_of_run (trace, run);
  Query query = {
    .trace = trace,
    .time_ns = runs->start_ns[run],
    .matches = is_run_begin,
    .tid = strata_trace_get_threads (trace, NULL)[runs->thread[run]].tid,
    .value = cpu != STRATA_NONE ? (gint64) strata_trace_get_cpus (trace, NULL)[cpu].cpu : -1,
  };
  StrataRawPair pair;

  pair.begin = run_query (&query);
  query.matches = is_run_end;
  query.time_ns = runs->end_ns[run];
  pair.end = run_query (&query);

  return pair;
}

static gboolean
is_sample (const Query *self,
           const StrataRawLine *line,
           const StrataFtraceMark *mark)
{
  if (mark->phase == '\0')
    return strata_raw_is_kernel_sample (line, self->tid, self->value);

  return mark->phase == 'C' && mark->value == self->value && (mark->pid < 0 || self->pid < 0 || mark->pid == self->pid) && raw_is_name (mark, self->name);
}

/* The value as a marker contains it. */
static gint64
get_marked_value (const StrataSamples *samples,
                  guint32 sample)
{
  return strata_samples_is_whole (samples, sample) ? samples->value[sample] : strata_real_to_bits (samples->real[sample]);
}

/**
 * strata_raw_find_sample:
 * @trace: a trace
 * @sample: index of a sample of a counter
 *
 * Returns: the line that shows the value
 */
StrataRawPlace
strata_raw_find_sample (StrataTrace *trace,
                        guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataCounter *counter = strata_trace_get_counters (trace, NULL) + strata_trace_find_counter (trace, sample);
  Query query = {
    .trace = trace,
    .time_ns = samples->time_ns[sample],
    .matches = is_sample,
    .tid = counter->cpu,
    .pid = counter->process != STRATA_NONE ? strata_trace_get_processes (trace, NULL)[counter->process].pid : -1,
    .value = get_marked_value (samples, sample),
    .name = strata_trace_get_string (trace, counter->name),
  };

  for (guint32 i = sample; i-- > counter->first_sample && samples->time_ns[i] == query.time_ns;)
    query.n_before += get_marked_value (samples, i) == query.value;

  return run_query (&query);
}

static gboolean
is_instant (const Query *self,
            const StrataRawLine *line,
            const StrataFtraceMark *mark)
{
  const gboolean has_kind = mark->phase == 'I' || mark->phase == 'N' || (mark->phase == '\0' && mark->name.n_bytes > 0);

  return (gint64) line->event.tid == self->tid &&
         (strata_raw_is_kernel_instant (line, self->name) || (has_kind && raw_is_name (mark, self->name) && (mark->phase != 'N' || raw_is_track (mark, self->track))));
}

/**
 * strata_raw_find_instant:
 * @trace: a trace
 * @instant: index of an instant
 *
 * Returns: the line of the instant
 */
StrataRawPlace
strata_raw_find_instant (StrataTrace *trace,
                         guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  Query query = {
    .trace = trace,
    .time_ns = instants->time_ns[instant],
    .matches = is_instant,
    .thread = &strata_trace_get_threads (trace, NULL)[instants->thread[instant]],
    .tid = strata_trace_get_threads (trace, NULL)[instants->thread[instant]].tid,
    .name = strata_trace_get_string (trace, instants->name[instant]),
    .track = strata_trace_get_string (trace, instants->track_name[instant]),
  };

  for (guint32 i = instant; i-- > 0 && instants->time_ns[i] == query.time_ns;)
    query.n_before += instants->name[i] == instants->name[instant] && instants->thread[i] == instants->thread[instant] &&
                      instants->track_name[i] == instants->track_name[instant];

  return run_query (&query);
}

static gboolean
is_of_thread (const Query *self,
              const StrataRawLine *line,
              const StrataFtraceMark *mark)
{
  return self->tid < 0 || (gint64) line->event.tid == self->tid;
}

/**
 * strata_raw_find_time:
 * @trace: a trace
 * @time_ns: a time
 * @tid: id of a thread, or -1 for any
 *
 * Returns: the first event of exactly that time
 */
StrataRawPlace
strata_raw_find_time (StrataTrace *trace,
                      gint64 time_ns,
                      gint64 tid)
{
  Query query = { .trace = trace, .time_ns = time_ns, .matches = is_of_thread, .tid = tid };

  return run_query (&query);
}

typedef struct
{
  gint64 time_ns;
  StrataRawPlace place;
} First;

static gboolean
take_first (const StrataRawLine *line,
            gpointer user_data)
{
  First *self = user_data;

  if (!line->is_event || line->time_ns < self->time_ns)
    return TRUE;

  self->place = line->place;
  return FALSE;
}

/**
 * strata_raw_find_first:
 * @trace: a trace with its lines
 * @time_ns: a time
 *
 * Returns: the first line of an event at that time or later, nowhere if there is none. Lines
 *   before the events of a file, such as a list of processes, have no time
 */
StrataRawPlace
strata_raw_find_first (StrataTrace *trace,
                       gint64 time_ns)
{
  First first = { time_ns, STRATA_RAW_NOWHERE };

  strata_raw_scan (trace, (StrataSpan){ time_ns, G_MAXINT64 }, take_first, &first);
  return first.place;
}
