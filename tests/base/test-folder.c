/* test-folder.c - finds the files installed with the programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-folder.h"

typedef struct
{
  StrataFolder folder;
  const char *variable;
  const char *file; /* a file in it */
} Row;

static const Row rows[] = {
  { STRATA_FOLDER_HELP, "STRATA_HELP_DIR", "C/index.html" },
  { STRATA_FOLDER_LOCALE, "STRATA_LOCALE_DIR", "de/LC_MESSAGES/strata.mo" },
  { STRATA_FOLDER_QUERIES, "STRATA_QUERIES_DIR", "app-starts.sql" },
  { STRATA_FOLDER_SAMPLES, "STRATA_SAMPLES_DIR", "android-slow-frame.ftrace.zst" },
  { STRATA_FOLDER_SCHEMAS, "GSETTINGS_SCHEMA_DIR", "gschemas.compiled" },
};

/* This program runs from its build folder, like any uninstalled build. */
static void
test_build (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_unsetenv (rows[i].variable);

      g_autofree char *path = g_build_filename (strata_folder_get (rows[i].folder), rows[i].file, NULL);

      g_test_message ("%s", path);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
}

static void
test_environment (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_setenv (rows[i].variable, "/elsewhere", TRUE);
      g_assert_cmpstr (strata_folder_get (rows[i].folder), ==, "/elsewhere");
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/folder/build", test_build);
  g_test_add_func ("/folder/environment", test_environment);

  return g_test_run ();
}
