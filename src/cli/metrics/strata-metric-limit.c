/* strata-metric-limit.c - a condition on a metric
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-metric-limit.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "strata-span-text.h"

/* "32ms", "5%" or "10". */
static gboolean
parse_value (const char *text,
             double *value)
{
  g_autofree char *with_sign = g_strconcat ("+", text, NULL);
  char *end;
  gint64 time_ns;

  *value = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0')
    return isfinite (*value);
  if (end != text && g_str_equal (end, "%"))
    {
      *value /= 100.0;
      return isfinite (*value);
    }
  if (!strata_offset_parse (with_sign, &time_ns))
    return FALSE;

  *value = (double) time_ns;
  return TRUE;
}

/* Names of starts contain spaces, so the last operator counts. */
static gboolean
parse (StrataMetricLimit *self,
       const char *text)
{
  const char *more = strrchr (text, '>');
  const char *less = strrchr (text, '<');
  const char *sign = MAX (more, less);

  if (sign == NULL)
    return FALSE;

  self->name = g_strstrip (g_strndup (text, (gsize) (sign - text)));
  self->is_less = *sign == '<';
  self->is_equal_enough = sign[1] == '=';

  g_autofree char *value = g_strstrip (g_strdup (sign + 1 + self->is_equal_enough));

  return *self->name != '\0' && parse_value (value, &self->limit);
}

/**
 * strata_metric_limit_parse:
 * @self: (out caller-allocates): a condition
 * @text: the condition as typed, such as "frames.p99 > 32ms"
 * @error: set to what is wrong with it
 *
 * Returns: %FALSE if @text is not a condition
 */
gboolean
strata_metric_limit_parse (StrataMetricLimit *self,
                           const char *text,
                           GError **error)
{
  *self = (StrataMetricLimit){ .text = g_strdup (text) };
  if (parse (self, text))
    return TRUE;

  strata_metric_limit_clear (self);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is not a condition: expected for example “frames.p99 > 32ms”, “frames.late-share >= 5%%” or “frames.late > 10”"), text);
  return FALSE;
}

void
strata_metric_limit_clear (StrataMetricLimit *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->name, g_free);
}

/**
 * strata_metric_limit_is_true:
 * @self: a condition
 * @figure: its metric
 *
 * Returns: whether it is true
 */
gboolean
strata_metric_limit_is_true (const StrataMetricLimit *self,
                             const StrataRunFigure *figure)
{
  if (figure->value == self->limit)
    return self->is_equal_enough;

  return self->is_less ? figure->value < self->limit : figure->value > self->limit;
}
