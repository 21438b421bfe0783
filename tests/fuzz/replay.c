/* replay.c - runs a fuzz target over the files of its corpus
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: replay-TARGET FOLDER|FILE…
 *
 * For compilers without libFuzzer, and for the tests: inputs that once crashed must stay harmless.
 * Every input is run complete and cut in half.
 */
#include "fuzz.h"

static gboolean
replay_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n_bytes;

  if (!g_file_get_contents (path, &text, &n_bytes, &error))
    {
      g_printerr ("%s\n", error->message);
      return FALSE;
    }

  /* Memory of exactly that size, so that a sanitizer detects reads beyond it. */
  for (gsize n = n_bytes;; n /= 2)
    {
      g_autofree guint8 *data = g_memdup2 (text, n);

      LLVMFuzzerTestOneInput (data, n);
      if (n != n_bytes || n == 0)
        break;
    }

  return TRUE;
}

static guint
replay_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n_files = 0;

  if (folder == NULL)
    return replay_file (path) ? 1 : 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      n_files += replay_file (file) ? 1 : 0;
    }

  return n_files;
}

int
main (int argc,
      char **argv)
{
  guint n_files = 0;

  LLVMFuzzerInitialize (&argc, &argv);
  for (int i = 1; i < argc; i++)
    n_files += replay_folder (argv[i]);
  g_print ("%u inputs\n", n_files);

  /* A missing corpus is not a success. */
  return n_files > 0 ? 0 : 1;
}
