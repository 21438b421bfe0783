/* strata-htrace-ftrace.c - kernel events by CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-heap.h"
#include "strata-htrace-private.h"

/* A message contains the events from one read of a CPU's buffer: a bundle. Bundles of all CPUs come in
 * any order. They are merged by time with a heap. A bundle is added when the time of its first event
 * is reached, and its events are taken out one by one. */

/* Fields of a TracePluginResult. */
enum
{
  RESULT_STATS = 1,
  RESULT_BUNDLE = 2,
  RESULT_SYMBOL = 5,
  RESULT_CLOCK = 6,
  RESULT_COMM = 8,
};

enum
{
  STATS_STATUS = 1,
  STATS_CPU = 2,
  STATS_CLOCK = 3,

  STATUS_END = 1,
  CPU_STATS_CPU = 1,
  CPU_STATS_OVERRUN = 3,
  CPU_STATS_DROPPED = 8,
};

enum
{
  BUNDLE_CPU = 1,
  BUNDLE_EVENT = 2,
  BUNDLE_OVERWRITE = 3,

  EVENT_TIME = 1,
};

/* Captures with more CPUs are not of a real machine. */
#define MAX_CPUS 4096

typedef struct
{
  gint64 next_ns;
  guint32 cpu;
  guint32 order;
  StrataProto fields; /* of the bundle, positioned at its next event */
  guint8 has_lost;
} Bundle;

static void
take_symbol (StrataHtraceReader *self,
             StrataProto symbol)
{
  guint64 address = 0;
  StrataText name = { "", 0 };

  while (strata_proto_next (&symbol))
    if (symbol.number == 1)
      address = strata_proto_get_uint (&symbol);
    else if (symbol.number == 2)
      name = strata_proto_get_text (&symbol);

  if (address != 0 && name.n_bytes > 0)
    g_hash_table_insert (self->symbols, g_memdup2 (&address, sizeof address), g_strndup (name.text, MIN (name.n_bytes, 200)));
}

static void
take_comm (StrataHtraceReader *self,
           StrataProto comm)
{
  guint32 tid = 0;
  StrataText name = { "", 0 };

  while (strata_proto_next (&comm))
    if (comm.number == 1)
      tid = (guint32) strata_proto_get_uint (&comm);
    else if (comm.number == 2)
      name = strata_proto_get_text (&comm);

  g_hash_table_insert (self->comms, GUINT_TO_POINTER (tid), g_memdup2 (&name, sizeof name));
}

/* Takes one clock of a moment. Clocks in the header have priority. */
static void
take_clock (StrataHtraceReader *self,
            guint32 container,
            StrataProto clock)
{
  StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, container);
  guint32 id = STRATA_HTRACE_N_CLOCKS;
  guint64 parts[3] = { 0 };

  while (strata_proto_next (&clock))
    if (clock.number == 1)
      id = strata_htrace_get_clock (strata_proto_get_uint (&clock));
    else if (clock.number == 2)
      for (StrataProto time = strata_proto_enter (&clock); strata_proto_next (&time);)
        if (time.number < G_N_ELEMENTS (parts))
          parts[time.number] = strata_proto_get_uint (&time);

  if (id < STRATA_HTRACE_N_CLOCKS && clocks->ns[id] == 0 && parts[1] < G_MAXINT64 / 1000000000 - 1)
    clocks->ns[id] = (gint64) (parts[1] * 1000000000 + parts[2] % 1000000000);
}

/* A CPU's buffer without overwritten or dropped events was recorded completely. */
static void
take_cpu_stats (StrataHtraceReader *self,
                StrataProto stats)
{
  guint32 cpu = 0;
  guint64 n_lost = 0;

  while (strata_proto_next (&stats))
    if (stats.number == CPU_STATS_CPU)
      cpu = (guint32) strata_proto_get_uint (&stats);
    else if (stats.number == CPU_STATS_OVERRUN || stats.number == CPU_STATS_OVERRUN + 1 || stats.number == CPU_STATS_DROPPED)
      n_lost |= strata_proto_get_uint (&stats);

  if (n_lost == 0)
    strata_event_sink_set_cpu_is_whole (self->sink, cpu);
}

/* Other clocks of the kernel count nanoseconds, but need not begin at the start of the device. */
static gboolean
is_in_ticks (StrataText clock)
{
  return strata_text_equals (clock, "counter") || strata_text_equals (clock, "uptime") || strata_text_equals (clock, "x86-tsc");
}

static void
take_stats (StrataHtraceReader *self,
            guint32 container,
            StrataProto stats)
{
  StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, container);
  StrataProto rows = stats;
  gboolean is_end = FALSE;

  while (strata_proto_next (&stats))
    if (stats.number == STATS_STATUS)
      is_end = strata_proto_get_uint (&stats) == STATUS_END;
    else if (stats.number == STATS_CLOCK)
      {
        const StrataText name = strata_proto_get_text (&stats);

        clocks->events = strata_text_equals (name, "boot") ? STRATA_HTRACE_BOOTTIME : strata_text_equals (name, "mono")   ? STRATA_HTRACE_MONOTONIC
                                                                                  : strata_text_equals (name, "mono_raw") ? STRATA_HTRACE_MONOTONIC_RAW
                                                                                                                          : STRATA_HTRACE_N_CLOCKS;
        if (is_in_ticks (name))
          strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_CLOCK_TICKS, 1, STRATA_NO_TIME, name);
      }

  while (is_end && strata_proto_next (&rows))
    if (rows.number == STATS_CPU)
      take_cpu_stats (self, strata_proto_enter (&rows));
}

void
strata_htrace_reader_prepare_ftrace (StrataHtraceReader *self,
                                     const StrataHtraceMessage *message)
{
  StrataProto result = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&result))
    switch (result.number)
      {
      case RESULT_STATS:
        take_stats (self, message->container, strata_proto_enter (&result));
        break;
      case RESULT_SYMBOL:
        take_symbol (self, strata_proto_enter (&result));
        break;
      case RESULT_CLOCK:
        take_clock (self, message->container, strata_proto_enter (&result));
        break;
      case RESULT_COMM:
        take_comm (self, strata_proto_enter (&result));
        break;
      default:
        break;
      }

  self->n_damaged += result.is_damaged != FALSE;
}

static gboolean
find_time (StrataProto event,
           gint64 *time_ns)
{
  while (strata_proto_next (&event))
    if (event.number == EVENT_TIME)
      {
        *time_ns = strata_proto_get_int (&event);
        return *time_ns > 0;
      }

  return FALSE;
}

gboolean
strata_htrace_reader_find_first (StrataHtraceReader *self,
                                 const StrataHtraceMessage *message,
                                 gint64 *time_ns)
{
  StrataProto result = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&result))
    if (result.number == RESULT_BUNDLE)
      for (StrataProto bundle = strata_proto_enter (&result); strata_proto_next (&bundle);)
        if (bundle.number == BUNDLE_EVENT && find_time (strata_proto_enter (&bundle), time_ns))
          return TRUE;

  return FALSE;
}

/* Advances to the next event of a bundle that has a time. */
static gboolean
find_next (StrataHtraceReader *self,
           Bundle *bundle)
{
  while (strata_proto_next (&bundle->fields))
    if (bundle->fields.number == BUNDLE_EVENT && bundle->fields.wire == STRATA_PROTO_BYTES)
      {
        if (find_time (strata_proto_enter (&bundle->fields), &bundle->next_ns))
          return TRUE;

        self->n_without_time++;
      }

  self->n_damaged += bundle->fields.is_damaged != FALSE;
  return FALSE;
}

static void
list_bundle (StrataHtraceReader *self,
             StrataColumn *bundles,
             StrataProto detail)
{
  Bundle bundle = { .order = (guint32) bundles->n, .fields = detail };

  while (strata_proto_next (&detail))
    if (detail.number == BUNDLE_CPU)
      bundle.cpu = (guint32) strata_proto_get_uint (&detail);
    else if (detail.number == BUNDLE_OVERWRITE)
      bundle.has_lost = strata_proto_get_uint (&detail) != 0;

  if (bundle.cpu >= MAX_CPUS)
    self->n_damaged++;
  else if (find_next (self, &bundle))
    *(Bundle *) strata_column_push (bundles, sizeof bundle) = bundle;
}

static inline gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const Bundle *a = first;
  const Bundle *b = second;

  return a->next_ns != b->next_ns ? a->next_ns < b->next_ns : a->cpu != b->cpu ? a->cpu < b->cpu
                                                                               : a->order < b->order;
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer data)
{
  return is_before (a, b) ? -1 : is_before (b, a);
}

static void
play_next (StrataHtraceReader *self,
           guint32 container,
           Bundle *bundle)
{
  const gint64 time_ns = strata_htrace_reader_convert (self, container, strata_column_at (&self->clocks, StrataHtraceClocks, container).events, bundle->next_ns);

  if (G_UNLIKELY (bundle->has_lost))
    strata_event_sink_lose (self->sink, bundle->cpu, STRATA_LOSS_UNKNOWN);

  bundle->has_lost = FALSE;
  strata_htrace_reader_take_event (self, bundle->cpu, time_ns, strata_proto_enter (&bundle->fields));
}

/* All bundles are in one array. The first @n_open of them are a heap by their next event; those
 * after them are sorted by their first event. */
static void
play (StrataHtraceReader *self,
      guint32 container,
      StrataColumn *column)
{
  Bundle *bundles = column->data;
  gsize n_bundles = column->n;
  gsize n_open = 0;
  gsize first = 0; /* index of the first bundle that was not added; there are free places between the heap and it */

  if (n_bundles == 0)
    return;

  g_qsort_with_data (bundles, (int) MIN (n_bundles, G_MAXINT), sizeof (Bundle), compare, NULL);
  while (n_open > 0 || first < n_bundles)
    {
      while (first < n_bundles && (n_open == 0 || is_before (&bundles[first], &bundles[0])))
        {
          const Bundle bundle = bundles[first++];

          strata_heap_rise (bundles, sizeof bundle, n_open++, &bundle, is_before);
        }

      play_next (self, container, &bundles[0]);

      const Bundle bundle = bundles[find_next (self, &bundles[0]) ? 0 : --n_open];

      strata_heap_sink (bundles, n_open, sizeof bundle, 0, &bundle, is_before);
    }
}

static void
list_bundles (StrataHtraceReader *self,
              StrataColumn *bundles,
              const StrataHtraceMessage *message)
{
  StrataProto result = strata_proto (message->data, message->n_bytes);

  while (strata_proto_next (&result))
    if (result.number == RESULT_BUNDLE)
      list_bundle (self, bundles, strata_proto_enter (&result));
}

void
strata_htrace_reader_play_ftrace (StrataHtraceReader *self)
{
  for (guint32 container = 0; container < self->clocks.n; container++)
    {
      StrataColumn bundles = STRATA_COLUMN_INIT;

      for (gsize i = 0; i < self->messages.n; i++)
        {
          const StrataHtraceMessage *message = &strata_column_at (&self->messages, StrataHtraceMessage, i);

          if (message->kind == STRATA_HTRACE_FTRACE && message->container == container)
            list_bundles (self, &bundles, message);
        }

      play (self, container, &bundles);
      strata_column_clear (&bundles);
    }
}
