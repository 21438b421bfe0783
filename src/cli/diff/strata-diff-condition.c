/* strata-diff-condition.c - conditions on a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-condition.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "strata-name-shape.h"
#include "strata-span-text.h"
#include "strata-units.h"

static const char *const metric_names[] = {
  [STRATA_DIFF_INCLUSIVE] = "inclusive",
  [STRATA_DIFF_EXCLUSIVE] = "exclusive",
  [STRATA_DIFF_CPU] = "cpu",
  [STRATA_DIFF_EXCLUSIVE_CPU] = "exclusive-cpu",
  [STRATA_DIFF_CALLS] = "calls",
  [STRATA_DIFF_MEAN] = "mean",
  [STRATA_DIFF_P95] = "p95",
  [STRATA_DIFF_MAX] = "max",
};

static const char *const frame_metric_names[] = {
  [STRATA_FIGURE_P50] = "p50",
  [STRATA_FIGURE_P95] = "p95",
  [STRATA_FIGURE_P99] = "p99",
  [STRATA_FIGURE_MAX] = "max",
};

/* METRIC(NAME) OPERATOR LIMIT. Names may contain parentheses and operators, so the end of the name
 * is the last parenthesis before an operator. */
static const char *
find_name_end (const char *name)
{
  const char *found = NULL;

  for (const char *bracket = strchr (name, ')'); bracket != NULL; bracket = strchr (bracket + 1, ')'))
    {
      const char *rest = bracket + 1 + strspn (bracket + 1, " ");

      if (*rest == '<' || *rest == '>')
        found = bracket;
    }

  return found;
}

static gboolean
parse_metric (const char *text,
              gsize n_bytes,
              StrataDiffMetric *metric)
{
  for (guint i = 0; i < G_N_ELEMENTS (metric_names); i++)
    if (strlen (metric_names[i]) == n_bytes && memcmp (metric_names[i], text, n_bytes) == 0)
      {
        *metric = i;
        return TRUE;
      }

  return FALSE;
}

static gboolean
is_word (const char *text,
         gsize n_bytes,
         const char *word)
{
  return strlen (word) == n_bytes && memcmp (word, text, n_bytes) == 0;
}

/* "p95(frame)" or "p95(frame:com.app)". */
static gboolean
parse_frame_metric (StrataDiffCondition *self,
                    const char *text,
                    gsize n_bytes)
{
  if (!g_str_equal (self->name, "frame") && !g_str_has_prefix (self->name, "frame:"))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (frame_metric_names); i++)
    if (is_word (text, n_bytes, frame_metric_names[i]))
      {
        g_autofree char *app = g_strdup (self->name[strlen ("frame")] == ':' ? self->name + strlen ("frame:") : "");

        self->figure = STRATA_FIGURE_FRAME;
        self->frame_metric = i;
        self->metric = STRATA_DIFF_MAX;
        g_free (self->name);
        self->name = g_steal_pointer (&app);
        return TRUE;
      }

  return FALSE;
}

/* The metric before the parenthesis, once the name is known. */
static gboolean
parse_subject (StrataDiffCondition *self,
               const char *text,
               gsize n_bytes)
{
  if (is_word (text, n_bytes, "late"))
    {
      self->figure = STRATA_FIGURE_LATE;
      return TRUE;
    }
  if (is_word (text, n_bytes, "start"))
    {
      self->figure = STRATA_FIGURE_START;
      self->metric = STRATA_DIFF_MAX;
      return TRUE;
    }

  return parse_frame_metric (self, text, n_bytes) || parse_metric (text, n_bytes, &self->metric);
}

/* For shares: late frames, or the busy time of a CPU. */
static gboolean
is_part (const StrataDiffCondition *self)
{
  return self->figure == STRATA_FIGURE_LATE || (self->figure == STRATA_FIGURE_MEASURE && self->measure_unit == STRATA_MEASURE_IN_PARTS);
}

/* For a counter, in its own unit. */
static gboolean
parse_number (StrataDiffCondition *self,
              const char *text,
              gboolean is_signed)
{
  char *end;

  self->limit = g_ascii_strtod (text, &end);
  self->kind = is_signed ? STRATA_LIMIT_DELTA : STRATA_LIMIT_VALUE;
  return end != text && *end == '\0' && isfinite (self->limit);
}

static gboolean
parse_amount (StrataDiffCondition *self,
              const char *text)
{
  const gboolean is_signed = *text == '+' || *text == '-';

  if (is_part (self))
    return FALSE; /* in percent */
  if (self->figure == STRATA_FIGURE_COUNTER || (self->figure == STRATA_FIGURE_MEASURE && self->measure_unit != STRATA_MEASURE_IN_NS))
    return parse_number (self, text, is_signed);

  g_autofree char *with_sign = is_signed ? g_strdup (text) : g_strconcat ("+", text, NULL);
  gint64 amount;

  if (self->metric == STRATA_DIFF_CALLS ? !g_ascii_string_to_signed (with_sign + (*with_sign == '+'), 10, G_MININT32, G_MAXINT32, &amount, NULL)
                                        : !strata_offset_parse (with_sign, &amount))
    return FALSE;

  self->kind = is_signed ? STRATA_LIMIT_DELTA : STRATA_LIMIT_VALUE;
  self->limit = (double) amount;
  return TRUE;
}

static gboolean
parse_limit (StrataDiffCondition *self,
             const char *text)
{
  char *end;
  const double percent = g_ascii_strtod (text, &end);

  if (end == text || *g_strchug (end) != '%')
    return parse_amount (self, text);
  if (!isfinite (percent) || memchr (text, 'x', (gsize) (end - text)) != NULL) /* strtod also accepts words and hexadecimal */
    return FALSE;

  self->kind = STRATA_LIMIT_CHANGE;
  if (is_part (self))
    self->kind = *text == '+' || *text == '-' ? STRATA_LIMIT_DELTA : STRATA_LIMIT_VALUE;
  self->limit = percent / 100.0;
  return end[1] == '\0';
}

/* OPERATOR LIMIT [surely]. */
static gboolean
parse_comparison (StrataDiffCondition *self,
                  const char *text)
{
  const char *sign = text + strspn (text, " ");

  if (*sign != '<' && *sign != '>')
    return FALSE;

  self->is_less = *sign == '<';
  self->is_equal_enough = sign[1] == '=';

  g_autofree char *limit = g_strstrip (g_strdup (sign + 1 + self->is_equal_enough));

  if (g_str_has_suffix (limit, " surely"))
    {
      self->is_sure = TRUE;
      limit[strlen (limit) - strlen (" surely")] = '\0';
      g_strchomp (limit);
    }

  return parse_limit (self, limit);
}

/* "counter(NAME).METRIC OPERATOR LIMIT". */
static gboolean
parse_counter (StrataDiffCondition *self,
               const char *text)
{
  const char *name = text + strlen ("counter(");
  const char *name_end = g_strrstr (name, ").");

  if (name_end == NULL)
    return FALSE;

  self->figure = STRATA_FIGURE_COUNTER;
  self->name = g_strndup (name, (gsize) (name_end - name));
  for (guint i = 0; i < STRATA_N_DIFF_COUNTER_METRICS; i++)
    {
      const char *id = strata_diff_counter_metric_get_id (i);

      if (g_str_has_prefix (name_end + 2, id) && !g_ascii_isalpha (name_end[2 + strlen (id)]))
        {
          self->counter_metric = i;
          return parse_comparison (self, name_end + 2 + strlen (id));
        }
    }

  return FALSE;
}

static gboolean
find_kind (const char *text,
           StrataMeasureKind *kind)
{
  for (*kind = 0; *kind < STRATA_N_MEASURE_KINDS; (*kind)++)
    {
      const char *id = strata_measure_kind_get_id (*kind);

      if (g_str_has_prefix (text, id) && text[strlen (id)] == '(')
        return TRUE;
    }

  return FALSE;
}

/* "KIND(NAME).FIGURE OPERATOR LIMIT" for the measures of diff --measures. */
static gboolean
parse_measure (StrataDiffCondition *self,
               const char *text)
{
  const char *name_end = g_strrstr (text, ").");
  const char *figure = name_end != NULL ? name_end + 2 : "";
  const gsize n_bytes = strspn (figure, "abcdefghijklmnopqrstuvwxyz0123456789_");
  g_autofree char *id = g_strndup (figure, n_bytes);

  if (!find_kind (text, &self->measure_kind) || !strata_measure_figure_find_unit (self->measure_kind, id, &self->measure_unit))
    return FALSE;

  self->figure = STRATA_FIGURE_MEASURE;
  if (!parse_comparison (self, figure + n_bytes))
    {
      self->figure = STRATA_FIGURE_OF_NAME;
      return FALSE;
    }

  const char *name = strchr (text, '(') + 1;

  self->name = g_strndup (name, (gsize) (name_end - name));
  self->measure_figure = g_steal_pointer (&id);
  return TRUE;
}

static gboolean
parse (StrataDiffCondition *self,
       const char *text)
{
  const char *name = strchr (text, '(');
  const char *name_end = name != NULL ? find_name_end (name + 1) : NULL;

  if (g_str_has_prefix (text, "counter("))
    return parse_counter (self, text);
  if (parse_measure (self, text))
    return TRUE;
  if (name_end == NULL)
    return FALSE;

  self->name = g_strndup (name + 1, (gsize) (name_end - name - 1));
  return parse_subject (self, text, (gsize) (name - text)) && parse_comparison (self, name_end + 1);
}

/**
 * strata_diff_condition_parse:
 * @self: (out caller-allocates): a condition
 * @text: the condition as typed, such as "mean(doFrame) > +10%"
 * @error: return location for an error in it
 *
 * Returns: %FALSE if @text is not a condition
 */
gboolean
strata_diff_condition_parse (StrataDiffCondition *self,
                             const char *text,
                             GError **error)
{
  *self = (StrataDiffCondition){ .text = g_strdup (text) };

  if (parse (self, text))
    return TRUE;

  strata_diff_condition_clear (self);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("“%s” is not a condition: expected for example “mean(NAME) > +10%%”, “p95(NAME) >= +2ms” or “calls(NAME) > 100”, with inclusive, exclusive, cpu, exclusive-cpu, calls, mean, p95 or max, “late(APP) > +2%%”, “p95(frame) > +1ms”, “counter(NAME).max > +5%%” with mean, min, max, integral or slope, or “async(NAME).mean > +5%%”, with what diff --measures lists"), text);
  return FALSE;
}

void
strata_diff_condition_clear (StrataDiffCondition *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->measure_figure, g_free);
}

/**
 * strata_diff_condition_get_latency:
 * @self: a condition
 * @names: (out caller-allocates): the names, to be freed, of "latency(FROM -> TO)"
 *
 * Returns: %FALSE if it is not about a latency
 */
gboolean
strata_diff_condition_get_latency (const StrataDiffCondition *self,
                                   StrataLatencyNames *names)
{
  if (self->figure != STRATA_FIGURE_MEASURE || self->measure_kind != STRATA_MEASURE_LATENCY)
    return FALSE;

  g_auto (GStrv) parts = g_strsplit (self->name, strstr (self->name, "→") != NULL ? "→" : "->", 2);

  if (g_strv_length (parts) != 2)
    return FALSE;

  *names = (StrataLatencyNames){ g_strdup (g_strstrip (parts[0])), g_strdup (g_strstrip (parts[1])) };
  return TRUE;
}

/* The value to compare with the limit; FALSE if it is not known. */
static gboolean
get_figure (const StrataDiffCondition *self,
            const StrataDiff *diff,
            const StrataDiffRow *row,
            double *figure)
{
  *figure = NAN;

  switch (self->kind)
    {
    case STRATA_LIMIT_CHANGE:
      return strata_diff_get_change (diff, row, self->metric, figure);
    case STRATA_LIMIT_DELTA:
      *figure = strata_diff_get_delta (diff, row, self->metric);
      break;
    case STRATA_LIMIT_VALUE:
      *figure = strata_diff_get_value (diff, row, STRATA_DIFF_B, self->metric);
      break;
    }

  return !isnan (*figure);
}

/**
 * strata_diff_condition_holds:
 * @self: a condition
 * @figure: its figure
 *
 * Returns: whether it is true for the figure
 */
gboolean
strata_diff_condition_holds (const StrataDiffCondition *self,
                             double figure)
{
  if (figure == self->limit)
    return self->is_equal_enough;

  return self->is_less ? figure < self->limit : figure > self->limit;
}

static void
append_reason (const StrataDiffCondition *self,
               const StrataDiff *diff,
               const StrataDiffRow *row,
               double figure,
               GString *reasons)
{
  char text[STRATA_UNITS_BYTES];

  if (self->kind == STRATA_LIMIT_CHANGE)
    strata_units_change (figure, text);
  else if (self->metric == STRATA_DIFF_CALLS)
    g_snprintf (text, sizeof text, self->kind == STRATA_LIMIT_DELTA ? "%+.6g" : "%.6g", figure);
  else if (self->kind == STRATA_LIMIT_DELTA)
    strata_units_delta ((gint64) figure, text);
  else
    strata_units_duration ((gint64) figure, text);

  g_string_append_printf (reasons, _ ("%s is true: %s is %s (%s)\n"), self->text, strata_diff_get_name (diff, row), text, strata_diff_verdict_get_title (row->verdict));
}

static gboolean
check_all (const StrataDiffCondition *self,
           const StrataDiff *diff,
           GString *reasons)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  const gsize n_before = reasons->len;
  double figure;

  for (guint i = 0; i < n_rows; i++)
    if (strata_diff_verdict_is_real (rows[i].verdict) && get_figure (self, diff, &rows[i], &figure) && strata_diff_condition_holds (self, figure))
      append_reason (self, diff, &rows[i], figure, reasons);

  return reasons->len > n_before;
}

/* The only name that contains a word; STRATA_NONE if there are several. */
static guint32
find_only_with (const StrataDiff *diff,
                const char *word)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  guint32 only = STRATA_NONE;

  for (guint32 i = 0; i < n_rows; i++)
    {
      if (!strata_name_shape_has_word (strata_diff_get_name (diff, &rows[i]), word))
        continue;
      if (only != STRATA_NONE)
        return STRATA_NONE;

      only = i;
    }

  return only;
}

/* A name as typed: whole, with or without its numbers, or a word that only one name contains. */
static guint32
find_row (const StrataDiff *diff,
          const char *name)
{
  g_autofree char *shape = strata_name_shape_dup (name);
  guint32 row = strata_diff_find (diff, name);

  if (row == STRATA_NONE)
    row = strata_diff_find (diff, shape);

  return row != STRATA_NONE ? row : find_only_with (diff, name);
}

/* If a name is not found: how many names contain the word, and two of them. */
static char *
dup_reason_of_name (const StrataDiff *diff,
                    const char *word)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  const char *examples[2] = { NULL, NULL };
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    if (strata_name_shape_has_word (strata_diff_get_name (diff, &rows[i]), word))
      {
        if (n < G_N_ELEMENTS (examples))
          examples[n] = strata_diff_get_name (diff, &rows[i]);
        n++;
      }

  if (n < 2)
    return g_strdup (_ ("neither capture contains that name"));

  return g_strdup_printf (_ ("%u names match, such as “%s” and “%s”; give one of them"), n, examples[0], examples[1]);
}

static char *
dup_reason (const StrataDiffCondition *self,
            const StrataDiff *diff,
            const StrataDiffRow *row)
{
  if (row == NULL)
    return dup_reason_of_name (diff, self->name);
  if (self->kind == STRATA_LIMIT_CHANGE && !isnan (strata_diff_get_delta (diff, row, self->metric)))
    return g_strdup (_ ("it is 0 in A, so no percentage can be computed; give a difference, such as +2ms"));

  return g_strdup (_ ("only one capture has that value"));
}

/* The value to compare with the limit, from two figures; FALSE if it is not known. */
static gboolean
get_from_sides (const StrataDiffCondition *self,
                const double values[STRATA_N_DIFF_SIDES],
                double *figure)
{
  const double a = values[STRATA_DIFF_A];
  const double b = values[STRATA_DIFF_B];

  *figure = b;
  if (self->kind == STRATA_LIMIT_DELTA)
    *figure = b - a;
  else if (self->kind == STRATA_LIMIT_CHANGE)
    *figure = b == a ? 0.0 : a != 0.0 ? (b - a) / fabs (a)
                                      : NAN;

  return !isnan (*figure);
}

static gboolean
find_measure (const StrataDiffCondition *self,
              GArray *measures,
              double values[STRATA_N_DIFF_SIDES])
{
  StrataLatencyNames latency = { NULL, NULL };
  g_autofree char *name = strata_diff_condition_get_latency (self, &latency) ? g_strdup_printf ("%s → %s", latency.from, latency.to) : g_strdup (self->name);
  const StrataDiffMeasure *measure = strata_diff_measures_find (measures, self->measure_kind, name, self->measure_figure);

  g_free (latency.from);
  g_free (latency.to);
  for (guint side = 0; measure != NULL && side < STRATA_N_DIFF_SIDES; side++)
    values[side] = measure->value[side];

  return measure != NULL;
}

static gboolean
find_sides (const StrataDiffCondition *self,
            const StrataDiffSubject *subject,
            double values[STRATA_N_DIFF_SIDES])
{
  const char *app = g_str_equal (self->name, "*") ? "" : self->name;

  switch (self->figure)
    {
    case STRATA_FIGURE_LATE:
      return strata_diff_figure_find_late (subject->frames, app, values);
    case STRATA_FIGURE_FRAME:
      return strata_diff_figure_find_frame (subject->frames, app, self->frame_metric, values);
    case STRATA_FIGURE_COUNTER:
      return strata_diff_figure_find_counter (subject->counters, self->name, self->counter_metric, values);
    case STRATA_FIGURE_MEASURE:
      return find_measure (self, subject->measures, values);
    case STRATA_FIGURE_OF_NAME:
    case STRATA_FIGURE_START:
      break;
    }

  g_return_val_if_reached (FALSE);
}

static void
append_sides (const StrataDiffCondition *self,
              const double values[STRATA_N_DIFF_SIDES],
              GString *reasons)
{
  char texts[STRATA_N_DIFF_SIDES][STRATA_UNITS_BYTES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      char *text = texts[side];

      if (isnan (values[side]))
        g_strlcpy (text, "–", STRATA_UNITS_BYTES);
      else if (self->figure == STRATA_FIGURE_MEASURE)
        strata_diff_measure_format (self->measure_unit, values[side], text);
      else if (self->figure == STRATA_FIGURE_FRAME)
        strata_units_duration ((gint64) values[side], text);
      else
        g_snprintf (text, STRATA_UNITS_BYTES, self->figure == STRATA_FIGURE_LATE ? "%.1f %%" : "%.6g", values[side] * (self->figure == STRATA_FIGURE_LATE ? 100.0 : 1.0));
    }

  /* Translators: a condition such as "late(com.app) > +2%", then the figure in A and in B */
  g_string_append_printf (reasons, _ ("%s is true: %s in A, %s in B\n"), self->text, texts[STRATA_DIFF_A], texts[STRATA_DIFF_B]);
}

static gboolean
check_figure (const StrataDiffCondition *self,
              const StrataDiffSubject *subject,
              GString *reasons,
              GError **error)
{
  double values[STRATA_N_DIFF_SIDES] = { NAN, NAN };
  double figure;

  if (!find_sides (self, subject, values) || !get_from_sides (self, values, &figure))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Cannot evaluate “%s”: %s"), self->text,
                   isnan (values[STRATA_DIFF_A]) && isnan (values[STRATA_DIFF_B]) ? _ ("neither capture has it") : _ ("only one capture has that value"));
      return FALSE;
    }

  if (!strata_diff_condition_holds (self, figure))
    return FALSE;

  append_sides (self, values, reasons);
  return TRUE;
}

/**
 * strata_diff_condition_check:
 * @self: a condition
 * @subject: a comparison, with frames and counters if a condition needs them
 * @reasons: a line is added for each name for which it is true
 * @error: return location for why it cannot be evaluated, for example because the name is missing
 *
 * Returns: whether the condition is true; also %FALSE if @error is set
 */
gboolean
strata_diff_condition_check (const StrataDiffCondition *self,
                             const StrataDiffSubject *subject,
                             GString *reasons,
                             GError **error)
{
  const StrataDiff *diff = subject->diff;
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  double figure;

  if (self->is_sure || self->figure == STRATA_FIGURE_START)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Cannot evaluate “%s”: %s"), self->text, _ ("it needs two sets of runs, given with --a and --b"));
      return FALSE;
    }
  if (self->figure != STRATA_FIGURE_OF_NAME)
    return check_figure (self, subject, reasons, error);
  if (g_str_equal (self->name, "*"))
    return check_all (self, diff, reasons);

  const guint32 row = find_row (diff, self->name);

  if (row == STRATA_NONE || !get_figure (self, diff, &rows[row], &figure))
    {
      g_autofree char *reason = dup_reason (self, diff, row != STRATA_NONE ? &rows[row] : NULL);

      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Cannot evaluate “%s”: %s"), self->text, reason);
      return FALSE;
    }

  if (!strata_diff_condition_holds (self, figure))
    return FALSE;

  append_reason (self, diff, &rows[row], figure, reasons);
  return TRUE;
}
