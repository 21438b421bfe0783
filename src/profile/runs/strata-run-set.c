/* strata-run-set.c - the runs of both sides
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-set.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* Sums are immutable once they are in a set, so copies share them: a worker compares a copy while
 * runs of the original are left out. */
struct _StrataRunSet
{
  GArray *runs[STRATA_N_DIFF_SIDES]; /* (element-type StrataSetRun) owned: in the order of their files */
};

static void
clear_run (gpointer data)
{
  StrataSetRun *run = data;

  g_clear_pointer (&run->sums, strata_run_sums_unref);
  g_free (run->file);
  g_free (run->reason);
}

/**
 * strata_run_set_new:
 *
 * Returns: (transfer full): a set without runs
 */
StrataRunSet *
strata_run_set_new (void)
{
  StrataRunSet *self = g_new0 (StrataRunSet, 1);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->runs[side] = g_array_new (FALSE, FALSE, sizeof (StrataSetRun));
      g_array_set_clear_func (self->runs[side], clear_run);
    }

  return self;
}

/**
 * strata_run_set_copy:
 * @self: a set
 *
 * Returns: (transfer full): another set with the same runs
 */
StrataRunSet *
strata_run_set_copy (const StrataRunSet *self)
{
  StrataRunSet *copy = strata_run_set_new ();

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < self->runs[side]->len; i++)
      {
        const StrataSetRun *run = strata_run_set_get (self, side, i);
        const StrataSetRun copied = { g_strdup (run->file), run->sums != NULL ? strata_run_sums_ref (run->sums) : NULL, g_strdup (run->reason), run->twin };

        g_array_append_val (copy->runs[side], copied);
      }

  return copy;
}

void
strata_run_set_free (StrataRunSet *self)
{
  if (self == NULL)
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_unref (self->runs[side]);
  g_free (self);
}

/* Runs that are left out do not count. */
static const StrataRunSums *
find_first_used (const StrataRunSet *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < self->runs[side]->len; i++)
      if (strata_run_set_is_used (self, side, i))
        return strata_run_set_get (self, side, i)->sums;

  return NULL;
}

static const char *
get_unit_title (const char *unit)
{
  return unit != NULL ? unit : _ ("time");
}

/**
 * strata_run_set_take:
 * @self: a set
 * @side: a side
 * @sums: (transfer full): a run of this side
 *
 * Adds a run. It is left out if its unit differs from that of the previous runs.
 */
void
strata_run_set_take (StrataRunSet *self,
                     StrataDiffSide side,
                     StrataRunSums *sums)
{
  const StrataRunSums *first = find_first_used (self);

  if (first != NULL && g_strcmp0 (first->unit, sums->unit) != 0)
    {
      /* Translators: units of what is counted, such as "bytes" and "time" */
      g_autofree char *reason = g_strdup_printf (_ ("it counts %s, and other runs %s"), get_unit_title (sums->unit), get_unit_title (first->unit));

      strata_run_set_add_failed (self, side, sums->file, reason);
      strata_run_sums_unref (sums);
      return;
    }

  const StrataSetRun run = { g_strdup (sums->file), sums, NULL, STRATA_NONE };

  g_array_append_val (self->runs[side], run);
}

static const char *
skip_prefix (const char *message,
             const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);
  const gsize n_bytes = strlen (shown);

  return g_str_has_prefix (message, shown) && g_str_has_prefix (message + n_bytes, ": ") ? message + n_bytes + 2 : message;
}

/* An error message may begin with the path of its file, as given or absolute, which is removed. */
static const char *
skip_path (const char *message,
           const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);

  return skip_prefix (skip_prefix (message, path), whole);
}

/**
 * strata_run_set_add_failed:
 * @self: a set
 * @side: a side
 * @file: a file of this side that could not be loaded
 * @reason: why
 */
void
strata_run_set_add_failed (StrataRunSet *self,
                           StrataDiffSide side,
                           const char *file,
                           const char *reason)
{
  const StrataSetRun run = { g_strdup (file), NULL, g_strdup (skip_path (reason, file)), STRATA_NONE };

  g_array_append_val (self->runs[side], run);
}

/**
 * strata_run_set_join:
 * @self: a set
 * @run_a: index of a run of A
 * @run_b: index of the run of B that is the same file
 */
void
strata_run_set_join (StrataRunSet *self,
                     guint run_a,
                     guint run_b)
{
  g_return_if_fail (run_a < self->runs[STRATA_DIFF_A]->len && run_b < self->runs[STRATA_DIFF_B]->len);

  g_array_index (self->runs[STRATA_DIFF_A], StrataSetRun, run_a).twin = run_b;
  g_array_index (self->runs[STRATA_DIFF_B], StrataSetRun, run_b).twin = run_a;
}

/**
 * strata_run_set_leave_out:
 * @self: a set
 * @side: a side
 * @run: index of one of its runs
 * @reason: (nullable): why it is left out; %NULL to use it again. A run that could not be loaded is never used
 */
void
strata_run_set_leave_out (StrataRunSet *self,
                          StrataDiffSide side,
                          guint run,
                          const char *reason)
{
  StrataSetRun *left = &g_array_index (self->runs[side], StrataSetRun, run);

  g_return_if_fail (run < self->runs[side]->len);

  if (left->sums == NULL)
    return;

  g_free (left->reason);
  left->reason = g_strdup (reason);
}

/* Returns how many runs it has, including those left out. */
guint
strata_run_set_get_n (const StrataRunSet *self,
                      StrataDiffSide side)
{
  return self->runs[side]->len;
}

const StrataSetRun *
strata_run_set_get (const StrataRunSet *self,
                    StrataDiffSide side,
                    guint run)
{
  return &g_array_index (self->runs[side], StrataSetRun, run);
}

/**
 * strata_run_set_is_used:
 * @self: a set
 * @side: a side
 * @run: index of one of its runs
 *
 * Returns: whether the run is used
 */
gboolean
strata_run_set_is_used (const StrataRunSet *self,
                        StrataDiffSide side,
                        guint run)
{
  const StrataSetRun *known = strata_run_set_get (self, side, run);

  return known->sums != NULL && known->reason == NULL;
}

/**
 * strata_run_set_count_used:
 * @self: a set
 * @side: a side
 *
 * Returns: how many of its runs are used
 */
guint
strata_run_set_count_used (const StrataRunSet *self,
                           StrataDiffSide side)
{
  guint n = 0;

  for (guint i = 0; i < self->runs[side]->len; i++)
    n += strata_run_set_is_used (self, side, i);

  return n;
}

/**
 * strata_run_set_count_shared:
 * @self: a set
 *
 * Returns: how many runs are used on both sides, which are then not independent
 */
guint
strata_run_set_count_shared (const StrataRunSet *self)
{
  guint n = 0;

  for (guint i = 0; i < self->runs[STRATA_DIFF_A]->len; i++)
    {
      const guint32 twin = strata_run_set_get (self, STRATA_DIFF_A, i)->twin;

      n += twin != STRATA_NONE && strata_run_set_is_used (self, STRATA_DIFF_A, i) && strata_run_set_is_used (self, STRATA_DIFF_B, twin);
    }

  return n;
}

/**
 * strata_run_set_get_unit:
 * @self: a set
 *
 * Returns: (transfer none) (nullable): the unit of its runs, such as "bytes"; %NULL for time
 */
const char *
strata_run_set_get_unit (const StrataRunSet *self)
{
  const StrataRunSums *first = find_first_used (self);

  return first != NULL ? first->unit : NULL;
}
