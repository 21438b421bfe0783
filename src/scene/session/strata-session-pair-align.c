/* strata-session-pair-align.c - aligns the time axes of two sessions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-pair.h"

#include <math.h>

#include "strata-name-shape.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"
#include "strata-session-pair-private.h"

/* Shows all of A, and moves B to the place that corresponds to it. */
static void
show_all (StrataSessionPair *self)
{
  strata_view_show_all (strata_session_get_view (self->sessions[STRATA_DIFF_A]));
  strata_session_pair_realign (self, &self->alignment, STRATA_DIFF_A);
}

/**
 * strata_session_pair_align:
 * @self: the pair
 * @alignment: the new alignment; a scale that is not above 0 becomes 1
 *
 * Aligns the axes. The view of A stays; B follows.
 */
void
strata_session_pair_align (StrataSessionPair *self,
                           const StrataAlignment *alignment)
{
  strata_session_pair_realign (self, alignment, STRATA_DIFF_A);
}

/**
 * strata_session_pair_align_starts:
 * @self: the pair
 *
 * Aligns the begins of both, and shows everything, as in a new pair: later
 * selections align matching calls again.
 */
void
strata_session_pair_align_starts (StrataSessionPair *self)
{
  StrataAlignment alignment = { .scale = 1.0 };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    alignment.time_ns[side] = strata_trace_get_span (strata_session_get_trace (self->sessions[side])).begin_ns;

  strata_session_pair_align (self, &alignment);
  show_all (self);
}

/**
 * strata_session_pair_align_absolute:
 * @self: the pair
 *
 * Aligns equal times, as for captures of the same moment, and shows everything.
 */
void
strata_session_pair_align_absolute (StrataSessionPair *self)
{
  const StrataAlignment alignment = { { 0, 0 }, 1.0, TRUE };

  strata_session_pair_align (self, &alignment);
  show_all (self);
}

static void
align_spans (StrataSessionPair *self,
             const StrataSpan spans[STRATA_N_DIFF_SIDES],
             gboolean is_scaled)
{
  StrataAlignment alignment = { { spans[STRATA_DIFF_A].begin_ns, spans[STRATA_DIFF_B].begin_ns }, 1.0, TRUE };
  const double length_a = (double) strata_span_get_length_ns (spans[STRATA_DIFF_A]);

  if (is_scaled && length_a > 0.0)
    alignment.scale = (double) strata_span_get_length_ns (spans[STRATA_DIFF_B]) / length_a;

  strata_session_pair_align (self, &alignment);
}

/**
 * strata_session_pair_align_slices:
 * @self: the pair
 * @is_scaled: whether to scale them to the same length, too
 *
 * Aligns the selected slices of both.
 *
 * Returns: %FALSE unless both have one
 */
gboolean
strata_session_pair_align_slices (StrataSessionPair *self,
                                  gboolean is_scaled)
{
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!strata_session_get_item_span (self->sessions[side], strata_session_get_selected_item (self->sessions[side]), &spans[side]))
      return FALSE;

  align_spans (self, spans, is_scaled);
  return TRUE;
}

/**
 * strata_session_pair_align_areas:
 * @self: the pair
 *
 * Aligns the selected areas of both, and scales them to the same length.
 *
 * Returns: %FALSE unless both have one
 */
gboolean
strata_session_pair_align_areas (StrataSessionPair *self)
{
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!strata_session_get_area (self->sessions[side], &spans[side]))
      return FALSE;

  align_spans (self, spans, TRUE);
  return TRUE;
}

/* Finds instants; markers without a duration are instants. */
static gboolean
find_nth_instant (StrataSessionPair *self,
                  StrataDiffSide side,
                  const char *name,
                  guint n,
                  gint64 *time_ns)
{
  StrataTrace *trace = strata_session_get_trace (self->sessions[side]);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  g_autofree char *shape = strata_name_shape_dup (name);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      gpointer is_same;

      if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (instants->name[i]), NULL, &is_same))
        {
          g_autofree char *own = strata_name_shape_dup (strata_trace_get_string (trace, instants->name[i]));

          is_same = GINT_TO_POINTER (g_str_equal (own, shape));
          g_hash_table_insert (known, GUINT_TO_POINTER (instants->name[i]), is_same);
        }

      if (is_same != NULL && n-- == 0)
        {
          *time_ns = instants->time_ns[i];
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
find_nth (StrataSessionPair *self,
          StrataDiffSide side,
          const char *name,
          guint n,
          gint64 *time_ns)
{
  const guint32 slice = strata_call_match_find_nth (self->calls, side, name, n);

  if (slice == STRATA_NONE)
    return find_nth_instant (self, side, name, n, time_ns);

  *time_ns = strata_trace_get_slices (strata_session_get_trace (self->sessions[side]))->start_ns[slice];
  return TRUE;
}

/**
 * strata_session_pair_align_nth:
 * @self: the pair
 * @name: a name; numbers in it are ignored
 * @n: number of the slice of that name, or of the instant if there are no such slices, from 0
 *
 * Aligns the begins of the n-th slices or instants of a name.
 *
 * Returns: %FALSE unless both have that many
 */
gboolean
strata_session_pair_align_nth (StrataSessionPair *self,
                               const char *name,
                               guint n)
{
  StrataAlignment alignment = { .scale = 1.0, .is_by_user = TRUE };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!find_nth (self, side, name, n, &alignment.time_ns[side]))
      return FALSE;

  strata_session_pair_align (self, &alignment);
  return TRUE;
}

/* For A, the n-th; for B, the one with the same note, or else the n-th. */
static guint
find_bookmark (StrataSessionPair *self,
               StrataDiffSide side,
               guint n)
{
  guint n_bookmarks[STRATA_N_DIFF_SIDES];
  const StrataBookmark *a = strata_marks_get_bookmarks (strata_session_get_marks (self->sessions[STRATA_DIFF_A]), &n_bookmarks[STRATA_DIFF_A]);
  const StrataBookmark *b = strata_marks_get_bookmarks (strata_session_get_marks (self->sessions[STRATA_DIFF_B]), &n_bookmarks[STRATA_DIFF_B]);

  if (side == STRATA_DIFF_B && n < n_bookmarks[STRATA_DIFF_A] && *a[n].note != '\0')
    for (guint i = 0; i < n_bookmarks[STRATA_DIFF_B]; i++)
      if (g_str_equal (a[n].note, b[i].note))
        return i;

  return n < n_bookmarks[side] ? n : STRATA_NONE;
}

/**
 * strata_session_pair_align_bookmarks:
 * @self: the pair
 * @n: which bookmark, from 0
 * @is_scaled: whether to align the following bookmarks, too
 *
 * Aligns bookmarks of both: the n-th of A, and the one of B with
 * the same note, or else the n-th.
 *
 * Returns: %FALSE unless both have that many
 */
gboolean
strata_session_pair_align_bookmarks (StrataSessionPair *self,
                                     guint n,
                                     gboolean is_scaled)
{
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint first = find_bookmark (self, side, n);
      const guint last = is_scaled ? find_bookmark (self, side, n + 1) : first;

      if (first == STRATA_NONE || last == STRATA_NONE ||
          !strata_session_get_bookmark_time (self->sessions[side], first, &spans[side].begin_ns) ||
          !strata_session_get_bookmark_time (self->sessions[side], last, &spans[side].end_ns))
        return FALSE;
      if (is_scaled && spans[side].end_ns <= spans[side].begin_ns)
        return FALSE;
    }

  align_spans (self, spans, is_scaled);
  return TRUE;
}

/**
 * strata_session_pair_align_cursors:
 * @self: the pair
 *
 * Aligns the spans between the two cursors of each side, and scales them to the
 * same length.
 *
 * Returns: %FALSE unless both have two cursors at different times
 */
gboolean
strata_session_pair_align_cursors (StrataSessionPair *self)
{
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!strata_session_get_measure (self->sessions[side], &spans[side]) || strata_span_get_length_ns (spans[side]) <= 0)
      return FALSE;

  align_spans (self, spans, TRUE);
  return TRUE;
}

/**
 * strata_session_pair_align_frame:
 * @self: the pair
 * @row: (nullable): the row whose frames to use; %NULL for the application with the most frames in view
 * @n: which frame, from 0
 *
 * Aligns the begins of the n-th frames.
 *
 * Returns: %FALSE unless both have that many
 */
gboolean
strata_session_pair_align_frame (StrataSessionPair *self,
                                 const StrataDiffFrames *row,
                                 guint n)
{
  StrataFrames *const *frames = strata_session_pair_get_frames (self);
  StrataAlignment alignment = { .scale = 1.0, .is_by_user = TRUE };
  StrataSpan spans[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    spans[side] = strata_viewport_get_span (strata_session_get_viewport (self->sessions[side]));

  if (row != NULL ? !strata_diff_frames_get_nth (row, frames, n, alignment.time_ns)
                  : !strata_diff_frames_find_nth (frames, self->threads, spans, n, alignment.time_ns))
    return FALSE;

  strata_session_pair_align (self, &alignment);
  return TRUE;
}

/**
 * strata_session_pair_shift:
 * @self: the pair
 * @side: a side
 * @delta_px: how far to the right
 *
 * Drags the time of one side relative to the other.
 */
void
strata_session_pair_shift (StrataSessionPair *self,
                           StrataDiffSide side,
                           double delta_px)
{
  StrataAlignment alignment = self->alignment;
  const double ns_per_px = strata_session_get_viewport (self->sessions[side])->ns_per_px;

  /* if the sides are not locked, the present views define the alignment */
  for (guint i = 0; !self->is_locked && i < STRATA_N_DIFF_SIDES; i++)
    alignment.time_ns[i] = strata_session_get_viewport (self->sessions[i])->begin_ns;

  alignment.time_ns[side] = strata_time_add (alignment.time_ns[side], -(gint64) CLAMP (round (delta_px * ns_per_px), -9e17, 9e17));
  alignment.is_by_user = TRUE;
  strata_session_pair_realign (self, &alignment, side == STRATA_DIFF_B || !self->is_locked ? STRATA_DIFF_A : STRATA_DIFF_B);
}
