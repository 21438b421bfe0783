/* strata-search-run.c - searches all slices, instants or counters of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdatomic.h>
#include <string.h>

#include "strata-durations.h"
#include "strata-search-private.h"
#include "strata-workers.h"

/* Rows are searched in blocks, one bit per row, and terms one after the other: each is tested only
 * on the rows that the previous terms left. The result of a term for a name or a set of attributes
 * is cached by the first worker that needs it; two workers at the same time compute the same.
 * Threads and processes are few, and tested in advance. Workers take blocks as they go, so that
 * none waits for a slow one.
 *
 * Terms about numbers that a kind of row does not have, such as the duration of an instant, match
 * none of its rows, and neither do their negations: -dur>16ms leaves slices, but no instants. So a
 * "not" is pushed down to the terms. */

#define BLOCK_WORDS 64
#define BLOCK_ROWS (BLOCK_WORDS * 64)
#define MOST_WORKERS 16

typedef struct
{
  guint64 words[BLOCK_WORDS];
} Block;

enum
{
  ANSWER_UNKNOWN,
  ANSWER_NO,
  ANSWER_YES,
};

typedef struct
{
  const StrataSearch *search;
  StrataTrace *trace;
  const StrataSliceTable *table;
  StrataSearchSource source;
  _Atomic guint8 **answers; /* (array length=n_terms) owned: by key; %NULL for terms about single rows */
  guint32 n_rows;
  guint64 *bits;
  gint next_block; /* atomic */
  gint n_blocks;
  gint *n_found; /* atomic */
  GCancellable *cancellable;
} Run;

static gboolean
is_about_counters (const Run *run)
{
  return run->source.kind == STRATA_SEARCH_COUNTERS || run->source.kind == STRATA_SEARCH_SAMPLES;
}

static guint32
count_keys (const Run *run,
            StrataSearchDomain domain)
{
  StrataTrace *trace = run->trace;
  guint n = 0;

  switch (domain)
    {
    case STRATA_SEARCH_BY_NAME:
      if (is_about_counters (run))
        return strata_search_count_rows (trace, STRATA_SEARCH_COUNTERS);
      return strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
    case STRATA_SEARCH_BY_ATTRS:
      return 2 * strata_attr_table_get_n_sets (strata_trace_get_attrs (trace));
    case STRATA_SEARCH_BY_THREAD:
      strata_trace_get_threads (trace, &n);
      return n;
    case STRATA_SEARCH_BY_PROCESS:
      strata_trace_get_processes (trace, &n);
      return n;
    case STRATA_SEARCH_BY_ROW:
      break;
    }

  return 0;
}

static gboolean
ask (const Run *run,
     const StrataSearchTerm *term,
     guint32 key)
{
  if (term->field->domain == STRATA_SEARCH_BY_NAME && is_about_counters (run))
    return strata_search_has_counter_name (term, run->trace, key);

  return term->field->has (term, run->trace, key);
}

static inline gboolean
is_yes (const Run *run,
        const StrataSearchTerm *term,
        _Atomic guint8 *answers,
        guint32 key)
{
  guint8 answer = atomic_load_explicit (&answers[key], memory_order_relaxed);

  if (G_UNLIKELY (answer == ANSWER_UNKNOWN))
    {
      answer = ask (run, term, key) ? ANSWER_YES : ANSWER_NO;
      atomic_store_explicit (&answers[key], answer, memory_order_relaxed);
    }

  return answer == ANSWER_YES;
}

static void
test_names (const Run *run,
            const StrataSearchTerm *term,
            _Atomic guint8 *answers,
            guint32 begin,
            const Block *asked,
            Block *found)
{
  const guint32 *names = run->table->name + begin;

  for (guint w = 0; w < BLOCK_WORDS; w++)
    for (guint64 rest = asked->words[w]; rest != 0; rest &= rest - 1)
      if (is_yes (run, term, answers, names[w * 64 + (guint) __builtin_ctzll (rest)]))
        found->words[w] |= rest & -rest;
}

static void
test_attrs (const Run *run,
            const StrataSearchTerm *term,
            _Atomic guint8 *answers,
            guint32 begin,
            const Block *asked,
            Block *found)
{
  const guint32 n_sets = strata_attr_table_get_n_sets (strata_trace_get_attrs (run->trace));

  for (guint w = 0; w < BLOCK_WORDS; w++)
    for (guint64 rest = asked->words[w]; rest != 0; rest &= rest - 1)
      {
        const guint32 slice = begin + w * 64 + (guint) __builtin_ctzll (rest);

        if (is_yes (run, term, answers, strata_slice_table_get_attrs (run->table, slice) + (slice >= run->table->first_kernel ? n_sets : 0)))
          found->words[w] |= rest & -rest;
      }
}

/* The thread or process of a slice on @track. */
static guint32
get_owner (const Run *run,
           StrataSearchDomain domain,
           const StrataTrack *track,
           guint32 slice)
{
  if (domain == STRATA_SEARCH_BY_THREAD)
    return slice >= run->table->first_async && run->table->async_thread != NULL ? run->table->async_thread[slice - run->table->first_async] : track->thread;

  return track->process != STRATA_NONE || track->thread == STRATA_NONE ? track->process : strata_trace_get_threads (run->trace, NULL)[track->thread].process;
}

static void
test_owners (const Run *run,
             const StrataSearchTerm *term,
             _Atomic guint8 *answers,
             guint32 begin,
             const Block *asked,
             Block *found)
{
  const StrataTrack *tracks = strata_trace_get_tracks (run->trace, NULL);
  const StrataTrack *track = NULL;

  for (guint w = 0; w < BLOCK_WORDS; w++)
    for (guint64 rest = asked->words[w]; rest != 0; rest &= rest - 1)
      {
        const guint32 slice = begin + w * 64 + (guint) __builtin_ctzll (rest);

        if (track == NULL || slice - track->first_slice >= track->n_slices)
          track = &tracks[strata_trace_find_track (run->trace, slice)];

        const guint32 owner = get_owner (run, term->field->domain, track, slice);

        if (owner != STRATA_NONE && is_yes (run, term, answers, owner))
          found->words[w] |= rest & -rest;
      }
}

static guint32
get_instant_key (const StrataInstants *instants,
                 StrataSearchDomain domain,
                 guint32 instant)
{
  switch (domain)
    {
    case STRATA_SEARCH_BY_NAME:
      return instants->name[instant];
    case STRATA_SEARCH_BY_THREAD:
      return instants->thread[instant];
    case STRATA_SEARCH_BY_PROCESS:
      return instants->process[instant];
    case STRATA_SEARCH_BY_ATTRS:
    case STRATA_SEARCH_BY_ROW:
      break;
    }

  return STRATA_NONE;
}

/* A run is named after its thread. */
static guint32
get_run_key (StrataTrace *trace,
             StrataSearchDomain domain,
             guint32 run)
{
  const guint32 thread = strata_trace_get_cpu_runs (trace)->thread[run];

  if (thread == STRATA_NONE)
    return STRATA_NONE;

  switch (domain)
    {
    case STRATA_SEARCH_BY_NAME:
      return strata_trace_get_threads (trace, NULL)[thread].name;
    case STRATA_SEARCH_BY_THREAD:
      return thread;
    case STRATA_SEARCH_BY_PROCESS:
      return strata_trace_get_threads (trace, NULL)[thread].process;
    case STRATA_SEARCH_BY_ATTRS:
    case STRATA_SEARCH_BY_ROW:
      break;
    }

  return STRATA_NONE;
}

static guint32
get_counter_key (StrataTrace *trace,
                 StrataSearchDomain domain,
                 guint32 counter)
{
  switch (domain)
    {
    case STRATA_SEARCH_BY_NAME:
      return counter;
    case STRATA_SEARCH_BY_PROCESS:
      return strata_trace_get_counters (trace, NULL)[counter].process;
    case STRATA_SEARCH_BY_THREAD:
    case STRATA_SEARCH_BY_ATTRS:
    case STRATA_SEARCH_BY_ROW:
      break;
    }

  return STRATA_NONE;
}

/* Key of a row other than a slice. Samples of a counter are adjacent, so @counter is kept from the previous sample. */
static guint32
get_key (const Run *run,
         StrataSearchDomain domain,
         guint32 row,
         guint32 *counter)
{
  if (run->source.kind == STRATA_SEARCH_INSTANTS)
    return get_instant_key (strata_trace_get_instants (run->trace), domain, row);
  if (run->source.kind == STRATA_SEARCH_RUNS)
    return get_run_key (run->trace, domain, row);
  if (run->source.kind == STRATA_SEARCH_COUNTERS)
    return get_counter_key (run->trace, domain, row);

  const StrataCounter *before = strata_trace_get_counters (run->trace, NULL) + *counter;

  if (row - before->first_sample >= before->n_samples)
    *counter = strata_trace_find_counter (run->trace, row);

  return get_counter_key (run->trace, domain, *counter);
}

static void
test_keys (const Run *run,
           const StrataSearchTerm *term,
           _Atomic guint8 *answers,
           guint32 begin,
           const Block *asked,
           Block *found)
{
  guint32 counter = 0;

  for (guint w = 0; w < BLOCK_WORDS; w++)
    for (guint64 rest = asked->words[w]; rest != 0; rest &= rest - 1)
      {
        const guint32 key = get_key (run, term->field->domain, begin + w * 64 + (guint) __builtin_ctzll (rest), &counter);

        if (key != STRATA_NONE && is_yes (run, term, answers, key))
          found->words[w] |= rest & -rest;
      }
}

static gboolean
has_row (const Run *run,
         const StrataSearchTerm *term,
         guint32 row)
{
  gint64 number;

  if (term->field->get == NULL)
    return term->field->has (term, run->trace, row);

  return term->field->get (&run->source, row, &number) && strata_search_term_has_number (term, number);
}

static void
test_rows (const Run *run,
           const StrataSearchTerm *term,
           guint32 begin,
           const Block *asked,
           Block *found)
{
  for (guint w = 0; w < BLOCK_WORDS; w++)
    for (guint64 rest = asked->words[w]; rest != 0; rest &= rest - 1)
      if (has_row (run, term, begin + w * 64 + (guint) __builtin_ctzll (rest)))
        found->words[w] |= rest & -rest;
}

static void
test_slices (const Run *run,
             const StrataSearchTerm *term,
             _Atomic guint8 *answers,
             guint32 begin,
             const Block *asked,
             Block *found)
{
  switch (term->field->domain)
    {
    case STRATA_SEARCH_BY_NAME:
      test_names (run, term, answers, begin, asked, found);
      break;
    case STRATA_SEARCH_BY_ATTRS:
      test_attrs (run, term, answers, begin, asked, found);
      break;
    case STRATA_SEARCH_BY_THREAD:
    case STRATA_SEARCH_BY_PROCESS:
      test_owners (run, term, answers, begin, asked, found);
      break;
    case STRATA_SEARCH_BY_ROW:
      test_rows (run, term, begin, asked, found);
      break;
    }
}

static gboolean
can_have (const Run *run,
          const StrataSearchTerm *term)
{
  return (term->field->kinds >> run->source.kind & 1) != 0;
}

static void
test_term (const Run *run,
           guint index,
           guint32 begin,
           const Block *asked,
           Block *found)
{
  const StrataSearchTerm *term = g_ptr_array_index (run->search->terms, index);
  _Atomic guint8 *answers = run->answers[index];

  memset (found, 0, sizeof *found);
  if (!can_have (run, term))
    return;

  if (run->source.kind == STRATA_SEARCH_SLICES)
    test_slices (run, term, answers, begin, asked, found);
  else if (term->field->domain == STRATA_SEARCH_BY_ROW)
    test_rows (run, term, begin, asked, found);
  else
    test_keys (run, term, answers, begin, asked, found);
}

/* A word is never unknown: a row that is not a slice is not a call. */
static void
test_contrary (const Run *run,
               guint index,
               guint32 begin,
               const Block *asked,
               Block *found)
{
  const StrataSearchTerm *term = g_ptr_array_index (run->search->terms, index);
  const gboolean is_known = can_have (run, term) || term->field->type == STRATA_SEARCH_WORD;

  test_term (run, index, begin, asked, found);
  for (guint w = 0; w < BLOCK_WORDS; w++)
    found->words[w] = is_known ? asked->words[w] & ~found->words[w] : 0;
}

/* Finds which of the rows @asked match a node, or its negation; the two blocks are never the same. */
static void
test_node (const Run *run,
           const StrataSearchNode *node,
           gboolean is_contrary,
           guint32 begin,
           const Block *asked,
           Block *found)
{
  const gboolean is_all = (node->kind == STRATA_SEARCH_ALL) != is_contrary;
  Block rest = *asked;
  Block part;

  if (node->kind == STRATA_SEARCH_TERM)
    {
      (is_contrary ? test_contrary : test_term) (run, node->term, begin, asked, found);
      return;
    }

  if (node->kind == STRATA_SEARCH_NOT)
    {
      test_node (run, g_ptr_array_index (node->children, 0), !is_contrary, begin, asked, found);
      return;
    }

  memset (found, 0, sizeof *found);
  for (guint i = 0; i < node->children->len; i++)
    {
      test_node (run, g_ptr_array_index (node->children, i), is_contrary, begin, &rest, &part);
      for (guint w = 0; w < BLOCK_WORDS; w++)
        {
          found->words[w] |= part.words[w];
          rest.words[w] = is_all ? part.words[w] : rest.words[w] & ~part.words[w];
        }
    }

  /* the rows that every child has left */
  if (is_all)
    *found = rest;
}

static guint
count_bits (const Block *block)
{
  guint n = 0;

  for (guint w = 0; w < BLOCK_WORDS; w++)
    n += (guint) __builtin_popcountll (block->words[w]);

  return n;
}

static void
run_block (Run *run,
           guint32 block)
{
  const guint32 begin = block * BLOCK_ROWS;
  const guint32 n_rows = MIN (run->n_rows - begin, BLOCK_ROWS);
  Block asked = { 0 };
  Block found;

  memset (asked.words, 0xff, n_rows / 64 * sizeof *asked.words);
  if (n_rows % 64 != 0)
    asked.words[n_rows / 64] = (G_GUINT64_CONSTANT (1) << n_rows % 64) - 1;

  test_node (run, run->search->root, FALSE, begin, &asked, &found);
  memcpy (run->bits + (gsize) block * BLOCK_WORDS, found.words, (n_rows + 63) / 64 * sizeof *found.words);
  g_atomic_int_add (run->n_found, (gint) count_bits (&found));
}

static void
run_blocks (gpointer part)
{
  Run *run = *(Run **) part;

  while (!g_cancellable_is_cancelled (run->cancellable))
    {
      const gint block = g_atomic_int_add (&run->next_block, 1);

      if (block >= run->n_blocks)
        return;

      run_block (run, (guint32) block);
    }
}

static void
init_answers (Run *run)
{
  run->answers = g_new0 (_Atomic guint8 *, run->search->terms->len);
  for (guint i = 0; i < run->search->terms->len; i++)
    {
      const StrataSearchTerm *term = g_ptr_array_index (run->search->terms, i);
      const guint32 n_keys = count_keys (run, term->field->domain);

      if (term->field->domain != STRATA_SEARCH_BY_ROW)
        run->answers[i] = g_malloc0 (MAX (n_keys, 1));
    }
}

static void
clear_answers (Run *run)
{
  for (guint i = 0; i < run->search->terms->len; i++)
    g_free (run->answers[i]);

  g_free (run->answers);
}

/**
 * strata_search_count_rows:
 * @trace: a trace
 * @kind: a kind of rows
 *
 * Returns: how many rows of this kind it has
 */
guint32
strata_search_count_rows (StrataTrace *trace,
                          StrataSearchKind kind)
{
  guint n_counters;

  switch (kind)
    {
    case STRATA_SEARCH_SLICES:
      return strata_trace_get_slices (trace)->n_slices;
    case STRATA_SEARCH_INSTANTS:
      return strata_trace_get_instants (trace)->n_instants;
    case STRATA_SEARCH_COUNTERS:
      strata_trace_get_counters (trace, &n_counters);
      return n_counters;
    case STRATA_SEARCH_SAMPLES:
      return strata_trace_get_samples (trace)->n_samples;
    case STRATA_SEARCH_RUNS:
      return strata_trace_get_cpu_runs (trace)->n_runs;
    }

  return 0;
}

/**
 * strata_search_run:
 * @self: a search
 * @trace: a trace
 * @kind: the kind of rows to search
 * @n_found: (inout): how many were found before; increases during the search, and other threads may read it atomically
 * @cancellable: (nullable): stops the search early
 *
 * Searches all rows of a kind. Slices are calls, asynchronous slices, and the kernel's.
 *
 * Returns: (transfer full): a bit per row, see strata_search_has(); incomplete if it was cancelled
 */
guint64 *
strata_search_run (const StrataSearch *self,
                   StrataTrace *trace,
                   StrataSearchKind kind,
                   gint *n_found,
                   GCancellable *cancellable)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  Run run = { .search = self, .trace = trace, .table = table, .n_found = n_found, .cancellable = cancellable };
  Run *parts[MOST_WORKERS];

  run.source = (StrataSearchSource){ trace, kind, table, strata_durations_are_cpu (trace), strata_trace_get_span (trace).begin_ns };
  run.n_rows = strata_search_count_rows (trace, kind);
  run.bits = g_new0 (guint64, run.n_rows / 64 + 1);
  run.n_blocks = (gint) (run.n_rows / BLOCK_ROWS + (run.n_rows % BLOCK_ROWS != 0));
  for (guint i = 0; i < MOST_WORKERS; i++)
    parts[i] = &run;

  init_answers (&run);
  strata_workers_run (run_blocks, parts, sizeof *parts, CLAMP (MIN (g_get_num_processors (), (guint) run.n_blocks), 1, MOST_WORKERS));
  clear_answers (&run);
  return run.bits;
}

/**
 * strata_search_list:
 * @bits: the result of a search
 * @n_rows: how many rows there are
 * @n_found: how many were found
 *
 * Returns: (transfer full) (array length=n_found): the rows that were found, ascending
 */
guint32 *
strata_search_list (const guint64 *bits,
                    guint32 n_rows,
                    guint32 n_found)
{
  guint32 *rows = g_new (guint32, MAX (n_found, 1));
  guint32 n = 0;

  for (guint32 w = 0; w <= n_rows / 64; w++)
    for (guint64 rest = bits[w]; rest != 0 && n < n_found; rest &= rest - 1)
      rows[n++] = w * 64 + (guint32) __builtin_ctzll (rest);

  return rows;
}
