/* strata-rows.h - rows of a table, with their columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"

G_BEGIN_DECLS

/* The columns of a table. */
typedef struct
{
  /* (array length=n_columns) nullable: numbers of columns, in the order of the table; NULL for the
   * first columns of the class */
  const guint8 *columns;
  guint n_columns; /* how many; 0 for all columns of the class */
} StrataColumnList;

/* A list of columns from an array in the same file. */
#define STRATA_COLUMN_LIST(array) \
  {                               \
    array, G_N_ELEMENTS (array)   \
  }

/* A row. */
typedef struct
{
  gpointer data; /* the data of the rows */
  guint number;  /* number of the row */
} StrataRow;

/**
 * StrataCellGet:
 * @row: a row
 * @column: number of a column of the class
 * @cell: (inout): an empty cell to fill; if unchanged, its value is unknown
 *
 * Finds the value of a cell. It may be called at the same time in the window's thread and in workers that write a
 * table.
 *
 * Returns: whether it handles this column
 */
typedef gboolean (*StrataCellGet) (StrataRow row, guint column, StrataCell *cell);

/* How good something is, shown as a colour in addition to its text. */
typedef enum
{
  STRATA_TONE_NONE,  /* neither good nor bad */
  STRATA_TONE_GOOD,  /* as it should be */
  STRATA_TONE_BAD,   /* not as it should be */
  STRATA_TONE_WORST, /* far from as it should be */
  STRATA_N_TONES,
} StrataTone;

/* Describes a kind of rows. It is static. */
typedef struct
{
  const StrataTableColumn *columns;    /* (array length=n_columns): all possible columns */
  guint n_columns;                     /* how many */
  StrataColumnList exported;           /* the columns for programs: a contract */
  StrataColumnList printed;            /* the columns of text on the command line; if empty, those of @exported */
  StrataColumnList shown;              /* the columns of the window */
  StrataCellGet get;                   /* nullable: the value for programs, for all columns; if it is NULL, @write and @show are used */
  StrataCellGet show;                  /* nullable: the text in the window, if it is more than the value with its unit */
  StrataCellGet sort;                  /* nullable: the value by which the window sorts, if not that of @get */
  StrataCellGet tooltip;               /* nullable: text for the tooltip of a cell; otherwise wide columns show their own text there */
  gboolean is_sorted;                  /* whether the window sorts them from the start, the largest first */
  guint8 sorted_by;                    /* the column by which they are sorted */
  guint (*get_indent) (StrataRow row); /* nullable: how many levels the first column of the window is indented */
  /* nullable: identifies a row independently of its number; the same in other rows of the class */
  guint64 (*get_key) (StrataRow row);
  StrataTone (*get_tone) (StrataRow row); /* nullable: how good a row is */
  guint8 toned;                           /* the column that shows the tone */
  /* nullable: writes a row for programs, if all its values are computed at once */
  void (*write) (StrataRow row, StrataTable *table);
  GDestroyNotify free_data; /* nullable: frees the data of rows, in the thread that drops the last reference */
} StrataRowClass;

/* The columns of a class, from an array in the same file. */
#define STRATA_ROW_COLUMNS(array) .columns = array, .n_columns = G_N_ELEMENTS (array)

typedef struct _StrataRows StrataRows;

StrataRows *strata_rows_new (const StrataRowClass *klass, gpointer data, guint n_rows);
StrataRows *strata_rows_ref (StrataRows *self);
void strata_rows_unref (StrataRows *self);
void strata_rows_set_axis (StrataRows *self, StrataSpan axis);
const StrataRowClass *strata_rows_get_class (const StrataRows *self);
gpointer strata_rows_get_data (const StrataRows *self);
guint strata_rows_get_n_rows (const StrataRows *self);
guint64 strata_rows_get_key (const StrataRows *self, guint row);
char *strata_rows_dup_text (const StrataRows *self, guint row, guint column);
char *strata_rows_dup_tooltip (const StrataRows *self, guint row, guint column);
guint strata_rows_get_indent (const StrataRows *self, guint row);
StrataTone strata_rows_get_tone (const StrataRows *self, guint row, guint column);
void strata_rows_sort (const StrataRows *self, guint32 *rows, guint n_rows, guint column, gboolean is_descending);
StrataTable *strata_rows_open (const StrataRows *self, StrataOutput *output, StrataTableStyle style);
void strata_rows_write (const StrataRows *self, StrataTable *table, StrataTableStyle style, guint row);
void strata_rows_print (const StrataRows *self, StrataOutput *output, StrataTableStyle style);
guint strata_row_class_count (const StrataRowClass *klass, const StrataColumnList *list);
guint strata_row_class_get_column (const StrataColumnList *list, guint place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRows, strata_rows_unref)

G_END_DECLS
