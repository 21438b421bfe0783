/* strata-session.c - a trace with its view, selection, marks and findings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-item-class.h"
#include "strata-job.h"

/* A search for a slice in the background: another of the same name, or the slice of a memo. */
typedef struct
{
  StrataTrace *trace;        /* owned */
  StrataSelectionMemo *memo; /* owned; nullable */
  StrataAlikeStep step;
  StrataItem from; /* the selected item */
  guint32 origin;  /* a slice of the name */
  guint32 found;   /* written by the worker */
} FindRequest;

struct _StrataSession
{
  GObject parent_instance;

  StrataView *view;           /* owned */
  StrataFindings *findings;   /* owned */
  StrataSelection *selection; /* owned */
  StrataMarks *marks;         /* owned */
  StrataJob *job;             /* owned; NULL until a slice is searched for */
  const FindRequest *request; /* borrowed from the job; NULL while it does not run */
};

/* The session owns its parts: view, selection, marks and findings. Each keeps its own state and
 * emits its own signals; widgets draw them. The functions of a session involve several parts at
 * once. */

G_DEFINE_FINAL_TYPE (StrataSession, strata_session, G_TYPE_OBJECT)

enum
{
  REVEAL_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
strata_session_finalize (GObject *object)
{
  StrataSession *self = STRATA_SESSION (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_object_unref (self->marks);
  g_object_unref (self->selection);
  g_object_unref (self->findings);
  g_object_unref (self->view);

  G_OBJECT_CLASS (strata_session_parent_class)->finalize (object);
}

static void
strata_session_class_init (StrataSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_session_finalize;

  signals[REVEAL_REQUESTED] = g_signal_new ("reveal-requested", STRATA_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_session_init (StrataSession *self)
{
  self->marks = g_object_new (STRATA_TYPE_MARKS, NULL);
}

/* Which part of the view a selected slice took; 0 if it was not visible. */
static double
get_selected_frac (StrataItem item,
                   StrataTrace *trace,
                   const StrataSpan *visible)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (item.kind != STRATA_ITEM_SLICE)
    return 0.0;

  const StrataSpan span = { slices->start_ns[item.index], strata_slice_table_get_end_ns (slices, item.index) };

  if (span.end_ns <= visible->begin_ns || span.begin_ns >= visible->end_ns)
    return 0.0;

  return MIN ((double) strata_span_get_length_ns (span) / MAX ((double) strata_span_get_length_ns (*visible), 1.0), 1.0);
}

/**
 * strata_session_get_item_span:
 * @self: the session
 * @item: an item
 * @span: (out): its time
 *
 * Returns: whether @item is an item with a time
 */
gboolean
strata_session_get_item_span (StrataSession *self,
                              StrataItem item,
                              StrataSpan *span)
{
  const StrataItemClass *class = strata_item_get_class (item);

  return class != NULL && class->get_span != NULL && class->get_span (self, item, span);
}

/* The selected item keeps its part of the view; if nothing is selected, everything is shown. */
static void
on_axis_changed (StrataSession *self,
                 StrataTrace *before,
                 const StrataSpan *visible)
{
  const StrataItem item = strata_selection_get_item (self->selection);
  const double frac = get_selected_frac (item, before, visible);
  StrataSpan span;

  strata_marks_clear_cursors (self->marks);
  if (frac > 0.0 && strata_session_get_item_span (self, item, &span) && span.end_ns > span.begin_ns)
    strata_view_show_span (self->view, span, MAX ((1.0 - frac) / 2.0, 0.0));
}

/* Drops a hovered event: its index means another event now. */
static void
on_events_changed (StrataSession *self)
{
  if (strata_selection_get_hover (self->selection).kind == STRATA_ITEM_EVENT)
    strata_selection_set_hover (self->selection, STRATA_NO_ITEM);
}

StrataSelection *
strata_session_get_selection (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return self->selection;
}

StrataMarks *
strata_session_get_marks (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return self->marks;
}

StrataFindings *
strata_session_get_findings (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return self->findings;
}

/**
 * strata_session_get_view:
 * @self: the session
 *
 * Returns: (transfer none): its view: visible time, lanes and view options
 */
StrataView *
strata_session_get_view (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return self->view;
}

StrataLanes *
strata_session_get_lanes (StrataSession *self)
{
  return strata_view_get_lanes (strata_session_get_view (self));
}

const StrataViewport *
strata_session_get_viewport (StrataSession *self)
{
  return strata_view_get_viewport (strata_session_get_view (self));
}

const StrataSceneIndex *
strata_session_get_index (StrataSession *self)
{
  return strata_view_get_index (strata_session_get_view (self));
}

StrataSession *
strata_session_new (StrataTrace *trace)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  StrataSession *self = g_object_new (STRATA_TYPE_SESSION, NULL);

  self->view = strata_view_new (trace);
  self->selection = strata_selection_new (self->view);
  g_signal_connect_object (self->view, "axis-changed", G_CALLBACK (on_axis_changed), self, G_CONNECT_SWAPPED);
  self->findings = strata_findings_new (self->view);
  g_signal_connect_object (self->findings, "events-changed", G_CALLBACK (on_events_changed), self, G_CONNECT_SWAPPED);

  return self;
}

StrataTrace *
strata_session_get_trace (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_view_get_trace (self->view);
}

/**
 * strata_session_show_selection:
 * @self: the session
 *
 * Fits the view to the selected item.
 *
 * Returns: whether anything is selected
 */
gboolean
strata_session_show_selection (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  if (!strata_session_get_item_span (self, strata_selection_get_item (self->selection), &span))
    return FALSE;

  strata_view_show_span (self->view, span, 0.1);
  g_signal_emit (self, signals[REVEAL_REQUESTED], 0);
  return TRUE;
}

/**
 * strata_session_make_slice_item:
 * @self: the session
 * @slice: index of a slice
 *
 * Returns: the slice as an item in the lane that shows it
 */
StrataItem
strata_session_make_slice_item (StrataSession *self,
                                guint32 slice)
{
  const guint32 lane = strata_lanes_find_track (strata_view_get_lanes (self->view), strata_trace_find_track (strata_view_get_trace (self->view), slice));

  return (StrataItem){ STRATA_ITEM_SLICE, slice, lane, 1, 0 };
}

StrataItem
strata_session_get_selected_item (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NO_ITEM);

  return strata_selection_get_item (self->selection);
}

/**
 * strata_session_select:
 * @self: the session
 * @item: an item, or one of kind %STRATA_ITEM_NONE
 *
 * Selects an item without moving the view.
 */
void
strata_session_select (StrataSession *self,
                       StrataItem item)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataItemClass *class = strata_item_get_class (item);

  if (class != NULL && class->is_only_shown)
    item = STRATA_NO_ITEM;
  else if (class != NULL && class->resolve != NULL)
    item = class->resolve (self, item);

  g_autoptr (StrataLinks) links = strata_links_new ();

  class = strata_item_get_class (item);
  if (class != NULL && class->add_links != NULL)
    class->add_links (self, links, item);
  strata_selection_take_item (self->selection, item, g_steal_pointer (&links));
}

/**
 * strata_session_select_slice:
 * @self: the session
 * @slice: a slice
 *
 * Selects a slice, opens its group and requests that it is revealed.
 */
void
strata_session_select_slice (StrataSession *self,
                             guint32 slice)
{
  g_return_if_fail (STRATA_IS_SESSION (self));
  g_return_if_fail (slice < strata_trace_get_slices (strata_view_get_trace (self->view))->n_slices);

  strata_session_select (self, strata_session_make_slice_item (self, slice));
  strata_session_reveal_selection (self);
}

/* Moves the view as little as needed to show a part of the item. */
static void
scroll_to_selection (StrataSession *self)
{
  const StrataViewport *viewport = strata_view_get_viewport (self->view);
  StrataSpan visible = strata_viewport_get_span (viewport);
  StrataSpan span;

  if (!strata_session_get_item_span (self, strata_selection_get_item (self->selection), &span))
    return;

  double begin = strata_viewport_time_to_x (viewport, span.begin_ns);
  double end = strata_viewport_time_to_x (viewport, span.end_ns);

  if (span.end_ns <= visible.begin_ns || span.begin_ns >= visible.end_ns)
    strata_view_pan (self->view, MIN ((begin + end) / 2.0, begin + viewport->width_px / 3.0) - viewport->width_px / 2.0);
}

/**
 * strata_session_reveal_selection:
 * @self: the session
 *
 * Opens the group of the selected item, moves the view so that a part of it is
 * visible, and emits ::reveal-requested so that the lanes are scrolled.
 */
void
strata_session_reveal_selection (StrataSession *self)
{
  guint n_lanes;

  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataItem item = strata_selection_get_item (self->selection);

  strata_lanes_get (strata_view_get_lanes (self->view), &n_lanes);
  if (item.kind == STRATA_ITEM_NONE)
    return;

  if (item.lane < n_lanes)
    strata_lanes_open (strata_view_get_lanes (self->view), item.lane);

  strata_view_arrive (self->view);
  scroll_to_selection (self);
  g_signal_emit (self, signals[REVEAL_REQUESTED], 0);
}

static void
find_request_free (gpointer data)
{
  FindRequest *request = data;

  g_object_unref (request->trace);
  strata_selection_memo_free (request->memo);
  g_free (request);
}

static gpointer
run_find (gpointer data,
          GCancellable *cancellable)
{
  FindRequest *request = data;

  request->found = request->memo != NULL ? strata_selection_memo_find_slice (request->memo, request->trace) : strata_alike_find (request->trace, request->origin, request->step);
  return NULL;
}

static gboolean
is_same_place (StrataItem a,
               StrataItem b)
{
  return a.kind == b.kind && a.index == b.index;
}

/* If the user has selected something else by then, that selection stays. */
static void
on_slice_found (gpointer result,
                gpointer data,
                gpointer user_data)
{
  StrataSession *self = user_data;
  const FindRequest *request = data;

  self->request = NULL;
  if (request->found != STRATA_NONE && is_same_place (request->from, strata_selection_get_item (self->selection)))
    strata_session_select_slice (self, request->found);
}

static const StrataJobKind find_kind = {
  .name = "[strata] find a slice",
  .run = run_find,
  .done = on_slice_found,
  .free_data = find_request_free,
};

static void
start_find (StrataSession *self,
            FindRequest request)
{
  FindRequest *copy = g_memdup2 (&request, sizeof request);

  copy->trace = g_object_ref (strata_view_get_trace (self->view));
  copy->from = strata_selection_get_item (self->selection);
  if (self->job == NULL)
    self->job = strata_job_new (&find_kind, self);

  self->request = copy;
  strata_job_start (self->job, copy, 0);
}

/* Where to begin: the selected slice, or any slice of the underlined name. */
static guint32
get_origin (StrataSession *self)
{
  const StrataItem item = strata_selection_get_item (self->selection);
  const StrataHighlight *highlight = strata_selection_get_highlighted (self->selection);

  if (item.kind == STRATA_ITEM_SLICE)
    return item.index;

  return item.kind == STRATA_ITEM_NONE && highlight != NULL && highlight->n_slices > 0 ? highlight->slices[0] : STRATA_NONE;
}

/* A repeated key must not restart the search that is running. */
static gboolean
is_under_way (StrataSession *self,
              StrataAlikeStep step)
{
  return self->request != NULL && self->request->memo == NULL && self->request->step == step && is_same_place (self->request->from, strata_selection_get_item (self->selection));
}

/**
 * strata_session_select_alike:
 * @self: the session
 * @step: the direction
 *
 * Underlines all slices of the name of the selected one, and goes to another of them,
 * which is found in the background. If nothing is selected, goes to the longest
 * slice of the underlined name. If there is no further one, the selection stays.
 *
 * Returns: whether there is a slice to begin from
 */
gboolean
strata_session_select_alike (StrataSession *self,
                             StrataAlikeStep step)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const guint32 origin = get_origin (self);

  if (origin == STRATA_NONE)
    return FALSE;
  if (strata_selection_get_item (self->selection).kind != STRATA_ITEM_SLICE)
    step = STRATA_ALIKE_LONGEST;

  strata_selection_set_highlight (self->selection, strata_trace_get_slices (strata_view_get_trace (self->view))->name[origin]);
  if (!is_under_way (self, step))
    start_find (self, (FindRequest){ .step = step, .origin = origin, .found = STRATA_NONE });

  return TRUE;
}

/**
 * strata_session_restore:
 * @self: a session of the same files, loaded with other options
 * @memo: (transfer full): the previous view and selection
 *
 * Shows the same time, and selects the same slice if it still exists; it is searched
 * for in the background.
 */
void
strata_session_restore (StrataSession *self,
                        StrataSelectionMemo *memo)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_view_show_span (self->view, strata_selection_memo_get_shown (memo), 0);
  start_find (self, (FindRequest){ .memo = memo, .found = STRATA_NONE });
}
