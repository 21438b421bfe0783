/* strata-copy-selection.c - all that is known of what is selected, on the clipboard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-copy-selection.h"

#include "strata-facts.h"
#include "strata-job.h"

/* Of a widget: what is about to be copied. */
#define JOB "strata-copy-selection"

/* Sums of a name take a worker, and so does what a counter did in the visible time;
 * what is copied last is what stays. */
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
    request->place = strata_slice_place_new (request->trace, request->item.index, NULL, cancellable, NULL);
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
