/* strata-sql-track-args.c - arguments of tracks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-counter-notes.h"
#include "strata-sql-tracks.h"

/* As in PerfettoSQL, the dimensions of a track are what distinguishes it from others of its type, and its source
 * is what the file says of it. They are made of the columns of the track: nothing is stored. */

typedef struct
{
  StrataSqlAddArg add;
  gpointer data;
} Adder;

static void
add_number (const Adder *self,
            const char *key,
            gint64 value)
{
  g_autofree char *text = value != STRATA_SQL_NULL ? g_strdup_printf ("%" G_GINT64_FORMAT, value) : NULL;

  if (text != NULL)
    self->add (self->data, key, text);
}

static void
add_text (const Adder *self,
          const char *key,
          const char *value)
{
  if (value != NULL)
    self->add (self->data, key, value);
}

/* A counter without a special type is of a program, and distinguished by its name. */
static void
add_parts (const Adder *self,
           StrataSqlSource *source,
           guint32 counter)
{
  const StrataSqlCounterType *type = strata_sql_counter_find_type (source, counter);
  const char *name = strata_sql_counter_get_name (source, counter);

  if (type == NULL)
    add_text (self, "name", name);

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (type->keys); i++)
    if (type->keys[i] != NULL)
      {
        g_autofree char *part = strata_sql_counter_type_dup_part (type, name, i);

        add_text (self, type->keys[i], part);
      }
}

/* What distinguishes a lane of the kernel from others is in its name. */
static void
add_lane (const Adder *self,
          const char *lane)
{
  if (g_str_has_prefix (lane, STRATA_SQL_RUNTIME_POWER))
    add_text (self, "linux_device", lane + strlen (STRATA_SQL_RUNTIME_POWER));
  else if (g_str_has_prefix (lane, STRATA_SQL_HOTPLUG))
    add_text (self, "cpu", lane + strlen (STRATA_SQL_HOTPLUG));
}

static void
add_dimensions (const Adder *self,
                StrataSqlSource *source,
                guint32 row)
{
  const guint32 counter = strata_sql_track_get_counter (source, row);
  const gint64 ucpu = strata_sql_track_get_ucpu (source, row);
  const gint64 upid = strata_sql_track_get_upid (source, row);

  add_number (self, "utid", strata_sql_track_get_utid (source, row));
  add_number (self, "upid", upid);
  add_number (self, "cpu", ucpu != STRATA_SQL_NULL ? ucpu % STRATA_SQL_DEVICE_CPUS : STRATA_SQL_NULL);
  if (counter != STRATA_NONE)
    {
      add_number (self, "gpu", strata_sql_counter_get_gpu (source, counter));
      add_parts (self, source, counter);
    }
  else if (upid != STRATA_SQL_NULL)
    add_text (self, "name", strata_sql_track_get_name (source, row));
  else
    add_lane (self, strata_sql_track_get_lane (source, row));
}

static const char *
get_ordering (StrataTrackOrdering ordering)
{
  switch (ordering)
    {
    case STRATA_TRACK_UNORDERED:
      return NULL;
    case STRATA_TRACK_BY_NAME:
      return "lexicographic";
    case STRATA_TRACK_BY_TIME:
      return "chronological";
    case STRATA_TRACK_BY_RANK:
      return "explicit";
    }

  g_assert_not_reached ();
}

/* The file's ranks count where the lane above is sorted by them; others are numbers of ours. */
static gint64
get_rank (const StrataTrackPlace *places,
          guint32 place)
{
  const guint32 parent = places[place - 1].parent;

  return parent != 0 && places[parent - 1].ordering == STRATA_TRACK_BY_RANK ? places[place - 1].rank : STRATA_SQL_NULL;
}

static void
add_source (const Adder *self,
            StrataSqlSource *source,
            guint32 row)
{
  const StrataTrackPlace *places = strata_trace_get_places (source->trace, NULL);
  const guint32 place = strata_sql_track_get_place (source, row);
  const guint32 counter = strata_sql_track_get_counter (source, row);

  if (counter != STRATA_NONE)
    {
      add_text (self, "description", strata_sql_counter_get_description (source, counter));
      add_text (self, "raw_name", strata_sql_counter_get_raw_name (source, counter));
      add_text (self, "subsystem_name", strata_sql_counter_get_subsystem (source, counter));
    }
  if (place != 0)
    {
      add_text (self, "child_ordering", get_ordering (places[place - 1].ordering));
      add_number (self, "sibling_order_rank", get_rank (places, place));
    }
}

/**
 * strata_sql_track_list_args:
 * @source: the trace
 * @row: a track
 * @is_source: whether to list its source, not its dimensions
 * @add: called with each argument
 * @data: passed to @add
 *
 * Lists the arguments of a track.
 */
void
strata_sql_track_list_args (StrataSqlSource *source,
                            guint32 row,
                            gboolean is_source,
                            StrataSqlAddArg add,
                            gpointer data)
{
  const Adder adder = { add, data };

  if (is_source)
    add_source (&adder, source, row);
  else
    add_dimensions (&adder, source, row);
}
