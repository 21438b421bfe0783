/* strata-scene-header.c - lane headers and groups
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-scene-private.h"
#include "strata-units.h"

#define INDENT_PX 24
#define PADDING_PX 8
#define TEXT_HEIGHT_PX 18
#define TRIANGLE_PX 9

/* Of a closed group: its calls, and below when it ran. */
#define SUMMARY_TOP_PX 3
#define SUMMARY_HEIGHT_PX 9
#define ACTIVITY_TOP_PX 14
#define ACTIVITY_HEIGHT_PX 12

typedef struct
{
  const char *name;
  char *detail; /* owned */
} Title;

static char *
format_id (gint64 id)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, id);
}

static Title
make_thread_title (StrataPen *pen,
                   const StrataLane *lane)
{
  const guint32 index = lane->kind == STRATA_LANE_STATES ? lane->index : strata_trace_get_tracks (pen->trace, NULL)[lane->index].thread;
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[index];
  const char *name = strata_trace_get_string (pen->trace, thread->name);

  return (Title){ *name != '\0' ? name : _ ("Thread"), format_id (thread->tid) };
}

static Title
make_group_title (StrataPen *pen,
                  const StrataLane *lane)
{
  const StrataProcess *process = lane->index != STRATA_NONE ? &strata_trace_get_processes (pen->trace, NULL)[lane->index] : NULL;

  if (process == NULL || process->pid < 0)
    return (Title){ lane->title, NULL };

  const char *name = strata_trace_get_string (pen->trace, process->name);

  return (Title){ *name != '\0' ? name : _ ("Process"), format_id (process->pid) };
}

/* With what it is of, where that is not the values. */
static char *
make_range (StrataPen *pen,
            const StrataLane *lane)
{
  g_autofree char *range = strata_session_dup_counter_range (pen->session, lane);

  if (lane->mode == STRATA_COUNTER_VALUE)
    return g_steal_pointer (&range);

  return g_strdup_printf (lane->mode == STRATA_COUNTER_CHANGE ? _ ("Change: %s") : _ ("Rate: %s"), range);
}

/* What kind of CPU it is, where there are several. */
static Title
make_cpu_title (StrataPen *pen,
                const StrataLane *lane)
{
  const StrataClusters *clusters = strata_lanes_get_clusters (strata_view_get_lanes (strata_session_get_view (pen->session)));
  const guint32 cpu = strata_trace_get_cpus (pen->trace, NULL)[lane->index].cpu;

  return (Title){ lane->title, strata_session_dup_cluster_name (clusters, cpu) };
}

/* Of which CPU it is, the lane above tells. The unit of both is that of the higher. */
static Title
make_frequency_title (StrataPen *pen,
                      const StrataLane *lane)
{
  const StrataCounter *counter = &strata_trace_get_counters (pen->trace, NULL)[lane->index];
  char max[STRATA_UNITS_BYTES];

  if (lane->mode != STRATA_COUNTER_VALUE)
    return (Title){ _ ("Frequency"), strata_session_dup_counter_range (pen->session, lane) };

  strata_units_frequency (counter->max, max);
  if (g_str_has_suffix (max, "GHz"))
    return (Title){ _ ("Frequency"), g_strdup_printf ("%.2f – %s", (double) counter->min / 1e6, max) };
  if (g_str_has_suffix (max, "MHz"))
    return (Title){ _ ("Frequency"), g_strdup_printf ("%.0f – %s", (double) counter->min / 1e3, max) };

  return (Title){ _ ("Frequency"), g_strdup_printf ("%" G_GINT64_FORMAT " – %s", counter->min, max) };
}

static Title
make_title (StrataPen *pen,
            const StrataLane *lane)
{
  if (lane->kind == STRATA_LANE_THREAD || lane->kind == STRATA_LANE_STATES)
    return make_thread_title (pen, lane);
  if (lane->kind == STRATA_LANE_CPU)
    return make_cpu_title (pen, lane);
  if (strata_lanes_is_frequency (strata_view_get_lanes (strata_session_get_view (pen->session)), lane))
    return make_frequency_title (pen, lane);

  return (Title){ lane->title, NULL };
}

/* A lane that is pinned without its group tells of which process it is, in place of
 * its id; and then its name comes first where there is no room for both. */
static gboolean
tell_origin (StrataPen *pen,
             const StrataLane *lane,
             Title *title)
{
  const StrataLane *group = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (pen->session)), NULL)[lane->group];

  if (!lane->is_pinned || group->is_pinned || group->index == STRATA_NONE)
    return FALSE;

  const Title origin = make_group_title (pen, group);

  g_free (title->detail);
  title->detail = g_strdup (origin.name);
  g_free (origin.detail);
  return TRUE;
}

/* How many rows of calls are not shown. */
static void
tell_depth (const StrataLane *lane,
            Title *title)
{
  if (lane->n_rows >= lane->n_all_rows)
    return;

  g_autofree char *before = title->detail;

  title->detail = g_strdup_printf ("%s%s+%u", before != NULL ? before : "", before != NULL ? " · " : "", lane->n_all_rows - lane->n_rows);
}

static StrataText
make_text (StrataPen *pen,
           int x,
           int y,
           int height)
{
  return (StrataText){
    .x = x,
    .y = y,
    .width = pen->x - strata_pen_to_device (pen, PADDING_PX) - x,
    .height = height,
    .color = pen->palette->header_text,
    .detail_color = pen->palette->header_dim_text,
    .flags = STRATA_TEXT_DETAIL_FIRST,
  };
}

static void
add_counter_header (StrataPen *pen,
                    const StrataLane *lane)
{
  g_autofree char *range = make_range (pen, lane);
  int x = strata_pen_to_device (pen, INDENT_PX);
  int middle = strata_pen_get_y (pen, lane->y_px + lane->height_px / 2.0);
  int height = strata_pen_to_device (pen, TEXT_HEIGHT_PX);
  StrataText name = make_text (pen, x, middle - height, height);
  StrataText detail = make_text (pen, x, middle - 1, height);

  detail.color = pen->palette->header_dim_text;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, name, lane->title, NULL);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, detail, range, NULL);
}

/* Below all lanes, as long as some are hidden. */
void
strata_scene_add_hidden_note (StrataPen *pen)
{
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (pen->session));
  const guint n_hidden = strata_lanes_get_n_hidden (lanes);
  const int y = strata_pen_get_y (pen, strata_lanes_get_height_px (lanes));

  if (n_hidden == 0 || y >= strata_draw_list_get_device_height (pen->list))
    return;

  g_autofree char *note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane is hidden", "%u lanes are hidden", n_hidden), n_hidden);
  StrataText text = make_text (pen, strata_pen_to_device (pen, INDENT_PX), y, strata_pen_to_device (pen, STRATA_SCENE_NOTE_PX));

  text.width = strata_draw_list_get_device_width (pen->list) - text.x;
  text.color = pen->palette->header_dim_text;
  text.detail_color = pen->palette->overview_window;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, note, _ ("Show All"));
}

/* The title of a high lane stays in sight while any of it is. */
void
strata_scene_add_header (StrataPen *pen,
                         const StrataLane *lane)
{
  if (pen->x == 0)
    return;

  if (lane->kind == STRATA_LANE_COUNTER && lane->height_px >= 2 * TEXT_HEIGHT_PX && !strata_lanes_is_frequency (strata_view_get_lanes (strata_session_get_view (pen->session)), lane))
    {
      add_counter_header (pen, lane);
      return;
    }

  const int rows_px = lane->height_px - lane->path_px;
  double room_px = rows_px - TEXT_HEIGHT_PX - STRATA_LANE_PADDING_PX;
  double sticky_px = CLAMP (pen->top_px + pen->scroll_px - lane->y_px - STRATA_LANE_PADDING_PX, 0.0, MAX (room_px, 0.0));
  int y = strata_pen_get_y (pen, lane->y_px + sticky_px + (lane->n_rows > 1 ? STRATA_LANE_PADDING_PX : (rows_px - 1 - TEXT_HEIGHT_PX) / 2.0));
  Title title = make_title (pen, lane);

  StrataText text = make_text (pen, strata_pen_to_device (pen, INDENT_PX), y, strata_pen_to_device (pen, TEXT_HEIGHT_PX));

  if (tell_origin (pen, lane, &title))
    text.flags &= ~(guint) STRATA_TEXT_DETAIL_FIRST;

  tell_depth (lane, &title);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, title.name, title.detail);
  g_free (title.detail);
}

/* A closed process shows the outermost calls of its first thread, and below when
 * anything of it ran; the CPUs show how busy they were, open or closed. */
static void
add_group_summary (StrataPen *pen,
                   const StrataLane *lane)
{
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (pen->session));
  const guint32 first = strata_lanes_find_summary (lanes, lane->group);
  const int y = strata_pen_get_y (pen, lane->y_px + SUMMARY_TOP_PX);

  if (lane->usage_height_px > 0)
    return;

  if (first != STRATA_NONE)
    strata_scene_add_summary (pen, &strata_trace_get_tracks (pen->trace, NULL)[strata_lanes_get (lanes, NULL)[first].index], y, strata_pen_to_device (pen, SUMMARY_HEIGHT_PX));
  if (lane->index != STRATA_NONE)
    strata_scene_add_activity (pen, lane->index, strata_pen_get_y (pen, lane->y_px + ACTIVITY_TOP_PX), strata_pen_to_device (pen, ACTIVITY_HEIGHT_PX));
}

void
strata_scene_add_group (StrataPen *pen,
                        const StrataLane *lane)
{
  int y = strata_pen_get_y (pen, lane->y_px);
  int height = strata_pen_get_y (pen, lane->y_px + lane->height_px) - y;
  int size = strata_pen_to_device (pen, TRIANGLE_PX);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                            (StrataBox){ 0, y, strata_draw_list_get_device_width (pen->list), height, pen->palette->group_background });
  strata_scene_add_usage (pen, lane);
  if (lane->is_collapsed)
    add_group_summary (pen, lane);
  if (pen->x == 0)
    return;

  Title title = make_group_title (pen, lane);
  StrataText text = make_text (pen, strata_pen_to_device (pen, INDENT_PX), y, height);

  text.flags |= STRATA_TEXT_BOLD;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, title.name, title.detail);
  strata_draw_list_add_shape (pen->list, STRATA_LAYER_CONTENT,
                              (StrataShape){ lane->is_collapsed ? STRATA_SHAPE_TRIANGLE_RIGHT : STRATA_SHAPE_TRIANGLE_DOWN,
                                             strata_pen_to_device (pen, PADDING_PX),
                                             y + (height - size) / 2,
                                             size,
                                             pen->palette->header_dim_text });
  g_free (title.detail);
}
