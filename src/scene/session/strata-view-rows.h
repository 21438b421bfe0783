/* strata-view-rows.h - the content of the timeline as rows to be written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

/* The content of the rows. */
typedef enum
{
  STRATA_VIEW_SLICES,   /* calls, asynchronous slices and kernel slices, by time */
  STRATA_VIEW_COUNTERS, /* samples of counters, by time */
  STRATA_VIEW_STATES,   /* states of threads, one thread after the other */
} StrataViewRowsOf;

StrataTableRows *strata_view_rows_new (StrataSession *session, StrataViewRowsOf what);

G_END_DECLS
