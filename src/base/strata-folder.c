/* strata-folder.c - folders of installed files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-folder.h"

typedef struct
{
  const char *variable; /* environment variable with another folder */
  const char *installed;
  const char *in_tree; /* in the source or the build folder */
} Place;

static const Place places[] = {
  [STRATA_FOLDER_HELP] = { "STRATA_HELP_DIR", PKGDATADIR "/help", STRATA_BUILD_ROOT "/data/help/help" },
  [STRATA_FOLDER_LOCALE] = { "STRATA_LOCALE_DIR", LOCALEDIR, STRATA_BUILD_ROOT "/po" },
  [STRATA_FOLDER_QUERIES] = { "STRATA_QUERIES_DIR", PKGDATADIR "/queries", STRATA_SOURCE_ROOT "/data/queries" },
  [STRATA_FOLDER_SAMPLES] = { "STRATA_SAMPLES_DIR", PKGDATADIR "/samples", STRATA_SOURCE_ROOT "/data/samples" },
  [STRATA_FOLDER_SCHEMAS] = { "GSETTINGS_SCHEMA_DIR", PKGDATADIR "/../glib-2.0/schemas", STRATA_BUILD_ROOT "/data" },
};

/* A program that runs from a build may not be installed, or in another version. */
static gboolean
is_run_from_build (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL && g_str_has_prefix (program, STRATA_BUILD_ROOT "/");
}

/**
 * strata_folder_get:
 * @folder: a folder
 *
 * Finds a folder: the one in the environment variable, else the one in the source or build folder if the program runs
 * from its build folder, else the installed one.
 *
 * Returns: (transfer none): its path; it may not exist
 */
const char *
strata_folder_get (StrataFolder folder)
{
  const char *named = g_getenv (places[folder].variable);

  if (named != NULL)
    return named;

  return is_run_from_build () ? places[folder].in_tree : places[folder].installed;
}
