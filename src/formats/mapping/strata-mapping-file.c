/* strata-mapping-file.c - mappings in files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mapping-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-source.h"

/* The largest applications have mappings of some 200 MB. */
#define MAX_MAPPING_BYTES ((gsize) 1 << 30)
#define FIRST_BYTES ((gsize) 1 << 20)

static GFile *
find_child (GFile *folder,
            const char *name)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR ? g_steal_pointer (&file) : NULL;
}

/* What a mapping is called beside "run.trace": '%' stands for "run". */
static const char *const names_by_kind[STRATA_N_MAPPING_KINDS][4] = {
  [STRATA_MAPPING_NAMES] = { "%.mapping.txt", "%.mapping", "mapping.txt", NULL },
  [STRATA_MAPPING_IDS] = { "%.methodMapping.txt", "methodMapping.txt", "keep-method-id.txt", NULL },
};

static GFile *
find_in_folder (GFile *folder,
                const char *trace_name,
                const char *const *names)
{
  const char *point = strrchr (trace_name, '.');
  g_autofree char *stem = g_strndup (trace_name, point != NULL && point > trace_name ? (gsize) (point - trace_name) : strlen (trace_name));

  for (; *names != NULL; names++)
    {
      g_autofree char *name = **names == '%' ? g_strconcat (stem, *names + 1, NULL) : g_strdup (*names);
      GFile *file = find_child (folder, name);

      if (file != NULL)
        return file;
    }

  return NULL;
}

/**
 * strata_mapping_find_beside:
 * @trace: a trace
 * @kind: what is to be named
 *
 * Returns: (transfer full) (nullable): the mapping in its folder, by its name
 */
GFile *
strata_mapping_find_beside (GFile *trace,
                            StrataMappingKind kind)
{
  g_autoptr (GFile) folder = g_file_get_parent (trace);
  g_autofree char *name = g_file_get_basename (trace);

  return folder != NULL && name != NULL ? find_in_folder (folder, name, names_by_kind[kind]) : NULL;
}

static gboolean
read_all (StrataSource *source,
          GError **error)
{
  for (gsize n_wanted = FIRST_BYTES; n_wanted <= MAX_MAPPING_BYTES; n_wanted *= 2)
    {
      if (!strata_source_fill (source, n_wanted, error))
        return FALSE;
      if (strata_source_is_at_end (source))
        return TRUE;
    }

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("the mapping is larger than %u MiB"), (guint) (MAX_MAPPING_BYTES >> 20));

  return FALSE;
}

static StrataMapping *
read_mapping (GInputStream *stream,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (StrataSource) source = strata_source_new (stream, 0, MAX_MAPPING_BYTES, cancellable);
  g_autoptr (StrataMapping) mapping = NULL;
  g_autoptr (GBytes) text = NULL;
  const guint8 *data;
  gsize n_bytes;

  if (!read_all (source, error))
    return NULL;

  data = strata_source_get_data (source, &n_bytes);
  text = g_bytes_new (data, n_bytes);
  mapping = strata_mapping_new (text);
  if (strata_mapping_get_n_classes (mapping) > 0 || strata_mapping_get_n_ids (mapping) > 0)
    return g_steal_pointer (&mapping);

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNKNOWN_FORMAT, _ ("this is not a mapping of ProGuard, R8 or RheaTrace: no line names a class or a method number"));

  return NULL;
}

/**
 * strata_mapping_load:
 * @file: a mapping.txt, plain or packed
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the mapping, or %NULL
 */
StrataMapping *
strata_mapping_load (GFile *file,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  StrataMapping *mapping = stream != NULL ? read_mapping (G_INPUT_STREAM (stream), cancellable, error) : NULL;

  if (mapping == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_prefix_error (error, "%s: ", name);
    }

  return mapping;
}
