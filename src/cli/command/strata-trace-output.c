/* strata-trace-output.c - writes a trace in the format of a file name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-output.h"

#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-out-losses.h"
#include "strata-replace.h"

typedef struct
{
  StrataTrace *trace;     /* borrowed */
  const StrataClip *clip; /* borrowed */
  StrataOutForm form;
} Job;

/* The reader of a pipe may have closed it early. */
static gboolean
write_to_stdout (const Job *job,
                 GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GError) cause = NULL;

  if (strata_out_form_write (job->form, job->trace, job->clip, stream, NULL, &cause) || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
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

  return strata_out_form_write (job->form, job->trace, job->clip, stream, NULL, error);
}

/**
 * strata_trace_output_note_losses:
 * @trace: a trace that was written
 * @clip: the part of it
 * @form: its format
 * @path: the file
 *
 * Says on standard error what the file does not have as the trace has it.
 */
void
strata_trace_output_note_losses (StrataTrace *trace,
                                 const StrataClip *clip,
                                 StrataOutForm form,
                                 const char *path)
{
  g_autoptr (GPtrArray) notes = strata_out_losses_list (trace, clip, form);

  for (guint i = 0; i < notes->len; i++)
    strata_command_note (path, "%s", (const char *) g_ptr_array_index (notes, i));
}

/**
 * strata_trace_output_write:
 * @trace: a trace
 * @clip: the part of it to write; JSON requires the whole trace
 * @path: the file to write, or “-” for standard output
 * @error: return location for an error
 *
 * Writes a trace as Perfetto trace or JSON of Chrome if the file is called like one, else
 * as text of atrace. The name must not be that of a finding or a page. Says on standard error what the file does not have as the trace has it.
 *
 * Returns: %FALSE if writing failed
 */
gboolean
strata_trace_output_write (StrataTrace *trace,
                           const StrataClip *clip,
                           const char *path,
                           GError **error)
{
  Job job = { trace, clip, strata_out_form_of_name (path, STRATA_OUT_TEXT) };

  if (!(g_str_equal (path, "-") ? write_to_stdout (&job, error) : strata_replace_path (path, write_to_file, &job, error)))
    return FALSE;

  strata_trace_output_note_losses (trace, clip, job.form, path);
  return TRUE;
}
