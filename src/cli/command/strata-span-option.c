/* strata-span-option.c - parses a span of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-span-option.h"

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-units.h"

/* A clip or a picture of time outside the trace would look like a trace in which nothing happens. */

static gboolean
fail_outside (const char *text,
              StrataSpan trace_span,
              GError **error)
{
  char length[STRATA_UNITS_BYTES];
  g_autofree char *begin = g_strdup_printf ("%" G_GINT64_FORMAT, trace_span.begin_ns);

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is outside the trace, which is %s long and starts at %s ns"), text,
               strata_units_duration (trace_span.end_ns - trace_span.begin_ns, length), begin);
  return FALSE;
}

/**
 * strata_span_option_parse_any:
 * @text: (nullable): a span, or %NULL for the whole trace
 * @all: the span of the trace
 * @span: (out): the parsed span
 * @error: return location for an error in @text
 *
 * Parses a span for a list or for sums: it may begin before the trace or end after it.
 *
 * Returns: %FALSE if @text is not a span, or no part of it is in the trace
 */
gboolean
strata_span_option_parse_any (const char *text,
                              StrataSpan all,
                              StrataSpan *span,
                              GError **error)
{
  if (!strata_span_parse (text, all, span, error))
    return FALSE;
  if (text != NULL && (span->begin_ns > all.end_ns || span->end_ns < all.begin_ns))
    return fail_outside (text, all, error);

  return TRUE;
}

/**
 * strata_span_option_parse:
 * @text: (nullable): a span, or %NULL for the whole trace
 * @path: the file that the trace is from
 * @span: (inout): the span of the trace; set to the selected part of it
 * @error: return location for an error in @text
 *
 * Parses a span. If only a part of it is in the trace, that part is used, with a warning.
 *
 * Returns: %FALSE if @text is not a span, or no part of it is in the trace
 */
gboolean
strata_span_option_parse (const char *text,
                          const char *path,
                          StrataSpan *span,
                          GError **error)
{
  const StrataSpan all = *span;

  if (!strata_span_parse (text, all, span, error))
    return FALSE;
  if (text == NULL || all.begin_ns >= all.end_ns || (span->begin_ns >= all.begin_ns && span->end_ns <= all.end_ns))
    return TRUE;
  if (span->begin_ns >= all.end_ns || span->end_ns <= all.begin_ns)
    return fail_outside (text, all, error);

  *span = (StrataSpan){ MAX (span->begin_ns, all.begin_ns), MIN (span->end_ns, all.end_ns) };

  char begin[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];

  strata_command_note (path, _ ("only %s of “%s” are in the trace, from %s on"), strata_units_duration (span->end_ns - span->begin_ns, length), text,
                       strata_units_instant (span->begin_ns - all.begin_ns, begin));
  return TRUE;
}
