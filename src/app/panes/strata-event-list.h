/* strata-event-list.h - lines of a trace as a list that reads only what is seen
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-raw-line.h"
#include "strata-raw-rows.h"
#include "strata-table-rows.h"
#include "strata-thread-index.h"

G_BEGIN_DECLS

#define STRATA_TYPE_EVENT_ROW (strata_event_row_get_type ())
G_DECLARE_FINAL_TYPE (StrataEventRow, strata_event_row, STRATA, EVENT_ROW, GObject)

const char *strata_event_row_get_text (StrataEventRow *self, StrataRawColumn column);
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
