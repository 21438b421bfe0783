/* strata-activity-index.h - when any thread of a process ran
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-coverage.h"
#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataActivityIndex StrataActivityIndex;

StrataActivityIndex *strata_activity_index_new (StrataTrace *trace);
void strata_activity_index_free (StrataActivityIndex *self);
const StrataCoverage *strata_activity_index_get (StrataActivityIndex *self, guint32 process);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataActivityIndex, strata_activity_index_free)

G_END_DECLS
