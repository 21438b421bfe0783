/* strata-sequence-match.c - matches two sequences in order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sequence-match.h"

#include <string.h>

/* A longest common subsequence, by the greedy search for the shortest path through the grid of both
 * (Myers 1986): d steps sideways or down, and diagonal steps for equal elements. A common prefix
 * and suffix are removed first. Sequences that differ in more than MOST_STEPS places are matched by
 * ordinal instead: the n-th element of a kind with the n-th one of the other. */
#define MOST_STEPS 1000

typedef struct
{
  const guint32 *a;
  const guint32 *b;
  gint32 n_a;
  gint32 n_b;
  guint32 first_a; /* length of the removed prefix */
  guint32 first_b;
  guint32 *b_of_a;
} Grid;

static inline gint32
go_along (const Grid *grid,
          gint32 x,
          gint32 diagonal)
{
  while (x < grid->n_a && x - diagonal < grid->n_b && grid->a[x] == grid->b[x - diagonal])
    x++;

  return x;
}

static inline gboolean
goes_down (const gint32 *reach,
           gint32 d,
           gint32 diagonal)
{
  return diagonal == -d || (diagonal != d && reach[diagonal - 1] < reach[diagonal + 1]);
}

/* Follows the path backwards and notes its diagonals. */
static void
note_pairs (const Grid *grid,
            gint32 **reaches,
            gint32 n_steps)
{
  gint32 x = grid->n_a;
  gint32 y = grid->n_b;

  for (gint32 d = n_steps; d >= 0; d--)
    {
      const gint32 *reach = d > 0 ? reaches[d - 1] + d : NULL;
      const gint32 diagonal = x - y;
      const gint32 before = d > 0 ? (goes_down (reach, d, diagonal) ? diagonal + 1 : diagonal - 1) : 0;
      const gint32 before_x = d > 0 ? reach[before] : 0;
      const gint32 before_y = before_x - before;

      while (x > before_x && y > before_y)
        {
          x--;
          y--;
          grid->b_of_a[grid->first_a + (guint32) x] = grid->first_b + (guint32) y;
        }

      x = before_x;
      y = before_y;
    }
}

/* reaches[d] is how far d steps reach, by diagonal from -d-1 to d+1. */
static gboolean
search (const Grid *grid,
        GPtrArray *reaches)
{
  gint32 *reach = g_new0 (gint32, 2 * MOST_STEPS + 3);
  gint32 *center = reach + MOST_STEPS + 1;
  gboolean is_found = FALSE;

  for (gint32 d = 0; d <= MOST_STEPS && !is_found; d++)
    {
      for (gint32 diagonal = -d; diagonal <= d && !is_found; diagonal += 2)
        {
          const gint32 x = d == 0 ? 0 : goes_down (center, d, diagonal) ? center[diagonal + 1]
                                                                        : center[diagonal - 1] + 1;

          center[diagonal] = go_along (grid, x, diagonal);
          is_found = center[diagonal] >= grid->n_a && center[diagonal] - diagonal >= grid->n_b;
        }

      if (is_found)
        note_pairs (grid, (gint32 **) reaches->pdata, d);
      else
        g_ptr_array_add (reaches, g_memdup2 (center - d - 1, sizeof (gint32) * (gsize) (2 * d + 3)));
    }

  g_free (reach);
  return is_found;
}

static void
match_by_ordinal (const Grid *grid)
{
  g_autoptr (GHashTable) waiting = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_queue_free);

  for (gint32 y = 0; y < grid->n_b; y++)
    {
      GQueue *places = g_hash_table_lookup (waiting, GUINT_TO_POINTER (grid->b[y]));

      if (places == NULL)
        g_hash_table_insert (waiting, GUINT_TO_POINTER (grid->b[y]), places = g_queue_new ());
      g_queue_push_tail (places, GINT_TO_POINTER (y + 1));
    }

  for (gint32 x = 0; x < grid->n_a; x++)
    {
      GQueue *places = g_hash_table_lookup (waiting, GUINT_TO_POINTER (grid->a[x]));
      const gint32 place = places != NULL ? GPOINTER_TO_INT (g_queue_pop_head (places)) : 0;

      if (place > 0)
        grid->b_of_a[grid->first_a + (guint32) x] = grid->first_b + (guint32) place - 1;
    }
}

/**
 * strata_sequence_match:
 * @a: (array length=n_a): a sequence
 * @n_a: how long it is
 * @b: (array length=n_b): another sequence
 * @n_b: how long it is
 * @b_of_a: (out caller-allocates) (array length=n_a): for each element of @a, the index of its counterpart, or %STRATA_SEQUENCE_NONE
 *
 * Finds as many equal elements in the same order as possible. Sequences with very little in common are matched regardless
 * of the order.
 */
void
strata_sequence_match (const guint32 *a,
                       guint32 n_a,
                       const guint32 *b,
                       guint32 n_b,
                       guint32 *b_of_a)
{
  g_autoptr (GPtrArray) reaches = g_ptr_array_new_with_free_func (g_free);
  guint32 n_first = 0;
  guint32 n_last = 0;

  if (n_a == 0)
    return;

  memset (b_of_a, 0xff, sizeof *b_of_a * n_a);
  if (n_b == 0)
    return;

  for (; n_first < MIN (n_a, n_b) && a[n_first] == b[n_first]; n_first++)
    b_of_a[n_first] = n_first;
  for (; n_last < MIN (n_a, n_b) - n_first && a[n_a - 1 - n_last] == b[n_b - 1 - n_last]; n_last++)
    b_of_a[n_a - 1 - n_last] = n_b - 1 - n_last;

  const Grid grid = {
    .a = a + n_first,
    .b = b + n_first,
    .n_a = (gint32) (n_a - n_first - n_last),
    .n_b = (gint32) (n_b - n_first - n_last),
    .first_a = n_first,
    .first_b = n_first,
    .b_of_a = b_of_a,
  };

  if (grid.n_a > 0 && grid.n_b > 0 && !search (&grid, reaches))
    match_by_ordinal (&grid);
}
