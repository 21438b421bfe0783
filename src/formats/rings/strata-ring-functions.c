/* strata-ring-functions.c - calls of kernel functions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-player-private.h"

/* Calls of the kernel nest among each other, and so do slices that a program marks. But they do not nest
 * with each other: a program writes a begin inside a kernel function that ends before it. So kernel
 * functions are on the stack of their thread only while it has no markers. */

static guint32
intern (StrataRingPlayer *self,
        guint64 address)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (self->sink));
  StrataRingSymbol symbol;
  StrataText name;
  char hex[24];

  if (strata_ring_names_find_symbol (self->names, address, &symbol))
    name = strata_text (symbol.name.text, symbol.module.text + symbol.module.n_bytes);
  else
    name = (StrataText){ hex, (gsize) g_snprintf (hex, sizeof hex, "0x%" G_GINT64_MODIFIER "x", address) };

  return strata_string_pool_intern (strings, name.text, (gssize) name.n_bytes);
}

static StrataEventTrack
get_track (StrataRingPlayer *self,
           const StrataRingTask *task,
           guint32 thread,
           guint depth)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (self->sink));

  return (StrataEventTrack){
    .cookie = depth,
    .process = strata_event_sink_see_process (self->sink, task->tgid >= 0 ? task->tgid : (gint64) task->tid),
    .thread = thread,
    .name = strata_string_pool_intern (strings, "kernel functions", -1),
  };
}

/* Ends the open calls on the stack of a thread that begins to write markers. */
void
strata_ring_player_leave_functions (StrataRingPlayer *self,
                                    StrataRingTask *task,
                                    gint64 time_ns)
{
  const guint32 thread = strata_event_sink_see_thread (self->sink, task->tid != 0 ? task->tgid : -1, task->tid, time_ns);

  task->has_markers = TRUE;
  for (; task->n_functions > 0; task->n_functions--)
    strata_event_sink_end_slice (self->sink, thread, time_ns);
}

static void
begin_function (StrataRingPlayer *self,
                StrataRingTask *task,
                guint32 thread,
                guint depth,
                gint64 time_ns,
                guint64 address)
{
  const guint32 name = intern (self, address);

  if (task->has_markers)
    {
      const StrataEventTrack track = get_track (self, task, thread, depth);

      strata_event_sink_begin_on_track (self->sink, &track, time_ns, name, STRATA_ATTRS_NONE);
      return;
    }

  task->n_functions++;
  strata_event_sink_expect_kernel_calls (self->sink);
  strata_event_sink_begin_slice (self->sink, thread, time_ns, name, STRATA_ATTRS_NONE);
}

static void
end_function (StrataRingPlayer *self,
              StrataRingTask *task,
              guint32 thread,
              guint depth,
              gint64 time_ns)
{
  if (task->has_markers)
    {
      const StrataEventTrack track = get_track (self, task, thread, depth);

      strata_event_sink_end_on_track (self->sink, &track, time_ns);
      return;
    }

  task->n_functions -= task->n_functions > 0;
  strata_event_sink_end_slice (self->sink, thread, time_ns);
}

/* No other event may contain the name of the thread. */
static void
list_task (StrataRingPlayer *self,
           StrataRingTask *task)
{
  if (task->is_listed)
    return;

  task->is_listed = TRUE;
  strata_process_list_add (strata_event_sink_get_list (self->sink), task->tid, task->tgid >= 0 ? (guint32) task->tgid : task->tid, task->comm, (StrataText){ "", 0 });
}

/* The idle tasks of all CPUs share one id, so their calls belong to no thread. */
void
strata_ring_player_take_function (StrataRingPlayer *self,
                                  const StrataRingKind *kind,
                                  StrataRingTask *task,
                                  const StrataRingRecord *record,
                                  const StrataEvent *event)
{
  const guint64 address = (guint64) strata_ring_record_get_int (record, kind->payload);
  const guint depth = kind->depth != NULL ? (guint) strata_ring_record_get_int (record, kind->depth) : 0;
  StrataEvent counted = *event;
  guint32 thread;

  if (task->tid == 0)
    {
      counted.kind = STRATA_FTRACE_EVENT_OTHER;
      strata_event_sink_take (self->sink, &counted);
      return;
    }

  if (!strata_ring_record_has (record, kind->payload))
    {
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, event->name);
      return;
    }

  list_task (self, task);
  thread = strata_event_sink_see_thread (self->sink, task->tid != 0 ? task->tgid : -1, task->tid, event->time_ns);
  if (kind->action == STRATA_RING_EVENT_FUNCTION_BEGIN)
    begin_function (self, task, thread, depth, event->time_ns, address);
  else if (kind->action == STRATA_RING_EVENT_FUNCTION_END)
    end_function (self, task, thread, depth, event->time_ns);
  else
    strata_event_sink_add_instant (self->sink, thread, strata_event_sink_see_process (self->sink, task->tgid >= 0 ? task->tgid : (gint64) task->tid), STRATA_STRING_EMPTY, event->time_ns, intern (self, address));
}
