/* strata-cpuprofile-parts.h - CPU profiles of V8 that are events of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-json-reader.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataCpuprofileParts:
 *
 * The CPU profiles of a trace, and the content of an event that has not been assigned to one of them yet.
 */
typedef struct _StrataCpuprofileParts StrataCpuprofileParts;

StrataCpuprofileParts *strata_cpuprofile_parts_new (StrataTraceBuilder *builder);
void strata_cpuprofile_parts_free (StrataCpuprofileParts *self);
gboolean strata_cpuprofile_parts_is_member (const char *key);
gboolean strata_cpuprofile_parts_read (StrataCpuprofileParts *self, const char *key, StrataJsonReader *json, GError **error);
gboolean strata_cpuprofile_parts_has_content (const StrataCpuprofileParts *self);
void strata_cpuprofile_parts_drop (StrataCpuprofileParts *self);
void strata_cpuprofile_parts_start (StrataCpuprofileParts *self, gint64 pid, const char *id, gint64 tid, gint64 start_ns);
void strata_cpuprofile_parts_end (StrataCpuprofileParts *self, gint64 pid, const char *id, gint64 end_ns);
void strata_cpuprofile_parts_take_whole (StrataCpuprofileParts *self, gint64 pid, gint64 tid, gint64 offset_ns);
void strata_cpuprofile_parts_take (StrataCpuprofileParts *self, gint64 pid, const char *id, gint64 time_ns);
gboolean strata_cpuprofile_parts_play (StrataCpuprofileParts *self, guint64 *n_left_out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCpuprofileParts, strata_cpuprofile_parts_free)

G_END_DECLS
