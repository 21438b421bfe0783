/* strata-raw-rows.h - kept lines as a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"
#include "strata-table.h"
#include "strata-thread-index.h"

G_BEGIN_DECLS

/* A column of a table of lines. */
typedef enum
{
  STRATA_RAW_COLUMN_LINE,    /* number of the line */
  STRATA_RAW_COLUMN_TIME,    /* time of the event */
  STRATA_RAW_COLUMN_CPU,     /* number of the CPU */
  STRATA_RAW_COLUMN_TID,     /* id of the thread */
  STRATA_RAW_COLUMN_THREAD,  /* its name; in the window with its id and process */
  STRATA_RAW_COLUMN_PID,     /* id of its process */
  STRATA_RAW_COLUMN_EVENT,   /* name of the event */
  STRATA_RAW_COLUMN_DETAILS, /* its arguments, or the whole line if it is not an event */
  STRATA_RAW_COLUMN_FILE,    /* name of the file */
  STRATA_N_RAW_COLUMNS,      /* how many columns there are */
} StrataRawColumn;

/* The columns themselves, by their numbers. */
#define STRATA_RAW_TABLE_COLUMNS                                                                                   \
  [STRATA_RAW_COLUMN_LINE] = { "line", N_ ("Line"), STRATA_CELL_NUMBER, .width_px = 80 },                          \
  [STRATA_RAW_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME, .width_px = 120 },                          \
  [STRATA_RAW_COLUMN_CPU] = { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER, .width_px = 50 },                             \
  [STRATA_RAW_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },                                             \
  [STRATA_RAW_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT, .width_px = 200 },                     \
  [STRATA_RAW_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },                                             \
  [STRATA_RAW_COLUMN_EVENT] = { "event", N_ ("Event"), STRATA_CELL_TEXT, .width_px = 180 },                        \
  [STRATA_RAW_COLUMN_DETAILS] = { "details", N_ ("Details"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_code = TRUE }, \
  [STRATA_RAW_COLUMN_FILE] = { "file", N_ ("File"), STRATA_CELL_TEXT, .width_px = 160 }

const StrataTableColumn *strata_raw_rows_get_columns (StrataTrace *trace, guint *n_columns);
void strata_raw_rows_write (StrataTable *table, StrataTrace *trace, StrataThreadIndex *threads, const StrataRawLine *line);

G_END_DECLS
