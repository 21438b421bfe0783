/* strata-sql-instants.c - instant and log, and the tracks of instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-notes.h"
#include "strata-log-instant.h"
#include "strata-pair-key.h"
#include "strata-sql-private.h"
#include "strata-sql-source.h"

/* An instant is on the track of its thread, or on a named track of its process. That may be an
 * asynchronous track that also has slices; if there is none, a track is made for it here, and so is one for a
 * place in the tree of lanes that only has others below it. */

/* The name of a kill by the low memory killer on the timeline, see strata_event_sink_push_kill(). */
#define KILL_PREFIX "killed for its memory: "

/* In the place of the name of a track: it is that of such kills. */
#define KILL_NAME (STRATA_NONE - 1)

static guint64
make_key (guint32 owner,
          guint32 name)
{
  return (guint64) owner << 32 | name;
}

/* Names of named tracks are never 0, so threads can use the same table. */
static GHashTable *
index_named_tracks (const StrataSqlSource *self)
{
  GHashTable *ids = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 i = 0; i < self->n_tracks; i++)
    {
      const guint64 key = make_key (self->tracks[i].process, self->tracks[i].name);

      if (self->tracks[i].kind == STRATA_TRACK_ASYNC && self->tracks[i].place == 0 && !g_hash_table_contains (ids, &key))
        g_hash_table_insert (ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }

  return ids;
}

static void
index_placed (StrataSqlSource *self)
{
  self->placed = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 i = 0; i < self->n_tracks; i++)
    {
      const guint64 key = make_key (self->tracks[i].process, self->tracks[i].place);

      if (self->tracks[i].place != 0 && !g_hash_table_contains (self->placed, &key))
        g_hash_table_insert (self->placed, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
    }
}

/* What the low memory killer did is on a track of the victim. */
static gboolean
is_kill (StrataSqlSource *self,
         guint32 instant)
{
  return self->instants->track_name[instant] == 0 && self->instants->thread[instant] != STRATA_NONE && g_str_has_prefix (strata_trace_get_string (self->trace, self->instants->name[instant]), KILL_PREFIX);
}

/* Returns the id of the track. */
static guint32
add_track (StrataSqlSource *self,
           const StrataSqlTrackKey *track)
{
  g_array_append_vals (self->instant_tracks, track, 1);
  return self->n_tracks + self->n_counters + self->instant_tracks->len - 1;
}

gint64
strata_sql_source_find_placed (StrataSqlSource *self,
                               guint32 process,
                               guint32 place)
{
  const guint64 key = make_key (process, place);
  gpointer id;

  if (place == 0)
    return STRATA_SQL_NULL;

  strata_sql_source_need_instants (self);
  return g_hash_table_lookup_extended (self->placed, &key, NULL, &id) ? (gint64) GPOINTER_TO_UINT (id) : STRATA_SQL_NULL;
}

static guint32
need_placed (StrataSqlSource *self,
             guint32 process,
             guint32 place)
{
  const guint64 key = make_key (process, place);
  gpointer id;

  if (g_hash_table_lookup_extended (self->placed, &key, NULL, &id))
    return GPOINTER_TO_UINT (id);

  const StrataSqlTrackKey track = { process, STRATA_NONE, strata_trace_get_places (self->trace, NULL)[place - 1].name, place, FALSE, TRUE };
  const guint32 new_id = add_track (self, &track);

  g_hash_table_insert (self->placed, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (new_id));
  return new_id;
}

static void
need_parents (StrataSqlSource *self,
              guint32 process,
              guint32 place)
{
  const StrataTrackPlace *places = strata_trace_get_places (self->trace, NULL);

  for (; place != 0; place = places[place - 1].parent)
    need_placed (self, process, place);
}

/* Makes tracks for places that only have others below them. */
static void
place_parents (StrataSqlSource *self)
{
  for (guint32 i = 0; i < self->n_tracks; i++)
    need_parents (self, self->tracks[i].process, self->tracks[i].place);

  for (guint32 i = 0; i < self->n_counters; i++)
    need_parents (self, self->counters[i].process, strata_counter_notes_get_parent (self->trace, &self->counters[i]));

  for (guint i = 0; i < self->instant_tracks->len; i++)
    {
      const StrataSqlTrackKey track = g_array_index (self->instant_tracks, StrataSqlTrackKey, i);

      need_parents (self, track.process, track.place);
    }
}

static guint32
place_instant (StrataSqlSource *self,
               GHashTable *ids,
               guint32 instant)
{
  const guint32 name = self->instants->track_name[instant];
  const guint32 thread = self->instants->thread[instant];
  const guint32 place = strata_instants_get_place (self->instants, instant);

  const gboolean is_of_kills = is_kill (self, instant);

  if (name == 0 && thread != STRATA_NONE && self->threads[thread].track != STRATA_NONE && !is_of_kills)
    return self->threads[thread].track;
  if (place != 0)
    return need_placed (self, self->instants->process[instant], place);

  const gboolean is_log = strata_log_instant_is (self->trace, instant);
  const gboolean is_of_process = name != 0 || is_of_kills;
  const guint64 key = make_key (is_of_process ? self->instants->process[instant] : thread, is_log ? STRATA_NONE : is_of_kills ? KILL_NAME
                                                                                                                              : name);
  gpointer id;

  if (g_hash_table_lookup_extended (ids, &key, NULL, &id))
    return GPOINTER_TO_UINT (id);

  const StrataSqlTrackKey track = { self->instants->process[instant], is_of_process ? STRATA_NONE : thread, name, 0, is_log, strata_instants_get_stack (self->instants, instant) != 0, is_of_kills };
  const guint32 new_id = add_track (self, &track);

  g_hash_table_insert (ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (new_id));
  return new_id;
}

/* Sorts the rows of slice that are instants by track and time. */
static void
order_instants (StrataSqlSource *self)
{
  const guint32 n_instants = self->instants->n_instants;
  const guint32 n_tracks = strata_sql_source_count_tracks (self);
  guint32 *begin = g_new0 (guint32, n_tracks + 2);
  guint32 *order = g_new (guint32, MAX (n_instants, 1));

  for (guint32 i = 0; i < n_instants; i++)
    begin[self->instant_track[i] + 2]++;

  for (guint32 i = 2; i < n_tracks + 2; i++)
    begin[i] += begin[i - 1];

  for (guint32 i = 0; i < n_instants; i++)
    order[begin[self->instant_track[i] + 1]++] = self->slices->n_slices + i;

  self->instant_begin = begin;
  self->instant_order = order;
}

/* Remembers an instant as the last one of its stack; returns the one before at the same time, or STRATA_NONE. */
static guint32
swap_previous (const StrataSqlSource *self,
               GHashTable *last_by_stack,
               guint32 position)
{
  const guint32 n_slices = self->slices->n_slices;
  const guint32 instant = self->instant_order[position] - n_slices;
  const gpointer stack = GUINT_TO_POINTER (strata_instants_get_stack (self->instants, instant));
  gpointer previous = NULL;
  const gboolean is_known = g_hash_table_lookup_extended (last_by_stack, stack, NULL, &previous);

  g_hash_table_insert (last_by_stack, stack, GUINT_TO_POINTER (position));
  if (!is_known || self->instants->time_ns[self->instant_order[GPOINTER_TO_UINT (previous)] - n_slices] != self->instants->time_ns[instant])
    return STRATA_NONE;

  return GPOINTER_TO_UINT (previous);
}

static void
place_in_previous (StrataSqlSource *self,
                   guint32 position,
                   guint32 previous)
{
  const guint32 n_slices = self->slices->n_slices;
  const guint32 instant = self->instant_order[position] - n_slices;

  if (previous == STRATA_NONE || strata_instants_get_around (self->instants, instant) != STRATA_INSTANTS_IN_PREVIOUS)
    return;

  const guint32 other = self->instant_order[previous] - n_slices;

  if (self->instant_places == NULL)
    self->instant_places = g_new0 (StrataSqlInstantPlace, self->instants->n_instants);

  const StrataSqlInstantPlace *outer = &self->instant_places[other];

  self->instant_places[instant] = (StrataSqlInstantPlace){
    .around = self->instant_order[previous],
    .first = outer->n_around > 0 ? outer->first : other,
    .n_around = outer->n_around + 1,
  };
}

/* Instants may be inside others of their track. */
static void
nest_instants (StrataSqlSource *self)
{
  const guint32 n_tracks = strata_sql_source_count_tracks (self);
  g_autoptr (GHashTable) last_by_stack = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; self->instants->around != NULL && i < n_tracks; i++)
    {
      for (guint32 j = self->instant_begin[i]; j < self->instant_begin[i + 1]; j++)
        place_in_previous (self, j, swap_previous (self, last_by_stack, j));

      g_hash_table_remove_all (last_by_stack);
    }
}

const StrataSqlInstantPlace *
strata_sql_source_find_instants_around (StrataSqlSource *self,
                                        guint32 instant)
{
  strata_sql_source_need_instants (self);
  return self->instant_places != NULL && self->instant_places[instant].n_around > 0 ? &self->instant_places[instant] : NULL;
}

/**
 * strata_sql_source_need_instants:
 * @self: the trace
 *
 * Finds the tracks of instants, once.
 */
void
strata_sql_source_need_instants (StrataSqlSource *self)
{
  if (G_LIKELY (self->instant_tracks != NULL))
    return;

  g_autoptr (GHashTable) ids = index_named_tracks (self);

  index_placed (self);
  self->instant_tracks = g_array_new (FALSE, FALSE, sizeof (StrataSqlTrackKey));
  self->instant_track = g_new (guint32, MAX (self->instants->n_instants, 1));
  for (guint32 i = 0; i < self->instants->n_instants; i++)
    self->instant_track[i] = place_instant (self, ids, i);

  place_parents (self);
  order_instants (self);
  nest_instants (self);
}

/**
 * strata_sql_source_count_tracks:
 * @self: the trace
 *
 * Returns: the number of tracks, including those of counters and instants
 */
guint32
strata_sql_source_count_tracks (StrataSqlSource *self)
{
  strata_sql_source_need_instants (self);
  return self->n_tracks + self->n_counters + self->instant_tracks->len;
}

STRATA_SQL_COUNT (count, source->instants->n_instants)
STRATA_SQL_GETTER (gint64, get_slice_id, source->slices->n_slices + row)
STRATA_SQL_GETTER (gint64, get_ts, source->instants->time_ns[row])
STRATA_SQL_GETTER (guint32, get_name, strata_sql_source_get_instant_name (source, row))
STRATA_SQL_GETTER (guint32, get_title, source->instants->name[row])
STRATA_SQL_GETTER (guint32, get_track_name, source->instants->track_name[row])

static gint64
get_track_id (StrataSqlSource *source,
              guint32 row)
{
  strata_sql_source_need_instants (source);
  return source->instant_track[row];
}

STRATA_SQL_GETTER (gint64, get_utid, strata_sql_source_get_utid (source, source->instants->thread[row]))
STRATA_SQL_GETTER (gint64, get_upid, strata_sql_source_get_upid (source, source->instants->process[row]))

static gint64
get_arg_set_id (StrataSqlSource *source,
                guint32 row)
{
  const guint32 set = strata_instants_get_attrs (source->instants, row);

  return set != STRATA_ATTRS_NONE ? (gint64) set : STRATA_SQL_NULL;
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the instant", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it was", STRATA_SQL_TIME, get_ts },
  { "track_id", STRATA_SQL_INTEGER, NULL, "Its track: track.id", 0, get_track_id },
  { "name", STRATA_SQL_TEXT, NULL, "Name; of what the kernel did that of PerfettoSQL, such as binder transaction async", 0, .string = get_name },
  { "title", STRATA_SQL_TEXT, NULL, "Name on the timeline", 0, .string = get_title },
  { "track_name", STRATA_SQL_TEXT, NULL, "Name of its track; NULL for the track of its thread", 0, .string = get_track_name },
  { "slice_id", STRATA_SQL_INTEGER, NULL, "The same instant among the slices: slice.id", 0, get_slice_id },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread that wrote it: thread.utid", 0, get_utid },
  { "upid", STRATA_SQL_INTEGER, NULL, "The process that it is about: process.upid", 0, get_upid },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Its arguments: args.arg_set_id", 0, get_arg_set_id },
};

const StrataSqlTable strata_sql_table_instant = {
  .name = "instant",
  .doc = "Markers without a duration",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .is_by_time = TRUE,
};

static void
need_log (StrataSqlSource *source)
{
  if (source->log_rows != NULL)
    return;

  source->log_rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < source->instants->n_instants; i++)
    if (strata_log_instant_is (source->trace, i))
      g_array_append_val (source->log_rows, i);
}

static guint32
count_log (StrataSqlSource *source)
{
  need_log (source);
  return source->log_rows->len;
}

static guint32
get_line (StrataSqlSource *source,
          guint32 row)
{
  need_log (source);
  return g_array_index (source->log_rows, guint32, row);
}

STRATA_SQL_GETTER (const char *, get_text, strata_trace_get_string (source->trace, get_title (source, get_line (source, row))))
STRATA_SQL_GETTER (gint64, get_log_ts, get_ts (source, get_line (source, row)))
STRATA_SQL_GETTER (gint64, get_log_utid, get_utid (source, get_line (source, row)))

/* Android's numbers of log priorities. */
static gint64
get_priority (StrataSqlSource *source,
              guint32 row)
{
  static const char letters[] = "??VDIWEFS";
  const char *text = get_text (source, row);

  if (g_ascii_isdigit (*text))
    return *text - '0';

  const char *letter = *text != '\0' ? strchr (letters + 2, *text) : NULL;

  return letter != NULL ? letter - letters : STRATA_SQL_NULL;
}

static void
get_tag (StrataSqlSource *source,
         guint32 row,
         StrataCell *cell)
{
  const StrataLogInstant line = strata_log_instant_split (get_text (source, row));

  if (line.has_tag)
    strata_cell_take_text (cell, g_strndup (line.tag, line.n_tag_bytes));
}

static void
get_message (StrataSqlSource *source,
             guint32 row,
             StrataCell *cell)
{
  const char *text = get_text (source, row);
  const StrataLogInstant line = strata_log_instant_split (text);

  if (!line.has_tag)
    strata_cell_set_text (cell, text);
  else if (line.message != NULL)
    strata_cell_set_text (cell, line.message);
}

static const StrataSqlColumn log_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the line", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it was written", STRATA_SQL_TIME, get_log_ts },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread that wrote it: thread.utid", 0, get_log_utid },
  { "prio", STRATA_SQL_INTEGER, NULL, "Priority: 2 verbose, 3 debug, 4 info, 5 warning, 6 error, 7 fatal", 0, get_priority },
  { "tag", STRATA_SQL_TEXT, NULL, "Tag", 0, .cell = get_tag },
  { "msg", STRATA_SQL_TEXT, NULL, "Message", 0, .cell = get_message },
};

const StrataSqlTable strata_sql_table_log = {
  .name = "log",
  .doc = "Lines of logs; also known as android_logs",
  .columns = log_columns,
  .n_columns = G_N_ELEMENTS (log_columns),
  .count = count_log,
  .is_by_time = TRUE,
};
