/* strata-run-set.h - the runs of both sides
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-run-sums.h"

G_BEGIN_DECLS

/* A run of a set. */
typedef struct
{
  char *file;          /* the file that it was loaded from */
  StrataRunSums *sums; /* nullable: its sums; NULL if it could not be loaded */
  char *reason;        /* nullable: why it is left out: it could not be loaded, or was excluded */
  guint32 twin;        /* index of the run of the other side that is the same file; else STRATA_NONE */
} StrataSetRun;

typedef struct _StrataRunSet StrataRunSet;

StrataRunSet *strata_run_set_new (void);
StrataRunSet *strata_run_set_copy (const StrataRunSet *self);
void strata_run_set_free (StrataRunSet *self);
void strata_run_set_take (StrataRunSet *self, StrataDiffSide side, StrataRunSums *sums);
void strata_run_set_add_failed (StrataRunSet *self, StrataDiffSide side, const char *file, const char *reason);
void strata_run_set_join (StrataRunSet *self, guint run_a, guint run_b);
void strata_run_set_leave_out (StrataRunSet *self, StrataDiffSide side, guint run, const char *reason);
guint strata_run_set_get_n (const StrataRunSet *self, StrataDiffSide side);
const StrataSetRun *strata_run_set_get (const StrataRunSet *self, StrataDiffSide side, guint run);
gboolean strata_run_set_is_used (const StrataRunSet *self, StrataDiffSide side, guint run);
guint strata_run_set_count_used (const StrataRunSet *self, StrataDiffSide side);
guint strata_run_set_count_shared (const StrataRunSet *self);
const char *strata_run_set_get_unit (const StrataRunSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRunSet, strata_run_set_free)

G_END_DECLS
