/* strata-causes-finish.c - sorts causes, parts below their parent
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-causes-private.h"

#include <string.h>

/* A span of minutes has tens of thousands of causes. So the parent of a row is found by its thread,
 * never by a search of all rows. */

/* Smaller shares do not explain anything. */
#define SMALLEST_SHARE 0.02
#define MIN_LOST_SHARE 0.25
#define MIN_SLOW_SHARE 0.2

/* The first rows of a thread that can be parents, as indices or
 * STRATA_NONE, and the sums of all of its rows. */
typedef struct
{
  guint32 first;
  guint32 work;
  guint32 frequency;
  guint32 gpu;
  guint32 render_late;
  StrataCause sums;
} ThreadRows;

typedef struct
{
  GHashTable *threads; /* (element-type guint32 ThreadRows) owned */
  guint32 reclaim;     /* the first row of any thread that freed memory, or STRATA_NONE */
} Rows;

static int
compare_causes (gconstpointer a,
                gconstpointer b)
{
  const StrataCause *left = a;
  const StrataCause *right = b;

  /* a part comes after its parent */
  if (left->total_ns == right->total_ns)
    return (int) left->kind - (int) right->kind;

  return left->total_ns < right->total_ns ? 1 : -1;
}

/* Whether a row is a remark about other rows, not a piece of the time. */
static gboolean
is_remark (const StrataCause *cause)
{
  return cause->kind > STRATA_CAUSE_RENDER_LATE;
}

static ThreadRows *
get_thread_rows (const Rows *self,
                 guint32 thread)
{
  ThreadRows *rows = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (thread));

  if (rows == NULL)
    {
      rows = g_new (ThreadRows, 1);
      *rows = (ThreadRows){ STRATA_NONE, STRATA_NONE, STRATA_NONE, STRATA_NONE, STRATA_NONE, { .thread = thread } };
      g_hash_table_insert (self->threads, GUINT_TO_POINTER (thread), rows);
    }

  return rows;
}

static void
note_first (guint32 *first,
            guint32 row,
            gboolean is_one)
{
  if (is_one && *first == STRATA_NONE)
    *first = row;
}

static void
rows_init (Rows *self,
           const StrataCauses *causes)
{
  *self = (Rows){ g_hash_table_new_full (NULL, NULL, NULL, g_free), STRATA_NONE };
  for (guint32 i = 0; i < causes->causes->len; i++)
    {
      const StrataCause *row = &g_array_index (causes->causes, StrataCause, i);
      ThreadRows *rows = get_thread_rows (self, row->thread);

      note_first (&rows->first, i, TRUE);
      note_first (&rows->work, i, row->kind == STRATA_CAUSE_WORK);
      note_first (&rows->frequency, i, row->kind == STRATA_CAUSE_FREQUENCY);
      note_first (&rows->gpu, i, row->gpu_ns > 0 && !is_remark (row));
      note_first (&rows->render_late, i, row->kind == STRATA_CAUSE_RENDER_LATE);
      note_first (&self->reclaim, i, row->kind == STRATA_CAUSE_RECLAIM);
      rows->sums.running_ns = strata_time_add (rows->sums.running_ns, row->running_ns);
      rows->sums.lost_ns = strata_time_add (rows->sums.lost_ns, row->lost_ns);
      rows->sums.slow_ns = strata_time_add (rows->sums.slow_ns, row->slow_ns);
      rows->sums.limited_ns = strata_time_add (rows->sums.limited_ns, row->limited_ns);
    }
}

static void
rows_clear (Rows *self)
{
  g_hash_table_unref (self->threads);
}

/* The row that a cause is a part of, or STRATA_NONE. */
static guint32
find_parent (const Rows *self,
             const StrataCause *cause)
{
  const ThreadRows *rows = get_thread_rows (self, cause->thread);

  if (cause->kind == STRATA_CAUSE_KILL)
    return self->reclaim;
  if (cause->kind == STRATA_CAUSE_GPU_FREQUENCY)
    return rows->gpu;
  if (cause->kind == STRATA_CAUSE_LIMIT)
    return rows->frequency;
  if (is_remark (cause))
    return rows->work;
  if (cause->kind == STRATA_CAUSE_RENDER_LATE || (cause->kind == STRATA_CAUSE_RENDER && cause->slice == STRATA_NONE))
    return STRATA_NONE;

  return rows->render_late;
}

/* The part of a row's time that a remark is about. */
static gint64
get_remark_ns (StrataCauseKind kind,
               const StrataCause *row)
{
  if (kind == STRATA_CAUSE_CLUSTER)
    return MIN (row->slow_ns, row->total_ns);
  if (kind == STRATA_CAUSE_LIMIT)
    return MIN (row->limited_ns, row->total_ns);
  if (kind == STRATA_CAUSE_GPU_FREQUENCY)
    return MIN (row->gpu_ns, row->total_ns);

  return MIN (row->lost_ns, row->total_ns);
}

/* Adds how the work of a thread was slowed down, as a part of its largest piece of work. The call
 * to compare with others is the outermost one around that. */
static void
add_remark (StrataCauses *self,
            const Rows *rows,
            StrataCauseKind kind,
            const StrataCause *sums)
{
  const StrataCauseKind slowed = kind == STRATA_CAUSE_LIMIT ? STRATA_CAUSE_FREQUENCY : kind;
  const guint32 parent = find_parent (rows, &(StrataCause){ .kind = slowed, .thread = sums->thread });

  if (parent == STRATA_NONE)
    return;

  const StrataCause work = g_array_index (self->causes, StrataCause, parent);
  const guint32 top = kind == STRATA_CAUSE_CLUSTER && work.slice != STRATA_NONE ? strata_causes_find_top (self, work.slice) : work.slice;
  const StrataCause cause = {
    .kind = kind,
    .thread = sums->thread,
    .other = STRATA_NONE,
    .slice = top,
    .name = top != STRATA_NONE ? strata_trace_get_slices (self->trace)->name[top] : STRATA_STRING_EMPTY,
    .begin_ns = work.begin_ns,
    .running_ns = sums->running_ns,
    .slow_ns = sums->slow_ns,
    .khz = work.khz,
    .top_khz = work.top_khz,
  };
  StrataCause *row = strata_causes_add (self, &cause, get_remark_ns (kind, &work));

  if (row != NULL)
    row->longest_ns = MIN (row->total_ns, work.longest_ns);
}

static void
add_remarks_of_thread (StrataCauses *self,
                       const Rows *rows,
                       const StrataCause *sums)
{
  if (sums->running_ns > 0 && (double) sums->lost_ns >= MIN_LOST_SHARE * (double) sums->running_ns)
    {
      add_remark (self, rows, STRATA_CAUSE_FREQUENCY, sums);
      if ((double) sums->limited_ns >= MIN_LOST_SHARE * (double) sums->lost_ns)
        add_remark (self, rows, STRATA_CAUSE_LIMIT, sums);
    }
  if (sums->running_ns > 0 && 2 * sums->slow_ns >= sums->running_ns && (double) sums->slow_ns >= MIN_SLOW_SHARE * (double) self->total_ns)
    add_remark (self, rows, STRATA_CAUSE_CLUSTER, sums);
  add_remark (self, rows, STRATA_CAUSE_GPU_FREQUENCY, sums);
}

static void
add_remarks (StrataCauses *self)
{
  const guint n = self->causes->len;
  Rows rows;

  rows_init (&rows, self);
  for (guint i = 0; i < n; i++)
    {
      const ThreadRows *thread = get_thread_rows (&rows, g_array_index (self->causes, StrataCause, i).thread);

      if (thread->first == i)
        add_remarks_of_thread (self, &rows, &thread->sums);
    }

  rows_clear (&rows);
}

static gboolean
is_large (const StrataCauses *self,
          const StrataCause *cause)
{
  return cause->kind == STRATA_CAUSE_KILL || (double) cause->total_ns >= SMALLEST_SHARE * (double) self->total_ns;
}

/* The parts of rows, as linked lists: @first has the first part of each row, and at the end the first row without a
 * parent. @next has the next sibling. */
typedef struct
{
  guint32 *first;
  guint32 *next;
} Parts;

static Parts
list_parts (const StrataCauses *self)
{
  const guint32 n = self->causes->len;
  const Parts parts = { g_new (guint32, n + 1), g_new (guint32, n + 1) };
  Rows rows;

  memset (parts.first, 0xff, (n + 1) * sizeof (guint32));
  rows_init (&rows, self);
  for (guint32 i = n; i-- > 0;)
    {
      const guint32 parent = MIN (find_parent (&rows, &g_array_index (self->causes, StrataCause, i)), n);

      parts.next[i] = parts.first[parent];
      parts.first[parent] = i;
    }

  rows_clear (&rows);
  return parts;
}

/* Copies the parts of a row, each followed by its own parts. */
static void
add_parts (const StrataCauses *self,
           const Parts *parts,
           guint32 parent,
           guint32 new_parent,
           GArray *ordered)
{
  for (guint32 i = parts->first[parent]; i != STRATA_NONE; i = parts->next[i])
    {
      StrataCause row = g_array_index (self->causes, StrataCause, i);
      const guint32 index = ordered->len;

      if (index > 0 && !is_large (self, &row))
        continue;

      row.parent = new_parent;
      g_array_append_val (ordered, row);
      add_parts (self, parts, i, index, ordered);
    }
}

/* Several threads may have had the CPU in turn. Of those that had it equally long, the first is taken. */
static void
see_occupant (StrataCause *row,
              guint32 other,
              gint64 ns)
{
  if (ns < row->other_ns || (ns == row->other_ns && other >= row->other))
    return;

  row->other = other;
  row->other_ns = ns;
}

/* Sets the thread that had the CPU for most of a row's wait. Each thread has one such row. */
static void
set_occupants (StrataCauses *self)
{
  g_autoptr (GHashTable) waits = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  for (guint i = 0; i < self->causes->len; i++)
    {
      StrataCause *row = &g_array_index (self->causes, StrataCause, i);

      if (row->kind != STRATA_CAUSE_CPU)
        continue;

      row->other = STRATA_NONE;
      g_hash_table_insert (waits, GUINT_TO_POINTER (row->thread), row);
    }

  g_hash_table_iter_init (&iter, self->occupants);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const guint64 pair = (guint64) * (const gint64 *) key;
      StrataCause *row = g_hash_table_lookup (waits, GUINT_TO_POINTER ((guint32) (pair >> 32)));

      if (row != NULL)
        see_occupant (row, (guint32) pair, *(const gint64 *) value);
    }
}

StrataCauses *
strata_causes_finish (StrataCauses *self)
{
  GArray *ordered = g_array_new (FALSE, TRUE, sizeof (StrataCause));
  Parts parts;

  set_occupants (self);
  g_array_sort (self->causes, compare_causes);
  add_remarks (self);
  g_array_sort (self->causes, compare_causes);

  parts = list_parts (self);
  add_parts (self, &parts, self->causes->len, STRATA_NONE, ordered);
  g_free (parts.first);
  g_free (parts.next);

  g_array_unref (self->causes);
  self->causes = ordered;
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->occupants, g_hash_table_unref);
  g_clear_pointer (&self->index, strata_thread_index_free);
  g_clear_pointer (&self->calls, strata_calls_free);
  return self;
}
