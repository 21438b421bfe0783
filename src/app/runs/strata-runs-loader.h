/* strata-runs-loader.h - loads two sets of runs in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-progress.h"
#include "strata-run-set.h"

G_BEGIN_DECLS

typedef struct _StrataRunsLoader StrataRunsLoader;

/* @set: (transfer full) (nullable): the runs; %NULL with the reason if the files could not be listed */
typedef void (*StrataRunsLoaded) (StrataRunSet *set, const char *reason, gpointer user_data);

StrataRunsLoader *strata_runs_loader_new (StrataRunsLoaded loaded, void (*progressed) (gpointer user_data), gpointer user_data);
void strata_runs_loader_free (StrataRunsLoader *self);
void strata_runs_loader_start (StrataRunsLoader *self, const char *const *const paths[STRATA_N_DIFF_SIDES]);
void strata_runs_loader_cancel (StrataRunsLoader *self);
char *strata_runs_loader_dup_title (StrataRunsLoader *self, StrataProgress **progress);

G_END_DECLS
