/* strata-main-span.c - where most of a trace is
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-main-span.h"

#include "strata-order.h"

/* A damaged time or duration can be decades away, and then nothing else is wider than a pixel. In a trace of more than a
 * year, what is separated from most items by a tenth of its length is far away. */

/* Times from files may have any value. */
static gint64
get_tenth (StrataSpan span)
{
  return (gint64) (((guint64) span.end_ns - (guint64) span.begin_ns) / 10);
}

static gboolean
is_after (gint64 time_ns,
          gint64 other_ns,
          gint64 far_ns)
{
  return time_ns > strata_time_add (other_ns, far_ns);
}

static void
add_times (GArray *begins,
           const gint64 *times_ns,
           guint32 n)
{
  if (n > 0)
    g_array_append_vals (begins, times_ns, n);
}

static GArray *
list_begins (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  GArray *begins = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_times (begins, slices->start_ns, slices->n_slices);
  add_times (begins, instants->time_ns, instants->n_instants);
  add_times (begins, samples->time_ns, samples->n_samples);
  add_times (begins, runs->start_ns, runs->n_runs);
  g_array_sort (begins, strata_order_i64);
  return begins;
}

/* The most begins without a gap of @far_ns, as a closed interval. */
static StrataSpan
find_densest (const GArray *begins,
              gint64 far_ns)
{
  const gint64 *times_ns = (const gint64 *) (gconstpointer) begins->data;
  guint first = 0, best = 0, n_best = 0;

  for (guint i = 0; i < begins->len; i++)
    {
      if (i > 0 && is_after (times_ns[i], times_ns[i - 1], far_ns))
        first = i;
      if (i - first >= n_best)
        {
          best = first;
          n_best = i - first + 1;
        }
    }

  return (StrataSpan){ times_ns[best], times_ns[best + n_best - 1] };
}

static void
count_far (StrataFarTimes *far,
           gint64 time_ns,
           guint32 name)
{
  if (far->n++ > 0)
    return;

  far->first_ns = time_ns;
  far->name = name;
}

/* Extends the span to the ends of its slices, but not to far ones; slices that did not finish end nowhere. */
static StrataSpan
add_ends (const StrataSliceTable *slices,
          StrataSpan begins,
          gint64 far_ns,
          StrataFarTimes *far)
{
  StrataSpan span = begins;

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const gint64 end_ns = strata_slice_table_get_end_ns (slices, i);
      const gboolean is_near = slices->start_ns[i] >= begins.begin_ns && slices->start_ns[i] <= begins.end_ns;

      if (!is_near)
        count_far (far, slices->start_ns[i], slices->name[i]);
      else if ((strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) != 0)
        continue;
      else if (is_after (end_ns, begins.end_ns, far_ns))
        count_far (far, end_ns, slices->name[i]);
      else
        span.end_ns = MAX (span.end_ns, end_ns);
    }

  return span;
}

/**
 * strata_trace_find_main_span:
 * @trace: a trace
 * @far: (out) (optional): what is outside
 *
 * Finds the span of most items, without those that are decades away from them. Only traces of more than a year have any.
 *
 * Returns: the span, usually that of the whole trace
 */
StrataSpan
strata_trace_find_main_span (StrataTrace *trace,
                             StrataFarTimes *far)
{
  const StrataSpan whole = strata_trace_get_span (trace);
  const gint64 far_ns = get_tenth (whole);
  StrataFarTimes unread = { 0 };

  far = far != NULL ? far : &unread;
  *far = (StrataFarTimes){ 0 };
  if (far_ns < STRATA_YEAR_NS / 10 || strata_trace_get_unit (trace) != NULL)
    return whole;

  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  g_autoptr (GArray) begins = list_begins (trace);

  if (begins->len == 0)
    return whole;

  const StrataSpan densest = find_densest (begins, far_ns);
  const StrataSpan span = add_ends (slices, densest, far_ns, far);

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (instants->time_ns[i] < densest.begin_ns || instants->time_ns[i] > densest.end_ns)
      count_far (far, instants->time_ns[i], instants->name[i]);

  return get_tenth (span) < far_ns / 2 ? span : whole;
}

/* Returns whether the whole slice is inside @span, a result of strata_trace_find_main_span(). Times outside are
 * probably damaged. */
gboolean
strata_main_span_has_slice (StrataSpan span,
                            const StrataSliceTable *slices,
                            guint32 slice)
{
  return slices->start_ns[slice] >= span.begin_ns && strata_slice_table_get_end_ns (slices, slice) <= span.end_ns;
}
