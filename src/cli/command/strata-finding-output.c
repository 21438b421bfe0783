/* strata-finding-output.c - a finding is written as a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-finding-output.h"

#include <string.h>

#include "strata-finding-notes.h"
#include "strata-finding-page.h"
#include "strata-finding-writer.h"
#include "strata-opening.h"
#include "strata-replace.h"
#include "strata-session-bookmarks.h"

/* The view of a window, about; it is kept in pixels. */
#define VIEW_WIDTH_PX 1600

static gboolean
write_finding (GOutputStream *stream,
               gpointer data,
               GError **error)
{
  StrataProgress progress = { 0 };

  return strata_finding_file_write (data, stream, &progress, NULL, error);
}

/* What the trace came with, at the part of it that is written. */
static StrataSession *
make_session (StrataTrace *trace,
              const StrataClip *clip,
              const char *note)
{
  StrataSession *session = strata_session_new (trace);

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_opening_arrange (session);
  strata_view_set_width (strata_session_get_view (session), VIEW_WIDTH_PX);
  strata_finding_notes_apply (session);
  strata_view_show_span (strata_session_get_view (session), clip->span, 0);
  if (note != NULL)
    strata_session_add_bookmark (session, clip->span.begin_ns, STRATA_NONE, note);

  return session;
}

/**
 * strata_finding_output_write:
 * @trace: a trace
 * @clip: the part of it to write
 * @note: (nullable): what to say at its begin
 * @path: the file to write
 * @error: return location for an error
 *
 * Writes a part of a trace with the notes that the trace came with; opening it shows that part.
 *
 * Returns: %FALSE when writing failed
 */
gboolean
strata_finding_output_write (StrataTrace *trace,
                             const StrataClip *clip,
                             const char *note,
                             const char *path,
                             GError **error)
{
  g_autoptr (StrataSession) session = make_session (trace, clip, note);
  g_auto (GStrv) queries = strata_finding_notes_dup_queries (trace);
  g_autofree char *notes = strata_finding_notes_to_text (session, clip->span, (const char *const *) queries);
  StrataFindingFile finding = { .trace = trace, .clip = *clip, .notes = notes };

  return strata_replace_path (path, write_finding, &finding, error);
}

static gboolean
write_text (GOutputStream *stream,
            gpointer data,
            GError **error)
{
  return g_output_stream_write_all (stream, data, strlen (data), NULL, NULL, error);
}

/**
 * strata_finding_output_write_page:
 * @trace: a trace
 * @clip: the part of it to show
 * @note: (nullable): what to say at its begin
 * @input: the file that the trace was read from
 * @path: the file to write
 * @error: return location for an error
 *
 * Writes a part of a trace as a page for browsers.
 *
 * Returns: %FALSE when writing failed
 */
gboolean
strata_finding_output_write_page (StrataTrace *trace,
                                  const StrataClip *clip,
                                  const char *note,
                                  const char *input,
                                  const char *path,
                                  GError **error)
{
  g_autoptr (StrataSession) session = make_session (trace, clip, note);
  g_autofree char *title = g_filename_display_basename (input);
  g_autoptr (StrataFindingPage) page = strata_finding_page_new (session, clip->span, title);
  g_autofree char *text = strata_finding_page_to_html (page, NULL, error);

  return text != NULL && strata_replace_path (path, write_text, text, error);
}
