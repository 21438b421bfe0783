/* strata-load-file.c - opens a file and finds its format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loader-private.h"

#include <glib/gi18n-lib.h>

#include "strata-chain-stream.h"
#include "strata-error.h"
#include "strata-format-list.h"
#include "strata-process-list.h"
#include "strata-refusal.h"
#include "strata-source.h"
#include "strata-trace-folder.h"
#include "strata-traceview-pair.h"

/* How many bytes of an input formats may use to recognise it. */
#define SNIFF_BYTES (64 * 1024)

/* How many traces of a folder an error names. */
#define MOST_NAMED_TRACES 3

/* A list of formats for the user. */
#define KNOWN_FORMATS _ ("HiTrace, atrace, systrace or RheaTrace text, raw HiTrace, a trace.dat, a Perfetto trace, a Traceview method trace, stacks of a profiler, or a log")

static void
set_nothing_error (StrataSource *source,
                   gsize n_bytes,
                   const guint8 *data,
                   GError **error)
{
  const GError *damage = strata_source_get_damage (source);
  const char *refusal = strata_refusal_find (data, n_bytes);

  if (n_bytes == 0 && damage != NULL)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, damage->message);
  else if (n_bytes == 0)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("the file is empty"));
  else if (refusal != NULL)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, refusal);
  else if (damage != NULL)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("%s, and what precedes it is not a trace"), damage->message);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNKNOWN_FORMAT, _ ("unknown format; expected %s"), KNOWN_FORMATS);
}

static const StrataFormat *
sniff_source (StrataSource *source,
              gboolean takes_dumps,
              const guint8 **data,
              gsize *n_bytes,
              GError **error)
{
  const StrataFormat *format;

  if (!strata_source_fill (source, SNIFF_BYTES, error))
    return NULL;

  *data = strata_source_get_data (source, n_bytes);
  *n_bytes = MIN (*n_bytes, SNIFF_BYTES);
  format = strata_format_sniff (*data, *n_bytes);

  return format == NULL && takes_dumps && strata_process_list_is_list ((const char *) *data, *n_bytes) ? &strata_format_dump : format;
}

const StrataFormat *
strata_loader_find_format (StrataSource *source,
                           gboolean takes_dumps,
                           GError **error)
{
  const guint8 *data = NULL;
  gsize n_bytes = 0;
  const StrataFormat *format = sniff_source (source, takes_dumps, &data, &n_bytes, error);

  /* data that is damaged at its very start may contain text later */
  if (format == NULL && data != NULL && strata_source_get_damage (source) != NULL)
    {
      strata_source_recover (source);
      data = NULL;
      format = sniff_source (source, takes_dumps, &data, &n_bytes, error);
      format = format != NULL && format->read != NULL ? format : NULL;
    }

  if (format == NULL && data != NULL)
    set_nothing_error (source, n_bytes, data, error);
  else if (format != NULL && format->read != NULL)
    strata_source_recover (source);

  return format;
}

/* Compressed data that ends early has yielded a part of the file. */
void
strata_loader_report_damage (StrataSource *source,
                             StrataTraceBuilder *builder)
{
  const GError *damage = strata_source_get_damage (source);

  if (damage == NULL)
    return;

  const StrataPlace place = { 0, (gint64) strata_source_get_damage_offset (source), STRATA_NO_TIME };

  strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (builder), strata_source_get_damage_kind (source), strata_source_get_n_damages (source), place, damage->message, -1);
}

/* If a mapping was given, no other one is used. */
StrataMappingFinder *
strata_loader_use_mapping (GFile *beside,
                           const StrataLoadOptions *options,
                           StrataTraceBuilder *builder,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (StrataMappingFinder) finder = strata_mapping_finder_new (builder, cancellable);

  if (options->mapping != NULL && !strata_mapping_finder_take (finder, options->mapping, error))
    return NULL;

  if (options->mapping == NULL && options->find_mapping && beside != NULL)
    strata_mapping_finder_look_beside (finder, beside);

  return g_steal_pointer (&finder);
}

/* "a.trace, b.html and 3 more" */
static char *
dup_names (GPtrArray *traces)
{
  const guint n_named = MIN (traces->len, MOST_NAMED_TRACES);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < n_named; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((const StrataFolderTrace *) g_ptr_array_index (traces, i))->name);

  const guint n_more = traces->len - n_named;

  /* Translators: names of files, how many others there are */
  return n_more > 0 ? g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n_more), names->str, n_more) : g_strdup (names->str);
}

/* Which traces of a folder could be given instead. */
static char *
dup_folder_reason (GFile *folder,
                   GCancellable *cancellable)
{
  g_autoptr (GPtrArray) traces = strata_trace_folder_list (folder, cancellable, NULL);

  if (traces == NULL)
    return g_strdup (_ ("this is a folder and not a file"));
  if (traces->len == 0)
    return g_strdup (_ ("this is a folder, and none of its files is a trace"));

  g_autofree char *names = dup_names (traces);

  return g_strdup_printf (ngettext ("this is a folder; give the trace in it: %s", "this is a folder; give one of the traces in it: %s", traces->len), names);
}

/* GIO's message repeats the path, and does not always contain the reason. */
static void
set_open_error (GFile *file,
                const GError *cause,
                GCancellable *cancellable,
                GError **error)
{
  g_autofree char *folder = g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY) ? dup_folder_reason (file, cancellable) : NULL;
  const char *reason = cause->message;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    reason = _ ("no such file");
  else if (folder != NULL)
    reason = folder;
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    reason = _ ("permission denied");

  g_set_error_literal (error, cause->domain, cause->code, reason);
}

/* Adds the file's length to @n_bytes if it is known. */
static GInputStream *
open_one (GFile *file,
          guint64 *n_bytes,
          GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &cause);
  g_autoptr (GFileInfo) info = NULL;

  if (stream == NULL)
    {
      set_open_error (file, cause, cancellable, error);
      return NULL;
    }

  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  if (info != NULL)
    *n_bytes += (guint64) g_file_info_get_size (info);

  return G_INPUT_STREAM (g_steal_pointer (&stream));
}

/* A method trace may consist of two files. */
GInputStream *
strata_loader_open (GFile *file,
                    guint64 *n_bytes,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GFile) key = NULL;
  g_autoptr (GFile) data = NULL;
  g_autoptr (GInputStream) first = NULL;
  g_autoptr (GInputStream) second = NULL;

  strata_traceview_pair_find (file, cancellable, &key, &data);
  first = open_one (key != NULL ? key : (data != NULL ? data : file), n_bytes, cancellable, error);
  if (first == NULL)
    return NULL;

  if (key != NULL && data != NULL)
    {
      second = open_one (data, n_bytes, cancellable, error);
      if (second == NULL)
        return NULL;
    }

  return second != NULL ? strata_chain_stream_new (first, second) : g_steal_pointer (&first);
}
