/* strata-call-match.c - finds the same call in another trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-match.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-name-shape.h"
#include "strata-order.h"
#include "strata-sequence-match.h"

/* Two calls are the same if their callers, or their threads, are the same, and they have the same
 * place among the calls of the caller: siblings are matched in order by the shapes of their names,
 * so an added call does not move the others. A name gets the id of its shape when it is first seen. */
struct _StrataCallMatch
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];    /* owned */
  GHashTable *shapes;                          /* owned strings to ids */
  guint32 *shape_of_name[STRATA_N_DIFF_SIDES]; /* owned: by string id; STRATA_NONE until computed */
};

#define LEAST_CHANGE 0.1

static const struct
{
  const char *id;
  const char *title;
} changes[] = {
  [STRATA_CALL_SAME] = { "same", N_ ("the same") },
  [STRATA_CALL_SIMILAR] = { "similar", N_ ("within 10 %") },
  [STRATA_CALL_SLOWER] = { "slower", N_ ("slower") },
  [STRATA_CALL_FASTER] = { "faster", N_ ("faster") },
  [STRATA_CALL_ADDED] = { "added", N_ ("only in B") },
  [STRATA_CALL_REMOVED] = { "removed", N_ ("only in A") },
};

StrataCallMatch *
strata_call_match_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES])
{
  StrataCallMatch *self = g_new0 (StrataCallMatch, 1);

  self->shapes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint32 n_names = strata_string_pool_get_n_strings (strata_trace_get_strings (traces[side]));

      self->traces[side] = g_object_ref (traces[side]);
      self->shape_of_name[side] = g_new (guint32, n_names);
      memset (self->shape_of_name[side], 0xff, sizeof (guint32) * n_names);
    }

  return self;
}

void
strata_call_match_free (StrataCallMatch *self)
{
  if (self == NULL)
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_object_unref (self->traces[side]);
      g_free (self->shape_of_name[side]);
    }

  g_hash_table_unref (self->shapes);
  g_free (self);
}

static guint32
intern_shape (StrataCallMatch *self,
              char *shape)
{
  gpointer id;

  if (g_hash_table_lookup_extended (self->shapes, shape, NULL, &id))
    {
      g_free (shape);
      return GPOINTER_TO_UINT (id);
    }

  const guint32 next = g_hash_table_size (self->shapes);

  g_hash_table_insert (self->shapes, shape, GUINT_TO_POINTER (next));
  return next;
}

static guint32
get_shape (StrataCallMatch *self,
           StrataDiffSide side,
           guint32 slice)
{
  const guint32 name = strata_trace_get_slices (self->traces[side])->name[slice];
  guint32 *shape = &self->shape_of_name[side][name];

  if (*shape == STRATA_NONE)
    *shape = intern_shape (self, strata_name_shape_dup (strata_trace_get_string (self->traces[side], name)));

  return *shape;
}

/* Consecutive calls, with the shapes of their names. */
typedef struct
{
  GArray *slices; /* guint32 */
  GArray *shapes; /* guint32 */
} Siblings;

static void
siblings_clear (Siblings *self)
{
  g_array_unref (self->slices);
  g_array_unref (self->shapes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Siblings, siblings_clear)

static Siblings
list_siblings (StrataCallMatch *self,
               StrataDiffSide side,
               guint32 begin,
               guint32 end)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->traces[side]);
  Siblings siblings = { g_array_new (FALSE, FALSE, sizeof (guint32)), g_array_new (FALSE, FALSE, sizeof (guint32)) };

  for (guint32 slice = begin; slice < end; slice = table->subtree_end[slice])
    {
      const guint32 shape = get_shape (self, side, slice);

      g_array_append_val (siblings.slices, slice);
      g_array_append_val (siblings.shapes, shape);
    }

  return siblings;
}

/* The calls inside a slice, or the outermost calls of a track. */
static Siblings
list_calls (StrataCallMatch *self,
            StrataDiffSide side,
            guint32 slice,
            const StrataTrack *track)
{
  if (slice == STRATA_NONE)
    return list_siblings (self, side, track->first_slice, track->first_slice + track->n_slices);

  return list_siblings (self, side, slice + 1, strata_trace_get_slices (self->traces[side])->subtree_end[slice]);
}

static guint32 *
match_siblings (const Siblings *a,
                const Siblings *b)
{
  guint32 *b_of_a = g_new (guint32, a->slices->len + 1);

  strata_sequence_match ((const guint32 *) a->shapes->data, a->shapes->len, (const guint32 *) b->shapes->data, b->shapes->len, b_of_a);
  return b_of_a;
}

static guint32
find_index (const Siblings *siblings,
            guint32 slice)
{
  guint32 begin = 0;
  guint32 end = siblings->slices->len;

  STRATA_BISECT_LAST (begin, end, i, g_array_index (siblings->slices, guint32, i) <= slice);

  return begin;
}

static guint32
find_among (const Siblings *own,
            const Siblings *others,
            guint32 slice)
{
  g_autofree guint32 *other_of_own = match_siblings (own, others);
  const guint32 found = other_of_own[find_index (own, slice)];

  return found != STRATA_SEQUENCE_NONE ? g_array_index (others->slices, guint32, found) : STRATA_NONE;
}

static const StrataTrack *
find_track (const StrataCallMatch *self,
            StrataDiffSide side,
            guint32 thread)
{
  const guint32 track = thread != STRATA_NONE ? strata_trace_get_threads (self->traces[side], NULL)[thread].track : STRATA_NONE;

  return track != STRATA_NONE ? strata_trace_get_tracks (self->traces[side], NULL) + track : NULL;
}

/* From the outermost call inwards. */
static GArray *
list_path (StrataTrace *trace,
           guint32 slice)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; slice != STRATA_NONE; slice = strata_trace_find_parent (trace, slice))
    g_array_append_val (path, slice);

  for (guint i = 0; i < path->len / 2; i++)
    {
      const guint32 swapped = g_array_index (path, guint32, i);

      g_array_index (path, guint32, i) = g_array_index (path, guint32, path->len - 1 - i);
      g_array_index (path, guint32, path->len - 1 - i) = swapped;
    }

  return path;
}

/**
 * strata_call_match_find:
 * @self: a matcher
 * @threads: the threads of both
 * @side: a side
 * @slice: index of a slice of that side
 *
 * Finds the same call in the other trace: on the same thread, with the same callers, at
 * the same place among its siblings.
 *
 * Returns: its index, or %STRATA_NONE if there is none or @slice is not a call
 */
guint32
strata_call_match_find (StrataCallMatch *self,
                        const StrataThreadMatch *threads,
                        StrataDiffSide side,
                        guint32 slice)
{
  if (slice >= strata_trace_get_slices (self->traces[side])->first_async)
    return STRATA_NONE;

  const guint32 thread = strata_trace_find_thread (self->traces[side], slice);
  const StrataTrack *own_track = find_track (self, side, thread);
  const StrataTrack *other_track = thread != STRATA_NONE ? find_track (self, strata_diff_side_get_other (side), strata_thread_match_find (threads, side, thread)) : NULL;
  g_autoptr (GArray) path = list_path (self->traces[side], slice);
  guint32 own = STRATA_NONE;
  guint32 other = STRATA_NONE;

  if (own_track == NULL || other_track == NULL)
    return STRATA_NONE;

  for (guint i = 0; i < path->len && (i == 0 || other != STRATA_NONE); i++)
    {
      g_auto (Siblings) own_calls = list_calls (self, side, own, own_track);
      g_auto (Siblings) other_calls = list_calls (self, strata_diff_side_get_other (side), other, other_track);

      own = g_array_index (path, guint32, i);
      other = find_among (&own_calls, &other_calls, own);
    }

  return other;
}

typedef struct
{
  gint64 start_ns;
  guint32 slice;
} Start;

STRATA_ORDER_BY_TWO (compare_starts, Start, start_ns, slice)

/**
 * strata_call_match_find_nth:
 * @self: a matcher
 * @side: a side
 * @name: a name; numbers in it are ignored
 * @n: which call of that name, from 0, in the order of time
 *
 * Returns: index of the slice, or %STRATA_NONE if there are fewer
 */
guint32
strata_call_match_find_nth (StrataCallMatch *self,
                            StrataDiffSide side,
                            const char *name,
                            guint n)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->traces[side]);
  const guint32 shape = intern_shape (self, strata_name_shape_dup (name));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Start));

  for (guint32 slice = 0; slice < table->n_slices; slice++)
    if (get_shape (self, side, slice) == shape)
      {
        const Start start = { table->start_ns[slice], slice };

        g_array_append_val (found, start);
      }

  if (n >= found->len)
    return STRATA_NONE;

  g_array_sort (found, compare_starts);
  return (guint32) g_array_index (found, Start, n).slice;
}

/* Returns how long it took; STRATA_NO_TIME for none. @slice may be STRATA_NONE. */
gint64
strata_call_match_get_ns (const StrataCallMatch *self,
                          StrataDiffSide side,
                          guint32 slice)
{
  return slice != STRATA_NONE ? strata_slice_table_get_wall_ns (strata_trace_get_slices (self->traces[side]), slice) : STRATA_NO_TIME;
}

static StrataCallChange
judge (const StrataCallMatch *self,
       const guint32 slices[STRATA_N_DIFF_SIDES])
{
  if (slices[STRATA_DIFF_A] == STRATA_NONE)
    return STRATA_CALL_ADDED;
  if (slices[STRATA_DIFF_B] == STRATA_NONE)
    return STRATA_CALL_REMOVED;

  const double a = (double) strata_call_match_get_ns (self, STRATA_DIFF_A, slices[STRATA_DIFF_A]);
  const double b = (double) strata_call_match_get_ns (self, STRATA_DIFF_B, slices[STRATA_DIFF_B]);

  if (b > a * (1.0 + LEAST_CHANGE))
    return STRATA_CALL_SLOWER;

  if (b < a / (1.0 + LEAST_CHANGE))
    return STRATA_CALL_FASTER;

  return a == b ? STRATA_CALL_SAME : STRATA_CALL_SIMILAR;
}

static StrataCallDiff
make_row (const StrataCallMatch *self,
          guint32 a,
          guint32 b,
          guint32 depth)
{
  StrataCallDiff row = { { a, b }, depth, STRATA_CALL_SAME };

  row.change = judge (self, row.slice);
  return row;
}

/* The calls of both sides in one order: before each call of both, first the calls only in A, then
 * those only in B. */
static GArray *
list_children (StrataCallMatch *self,
               const StrataCallDiff *parent)
{
  g_auto (Siblings) a = list_calls (self, STRATA_DIFF_A, parent->slice[STRATA_DIFF_A], NULL);
  g_auto (Siblings) b = list_calls (self, STRATA_DIFF_B, parent->slice[STRATA_DIFF_B], NULL);
  g_autofree guint32 *b_of_a = match_siblings (&a, &b);
  g_autofree gboolean *is_used = g_new0 (gboolean, b.slices->len + 1);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (StrataCallDiff));
  guint32 next_b = 0;

  for (guint i = 0; i < a.slices->len; i++)
    if (b_of_a[i] != STRATA_SEQUENCE_NONE)
      is_used[b_of_a[i]] = TRUE;

  for (guint i = 0; i <= a.slices->len; i++)
    {
      const gboolean is_end = i == a.slices->len;
      const guint32 in_b = is_end ? b.slices->len : b_of_a[i];
      const guint32 own = is_end ? STRATA_NONE : g_array_index (a.slices, guint32, i);

      for (; in_b != STRATA_SEQUENCE_NONE && next_b < in_b; next_b++)
        if (!is_used[next_b])
          {
            const StrataCallDiff row = make_row (self, STRATA_NONE, g_array_index (b.slices, guint32, next_b), parent->depth + 1);

            g_array_append_val (rows, row);
          }

      if (!is_end)
        {
          const StrataCallDiff row = make_row (self, own, in_b != STRATA_SEQUENCE_NONE ? g_array_index (b.slices, guint32, in_b) : STRATA_NONE, parent->depth + 1);

          g_array_append_val (rows, row);
        }
    }

  return rows;
}

/**
 * strata_call_match_compare:
 * @self: a matcher
 * @slices: a call of each side
 * @most_rows: the maximum number of rows
 * @is_cut: (out) (optional): whether there would have been more
 *
 * Compares two calls and all calls inside them, in order. A call of one side stands for all calls inside it.
 *
 * Returns: (transfer full) (element-type StrataCallDiff): the two calls, then the calls inside, in pre-order
 */
GArray *
strata_call_match_compare (StrataCallMatch *self,
                           const guint32 slices[STRATA_N_DIFF_SIDES],
                           guint most_rows,
                           gboolean *is_cut)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (StrataCallDiff));
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (StrataCallDiff));
  const StrataCallDiff first = make_row (self, slices[STRATA_DIFF_A], slices[STRATA_DIFF_B], 0);

  g_array_append_val (waiting, first);
  while (waiting->len > 0 && rows->len < most_rows)
    {
      const StrataCallDiff row = g_array_index (waiting, StrataCallDiff, waiting->len - 1);

      g_array_set_size (waiting, waiting->len - 1);
      g_array_append_val (rows, row);
      if (row.change == STRATA_CALL_ADDED || row.change == STRATA_CALL_REMOVED)
        continue;

      g_autoptr (GArray) children = list_children (self, &row);

      for (guint i = children->len; i > 0; i--)
        g_array_append_val (waiting, g_array_index (children, StrataCallDiff, i - 1));
    }

  if (is_cut != NULL)
    *is_cut = waiting->len > 0;

  return rows;
}

/* Returns its stable name for programs. */
const char *
strata_call_change_get_id (StrataCallChange change)
{
  return changes[change].id;
}

/* Returns its title, translated. */
const char *
strata_call_change_get_title (StrataCallChange change)
{
  return _ (changes[change].title);
}
