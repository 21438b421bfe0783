/* test-export.c - pictures as files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "scene-fixture.h"
#include "strata-export.h"

typedef struct
{
  StrataSession *session;
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();

  fixture->session = strata_session_new (trace);
  fixture->folder = g_dir_make_tmp ("strata-export-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_object_unref (fixture->session);
}

static GBytes *export(Fixture *fixture,
                      const char *name,
                      StrataExportOptions options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  char *data = NULL;
  gsize n_bytes = 0;

  strata_export (fixture->session, &options, path, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &data, &n_bytes, &error);
  g_assert_no_error (error);
  g_unlink (path);

  return g_bytes_new_take (data, n_bytes);
}

typedef struct
{
  const char *name;
  const char *magic;
} Format;

static void
test_formats (Fixture *fixture,
              gconstpointer data)
{
  static const Format formats[] = { { "a.png", "\x89PNG" }, { "a.svg", "<?xml" }, { "A.PDF", "%PDF" } };
  StrataExportOptions options = { .width_px = 700, .palette = strata_palette_get_light () };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GBytes) bytes = export(fixture, formats[i].name, options);

      g_assert_cmpuint (g_bytes_get_size (bytes), >, 1000);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), strlen (formats[i].magic), formats[i].magic, strlen (formats[i].magic));
    }
}

/* Vector pictures have the requested size, and stay vectors. */
static void
test_svg (Fixture *fixture,
          gconstpointer data)
{
  StrataExportOptions options = { .width_px = 700, .height_px = 300, .palette = strata_palette_get_light () };
  g_autoptr (GBytes) bytes = export(fixture, "a.svg", options);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_nonnull (strstr (text, "viewBox=\"0 0 700 300\""));
  g_assert_nonnull (strstr (text, "width=\"700px\""));
  g_assert_null (strstr (text, "<image"));
}

/* The same trace yields the same picture, and the user's view stays. */
static void
test_repeatable (Fixture *fixture,
                 gconstpointer data)
{
  StrataExportOptions options = { { 1100000000, 1200000000 }, 700, 300, strata_palette_get_dark () };

  strata_view_set_width (strata_session_get_view (fixture->session), 333);
  strata_view_zoom_at (strata_session_get_view (fixture->session), 100, 3);

  StrataViewport before = *strata_session_get_viewport (fixture->session);
  g_autoptr (GBytes) first = export(fixture, "a.png", options);
  g_autoptr (GBytes) second = export(fixture, "b.png", options);

  g_assert_true (g_bytes_equal (first, second));
  g_assert_cmpmem (&before, sizeof before, strata_session_get_viewport (fixture->session), sizeof before);
}

typedef struct
{
  const char *name;
  int width_px;
  int height_px;
  const char *sentence;
} Refusal;

static void
test_refusals (Fixture *fixture,
               gconstpointer data)
{
  static const Refusal refusals[] = {
    { "a.gif", 100, 100, "does not end in .png, .svg or .pdf" },
    { "a", 100, 100, "does not end in .png, .svg or .pdf" },
    { "a.png", 40000, 100, "at most 32767 pixels" },
    { "a.png", 100, 32768, "at most 32767 pixels" },
    { "a.png", 30000, 30000, "at most 100 million pixels" },
    { "a.svg", 100, 5000000, "at most 4000000 pixels" },
    { "a.pdf", 100, 400000, "at most 32767 pixels" },
    { "a.png", 3, 100, "at least 64 pixels" },
    { "no/such/folder/a.png", 100, 100, "No such file" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_build_filename (fixture->folder, refusals[i].name, NULL);
      StrataExportOptions options = { { 0, 0 }, refusals[i].width_px, refusals[i].height_px, NULL };

      g_assert_false (strata_export (fixture->session, &options, path, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, refusals[i].sentence));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

static void
test_empty_trace (Fixture *fixture,
                  gconstpointer data)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  Fixture empty = { session, fixture->folder };
  StrataExportOptions options = { .width_px = 300 };
  g_autoptr (GBytes) bytes = export(&empty, "empty.png", options);

  g_assert_cmpuint (g_bytes_get_size (bytes), >, 100);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/export/formats", Fixture, NULL, set_up, test_formats, tear_down);
  g_test_add ("/export/svg", Fixture, NULL, set_up, test_svg, tear_down);
  g_test_add ("/export/repeatable", Fixture, NULL, set_up, test_repeatable, tear_down);
  g_test_add ("/export/refusals", Fixture, NULL, set_up, test_refusals, tear_down);
  g_test_add ("/export/empty-trace", Fixture, NULL, set_up, test_empty_trace, tear_down);

  return g_test_run ();
}
