/* strata-cmd-clip.c - strata-cli clip: writes a part of a trace to a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "strata-command.h"
#include "strata-finding-notes.h"
#include "strata-finding-page.h"
#include "strata-finding-writer.h"
#include "strata-opening.h"
#include "strata-replace.h"
#include "strata-session-bookmarks.h"
#include "strata-span-option.h"
#include "strata-trace-output.h"

/* A finding is written as a file. */

/* The approximate view of a window; it is stored in pixels. */
#define VIEW_WIDTH_PX 1600

static gboolean
write_finding (GOutputStream *stream,
               gpointer data,
               GError **error)
{
  StrataProgress progress = { 0 };

  return strata_finding_file_write (data, stream, &progress, NULL, error);
}

/* The notes that came with the trace, limited to the written part. */
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

/* Writes a part of a trace with the notes that the trace came with, and with @note at its start, if it is not
 * NULL. Opening it shows that part. */
static gboolean
finding_output_write (StrataTrace *trace,
                      const StrataClip *clip,
                      const char *note,
                      const char *path,
                      GError **error)
{
  g_autoptr (StrataSession) session = make_session (trace, clip, note);
  g_auto (GStrv) queries = strata_finding_notes_dup_queries (trace);
  g_autofree char *notes = strata_finding_notes_to_text (session, clip->span, clip->moved_ns, (const char *const *) queries);
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

/* Writes a part of a trace as a page for browsers, the same way. */
static gboolean
finding_output_write_page (StrataTrace *trace,
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

typedef struct
{
  char *output;
  char *span;
  char *note;
  StrataInputOptions input;
} Options;

static StrataExit
clip_file (const StrataCommand *command,
           const char *path,
           const Options *options)
{
  g_autoptr (StrataTrace) trace = strata_command_load_input (path, &options->input);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return STRATA_EXIT_BAD_INPUT;

  StrataSpan span = strata_trace_get_span (trace);

  if (!strata_span_option_parse (options->span, path, &span, &error))
    return strata_command_fail_usage (command, "%s", error->message);
  if (span.begin_ns >= span.end_ns)
    return strata_command_fail_usage (command, _ ("“%s” is empty: there is nothing to write"), options->span);

  const StrataClip clip = strata_clip_new (trace, span);
  const StrataOutForm form = strata_out_form_of_name (options->output, STRATA_OUT_TEXT);

  if (form == STRATA_OUT_PAGE)
    return finding_output_write_page (trace, &clip, options->note, path, options->output, &error) ? STRATA_EXIT_DONE : strata_command_fail (error);
  if (form == STRATA_OUT_FINDING)
    {
      if (!finding_output_write (trace, &clip, options->note, options->output, &error))
        return strata_command_fail (error);

      strata_trace_output_note_losses (trace, &clip, strata_finding_file_get_form (trace), options->output);
    }
  else if (!strata_trace_output_write (trace, &clip, options->output, &error))
    return strata_command_fail (error);

  return STRATA_EXIT_DONE;
}

static StrataExit
run_clip (const StrataCommand *command,
          char **arguments)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, N_ ("Write to this file; .strata to keep notes and the view, .html for a page to read in a browser, .pftrace for a Perfetto trace, else atrace text; “-” for standard output"), N_ ("FILE") },
    { "span", 0, 0, G_OPTION_ARG_STRING, &options.span, N_ ("The span of time to write"), "A..B" },
    { "note", 0, 0, G_OPTION_ARG_STRING, &options.note, N_ ("With .strata or .html, add a bookmark with this note at the start"), N_ ("TEXT") },
    STRATA_INPUT_ENTRIES (options.input),
    { NULL },
  };
  g_auto (StrataOptionValues) values = { entries };
  g_auto (GStrv) files = NULL;

  if (!strata_command_parse (command, entries, 1, arguments, &files) || !strata_command_has_output (command, options.output))
    return STRATA_EXIT_BAD_USAGE;
  if (options.span == NULL)
    return strata_command_fail_usage (command, _ ("missing --span: give the time to write, such as +1.2s..+1.25s"));

  const StrataOutForm form = strata_out_form_of_name (options.output, STRATA_OUT_TEXT);

  if (form == STRATA_OUT_JSON)
    return strata_command_fail_usage (command, _ ("a clip cannot be JSON: write .pftrace, and convert that"));
  if (options.note != NULL && form != STRATA_OUT_FINDING && form != STRATA_OUT_PAGE)
    return strata_command_fail_usage (command, _ ("--note works only with .strata and .html"));
  if (strata_command_would_overwrite (files[0], options.output))
    return strata_command_fail_overwriting (command, options.output);

  return clip_file (command, files[0], &options);
}

const StrataCommand strata_command_clip = {
  .name = "clip",
  .arguments = "FILE",
  .summary = N_ ("Write a span of FILE as a small trace, with the calls and thread states that were open at its start"),
  .description = STRATA_SPAN_HELP,
  .run = run_clip,
};
