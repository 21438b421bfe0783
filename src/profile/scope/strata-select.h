/* strata-select.h - selects the n-th smallest of many durations
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 min; /* the smallest value */
  guint32 max; /* the largest value */
} StrataRange;

StrataRange strata_select_get_range (const guint32 *values, gsize n_values);
void strata_select_many (const guint32 *values, gsize n_values, const gsize *ranks, guint n_ranks, StrataRange range, guint32 *selected);
guint32 strata_select (guint32 *values, gsize n_values, gsize rank, StrataRange range);

G_END_DECLS
