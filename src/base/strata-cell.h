/* strata-cell.h - the value of a cell of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kind of all cells of a column. */
typedef enum
{
  STRATA_CELL_TEXT,     /* a string */
  STRATA_CELL_FIGURE,   /* a string at the right edge, such as a share */
  STRATA_CELL_NUMBER,   /* a number without a unit, such as an id */
  STRATA_CELL_COUNT,    /* a count; its digits are grouped in the window */
  STRATA_CELL_TIME,     /* a time of the trace in ns */
  STRATA_CELL_DURATION, /* a duration in ns */
} StrataCellKind;

/* The kind of a cell's value. */
typedef enum
{
  STRATA_VALUE_UNKNOWN, /* unknown */
  STRATA_VALUE_TEXT,    /* a string */
  STRATA_VALUE_NUMBER,  /* a whole number */
  STRATA_VALUE_REAL,    /* a number with a fraction */
} StrataValueKind;

/* The value of one cell. Initialise it with STRATA_CELL_INIT and free it with strata_cell_clear(). */
typedef struct
{
  StrataValueKind kind; /* which of the values is set */
  gint64 number;        /* a whole number */
  double real;          /* a number with a fraction */
  const char *text;     /* borrowed: a string, not always valid UTF-8 */

  /* private */
  char *owned; /* owned; nullable: @text if it was made for the cell */
} StrataCell;

#define STRATA_CELL_INIT \
  {                      \
    STRATA_VALUE_UNKNOWN \
  }

/* @text must live at least as long as the cell; NULL is an unknown value. */
static inline void
strata_cell_set_text (StrataCell *self,
                      const char *text)
{
  self->kind = text != NULL ? STRATA_VALUE_TEXT : STRATA_VALUE_UNKNOWN;
  self->text = text;
}

static inline void
strata_cell_take_text (StrataCell *self,
                       char *text)
{
  strata_cell_set_text (self, text);
  self->owned = text;
}

static inline void
strata_cell_set_number (StrataCell *self,
                        gint64 number)
{
  self->kind = STRATA_VALUE_NUMBER;
  self->number = number;
}

static inline void
strata_cell_set_real (StrataCell *self,
                      double real)
{
  self->kind = STRATA_VALUE_REAL;
  self->real = real;
}

static inline void
strata_cell_clear (StrataCell *self)
{
  g_free (self->owned);
  *self = (StrataCell) STRATA_CELL_INIT;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataCell, strata_cell_clear)

G_END_DECLS
