/* strata-named-slice.c - finds the slice that the user means by a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-named-slice.h"

#include <string.h>

/* How well a name matches the text. */
enum
{
  NO_FIT,
  CONTAINS,
  BEGINS,
  EQUALS,
};

typedef struct
{
  const StrataSliceTable *slices;
  const guint8 *fits; /* by name, how well it matches */
  guint32 name;       /* the name equal to the text, or STRATA_NONE */
  StrataSpan span;
  guint32 best;      /* or STRATA_NONE */
  guint64 best_rank; /* the rank of @best, or a rank below any match */
} Search;

/* A rank has the quality of the match above these bits, and the length below, capped at two years. */
#define FIT_SHIFT 56

static guint8
rate (const char *name,
      const char *text)
{
  if (g_str_equal (name, text))
    return EQUALS;
  if (g_str_has_prefix (name, text))
    return BEGINS;

  return *text != '\0' && strstr (name, text) != NULL ? CONTAINS : NO_FIT;
}

static guint8 *
rate_names (StrataTrace *trace,
            const char *text)
{
  const StrataStringPool *strings = strata_trace_get_strings (trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  guint8 *fits = g_new (guint8, MAX (n_strings, 1));

  for (guint32 i = 0; i < n_strings; i++)
    fits[i] = rate (strata_string_pool_get (strings, i), text);

  return fits;
}

/* A better match ranks higher, then a longer slice. The rank is one number, so that ten million
 * slices take one branch each, which is nearly always predicted. */
static guint64
get_rank (const Search *self,
          guint32 slice)
{
  const guint64 length_ns = (guint64) strata_slice_table_get_wall_ns (self->slices, slice);

  return ((guint64) self->fits[self->slices->name[slice]] << FIT_SHIFT) + MIN (length_ns, (G_GUINT64_CONSTANT (1) << FIT_SHIFT) - 1);
}

/* The rank rules out nearly all slices, so most starts and ends are not read. */
static void
look_at (Search *self,
         guint32 slice)
{
  const guint64 rank = get_rank (self, slice);

  if (rank <= self->best_rank)
    return;
  if (self->slices->start_ns[slice] > self->span.end_ns || strata_slice_table_get_end_ns (self->slices, slice) < self->span.begin_ns)
    return;

  self->best = slice;
  self->best_rank = rank;
}

/* Only slices with exactly this name. The comparison takes a tenth of the time of the lookup of
 * each name's match, and there nearly always is one. */
static void
look_for (Search *self,
          const StrataTrack *track)
{
  const guint32 *names = self->slices->name;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (G_UNLIKELY (names[i] == self->name))
      look_at (self, i);
}

static void
look_through (Search *self,
              const StrataTrack *track)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    look_at (self, i);
}

static void
search_tracks (Search *self,
               StrataTrace *trace,
               StrataNamedSlices among,
               guint32 thread,
               void (*search) (Search *self, const StrataTrack *track))
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if ((tracks[i].thread != STRATA_NONE || among == STRATA_NAMED_SLICES_ALL) && (thread == STRATA_NONE || tracks[i].thread == thread))
      search (self, &tracks[i]);
}

/**
 * strata_named_slice_find:
 * @trace: a trace
 * @text: the name of a slice, or its beginning, or a part of it
 * @among: which slices to search
 * @thread: index of the only thread to search, or %STRATA_NONE
 * @span: the span that the slice has to touch
 *
 * Many names end with a number that the user does not know, such as `Choreographer#doFrame 48310`. So without an exact
 * match, a name that begins with the text is taken, and then one that contains it.
 *
 * Returns: index of the longest slice among the best matches, the first of equals, or %STRATA_NONE
 */
guint32
strata_named_slice_find (StrataTrace *trace,
                         const char *text,
                         StrataNamedSlices among,
                         guint32 thread,
                         StrataSpan span)
{
  g_autofree guint8 *fits = rate_names (trace, text);
  Search search = {
    .slices = strata_trace_get_slices (trace),
    .fits = fits,
    .name = strata_string_pool_lookup (strata_trace_get_strings (trace), text),
    .span = span,
    .best = STRATA_NONE,
    .best_rank = (G_GUINT64_CONSTANT (1) << FIT_SHIFT) - 1,
  };

  if (search.name != STRATA_NONE)
    search_tracks (&search, trace, among, thread, look_for);
  if (search.best == STRATA_NONE)
    search_tracks (&search, trace, among, thread, look_through);

  return search.best;
}
