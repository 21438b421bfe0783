/* strata-result.h - the result of a query as a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-span.h"

G_BEGIN_DECLS

/* The number of a span in an item: the low bits; the lane's number is above them. */
#define STRATA_RESULT_BITS 24

/* A row of a result. */
typedef struct
{
  StrataSpan span;  /* when */
  double value;     /* its value; 0 if the result has none */
  const char *name; /* nullable: its name; owned by the result */
} StrataResultSpan;

/* The content of a result lane. Title and query are kept with the file; the query runs again when
 * the file is opened. */
typedef struct
{
  char *title;          /* of its lane; owned */
  char *sql;            /* the query; owned */
  gboolean is_finished; /* whether it has the rows of its query */
  gboolean has_values;  /* whether it is a graph of values, and not slices */
  double most;          /* the largest value, or 0 */
  double least;         /* the smallest value, or 0 */
  GArray *spans;        /* (element-type StrataResultSpan): by begin; owned */
  GPtrArray *rows;      /* (element-type GArray): indices of spans by begin, one array per row; only the last may overlap; owned */
  GStringChunk *names;  /* the names; owned */
} StrataResult;

StrataResult *strata_result_new (const char *title, const char *sql, gboolean has_values);
void strata_result_free (StrataResult *self);
void strata_result_add (StrataResult *self, StrataSpan span, const char *name, double value);
void strata_result_finish (StrataResult *self, gint64 end_ns);

G_END_DECLS
