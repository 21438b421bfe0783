/* strata-sql-numbers.h - utid and upid: numbers of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The numbers that threads or processes have in SQL. */
typedef struct
{
  guint32 *number; /* owned: the number of each thread or process, by index; STRATA_NONE if SQL does not have it */
  /* owned: the thread or process with each number, or STRATA_NONE for an idle one that the trace
   * does not have */
  guint32 *index;
  guint32 n;      /* how many numbers there are */
  guint32 n_busy; /* numbers from this one on are idle ones, as is 0 */
} StrataSqlNumbers;

gboolean strata_sql_numbers_hides_samples (StrataTrace *trace);
StrataSqlNumbers *strata_sql_numbers_new_threads (StrataTrace *trace);
StrataSqlNumbers *strata_sql_numbers_new_processes (StrataTrace *trace);
void strata_sql_numbers_free (StrataSqlNumbers *self);
guint32 strata_sql_numbers_find (const StrataSqlNumbers *self, gint64 number);
guint32 strata_sql_numbers_get_idle (const StrataSqlNumbers *self, guint32 device);
guint32 strata_sql_numbers_get_device (const StrataSqlNumbers *self, guint32 number);
guint32 strata_sql_numbers_find_thread (StrataTrace *trace, gint64 utid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSqlNumbers, strata_sql_numbers_free)

G_END_DECLS
