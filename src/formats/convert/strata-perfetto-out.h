/* strata-perfetto-out.h - builds Perfetto packets and their interned data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clip.h"
#include "strata-out-ids.h"
#include "strata-proto-writer.h"

G_BEGIN_DECLS

/* Kinds of tracks. */
typedef enum
{
  STRATA_PERFETTO_OUT_PROCESS = 1, /* a process, by index */
  STRATA_PERFETTO_OUT_THREAD,      /* a thread, by index */
  STRATA_PERFETTO_OUT_ROW,         /* a row of a track of the trace, by index of the track and depth */
  STRATA_PERFETTO_OUT_COUNTER,     /* a counter, by index */
  STRATA_PERFETTO_OUT_INSTANTS,    /* a named track of instants, by string id of the name and index of the process + 1 */
  STRATA_PERFETTO_OUT_PLACE,       /* a place in the tree of lanes, by number and index of the process + 1 */
  STRATA_PERFETTO_OUT_CPU_CLOCK,   /* the CPU time of a thread, by index */
} StrataPerfettoOutTrack;

/* Largest part of the number of a track. */
#define STRATA_PERFETTO_OUT_MAX_PART 0xfffffff

/* Collects packets. */
typedef struct
{
  StrataTrace *trace;        /* borrowed: the trace that is written */
  GString *out;              /* owned: packets that are complete and not written yet */
  GString *packet;           /* owned: the current packet */
  GString *body;             /* owned: its content */
  GString *inner;            /* owned: a message inside of that */
  GString *interned;         /* owned: names that the packet is the first to use */
  guint n_devices;           /* number of devices in the trace; each becomes a machine */
  guint device;              /* the device of the current packet */
  guint8 **are_known;        /* owned, with its elements: by device and string id, bits of the lists that contain the string; NULL for a device without any */
  GHashTable *lanes;         /* (element-type StrataPairKey guint32) owned: index of the asynchronous track + 1, by process + 1, name and stack */
  GHashTable *instant_times; /* (element-type gint64 gint64) owned: when the latest instant of a track was, by number of the track */
  StrataOutIds ids;          /* of processes and threads */
  gint64 *births;            /* owned: by thread, when its id begins to mean it; %STRATA_NO_TIME if it does all the time */
  gint64 *process_births;    /* owned: the same for processes */
  guint32 *names;            /* owned: by thread, string id of its name at the end of the part */
  guint32 *process_names;    /* owned: the same for processes */
  gint64 method_pid;         /* the process of threads without one, or -1 */
  guint32 *machines;         /* owned: by device, the id of its machine */
  guint32 *begun;            /* owned: by device, bits of the sequences that have packets */
  gint64 begin_ns;           /* of the part that is written */
  gint64 end_ns;             /* of that part */
  gint64 moved_ns;           /* see #StrataClip */
  gint64 calendar_ns;        /* added to times in packets for those of the calendar */
} StrataPerfettoOut;

void strata_perfetto_out_init (StrataPerfettoOut *self, StrataTrace *trace, const StrataClip *clip);
void strata_perfetto_out_clear (StrataPerfettoOut *self);
guint strata_perfetto_out_set_device (StrataPerfettoOut *self, guint32 device);
guint strata_perfetto_out_set_thread (StrataPerfettoOut *self, guint32 thread);
guint strata_perfetto_out_set_process (StrataPerfettoOut *self, guint32 process);
guint strata_perfetto_out_set_counter (StrataPerfettoOut *self, guint32 counter);
guint strata_perfetto_out_set_track (StrataPerfettoOut *self, const StrataTrack *track);
guint strata_perfetto_out_set_instant (StrataPerfettoOut *self, guint32 instant);
guint64 strata_perfetto_out_intern (StrataPerfettoOut *self, guint32 list, guint32 bit, guint32 string);
guint64 strata_perfetto_out_intern_function (StrataPerfettoOut *self, guint32 sequence, guint32 string);
guint64 strata_perfetto_out_get_time (const StrataPerfettoOut *self, gint64 time_ns);
guint64 strata_perfetto_out_get_uuid (StrataPerfettoOutTrack kind, guint32 index, guint32 part);
guint64 strata_perfetto_out_get_instant_uuid (const StrataPerfettoOut *self, guint32 instant);
gint64 strata_perfetto_out_get_pid (const StrataPerfettoOut *self, guint32 process);
gint64 strata_perfetto_out_get_tid (const StrataPerfettoOut *self, guint32 thread);
gint64 strata_perfetto_out_get_thread_pid (const StrataPerfettoOut *self, guint32 thread);
void strata_perfetto_out_end_packet (StrataPerfettoOut *self, guint32 kind, guint32 sequence);
char *strata_perfetto_out_dup_name (const StrataPerfettoOut *self, const char *name);
char *strata_perfetto_out_dup_process_name (StrataPerfettoOut *self, guint32 process);

/* strata-perfetto-out-apps.c */
void strata_perfetto_out_packages (StrataPerfettoOut *self);

/* strata-perfetto-out-links.c */
void strata_perfetto_out_chain (StrataPerfettoOut *self, const StrataClip *clip, guint32 slice);

/* strata-perfetto-out-lives.c */
gboolean strata_perfetto_out_is_new_task (const StrataPerfettoOut *self, guint32 thread, guint32 *parent);
void strata_perfetto_out_list_births (StrataPerfettoOut *self, const StrataClip *clip);
gint64 strata_perfetto_out_get_birth (const StrataPerfettoOut *self, guint64 uuid);

/* strata-perfetto-out-logs.c */
gboolean strata_perfetto_out_has_log (const StrataPerfettoOut *self);
gboolean strata_perfetto_out_log (StrataPerfettoOut *self, gint64 time_ns, guint32 instant);

/* strata-perfetto-out-tracks.c */
void strata_perfetto_out_describe (StrataPerfettoOut *self, const StrataClip *clip, const guint8 *reuse, const gboolean *are_reused_processes);

/* strata-perfetto-out-tree.c */
void strata_perfetto_out_tree (StrataPerfettoOut *self, guint device, const guint8 *reuse, const gboolean *are_reused_processes, const gboolean *are_of_others);

/* strata-perfetto-out-frames.c */
gboolean strata_perfetto_out_frame (StrataPerfettoOut *self, gint64 time_ns, const StrataTrack *track, guint32 slice, gboolean is_begin);

/* strata-perfetto-out-events.c */
void strata_perfetto_out_cpu_time (StrataPerfettoOut *self, guint32 thread, gint64 cpu_ns);
void strata_perfetto_out_flow (StrataPerfettoOut *self, guint64 number);
void strata_perfetto_out_slice (StrataPerfettoOut *self, gint64 time_ns, guint64 track, guint32 slice, gboolean is_begin);
void strata_perfetto_out_instant (StrataPerfettoOut *self, gint64 time_ns, guint64 track, guint32 instant);
void strata_perfetto_out_sample (StrataPerfettoOut *self, gint64 time_ns, guint64 track, gint64 value);
void strata_perfetto_out_real_sample (StrataPerfettoOut *self, gint64 time_ns, guint64 track, double value);

/**
 * StrataPerfettoOutFlush:
 * @data: the caller's data
 *
 * Writes the packets that are complete, if there are enough.
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*StrataPerfettoOutFlush) (gpointer data);

/* strata-perfetto-out-stacks.c */
gboolean strata_perfetto_out_stacks (StrataPerfettoOut *self, const StrataClip *clip, StrataPerfettoOutFlush flush, gpointer data);

G_END_DECLS
