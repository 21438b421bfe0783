/* strata-perfetto.c - Perfetto traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-perfetto-machines.h"

static void
tell_clocks (const StrataPerfettoReader *reader)
{
  StrataClockMarks *marks = strata_event_sink_get_clock (reader->sink);
  gint64 time_ns;
  gint64 trace_ns;

  if (strata_perfetto_clocks_find_first (reader->clocks, STRATA_PERFETTO_CLOCK_MONOTONIC, &time_ns, &trace_ns))
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_MONOTONIC, trace_ns, time_ns);
  if (!reader->has_no_calendar && strata_perfetto_clocks_find_first (reader->clocks, STRATA_PERFETTO_CLOCK_REALTIME, &time_ns, &trace_ns))
    strata_event_sink_set_calendar (reader->sink, trace_ns, time_ns);
}

static gboolean
check (const StrataPerfettoMachines *machines,
       gboolean has_samples,
       GError **error)
{
  if (has_samples || strata_event_sink_get_n_events (machines->sink) > 0)
    return TRUE;

  g_autoptr (GPtrArray) reasons = strata_perfetto_machines_explain (machines);
  const gboolean has_reason = reasons->len > 0;

  g_ptr_array_add (reasons, NULL);
  g_autofree char *why = g_strjoinv ("; ", (char **) reasons->pdata);

  if (machines->packets.n_packets == 0)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("this Perfetto trace contains no whole packet%s%s"), has_reason ? ": " : "", why);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY,
                 ngettext ("there is nothing to show in the %" PRIu64 " packet of this Perfetto trace%s%s", "there is nothing to show in the %" PRIu64 " packets of this Perfetto trace%s%s", (gulong) machines->packets.n_packets),
                 machines->packets.n_packets, has_reason ? ": " : "", why);
  return FALSE;
}

static gboolean
read_perfetto (StrataSource *source,
               StrataEventSink *sink,
               GError **error)
{
  StrataPerfettoMachines machines;
  gboolean is_read;

  strata_event_sink_set_format (sink, "perfetto", "Perfetto");
  strata_perfetto_machines_init (&machines, source, sink);
  is_read = strata_perfetto_machines_read (&machines, error);
  if (is_read)
    {
      const gboolean has_samples = strata_perfetto_machines_play (&machines);

      if (machines.all->len > 0)
        tell_clocks (&((const StrataPerfettoMachine *) g_ptr_array_index (machines.all, 0))->reader);
      is_read = check (&machines, has_samples, error);
    }

  strata_perfetto_machines_clear (&machines);
  return is_read;
}

static int
sniff_perfetto (const guint8 *data,
                gsize n_bytes)
{
  return strata_perfetto_packets_is_trace (data, n_bytes) ? 70 : 0;
}

static const char *const suffixes[] = { "perfetto-trace", "pftrace", "pb", NULL };

const StrataFormat strata_format_perfetto = {
  .id = "perfetto",
  .name = "Perfetto",
  .suffixes = suffixes,
  .sniff = sniff_perfetto,
  .read = read_perfetto,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
