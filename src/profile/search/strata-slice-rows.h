/* strata-slice-rows.h - a table of slices for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* The columns of every table of slices; other tables may begin with
 * them. Widths are those of the window. */
#define STRATA_SLICE_TABLE_COLUMNS                                                        \
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },                                             \
      { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION, .width_px = 90 },                \
      { "self_ns", N_ ("Self"), STRATA_CELL_DURATION, .width_px = 90 },                   \
      { "cpu_ns", N_ ("CPU"), STRATA_CELL_DURATION, .width_px = 90 },                     \
      { "pid", N_ ("PID"), STRATA_CELL_NUMBER },                                          \
      { "tid", N_ ("TID"), STRATA_CELL_NUMBER },                                          \
      { "process", N_ ("Process"), STRATA_CELL_TEXT, .width_px = 150 },                   \
      { "thread", N_ ("Thread"), STRATA_CELL_TEXT, .width_px = 150 },                     \
      { "depth", N_ ("Depth"), STRATA_CELL_NUMBER, .is_reversed = TRUE, .width_px = 60 }, \
      { "name", N_ ("Name"), STRATA_CELL_TEXT, 0, TRUE, .width_px = 240 },                \
      { "level", N_ ("Level"), STRATA_CELL_TEXT, .width_px = 70 },                        \
      { "tags", N_ ("Tags"), STRATA_CELL_TEXT },                                          \
      { "category", N_ ("Category"), STRATA_CELL_TEXT, .width_px = 90 },                  \
      { "chain", N_ ("Chain"), STRATA_CELL_TEXT },                                        \
      { "args", N_ ("Arguments"), STRATA_CELL_TEXT, .width_px = 120 },                    \
  {                                                                                       \
    "flags", N_ ("Flags"), STRATA_CELL_TEXT                                               \
  }

#define STRATA_N_SLICE_TABLE_COLUMNS 16
extern const StrataTableColumn strata_slice_columns[STRATA_N_SLICE_TABLE_COLUMNS];

typedef struct _StrataSliceWriter StrataSliceWriter;

StrataSliceWriter *strata_slice_writer_new (StrataTrace *trace);
void strata_slice_writer_free (StrataSliceWriter *self);
const StrataTrack *strata_slice_writer_find_track (StrataSliceWriter *self, guint32 slice);
void strata_slice_writer_write (StrataSliceWriter *self, StrataTable *table, guint32 slice);
char *strata_slice_dup_args (StrataTrace *trace, const StrataAttrs *attrs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSliceWriter, strata_slice_writer_free)

G_END_DECLS
