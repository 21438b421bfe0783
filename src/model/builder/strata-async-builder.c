/* strata-async-builder.c - builds lanes of asynchronous slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>

#include "strata-memory.h"
#include "strata-bisect.h"
#include "strata-heap.h"
#include "strata-nesting.h"
#include "strata-order.h"
#include "strata-trace-builder-private.h"

/* Entries are freed while they are stored in the table: both together would be the peak of memory use. */
#define RELEASED_AT_ONCE (8 * 1024)

/* Open slices of one key form a stack, linked through the log: the table has the innermost, each
 * entry the one below. An end closes the innermost.
 *
 * So a start that is repeated before its end is another slice, since both were
 * written, and is counted. Nothing is dropped: if only one end comes, the other slice
 * is unfinished. Other programs keep only the first start, or only the last. */

static guint32
get_lane (StrataTraceBuilder *self,
          StrataTrackKind kind,
          guint32 owner,
          guint32 name)
{
  StrataAsyncKey key = { .process = owner, .name = name, .kind = kind };
  guint32 known = strata_async_map_get (&self->lane_by_key, &key);

  if (known != 0)
    return known - 1;

  StrataAsyncLane *lane = strata_column_push (&self->lanes, sizeof *lane);

  *lane = (StrataAsyncLane){ .owner = owner, .name = name, .kind = kind };
  strata_async_map_set (&self->lane_by_key, &key, (guint32) self->lanes.n);

  return (guint32) self->lanes.n - 1;
}

static StrataTrackKind
get_track_kind (guint32 async_kind)
{
  switch (async_kind)
    {
    case STRATA_ASYNC_CPU:
      return STRATA_TRACK_CPU;
    case STRATA_ASYNC_THREAD:
      return STRATA_TRACK_KERNEL;
    default:
      return STRATA_TRACK_ASYNC;
    }
}

/* On a named track the end has no name, and nesting is intended. */
static gboolean
is_repeated (const StrataTraceBuilder *self,
             const StrataAsyncKey *key,
             guint32 below,
             guint32 name)
{
  return key->kind != STRATA_ASYNC_TRACK || strata_column_at (&self->async, StrataAsyncEntry, below).name == name;
}

static void
count_repeated_start (StrataTraceBuilder *self,
                      gint64 time_ns,
                      guint32 name)
{
  StrataPlace place = { .offset = -1, .time_ns = time_ns };

  strata_diagnostics_add (self->trace->diagnostics, STRATA_DIAGNOSTIC_REPEATED_ASYNC_START, place,
                          strata_string_pool_get (self->trace->strings, name), -1);
}

/**
 * strata_trace_builder_begin_async:
 * @self: the builder
 * @key: the key by which its end is matched
 * @thread: index of the thread that starts it, or %STRATA_NONE
 * @time_ns: when
 * @lane_name: string id of its lane: the category, else the named track, else the name
 * @name: string id
 * @attrs: id of its attributes, or %STRATA_ATTRS_NONE
 *
 * Starts an asynchronous slice. Slices of the same process and lane name share a
 * lane (HiTraceMeter: "asynchronous traces with the same category name in the
 * same process are displayed in the same lane").
 */
void
strata_trace_builder_begin_async (StrataTraceBuilder *self,
                                  const StrataAsyncKey *key,
                                  guint32 thread,
                                  gint64 time_ns,
                                  guint32 lane_name,
                                  guint32 name,
                                  guint32 attrs)
{
  guint32 below = strata_async_map_get (&self->async_by_key, key);
  const StrataTrackKind track_kind = get_track_kind (key->kind);
  guint32 lane = get_lane (self, track_kind, key->process, lane_name);

  strata_trace_builder_see_time (self, time_ns);
  if (below != 0 && track_kind == STRATA_TRACK_ASYNC && is_repeated (self, key, below - 1, name))
    count_repeated_start (self, time_ns, name);

  *(StrataAsyncEntry *) strata_column_push (&self->async, sizeof (StrataAsyncEntry)) = (StrataAsyncEntry){
    .start_ns = time_ns,
    .end_ns = STRATA_NO_TIME,
    .cookie = key->cookie,
    .name = name,
    .attrs = attrs,
    .thread = thread,
    .lane = lane,
    .below = below - 1,
    .kind = (guint16) key->kind,
    .flags = key->kind == STRATA_ASYNC_TRACK ? STRATA_SLICE_ON_TRACK : 0,
  };
  strata_column_at (&self->lanes, StrataAsyncLane, lane).n_slices++;
  strata_async_map_set (&self->async_by_key, key, (guint32) self->async.n);
}

guint32
strata_trace_builder_find_place (const StrataTraceBuilder *self,
                                 guint32 lane_name)
{
  return self->place_by_lane != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->place_by_lane, GUINT_TO_POINTER (lane_name))) : 0;
}

/**
 * strata_trace_builder_place_lane:
 * @self: the builder
 * @lane_name: string id that the lane is known by
 * @place: its place and name
 *
 * Puts a lane into a tree of lanes, so that lanes of one name may be in several places. The first call counts.
 *
 * Returns: number of the place, from 1
 */
guint32
strata_trace_builder_place_lane (StrataTraceBuilder *self,
                                 guint32 lane_name,
                                 const StrataTrackPlace *place)
{
  const guint32 known = strata_trace_builder_find_place (self, lane_name);

  g_return_val_if_fail (place->parent <= self->trace->places->len, 0);

  if (known != 0)
    return known;
  if (self->place_by_lane == NULL)
    self->place_by_lane = g_hash_table_new (NULL, NULL);

  g_array_append_vals (self->trace->places, place, 1);
  g_hash_table_insert (self->place_by_lane, GUINT_TO_POINTER (lane_name), GUINT_TO_POINTER (self->trace->places->len));
  return self->trace->places->len;
}

/**
 * strata_trace_builder_own_place:
 * @self: the builder
 * @place: number of a place, from 1
 * @thread: index of a thread
 *
 * Sets the thread that a place and those above it are of. The first call counts.
 */
void
strata_trace_builder_own_place (StrataTraceBuilder *self,
                                guint32 place,
                                guint32 thread)
{
  while (place != 0)
    {
      StrataTrackPlace *row = &g_array_index (self->trace->places, StrataTrackPlace, place - 1);

      if (row->owner != 0)
        return;

      row->owner = thread + 1;
      place = row->parent;
    }
}

/**
 * strata_trace_builder_flag_async:
 * @self: the builder
 * @flags: flags to add
 *
 * Flags the asynchronous slice that was started last.
 */
void
strata_trace_builder_flag_async (StrataTraceBuilder *self,
                                 StrataSliceFlags flags)
{
  g_return_if_fail (self->async.n > 0);

  strata_column_at (&self->async, StrataAsyncEntry, self->async.n - 1).flags |= (guint16) flags;
}

static StrataSliceCounts *
get_counts (StrataTraceBuilder *self,
            guint32 kind)
{
  if (get_track_kind (kind) != STRATA_TRACK_ASYNC)
    return &self->trace->counts.kernel;

  return kind == STRATA_ASYNC_TRACK ? &self->trace->counts.async_tracks : &self->trace->counts.async;
}

/* Whether a slice of @key has started and not ended. */
gboolean
strata_trace_builder_is_async_open (const StrataTraceBuilder *self,
                                    const StrataAsyncKey *key)
{
  return strata_async_map_get (&self->async_by_key, key) != 0;
}

/**
 * strata_trace_builder_end_async:
 * @self: the builder
 * @key: the key of its start
 * @time_ns: when
 *
 * Ends the latest open asynchronous slice of @key.
 *
 * Returns: %FALSE if none was open; counted as unmatched
 */
gboolean
strata_trace_builder_end_async (StrataTraceBuilder *self,
                                const StrataAsyncKey *key,
                                gint64 time_ns)
{
  guint32 known = strata_async_map_get (&self->async_by_key, key);

  strata_trace_builder_see_time (self, time_ns);
  if (known == 0)
    {
      get_counts (self, key->kind)->n_unmatched++;
      return FALSE;
    }

  StrataAsyncEntry *entry = &strata_column_at (&self->async, StrataAsyncEntry, known - 1);

  entry->end_ns = MAX (time_ns, entry->start_ns);
  get_counts (self, key->kind)->n_closed++;

  if (entry->below != STRATA_NONE)
    strata_async_map_set (&self->async_by_key, key, entry->below + 1);
  else
    strata_async_map_remove (&self->async_by_key, key);

  return TRUE;
}

/**
 * strata_trace_builder_describe_async:
 * @self: the builder
 * @key: the key of a start
 * @attrs: id of attributes
 *
 * Adds arguments to the latest open asynchronous slice of @key, if any.
 */
void
strata_trace_builder_describe_async (StrataTraceBuilder *self,
                                     const StrataAsyncKey *key,
                                     guint32 attrs)
{
  const guint32 known = strata_async_map_get (&self->async_by_key, key);

  if (known == 0)
    return;

  StrataAsyncEntry *entry = &strata_column_at (&self->async, StrataAsyncEntry, known - 1);

  entry->attrs = strata_trace_builder_join_attrs (self, entry->attrs, attrs);
}

/**
 * strata_trace_builder_give_up_async:
 * @self: the builder
 * @key: the key of a start
 * @time_ns: when
 *
 * Ends the latest open asynchronous slice of @key without a recorded end, at a time when it is known to be over.
 */
void
strata_trace_builder_give_up_async (StrataTraceBuilder *self,
                                    const StrataAsyncKey *key,
                                    gint64 time_ns)
{
  const guint32 known = strata_async_map_get (&self->async_by_key, key);

  if (known == 0)
    return;

  strata_column_at (&self->async, StrataAsyncEntry, known - 1).flags |= STRATA_SLICE_UNFINISHED;
  strata_trace_builder_end_async (self, key, time_ns);
  get_counts (self, key->kind)->n_closed--;
  get_counts (self, key->kind)->n_unfinished++;
}

static guint
get_device (const StrataTraceBuilder *self,
            const StrataAsyncEntry *entry)
{
  const guint32 owner = strata_column_at (&self->lanes, StrataAsyncLane, entry->lane).owner;

  switch (get_track_kind (entry->kind))
    {
    case STRATA_TRACK_CPU:
      return owner / STRATA_DEVICE_CPUS;
    case STRATA_TRACK_KERNEL:
      return g_array_index (self->trace->threads, StrataThread, owner).device;
    case STRATA_TRACK_ASYNC:
    case STRATA_TRACK_THREAD:
      break;
    }

  return owner != STRATA_NONE ? strata_column_at (&self->process_devices, guint32, owner) : 0;
}

/**
 * strata_trace_builder_end_async_recording:
 * @self: the builder
 * @device: number of a device
 * @time_ns: when one of its recordings ended and another follows
 *
 * Sets the end of asynchronous slices that have begun and never end. The next recording may still end them.
 */
void
strata_trace_builder_end_async_recording (StrataTraceBuilder *self,
                                          guint device,
                                          gint64 time_ns)
{
  *(StrataRecordingEnd *) strata_column_push (&self->recording_ends, sizeof (StrataRecordingEnd)) = (StrataRecordingEnd){ self->async.n, time_ns, device };
}

/**
 * strata_trace_builder_expect_async_end:
 * @self: the builder
 * @end_ns: a time
 *
 * Sets when the latest asynchronous slice is over if it has no recorded end.
 */
void
strata_trace_builder_expect_async_end (StrataTraceBuilder *self,
                                       gint64 end_ns)
{
  if (self->async.n > 0)
    *(StrataExpectedEnd *) strata_column_push (&self->expected_ends, sizeof (StrataExpectedEnd)) = (StrataExpectedEnd){ self->async.n - 1, end_ns };
}

static gint64
find_expected_end (const StrataTraceBuilder *self,
                   gsize index)
{
  gsize begin = 0;
  gsize end = self->expected_ends.n;

  STRATA_BISECT (begin, end, i, strata_column_at (&self->expected_ends, StrataExpectedEnd, i).async < index);

  const gboolean is_found = begin < self->expected_ends.n && strata_column_at (&self->expected_ends, StrataExpectedEnd, begin).async == index;

  return is_found ? strata_column_at (&self->expected_ends, StrataExpectedEnd, begin).end_ns : STRATA_NO_TIME;
}

/* Slices without an end last until the end of their recording. */
static gint64
find_known_end (const StrataTraceBuilder *self,
                gsize index,
                gint64 end_ns)
{
  const gint64 expected_ns = find_expected_end (self, index);

  if (expected_ns != STRATA_NO_TIME)
    return MIN (expected_ns, end_ns);

  const guint device = self->recording_ends.n > 0 ? get_device (self, &strata_column_at (&self->async, StrataAsyncEntry, index)) : 0;

  for (gsize i = 0; i < self->recording_ends.n; i++)
    {
      const StrataRecordingEnd *end = &strata_column_at (&self->recording_ends, StrataRecordingEnd, i);

      if (index < end->n_async && end->device == device)
        return MIN (end->time_ns, end_ns);
    }

  return end_ns;
}

static void
close_open (StrataTraceBuilder *self)
{
  const gint64 end_ns = strata_trace_builder_get_scheduled_end_ns (self);

  for (gsize i = 0; i < self->async.n; i++)
    {
      StrataAsyncEntry *entry = &strata_column_at (&self->async, StrataAsyncEntry, i);

      if (entry->end_ns != STRATA_NO_TIME)
        continue;

      StrataPlace place = { .offset = -1, .time_ns = entry->start_ns };

      entry->end_ns = MAX (find_known_end (self, i, end_ns), entry->start_ns);
      entry->flags |= STRATA_SLICE_UNFINISHED;
      get_counts (self, entry->kind)->n_unfinished++;
      if (get_track_kind (entry->kind) == STRATA_TRACK_ASYNC)
        strata_diagnostics_add (self->trace->diagnostics, STRATA_DIAGNOSTIC_UNFINISHED_ASYNC, place,
                                strata_string_pool_get (self->trace->strings, entry->name), -1);
    }
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const StrataAsyncEntry *entries = data;
  const StrataAsyncEntry *left = &entries[*(const guint32 *) a];
  const StrataAsyncEntry *right = &entries[*(const guint32 *) b];

  if (left->start_ns != right->start_ns)
    return left->start_ns < right->start_ns ? -1 : 1;

  /* Slices of stacks in the order in which they began. */
  const gboolean is_left_begun = strata_nesting_has_depth (left->cookie);
  const gboolean is_right_begun = strata_nesting_has_depth (right->cookie);

  if (is_left_begun && is_right_begun)
    return STRATA_ORDER (*(const guint32 *) a, *(const guint32 *) b);
  if (is_left_begun || is_right_begun)
    return is_left_begun ? -1 : 1;

  /* The longer one first; the cookie makes the order total. */
  return STRATA_ORDER (right->end_ns, left->end_ns) ?: STRATA_ORDER (left->cookie, right->cookie);
}

static gboolean
is_sorted (StrataAsyncEntry *entries,
           const guint32 *order,
           guint32 n_entries)
{
  for (guint32 i = 1; i < n_entries; i++)
    if (compare_entries (&order[i - 1], &order[i], entries) > 0)
      return FALSE;

  return TRUE;
}

/* Sorts by lane, whose sizes are known, and then each lane, which nearly always is in order. Both
 * sorts are stable. Entries stay where they are. Returns their log indices, (transfer full). */
static guint32 *
sort_entries (StrataTraceBuilder *self)
{
  StrataAsyncEntry *const entries = self->async.data;
  guint32 *order = g_new (guint32, MAX (self->async.n, 1));
  g_autofree guint32 *next = g_new (guint32, MAX (self->lanes.n, 1));
  guint32 first = 0;

  for (gsize i = 0; i < self->lanes.n; i++)
    {
      next[i] = first;
      first += strata_column_at (&self->lanes, StrataAsyncLane, i).n_slices;
    }

  for (guint32 i = 0; i < self->async.n; i++)
    order[next[entries[i].lane]++] = i;

  for (gsize i = 0; i < self->lanes.n; i++)
    {
      const guint32 n_entries = strata_column_at (&self->lanes, StrataAsyncLane, i).n_slices;
      guint32 *begin = order + next[i] - n_entries;

      if (!is_sorted (entries, begin, n_entries))
        g_qsort_with_data (begin, (int) n_entries, sizeof *begin, compare_entries, entries);
    }

  return order;
}

/* Rows in use are a heap by the end of their last slice, free rows a heap by number: first fit in
 * O(log rows), even if ten thousand slices of a lane never end. */
typedef struct
{
  gint64 key;
  guint32 row;
} HeapNode;

static gboolean
is_before (gconstpointer a,
           gconstpointer b)
{
  return ((const HeapNode *) a)->key < ((const HeapNode *) b)->key;
}

static void
heap_push (StrataColumn *heap,
           gint64 key,
           guint32 row)
{
  const HeapNode node = { key, row };

  strata_column_push (heap, sizeof node);
  strata_heap_rise (heap->data, sizeof node, heap->n - 1, &node, is_before);
}

static HeapNode
heap_pop (StrataColumn *heap)
{
  HeapNode *nodes = heap->data;
  const HeapNode top = nodes[0];
  const HeapNode last = nodes[--heap->n];

  strata_heap_sink (nodes, heap->n, sizeof last, 0, &last, is_before);
  return top;
}

/* Assigns each slice of a lane, in order of start, to the first free row. */
static guint32
assign_rows (StrataAsyncEntry *entries,
             const guint32 *order,
             guint32 n_entries)
{
  StrataColumn busy = STRATA_COLUMN_INIT;
  StrataColumn free_rows = STRATA_COLUMN_INIT;
  guint32 n_rows = 0;

  for (guint32 i = 0; i < n_entries; i++)
    {
      StrataAsyncEntry *entry = &entries[order[i]];

      while (busy.n > 0 && strata_column_at (&busy, HeapNode, 0).key <= entry->start_ns)
        {
          guint32 row = heap_pop (&busy).row;

          heap_push (&free_rows, row, row);
        }

      entry->row = free_rows.n > 0 ? heap_pop (&free_rows).row : n_rows++;
      /* A slice without duration still occupies its row for one nanosecond. */
      heap_push (&busy, MAX (entry->end_ns, strata_time_add (entry->start_ns, 1)), entry->row);
    }

  strata_column_clear (&busy);
  strata_column_clear (&free_rows);
  return n_rows;
}

static void
store_entry (StrataSliceTable *table,
             const StrataAsyncEntry *entry)
{
  const guint32 slice = entry->slice;
  const guint32 i = slice - table->first_async;

  table->start_ns[slice] = entry->start_ns;
  table->wall.wide[slice] = strata_time_subtract (entry->end_ns, entry->start_ns);
  table->name[slice] = entry->name;
  table->depth_flags[slice] = entry->row << 8 | entry->flags;
  table->subtree_end[slice] = slice + 1;
  table->cookie[i] = entry->cookie;
  table->async_thread[i] = entry->thread;

  if (table->cpu.wide != NULL)
    table->cpu.wide[slice] = 0;

  if (table->attrs != NULL)
    table->attrs[slice] = entry->attrs;
}

/* Makes the column if no call had attributes. */
static void
ensure_attrs (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  if (table->attrs != NULL)
    return;

  for (gsize i = 0; i < self->async.n; i++)
    if (strata_column_at (&self->async, StrataAsyncEntry, i).attrs != STRATA_ATTRS_NONE)
      {
        table->attrs = g_new0 (guint32, table->n_slices);
        return;
      }
}

/* Assigns places to lanes, and to entries the place of their lane. */
static guint32
place_lanes (StrataTraceBuilder *self)
{
  guint32 n_places = 0;
  guint32 n_async = 0;

  for (guint is_kernel = 0; is_kernel < 2; is_kernel++)
    {
      for (gsize i = 0; i < self->lanes.n; i++)
        {
          StrataAsyncLane *lane = &strata_column_at (&self->lanes, StrataAsyncLane, i);

          if ((lane->kind != STRATA_TRACK_ASYNC) == is_kernel)
            lane->place = n_places++;
          if (lane->kind == STRATA_TRACK_ASYNC && !is_kernel)
            n_async += lane->n_slices;
        }
    }

  for (gsize i = 0; i < self->async.n; i++)
    {
      StrataAsyncEntry *entry = &strata_column_at (&self->async, StrataAsyncEntry, i);

      entry->lane = strata_column_at (&self->lanes, StrataAsyncLane, entry->lane).place;
    }

  return n_async;
}

STRATA_ORDER_BY (compare_lanes, StrataAsyncLane, place)

static guint32
get_process (StrataTraceBuilder *self,
             const StrataAsyncLane *lane)
{
  if (lane->kind == STRATA_TRACK_ASYNC)
    return lane->owner;

  return lane->kind == STRATA_TRACK_KERNEL ? g_array_index (self->trace->threads, StrataThread, lane->owner).process : STRATA_NONE;
}

static void
add_track (StrataTraceBuilder *self,
           const StrataAsyncLane *lane,
           const guint32 *order,
           guint32 first_slice)
{
  StrataAsyncEntry *const entries = self->async.data;
  const guint32 place = lane->kind == STRATA_TRACK_ASYNC ? strata_trace_builder_find_place (self, lane->name) : 0;
  const StrataTrack track = {
    .kind = lane->kind,
    .name = place != 0 ? g_array_index (self->trace->places, StrataTrackPlace, place - 1).name : lane->name,
    .process = get_process (self, lane),
    .thread = lane->kind == STRATA_TRACK_KERNEL ? lane->owner : STRATA_NONE,
    .cpu = lane->kind == STRATA_TRACK_CPU ? lane->owner : STRATA_NONE,
    .first_slice = first_slice,
    .n_slices = lane->n_slices,
    .n_rows = assign_rows (entries, order, lane->n_slices),
    .place = place,
  };

  for (guint32 k = 0; k < lane->n_slices; k++)
    entries[order[k]].slice = first_slice + k;

  g_array_append_val (self->trace->tracks, track);
}

static void
add_tracks (StrataTraceBuilder *self)
{
  g_autofree guint32 *order = sort_entries (self);
  guint32 n = 0;

  for (guint32 i = 0; i < self->lanes.n; i++)
    {
      const StrataAsyncLane *lane = &strata_column_at (&self->lanes, StrataAsyncLane, i);

      add_track (self, lane, order + n, self->trace->slices.first_async + n);
      n += lane->n_slices;
    }
}

/* In the order of the log, so that each entry is read once, and each lane is filled from its start. */
static void
store_entries (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  table->cookie = g_new (gint64, MAX (self->async.n, 1));
  table->async_thread = g_new (guint32, MAX (self->async.n, 1));
  for (gsize i = 0; i < self->async.n; i++)
    {
      store_entry (table, &strata_column_at (&self->async, StrataAsyncEntry, i));
      if ((i + 1) % RELEASED_AT_ONCE == 0)
        strata_memory_release (self->async.data, (i + 1) * sizeof (StrataAsyncEntry));
    }
}

void
strata_trace_builder_finish_async (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  close_open (self);
  ensure_attrs (self);
  table->first_kernel = table->first_async + place_lanes (self);
  if (self->lanes.n > 0)
    qsort (self->lanes.data, self->lanes.n, sizeof (StrataAsyncLane), compare_lanes);
  add_tracks (self);
  strata_trace_builder_place_in_async (self);
  store_entries (self);
  strata_column_clear (&self->async);
}
