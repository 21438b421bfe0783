/* strata-run-twins.h - runs that are the same file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-set.h"

G_BEGIN_DECLS

typedef struct _StrataRunTwins StrataRunTwins;

StrataRunTwins *strata_run_twins_new (void);
void strata_run_twins_free (StrataRunTwins *self);
char *strata_run_twins_add (StrataRunTwins *self, StrataDiffSide side, const char *path);
void strata_run_twins_check (StrataRunTwins *self, StrataDiffSide side, StrataRunSet *set);
void strata_run_twins_join (const StrataRunTwins *self, StrataRunSet *set);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRunTwins, strata_run_twins_free)

G_END_DECLS
