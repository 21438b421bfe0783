/* strata-export-picture.c - pictures of the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-export.h"

#include "strata-replace.h"
#include "strata-scene.h"

/* The ruler is drawn over the lanes. Everything to draw is copied from the session at once into
 * draw lists that no longer refer to it. Painting and packing these takes long, so a worker can do
 * it while the user continues. */

#define MAX_AUTO_HEIGHT_PX 8000

/* Ruler, lanes, dims and marks. */
#define MOST_PARTS 4

struct _StrataExportPicture
{
  char *name; /* owned: its suffix chooses the format */
  int width_px;
  int height_px;
  StrataDrawList *lists[MOST_PARTS]; /* owned */
  int y_px[MOST_PARTS];              /* of the lists */
  guint n_parts;
};

/* A picture that is being drawn. */
typedef struct
{
  const StrataExportPicture *picture;
  StrataProgress *progress;
  GCancellable *cancellable;
} Drawing;

static double
get_header_px (int width_px)
{
  return MIN (STRATA_SCENE_HEADER_PX, width_px / 3);
}

static StrataDrawList *
add_part (StrataExportPicture *self,
          int y_px)
{
  self->y_px[self->n_parts] = y_px;
  self->lists[self->n_parts] = strata_draw_list_new ();
  return self->lists[self->n_parts++];
}

static void
build (StrataExportPicture *self,
       StrataSession *session,
       const StrataPalette *palette,
       double scroll_px)
{
  const StrataSceneRegion ruler = { self->width_px, STRATA_SCENE_RULER_PX, get_header_px (self->width_px), 0, 1, 0, STRATA_FRAME_ALL };
  StrataSceneRegion lanes = ruler;
  double begin_px;
  double end_px;

  lanes.height_px = MAX (self->height_px - STRATA_SCENE_RULER_PX, 0);
  lanes.scroll_px = scroll_px;

  strata_scene_build_ruler (session, &ruler, palette, add_part (self, 0));
  strata_scene_build_lanes (session, &lanes, palette, add_part (self, STRATA_SCENE_RULER_PX));
  strata_scene_build_dims (session, &lanes, palette, add_part (self, STRATA_SCENE_RULER_PX), &begin_px, &end_px);
  strata_scene_build_marks (session, &lanes, palette, add_part (self, STRATA_SCENE_RULER_PX));
}

/* Finds where the drawn lanes begin, from the top of all lanes, and how high they are. */
static void
find_lanes (StrataSession *session,
            const StrataExportOptions *options,
            double *scroll_px,
            int *lanes_px)
{
  const StrataSceneRegion all = { .scale = 1, .part = STRATA_FRAME_ALL };
  double rect[4];

  *scroll_px = 0;
  *lanes_px = strata_lanes_get_height_px (strata_session_get_lanes (session));
  if (!options->is_of_area || !strata_scene_get_area_rect (session, &all, rect) || rect[3] <= 0)
    return;

  *scroll_px = rect[1];
  *lanes_px = (int) rect[3];
}

static void
build_in_view (StrataExportPicture *self,
               StrataSession *session,
               const StrataExportOptions *options,
               double scroll_px)
{
  StrataViewport viewport = *strata_session_get_viewport (session);

  strata_viewport_init (&viewport, viewport.bounds, self->width_px - get_header_px (self->width_px));
  if (options->span.begin_ns != 0 || options->span.end_ns != 0)
    strata_viewport_show (&viewport, options->span, 0.0);

  strata_view_swap_viewport (strata_session_get_view (session), &viewport);
  build (self, session, options->palette != NULL ? options->palette : strata_palette_get_light (), scroll_px);
  strata_view_swap_viewport (strata_session_get_view (session), &viewport);
}

/**
 * strata_export_picture_new:
 * @session: the session; its lanes, selection and underlined name are drawn, its view is kept
 * @options: what to draw
 * @name: a name whose suffix chooses the format
 * @error: return location for an error
 *
 * Copies from a session everything that a picture of the timeline with its ruler needs.
 *
 * Returns: (transfer full): the picture, still to be drawn, or %NULL
 */
StrataExportPicture *
strata_export_picture_new (StrataSession *session,
                           const StrataExportOptions *options,
                           const char *name,
                           GError **error)
{
  double scroll_px;
  int lanes_px;

  g_return_val_if_fail (STRATA_IS_SESSION (session), NULL);

  find_lanes (session, options, &scroll_px, &lanes_px);

  const int height_px = options->height_px > 0 ? options->height_px : MIN (STRATA_SCENE_RULER_PX + lanes_px, MAX_AUTO_HEIGHT_PX);

  if (!strata_export_check (options->width_px, height_px, name, error))
    return NULL;

  StrataExportPicture *self = g_new0 (StrataExportPicture, 1);

  self->name = g_strdup (name);
  self->width_px = options->width_px;
  self->height_px = height_px;
  build_in_view (self, session, options, scroll_px);
  return self;
}

void
strata_export_picture_free (StrataExportPicture *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_parts; i++)
    strata_draw_list_free (self->lists[i]);
  g_free (self->name);
  g_free (self);
}

static void
draw_parts (cairo_t *cr,
            StrataPainter *painter,
            gpointer data)
{
  const Drawing *drawing = data;
  const StrataExportPicture *self = drawing->picture;

  for (guint i = 0; i < self->n_parts && !g_cancellable_is_cancelled (drawing->cancellable); i++)
    {
      cairo_save (cr);
      cairo_translate (cr, 0, self->y_px[i]);
      strata_painter_draw (painter, cr, self->lists[i]);
      cairo_restore (cr);
      if (drawing->progress != NULL)
        strata_progress_add (drawing->progress, 1);
    }
}

/**
 * strata_export_picture_draw:
 * @self: the picture
 * @progress: (nullable): set to the parts of the picture
 * @cancellable: (nullable): cancels the drawing
 * @error: return location for an error
 *
 * Draws the picture as PNG, SVG or PDF. Any thread may do so, one at a time.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_export_picture_draw (StrataExportPicture *self,
                            StrataProgress *progress,
                            GCancellable *cancellable,
                            GError **error)
{
  Drawing drawing = { self, progress, cancellable };

  /* packing counts as a part, too */
  if (progress != NULL)
    strata_progress_set_total (progress, self->n_parts + 1);

  return strata_export_drawing (self->width_px, self->height_px, draw_parts, &drawing, self->name, cancellable, error);
}

/**
 * strata_export_to_bytes:
 * @session: the session; its lanes, selection and underlined name are drawn, its view is kept
 * @options: what to draw
 * @name: a name whose suffix chooses the format
 * @error: return location for an error
 *
 * Makes a picture of the timeline with its ruler as PNG, SVG or PDF.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_export_to_bytes (StrataSession *session,
                        const StrataExportOptions *options,
                        const char *name,
                        GError **error)
{
  g_autoptr (StrataExportPicture) picture = strata_export_picture_new (session, options, name, error);

  return picture != NULL ? strata_export_picture_draw (picture, NULL, NULL, error) : NULL;
}

/**
 * strata_export:
 * @session: the session; its lanes, selection and underlined name are drawn, its view is kept
 * @options: what to draw
 * @path: where to write; its suffix chooses the format
 * @error: return location for an error
 *
 * Writes a picture of the timeline with its ruler as PNG, SVG or PDF.
 *
 * Returns: whether it succeeded
 */
gboolean
strata_export (StrataSession *session,
               const StrataExportOptions *options,
               const char *path,
               GError **error)
{
  g_autoptr (GBytes) bytes = strata_export_to_bytes (session, options, path, error);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return bytes != NULL && strata_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
