/* strata-archive-pair.c - method traces in two files of an archive
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-archive-private.h"

#include <string.h>

#include "strata-traceview-key.h"

/* Works like two files in a folder, see strata-traceview-pair.c: the names show which two belong
 * together, the content shows that they are halves. */
#define KEY_SUFFIX ".key"
#define DATA_SUFFIX ".data"

static gboolean
is_key (const StrataArchiveTrace *trace)
{
  static const char end[] = "\n*end";
  const gsize n_end = sizeof end - 1;
  gsize n_bytes = trace->n_tail_bytes;

  if (!g_str_has_suffix (trace->name, KEY_SUFFIX) || trace->n_pieces != 1)
    return FALSE;

  while (n_bytes > 0 && (trace->tail[n_bytes - 1] == '\n' || trace->tail[n_bytes - 1] == '\r'))
    n_bytes--;

  return trace->n_head_bytes > 0 && trace->head[0] == '*' && n_bytes >= n_end && memcmp (trace->tail + n_bytes - n_end, end, n_end) == 0;
}

static gboolean
is_data (const StrataArchiveTrace *trace)
{
  return g_str_has_suffix (trace->name, DATA_SUFFIX) && trace->n_pieces == 1 && strata_traceview_is_data (trace->head, trace->n_head_bytes) && trace->head[4] <= 3;
}

static StrataArchiveTrace *
find_data (StrataArchive *self,
           const char *stem,
           guint *index)
{
  g_autofree char *name = g_strconcat (stem, DATA_SUFFIX, NULL);

  for (*index = 0; *index < self->traces->len; (*index)++)
    {
      StrataArchiveTrace *trace = &g_array_index (self->traces, StrataArchiveTrace, *index);

      if (strcmp (trace->name, name) == 0 && is_data (trace))
        return trace;
    }

  return NULL;
}

/* Merges each key and its data into one trace, named without the suffix. */
void
strata_archive_join_pairs (StrataArchive *self)
{
  for (guint i = 0; i < self->traces->len; i++)
    {
      StrataArchiveTrace *key = &g_array_index (self->traces, StrataArchiveTrace, i);
      const StrataArchiveTrace *data;
      guint data_index;

      if (!is_key (key))
        continue;

      g_autofree char *stem = g_strndup (key->name, strlen (key->name) - strlen (KEY_SUFFIX));

      data = find_data (self, stem, &data_index);
      if (data == NULL)
        continue;

      key->pieces[key->n_pieces++] = data->pieces[0];
      g_free (key->name);
      key->name = g_steal_pointer (&stem);
      g_array_remove_index (self->traces, data_index);
      i -= data_index < i;
    }
}
