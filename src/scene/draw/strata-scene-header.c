/* strata-scene-header.c - lane headers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-scene-private.h"
#include "strata-trace-titles.h"

static void
make_thread_title (StrataPen *pen,
                   guint32 index,
                   StrataLaneTitle *title)
{
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[index];
  const char *name = strata_trace_get_string (pen->trace, thread->name);

  title->name = *name != '\0' ? name : _ ("Thread");
  title->detail = strata_is_samples_tid (thread->tid) ? NULL : g_strdup_printf ("%" G_GINT64_FORMAT, thread->tid);
}

static StrataLaneTitle
make_title (StrataPen *pen,
            const StrataLane *lane)
{
  const StrataLaneClass *class = strata_lane_get_class (lane);
  const guint32 thread = strata_lane_find_thread (lane, pen->trace);
  StrataLaneTitle title = { lane->title, NULL };

  if (class->make_title != NULL)
    class->make_title (pen, lane, &title);
  else if (thread != STRATA_NONE)
    make_thread_title (pen, thread, &title);

  return title;
}

/* A lane pinned without its group shows its process in place of its id. If there is no room for
 * both, the lane's name comes first. */
static gboolean
tell_origin (StrataPen *pen,
             const StrataLane *lane,
             StrataLaneTitle *title)
{
  const StrataLane *group = &strata_lanes_get (strata_session_get_lanes (pen->session), NULL)[lane->group];

  if (!lane->is_pinned || group->is_pinned || group->index == STRATA_NONE)
    return FALSE;

  const StrataLaneTitle origin = make_title (pen, group);

  g_free (title->detail);
  title->detail = g_strdup (origin.name);
  g_free (origin.detail);
  return TRUE;
}

/* Adds how many rows of calls are not shown. */
static void
tell_depth (const StrataLane *lane,
            StrataLaneTitle *title)
{
  if (lane->n_rows >= lane->n_all_rows)
    return;

  g_autofree char *before = title->detail;

  title->detail = g_strdup_printf ("%s%s+%u", before != NULL ? before : "", before != NULL ? " · " : "", lane->n_all_rows - lane->n_rows);
}

StrataDrawText
strata_scene_make_header_text (StrataPen *pen,
                               int x,
                               int y,
                               int height)
{
  return (StrataDrawText){
    .x = x,
    .y = y,
    .width = pen->x - strata_pen_to_device (pen, STRATA_HEADER_PADDING_PX) - x,
    .height = height,
    .color = pen->palette->header_text,
    .detail_color = pen->palette->header_dim_text,
    .flags = STRATA_TEXT_DETAIL_FIRST | STRATA_TEXT_MIDDLE,
  };
}

void
strata_scene_add_hidden_note (StrataPen *pen)
{
  const StrataLanes *lanes = strata_session_get_lanes (pen->session);
  const guint n_hidden = strata_lanes_get_n_hidden (lanes);
  const int y = strata_pen_get_y (pen, strata_lanes_get_height_px (lanes));

  if (n_hidden == 0 || y >= strata_draw_list_get_device_height (pen->list))
    return;

  g_autofree char *note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u lane is hidden", "%u lanes are hidden", n_hidden), n_hidden);
  StrataDrawText text = strata_scene_make_header_text (pen, strata_pen_to_device (pen, STRATA_HEADER_INDENT_PX), y, strata_pen_to_device (pen, STRATA_SCENE_NOTE_PX));

  text.width = strata_draw_list_get_device_width (pen->list) - text.x;
  text.color = pen->palette->header_dim_text;
  text.detail_color = pen->palette->overview_window;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, note, _ ("Show All"));
}

void
strata_scene_add_header (StrataPen *pen,
                         const StrataLane *lane)
{
  if (pen->x == 0)
    return;

  const StrataLaneClass *class = strata_lane_get_class (lane);

  if (class->draw_header != NULL && class->draw_header (pen, lane))
    return;

  const int rows_px = lane->height_px - lane->path_px;
  const int text_px = strata_lanes_scale_px (strata_session_get_lanes (pen->session), STRATA_HEADER_TEXT_PX);
  double room_px = rows_px - text_px - STRATA_LANE_PADDING_PX;
  double sticky_px = CLAMP (pen->top_px + pen->scroll_px - lane->y_px - STRATA_LANE_PADDING_PX, 0.0, MAX (room_px, 0.0));
  int y = strata_pen_get_y (pen, lane->y_px + sticky_px + (lane->n_rows > 1 ? STRATA_LANE_PADDING_PX : (rows_px - 1 - text_px) / 2.0));
  StrataLaneTitle title = make_title (pen, lane);

  StrataDrawText text = strata_scene_make_header_text (pen, strata_pen_to_device (pen, STRATA_HEADER_INDENT_PX), y, strata_pen_to_device (pen, text_px));

  if (tell_origin (pen, lane, &title))
    text.flags &= ~(guint) STRATA_TEXT_DETAIL_FIRST;

  tell_depth (lane, &title);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, title.name, title.detail);
  g_free (title.detail);
}
