/* strata-profile-arrangement.h - which rows of a profile are listed, and in which order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-profile-order.h"

G_BEGIN_DECLS

/* More rows than anyone scrolls through; beyond it the list view takes seconds. */
#define STRATA_PROFILE_LIST_MOST_ROWS 200000

/**
 * StrataProfileWish:
 * @profile: whose rows
 * @filter: what names must contain; empty for all
 * @column: by what to sort
 * @is_descending: whether the largest comes first
 *
 * What to list. All is borrowed, but for that of an arrangement.
 */
typedef struct
{
  StrataProfile *profile;
  char *filter;
  StrataProfileColumn column;
  gboolean is_descending;
} StrataProfileWish;

/**
 * StrataProfileArrangement:
 * @wish: what it is of
 * @rows: (array length=n_rows): the rows of the profile
 * @order: (array length=n_rows): indices of those that pass the filter
 * @places: (array length=n_rows): by row, its index in @order, or %STRATA_NONE when it is not listed
 * @n_rows: how many rows the profile has
 * @n_matching: how many of them pass the filter
 * @n_shown: how many of these are listed, which are in order
 *
 * Does not change once it is made; any thread may read it.
 */
typedef struct
{
  StrataProfileWish wish; /* owned */
  const StrataProfileRow *rows;
  guint32 *order;
  guint32 *places;
  guint n_rows;
  guint n_matching;
  guint n_shown;

  /*< private >*/
  StrataProfileNames *names; /* owned */
  gatomicrefcount ref_count;
} StrataProfileArrangement;

StrataProfileArrangement *strata_profile_arrangement_new (const StrataProfileWish *wish, const StrataProfileArrangement *before, GCancellable *cancellable);
StrataProfileArrangement *strata_profile_arrangement_ref (StrataProfileArrangement *self);
void strata_profile_arrangement_unref (StrataProfileArrangement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProfileArrangement, strata_profile_arrangement_unref)

G_END_DECLS
