/* strata-freeze-player.c - turns a freeze log into a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-freeze-player.h"

#include "strata-stack-samples.h"

/* A log has several dumps, and each repeats what the earlier ones contain. So everything is collected first.
 * Equal spans are merged; the longest end counts. Stacks of dumps are far apart: a call that is on two stacks
 * in a row becomes one slice, other calls have no length. Snapshots are a series: each lasts until the next
 * one, like samples of a profiler, but no longer than the usual gap. The end of a task ends the calls in it.
 * Times are since 1970; the loader shifts them. */

typedef struct
{
  gint64 tid;
  gint64 time_ns;
  guint32 node;
  gboolean is_snapshot;
} Stack;

/* A step of a thread's history, sorted by time. */
typedef struct
{
  gint64 tid;
  gint64 time_ns;
  gint64 order;
  const StrataFreezeSpan *span; /* NULL for a stack */
  gboolean is_end;
  gboolean is_snapshot;
  guint32 node;
} Step;

struct _StrataFreezePlayer
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackSamples *samples; /* owned: its tree contains the nodes of the stacks */
  GArray *stacks;              /* (element-type Stack) owned */
  GArray *spans;               /* (element-type StrataFreezeSpan) owned */
  GArray *values;              /* (element-type StrataFreezeValue) owned */
  GArray *instants;            /* (element-type StrataFreezeInstant) owned */
  GHashTable *named;           /* (element-type gint64) owned: processes whose whole name is known */
  gint64 offset_ns;
};

/**
 * strata_freeze_player_new:
 * @builder: where everything goes
 *
 * Returns: (transfer full): an empty player
 */
StrataFreezePlayer *
strata_freeze_player_new (StrataTraceBuilder *builder)
{
  StrataFreezePlayer *self = g_new0 (StrataFreezePlayer, 1);

  self->builder = builder;
  self->samples = strata_stack_samples_new (builder);
  self->stacks = g_array_new (FALSE, FALSE, sizeof (Stack));
  self->spans = g_array_new (FALSE, FALSE, sizeof (StrataFreezeSpan));
  self->values = g_array_new (FALSE, FALSE, sizeof (StrataFreezeValue));
  self->instants = g_array_new (FALSE, FALSE, sizeof (StrataFreezeInstant));
  self->named = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
strata_freeze_player_free (StrataFreezePlayer *self)
{
  if (self == NULL)
    return;

  strata_stack_samples_free (self->samples);
  g_array_unref (self->stacks);
  g_array_unref (self->spans);
  g_array_unref (self->values);
  g_array_unref (self->instants);
  g_hash_table_unref (self->named);
  g_free (self);
}

StrataStackNodes *
strata_freeze_player_get_nodes (StrataFreezePlayer *self)
{
  return strata_stack_samples_get_nodes (self->samples);
}

/**
 * strata_freeze_player_add_stack:
 * @self: the player
 * @tid: a thread
 * @time_ns: when; %STRATA_NO_TIME for the time of the freeze
 * @node: the innermost call
 * @is_snapshot: whether it is one of a series, rather than the only one of a dump
 *
 * Adds a stack.
 */
void
strata_freeze_player_add_stack (StrataFreezePlayer *self,
                                gint64 tid,
                                gint64 time_ns,
                                guint32 node,
                                gboolean is_snapshot)
{
  g_array_append_val (self->stacks, ((Stack){ tid, time_ns, node, is_snapshot }));
}

/* Adds a span. */
void
strata_freeze_player_add_span (StrataFreezePlayer *self,
                               const StrataFreezeSpan *span)
{
  g_array_append_vals (self->spans, span, 1);
}

void
strata_freeze_player_add_value (StrataFreezePlayer *self,
                                const StrataFreezeValue *value)
{
  g_array_append_vals (self->values, value, 1);
}

void
strata_freeze_player_add_instant (StrataFreezePlayer *self,
                                  const StrataFreezeInstant *instant)
{
  g_array_append_vals (self->instants, instant, 1);
}

/**
 * strata_freeze_player_name_thread:
 * @self: the player
 * @tid: a thread
 * @pid: its process, or -1
 * @name: string id, or %STRATA_STRING_EMPTY
 *
 * Sets the process and the name of a thread.
 */
void
strata_freeze_player_name_thread (StrataFreezePlayer *self,
                                  gint64 tid,
                                  gint64 pid,
                                  guint32 name)
{
  const guint32 thread = strata_trace_builder_get_thread (self->builder, tid);

  if (pid >= 0)
    strata_trace_builder_set_thread_process (self->builder, thread, strata_trace_builder_get_process (self->builder, pid));
  if (name != STRATA_STRING_EMPTY)
    strata_trace_builder_name_thread (self->builder, thread, name);
}

/**
 * strata_freeze_player_name_process:
 * @self: the player
 * @pid: a process
 * @name: string id
 *
 * Names a process.
 */
void
strata_freeze_player_name_process (StrataFreezePlayer *self,
                                   gint64 pid,
                                   guint32 name)
{
  strata_trace_builder_name_process (self->builder, strata_trace_builder_get_process (self->builder, pid), name);
  g_hash_table_add (self->named, g_memdup2 (&pid, sizeof pid));
}

/**
 * strata_freeze_player_name_process_short:
 * @self: the player
 * @pid: a process
 * @name: string id
 *
 * Names a process by a table that cuts names at 15 characters, unless it has its whole name.
 */
void
strata_freeze_player_name_process_short (StrataFreezePlayer *self,
                                         gint64 pid,
                                         guint32 name)
{
  if (!g_hash_table_contains (self->named, &pid))
    strata_trace_builder_name_process (self->builder, strata_trace_builder_get_process (self->builder, pid), name);
}

static guint32
get_process (StrataFreezePlayer *self,
             gint64 pid)
{
  return pid >= 0 ? strata_trace_builder_get_process (self->builder, pid) : STRATA_NONE;
}

static gint64
place (const StrataFreezePlayer *self,
       gint64 time_ns,
       gint64 freeze_ns)
{
  return strata_time_add (time_ns != STRATA_NO_TIME ? time_ns : freeze_ns, self->offset_ns);
}

static void
place_all (StrataFreezePlayer *self,
           gint64 freeze_ns)
{
  for (guint i = 0; i < self->stacks->len; i++)
    {
      Stack *stack = &g_array_index (self->stacks, Stack, i);

      stack->time_ns = place (self, stack->time_ns, freeze_ns);
    }

  for (guint i = 0; i < self->spans->len; i++)
    {
      StrataFreezeSpan *span = &g_array_index (self->spans, StrataFreezeSpan, i);

      span->end_ns = place (self, span->end_ns, freeze_ns);
      span->begin_ns = span->begin_ns != STRATA_NO_TIME ? MIN (place (self, span->begin_ns, freeze_ns), span->end_ns) : span->end_ns - span->length_ns;
    }

  for (guint i = 0; i < self->values->len; i++)
    {
      StrataFreezeValue *value = &g_array_index (self->values, StrataFreezeValue, i);

      value->time_ns = place (self, value->time_ns, freeze_ns);
    }

  for (guint i = 0; i < self->instants->len; i++)
    {
      StrataFreezeInstant *instant = &g_array_index (self->instants, StrataFreezeInstant, i);

      instant->time_ns = place (self, instant->time_ns, freeze_ns);
    }
}

#define COMPARE(a, b) \
  if ((a) != (b))     \
    return (a) < (b) ? -1 : 1;

/* Equal but for the end: sorted next to each other, the longest first. */
static int
compare_spans (gconstpointer left,
               gconstpointer right)
{
  const StrataFreezeSpan *a = left;
  const StrataFreezeSpan *b = right;

  COMPARE (a->begin_ns, b->begin_ns)
  COMPARE (a->owner, b->owner)
  COMPARE (a->lane, b->lane)
  COMPARE (a->name, b->name)
  COMPARE (a->attrs, b->attrs)
  COMPARE (b->end_ns, a->end_ns)
  COMPARE (a->is_unfinished, b->is_unfinished)
  COMPARE (a->cookie, b->cookie)
  return 0;
}

/* Whether two spans are the same one. A task that runs in one dump may be over in the next dump, which then contains more attributes. */
static gboolean
is_one (const StrataFreezeSpan *a,
        const StrataFreezeSpan *b)
{
  return a->begin_ns == b->begin_ns && a->owner == b->owner && a->lane == b->lane && a->name == b->name && (a->attrs == b->attrs || a->lane == STRATA_STRING_EMPTY);
}

static void
join_spans (StrataFreezePlayer *self)
{
  guint n = 0;

  g_array_sort (self->spans, compare_spans);
  for (guint i = 0; i < self->spans->len; i++)
    {
      const StrataFreezeSpan span = g_array_index (self->spans, StrataFreezeSpan, i);
      StrataFreezeSpan *last = n > 0 ? &g_array_index (self->spans, StrataFreezeSpan, n - 1) : NULL;

      if (last == NULL || !is_one (last, &span))
        g_array_index (self->spans, StrataFreezeSpan, n++) = span;
      else if (span.end_ns > last->end_ns)
        *last = span;
    }

  g_array_set_size (self->spans, n);
}

/* At equal times, calls end before others begin, and stacks come after the calls that contain them. */
static int
compare_steps (gconstpointer left,
               gconstpointer right)
{
  const Step *a = left;
  const Step *b = right;

  COMPARE (a->tid, b->tid)
  COMPARE (a->time_ns, b->time_ns)
  COMPARE (a->order, b->order)
  return 0;
}

/* Tasks of a thread follow one another. A task that overlaps because of rounded times begins later. */
static void
add_task (GArray *steps,
          const StrataFreezeSpan *span,
          gint64 *end_ns,
          gint64 *owner)
{
  const gint64 begin_ns = *owner == span->owner ? MAX (span->begin_ns, *end_ns) : span->begin_ns;
  const gint64 task_end_ns = MAX (begin_ns, span->end_ns);
  const gint64 order = steps->len;

  *owner = span->owner;
  *end_ns = task_end_ns;
  g_array_append_val (steps, ((Step){ span->owner, begin_ns, order, span, FALSE, FALSE, STRATA_NONE }));
  g_array_append_val (steps, ((Step){ span->owner, task_end_ns, order + 1, span, TRUE, FALSE, STRATA_NONE }));
}

static int
compare_tasks (gconstpointer left,
               gconstpointer right)
{
  const StrataFreezeSpan *a = *(const StrataFreezeSpan *const *) left;
  const StrataFreezeSpan *b = *(const StrataFreezeSpan *const *) right;

  COMPARE (a->owner, b->owner)
  COMPARE (a->begin_ns, b->begin_ns)
  COMPARE (a->end_ns, b->end_ns)
  return 0;
}

static GArray *
list_steps (StrataFreezePlayer *self)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GPtrArray) tasks = g_ptr_array_new ();
  gint64 end_ns = 0;
  gint64 owner = -1;

  for (guint i = 0; i < self->spans->len; i++)
    if (g_array_index (self->spans, StrataFreezeSpan, i).lane == STRATA_STRING_EMPTY)
      g_ptr_array_add (tasks, &g_array_index (self->spans, StrataFreezeSpan, i));

  g_ptr_array_sort (tasks, compare_tasks);
  for (guint i = 0; i < tasks->len; i++)
    add_task (steps, g_ptr_array_index (tasks, i), &end_ns, &owner);

  const gint64 n_tasks = steps->len;

  for (guint i = 0; i < self->stacks->len; i++)
    {
      const Stack *stack = &g_array_index (self->stacks, Stack, i);

      g_array_append_val (steps, ((Step){ stack->tid, stack->time_ns, n_tasks + i, NULL, FALSE, stack->is_snapshot, stack->node }));
    }

  g_array_sort (steps, compare_steps);
  return steps;
}

static int
compare_gaps (gconstpointer left,
              gconstpointer right)
{
  const gint64 *a = left;
  const gint64 *b = right;

  COMPARE (*a, *b)
  return 0;
}

/* The usual gap between two snapshots of a thread; 0 if there are fewer than two. */
static gint64
find_usual_gap (const Step *steps,
                guint n_steps)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 last_ns = STRATA_NO_TIME;

  for (guint i = 0; i < n_steps; i++)
    if (steps[i].is_snapshot)
      {
        const gint64 gap_ns = last_ns != STRATA_NO_TIME ? steps[i].time_ns - last_ns : 0;

        if (gap_ns > 0)
          g_array_append_val (gaps, gap_ns);
        last_ns = steps[i].time_ns;
      }

  g_array_sort (gaps, compare_gaps);
  return gaps->len > 0 ? g_array_index (gaps, gint64, (gaps->len - 1) / 2) : 0;
}

/* When a stack ends: a snapshot lasts until the next stack, unless that comes long after a snapshot was due. */
static gint64
find_until (const Step *step,
            const Step *end,
            gint64 usual_ns)
{
  if (!step->is_snapshot)
    return step->time_ns;

  for (const Step *next = step + 1; next < end; next++)
    if (next->span == NULL)
      return strata_time_add (step->time_ns, next->time_ns - step->time_ns <= usual_ns + usual_ns / 2 ? next->time_ns - step->time_ns : usual_ns);

  return strata_time_add (step->time_ns, usual_ns);
}

static void
play_step (StrataFreezePlayer *self,
           StrataStackPlayer *stacks,
           const Step *step,
           gint64 until_ns)
{
  if (step->span == NULL)
    {
      strata_stack_player_see (stacks, step->time_ns, until_ns, step->node);
      return;
    }

  strata_stack_player_pause (stacks, step->time_ns);
  if (step->is_end)
    strata_trace_builder_end_slice (self->builder, stacks->thread, step->time_ns, STRATA_NO_TIME, step->span->is_unfinished ? STRATA_SLICE_UNFINISHED : 0);
  else
    strata_trace_builder_begin_slice (self->builder, stacks->thread, step->time_ns, STRATA_NO_TIME, step->span->name, step->span->attrs);
}

static void
play_thread (StrataFreezePlayer *self,
             const Step *steps,
             guint n_steps)
{
  const gint64 usual_ns = find_usual_gap (steps, n_steps);
  g_auto (StrataStackPlayer) stacks;

  strata_stack_player_init (&stacks, self->builder, strata_stack_nodes_get (strata_freeze_player_get_nodes (self)), strata_trace_builder_get_thread (self->builder, steps->tid));
  for (guint i = 0; i < n_steps; i++)
    play_step (self, &stacks, &steps[i], find_until (&steps[i], steps + n_steps, usual_ns));

  strata_stack_player_pause (&stacks, G_MAXINT64);
}

static void
play_threads (StrataFreezePlayer *self)
{
  g_autoptr (GArray) steps = list_steps (self);
  guint end;

  for (guint i = 0; i < steps->len; i = end)
    {
      for (end = i + 1; end < steps->len && g_array_index (steps, Step, end).tid == g_array_index (steps, Step, i).tid; end++)
        ;

      play_thread (self, &g_array_index (steps, Step, i), end - i);
    }
}

static void
play_lane (StrataFreezePlayer *self,
           const StrataFreezeSpan *span,
           gint64 number)
{
  const guint32 thread = span->is_of_process ? STRATA_NONE : strata_trace_builder_get_thread (self->builder, span->owner);
  const StrataAsyncKey key = {
    .cookie = span->cookie != 0 ? span->cookie : -1 - number,
    .process = span->is_of_process ? get_process (self, span->owner) : thread,
    .name = span->lane,
    .kind = span->is_of_process ? STRATA_ASYNC_TRACK : STRATA_ASYNC_THREAD,
  };

  strata_trace_builder_begin_async (self->builder, &key, thread, span->begin_ns, span->lane, span->name, span->attrs);
  strata_trace_builder_flag_async (self->builder, (span->is_unfinished ? STRATA_SLICE_UNFINISHED : 0) | (span->is_call ? STRATA_SLICE_CALL : 0));
  strata_trace_builder_end_async (self->builder, &key, span->end_ns);
}

static int
compare_values (gconstpointer left,
                gconstpointer right)
{
  const StrataFreezeValue *a = left;
  const StrataFreezeValue *b = right;

  COMPARE (a->time_ns, b->time_ns)
  return 0;
}

static void
play_values (StrataFreezePlayer *self)
{
  g_array_sort (self->values, compare_values);
  for (guint i = 0; i < self->values->len; i++)
    {
      const StrataFreezeValue *value = &g_array_index (self->values, StrataFreezeValue, i);
      const guint32 counter = strata_trace_builder_get_counter (self->builder, get_process (self, value->pid), value->cpu, value->name);

      strata_trace_builder_add_sample (self->builder, counter, value->time_ns, value->value);
    }
}

static void
play_instants (StrataFreezePlayer *self,
               gint64 pid)
{
  for (guint i = 0; i < self->instants->len; i++)
    {
      const StrataFreezeInstant *instant = &g_array_index (self->instants, StrataFreezeInstant, i);
      const gint64 owner = instant->pid >= 0 ? instant->pid : pid;
      const guint32 process = owner >= 0 ? strata_trace_builder_get_process (self->builder, owner) : STRATA_NONE;
      const guint32 thread = instant->tid >= 0 ? strata_trace_builder_get_thread (self->builder, instant->tid) : STRATA_NONE;

      strata_trace_builder_add_instant (self->builder, thread, process, instant->track, instant->time_ns, instant->name);
    }
}

/* Lays out calls by how many stacks they are on, so that calls without a length in time can be compared. */
static void
play_weights (StrataFreezePlayer *self)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  const guint64 n_events = counts->n_events;
  const guint32 event = strata_stack_samples_get_event (self->samples, "stacks", "samples", 0);

  for (guint i = 0; i < self->stacks->len; i++)
    {
      const Stack *stack = &g_array_index (self->stacks, Stack, i);
      const guint32 thread = strata_stack_samples_get_thread (self->samples, event, -1, stack->tid, (StrataText){ "", 0 });

      strata_stack_samples_add (self->samples, event, thread, STRATA_NO_TIME, stack->node, 1);
    }

  /* there are samples, so it cannot fail */
  strata_stack_samples_play (self->samples, NULL);
  counts->n_events = n_events;
  counts->n_weighed = self->stacks->len;
}

#define DAY_NS (86400 * G_GINT64_CONSTANT (1000000000))

static void
place_in_day (StrataFreezePlayer *self,
              gint64 freeze_ns,
              StrataLogClock *clock)
{
  for (guint i = 0; i < self->instants->len && freeze_ns != STRATA_NO_TIME; i++)
    {
      StrataFreezeInstant *instant = &g_array_index (self->instants, StrataFreezeInstant, i);

      if (instant->time_ns != STRATA_NO_TIME && instant->time_ns < DAY_NS)
        instant->time_ns = strata_log_clock_place_of_day (clock, instant->time_ns, freeze_ns);
    }
}

/**
 * strata_freeze_player_play:
 * @self: a player that has taken everything
 * @freeze_ns: when the program froze, since 1970; or %STRATA_NO_TIME
 * @pid: the process that froze, or -1 if it is not known
 * @clock: the clock of the log
 *
 * Gives everything to the builder; only the stacks if samples are laid out by weight.
 */
void
strata_freeze_player_play (StrataFreezePlayer *self,
                           gint64 freeze_ns,
                           gint64 pid,
                           StrataLogClock *clock)
{
  if (strata_trace_builder_get_options (self->builder)->lays_by_weight && self->stacks->len > 0)
    {
      play_weights (self);
      return;
    }

  strata_trace_builder_get_counts (self->builder)->n_weighed += self->stacks->len;
  place_in_day (self, freeze_ns, clock);
  if (freeze_ns != STRATA_NO_TIME)
    strata_trace_builder_tell_start (self->builder, TRUE, 0);
  else
    freeze_ns = 0;
  self->offset_ns = strata_trace_builder_get_offset_ns (self->builder);
  place_all (self, freeze_ns);
  join_spans (self);
  play_threads (self);
  for (guint i = 0; i < self->spans->len; i++)
    if (g_array_index (self->spans, StrataFreezeSpan, i).lane != STRATA_STRING_EMPTY)
      play_lane (self, &g_array_index (self->spans, StrataFreezeSpan, i), i);

  play_values (self);
  play_instants (self, pid);
}
