/* strata-slice-rows.h - slices as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* The columns of every table of slices, to begin those of another with. */
#define STRATA_SLICE_TABLE_COLUMNS                         \
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },              \
      { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION }, \
      { "self_ns", N_ ("Self"), STRATA_CELL_DURATION },    \
      { "cpu_ns", N_ ("CPU"), STRATA_CELL_DURATION },      \
      { "pid", N_ ("PID"), STRATA_CELL_NUMBER },           \
      { "tid", N_ ("TID"), STRATA_CELL_NUMBER },           \
      { "process", N_ ("Process"), STRATA_CELL_TEXT },     \
      { "thread", N_ ("Thread"), STRATA_CELL_TEXT },       \
      { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },       \
      { "name", N_ ("Name"), STRATA_CELL_TEXT },           \
      { "level", N_ ("Level"), STRATA_CELL_TEXT },         \
      { "tags", N_ ("Tags"), STRATA_CELL_TEXT },           \
      { "category", N_ ("Category"), STRATA_CELL_TEXT },   \
      { "chain", N_ ("Chain"), STRATA_CELL_TEXT },         \
      { "args", N_ ("Arguments"), STRATA_CELL_TEXT },      \
  {                                                        \
    "flags", N_ ("Flags"), STRATA_CELL_TEXT                \
  }

typedef struct _StrataSliceWriter StrataSliceWriter;

StrataSliceWriter *strata_slice_writer_new (StrataTrace *trace);
void strata_slice_writer_free (StrataSliceWriter *self);
const StrataTrack *strata_slice_writer_find_track (StrataSliceWriter *self, guint32 slice);
void strata_slice_writer_write (StrataSliceWriter *self, StrataTable *table, guint32 slice);
const StrataTableColumn *strata_slice_writer_get_columns (guint *n_columns);
char *strata_slice_dup_args (StrataTrace *trace, const StrataAttrs *attrs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSliceWriter, strata_slice_writer_free)

G_END_DECLS
