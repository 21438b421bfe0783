/* strata-sql-slices.c - slice: calls, asynchronous slices and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-log-instant.h"
#include "strata-memory.h"
#include "strata-sql-derived.h"
#include "strata-sql-private.h"
#include "strata-sql-slices.h"

/* In PerfettoSQL, instants are slices with a duration of 0. So rows from n_slices on are instants.
 *
 * Rows are found by track, since the slices of a track are neighbours, and by name through a permutation
 * of 4 bytes per row that is made once: GROUP BY name then needs no sorter. */

static inline gboolean
is_instant (const StrataSqlSource *source,
            guint32 row)
{
  return G_UNLIKELY (row >= source->slices->n_slices);
}

static inline guint32
to_instant (const StrataSqlSource *source,
            guint32 row)
{
  return row - source->slices->n_slices;
}

guint32
strata_sql_slice_count (StrataSqlSource *source)
{
  return source->slices->n_slices + source->instants->n_instants;
}

/* Rows are mostly read in order, so the last track is tried first. */
guint32
strata_sql_source_get_slice_track (StrataSqlSource *source,
                                   guint32 slice)
{
  const StrataTrack *last = &source->tracks[source->last_track];

  if (slice - last->first_slice >= last->n_slices)
    source->last_track = strata_trace_find_track (source->trace, slice);

  return source->last_track;
}

gint64
strata_sql_slice_get_ts (StrataSqlSource *source,
                         guint32 row)
{
  if (is_instant (source, row))
    return source->instants->time_ns[to_instant (source, row)];

  return strata_slice_table_get_start_ns (source->slices, row);
}

/* This many slices share a byte that shows whether any of them is unfinished. There are few such
 * slices, most of them at the ends of tracks. */
#define UNFINISHED_BLOCK 256

/* Rows read by name are far apart: the bytes of blocks stay in the cache, while the flags of
 * single slices do not. */
static inline gboolean
has_no_end (const StrataSqlSource *source,
            guint32 row)
{
  if (source->unfinished != NULL && !source->unfinished[row / UNFINISHED_BLOCK])
    return FALSE;

  return (strata_slice_table_get_flags (source->slices, row) & STRATA_SLICE_UNFINISHED) != 0;
}

gint64
strata_sql_slice_get_dur (StrataSqlSource *source,
                          guint32 row)
{
  if (is_instant (source, row))
    return 0;
  if (has_no_end (source, row))
    return -1;

  return strata_slice_table_get_wall_ns (source->slices, row);
}

gint64
strata_sql_slice_get_track_id (StrataSqlSource *source,
                               guint32 row)
{
  if (is_instant (source, row))
    {
      strata_sql_source_need_instants (source);
      return source->instant_track[to_instant (source, row)];
    }

  return strata_sql_source_get_slice_track (source, row);
}

guint32
strata_sql_slice_get_name (StrataSqlSource *source,
                           guint32 row)
{
  return is_instant (source, row) ? strata_sql_source_get_instant_name (source, to_instant (source, row)) : strata_sql_source_get_slice_name (source, row);
}

STRATA_SQL_GETTER (guint32, get_title, is_instant (source, row) ? source->instants->name[to_instant (source, row)] : source->slices->name[row])

/* Asynchronous tracks of different writers may share a lane, such as markers of a thread and track events of its process. */
static gboolean
is_of_writer (StrataSqlSource *source,
              guint32 instant,
              guint32 slice)
{
  return slice < source->slices->first_async || source->instants->thread[instant] == source->slices->async_thread[slice - source->slices->first_async];
}

/* The innermost slice with a duration around an instant that is not inside another one. */
static guint32
find_slice_around (StrataSqlSource *source,
                   guint32 instant)
{
  const guint32 known = strata_instants_get_around (source->instants, instant);

  if (known != 0 && known != STRATA_INSTANTS_IN_PREVIOUS)
    return known != STRATA_NONE ? known - 1 : STRATA_NONE;

  const guint32 track = (guint32) strata_sql_slice_get_track_id (source, source->slices->n_slices + instant);
  const guint32 stack = strata_instants_get_stack (source->instants, instant);
  const guint32 slice = strata_sql_source_find_around (source, track, stack, source->instants->time_ns[instant]);

  return slice != STRATA_NONE && (stack != 0 || is_of_writer (source, instant, slice)) ? slice : STRATA_NONE;
}

/* The innermost slice around a row, on its track. */
static guint32
find_around (StrataSqlSource *source,
             guint32 row)
{
  if (!is_instant (source, row))
    return strata_sql_source_find_parent (source, row);

  const StrataSqlInstantPlace *place = strata_sql_source_find_instants_around (source, to_instant (source, row));

  return place != NULL ? place->around : find_slice_around (source, to_instant (source, row));
}

/* The nesting depth of a row; an instant is one deeper than the slice around it. */
gint64
strata_sql_slice_get_depth (StrataSqlSource *source,
                            guint32 row)
{
  if (!is_instant (source, row))
    return strata_sql_source_get_depth (source, row);

  const StrataSqlInstantPlace *place = strata_sql_source_find_instants_around (source, to_instant (source, row));
  const guint32 around = find_slice_around (source, place != NULL ? place->first : to_instant (source, row));

  return (around != STRATA_NONE ? (gint64) strata_sql_source_get_depth (source, around) + 1 : 0) + (place != NULL ? place->n_around : 0);
}

gint64
strata_sql_slice_get_parent_id (StrataSqlSource *source,
                                guint32 row)
{
  return strata_sql_index (find_around (source, row));
}

static guint32
get_set (const StrataSqlSource *source,
         guint32 row)
{
  return is_instant (source, row) ? strata_instants_get_attrs (source->instants, to_instant (source, row)) : strata_slice_table_get_attrs (source->slices, row);
}

gint64
strata_sql_slice_get_arg_set_id (StrataSqlSource *source,
                                 guint32 row)
{
  const guint32 set = get_set (source, row);

  return set != STRATA_ATTRS_NONE ? (gint64) set : STRATA_SQL_NULL;
}

static StrataAttrs
get_attrs (StrataSqlSource *source,
           guint32 row)
{
  return strata_attr_table_get (strata_trace_get_attrs (source->trace), get_set (source, row));
}

/* Readers give categories of their own to Perfetto's frames, and to what the GPU and the network did. Each of these slices is
 * made of one packet, so they have no stack. */
static gboolean
is_of_reader (StrataSqlSource *source,
              guint32 row,
              guint32 category)
{
  static const char *const own[] = { "gpu", "network" };
  const char *name = strata_trace_get_string (source->trace, category);

  if (is_instant (source, row) || row < source->slices->first_async)
    return FALSE;
  if (strata_sql_source_is_span (source, row))
    for (guint i = 0; i < G_N_ELEMENTS (own); i++)
      if (g_str_equal (name, own[i]))
        return TRUE;

  return g_str_equal (name, "frame") && g_str_has_suffix (strata_trace_get_string (source->trace, source->tracks[strata_sql_source_get_slice_track (source, row)].name), " Timeline");
}

guint32
strata_sql_slice_get_category (StrataSqlSource *source,
                               guint32 row)
{
  if (!is_instant (source, row) && row >= source->slices->first_kernel)
    return strata_sql_source_get_kernel_category (source, row);

  const guint32 category = get_attrs (source, row).category;

  return category != STRATA_STRING_EMPTY && is_of_reader (source, row, category) ? STRATA_STRING_EMPTY : category;
}

STRATA_SQL_GETTER (guint32, get_chain, get_attrs (source, row).chain)

static const char *
get_level (StrataSqlSource *source,
           guint32 row)
{
  const guint32 level = get_attrs (source, row).level;

  return level != 0 ? strata_level_get_name (level) : NULL;
}

static gint64
get_thread_ts (StrataSqlSource *source,
               guint32 row)
{
  if (!is_instant (source, row))
    return strata_sql_time (strata_trace_get_cpu_begin_ns (source->trace, row));

  return source->instants->cpu_ns != NULL ? strata_sql_time (source->instants->cpu_ns[to_instant (source, row)]) : STRATA_SQL_NULL;
}

/* PerfettoSQL leaves out a CPU time of 0 between two readings of the clock of a thread. */
static gboolean
is_of_events (StrataSqlSource *source,
              guint32 row)
{
  return g_str_equal (strata_trace_get_format_id (source->trace), "perfetto") && get_thread_ts (source, row) != STRATA_SQL_NULL;
}

static gint64
get_thread_dur (StrataSqlSource *source,
                guint32 row)
{
  if (is_instant (source, row))
    return get_thread_ts (source, row) != STRATA_SQL_NULL ? 0 : STRATA_SQL_NULL;
  if (!strata_trace_has_cpu_time (source->trace, row))
    return STRATA_SQL_NULL;

  const gint64 cpu_ns = strata_slice_table_get_cpu_ns (source->slices, row);

  return cpu_ns == 0 && is_of_events (source, row) ? STRATA_SQL_NULL : cpu_ns;
}

STRATA_SQL_GETTER (gint64, get_self_dur, is_instant (source, row) ? 0 : strata_sql_source_get_self_ns (source, row))

/* Not named "utid", since that would be ambiguous in joins with thread_track. */
STRATA_SQL_GETTER (gint64, get_starter, strata_sql_source_get_utid (source, is_instant (source, row) ? source->instants->thread[to_instant (source, row)] : strata_trace_find_thread (source->trace, row)))
STRATA_SQL_GETTER (gint64, is_unfinished, !is_instant (source, row) && (strata_slice_table_get_flags (source->slices, row) & STRATA_SLICE_UNFINISHED) != 0)
STRATA_SQL_GETTER (gint64, get_is_instant, is_instant (source, row))

static void
find_track (StrataSqlSource *source,
            gint64 value,
            GArray *segments)
{
  if (value >= 0 && value < source->n_tracks)
    {
      const StrataTrack *track = &source->tracks[value];

      strata_sql_segments_add (segments, NULL, track->first_slice, track->first_slice + track->n_slices);
    }

  strata_sql_source_need_instants (source);
  if (value >= 0 && value < strata_sql_source_count_tracks (source))
    strata_sql_segments_add (segments, source->instant_order, source->instant_begin[value], source->instant_begin[value + 1]);
}

static void
list_tracks (StrataSqlSource *source,
             GArray *segments)
{
  strata_sql_source_need_instants (source);

  const guint32 n_tracks = strata_sql_source_count_tracks (source);

  for (guint32 i = 0; i < n_tracks; i++)
    find_track (source, i, segments);
}

static guint8 *
list_unfinished (const StrataSqlSource *source)
{
  const guint32 n_slices = source->slices->n_slices;
  guint8 *blocks = g_new0 (guint8, n_slices / UNFINISHED_BLOCK + 1);

  for (guint32 i = 0; i < n_slices; i++)
    blocks[i / UNFINISHED_BLOCK] |= (strata_slice_table_get_flags (source->slices, i) & STRATA_SLICE_UNFINISHED) != 0;

  return blocks;
}

/* Sorts rows by name and then by number, with a counting sort, as names are small numbers. */
static void
need_names (StrataSqlSource *source)
{
  const guint32 n_rows = strata_sql_slice_count (source);
  const guint32 n_strings = strata_sql_source_count_strings (source);

  if (source->name_begin != NULL)
    return;

  guint32 *begin = g_new0 (guint32, n_strings + 2);
  guint32 *order = strata_memory_new (n_rows, sizeof *order);

  for (guint32 i = 0; i < n_rows; i++)
    begin[strata_sql_slice_get_name (source, i) + 2]++;

  for (guint32 i = 2; i < n_strings + 2; i++)
    begin[i] += begin[i - 1];

  for (guint32 i = 0; i < n_rows; i++)
    order[begin[strata_sql_slice_get_name (source, i) + 1]++] = i;

  source->unfinished = list_unfinished (source);
  source->name_begin = begin;
  source->name_order = order;
}

static void
find_name (StrataSqlSource *source,
           gint64 value,
           GArray *segments)
{
  need_names (source);
  strata_sql_segments_add (segments, source->name_order, source->name_begin[value], source->name_begin[value + 1]);
}

static int
compare_names (gconstpointer a,
               gconstpointer b,
               gpointer source)
{
  return strcmp (strata_sql_source_get_string (source, *(const guint32 *) a), strata_sql_source_get_string (source, *(const guint32 *) b));
}

/* Names are sorted by their text: if a query both groups and sorts by name, SQLite treats rows that are grouped by name as sorted. */
static void
need_sorted_names (StrataSqlSource *source)
{
  const guint32 n_strings = strata_sql_source_count_strings (source);

  if (source->sorted_names != NULL)
    return;

  source->sorted_names = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n_strings; i++)
    if (source->name_begin[i] < source->name_begin[i + 1])
      g_array_append_val (source->sorted_names, i);

  g_array_sort_with_data (source->sorted_names, compare_names, source);
}

static void
list_names (StrataSqlSource *source,
            GArray *segments)
{
  need_names (source);
  need_sorted_names (source);
  for (guint i = 0; i < source->sorted_names->len; i++)
    find_name (source, g_array_index (source->sorted_names, guint32, i), segments);
}

/* Rows of a name are far apart, so nearly every one would be a cache miss. Prefetches what the duration needs. */
static void
prefetch (StrataSqlSource *source,
          guint32 row)
{
  const StrataSliceTable *slices = source->slices;

  if (is_instant (source, row))
    return;

  __builtin_prefetch (slices->wall.narrow != NULL ? (const void *) &slices->wall.narrow[row] : &slices->wall.wide[row]);
}

/* Lists the slices around @row on its track, from the inside. */
static void
find_ancestors (StrataSqlSource *source,
                gint64 row,
                GArray *segments)
{
  if (row < 0 || row >= strata_sql_slice_count (source))
    return;

  for (guint32 slice = find_around (source, (guint32) row); slice != STRATA_NONE; slice = find_around (source, slice))
    strata_sql_segments_add (segments, NULL, slice, slice + 1);
}

/* The first of the instants [begin, end), ordered by track, that is not before a time. */
static guint32
find_instant (StrataSqlSource *source,
              guint32 begin,
              guint32 end,
              gint64 time_ns)
{
  STRATA_BISECT (begin, end, i, strata_sql_slice_get_ts (source, source->instant_order[i]) < time_ns);

  return begin;
}

/* Whether a slice is one of those around an instant that is not inside another one. */
static gboolean
is_around (StrataSqlSource *source,
           guint32 instant,
           guint32 slice)
{
  for (guint32 outer = find_slice_around (source, instant); outer != STRATA_NONE; outer = strata_sql_source_find_parent (source, outer))
    if (outer == slice)
      return TRUE;

  return FALSE;
}

/* Whether an instant that is not before a slice, nor after it, is inside it. */
static gboolean
is_inside (StrataSqlSource *source,
           guint32 instant,
           guint32 slice,
           gboolean is_one_stack)
{
  const StrataSqlInstantPlace *place = strata_sql_source_find_instants_around (source, instant);

  if (place != NULL)
    instant = place->first;
  if (strata_instants_get_around (source->instants, instant) != 0)
    return is_around (source, instant, slice);

  const guint32 stack = strata_instants_get_stack (source->instants, instant);

  if (source->instants->time_ns[instant] == strata_slice_table_get_end_ns (source->slices, slice))
    return FALSE;
  if (stack != 0 && slice >= source->slices->first_async)
    return strata_nesting_get_stack (source->slices->cookie[slice - source->slices->first_async]) == stack;

  return is_one_stack && is_of_writer (source, instant, slice);
}

static void
add_instants_inside (StrataSqlSource *source,
                     guint32 slice,
                     GArray *segments)
{
  const guint32 track = strata_sql_source_get_slice_track (source, slice);
  const gboolean is_one_stack = strata_sql_source_is_stack (source, track);

  strata_sql_source_need_instants (source);

  const guint32 first = source->instant_begin[track];
  const guint32 last = source->instant_begin[track + 1];
  const guint32 begin = find_instant (source, first, last, strata_slice_table_get_start_ns (source->slices, slice));
  const guint32 end = find_instant (source, begin, last, strata_time_add (strata_slice_table_get_end_ns (source->slices, slice), 1));
  guint32 run = begin;

  for (guint32 i = begin; i < end; i++)
    if (!is_inside (source, to_instant (source, source->instant_order[i]), slice, is_one_stack))
      {
        strata_sql_segments_add (segments, source->instant_order, run, i);
        run = i + 1;
      }

  strata_sql_segments_add (segments, source->instant_order, run, end);
}

/* Lists the instants at the same time that are inside another one. */
static void
add_instants_in_instant (StrataSqlSource *source,
                         guint32 row,
                         GArray *segments)
{
  const guint32 track = (guint32) strata_sql_slice_get_track_id (source, row);
  const StrataSqlInstantPlace *own = strata_sql_source_find_instants_around (source, to_instant (source, row));
  const guint32 first = own != NULL ? own->first : to_instant (source, row);
  const gint64 time_ns = strata_sql_slice_get_ts (source, row);
  const guint32 end = source->instant_begin[track + 1];

  for (guint32 i = find_instant (source, source->instant_begin[track], end, time_ns); i < end && strata_sql_slice_get_ts (source, source->instant_order[i]) == time_ns; i++)
    {
      const StrataSqlInstantPlace *place = strata_sql_source_find_instants_around (source, to_instant (source, source->instant_order[i]));

      if (place != NULL && place->first == first && place->n_around > (own != NULL ? own->n_around : 0))
        strata_sql_segments_add (segments, source->instant_order, i, i + 1);
    }
}

/* Lists the rows inside @row on its track. */
static void
find_descendants (StrataSqlSource *source,
                  gint64 row,
                  GArray *segments)
{
  if (row < 0 || row >= strata_sql_slice_count (source))
    return;
  if (is_instant (source, (guint32) row))
    {
      add_instants_in_instant (source, (guint32) row, segments);
      return;
    }

  strata_sql_source_find_inside (source, (guint32) row, segments);
  add_instants_inside (source, (guint32) row, segments);
}

#define SLICE_COLUMNS(id_flags, track_find, name_find, names)                                                                                                                                              \
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the slice", id_flags, strata_sql_get_row },                                                                                                                 \
      { "ts", STRATA_SQL_INTEGER, "ns", "When it began, on the clock of the trace", STRATA_SQL_TIME, strata_sql_slice_get_ts },                                                                            \
      { "dur", STRATA_SQL_INTEGER, "ns", "How long it took; -1 if it did not finish, 0 for an instant", 0, strata_sql_slice_get_dur },                                                                     \
      { "track_id", STRATA_SQL_INTEGER, NULL, "Its track: track.id", STRATA_SQL_RUN, strata_sql_slice_get_track_id, .find = track_find },                                                                  \
      { "category", STRATA_SQL_TEXT, NULL, "Category from the marker; of what the kernel did that of PerfettoSQL, such as irq", 0, .string = strata_sql_slice_get_category },                              \
      { "name", STRATA_SQL_TEXT, NULL, "Name; of what the kernel did that of PerfettoSQL, such as binder transaction", 0, .string = strata_sql_slice_get_name, .find = name_find, .list_grouped = names }, \
      { "depth", STRATA_SQL_INTEGER, NULL, "Number of slices around it on its track", 0, strata_sql_slice_get_depth },                                                                                     \
      { "parent_id", STRATA_SQL_INTEGER, NULL, "The slice around it: slice.id", 0, strata_sql_slice_get_parent_id },                                                                                       \
      { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Its arguments: args.arg_set_id", 0, strata_sql_slice_get_arg_set_id },                                                                                    \
      { "thread_ts", STRATA_SQL_INTEGER, "ns", "When it began on the CPU clock of its thread, where recorded", 0, get_thread_ts },                                                                         \
      { "thread_dur", STRATA_SQL_INTEGER, "ns", "How long its thread ran on a CPU during it, where known", 0, get_thread_dur },                                                                            \
      { "thread_instruction_count", STRATA_SQL_INTEGER, NULL, "Always NULL: instructions are not read", 0, strata_sql_get_null },                                                                          \
      { "thread_instruction_delta", STRATA_SQL_INTEGER, NULL, "Always NULL: instructions are not read", 0, strata_sql_get_null },                                                                          \
      { "self_dur", STRATA_SQL_INTEGER, "ns", "Duration without that of the slices inside it", 0, get_self_dur },                                                                                          \
      { "thread_utid", STRATA_SQL_INTEGER, NULL, "Its thread; of an asynchronous one the thread that began it: thread.utid", 0, get_starter },                                                             \
      { "title", STRATA_SQL_TEXT, NULL, "Name on the timeline, such as binder call to a process", 0, .string = get_title },                                                                                \
      { "level", STRATA_SQL_TEXT, NULL, "Level of a HiTrace marker", 0, .word = get_level },                                                                                                               \
      { "chain", STRATA_SQL_TEXT, NULL, "Chain id of a HiTrace marker", 0, .string = get_chain },                                                                                                          \
      { "is_unfinished", STRATA_SQL_INTEGER, NULL, "1 if it had no end in the trace", 0, is_unfinished },                                                                                                  \
  {                                                                                                                                                                                                        \
    "is_instant", STRATA_SQL_INTEGER, NULL, "1 if it is an instant", 0, get_is_instant                                                                                                                     \
  }

#define OTHER_NAMES                                                                                                                                                  \
  { "stack_id", STRATA_SQL_INTEGER, NULL, "Number of its name and the names around it, the same in every trace", STRATA_SQL_HIDDEN, strata_sql_slice_get_stack_id }, \
      { "parent_stack_id", STRATA_SQL_INTEGER, NULL, "Number of the names around it; 0 for none", STRATA_SQL_HIDDEN, strata_sql_slice_get_parent_stack_id },         \
      { "slice_id", STRATA_SQL_INTEGER, NULL, "The same as id", STRATA_SQL_HIDDEN | STRATA_SQL_ID, strata_sql_get_row },                                             \
  {                                                                                                                                                                  \
    "cat", STRATA_SQL_TEXT, NULL, "The same as category", STRATA_SQL_HIDDEN, .string = strata_sql_slice_get_category                                                 \
  }

/* Log lines, states and samples have tables of their own; idle states of CPUs are a counter. */
static gboolean
exists (StrataSqlSource *source,
        guint32 row)
{
  if (source->hides_samples && !is_instant (source, row) && (strata_slice_table_get_flags (source->slices, row) & STRATA_SLICE_SAMPLED) != 0)
    return FALSE;
  if (!is_instant (source, row))
    return !strata_nesting_is_state (source->slices, row) && (row < source->slices->first_kernel || !source->derived->hides_track[strata_sql_source_get_slice_track (source, row)]);

  return !strata_log_instant_is (source->trace, to_instant (source, row));
}

static const StrataSqlColumn slice_columns[] = {
  SLICE_COLUMNS (STRATA_SQL_ID, find_track, find_name, list_names),
  OTHER_NAMES,
};

const StrataSqlTable strata_sql_table_slice = {
  .name = "slice",
  .doc = "Calls, asynchronous slices other than states, what the kernel did, and instants other than log lines",
  .columns = slice_columns,
  .n_columns = G_N_ELEMENTS (slice_columns),
  .count = strata_sql_slice_count,
  .exists = exists,
  .list_runs = list_tracks,
  .prefetch = prefetch,
};

static const StrataSqlColumn ancestor_columns[] = {
  SLICE_COLUMNS (0, NULL, NULL, NULL),
  { "start_id", STRATA_SQL_INTEGER, NULL, "The slice that was given", STRATA_SQL_HIDDEN | STRATA_SQL_ARGUMENT, .find = find_ancestors },
};

const StrataSqlTable strata_sql_table_ancestor_slice = {
  .name = "ancestor_slice",
  .doc = "ancestor_slice(ID): the slices around a slice, from the inside",
  .columns = ancestor_columns,
  .n_columns = G_N_ELEMENTS (ancestor_columns),
  .count = strata_sql_slice_count,
};

static const StrataSqlColumn descendant_columns[] = {
  SLICE_COLUMNS (0, NULL, NULL, NULL),
  { "start_id", STRATA_SQL_INTEGER, NULL, "The slice that was given", STRATA_SQL_HIDDEN | STRATA_SQL_ARGUMENT, .find = find_descendants },
};

const StrataSqlTable strata_sql_table_descendant_slice = {
  .name = "descendant_slice",
  .doc = "descendant_slice(ID): the slices inside a slice",
  .columns = descendant_columns,
  .n_columns = G_N_ELEMENTS (descendant_columns),
  .count = strata_sql_slice_count,
};
