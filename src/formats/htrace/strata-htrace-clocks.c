/* strata-htrace-clocks.c - clocks of a container
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-htrace-private.h"

guint32
strata_htrace_get_clock (guint64 number)
{
  static const guint8 clocks[] = { STRATA_HTRACE_N_CLOCKS, STRATA_HTRACE_BOOTTIME, STRATA_HTRACE_REALTIME, STRATA_HTRACE_REALTIME_COARSE, STRATA_HTRACE_MONOTONIC, STRATA_HTRACE_MONOTONIC_COARSE, STRATA_HTRACE_MONOTONIC_RAW };

  return number < G_N_ELEMENTS (clocks) ? clocks[number] : STRATA_HTRACE_N_CLOCKS;
}

gint64
strata_htrace_reader_convert (const StrataHtraceReader *self,
                              guint32 container,
                              guint32 clock,
                              gint64 time_ns)
{
  const StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, container);
  const gint64 boot_ns = clocks->ns[STRATA_HTRACE_BOOTTIME];

  if (clock < STRATA_HTRACE_N_CLOCKS && clock != STRATA_HTRACE_BOOTTIME && boot_ns > 0 && clocks->ns[clock] > 0)
    time_ns = strata_clock_shift (time_ns, boot_ns - clocks->ns[clock]);

  return (gint64) ((guint64) time_ns + (guint64) clocks->shift_ns);
}

gint64
strata_htrace_reader_place (const StrataHtraceReader *self,
                            guint32 container,
                            guint32 clock,
                            gint64 time_ns)
{
  return strata_event_sink_place_time (self->sink, strata_htrace_reader_convert (self, container, clock, time_ns));
}
