/* strata-scene-path.c - the critical path below its calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-cpu-title.h"
#include "strata-scene-private.h"
#include "strata-units.h"

/* A segment has the colour of its thread where that ran, and a paler one where it waited. Waits
 * that no thread caused are grey. */

#define INDENT_PX 24
#define PADDING_PX 8
#define LABEL_PADDING_PX 4
#define MIN_LABEL_PX 34
#define MIN_DETAIL_PX 110
#define THIN_PX 3
#define WAIT_FADING 0.62
#define LINK_ALPHA 0.8

double
strata_scene_get_path_top_px (const StrataLane *lane)
{
  return lane->y_px + lane->height_px - lane->path_px;
}

static StrataColor
get_color (const StrataPen *pen,
           const StrataPathSegment *segment)
{
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[segment->thread];
  const StrataColor color = strata_palette_get_name_color (pen->palette, strata_trace_get_string (pen->trace, thread->name));

  switch (segment->reason)
    {
    case STRATA_PATH_RUNNING:
      return color;
    case STRATA_PATH_CPU:
      return strata_color_mix (color, pen->palette->background, WAIT_FADING);
    case STRATA_PATH_IO:
    case STRATA_PATH_INTERRUPT:
    case STRATA_PATH_UNKNOWN:
      return pen->palette->cpu_idle;
    }

  g_return_val_if_reached (color);
}

static char *
dup_thread_name (const StrataPen *pen,
                 guint32 index)
{
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[index];
  const char *name = strata_trace_get_string (pen->trace, thread->name);

  return *name != '\0' ? g_strdup (name) : g_strdup_printf ("%" G_GINT64_FORMAT, thread->tid);
}

static char *
dup_label (const StrataPen *pen,
           const StrataPathSegment *segment)
{
  const char *function = strata_trace_get_string (pen->trace, segment->function);
  g_autofree char *name = dup_thread_name (pen, segment->thread);
  g_autofree char *cpu = segment->cpu != STRATA_NONE ? strata_cpu_dup_title (pen->trace, segment->cpu) : NULL;

  switch (segment->reason)
    {
    case STRATA_PATH_RUNNING:
      return g_strdup_printf (_ ("%s: running"), name);
    case STRATA_PATH_CPU:
      return cpu != NULL ? g_strdup_printf (_ ("%s: waiting for %s"), name, cpu) : g_strdup_printf (_ ("%s: waiting for a CPU"), name);
    case STRATA_PATH_IO:
      return *function != '\0' ? g_strdup_printf (_ ("I/O: %s"), function) : g_strdup (_ ("I/O"));
    case STRATA_PATH_INTERRUPT:
      return g_strdup_printf (_ ("%s: until an interrupt"), name);
    case STRATA_PATH_UNKNOWN:
      return g_strdup_printf (_ ("%s: not known"), name);
    }

  g_return_val_if_reached (NULL);
}

/* Returns FALSE if there is no room. */
static gboolean
add_label (StrataPen *pen,
           const StrataPathSegment *segment,
           const StrataBox *box)
{
  const int padding = strata_pen_to_device (pen, LABEL_PADDING_PX);
  const StrataColor color = segment->reason == STRATA_PATH_RUNNING ? pen->palette->slice_text : pen->palette->header_text;
  const gboolean has_detail = box->width >= strata_pen_to_device (pen, MIN_DETAIL_PX);
  char duration[STRATA_UNITS_BYTES];

  if (box->width < strata_pen_to_device (pen, MIN_LABEL_PX))
    return FALSE;

  g_autofree char *label = dup_label (pen, segment);
  const StrataDrawText text = {
    .x = box->x + padding,
    .y = box->y,
    .width = box->width - 2 * padding,
    .height = box->height,
    .color = color,
    .detail_color = strata_palette_get_detail_color (pen->palette, color),
  };

  strata_units_duration (segment->end_ns - segment->start_ns, duration);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, label, has_detail ? duration : NULL);
  return TRUE;
}

static void
add_header (StrataPen *pen,
            int y,
            int height)
{
  const int x = strata_pen_to_device (pen, INDENT_PX);

  if (pen->x <= 2 * x)
    return;

  const StrataDrawText text = { .x = x, .y = y, .width = pen->x - strata_pen_to_device (pen, PADDING_PX) - x, .height = height, .color = pen->palette->header_dim_text };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, _ ("Critical path"), NULL);
}

/* Neighbouring boxes of one thread, including negligibly narrow boxes between them. */
typedef struct
{
  guint32 thread; /* STRATA_NONE for none yet */
  StrataBox box;
  gboolean is_labelled;
} Stretch;

/* A thread that was waited for in pieces is named once, across all of them. */
static void
end_stretch (StrataPen *pen,
             const Stretch *stretch)
{
  const int padding = strata_pen_to_device (pen, LABEL_PADDING_PX);

  if (stretch->thread == STRATA_NONE || stretch->is_labelled || stretch->box.width < strata_pen_to_device (pen, MIN_LABEL_PX))
    return;

  g_autofree char *name = dup_thread_name (pen, stretch->thread);
  const StrataDrawText text = {
    .x = stretch->box.x + padding,
    .y = stretch->box.y,
    .width = stretch->box.width - 2 * padding,
    .height = stretch->box.height,
    .color = pen->palette->slice_text,
  };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, name, NULL);
}

static void
add_to_stretch (StrataPen *pen,
                Stretch *stretch,
                const StrataPathSegment *segment,
                const StrataBox *box)
{
  const gboolean is_thin = box->width <= strata_pen_to_device (pen, THIN_PX);

  if (stretch->thread != segment->thread && !(is_thin && stretch->thread != STRATA_NONE))
    {
      end_stretch (pen, stretch);
      *stretch = (Stretch){ segment->thread, *box, FALSE };
    }

  stretch->box.width = box->x + box->width - stretch->box.x;
  stretch->is_labelled |= add_label (pen, segment, box);
}

/* Columns shared by several segments show the first. */
void
strata_scene_add_path (StrataPen *pen,
                       const StrataLane *lane)
{
  const StrataCriticalPath *path = strata_selection_get_path (strata_session_get_selection (pen->session));
  const int y = strata_pen_get_y (pen, strata_scene_get_path_top_px (lane));
  const int height = strata_pen_get_y (pen, lane->y_px + lane->height_px - STRATA_LANE_PADDING_PX) - y;
  Stretch stretch = { .thread = STRATA_NONE };
  guint n_segments;

  if (path == NULL)
    return;

  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);
  const gint64 begin_ns = MAX (strata_grid_column_to_time (&pen->grid, 0), strata_critical_path_get_span (path).begin_ns);

  add_header (pen, y, height);
  for (guint32 i = strata_critical_path_find (path, begin_ns); i < n_segments;)
    {
      const double first = strata_grid_time_to_column (&pen->grid, segments[i].start_ns);
      const double last = strata_grid_time_to_column (&pen->grid, segments[i].end_ns);

      if (first >= pen->grid.n_columns)
        break;

      const int begin = (int) MAX (floor (first), 0.0);
      const int end = CLAMP ((int) MIN (floor (last), pen->grid.n_columns), begin + 1, MAX (pen->grid.n_columns, begin + 1));
      const StrataBox box = { pen->x + begin, y, end - begin, height, get_color (pen, &segments[i]) };

      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
      add_to_stretch (pen, &stretch, &segments[i], &box);
      i = MAX (i + 1, strata_critical_path_find (path, strata_grid_column_to_time (&pen->grid, end)));
    }

  end_stretch (pen, &stretch);
}

void
strata_scene_add_path_links (StrataPen *pen)
{
  guint n_links;
  const StrataLink *links = strata_selection_get_path_links (strata_session_get_selection (pen->session), &n_links);

  for (guint i = 0; i < n_links; i++)
    strata_scene_add_arrow (pen, &links[i], LINK_ALPHA);
}

StrataItem
strata_scene_find_on_path (const StrataPen *pen,
                           int column)
{
  const StrataCriticalPath *path = strata_selection_get_path (strata_session_get_selection (pen->session));
  const guint32 segment = path != NULL ? strata_critical_path_find (path, strata_grid_column_to_time (&pen->grid, column)) : STRATA_NONE;

  return segment != STRATA_NONE ? (StrataItem){ STRATA_ITEM_PATH, segment, STRATA_NONE, 1 } : (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };
}
