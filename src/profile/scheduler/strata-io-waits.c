/* strata-io-waits.c - block device requests that a thread waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-io-waits.h"

#include <string.h>

/* The kernel does not report which request a thread sleeps for. What is known: the request ends during the sleep, and
 * only the cause of the sleep can end it. The sleep is taken as a wait for the request if the thread issued the
 * request, if its waker did (such as a journal thread that writes for others), or else if the request is the last to
 * end before the wake-up and either the kernel calls the sleep block I/O or an interrupt ended it at once. The sleep of
 * a vfork waits for no request. The requests of one row of a device's lane do not overlap, so those that end in a sleep
 * are found by bisection. */

/* From the end of a request to the wake-up: within one interrupt, or through a kernel thread if the
 * data has to be decrypted first. */
#define MAX_INTERRUPT_NS (100 * 1000)
#define MAX_IO_NS (1000 * 1000)

#define N_SECTOR_BYTES 512

/**
 * strata_io_reason_get_name:
 * @reason: a reason
 *
 * Returns: its stable name for programs
 */
const char *
strata_io_reason_get_name (StrataIoReason reason)
{
  static const char *const names[] = {
    [STRATA_IO_OWN] = "own",
    [STRATA_IO_OF_WAKER] = "waker",
    [STRATA_IO_LAST] = "last",
  };

  return names[reason];
}

static gboolean
is_device (const StrataTrack *track)
{
  return track->kind == STRATA_TRACK_CPU && track->cpu == STRATA_NONE && track->n_slices > 0;
}

/**
 * strata_io_is_call:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Returns: whether it is a call that opens, reads, writes or flushes a file, as marked by RheaTrace
 */
gboolean
strata_io_is_call (StrataTrace *trace,
                   guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 attrs = strata_slice_table_get_attrs (slices, slice);

  if (slice >= slices->first_async || attrs == STRATA_ATTRS_NONE)
    return FALSE;

  return g_str_equal (strata_trace_get_string (trace, strata_attr_table_get (strata_trace_get_attrs (trace), attrs).category), STRATA_IO_CATEGORY);
}

/* "254,0 WS 49152 () 351107128 + 96 …": the number after the plus. */
static gint64
parse_n_bytes (const char *args)
{
  const char *plus = strstr (args, " + ");
  const guint64 n_sectors = plus != NULL ? g_ascii_strtoull (plus + strlen (" + "), NULL, 10) : 0;

  return (gint64) MIN (n_sectors, G_MAXUINT32) * N_SECTOR_BYTES;
}

/**
 * strata_io_get_request:
 * @trace: a trace
 * @slice: index of a slice
 * @request: (out): the request
 *
 * Returns: whether it is a request to a block device
 */
gboolean
strata_io_get_request (StrataTrace *trace,
                       guint32 slice,
                       StrataIoRequest *request)
{
  static const char prefix[] = "block ";
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (slice < slices->first_kernel)
    return FALSE;

  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)];
  const char *lane = strata_trace_get_string (trace, track->name);

  if (!is_device (track))
    return FALSE;

  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, slice));

  *request = (StrataIoRequest){
    .device = g_str_has_prefix (lane, prefix) ? lane + strlen (prefix) : lane,
    .operation = strata_trace_get_string (trace, slices->name[slice]),
    .n_bytes = parse_n_bytes (args),
  };
  return TRUE;
}

/* A sleep and the thread or interrupt that ended it. */
typedef struct
{
  StrataTrace *trace; /* borrowed */
  guint32 thread;
  guint32 state;
  StrataState kind;
  StrataSpan span;
  guint32 waker; /* index of a thread, or STRATA_NONE */
  gboolean is_interrupt;
} Sleep;

/* FALSE if the state is not an uninterruptible sleep, or has no end in the trace. */
static gboolean
fill_sleep (Sleep *self,
            StrataTrace *trace,
            guint32 thread_index,
            guint32 state)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[thread_index];
  const StrataState kind = strata_states_get (states, state);
  const guint32 next = state + 1;

  if (kind < STRATA_STATE_BLOCKED || kind > STRATA_STATE_BLOCKED_OTHER || next >= thread->first_state + thread->n_states)
    return FALSE;

  const gboolean is_wakeup = strata_states_get (states, next) == STRATA_STATE_RUNNABLE;

  *self = (Sleep){
    .trace = trace,
    .thread = thread_index,
    .state = state,
    .kind = kind,
    .span = { states->start_ns[state], states->start_ns[next] },
    .waker = is_wakeup ? states->detail[next] : STRATA_NONE,
    .is_interrupt = is_wakeup && (states->state[next] & STRATA_STATES_FROM_INTERRUPT) != 0,
  };
  return TRUE;
}

static gboolean
is_followed (const Sleep *sleep,
             gint64 end_ns)
{
  const gint64 since_ns = sleep->span.end_ns - end_ns;

  if (sleep->kind == STRATA_STATE_BLOCKED_IO)
    return since_ns <= MAX_IO_NS;

  return sleep->kind == STRATA_STATE_BLOCKED && sleep->is_interrupt && since_ns <= MAX_INTERRUPT_NS;
}

static void
add_wait (const Sleep *sleep,
          guint32 request,
          StrataIoReason reason,
          GArray *waits)
{
  const StrataIoWait wait = { sleep->state, request, reason };

  g_array_append_val (waits, wait);
}

/* Adds the requests of one row that end in the sleep; @last is the last of all rows. */
static void
add_row (const Sleep *sleep,
         guint32 begin,
         guint32 end,
         GArray *waits,
         guint32 *last)
{
  const StrataSliceTable *slices = strata_trace_get_slices (sleep->trace);

  for (guint32 i = strata_slice_table_find_first (slices, begin, end, sleep->span.begin_ns); i < end; i++)
    {
      const guint32 request = slices->order[i];
      const gint64 end_ns = strata_slice_table_get_end_ns (slices, request);
      const guint32 issuer = slices->async_thread != NULL ? slices->async_thread[request - slices->first_async] : STRATA_NONE;

      if (end_ns > sleep->span.end_ns)
        break;
      if ((strata_slice_table_get_flags (slices, request) & STRATA_SLICE_UNFINISHED) != 0)
        continue;

      if (issuer == sleep->thread)
        add_wait (sleep, request, STRATA_IO_OWN, waits);
      else if (issuer != STRATA_NONE && issuer == sleep->waker && !sleep->is_interrupt)
        add_wait (sleep, request, STRATA_IO_OF_WAKER, waits);
      if (*last == STRATA_NONE || end_ns >= strata_slice_table_get_end_ns (slices, *last))
        *last = request;
    }
}

static gboolean
is_by_worker (const Sleep *sleep)
{
  return sleep->waker != STRATA_NONE && !sleep->is_interrupt && g_str_has_prefix (strata_trace_get_string (sleep->trace, strata_trace_get_threads (sleep->trace, NULL)[sleep->waker].name), "kworker/");
}

/* Whether the end of one of the requests from @first on may have ended a sleep. */
static gboolean
may_have_ended (const Sleep *sleep,
                const GArray *waits,
                guint first)
{
  const StrataSliceTable *slices = strata_trace_get_slices (sleep->trace);

  if (sleep->kind != STRATA_STATE_BLOCKED || is_by_worker (sleep))
    return TRUE;

  for (guint i = first; i < waits->len; i++)
    if (sleep->span.end_ns - strata_slice_table_get_end_ns (slices, g_array_index (waits, StrataIoWait, i).request) <= MAX_IO_NS)
      return TRUE;

  return FALSE;
}

/* The parent of a vfork sleeps until the child runs its own program, including all reads for it. */
static gboolean
is_for_child (const Sleep *sleep)
{
  const StrataSliceTable *slices = strata_trace_get_slices (sleep->trace);
  const char *function = strata_trace_get_string (sleep->trace, strata_trace_get_states (sleep->trace)->detail[sleep->state]);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (sleep->trace, &n_tracks);

  if (strstr (function, "vfork") != NULL || g_str_has_prefix (function, "_do_fork") || g_str_has_prefix (function, "kernel_clone"))
    return TRUE;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_KERNEL && tracks[i].thread == sleep->thread && g_str_equal (strata_trace_get_string (sleep->trace, tracks[i].name), "vfork"))
      for (guint32 slice = tracks[i].first_slice; slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
        if (slices->start_ns[slice] <= sleep->span.begin_ns && strata_slice_table_get_end_ns (slices, slice) > sleep->span.begin_ns)
          return TRUE;

  return FALSE;
}

static void
add_sleep (const Sleep *sleep,
           GArray *waits)
{
  const guint n_before = waits->len;
  guint32 last = STRATA_NONE;
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (sleep->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 row = 0; is_device (&tracks[i]) && row < tracks[i].n_rows; row++)
      {
        guint32 begin, end;

        strata_trace_get_row (sleep->trace, &tracks[i], row, &begin, &end);
        add_row (sleep, begin, end, waits, &last);
      }

  if (waits->len == n_before && last == STRATA_NONE)
    return;
  if (is_for_child (sleep))
    {
      g_array_set_size (waits, n_before);
      return;
    }
  if (!may_have_ended (sleep, waits, n_before))
    g_array_set_size (waits, n_before);
  if (waits->len == n_before && last != STRATA_NONE && is_followed (sleep, strata_slice_table_get_end_ns (strata_trace_get_slices (sleep->trace), last)))
    add_wait (sleep, last, STRATA_IO_LAST, waits);
}

static gboolean
has_devices (StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (is_device (&tracks[i]))
      return TRUE;

  return FALSE;
}

/**
 * strata_io_list_waits:
 * @trace: a trace
 * @thread: index of a thread
 * @span: when
 * @max_waits: the list ends after the sleep that reaches this number
 *
 * Lists the requests to block devices that a thread waited for in a span.
 *
 * Returns: (transfer full) (element-type StrataIoWait): by state
 */
GArray *
strata_io_list_waits (StrataTrace *trace,
                      guint32 thread,
                      StrataSpan span,
                      guint max_waits)
{
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (StrataIoWait));
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  const StrataStates *states = strata_trace_get_states (trace);
  const guint32 end = row->first_state + row->n_states;

  if (!has_devices (trace))
    return waits;

  for (guint32 i = strata_states_find (states, row, strata_time_add (span.begin_ns, -1)); i < end && states->start_ns[i] < span.end_ns && waits->len < max_waits; i++)
    {
      Sleep sleep;

      if (strata_states_get_end_ns (states, row, i) > span.begin_ns && fill_sleep (&sleep, trace, thread, i))
        add_sleep (&sleep, waits);
    }

  return waits;
}

/* Adds a wait if the thread waited for the request when that ended. */
static void
add_waiter (StrataTrace *trace,
            guint32 thread,
            guint32 request,
            GArray *waiters)
{
  g_autoptr (GArray) waits = g_array_new (FALSE, FALSE, sizeof (StrataIoWait));
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  const gint64 end_ns = strata_slice_table_get_end_ns (strata_trace_get_slices (trace), request);
  const guint32 state = strata_states_find (strata_trace_get_states (trace), row, strata_time_add (end_ns, -1));
  Sleep sleep;

  if (state >= row->first_state + row->n_states || !fill_sleep (&sleep, trace, thread, state))
    return;

  add_sleep (&sleep, waits);
  for (guint i = 0; i < waits->len; i++)
    if (g_array_index (waits, StrataIoWait, i).request == request)
      g_array_append_val (waiters, g_array_index (waits, StrataIoWait, i));
}

/**
 * strata_io_list_waiters:
 * @trace: a trace
 * @request: index of a slice
 *
 * Lists the waits for a request to a block device.
 *
 * Returns: (transfer full) (element-type StrataIoWait): by thread; empty if the slice is not a request
 */
GArray *
strata_io_list_waiters (StrataTrace *trace,
                        guint32 request)
{
  GArray *waiters = g_array_new (FALSE, FALSE, sizeof (StrataIoWait));
  StrataIoRequest asked;
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);
  if (strata_io_get_request (trace, request, &asked))
    for (guint i = 0; i < n_threads; i++)
      add_waiter (trace, i, request, waiters);

  return waiters;
}

static gboolean
is_file_lane (StrataTrace *trace,
              const StrataTrack *track,
              guint32 thread)
{
  return track->kind == STRATA_TRACK_KERNEL && track->thread == thread && g_str_equal (strata_trace_get_string (trace, track->name), "file system");
}

/**
 * strata_io_list_operations:
 * @trace: a trace
 * @thread: index of a thread
 * @span: when
 * @max_operations: the maximum length of the list
 *
 * Lists the operations of file systems on a thread in a span, such as f2fs_sync_file.
 *
 * Returns: (transfer full) (element-type guint32): indices of slices, by start
 */
GArray *
strata_io_list_operations (StrataTrace *trace,
                           guint32 thread,
                           StrataSpan span,
                           guint max_operations)
{
  GArray *operations = g_array_new (FALSE, FALSE, sizeof (guint32));
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    {
      const guint32 end = tracks[i].first_slice + tracks[i].n_slices;

      if (!is_file_lane (trace, &tracks[i], thread))
        continue;

      for (guint32 slice = strata_slice_table_find_start (slices, tracks[i].first_slice, end, span.begin_ns); slice < end && slices->start_ns[slice] < span.end_ns && operations->len < max_operations; slice++)
        g_array_append_val (operations, slice);
    }

  return operations;
}

/**
 * strata_io_find_call:
 * @trace: a trace
 * @thread: index of a thread
 * @time_ns: when
 *
 * Finds the call of a thread that was opening, reading, writing or flushing a file at a time.
 *
 * Returns: the index of the innermost one, or %STRATA_NONE
 */
guint32
strata_io_find_call (StrataTrace *trace,
                     guint32 thread,
                     gint64 time_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 index = strata_trace_get_threads (trace, NULL)[thread].track;
  guint32 call = STRATA_NONE;

  if (index == STRATA_NONE)
    return STRATA_NONE;

  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[index];

  for (guint32 row = 0; row < track->n_rows; row++)
    {
      guint32 begin, end;

      strata_trace_get_row (trace, track, row, &begin, &end);
      begin = strata_slice_table_find_first (slices, begin, end, time_ns);
      if (begin == end || slices->start_ns[slices->order[begin]] > time_ns)
        break;
      if (strata_io_is_call (trace, slices->order[begin]))
        call = slices->order[begin];
    }

  return call;
}
