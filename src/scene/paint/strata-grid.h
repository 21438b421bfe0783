/* strata-grid.h - the columns of pixels that rows are drawn into
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The columns of device pixels that a row is drawn into. */
typedef struct
{
  gint64 begin_ns;      /* time at the left edge */
  double begin_frac_ns; /* fraction of a nanosecond, 0 to 1, to add to @begin_ns */
  double ns_per_column; /* time that a column of pixels covers */
  int n_columns;        /* how many there are */
} StrataGrid;

double strata_grid_time_to_column (const StrataGrid *self, gint64 time_ns);
gint64 strata_grid_column_to_time (const StrataGrid *self, double column);

G_END_DECLS
