/* strata-trace-output.c - writes a trace in the format of a file name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-output.h"

#include <string.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>

#include "strata-atrace-writer.h"
#include "strata-chrome-writer.h"
#include "strata-command.h"
#include "strata-out-ids.h"
#include "strata-perfetto-writer.h"
#include "strata-replace.h"

typedef struct
{
  StrataTrace *trace;     /* borrowed */
  const StrataClip *clip; /* borrowed */
  const char *path;       /* borrowed */
} Job;

/**
 * strata_trace_output_has_suffix:
 * @path: name of a file
 * @suffix: a suffix in lower case, such as ".json"
 *
 * Returns: whether the file has this suffix, ignoring case
 */
gboolean
strata_trace_output_has_suffix (const char *path,
                                const char *suffix)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, suffix);
}

/**
 * strata_trace_output_is_atrace:
 * @path: the file to write, or “-” for standard output
 *
 * Returns: whether it becomes text of atrace
 */
gboolean
strata_trace_output_is_atrace (const char *path)
{
  return !strata_perfetto_is_name (path) && !strata_trace_output_has_suffix (path, ".json");
}

/* The reader of a pipe may have closed it early. */
static gboolean
write_to_stdout (const Job *job,
                 GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GError) cause = NULL;

  if (strata_atrace_write (job->trace, job->clip, stream, NULL, &cause) || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return TRUE;

  g_set_error (error, cause->domain, cause->code, "%s: %s", _ ("standard output"), cause->message);
  return FALSE;
}

static gboolean
write_to_file (GOutputStream *stream,
               gpointer data,
               GError **error)
{
  const Job *job = data;

  if (strata_perfetto_is_name (job->path))
    return strata_perfetto_write (job->trace, job->clip, stream, NULL, error);
  if (strata_trace_output_has_suffix (job->path, ".json"))
    return strata_chrome_write (job->trace, stream, NULL, error);

  return strata_atrace_write (job->trace, job->clip, stream, NULL, error);
}

/**
 * strata_trace_output_note_ids:
 * @trace: a trace that was written
 * @clip: the part of it
 * @path: the file
 *
 * Warns on standard error that ids of processes and threads in the file differ from those on their device.
 */
void
strata_trace_output_note_ids (StrataTrace *trace,
                              const StrataClip *clip,
                              const char *path)
{
  const StrataOutForm form = strata_perfetto_is_name (path) ? STRATA_OUT_PERFETTO : strata_trace_output_has_suffix (path, ".json") ? STRATA_OUT_JSON
                                                                                                                                   : STRATA_OUT_TEXT;
  const guint n = strata_out_ids_count_made (trace, clip, form);

  if (n > 0)
    strata_command_note (path, ngettext ("%u process or thread id was replaced because another in the trace has the same id, or it is too large", "%u process and thread ids were replaced because others in the trace have the same ids, or they are too large", n), n);
}

/**
 * strata_trace_output_note_line_ends:
 * @trace: a trace that was written
 * @path: the file
 *
 * Warns on standard error that names were changed, since a line of text cannot have several.
 */
void
strata_trace_output_note_line_ends (StrataTrace *trace,
                                    const char *path)
{
  const StrataStringPool *strings = strata_trace_get_strings (trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  guint n = 0;

  for (guint32 i = 0; strata_trace_output_is_atrace (path) && i < n_strings; i++)
    n += strpbrk (strata_string_pool_get (strings, i), "\n\r") != NULL;

  if (n > 0)
    strata_command_note (path, ngettext ("%u name or argument has a line end, which is written as \\n or \\r", "%u names and arguments have line ends, which are written as \\n or \\r", n), n);
}

/**
 * strata_trace_output_note_times:
 * @trace: a trace that was written
 * @clip: the written clip
 * @path: the file
 *
 * Warns on standard error that times in the file are not those of the trace.
 */
void
strata_trace_output_note_times (StrataTrace *trace,
                                const StrataClip *clip,
                                const char *path)
{
  g_autofree char *note = strata_clip_dup_note (clip);
  const gboolean is_moved = !strata_trace_output_has_suffix (path, ".json") || strata_atrace_has_kernel (trace);

  if (note != NULL && is_moved && !strata_trace_output_has_suffix (path, ".html"))
    strata_command_note (path, "%s", note);
}

/**
 * strata_trace_output_write:
 * @trace: a trace
 * @clip: the part of it to write; JSON requires the whole trace
 * @path: the file to write, or “-” for standard output
 * @error: return location for an error
 *
 * Writes a trace as Perfetto trace or JSON of Chrome if the file is called like one, else
 * as text of atrace.
 *
 * Returns: %FALSE if writing failed
 */
gboolean
strata_trace_output_write (StrataTrace *trace,
                           const StrataClip *clip,
                           const char *path,
                           GError **error)
{
  Job job = { trace, clip, path };

  return g_str_equal (path, "-") ? write_to_stdout (&job, error) : strata_replace_path (path, write_to_file, &job, error);
}
