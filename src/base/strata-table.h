/* strata-table.h - rows as text for people, CSV, TSV or JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-output.h"
#include "strata-span.h"

G_BEGIN_DECLS

/**
 * StrataTableStyle:
 * @STRATA_TABLE_TEXT: aligned columns with units
 * @STRATA_TABLE_CSV: RFC 4180 with a header line; times in ns
 * @STRATA_TABLE_JSON: an array of objects; times in ns
 * @STRATA_TABLE_TSV: values between tabs with a header line; times in ns
 */
typedef enum
{
  STRATA_TABLE_TEXT,
  STRATA_TABLE_CSV,
  STRATA_TABLE_JSON,
  STRATA_TABLE_TSV,
} StrataTableStyle;

/**
 * StrataCellKind:
 * @STRATA_CELL_TEXT: a string
 * @STRATA_CELL_FIGURE: a string that stands at the right, such as a share
 * @STRATA_CELL_NUMBER: a number without a unit, such as an id
 * @STRATA_CELL_TIME: a time of the trace in ns
 * @STRATA_CELL_DURATION: a duration in ns
 */
typedef enum
{
  STRATA_CELL_TEXT,
  STRATA_CELL_FIGURE,
  STRATA_CELL_NUMBER,
  STRATA_CELL_TIME,
  STRATA_CELL_DURATION,
} StrataCellKind;

/**
 * StrataTableColumn:
 * @name: its name for programs, a contract
 * @title: its heading for people, to be translated
 * @kind: what its cells are
 */
typedef struct
{
  const char *name;
  const char *title;
  StrataCellKind kind;
} StrataTableColumn;

typedef struct _StrataTable StrataTable;

gboolean strata_table_style_from_name (const char *name, StrataTableStyle *style);

/* Cells are given from left to right, row by row; a row ends by itself. */
StrataTable *strata_table_new (StrataOutput *output, StrataTableStyle style, const StrataTableColumn *columns, guint n_columns);
void strata_table_text (StrataTable *self, const char *text);
void strata_table_number (StrataTable *self, gint64 number);
void strata_table_real (StrataTable *self, double number);
void strata_table_unknown (StrataTable *self);
void strata_table_close (StrataTable *self);

G_END_DECLS
