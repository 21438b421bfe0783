/* strata-htrace-clocks.c - what the times of a container mean
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-htrace-private.h"

/* No device is on for ten years: times that are further apart are one of the calendar and one since the boot. */
#define LEAST_APART_NS (G_GINT64_CONSTANT (10) * 366 * 86400 * 1000000000)

guint32
strata_htrace_get_clock (guint64 number)
{
  static const guint8 clocks[] = { STRATA_HTRACE_N_CLOCKS, STRATA_HTRACE_BOOTTIME, STRATA_HTRACE_REALTIME, STRATA_HTRACE_REALTIME_COARSE, STRATA_HTRACE_MONOTONIC, STRATA_HTRACE_MONOTONIC_COARSE, STRATA_HTRACE_MONOTONIC_RAW };

  return number < G_N_ELEMENTS (clocks) ? clocks[number] : STRATA_HTRACE_N_CLOCKS;
}

gint64
strata_htrace_reader_place (const StrataHtraceReader *self,
                            guint32 container,
                            guint32 clock,
                            gint64 time_ns)
{
  const StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, container);
  const gint64 boot_ns = clocks->ns[STRATA_HTRACE_BOOTTIME];

  if (clock < STRATA_HTRACE_N_CLOCKS && clock != STRATA_HTRACE_BOOTTIME && boot_ns > 0 && clocks->ns[clock] > 0)
    time_ns = strata_clock_shift (time_ns, boot_ns - clocks->ns[clock]);

  return strata_event_sink_place_time (self->sink, (gint64) ((guint64) time_ns + (guint64) clocks->shift_ns));
}

static gint64
get_begin (StrataHtraceReader *self,
           const StrataHtraceMessage *message)
{
  const guint32 events = strata_column_at (&self->clocks, StrataHtraceClocks, message->container).events;
  gint64 time_ns;

  if (message->kind != STRATA_HTRACE_FTRACE)
    return message->time_ns > 0 ? strata_htrace_reader_place (self, message->container, message->clock, message->time_ns) : G_MAXINT64;

  return strata_htrace_reader_find_first (self, message, &time_ns) ? strata_htrace_reader_place (self, message->container, events, time_ns) : G_MAXINT64;
}

/* When a container begins; the events of the kernel say, if there are any. */
static gint64
find_begin (StrataHtraceReader *self,
            guint32 container)
{
  gint64 events_ns = G_MAXINT64, others_ns = G_MAXINT64;

  for (gsize i = 0; i < self->messages.n; i++)
    {
      const StrataHtraceMessage *message = &strata_column_at (&self->messages, StrataHtraceMessage, i);
      gint64 *begin_ns = message->kind == STRATA_HTRACE_FTRACE ? &events_ns : &others_ns;

      if (message->container == container)
        *begin_ns = MIN (*begin_ns, get_begin (self, message));
    }

  return events_ns < G_MAXINT64 ? events_ns : others_ns;
}

void
strata_htrace_reader_align (StrataHtraceReader *self)
{
  gint64 first_ns = G_MAXINT64;

  for (guint32 i = 0; i < self->clocks.n && self->clocks.n > 1; i++)
    {
      StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, i);
      const gint64 begin_ns = MAX (find_begin (self, i), 0);

      if (first_ns > G_MAXINT64 - LEAST_APART_NS)
        first_ns = begin_ns;
      if (begin_ns > G_MAXINT64 - LEAST_APART_NS || (begin_ns < first_ns + LEAST_APART_NS && first_ns < begin_ns + LEAST_APART_NS))
        continue;

      clocks->shift_ns = first_ns - begin_ns;
      strata_diagnostics_add (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), STRATA_DIAGNOSTIC_UNKNOWN_CLOCK, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
    }
}
