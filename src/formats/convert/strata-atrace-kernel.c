/* strata-atrace-kernel.c - kernel slices as our own events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-kernel.h"

/* Kernel slices are made from some thirty pairs of events. Not all of these can be restored: for a
 * binder call, the number of the answer is lost. So each is written as a pair of events with names
 * that no kernel uses, which other programs therefore skip:
 *
 *   strata_kernel_begin: cpu=-1 id=4711 lane=block 8,0 name=write args=8,0 WS 4096 () 4711 + 8 [comm]
 *   strata_kernel_end: cpu=-1 id=4711 lane=block 8,0
 *
 * The end of a slice that had no end event has "unfinished=1" in front of its lane. The thread of the
 * line is the one that began it. */

static guint32
get_thread (StrataTrace *trace,
            const StrataTrack *track,
            guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (track->kind == STRATA_TRACK_KERNEL)
    return track->thread;

  return slices->async_thread != NULL ? slices->async_thread[slice - slices->first_async] : STRATA_NONE;
}

/**
 * strata_atrace_kernel_get_id:
 * @trace: the trace
 * @track: its track
 * @slice: a slice of the kernel
 *
 * Slices without a number were numbered by name, in the order of reading. The number of a work item is its address in the
 * kernel, which must not be exposed. Such slices get a number from their name, which is the same in all files.
 *
 * Returns: its number
 */
gint64
strata_atrace_kernel_get_id (StrataTrace *trace,
                             const StrataTrack *track,
                             guint32 slice)
{
  static const char *const lanes[] = { "file system", "memory reclaim", "suspend", "suspended", "workqueue" };
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 id = slices->cookie[slice - slices->first_async];
  const char *lane = strata_trace_get_string (trace, track->name);
  gboolean is_name = g_str_equal (lane, "kernel functions") && id > G_MAXUINT32;

  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    is_name |= g_str_equal (lane, lanes[i]);

  return is_name ? (gint64) G_MAXUINT32 + g_str_hash (strata_trace_get_string (trace, slices->name[slice])) : id;
}

/**
 * strata_atrace_kernel_get:
 * @trace: the trace
 * @event: the begin or the end of a kernel slice
 *
 * Returns: the event to write
 */
StrataAtraceKernel
strata_atrace_kernel_get (StrataTrace *trace,
                          const StrataAtraceEvent *event)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[event->owner];
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, event->index));
  const gboolean is_begin = event->kind == STRATA_ATRACE_KERNEL_BEGIN;

  return (StrataAtraceKernel){
    .event = is_begin ? "strata_kernel_begin" : "strata_kernel_end",
    .thread = is_begin || track->kind == STRATA_TRACK_KERNEL ? get_thread (trace, track, event->index) : STRATA_NONE,
    .cpu = track->kind == STRATA_TRACK_CPU && track->cpu != STRATA_NONE ? (gint64) track->cpu : -1,
    .id = strata_atrace_kernel_get_id (trace, track, event->index),
    .is_unfinished = !is_begin && (strata_slice_table_get_flags (slices, event->index) & STRATA_SLICE_UNFINISHED) != 0,
    .lane = strata_trace_get_string (trace, track->name),
    .name = is_begin ? strata_trace_get_string (trace, slices->name[event->index]) : NULL,
    .args = is_begin ? attrs.args : STRATA_ARGS_NONE,
  };
}
