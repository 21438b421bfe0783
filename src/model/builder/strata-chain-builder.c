/* strata-chain-builder.c - builds call chains
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "strata-bisect.h"
#include "strata-trace-builder-private.h"

/* Members, the slices of all chains, are sorted by (chain, span, begin); a span is a range of them.
 * Each member gets the member that it follows from: one of its own span, which precedes it, or one
 * of the parent span. Cycles of parent spans are cut, so that the result is a forest. It is written
 * in pre-order. Nothing here recurses, and all of it is O(n log n). */

/* How many levels up a span searches for the slice that it began in. */
#define MAX_OUTWARD_STEPS 64

typedef struct
{
  StrataChainId id;
  gint64 start_ns;
  gint64 end_ns;
  guint32 slice;
  guint32 track;
  guint32 up;    /* index of the member that it follows from, or STRATA_NONE */
  guint32 child; /* index of its first child */
  guint32 next;  /* index of the next child of its parent */
} Member;

typedef struct
{
  guint32 first; /* index of its first member */
  guint32 n;
  guint32 parent; /* index of a span, or STRATA_NONE */
  guint32 mark;
} Span;

typedef struct
{
  const StrataSliceTable *slices; /* borrowed */
  Member *members;                /* owned */
  guint32 n_members;
  Span *spans; /* owned */
  guint32 n_spans;
  guint32 *scratch; /* owned: as many as members */
} Work;

static inline int
compare_u64 (guint64 a,
             guint64 b)
{
  return a < b ? -1 : a > b;
}

static inline int
compare_ns (gint64 a,
            gint64 b)
{
  return a < b ? -1 : a > b;
}

static int
compare_begins (const Member *a,
                const Member *b)
{
  int order = compare_ns (a->start_ns, b->start_ns);

  return order != 0 ? order : compare_u64 (a->slice, b->slice);
}

static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  const Member *member_a = a;
  const Member *member_b = b;
  int order = compare_u64 (member_a->id.chain, member_b->id.chain);

  if (order == 0)
    order = compare_u64 (member_a->id.span, member_b->id.span);

  return order != 0 ? order : compare_begins (member_a, member_b);
}

/* Most traces have no chains, and then their slices are not visited. */
static gboolean
has_chains (StrataTrace *trace)
{
  const guint32 n_sets = strata_attr_table_get_n_sets (trace->attrs);

  for (guint32 i = 0; trace->slices.attrs != NULL && i < n_sets; i++)
    if (strata_attr_table_get (trace->attrs, i).chain != STRATA_STRING_EMPTY)
      return TRUE;

  return FALSE;
}

static void
collect_members (StrataTrace *trace,
                 StrataColumn *members)
{
  const StrataSliceTable *slices = &trace->slices;

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const guint32 chain = strata_attr_table_get (trace->attrs, slices->attrs[i]).chain;
      Member member = { .slice = i, .up = STRATA_NONE, .child = STRATA_NONE, .next = STRATA_NONE };

      if (chain == STRATA_STRING_EMPTY || !strata_chain_id_parse (strata_string_pool_get (trace->strings, chain), &member.id))
        continue;

      member.start_ns = slices->start_ns[i];
      member.end_ns = strata_slice_table_get_end_ns (slices, i);
      member.track = strata_trace_find_track (trace, i);
      *(Member *) strata_column_push (members, sizeof member) = member;
    }
}

static void
find_spans (Work *work)
{
  work->spans = g_new (Span, work->n_members);

  for (guint32 i = 0; i < work->n_members; i++)
    {
      const Member *member = &work->members[i];

      if (i > 0 && member[-1].id.chain == member->id.chain && member[-1].id.span == member->id.span)
        work->spans[work->n_spans - 1].n++;
      else
        work->spans[work->n_spans++] = (Span){ .first = i, .n = 1, .parent = STRATA_NONE };
    }
}

static gboolean
is_before (const StrataChainId *id,
           guint64 chain,
           guint64 span)
{
  return id->chain < chain || (id->chain == chain && id->span < span);
}

static guint32
find_span (const Work *work,
           guint64 chain,
           guint64 span)
{
  guint32 begin = 0;
  guint32 end = work->n_spans;

  STRATA_BISECT (begin, end, i, is_before (&work->members[work->spans[i].first].id, chain, span));

  if (begin == work->n_spans)
    return STRATA_NONE;

  const StrataChainId *id = &work->members[work->spans[begin].first].id;

  return id->chain == chain && id->span == span ? begin : STRATA_NONE;
}

/* The first member whose parent is a different span decides. */
static void
find_parents (Work *work)
{
  for (guint32 i = 0; i < work->n_spans; i++)
    {
      Span *span = &work->spans[i];

      for (guint32 k = 0; k < span->n; k++)
        {
          const StrataChainId *id = &work->members[span->first + k].id;

          if (id->parent == id->span)
            continue;

          span->parent = find_span (work, id->chain, id->parent);
          break;
        }
    }
}

/* Makes the earliest span of a cycle a root. */
static void
cut_circle (Work *work,
            guint32 on_circle)
{
  guint32 earliest = on_circle;

  for (guint32 i = work->spans[on_circle].parent; i != on_circle; i = work->spans[i].parent)
    if (compare_begins (&work->members[work->spans[i].first], &work->members[work->spans[earliest].first]) < 0)
      earliest = i;

  work->spans[earliest].parent = STRATA_NONE;
}

/* Each walk to the root stops at spans of an earlier walk, so no span is visited twice. */
static void
cut_circles (Work *work)
{
  for (guint32 i = 0; i < work->n_spans; i++)
    {
      guint32 at = i;

      while (at != STRATA_NONE && work->spans[at].mark == 0)
        {
          work->spans[at].mark = i + 1;
          at = work->spans[at].parent;
        }

      if (at != STRATA_NONE && work->spans[at].mark == i + 1)
        cut_circle (work, at);
    }
}

static int
compare_places_by_slice (gconstpointer a,
                         gconstpointer b,
                         gpointer members)
{
  return compare_u64 (((const Member *) members)[*(const guint32 *) a].slice, ((const Member *) members)[*(const guint32 *) b].slice);
}

/* On each track, a nested member follows from the innermost one around it. Sorted by slice, a
 * track's members are in pre-order. */
static void
follow_own_track (Work *work,
                  const Span *span)
{
  guint32 *places = work->scratch;

  for (guint32 i = 0; i < span->n; i++)
    places[i] = span->first + i;
  g_qsort_with_data (places, (gint) span->n, sizeof *places, compare_places_by_slice, work->members);

  for (guint32 i = 1; i < span->n; i++)
    {
      Member *member = &work->members[places[i]];
      guint32 around = work->members[places[i - 1]].track == member->track ? places[i - 1] : STRATA_NONE;

      while (around != STRATA_NONE && member->slice >= work->slices->subtree_end[work->members[around].slice])
        around = work->members[around].up;

      member->up = around;
    }
}

/* Searches a member and those of its span that it follows from for the nearest one that was open at
 * a time; the member itself if none was. */
static guint32
find_under_way (const Work *work,
                guint32 place,
                gint64 time_ns)
{
  guint32 around = place;

  for (guint step = 0; step < MAX_OUTWARD_STEPS && around != STRATA_NONE; step++)
    {
      if (work->members[around].end_ns > time_ns)
        return around;

      around = work->members[around].up;
    }

  return place;
}

/* An outermost member of a track follows from the span's last member
 * before it on another track: a server's from its client's. The track
 * on which the span began follows from the parent span instead. */
static void
follow_other_tracks (Work *work,
                     const Span *span)
{
  const guint32 first_track = work->members[span->first].track;
  guint32 elsewhere = STRATA_NONE; /* the last index on a track other than the previous one's */

  for (guint32 i = span->first + 1; i < span->first + span->n; i++)
    {
      Member *member = &work->members[i];

      if (member->track != work->members[i - 1].track)
        elsewhere = i - 1;
      if (member->up == STRATA_NONE && member->track != first_track)
        member->up = find_under_way (work, elsewhere, member->start_ns);
    }
}

/* The last member of a span that began by a time, or its first member. */
static guint32
find_begun (const Work *work,
            const Span *span,
            gint64 time_ns)
{
  guint32 begin = span->first;
  guint32 end = span->first + span->n;

  STRATA_BISECT_LAST (begin, end, i, work->members[i].start_ns <= time_ns);

  return begin;
}

/* Members of a span are linked first; those without a parent then search for it in the parent span.
 * The results are stored separately until all searches are done, so that no search leaves its span. */
static void
follow (Work *work)
{
  work->scratch = g_new (guint32, work->n_members);

  for (guint32 i = 0; i < work->n_spans; i++)
    {
      follow_own_track (work, &work->spans[i]);
      follow_other_tracks (work, &work->spans[i]);
    }

  for (guint32 i = 0; i < work->n_members; i++)
    work->scratch[i] = work->members[i].up;

  for (guint32 i = 0; i < work->n_spans; i++)
    {
      const Span *span = &work->spans[i];

      for (guint32 k = span->first; span->parent != STRATA_NONE && k < span->first + span->n; k++)
        if (work->members[k].up == STRATA_NONE)
          work->scratch[k] = find_under_way (work, find_begun (work, &work->spans[span->parent], work->members[k].start_ns), work->members[k].start_ns);
    }

  for (guint32 i = 0; i < work->n_members; i++)
    work->members[i].up = work->scratch[i];
}

static int
compare_places_by_begin (gconstpointer a,
                         gconstpointer b,
                         gpointer members)
{
  const Member *member_a = &((const Member *) members)[*(const guint32 *) a];
  const Member *member_b = &((const Member *) members)[*(const guint32 *) b];
  int order = compare_u64 (member_a->id.chain, member_b->id.chain);

  return order != 0 ? order : compare_begins (member_a, member_b);
}

/* Links the children of each member by begin, and each chain's roots the same way; a chain's first
 * row is set to the index of its first root. */
static void
link_children (Work *work,
               StrataChains *chains)
{
  guint32 *places = work->scratch;

  for (guint32 i = 0; i < work->n_members; i++)
    places[i] = i;
  g_qsort_with_data (places, (gint) work->n_members, sizeof *places, compare_places_by_begin, work->members);

  for (guint32 i = work->n_members; i-- > 0;)
    {
      Member *member = &work->members[places[i]];
      StrataChain *chain = &chains->chains[chains->n_chains];

      if (i + 1 == work->n_members || work->members[places[i + 1]].id.chain != member->id.chain)
        *chain = (StrataChain){ .id = member->id.chain, .first_row = STRATA_NONE, .begin_ns = member->start_ns, .end_ns = member->end_ns };

      guint32 *first = member->up != STRATA_NONE ? &work->members[member->up].child : &chain->first_row;

      member->next = *first;
      *first = places[i];
      chain->n_rows++;
      chain->begin_ns = MIN (chain->begin_ns, member->start_ns);
      chain->end_ns = MAX (chain->end_ns, member->end_ns);

      if (i == 0 || work->members[places[i - 1]].id.chain != member->id.chain)
        chains->n_chains++;
    }
}

static int
compare_chains (gconstpointer a,
                gconstpointer b)
{
  const StrataChain *chain_a = a;
  const StrataChain *chain_b = b;
  int order = compare_ns (chain_a->begin_ns, chain_b->begin_ns);

  return order != 0 ? order : compare_u64 (chain_a->id, chain_b->id);
}

/* Closes a row that has no more descendants, and returns its parent. */
static guint32
close_rows (StrataChains *chains,
            guint32 row)
{
  chains->subtree_end[row] = chains->n_rows;
  return chains->parent[row];
}

/* Writes the rows of a chain: first the first child, then the next sibling. The slice of a row is
 * still the index of its member. */
static void
write_chain (const Work *work,
             StrataChain *chain,
             StrataChains *chains)
{
  guint32 place = chain->first_row;
  guint32 parent = STRATA_NONE;

  chain->first_row = chains->n_rows;

  while (place != STRATA_NONE)
    {
      const guint32 row = chains->n_rows++;

      chains->slice[row] = place;
      chains->parent[row] = parent;
      chains->depth[row] = parent != STRATA_NONE ? chains->depth[parent] + 1 : 0;

      if (work->members[place].child != STRATA_NONE)
        {
          parent = row;
          place = work->members[place].child;
          continue;
        }

      guint32 last = row;

      for (parent = close_rows (chains, last); work->members[place].next == STRATA_NONE && parent != STRATA_NONE; parent = close_rows (chains, last))
        {
          last = parent;
          place = chains->slice[last];
        }

      place = work->members[place].next;
    }
}

static void
count_processes (StrataTrace *trace,
                 const Work *work,
                 StrataChains *chains)
{
  const guint n_processes = trace->processes->len;
  g_autofree guint32 *seen = g_new0 (guint32, n_processes + 1);

  for (guint32 i = 0; i < chains->n_chains; i++)
    {
      StrataChain *chain = &chains->chains[i];

      for (guint32 row = chain->first_row; row < chain->first_row + chain->n_rows; row++)
        {
          guint32 process = strata_trace_find_process (trace, work->members[chains->slice[row]].slice);
          guint32 *last = &seen[MIN (process, n_processes)];

          chain->n_processes += *last != i + 1;
          *last = i + 1;
        }
    }
}

static void
count_spans (const Work *work,
             StrataChains *chains)
{
  for (guint32 i = 0; i < work->n_spans; i++)
    {
      /* chains are sorted by begin, spans by id; a row of the chain identifies it */
      const guint32 row = work->scratch[work->spans[i].first];

      chains->chains[strata_chains_find_of_row (chains, row)].n_spans++;
    }
}

static int
compare_rows_by_slice (gconstpointer a,
                       gconstpointer b,
                       gpointer slices)
{
  return compare_u64 (((const guint32 *) slices)[*(const guint32 *) a], ((const guint32 *) slices)[*(const guint32 *) b]);
}

static void
write_chains (StrataTrace *trace,
              Work *work,
              StrataChains *chains)
{
  chains->slice = g_new (guint32, work->n_members);
  chains->parent = g_new (guint32, work->n_members);
  chains->subtree_end = g_new (guint32, work->n_members);
  chains->depth = g_new (guint32, work->n_members);
  chains->by_slice = g_new (guint32, work->n_members);

  for (guint32 i = 0; i < chains->n_chains; i++)
    write_chain (work, &chains->chains[i], chains);

  for (guint32 row = 0; row < chains->n_rows; row++)
    work->scratch[chains->slice[row]] = row;

  count_processes (trace, work, chains);
  count_spans (work, chains);

  for (guint32 row = 0; row < chains->n_rows; row++)
    {
      chains->slice[row] = work->members[chains->slice[row]].slice;
      chains->by_slice[row] = row;
    }

  g_qsort_with_data (chains->by_slice, (gint) chains->n_rows, sizeof *chains->by_slice, compare_rows_by_slice, chains->slice);
}

void
strata_trace_builder_finish_chains (StrataTraceBuilder *self)
{
  StrataTrace *trace = self->trace;
  StrataChains *chains = &trace->chains;
  StrataColumn members = STRATA_COLUMN_INIT;
  Work work = { .slices = &trace->slices };

  if (!has_chains (trace))
    return;

  collect_members (trace, &members);

  if (members.n > 0 && members.n <= G_MAXINT)
    {
      work.members = members.data;
      work.n_members = (guint32) members.n;
      qsort (work.members, work.n_members, sizeof *work.members, compare_members);
      find_spans (&work);
      find_parents (&work);
      cut_circles (&work);
      follow (&work);

      chains->chains = g_new (StrataChain, work.n_spans);
      link_children (&work, chains);
      chains->chains = g_renew (StrataChain, chains->chains, chains->n_chains);
      qsort (chains->chains, chains->n_chains, sizeof *chains->chains, compare_chains);
      write_chains (trace, &work, chains);
    }

  g_free (work.spans);
  g_free (work.scratch);
  strata_column_clear (&members);
}
