/* strata-result.c - the result of a query as a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-result.h"

#include "strata-order.h"

/* Items without a free row overlap others in the last row. */
#define MOST_ROWS 8

#define NAME_BLOCK_BYTES 4096

/**
 * strata_result_new:
 * @title: of its lane
 * @sql: the query
 * @has_values: whether to show a graph of values
 *
 * Returns: (transfer full): a result without spans
 */
StrataResult *
strata_result_new (const char *title,
                   const char *sql,
                   gboolean has_values)
{
  StrataResult *self = g_new0 (StrataResult, 1);

  self->title = g_strdup (title);
  self->sql = g_strdup (sql);
  self->has_values = has_values;
  self->spans = g_array_new (FALSE, FALSE, sizeof (StrataResultSpan));
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->names = g_string_chunk_new (NAME_BLOCK_BYTES);
  return self;
}

void
strata_result_free (StrataResult *self)
{
  if (self == NULL)
    return;

  g_free (self->title);
  g_free (self->sql);
  g_array_unref (self->spans);
  g_ptr_array_unref (self->rows);
  g_string_chunk_free (self->names);
  g_free (self);
}

/**
 * strata_result_add:
 * @self: a result that is not finished
 * @span: when; values last until the next one, whatever its end
 * @name: (nullable): what it is called
 * @value: its value
 *
 * Adds a row; the order does not matter. The number of rows is limited, see %STRATA_RESULT_BITS.
 */
void
strata_result_add (StrataResult *self,
                   StrataSpan span,
                   const char *name,
                   double value)
{
  const StrataResultSpan row = { { span.begin_ns, MAX (span.end_ns, span.begin_ns) }, value, name != NULL ? g_string_chunk_insert_const (self->names, name) : NULL };

  if (self->spans->len >> STRATA_RESULT_BITS == 0)
    g_array_append_val (self->spans, row);
}

/* By begin, and the longer one first. */
static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const StrataResultSpan *left = a;
  const StrataResultSpan *right = b;

  return STRATA_ORDER (left->span.begin_ns, right->span.begin_ns) ?: STRATA_ORDER (right->span.end_ns, left->span.end_ns);
}

static void
add_to_row (StrataResult *self,
            guint32 index)
{
  const StrataResultSpan *spans = (const StrataResultSpan *) (gpointer) self->spans->data;
  guint row = 0;

  for (; row < self->rows->len; row++)
    {
      const GArray *others = g_ptr_array_index (self->rows, row);

      if (spans[g_array_index (others, guint32, others->len - 1)].span.end_ns <= spans[index].span.begin_ns)
        break;
    }

  if (row >= MOST_ROWS)
    row = MOST_ROWS - 1;
  if (row == self->rows->len)
    g_ptr_array_add (self->rows, g_array_new (FALSE, FALSE, sizeof (guint32)));

  g_array_append_val (g_ptr_array_index (self->rows, row), index);
}

/**
 * strata_result_finish:
 * @self: a result with all its rows
 * @end_ns: when the last value ends
 *
 * Sorts the rows. A value lasts until the next one; overlapping slices are below one another.
 */
void
strata_result_finish (StrataResult *self,
                      gint64 end_ns)
{
  self->is_finished = TRUE;
  g_array_sort (self->spans, compare_spans);
  for (guint32 i = 0; i < self->spans->len; i++)
    {
      StrataResultSpan *row = &g_array_index (self->spans, StrataResultSpan, i);

      if (self->has_values)
        row->span.end_ns = i + 1 < self->spans->len ? g_array_index (self->spans, StrataResultSpan, i + 1).span.begin_ns : MAX (end_ns, row->span.begin_ns);
      self->most = MAX (self->most, row->value);
      self->least = MIN (self->least, row->value);
      add_to_row (self, i);
    }
}
