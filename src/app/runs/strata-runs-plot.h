/* strata-runs-plot.h - the runs of a row as dots, and their frame times as curves
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-runs-diff.h"

G_BEGIN_DECLS

/* The kind of a picture. */
typedef enum
{
  STRATA_RUNS_STRIP, /* a strip for a cell: the runs of A above, the runs of B below, and their medians */
  STRATA_RUNS_CHART, /* the runs by the time of their recording */
  /* cumulative distribution of the frame times of each run; for a row of app starts of the runs of
   * each side */
  STRATA_RUNS_CURVES,
} StrataRunsPlotKind;

#define STRATA_TYPE_RUNS_PLOT (strata_runs_plot_get_type ())
G_DECLARE_FINAL_TYPE (StrataRunsPlot, strata_runs_plot, STRATA, RUNS_PLOT, GtkWidget)

/* Signal: run-clicked (guint side, guint run), of a chart: for a click on its dot, or Enter. */

GtkWidget *strata_runs_plot_new (StrataRunsPlotKind kind);
void strata_runs_plot_set (StrataRunsPlot *self, StrataRunsDiff *diff, const StrataRunsRow *row);
gboolean strata_runs_plot_get_place (StrataRunsPlot *self, StrataDiffSide side, guint run, double *x_px, double *y_px);

G_END_DECLS
