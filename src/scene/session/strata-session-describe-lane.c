/* strata-session-describe-lane.c - lanes and the usage of CPUs in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-inputs.h"
#include "strata-session-private.h"
#include "strata-units.h"

/* Names are the usual ones for two and three clusters; more are numbered. The
 * rule by which they were found is told with them, for a trace says nothing about it. */

/* The name of the cluster that a CPU is in, or NULL where there are not several. */
char *
strata_session_dup_cluster_name (const StrataClusters *clusters,
                                 guint32 cpu)
{
  guint n;

  if (!strata_clusters_tell_apart (clusters, cpu))
    return NULL;

  const StrataCluster *cluster = &strata_clusters_get (clusters, &n)[strata_clusters_find_cpu (clusters, cpu)->cluster];

  if (cluster->n_ranks > 3)
    return g_strdup_printf (_ ("cluster %u of %u"), cluster->rank + 1, cluster->n_ranks);
  if (cluster->rank == 0)
    return g_strdup (_ ("little"));

  return g_strdup (cluster->rank + 1 == cluster->n_ranks ? _ ("big") : _ ("middle"));
}

/* What the header of a lane says, and what there is no room for. */
char *
strata_session_describe_lane (StrataSession *self,
                              guint32 index)
{
  const StrataLane *lane = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), NULL)[index];
  GString *out = g_string_new (lane->title);

  if (strata_lane_get_class (lane)->describe != NULL)
    strata_lane_get_class (lane)->describe (self, lane, out);
  if (lane->is_pinned && !strata_lane_is_group (lane))
    g_string_append_printf (out, "\n%s", strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), NULL)[lane->group].title);
  if (lane->is_pinned)
    g_string_append_printf (out, "\n%s", _ ("Pinned: stays at the top while the others scroll"));
  if (lane->n_rows < lane->n_all_rows)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%u of %u levels of calls are shown"), lane->n_rows, lane->n_all_rows);
    }

  return g_string_free (out, FALSE);
}

static void
add_share (GString *out,
           const char *format,
           double part_ns,
           double all_ns)
{
  char text[STRATA_UNITS_BYTES];

  g_string_append_c (out, '\n');
  g_string_append_printf (out, format, strata_units_share ((gint64) part_ns, (gint64) MIN (all_ns, 9e18), text));
}

/* How busy a CPU was, or all were, in the pixel that was pointed at. */
char *
strata_session_describe_usage (StrataSession *self,
                               StrataItem item)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataLane *lane = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), NULL)[item.lane];
  const gint64 length_ns = (gint64) CLAMP (strata_view_get_viewport (strata_session_get_view (self))->ns_per_px, 1.0, 4e18);
  const StrataSpan span = { item.time_ns, strata_time_add (item.time_ns, length_ns) };
  const StrataUsageShare share = strata_usage_index_get (&index->usage, item.index, span);
  const double known_ns = MAX (share.all_ns - share.unknown_ns, share.running_ns);
  GString *out = g_string_new (lane->title);
  char text[STRATA_UNITS_BYTES];

  if (known_ns > 0.0)
    add_share (out, _ ("Threads ran: %s of the time that is known"), share.running_ns, known_ns);
  if (item.index == STRATA_NONE && share.all_ns > 0.0)
    g_string_append_printf (out, _ ("\n%.1f of %u CPUs on average"), share.running_ns / share.all_ns * index->usage.n_cpus, index->usage.n_cpus);
  if (share.unknown_ns > 0.0)
    add_share (out, _ ("Not known: %s"), share.unknown_ns, share.all_ns);

  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("At %s"), strata_units_offset ((gint64) ((guint64) item.time_ns - (guint64) strata_trace_get_span (index->trace).begin_ns), 1000, text));
  g_string_append_c (out, '\n');
  g_string_append_printf (out, _ ("In %s, a pixel"), strata_units_duration (length_ns, text));
  return g_string_free (out, FALSE);
}
