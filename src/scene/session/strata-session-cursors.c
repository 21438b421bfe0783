/* strata-session-cursors.c - two cursors to measure between
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-cursors.h"

#include <glib/gi18n-lib.h>

#include "strata-session-private.h"
#include "strata-units.h"

/**
 * strata_session_set_cursor:
 * @self: the session
 * @cursor: which one
 * @time_ns: where; moved into the trace
 *
 * Puts a cursor at a time. Emits ::cursors-changed.
 */
void
strata_session_set_cursor (StrataSession *self,
                           StrataCursor cursor,
                           gint64 time_ns)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataSpan bounds = strata_view_get_viewport (strata_session_get_view (self))->bounds;
  StrataCursors *mine = strata_session_get_cursor_places (self);
  const gint64 inside_ns = CLAMP (time_ns, bounds.begin_ns, bounds.end_ns);

  if (mine->is_set[cursor] && mine->time_ns[cursor] == inside_ns)
    return;

  mine->is_set[cursor] = TRUE;
  mine->time_ns[cursor] = inside_ns;
  g_signal_emit_by_name (self, "cursors-changed");
}

/**
 * strata_session_get_cursor:
 * @self: the session
 * @cursor: which one
 * @time_ns: (out) (optional): where it is
 *
 * Returns: whether it is anywhere
 */
gboolean
strata_session_get_cursor (StrataSession *self,
                           StrataCursor cursor,
                           gint64 *time_ns)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataCursors *mine = strata_session_get_cursor_places (self);

  if (mine->is_set[cursor] && time_ns != NULL)
    *time_ns = mine->time_ns[cursor];

  return mine->is_set[cursor];
}

/**
 * strata_session_clear_cursors:
 * @self: the session
 *
 * Takes both cursors away. Emits ::cursors-changed if there were any.
 */
void
strata_session_clear_cursors (StrataSession *self)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataCursors *mine = strata_session_get_cursor_places (self);
  const gboolean had_any = mine->is_set[STRATA_CURSOR_A] || mine->is_set[STRATA_CURSOR_B];

  *mine = (StrataCursors){ { FALSE, FALSE }, { 0, 0 } };
  if (had_any)
    g_signal_emit_by_name (self, "cursors-changed");
}

/**
 * strata_session_get_measure:
 * @self: the session
 * @span: (out): the time between the cursors, whichever is the earlier
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

  if (!strata_session_get_cursor (self, STRATA_CURSOR_A, &a_ns) || !strata_session_get_cursor (self, STRATA_CURSOR_B, &b_ns))
    return FALSE;

  *span = (StrataSpan){ MIN (a_ns, b_ns), MAX (a_ns, b_ns) };
  return TRUE;
}

/**
 * strata_session_measure_selection:
 * @self: the session
 *
 * Puts the cursors at the begin and the end of what is selected.
 *
 * Returns: whether anything was
 */
gboolean
strata_session_measure_selection (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  if (!strata_session_get_item_span (self, strata_session_get_selection (self), &span))
    return FALSE;

  strata_session_set_cursor (self, STRATA_CURSOR_A, span.begin_ns);
  strata_session_set_cursor (self, STRATA_CURSOR_B, span.end_ns);
  return TRUE;
}

/**
 * strata_session_describe_cursors:
 * @self: the session
 *
 * Tells where the cursors are, and the time between them, for those who do not
 * see the ruler.
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

      if (!strata_session_get_cursor (self, i, &time_ns))
        continue;

      strata_units_duration (time_ns - strata_view_get_viewport (strata_session_get_view (self))->bounds.begin_ns, text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_ptr_array_add (parts, g_strdup_printf (_ (formats[i]), text));
#pragma GCC diagnostic pop
    }

  if (strata_session_get_measure (self, &span))
    g_ptr_array_add (parts, g_strdup_printf (_ ("%s between them"), strata_units_duration (strata_span_get_length_ns (span), text)));
  if (parts->len == 0)
    return g_strdup (_ ("No cursors"));

  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}
