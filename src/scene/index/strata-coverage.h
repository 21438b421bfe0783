/* strata-coverage.h - how much of each column of pixels is covered by spans
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lod-index.h"

G_BEGIN_DECLS

/* A row of spans as a few buckets of equal time. */
typedef struct
{
  gint64 origin_ns;   /* start of the first span of the row */
  double bucket_ns;   /* length of each bucket */
  guint32 n_buckets;  /* how many; 0 for a row with too few spans to need any */
  double *covered_ns; /* (array length=n_buckets+1): the covered time before each bucket, and in total; owned */
} StrataCoverageLevel;

/* Rows of sorted spans that do not overlap. */
typedef struct
{
  const gint64 *begin_ns;      /* begins of all spans; borrowed */
  const gint64 *end_ns;        /* their ends; borrowed */
  const guint32 *row_begin;    /* (array length=n_rows+1): the first span of each row, and the end; borrowed */
  guint64 *block_ns;           /* length of all spans before each block of STRATA_COVERAGE_BLOCK; owned */
  guint32 n_blocks;            /* how many */
  StrataCoverageLevel *levels; /* (array length=n_rows): for columns that hold many spans; owned */
  guint n_rows;                /* how many rows */
} StrataCoverage;

#define STRATA_COVERAGE_BLOCK 16

void strata_coverage_init (StrataCoverage *self, const gint64 *begin_ns, const gint64 *end_ns, const guint32 *row_begin, guint n_rows);
void strata_coverage_clear (StrataCoverage *self);
void strata_coverage_add_columns (const StrataCoverage *self, guint row, const StrataGrid *grid, double *columns_ns);
gint64 strata_coverage_get_ns (const StrataCoverage *self, guint row, StrataSpan span);
gsize strata_coverage_get_n_bytes (const StrataCoverage *self);

G_END_DECLS
