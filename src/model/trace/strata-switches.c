/* strata-switches.c - times at which calls were switched out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-switches.h"

#include "strata-column.h"

/* The records of a thread are the begins and ends of its calls; a walk over the calls in pre-order
 * with a stack visits them in order. If more time passed on the axis than on the thread's CPU clock
 * between two of them, the thread was switched out; this is placed in the middle, since the exact
 * time is not known.
 *
 * With a wall clock, short differences are the cost of measuring: Traceview drew the line at 100
 * µs. Without one, the axis advances separately only while other threads run. The CPU clock may be
 * missing in some records, or all of a thread. */
#define LEAST_NS (100 * 1000)

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataSliceTable *slices; /* borrowed: of @trace */
  gint64 least_ns;
  StrataColumn start;  /* gint64 */
  StrataColumn wall;   /* gint64 */
  StrataColumn inside; /* guint32 */
  StrataColumn after;  /* guint32 */
  StrataColumn open;   /* guint32: slices */
  gint64 axis_ns;      /* of the last record */
  gint64 cpu_ns;
  guint32 last; /* the last slice that began */
} Pass;

static void
see_record (Pass *pass,
            gint64 axis_ns,
            gint64 cpu_ns)
{
  const gboolean is_known = cpu_ns != STRATA_NO_TIME && pass->cpu_ns != STRATA_NO_TIME;
  const gint64 run_ns = is_known ? cpu_ns - pass->cpu_ns : 0;
  const gint64 switched_ns = axis_ns - pass->axis_ns - run_ns;

  if (is_known && pass->open.n > 0 && switched_ns > pass->least_ns)
    {
      strata_column_push_i64 (&pass->start, pass->axis_ns + run_ns / 2);
      strata_column_push_i64 (&pass->wall, switched_ns);
      strata_column_push_u32 (&pass->inside, strata_column_at (&pass->open, guint32, pass->open.n - 1));
      strata_column_push_u32 (&pass->after, pass->last);
    }

  pass->axis_ns = axis_ns;
  pass->cpu_ns = cpu_ns;
}

static gint64
get_end_cpu_ns (const StrataSliceTable *slices,
                guint32 slice)
{
  const gint64 start_ns = strata_slice_table_get_cpu_start_ns (slices, slice);

  return start_ns != STRATA_NO_TIME ? start_ns + strata_slice_table_get_cpu_ns (slices, slice) : STRATA_NO_TIME;
}

static void
close_until (Pass *pass,
             guint32 depth)
{
  while (pass->open.n > depth)
    {
      guint32 slice = strata_column_at (&pass->open, guint32, pass->open.n - 1);

      see_record (pass, strata_slice_table_get_end_ns (pass->slices, slice), get_end_cpu_ns (pass->slices, slice));
      pass->open.n--;
    }
}

static void
add_track (Pass *pass,
           const StrataTrack *track)
{
  guint32 end = track->first_slice + track->n_slices;

  for (guint32 slice = track->first_slice; slice < end; slice++)
    {
      close_until (pass, strata_slice_table_get_depth (pass->slices, slice));
      see_record (pass, pass->slices->start_ns[slice], strata_slice_table_get_cpu_start_ns (pass->slices, slice));
      strata_column_push_u32 (&pass->open, slice);
      pass->last = slice;
    }

  close_until (pass, 0);
}

static StrataSwitches *
finish (Pass *pass)
{
  StrataSwitches *self = g_new0 (StrataSwitches, 1);

  self->n_switches = (guint32) pass->start.n;
  self->start_ns = strata_column_steal (&pass->start, sizeof (gint64));
  self->wall_ns = strata_column_steal (&pass->wall, sizeof (gint64));
  self->slice = strata_column_steal (&pass->inside, sizeof (guint32));
  self->after = strata_column_steal (&pass->after, sizeof (guint32));
  strata_column_clear (&pass->open);

  return self;
}

/* On the CPU clock, nothing is ever switched out. */
static gboolean
is_known (StrataTrace *trace)
{
  return strata_trace_get_base (trace) == trace && strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu_start);
}

static void
pass_init (Pass *pass,
           StrataTrace *trace)
{
  *pass = (Pass){
    .trace = trace,
    .slices = strata_trace_get_slices (trace),
    .least_ns = (strata_trace_get_clocks (trace) & STRATA_CLOCK_WALL) != 0 ? LEAST_NS : 0,
  };
}

/**
 * strata_switches_new:
 * @trace: a trace
 *
 * Finds all times at which calls were switched out. The cost is linear in the calls. Any thread may call it.
 *
 * Returns: (transfer full): the times; none if the trace does not show them
 */
StrataSwitches *
strata_switches_new (StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  Pass pass;

  pass_init (&pass, trace);
  for (guint i = 0; i < n_tracks && is_known (trace); i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      add_track (&pass, &tracks[i]);

  return finish (&pass);
}

/**
 * strata_switches_get_slice_ns:
 * @trace: a trace
 * @slice: a call
 *
 * Returns: how long @slice was switched out on the axis of @trace, including the calls inside; 0 if the trace does not show it
 */
gint64
strata_switches_get_slice_ns (StrataTrace *trace,
                              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  gint64 sum_ns = 0;
  Pass pass;

  if (!is_known (trace) || slice >= slices->first_async)
    return 0;

  pass_init (&pass, trace);

  guint32 depth = strata_slice_table_get_depth (slices, slice);

  for (guint32 i = slice; i < slices->subtree_end[slice]; i++)
    {
      close_until (&pass, strata_slice_table_get_depth (slices, i) - depth);
      see_record (&pass, slices->start_ns[i], strata_slice_table_get_cpu_start_ns (slices, i));
      strata_column_push_u32 (&pass.open, i);
    }

  close_until (&pass, 0);

  g_autoptr (StrataSwitches) switches = finish (&pass);

  for (guint32 i = 0; i < switches->n_switches; i++)
    sum_ns += switches->wall_ns[i];

  return sum_ns;
}

void
strata_switches_free (StrataSwitches *self)
{
  if (self == NULL)
    return;

  g_free (self->start_ns);
  g_free (self->wall_ns);
  g_free (self->slice);
  g_free (self->after);
  g_free (self);
}
