/* strata-event-ticks.c - marks lines that pass a filter on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-ticks.h"

#include <string.h>

#include "strata-job.h"
#include "strata-order.h"
#include "strata-session.h"
#include "strata-thread-index.h"

/* A worker reads the lines of the visible time once the view has rested for a moment, and keeps one
 * mark for each thread and pixel column with lines. So the cost is bounded by the picture, not by
 * the file. */
#define REST_MS 150
#define MAX_MARKS 200000
#define MAX_KIND_BYTES 128

struct _StrataEventTicks
{
  StrataSession *session;  /* owned */
  StrataRawFilter *filter; /* owned; nullable: NULL marks nothing */
  StrataJob *job;          /* owned */
};

typedef struct
{
  StrataTrace *trace;        /* owned */
  StrataRawFilter *filter;   /* owned */
  GCancellable *cancellable; /* borrowed, while it runs */
  StrataSpan span;
  double ns_per_px;
  StrataThreadIndex *threads; /* owned */
  GHashTable *kinds;          /* name, borrowed from the trace -> index plus one */
  GHashTable *places;         /* thread and column -> place in the marks plus one */
  GArray *marks;              /* (element-type StrataEventMark) owned */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_object (&request->trace);
  g_clear_pointer (&request->filter, strata_raw_filter_unref);
  g_clear_pointer (&request->threads, strata_thread_index_free);
  g_clear_pointer (&request->kinds, g_hash_table_unref);
  g_clear_pointer (&request->places, g_hash_table_unref);
  g_clear_pointer (&request->marks, g_array_unref);
  g_free (request);
}

static GHashTable *
index_kinds (StrataTrace *trace)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_kinds;
  const StrataKind *kinds = strata_trace_get_kinds (trace, &n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    g_hash_table_insert (table, kinds[i].name, GUINT_TO_POINTER (i + 1));

  return table;
}

static guint32
find_kind (Request *request,
           StrataText name)
{
  char text[MAX_KIND_BYTES];

  g_strlcpy (text, "", sizeof text);
  memcpy (text, name.text, MIN (name.n_bytes, sizeof text - 1));
  text[MIN (name.n_bytes, sizeof text - 1)] = '\0';

  return GPOINTER_TO_UINT (g_hash_table_lookup (request->kinds, text)) - 1; /* STRATA_NONE if there is none */
}

static void
add_event (Request *request,
           const StrataRawLine *line,
           guint32 thread)
{
  const guint32 column = (guint32) ((double) (line->time_ns - request->span.begin_ns) / request->ns_per_px);
  const gpointer key = (gpointer) (gsize) ((guint64) thread << 32 | column);
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (request->places, key));

  if (place != 0)
    {
      g_array_index (request->marks, StrataEventMark, place - 1).n_events++;
      return;
    }

  const StrataEventMark mark = { line->time_ns, thread, find_kind (request, line->event.event), 1 };

  g_array_append_val (request->marks, mark);
  g_hash_table_insert (request->places, key, GUINT_TO_POINTER (request->marks->len));
}

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  Request *request = user_data;

  if (g_cancellable_is_cancelled (request->cancellable) || request->marks->len >= MAX_MARKS)
    return FALSE;

  if (line->is_event && line->time_ns >= request->span.begin_ns && line->time_ns <= request->span.end_ns && strata_raw_filter_matches (request->filter, line))
    {
      const guint32 thread = strata_thread_index_find (request->threads, line->device, line->event.tid, line->time_ns);

      if (thread != STRATA_NONE)
        add_event (request, line, thread);
    }

  return TRUE;
}

STRATA_ORDER_BY_TWO (compare_marks, StrataEventMark, thread, time_ns)

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  Request *request = data;

  request->cancellable = cancellable;
  request->threads = strata_thread_index_new (request->trace);
  request->kinds = index_kinds (request->trace);
  request->places = g_hash_table_new (NULL, NULL);
  request->marks = g_array_new (FALSE, FALSE, sizeof (StrataEventMark));
  strata_raw_scan (request->trace, request->span, take_line, request);
  g_array_sort (request->marks, compare_marks);

  return g_steal_pointer (&request->marks);
}

static void
on_read (gpointer result,
         gpointer data,
         gpointer user_data)
{
  StrataEventTicks *self = user_data;

  strata_findings_take_events (strata_session_get_findings (self->session), result);
}

static const StrataJobKind ticks_job = {
  .name = "[strata] marked events",
  .run = run,
  .done = on_read,
  .free_data = request_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static void
read_lines (StrataEventTicks *self,
            guint delay_ms)
{
  strata_job_cancel (self->job);
  if (self->filter == NULL)
    return;

  const StrataViewport *viewport = strata_session_get_viewport (self->session);
  Request *request = g_new0 (Request, 1);

  request->trace = g_object_ref (strata_session_get_trace (self->session));
  request->filter = strata_raw_filter_ref (self->filter);
  request->span = strata_viewport_get_span (viewport);
  request->ns_per_px = MAX ((double) strata_span_get_length_ns (request->span) / MAX (viewport->width_px, 1), 1);
  strata_job_start (self->job, request, delay_ms);
}

static void
on_viewport_changed (StrataView *view,
                     const StrataViewport *before,
                     StrataEventTicks *self)
{
  read_lines (self, REST_MS);
}

/**
 * strata_event_ticks_set_filter:
 * @self: the ticks
 * @filter: (nullable): which lines to mark, or %NULL for none
 *
 * Marks the events of the visible time that pass a filter, now and whenever the
 * view changes.
 */
void
strata_event_ticks_set_filter (StrataEventTicks *self,
                               StrataRawFilter *filter)
{
  g_clear_pointer (&self->filter, strata_raw_filter_unref);
  self->filter = filter != NULL ? strata_raw_filter_ref (filter) : NULL;
  read_lines (self, 0);
  if (filter == NULL)
    strata_findings_take_events (strata_session_get_findings (self->session), NULL);
}

/* Returns ticks that mark nothing on the timeline of @session. */
StrataEventTicks *
strata_event_ticks_new (StrataSession *session)
{
  StrataEventTicks *self = g_new0 (StrataEventTicks, 1);

  self->session = g_object_ref (session);
  self->job = strata_job_new (&ticks_job, self);
  g_signal_connect (strata_session_get_view (session), "viewport-changed", G_CALLBACK (on_viewport_changed), self);

  return self;
}

/**
 * strata_event_ticks_free:
 * @self: (nullable) (transfer full): the ticks
 *
 * Removes the marks.
 */
void
strata_event_ticks_free (StrataEventTicks *self)
{
  if (self == NULL)
    return;

  strata_event_ticks_set_filter (self, NULL);
  strata_job_free (self->job);
  g_signal_handlers_disconnect_by_data (strata_session_get_view (self->session), self);
  g_object_unref (self->session);
  g_free (self);
}
