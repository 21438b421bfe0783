/* strata-item-path.c - segments of the critical path as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-cpu-title.h"
#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-scene-private.h"
#include "strata-units.h"

static const StrataPathSegment *
get_segment (StrataSession *self,
             StrataItem item)
{
  return &strata_critical_path_get_segments (strata_selection_get_path (strata_session_get_selection (self)), NULL)[item.index];
}

/* A segment shows a state of its thread, or itself if there is none. */
static StrataItem
resolve (StrataSession *self,
         StrataItem item)
{
  const StrataPathSegment *segment = get_segment (self, item);

  if (segment->state == STRATA_NONE)
    return item;

  return (StrataItem){ STRATA_ITEM_STATE, segment->state, STRATA_NONE, 1 };
}

/* Searches for another thread by its number, since many have the same name. */
static void
add_partner (StrataFacts *facts,
             StrataTrace *trace,
             const char *label,
             guint32 thread)
{
  strata_facts_add_string (facts, trace, label, NULL, strata_trace_get_threads (trace, NULL)[thread].name);
  strata_facts_set_search (facts, strata_facts_dup_thread_search (trace, thread));
}

static void
add_wait (StrataFacts *facts,
          StrataTrace *trace,
          const StrataPathSegment *segment)
{
  const char *function = strata_trace_get_string (trace, segment->function);
  g_autofree char *cpu = segment->cpu != STRATA_NONE ? strata_cpu_dup_title (trace, segment->cpu) : NULL;

  switch (segment->reason)
    {
    case STRATA_PATH_RUNNING:
      /* Translators: such as "CPU 0", or "CPU 0 of machine 5" */
      strata_facts_add (facts, _ ("Running on %s"), cpu);
      break;
    case STRATA_PATH_CPU:
      if (cpu != NULL)
        strata_facts_add (facts, _ ("Waiting for %s"), cpu);
      else
        strata_facts_add (facts, _ ("Waiting for a CPU"));
      if (segment->occupant != STRATA_NONE)
        add_partner (facts, trace, _ ("Ran instead"), segment->occupant);
      break;
    case STRATA_PATH_IO:
      strata_facts_add (facts, _ ("Waiting for block I/O"));
      break;
    case STRATA_PATH_INTERRUPT:
      strata_facts_add (facts, _ ("Waiting until an interrupt woke it"));
      break;
    case STRATA_PATH_UNKNOWN:
      strata_facts_add (facts, _ ("The trace does not contain what it waited for"));
      break;
    }

  if (*function != '\0')
    strata_facts_add (facts, _ ("Blocked in: %s"), function);
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataPathSegment *segment = get_segment (self, item);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[segment->thread];
  char text[STRATA_UNITS_BYTES];

  strata_facts_add_name (facts, trace, "thread", thread->name);
  add_wait (facts, trace, segment);
  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (segment->end_ns - segment->start_ns, text));
  strata_facts_search_duration (facts, "dur", segment->end_ns - segment->start_ns);
  strata_facts_add_start (facts, trace, segment->start_ns);
  if (segment->waiter != STRATA_NONE)
    add_partner (facts, trace, _ ("Then woke"), segment->waiter);
  strata_facts_add_thread (facts, trace, segment->thread);
  strata_facts_add_process (facts, trace, thread->process);
  strata_facts_add_folded (facts, item);
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  guint n_segments;
  const gint64 next = (gint64) item.index + direction;

  strata_critical_path_get_segments (strata_selection_get_path (strata_session_get_selection (self)), &n_segments);
  return next >= 0 && next < n_segments ? (guint32) next : STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataPathSegment *segment = get_segment (self, item);

  *span = (StrataSpan){ segment->start_ns, segment->end_ns };
  return TRUE;
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  return strata_lanes_get_path (strata_session_get_lanes (self));
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return get_segment (self, item)->thread;
}

static gboolean
get_extent (StrataSession *self,
            StrataItem item,
            const StrataLane *lane,
            StrataItemExtent *extent)
{
  extent->top_px = strata_scene_get_path_top_px (lane);
  extent->height_px = lane->path_px - STRATA_LANE_PADDING_PX;
  return TRUE;
}

const StrataItemClass strata_item_path_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_thread = find_thread,
  .find_neighbour = find_neighbour,
  .resolve = resolve,
  .get_extent = get_extent,
  .describe = describe,
};
