/* strata-grid.c - the columns of pixels that rows are drawn into
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-grid.h"

#include <math.h>

#include "strata-span.h"

/**
 * strata_grid_time_to_column:
 * @self: the grid
 * @time_ns: any time
 *
 * Returns: its place, in columns from the left edge
 */
double
strata_grid_time_to_column (const StrataGrid *self,
                            gint64 time_ns)
{
  gint64 offset_ns;

  if (__builtin_sub_overflow (time_ns, self->begin_ns, &offset_ns))
    return time_ns > self->begin_ns ? 1e18 : -1e18;

  return ((double) offset_ns - self->begin_frac_ns) / self->ns_per_column;
}

/**
 * strata_grid_column_to_time:
 * @self: the grid
 * @column: a place in columns
 *
 * Returns: the first whole nanosecond at or after it
 */
gint64
strata_grid_column_to_time (const StrataGrid *self,
                            double column)
{
  double offset_ns = ceil (self->begin_frac_ns + column * self->ns_per_column);

  return strata_time_add (self->begin_ns, (gint64) CLAMP (offset_ns, -4e18, 4e18));
}
