/* strata-lane-keys.c - names of lanes that stay the same
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-arrangement.h"

#include "strata-column.h"
#include "strata-lanes-private.h"

/* A key tells the kind of a lane, its process and itself: titles are no good for
 * that, as they are translated. Of lanes with the same key, all but the first have
 * a number. A thread keeps its key whether it has slices or not. */

static const char *const kinds[] = {
  [STRATA_LANE_GROUP] = "group",
  [STRATA_LANE_CPU] = "cpu",
  [STRATA_LANE_THREAD] = "thread",
  [STRATA_LANE_ASYNC] = "async",
  [STRATA_LANE_KERNEL] = "kernel",
  [STRATA_LANE_STATES] = "thread",
  [STRATA_LANE_FRAMES] = "frames",
  [STRATA_LANE_PHASES] = "phases",
  [STRATA_LANE_COUNTER] = "counter",
  [STRATA_LANE_INSTANTS] = "instants",
};

static char *
dup_string (const StrataLanes *self,
            guint32 string)
{
  return g_utf8_make_valid (strata_trace_get_string (self->trace, string), -1);
}

/* The groups of the machine are known by what is in them. */
static char *
dup_group_name (const StrataLanes *self,
                guint32 group)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  if (lanes[group].index == STRATA_NONE)
    return g_strdup (group + 1 < self->lanes->len ? kinds[lanes[group + 1].kind] : "");

  const StrataProcess *process = &strata_trace_get_processes (self->trace, NULL)[lanes[group].index];
  g_autofree char *name = dup_string (self, process->name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, process->pid);
}

static char *
dup_thread_name (const StrataLanes *self,
                 guint32 thread)
{
  const StrataThread *found = &strata_trace_get_threads (self->trace, NULL)[thread];
  g_autofree char *name = dup_string (self, found->name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, found->tid);
}

static char *
dup_counter_name (const StrataLanes *self,
                  guint32 counter)
{
  const StrataCounter *found = &strata_trace_get_counters (self->trace, NULL)[counter];
  g_autofree char *name = dup_string (self, found->name);

  return g_strdup_printf ("%s %d", name, found->cpu);
}

static char *
dup_own_name (const StrataLanes *self,
              const StrataLane *lane)
{
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);

  switch (lane->kind)
    {
    case STRATA_LANE_CPU:
      return g_strdup_printf ("%u", strata_trace_get_cpus (self->trace, NULL)[lane->index].cpu);
    case STRATA_LANE_THREAD:
      return dup_thread_name (self, tracks[lane->index].thread);
    case STRATA_LANE_STATES:
      return dup_thread_name (self, lane->index);
    case STRATA_LANE_ASYNC:
      return dup_string (self, tracks[lane->index].name);
    case STRATA_LANE_KERNEL:
      return g_strdup (lane->title);
    case STRATA_LANE_COUNTER:
      return dup_counter_name (self, lane->index);
    case STRATA_LANE_GROUP:
    case STRATA_LANE_FRAMES:
    case STRATA_LANE_PHASES:
    case STRATA_LANE_INSTANTS:
      break;
    }

  return g_strdup ("");
}

static char *
make_key (const StrataLanes *self,
          const StrataLane *lane)
{
  g_autofree char *group = dup_group_name (self, lane->group);
  g_autofree char *own = dup_own_name (self, lane);

  return g_strjoin ("/", kinds[lane->kind], group, *own != '\0' ? own : NULL, NULL);
}

/**
 * strata_lanes_list_keys:
 * @self: the lanes
 *
 * Makes a name for each lane that is the same when the trace is opened again, in
 * whatever language.
 *
 * Returns: (transfer full) (element-type utf8): the key of each lane, all different
 */
GPtrArray *
strata_lanes_list_keys (const StrataLanes *self)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->lanes->len; i++)
    {
      char *key = make_key (self, &g_array_index (self->lanes, StrataLane, i));
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

      g_ptr_array_add (keys, n > 1 ? g_strdup_printf ("%s#%u", key, n) : g_strdup (key));
      g_hash_table_replace (counts, key, GUINT_TO_POINTER (n));
    }

  return keys;
}
