/* strata-nesting.c - nested slices on tracks other than calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-nesting.h"

#include "strata-bisect.h"
#include "strata-memory.h"

/* Programs write asynchronous slices that nest, on tracks that may share a lane. Their cookies encode their stack and
 * the depth at which they began, see strata_nesting_make_cookie(). The kernel's slices for a thread, or on a CPU, are
 * one stack per lane. All other slices are siblings: each is its own stack.
 *
 * The slices of a lane are put in pre-order, stack by stack, so that slices inside one are adjacent. */

#define DEPTH_BITS 16
#define DEPTH_MASK ((1u << DEPTH_BITS) - 1)

/* Cookies that programs choose have 32 bits. */
#define LAST_COOKIE ((gint64) G_MININT32 - 1)
#define FIRST_COOKIE (LAST_COOKIE - ((G_GINT64_CONSTANT (1) << (32 + DEPTH_BITS)) - 1))

/* States are on no stack, and there is at most one on each track at a time. */
#define FIRST_STATE (FIRST_COOKIE - (G_GINT64_CONSTANT (1) << 32))

/* A slice that is on no stack. */
#define NO_STACK G_MAXUINT64

typedef struct
{
  guint64 stack;
  gint64 start_ns;
  gint64 end_ns;
  guint32 depth; /* the depth at which it began */
  guint32 slice;
  gboolean is_begun; /* see strata_nesting_has_depth() */
} Entry;

struct _StrataNesting
{
  const StrataSliceTable *slices; /* borrowed: of the trace */
  guint32 first_slice;
  guint32 n_slices;
  gboolean is_one; /* whether all are on one stack */
  guint32 *order;  /* owned: slices in pre-order */
  guint32 *place;  /* (nullable) owned: by slice: its position in @order; NULL, like the others, if no slice is nested */
  guint32 *parent; /* (nullable) owned: by slice: the enclosing one, or %STRATA_NONE */
  guint32 *end;    /* (nullable) owned: by slice: position in @order after the last one inside it */
};

/**
 * strata_nesting_make_cookie:
 * @stack: number of a stack
 * @depth: how many slices of it are open, at most %STRATA_NESTING_MAX_DEPTH; beyond that the value does not matter
 *
 * Returns: the cookie of a slice that begins there
 */
gint64
strata_nesting_make_cookie (guint32 stack,
                            guint32 depth)
{
  return FIRST_COOKIE + (gint64) ((guint64) stack << DEPTH_BITS | (depth & DEPTH_MASK));
}

/**
 * strata_nesting_get_stack:
 * @cookie: the cookie of a slice
 *
 * Returns: the number of its stack, plus one; 0 if it is on none
 */
guint32
strata_nesting_get_stack (gint64 cookie)
{
  return cookie >= FIRST_COOKIE && cookie <= LAST_COOKIE ? (guint32) (((guint64) cookie - (guint64) FIRST_COOKIE) >> DEPTH_BITS) + 1 : 0;
}

/**
 * strata_nesting_has_depth:
 * @cookie: the cookie of a slice
 *
 * Returns: whether the slice is on a stack, at the depth at which a program began it; one that is known as a whole has no depth
 */
gboolean
strata_nesting_has_depth (gint64 cookie)
{
  return strata_nesting_get_stack (cookie) != 0 && (((guint64) cookie - (guint64) FIRST_COOKIE) & DEPTH_MASK) <= STRATA_NESTING_MAX_DEPTH;
}

/**
 * strata_nesting_make_state_cookie:
 * @track: number of a track
 *
 * Returns: the cookie of the states of the track
 */
gint64
strata_nesting_make_state_cookie (guint32 track)
{
  return FIRST_STATE + (gint64) track;
}

/* Whether a slice of any kind is a state. */
gboolean
strata_nesting_is_state (const StrataSliceTable *slices,
                         guint32 slice)
{
  if (slice < slices->first_async || slice >= slices->first_kernel)
    return FALSE;

  const gint64 cookie = slices->cookie[slice - slices->first_async];

  return cookie >= FIRST_STATE && cookie < FIRST_COOKIE;
}

/**
 * strata_nesting_is_packet:
 * @slices: the slices
 * @slice: index of an asynchronous slice
 *
 * Returns: whether a reader gave it a cookie because it was a single packet, so that it has neither a stack nor a cookie of a program
 */
gboolean
strata_nesting_is_packet (const StrataSliceTable *slices,
                          guint32 slice)
{
  const gint64 cookie = slices->cookie[slice - slices->first_async];

  return cookie < FIRST_STATE;
}

static gboolean
is_of_kernel (const StrataTrack *track)
{
  return track->kind == STRATA_TRACK_KERNEL || (track->kind == STRATA_TRACK_CPU && track->cpu != STRATA_NONE);
}

static Entry
make_entry (const StrataSliceTable *slices,
            const StrataTrack *track,
            guint32 slice)
{
  const gint64 cookie = slices->cookie[slice - slices->first_async];
  const guint64 number = (guint64) cookie - (guint64) FIRST_COOKIE;
  Entry entry = { NO_STACK, slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice), 0, slice, FALSE };

  if (is_of_kernel (track))
    {
      entry.stack = 0;
      entry.depth = strata_slice_table_get_depth (slices, slice);
    }
  else if (cookie >= FIRST_COOKIE && cookie <= LAST_COOKIE)
    {
      entry.stack = number >> DEPTH_BITS;
      entry.depth = (guint32) (number & DEPTH_MASK);
      entry.is_begun = strata_nesting_has_depth (cookie);
    }

  return entry;
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const Entry *left = a;
  const Entry *right = b;

  if (left->stack != right->stack)
    return left->stack < right->stack ? -1 : 1;
  if (left->start_ns != right->start_ns)
    return left->start_ns < right->start_ns ? -1 : 1;
  /* those are in the order in which they began */
  if (left->is_begun && right->is_begun)
    return left->slice < right->slice ? -1 : 1;
  if (left->is_begun || right->is_begun)
    return left->is_begun ? -1 : 1;
  if (left->end_ns != right->end_ns)
    return left->end_ns > right->end_ns ? -1 : 1;
  if (left->depth != right->depth)
    return left->depth < right->depth ? -1 : 1;

  return left->slice < right->slice ? -1 : 1;
}

static Entry *
list_entries (const StrataSliceTable *slices,
              const StrataTrack *track)
{
  Entry *entries = strata_memory_new (track->n_slices, sizeof *entries);

  for (guint32 i = 0; i < track->n_slices; i++)
    entries[i] = make_entry (slices, track, track->first_slice + i);

  g_qsort_with_data (entries, (int) track->n_slices, sizeof *entries, compare_entries, NULL);
  return entries;
}

/* A slice that begins at another's end is nested in it only if the other was still open. */
static gboolean
is_around (const Entry *outer,
           const Entry *inner)
{
  return inner->stack != NO_STACK && outer->stack == inner->stack && outer->end_ns >= inner->end_ns && (outer->end_ns > inner->start_ns || outer->depth < inner->depth);
}

/* Returns whether any slice is nested. Slices that only overlap are siblings. */
static gboolean
nest (StrataNesting *self,
      const Entry *entries)
{
  g_autofree guint32 *open = g_new (guint32, self->n_slices);
  guint32 n_open = 0;
  gboolean has_parents = FALSE;

  for (guint32 i = 0; i <= self->n_slices; i++)
    {
      while (n_open > 0 && (i == self->n_slices || !is_around (&entries[open[n_open - 1]], &entries[i])))
        self->end[entries[open[--n_open]].slice - self->first_slice] = i;

      if (i == self->n_slices)
        break;

      const guint32 index = entries[i].slice - self->first_slice;

      self->order[i] = entries[i].slice;
      self->place[index] = i;
      self->parent[index] = n_open > 0 ? entries[open[n_open - 1]].slice : STRATA_NONE;
      has_parents |= n_open > 0;
      open[n_open++] = i;
    }

  return has_parents;
}

static gboolean
has_stack (const StrataSliceTable *slices,
           const StrataTrack *track)
{
  for (guint32 i = 0; i < track->n_slices; i++)
    if (make_entry (slices, track, track->first_slice + i).stack != NO_STACK)
      return TRUE;

  return FALSE;
}

static void
clear (StrataNesting *self)
{
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->parent, g_free);
  g_clear_pointer (&self->end, g_free);
}

/**
 * strata_nesting_new:
 * @trace: a trace; must outlive the result
 * @track: a track of it without calls
 *
 * Returns: (transfer full) (nullable): how its slices nest; %NULL if none is on a stack
 */
StrataNesting *
strata_nesting_new (StrataTrace *trace,
                    const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_return_val_if_fail (track->kind != STRATA_TRACK_THREAD, NULL);

  if (slices->cookie == NULL || !has_stack (slices, track))
    return NULL;

  StrataNesting *self = g_new0 (StrataNesting, 1);
  g_autofree Entry *entries = list_entries (slices, track);

  self->slices = slices;
  self->first_slice = track->first_slice;
  self->n_slices = track->n_slices;
  self->order = strata_memory_new (track->n_slices, sizeof *self->order);
  self->place = strata_memory_new (track->n_slices, sizeof *self->place);
  self->parent = strata_memory_new (track->n_slices, sizeof *self->parent);
  self->end = strata_memory_new (track->n_slices, sizeof *self->end);
  self->is_one = entries[0].stack == entries[track->n_slices - 1].stack;
  if (!nest (self, entries))
    clear (self);

  return self;
}

void
strata_nesting_free (StrataNesting *self)
{
  if (self == NULL)
    return;

  clear (self);
  g_free (self->order);
  g_free (self);
}

gboolean
strata_nesting_is_stack (const StrataNesting *self)
{
  return self->is_one;
}

/* Returns the innermost slice around it, or STRATA_NONE. */
guint32
strata_nesting_find_parent (const StrataNesting *self,
                            guint32 slice)
{
  return self->parent != NULL ? self->parent[slice - self->first_slice] : STRATA_NONE;
}

static guint32
find_open (const StrataNesting *self,
           guint32 slice,
           gint64 time_ns)
{
  for (; slice != STRATA_NONE; slice = strata_nesting_find_parent (self, slice))
    if (strata_slice_table_is_open (self->slices, slice, time_ns))
      return slice;

  return STRATA_NONE;
}

/**
 * strata_nesting_find_around:
 * @self: the nesting
 * @time_ns: a time
 *
 * Returns: the innermost slice at that time; %STRATA_NONE if there is none, or if several stacks make it ambiguous
 */
guint32
strata_nesting_find_around (const StrataNesting *self,
                            gint64 time_ns)
{
  const guint32 after = strata_slice_table_find_start (self->slices, self->first_slice, self->first_slice + self->n_slices, strata_time_add (time_ns, 1));

  return self->is_one && after > self->first_slice ? find_open (self, after - 1, time_ns) : STRATA_NONE;
}

static guint32
get_stack (const StrataNesting *self,
           guint32 slice)
{
  return strata_nesting_get_stack (self->slices->cookie[slice - self->slices->first_async]);
}

/* Whether a slice, in pre-order, is of an earlier stack, or of @stack and not after a time. Slices of no stack come last. */
static gboolean
is_not_after (const StrataNesting *self,
              guint32 slice,
              guint32 stack,
              gint64 time_ns)
{
  const guint32 other = get_stack (self, slice);

  return other != stack ? other != 0 && other < stack : self->slices->start_ns[slice] <= time_ns;
}

/**
 * strata_nesting_find_around_on:
 * @self: the nesting
 * @stack: number of a stack, from 1
 * @time_ns: a time
 *
 * Returns: the innermost slice of the stack at that time, or %STRATA_NONE
 */
guint32
strata_nesting_find_around_on (const StrataNesting *self,
                               guint32 stack,
                               gint64 time_ns)
{
  guint32 begin = 0;
  guint32 end = self->n_slices;

  STRATA_BISECT (begin, end, i, is_not_after (self, self->order[i], stack, time_ns));

  return begin > 0 && get_stack (self, self->order[begin - 1]) == stack ? find_open (self, self->order[begin - 1], time_ns) : STRATA_NONE;
}

/**
 * strata_nesting_get_depth:
 * @self: the nesting
 * @slice: index of one of them
 *
 * Returns: how many slices are around it
 */
guint32
strata_nesting_get_depth (const StrataNesting *self,
                          guint32 slice)
{
  guint32 depth = 0;

  for (guint32 outer = strata_nesting_find_parent (self, slice); outer != STRATA_NONE; outer = strata_nesting_find_parent (self, outer))
    depth++;

  return depth;
}

/**
 * strata_nesting_get_inside:
 * @self: the nesting
 * @slice: index of one of them
 * @begin: (out): where the slices inside it begin
 * @end: (out): where they end
 *
 * Returns: (transfer none): slices in pre-order
 */
const guint32 *
strata_nesting_get_inside (const StrataNesting *self,
                           guint32 slice,
                           guint32 *begin,
                           guint32 *end)
{
  *begin = self->place != NULL ? self->place[slice - self->first_slice] + 1 : 0;
  *end = self->place != NULL ? self->end[slice - self->first_slice] : 0;
  return self->order;
}

/**
 * strata_nesting_get_self_ns:
 * @self: the nesting
 * @slice: index of one of them
 *
 * Returns: its duration without those directly inside it
 */
gint64
strata_nesting_get_self_ns (const StrataNesting *self,
                            guint32 slice)
{
  gint64 self_ns = strata_slice_table_get_wall_ns (self->slices, slice);
  guint32 i;
  guint32 end;
  const guint32 *inside = strata_nesting_get_inside (self, slice, &i, &end);

  for (; i < end; i = self->end[inside[i] - self->first_slice])
    self_ns -= strata_slice_table_get_wall_ns (self->slices, inside[i]);

  return self_ns;
}
