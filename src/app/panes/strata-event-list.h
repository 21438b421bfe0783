/* strata-event-list.h - lines of a trace as a list that reads only what is seen
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-raw-line.h"
#include "strata-table-rows.h"
#include "strata-thread-index.h"

G_BEGIN_DECLS

#define STRATA_TYPE_EVENT_ROW (strata_event_row_get_type ())
G_DECLARE_FINAL_TYPE (StrataEventRow, strata_event_row, STRATA, EVENT_ROW, GObject)

/**
 * StrataEventField:
 * @STRATA_EVENT_FILE: name of the file
 * @STRATA_EVENT_LINE: number of the line
 * @STRATA_EVENT_TIME: time since the trace's begin
 * @STRATA_EVENT_CPU: number of the CPU
 * @STRATA_EVENT_THREAD: name and id of the thread
 * @STRATA_EVENT_KIND: name of the event
 * @STRATA_EVENT_DETAILS: its arguments, or the whole line if it is no event
 *
 * A column.
 */
typedef enum
{
  STRATA_EVENT_FILE,
  STRATA_EVENT_LINE,
  STRATA_EVENT_TIME,
  STRATA_EVENT_CPU,
  STRATA_EVENT_THREAD,
  STRATA_EVENT_KIND,
  STRATA_EVENT_DETAILS,
} StrataEventField;

#define STRATA_N_EVENT_FIELDS (STRATA_EVENT_DETAILS + 1)

const char *strata_event_row_get_text (StrataEventRow *self, StrataEventField field);
const char *strata_event_row_get_line (StrataEventRow *self);
gint64 strata_event_row_get_time_ns (StrataEventRow *self);
guint32 strata_event_row_get_thread (StrataEventRow *self);

#define STRATA_TYPE_EVENT_LIST (strata_event_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataEventList, strata_event_list, STRATA, EVENT_LIST, GObject)

StrataEventList *strata_event_list_new (StrataTrace *trace, GArray *places);
char *strata_event_list_dup_lines (StrataEventList *self, const GtkBitset *positions);
StrataTableRows *strata_event_list_new_rows (StrataEventList *self, const GtkBitset *positions);
guint strata_event_list_find (StrataEventList *self, StrataRawPlace place);

G_END_DECLS
