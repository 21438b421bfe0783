/* strata-cpuprofile-parts.c - CPU profiles of V8 that are events of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpuprofile-parts.h"

#include <string.h>

#include "strata-cpuprofile-samples.h"
#include "strata-order.h"
#include "strata-trace-titles.h"

/* An event "Profile" names the thread and the start of a profile. Events "ProfileChunk" with the same process and id
 * contain its nodes, its samples and the time of each sample since the one before. Another thread writes them, so they
 * may come before "Profile"; they are put in order of time at the end. Without "Profile", which a ring buffer may have
 * overwritten, the time of samples is unknown. Older versions write one event "CpuProfile" with a whole profile.
 * Format: src/profiler/cpu-profiler.cc of V8, and "Performance" of Chrome's DevTools, which shows it in the same way. */

/* Not translated: the name of a thread is part of the trace. */
#define THREAD_NAME "JavaScript samples"

typedef struct
{
  gint64 time_ns; /* of the event */
  guint index;
  StrataCpuprofileTimes times; /* of a whole profile; STRATA_NO_TIME if there is none */
  StrataCpuprofileSamples samples;
} Part;

typedef struct
{
  gint64 pid;
  gint64 tid;
  gint64 start_ns;  /* STRATA_NO_TIME if unknown */
  gint64 end_ns;    /* G_MININT64 if unknown */
  GPtrArray *parts; /* (element-type Part) owned */
} Profile;

struct _StrataCpuprofileParts
{
  StrataTraceBuilder *builder; /* borrowed */
  Part *part;                  /* nullable; owned: content that has not been assigned */
  GPtrArray *profiles;         /* (element-type Profile) owned */
  GHashTable *profile_by_key;  /* (element-type utf8 Profile) owned keys: process and id */
};

static void
part_free (gpointer data)
{
  Part *self = data;

  strata_cpuprofile_samples_clear (&self->samples);
  g_free (self);
}

static void
profile_free (gpointer data)
{
  Profile *self = data;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

/**
 * strata_cpuprofile_parts_new:
 * @builder: where slices go; must outlive the result
 *
 * Returns: (transfer full): an empty list of profiles
 */
StrataCpuprofileParts *
strata_cpuprofile_parts_new (StrataTraceBuilder *builder)
{
  StrataCpuprofileParts *self = g_new0 (StrataCpuprofileParts, 1);

  self->builder = builder;
  self->profiles = g_ptr_array_new_with_free_func (profile_free);
  self->profile_by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
strata_cpuprofile_parts_free (StrataCpuprofileParts *self)
{
  if (self == NULL)
    return;

  strata_cpuprofile_parts_drop (self);
  g_hash_table_unref (self->profile_by_key);
  g_ptr_array_unref (self->profiles);
  g_free (self);
}

/* Whether strata_cpuprofile_parts_read() takes the member of an event's data. */
gboolean
strata_cpuprofile_parts_is_member (const char *key)
{
  return g_str_equal (key, "cpuProfile") || g_str_equal (key, "timeDeltas");
}

static gboolean
read_profile (Part *part,
              StrataJsonReader *json,
              GError **error)
{
  g_autoptr (GString) key = g_string_new (NULL);

  while (strata_json_reader_next (json, error))
    {
      if (json->token != STRATA_JSON_KEY)
        return TRUE;

      g_string_assign (key, json->text->str);
      if (!strata_cpuprofile_samples_is_member (key->str))
        {
          if (!strata_json_reader_skip (json, error))
            return FALSE;

          strata_cpuprofile_times_read (&part->times, key->str, json);
        }
      else if (!strata_json_reader_next (json, error) || !strata_cpuprofile_samples_read (&part->samples, key->str, json, error))
        return FALSE;
    }

  return FALSE;
}

/**
 * strata_cpuprofile_parts_read:
 * @self: the profiles
 * @key: a key that strata_cpuprofile_parts_is_member() accepts
 * @json: a reader at the value of the key
 * @error: return location for an error
 *
 * Adds the value to the content of the current event.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_cpuprofile_parts_read (StrataCpuprofileParts *self,
                              const char *key,
                              StrataJsonReader *json,
                              GError **error)
{
  if (self->part == NULL)
    {
      self->part = g_new0 (Part, 1);
      self->part->times = (StrataCpuprofileTimes){ STRATA_NO_TIME, STRATA_NO_TIME };
      strata_cpuprofile_samples_init (&self->part->samples, self->builder);
    }

  if (json->token == STRATA_JSON_OBJECT)
    return read_profile (self->part, json, error);

  return g_str_equal (key, "cpuProfile") || strata_cpuprofile_samples_read (&self->part->samples, key, json, error);
}

/* Whether the current event contains a part of a profile. */
gboolean
strata_cpuprofile_parts_has_content (const StrataCpuprofileParts *self)
{
  return self->part != NULL;
}

/* Forgets the content of the current event. */
void
strata_cpuprofile_parts_drop (StrataCpuprofileParts *self)
{
  g_clear_pointer (&self->part, part_free);
}

static Profile *
get_profile (StrataCpuprofileParts *self,
             gint64 pid,
             const char *id)
{
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT " %s", pid, id);
  Profile *profile = g_hash_table_lookup (self->profile_by_key, key);

  if (profile != NULL)
    return profile;

  profile = g_new0 (Profile, 1);
  *profile = (Profile){ pid, -1, STRATA_NO_TIME, G_MININT64, g_ptr_array_new_with_free_func (part_free) };
  g_ptr_array_add (self->profiles, profile);
  g_hash_table_insert (self->profile_by_key, g_steal_pointer (&key), profile);
  return profile;
}

/**
 * strata_cpuprofile_parts_start:
 * @self: the profiles
 * @pid: a process
 * @id: id of a profile in the process
 * @tid: the thread that was sampled
 * @start_ns: the time before its first sample, on the axis of the trace
 *
 * Takes the start of a profile.
 */
void
strata_cpuprofile_parts_start (StrataCpuprofileParts *self,
                               gint64 pid,
                               const char *id,
                               gint64 tid,
                               gint64 start_ns)
{
  Profile *profile = get_profile (self, pid, id);

  profile->tid = tid;
  profile->start_ns = start_ns;
}

/* Takes the end of a profile, which lasts longer than its last sample. */
void
strata_cpuprofile_parts_end (StrataCpuprofileParts *self,
                             gint64 pid,
                             const char *id,
                             gint64 end_ns)
{
  get_profile (self, pid, id)->end_ns = end_ns;
}

/**
 * strata_cpuprofile_parts_take:
 * @self: the profiles
 * @pid: a process
 * @id: id of a profile in the process
 * @time_ns: time of the event
 *
 * Assigns the content of the current event to a profile.
 */
void
strata_cpuprofile_parts_take (StrataCpuprofileParts *self,
                              gint64 pid,
                              const char *id,
                              gint64 time_ns)
{
  Profile *profile = get_profile (self, pid, id);

  if (self->part == NULL)
    return;

  self->part->time_ns = time_ns;
  self->part->index = profile->parts->len;
  g_ptr_array_add (profile->parts, g_steal_pointer (&self->part));
}

static gint64
place_us (gint64 time_us,
          gint64 offset_ns)
{
  return time_us != STRATA_NO_TIME ? strata_time_add (strata_cpuprofile_samples_get_ns (time_us), offset_ns) : G_MININT64;
}

/**
 * strata_cpuprofile_parts_take_whole:
 * @self: the profiles
 * @pid: a process
 * @tid: the thread that was sampled
 * @offset_ns: is added to the times of the profile
 *
 * Makes the content of the current event a profile of its own, if it has a start.
 */
void
strata_cpuprofile_parts_take_whole (StrataCpuprofileParts *self,
                                    gint64 pid,
                                    gint64 tid,
                                    gint64 offset_ns)
{
  g_autofree char *id = g_strdup_printf ("whole %u", self->profiles->len);

  if (self->part == NULL || self->part->times.start_us == STRATA_NO_TIME)
    return;

  strata_cpuprofile_parts_start (self, pid, id, tid, place_us (self->part->times.start_us, offset_ns));
  strata_cpuprofile_parts_end (self, pid, id, place_us (self->part->times.end_us, offset_ns));
  strata_cpuprofile_parts_take (self, pid, id, 0);
}

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const Part *left = *(Part *const *) a;
  const Part *right = *(Part *const *) b;

  return STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->index, right->index);
}

/* Stacks do not nest with the calls of the thread that was sampled. In files that convert writes, only the id separates them. */
static guint32
add_thread (StrataCpuprofileParts *self,
            const Profile *profile,
            guint number)
{
  g_autofree char *name = g_strdup_printf (THREAD_NAME " of %" G_GINT64_FORMAT, profile->tid);
  const guint32 thread = strata_trace_builder_add_thread (self->builder, STRATA_SAMPLES_TID + number);

  if (profile->pid >= 0)
    strata_trace_builder_set_thread_process (self->builder, thread, strata_trace_builder_get_process (self->builder, profile->pid));

  strata_trace_builder_name_thread (self->builder, thread, strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), name, strlen (name)));
  return thread;
}

/* The thread that was sampled, or STRATA_NONE if it is unknown. */
static guint32
find_thread (StrataCpuprofileParts *self,
             const Profile *profile)
{
  if (profile->tid < 0)
    return STRATA_NONE;

  const guint32 thread = strata_trace_builder_get_thread (self->builder, profile->tid);

  if (profile->pid >= 0 && strata_trace_builder_get_thread_process (self->builder, thread) == STRATA_NONE)
    strata_trace_builder_set_thread_process (self->builder, thread, strata_trace_builder_get_process (self->builder, profile->pid));

  return thread;
}

/* Returns whether the profile has samples. */
static gboolean
play (StrataCpuprofileParts *self,
      Profile *profile,
      guint number)
{
  g_auto (StrataCpuprofileSamples) all;
  guint32 sampled;
  guint32 thread;

  strata_cpuprofile_samples_init (&all, self->builder);
  g_ptr_array_sort (profile->parts, compare_parts);
  for (guint i = 0; i < profile->parts->len; i++)
    strata_cpuprofile_samples_append (&all, &((const Part *) g_ptr_array_index (profile->parts, i))->samples);

  g_ptr_array_set_size (profile->parts, 0);
  if (strata_cpuprofile_samples_get_n (&all) == 0)
    return FALSE;

  sampled = find_thread (self, profile);
  thread = add_thread (self, profile, number);
  strata_cpuprofile_samples_play (&all, thread, sampled != STRATA_NONE ? sampled : thread, profile->start_ns, profile->end_ns, -1);
  return TRUE;
}

/**
 * strata_cpuprofile_parts_play:
 * @self: all profiles
 * @n_left_out: (out): how many events belong to a profile whose start is unknown
 *
 * Makes slices of all samples, on a separate thread for each profile, next to the thread that was sampled.
 *
 * Returns: whether there are any
 */
gboolean
strata_cpuprofile_parts_play (StrataCpuprofileParts *self,
                              guint64 *n_left_out)
{
  gboolean has_samples = FALSE;

  *n_left_out = 0;
  for (guint i = 0; i < self->profiles->len; i++)
    {
      Profile *profile = g_ptr_array_index (self->profiles, i);

      if (profile->start_ns == STRATA_NO_TIME)
        *n_left_out += profile->parts->len;
      else
        has_samples |= play (self, profile, i);
    }

  return has_samples;
}
