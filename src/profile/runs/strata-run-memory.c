/* strata-run-memory.c - checks whether there is enough memory for another run
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* GLib aborts if it gets no memory, which would lose the loaded runs. So the memory for a file is estimated in advance,
 * and a file that is too large is left out like a bad one. */

/* Text takes 0.35 times its size, method traces twice theirs, see README; compressed data expands 8 to 28 times. */
#define TEXT_PERCENT 50
#define BINARY_PERCENT 250
#define PACKED_PERCENT 600

/* For threads, fonts, and the sums. */
#define LEAST_BYTES (48 * G_GUINT64_CONSTANT (1024) * 1024)

#define HEAD_BYTES 4096

static guint64
get_percent (const char *path)
{
  static const char *const packed[] = { "\x1f\x8b", "\x28\xb5\x2f\xfd", "PK\x03\x04" };
  char head[HEAD_BYTES];
  FILE *file = fopen (path, "rb");
  const gsize n_bytes = file != NULL ? fread (head, 1, sizeof head, file) : 0;

  if (file != NULL)
    fclose (file);
  for (guint i = 0; i < G_N_ELEMENTS (packed); i++)
    if (n_bytes >= strlen (packed[i]) && memcmp (head, packed[i], strlen (packed[i])) == 0)
      return PACKED_PERCENT;

  return memchr (head, '\0', n_bytes) != NULL ? BINARY_PERCENT : TEXT_PERCENT;
}

/* How much the process may still map, by its own limit. */
static guint64
get_left_of_limit (void)
{
  struct rlimit limit;
  g_autofree char *pages = NULL;

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !g_file_get_contents ("/proc/self/statm", &pages, NULL, NULL))
    return G_MAXUINT64;

  const guint64 used_bytes = g_ascii_strtoull (pages, NULL, 10) * (guint64) sysconf (_SC_PAGESIZE);

  return limit.rlim_cur > used_bytes ? limit.rlim_cur - used_bytes : 0;
}

/* How much memory the system has without killing other programs. */
static guint64
get_left_of_system (void)
{
  static const char key[] = "MemAvailable:";
  g_autofree char *text = NULL;
  const char *at = g_file_get_contents ("/proc/meminfo", &text, NULL, NULL) ? strstr (text, key) : NULL;

  return at != NULL ? g_ascii_strtoull (at + strlen (key), NULL, 10) * 1024 : G_MAXUINT64;
}

/**
 * strata_run_memory_check:
 * @path: a file to be loaded
 *
 * Returns: (transfer full) (nullable): why it should not be loaded: it is a pipe in a folder of runs, which may have no
 *   writer, or it needs more memory than available
 */
char *
strata_run_memory_check (const char *path)
{
  const guint64 left_bytes = MIN (get_left_of_limit (), get_left_of_system ());
  struct stat status;
  char needed[STRATA_UNITS_BYTES];
  char left[STRATA_UNITS_BYTES];

  if (stat (path, &status) != 0)
    return NULL;
  if (S_ISFIFO (status.st_mode) && !g_str_has_prefix (path, "/dev/") && !g_str_has_prefix (path, "/proc/"))
    return g_strdup (_ ("it is a pipe, which may never end"));
  if (left_bytes == G_MAXUINT64 || !S_ISREG (status.st_mode))
    return NULL;

  const guint64 needed_bytes = LEAST_BYTES + (guint64) status.st_size / 100 * get_percent (path);

  if (needed_bytes <= left_bytes)
    return NULL;

  return g_strdup_printf (_ ("there is not enough memory: it needs about %s, and %s are left"), strata_units_bytes (needed_bytes, needed), strata_units_bytes (left_bytes, left));
}
