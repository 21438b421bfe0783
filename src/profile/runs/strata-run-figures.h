/* strata-run-figures.h - figures of a capture for judging a build
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-runs-diff.h"

G_BEGIN_DECLS

/* A figure of a capture. */
typedef struct
{
  char *name;          /* its stable name for programs: "frames.p99", "app.cpu", … */
  StrataRunsUnit unit; /* the unit of @value */
  double value;        /* the figure */
} StrataRunFigure;

GArray *strata_run_figures_new (StrataTrace *trace, const StrataScope *scope, GCancellable *cancellable);
void strata_run_figures_add (GArray *figures, const char *name, StrataRunsUnit unit, double value);
const StrataRunFigure *strata_run_figures_find (GArray *figures, const char *name);

G_END_DECLS
