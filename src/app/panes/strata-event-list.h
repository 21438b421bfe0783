/* strata-event-list.h - lines of a trace as the rows of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"
#include "strata-rows.h"

G_BEGIN_DECLS

const StrataRowClass *strata_event_list_get_class (void);
StrataRows *strata_event_list_new (StrataTrace *trace, GArray *places);
gint64 strata_event_list_find_time (StrataRows *rows, guint row, guint32 *thread);
char *strata_event_list_dup_lines (StrataRows *rows, const guint32 *wanted, guint n_wanted);
guint strata_event_list_find (StrataRows *rows, StrataRawPlace place);

G_END_DECLS
