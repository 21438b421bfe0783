/* test-chains.c - call chains
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chains.h"

#include <string.h>

#include "strata-trace-builder.h"

/* A call: its thread, its times, and the chain in its marker. */
typedef struct
{
  const char *name;
  gint64 tid;
  gint64 begin_ns;
  gint64 end_ns;
  const char *chain;
} Call;

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static guint32
intern_chain (StrataTraceBuilder *builder,
              const char *chain)
{
  const StrataAttrs attrs = { .chain = intern (builder, chain) };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);
}

/* Thread 21 belongs to process 2, and so on. A call without a name ends the table. */
static StrataTrace *
make_trace (const Call *calls)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  for (gint64 now = 0; now <= 1000; now++)
    for (guint i = 0; calls[i].name != NULL; i++)
      {
        guint32 thread = strata_trace_builder_get_thread (builder, calls[i].tid);

        strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, calls[i].tid / 10));
        if (calls[i].end_ns == now)
          g_assert_true (strata_trace_builder_end_slice (builder, thread, now, STRATA_NO_TIME, 0));
        if (calls[i].begin_ns == now)
          strata_trace_builder_begin_slice (builder, thread, now, STRATA_NO_TIME, intern (builder, calls[i].name), intern_chain (builder, calls[i].chain));
      }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* The tree as "a(b(c)d)": children in parentheses. */
static char *
print_tree (StrataTrace *trace)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  GString *out = g_string_new (NULL);
  guint32 depth = 0;

  for (guint32 row = 0; row < chains->n_rows; row++)
    {
      for (; depth > chains->depth[row]; depth--)
        g_string_append_c (out, ')');
      if (depth < chains->depth[row])
        g_string_append_c (out, '(');
      depth = chains->depth[row];
      if (row == chains->chains[strata_chains_find_of_row (chains, row)].first_row && row > 0)
        g_string_append_c (out, ' ');
      g_string_append (out, strata_trace_get_string (trace, slices->name[chains->slice[row]]));
    }

  for (; depth > 0; depth--)
    g_string_append_c (out, ')');

  return g_string_free (out, FALSE);
}

static const struct
{
  const char *what;
  const char *tree;
  guint32 n_spans;
  guint32 n_processes;
  Call calls[8];
} trees[] = {
  { "none", "", 0, 0, { { "a", 11, 0, 10, "" } } },
  { "root alone", "a", 1, 1, { { "a", 11, 0, 10, "c,0,0" } } },
  { "across processes", "a(bc)", 3, 3, { { "a", 11, 0, 100, "c,0,0" }, { "b", 21, 10, 20, "c,1,0" }, { "c", 31, 30, 40, "c,2,0" } } },
  { "grandchild", "a(b(c))", 3, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 12, 10, 50, "c,1,0" }, { "c", 21, 30, 40, "c,2,1" } } },
  { "client and server of one span", "a(b(c))", 2, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 11, 10, 50, "c,1,0" }, { "c", 21, 20, 40, "c,1,0" } } },
  { "calls inside a span", "a(b(c)d)", 1, 1, { { "a", 11, 0, 100, "c,0,0" }, { "b", 11, 10, 50, "c,0,0" }, { "c", 11, 20, 30, "c,0,0" }, { "d", 11, 60, 70, "c,0,0" } } },
  { "one after the other", "ab", 1, 1, { { "a", 11, 0, 10, "c,0,0" }, { "b", 11, 20, 30, "c,0,0" } } },
  { "each server from its client", "a(b)c(d)", 1, 2, { { "a", 11, 0, 20, "c,0,0" }, { "b", 21, 10, 15, "c,0,0" }, { "c", 11, 30, 50, "c,0,0" }, { "d", 21, 40, 45, "c,0,0" } } },
  { "client under way, not its last call", "a(bc)", 1, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 11, 10, 20, "c,0,0" }, { "c", 21, 40, 45, "c,0,0" } } },
  { "server twice", "a(bc)", 1, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 21, 10, 20, "c,0,0" }, { "c", 21, 30, 40, "c,0,0" } } },
  { "under way, not the last", "a(bc)", 2, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 11, 10, 20, "c,0,0" }, { "c", 21, 50, 60, "c,1,0" } } },
  { "after its parent", "a(b)", 2, 2, { { "a", 11, 0, 10, "c,0,0" }, { "b", 21, 50, 60, "c,1,0" } } },
  { "before its parent", "b(a)", 2, 2, { { "a", 11, 0, 10, "c,1,0" }, { "b", 21, 50, 60, "c,0,0" } } },
  { "parent that never appears", "a(b)c", 3, 2, { { "a", 11, 0, 100, "c,0,0" }, { "b", 21, 10, 20, "c,1,0" }, { "c", 21, 30, 40, "c,2,99" } } },
  { "circle of two", "a(b)", 2, 2, { { "a", 11, 0, 100, "c,1,2" }, { "b", 21, 10, 20, "c,2,1" } } },
  { "circle of three and a tail", "a(b(c)d)", 4, 2, { { "a", 11, 0, 100, "c,1,3" }, { "b", 21, 10, 20, "c,2,1" }, { "c", 21, 30, 40, "c,3,2" }, { "d", 21, 50, 60, "c,4,1" } } },
  { "own parent", "a", 1, 1, { { "a", 11, 0, 10, "c,5,5" } } },
  { "case and zeros", "a(b)", 2, 2, { { "a", 11, 0, 100, "00aB,0,0" }, { "b", 21, 10, 20, "Ab,01,000" } } },
  { "two chains, earliest first", "a(b) c", 2, 2, { { "c", 11, 50, 60, "1,0,0" }, { "a", 11, 0, 40, "2,0,0" }, { "b", 21, 10, 20, "2,1,0" } } },
  { "no ids", "", 0, 0, { { "a", 11, 0, 10, "c,0" }, { "b", 11, 20, 30, "x,y,z" }, { "c", 11, 40, 50, "1,2,3,4" }, { "d", 11, 60, 70, ",," } } },
};

static void
test_trees (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (StrataTrace) trace = make_trace (trees[i].calls);
      g_autofree char *tree = print_tree (trace);
      const StrataChains *chains = strata_trace_get_chains (trace);

      g_test_message ("%s", trees[i].what);
      g_assert_cmpstr (tree, ==, trees[i].tree);
      if (chains->n_chains == 0)
        continue;

      g_assert_cmpuint (chains->chains[0].n_spans, ==, trees[i].n_spans);
      g_assert_cmpuint (chains->chains[0].n_processes, ==, trees[i].n_processes);
      g_assert_cmpuint (strata_chains_find_by_id (chains, chains->chains[0].id), ==, 0);
      g_assert_cmpuint (strata_chains_find_by_id (chains, 0xdead), ==, STRATA_NONE);
    }
}

static void
test_ids (void)
{
  static const struct
  {
    const char *text;
    gboolean is_id;
    StrataChainId id;
  } rows[] = {
    { "a92ab94c18e1341,0,0", TRUE, { 0xa92ab94c18e1341, 0, 0 } },
    { "8b00e96b2,2,1", TRUE, { 0x8b00e96b2, 2, 1 } },
    { "FFFFFFFFFFFFFFFF,ff,Fe", TRUE, { G_MAXUINT64, 0xff, 0xfe } },
    { "000000000000000000001,2,3", TRUE, { 1, 2, 3 } },
    { "", FALSE },
    { "1", FALSE },
    { "1,2", FALSE },
    { "1,2,", FALSE },
    { ",2,3", FALSE },
    { "1,2,3,", FALSE },
    { "1,2,3 ", FALSE },
    { "-1,2,3", FALSE },
  };
  StrataChainId one;
  StrataChainId other;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      StrataChainId id = { 0 };

      g_test_message ("“%s”", rows[i].text);
      g_assert_cmpint (strata_chain_id_parse (rows[i].text, &id), ==, rows[i].is_id);
      g_assert_cmpmem (&id, sizeof id, &rows[i].id, sizeof id);
    }

  /* Too long for a number, but still different. */
  g_assert_true (strata_chain_id_parse ("11112222333344445555,0,0", &one));
  g_assert_true (strata_chain_id_parse ("11112222333344446555,0,0", &other));
  g_assert_cmpuint (one.chain, !=, other.chain);
}

/* The slow way to the same result: compares everything with everything. */
typedef struct
{
  guint32 slice;
  guint32 track;
  StrataChainId id;
  gint64 start_ns;
  gint64 end_ns;
  gint64 up; /* index, or -1 */
} Naive;

static gboolean
is_same_span (const Naive *a,
              const Naive *b)
{
  return a->id.chain == b->id.chain && a->id.span == b->id.span;
}

static gboolean
is_before (const Naive *a,
           const Naive *b)
{
  return a->start_ns < b->start_ns || (a->start_ns == b->start_ns && a->slice < b->slice);
}

static int
compare_naive (gconstpointer a,
               gconstpointer b)
{
  return is_before (a, b) ? -1 : 1;
}

static gint64
find_first_of_span (const GArray *all,
                    guint64 chain,
                    guint64 span)
{
  gint64 first = -1;

  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);

      if (naive->id.chain == chain && naive->id.span == span && (first < 0 || is_before (naive, &g_array_index (all, Naive, first))))
        first = i;
    }

  return first;
}

/* The first member of the parent span, for the span whose first member is given. Cycles are not cut. */
static gint64
find_parent_span (const GArray *all,
                  gint64 first)
{
  const Naive *of = &g_array_index (all, Naive, first);
  const Naive *speaker = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);

      if (is_same_span (naive, of) && naive->id.parent != naive->id.span && (speaker == NULL || is_before (naive, speaker)))
        speaker = naive;
    }

  return speaker != NULL ? find_first_of_span (all, speaker->id.chain, speaker->id.parent) : -1;
}

/* Whether a span is in a cycle, and the earliest of that cycle. */
static gboolean
is_cut (const GArray *all,
        gint64 first)
{
  gint64 earliest = first;
  gint64 at = first;

  for (guint step = 0; step <= all->len; step++)
    {
      at = find_parent_span (all, at);
      if (at < 0)
        return FALSE;
      if (is_before (&g_array_index (all, Naive, at), &g_array_index (all, Naive, earliest)))
        earliest = at;
      if (at == first)
        return earliest == first;
    }

  return FALSE;
}

static gint64
find_around (const GArray *all,
             const StrataSliceTable *slices,
             const Naive *of)
{
  gint64 around = -1;

  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);

      if (is_same_span (naive, of) && naive->slice < of->slice && of->slice < slices->subtree_end[naive->slice] &&
          (around < 0 || naive->slice > g_array_index (all, Naive, around).slice))
        around = i;
    }

  return around;
}

/* @last, or the slice of its span that it followed from and that was still running. */
static gint64
find_under_way (const GArray *all,
                gint64 last,
                gint64 time_ns)
{
  for (gint64 around = last; around >= 0 && is_same_span (&g_array_index (all, Naive, around), &g_array_index (all, Naive, last));
       around = g_array_index (all, Naive, around).up)
    if (g_array_index (all, Naive, around).end_ns > time_ns)
      return around;

  return last;
}

/* If a slice is on another track than its span's first slice: the span's last slice before it that is
 * on yet another track. */
static gint64
find_elsewhere (const GArray *all,
                const Naive *of)
{
  gint64 last = -1;

  if (g_array_index (all, Naive, find_first_of_span (all, of->id.chain, of->id.span)).track == of->track)
    return -1;

  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);

      if (is_same_span (naive, of) && naive->track != of->track && is_before (naive, of) &&
          (last < 0 || is_before (&g_array_index (all, Naive, last), naive)))
        last = i;
    }

  return find_under_way (all, last, of->start_ns);
}

static gint64
find_in_parent (const GArray *all,
                gint64 parent,
                gint64 time_ns)
{
  const Naive *span = &g_array_index (all, Naive, parent);
  gint64 last = -1;

  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);

      if (is_same_span (naive, span) && naive->start_ns <= time_ns && (last < 0 || is_before (&g_array_index (all, Naive, last), naive)))
        last = i;
    }

  return find_under_way (all, last >= 0 ? last : parent, time_ns);
}

static GArray *
find_naively (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Naive));

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, i));
      Naive naive = { .slice = i, .track = strata_trace_find_track (trace, i), .start_ns = slices->start_ns[i], .end_ns = strata_slice_table_get_end_ns (slices, i), .up = -1 };

      if (strata_chain_id_parse (strata_trace_get_string (trace, attrs.chain), &naive.id))
        g_array_append_val (all, naive);
    }

  g_array_sort (all, compare_naive);

  for (guint i = 0; i < all->len; i++)
    {
      Naive *naive = &g_array_index (all, Naive, i);

      naive->up = find_around (all, slices, naive);
      if (naive->up < 0)
        naive->up = find_elsewhere (all, naive);
    }

  for (guint i = 0; i < all->len; i++)
    {
      Naive *naive = &g_array_index (all, Naive, i);
      gint64 first = find_first_of_span (all, naive->id.chain, naive->id.span);
      gint64 parent = find_parent_span (all, first);

      if (naive->up < 0 && parent >= 0 && !is_cut (all, first))
        naive->up = find_in_parent (all, parent, naive->start_ns);
    }

  return all;
}

static void
check_rows (StrataTrace *trace)
{
  const StrataChains *chains = strata_trace_get_chains (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (GArray) all = find_naively (trace);
  guint32 n_rows = 0;

  g_assert_cmpuint (chains->n_rows, ==, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      const Naive *naive = &g_array_index (all, Naive, i);
      guint32 row = strata_chains_find_row (chains, naive->slice);
      guint32 parent = chains->parent[row];

      g_assert_cmpuint (chains->slice[row], ==, naive->slice);
      g_assert_cmpuint (chains->chains[strata_chains_find_of_row (chains, row)].id, ==, naive->id.chain);
      if (naive->up >= 0)
        g_assert_cmpuint (chains->slice[parent], ==, g_array_index (all, Naive, naive->up).slice);
      else
        g_assert_cmpuint (parent, ==, STRATA_NONE);
    }

  for (guint32 row = 0; row < chains->n_rows; row++)
    {
      guint32 parent = chains->parent[row];
      guint32 next = chains->subtree_end[row];

      g_assert_cmpuint (chains->depth[row], ==, parent != STRATA_NONE ? chains->depth[parent] + 1 : 0);
      g_assert_true (parent == STRATA_NONE || (parent < row && next <= chains->subtree_end[parent]));
      g_assert_true (next == chains->n_rows || chains->depth[next] <= chains->depth[row]);
      if (next < chains->n_rows && chains->parent[next] == parent && parent != STRATA_NONE)
        g_assert_cmpint (slices->start_ns[chains->slice[row]], <=, slices->start_ns[chains->slice[next]]);
    }

  for (guint32 i = 0; i < chains->n_chains; i++)
    {
      g_assert_cmpuint (chains->chains[i].first_row, ==, n_rows);
      n_rows += chains->chains[i].n_rows;
    }

  g_assert_cmpuint (n_rows, ==, chains->n_rows);
}

/* Random calls on a few threads, and asynchronous slices, in a few chains with a few spans, so that
 * spans repeat, form cycles and lack parents. */
static StrataTrace *
make_random_trace (guint n_events,
                   guint n_span_ids)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint n_open[5] = { 0 };

  for (guint i = 0; i < n_events; i++)
    {
      guint tid = (guint) g_test_rand_int_range (0, 5);
      guint32 thread = strata_trace_builder_get_thread (builder, tid + 1);
      gint64 now = i / 2;
      g_autofree char *chain = g_strdup_printf ("%x,%x,%x", g_test_rand_int_range (0, 3), g_test_rand_int_range (0, (int) n_span_ids), g_test_rand_int_range (0, (int) n_span_ids));
      guint32 attrs = intern_chain (builder, g_test_rand_int_range (0, 8) == 0 ? "" : chain);
      const StrataAsyncKey key = { .cookie = i, .process = strata_trace_builder_get_process (builder, 1), .name = intern (builder, "async") };

      if (g_test_rand_int_range (0, 6) == 0)
        {
          strata_trace_builder_begin_async (builder, &key, thread, now, key.name, key.name, attrs);
        }
      else if (n_open[tid] > 0 && g_test_rand_int_range (0, 2) == 0)
        {
          g_assert_true (strata_trace_builder_end_slice (builder, thread, now, STRATA_NO_TIME, 0));
          n_open[tid]--;
        }
      else
        {
          strata_trace_builder_begin_slice (builder, thread, now, STRATA_NO_TIME, intern (builder, "call"), attrs);
          n_open[tid]++;
        }
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
test_random (void)
{
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (StrataTrace) trace = make_random_trace (1 + i / 2, 1 + i % 17);

      check_rows (trace);
    }
}

/* A very deep chain and a very wide one neither exhaust the stack nor take quadratic time. */
static void
test_large (void)
{
  for (guint is_deep = 0; is_deep < 2; is_deep++)
    {
      g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
      const guint32 n = 100000;

      for (guint32 i = 0; i < n; i++)
        {
          g_autofree char *chain = g_strdup_printf ("c,%x,%x", i, is_deep ? MAX (i, 1) - 1 : 0);
          guint32 thread = strata_trace_builder_get_thread (builder, 1 + i % 7);

          strata_trace_builder_begin_slice (builder, thread, i, STRATA_NO_TIME, intern (builder, "a"), intern_chain (builder, chain));
          g_assert_true (strata_trace_builder_end_slice (builder, thread, i + 1, STRATA_NO_TIME, 0));
        }

      g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
      const StrataChains *chains = strata_trace_get_chains (trace);

      g_assert_cmpuint (chains->n_chains, ==, 1);
      g_assert_cmpuint (chains->chains[0].n_spans, ==, n);
      g_assert_cmpuint (chains->depth[n - 1], ==, is_deep ? n - 1 : 1);
      g_assert_cmpuint (chains->subtree_end[0], ==, n);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/chains/trees", test_trees);
  g_test_add_func ("/chains/ids", test_ids);
  g_test_add_func ("/chains/random", test_random);
  g_test_add_func ("/chains/large", test_large);

  return g_test_run ();
}
