/* test-view-export.c - exports the visible timeline as tables and pictures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "strata-export.h"
#include "strata-scene.h"
#include "strata-session-area.h"
#include "strata-trace-builder.h"
#include "strata-view-export.h"

#include "ui-fixture.h"

/* Two threads with nested calls each millisecond, a counter and states. */
#define N_MS 100

static StrataTrace *
make_trace (guint n_ms)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  const guint32 outer = strata_string_pool_intern (strings, "outer", 5);
  const guint32 inner = strata_string_pool_intern (strings, "inner", 5);
  const guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, -1, strata_string_pool_intern (strings, "heap", 4));

  for (gint64 i = 0; i < n_ms; i++)
    {
      const gint64 time_ns = i * 1000000;

      for (guint32 tid = 1; tid <= 2; tid++)
        {
          const guint32 thread = strata_trace_builder_get_thread (builder, tid);

          strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, outer, STRATA_ATTRS_NONE);
          strata_trace_builder_begin_slice (builder, thread, time_ns + 100000, STRATA_NO_TIME, inner, STRATA_ATTRS_NONE);
          strata_trace_builder_end_slice (builder, thread, time_ns + 200000, STRATA_NO_TIME, 0);
          strata_trace_builder_end_slice (builder, thread, time_ns + 900000, STRATA_NO_TIME, 0);
        }

      strata_trace_builder_add_sample (builder, counter, time_ns, i);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static char *
export_text (StrataSession *session,
             StrataViewRowsOf what)
{
  g_autoptr (StrataTableRows) rows = strata_view_rows_new (session, what);

  return strata_table_rows_dup_text (rows, STRATA_TABLE_CSV);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  while ((text = strchr (text, '\n')) != NULL)
    {
      text++;
      n++;
    }

  return n;
}

static void
show (StrataSession *session,
      gint64 begin_ns,
      gint64 end_ns)
{
  strata_view_set_width (strata_session_get_view (session), 1000);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ begin_ns, end_ns }, 0.0);
}

static void
test_view (void)
{
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);

  show (session, 10150000, 11050000);

  g_autofree char *slices = export_text (session, STRATA_VIEW_SLICES);
  g_autofree char *samples = export_text (session, STRATA_VIEW_COUNTERS);
  g_autofree char *states = export_text (session, STRATA_VIEW_STATES);

  /* both overlapping outer calls and the inner call that began before, of both threads */
  g_assert_true (g_str_has_prefix (slices, "ts_ns,dur_ns,self_ns,cpu_ns,pid,tid,process,thread,depth,name,level,tags,category,chain,args,flags\n10000000,900000,800000,,"));
  g_assert_cmpuint (count_lines (slices), ==, 1 + 6);
  g_assert_cmpstr (samples, ==, "ts_ns,pid,name,value\n11000000,,heap,11\n");
  g_assert_true (g_str_has_prefix (states, "tid,thread,ts_ns,dur_ns,state,cpu,machine,waker_tid,blocked_function,io_wait\n"));
}

static guint32
find_lane (StrataSession *session,
           guint32 thread)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  const StrataTrack *tracks = strata_trace_get_tracks (strata_session_get_trace (session), NULL);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_THREAD && tracks[lanes[i].index].thread == thread)
      return i;

  return STRATA_NONE;
}

/* Only the lanes and the time of an area. */
static void
test_area (void)
{
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const guint32 lane = find_lane (session, 1);
  g_auto (StrataShown) shown = { 0 };

  g_assert_cmpuint (lane, !=, STRATA_NONE);
  strata_session_set_area (session, (StrataSpan){ 5000000, 6000000 }, lane, lane);
  strata_session_get_shown (session, &shown);
  g_assert_true (shown.is_area);
  g_assert_cmpuint (shown.n_tracks, ==, 1);
  g_assert_cmpuint (shown.n_counters, ==, 0);

  g_autofree char *slices = export_text (session, STRATA_VIEW_SLICES);
  g_autofree char *samples = export_text (session, STRATA_VIEW_COUNTERS);

  g_assert_cmpuint (count_lines (slices), ==, 1 + 2);
  g_assert_cmpuint (count_lines (samples), ==, 1);
  g_assert_nonnull (strstr (slices, "\n5000000,900000,800000,,,2,"));
}

/* A million rows are found and written in steps, and each step checks for cancellation. */
static void
test_cancel (void)
{
  g_autoptr (StrataTrace) trace = make_trace (2000);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  show (session, 0, 2000 * G_GINT64_CONSTANT (1000000));

  g_autoptr (StrataTableRows) rows = strata_view_rows_new (session, STRATA_VIEW_SLICES);

  g_cancellable_cancel (cancellable);
  g_assert_false (strata_table_rows_write (rows, stream, STRATA_TABLE_JSON, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The result of an export. */
typedef struct
{
  GMainLoop *loop;
  gboolean is_written;
} Outcome;

static void
on_exported (const GError *error,
             gpointer user_data)
{
  Outcome *outcome = user_data;

  outcome->is_written = error == NULL;
  g_main_loop_quit (outcome->loop);
}

static gboolean
export_picture (StrataSession *session,
                GFile *file)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Outcome outcome = { loop, FALSE };
  GtkWidget *from = g_object_ref_sink (gtk_label_new (NULL));

  strata_view_export_picture (from, session, strata_palette_get_dark (), file, on_exported, &outcome);
  g_main_loop_run (loop);
  g_object_unref (from);
  return outcome.is_written;
}

static void
test_pictures (void)
{
  static const struct
  {
    const char *name;
    const char *begin;
  } cases[] = {
    { "view.png", "\x89PNG" },
    { "view.svg", "<?xml" },
    { "view.pdf", "%PDF" },
  };
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);

  show (session, 10000000, 20000000);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) file = fixture_write (cases[i].name, "before");
      g_autofree char *content = NULL;

      g_assert_true (export_picture (session, file));
      g_assert_true (g_file_load_contents (file, NULL, &content, NULL, NULL, NULL));
      g_assert_true (g_str_has_prefix (content, cases[i].begin));
    }

  g_assert_cmpint (strata_viewport_get_span (strata_session_get_viewport (session)).begin_ns, ==, 10000000);
}

/* An unknown suffix is reported at once, and no file is written. */
static void
test_strange_picture (void)
{
  const StrataExportOptions options = { .width_px = 1000 };
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (GError) error = NULL;

  g_assert_null (strata_export_picture_new (session, &options, "view.gif", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
}

/* The height of an SVG, from its first lines. */
static int
get_picture_height_px (StrataSession *session,
                       gboolean is_of_area)
{
  const StrataExportOptions options = { .width_px = 1000, .is_of_area = is_of_area };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = strata_export_to_bytes (session, &options, "view.svg", &error);

  g_assert_no_error (error);

  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  const char *height = strstr (text, "height=\"");

  g_assert_nonnull (height);
  return atoi (height + strlen ("height=\""));
}

/* A picture of an area contains only its lanes. */
static void
test_area_picture (void)
{
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const guint32 lane = find_lane (session, 1);
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);

  show (session, 10000000, 20000000);

  const int all_px = get_picture_height_px (session, TRUE);

  strata_session_set_area (session, (StrataSpan){ 5000000, 6000000 }, lane, lane);
  g_assert_cmpint (get_picture_height_px (session, TRUE), ==, STRATA_SCENE_RULER_PX + lanes[lane].height_px);
  g_assert_cmpint (get_picture_height_px (session, FALSE), ==, all_px);
  g_assert_cmpint (all_px, ==, STRATA_SCENE_RULER_PX + strata_lanes_get_height_px (strata_session_get_lanes (session)));
}

/* A cancelled picture is not encoded; drawing reports progress. */
static void
test_cancel_picture (void)
{
  const StrataExportOptions options = { .width_px = 1000 };
  g_autoptr (StrataTrace) trace = make_trace (N_MS);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    {
      static const char *const names[] = { "view.png", "view.svg", "view.pdf" };
      g_autoptr (StrataExportPicture) picture = strata_export_picture_new (session, &options, names[i], &error);
      StrataProgress progress = { 0 };

      g_assert_no_error (error);
      g_cancellable_reset (cancellable);

      g_autoptr (GBytes) whole = strata_export_picture_draw (picture, &progress, cancellable, &error);

      g_assert_no_error (error);
      g_assert_nonnull (whole);
      g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.8, 1e-9);
      g_cancellable_cancel (cancellable);
      g_assert_null (strata_export_picture_draw (picture, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-export/view", test_view);
  g_test_add_func ("/view-export/area", test_area);
  g_test_add_func ("/view-export/cancel", test_cancel);
  g_test_add_func ("/view-export/pictures", test_pictures);
  g_test_add_func ("/view-export/strange-picture", test_strange_picture);
  g_test_add_func ("/view-export/area-picture", test_area_picture);
  g_test_add_func ("/view-export/cancel-picture", test_cancel_picture);

  return g_test_run ();
}
