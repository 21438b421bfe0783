/* strata-copy-selection.c - copies all facts about the selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-copy-selection.h"

#include "strata-facts.h"
#include "strata-job.h"

/* Data of a widget: the pending copy. */
#define JOB "strata-copy-selection"

/* The sums of a name and the statistics of a counter in the visible time need a worker; the last
 * copy wins. */
typedef struct
{
  GdkClipboard *clipboard; /* owned */
  StrataSession *session;  /* owned */
  StrataTrace *trace;      /* owned */
  StrataItem item;         /* a slice or a sample */
  StrataSpan span;         /* the visible time */
  StrataSlicePlace *place; /* owned: written by the worker */
  StrataCounterStats stats;
  gboolean has_stats;
} Request;

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
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->clipboard);
  g_object_unref (request->session);
  g_object_unref (request->trace);
  g_clear_pointer (&request->place, strata_slice_place_free);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  Request *request = data;

  if (request->item.kind == STRATA_ITEM_SLICE)
    request->place = strata_slice_place_new (request->trace, request->item.index, NULL, cancellable);
  else
    request->has_stats = strata_counter_stats_find (request->trace, strata_trace_find_counter (request->trace, request->item.index), request->span, cancellable, &request->stats);

  return NULL;
}

static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  const Request *request = data;

  copy (request->clipboard, request->session, request->item, &(StrataFactsMore){ .place = request->place, .stats = request->has_stats ? &request->stats : NULL });
}

static const StrataJobKind copy_job = {
  .name = "[strata] what is copied",
  .run = run,
  .done = on_found,
  .free_data = request_free,
};

/**
 * strata_copy_selection:
 * @widget: the widget whose clipboard to use
 * @session: the session whose selection to copy
 *
 * Copies all facts about the selection as text: for a slice, once the
 * sums of its name are computed; for a counter, with its statistics in the visible time.
 */
void
strata_copy_selection (GtkWidget *widget,
                       StrataSession *session)
{
  const StrataItem item = strata_session_get_selected_item (session);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);

  g_object_set_data (G_OBJECT (widget), JOB, NULL);
  if (item.kind != STRATA_ITEM_SLICE && item.kind != STRATA_ITEM_SAMPLE)
    {
      copy (clipboard, session, item, NULL);
      return;
    }

  StrataJob *job = strata_job_new (&copy_job, NULL);
  Request *request = g_new0 (Request, 1);

  request->clipboard = g_object_ref (clipboard);
  request->session = g_object_ref (session);
  request->trace = g_object_ref (strata_session_get_trace (session));
  request->item = item;
  request->span = strata_viewport_get_span (strata_session_get_viewport (session));
  g_object_set_data_full (G_OBJECT (widget), JOB, job, (GDestroyNotify) strata_job_free);
  strata_job_start (job, request, 0);
}
