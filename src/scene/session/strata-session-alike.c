/* strata-session-alike.c - from a slice to others of its name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-session-private.h"

/* The slices of a name are known already when it is underlined; one pass over
 * them answers each question. That takes a few ms for a million, so nothing is
 * sorted and nothing kept. Of slices of the same length, the one with the lower
 * number counts as the longer one: so each has a rank of its own. */
typedef struct
{
  StrataTrace *trace; /* borrowed */
  const StrataSliceTable *table;
  gboolean is_laid;
  const guint32 *slices; /* of the name, ascending */
  guint n_slices;
  guint32 *owned; /* owned: the same, where it is not underlined */
} Alike;

static void
alike_init (Alike *self,
            StrataSession *session,
            guint32 name)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataHighlight *highlight = strata_session_get_highlight_rows (session);

  *self = (Alike){
    .trace = trace,
    .table = strata_trace_get_slices (trace),
    .is_laid = strata_durations_are_cpu (trace),
  };

  if (highlight->name == name)
    {
      self->slices = highlight->slices;
      self->n_slices = highlight->n_slices;
      return;
    }

  StrataColumn found = STRATA_COLUMN_INIT;

  for (guint32 slice = 0; slice < self->table->n_slices; slice++)
    if (self->table->name[slice] == name)
      strata_column_push_u32 (&found, slice);

  self->n_slices = (guint) found.n;
  self->slices = self->owned = strata_column_steal (&found, sizeof (guint32));
}

static void
alike_clear (Alike *self)
{
  g_free (self->owned);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Alike, alike_clear)

/* On the clock that is shown; where the axis is none, on the CPU's. */
static inline gint64
get_ns (const Alike *self,
        guint32 slice)
{
  return self->is_laid ? strata_slice_table_get_cpu_ns (self->table, slice) : strata_slice_table_get_wall_ns (self->table, slice);
}

static inline gboolean
is_longer (gint64 a_ns,
           guint32 a,
           gint64 b_ns,
           guint32 b)
{
  return a_ns > b_ns || (a_ns == b_ns && a < b);
}

static guint32
find_longer (const Alike *self,
             guint32 slice)
{
  gint64 slice_ns = get_ns (self, slice);
  guint32 best = STRATA_NONE;
  gint64 best_ns = 0;

  for (guint i = 0; i < self->n_slices; i++)
    {
      guint32 other = self->slices[i];
      gint64 other_ns = get_ns (self, other);

      if (is_longer (other_ns, other, slice_ns, slice) && (best == STRATA_NONE || is_longer (best_ns, best, other_ns, other)))
        {
          best = other;
          best_ns = other_ns;
        }
    }

  return best;
}

/* The longest of those that are shorter than @slice, or of all without one. */
static guint32
find_shorter (const Alike *self,
              guint32 slice)
{
  gint64 slice_ns = slice != STRATA_NONE ? get_ns (self, slice) : G_MAXINT64;
  guint32 best = STRATA_NONE;
  gint64 best_ns = -1;

  for (guint i = 0; i < self->n_slices; i++)
    {
      guint32 other = self->slices[i];
      gint64 other_ns = get_ns (self, other);

      if (other_ns > best_ns && (slice == STRATA_NONE || is_longer (slice_ns, slice, other_ns, other)))
        {
          best = other;
          best_ns = other_ns;
        }
    }

  return best;
}

static gboolean
is_before (const Alike *self,
           guint32 a,
           guint32 b)
{
  gint64 a_ns = self->table->start_ns[a];
  gint64 b_ns = self->table->start_ns[b];

  return a_ns < b_ns || (a_ns == b_ns && a < b);
}

static guint32
find_in_time (const Alike *self,
              guint32 slice,
              gboolean is_after)
{
  guint32 best = STRATA_NONE;

  for (guint i = 0; i < self->n_slices; i++)
    {
      guint32 other = self->slices[i];
      gboolean is_wanted = is_after ? is_before (self, slice, other) : is_before (self, other, slice);

      if (is_wanted && (best == STRATA_NONE || is_before (self, is_after ? other : best, is_after ? best : other)))
        best = other;
    }

  return best;
}

/**
 * strata_session_find_alike:
 * @self: the session
 * @slice: a slice
 * @step: where to go from it
 *
 * Finds another slice of the same name, on whatever thread.
 *
 * Returns: the slice, or %STRATA_NONE where there is no further one
 */
guint32
strata_session_find_alike (StrataSession *self,
                           guint32 slice,
                           StrataAlikeStep step)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  g_auto (Alike) alike;

  alike_init (&alike, self, strata_trace_get_slices (strata_session_get_trace (self))->name[slice]);

  switch (step)
    {
    case STRATA_ALIKE_NEXT:
      return find_in_time (&alike, slice, TRUE);
    case STRATA_ALIKE_PREVIOUS:
      return find_in_time (&alike, slice, FALSE);
    case STRATA_ALIKE_LONGEST:
      return find_shorter (&alike, STRATA_NONE);
    case STRATA_ALIKE_LONGER:
      return find_longer (&alike, slice);
    case STRATA_ALIKE_SHORTER:
      return find_shorter (&alike, slice);
    }

  return STRATA_NONE;
}

/* Where to begin: the selected slice, or any of the name that is underlined. */
static guint32
get_origin (StrataSession *self)
{
  StrataItem item = strata_session_get_selection (self);
  const StrataHighlight *highlight = strata_session_get_highlight_rows (self);

  if (item.kind == STRATA_ITEM_SLICE)
    return item.index;

  return item.kind == STRATA_ITEM_NONE && highlight->n_slices > 0 ? highlight->slices[0] : STRATA_NONE;
}

/**
 * strata_session_select_alike:
 * @self: the session
 * @step: where to go
 *
 * Goes from the selected slice to another of its name, underlines them all and
 * reveals the one. Where nothing is selected, it goes to the longest of the
 * name that is underlined.
 *
 * Returns: whether there is such a slice
 */
gboolean
strata_session_select_alike (StrataSession *self,
                             StrataAlikeStep step)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  guint32 origin = get_origin (self);

  if (origin == STRATA_NONE)
    return FALSE;
  if (strata_session_get_selection (self).kind != STRATA_ITEM_SLICE)
    step = STRATA_ALIKE_LONGEST;

  strata_session_set_highlight (self, strata_trace_get_slices (strata_session_get_trace (self))->name[origin]);

  guint32 slice = strata_session_find_alike (self, origin, step);

  if (slice == STRATA_NONE)
    return FALSE;

  strata_session_select_slice (self, slice);
  return TRUE;
}
