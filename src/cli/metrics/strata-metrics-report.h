/* strata-metrics-report.h - metrics of captures as tables and for CI
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-metric-limit.h"
#include "strata-table.h"

G_BEGIN_DECLS

/* A capture and its metrics. */
typedef struct
{
  char *file;       /* the path of a capture */
  GArray *figures;  /* (element-type StrataRunFigure) nullable: its metrics; NULL if it cannot be read */
  char *reason;     /* nullable: why not */
  GArray *failures; /* (element-type StrataMetricFailure): conditions that are true, or cannot be evaluated */
} StrataMetricsOfFile;

/* A condition that makes a capture fail. */
typedef struct
{
  char *name;          /* the metric */
  char *text;          /* the message */
  gboolean is_unknown; /* whether the capture does not have the metric */
} StrataMetricFailure;

StrataMetricsOfFile *strata_metrics_of_file_new (const char *file);
void strata_metrics_of_file_free (StrataMetricsOfFile *self);
void strata_metrics_of_file_check (StrataMetricsOfFile *self, const StrataMetricLimit *limit);
void strata_metrics_report_write (StrataOutput *output, GPtrArray *files, StrataTableStyle style);
void strata_metrics_report_write_junit (StrataOutput *output, GPtrArray *files);

G_END_DECLS
