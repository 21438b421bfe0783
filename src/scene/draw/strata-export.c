/* strata-export.c - pictures as files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <pango/pangocairo.h>

/* Fonts come from a separate font map at 96 dots an inch, without hinting. So the same trace gives
 * the same bytes with and without a display, and any thread may draw. */

#define MAX_IMAGE_PX 32767
#define MAX_IMAGE_PIXELS 100000000 /* packing takes ten seconds */
#define MAX_SVG_PX 4000000         /* cairo coordinates are signed with 24 bits of whole pixels */
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
  int width_px;
  int height_px;
  StrataExportDraw draw;
  gpointer data; /* borrowed: for draw */
} Picture;

/* The bytes of the file so far. Writing fails once it is cancelled. */
typedef struct
{
  GByteArray *bytes;         /* borrowed */
  GCancellable *cancellable; /* borrowed; nullable */
} Output;

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
check_pixels (const Picture *picture,
              GError **error)
{
  if ((gint64) picture->width_px * picture->height_px <= MAX_IMAGE_PIXELS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _ ("A PNG picture can have at most %d million pixels; %d × %d was requested; SVG and PDF have no such limit"),
               MAX_IMAGE_PIXELS / 1000000, picture->width_px, picture->height_px);
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
    return format != FORMAT_PNG || check_pixels (picture, error);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               format == FORMAT_PNG ? _ ("A PNG picture can be at most %d pixels wide and high; %d × %d was requested")
                                    : _ ("A picture can be at most %d pixels wide and high; %d × %d was requested"),
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
draw (const Picture *picture,
      cairo_t *cr)
{
  PangoContext *context = make_context ();
  g_autoptr (StrataPainter) painter = strata_painter_new (context);

  picture->draw (cr, painter, picture->data);
  g_object_unref (context);
}

static cairo_status_t
write_bytes (void *closure,
             const unsigned char *data,
             unsigned int n_bytes)
{
  Output *output = closure;

  if (g_cancellable_is_cancelled (output->cancellable))
    return CAIRO_STATUS_WRITE_ERROR;

  g_byte_array_append (output->bytes, data, n_bytes);
  return CAIRO_STATUS_SUCCESS;
}

/* In pixels, as requested; cairo's default would be points. */
static cairo_surface_t *
make_svg_surface (const Picture *picture,
                  Output *output)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (write_bytes, output, picture->width_px, picture->height_px);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

static cairo_surface_t *
make_surface (const Picture *picture,
              Format format,
              Output *output)
{
  switch (format)
    {
    case FORMAT_PNG:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, picture->width_px, picture->height_px);
    case FORMAT_SVG:
      return make_svg_surface (picture, output);
    case FORMAT_PDF:
      return cairo_pdf_surface_create_for_stream (write_bytes, output, picture->width_px, picture->height_px);
    }

  g_return_val_if_reached (NULL);
}

/* Draws into memory, so that a failure leaves no partial file. */
static gboolean
render (const Picture *picture,
        Format format,
        Output *output,
        GError **error)
{
  cairo_surface_t *surface = make_surface (picture, format, output);
  cairo_t *cr = cairo_create (surface);

  draw (picture, cr);

  cairo_status_t status = cairo_status (cr);

  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG)
    status = cairo_surface_write_to_png_stream (surface, write_bytes, output);

  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (g_cancellable_set_error_if_cancelled (output->cancellable, error))
    return FALSE;
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("The picture could not be drawn: %s"), cairo_status_to_string (status));
  return FALSE;
}

/**
 * strata_export_check:
 * @width_px: width of a picture
 * @height_px: height of the picture
 * @name: a name whose suffix chooses the format
 * @error: return location for an error
 *
 * Returns: whether a picture of this size and format can be made
 */
gboolean
strata_export_check (int width_px,
                     int height_px,
                     const char *name,
                     GError **error)
{
  const Picture picture = { .width_px = width_px, .height_px = height_px };
  Format format;

  return choose_format (name, &format, error) && check_size (&picture, format, error);
}

/**
 * strata_export_drawing:
 * @width_px: width of the picture
 * @height_px: height of the picture
 * @drawing: (scope call): draws it
 * @data: for @drawing
 * @name: a name whose suffix chooses the format
 * @cancellable: (nullable): cancels the drawing
 * @error: return location for an error
 *
 * Writes any drawing as PNG, SVG or PDF. Any thread may do so.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_export_drawing (int width_px,
                       int height_px,
                       StrataExportDraw drawing,
                       gpointer data,
                       const char *name,
                       GCancellable *cancellable,
                       GError **error)
{
  const Picture picture = { width_px, height_px, drawing, data };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Output output = { bytes, cancellable };
  Format format;

  if (!choose_format (name, &format, error) || !check_size (&picture, format, error) || !render (&picture, format, &output, error))
    return NULL;

  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}
