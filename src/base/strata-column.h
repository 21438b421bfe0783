/* strata-column.h - a growable array of one plain type
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* A growable array for hot loops. The element size is passed to each call as a constant, so that
 * the compiler sees it; it must be the same for all calls of one column. */
typedef struct
{
  gpointer data; /* owned */
  gsize n;
  gsize n_allocated;
} StrataColumn;

#define STRATA_COLUMN_INIT \
  {                        \
    NULL, 0, 0             \
  }

void strata_column_grow (StrataColumn *self, gsize element_bytes, gsize n_wanted);
/* The same without spare capacity, if the final number is known. */
void strata_column_reserve (StrataColumn *self, gsize element_bytes, gsize n_wanted);
/* Frees the spare capacity, which is up to a large page. */
void strata_column_trim (StrataColumn *self, gsize element_bytes);
void strata_column_clear (StrataColumn *self);

/* Makes room for one element and returns its place; the content is undefined. */
static inline gpointer
strata_column_push (StrataColumn *self,
                    gsize element_bytes)
{
  if (G_UNLIKELY (self->n == self->n_allocated))
    strata_column_grow (self, element_bytes, self->n + 1);

  return (char *) self->data + element_bytes * self->n++;
}

static inline void
strata_column_push_u32 (StrataColumn *self,
                        guint32 value)
{
  *(guint32 *) strata_column_push (self, sizeof value) = value;
}

static inline void
strata_column_push_i64 (StrataColumn *self,
                        gint64 value)
{
  *(gint64 *) strata_column_push (self, sizeof value) = value;
}

/* @n indices or ids, all STRATA_NONE, (transfer full). */
static inline guint32 *
strata_new_nones (gsize n)
{
  guint32 *values = g_new (guint32, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    values[i] = STRATA_NONE;

  return values;
}

/* The element at @index of a column of @type, as an lvalue. */
#define strata_column_at(self, type, index) (((type *) (self)->data)[index])

/* Passes the array to the caller, at its exact size; free with g_free(). */
gpointer strata_column_steal (StrataColumn *self, gsize element_bytes);

G_END_DECLS
