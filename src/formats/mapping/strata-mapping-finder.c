/* strata-mapping-finder.c - finds the mapping for the methods of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mapping-finder.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-ftrace-line.h"
#include "strata-mapping.h"
#include "strata-source.h"

/* Mappings in files. */

/* Kinds of mappings. */
typedef enum
{
  STRATA_MAPPING_NAMES, /* for obfuscated names, by ProGuard or R8 */
  STRATA_MAPPING_IDS,   /* for numbers, by RheaTrace */
} StrataMappingKind;

#define STRATA_N_MAPPING_KINDS (STRATA_MAPPING_IDS + 1)

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

/* File names of a mapping next to "run.trace"; '%' stands for "run". */
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

/* Finds the mapping next to a trace by its file name, or NULL. */
static GFile *
mapping_find_beside (GFile *trace,
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

/* Reads a mapping.txt, plain or compressed. */
static StrataMapping *
mapping_load (GFile *file,
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

/* A given mapping is read at once and has to be usable. A mapping next to the trace is only looked for when
 * the first method is named, since most captures have none; if it is not usable, it is reported and ignored.
 *
 * Methods are numbers or names; each kind has its mapping. */

struct _StrataMappingFinder
{
  StrataTraceBuilder *builder;                     /* borrowed: of the loader */
  GCancellable *cancellable;                       /* (nullable) borrowed */
  GFile *trace;                                    /* (nullable) owned: mappings are looked for next to it */
  GFile *files[STRATA_N_MAPPING_KINDS];            /* (nullable) owned */
  StrataMapping *mappings[STRATA_N_MAPPING_KINDS]; /* (nullable) owned */
  gboolean is_told[STRATA_N_MAPPING_KINDS];
};

/* Reports unknown lines; the line number refers to the mapping, not to the trace. */
static void
report_lines (StrataMappingFinder *self,
              const StrataMapping *mapping)
{
  StrataPlace place = { 0, -1, STRATA_NO_TIME };
  const guint64 n_lines = strata_mapping_get_n_unknown_lines (mapping, &place.line);

  if (n_lines > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_BAD_MAPPING, n_lines, place, NULL, 0);
}

static gboolean
load (StrataMappingFinder *self,
      GFile *file,
      StrataMappingKind kind,
      GError **error)
{
  StrataMapping *mapping = mapping_load (file, self->cancellable, error);

  if (mapping == NULL)
    return FALSE;

  report_lines (self, mapping);
  strata_mapping_free (self->mappings[kind]);
  self->mappings[kind] = mapping;
  g_set_object (&self->files[kind], file);
  return TRUE;
}

static void
view_options (StrataMappingFinder *self,
              StrataMappingKind kind)
{
  g_autoptr (GFile) file = mapping_find_beside (self->trace, kind);
  g_autoptr (GError) error = NULL;

  if (file != NULL && !load (self, file, kind, &error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_BAD_MAPPING, (StrataPlace){ 0, -1, STRATA_NO_TIME }, error->message, -1);
}

static void
tell (StrataMappingFinder *self,
      StrataMappingKind kind)
{
  g_autofree char *name = g_file_get_parse_name (self->files[kind]);

  strata_trace_builder_add_property (self->builder, "mapping", name);
}

static char *
name_method (gpointer data,
             const char *name,
             gsize n_bytes)
{
  StrataMappingFinder *self = data;
  guint64 id;
  const gboolean is_number = strata_text_parse_uint (name, name + n_bytes, G_MAXUINT64, &id) == name + n_bytes;
  const StrataMappingKind kind = is_number ? STRATA_MAPPING_IDS : STRATA_MAPPING_NAMES;
  const gboolean is_first = !self->is_told[kind];

  self->is_told[kind] = TRUE;

  if (is_first && self->mappings[kind] == NULL && self->trace != NULL)
    view_options (self, kind);
  if (self->mappings[kind] == NULL)
    return NULL;
  if (is_first)
    tell (self, kind);

  return strata_mapping_dup_name (self->mappings[kind], name, n_bytes);
}

/**
 * strata_mapping_finder_new:
 * @builder: names its methods; must outlive the result
 * @cancellable: (nullable): cancels reading a mapping
 *
 * Returns: (transfer full): a finder without mappings
 */
StrataMappingFinder *
strata_mapping_finder_new (StrataTraceBuilder *builder,
                           GCancellable *cancellable)
{
  StrataMappingFinder *self = g_new0 (StrataMappingFinder, 1);

  self->builder = builder;
  self->cancellable = cancellable;
  strata_trace_builder_set_method_namer (builder, name_method, self);
  return self;
}

/**
 * strata_mapping_finder_free:
 * @self: (nullable) (transfer full): a finder; its builder must not name methods any more
 */
void
strata_mapping_finder_free (StrataMappingFinder *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_N_MAPPING_KINDS; i++)
    {
      strata_mapping_free (self->mappings[i]);
      g_clear_object (&self->files[i]);
    }

  g_clear_object (&self->trace);
  g_free (self);
}

/**
 * strata_mapping_finder_take:
 * @self: the finder
 * @mapping: a mapping of names or numbers; its content decides which
 * @error: return location for an error
 *
 * Uses a mapping.
 *
 * Returns: %FALSE if it cannot be used
 */
gboolean
strata_mapping_finder_take (StrataMappingFinder *self,
                            GFile *mapping,
                            GError **error)
{
  if (!load (self, mapping, STRATA_MAPPING_NAMES, error))
    return FALSE;

  if (strata_mapping_get_n_ids (self->mappings[STRATA_MAPPING_NAMES]) > 0)
    {
      self->mappings[STRATA_MAPPING_IDS] = g_steal_pointer (&self->mappings[STRATA_MAPPING_NAMES]);
      self->files[STRATA_MAPPING_IDS] = g_steal_pointer (&self->files[STRATA_MAPPING_NAMES]);
    }

  return TRUE;
}

/* Allows mappings in the folder of the trace to be used. */
void
strata_mapping_finder_look_beside (StrataMappingFinder *self,
                                   GFile *trace)
{
  g_set_object (&self->trace, trace);
}
