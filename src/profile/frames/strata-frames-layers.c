/* strata-frames-layers.c - when the display took the buffers of a thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-layers.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-order.h"

/* A layer has a counter of queued buffers: it goes up when the producer queues one, and down when
 * the display takes one. So the counter of a thread is the one that goes up during most of its
 * queueBuffer slices, and a buffer is taken when the counter has gone down as often as there were
 * buffers before it. Without such a counter, a buffer is taken at the first VSYNC after it was
 * queued and the GPU was done.
 *
 * A layer aims at the number of VSYNCs that most of its nearby pictures last: one is 60 frames a
 * second at 60 Hz, two are 30. Rates between, such as video of 24 frames a second, alternate
 * between two numbers; they aim at the larger. */

#define N_AROUND 16
#define MIN_AIMED_SHARE 0.5
#define MIN_PULLDOWN_SHARE 0.9
#define MAX_COUNTED 16
#define MIN_PERIOD_NS 4000000
#define MIN_REGULAR_SHARE 0.6

static gboolean
is_queue_counter (const char *name)
{
  return (strchr (name, '#') != NULL || g_str_has_prefix (name, "QueuedBuffer")) && !g_str_has_suffix (name, " fps") && !g_str_has_suffix (name, " duration");
}

/* The first sample of a counter at or after @time_ns. */
static guint32
find_sample (const StrataSamples *samples,
             const StrataCounter *counter,
             gint64 time_ns)
{
  guint32 begin = counter->first_sample;
  guint32 end = begin + counter->n_samples;

  STRATA_BISECT (begin, end, i, samples->time_ns[i] < time_ns);

  return begin;
}

/* The sample that raises a counter while a picture is handed over, or STRATA_NONE. */
static guint32
find_increment (const StrataSamples *samples,
                const StrataCounter *counter,
                const StrataPicture *picture)
{
  const guint32 end = counter->first_sample + counter->n_samples;

  for (guint32 i = find_sample (samples, counter, picture->begin_ns); i < end && samples->time_ns[i] <= picture->end_ns; i++)
    if (samples->value[i] > (i > counter->first_sample ? samples->value[i - 1] : 0))
      return i;

  return STRATA_NONE;
}

/**
 * strata_layer_find_counter:
 * @trace: a trace
 * @pictures: (array length=n_pictures): the pictures of a thread, ascending
 * @n_pictures: how many
 *
 * Returns: index of the counter of the layer that most of them were queued to, or %STRATA_NONE
 */
guint32
strata_layer_find_counter (StrataTrace *trace,
                           const StrataPicture *pictures,
                           guint n_pictures)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  guint32 best = STRATA_NONE;
  guint n_best = n_pictures / 2;

  for (guint32 i = 0; i < n_counters; i++)
    {
      guint n = 0;

      if (counters[i].n_samples <= n_best || !is_queue_counter (strata_trace_get_string (trace, counters[i].name)))
        continue;

      for (guint j = 0; j < n_pictures; j++)
        n += find_increment (samples, &counters[i], &pictures[j]) != STRATA_NONE;

      if (n > n_best)
        {
          best = i;
          n_best = n;
        }
    }

  return best;
}

/**
 * strata_layer_read_latches:
 * @trace: a trace
 * @counter: index of the counter of a layer
 * @pictures: (array length=n_pictures) (inout): its pictures; @shown_ns is set
 * @n_pictures: how many
 */
void
strata_layer_read_latches (StrataTrace *trace,
                           guint32 counter,
                           StrataPicture *pictures,
                           guint n_pictures)
{
  const StrataCounter *row = strata_trace_get_counters (trace, NULL) + counter;
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const guint32 end = row->first_sample + row->n_samples;

  for (guint i = 0; i < n_pictures; i++)
    {
      const guint32 queued = find_increment (samples, row, &pictures[i]);
      gint64 n_before = queued != STRATA_NONE ? samples->value[queued] : 0;

      for (guint32 j = queued; n_before > 0 && j + 1 < end; j++)
        {
          n_before -= MAX (samples->value[j] - samples->value[j + 1], 0);
          if (n_before <= 0)
            pictures[i].shown_ns = samples->time_ns[j + 1];
        }
    }
}

/* The VSYNC at which a buffer was taken, or the first one after it was done. The counter lacks
 * VSYNCs that were not requested, so the last known one is continued. */
static gint64
get_slot_ns (const StrataVsync *vsync,
             const StrataPicture *picture)
{
  const gint64 time_ns = picture->shown_ns != STRATA_NO_TIME ? picture->shown_ns : picture->done_ns;
  const guint edge = vsync != NULL ? strata_vsync_find (vsync, time_ns) : STRATA_NONE;
  const gint64 period_ns = edge != STRATA_NONE ? vsync->period_ns[edge] : 0;

  if (period_ns <= 0)
    return time_ns;

  const gint64 n = (time_ns - vsync->time_ns[edge]) / period_ns + (picture->shown_ns == STRATA_NO_TIME);

  return vsync->time_ns[edge] + n * period_ns;
}

static gboolean
is_near_multiple (gint64 spacing_ns,
                  gint64 period_ns)
{
  const gint64 n = (spacing_ns + period_ns / 2) / period_ns;

  return n > 0 && 4 * ABS (spacing_ns - n * period_ns) <= period_ns;
}

/* Whether most spacings are near a multiple of a period; of random spacings, four in ten are. */
static gboolean
is_regular (const gint64 *spacings_ns,
            guint n,
            gint64 period_ns)
{
  guint n_near = 0;

  for (guint i = 0; i < n; i++)
    n_near += is_near_multiple (spacings_ns[i], period_ns);

  return n_near >= MIN_REGULAR_SHARE * n;
}

/* The usual spacing of pictures, or 0 if it cannot be a display's: shorter than any display's
 * period, or irregular. */
static gint64
get_usual_spacing_ns (const StrataPicture *pictures,
                      guint n_pictures,
                      const gboolean *is_pause)
{
  g_autofree gint64 *spacings_ns = g_new (gint64, MAX (n_pictures, 1));
  guint n = 0;

  for (guint i = 1; i < n_pictures; i++)
    if (!is_pause[i])
      spacings_ns[n++] = pictures[i].end_ns - pictures[i - 1].end_ns;

  qsort (spacings_ns, n, sizeof *spacings_ns, strata_order_i64);
  return n > 0 && spacings_ns[n / 2] >= MIN_PERIOD_NS && is_regular (spacings_ns, n, spacings_ns[n / 2]) ? spacings_ns[n / 2] : 0;
}

/**
 * strata_layer_count_refreshes:
 * @vsync: (nullable): the VSYNCs of the display
 * @pictures: (array length=n_pictures) (inout): the pictures of a layer, ascending
 * @n_pictures: how many
 * @is_pause: (array length=n_pictures): whether drawing had paused before each
 *
 * Sets how many refreshes after the previous one each picture was shown, and when, if the layer's counter does not show
 * it. Without VSYNCs, the usual spacing of the pictures serves as the period if it is regular.
 *
 * Returns: the period of the display, or 0
 */
gint64
strata_layer_count_refreshes (const StrataVsync *vsync,
                              StrataPicture *pictures,
                              guint n_pictures,
                              const gboolean *is_pause)
{
  const gint64 usual_ns = get_usual_spacing_ns (pictures, n_pictures, is_pause);
  gint64 before_ns = STRATA_NO_TIME;
  gint64 period_ns = 0;

  for (guint i = 0; i < n_pictures; i++)
    {
      const gint64 slot_ns = get_slot_ns (vsync, &pictures[i]);

      period_ns = vsync != NULL ? strata_vsync_get_period_ns (vsync, pictures[i].end_ns) : 0;
      period_ns = period_ns > 0 ? period_ns : usual_ns;
      if (i > 0 && !is_pause[i] && period_ns > 0)
        pictures[i].n_refreshes = (guint) CLAMP ((slot_ns - before_ns + period_ns / 2) / period_ns, 1, G_MAXINT);

      pictures[i].shown_ns = slot_ns;
      before_ns = slot_ns;
    }

  return period_ns;
}

typedef struct
{
  guint n_of[MAX_COUNTED + 2]; /* how many pictures lasted this many refreshes; the last entry for more */
  guint n;
  gboolean repeats_longer[MAX_COUNTED + 2]; /* whether two of the same number follow each other */
  gint64 spacings_ns[2 * N_AROUND + 1];
} Window;

static void
read_window (Window *window,
             const StrataPicture *pictures,
             guint n_pictures,
             guint middle)
{
  const guint begin = MAX (middle, N_AROUND + 1) - N_AROUND;
  const guint end = MIN (middle + N_AROUND + 1, n_pictures);
  guint before = 0;

  memset (window, 0, sizeof *window);
  for (guint i = begin; i < end; i++)
    {
      const guint n_refreshes = MIN (pictures[i].n_refreshes, MAX_COUNTED + 1);

      if (n_refreshes > 0)
        {
          window->n_of[n_refreshes]++;
          window->repeats_longer[n_refreshes] |= n_refreshes == before;
          window->spacings_ns[window->n++] = pictures[i].end_ns - pictures[i - 1].end_ns;
        }
      before = n_refreshes;
    }

  qsort (window->spacings_ns, window->n, sizeof *window->spacings_ns, strata_order_i64);
}

/* Whether a timer that is not a multiple of the display's period paces the pictures: its spacing hardly varies. */
static gboolean
is_steady_between (const Window *window,
                   gint64 vsync_ns,
                   guint *n_aimed)
{
  const gint64 median_ns = window->spacings_ns[window->n / 2];
  const gint64 range_ns = window->spacings_ns[3 * window->n / 4] - window->spacings_ns[window->n / 4];
  const gint64 rest_ns = median_ns % vsync_ns;

  *n_aimed = (guint) MIN ((median_ns + vsync_ns - 1) / vsync_ns, G_MAXINT);
  return 12 * range_ns <= median_ns && 8 * MIN (rest_ns, vsync_ns - rest_ns) > vsync_ns;
}

static guint
choose_aim (const Window *window,
            gint64 vsync_ns)
{
  guint best = 1;
  guint between;

  if (window->n < 3 || vsync_ns <= 0)
    return 0;

  for (guint i = 2; i <= MAX_COUNTED; i++)
    if (window->n_of[i] > window->n_of[best])
      best = i;

  /* 2 and 3 alternating is 24 frames a second at 60 Hz, but 2, 2, 3, 3 is lateness */
  const guint longer = window->n_of[best + 1] >= window->n_of[best - 1] ? best + 1 : best;

  if (is_steady_between (window, vsync_ns, &between))
    return between;
  if (window->n_of[longer] + window->n_of[longer - 1] >= MIN_PULLDOWN_SHARE * window->n && 3 * window->n_of[longer] >= window->n && 3 * window->n_of[longer - 1] >= window->n &&
      (!window->repeats_longer[longer] || !window->repeats_longer[longer - 1]))
    return longer;

  return window->n_of[best] >= MIN_AIMED_SHARE * window->n ? best : 0;
}

/**
 * strata_layer_set_aims:
 * @pictures: (array length=n_pictures) (inout): the pictures of a layer with their refreshes
 * @n_pictures: how many
 * @vsync_ns: the period of the display
 *
 * Sets how many refreshes each picture aimed at, by the pictures around it.
 */
void
strata_layer_set_aims (StrataPicture *pictures,
                       guint n_pictures,
                       gint64 vsync_ns)
{
  for (guint i = 0; i < n_pictures; i++)
    {
      Window window;

      read_window (&window, pictures, n_pictures, i);
      pictures[i].n_aimed = choose_aim (&window, vsync_ns);
    }
}
