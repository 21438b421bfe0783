/* strata-session-cursors.c - two cursors that measure a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-cursors.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/**
 * strata_session_set_cursor:
 * @self: the session
 * @cursor: which one
 * @time_ns: its time; clamped to the trace
 *
 * Puts a cursor at a time.
 */
void
strata_session_set_cursor (StrataSession *self,
                           StrataCursor cursor,
                           gint64 time_ns)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataSpan bounds = strata_session_get_viewport (self)->bounds;

  strata_marks_set_cursor (strata_session_get_marks (self), cursor, CLAMP (time_ns, bounds.begin_ns, bounds.end_ns));
}

/**
 * strata_session_get_measure:
 * @self: the session
 * @span: (out): the time between the cursors, in either order
 *
 * Returns: whether both cursors are set
 */
gboolean
strata_session_get_measure (StrataSession *self,
                            StrataSpan *span)
{
  gint64 a_ns;
  gint64 b_ns;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  if (!strata_marks_get_cursor (strata_session_get_marks (self), STRATA_CURSOR_A, &a_ns) || !strata_marks_get_cursor (strata_session_get_marks (self), STRATA_CURSOR_B, &b_ns))
    return FALSE;

  *span = (StrataSpan){ MIN (a_ns, b_ns), MAX (a_ns, b_ns) };
  return TRUE;
}

/**
 * strata_session_measure_selection:
 * @self: the session
 *
 * Puts the cursors at the start and the end of the selected item.
 *
 * Returns: whether anything was selected
 */
gboolean
strata_session_measure_selection (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  if (!strata_session_get_item_span (self, strata_session_get_selected_item (self), &span))
    return FALSE;

  strata_session_set_cursor (self, STRATA_CURSOR_A, span.begin_ns);
  strata_session_set_cursor (self, STRATA_CURSOR_B, span.end_ns);
  return TRUE;
}

/**
 * strata_session_describe_cursors:
 * @self: the session
 *
 * Describes the places of the cursors and the time between them, for screen
 * readers.
 *
 * Returns: (transfer full): a sentence
 */
char *
strata_session_describe_cursors (StrataSession *self)
{
  static const char *const formats[STRATA_N_CURSORS] = { N_ ("cursor A at %s"), N_ ("cursor B at %s") };
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  char text[STRATA_UNITS_BYTES];
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    {
      gint64 time_ns;

      if (!strata_marks_get_cursor (strata_session_get_marks (self), i, &time_ns))
        continue;

      strata_units_amount (time_ns - strata_trace_get_span (strata_session_get_trace (self)).begin_ns, strata_trace_get_unit (strata_session_get_trace (self)), text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_ptr_array_add (parts, g_strdup_printf (_ (formats[i]), text));
#pragma GCC diagnostic pop
    }

  if (strata_session_get_measure (self, &span))
    g_ptr_array_add (parts, g_strdup_printf (_ ("%s between them"), strata_units_amount (strata_span_get_length_ns (span), strata_trace_get_unit (strata_session_get_trace (self)), text)));
  if (parts->len == 0)
    return g_strdup (_ ("No cursors"));

  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}
