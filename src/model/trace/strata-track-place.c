/* strata-track-place.c - the tree of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-track-place.h"

#include "strata-trace-titles.h"

/* Only tracks of Perfetto have places; all others are siblings, sorted by name. */

static guint
get_depth (const StrataTrackPlace *places,
           guint32 place)
{
  guint depth = 0;

  for (; place != 0; place = places[place - 1].parent)
    depth++;

  return depth;
}

/* The ancestor of a place at a depth, or the place itself. */
static guint32
climb (const StrataTrackPlace *places,
       guint32 place,
       guint depth)
{
  for (guint n = get_depth (places, place); n > depth; n--)
    place = places[place - 1].parent;

  return place;
}

static StrataTrackPlace
get_place (const StrataTrackPlace *places,
           const StrataTrack *track,
           guint32 place)
{
  return place != 0 ? places[place - 1] : (StrataTrackPlace){ .name = track->name };
}

/**
 * strata_track_compare:
 * @trace: a trace
 * @a: a lane of it
 * @b: another one
 *
 * Compares lanes by their places; a lane follows its parent.
 *
 * Returns: below 0 if @a comes first, above 0 if @b does
 */
int
strata_track_compare (StrataTrace *trace,
                      const StrataTrack *a,
                      const StrataTrack *b)
{
  const StrataTrackPlace *places = strata_trace_get_places (trace, NULL);
  const guint depth_a = get_depth (places, a->place);
  const guint depth_b = get_depth (places, b->place);
  const guint depth = MAX (MIN (depth_a, depth_b), 1);
  guint32 place_a = climb (places, a->place, depth);
  guint32 place_b = climb (places, b->place, depth);

  if (place_a == place_b && place_a != 0)
    return (depth_a > depth_b) - (depth_a < depth_b);

  while (place_a != 0 && place_b != 0 && places[place_a - 1].parent != places[place_b - 1].parent)
    {
      place_a = places[place_a - 1].parent;
      place_b = places[place_b - 1].parent;
    }

  const StrataTrackPlace one = get_place (places, a, place_a);
  const StrataTrackPlace other = get_place (places, b, place_b);

  if (one.owner != other.owner)
    return one.owner < other.owner ? -1 : 1;
  if (one.rank != other.rank)
    return one.rank < other.rank ? -1 : 1;

  const int by_name = g_strcmp0 (strata_trace_get_string (trace, one.name), strata_trace_get_string (trace, other.name));

  return by_name != 0 ? by_name : (place_a > place_b) - (place_a < place_b);
}

/* Returns the number of the place above it, or 0. */
guint32
strata_track_get_parent (StrataTrace *trace,
                         const StrataTrack *track)
{
  return track->place != 0 ? strata_trace_get_places (trace, NULL)[track->place - 1].parent : 0;
}

static void
prepend_owner (StrataTrace *trace,
               const StrataTrack *track,
               GString *path)
{
  const guint32 owner = track->place != 0 ? strata_trace_get_places (trace, NULL)[track->place - 1].owner : 0;
  g_autofree char *title = owner != 0 ? strata_trace_titles_dup_thread (trace, owner - 1) : NULL;

  if (title != NULL)
    g_string_prepend (g_string_prepend (path, " › "), title);
}

/* Returns its name after those of its thread and its ancestors, valid UTF-8. */
char *
strata_track_dup_path (StrataTrace *trace,
                       const StrataTrack *track)
{
  const StrataTrackPlace *places = strata_trace_get_places (trace, NULL);
  GString *path = g_string_new (strata_trace_get_string (trace, track->name));

  for (guint32 place = strata_track_get_parent (trace, track); place != 0; place = places[place - 1].parent)
    {
      g_string_prepend (path, " › ");
      g_string_prepend (path, strata_trace_get_string (trace, places[place - 1].name));
    }

  prepend_owner (trace, track, path);

  char *valid = g_utf8_make_valid (path->str, -1);

  g_string_free (path, TRUE);
  return valid;
}
