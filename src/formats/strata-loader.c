/* strata-loader.c - a file becomes a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loader.h"

#include <glib/gi18n-lib.h>

#include "strata-chain-stream.h"
#include "strata-error.h"
#include "strata-format.h"
#include "strata-mapping-finder.h"
#include "strata-refusal.h"
#include "strata-source.h"
#include "strata-traceview-pair.h"

/* How much of an input formats may look at to recognise it. */
#define SNIFF_BYTES (64 * 1024)

/* A list of formats for people. */
#define KNOWN_FORMATS _ ("HiTrace, atrace or systrace text, or a Traceview method trace")

/* What a worker thread needs, see strata_load_file_async(). */
typedef struct
{
  GFile *file;               /* owned */
  StrataLoadOptions options; /* its mapping is owned */
  StrataProgress *progress;  /* (nullable) borrowed: from the caller */
} LoadJob;

/* What is to be loaded, and how. */
typedef struct
{
  GFile *file;                      /* (nullable) borrowed */
  const StrataLoadOptions *options; /* borrowed */
  GCancellable *cancellable;        /* (nullable) borrowed */
} Input;

static void
load_job_free (LoadJob *self)
{
  g_clear_object (&self->file);
  g_clear_object (&self->options.mapping);
  g_free (self);
}

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
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("%s, and what comes before that is no trace"), damage->message);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNKNOWN_FORMAT, _ ("the content is of no known format; expected %s"), KNOWN_FORMATS);
}

static const StrataFormat *
sniff_source (StrataSource *source,
              const guint8 **data,
              gsize *n_bytes,
              GError **error)
{
  if (!strata_source_fill (source, SNIFF_BYTES, error))
    return NULL;

  *data = strata_source_get_data (source, n_bytes);
  *n_bytes = MIN (*n_bytes, SNIFF_BYTES);
  return strata_format_sniff (*data, *n_bytes);
}

static const StrataFormat *
find_format (StrataSource *source,
             GError **error)
{
  const guint8 *data = NULL;
  gsize n_bytes = 0;
  const StrataFormat *format = sniff_source (source, &data, &n_bytes, error);

  /* what is damaged at its very beginning may be text further on */
  if (format == NULL && data != NULL && strata_source_get_damage (source) != NULL)
    {
      strata_source_recover (source);
      data = NULL;
      format = sniff_source (source, &data, &n_bytes, error);
      format = format != NULL && format->is_text ? format : NULL;
    }

  if (format == NULL && data != NULL)
    set_nothing_error (source, n_bytes, data, error);
  else if (format != NULL && format->is_text)
    strata_source_recover (source);

  return format;
}

/* Compressed data that ends early has yielded a part of the file. */
static void
report_damage (StrataSource *source,
               StrataTraceBuilder *builder)
{
  const GError *damage = strata_source_get_damage (source);

  if (damage == NULL)
    return;

  const StrataPlace place = { 0, (gint64) strata_source_get_damage_offset (source), STRATA_NO_TIME };

  strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (builder), strata_source_get_damage_kind (source), strata_source_get_n_damages (source), place, damage->message, -1);
}

/* A mapping that was asked for is the only one that is used. */
static gboolean
use_mapping (const Input *input,
             StrataMappingFinder *finder,
             GError **error)
{
  if (input->options->mapping != NULL)
    return strata_mapping_finder_take (finder, input->options->mapping, error);

  if (input->options->find_mapping && input->file != NULL)
    strata_mapping_finder_look_beside (finder, input->file);

  return TRUE;
}

static void
keep_lines (const Input *input,
            StrataTraceBuilder *builder)
{
  g_autofree char *base = input->file != NULL ? g_file_get_basename (input->file) : NULL;
  g_autofree char *name = base != NULL ? g_filename_display_name (base) : NULL;

  if (input->options->keep_lines)
    strata_trace_builder_keep_lines (builder, name != NULL ? name : "");
}

static StrataTrace *
load_source (StrataSource *source,
             const Input *input,
             GError **error)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (StrataMappingFinder) finder = strata_mapping_finder_new (builder, input->cancellable);
  const StrataFormat *format = find_format (source, error);

  if (format == NULL || !use_mapping (input, finder, error))
    return NULL;

  strata_trace_builder_set_format (builder, format->id, format->name);
  strata_trace_builder_set_rebuilds_callers (builder, input->options->rebuild_callers);
  strata_trace_builder_set_method_log (builder, input->options->method_log);
  keep_lines (input, builder);
  if (!format->load (source, builder, error))
    return NULL;

  report_damage (source, builder);

  return strata_trace_builder_finish (builder, format->unfinished_end);
}

/* A name in front of the reason; cancelling is no error to show. */
static void
prefix_error (GError **error,
              const char *name)
{
  if (error != NULL && *error != NULL && !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (error, "%s: ", name);
}

static StrataTrace *
load_stream (GInputStream *stream,
             GFile *file,
             const StrataLoadOptions *options,
             StrataProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  static const StrataLoadOptions default_options = { 0 };
  const StrataLoadOptions *used = options != NULL ? options : &default_options;
  g_autoptr (StrataSource) source = strata_source_new (stream, used->read_bytes, used->max_bytes, cancellable);

  strata_source_set_progress (source, progress);

  return load_source (source, &(Input){ file, used, cancellable }, error);
}

/* GIO's own message names the path once more, and not every time the reason. */
static void
set_open_error (const GError *cause,
                GError **error)
{
  const char *reason = cause->message;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    reason = _ ("there is no such file");
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    reason = _ ("this is a folder and not a file");
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    reason = _ ("you are not allowed to read the file");

  g_set_error_literal (error, cause->domain, cause->code, reason);
}

/* Adds its length to @n_bytes if that can be known. */
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
      set_open_error (cause, error);
      return NULL;
    }

  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  if (info != NULL)
    *n_bytes += (guint64) g_file_info_get_size (info);

  return G_INPUT_STREAM (g_steal_pointer (&stream));
}

/* A method trace may lie in two files. */
static GInputStream *
open_file (GFile *file,
           StrataProgress *progress,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GFile) key = NULL;
  g_autoptr (GFile) data = NULL;
  g_autoptr (GInputStream) first = NULL;
  g_autoptr (GInputStream) second = NULL;
  guint64 n_bytes = 0;

  strata_traceview_pair_find (file, cancellable, &key, &data);
  first = open_one (key != NULL ? key : (data != NULL ? data : file), &n_bytes, cancellable, error);
  if (first == NULL)
    return NULL;

  if (key != NULL && data != NULL)
    {
      second = open_one (data, &n_bytes, cancellable, error);
      if (second == NULL)
        return NULL;
    }

  strata_progress_set_total (progress, n_bytes);

  return second != NULL ? strata_chain_stream_new (first, second) : g_steal_pointer (&first);
}

/**
 * strata_load_file:
 * @file: what to load
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace; its format is found by content. Of a method trace in two files,
 * key and data, either is enough, or their name without the suffix. What was odd in it, or cut off,
 * is counted in the diagnostics of the trace. When nothing could be used, @error
 * says in one sentence which file, where and why.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_file (GFile *file,
                  const StrataLoadOptions *options,
                  StrataProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GInputStream) stream = NULL;
  StrataTrace *trace = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  stream = open_file (file, progress, cancellable, error);
  if (stream != NULL)
    trace = load_stream (stream, file, options, progress, cancellable, error);
  if (trace == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      prefix_error (error, name);
    }

  return trace;
}

/**
 * strata_load_stream:
 * @stream: what to load, such as the standard input
 * @name: what to call it in errors
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace as [func@Strata.load_file] does.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_stream (GInputStream *stream,
                    const char *name,
                    const StrataLoadOptions *options,
                    StrataProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  StrataTrace *trace;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  trace = load_stream (stream, NULL, options, progress, cancellable, error);
  if (trace == NULL)
    prefix_error (error, name);

  return trace;
}

static void
run_load_job (GTask *task,
              gpointer source_object,
              gpointer task_data,
              GCancellable *cancellable)
{
  const LoadJob *job = task_data;
  GError *error = NULL;
  StrataTrace *trace = strata_load_file (job->file, &job->options, job->progress, cancellable, &error);

  if (trace != NULL)
    g_task_return_pointer (task, trace, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_load_file_async:
 * @file: what to load
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far; must live until @callback runs
 * @cancellable: (nullable): what cancels loading
 * @callback: what to call in the caller's main context
 * @user_data: for @callback
 *
 * Loads a trace in a thread of its own. A cancelled one ends after the block it
 * is at.
 */
void
strata_load_file_async (GFile *file,
                        const StrataLoadOptions *options,
                        StrataProgress *progress,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, user_data);
  LoadJob *job;

  g_return_if_fail (G_IS_FILE (file));

  job = g_new0 (LoadJob, 1);
  job->file = g_object_ref (file);
  job->progress = progress;
  if (options != NULL)
    job->options = *options;
  if (job->options.mapping != NULL)
    g_object_ref (job->options.mapping);

  g_task_set_source_tag (task, strata_load_file_async);
  g_task_set_name (task, "strata_load_file_async");
  g_task_set_task_data (task, job, (GDestroyNotify) load_job_free);
  g_task_run_in_thread (task, run_load_job);
}

/**
 * strata_load_file_finish:
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_file_finish (GAsyncResult *result,
                         GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
