/* strata-traceview-pair.c - finds the two files of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-pair.h"

#include <string.h>

#include "strata-traceview-key.h"

/* Old Androids wrote the key to NAME.key and the data to NAME.data. Names only show where the
 * other half may be; the content shows whether both are halves: a key ends with "*end", which
 * data never does, and only data starts with "SLOW". */
#define END_BYTES 16

/* Reads the first or last bytes of a file. Returns their number. */
static gsize
read_end (GFile *file,
          GSeekType end,
          guint8 bytes[END_BYTES],
          GCancellable *cancellable)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, NULL);
  const goffset offset = end == G_SEEK_END ? -END_BYTES : 0;
  gsize n_bytes = 0;

  if (stream == NULL || (end == G_SEEK_END && !g_seekable_seek (G_SEEKABLE (stream), offset, end, cancellable, NULL)))
    return 0;

  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, END_BYTES, &n_bytes, cancellable, NULL))
    return 0;

  return n_bytes;
}

static gboolean
is_key (GFile *file,
        GCancellable *cancellable)
{
  static const char end[] = "\n*end";
  const gsize n_end = sizeof end - 1;
  guint8 bytes[END_BYTES];
  gsize n_bytes;

  if (read_end (file, G_SEEK_SET, bytes, cancellable) == 0 || bytes[0] != '*')
    return FALSE;

  n_bytes = read_end (file, G_SEEK_END, bytes, cancellable);
  while (n_bytes > 0 && (bytes[n_bytes - 1] == '\n' || bytes[n_bytes - 1] == '\r'))
    n_bytes--;

  return n_bytes >= n_end && memcmp (bytes + n_bytes - n_end, end, n_end) == 0;
}

/* Streamed data contains its key. */
static gboolean
is_data (GFile *file,
         GCancellable *cancellable)
{
  guint8 bytes[END_BYTES];
  const gsize n_bytes = read_end (file, G_SEEK_SET, bytes, cancellable);

  return strata_traceview_is_data (bytes, n_bytes) && bytes[4] <= 3;
}

static GFile *
find_beside (GFile *file,
             const char *stem,
             const char *suffix)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_strconcat (stem, suffix, NULL);

  return folder != NULL ? g_file_get_child (folder, name) : NULL;
}

/* The name without the suffix of either half; the whole name if it has neither suffix. */
static char *
dup_stem (const char *name,
          gboolean *is_half)
{
  static const char *const suffixes[] = { ".key", ".data" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      *is_half = g_str_has_suffix (name, suffixes[i]);
      if (*is_half)
        return g_strndup (name, strlen (name) - strlen (suffixes[i]));
    }

  return g_strdup (name);
}

/**
 * strata_traceview_pair_find:
 * @file: either half of a method trace, or their common name without a suffix
 * @cancellable: (nullable): cancels the search
 * @key: (out) (transfer full) (nullable): the key
 * @data: (out) (transfer full) (nullable): the data
 *
 * Finds the halves of a method trace. A single half is found only by the common name,
 * because otherwise @file is the other one. Both are %NULL if @file is complete or not a method trace.
 */
void
strata_traceview_pair_find (GFile *file,
                            GCancellable *cancellable,
                            GFile **key,
                            GFile **data)
{
  g_autofree char *name = g_file_get_basename (file);
  gboolean is_half = FALSE;
  g_autofree char *stem = name != NULL ? dup_stem (name, &is_half) : NULL;

  *key = NULL;
  *data = NULL;
  if (stem == NULL || (!is_half && g_file_query_exists (file, cancellable)))
    return;

  *key = find_beside (file, stem, ".key");
  *data = find_beside (file, stem, ".data");
  if (*key != NULL && !is_key (*key, cancellable))
    g_clear_object (key);
  if (*data != NULL && !is_data (*data, cancellable))
    g_clear_object (data);

  if (is_half && (*key == NULL || *data == NULL))
    {
      g_clear_object (key);
      g_clear_object (data);
    }
}
