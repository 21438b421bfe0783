/* strata-causes-cluster.c - how running on little CPUs slowed a call
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-causes-private.h"
#include "strata-frames-names.h"
#include "strata-order.h"
#include "strata-units.h"

/* Calls of the same name on the same thread are compared: those that ran mostly on the slowest CPUs
 * with the others. A median needs no more calls than this. */
#define MAX_COMPARED 4096
#define MIN_COMPARED 3

typedef struct
{
  GArray *there;     /* (element-type gint64) owned: durations on the slowest CPUs */
  GArray *elsewhere; /* (element-type gint64) owned */
} Durations;

static gint64
get_median (GArray *durations)
{
  g_array_sort (durations, strata_order_i64);

  return g_array_index (durations, gint64, (durations->len - 1) / 2);
}

static gboolean
is_slow_cpu (const StrataCauses *self,
             guint32 cpu)
{
  const StrataCluster *cluster = strata_clusters_find_cluster (self->clusters, cpu);

  return cluster != NULL && cluster->n_ranks > 1 && cluster->rank == 0;
}

/* Sums how long a thread ran in a span, [0] on other CPUs and [1] on the slowest. */
static void
sum_running (const StrataCauses *self,
             guint32 thread,
             StrataSpan span,
             gint64 running_ns[2])
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;

  for (guint32 i = strata_states_find (states, row, span.begin_ns); i < row->first_state + row->n_states && states->start_ns[i] < span.end_ns; i++)
    if (strata_states_get (states, i) == STRATA_STATE_RUNNING)
      running_ns[is_slow_cpu (self, states->cpu[i])] += MIN (strata_states_get_end_ns (states, row, i), span.end_ns) - MAX (states->start_ns[i], span.begin_ns);
}

/* Names of frame marks end in a number, which is ignored. */
static gboolean
is_same_call (StrataTrace *trace,
              guint32 a,
              guint32 b)
{
  gint64 id;

  if (a == b)
    return TRUE;

  const StrataFrameMark mark = strata_frame_mark_parse (strata_trace_get_string (trace, a), &id);

  return mark != STRATA_MARK_NONE && mark == strata_frame_mark_parse (strata_trace_get_string (trace, b), &id);
}

static void
list_durations (const StrataCauses *self,
                const StrataCause *cause,
                Durations *durations)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const StrataThread *thread = strata_trace_get_threads (self->trace, NULL) + cause->thread;
  const StrataTrack *track = strata_trace_get_tracks (self->trace, NULL) + thread->track;
  const guint32 depth = strata_slice_table_get_depth (table, cause->slice);

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices && durations->there->len + durations->elsewhere->len < MAX_COMPARED; i++)
    if (strata_slice_table_get_depth (table, i) == depth && is_same_call (self->trace, table->name[i], table->name[cause->slice]))
      {
        const StrataSpan span = { table->start_ns[i], strata_slice_table_get_end_ns (table, i) };
        const gint64 duration_ns = strata_span_get_length_ns (span);
        gint64 running_ns[2] = { 0, 0 };

        sum_running (self, cause->thread, span, running_ns);
        if (running_ns[0] + running_ns[1] > 0)
          g_array_append_val (running_ns[1] > running_ns[0] ? durations->there : durations->elsewhere, duration_ns);
      }
}

/* "DrawFrame usually takes …"; NULL if too few calls ran elsewhere. */
static char *
dup_comparison (const StrataCauses *self,
                const StrataCause *cause)
{
  Durations durations = { g_array_new (FALSE, FALSE, sizeof (gint64)), g_array_new (FALSE, FALSE, sizeof (gint64)) };
  char there[STRATA_UNITS_BYTES];
  char elsewhere[STRATA_UNITS_BYTES];
  char *text = NULL;

  if (cause->slice != STRATA_NONE)
    list_durations (self, cause, &durations);
  if (durations.there->len > 0 && durations.elsewhere->len >= MIN_COMPARED)
    {
      strata_units_duration (get_median (durations.there), there);
      strata_units_duration (get_median (durations.elsewhere), elsewhere);
      /* Translators: a name, a duration, a number, a duration, a number */
      text = g_strdup_printf (_ ("“%s” takes %s there (median of %u) and %s on the others (%u)"), strata_trace_get_string (self->trace, cause->name), there, durations.there->len, elsewhere, durations.elsewhere->len);
    }

  g_array_unref (durations.there);
  g_array_unref (durations.elsewhere);
  return text;
}

/**
 * strata_causes_dup_cluster_text:
 * @self: causes
 * @cause: one of them, a %STRATA_CAUSE_CLUSTER
 *
 * Returns: (transfer full): its share on the slowest CPUs, and how long the same call takes there and elsewhere; translated
 */
char *
strata_causes_dup_cluster_text (const StrataCauses *self,
                                const StrataCause *cause)
{
  g_autofree char *comparison = dup_comparison (self, cause);
  char share[STRATA_UNITS_BYTES];

  strata_units_share (cause->slow_ns, cause->running_ns, share);
  if (comparison == NULL)
    return g_strdup_printf (_ ("%s of its running time was on the slowest CPUs"), share);

  /* Translators: the first is a share, the second a sentence such as “draw” takes 17 ms there and 6 ms on the others */
  return g_strdup_printf (_ ("%s of its running time was on the slowest CPUs: %s"), share, comparison);
}
