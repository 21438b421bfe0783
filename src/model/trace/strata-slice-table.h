/* strata-slice-table.h - all slices of a trace, in columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-ns-column.h"
#include "strata-span.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_SLICE_UNFINISHED = 1 << 0, /* it had no end in the trace; its duration extends to the assumed end */
  STRATA_SLICE_EXCEPTION = 1 << 1,  /* it was left by an exception, or popped by the exit of a caller */
  STRATA_SLICE_CUT = 1 << 2,        /* its marker was cut off at the length limit */
  STRATA_SLICE_REBUILT = 1 << 3,    /* it was entered before the trace began; its start is assumed */
  STRATA_SLICE_ON_TRACK = 1 << 4,   /* it is an asynchronous slice that names its track (phases G and H) */
  STRATA_SLICE_SAMPLED = 1 << 5,    /* it was sampled, not traced: its start and end are those of samples */
  STRATA_SLICE_NO_COOKIE = 1 << 6,  /* it is an asynchronous slice without a cookie in the file; its number is generated */
  STRATA_SLICE_CALL = 1 << 7,       /* it is a binder call: its thread waits for another one to answer */
} StrataSliceFlags;

/**
 * StrataSliceTable:
 * @n_slices: how many slices there are
 * @first_async: slices from here on are asynchronous; those before are calls
 * @first_kernel: asynchronous slices from here on are of the kernel: on CPUs and for threads
 * @start_ns: (array length=n_slices): when each began
 * @wall: how long each took on the axis of the trace
 * @cpu: how long each ran on a CPU; does not exist if that is not known, see also strata_trace_has_cpu_time(). In a
 *   trace on the CPU clock, see [func@Strata.Trace.new_on_cpu_clock], how long each took
 * @cpu_start: when each began on the CPU clock of its thread, relative to the clock's first value, see @cpu_begin_ns of
 *   #StrataThread; exists only if files have that clock
 * @cpu_unknown: (nullable): bits of the slices whose CPU time is not known. In @cpu they have the known times of the
 *   calls inside them, so that sums include all known times
 * @self_cpu_unknown: (nullable): bits of the slices whose self CPU time is not known: their CPU time, or that of a
 *   slice inside, is not known
 * @cpu_start_unknown: (nullable): bits of the slices whose @cpu_start is not known
 * @has_cpu_gaps: whether CPU clocks leave out calls or step back, so that calls have no places on them
 * @name: (array length=n_slices): string ids
 * @depth_flags: (array length=n_slices): depth in the upper 24 bits, #StrataSliceFlags in the lower 8
 * @subtree_end: (array length=n_slices): index one past the last descendant
 * @attrs: (nullable) (array length=n_slices): ids in the attribute table
 * @order: (array length=n_slices): slice indices sorted by (track, depth, start)
 * @cookie: (nullable): cookies of the asynchronous slices, by index minus @first_async
 * @async_thread: (nullable): index of the thread that started each, or %STRATA_NONE, in the same order
 *
 * Calls, asynchronous slices and method calls, as a structure of arrays. The slices of a track are adjacent, in
 * pre-order: a slice comes before its children, and `[index + 1, subtree_end)` are its descendants. Asynchronous slices
 * of a lane are sorted by start and do not nest; their depth is a row in which they overlap no other.
 *
 * @order holds the same slices as rows, for drawing: the slices of one row do
 * not overlap and are sorted by start, and so by end. Fields are read only.
 */
typedef struct
{
  guint32 n_slices;
  guint32 first_async;
  guint32 first_kernel;
  gint64 *start_ns;
  StrataNsColumn wall;
  StrataNsColumn cpu;
  StrataNsColumn cpu_start;
  guint32 *cpu_unknown;
  guint32 *self_cpu_unknown;
  guint32 *cpu_start_unknown;
  gboolean has_cpu_gaps;
  guint32 *name;
  guint32 *depth_flags;
  guint32 *subtree_end;
  guint32 *attrs;
  guint32 *order;
  gint64 *cookie;
  guint32 *async_thread;

  /*< private >*/
  GPtrArray *longest; /* (element-type guint32*) owned: see strata-slice-table.c */
} StrataSliceTable;

static inline gint64
strata_slice_table_get_start_ns (const StrataSliceTable *self,
                                 guint32 slice)
{
  return self->start_ns[slice];
}

static inline gint64
strata_slice_table_get_wall_ns (const StrataSliceTable *self,
                                guint32 slice)
{
  return strata_ns_column_get (&self->wall, slice);
}

static inline gint64
strata_slice_table_get_end_ns (const StrataSliceTable *self,
                               guint32 slice)
{
  return self->start_ns[slice] + strata_ns_column_get (&self->wall, slice);
}

/* For tables whose `cpu` column exists. */
static inline gint64
strata_slice_table_get_cpu_ns (const StrataSliceTable *self,
                               guint32 slice)
{
  return strata_ns_column_get (&self->cpu, slice);
}

static inline gboolean
strata_slice_bits_get (const guint32 *bits,
                       guint32 slice)
{
  return G_UNLIKELY (bits != NULL) && (bits[slice / 32] >> slice % 32 & 1) != 0;
}

/* For tables whose `cpu` column exists: whether that is the complete CPU time of a slice. */
static inline gboolean
strata_slice_table_knows_cpu (const StrataSliceTable *self,
                              guint32 slice)
{
  return !strata_slice_bits_get (self->cpu_unknown, slice);
}

/* The same: whether its self CPU time is known. */
static inline gboolean
strata_slice_table_knows_self_cpu (const StrataSliceTable *self,
                                   guint32 slice)
{
  return !strata_slice_bits_get (self->self_cpu_unknown, slice);
}

/* For tables whose `cpu_start` column exists. */
static inline gboolean
strata_slice_table_knows_cpu_start (const StrataSliceTable *self,
                                    guint32 slice)
{
  return !strata_slice_bits_get (self->cpu_start_unknown, slice);
}

/* For tables whose `cpu_start` column exists. */
static inline gint64
strata_slice_table_get_cpu_start_ns (const StrataSliceTable *self,
                                     guint32 slice)
{
  return strata_ns_column_get (&self->cpu_start, slice);
}

static inline guint32
strata_slice_table_get_depth (const StrataSliceTable *self,
                              guint32 slice)
{
  return self->depth_flags[slice] >> 8;
}

static inline guint32
strata_slice_table_get_flags (const StrataSliceTable *self,
                              guint32 slice)
{
  return self->depth_flags[slice] & 0xff;
}

/* Whether a slice that starts at or before a time lasts longer. One that did not finish is still open when the trace ends. */
static inline gboolean
strata_slice_table_is_open (const StrataSliceTable *self,
                            guint32 slice,
                            gint64 time_ns)
{
  const gint64 end_ns = strata_slice_table_get_end_ns (self, slice);

  return end_ns > time_ns || (end_ns == time_ns && (strata_slice_table_get_flags (self, slice) & STRATA_SLICE_UNFINISHED) != 0);
}

static inline guint32
strata_slice_table_get_attrs (const StrataSliceTable *self,
                              guint32 slice)
{
  return self->attrs != NULL ? self->attrs[slice] : 0;
}

void strata_slice_table_clear (StrataSliceTable *self);
void strata_slice_table_index (StrataSliceTable *self);
gint64 strata_slice_table_get_self_ns (const StrataSliceTable *self, guint32 slice);
gint64 strata_slice_table_get_self_cpu_ns (const StrataSliceTable *self, guint32 slice);
guint32 strata_slice_table_find_start (const StrataSliceTable *self, guint32 begin, guint32 end, gint64 time_ns);
guint32 strata_slice_table_find_first (const StrataSliceTable *self, guint32 row_begin, guint32 row_end, gint64 time_ns);
guint32 strata_slice_table_find_next_start (const StrataSliceTable *self, guint32 row_begin, guint32 row_end, gint64 time_ns);
guint32 strata_slice_table_find_longest (const StrataSliceTable *self, guint32 begin, guint32 end);
gsize strata_slice_table_get_n_bytes (const StrataSliceTable *self);

G_END_DECLS
