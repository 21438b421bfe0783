/* test-goldens.c - pictures compared with accepted ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <cairo.h>
#include <glib/gstdio.h>

#include "scene-fixture.h"
#include "strata-export.h"
#include "strata-scene.h"
#include "strata-session-area.h"
#include "strata-session-cursors.h"

/* Draw lists as text, and pictures. Different ones are written to the build folder under goldens/;
 * tests/accept-goldens copies them here after review. */

#define MAX_CHANNEL_DIFFERENCE 8
#define MAX_PIXEL_SHARE 0.001

typedef struct
{
  const char *name;
  StrataSpan span;
  double scroll_px;
  double scale;
  guint32 collapsed; /* STRATA_NONE for no group */
  const char *highlight;
  gboolean is_dark;
  const char *in_chain; /* a slice to select in the trace with a chain, or NULL for the other trace */
  const char *path_of;  /* a slice whose critical path is shown, in the trace with one, or NULL */
  StrataTrace *(*new_trace) (void);
  const char *selected; /* a slice to select, or NULL */
  StrataCounterMode mode;
  gboolean is_scale_shared;       /* of all counters */
  StrataViewOptions view_options; /* those of a new session if the clock is 0 */
  StrataLaneExtras shown;
  StrataSpan measured; /* where to put the cursors, if not empty */
  StrataSpan area;     /* the span to select in the first lanes, if not empty */
  guint pinned;        /* one bit per lane to pin */
  guint hidden;        /* one bit per lane to hide */
  StrataLaneHeight height;
  guint32 depth; /* 0 for all rows */
  gboolean is_high_contrast;
} Case;

static const Case cases[] = {
  { "whole", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE },
  { "one-frame", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, "inflate", FALSE },
  { "deep", { 1404000000, 1404000100 }, 0, 1, STRATA_NONE, NULL, TRUE },
  { "collapsed", { 0, 0 }, 0, 1, 3, NULL, TRUE },
  { "scrolled", { 1000000000, 1200000000 }, 95, 2, STRATA_NONE, "swap", FALSE },
  { "arrows", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, "answer" },
  { "arrows-to-edges", { 1700000, 5000000 }, 0, 1, 5, NULL, TRUE, "draw" },
  { "critical-path", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, NULL, "frame" },
  { "critical-path-near", { 1900000, 3200000 }, 0, 1, STRATA_NONE, NULL, TRUE, NULL, "frame" },
  { "machine", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new },
  { "machine-near", { 1900000, 5600000 }, 60, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_machine_trace_new, .shown = STRATA_LANE_EXTRA_ALL },
  { "machine-deep", { 5000000, 5000200 }, 0, 2, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new },
  { "machine-thread", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new, .selected = "call" },
  { "thread", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .selected = "AnrHelper" },
  { "machine-states", { 3000000, 9000000 }, 320, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new, .shown = STRATA_LANE_EXTRA_ALL },
  { "look-switches", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_NAME, TRUE } },
  { "look-switches-near", { 1000000, 11000000 }, 0, 1, STRATA_NONE, "a.b.View.draw (I)V", TRUE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_PACKAGE, TRUE } },
  { "look-cpu-clock", { 0, 0 }, 0, 1, STRATA_NONE, "e.Log.write ()V", FALSE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_CPU, STRATA_COLORING_TIME, FALSE } },
  { "look-process", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_PROCESS, FALSE } },
  { "look-category", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_CATEGORY, FALSE } },
  { "look-thread", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_THREAD, FALSE } },
  { "look-duration", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_look_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_DURATION, FALSE } },
  { "look-state", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_machine_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_STATE, FALSE } },
  { "contrast-light", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, FALSE, .is_high_contrast = TRUE },
  { "contrast-dark", { 1000000, 11000000 }, 0, 1, STRATA_NONE, NULL, TRUE, .is_high_contrast = TRUE, .new_trace = fixture_look_trace_new },
  { "contrast-selected", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .is_high_contrast = TRUE, .new_trace = fixture_machine_trace_new, .selected = "call" },
  { "look-idle", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new, .view_options = { STRATA_CLOCK_WALL, STRATA_COLORING_CATEGORY, FALSE } },
  { "counters", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_counters_trace_new },
  { "counters-shared", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_counters_trace_new, .is_scale_shared = TRUE },
  { "counters-change", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_counters_trace_new, .mode = STRATA_COUNTER_CHANGE },
  { "counters-rate", { 2000000, 4000000 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_counters_trace_new, .mode = STRATA_COUNTER_RATE },
  { "machine-rate", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new, .mode = STRATA_COUNTER_CHANGE, .is_scale_shared = TRUE },
  { "machine-closed", { 0, 0 }, 0, 1, 0, NULL, FALSE, .new_trace = fixture_machine_trace_new },
  { "ladder-tenth", { 1300000000, 1363000000 }, 0, 1, STRATA_NONE, NULL, FALSE },
  { "ladder-twentieth", { 1300000000, 1331000000 }, 0, 2, STRATA_NONE, NULL, TRUE },
  { "ladder-hundredth", { 1398000000, 1404300000 }, 0, 1, STRATA_NONE, NULL, FALSE },
  { "hour", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_hour_trace_new },
  { "hour-nanoseconds", { G_GINT64_CONSTANT (3599999999700), G_GINT64_CONSTANT (3600000000180) }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_hour_trace_new },
  { "hour-clamped", { G_GINT64_CONSTANT (3599999999998), G_GINT64_CONSTANT (3599999999999) }, 0, 2, STRATA_NONE, NULL, TRUE, .new_trace = fixture_hour_trace_new },
  { "measure", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, FALSE, .measured = { 1400000000, 1415000000 } },
  { "measure-narrow", { 1000000000, 1600000000 }, 0, 2, STRATA_NONE, NULL, TRUE, .measured = { 1590000000, 1586000000 } },
  { "pinned", { 1399000000, 1416000000 }, 60, 1, STRATA_NONE, "inflate", FALSE, .pinned = 1 << 5 | 1 << 2 },
  { "pinned-group", { 0, 0 }, 30, 2, STRATA_NONE, NULL, TRUE, .pinned = 1 << 9 },
  { "pinned-closed", { 0, 0 }, 0, 1, 3, NULL, FALSE, .pinned = 1 << 4 },
  { "hidden", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .hidden = 1 << 0 | 1 << 4 | 1 << 8 },
  { "compact", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, FALSE, .height = STRATA_LANE_HEIGHT_COMPACT },
  { "tall", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, TRUE, .height = STRATA_LANE_HEIGHT_TALL },
  { "machine-compact", { 0, 0 }, 0, 1, STRATA_NONE, NULL, TRUE, .new_trace = fixture_machine_trace_new, .height = STRATA_LANE_HEIGHT_COMPACT },
  { "machine-tall", { 0, 0 }, 0, 1, STRATA_NONE, NULL, FALSE, .new_trace = fixture_machine_trace_new, .height = STRATA_LANE_HEIGHT_TALL },
  { "shallow", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, FALSE, .depth = 1 },
  { "area", { 1399000000, 1416000000 }, 0, 1, STRATA_NONE, NULL, FALSE, .area = { 1402000000, 1500000000 } },
};

static guint32
find_slice (StrataTrace *trace,
            const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, slices->name[i]), name))
      return i;

  g_assert_not_reached ();
}

static StrataTrace *
make_trace (const Case *row)
{
  if (row->new_trace != NULL)
    return row->new_trace ();
  if (row->path_of != NULL)
    return fixture_path_trace_new ();

  return row->in_chain != NULL ? fixture_chain_trace_new () : fixture_trace_new ();
}

static void
set_counters (StrataSession *session,
              const Case *row)
{
  guint n_lanes;

  strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  for (guint32 i = 0; i < n_lanes; i++)
    {
      if (row->mode != STRATA_COUNTER_VALUE)
        strata_lanes_set_counter_mode (strata_session_get_lanes (session), i, row->mode);
      if (row->is_scale_shared)
        strata_lanes_set_scale_shared (strata_session_get_lanes (session), i, TRUE);
    }
}

static void
arrange (StrataSession *session,
         const Case *row)
{
  for (guint32 i = 0; i < 32; i++)
    {
      if ((row->pinned >> i & 1) != 0)
        strata_lanes_set_pinned (strata_session_get_lanes (session), i, TRUE);
      if ((row->hidden >> i & 1) != 0)
        strata_lanes_set_hidden (strata_session_get_lanes (session), i, TRUE);
    }

  if (row->height != STRATA_LANE_HEIGHT_INHERITED)
    strata_lanes_set_height (strata_session_get_lanes (session), STRATA_NONE, row->height);
  if (row->depth != 0)
    strata_lanes_set_depth (strata_session_get_lanes (session), STRATA_NONE, row->depth);
}

static StrataSession *
make_session (const Case *row)
{
  g_autoptr (StrataTrace) trace = make_trace (row);
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 480);
  set_counters (session, row);
  if (row->view_options.clock != 0)
    strata_view_set_options (strata_session_get_view (session), row->view_options);
  if (row->span.end_ns != 0)
    strata_view_show_span (strata_session_get_view (session), row->span, 0.0);
  if (row->in_chain != NULL)
    strata_session_select (session, (StrataItem){ STRATA_ITEM_SLICE, find_slice (trace, row->in_chain), STRATA_NONE, 1 });
  if (row->selected != NULL)
    strata_session_select (session, (StrataItem){ STRATA_ITEM_SLICE, find_slice (trace, row->selected), STRATA_NONE, 1 });
  if (row->path_of != NULL)
    {
      strata_session_select (session, (StrataItem){ STRATA_ITEM_SLICE, find_slice (trace, row->path_of), STRATA_NONE, 1 });
      g_assert_true (strata_selection_show_path_now (strata_session_get_selection (session)));
    }
  if (row->shown != 0)
    strata_lanes_set_shown (strata_session_get_lanes (session), row->shown);
  if (row->measured.begin_ns != row->measured.end_ns)
    {
      strata_session_set_cursor (session, STRATA_CURSOR_A, row->measured.begin_ns);
      strata_session_set_cursor (session, STRATA_CURSOR_B, row->measured.end_ns);
    }
  if (row->area.begin_ns != row->area.end_ns)
    strata_session_set_area (session, row->area, 0, 3);
  arrange (session, row);
  if (row->collapsed != STRATA_NONE)
    strata_lanes_set_collapsed (strata_session_get_lanes (session), row->collapsed, TRUE);
  if (row->highlight != NULL)
    {
      guint32 name = strata_string_pool_lookup (strata_trace_get_strings (trace), row->highlight);

      strata_selection_set_highlight (strata_session_get_selection (session), name);
      strata_selection_find_highlighted_now (strata_session_get_selection (session));

      const StrataHighlight *highlight = strata_selection_get_highlighted (strata_session_get_selection (session));

      g_assert_cmpuint (highlight->n_slices, >, 0);
      strata_session_select (session, (StrataItem){ STRATA_ITEM_SLICE, highlight->slices[0], STRATA_NONE, 1 });
    }

  return session;
}

static const StrataPalette *
get_palette (const Case *row)
{
  if (row->is_high_contrast)
    return strata_palette_get_contrast (row->is_dark);

  return row->is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
}

static char *
get_out_path (const char *name)
{
  g_autofree char *folder = g_build_filename (g_test_get_dir (G_TEST_BUILT), "goldens", NULL);

  g_mkdir_with_parents (folder, 0755);
  return g_build_filename (folder, name, NULL);
}

static char *
print_scene (StrataSession *session,
             const Case *row)
{
  typedef void (*Build) (StrataSession *, const StrataSceneRegion *, const StrataPalette *, StrataDrawList *);

  static const Build builds[] = { strata_scene_build_overview, strata_scene_build_ruler, strata_scene_build_lanes, NULL, strata_scene_build_marks };
  const StrataPalette *palette = get_palette (row);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (builds); i++)
    {
      const double height_px = i == 0 ? STRATA_SCENE_OVERVIEW_PX : i == 1 ? STRATA_SCENE_RULER_PX
                                                                          : 320;
      const double pinned_px = i < 2 ? 0 : strata_lanes_get_pinned_px (strata_session_get_lanes (session));
      const StrataSceneRegion frame = { 600, height_px, 120, i < 2 ? 0 : row->scroll_px, row->scale, pinned_px, STRATA_FRAME_ALL };
      StrataSceneRegion parts[2];
      const guint n_parts = strata_frame_split (&frame, parts);

      for (guint k = 0; k < n_parts; k++)
        {
          double begin_px;
          double end_px;

          if (builds[i] != NULL)
            builds[i](session, &parts[k], palette, list);
          else if (!strata_scene_build_dims (session, &parts[k], palette, list, &begin_px, &end_px))
            continue;

          g_autofree char *part = strata_draw_list_to_string (list);

          g_string_append (text, part);
        }
    }

  return g_string_free (text, FALSE);
}

static void
test_text (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataSession) session = make_session (row);
  g_autofree char *name = g_strconcat (row->name, ".txt", NULL);
  g_autofree char *golden_path = g_test_build_filename (G_TEST_DIST, "scene", "goldens", name, NULL);
  g_autofree char *out_path = get_out_path (name);
  g_autofree char *text = print_scene (session, row);
  g_autofree char *golden = NULL;

  g_file_set_contents (out_path, text, -1, &error);
  g_assert_no_error (error);
  g_file_get_contents (golden_path, &golden, NULL, NULL);
  if (g_strcmp0 (text, golden) != 0)
    {
      g_test_message ("diff %s %s", golden_path, out_path);
      g_test_fail ();
      return;
    }

  g_unlink (out_path);
}

static double
get_difference (cairo_surface_t *a,
                cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a);
  int height = cairo_image_surface_get_height (a);
  guint n_different = 0;

  if (cairo_image_surface_get_width (b) != width || cairo_image_surface_get_height (b) != height)
    return 1.0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const guchar *pixel_a = cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a) + 4 * x;
        const guchar *pixel_b = cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b) + 4 * x;

        for (int channel = 0; channel < 3; channel++)
          if (ABS (pixel_a[channel] - pixel_b[channel]) > MAX_CHANNEL_DIFFERENCE)
            {
              n_different++;
              break;
            }
      }

  return (double) n_different / MAX (width * height, 1);
}

static void
test_picture (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataSession) session = make_session (row);
  StrataExportOptions options = { row->span, 700, 420, get_palette (row) };
  g_autofree char *name = g_strconcat (row->name, ".png", NULL);
  g_autofree char *golden_path = g_test_build_filename (G_TEST_DIST, "scene", "goldens", name, NULL);
  g_autofree char *out_path = get_out_path (name);

  strata_export (session, &options, out_path, &error);
  g_assert_no_error (error);

  cairo_surface_t *out = cairo_image_surface_create_from_png (out_path);
  cairo_surface_t *golden = cairo_image_surface_create_from_png (golden_path);

  g_assert_cmpint (cairo_surface_status (out), ==, CAIRO_STATUS_SUCCESS);
  if (cairo_surface_status (golden) != CAIRO_STATUS_SUCCESS || get_difference (out, golden) > MAX_PIXEL_SHARE)
    {
      g_test_message ("compare %s %s", golden_path, out_path);
      g_test_fail ();
    }
  else
    g_unlink (out_path);

  cairo_surface_destroy (out);
  cairo_surface_destroy (golden);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  /* All different ones are reported at once. */
  g_test_set_nonfatal_assertions ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("/goldens/text/%s", cases[i].name);
      g_autofree char *picture = g_strdup_printf ("/goldens/picture/%s", cases[i].name);

      g_test_add_data_func (text, &cases[i], test_text);
      if (cases[i].scale == 1)
        g_test_add_data_func (picture, &cases[i], test_picture);
    }

  return g_test_run ();
}
