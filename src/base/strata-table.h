/* strata-table.h - rows as text for the user, CSV, TSV or JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-cell.h"
#include "strata-output.h"
#include "strata-span.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_TABLE_TEXT, /* aligned columns with units */
  STRATA_TABLE_CSV,  /* RFC 4180 with a header line; times in ns */
  STRATA_TABLE_JSON, /* an array of objects; times in ns */
  STRATA_TABLE_TSV,  /* tab-separated values with a header line; times in ns */
} StrataTableStyle;

/* A column of a table: in the window, in exports and on the command line. */
typedef struct
{
  const char *name;    /* its name for programs, a contract */
  const char *title;   /* its heading for display, to be translated; without a unit for times */
  StrataCellKind kind; /* the kind of its cells */
  guint8 n_chars;      /* its minimum width in the window, or 0 for the width of its kind */
  gboolean is_wide;    /* whether it takes the remaining width; the filter of a table searches such columns */
  gboolean is_name;    /* whether its cells are names of calls; a narrow column shows their distinctive part */
  gboolean is_code;    /* whether the window shows it in a monospace font */
  /* whether the first click on its title sorts in the opposite order: numbers from the smallest,
   * words from the last */
  gboolean is_reversed;
  guint16 width_px; /* its width in the window, whatever its cells contain; 0 for the width that they need */
} StrataTableColumn;

typedef struct _StrataTable StrataTable;

gboolean strata_table_style_from_name (const char *name, StrataTableStyle *style);

/* Cells are written from left to right, row by row; a row ends after its last cell. */
StrataTable *strata_table_new (StrataOutput *output, StrataTableStyle style, const StrataTableColumn *columns, guint n_columns);
void strata_table_text (StrataTable *self, const char *text);
void strata_table_number (StrataTable *self, gint64 number);
void strata_table_real (StrataTable *self, double number);
void strata_table_unknown (StrataTable *self);
void strata_table_cell (StrataTable *self, const StrataCell *cell);
void strata_table_close (StrataTable *self);

G_END_DECLS
