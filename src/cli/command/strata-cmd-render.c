/* strata-cmd-render.c - strata-cli render: draws the timeline, or writes a table of it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-export.h"
#include "strata-finding-notes.h"
#include "strata-main-span.h"
#include "strata-replace.h"
#include "strata-session-area.h"
#include "strata-session.h"
#include "strata-span-option.h"
#include "strata-view-rows.h"

/* Writes the content of a picture of the timeline as a table. */

#define STRATA_RENDER_ROWS_HELP "slices|counters|states"

static const char *const kinds[] = {
  [STRATA_VIEW_SLICES] = "slices",
  [STRATA_VIEW_COUNTERS] = "counters",
  [STRATA_VIEW_STATES] = "states",
};

static gboolean
find_kind (const char *name,
           StrataViewRowsOf *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (name == NULL || g_str_equal (kinds[i], name))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}

/* Whether there are such rows; NULL means slices. */
static gboolean
render_rows_is_kind (const char *kind)
{
  StrataViewRowsOf what;

  return find_kind (kind, &what);
}

/* Whether the suffix of a file selects a table. */
static gboolean
render_rows_is_table (const char *path)
{
  StrataTableStyle style;

  return strata_table_style_from_name (path, &style);
}

typedef struct
{
  StrataTableRows *rows; /* owned */
  StrataTableStyle style;
} Table;

static gboolean
write_table (GOutputStream *stream,
             gpointer data,
             GError **error)
{
  const Table *table = data;

  return strata_table_rows_write (table->rows, stream, table->style, NULL, NULL, error);
}

/* An area keeps the exact span; a view would fit it to its pixels. */
static void
show (StrataSession *session,
      StrataSpan span)
{
  const StrataLanes *lanes = strata_session_get_lanes (session);
  guint n_lanes;

  strata_lanes_get (lanes, &n_lanes);
  if (n_lanes > 0)
    strata_session_set_area (session, span, strata_lanes_get_at_place (lanes, 0), strata_lanes_get_at_place (lanes, n_lanes - 1));
}

/* Writes the rows in @span on the lanes, with the columns of strata-cli list. */
static gboolean
render_rows_write (StrataSession *session,
                   StrataSpan span,
                   const char *kind,
                   const char *path,
                   GError **error)
{
  StrataViewRowsOf what = STRATA_VIEW_SLICES;
  Table table;

  find_kind (kind, &what);
  strata_table_style_from_name (path, &table.style);
  show (session, span);
  table.rows = strata_view_rows_new (session, what);

  const gboolean is_written = strata_replace_path (path, write_table, &table, error);

  strata_table_rows_free (table.rows);
  return is_written;
}

#define DEFAULT_WIDTH_PX 1600
#define MIN_SIZE_PX 64
#define MAX_SIZE_PX 32767

typedef struct
{
  char *output;
  char *span;
  char *size;
  char *lanes;
  char *select;
  char *rows;
  gboolean has_path;
  gboolean has_vsync;
  gboolean is_dark;
  StrataInputOptions input;
} Options;

static gboolean
parse_pixels (const char *text,
              int *pixels)
{
  gint64 value;

  if (!g_ascii_string_to_signed (text, 10, MIN_SIZE_PX, MAX_SIZE_PX, &value, NULL))
    return FALSE;

  *pixels = (int) value;
  return TRUE;
}

/* "1600x900", or "1600" for the height that the lanes need. */
static gboolean
parse_size (const char *text,
            StrataExportOptions *options)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 2);

  if (parts[0] == NULL || !parse_pixels (parts[0], &options->width_px))
    return FALSE;

  return parts[1] == NULL || parse_pixels (parts[1], &options->height_px);
}

static gboolean
has_picture_suffix (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".png") || g_str_has_suffix (lower, ".svg") || g_str_has_suffix (lower, ".pdf");
}

static gboolean
export_picture (StrataSession *session,
                const StrataExportOptions *picture,
                const char *path,
                GError **error)
{
  if (strata_export (session, picture, path, error))
    return TRUE;

  g_autofree char *name = g_filename_display_name (path);

  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

static StrataExit
export_session (StrataSession *session,
                const StrataExportOptions *picture,
                const Options *options)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_written = render_rows_is_table (options->output) ? render_rows_write (session, picture->span, options->rows, options->output, &error) : export_picture (session, picture, options->output, &error);

  return is_written ? STRATA_EXIT_DONE : strata_command_fail (error);
}

static StrataExit
render_file (const StrataCommand *command,
             const char *file,
             const Options *options,
             StrataExportOptions *picture)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (file, &options->input);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  const StrataSpan main_span = strata_trace_find_main_span (trace, NULL);
  StrataSpan span = options->span == NULL && !render_rows_is_table (options->output) ? main_span : strata_trace_get_span (trace);

  if (!strata_span_option_parse (options->span, file, &span, &error))
    return strata_command_fail_usage (command, "%s", error->message);
  if (options->span != NULL && span.begin_ns == span.end_ns)
    return strata_command_fail_usage (command, _ ("“%s” is empty: there is nothing to draw"), options->span);

  /* pictures leave out lanes where hardly anything happens; a table has them all */
  const char *lanes = options->lanes == NULL && render_rows_is_table (options->output) ? "*" : options->lanes;
  g_autoptr (StrataSession) session = strata_session_new (trace);

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_view_set_width (strata_session_get_view (session), picture->width_px);
  if (strata_finding_notes_apply (session) && options->span == NULL)
    span = strata_viewport_get_span (strata_session_get_viewport (session));
  strata_view_set_vsync_shown (strata_session_get_view (session), options->has_vsync);
  picture->span = span;
  if (lanes != NULL && !strata_lanes_check_filter (lanes, &error))
    return strata_command_fail_usage (command, "%s", error->message);
  if (lanes != NULL && strata_lanes_filter (strata_session_get_lanes (session), lanes) == 0 && options->lanes != NULL)
    return strata_command_fail_usage (command, _ ("no lane is called “%s”"), lanes);
  if (options->select != NULL && !strata_session_select_longest (session, options->select, span))
    return strata_command_fail_usage (command, _ ("there is no slice “%s” in that time"), options->select);

  strata_selection_find_highlighted_now (strata_session_get_selection (session));
  if (options->has_path && !strata_selection_show_path_now (strata_session_get_selection (session)))
    return strata_command_fail_usage (command, _ ("the trace does not contain what that slice was waiting for; remove --critical-path"));

  return export_session (session, picture, options);
}

/* Why the options do not fit the file, or %NULL. */
static const char *
find_misfit (const Options *self)
{
  const gboolean is_of_picture = self->size != NULL || self->select != NULL || self->has_path || self->has_vsync || self->is_dark;

  if (render_rows_is_table (self->output))
    return is_of_picture ? _ ("--size, --select, --critical-path, --vsync and --dark work only with pictures") : NULL;

  return self->rows != NULL ? _ ("--rows works only with tables: .csv, .tsv or .json") : NULL;
}

static StrataExit
run_render (const StrataCommand *command,
            char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file; .png, .svg or .pdf for a picture, .csv, .tsv or .json for a table"), N_ ("FILE") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span, N_ ("Draw this span of time"), "A..B" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size, N_ ("Size in pixels; without a height, as high as the lanes need"), "WxH" },
    { "lanes", 0, 0, G_OPTION_ARG_STRING, &options.lanes, N_ ("Draw only lanes or groups whose titles match, such as “CPU*,RenderThread”"), N_ ("PATTERNS") },
    { "select", 0, 0, G_OPTION_ARG_STRING, &options.select, N_ ("Select the longest slice of this name and highlight all of them"), N_ ("NAME") },
    { "critical-path", 0, 0, G_OPTION_ARG_NONE, &options.has_path, N_ ("With --select, show what that slice was waiting for"), NULL },
    { "vsync", 0, 0, G_OPTION_ARG_NONE, &options.has_vsync, N_ ("Show the VSYNCs as stripes"), NULL },
    { "rows", 0, 0, G_OPTION_ARG_STRING, &options.rows, N_ ("What the rows of a table are"), STRATA_RENDER_ROWS_HELP },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_ ("Use the dark colours"), NULL },
    STRATA_INPUT_ENTRIES (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;
  g_autoptr (GError) error = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files))
    return STRATA_EXIT_BAD_USAGE;

  StrataExportOptions picture = {
    .width_px = DEFAULT_WIDTH_PX,
    .palette = options.is_dark ? strata_palette_get_dark () : strata_palette_get_light (),
  };

  if (options.output == NULL)
    return strata_command_fail_usage (command, _ ("missing -o: give the file to write"));

  g_autofree char *shown = g_filename_display_name (options.output);

  if (!has_picture_suffix (options.output) && !render_rows_is_table (options.output))
    return strata_command_fail_usage (command, _ ("“%s” does not end in .png, .svg or .pdf, nor in .csv, .tsv or .json"), shown);
  if (find_misfit (&options) != NULL)
    return strata_command_fail_usage (command, "%s", find_misfit (&options));
  if (!render_rows_is_kind (options.rows))
    return strata_command_fail_usage (command, _ ("--rows %s: expected slices, counters or states"), options.rows);
  if (strata_command_would_overwrite (files[0], options.output))
    return strata_command_fail_overwriting (command, options.output);
  if (options.has_path && options.select == NULL)
    return strata_command_fail_usage (command, _ ("--critical-path needs --select"));
  if (options.size != NULL && !parse_size (options.size, &picture))
    return strata_command_fail_usage (command, _ ("--size %s: expected two numbers from %d to %d, such as 1600x900"), options.size, MIN_SIZE_PX, MAX_SIZE_PX);
  if (options.size != NULL && !strata_export_check (picture.width_px, picture.height_px, options.output, &error))
    return strata_command_fail_usage (command, "%s", error->message);

  return render_file (command, files[0], &options, &picture);
}

const StrataCommand strata_command_render = {
  .name = "render",
  .arguments = "FILE",
  .summary = N_ ("Draw the timeline of FILE as a picture, or write what it shows as a table"),
  .description = STRATA_SPAN_HELP,
  .run = run_render,
};
