/* strata-sets-condition.c - conditions on a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sets-condition.h"

#include <math.h>

#include <glib/gi18n.h>

#include "strata-runs-text.h"

/* Conditions are those of two captures. Here the figure of a side is the median of its runs, the
 * change is by Hodges and Lehmann, and "surely" requires that the whole interval of the change is
 * beyond the limit. */

static const StrataRunMetric metrics[] = {
  [STRATA_DIFF_INCLUSIVE] = STRATA_RUN_INCLUSIVE,
  [STRATA_DIFF_EXCLUSIVE] = STRATA_RUN_EXCLUSIVE,
  [STRATA_DIFF_CPU] = STRATA_RUN_CPU,
  [STRATA_DIFF_EXCLUSIVE_CPU] = STRATA_RUN_EXCLUSIVE_CPU,
  [STRATA_DIFF_CALLS] = STRATA_RUN_CALLS,
  [STRATA_DIFF_MEAN] = STRATA_RUN_MEAN,
  [STRATA_DIFF_P95] = STRATA_RUN_P95,
  [STRATA_DIFF_MAX] = STRATA_RUN_MAX,
};

static const char *const frame_names[] = {
  [STRATA_FIGURE_P50] = STRATA_RUN_FRAME_P50,
  [STRATA_FIGURE_P95] = STRATA_RUN_FRAME_P95,
  [STRATA_FIGURE_P99] = STRATA_RUN_FRAME_P99,
  [STRATA_FIGURE_MAX] = STRATA_RUN_FRAME_MAX,
};

static gboolean
fail (const StrataDiffCondition *self,
      const char *reason,
      GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Cannot evaluate “%s”: %s"), self->text, reason);
  return FALSE;
}

/* The deciding value: the end of an interval that is nearer to the limit. */
static double
get_figure (const StrataDiffCondition *self,
            const StrataRunsRow *row)
{
  const double change = !self->is_sure ? row->change : self->is_less ? row->change_high
                                                                     : row->change_low;
  double change_frac;

  switch (self->kind)
    {
    case STRATA_LIMIT_CHANGE:
      return strata_runs_row_get_change (row, change, &change_frac) || change == 0.0 ? (change == 0.0 ? 0.0 : change_frac) : NAN;
    case STRATA_LIMIT_DELTA:
      return isfinite (change) ? change : NAN;
    case STRATA_LIMIT_VALUE:
      return row->median[STRATA_DIFF_B];
    }

  g_return_val_if_reached (NAN);
}

static void
append_reason (const StrataDiffCondition *self,
               const StrataRunsDiff *diff,
               const StrataRunsRow *row,
               GString *reasons)
{
  g_autofree char *name = strata_runs_dup_name (diff, row);
  g_autofree char *a = strata_runs_dup_value (row->unit, row->amount, row->median[STRATA_DIFF_A]);
  g_autofree char *b = strata_runs_dup_value (row->unit, row->amount, row->median[STRATA_DIFF_B]);
  g_autofree char *interval = strata_runs_dup_interval (row);

  /* Translators: a condition, a name, the figures in A and in B, and the interval of the change */
  g_string_append_printf (reasons, _ ("%s is true: %s is %s in A, %s in B; 95 %% interval %s\n"), self->text, name, a, b, interval);
}

static gboolean
check_row (const StrataDiffCondition *self,
           const StrataRunsDiff *diff,
           const StrataRunsRow *row,
           GString *reasons,
           GError **error)
{
  const double figure = get_figure (self, row);

  if (row->n[STRATA_DIFF_A] == 0 && row->n[STRATA_DIFF_B] == 0)
    return fail (self, _ ("no run has it"), error);
  if (row->n[STRATA_DIFF_B] == 0 || (row->n[STRATA_DIFF_A] == 0 && self->kind != STRATA_LIMIT_VALUE))
    return fail (self, _ ("only the runs of one side have it"), error);
  if (isnan (figure) && self->is_sure && isinf (row->change_low))
    return fail (self, _ ("there are too few runs for an interval; it takes at least four per side"), error);
  if (isnan (figure))
    return fail (self, _ ("it is 0 in A, so no percentage can be computed; give a difference, such as +2ms"), error);

  if (!strata_diff_condition_holds (self, figure))
    return FALSE;

  append_reason (self, diff, row, reasons);
  return TRUE;
}

/* With so few runs the condition could never be true. */
static gboolean
fail_too_few (const StrataDiffCondition *self,
              const StrataRunsDiff *diff,
              GError **error)
{
  const guint n_needed = strata_runs_diff_get_n_needed (diff);
  g_autofree char *reason = g_strdup_printf (ngettext ("there are too few runs for any change to be significant; it takes %u per side", "there are too few runs for any change to be significant; it takes %u per side", n_needed), n_needed);

  return fail (self, reason, error);
}

/* All names with a significant change, adjusted for all names. */
static gboolean
check_all (const StrataDiffCondition *self,
           const StrataRunsDiff *diff,
           const StrataRunsOptions *options,
           GString *reasons,
           GError **error)
{
  StrataRunsOptions used = *options;
  const gsize n_before = reasons->len;
  guint n_rows;

  used.metric = metrics[self->metric];
  used.iteration = strata_runs_diff_get_iteration (diff);

  g_autoptr (StrataRunsDiff) other = strata_runs_diff_new (strata_runs_diff_get_set (diff), &used, NULL);
  const StrataRunsRow *rows = strata_runs_diff_get_rows (other, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (strata_run_kind_is_name (rows[i].kind) && rows[i].is_sure && strata_runs_row_is_change (&rows[i]) && strata_diff_condition_holds (self, get_figure (self, &rows[i])))
      append_reason (self, other, &rows[i], reasons);

  return reasons->len > n_before || (!strata_runs_diff_can_be_sure (other) && fail_too_few (self, other, error));
}

static gboolean
check_figure (const StrataDiffCondition *self,
              const StrataRunsDiff *diff,
              StrataRunKind kind,
              const char *name,
              GString *reasons,
              GError **error)
{
  const StrataRunsRow *row = strata_runs_diff_find (diff, kind, name);

  return row != NULL ? check_row (self, diff, row, reasons, error) : fail (self, _ ("no run has it"), error);
}

static gboolean
check_name (const StrataDiffCondition *self,
            const StrataRunsDiff *diff,
            GString *reasons,
            GError **error)
{
  g_autofree char *name = strata_runs_dup_typed_name (strata_runs_diff_get_set (diff), self->name);
  g_auto (StrataRunsRow) row = { 0 };

  if (name == NULL)
    return fail (self, _ ("no run contains that name, or it matches several names"), error);

  strata_runs_diff_compare (diff, STRATA_RUN_NAME, name, metrics[self->metric], &row);
  return check_row (self, diff, &row, reasons, error);
}

/* "com.app" is its whole start, "com.app: activityStart" one step. */
static gboolean
check_start (const StrataDiffCondition *self,
             const StrataRunsDiff *diff,
             GString *reasons,
             GError **error)
{
  g_autofree char *whole = g_strdup_printf ("%s: all", self->name);
  const gboolean is_step = strata_runs_diff_find (diff, STRATA_RUN_START, self->name) != NULL;

  return check_figure (self, diff, STRATA_RUN_START, is_step ? self->name : whole, reasons, error);
}

/**
 * strata_sets_condition_check:
 * @self: a condition
 * @diff: a comparison of sets
 * @options: its options
 * @reasons: a line is added for each row for which it is true
 * @error: set to why it cannot be evaluated, such as that no run has the name
 *
 * Returns: whether the condition is true; also %FALSE if @error is set
 */
gboolean
strata_sets_condition_check (const StrataDiffCondition *self,
                             const StrataRunsDiff *diff,
                             const StrataRunsOptions *options,
                             GString *reasons,
                             GError **error)
{
  if (self->is_sure && self->kind == STRATA_LIMIT_VALUE)
    return fail (self, /* xgettext:no-c-format */ _ ("“surely” needs a change with a sign, such as +5% or +2ms"), error);

  switch (self->figure)
    {
    case STRATA_FIGURE_OF_NAME:
      return g_str_equal (self->name, "*") ? check_all (self, diff, options, reasons, error) : check_name (self, diff, reasons, error);
    case STRATA_FIGURE_LATE:
      if (!g_str_equal (self->name, "*") && *self->name != '\0')
        return fail (self, _ ("the frames of a set are those of all apps; write late(*), and --process for one app"), error);
      return check_figure (self, diff, STRATA_RUN_FRAMES, STRATA_RUN_LATE, reasons, error);
    case STRATA_FIGURE_FRAME:
      if (!g_str_equal (self->name, "*") && *self->name != '\0')
        return fail (self, _ ("the frames of a set are those of all apps; write for example p95(frame), and --process for one app"), error);
      return check_figure (self, diff, STRATA_RUN_FRAMES, frame_names[self->frame_metric], reasons, error);
    case STRATA_FIGURE_START:
      return check_start (self, diff, reasons, error);
    case STRATA_FIGURE_COUNTER:
      return fail (self, _ ("counters are compared only between two captures"), error);
    case STRATA_FIGURE_MEASURE:
      return fail (self, _ ("other measures are compared only between two captures"), error);
    }

  g_return_val_if_reached (FALSE);
}
