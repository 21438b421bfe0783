/* strata-save-finding.c - saves the shown part of a trace, to be sent
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-save-finding.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-dialogs.h"
#include "strata-finding-notes.h"
#include "strata-finding-page.h"
#include "strata-finding-writer.h"
#include "strata-notes-file.h"
#include "strata-out-losses.h"
#include "strata-query-pane.h"
#include "strata-session-area.h"
#include "strata-trace-files.h"

/* Writes what the window shows at the time the file is chosen, in the format of its name, as strata-cli clip does. A
 * worker writes it. */

typedef struct
{
  StrataOutForm form;
  StrataFindingFile finding;
  char *notes;             /* owned; nullable: of the finding */
  StrataFindingPage *page; /* owned; nullable */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->finding.trace);
  g_clear_object (&job->finding.capture);
  strata_finding_page_free (job->page);
  g_free (job->notes);
  g_free (job);
}

static gboolean
write_job (gpointer data,
           GOutputStream *stream,
           StrataProgress *progress,
           GCancellable *cancellable,
           GError **error)
{
  Job *job = data;

  if (job->form == STRATA_OUT_FINDING)
    return strata_finding_file_write (&job->finding, stream, progress, cancellable, error);
  if (job->form != STRATA_OUT_PAGE)
    return strata_out_form_write (job->form, job->finding.trace, &job->finding.clip, stream, cancellable, error);

  g_autofree char *text = strata_finding_page_to_html (job->page, cancellable, error);

  return text != NULL && g_output_stream_write_all (stream, text, strlen (text), NULL, cancellable, error);
}

/* The format of the trace in the file. */
static StrataOutForm
get_trace_form (const Job *job)
{
  return job->form == STRATA_OUT_FINDING ? strata_finding_file_get_form (job->finding.trace) : job->form;
}

/* What the file does not have as the trace has it. */
static char *
dup_note (gpointer data)
{
  const Job *job = data;

  if (job->page != NULL || job->finding.capture != NULL)
    return NULL;

  g_autoptr (GPtrArray) notes = strata_out_losses_list (job->finding.trace, &job->finding.clip, get_trace_form (job));

  g_ptr_array_add (notes, NULL);
  return notes->len > 1 ? g_strjoinv ("; ", (char **) notes->pdata) : NULL;
}

/* The original file, if the trace consists of it alone and there is no mapping of names. */
static GFile *
find_capture (StrataWindow *window,
              StrataTrace *trace)
{
  GPtrArray *files = strata_window_get_files (window);
  const StrataLoadInput *first = g_ptr_array_index (files, 0);
  guint n_inputs;

  strata_trace_get_inputs (trace, &n_inputs);
  if (files->len != 1 || n_inputs > 1 || strata_trace_get_property (trace, "mapping") != NULL || !strata_finding_file_can_hold (first->file))
    return NULL;

  return g_object_ref (first->file);
}

/* Time around the shown part: it contains the VSYNCs that determine deadlines, and neighbouring frames. */
#define AROUND_NS G_GINT64_CONSTANT (100000000)

/* So that the recipient sees the same verdict. */
static StrataSpan
add_surroundings (StrataSession *session,
                  StrataSpan span)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (session));
  const StrataSpan all = strata_trace_get_span (strata_session_get_trace (session));
  guint n_frames = 0;

  if (frames != NULL)
    strata_frames_get (frames, &n_frames);
  if (n_frames == 0)
    return span;

  return (StrataSpan){ MAX (strata_time_add (span.begin_ns, -AROUND_NS), all.begin_ns), MIN (strata_time_add (span.end_ns, AROUND_NS), all.end_ns) };
}

/* The selected area, or the visible time; everything if times are not on the clock of the file. */
static StrataSpan
find_span (StrataSession *session,
           gboolean is_whole)
{
  StrataTrace *trace = strata_session_get_trace (session);
  StrataTrace *base = strata_trace_get_base (trace);
  StrataSpan span = strata_view_get_settled_span (strata_session_get_view (session));

  if (is_whole || base != trace)
    return strata_trace_get_span (base);

  strata_session_get_area (session, &span);
  return span;
}

static StrataQueryPane *
get_query_pane (StrataTracePage *page)
{
  GtkWidget *pane = strata_trace_page_get_pane_widget (page, "query");

  return STRATA_IS_QUERY_PANE (pane) ? STRATA_QUERY_PANE (pane) : NULL;
}

static char *
make_notes (StrataTracePage *page,
            StrataSpan span,
            gint64 moved_ns)
{
  StrataQueryPane *pane = get_query_pane (page);
  g_autofree char *sql = pane != NULL ? strata_query_pane_dup_text (pane) : NULL;
  const char *const queries[] = { sql, NULL };

  return strata_finding_notes_to_text (strata_trace_page_get_session (page), span, moved_ns, queries);
}

/* The trace or its visible part with what is needed to show the same view elsewhere, or with the original file. */
static void
set_finding (Job *job,
             StrataWindow *window,
             StrataSpan span,
             gboolean is_whole)
{
  StrataTracePage *page = strata_window_get_trace_page (window);

  job->finding.clip = strata_clip_new (job->finding.trace, is_whole ? span : add_surroundings (strata_trace_page_get_session (page), span));
  job->finding.capture = is_whole ? find_capture (window, job->finding.trace) : NULL;
  job->notes = make_notes (page, job->finding.clip.limits, job->finding.capture == NULL ? job->finding.clip.moved_ns : 0);
  job->finding.notes = job->notes;
}

/**
 * strata_save_finding_write:
 * @window: a window with a trace
 * @file: where to write; an HTML page if its name ends with .html, a Perfetto trace, JSON of the whole trace or text of atrace if it ends like one
 * @is_whole: whether to write the whole trace
 * @exported: (nullable) (scope async): called at the end
 * @user_data: for @exported
 *
 * Writes the trace or the visible part, with everything needed to show the same view elsewhere.
 */
void
strata_save_finding_write (StrataWindow *window,
                           GFile *file,
                           gboolean is_whole,
                           StrataFileExported exported,
                           gpointer user_data)
{
  static const StrataFileExportKind kind = { write_job, job_free, NULL, dup_note };
  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataSession *session = strata_trace_page_get_session (page);
  const StrataSpan span = find_span (session, is_whole);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *title = strata_trace_files_dup_name (strata_window_get_files (window));
  Job *job = g_new0 (Job, 1);

  job->finding.trace = g_object_ref (strata_trace_get_base (strata_session_get_trace (session)));
  job->form = strata_out_form_of_name (name, STRATA_OUT_FINDING);
  if (job->form == STRATA_OUT_FINDING)
    set_finding (job, window, span, is_whole);
  else if (job->form == STRATA_OUT_PAGE)
    job->page = strata_finding_page_new (session, span, title);
  else
    job->finding.clip = strata_clip_new (job->finding.trace, span);

  strata_file_export (GTK_WIDGET (page), &kind, job, file, exported, user_data);
}

static void
on_chosen (GFile *file,
           gboolean is_whole,
           gpointer user_data)
{
  if (strata_window_get_trace_page (user_data) != NULL)
    strata_save_finding_write (user_data, file, is_whole, NULL, NULL);
}

/* "capture.ftrace.zst" becomes "capture.strata". */
static char *
dup_name (StrataWindow *window)
{
  g_autofree char *name = strata_trace_files_dup_name (strata_window_get_files (window));
  char *dot = strchr (name + 1, '.');

  if (*name != '\0' && dot != NULL)
    *dot = '\0';

  return g_strconcat (name, ".strata", NULL);
}

/**
 * strata_save_finding_choose:
 * @window: a window with a trace
 *
 * Asks where to write a finding, and writes it.
 */
void
strata_save_finding_choose (StrataWindow *window)
{
  g_autofree char *name = dup_name (window);

  strata_dialogs_choose_finding (GTK_WINDOW (window), name, on_chosen, g_object_ref (window), g_object_unref);
}

static void
restore_queries (StrataTracePage *page,
                 StrataTrace *trace)
{
  g_auto (GStrv) queries = strata_finding_notes_dup_queries (trace);
  StrataQueryPane *pane = queries != NULL && queries[0] != NULL ? get_query_pane (page) : NULL;

  if (pane != NULL)
    strata_query_pane_set_text (pane, queries[0]);
}

/**
 * strata_save_finding_restore:
 * @page: the page of a trace that may have come with notes
 * @has_own: whether the user's own notes and view were restored, which take precedence
 *
 * Restores the view that was sent with the trace.
 */
void
strata_save_finding_restore (StrataTracePage *page,
                             gboolean has_own)
{
  StrataSession *session = strata_trace_page_get_session (page);
  StrataTrace *trace = strata_trace_get_base (strata_session_get_trace (session));
  const char *notes = strata_trace_get_property (trace, STRATA_NOTES_PROPERTY);
  g_autoptr (GError) error = NULL;

  if (notes == NULL)
    return;

  if (!strata_notes_check (notes, strlen (notes), &error))
    {
      g_autofree char *message = g_strdup_printf (_ ("The notes that came with this trace were not read: %s"), error->message);

      strata_trace_page_show_message (page, message);
      return;
    }

  if (!has_own)
    strata_finding_notes_apply (session);

  restore_queries (page, trace);
  strata_trace_page_reveal_selection (page);
}
