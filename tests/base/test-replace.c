/* test-replace.c - files that are replaced once the new one is complete
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "strata-replace.h"

/* More than any stream buffers. */
#define N_BYTES 100000

typedef struct
{
  GFile *file;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-replace-XXXXXX", NULL);

  fixture->path = g_build_filename (folder, "file", NULL);
  fixture->file = g_file_new_for_path (fixture->path);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);

  g_remove (fixture->path);
  g_rmdir (folder);
  g_object_unref (fixture->file);
  g_free (fixture->path);
}

static gboolean
write_half (GOutputStream *stream,
            gpointer data,
            GError **error)
{
  g_autofree char *bytes = g_malloc0 (N_BYTES);

  g_assert_true (g_output_stream_write_all (stream, bytes, N_BYTES, NULL, NULL, NULL));
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "full");
  return FALSE;
}

static void
fail (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (strata_replace (fixture->file, write_half, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static void
test_new (Fixture *fixture,
          gconstpointer data)
{
  fail (fixture);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_old (Fixture *fixture,
          gconstpointer data)
{
  g_autofree char *text = NULL;

  g_assert_true (strata_replace_contents (fixture->file, "old", 3, NULL));
  fail (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

static void
test_path (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (strata_replace_path (fixture->path, write_half, NULL, &error));
  g_assert_true (g_str_has_prefix (error->message, fixture->path));
}

/* A symbolic link stays one, and its target is written, even if it does not exist yet. */
static void
test_link (Fixture *fixture,
           gconstpointer data)
{
  static const char *const before[] = { NULL, "old" };
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autofree char *first = g_build_filename (folder, "first", NULL);
  g_autofree char *second = g_build_filename (folder, "second", NULL);
  g_autoptr (GFile) link = g_file_new_for_path (first);

  g_assert_cmpint (symlink ("second", first), ==, 0);
  g_assert_cmpint (symlink (fixture->path, second), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *kept = NULL;

      g_remove (fixture->path);
      if (before[i] != NULL)
        g_assert_true (g_file_set_contents (fixture->path, before[i], -1, NULL));

      g_assert_false (strata_replace (link, write_half, NULL, NULL, NULL));
      g_file_get_contents (fixture->path, &kept, NULL, NULL);
      g_assert_cmpstr (kept, ==, before[i]);

      g_assert_true (strata_replace_contents (link, "new", 3, NULL));
      g_assert_true (g_file_test (first, G_FILE_TEST_IS_SYMLINK));
      g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
      g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "new");
    }

  g_remove (first);
  g_remove (second);
}

/* Anything but a regular file has a separate error, and stays as it is. */
static void
test_strange (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  g_assert_false (strata_replace_contents (fixture->file, "new", 3, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);

  /* waiting for the reader of a pipe would never end */
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  g_assert_false (strata_replace_contents (fixture->file, "new", 3, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED);
  g_clear_error (&error);
  g_remove (fixture->path);

  /* a cycle */
  g_assert_cmpint (symlink ("file", fixture->path), ==, 0);
  g_assert_false (strata_replace_contents (fixture->file, "new", 3, &error));
  g_assert_nonnull (error);
}

static void
assert_piped (const char *path,
              int reader)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  char text[4] = { 0 };

  g_assert_true (strata_replace_contents (file, "new", 3, &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (reader, text, 3), ==, 3);
  g_assert_cmpstr (text, ==, "new");
}

/* Named and unnamed pipes, by name and by descriptor. */
static void
test_pipes (Fixture *fixture,
            gconstpointer data)
{
  int ends[2];

  g_autoptr (GFile) nowhere = g_file_new_for_path ("/dev/null");

  g_assert_true (strata_replace_contents (nowhere, "new", 3, NULL));

  g_assert_cmpint (pipe (ends), ==, 0);
  g_autofree char *number = g_strdup_printf ("/dev/fd/%d", ends[1]);

  assert_piped (number, ends[0]);
  g_assert_cmpint (symlink (number, fixture->path), ==, 0);
  assert_piped (fixture->path, ends[0]);
  g_remove (fixture->path);
  close (ends[0]);
  close (ends[1]);

  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  const int reader = open (fixture->path, O_RDONLY | O_NONBLOCK);

  assert_piped (fixture->path, reader);
  close (reader);
  g_remove (fixture->path);
}

/* Permissions are kept, and during the write the folder contains only the old file. */
static gboolean
write_watched (GOutputStream *stream,
               gpointer data,
               GError **error)
{
  g_autoptr (GDir) folder = g_dir_open (data, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    g_assert_cmpstr (name, ==, "file");

  return g_output_stream_write_all (stream, "new", 3, NULL, NULL, error);
}

static void
test_nameless (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  struct stat status;

  g_assert_true (strata_replace (fixture->file, write_watched, folder, NULL, NULL));
  g_assert_cmpint (chmod (fixture->path, 0640), ==, 0);
  g_assert_true (strata_replace (fixture->file, write_watched, folder, NULL, NULL));
  g_assert_cmpint (stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0640);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/replace/new", Fixture, NULL, set_up, test_new, tear_down);
  g_test_add ("/replace/old", Fixture, NULL, set_up, test_old, tear_down);
  g_test_add ("/replace/path", Fixture, NULL, set_up, test_path, tear_down);
  g_test_add ("/replace/link", Fixture, NULL, set_up, test_link, tear_down);
  g_test_add ("/replace/nameless", Fixture, NULL, set_up, test_nameless, tear_down);
  g_test_add ("/replace/pipes", Fixture, NULL, set_up, test_pipes, tear_down);
  g_test_add ("/replace/strange", Fixture, NULL, set_up, test_strange, tear_down);

  return g_test_run ();
}
