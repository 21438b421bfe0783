/* strata-compare-side.c - saved state of one of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-side.h"

#include "strata-notes-slice.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"

/* Groups "Side a" and "Lanes a", and the same for b. Times count from the start of the capture, so
 * that they fit a file whose clock was read differently. Values that do not fit the capture are
 * ignored. */
#define SIDE_GROUP "Side "
#define LANES_GROUP "Lanes "

static const char *const scope_ids[STRATA_N_SCOPE_CHOICES] = {
  [STRATA_SCOPE_TRACE] = "trace",
  [STRATA_SCOPE_WINDOW] = "window",
  [STRATA_SCOPE_AREA] = "area",
  [STRATA_SCOPE_SLICE] = "slice",
  [STRATA_SCOPE_THREAD] = "thread",
  [STRATA_SCOPE_PROCESS] = "process",
};

static gint64
get_begin_ns (StrataSession *session)
{
  return strata_trace_get_span (strata_session_get_trace (session)).begin_ns;
}

static void
put_span (GKeyFile *state,
          const char *group,
          const char *key,
          StrataSession *session,
          StrataSpan span)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, span.begin_ns - get_begin_ns (session), span.end_ns - get_begin_ns (session));

  g_key_file_set_string (state, group, key, text);
}

static gboolean
get_span (GKeyFile *state,
          const char *group,
          const char *key,
          StrataSession *session,
          StrataSpan *span)
{
  g_autofree char *text = g_key_file_get_string (state, group, key, NULL);
  char *end = NULL;
  const gint64 begin_ns = text != NULL ? g_ascii_strtoll (text, &end, 10) : 0;

  if (end == NULL || !g_str_has_prefix (end, ".."))
    return FALSE;

  span->begin_ns = strata_time_add (begin_ns, get_begin_ns (session));
  span->end_ns = strata_time_add (g_ascii_strtoll (end + 2, NULL, 10), get_begin_ns (session));
  return span->begin_ns < span->end_ns;
}

static void
put_area (GKeyFile *state,
          const char *group,
          StrataSession *session)
{
  StrataSpan span;
  guint32 lanes[2];

  if (!strata_session_get_area (session, &span) || !strata_session_get_area_lanes (session, &lanes[0], &lanes[1]))
    return;

  int places[] = { (int) lanes[0], (int) lanes[1] };

  put_span (state, group, "area", session, span);
  g_key_file_set_integer_list (state, group, "area-lanes", places, G_N_ELEMENTS (places));
}

static void
apply_area (GKeyFile *state,
            const char *group,
            StrataSession *session)
{
  gsize n_places = 0;
  g_autofree int *places = g_key_file_get_integer_list (state, group, "area-lanes", &n_places, NULL);
  StrataSpan span;
  guint n_lanes;

  strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  if (get_span (state, group, "area", session, &span) && n_places == 2 && places[0] >= 0 && places[1] >= 0 && (guint) MAX (places[0], places[1]) < n_lanes)
    strata_session_set_area (session, span, (guint32) places[0], (guint32) places[1]);
}

static void
put_selection (GKeyFile *state,
               const char *group,
               StrataSession *session)
{
  const StrataSpan all = { G_MININT64, G_MAXINT64 };
  const StrataItem item = strata_session_get_selected_item (session);
  StrataTrace *trace = strata_session_get_trace (session);

  if (item.kind != STRATA_ITEM_SLICE)
    return;

  g_key_file_set_int64 (state, group, "time", strata_trace_get_slices (trace)->start_ns[item.index] - get_begin_ns (session));
  strata_notes_slice_save (state, group, trace, item.index, all);
}

static void
apply_selection (GKeyFile *state,
                 const char *group,
                 StrataSession *session)
{
  const gint64 time_ns = strata_time_add (g_key_file_get_int64 (state, group, "time", NULL), get_begin_ns (session));
  const guint32 slice = strata_notes_slice_load (state, group, strata_session_get_trace (session), time_ns);

  if (slice != STRATA_NONE)
    strata_session_select (session, (StrataItem){ STRATA_ITEM_SLICE, slice, STRATA_NONE, 1 });
}

static void
put_lanes (GKeyFile *state,
           const char *name,
           const char *group,
           StrataSession *session)
{
  const StrataLanes *lanes = strata_session_get_lanes (session);
  g_autoptr (StrataLaneArrangement) arrangement = strata_lanes_get_arrangement (lanes);
  g_autofree char *lanes_group = g_strconcat (LANES_GROUP, name, NULL);

  g_key_file_set_integer (state, group, "shown", (int) strata_lanes_get_shown (lanes));
  if (strata_lanes_get_filter (lanes) != NULL)
    g_key_file_set_string (state, group, "filter", strata_lanes_get_filter (lanes));
  strata_lane_arrangement_save (arrangement, state, lanes_group);
}

static void
apply_lanes (GKeyFile *state,
             const char *name,
             const char *group,
             StrataSession *session)
{
  StrataLanes *lanes = strata_session_get_lanes (session);
  g_autofree char *lanes_group = g_strconcat (LANES_GROUP, name, NULL);
  g_autofree char *filter = g_key_file_get_string (state, group, "filter", NULL);

  if (g_key_file_has_key (state, group, "shown", NULL))
    strata_lanes_set_shown (lanes, (StrataLaneExtras) g_key_file_get_integer (state, group, "shown", NULL) & STRATA_LANE_EXTRA_ALL);
  if (g_key_file_has_group (state, lanes_group))
    {
      g_autoptr (StrataLaneArrangement) arrangement = strata_lane_arrangement_load (state, lanes_group);

      strata_lanes_set_arrangement (lanes, arrangement);
    }
  if (filter != NULL && strata_lanes_check_filter (filter, NULL))
    strata_lanes_filter (lanes, filter);
}

static void
apply_scope (GKeyFile *state,
             const char *group,
             StrataSession *session)
{
  g_autofree char *id = g_key_file_get_string (state, group, "scope", NULL);

  for (guint i = 0; id != NULL && i < STRATA_N_SCOPE_CHOICES; i++)
    if (g_str_equal (scope_ids[i], id))
      strata_scope_model_set_choice (strata_scope_model_get (session), (StrataScopeChoice) i);
}

/**
 * strata_compare_side_take:
 * @state: where to write
 * @name: "a" or "b"
 * @session: the session of that side
 *
 * Writes the state of a side: lanes, visible time, selection and scope.
 */
void
strata_compare_side_take (GKeyFile *state,
                          const char *name,
                          StrataSession *session)
{
  g_autofree char *group = g_strconcat (SIDE_GROUP, name, NULL);

  put_span (state, group, "view", session, strata_view_get_settled_span (strata_session_get_view (session)));
  g_key_file_set_string (state, group, "scope", scope_ids[strata_scope_model_get_choice (strata_scope_model_get (session))]);
  put_area (state, group, session);
  put_selection (state, group, session);
  put_lanes (state, name, group, session);
}

/**
 * strata_compare_side_apply:
 * @state: a saved state
 * @name: "a" or "b"
 * @session: the session of that side
 *
 * Restores the state of a side, except the visible time.
 */
void
strata_compare_side_apply (GKeyFile *state,
                           const char *name,
                           StrataSession *session)
{
  g_autofree char *group = g_strconcat (SIDE_GROUP, name, NULL);

  apply_lanes (state, name, group, session);
  apply_area (state, group, session);
  apply_selection (state, group, session);
  apply_scope (state, group, session);
}

/**
 * strata_compare_side_apply_view:
 * @state: a saved state
 * @name: "a" or "b"
 * @session: the session of that side
 *
 * Restores the visible time of a side.
 */
void
strata_compare_side_apply_view (GKeyFile *state,
                                const char *name,
                                StrataSession *session)
{
  g_autofree char *group = g_strconcat (SIDE_GROUP, name, NULL);
  StrataSpan span;

  if (get_span (state, group, "view", session, &span))
    strata_view_show_span (strata_session_get_view (session), span, 0);
}
