/* strata-out-form.c - the formats of written files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-out-form.h"

#include <glib/gi18n-lib.h>

#include "strata-atrace-writer.h"
#include "strata-chrome-writer.h"
#include "strata-error.h"
#include "strata-perfetto-writer.h"

/* Suffixes of names in lower case. */
static const struct
{
  const char *suffix;
  StrataOutForm form;
} names[] = {
  { ".ftrace", STRATA_OUT_TEXT },
  { ".atrace", STRATA_OUT_TEXT },
  { ".systrace", STRATA_OUT_TEXT },
  { ".txt", STRATA_OUT_TEXT },
  { ".pftrace", STRATA_OUT_PERFETTO },
  { ".perfetto-trace", STRATA_OUT_PERFETTO },
  { ".pb", STRATA_OUT_PERFETTO },
  { ".json", STRATA_OUT_JSON },
  { ".strata", STRATA_OUT_FINDING },
  { ".html", STRATA_OUT_PAGE },
};

/**
 * strata_out_form_of_name:
 * @name: name of a file to write
 * @other: the format for names that suggest none
 *
 * Returns: the format that the end of the name suggests, in upper or lower case
 */
StrataOutForm
strata_out_form_of_name (const char *name,
                         StrataOutForm other)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_suffix (lower, names[i].suffix))
      return names[i].form;

  return other;
}

/**
 * strata_out_form_write:
 * @form: a format of traces: not of findings or pages
 * @trace: a trace
 * @clip: the part of it to write; JSON needs all of it
 * @stream: the output; it remains open
 * @cancellable: (nullable): cancels writing
 * @error: return location for an error
 *
 * Writes a trace without notes.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_out_form_write (StrataOutForm form,
                       StrataTrace *trace,
                       const StrataClip *clip,
                       GOutputStream *stream,
                       GCancellable *cancellable,
                       GError **error)
{
  if (form == STRATA_OUT_PERFETTO)
    return strata_perfetto_write (trace, clip, stream, cancellable, error);
  if (form == STRATA_OUT_JSON && strata_clip_is_all (clip))
    return strata_chrome_write (trace, stream, cancellable, error);
  if (form == STRATA_OUT_JSON)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("a clip cannot be JSON: write .pftrace, and convert that"));
      return FALSE;
    }

  return strata_atrace_write (trace, clip, stream, cancellable, error);
}
