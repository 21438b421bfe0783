/* strata-session-hit-lanes.c - only lanes in which a search has found something
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-private.h"
#include "strata-session-search.h"

/* As long as nothing is searched or nothing was found, all lanes are shown: an
 * empty window helps nobody. */

/* Hides lanes without hits, or shows all again: hits, or the wish, are others. */
void
strata_session_update_hit_lanes (StrataSession *self)
{
  const StrataSearchView *view = strata_session_get_search_view (self);
  guint n_lanes;

  strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), &n_lanes);
  if (!view->only_lanes || view->hits == NULL || view->hits->n_hits == 0)
    {
      strata_lanes_set_hits (strata_view_get_lanes (strata_session_get_view (self)), NULL);
      return;
    }

  g_autofree guint8 *has_hits = g_new0 (guint8, (gsize) n_lanes + 1);

  for (guint32 i = 0; i < n_lanes; i++)
    has_hits[i] = strata_session_has_hit (self, i);

  strata_lanes_set_hits (strata_view_get_lanes (strata_session_get_view (self)), has_hits);
}

/**
 * strata_session_get_only_hit_lanes:
 * @self: the session
 *
 * Returns: whether only lanes are shown in which a search has found something
 */
gboolean
strata_session_get_only_hit_lanes (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return strata_session_get_search_view (self)->only_lanes;
}

/**
 * strata_session_set_only_hit_lanes:
 * @self: the session
 * @is_only: whether to show only lanes in which a search has found something
 *
 * Shows fewer lanes while something is searched; what is pinned stays.
 */
void
strata_session_set_only_hit_lanes (StrataSession *self,
                                   gboolean is_only)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataSearchView *view = strata_session_get_search_view (self);

  if (view->only_lanes == is_only)
    return;

  view->only_lanes = is_only;
  strata_session_update_hit_lanes (self);
}
