/* strata-cmd-thumbnail.c - strata-cli thumbnail: a small picture for file managers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-draw-list.h"
#include "strata-export.h"
#include "strata-opening.h"
#include "strata-replace.h"
#include "strata-scene.h"

/* File managers create many thumbnails and wait for none: a file that is too large or takes too
 * long gets none. */

#define DEFAULT_SIZE_PX 256
#define MIN_SIZE_PX 16
#define MAX_SIZE_PX 2048
#define MOST_FILE_BYTES (G_GINT64_CONSTANT (1) << 30)
#define MOST_SECONDS 10

/* Lanes are drawn larger than displayed, so that several fit. */
#define SHRINK 2

typedef struct
{
  StrataDrawList *list; /* borrowed */
} Drawing;

static void
draw (cairo_t *cr,
      StrataPainter *painter,
      gpointer data)
{
  const Drawing *drawing = data;

  cairo_scale (cr, 1.0 / SHRINK, 1.0 / SHRINK);
  strata_painter_draw (painter, cr, drawing->list);
}

static gboolean
write_bytes (GOutputStream *stream,
             gpointer data,
             GError **error)
{
  GBytes *bytes = data;

  return g_output_stream_write_all (stream, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, NULL, error);
}

static gboolean
write_picture (StrataTrace *trace,
               int size_px,
               const char *path,
               GError **error)
{
  const int height_px = size_px * 3 / 4;
  const StrataSceneRegion region = { .width_px = size_px * SHRINK, .height_px = height_px * SHRINK, .scale = 1, .part = STRATA_FRAME_ALL };
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  Drawing drawing = { list };

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_opening_arrange (session);
  strata_view_set_width (strata_session_get_view (session), region.width_px);
  strata_view_show_all (strata_session_get_view (session));
  strata_scene_build_lanes (session, &region, strata_palette_get_light (), list);

  g_autoptr (GBytes) bytes = strata_export_drawing (size_px, height_px, draw, &drawing, "thumbnail.png", NULL, error);

  return bytes != NULL && strata_replace_path (path, write_bytes, bytes, error);
}

/* Ends the program, whatever it is doing. */
static gpointer
give_up (gpointer unused)
{
  g_usleep (MOST_SECONDS * G_USEC_PER_SEC);
  g_printerr ("strata-cli: %s\n", _ ("this takes too long for a thumbnail"));
  _exit (STRATA_EXIT_BAD_INPUT);
  return NULL;
}

static gboolean
is_too_large (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL && g_file_info_get_size (info) > MOST_FILE_BYTES;
}

static StrataExit
run_thumbnail (const StrataCommand *command,
               char **arguments)
{
  g_autofree char *output = NULL;
  int size_px = DEFAULT_SIZE_PX;
  const StrataLoadOptions load = { .max_bytes = MOST_FILE_BYTES };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write the PNG to this file"), N_ ("FILE") },
    { "size", 's', 0, G_OPTION_ARG_INT, &size_px, N_ ("Width in pixels; default 256"), N_ ("PIXELS") },
    { NULL },
  };
  g_auto (GStrv) files = NULL;
  g_autoptr (GError) error = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;
  if (output == NULL)
    return strata_command_fail_usage (command, _ ("missing -o: give the file to write"));
  if (size_px < MIN_SIZE_PX || size_px > MAX_SIZE_PX)
    return strata_command_fail_usage (command, _ ("--size %d: expected a number from %d to %d"), size_px, MIN_SIZE_PX, MAX_SIZE_PX);
  if (strata_command_would_overwrite (files[0], output))
    return strata_command_fail_overwriting (command, output);
  if (is_too_large (files[0]))
    {
      strata_command_note (files[0], "%s", _ ("this is too large for a thumbnail"));
      return STRATA_EXIT_BAD_INPUT;
    }

  g_thread_unref (g_thread_new ("give-up", give_up, NULL));

  g_autoptr (StrataTrace) trace = strata_command_load_with (files[0], &load);

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  return write_picture (trace, size_px, output, &error) ? STRATA_EXIT_DONE : strata_command_fail (error);
}

const StrataCommand strata_command_thumbnail = {
  .name = "thumbnail",
  .arguments = "FILE",
  .summary = N_ ("Write a small picture of FILE for file managers, or fail after 10 s"),
  .run = run_thumbnail,
};
