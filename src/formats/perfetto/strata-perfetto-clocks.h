/* strata-perfetto-clocks.h - the clocks of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* Clocks that every trace has. */
#define STRATA_PERFETTO_CLOCK_REALTIME 1
#define STRATA_PERFETTO_CLOCK_MONOTONIC 3
#define STRATA_PERFETTO_CLOCK_MONOTONIC_RAW 5
#define STRATA_PERFETTO_CLOCK_BOOTTIME 6

/* Clocks of the kernel's ring buffers that have no id; our ids are beyond 32 bits. */
#define STRATA_PERFETTO_CLOCK_FTRACE_GLOBAL (G_GUINT64_CONSTANT (1) << 40)
#define STRATA_PERFETTO_CLOCK_FTRACE_LOCAL (G_GUINT64_CONSTANT (2) << 40)

/* The clock of times that need no conversion. */
#define STRATA_PERFETTO_CLOCK_TRACE G_MAXUINT32

/* The value of a clock in a snapshot. */
typedef struct
{
  guint32 clock;  /* index of a clock */
  gint64 time_ns; /* its value */
} StrataPerfettoClockValue;

typedef struct _StrataPerfettoClocks StrataPerfettoClocks;

StrataPerfettoClocks *strata_perfetto_clocks_new (void);
void strata_perfetto_clocks_free (StrataPerfettoClocks *self);
guint32 strata_perfetto_clocks_get (StrataPerfettoClocks *self, guint32 sequence, guint64 id);
gboolean strata_perfetto_clocks_set_rate (StrataPerfettoClocks *self, guint32 clock, gboolean is_incremental, guint64 unit_ns);
guint64 strata_perfetto_clocks_get_n_late (const StrataPerfettoClocks *self);
char *strata_perfetto_clocks_dup_lost (const StrataPerfettoClocks *self);
gint64 strata_perfetto_clocks_read (StrataPerfettoClocks *self, guint32 *clock, guint64 stamp);
void strata_perfetto_clocks_add_snapshot (StrataPerfettoClocks *self, const StrataPerfettoClockValue *values, guint n_values);
void strata_perfetto_clocks_set_primary (StrataPerfettoClocks *self, guint32 clock);
gboolean strata_perfetto_clocks_is_primary (const StrataPerfettoClocks *self, guint32 clock);
void strata_perfetto_clocks_settle (StrataPerfettoClocks *self);
gboolean strata_perfetto_clocks_convert (StrataPerfettoClocks *self, guint32 clock, gint64 time_ns, gint64 *trace_ns);
gboolean strata_perfetto_clocks_convert_early (StrataPerfettoClocks *self, guint32 clock, gint64 time_ns, gint64 *trace_ns);
gboolean strata_perfetto_clocks_find_first (StrataPerfettoClocks *self, guint64 id, gint64 *time_ns, gint64 *trace_ns);
guint strata_perfetto_clocks_get_n_snapshots (const StrataPerfettoClocks *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoClocks, strata_perfetto_clocks_free)

G_END_DECLS
