/* strata-profile-private.h - the parts of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile-keys.h"
#include "strata-profile.h"
#include "strata-slice-walk.h"

G_BEGIN_DECLS

struct _StrataProfile
{
  gatomicrefcount ref_count;

  StrataTrace *trace; /* owned */
  StrataScope scope;
  StrataProfileKeys keys;
  StrataSwitches *switches; /* owned; nullable */
  gint64 total_ns;
  gint64 total_cpu_ns;

  StrataProfileRow *rows; /* (array length=n_rows) owned: longest inclusive time first */
  guint32 n_rows;

  /* owned: index of the row of each key, or STRATA_NONE; the last entry is for
   * the key STRATA_NONE */
  guint32 *row_of_key;
  guint32 n_keys;
};

/* Computes a profile with @n_workers threads, at least 1; blocks until it is complete. Owned by
 * the caller. %NULL if cancelled. Tests use it to compare numbers of
 * workers. */
StrataProfile *strata_profile_new_parallel (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, guint n_workers, GCancellable *cancellable);

/* As above, for callers and callees of the row with @key. Returns (element-type
 * StrataRelative), owned by the caller; empty if no row has that key, %NULL if cancelled. */
GArray *strata_profile_list_relatives_parallel (const StrataProfile *self, guint32 key, guint n_workers, GCancellable *cancellable);

/* Fills the rows of a profile that is otherwise complete. FALSE if cancelled; the rows are
 * incomplete then. */
gboolean strata_profile_compute (StrataProfile *self, guint n_workers, GCancellable *cancellable);

static inline guint32 *
strata_profile_get_row_of_key (const StrataProfile *self,
                               guint32 key)
{
  return &self->row_of_key[MIN (key, self->n_keys)];
}

G_END_DECLS
