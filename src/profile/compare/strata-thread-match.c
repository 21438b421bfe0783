/* strata-thread-match.c - matches the threads of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-thread-match.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-column.h"
#include "strata-name-shape.h"
#include "strata-order.h"

/* Ids differ from run to run, names hardly do. Processes are matched by name, and then threads within each pair;
 * numbers in names are ignored, because pools count their threads and binder threads are numbered by process. Among
 * several with one name, equal ids are matched first, then the rest in the order of ids. The others are matched if they
 * are the main threads of both, or if their calls are so similar that only the name can have changed; so are processes. */
struct _StrataThreadMatch
{
  gatomicrefcount ref_count;
  StrataTrace *traces[STRATA_N_DIFF_SIDES];       /* owned */
  GArray *processes;                              /* StrataMatch */
  GArray *threads;                                /* StrataMatch */
  guint32 *place_of_process[STRATA_N_DIFF_SIDES]; /* owned: index in processes */
  guint32 *place_of_thread[STRATA_N_DIFF_SIDES];  /* owned: index in threads */
};

/* The least similarity of the calls of two threads, as the cosine of their times by name. */
#define LEAST_LIKENESS 0.8

/* A hostile file could have any number of renamed threads, and each is compared with each. */
#define MOST_RENAMED 300

static const struct
{
  const char *id;
  const char *title;
} reasons[] = {
  [STRATA_MATCH_NONE] = { "none", N_ ("no counterpart") },
  [STRATA_MATCH_HAND] = { "hand", N_ ("matched manually") },
  [STRATA_MATCH_NAME] = { "name", N_ ("same name") },
  [STRATA_MATCH_SIMILAR] = { "similar", N_ ("similar name") },
  [STRATA_MATCH_MAIN] = { "main", N_ ("main thread of both, renamed") },
  [STRATA_MATCH_WORK] = { "work", N_ ("same calls, renamed") },
};

static guint
get_n_threads (const StrataThreadMatch *self,
               StrataDiffSide side)
{
  guint n;

  strata_trace_get_threads (self->traces[side], &n);
  return n;
}

static guint
get_n_processes (const StrataThreadMatch *self,
                 StrataDiffSide side)
{
  guint n;

  strata_trace_get_processes (self->traces[side], &n);
  return n;
}

static void
add_match (GArray *matches,
           guint32 *const place_of[STRATA_N_DIFF_SIDES],
           guint32 a,
           guint32 b,
           StrataMatchReason reason)
{
  const StrataMatch match = { { a, b }, reason };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (match.index[side] != STRATA_NONE)
      place_of[side][match.index[side]] = matches->len;

  g_array_append_val (matches, match);
}

/* A process or thread without a counterpart yet, with its lookup key. */
typedef struct
{
  char *key;        /* owned */
  const char *name; /* borrowed from the trace */
  gint64 id;
  guint32 index;
} Candidate;

static void
candidate_clear (gpointer data)
{
  g_free (((Candidate *) data)->key);
}

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *candidate_a = a;
  const Candidate *candidate_b = b;
  const int by_key = strcmp (candidate_a->key, candidate_b->key);

  if (by_key != 0)
    return by_key;
  return STRATA_ORDER (candidate_a->id, candidate_b->id) ?: STRATA_ORDER (candidate_a->index, candidate_b->index);
}

/* Keys of names are without their numbers. */
static StrataMatchReason
get_reason (const Candidate *a,
            const Candidate *b,
            StrataMatchReason reason)
{
  return reason == STRATA_MATCH_NAME && !g_str_equal (a->name, b->name) ? STRATA_MATCH_SIMILAR : reason;
}

/* Walks both sorted lists at once, as in a merge. */
static void
match_candidates (GArray *lists[STRATA_N_DIFF_SIDES],
                  GArray *matches,
                  guint32 *const place_of[STRATA_N_DIFF_SIDES],
                  StrataMatchReason reason)
{
  guint i = 0;
  guint j = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_sort (lists[side], compare_candidates);

  while (i < lists[STRATA_DIFF_A]->len && j < lists[STRATA_DIFF_B]->len)
    {
      const Candidate *a = &g_array_index (lists[STRATA_DIFF_A], Candidate, i);
      const Candidate *b = &g_array_index (lists[STRATA_DIFF_B], Candidate, j);
      const int order = strcmp (a->key, b->key);

      if (order == 0)
        add_match (matches, place_of, a->index, b->index, get_reason (a, b, reason));

      i += order <= 0;
      j += order >= 0;
    }
}

static GArray *
new_candidates (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Candidate));

  g_array_set_clear_func (list, candidate_clear);
  return list;
}

static void
add_candidate (GArray *list,
               char *key,
               const char *name,
               gint64 id,
               guint32 index)
{
  g_array_append_val (list, ((Candidate){ key, name, id, index }));
}

/* A process without a name can only be matched by its threads; the process for threads without one
 * is the same in both. */
static char *
dup_process_key (StrataTrace *trace,
                 const StrataProcess *process)
{
  const char *name = strata_trace_get_string (trace, process->name);

  if (process->pid < 0)
    return g_strdup ("-");

  return *name != '\0' ? strata_name_shape_dup (name) : NULL;
}

static void
match_processes (StrataThreadMatch *self)
{
  GArray *lists[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n;
      const StrataProcess *processes = strata_trace_get_processes (self->traces[side], &n);

      lists[side] = new_candidates ();
      for (guint32 i = 0; i < n; i++)
        {
          char *key = self->place_of_process[side][i] == STRATA_NONE ? dup_process_key (self->traces[side], &processes[i]) : NULL;

          if (key != NULL)
            add_candidate (lists[side], key, strata_trace_get_string (self->traces[side], processes[i].name), processes[i].pid, i);
        }
    }

  match_candidates (lists, self->processes, self->place_of_process, STRATA_MATCH_NAME);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_unref (lists[side]);
}

/* The key of a thread's process that both sides share: "?" for none, NULL if it is not matched. */
static char *
dup_pair_name (const StrataThreadMatch *self,
               StrataDiffSide side,
               guint32 process)
{
  const guint32 place = process != STRATA_NONE ? self->place_of_process[side][process] : STRATA_NONE;

  if (process == STRATA_NONE)
    return g_strdup ("?");

  return place != STRATA_NONE ? g_strdup_printf ("%u", place) : NULL;
}

static char *
dup_thread_key (const StrataThreadMatch *self,
                StrataDiffSide side,
                const StrataThread *thread)
{
  const char *name = strata_trace_get_string (self->traces[side], thread->name);
  g_autofree char *pair = dup_pair_name (self, side, thread->process);
  g_autofree char *shape = strata_name_shape_dup (name);

  return pair != NULL && *name != '\0' ? g_strconcat (pair, " ", shape, NULL) : NULL;
}

/* Whether two threads can be the same: if both have a process, it has to be the same. */
static gboolean
may_be_same (const StrataThreadMatch *self,
             const StrataThread *const threads[STRATA_N_DIFF_SIDES])
{
  guint32 places[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint32 process = threads[side]->process;

      if (process == STRATA_NONE || strata_trace_get_processes (self->traces[side], NULL)[process].pid < 0)
        return TRUE;

      places[side] = self->place_of_process[side][process];
    }

  return places[STRATA_DIFF_A] == places[STRATA_DIFF_B] && places[STRATA_DIFF_A] != STRATA_NONE;
}

static gboolean
has_same_name (const StrataThreadMatch *self,
               const StrataThread *const threads[STRATA_N_DIFF_SIDES])
{
  const char *name = strata_trace_get_string (self->traces[STRATA_DIFF_A], threads[STRATA_DIFF_A]->name);

  return *name != '\0' && g_str_equal (name, strata_trace_get_string (self->traces[STRATA_DIFF_B], threads[STRATA_DIFF_B]->name));
}

/* By id, plus 1; for a repeated id the last one, which may belong to a later process. */
static GHashTable *
index_ids (const StrataThreadMatch *self,
           StrataDiffSide side)
{
  GHashTable *by_id = g_hash_table_new (NULL, NULL);
  guint n;
  const StrataThread *threads = strata_trace_get_threads (self->traces[side], &n);

  for (guint32 i = 0; i < n; i++)
    if (self->place_of_thread[side][i] == STRATA_NONE)
      g_hash_table_insert (by_id, GSIZE_TO_POINTER ((gsize) threads[i].tid), GUINT_TO_POINTER (i + 1));

  return by_id;
}

/* In two captures of one device since its start, threads with the same name and id are the same, even if one capture
 * does not show their process. */
static void
match_same_ids (StrataThreadMatch *self)
{
  g_autoptr (GHashTable) by_id = index_ids (self, STRATA_DIFF_B);
  const StrataThread *all_b = strata_trace_get_threads (self->traces[STRATA_DIFF_B], NULL);
  guint n;
  const StrataThread *all_a = strata_trace_get_threads (self->traces[STRATA_DIFF_A], &n);

  for (guint32 i = 0; i < n; i++)
    {
      const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (by_id, GSIZE_TO_POINTER ((gsize) all_a[i].tid)));

      if (known == 0 || self->place_of_thread[STRATA_DIFF_A][i] != STRATA_NONE || self->place_of_thread[STRATA_DIFF_B][known - 1] != STRATA_NONE)
        continue;

      const StrataThread *const threads[] = { &all_a[i], &all_b[known - 1] };

      if (has_same_name (self, threads) && may_be_same (self, threads))
        add_match (self->threads, self->place_of_thread, i, known - 1, STRATA_MATCH_NAME);
    }
}

static char *
dup_main_key (const StrataThreadMatch *self,
              StrataDiffSide side,
              const StrataThread *thread)
{
  const gboolean is_main = strata_trace_is_main_thread (self->traces[side], thread) && self->place_of_process[side][thread->process] != STRATA_NONE;

  return is_main ? dup_pair_name (self, side, thread->process) : NULL;
}

typedef char *(*DupKey) (const StrataThreadMatch *self, StrataDiffSide side, const StrataThread *thread);

static void
match_threads (StrataThreadMatch *self,
               DupKey dup_key,
               StrataMatchReason reason)
{
  GArray *lists[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n;
      const StrataThread *threads = strata_trace_get_threads (self->traces[side], &n);

      lists[side] = new_candidates ();
      for (guint32 i = 0; i < n; i++)
        {
          char *key = self->place_of_thread[side][i] == STRATA_NONE ? dup_key (self, side, &threads[i]) : NULL;

          if (key != NULL)
            add_candidate (lists[side], key, strata_trace_get_string (self->traces[side], threads[i].name), threads[i].tid, i);
        }
    }

  match_candidates (lists, self->threads, self->place_of_thread, reason);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_unref (lists[side]);
}

static void
add_track (GHashTable *by_id,
           const StrataSliceTable *slices,
           const StrataTrack *track)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      double *known = g_hash_table_lookup (by_id, GUINT_TO_POINTER (slices->name[i]));

      if (known == NULL)
        g_hash_table_insert (by_id, GUINT_TO_POINTER (slices->name[i]), known = g_new0 (double, 1));
      *known += (double) strata_slice_table_get_self_ns (slices, i) + 1.0;
    }
}

/* Times of the calls of a thread, or of all threads of a process, by the shapes of their names, in
 * ns as double. */
static GHashTable *
sum_calls (StrataTrace *trace,
           guint32 process,
           guint32 thread)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  g_autoptr (GHashTable) by_id = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer id;
  gpointer sum;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && (thread != STRATA_NONE ? tracks[i].thread == thread : tracks[i].process == process))
      add_track (by_id, strata_trace_get_slices (trace), &tracks[i]);

  g_hash_table_iter_init (&iter, by_id);
  while (g_hash_table_iter_next (&iter, &id, &sum))
    {
      char *shape = strata_name_shape_dup (strata_trace_get_string (trace, GPOINTER_TO_UINT (id)));
      double *known = g_hash_table_lookup (sums, shape);

      if (known != NULL)
        *known += *(double *) sum;
      else
        g_hash_table_insert (sums, g_strdup (shape), g_memdup2 (sum, sizeof (double)));
      g_free (shape);
    }

  return sums;
}

static double
get_length (GHashTable *sums)
{
  GHashTableIter iter;
  gpointer value;
  double square = 0.0;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    square += *(double *) value * *(double *) value;

  return sqrt (square);
}

static double
get_likeness (GHashTable *a,
              GHashTable *b)
{
  const double lengths = get_length (a) * get_length (b);
  GHashTableIter iter;
  gpointer name;
  gpointer value;
  double product = 0.0;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const double *other = g_hash_table_lookup (b, name);

      if (other != NULL)
        product += *(double *) value * *other;
    }

  return lengths > 0.0 ? product / lengths : 0.0;
}

/* A thread or process with calls that has no counterpart yet. */
typedef struct
{
  guint32 index;
  guint32 process;  /* for threads: index of the process pair */
  GHashTable *sums; /* owned */
} Worker;

static void
worker_clear (gpointer data)
{
  g_hash_table_unref (((Worker *) data)->sums);
}

static GArray *
list_workers (const StrataThreadMatch *self,
              StrataDiffSide side)
{
  guint n;
  const StrataThread *threads = strata_trace_get_threads (self->traces[side], &n);
  GArray *workers = g_array_new (FALSE, FALSE, sizeof (Worker));

  g_array_set_clear_func (workers, worker_clear);
  for (guint32 i = 0; i < n && workers->len < MOST_RENAMED; i++)
    {
      if (self->place_of_thread[side][i] != STRATA_NONE || threads[i].track == STRATA_NONE || threads[i].process == STRATA_NONE ||
          self->place_of_process[side][threads[i].process] == STRATA_NONE)
        continue;

      g_array_append_val (workers, ((Worker){ i, self->place_of_process[side][threads[i].process], sum_calls (self->traces[side], STRATA_NONE, i) }));
    }

  return workers;
}

/* Matches an application with another name, such as its debug version. */
static GArray *
list_working_processes (const StrataThreadMatch *self,
                        StrataDiffSide side)
{
  guint n;
  const StrataProcess *processes = strata_trace_get_processes (self->traces[side], &n);
  GArray *workers = g_array_new (FALSE, FALSE, sizeof (Worker));

  g_array_set_clear_func (workers, worker_clear);
  for (guint32 i = 0; i < n && workers->len < MOST_RENAMED; i++)
    {
      g_autoptr (GHashTable) sums = NULL;

      if (self->place_of_process[side][i] != STRATA_NONE || processes[i].pid < 0)
        continue;

      sums = sum_calls (self->traces[side], i, STRATA_NONE);
      if (g_hash_table_size (sums) > 0)
        g_array_append_val (workers, ((Worker){ i, 0, g_steal_pointer (&sums) }));
    }

  return workers;
}

/* Each worker of A takes the most similar one of B. */
static void
match_workers (GArray *workers_a,
               GArray *workers_b,
               GArray *matches,
               guint32 *const place_of[STRATA_N_DIFF_SIDES])
{
  for (guint i = 0; i < workers_a->len; i++)
    {
      const Worker *a = &g_array_index (workers_a, Worker, i);
      double best = LEAST_LIKENESS;
      guint32 found = STRATA_NONE;

      for (guint j = 0; j < workers_b->len; j++)
        {
          const Worker *b = &g_array_index (workers_b, Worker, j);
          const gboolean may_be = b->process == a->process && place_of[STRATA_DIFF_B][b->index] == STRATA_NONE;
          const double likeness = may_be ? get_likeness (a->sums, b->sums) : 0.0;

          if (likeness > best)
            {
              best = likeness;
              found = b->index;
            }
        }

      if (found != STRATA_NONE)
        add_match (matches, place_of, a->index, found, STRATA_MATCH_WORK);
    }

  g_array_unref (workers_a);
  g_array_unref (workers_b);
}

static int
compare_matches (gconstpointer a,
                 gconstpointer b)
{
  const StrataMatch *match_a = a;
  const StrataMatch *match_b = b;
  const gboolean is_only_b_a = match_a->index[STRATA_DIFF_A] == STRATA_NONE;
  const gboolean is_only_b_b = match_b->index[STRATA_DIFF_A] == STRATA_NONE;
  const StrataDiffSide side = is_only_b_a ? STRATA_DIFF_B : STRATA_DIFF_A;

  if (is_only_b_a != is_only_b_b)
    return (int) is_only_b_a - (int) is_only_b_b;

  return match_a->index[side] < match_b->index[side] ? -1 : match_a->index[side] > match_b->index[side];
}

/* In the order of A, followed by those only in B. */
static void
finish (GArray *matches,
        guint32 *const place_of[STRATA_N_DIFF_SIDES],
        const guint n[STRATA_N_DIFF_SIDES])
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint32 i = 0; i < n[side]; i++)
      if (place_of[side][i] == STRATA_NONE)
        add_match (matches, place_of, side == STRATA_DIFF_A ? i : STRATA_NONE, side == STRATA_DIFF_B ? i : STRATA_NONE, STRATA_MATCH_NONE);

  g_array_sort (matches, compare_matches);
  for (guint32 i = 0; i < matches->len; i++)
    for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
      {
        const guint32 index = g_array_index (matches, StrataMatch, i).index[side];

        if (index != STRATA_NONE)
          place_of[side][index] = i;
      }
}

static guint32 *
new_places (guint n)
{
  return strata_new_nones (n);
}

static gboolean
is_free (const StrataThreadMatch *self,
         const StrataMatch *match)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (match->index[side] >= get_n_threads (self, side) || self->place_of_thread[side][match->index[side]] != STRATA_NONE)
      return FALSE;

  return TRUE;
}

/* Manual matches apply even if the processes are not matched; then these are matched, too, unless
 * they already have a counterpart. */
static void
match_by_hand (StrataThreadMatch *self,
               const StrataMatch *match)
{
  guint32 processes[STRATA_N_DIFF_SIDES];

  if (!is_free (self, match))
    return;

  add_match (self->threads, self->place_of_thread, match->index[STRATA_DIFF_A], match->index[STRATA_DIFF_B], STRATA_MATCH_HAND);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      processes[side] = strata_trace_get_threads (self->traces[side], NULL)[match->index[side]].process;
      if (processes[side] == STRATA_NONE || self->place_of_process[side][processes[side]] != STRATA_NONE)
        return;
    }

  add_match (self->processes, self->place_of_process, processes[STRATA_DIFF_A], processes[STRATA_DIFF_B], STRATA_MATCH_HAND);
}

/**
 * strata_thread_match_new:
 * @traces: two traces
 * @by_hand: (array length=n_by_hand) (nullable): manual matches of threads, whatever their names
 * @n_by_hand: how many
 *
 * Finds the counterpart of each process and thread.
 *
 * Returns: (transfer full): the matches
 */
StrataThreadMatch *
strata_thread_match_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                         const StrataMatch *by_hand,
                         guint n_by_hand)
{
  StrataThreadMatch *self = g_new0 (StrataThreadMatch, 1);
  guint n_processes[STRATA_N_DIFF_SIDES];
  guint n_threads[STRATA_N_DIFF_SIDES];

  g_atomic_ref_count_init (&self->ref_count);
  self->processes = g_array_new (FALSE, FALSE, sizeof (StrataMatch));
  self->threads = g_array_new (FALSE, FALSE, sizeof (StrataMatch));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->traces[side] = g_object_ref (traces[side]);
      self->place_of_process[side] = new_places (n_processes[side] = get_n_processes (self, side));
      self->place_of_thread[side] = new_places (n_threads[side] = get_n_threads (self, side));
    }

  for (guint i = 0; i < n_by_hand; i++)
    match_by_hand (self, &by_hand[i]);

  match_processes (self);
  match_workers (list_working_processes (self, STRATA_DIFF_A), list_working_processes (self, STRATA_DIFF_B), self->processes, self->place_of_process);
  match_same_ids (self);
  match_threads (self, dup_thread_key, STRATA_MATCH_NAME);
  match_threads (self, dup_main_key, STRATA_MATCH_MAIN);
  match_workers (list_workers (self, STRATA_DIFF_A), list_workers (self, STRATA_DIFF_B), self->threads, self->place_of_thread);
  finish (self->processes, self->place_of_process, n_processes);
  finish (self->threads, self->place_of_thread, n_threads);

  return self;
}

StrataThreadMatch *
strata_thread_match_ref (StrataThreadMatch *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_thread_match_unref (StrataThreadMatch *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_object_unref (self->traces[side]);
      g_free (self->place_of_process[side]);
      g_free (self->place_of_thread[side]);
    }

  g_array_unref (self->processes);
  g_array_unref (self->threads);
  g_free (self);
}

/**
 * strata_thread_match_get_threads:
 * @self: matches
 * @n_threads: (out): how many
 *
 * Returns: (transfer none) (array length=n_threads): the matched threads, like the processes
 */
const StrataMatch *
strata_thread_match_get_threads (const StrataThreadMatch *self,
                                 guint *n_threads)
{
  *n_threads = self->threads->len;
  return (const StrataMatch *) self->threads->data;
}

static guint32
find_other (const GArray *matches,
            guint32 place,
            StrataDiffSide side)
{
  return g_array_index (matches, StrataMatch, place).index[strata_diff_side_get_other (side)];
}

/**
 * strata_thread_match_find:
 * @self: matches
 * @side: a side
 * @thread: index of a thread of that side
 *
 * Returns: index of its counterpart in the other, or %STRATA_NONE
 */
guint32
strata_thread_match_find (const StrataThreadMatch *self,
                          StrataDiffSide side,
                          guint32 thread)
{
  return find_other (self->threads, self->place_of_thread[side][thread], side);
}

/**
 * strata_thread_match_find_process:
 * @self: matches
 * @side: a side
 * @process: index of a process of that side
 *
 * Returns: index of its counterpart in the other, or %STRATA_NONE
 */
guint32
strata_thread_match_find_process (const StrataThreadMatch *self,
                                  StrataDiffSide side,
                                  guint32 process)
{
  return find_other (self->processes, self->place_of_process[side][process], side);
}

/* Returns its stable name for programs. */
const char *
strata_match_reason_get_id (StrataMatchReason reason)
{
  return reasons[reason].id;
}

/* Returns its title, translated. */
const char *
strata_match_reason_get_title (StrataMatchReason reason)
{
  return _ (reasons[reason].title);
}
