/* strata-profile-order.h - the rows of a profile, sorted by a column
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-profile-columns.h"
#include "strata-profile-names.h"

G_BEGIN_DECLS

/* The order of rows. All is borrowed. */
typedef struct
{
  StrataProfile *profile;     /* nullable: the profile; without one there are no rows */
  StrataProfileNames *names;  /* nullable: their names */
  StrataProfileColumn column; /* the column to sort by */
  gboolean is_descending;     /* whether the largest comes first */
} StrataProfileOrder;

void strata_profile_order_sort (const StrataProfileOrder *self, guint32 *order, guint n_rows, guint n_shown, GCancellable *cancellable);

G_END_DECLS
