/* strata-profile-arrangement.h - filters and sorts the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-profile-order.h"

G_BEGIN_DECLS

/* More rows than anyone scrolls through; with more, the list view takes seconds. */
#define STRATA_PROFILE_LIST_MOST_ROWS 200000

/* The requested rows and order. All is borrowed, except in an arrangement. */
typedef struct
{
  StrataProfile *profile;     /* the profile */
  char *filter;               /* text that names must contain; empty for all */
  StrataProfileColumn column; /* the column to sort by */
  gboolean is_descending;     /* whether the largest comes first */
} StrataProfileWish;

/* Immutable; any thread may read it. */
typedef struct
{
  StrataProfileWish wish;       /* owned: the request it fulfils */
  const StrataProfileRow *rows; /* (array length=n_rows): the rows of the profile */
  guint32 *order;               /* (array length=n_rows): indices of the rows that pass the filter */
  guint32 *places;              /* (array length=n_rows): by row, its index in @order, or STRATA_NONE if it is not listed */
  guint n_rows;                 /* how many rows the profile has */
  guint n_matching;             /* how many of them pass the filter */
  guint n_shown;                /* how many of these are listed; only these are sorted */

  /* private */
  StrataProfileNames *names; /* owned */
  gatomicrefcount ref_count;
} StrataProfileArrangement;

StrataProfileArrangement *strata_profile_arrangement_new (const StrataProfileWish *wish, const StrataProfileArrangement *before, GCancellable *cancellable);
StrataProfileArrangement *strata_profile_arrangement_ref (StrataProfileArrangement *self);
void strata_profile_arrangement_unref (StrataProfileArrangement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataProfileArrangement, strata_profile_arrangement_unref)

G_END_DECLS
