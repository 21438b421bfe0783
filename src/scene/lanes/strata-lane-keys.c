/* strata-lane-keys.c - stable names of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-arrangement.h"

#include "strata-lanes-private.h"

/* A key consists of the kind of a lane, its process and itself. Titles cannot be used, as they are
 * translated. Of lanes with the same key, all but the first get a number. A thread keeps its key
 * whether it has slices or not. */

/* Returns the string as a part of a key, valid UTF-8. */
char *
strata_lane_dup_string_key (const StrataLanes *lanes,
                            guint32 string)
{
  return g_utf8_make_valid (strata_trace_get_string (lanes->trace, string), -1);
}

/**
 * strata_lane_dup_thread_key:
 * @lanes: the lanes
 * @thread: index of a thread
 *
 * Returns: (transfer full): its name and id, as a part of a key
 */
char *
strata_lane_dup_thread_key (const StrataLanes *lanes,
                            guint32 thread)
{
  const StrataThread *found = &strata_trace_get_threads (lanes->trace, NULL)[thread];
  g_autofree char *name = strata_lane_dup_string_key (lanes, found->name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, found->tid);
}

/* Groups of the machine are identified by their first lane. */
static char *
dup_group_name (const StrataLanes *self,
                guint32 group)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;

  if (lanes[group].index == STRATA_NONE)
    return g_strdup (group + 1 < self->lanes->len ? strata_lane_get_class (&lanes[group + 1])->id : "");

  const StrataProcess *process = &strata_trace_get_processes (self->trace, NULL)[lanes[group].index];
  g_autofree char *name = strata_lane_dup_string_key (self, process->name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, process->pid);
}

static char *
make_key (const StrataLanes *self,
          const StrataLane *lane)
{
  const StrataLaneClass *class = strata_lane_get_class (lane);
  g_autofree char *group = dup_group_name (self, lane->group);
  g_autofree char *own = class->dup_key != NULL ? class->dup_key (self, lane) : NULL;

  return g_strjoin ("/", class->id, group, own != NULL && *own != '\0' ? own : NULL, NULL);
}

/**
 * strata_lanes_list_keys:
 * @self: the lanes
 *
 * Makes a name for each lane that is the same when the trace is reopened, in
 * any language.
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
