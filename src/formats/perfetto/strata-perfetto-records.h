/* strata-perfetto-records.h - sorts the events of a trace by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-lane.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoTimeMapper:
 * @data: the caller's data
 * @record: a record, whose time is replaced
 *
 * Converts the time of a record to the clock of the trace. It is asked again for a record whose time it has converted.
 *
 * Returns: %FALSE if that is impossible and the record has to be dropped
 */
typedef gboolean (*StrataPerfettoTimeMapper) (gpointer data, StrataPerfettoRecord *record);

typedef struct _StrataPerfettoRecords StrataPerfettoRecords;

StrataPerfettoRecords *strata_perfetto_records_new (void);
void strata_perfetto_records_free (StrataPerfettoRecords *self);
void strata_perfetto_records_add (StrataPerfettoRecords *self, guint32 lane, const StrataPerfettoRecord *record);
void strata_perfetto_records_sort (StrataPerfettoRecords *self, StrataPerfettoTimeMapper map, gpointer data);
const StrataPerfettoRecord *strata_perfetto_records_pop (StrataPerfettoRecords *self);
const StrataPerfettoRecord *strata_perfetto_records_pass (StrataPerfettoRecords *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoRecords, strata_perfetto_records_free)

G_END_DECLS
