/* strata-frames-vsync.c - the VSYNCs and periods of the display
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-vsync.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-order.h"

/* A VSYNC counter changes only for VSYNCs that were requested, so its spacings are multiples of the
 * period, and the period may change.
 *
 * The candidate periods of a trace are the medians of the groups of spacings that occur three times
 * in a row. An edge has the largest candidate of which the spacing after it is a multiple, as are
 * the next seven or the previous seven: before a change of period the previous ones show it, after
 * it the next ones. One spacing in eight may be off, and long ones show nothing, since errors add
 * up in them. A period longer than that of 60 Hz that is a multiple of another one is an app that
 * is late each time. */

#define N_WINDOW 8
#define MAX_OFF 1
#define MIN_EXPLAINED 0.4
#define MIN_TOLD 3
#define MAX_PERIODS 12
#define MAX_MULTIPLE 6
#define SLOWEST_PANEL_NS 17600000
#define MIN_PERIOD_NS 2000000
#define MAX_PERIOD_NS 110000000

static gboolean
is_near (gint64 a_ns,
         gint64 b_ns,
         gint64 period_ns)
{
  return ABS (a_ns - b_ns) <= period_ns / 10;
}

static gint64
get_spacing_ns (const StrataVsync *self,
                guint i)
{
  return self->time_ns[i + 1] - self->time_ns[i];
}

/* Spacings that are close to both of their neighbours. */
static GArray *
list_steady (const StrataVsync *self)
{
  GArray *steady = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 1; i + 2 < self->n_edges; i++)
    {
      const gint64 spacing_ns = get_spacing_ns (self, i);

      if (spacing_ns >= MIN_PERIOD_NS && spacing_ns <= MAX_PERIOD_NS &&
          is_near (get_spacing_ns (self, i - 1), spacing_ns, spacing_ns) && is_near (get_spacing_ns (self, i + 1), spacing_ns, spacing_ns))
        g_array_append_val (steady, spacing_ns);
    }

  g_array_sort (steady, strata_order_i64);
  return steady;
}

static gboolean
is_multiple_of_any (const GArray *periods,
                    gint64 period_ns)
{
  for (guint i = 0; i < periods->len; i++)
    {
      const gint64 other_ns = g_array_index (periods, gint64, i);
      const gint64 n = (period_ns + other_ns / 2) / other_ns;

      if (n > 1 && is_near (period_ns, n * other_ns, other_ns))
        return TRUE;
    }

  return FALSE;
}

static GArray *
list_periods (const StrataVsync *self)
{
  GArray *periods = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) steady = list_steady (self);

  for (guint begin = 0, end; begin < steady->len && periods->len < MAX_PERIODS; begin = end)
    {
      for (end = begin + 1; end < steady->len; end++)
        if (!is_near (g_array_index (steady, gint64, end), g_array_index (steady, gint64, end - 1), g_array_index (steady, gint64, begin)))
          break;

      const gint64 period_ns = g_array_index (steady, gint64, begin + (end - begin) / 2);

      if (period_ns <= SLOWEST_PANEL_NS || !is_multiple_of_any (periods, period_ns))
        g_array_append_val (periods, period_ns);
    }

  return periods;
}

/* Whether a spacing is a multiple of a period; @is_told is FALSE if it is too long to show that. */
static gboolean
is_multiple (gint64 spacing_ns,
             gint64 period_ns,
             gboolean *is_told)
{
  const gint64 n = (spacing_ns + period_ns / 2) / period_ns;

  *is_told = n <= MAX_MULTIPLE;
  return n > 0 && is_near (spacing_ns, n * period_ns, period_ns);
}

static gboolean
fits (const StrataVsync *self,
      guint begin,
      guint end,
      gint64 period_ns)
{
  guint n_told = 0;
  guint n_off = 0;

  for (guint i = begin; i < end; i++)
    {
      gboolean is_told;
      const gboolean is_off = !is_multiple (get_spacing_ns (self, i), period_ns, &is_told);

      n_told += is_told;
      n_off += is_told && is_off;
    }

  return n_told >= MIN_TOLD && n_off <= (n_told == N_WINDOW ? MAX_OFF : 0);
}

static gint64
choose_period (const StrataVsync *self,
               const GArray *periods,
               guint edge,
               gint64 otherwise_ns)
{
  const guint last = self->n_edges - 1;
  const guint own = MIN (edge, last - 1);

  for (guint i = periods->len; i-- > 0;)
    {
      const gint64 period_ns = g_array_index (periods, gint64, i);
      gboolean is_told;

      if (!is_multiple (get_spacing_ns (self, own), period_ns, &is_told) && is_told)
        continue;
      if (fits (self, own, MIN (own + N_WINDOW, last), period_ns) || fits (self, own + 1 - MIN (own + 1, N_WINDOW), own + 1, period_ns))
        return period_ns;
    }

  return otherwise_ns;
}

static void
fill_periods (StrataVsync *self)
{
  g_autoptr (GArray) periods = list_periods (self);
  gint64 period_ns = periods->len > 0 ? g_array_index (periods, gint64, 0) : 0;

  for (guint i = 0; i < self->n_edges; i++)
    self->period_ns[i] = period_ns = choose_period (self, periods, i, period_ns);
}

/* In times that do not follow VSYNCs, some period occurs three times in a row by chance, but explains few other
 * spacings: one in five. For an app that is often late, it explains the rest. */
static gboolean
explains_enough (const StrataVsync *self)
{
  guint n_told = 0;
  guint n_off = 0;

  for (guint i = 0; i + 1 < self->n_edges && self->period_ns[i] > 0; i++)
    {
      gboolean is_told;
      const gboolean is_off = !is_multiple (get_spacing_ns (self, i), self->period_ns[i], &is_told);

      n_told += is_told;
      n_off += is_told && is_off;
    }

  return n_told - n_off >= MIN_EXPLAINED * n_told;
}

static StrataVsync *
new_empty (guint n_times)
{
  StrataVsync *self = g_new0 (StrataVsync, 1);

  self->counter = STRATA_NONE;
  self->time_ns = g_new (gint64, MAX (n_times, 1));
  self->period_ns = g_new0 (gint64, MAX (n_times, 1));
  return self;
}

/**
 * strata_vsync_new_from_counter:
 * @trace: a trace
 * @counter: index of a counter whose changes are VSYNCs
 *
 * Returns: (transfer full): the VSYNCs that it reports
 */
StrataVsync *
strata_vsync_new_from_counter (StrataTrace *trace,
                               guint32 counter)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  const StrataCounter *row = strata_trace_get_counters (trace, NULL) + counter;
  const StrataSamples *samples = strata_trace_get_samples (trace);
  StrataVsync *self = new_empty (row->n_samples);

  self->counter = counter;
  for (guint32 i = row->first_sample; i < row->first_sample + row->n_samples; i++)
    if (i == row->first_sample || samples->value[i] != samples->value[i - 1])
      self->time_ns[self->n_edges++] = samples->time_ns[i];

  fill_periods (self);
  return self;
}

/**
 * strata_vsync_new_from_times:
 * @time_ns: (array length=n_times): times that probably follow VSYNCs, ascending, such as the begins of frames
 * @n_times: how many there are
 *
 * Infers VSYNCs if no counter reports them. Times whose spacings are hardly ever multiples of a period get none.
 *
 * Returns: (transfer full): the VSYNCs
 */
StrataVsync *
strata_vsync_new_from_times (const gint64 *time_ns,
                             guint n_times)
{
  StrataVsync *self = new_empty (n_times);

  if (n_times > 0)
    memcpy (self->time_ns, time_ns, n_times * sizeof *time_ns);
  self->n_edges = n_times;
  fill_periods (self);
  if (!explains_enough (self))
    memset (self->period_ns, 0, n_times * sizeof *self->period_ns);
  return self;
}

void
strata_vsync_free (StrataVsync *self)
{
  if (self == NULL)
    return;

  g_free (self->time_ns);
  g_free (self->period_ns);
  g_free (self);
}

/**
 * strata_vsync_find:
 * @self: VSYNCs
 * @time_ns: a time
 *
 * Returns: index of the last edge at or before @time_ns, or %STRATA_NONE
 */
guint
strata_vsync_find (const StrataVsync *self,
                   gint64 time_ns)
{
  guint begin = 0;
  guint end = self->n_edges;

  STRATA_BISECT (begin, end, i, self->time_ns[i] <= time_ns);

  return begin > 0 ? begin - 1 : STRATA_NONE;
}

/**
 * strata_vsync_get_period_ns:
 * @self: VSYNCs
 * @time_ns: a time
 *
 * Returns: the period at a time, or 0 when it is not known
 */
gint64
strata_vsync_get_period_ns (const StrataVsync *self,
                            gint64 time_ns)
{
  const guint edge = strata_vsync_find (self, time_ns);

  if (self->n_edges == 0)
    return 0;

  return self->period_ns[edge != STRATA_NONE ? edge : 0];
}

/* Best first: for apps, their own VSYNCs come before the display's. */
static const char *const app_names[] = { "VSYNC-app", "VSYNC", "HW_VSYNC_0", "VSYNC-sf", "VSYNC-rs" };
static const char *const system_names[] = { "VSYNC-sf", "VSYNC-rs", "VSYNC", "HW_VSYNC_0", "VSYNC-app" };

static guint
get_rank (const char *const *names,
          const char *name)
{
  guint rank = 0;

  while (rank < G_N_ELEMENTS (app_names) && g_ascii_strcasecmp (names[rank], name) != 0)
    rank++;
  return rank;
}

/**
 * strata_vsync_find_counter:
 * @trace: a trace
 * @is_system: whether it is for the compositor, not for apps
 *
 * Finds the counter that shows the VSYNCs best; of equally good ones, the one with the most samples.
 *
 * Returns: index of the counter, or %STRATA_NONE
 */
guint32
strata_vsync_find_counter (StrataTrace *trace,
                           gboolean is_system)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), STRATA_NONE);

  const char *const *names = is_system ? system_names : app_names;
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  guint32 best = STRATA_NONE;
  guint best_rank = G_N_ELEMENTS (app_names);

  for (guint32 i = 0; i < n_counters; i++)
    {
      const guint rank = get_rank (names, strata_trace_get_string (trace, counters[i].name));

      if (counters[i].n_samples < 2 || rank > best_rank || rank == G_N_ELEMENTS (app_names))
        continue;
      if (rank < best_rank || counters[i].n_samples > counters[best].n_samples)
        {
          best = i;
          best_rank = rank;
        }
    }

  return best;
}
