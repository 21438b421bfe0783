/* strata-copy-selection.c - all that is known of what is selected, on the clipboard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-copy-selection.h"

#include "strata-facts.h"

/* Of a widget: stops what is about to be copied. */
#define CANCELLABLE "strata-copy-selection"

/* Sums of a name take a worker, and so does what a counter did in the visible time;
 * what is copied last is what stays. */
typedef struct
{
  GdkClipboard *clipboard; /* owned */
  StrataSession *session;  /* owned */
  StrataItem item;
} Job;

static void
copy (GdkClipboard *clipboard,
      StrataSession *session,
      StrataItem item,
      const StrataFactsMore *more)
{
  g_autofree char *text = strata_session_dup_facts_text (session, item, more);

  if (*text != '\0')
    gdk_clipboard_set_text (clipboard, text);
}

static void
job_free (Job *job)
{
  g_object_unref (job->clipboard);
  g_object_unref (job->session);
  g_free (job);
}

static void
on_place_found (GObject *source,
                GAsyncResult *result,
                gpointer user_data)
{
  Job *job = user_data;
  g_autoptr (StrataSlicePlace) place = strata_slice_place_new_finish (result, NULL);

  if (place != NULL)
    copy (job->clipboard, job->session, job->item, &(StrataFactsMore){ .place = place });

  job_free (job);
}

static void
on_stats_found (GObject *source,
                GAsyncResult *result,
                gpointer user_data)
{
  Job *job = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree StrataCounterStats *stats = strata_counter_stats_find_finish (result, &error);

  if (error == NULL)
    copy (job->clipboard, job->session, job->item, &(StrataFactsMore){ .stats = stats });

  job_free (job);
}

static void
cancel_and_unref (gpointer data)
{
  g_cancellable_cancel (data);
  g_object_unref (data);
}

/**
 * strata_copy_selection:
 * @widget: whose clipboard to use
 * @session: whose selection to copy
 *
 * Copies all that is known of what is selected, as text; of a slice, as soon as the
 * sums of its name are made, and of a counter, with what it does in the visible time.
 */
void
strata_copy_selection (GtkWidget *widget,
                       StrataSession *session)
{
  const StrataItem item = strata_session_get_selection (session);
  StrataTrace *trace = strata_session_get_trace (session);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);

  g_object_set_data (G_OBJECT (widget), CANCELLABLE, NULL);
  if (item.kind != STRATA_ITEM_SLICE && item.kind != STRATA_ITEM_SAMPLE)
    {
      copy (clipboard, session, item, NULL);
      return;
    }

  Job *job = g_new (Job, 1);
  GCancellable *cancellable = g_cancellable_new ();

  *job = (Job){ g_object_ref (clipboard), g_object_ref (session), item };
  g_object_set_data_full (G_OBJECT (widget), CANCELLABLE, cancellable, cancel_and_unref);
  if (item.kind == STRATA_ITEM_SLICE)
    strata_slice_place_new_async (trace, item.index, NULL, cancellable, on_place_found, job);
  else
    strata_counter_stats_find_async (trace, strata_trace_find_counter (trace, item.index), strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (session))), cancellable, on_stats_found, job);
}
