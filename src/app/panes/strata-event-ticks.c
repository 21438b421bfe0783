/* strata-event-ticks.c - lines that pass a filter, marked on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-ticks.h"

#include <string.h>

#include "strata-session-events.h"
#include "strata-session-signals.h"
#include "strata-thread-index.h"

/* A worker reads the lines of the visible time a moment after the view came to
 * rest, and keeps one mark for each thread and pixel column in which there are
 * any: what that takes is bounded by the picture, not by the file. The newest
 * request wins. */
#define REST_MS 150
#define MAX_MARKS 200000
#define MAX_KIND_BYTES 128

struct _StrataEventTicks
{
  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  StrataRawFilter *filter;       /* owned; nullable: then nothing is marked */
  GCancellable *cancellable;     /* owned; nullable: of the newest request */
  guint rest_id;
};

typedef struct
{
  StrataTrace *trace;      /* owned */
  StrataRawFilter *filter; /* owned */
  GCancellable *cancellable;
  StrataSpan span;
  double ns_per_px;
  StrataThreadIndex *threads; /* owned */
  GHashTable *kinds;          /* name, borrowed from the trace -> index plus one */
  GHashTable *places;         /* thread and column -> place in the marks plus one */
  GArray *marks;              /* (element-type StrataEventMark) owned */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->trace);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->filter, strata_raw_filter_unref);
  g_clear_pointer (&job->threads, strata_thread_index_free);
  g_clear_pointer (&job->kinds, g_hash_table_unref);
  g_clear_pointer (&job->places, g_hash_table_unref);
  g_clear_pointer (&job->marks, g_array_unref);
  g_free (job);
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
find_kind (Job *job,
           StrataText name)
{
  char text[MAX_KIND_BYTES];

  g_strlcpy (text, "", sizeof text);
  memcpy (text, name.text, MIN (name.n_bytes, sizeof text - 1));
  text[MIN (name.n_bytes, sizeof text - 1)] = '\0';

  return GPOINTER_TO_UINT (g_hash_table_lookup (job->kinds, text)) - 1; /* STRATA_NONE where there is none */
}

static void
add_event (Job *job,
           const StrataRawLine *line,
           guint32 thread)
{
  const guint32 column = (guint32) ((double) (line->time_ns - job->span.begin_ns) / job->ns_per_px);
  const gpointer key = (gpointer) (gsize) ((guint64) thread << 32 | column);
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (job->places, key));

  if (place != 0)
    {
      g_array_index (job->marks, StrataEventMark, place - 1).n_events++;
      return;
    }

  const StrataEventMark mark = { line->time_ns, thread, find_kind (job, line->event.event), 1 };

  g_array_append_val (job->marks, mark);
  g_hash_table_insert (job->places, key, GUINT_TO_POINTER (job->marks->len));
}

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  Job *job = user_data;

  if (g_cancellable_is_cancelled (job->cancellable) || job->marks->len >= MAX_MARKS)
    return FALSE;

  if (line->is_event && line->time_ns >= job->span.begin_ns && line->time_ns <= job->span.end_ns && strata_raw_filter_matches (job->filter, line))
    {
      const guint32 thread = strata_thread_index_find (job->threads, line->device, line->event.tid, line->time_ns);

      if (thread != STRATA_NONE)
        add_event (job, line, thread);
    }

  return TRUE;
}

static int
compare_marks (gconstpointer a,
               gconstpointer b)
{
  const StrataEventMark *left = a;
  const StrataEventMark *right = b;

  if (left->thread != right->thread)
    return left->thread < right->thread ? -1 : 1;

  return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

static void
run_job (GTask *task,
         gpointer source_object,
         gpointer task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;

  job->threads = strata_thread_index_new (job->trace);
  job->kinds = index_kinds (job->trace);
  job->places = g_hash_table_new (NULL, NULL);
  job->marks = g_array_new (FALSE, FALSE, sizeof (StrataEventMark));
  strata_raw_scan (job->trace, job->span, take_line, job);
  g_array_sort (job->marks, compare_marks);
  g_task_return_pointer (task, g_steal_pointer (&job->marks), (GDestroyNotify) g_array_unref);
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer user_data)
{
  g_autoptr (StrataSession) session = user_data;
  GArray *marks = g_task_propagate_pointer (G_TASK (result), NULL);

  /* there are none only when the request was cancelled */
  if (marks != NULL)
    strata_session_take_events (session, marks);
}

static void
cancel (StrataEventTicks *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

static void
read_lines (StrataEventTicks *self)
{
  cancel (self);
  if (self->session == NULL || self->filter == NULL)
    return;

  const StrataViewport *viewport = strata_view_get_viewport (strata_session_get_view (self->session));
  Job *job = g_new0 (Job, 1);

  self->cancellable = g_cancellable_new ();
  job->trace = g_object_ref (strata_session_get_trace (self->session));
  job->filter = strata_raw_filter_ref (self->filter);
  job->cancellable = g_object_ref (self->cancellable);
  job->span = strata_viewport_get_span (viewport);
  job->ns_per_px = MAX ((double) strata_span_get_length_ns (job->span) / MAX (viewport->width_px, 1), 1);

  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_read, g_object_ref (self->session));

  g_task_set_source_tag (task, read_lines);
  g_task_set_name (task, "[strata] marked events");
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

static gboolean
on_rest (gpointer user_data)
{
  StrataEventTicks *self = user_data;

  self->rest_id = 0;
  read_lines (self);

  return G_SOURCE_REMOVE;
}

static void
on_viewport_changed (StrataView *view,
                     const StrataViewport *before,
                     StrataEventTicks *self)
{
  if (self->filter == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, on_rest, self);
}

/**
 * strata_event_ticks_set_session:
 * @self: the ticks
 * @session: (nullable): where to mark
 *
 * Chooses the timeline; marks on the one before go.
 */
void
strata_event_ticks_set_session (StrataEventTicks *self,
                                StrataSession *session)
{
  g_autoptr (StrataSession) before = self->session != NULL ? g_object_ref (self->session) : NULL;

  if (!g_set_object (&self->session, session))
    return;

  if (before != NULL)
    strata_session_take_events (before, NULL);

  strata_session_signals_set_session (self->signals, session);
  read_lines (self);
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
  read_lines (self);
  if (filter == NULL && self->session != NULL)
    strata_session_take_events (self->session, NULL);
}

/**
 * strata_event_ticks_new:
 *
 * Returns: (transfer full): ticks that mark nothing
 */
StrataEventTicks *
strata_event_ticks_new (void)
{
  StrataEventTicks *self = g_new0 (StrataEventTicks, 1);

  self->signals = strata_session_signals_new ();
  g_signal_group_connect (self->signals->view, "viewport-changed", G_CALLBACK (on_viewport_changed), self);

  return self;
}

/**
 * strata_event_ticks_free:
 * @self: (nullable) (transfer full): the ticks
 *
 * Takes the marks away.
 */
void
strata_event_ticks_free (StrataEventTicks *self)
{
  if (self == NULL)
    return;

  strata_event_ticks_set_filter (self, NULL);
  strata_session_signals_set_session (self->signals, NULL);
  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  g_free (self);
}
