/* strata-phase-rows.h - the table of starts and inputs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-phases.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* Columns of the table. A row is a start, a step of one or an input, by its index. */
typedef enum
{
  STRATA_PHASE_COLUMN_TIME,     /* when it began */
  STRATA_PHASE_COLUMN_DURATION, /* how long it took */
  STRATA_PHASE_COLUMN_KIND,     /* a start, a step of one, or an input */
  STRATA_PHASE_COLUMN_PID,      /* number of its process */
  STRATA_PHASE_COLUMN_PROCESS,  /* name of its process */
  STRATA_PHASE_COLUMN_NAME,     /* its name */
} StrataPhaseColumn;

extern const StrataRowClass strata_phase_rows_class;
StrataRows *strata_phase_rows_new (StrataTrace *trace, const StrataPhase *phases, guint n_phases);

G_END_DECLS
