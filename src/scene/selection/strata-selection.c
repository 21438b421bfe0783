/* strata-selection.c - the selection in a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection.h"

#include "strata-selection-private.h"

/* A selection knows the view but no kinds of items: the caller passes the links along with the
 * item. A signal is emitted only if something changed. Anything that needs a pass over all slices
 * is done by a worker. */

G_DEFINE_FINAL_TYPE (StrataSelection, strata_selection, G_TYPE_OBJECT)

enum
{
  ITEM_CHANGED,
  HOVER_CHANGED,
  HIGHLIGHT_CHANGED,
  HIGHLIGHT_FOUND,
  PATH_CHANGED,
  AREA_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
strata_selection_finalize (GObject *object)
{
  StrataSelection *self = STRATA_SELECTION (object);

  g_clear_pointer (&self->highlight_job, strata_job_free);
  strata_highlight_free (self->highlight);
  strata_selection_clear_path (self);
  strata_links_free (self->links);
  strata_thread_runs_clear (&self->thread_runs);
  g_object_unref (self->view);

  G_OBJECT_CLASS (strata_selection_parent_class)->finalize (object);
}

static void
strata_selection_class_init (StrataSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_selection_finalize;

  signals[ITEM_CHANGED] = g_signal_new ("item-changed", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
  signals[HOVER_CHANGED] = g_signal_new ("hover-changed", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[HIGHLIGHT_CHANGED] = g_signal_new ("highlight-changed", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[HIGHLIGHT_FOUND] = g_signal_new ("highlight-found", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[PATH_CHANGED] = g_signal_new ("path-changed", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[AREA_CHANGED] = g_signal_new ("area-changed", STRATA_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
strata_selection_init (StrataSelection *self)
{
  self->item = STRATA_NO_ITEM;
  self->hover = STRATA_NO_ITEM;
  self->name = STRATA_NONE;
  self->links = strata_links_new ();
  self->thread_runs.thread = STRATA_NONE;
}

/* Drops selected states if the new clock has none. */
static void
drop_states (StrataSelection *self)
{
  if (strata_view_get_index (self->view)->states.table.n_slices > 0)
    return;
  if (self->item.kind == STRATA_ITEM_STATE)
    strata_selection_take_item (self, STRATA_NO_ITEM, NULL);
  if (self->hover.kind == STRATA_ITEM_STATE)
    strata_selection_set_hover (self, STRATA_NO_ITEM);
}

static void
on_options_changed (StrataSelection *self)
{
  strata_thread_runs_clear (&self->thread_runs);
  drop_states (self);
}

static void
on_axis_changed (StrataSelection *self)
{
  static const StrataArea none = { .is_set = FALSE };

  on_options_changed (self);
  strata_selection_set_area (self, &none);
  strata_selection_refresh_path (self);
}

/* An area is a run of lanes, which means nothing once their order changes. */
static void
on_lanes_changed (StrataSelection *self,
                  StrataLanesChange change)
{
  static const StrataArea none = { .is_set = FALSE };

  if ((change & STRATA_LANES_ORDER) != 0)
    strata_selection_set_area (self, &none);
}

/**
 * strata_selection_new:
 * @view: the view that shows the selection
 *
 * Returns: (transfer full): an empty selection
 */
StrataSelection *
strata_selection_new (StrataView *view)
{
  g_return_val_if_fail (STRATA_IS_VIEW (view), NULL);

  StrataSelection *self = g_object_new (STRATA_TYPE_SELECTION, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (view, "axis-changed", G_CALLBACK (on_axis_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "options-changed", G_CALLBACK (on_options_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "lanes-changed", G_CALLBACK (on_lanes_changed), self, G_CONNECT_SWAPPED);

  return self;
}

StrataView *
strata_selection_get_view (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  return self->view;
}

static gboolean
is_same_item (StrataItem a,
              StrataItem b)
{
  return a.kind == b.kind && (a.kind == STRATA_ITEM_NONE || (a.index == b.index && a.n_folded == b.n_folded && a.lane == b.lane && a.time_ns == b.time_ns));
}

StrataItem
strata_selection_get_item (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), STRATA_NO_ITEM);

  return self->item;
}

/**
 * strata_selection_take_item:
 * @self: the selection
 * @item: an item, or one of kind %STRATA_ITEM_NONE
 * @links: (nullable) (transfer full): its arrows
 *
 * Selects an item. Use strata_session_select(), which knows the links of each kind.
 */
void
strata_selection_take_item (StrataSelection *self,
                            StrataItem item,
                            StrataLinks *links)
{
  g_autoptr (StrataLinks) unused = links;

  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (is_same_item (self->item, item))
    return;

  const StrataItem before = self->item;

  self->item = item.kind != STRATA_ITEM_NONE ? item : STRATA_NO_ITEM;
  strata_links_free (self->links);
  self->links = links != NULL ? g_steal_pointer (&unused) : strata_links_new ();
  g_signal_emit (self, signals[ITEM_CHANGED], 0, &self->item, &before);
  strata_selection_follow_path (self);
}

/**
 * strata_selection_get_links:
 * @self: the selection
 * @n_links: (out): how many are known
 * @n_all: (out): how many there are; more than @n_links in a large chain
 *
 * Returns: (transfer none) (array length=n_links): the causes and effects of the selected item, until the selection changes
 */
const StrataLink *
strata_selection_get_links (StrataSelection *self,
                            guint *n_links,
                            guint *n_all)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  return strata_links_get (self->links, n_links, n_all);
}

/**
 * strata_selection_get_thread_runs:
 * @self: the selection
 * @thread: index of the thread that the selected item belongs to, or %STRATA_NONE
 *
 * Returns: (transfer none): when and where that thread ran, until another thread is requested
 */
const StrataThreadRuns *
strata_selection_get_thread_runs (StrataSelection *self,
                                  guint32 thread)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  if (self->thread_runs.thread != thread)
    strata_thread_runs_set (&self->thread_runs, strata_view_get_trace (self->view), thread);

  return &self->thread_runs;
}

StrataItem
strata_selection_get_hover (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), STRATA_NO_ITEM);

  return self->hover;
}

/**
 * strata_selection_set_hover:
 * @self: the selection
 * @item: an item, or one of kind %STRATA_ITEM_NONE
 *
 * Sets the item under the pointer.
 */
void
strata_selection_set_hover (StrataSelection *self,
                            StrataItem item)
{
  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (is_same_item (self->hover, item))
    return;

  self->hover = item.kind != STRATA_ITEM_NONE ? item : STRATA_NO_ITEM;
  g_signal_emit (self, signals[HOVER_CHANGED], 0, &self->hover);
}

typedef struct
{
  StrataTrace *trace; /* owned */
  guint32 name;
} HighlightRequest;

static void
highlight_request_free (gpointer data)
{
  HighlightRequest *request = data;

  g_object_unref (request->trace);
  g_free (request);
}

static gpointer
run_highlight (gpointer data,
               GCancellable *cancellable)
{
  const HighlightRequest *request = data;

  return strata_highlight_new (request->trace, request->name, cancellable);
}

static void
on_highlighted (gpointer result,
                gpointer data,
                gpointer user_data)
{
  StrataSelection *self = user_data;

  strata_highlight_free (self->highlight);
  self->highlight = result;
  g_signal_emit (self, signals[HIGHLIGHT_FOUND], 0, self->highlight->n_slices);
}

static const StrataJobKind highlight_kind = {
  .name = "[strata] highlight",
  .run = run_highlight,
  .done = on_highlighted,
  .free_data = highlight_request_free,
  .free_result = (GDestroyNotify) strata_highlight_free,
};

static void
start_highlight (StrataSelection *self)
{
  HighlightRequest *request = g_new (HighlightRequest, 1);

  *request = (HighlightRequest){ g_object_ref (strata_view_get_trace (self->view)), self->name };
  if (self->highlight_job == NULL)
    self->highlight_job = strata_job_new (&highlight_kind, self);

  strata_job_start (self->highlight_job, request, 0);
}

/**
 * strata_selection_get_highlight:
 * @self: the selection
 *
 * Returns: the string id of the underlined name, or %STRATA_NONE
 */
guint32
strata_selection_get_highlight (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), STRATA_NONE);

  return self->name;
}

/**
 * strata_selection_set_highlight:
 * @self: the selection
 * @name: string id of a slice's name, or %STRATA_NONE
 *
 * Underlines all slices of a name. They are found in the background: ::highlight-found
 * follows ::highlight-changed, unless @name is %STRATA_NONE.
 */
void
strata_selection_set_highlight (StrataSelection *self,
                                guint32 name)
{
  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (self->name == name)
    return;

  self->name = name;
  g_clear_pointer (&self->highlight, strata_highlight_free);
  if (name != STRATA_NONE)
    start_highlight (self);
  else if (self->highlight_job != NULL)
    strata_job_cancel (self->highlight_job);

  g_signal_emit (self, signals[HIGHLIGHT_CHANGED], 0, name);
}

/**
 * strata_selection_get_highlighted:
 * @self: the selection
 *
 * Returns: (transfer none) (nullable): the calls of the underlined name, until ::highlight-changed; %NULL if none is underlined or they are not found yet
 */
const StrataHighlight *
strata_selection_get_highlighted (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  return self->highlight;
}

/**
 * strata_selection_find_highlighted_now:
 * @self: the selection
 *
 * Finds the calls of the underlined name in the caller's thread, unless they are
 * known. For drawing a single picture. Emits ::highlight-found if they were unknown.
 */
void
strata_selection_find_highlighted_now (StrataSelection *self)
{
  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (self->name == STRATA_NONE || self->highlight != NULL)
    return;

  strata_job_cancel (self->highlight_job);
  on_highlighted (strata_highlight_new (strata_view_get_trace (self->view), self->name, NULL), NULL, self);
}

const StrataArea *
strata_selection_get_area (StrataSelection *self)
{
  g_return_val_if_fail (STRATA_IS_SELECTION (self), NULL);

  return &self->area;
}

static gboolean
is_same_area (const StrataArea *a,
              const StrataArea *b)
{
  if (!a->is_set || !b->is_set)
    return a->is_set == b->is_set;

  return a->span.begin_ns == b->span.begin_ns && a->span.end_ns == b->span.end_ns && a->first_lane == b->first_lane && a->last_lane == b->last_lane;
}

/**
 * strata_selection_set_area:
 * @self: the selection
 * @area: an area of the trace with its upper lane first, or one that is not set
 *
 * Selects an area, or none. The selected item stays. Emits ::area-changed.
 */
void
strata_selection_set_area (StrataSelection *self,
                           const StrataArea *area)
{
  g_return_if_fail (STRATA_IS_SELECTION (self));

  if (is_same_area (&self->area, area))
    return;

  self->area = *area;
  g_signal_emit (self, signals[AREA_CHANGED], 0, area->is_set);
}

void
strata_selection_emit_path_changed (StrataSelection *self)
{
  g_signal_emit (self, signals[PATH_CHANGED], 0, strata_selection_get_path_slice (self));
}
