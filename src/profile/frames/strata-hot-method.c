/* strata-hot-method.c - the method that a method trace or a profile is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hot-method.h"

#include <string.h>

#include "strata-main-span.h"
#include "strata-waits.h"

/* The longest calls of a method trace show little, because they contain all others. So the finding is the method with
 * the most self time. Waiting is not work, however often a thread is sampled in it. Time in calls whose names say
 * nothing, such as "0x7f3a10" or "(root)", counts for the method that called them. It says little if that method
 * contains all others. */

typedef enum
{
  NAME_UNKNOWN, /* not read so far */
  NAME_METHOD,
  NAME_EMPTY, /* says nothing */
  NAME_QUEUE, /* waits for messages; their handlers may be inside */
  NAME_WAIT,
} NameKind;

/* An open call. */
typedef struct
{
  guint32 end;
  guint32 owner; /* the slice that its self time is charged to */
  guint32 root;  /* the outermost call with a name, or STRATA_NONE */
  NameKind kind; /* calls without a name have the kind of their caller */
} Open;

/* What is charged to the calls of a name. */
typedef struct
{
  gint64 sum_ns;
  gint64 longest_ns; /* of one of them */
  guint32 slice;     /* it */
  gint64 unnamed_ns; /* in calls without a name */
  gint64 inside_ns;  /* inclusive time of its outermost calls */
} Sum;

typedef struct
{
  StrataTrace *trace;            /* borrowed */
  const StrataSliceTable *table; /* borrowed */
  guint8 *kinds;                 /* owned: NameKind by string id */
  GArray *open;                  /* (element-type Open) owned */
  StrataSpan span;               /* of most calls; the times of others are hardly true */
  gboolean counts_waits;
} Finder;

/* "0x55c77873a049", "libc.so.6+0x85f14", "(root)". */
static gboolean
is_empty_name (const char *name)
{
  const char *plus = strrchr (name, '+');
  const char *address = plus != NULL ? plus + 1 : name;

  if (g_str_has_prefix (address, "0x"))
    return address[2 + strspn (address + 2, "0123456789abcdefABCDEF")] == '\0';

  return *name == '\0' || g_str_equal (name, "(root)") || g_str_equal (name, "(program)") || g_str_equal (name, "[unknown]");
}

static NameKind
read_name (const char *name)
{
  const StrataWaitKind wait = strata_wait_parse (name);

  if (is_empty_name (name))
    return NAME_EMPTY;
  if (wait == STRATA_WAIT_QUEUE || wait == STRATA_WAIT_LOOP)
    return NAME_QUEUE;

  return wait == STRATA_WAIT_OTHER || g_str_equal (name, "(idle)") ? NAME_WAIT : NAME_METHOD;
}

static NameKind
get_kind (Finder *self,
          guint32 slice)
{
  guint8 *kind = &self->kinds[self->table->name[slice]];

  if (*kind == NAME_UNKNOWN)
    *kind = (guint8) read_name (strata_trace_get_string (self->trace, self->table->name[slice]));

  return *kind;
}

static gboolean
is_sampled (const StrataSliceTable *slices,
            guint32 slice)
{
  return (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_SAMPLED) != 0;
}

/* Removes the calls that ended, and opens the next one. */
static Open
open_call (Finder *self,
           guint32 slice)
{
  while (self->open->len > 0 && g_array_index (self->open, Open, self->open->len - 1).end <= slice)
    g_array_set_size (self->open, self->open->len - 1);

  const Open *caller = self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
  Open call = { self->table->subtree_end[slice], slice, caller != NULL ? caller->root : STRATA_NONE, get_kind (self, slice) };

  if (call.root == STRATA_NONE && call.kind == NAME_METHOD)
    call.root = slice;

  if (caller != NULL && (caller->kind == NAME_WAIT || (call.kind == NAME_EMPTY && caller->kind != NAME_EMPTY)))
    {
      call.owner = caller->owner;
      call.kind = caller->kind;
    }

  g_array_append_val (self->open, call);
  return call;
}

/* CPU times count only if all calls of the thread have one. */
static gboolean
has_cpu_times (StrataTrace *trace,
               const StrataTrack *track)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (!strata_trace_has_cpu_time (trace, i))
      return FALSE;

  return TRUE;
}

static gint64
get_self_ns (const StrataSliceTable *slices,
             guint32 slice,
             gboolean is_cpu)
{
  return MAX (is_cpu ? strata_slice_table_get_self_cpu_ns (slices, slice) : strata_slice_table_get_self_ns (slices, slice), 0);
}

static Sum *
need_sum (GHashTable *sums,
          guint32 name)
{
  Sum *sum = g_hash_table_lookup (sums, GUINT_TO_POINTER (name));

  if (sum == NULL)
    {
      sum = g_new (Sum, 1);
      *sum = (Sum){ .longest_ns = -1 };
      g_hash_table_insert (sums, GUINT_TO_POINTER (name), sum);
    }

  return sum;
}

static void
charge (const Finder *self,
        GHashTable *sums,
        const Open *call,
        gboolean is_own,
        gint64 self_ns)
{
  Sum *sum = need_sum (sums, self->table->name[call->owner]);

  sum->sum_ns = strata_time_add (sum->sum_ns, self_ns);
  sum->unnamed_ns = strata_time_add (sum->unnamed_ns, is_own ? 0 : self_ns);
  if (self_ns > sum->longest_ns)
    {
      sum->longest_ns = self_ns;
      sum->slice = call->owner;
    }

  if (call->root != STRATA_NONE)
    {
      Sum *root = need_sum (sums, self->table->name[call->root]);

      root->inside_ns = strata_time_add (root->inside_ns, self_ns);
    }
}

/* Sums what the thread spent in calls, without waits: those that do not use a CPU. */
static void
sum_track (Finder *self,
           const StrataTrack *track,
           StrataHotMethod *method,
           GHashTable *sums)
{
  const guint32 end = track->first_slice + track->n_slices;

  g_array_set_size (self->open, 0);
  for (guint32 i = track->first_slice; i < end; i++)
    {
      const Open call = open_call (self, i);
      const gint64 self_ns = get_self_ns (self->table, i, method->is_cpu);

      if (!strata_main_span_has_slice (self->span, self->table, i))
        continue;
      if (!method->is_cpu && !self->counts_waits && (call.kind == NAME_QUEUE || call.kind == NAME_WAIT))
        continue;

      method->total_ns = strata_time_add (method->total_ns, self_ns);
      charge (self, sums, &call, call.owner == i, self_ns);
    }
}

/* What a sampled thread did besides calls: it waited, or had no stack. */
static gint64
get_waited_ns (const Finder *self,
               const StrataTrack *track,
               const StrataHotMethod *method)
{
  const guint32 end = track->first_slice + track->n_slices;
  const gint64 begin_ns = MAX (self->table->start_ns[track->first_slice], self->span.begin_ns);
  gint64 end_ns = begin_ns;

  for (guint32 i = track->first_slice; i < end; i = self->table->subtree_end[i])
    end_ns = MAX (end_ns, MIN (strata_slice_table_get_end_ns (self->table, i), self->span.end_ns));

  return method->is_cpu || !is_sampled (self->table, track->first_slice) ? 0 : MAX (end_ns - begin_ns - method->total_ns, 0);
}

/* Whether the calls of a name contain nearly all others, and are charged with calls without names. */
static gboolean
is_root (const Sum *sum,
         const StrataHotMethod *method)
{
  return sum->unnamed_ns > sum->sum_ns / 2 && sum->inside_ns > method->total_ns / 10 * 9;
}

/* A method that explains less than a twentieth is not worth more than the call that contains all. */
static void
leave_root (const StrataHotMethod *root,
            StrataHotMethod *method)
{
  if (root->slice == STRATA_NONE || root->self_ns <= method->self_ns)
    return;

  if (!method->is_named || method->self_ns < method->total_ns / 20)
    *method = *root;
  else
    {
      method->root = root->slice;
      method->root_ns = root->self_ns;
    }
}

/* Names that say something first. Of methods with equal times, the one called first. */
static void
find_method (Finder *self,
             const StrataTrack *track,
             GHashTable *sums,
             StrataHotMethod *method)
{
  const guint32 end = track->first_slice + track->n_slices;
  StrataHotMethod root = *method;

  for (guint32 i = track->first_slice; i < end; i++)
    {
      const Sum *sum = g_hash_table_lookup (sums, GUINT_TO_POINTER (self->table->name[i]));
      const gboolean has_name = get_kind (self, i) != NAME_EMPTY;
      StrataHotMethod *best = sum != NULL && has_name && is_root (sum, method) ? &root : method;

      if (sum == NULL || sum->sum_ns <= 0 || has_name < best->is_named || (has_name == best->is_named && sum->sum_ns <= best->self_ns))
        continue;

      best->is_named = has_name;
      best->self_ns = sum->sum_ns;
      best->slice = sum->slice;
      best->has_unnamed = sum->unnamed_ns > 0;
    }

  leave_root (&root, method);
}

/* Users wait for main threads, so a tenth of the time of another thread is enough. */
static gboolean
is_hotter (StrataTrace *trace,
           const StrataHotMethod *a,
           const StrataHotMethod *b)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const int a_weight = strata_trace_is_main_thread (trace, &threads[a->thread]) ? 10 : 1;
  const int b_weight = b->thread != STRATA_NONE && strata_trace_is_main_thread (trace, &threads[b->thread]) ? 10 : 1;

  if (a->is_named != b->is_named)
    return a->is_named;

  return (double) a->total_ns * a_weight > (double) b->total_ns * b_weight;
}

static void
find_in_thread (Finder *self,
                const StrataTrack *track,
                StrataHotMethod *best)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  StrataHotMethod found = { .thread = track->thread, .slice = STRATA_NONE, .root = STRATA_NONE, .is_waiting = self->counts_waits, .is_cpu = has_cpu_times (self->trace, track) };

  sum_track (self, track, &found, sums);
  found.waited_ns = get_waited_ns (self, track, &found);
  find_method (self, track, sums, &found);
  if (found.slice != STRATA_NONE && is_hotter (self->trace, &found, best))
    *best = found;
}

static void
find_in_threads (Finder *self,
                 StrataHotMethod *best)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      find_in_thread (self, &tracks[i], best);
}

/* Stacks beside calls are only views into them. */
static gboolean
is_profile (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->first_async; i++)
    if (!is_sampled (slices, i))
      return FALSE;

  return slices->first_async > 0;
}

/**
 * strata_hot_method_find:
 * @self: (out caller-allocates): the result
 * @trace: a trace
 *
 * Finds the thread that spent the most time in calls, and its method with the most self time. Waits only count if
 * there is nothing else.
 *
 * Returns: %FALSE if @trace is neither a method trace nor a profile of samples, or has no calls
 */
gboolean
strata_hot_method_find (StrataHotMethod *self,
                        StrataTrace *trace)
{
  *self = (StrataHotMethod){ .thread = STRATA_NONE, .slice = STRATA_NONE, .root = STRATA_NONE };
  if (strata_trace_get_counts (trace)->n_methods == 0 && !is_profile (trace))
    return FALSE;

  Finder finder = {
    .trace = trace,
    .table = strata_trace_get_slices (trace),
    .kinds = g_malloc0 (MAX (strata_string_pool_get_n_strings (strata_trace_get_strings (trace)), 1)),
    .open = g_array_new (FALSE, FALSE, sizeof (Open)),
    .span = strata_trace_find_main_span (trace, NULL),
  };

  find_in_threads (&finder, self);
  finder.counts_waits = TRUE;
  if (self->slice == STRATA_NONE)
    find_in_threads (&finder, self);

  g_array_unref (finder.open);
  g_free (finder.kinds);
  return self->slice != STRATA_NONE;
}
