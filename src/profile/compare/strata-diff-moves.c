/* strata-diff-moves.c - finds where the work of a removed name went
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A renamed method is removed in A and added in B, and nothing got slower or faster. A removed name
 * has moved to a name whose self time grew by about as much, if either both names have the same
 * last word, or one is removed and the other added, and both are called equally often and often
 * enough for that to be meaningful.
 */
#include "config.h"

#include "strata-diff-moves.h"

#include <math.h>
#include <string.h>

#include "strata-diff-private.h"

/* Moved work may change a little. */
#define LEAST_LIKENESS 0.7
/* Names with fewer calls than this have equal counts by chance. */
#define LEAST_CALLS 5
/* Only the largest candidates are compared, since the number of pairs is quadratic. */
#define MOST_CANDIDATES 500

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* The last word of a name that has letters: the method's own name. */
static const char *
find_last_word (const char *name,
                gsize *n_bytes)
{
  const gsize n_name = strcspn (name, "(:");
  const char *end = name + (n_name > 0 ? n_name : strlen (name));

  while (end > name && !is_word (end[-1]))
    end--;

  const char *begin = end;

  while (begin > name && is_word (begin[-1]))
    begin--;

  *n_bytes = (gsize) (end - begin);
  return begin;
}

static gboolean
has_like_name (const char *a,
               const char *b)
{
  gsize n_a;
  gsize n_b;
  const char *word_a = find_last_word (a, &n_a);
  const char *word_b = find_last_word (b, &n_b);

  return n_a >= 3 && n_a == n_b && g_ascii_strncasecmp (word_a, word_b, n_a) == 0;
}

/* The smaller value over the larger. */
static double
get_likeness (double a,
              double b)
{
  return a > 0.0 && b > 0.0 ? MIN (a, b) / MAX (a, b) : 0.0;
}

/**
 * strata_diff_move_get_fit:
 * @self: a possible move
 *
 * Returns: how well the loss of A matches the gain of B; 0 if it does not
 */
double
strata_diff_move_get_fit (const StrataDiffMove *self)
{
  const double time_likeness = get_likeness (self->times[STRATA_DIFF_A], self->times[STRATA_DIFF_B]);
  const double calls_likeness = get_likeness (self->n_calls[STRATA_DIFF_A], self->n_calls[STRATA_DIFF_B]);

  if (time_likeness < LEAST_LIKENESS)
    return 0.0;
  if (has_like_name (self->names[STRATA_DIFF_A], self->names[STRATA_DIFF_B]))
    return 2.0 + time_likeness;

  return self->is_both && calls_likeness >= 0.95 && time_likeness >= 0.85 ? time_likeness * calls_likeness : 0.0;
}

/* Whether a name of only one side has many calls. */
static gboolean
has_many_calls (const StrataDiff *self,
                const StrataDiffRow *row,
                StrataDiffSide side)
{
  guint n_rows;

  return row->row[side] != STRATA_NONE && strata_diff_count_finished (&strata_profile_get_rows (self->profiles[side], &n_rows)[row->row[side]]) >= LEAST_CALLS;
}

static double
get_fit (const StrataDiff *self,
         const StrataDiffRow *lost,
         const StrataDiffRow *gained)
{
  const StrataDiffRow *const rows[] = { lost, gained };
  StrataDiffMove move = {
    .is_both = lost->verdict == STRATA_DIFF_REMOVED && gained->verdict == STRATA_DIFF_ADDED &&
               has_many_calls (self, lost, STRATA_DIFF_A) && has_many_calls (self, gained, STRATA_DIFF_B),
  };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      move.names[side] = strata_diff_get_name (self, rows[side]);
      move.times[side] = fabs (strata_diff_get_own_change_ns (self, rows[side]));
      move.n_calls[side] = fabs (strata_diff_get_delta (self, rows[side], STRATA_DIFF_CALLS));
    }

  return strata_diff_move_get_fit (&move);
}

/* Rows whose self time fell or rose enough to matter, largest first, as the rows are. */
static GArray *
list_candidates (const StrataDiff *self,
                 gboolean is_lost)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n_rows && list->len < MOST_CANDIDATES; i++)
    {
      const double change_ns = strata_diff_get_own_change_ns (self, &self->rows[i]);
      const gboolean is_single = self->rows[i].verdict == STRATA_DIFF_REMOVED || self->rows[i].verdict == STRATA_DIFF_ADDED;

      if ((is_single || strata_diff_verdict_is_real (self->rows[i].verdict)) && (change_ns < 0.0) == is_lost && fabs (change_ns) >= (double) self->floor_ns)
        g_array_append_val (list, i);
    }

  return list;
}

static void
find_move (StrataDiff *self,
           guint32 lost,
           const GArray *gained)
{
  double best_fit = 0.0;
  guint32 best = STRATA_NONE;

  for (guint i = 0; i < gained->len; i++)
    {
      const guint32 index = g_array_index (gained, guint32, i);
      const double fit = self->rows[index].moved == STRATA_NONE ? get_fit (self, &self->rows[lost], &self->rows[index]) : 0.0;

      if (fit > best_fit)
        {
          best_fit = fit;
          best = index;
        }
    }

  if (best == STRATA_NONE)
    return;

  self->rows[lost].moved = best;
  self->rows[best].moved = lost;
}

void
strata_diff_find_moves (StrataDiff *self)
{
  g_autoptr (GArray) lost = list_candidates (self, TRUE);
  g_autoptr (GArray) gained = list_candidates (self, FALSE);

  for (guint i = 0; i < lost->len; i++)
    if (self->rows[g_array_index (lost, guint32, i)].verdict == STRATA_DIFF_REMOVED)
      find_move (self, g_array_index (lost, guint32, i), gained);
}
