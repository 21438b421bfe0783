/* strata-perfetto-tracks.c - the tracks of events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-tracks.h"

#include "strata-event-sink.h"
#include "strata-pair-key.h"
#include "strata-perfetto-chrome.h"
#include "strata-perfetto-fields.h"

/* A descriptor may come after events of its track, and may be repeated with other fields. So all
 * are collected first; the owner of a track is found when its first event is played. */

/* Types of processes of Chrome. */
#define CHROME_RENDERER 2
#define CHROME_EXTENSION_RENDERER 40

/* Limit for nested parents; those above are ignored. */
#define MAX_DEPTH 32

/* Limit for the names of the parents in the name of a lane, in addition to a number or the name of the track. */
#define MAX_PATH_BYTES 1024

#define COUNTER_THREAD_TIME 1
#define COUNTER_INSTRUCTIONS 2
#define UNIT_NS 1
#define UNIT_BYTES 3

/* Which children of a track share a lane, if not those with the same name. */
#define MERGING_NONE 2
#define MERGING_KEY 3

struct _StrataPerfettoTracks
{
  GHashTable *translations;    /* string id of a title -> string id of a readable title */
  GHashTable *counters;        /* process and string id of a title -> the first counter with that title */
  GHashTable *by_uuid;         /* &track->uuid -> StrataPerfettoTrack, owned */
  StrataTraceBuilder *builder; /* borrowed */
  StrataStringPool *strings;   /* borrowed: of the builder */
  gint64 n_placed;
  StrataPerfettoTrack *last;
  StrataPerfettoTaskNamer namer;
  gpointer namer_data;
};

static void
free_track (gpointer data)
{
  StrataPerfettoTrack *self = data;

  strata_column_clear (&self->open);
  g_free (self);
}

StrataPerfettoTracks *
strata_perfetto_tracks_new (StrataTraceBuilder *builder)
{
  StrataPerfettoTracks *self = g_new0 (StrataPerfettoTracks, 1);

  self->translations = g_hash_table_new (NULL, NULL);
  self->counters = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->by_uuid = g_hash_table_new_full (strata_int64_hash, g_int64_equal, NULL, free_track);
  self->builder = builder;
  self->strings = strata_trace_builder_get_strings (builder);
  return self;
}

void
strata_perfetto_tracks_free (StrataPerfettoTracks *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->translations);
  g_hash_table_unref (self->counters);
  g_hash_table_unref (self->by_uuid);
  g_free (self);
}

/**
 * strata_perfetto_tracks_set_namer:
 * @self: the tracks
 * @namer: called with names of processes and threads
 * @data: passed to @namer
 *
 * Sets a function for names of processes and threads, which descriptors also contain.
 */
void
strata_perfetto_tracks_set_namer (StrataPerfettoTracks *self,
                                  StrataPerfettoTaskNamer namer,
                                  gpointer data)
{
  self->namer = namer;
  self->namer_data = data;
}

/**
 * strata_perfetto_translate:
 * @translations: string ids of names -> string ids of readable names
 * @name: string id of a name
 *
 * Returns: string id of the readable name, or @name if there is none
 */
guint32
strata_perfetto_translate (GHashTable *translations,
                           guint32 name)
{
  if (G_LIKELY (g_hash_table_size (translations) == 0))
    return name;

  const guint32 readable = GPOINTER_TO_UINT (g_hash_table_lookup (translations, GUINT_TO_POINTER (name)));

  return readable != STRATA_STRING_EMPTY ? readable : name;
}

/**
 * strata_perfetto_tracks_get_translations:
 * @self: the tracks
 *
 * Returns: (transfer none): titles -> readable titles, which are used when tracks are settled
 */
GHashTable *
strata_perfetto_tracks_get_translations (StrataPerfettoTracks *self)
{
  return self->translations;
}

static StrataPerfettoTrack *
find_track (StrataPerfettoTracks *self,
            guint64 uuid)
{
  if (self->last == NULL || self->last->uuid != uuid)
    {
      StrataPerfettoTrack *track = g_hash_table_lookup (self->by_uuid, &uuid);

      if (track == NULL)
        return NULL;

      self->last = track;
    }

  return self->last;
}

/**
 * strata_perfetto_tracks_get:
 * @self: the tracks
 * @uuid: id of a track
 *
 * Returns: (transfer none): the track; an empty one if it was not described
 */
StrataPerfettoTrack *
strata_perfetto_tracks_get (StrataPerfettoTracks *self,
                            guint64 uuid)
{
  StrataPerfettoTrack *track = find_track (self, uuid);

  if (track != NULL)
    return track;

  track = g_new0 (StrataPerfettoTrack, 1);
  track->uuid = uuid;
  track->pid = -1;
  track->tid = -1;
  track->process = STRATA_NONE;
  track->multiplier = 1;
  track->instant_ns = STRATA_NO_TIME;
  track->index = g_hash_table_size (self->by_uuid);
  g_hash_table_insert (self->by_uuid, &track->uuid, track);
  self->last = track;
  return track;
}

static void
tell_name (StrataPerfettoTracks *self,
           gint64 pid,
           gint64 tid,
           StrataText name,
           StrataSuggestion rank)
{
  /* no list contains the name of the idle task */
  if (self->namer != NULL && (pid >= 0 || tid == 0))
    self->namer (self->namer_data, pid, tid, name, rank);
}

/* A renderer of Chrome calls itself by the title of its page, so its type says more than its name. */
static void
tell_type (StrataPerfettoTracks *self,
           gint64 pid,
           guint64 type)
{
  const gboolean is_renderer = type == CHROME_RENDERER || type == CHROME_EXTENSION_RENDERER;

  tell_name (self, pid, -1, strata_perfetto_chrome_get_process (type), is_renderer ? STRATA_SUGGESTION_ROLE : STRATA_SUGGESTION_TYPE);
}

static StrataText
get_text (const StrataProto *field)
{
  return (StrataText){ (const char *) field->data, (gsize) field->value };
}

/* Ids are signed with 32 bits; a file may contain other values. */
static gint64
get_id (const StrataProto *field)
{
  const gint32 id = (gint32) strata_proto_get_uint (field);

  return id >= 0 ? id : -1;
}

static void
describe_process (StrataPerfettoTracks *self,
                  StrataPerfettoTrack *track,
                  StrataProto message)
{
  StrataProto name = { .data = (const guint8 *) "" };
  guint64 type = 0;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_PROCESS_DESCRIPTOR_PID)
      track->pid = get_id (&message);
    else if (message.number == STRATA_PF_PROCESS_DESCRIPTOR_CHROME_TYPE)
      type = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_PROCESS_DESCRIPTOR_NAME && message.wire == STRATA_PROTO_BYTES)
      name = message;
    else if (message.number == STRATA_PF_PROCESS_DESCRIPTOR_CMDLINE && message.wire == STRATA_PROTO_BYTES && name.value == 0)
      name = message;

  if (track->is_of_thread)
    return;

  tell_name (self, track->pid, -1, get_text (&name), STRATA_SUGGESTION_NAME);
  tell_type (self, track->pid, type);
}

static void
describe_thread (StrataPerfettoTracks *self,
                 StrataPerfettoTrack *track,
                 StrataProto message)
{
  StrataProto name = { .data = (const guint8 *) "" };
  guint64 type = 0;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_THREAD_DESCRIPTOR_PID)
      track->pid = track->has_no_process ? -1 : get_id (&message);
    else if (message.number == STRATA_PF_THREAD_DESCRIPTOR_CHROME_TYPE)
      type = strata_proto_get_uint (&message);
    else if (message.number == STRATA_PF_THREAD_DESCRIPTOR_TID)
      track->tid = MAX (strata_proto_get_int (&message), -1);
    else if (message.number == STRATA_PF_THREAD_DESCRIPTOR_NAME && message.wire == STRATA_PROTO_BYTES)
      name = message;

  if (track->tid < 0)
    return;

  tell_name (self, track->pid, track->tid, strata_perfetto_chrome_get_thread (type), STRATA_SUGGESTION_TYPE);
  tell_name (self, track->pid, track->tid, get_text (&name), STRATA_SUGGESTION_NAME);
}

static guint32
get_unit (StrataPerfettoTracks *self,
          guint64 unit)
{
  static const char *const units[] = { [UNIT_NS] = "ns", [UNIT_BYTES] = "bytes" };
  const char *name = unit < G_N_ELEMENTS (units) ? units[unit] : NULL;

  return name != NULL ? strata_string_pool_intern (self->strings, name, strlen (name)) : STRATA_STRING_EMPTY;
}

/* Takes fields that strata-cli adds to the format. */
static void
describe_own_counter (StrataPerfettoTracks *self,
                      StrataPerfettoTrack *track,
                      const StrataProto *field)
{
  switch (field->number)
    {
    case STRATA_PF_COUNTER_DESCRIPTOR_GPU:
      track->gpu_and_1 = (guint32) strata_proto_get_uint (field);
      break;
    case STRATA_PF_COUNTER_DESCRIPTOR_RAW_NAME:
      track->raw_name = strata_proto_intern (field, self->strings);
      break;
    case STRATA_PF_COUNTER_DESCRIPTOR_SUBSYSTEM:
      track->subsystem = strata_proto_intern (field, self->strings);
      break;
    default:
      break;
    }
}

static void
describe_counter (StrataPerfettoTracks *self,
                  StrataPerfettoTrack *track,
                  StrataProto message)
{
  track->is_counter = TRUE;
  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_COUNTER_DESCRIPTOR_TYPE:
        track->is_thread_time = strata_proto_get_uint (&message) == COUNTER_THREAD_TIME;
        track->is_instructions = strata_proto_get_uint (&message) == COUNTER_INSTRUCTIONS;
        break;
      case STRATA_PF_COUNTER_DESCRIPTOR_UNIT:
        track->unit = get_unit (self, strata_proto_get_uint (&message));
        break;
      case STRATA_PF_COUNTER_DESCRIPTOR_UNIT_NAME:
        track->unit = strata_proto_intern (&message, self->strings);
        break;
      case STRATA_PF_COUNTER_DESCRIPTOR_MULTIPLIER:
        track->multiplier = strata_proto_get_int (&message);
        break;
      case STRATA_PF_COUNTER_DESCRIPTOR_IS_INCREMENTAL:
        track->is_incremental = strata_proto_get_uint (&message) != 0;
        break;
      default:
        describe_own_counter (self, track, &message);
        break;
      }

  if (track->is_thread_time && track->unit == STRATA_STRING_EMPTY)
    track->unit = get_unit (self, UNIT_NS);
}

/* The same for those of tracks. A counter without an owner needs none. */
static void
describe_own (StrataPerfettoTracks *self,
              StrataPerfettoTrack *track,
              const StrataProto *field)
{
  switch (field->number)
    {
    case STRATA_PF_TRACK_DESCRIPTOR_PROCESS_UNKNOWN:
      track->has_no_process = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_TRACK_DESCRIPTOR_PROCESS_OF_THREAD:
      track->is_of_thread = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_TRACK_DESCRIPTOR_REPEATED:
      track->is_repeated = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_TRACK_DESCRIPTOR_WITHOUT_OWNER:
      track->has_owner |= strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_TRACK_DESCRIPTOR_OF_PACKETS:
      track->is_of_packets = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_TRACK_DESCRIPTOR_OWN_NAME:
      track->name = strata_proto_intern (field, self->strings);
      break;
    default:
      break;
    }
}

/**
 * strata_perfetto_tracks_describe:
 * @self: the tracks
 * @descriptor: the description of a track in a packet
 *
 * Adds a track, or more facts about it.
 */
void
strata_perfetto_tracks_describe (StrataPerfettoTracks *self,
                                 StrataProto descriptor)
{
  StrataPerfettoTrack *track = strata_perfetto_tracks_get (self, strata_proto_find_uint (descriptor, STRATA_PF_TRACK_DESCRIPTOR_UUID));

  while (strata_proto_next (&descriptor))
    switch (descriptor.number)
      {
      case STRATA_PF_TRACK_DESCRIPTOR_PARENT:
        track->parent = strata_proto_get_uint (&descriptor);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_NAME:
      case STRATA_PF_TRACK_DESCRIPTOR_STATIC_NAME:
      case STRATA_PF_TRACK_DESCRIPTOR_ATRACE_NAME:
        track->name = strata_proto_intern (&descriptor, self->strings);
        track->has_name = TRUE;
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_PROCESS:
        describe_process (self, track, strata_proto_enter (&descriptor));
        track->is_owner = TRUE;
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_THREAD:
        describe_thread (self, track, strata_proto_enter (&descriptor));
        track->is_owner = TRUE;
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_CHROME_PROCESS:
        tell_type (self, track->pid, strata_proto_find_uint (strata_proto_enter (&descriptor), STRATA_PF_CHROME_DESCRIPTOR_TYPE));
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_CHROME_THREAD:
        tell_name (self, track->pid, track->tid, strata_perfetto_chrome_get_thread (strata_proto_find_uint (strata_proto_enter (&descriptor), STRATA_PF_CHROME_DESCRIPTOR_TYPE)), STRATA_SUGGESTION_TYPE);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_COUNTER:
        describe_counter (self, track, strata_proto_enter (&descriptor));
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_DESCRIPTION:
        track->description = strata_proto_intern (&descriptor, self->strings);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_CHILD_ORDERING:
        track->ordering = (guint8) MIN (strata_proto_get_uint (&descriptor), G_MAXUINT8);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_RANK:
        track->rank = (gint32) strata_proto_get_uint (&descriptor);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_MERGING:
        track->merging = (guint8) MIN (strata_proto_get_uint (&descriptor), G_MAXUINT8);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_MERGE_KEY:
        track->merge_key = strata_proto_intern (&descriptor, self->strings);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_MERGE_NUMBER:
        track->merge_key = strata_proto_get_uint (&descriptor);
        break;
      case STRATA_PF_TRACK_DESCRIPTOR_APART:
        track->is_apart = strata_proto_get_uint (&descriptor) != 0;
        break;
      default:
        describe_own (self, track, &descriptor);
        break;
      }
}

static StrataPerfettoTrack *
get_parent (const StrataPerfettoTracks *self,
            const StrataPerfettoTrack *track)
{
  return track->parent != 0 ? g_hash_table_lookup (self->by_uuid, &track->parent) : NULL;
}

/* Walks up to a track that is known, and back to it with what was found, so that no track is passed twice. */
static void
find_loop (const StrataPerfettoTracks *self,
           StrataPerfettoTrack *track)
{
  StrataPerfettoTrack *above = track;
  guint8 found;

  for (; above != NULL && above->loop == STRATA_PERFETTO_LOOP_UNKNOWN; above = get_parent (self, above))
    above->loop = STRATA_PERFETTO_LOOP_ON_WAY;

  found = above == NULL ? STRATA_PERFETTO_LOOP_NONE : above->loop != STRATA_PERFETTO_LOOP_ON_WAY ? above->loop
                                                                                                 : STRATA_PERFETTO_LOOP_FOUND;
  for (above = track; above != NULL && above->loop == STRATA_PERFETTO_LOOP_ON_WAY; above = get_parent (self, above))
    above->loop = found;
}

/* Finds the owner of a track: follows the parents up to a thread, a process, a global track, or one without a description. */
static void
find_owner (StrataPerfettoTracks *self,
            StrataPerfettoTrack *track)
{
  const StrataPerfettoTrack *above = track;

  for (guint depth = 0; depth < MAX_DEPTH && above != NULL; depth++)
    {
      if (above->tid >= 0 || above->pid >= 0)
        {
          track->kind = above->tid < 0 ? STRATA_PERFETTO_TRACK_PROCESS : above == track && !track->is_counter && !track->is_apart ? STRATA_PERFETTO_TRACK_THREAD
                                                                                                                                  : STRATA_PERFETTO_TRACK_THREAD_CHILD;
          track->pid = above->pid;
          track->tid = above->tid;
          return;
        }

      above = above->parent != 0 ? g_hash_table_lookup (self->by_uuid, &above->parent) : NULL;
    }

  track->kind = STRATA_PERFETTO_TRACK_GLOBAL;
}

/* The nearest parent that has a name and is not a thread or a process. */
static StrataPerfettoTrack *
find_named_parent (StrataPerfettoTracks *self,
                   const StrataPerfettoTrack *track)
{
  for (guint depth = 0; depth < MAX_DEPTH && track->parent != 0; depth++)
    {
      StrataPerfettoTrack *above = g_hash_table_lookup (self->by_uuid, &track->parent);

      if (above == NULL || above->is_owner)
        return NULL;
      if (above->name != STRATA_STRING_EMPTY)
        return above;

      track = above;
    }

  return NULL;
}

/* Siblings with the same name are one counter unless they ask for separate ones, or have another unit. */
static gboolean
are_one_counter (StrataPerfettoTracks *self,
                 const StrataPerfettoTrack *a,
                 const StrataPerfettoTrack *b)
{
  return a == b || (a->merging < MERGING_NONE && b->merging < MERGING_NONE && a->unit == b->unit && find_named_parent (self, a) == find_named_parent (self, b));
}

/* Counters belong to processes here. So among counters of a process with the same name, only the first one gets
 * the plain name. */
static void
tell_counters_apart (StrataPerfettoTracks *self,
                     StrataPerfettoTrack *track)
{
  const guint64 key = (guint64) track->pid << 32 | track->title;
  StrataPerfettoTrack *first = g_hash_table_lookup (self->counters, &key);
  const char *name = strata_string_pool_get (self->strings, track->title);
  g_autofree char *title = NULL;

  if (first == NULL)
    g_hash_table_insert (self->counters, g_memdup2 (&key, sizeof key), track);
  else if (first->tid != track->tid && track->tid >= 0)
    title = g_strdup_printf ("%s of thread %" G_GINT64_FORMAT, name, track->tid);
  else if (first->tid != track->tid)
    title = g_strdup_printf ("%s of the process", name);
  else if (!are_one_counter (self, first, track))
    title = g_strdup_printf ("%s (%u)", name, ++first->n_others + 1);

  if (title != NULL)
    track->title = strata_string_pool_intern (self->strings, title, strlen (title));
}

/* The name that distinguishes the lane of a track from others with the same parent. */
static char *
dup_lane_name (StrataPerfettoTracks *self,
               const StrataPerfettoTrack *track,
               guint32 title)
{
  const char *name = strata_string_pool_get (self->strings, title);
  const gboolean is_long = strlen (name) > MAX_PATH_BYTES;

  if (track->merging == MERGING_NONE)
    return g_strdup_printf ("%s #%" G_GUINT64_FORMAT, is_long ? "…" : name, track->uuid);
  if (track->merging == MERGING_KEY)
    return g_strdup_printf ("%s =%" G_GUINT64_FORMAT, track->name != STRATA_STRING_EMPTY ? "" : is_long ? "…"
                                                                                                        : name,
                            track->merge_key);

  return g_strdup (name);
}

static gint64
get_rank (StrataPerfettoTracks *self,
          const StrataPerfettoTrack *track,
          const StrataPerfettoTrack *parent)
{
  const guint ordering = parent != NULL ? parent->ordering : 0;

  return ordering == STRATA_TRACK_BY_TIME ? self->n_placed++ : ordering == STRATA_TRACK_BY_RANK ? track->rank
                                                                                                : 0;
}

/* A track that is nested too deeply is placed next to the last allowed parent. */
static StrataPerfettoTrack *
find_place_above (StrataPerfettoTracks *self,
                  const StrataPerfettoTrack *track)
{
  StrataPerfettoTrack *parent = find_named_parent (self, track);

  return parent != NULL && parent->n_above >= MAX_DEPTH ? parent->below : parent;
}

/* Joins the names of all parents, unless these would take most of the memory. */
static char *
dup_path (StrataPerfettoTracks *self,
          const StrataPerfettoTrack *parent,
          const char *owner,
          const char *own)
{
  const char *above = parent != NULL ? strata_string_pool_get (self->strings, parent->lane) : owner;

  if (above == NULL)
    return g_strdup (own);

  return g_strdup_printf ("%s › %s", strlen (above) <= MAX_PATH_BYTES ? above : "…", own);
}

/* What distinguishes the lanes of a thread from those of others; NULL for a track that is not of a thread. */
static char *
dup_owner (const StrataPerfettoTrack *track)
{
  return track->tid >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, track->pid, track->tid) : NULL;
}

static void place (StrataPerfettoTracks *self, StrataPerfettoTrack *track, const char *owner, guint32 title, guint depth);

/* Places the parents of a track, which need not have slices themselves; returns the one to be placed below, or NULL.
 * Cycles are cut at the depth limit. */
static StrataPerfettoTrack *
place_parents (StrataPerfettoTracks *self,
               const StrataPerfettoTrack *track,
               const char *owner,
               guint depth)
{
  StrataPerfettoTrack *parent = depth < MAX_DEPTH ? find_named_parent (self, track) : NULL;

  if (parent == NULL)
    return NULL;

  place (self, parent, owner, strata_perfetto_translate (self->translations, parent->name), depth + 1);
  return find_place_above (self, track);
}

static void
place (StrataPerfettoTracks *self,
       StrataPerfettoTrack *track,
       const char *owner,
       guint32 title,
       guint depth)
{
  if (track->place != 0)
    return;

  StrataPerfettoTrack *parent = place_parents (self, track, owner, depth);
  g_autofree char *own = dup_lane_name (self, track, title);
  g_autofree char *path = dup_path (self, parent, owner, own);
  const StrataTrackPlace where = {
    .name = title,
    .parent = parent != NULL ? parent->place : 0,
    .rank = get_rank (self, track, parent),
    .ordering = (StrataTrackOrdering) MIN (track->ordering, STRATA_TRACK_BY_RANK),
  };

  track->below = parent;
  track->n_above = parent != NULL ? parent->n_above + 1 : 0;
  track->lane = strata_string_pool_intern (self->strings, path, strlen (path));
  track->place = strata_trace_builder_place_lane (self->builder, track->lane, &where);
}

/**
 * strata_perfetto_tracks_place_crossing:
 * @self: the tracks
 * @track: the settled track of a thread
 * @title: string id of the name of a lane
 *
 * Gives a thread a lane for slices that do not nest in its calls.
 */
void
strata_perfetto_tracks_place_crossing (StrataPerfettoTracks *self,
                                       StrataPerfettoTrack *track,
                                       guint32 title)
{
  g_autofree char *owner = dup_owner (track);

  place (self, track, owner, title, MAX_DEPTH);
}

/**
 * strata_perfetto_tracks_settle:
 * @self: the tracks
 * @track: a track
 * @event_name: string id of its first event, which names it if nothing else does
 *
 * Finds the owner and the title of a track, and whether its parents form a loop. All descriptors must have been read.
 */
void
strata_perfetto_tracks_settle (StrataPerfettoTracks *self,
                               StrataPerfettoTrack *track,
                               guint32 event_name)
{
  static const char fallback[] = "Default Track";
  static const char thread_time[] = "thread_time";
  static const char instructions[] = "thread_instruction_count";

  find_owner (self, track);
  track->is_settled = TRUE;
  find_loop (self, track);
  track->title = track->name;
  if (track->title == STRATA_STRING_EMPTY && track->is_thread_time)
    track->title = strata_string_pool_intern (self->strings, thread_time, strlen (thread_time));
  if (track->title == STRATA_STRING_EMPTY && track->is_instructions)
    track->title = strata_string_pool_intern (self->strings, instructions, strlen (instructions));
  if (track->title == STRATA_STRING_EMPTY && track->is_apart && track->tid >= 0)
    track->title = strata_string_pool_intern (self->strings, STRATA_EVENT_APART_NAME, strlen (STRATA_EVENT_APART_NAME));
  if (track->title == STRATA_STRING_EMPTY && track->kind != STRATA_PERFETTO_TRACK_THREAD && !(track->is_counter && track->has_name))
    track->title = track->uuid != 0 && event_name != STRATA_STRING_EMPTY ? event_name : strata_string_pool_intern (self->strings, fallback, strlen (fallback));

  track->title = strata_perfetto_translate (self->translations, track->title);
  track->own_title = track->title;
  if (track->place == 0)
    track->lane = track->title;

  g_autofree char *owner = dup_owner (track);

  if (track->is_counter)
    {
      tell_counters_apart (self, track);
      track->below = place_parents (self, track, owner, 0);
    }
  else if (track->kind == STRATA_PERFETTO_TRACK_THREAD_CHILD || (track->kind != STRATA_PERFETTO_TRACK_THREAD && (track->merging >= MERGING_NONE || find_named_parent (self, track) != NULL)))
    place (self, track, owner, track->title, 0);
}
