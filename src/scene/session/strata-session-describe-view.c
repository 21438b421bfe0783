/* strata-session-describe-view.c - describes the view
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* For screen readers. A capture may have thousands of lanes; nobody listens to more names than
 * these. */
#define MOST_TITLES 40

typedef gboolean (*Accept) (const StrataLane *lane);

static gboolean
is_pinned (const StrataLane *lane)
{
  return lane->is_pinned && lane->is_visible;
}

static gboolean
is_hidden (const StrataLane *lane)
{
  return lane->is_hidden;
}

static gboolean
is_shown (const StrataLane *lane)
{
  return lane->is_visible && !lane->is_pinned;
}

/* The titles of some lanes, from top to bottom; NULL if there are none. */
static char *
list_titles (const StrataLanes *lanes,
             Accept accept)
{
  guint n_lanes;
  const StrataLane *all = strata_lanes_get (lanes, &n_lanes);
  GString *out = g_string_new (NULL);
  guint n_accepted = 0;

  for (guint32 place = 0; place < n_lanes; place++)
    {
      const StrataLane *lane = &all[strata_lanes_get_at_place (lanes, place)];

      if (accept (lane) && n_accepted++ < MOST_TITLES)
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", lane->title);
    }

  if (n_accepted > MOST_TITLES)
    {
      g_string_append (out, ", ");
      g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n_accepted - MOST_TITLES), n_accepted - MOST_TITLES);
    }

  return g_string_free (out, n_accepted == 0);
}

/**
 * strata_session_describe_lanes:
 * @self: the session
 *
 * Lists the pinned lanes, the hidden ones, and the other visible ones,
 * from top to bottom, in a line each.
 *
 * Returns: (transfer full): the lines
 */
char *
strata_session_describe_lanes (StrataSession *self)
{
  static const struct
  {
    const char *format;
    Accept accept;
  } rows[] = {
    { N_ ("Pinned: %s"), is_pinned },
    { N_ ("Hidden: %s"), is_hidden },
    { N_ ("Shown: %s"), is_shown },
  };
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (STRATA_IS_SESSION (self), g_string_free (out, FALSE));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *titles = list_titles (strata_session_get_lanes (self), rows[i].accept);

      if (titles == NULL)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_string_append_printf (out, _ (rows[i].format), titles);
#pragma GCC diagnostic pop
    }

  return g_string_free (out, FALSE);
}

/**
 * strata_session_describe_view:
 * @self: the session
 *
 * Describes the visible time, such as "42.6 ms from 1.50 s on".
 *
 * Returns: (transfer full): a sentence
 */
char *
strata_session_describe_view (StrataSession *self)
{
  char length[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];

  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  const StrataSpan all = strata_trace_get_span (strata_session_get_trace (self));
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (self));

  strata_units_amount (strata_span_get_length_ns (view), strata_trace_get_unit (strata_session_get_trace (self)), length);
  strata_units_amount_offset ((gint64) ((guint64) view.begin_ns - (guint64) all.begin_ns), strata_span_get_step_ns (all), strata_trace_get_unit (strata_session_get_trace (self)), begin);
  return g_strdup_printf (_ ("%s from %s on"), length, begin);
}
