/* test-bookmarks.c - bookmarks, notes and the kept state of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <utime.h>

#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "strata-bookmarks-pane.h"
#include "strata-loader.h"
#include "strata-notes-file.h"
#include "strata-notes-merge.h"
#include "strata-resources.h"
#include "strata-session-bookmarks.h"
#include "strata-state-lock.h"
#include "strata-state-prune.h"
#include "strata-trace-builder.h"
#include "strata-trace-files.h"
#include "strata-trace-state.h"

/* Far more than any step takes, so that a loaded machine does not matter. */
#define PATIENCE_S 60

static StrataTrace *
make_trace (gint64 shift_ns)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  const guint32 frame = strata_string_pool_intern (strings, "frame", 5);
  const guint32 thread = strata_trace_builder_get_thread (builder, 7);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (int i = 0; i < 10; i++)
    {
      strata_trace_builder_begin_slice (builder, thread, shift_ns + i * 1000, STRATA_NO_TIME, frame, STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, shift_ns + i * 1000 + 800, STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static StrataSession *
make_session (gint64 shift_ns)
{
  g_autoptr (StrataTrace) trace = make_trace (shift_ns);

  return strata_session_new (trace);
}

static void
count (guint *counter)
{
  (*counter)++;
}

static void
test_session (void)
{
  g_autoptr (StrataSession) session = make_session (0);
  guint n_changes = 0;
  guint n_bookmarks;

  g_signal_connect_swapped (strata_session_get_marks (session), "bookmarks-changed", G_CALLBACK (count), &n_changes);
  g_assert_cmpuint (strata_session_add_bookmark (session, 5000, STRATA_NONE, "later"), ==, 0);
  g_assert_cmpuint (strata_session_add_bookmark (session, 99999999, STRATA_NONE, "end"), ==, 1);
  g_assert_cmpuint (strata_session_add_bookmark (session, 0, 2, "third frame"), ==, 0);
  g_assert_cmpuint (n_changes, ==, 3);

  /* One bookmark per place: adding another there changes its note. */
  g_assert_cmpuint (strata_session_add_bookmark (session, 0, 2, "still the third"), ==, 0);
  strata_marks_set_note (strata_session_get_marks (session), 0, "still the third");
  g_assert_cmpuint (n_changes, ==, 4);

  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  g_assert_cmpuint (n_bookmarks, ==, 3);
  g_assert_cmpint (bookmarks[0].time_ns, ==, 2000);
  g_assert_cmpstr (bookmarks[0].note, ==, "still the third");
  g_assert_cmpint (bookmarks[2].time_ns, ==, 9800);

  strata_session_go_to_bookmark (session, 0);
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, 2);
  g_assert_true (strata_session_go_to_next_bookmark (session, 1));
  g_assert_false (strata_session_go_to_next_bookmark (session, -1));
  strata_marks_remove_bookmark (strata_session_get_marks (session), 0);
  strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  g_assert_cmpuint (n_bookmarks, ==, 2);
}

/* Bookmarks added at once are sorted, one per place with the last note, and signalled once. */
static void
test_many (void)
{
  static const StrataBookmark added[] = {
    { 700, STRATA_NONE, "c" },
    { 500, STRATA_NONE, "b" },
    { 500, STRATA_NONE, "instead of b" },
    { 100, STRATA_NONE, "a" },
    { 700, STRATA_NONE, "instead of c" },
  };
  static const char *const notes[] = { "a", "instead of b", "instead of c" };
  g_autoptr (StrataSession) session = make_session (0);
  guint n_changes = 0;
  guint n_bookmarks;

  strata_session_add_bookmark (session, 500, STRATA_NONE, "before");
  g_signal_connect_swapped (strata_session_get_marks (session), "bookmarks-changed", G_CALLBACK (count), &n_changes);
  strata_marks_add_bookmarks (strata_session_get_marks (session), added, G_N_ELEMENTS (added));
  strata_marks_add_bookmarks (strata_session_get_marks (session), NULL, 0);

  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (n_bookmarks, ==, G_N_ELEMENTS (notes));
  for (guint i = 0; i < n_bookmarks; i++)
    g_assert_cmpstr (bookmarks[i].note, ==, notes[i]);
}

/* All bookmarks made by hand are kept, however many, and quickly. */
static void
test_crowd (void)
{
  g_autoptr (StrataSession) session = make_session (0);
  g_autoptr (GString) text = g_string_new ("[Strata Notes]\nversion=1\n");
  g_autoptr (GError) error = NULL;
  GtkWidget *pane = g_object_ref_sink (strata_bookmarks_pane_new (session));
  guint n_lost;
  guint n_bookmarks;
  guint n_kept = 0;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "[Bookmark %u]\ntime=%u\nnote=%u\n", i + 1, i % 9800, i);

  g_assert_true (strata_notes_apply (session, text->str, text->len, &n_lost, &error));
  strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  g_assert_cmpuint (n_lost, ==, 0);
  g_assert_cmpuint (n_bookmarks, ==, 9800);

  g_autofree char *written = strata_notes_to_text (session, FALSE);

  for (const char *at = written; (at = strstr (at, "[Bookmark ")) != NULL; at++)
    n_kept++;

  g_assert_cmpuint (n_kept, ==, 9800);
  g_object_unref (pane);
}

static void
test_near (void)
{
  g_autoptr (StrataSession) session = make_session (0);

  strata_view_set_width (strata_session_get_view (session), 1000);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 1000 }, 0);
  g_assert_cmpuint (strata_session_find_bookmark_near (session, 500, 10), ==, STRATA_NONE);
  strata_session_add_bookmark (session, 500, STRATA_NONE, "");
  strata_session_add_bookmark (session, 510, STRATA_NONE, "");

  const double x_px = strata_viewport_time_to_x (strata_session_get_viewport (session), 509);

  g_assert_cmpuint (strata_session_find_bookmark_near (session, x_px, 10), ==, 1);
  g_assert_cmpuint (strata_session_find_bookmark_near (session, x_px - 30, 10), ==, STRATA_NONE);
}

/* Written notes are read back unchanged, quotes and line breaks included. */
static void
test_round_trip (void)
{
  g_autoptr (StrataSession) session = make_session (100);
  g_autoptr (StrataSession) again = make_session (100);
  g_autoptr (GError) error = NULL;
  guint n_bookmarks;
  guint n_lost;

  strata_session_add_bookmark (session, 0, 3, "a = \"b\";\n[View]\n# 你好 \t");
  strata_session_add_bookmark (session, 4321, STRATA_NONE, "");
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1100, 3100 }, 0);
  strata_lanes_set_all_collapsed (strata_session_get_lanes (session), TRUE);

  g_autofree char *text = strata_notes_to_text (session, TRUE);

  g_assert_true (strata_notes_apply (again, text, strlen (text), &n_lost, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_lost, ==, 0);

  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (again), &n_bookmarks);

  g_assert_cmpuint (n_bookmarks, ==, 2);
  g_assert_cmpuint (bookmarks[0].slice, ==, 3);
  g_assert_cmpstr (bookmarks[0].note, ==, "a = \"b\";\n[View]\n# 你好 \t");
  g_assert_cmpint (strata_session_get_viewport (again)->begin_ns, ==, strata_session_get_viewport (session)->begin_ns);

  g_autofree char *text_again = strata_notes_to_text (again, TRUE);

  g_assert_cmpstr (text_again, ==, text);
}

static void
test_other_trace (void)
{
  g_autoptr (StrataSession) session = make_session (0);
  g_autoptr (StrataSession) shifted = make_session (50);
  g_autoptr (StrataSession) far = make_session (1000000);
  guint n_bookmarks;
  guint n_lost;

  strata_session_add_bookmark (session, 0, 3, "here");

  g_autofree char *text = strata_notes_to_text (session, FALSE);

  /* The slice is missing, so the bookmark keeps its time only. */
  g_assert_true (strata_notes_apply (shifted, text, strlen (text), &n_lost, NULL));
  g_assert_cmpuint (n_lost, ==, 1);
  g_assert_cmpuint (strata_marks_get_bookmarks (strata_session_get_marks (shifted), &n_bookmarks)[0].slice, ==, STRATA_NONE);
  g_assert_true (strata_notes_apply (far, text, strlen (text), &n_lost, NULL));
  g_assert_cmpuint (n_lost, ==, 1);
  strata_marks_get_bookmarks (strata_session_get_marks (far), &n_bookmarks);
  g_assert_cmpuint (n_bookmarks, ==, 0);
}

/* Notes that are cut or changed at any byte are either read or refused. */
static void
test_damage (void)
{
  g_autoptr (StrataSession) session = make_session (0);

  strata_session_add_bookmark (session, 0, 3, "here");

  g_autofree char *text = strata_notes_to_text (session, TRUE);
  const gsize n_bytes = strlen (text);
  guint n_refused = 0;

  for (gsize i = 0; i < 2 * n_bytes; i++)
    {
      g_autoptr (StrataSession) other = make_session (0);
      g_autofree char *bad = g_strdup (text);
      g_autoptr (GError) error = NULL;
      guint n_lost;

      if (i >= n_bytes)
        bad[i - n_bytes] = (char) (bad[i - n_bytes] ^ (i % 3 == 0 ? 0x80 : 0x15));
      if (!strata_notes_apply (other, bad, i < n_bytes ? i : n_bytes, &n_lost, &error))
        {
          g_assert_nonnull (error);
          n_refused++;
        }
    }

  g_assert_cmpuint (n_refused, >, 10);
}

static char *
write_file (const char *folder,
            const char *name,
            const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static StrataTraceState *
open_state (const char *path,
            StrataSession *session,
            char **message)
{
  g_autoptr (GPtrArray) files = strata_trace_files_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  strata_trace_files_add (files, &(StrataLoadInput){ .file = file });

  StrataTraceState *state = strata_trace_state_new (files, session);

  strata_trace_state_restore (state, message);
  return state;
}

static guint
count_bookmarks (StrataSession *session)
{
  guint n_bookmarks;

  strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  return n_bookmarks;
}

/* State is found by content: a renamed file has the same, a file with another byte has not. */
static void
test_state (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *first = write_file (folder, "first", "some trace");
  g_autofree char *renamed = write_file (folder, "renamed", "some trace");
  g_autofree char *other = write_file (folder, "other", "some Trace");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *message = NULL;

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (first, session, &message);

    g_assert_null (message);
    strata_session_add_bookmark (session, 5000, STRATA_NONE, "kept");
    strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 2000, 4000 }, 0);
  }
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (renamed, session, &message);

    g_assert_null (message);
    g_assert_cmpuint (count_bookmarks (session), ==, 1);
    g_assert_cmpint (strata_session_get_viewport (session)->begin_ns, ==, 2000);
  }
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (other, session, &message);

    g_assert_cmpuint (count_bookmarks (session), ==, 0);
  }

  g_setenv ("STRATA_STATE_DIR", "", TRUE);
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (first, session, &message);

    g_assert_cmpuint (count_bookmarks (session), ==, 0);
  }
}

static void
wait_for_bookmarks (StrataSession *session,
                    guint n_bookmarks)
{
  const gint64 end_us = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC;

  while (count_bookmarks (session) != n_bookmarks && g_get_monotonic_time () < end_us)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);

  g_assert_cmpuint (count_bookmarks (session), ==, n_bookmarks);
}

/* Two windows on one trace do not overwrite each other's bookmarks, and each shows both. */
static void
test_two_windows (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "first", "two windows");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *message = NULL;

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  {
    g_autoptr (StrataSession) a = make_session (0);
    g_autoptr (StrataSession) b = make_session (0);
    g_autoptr (StrataTraceState) state_a = open_state (path, a, &message);
    g_autoptr (StrataTraceState) state_b = open_state (path, b, &message);

    strata_session_add_bookmark (a, 1500, STRATA_NONE, "from a");
    strata_session_add_bookmark (a, 0, 3, "a slice");
    strata_session_add_bookmark (b, 2500, STRATA_NONE, "from b");
    wait_for_bookmarks (a, 3);
    wait_for_bookmarks (b, 3);

    strata_marks_remove_bookmark (strata_session_get_marks (b), 0);
    wait_for_bookmarks (a, 2);
  }
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (path, session, &message);
    guint n_bookmarks;
    const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

    g_assert_cmpuint (n_bookmarks, ==, 2);
    g_assert_cmpstr (bookmarks[0].note, ==, "from b");
    g_assert_cmpuint (bookmarks[1].slice, ==, 3);
  }

  g_setenv ("STRATA_STATE_DIR", "", TRUE);
}

static const char *
get_note (StrataSession *session)
{
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  return n_bookmarks > 0 ? bookmarks[0].note : "";
}

/* While another process has the lock, the window keeps responding, and typed text ends up in one note. */
static void
test_slow_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "first", "slow folder");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *message = NULL;
  g_autoptr (GString) typed = g_string_new (NULL);
  gint64 longest_us = 0;

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  g_assert_cmpint (g_mkdir (kept, 0700), ==, 0);
  {
    g_autoptr (StrataSession) a = make_session (0);
    g_autoptr (StrataSession) b = make_session (0);
    g_autoptr (StrataTraceState) state_a = open_state (path, a, &message);
    g_autoptr (StrataTraceState) state_b = open_state (path, b, &message);
    const int lock = strata_state_lock (kept);

    strata_session_add_bookmark (a, 1500, STRATA_NONE, "");
    for (guint i = 0; i < 20; i++)
      {
        const gint64 end_us = g_get_monotonic_time () + 40000;

        g_string_append_c (typed, (char) ('a' + i));
        strata_marks_set_note (strata_session_get_marks (a), 0, typed->str);
        while (g_get_monotonic_time () < end_us)
          {
            const gint64 begin_us = g_get_monotonic_time ();

            if (!g_main_context_iteration (NULL, FALSE))
              g_usleep (1000);
            longest_us = MAX (longest_us, g_get_monotonic_time () - begin_us);
          }
      }

    g_assert_cmpuint (count_bookmarks (b), ==, 0);
    strata_state_unlock (lock);
    wait_for_bookmarks (b, 1);

    const gint64 end_us = g_get_monotonic_time () + PATIENCE_S * G_USEC_PER_SEC;

    while (!g_str_equal (get_note (b), typed->str) && g_get_monotonic_time () < end_us)
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);

    g_assert_cmpstr (get_note (b), ==, "abcdefghijklmnopqrst");
    g_assert_cmpstr (get_note (a), ==, "abcdefghijklmnopqrst");
    g_test_message ("longest turn %.1f ms", (double) longest_us / 1e3);
    g_assert_cmpint (longest_us, <, 5 * G_USEC_PER_SEC);
  }

  g_setenv ("STRATA_STATE_DIR", "", TRUE);
}

#define N_WRITERS 3
#define N_OF_WRITER 8

/* Runs in another process: adds bookmarks as fast as it can. */
static int
write_as_other_process (const char *path,
                        int number)
{
  g_autoptr (StrataSession) session = make_session (0);
  g_autofree char *message = NULL;
  g_autoptr (StrataTraceState) state = open_state (path, session, &message);

  for (int i = 0; i < N_OF_WRITER; i++)
    strata_session_add_bookmark (session, 1 + number + i * N_WRITERS, STRATA_NONE, "");

  return 0;
}

static void
test_processes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "first", "many processes");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autoptr (StrataSession) session = make_session (0);
  g_autofree char *message = NULL;
  GSubprocess *writers[N_WRITERS];

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  for (int i = 0; i < N_WRITERS; i++)
    {
      g_autofree char *number = g_strdup_printf ("%d", i);

      writers[i] = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "/proc/self/exe", "--write", path, number, NULL);
      g_assert_nonnull (writers[i]);
    }

  for (int i = 0; i < N_WRITERS; i++)
    {
      g_assert_true (g_subprocess_wait_check (writers[i], NULL, NULL));
      g_object_unref (writers[i]);
    }

  g_autoptr (StrataTraceState) state = open_state (path, session, &message);

  g_assert_cmpuint (count_bookmarks (session), ==, N_WRITERS * N_OF_WRITER);
  g_setenv ("STRATA_STATE_DIR", "", TRUE);
}

#define NOTES(view, bookmarks) "[Strata Notes]\nversion=1\n\n[View]\nbegin=" view "\n" bookmarks
#define BOOKMARK(number, time, note) "\n[Bookmark " number "]\ntime=" time "\nnote=" note "\n"

/* The changes of both sides since they had the same notes, and the merged result. */
static void
test_merge (void)
{
  static const struct
  {
    const char *base;
    const char *ours;
    const char *theirs;
    const char *merged;
  } rows[] = {
    { NOTES ("0", ""), NOTES ("1", BOOKMARK ("1", "5", "a")), NULL, NOTES ("1", BOOKMARK ("1", "5", "a")) },
    { NOTES ("0", ""), NOTES ("1", BOOKMARK ("1", "5", "a")), NOTES ("2", BOOKMARK ("1", "6", "b")), NOTES ("1", BOOKMARK ("1", "5", "a") BOOKMARK ("2", "6", "b")) },
    { NOTES ("0", BOOKMARK ("1", "5", "a")), NOTES ("0", ""), NOTES ("2", BOOKMARK ("1", "5", "a")), NOTES ("2", "") },
    { NOTES ("0", BOOKMARK ("1", "5", "a")), NOTES ("0", BOOKMARK ("1", "5", "a")), NOTES ("2", ""), NOTES ("2", "") },
    { NOTES ("0", BOOKMARK ("1", "5", "a")), NOTES ("0", ""), NOTES ("0", BOOKMARK ("1", "5", "b")), NOTES ("0", BOOKMARK ("1", "5", "b")) },
    { NOTES ("0", BOOKMARK ("1", "5", "a")), NOTES ("0", BOOKMARK ("1", "5", "b")), NOTES ("0", BOOKMARK ("1", "5", "c")), NOTES ("0", BOOKMARK ("1", "5", "b / c")) },
    { NOTES ("0", ""), NOTES ("0", BOOKMARK ("1", "5", "late")), NOTES ("0", BOOKMARK ("1", "5", "too late")), NOTES ("0", BOOKMARK ("1", "5", "too late")) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *merged = strata_notes_merge (rows[i].base, rows[i].base, rows[i].ours, rows[i].theirs);

      g_assert_cmpstr (merged, ==, rows[i].merged);
    }
}

/* The arrangement of lanes and the modes of counters are restored. */
static void
test_lanes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "first", "lanes");
  g_autofree char *renamed = write_file (folder, "renamed", "lanes");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *message = NULL;
  int height_px;

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (path, session, &message);

    strata_lanes_set_pinned (strata_session_get_lanes (session), 1, TRUE);
    strata_lanes_set_height (strata_session_get_lanes (session), 1, STRATA_LANE_HEIGHT_TALL);
    strata_lanes_set_hidden (strata_session_get_lanes (session), 0, TRUE);
    height_px = strata_lanes_get_height_px (strata_session_get_lanes (session));
  }
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (renamed, session, &message);
    const StrataLanes *lanes = strata_session_get_lanes (session);

    g_assert_null (message);
    g_assert_true (strata_lanes_get (lanes, NULL)[1].is_pinned);
    g_assert_true (strata_lanes_get (lanes, NULL)[0].is_hidden);
    g_assert_cmpint (strata_lanes_get_height (lanes, 1), ==, STRATA_LANE_HEIGHT_TALL);
    g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, height_px);
  }

  g_setenv ("STRATA_STATE_DIR", "", TRUE);
}

/* Reads the collapsed groups of files without newer keys. */
static void
test_old_view (void)
{
  g_autoptr (StrataSession) session = make_session (0);
  const StrataLane *group = &strata_lanes_get (strata_session_get_lanes (session), NULL)[0];
  g_autofree char *text = g_strdup_printf ("[Strata Notes]\nversion=1\n[View]\nbegin=0\nend=10\nshown=0\ncollapsed=%s\n", group->title);
  guint n_lost;

  g_assert_true (strata_notes_apply (session, text, strlen (text), &n_lost, NULL));
  g_assert_true (group->is_collapsed);
}

static void
set_time (const char *path,
          gint64 time_s)
{
  const struct utimbuf times = { (time_t) time_s, (time_t) time_s };

  g_assert_cmpint (g_utime (path, (struct utimbuf *) &times), ==, 0);
}

/* Pruning removes the oldest files, those with bookmarks last, and no files of others. */
static void
test_prune (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-prune-XXXXXX", NULL);
  g_autofree char *foreign = write_file (folder, "foreign", "x");
  guint n_left = 0;

  for (int i = 0; i < 50; i++)
    {
      g_autofree char *name = g_strdup_printf ("%02d.notes", i);
      g_autofree char *path = write_file (folder, name, i % 2 == 0 ? "[View]\n" : "[Bookmark 1]\n");

      set_time (path, 1000000 + i);
    }

  set_time (foreign, 1);
  g_assert_cmpuint (strata_state_prune (folder, 50), ==, 0);
  g_assert_cmpuint (strata_state_prune (folder, 10), ==, 20);
  g_assert_cmpuint (strata_state_prune (folder, 10), ==, 0);
  g_assert_cmpuint (strata_state_prune (folder, 2), ==, 14);
  g_assert_cmpuint (strata_state_prune ("/nonexistent", 2), ==, 0);

  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  while (g_dir_read_name (dir) != NULL)
    n_left++;

  g_autofree char *newest = g_build_filename (folder, "49.notes", NULL);
  g_autofree char *oldest = g_build_filename (folder, "01.notes", NULL);

  g_assert_cmpuint (n_left, ==, 17);
  g_assert_true (g_file_test (newest, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (oldest, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
}

/* A damaged file is reported in one sentence and moved aside. */
static void
test_broken_state (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = write_file (folder, "trace", "some trace");
  g_autofree char *kept = g_build_filename (folder, "kept", NULL);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("STRATA_STATE_DIR", kept, TRUE);
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (path, session, &message);
  }

  g_autoptr (GDir) dir = g_dir_open (kept, 0, &error);

  g_assert_no_error (error);

  const char *name = g_dir_read_name (dir);

  while (name != NULL && !g_str_has_suffix (name, ".notes"))
    name = g_dir_read_name (dir);

  g_autofree char *notes = write_file (kept, name, "\001\002[[[");
  g_autofree char *aside = g_strconcat (notes, ".broken", NULL);
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autoptr (StrataTraceState) state = open_state (path, session, &message);

    g_assert_nonnull (message);
    g_assert_nonnull (strstr (message, "could not be read"));
    g_assert_true (g_file_test (aside, G_FILE_TEST_EXISTS));
  }

  /* the next damaged file does not replace the first */
  g_autofree char *again = write_file (kept, name, "other rubbish");
  g_autofree char *second = g_strconcat (notes, ".broken2", NULL);
  g_autofree char *content = NULL;
  {
    g_autoptr (StrataSession) session = make_session (0);
    g_autofree char *sentence = NULL;
    g_autoptr (StrataTraceState) state = open_state (path, session, &sentence);

    g_assert_nonnull (strstr (sentence, ".broken2"));
  }

  g_assert_true (g_file_get_contents (aside, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "\001\002[[[");
  g_assert_true (g_file_test (second, G_FILE_TEST_EXISTS));
  g_setenv ("STRATA_STATE_DIR", "", TRUE);
}

static void
test_hash (void)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *big = g_malloc (1000000);
  g_autofree char *path = g_build_filename (folder, "big", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) none = g_file_new_for_path ("/nonexistent/trace");
  g_autoptr (GFile) dir = g_file_new_for_path (folder);

  memset (big, 'x', 1000000);
  g_assert_true (g_file_set_contents (path, big, 1000000, NULL));

  g_autofree char *a = strata_trace_state_hash_file (file);

  big[999999] = 'y';
  g_assert_true (g_file_set_contents (path, big, 1000000, NULL));

  g_autofree char *b = strata_trace_state_hash_file (file);

  g_assert_true (g_file_set_contents (path, "", 0, NULL));

  g_autofree char *c = strata_trace_state_hash_file (file);

  g_assert_cmpstr (a, !=, b);
  g_assert_nonnull (c);
  g_assert_null (strata_trace_state_hash_file (none));
  g_assert_null (strata_trace_state_hash_file (dir));
}

static GtkWidget *
find_child (GtkWidget *widget,
            GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_child (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_pane (void)
{
  g_autoptr (StrataSession) session = make_session (0);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *pane = strata_bookmarks_pane_new (session);
  guint n_bookmarks;

  gtk_window_set_child (GTK_WINDOW (window), pane);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_null (find_child (pane, GTK_TYPE_LIST_BOX_ROW));

  strata_session_select_slice (session, 4);
  g_assert_true (gtk_widget_activate_action (pane, "bookmarks.add", NULL));

  GtkWidget *row = find_child (pane, GTK_TYPE_LIST_BOX_ROW);

  g_assert_nonnull (row);

  /* as exact as in the tables: another bookmark 2 ns later has another time */
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find_child (row, GTK_TYPE_LABEL))), ==, "4.000\302\240µs");
  gtk_editable_set_text (GTK_EDITABLE (find_child (row, GTK_TYPE_ENTRY)), "slow");
  g_assert_true (find_child (pane, GTK_TYPE_LIST_BOX_ROW) == row);
  g_assert_cmpstr (strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks)[0].note, ==, "slow");

  strata_session_select (session, (StrataItem){ STRATA_ITEM_NONE, 0, STRATA_NONE, 1 });
  g_signal_emit_by_name (find_child (pane, GTK_TYPE_LIST_BOX), "row-activated", row);
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, 4);

  /* Exports to a file, and imports it again. */
  g_autofree char *folder = g_dir_make_tmp ("strata-state-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bookmarks.notes", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  g_assert_true (strata_bookmarks_pane_export (STRATA_BOOKMARKS_PANE (pane), file, &error));
  g_assert_no_error (error);
  g_signal_emit_by_name (find_child (row, GTK_TYPE_BUTTON), "clicked");
  g_assert_null (find_child (pane, GTK_TYPE_LIST_BOX_ROW));
  g_assert_true (strata_bookmarks_pane_import (STRATA_BOOKMARKS_PANE (pane), file, &message));
  g_assert_null (message);
  g_assert_nonnull (find_child (pane, GTK_TYPE_LIST_BOX_ROW));

  g_assert_true (g_file_set_contents (path, "nonsense", -1, NULL));
  g_assert_false (strata_bookmarks_pane_import (STRATA_BOOKMARKS_PANE (pane), file, &message));
  g_assert_nonnull (strstr (message, "not a notes file"));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char **argv)
{
  if (argc == 4 && g_str_equal (argv[1], "--write"))
    return write_as_other_process (argv[2], atoi (argv[3]));

  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/bookmarks/session", test_session);
  g_test_add_func ("/bookmarks/many", test_many);
  g_test_add_func ("/bookmarks/crowd", test_crowd);
  g_test_add_func ("/bookmarks/near", test_near);
  g_test_add_func ("/bookmarks/round-trip", test_round_trip);
  g_test_add_func ("/bookmarks/other-trace", test_other_trace);
  g_test_add_func ("/bookmarks/damage", test_damage);
  g_test_add_func ("/bookmarks/state", test_state);
  g_test_add_func ("/bookmarks/two-windows", test_two_windows);
  g_test_add_func ("/bookmarks/slow-folder", test_slow_folder);
  g_test_add_func ("/bookmarks/processes", test_processes);
  g_test_add_func ("/bookmarks/merge", test_merge);
  g_test_add_func ("/bookmarks/broken-state", test_broken_state);
  g_test_add_func ("/bookmarks/lanes", test_lanes);
  g_test_add_func ("/bookmarks/old-view", test_old_view);
  g_test_add_func ("/bookmarks/prune", test_prune);
  g_test_add_func ("/bookmarks/hash", test_hash);
  g_test_add_func ("/bookmarks/pane", test_pane);
  return g_test_run ();
}
