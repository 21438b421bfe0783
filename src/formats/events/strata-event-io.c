/* strata-event-io.c - I/O slices written by RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-io.h"

#include <string.h>

/* RheaTrace puts a section around the functions of the C library that read and
 * write, and puts the file into the name: "fsync:/data/app.db" in the article,
 * "read[/data/app.db]" in files. */

static const char *const functions[] = {
  "open", "open64", "openat", "openat64", "creat", "read", "pread", "pread64", "readv", "preadv",
  "write", "pwrite", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "sync_file_range"
};

#define MAX_FUNCTION_BYTES 15

static gboolean
is_function (const char *text,
             gsize n_bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strlen (functions[i]) == n_bytes && memcmp (functions[i], text, n_bytes) == 0)
      return TRUE;

  return FALSE;
}

/* Any program may name a section "open:". A section of another program is taken only if it has
 * a path, or the kernel's name of a file without one, such as "socket:[1234]". */
static gboolean
is_path (StrataText text)
{
  static const char *const others[] = { "socket:[", "pipe:[", "anon_inode:", "ashmem", "memfd:" };

  if (text.n_bytes > 0 && text.text[0] == '/')
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (text.n_bytes >= strlen (others[i]) && memcmp (text.text, others[i], strlen (others[i])) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
is_number (StrataText text)
{
  guint64 value;

  return strata_text_parse_uint (text.text, text.text + text.n_bytes, G_MAXUINT64, &value) == text.text + text.n_bytes;
}

static inline gboolean
may_begin (char c)
{
  return c == 'c' || c == 'o' || c == 'r' || c == 'w' || c == 'f' || c == 'p' || c == 's';
}

/**
 * strata_event_io_parse:
 * @name: the name of a section
 * @is_rhea: whether RheaTrace certainly wrote it
 * @path: (out caller-allocates): the file, as written
 *
 * Checks whether a section is a call that opens, reads, writes or flushes a file.
 *
 * Returns: whether it is
 */
gboolean
strata_event_io_parse (StrataText name,
                       gboolean is_rhea,
                       StrataText *path)
{
  const char *end = name.text + name.n_bytes;
  const char *p = name.text;

  if (G_LIKELY (name.n_bytes < 4 || !may_begin (*p)))
    return FALSE;

  while (p < end && (g_ascii_isalnum (*p) || *p == '_') && p - name.text <= MAX_FUNCTION_BYTES)
    p++;

  const gboolean is_bracketed = p < end && *p == '[' && end[-1] == ']';

  if ((p < end && !is_bracketed && *p != ':') || !is_function (name.text, (gsize) (p - name.text)))
    return FALSE;

  *path = p < end ? strata_text (p + 1, is_bracketed ? end - 1 : end) : strata_text (end, end);

  while (path->n_bytes > 0 && path->text[0] == ' ')
    *path = (StrataText){ path->text + 1, path->n_bytes - 1 };

  return path->n_bytes > 0 && (is_rhea || is_path (*path) || (is_bracketed && !is_number (*path)));
}
