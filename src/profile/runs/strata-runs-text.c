/* strata-runs-text.c - a comparison of sets as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-text.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-run-late.h"
#include "strata-run-names.h"
#include "strata-units.h"

/* The user sees titles of frame figures instead of their ids. */
static const struct
{
  const char *name;
  const char *title;
  const char *same; /* the title beside a later figure with equal values */
} frame_titles[] = {
  { STRATA_RUN_LATE, N_ ("late frames"), NULL },
  { STRATA_RUN_FRAME_P50, N_ ("frame time, median"), N_ ("(= median)") },
  { STRATA_RUN_FRAME_P90, N_ ("frame time, 90 %"), N_ ("(= 90 %)") },
  { STRATA_RUN_FRAME_P95, N_ ("frame time, 95 %"), N_ ("(= 95 %)") },
  { STRATA_RUN_FRAME_P99, N_ ("frame time, 99 %"), N_ ("(= 99 %)") },
  { STRATA_RUN_FRAME_MAX, N_ ("frame time, longest"), NULL },
};

/* Counts are whole numbers, except for medians and means; large ones are shown in full. */
static char *
dup_count (double value,
           gboolean is_delta)
{
  if (fabs (value) >= 1000.0)
    return g_strdup_printf (is_delta ? "%+.0f" : "%.0f", value);

  return g_strdup_printf (is_delta ? "%+.4g" : "%.4g", value);
}

/**
 * strata_runs_dup_value:
 * @unit: the unit of @value
 * @amount: (nullable): the unit of the runs if it is not time
 * @value: a figure; may be NaN or infinite
 *
 * Returns: (transfer full): the figure for the user
 */
char *
strata_runs_dup_value (StrataRunsUnit unit,
                       const char *amount,
                       double value)
{
  char text[STRATA_UNITS_BYTES];

  if (!isfinite (value))
    return g_strdup ("–");

  switch (unit)
    {
    case STRATA_RUNS_TIME:
      return g_strdup (strata_units_amount ((gint64) rint (value), amount, text));
    case STRATA_RUNS_COUNT:
      return dup_count (value, FALSE);
    case STRATA_RUNS_SHARE:
      return g_strdup_printf ("%.1f %%", 100.0 * value);
    }

  g_return_val_if_reached (NULL);
}

/**
 * strata_runs_dup_delta:
 * @unit: the unit of @delta
 * @amount: (nullable): the unit of the runs if it is not time
 * @delta: a change; may be NaN or infinite
 *
 * Returns: (transfer full): the change for the user, with its sign
 */
char *
strata_runs_dup_delta (StrataRunsUnit unit,
                       const char *amount,
                       double delta)
{
  char text[STRATA_UNITS_BYTES];

  if (!isfinite (delta))
    return g_strdup ("–");

  switch (unit)
    {
    case STRATA_RUNS_TIME:
      return g_strdup (strata_units_amount_delta ((gint64) rint (delta), amount, text));
    case STRATA_RUNS_COUNT:
      return fabs (delta) < 1e-9 ? g_strdup ("0") : dup_count (delta, TRUE);
    case STRATA_RUNS_SHARE:
      return fabs (delta) < 0.0005 ? g_strdup ("0 %") : g_strdup_printf ("%+.1f %%", 100.0 * delta);
    }

  g_return_val_if_reached (NULL);
}

/**
 * strata_runs_dup_interval:
 * @row: a row
 *
 * Returns: (transfer full): the 95 % confidence interval of the change, in percent of A if both sides have it
 */
char *
strata_runs_dup_interval (const StrataRunsRow *row)
{
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];
  double low_frac;
  double high_frac;

  if (!isfinite (row->change_low) || !isfinite (row->change_high))
    return g_strdup ("–");

  if (row->unit != STRATA_RUNS_SHARE && row->verdict != STRATA_RUNS_REMOVED && strata_runs_row_get_change (row, row->change_low, &low_frac) && strata_runs_row_get_change (row, row->change_high, &high_frac))
    /* Translators: from one change in percent to another */
    return g_strdup_printf (_ ("%s to %s"), strata_units_change (low_frac, low), strata_units_change (high_frac, high));

  g_autofree char *low_text = strata_runs_dup_delta (row->unit, row->amount, row->change_low);
  g_autofree char *high_text = strata_runs_dup_delta (row->unit, row->amount, row->change_high);

  return g_strdup_printf (_ ("%s to %s"), low_text, high_text);
}

/* A figure that stands for several equal ones has all their names. */
static char *
dup_frame_name (const StrataRunsDiff *diff,
                const StrataRunsRow *row)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (frame_titles); i++)
    {
      const StrataRunsRow *other = strata_runs_diff_find (diff, STRATA_RUN_FRAMES, frame_titles[i].name);

      if (g_str_equal (frame_titles[i].name, row->name))
        {
          g_string_prepend (text, _ (frame_titles[i].title));
          break;
        }
      if (other == NULL || !other->is_repeated)
        g_string_truncate (text, 0);
      else if (frame_titles[i].same != NULL)
        g_string_append_printf (text, " %s", _ (frame_titles[i].same));
    }

  return g_string_free (text, FALSE);
}

static char *
dup_own_name (const StrataRunsDiff *diff,
              const StrataRunsRow *row)
{
  if (row->kind == STRATA_RUN_FRAMES)
    return dup_frame_name (diff, row);

  if (!strata_run_kind_is_name (row->kind))
    return g_strdup (row->name);

  const char *role;
  g_autofree char *name = strata_run_names_split (row->name, &role);
  g_autofree char *shown = *name != '\0' ? strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED) : g_strdup (_ ("(empty name)"));

  /* Translators: a name, and the thread that it is on */
  return role != NULL ? g_strdup_printf (_ ("%s on %s"), shown, role) : g_steal_pointer (&shown);
}

/**
 * strata_runs_dup_name:
 * @diff: a comparison
 * @row: one of its rows
 *
 * Returns: (transfer full): its name for the user, and the name that it was renamed from or to
 */
char *
strata_runs_dup_name (const StrataRunsDiff *diff,
                      const StrataRunsRow *row)
{
  g_autofree char *name = dup_own_name (diff, row);
  guint n_rows;

  if (row->moved == STRATA_NONE)
    return g_steal_pointer (&name);

  g_autofree char *other = dup_own_name (diff, &strata_runs_diff_get_rows (diff, &n_rows)[row->moved]);

  return g_strdup_printf (row->verdict == STRATA_RUNS_REMOVED ? _ ("%s  (now %s)") : _ ("%s  (was %s)"), name, other);
}

/* Returns a description of its figures, such as "Exclusive time per frame". */
static char *
dup_units (const StrataRunsDiff *diff)
{
  const StrataRunMetric metric = strata_runs_diff_get_metric (diff);
  const char *iteration = strata_runs_diff_get_iteration (diff);
  g_autofree char *name = iteration != NULL ? strata_method_signature_dup (iteration, STRATA_SIGNATURE_QUALIFIED) : NULL;

  if (!strata_run_metric_is_sum (metric))
    return g_strdup (strata_run_metric_get_title (metric));
  if (name != NULL)
    /* Translators: a figure such as "Exclusive", and a name */
    return g_strdup_printf (_ ("%s, per call of “%s”"), strata_run_metric_get_title (metric), name);

  /* Translators: a figure such as "Exclusive", and "Per Frame" */
  return g_strdup_printf (_ ("%s, %s"), strata_run_metric_get_title (metric), strata_diff_per_get_title (strata_runs_diff_get_per (diff)));
}

static char *
dup_late_of_side (const StrataRunsDiff *diff,
                  StrataDiffSide side)
{
  StrataRunLate late;

  strata_run_late_init (&late, strata_runs_diff_get_set (diff), side);

  /* Translators: a part of all frames, and between which parts it is with a confidence of 95 % */
  return late.n_judged > 0 ? g_strdup_printf (_ ("%.1f %% (95 %% interval %.1f to %.1f %%)"), 100.0 * late.share, 100.0 * late.low, 100.0 * late.high) : NULL;
}

/**
 * strata_runs_dup_late:
 * @diff: a comparison
 *
 * Returns: (transfer full) (nullable): the share of late frames on each side, with its
 *   interval; %NULL if no frame was judged
 */
char *
strata_runs_dup_late (const StrataRunsDiff *diff)
{
  g_autofree char *a = dup_late_of_side (diff, STRATA_DIFF_A);
  g_autofree char *b = dup_late_of_side (diff, STRATA_DIFF_B);

  if (a == NULL && b == NULL)
    return NULL;

  /* Translators: which part of the frames was late in the runs of A and of B */
  return g_strdup_printf (_ ("Late frames: A %s, B %s."), a != NULL ? a : "–", b != NULL ? b : "–");
}

/**
 * strata_runs_dup_left_out:
 * @diff: a comparison
 * @side: a side
 * @run: index of one of its runs
 *
 * Returns: (transfer full) (nullable): why the run is left out or not tested; %NULL for a normal run
 */
char *
strata_runs_dup_left_out (const StrataRunsDiff *diff,
                          StrataDiffSide side,
                          guint run)
{
  const char *reason = strata_run_set_get (strata_runs_diff_get_set (diff), side, run)->reason;
  const double disturbance = strata_runs_diff_get_disturbance (diff, side, run);
  char change[STRATA_UNITS_BYTES];

  if (reason != NULL)
    return g_strdup_printf (_ ("left out: %s"), reason);
  if (disturbance != 0.0)
    /* Translators: a change in percent, such as +20 % */
    return g_strdup_printf (_ ("disturbed: nearly all names %s; not tested"), strata_units_change (disturbance, change));

  return NULL;
}

/* A name of only one side is visible even with a single run per side, but proves nothing then. */
static guint
count_sure (const StrataRunsDiff *diff,
            StrataRunsVerdict first,
            StrataRunsVerdict last)
{
  guint n = 0;

  for (StrataRunKind kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    for (StrataRunsVerdict verdict = first; verdict <= last; verdict++)
      n += strata_runs_diff_get_n_sure (diff, kind, verdict);

  return n;
}

static gboolean
have_same_runs (const StrataRunSet *set)
{
  const guint n_shared = strata_run_set_count_shared (set);

  return n_shared > 0 && n_shared == strata_run_set_count_used (set, STRATA_DIFF_A) && n_shared == strata_run_set_count_used (set, STRATA_DIFF_B);
}

static char *
dup_limit (const StrataRunsDiff *diff)
{
  return strata_runs_dup_value (STRATA_RUNS_TIME, strata_run_set_get_unit (strata_runs_diff_get_set (diff)), strata_runs_diff_get_limit_ns (diff));
}

/* The text if nothing was tested: names and threads below the limit are not tested, nor
 * are those that take next to no time. */
static char *
dup_untested (const StrataRunsDiff *diff)
{
  g_autofree char *limit = dup_limit (diff);

  return strata_runs_diff_get_limit_ns (diff) > 0.0 ? g_strdup_printf (_ ("Nothing was tested: no row reaches the limit of %s."), limit)
                                                    : g_strdup (_ ("Nothing was tested: no row is on both sides and takes long enough to matter."));
}

/* With few runs nothing can be significant: the user needs to know how many are necessary. */
static char *
dup_too_few (const StrataRunsDiff *diff)
{
  const guint n_tested = strata_runs_diff_get_n_tested (diff);
  const guint n_needed = strata_runs_diff_get_n_needed (diff);

  return g_strdup_printf (ngettext ("Too few runs: a change in %u row can only be significant with %u runs per side.",
                                    "Too few runs: a single change among %u rows can only be significant with %u runs per side.", n_tested),
                          n_tested, n_needed);
}

/* How many rows changed, or why none did. */
static char *
dup_changes (const StrataRunsDiff *diff)
{
  const guint n_tested = strata_runs_diff_get_n_tested (diff);
  const guint n_changes = count_sure (diff, STRATA_RUNS_MORE, STRATA_RUNS_REMOVED);
  const guint n_small = count_sure (diff, STRATA_RUNS_SMALL, STRATA_RUNS_SMALL);
  g_autofree char *limit = dup_limit (diff);

  if (have_same_runs (strata_runs_diff_get_set (diff)))
    return g_strdup (_ ("No difference: both sides are the same files."));
  if (n_tested == 0)
    return dup_untested (diff);
  if (n_changes > 0 && n_small > 0)
    /* Translators: numbers of rows that changed, and that were tested; a time; a number of rows */
    return g_strdup_printf (ngettext ("%u of %u tested rows changed by %s or more, and %u by less.", "%u of %u tested rows changed by %s or more, and %u by less.", n_changes), n_changes, n_tested, limit, n_small);
  if (n_changes > 0)
    return g_strdup_printf (ngettext ("%u of %u tested rows changed significantly.", "%u of %u tested rows changed significantly.", n_changes), n_changes, n_tested);
  if (n_small > 0)
    /* Translators: a time, then numbers of rows that changed by less, and that were tested */
    return g_strdup_printf (ngettext ("No row changed by the limit of %s or more; %u of %u tested rows changed by less.", "No row changed by the limit of %s or more; %u of %u tested rows changed by less.", n_small), limit, n_small, n_tested);

  return strata_runs_diff_can_be_sure (diff) ? g_strdup_printf (_ ("None of the %u tested rows changed significantly."), n_tested) : dup_too_few (diff);
}

static void
append_disturbed (GString *text,
                  const StrataRunsDiff *diff)
{
  const guint n = strata_runs_diff_get_n_disturbed (diff);

  if (n > 0)
    g_string_append_printf (text, ngettext (" %u run was disturbed (nearly all its names took longer or shorter) and is not tested.", " %u runs were disturbed (nearly all their names took longer or shorter) and are not tested.", n), n);
}

static void
append_shared (GString *text,
               const StrataRunsDiff *diff)
{
  const guint n = strata_run_set_count_shared (strata_runs_diff_get_set (diff));

  if (n > 0 && !have_same_runs (strata_runs_diff_get_set (diff)))
    g_string_append_printf (text, ngettext (" %u run is on both sides, which hides a change.", " %u runs are on both sides, which hides a change.", n), n);
}

/**
 * strata_runs_dup_summary:
 * @diff: a comparison
 *
 * Returns: (transfer full): the number of runs, their figures, and how many rows changed
 */
char *
strata_runs_dup_summary (const StrataRunsDiff *diff)
{
  const StrataRunSet *set = strata_runs_diff_get_set (diff);
  g_autofree char *units = dup_units (diff);
  g_autofree char *changes = dup_changes (diff);
  const guint n_a = strata_run_set_count_used (set, STRATA_DIFF_A);
  GString *text = g_string_new (NULL);

  /* Translators: numbers of runs, then what is compared, such as "Exclusive, Per Frame" */
  g_string_append_printf (text, ngettext ("%u run of A and %u of B; %s.", "%u runs of A and %u of B; %s.", n_a), n_a, strata_run_set_count_used (set, STRATA_DIFF_B), units);
  g_string_append_printf (text, " %s", changes);
  append_disturbed (text, diff);
  append_shared (text, diff);
  return g_string_free (text, FALSE);
}

/* The text if the order of the sides, or a drift in the runs of a side, could explain a change. */
static const struct
{
  StrataRunsOrder order;
  int trend;
  const char *text;
} orders[] = {
  /* Translators: for %s, nothing or " (according to the file dates)" */
  { STRATA_RUNS_ORDER_A_FIRST, 0, N_ ("All runs of A were recorded before those of B%s, so a drift of the device would look like a change: alternate A and B when recording.") },
  { STRATA_RUNS_ORDER_B_FIRST, 0, N_ ("All runs of B were recorded before those of A%s, so a drift of the device would look like a change: alternate A and B when recording.") },
  /* Translators: for %s, nothing or " (according to the file dates)"; then a p-value */
  { STRATA_RUNS_ORDER_A_FIRST, 1, N_ ("All runs of A were recorded before those of B%s, and on each side later runs took longer (p = %.2g), so what changed may be this drift: alternate A and B when recording.") },
  { STRATA_RUNS_ORDER_B_FIRST, 1, N_ ("All runs of B were recorded before those of A%s, and on each side later runs took longer (p = %.2g), so what changed may be this drift: alternate A and B when recording.") },
  { STRATA_RUNS_ORDER_A_FIRST, -1, N_ ("All runs of A were recorded before those of B%s, and on each side later runs took less time (p = %.2g), so what changed may be this drift: alternate A and B when recording.") },
  { STRATA_RUNS_ORDER_B_FIRST, -1, N_ ("All runs of B were recorded before those of A%s, and on each side later runs took less time (p = %.2g), so what changed may be this drift: alternate A and B when recording.") },
};

/**
 * strata_runs_dup_order:
 * @diff: a comparison
 *
 * Returns: (transfer full) (nullable): a warning that the time of recording separates the sides, so that a drift looks
 *   like a change, and whether there is a drift; %NULL if runs of both sides alternate, or their times are not known
 */
char *
strata_runs_dup_order (const StrataRunsDiff *diff)
{
  const StrataRunsDrift *drift = strata_runs_diff_get_drift (diff);
  const char *source = drift->is_by_file_dates ? _ (" (according to the file dates)") : "";
  int trend = 0;

  if (drift->p_value < STRATA_RUNS_DRIFT_LEVEL)
    trend = drift->trend > 0.0 ? 1 : -1;

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    if (orders[i].order == drift->order && orders[i].trend == trend)
      return trend == 0 ? g_strdup_printf (_ (orders[i].text), source) : g_strdup_printf (_ (orders[i].text), source, drift->p_value);

  return NULL;
}
