/* strata-session-describe-lane.c - describes lanes and the usage of CPUs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-facts-private.h"

#include <glib/gi18n-lib.h>

/* Two and three clusters have the usual names; more are numbered. The rule by which they were found
 * is reported too, since the trace does not name clusters. */

char *
strata_facts_dup_cluster_name (const StrataClusters *clusters,
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
