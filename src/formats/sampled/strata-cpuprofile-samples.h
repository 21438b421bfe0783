/* strata-cpuprofile-samples.h - the samples of a CPU profile of V8 or ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-cpuprofile-nodes.h"

G_BEGIN_DECLS

/* Times beyond this many microseconds are damaged. */
#define STRATA_CPUPROFILE_MOST_US (G_MAXINT64 / 4000)

/* The times of a profile, in µs of its clock. */
typedef struct
{
  gint64 start_us;
  gint64 end_us;
} StrataCpuprofileTimes;

/* Nodes of a tree of calls, and samples of them: a profile, or a part of one. */
typedef struct
{
  StrataTraceBuilder *builder;  /* borrowed */
  StrataCpuprofileNodes *nodes; /* owned */
  GArray *ids;                  /* (element-type gint64) owned: the node of each sample */
  GArray *deltas_us;            /* (element-type gint64) owned: the time of each sample since the one before */
} StrataCpuprofileSamples;

void strata_cpuprofile_times_read (StrataCpuprofileTimes *self, const char *key, const StrataJsonReader *json);
void strata_cpuprofile_samples_init (StrataCpuprofileSamples *self, StrataTraceBuilder *builder);
void strata_cpuprofile_samples_clear (StrataCpuprofileSamples *self);
guint strata_cpuprofile_samples_get_n (const StrataCpuprofileSamples *self);
gint64 strata_cpuprofile_samples_get_ns (gint64 time_us);
gboolean strata_cpuprofile_samples_is_member (const char *key);
gboolean strata_cpuprofile_samples_read (StrataCpuprofileSamples *self, const char *key, StrataJsonReader *json, GError **error);
void strata_cpuprofile_samples_append (StrataCpuprofileSamples *self, const StrataCpuprofileSamples *part);
void strata_cpuprofile_samples_diagnose (const StrataCpuprofileSamples *self, StrataDiagnosticKind kind, gint64 offset, const char *sample);
void strata_cpuprofile_samples_play (StrataCpuprofileSamples *self, guint32 thread, guint32 sampled, gint64 start_ns, gint64 end_ns, gint64 offset);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataCpuprofileSamples, strata_cpuprofile_samples_clear)

G_END_DECLS
