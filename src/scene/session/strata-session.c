/* strata-session.c - a trace being looked at: view, lanes and selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-session-area.h"
#include "strata-session-cursors.h"
#include "strata-item-class.h"
#include "strata-session-private.h"

/* The session is the one place where the state of a view is kept; widgets draw
 * it and change it through here, and hear of changes by its signals. A signal is
 * emitted only when something did change. */

struct _StrataSession
{
  GObject parent_instance;

  StrataView *view;         /* owned */
  StrataFindings *findings; /* owned */
  StrataItem selection;
  StrataItem hover;
  StrataHighlight highlight;
  StrataLinks links;
  StrataPathView path_view;
  StrataThreadRuns thread_runs; /* of the thread that the selection is of */
  StrataArea area;
  StrataCursors cursors;
  GArray *bookmarks; /* owned: (element-type StrataBookmark) */
};

G_DEFINE_FINAL_TYPE (StrataSession, strata_session, G_TYPE_OBJECT)

enum
{
  SELECTION_CHANGED,
  HIGHLIGHT_CHANGED,
  HOVER_CHANGED,
  PATH_CHANGED,
  AREA_CHANGED,
  CURSORS_CHANGED,
  BOOKMARKS_CHANGED,
  REVEAL_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const StrataItem no_item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

static void
strata_session_finalize (GObject *object)
{
  StrataSession *self = STRATA_SESSION (object);

  strata_highlight_clear (&self->highlight);
  strata_links_clear (&self->links);
  g_array_unref (self->bookmarks);
  strata_path_view_clear (&self->path_view);
  strata_thread_runs_clear (&self->thread_runs);
  g_object_unref (self->findings);
  g_object_unref (self->view);

  G_OBJECT_CLASS (strata_session_parent_class)->finalize (object);
}

static void
strata_session_class_init (StrataSessionClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    "selection-changed", "highlight-changed", "hover-changed", "path-changed", "area-changed", "cursors-changed", "bookmarks-changed", "reveal-requested"
  };

  G_OBJECT_CLASS (klass)->finalize = strata_session_finalize;

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], STRATA_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_session_init (StrataSession *self)
{
  self->selection = no_item;
  self->hover = no_item;
  self->highlight.name = STRATA_NONE;
  self->bookmarks = strata_bookmarks_new ();
  self->thread_runs.thread = STRATA_NONE;
}

/* What part of the view a selected slice took; 0 where it took none. */
static double
get_selected_frac (const StrataSession *self,
                   StrataTrace *trace,
                   const StrataSpan *visible)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (self->selection.kind != STRATA_ITEM_SLICE)
    return 0.0;

  const StrataSpan span = { slices->start_ns[self->selection.index], strata_slice_table_get_end_ns (slices, self->selection.index) };

  if (span.end_ns <= visible->begin_ns || span.begin_ns >= visible->end_ns)
    return 0.0;

  return MIN ((double) strata_span_get_length_ns (span) / MAX ((double) strata_span_get_length_ns (*visible), 1.0), 1.0);
}

/* States are not known on every clock. */
static void
drop_states (StrataSession *self)
{
  if (strata_view_get_index (self->view)->states.table.n_slices > 0)
    return;
  if (self->selection.kind == STRATA_ITEM_STATE)
    strata_session_select (self, no_item);
  if (self->hover.kind == STRATA_ITEM_STATE)
    strata_session_set_hover (self, no_item);
}

/* What is selected keeps its part of the view; where nothing is, all is shown. */
static void
on_axis_changed (StrataSession *self,
                 StrataTrace *before,
                 const StrataSpan *visible)
{
  const double frac = get_selected_frac (self, before, visible);
  StrataSpan span;

  strata_thread_runs_clear (&self->thread_runs);
  drop_states (self);
  strata_session_clear_area (self);
  strata_session_clear_cursors (self);
  if (frac > 0.0 && strata_session_get_item_span (self, self->selection, &span) && span.end_ns > span.begin_ns)
    strata_view_show_span (self->view, span, MAX ((1.0 - frac) / 2.0, 0.0));

  strata_session_refresh_path (self);
}

static void
on_options_changed (StrataSession *self)
{
  strata_thread_runs_clear (&self->thread_runs);
  drop_states (self);
}

/* An area is a run of lanes; it means nothing once they are in another order. */
static void
on_lanes_changed (StrataSession *self,
                  StrataLanesChange change)
{
  if ((change & STRATA_LANES_ORDER) != 0)
    strata_session_clear_area (self);
}

/* An index means another event now. */
static void
on_events_changed (StrataSession *self)
{
  if (self->hover.kind == STRATA_ITEM_EVENT)
    strata_session_set_hover (self, no_item);
}

/**
 * strata_session_get_findings:
 * @self: the session
 *
 * Returns: (transfer none): what was found in its trace
 */
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
 * Returns: (transfer none): what it shows: visible time, lanes and view options
 */
StrataView *
strata_session_get_view (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return self->view;
}

/**
 * strata_session_new:
 * @trace: a trace
 *
 * Makes a session that shows all of @trace.
 *
 * Returns: (transfer full): the session
 */
StrataSession *
strata_session_new (StrataTrace *trace)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  StrataSession *self = g_object_new (STRATA_TYPE_SESSION, NULL);

  self->view = strata_view_new (trace);
  g_signal_connect_object (self->view, "axis-changed", G_CALLBACK (on_axis_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "options-changed", G_CALLBACK (on_options_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "lanes-changed", G_CALLBACK (on_lanes_changed), self, G_CONNECT_SWAPPED);
  self->findings = strata_findings_new (self->view);
  g_signal_connect_object (self->findings, "events-changed", G_CALLBACK (on_events_changed), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * strata_session_get_trace:
 * @self: the session
 *
 * Returns: (transfer none): its trace, on the clock on which it is shown
 */
StrataTrace *
strata_session_get_trace (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_view_get_trace (self->view);
}

/* The runs of the thread that the selection is of; none for another thread that never ran. */
const StrataThreadRuns *
strata_session_get_thread_runs (StrataSession *self)
{
  const guint32 thread = strata_session_find_item_thread (self, self->selection);

  if (self->thread_runs.thread != thread)
    strata_thread_runs_set (&self->thread_runs, strata_view_get_trace (self->view), thread);

  return &self->thread_runs;
}

StrataPathView *
strata_session_get_path_view (StrataSession *self)
{
  return &self->path_view;
}

StrataArea *
strata_session_get_area_place (StrataSession *self)
{
  return &self->area;
}

GArray *
strata_session_get_bookmark_array (StrataSession *self)
{
  return self->bookmarks;
}

StrataCursors *
strata_session_get_cursor_places (StrataSession *self)
{
  return &self->cursors;
}

void
strata_session_emit_path_changed (StrataSession *self)
{
  g_signal_emit (self, signals[PATH_CHANGED], 0);
}

const StrataHighlight *
strata_session_get_highlight_rows (StrataSession *self)
{
  return &self->highlight;
}

/**
 * strata_session_show_selection:
 * @self: the session
 *
 * Fits the view to what is selected.
 *
 * Returns: whether anything was
 */
gboolean
strata_session_show_selection (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  if (!strata_session_get_item_span (self, self->selection, &span))
    return FALSE;

  strata_view_show_span (self->view, span, 0.1);
  g_signal_emit (self, signals[REVEAL_REQUESTED], 0);
  return TRUE;
}

static gboolean
is_same_item (StrataItem a,
              StrataItem b)
{
  return a.kind == b.kind && (a.kind == STRATA_ITEM_NONE || (a.index == b.index && a.n_folded == b.n_folded && a.lane == b.lane && a.time_ns == b.time_ns));
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

/**
 * strata_session_get_selection:
 * @self: the session
 *
 * Returns: what is selected
 */
StrataItem
strata_session_get_selection (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), no_item);

  return self->selection;
}

/**
 * strata_session_select:
 * @self: the session
 * @item: an item, or one of kind %STRATA_ITEM_NONE
 *
 * Selects an item where it is, without moving the view.
 */
void
strata_session_select (StrataSession *self,
                       StrataItem item)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataItemClass *class = strata_item_get_class (item);

  if (class != NULL && class->resolve != NULL)
    item = class->resolve (self, item);
  if (is_same_item (self->selection, item))
    return;

  self->selection = item.kind != STRATA_ITEM_NONE ? item : no_item;
  strata_links_clear (&self->links);
  class = strata_item_get_class (item);
  if (class != NULL && class->add_links != NULL)
    class->add_links (self, &self->links, item);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
  strata_session_follow_path (self);
}

/**
 * strata_session_get_links:
 * @self: the session
 * @n_links: (out): how many are known
 * @n_all: (out): how many there are; more than @n_links in a large chain
 *
 * Tells what followed from what in the chain of the selected slice. The nearest
 * are known: first those that lead to it, then its neighbours in the chain.
 *
 * Returns: (nullable) (transfer none) (array length=n_links): the links, until the selection changes
 */
const StrataLink *
strata_session_get_links (StrataSession *self,
                          guint *n_links,
                          guint *n_all)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  *n_links = self->links.n_links;
  *n_all = self->links.n_all;
  return self->links.links;
}

/**
 * strata_session_select_slice:
 * @self: the session
 * @slice: a slice
 *
 * Selects a slice, opens its group and asks for it to be shown.
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

/* Moves the view as little as shows a part of the item. */
static void
scroll_to_selection (StrataSession *self)
{
  const StrataViewport *viewport = strata_view_get_viewport (self->view);
  StrataSpan visible = strata_viewport_get_span (viewport);
  StrataSpan span;

  if (!strata_session_get_item_span (self, self->selection, &span))
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
 * Opens the group of what is selected, moves the view so that a part of it is
 * visible, and emits ::reveal-requested for the lanes to be scrolled.
 */
void
strata_session_reveal_selection (StrataSession *self)
{
  guint n_lanes;

  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_lanes_get (strata_view_get_lanes (self->view), &n_lanes);
  if (self->selection.kind == STRATA_ITEM_NONE)
    return;

  if (self->selection.lane < n_lanes)
    strata_lanes_open (strata_view_get_lanes (self->view), self->selection.lane);

  strata_view_arrive (self->view);
  scroll_to_selection (self);
  g_signal_emit (self, signals[REVEAL_REQUESTED], 0);
}

/**
 * strata_session_set_highlight:
 * @self: the session
 * @name: string id of a slice's name, or %STRATA_NONE
 *
 * Underlines every slice of a name.
 */
void
strata_session_set_highlight (StrataSession *self,
                              guint32 name)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (self->highlight.name == name)
    return;

  strata_highlight_set (&self->highlight, strata_view_get_trace (self->view), name);
  g_signal_emit (self, signals[HIGHLIGHT_CHANGED], 0);
}

/**
 * strata_session_get_hover:
 * @self: the session
 *
 * Returns: what is under the pointer
 */
StrataItem
strata_session_get_hover (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), no_item);

  return self->hover;
}

/**
 * strata_session_set_hover:
 * @self: the session
 * @item: an item, or one of kind %STRATA_ITEM_NONE
 *
 * Tells what is under the pointer.
 */
void
strata_session_set_hover (StrataSession *self,
                          StrataItem item)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (is_same_item (self->hover, item))
    return;

  self->hover = item.kind != STRATA_ITEM_NONE ? item : no_item;
  g_signal_emit (self, signals[HOVER_CHANGED], 0);
}
