/* strata-clusters.h - clusters of CPUs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* A cluster of CPUs. */
typedef struct
{
  guint32 first_cpu; /* the lowest number of its CPUs */
  guint n_cpus;      /* how many CPUs it has */
  gint64 top_khz;    /* the highest frequency that one of them had, was allowed to have, or can have */
  guint rank;        /* its place among the clusters of its device, from 0 for the slowest */
  guint n_ranks;     /* how many clusters its device has */
  /* the lowest number of its CPUs with known limits, or STRATA_NONE; kernels report them for one
   * CPU of a cluster */
  guint32 limits_cpu;
} StrataCluster;

/* The counters of a CPU's frequency. */
typedef struct
{
  guint32 cpu;       /* number of the CPU */
  guint32 cluster;   /* index of its cluster, or STRATA_NONE */
  guint32 frequency; /* index of the counter of its frequency, or STRATA_NONE; all are in kHz */
  guint32 limits[2]; /* indices of the counters of its lowest and highest allowed frequency, or STRATA_NONE */
} StrataCpuCounters;

typedef struct _StrataClusters StrataClusters;

StrataClusters *strata_clusters_new (StrataTrace *trace);
void strata_clusters_free (StrataClusters *self);
const StrataCluster *strata_clusters_get (const StrataClusters *self, guint *n_clusters);
const StrataCpuCounters *strata_clusters_find_cpu (const StrataClusters *self, guint32 cpu);
const StrataCluster *strata_clusters_find_cluster (const StrataClusters *self, guint32 cpu);
guint32 strata_clusters_find_limit (const StrataClusters *self, guint32 cpu, guint which);
gboolean strata_clusters_tell_apart (const StrataClusters *self, guint32 cpu);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataClusters, strata_clusters_free)

G_END_DECLS
