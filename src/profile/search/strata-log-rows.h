/* strata-log-rows.h - the table of log lines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-rows.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* The columns of the table. */
typedef enum
{
  STRATA_LOG_COLUMN_TIME,
  STRATA_LOG_COLUMN_LEVEL,
  STRATA_LOG_COLUMN_TAG,
  STRATA_LOG_COLUMN_MESSAGE,
  STRATA_LOG_COLUMN_PID,
  STRATA_LOG_COLUMN_TID,
  STRATA_LOG_COLUMN_PROCESS,
  STRATA_LOG_COLUMN_THREAD,
  STRATA_N_LOG_COLUMNS,
} StrataLogColumn;

extern const StrataRowClass strata_log_rows_class;
StrataRows *strata_log_rows_new (StrataTrace *trace, const guint64 *bits);
guint32 strata_log_rows_get_instant (const StrataRows *rows, guint row);
guint strata_log_rows_find_instant (const StrataRows *rows, guint32 instant);
guint strata_log_rows_get_level (const StrataRows *rows, guint row);
const char *strata_log_rows_get_line (const StrataRows *rows, guint row);

G_END_DECLS
