/* strata-export.c - pictures of the timeline as files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-export.h"

#include <errno.h>
#include <math.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <pango/pangocairo.h>

#include "strata-painter.h"
#include "strata-scene.h"
#include "strata-session-private.h"

/* A picture has the ruler over the lanes. Its fonts come from a map of its own
 * at 96 dots an inch and without hinting, so that the same trace gives the same
 * bytes with and without a display. */

#define MAX_IMAGE_PX 32767
#define MAX_SVG_PX 4000000 /* cairo counts in 24 bits of whole pixels, signed */
#define MAX_AUTO_HEIGHT_PX 8000
#define MIN_WIDTH_PX 64
#define FONT "DejaVu Sans, Sans 9"

typedef enum
{
  FORMAT_PNG,
  FORMAT_SVG,
  FORMAT_PDF,
} Format;

typedef struct
{
  StrataSession *session;
  const StrataPalette *palette;
  int width_px;
  int height_px;
  StrataExportDraw draw; /* instead of a session */
  gpointer data;         /* borrowed: for draw */
} Picture;

static gboolean
choose_format (const char *path,
               Format *format,
               GError **error)
{
  static const char *const suffixes[] = { ".png", ".svg", ".pdf" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      {
        *format = (Format) i;
        return TRUE;
      }

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, _ ("“%s” does not end in .png, .svg or .pdf"), path);
  return FALSE;
}

static gboolean
check_size (const Picture *picture,
            Format format,
            GError **error)
{
  if (picture->width_px < MIN_WIDTH_PX)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _ ("A picture must be at least %d pixels wide"), MIN_WIDTH_PX);
      return FALSE;
    }

  const int most_px = format == FORMAT_SVG ? MAX_SVG_PX : MAX_IMAGE_PX;

  if (picture->width_px <= most_px && picture->height_px <= most_px)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               format == FORMAT_PNG ? _ ("A PNG picture can be at most %d pixels wide and high; %d × %d was asked for")
                                    : _ ("A picture can be at most %d pixels wide and high; %d × %d was asked for"),
               most_px, picture->width_px, picture->height_px);
  return FALSE;
}

static PangoContext *
make_context (void)
{
  g_autoptr (PangoFontMap) map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  PangoFontDescription *font = pango_font_description_from_string (FONT);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_font_description (context, font);

  cairo_font_options_destroy (options);
  pango_font_description_free (font);
  return context;
}

static void
draw_part (const Picture *picture,
           cairo_t *cr,
           StrataPainter *painter,
           int y_px,
           const StrataDrawList *list)
{
  cairo_save (cr);
  cairo_translate (cr, 0, y_px);
  strata_painter_draw (painter, cr, list);
  cairo_restore (cr);
}

static double
get_header_px (int width_px)
{
  return MIN (STRATA_SCENE_HEADER_PX, width_px / 3);
}

static void
draw_session (const Picture *picture,
              cairo_t *cr,
              StrataPainter *painter)
{
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  StrataFrame ruler = { picture->width_px, STRATA_SCENE_RULER_PX, get_header_px (picture->width_px), 0, 1, 0, STRATA_FRAME_ALL };
  StrataFrame lanes = ruler;
  double begin_px;
  double end_px;

  lanes.height_px = MAX (picture->height_px - STRATA_SCENE_RULER_PX, 0);

  strata_scene_build_ruler (picture->session, &ruler, picture->palette, list);
  draw_part (picture, cr, painter, 0, list);
  strata_scene_build_lanes (picture->session, &lanes, picture->palette, list);
  draw_part (picture, cr, painter, STRATA_SCENE_RULER_PX, list);
  if (strata_scene_build_dims (picture->session, &lanes, picture->palette, list, &begin_px, &end_px))
    draw_part (picture, cr, painter, STRATA_SCENE_RULER_PX, list);
  strata_scene_build_marks (picture->session, &lanes, picture->palette, list);
  draw_part (picture, cr, painter, STRATA_SCENE_RULER_PX, list);
}

static void
draw (const Picture *picture,
      cairo_t *cr)
{
  PangoContext *context = make_context ();
  g_autoptr (StrataPainter) painter = strata_painter_new (context);

  if (picture->draw != NULL)
    picture->draw (cr, painter, picture->data);
  else
    draw_session (picture, cr, painter);

  g_object_unref (context);
}

static cairo_status_t
write_bytes (void *closure,
             const unsigned char *data,
             unsigned int n_bytes)
{
  g_byte_array_append (closure, data, n_bytes);
  return CAIRO_STATUS_SUCCESS;
}

/* Counted in pixels, as it was asked for; cairo would take points. */
static cairo_surface_t *
make_svg_surface (const Picture *picture,
                  GByteArray *bytes)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (write_bytes, bytes, picture->width_px, picture->height_px);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

static cairo_surface_t *
make_surface (const Picture *picture,
              Format format,
              GByteArray *bytes)
{
  switch (format)
    {
    case FORMAT_PNG:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, picture->width_px, picture->height_px);
    case FORMAT_SVG:
      return make_svg_surface (picture, bytes);
    case FORMAT_PDF:
      return cairo_pdf_surface_create_for_stream (write_bytes, bytes, picture->width_px, picture->height_px);
    }

  g_return_val_if_reached (NULL);
}

/* Draws into memory, so that a failure leaves no half a file. */
static gboolean
render (const Picture *picture,
        Format format,
        GByteArray *bytes,
        GError **error)
{
  cairo_surface_t *surface = make_surface (picture, format, bytes);
  cairo_t *cr = cairo_create (surface);

  draw (picture, cr);

  cairo_status_t status = cairo_status (cr);

  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG)
    status = cairo_surface_write_to_png_stream (surface, write_bytes, bytes);

  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The picture could not be drawn: %s"), cairo_status_to_string (status));
  return FALSE;
}

static GBytes *
export_picture (const Picture *picture,
                Format format,
                GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (!check_size (picture, format, error) || !render (picture, format, bytes, error))
    return NULL;

  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/**
 * strata_export_drawing:
 * @width_px: width of the picture
 * @height_px: height of the picture
 * @drawing: (scope call): draws it
 * @data: for @drawing
 * @name: a name whose suffix chooses the format
 * @error: return location for an error
 *
 * Makes any picture a PNG, SVG or PDF.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_export_drawing (int width_px,
                       int height_px,
                       StrataExportDraw drawing,
                       gpointer data,
                       const char *name,
                       GError **error)
{
  Picture picture = { .width_px = width_px, .height_px = height_px, .draw = drawing, .data = data };
  Format format;

  return choose_format (name, &format, error) ? export_picture (&picture, format, error) : NULL;
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
  Format format;
  int lanes_px = strata_lanes_get_height_px (strata_session_get_lanes (session));
  Picture picture = { session, options->palette != NULL ? options->palette : strata_palette_get_light (), options->width_px, options->height_px };

  if (!choose_format (name, &format, error))
    return NULL;

  if (picture.height_px <= 0)
    picture.height_px = MIN (STRATA_SCENE_RULER_PX + lanes_px, MAX_AUTO_HEIGHT_PX);

  StrataViewport viewport = *strata_session_get_viewport (session);

  strata_viewport_init (&viewport, viewport.bounds, picture.width_px - get_header_px (picture.width_px));
  if (options->span.begin_ns != 0 || options->span.end_ns != 0)
    strata_viewport_show (&viewport, options->span, 0.0);

  strata_session_swap_viewport (session, &viewport);

  GBytes *bytes = export_picture (&picture, format, error);

  strata_session_swap_viewport (session, &viewport);
  return bytes;
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
 * Returns: whether that was done
 */
gboolean
strata_export (StrataSession *session,
               const StrataExportOptions *options,
               const char *path,
               GError **error)
{
  g_autoptr (GBytes) bytes = strata_export_to_bytes (session, options, path, error);
  gsize n_bytes;

  if (bytes == NULL)
    return FALSE;

  const char *data = g_bytes_get_data (bytes, &n_bytes);

  return g_file_set_contents (path, data, (gssize) n_bytes, error);
}
