/* strata-view.c - the visible time, lanes and view options of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view.h"

#include "strata-job.h"
#include "strata-main-span.h"

/* The view knows neither the selection nor the findings: those objects listen to it.
 * Lanes are changed through their own functions; the view listens to them and passes on
 * their reports. A signal is emitted only if something has changed.
 *
 * The view moves at once, so that later code knows where it is. A widget may
 * animate the move, and sets its destination with each step: another leap then
 * starts from the destination and not from half way.
 *
 * Other view options need another index. A worker builds it, since that takes as long as
 * opening; the old index is shown until then, and the newest request wins. */

#define DEFAULT_WIDTH_PX 1000

struct _StrataView
{
  GObject parent_instance;

  StrataLanes *lanes;      /* owned */
  StrataSceneIndex *index; /* owned */
  StrataViewport viewport;
  gboolean has_destination; /* whether the view is being animated */
  StrataSpan destination;   /* the visible span at the end of the animation */
  gboolean shows_vsync;
  StrataViewOptions wanted; /* the options of the index, or of the one being built */
  StrataJob *job;           /* owned: builds an index */
};

G_DEFINE_FINAL_TYPE (StrataView, strata_view, G_TYPE_OBJECT)

enum
{
  VIEWPORT_CHANGED,
  LANES_CHANGED,
  AXIS_CHANGED,
  OPTIONS_CHANGED,
  LEAPT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
strata_view_finalize (GObject *object)
{
  StrataView *self = STRATA_VIEW (object);

  strata_scene_index_free (self->index);
  strata_lanes_free (self->lanes);
  strata_job_free (self->job);

  G_OBJECT_CLASS (strata_view_parent_class)->finalize (object);
}

static void
strata_view_class_init (StrataViewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_view_finalize;

  signals[VIEWPORT_CHANGED] = g_signal_new ("viewport-changed", STRATA_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[LANES_CHANGED] = g_signal_new ("lanes-changed", STRATA_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[AXIS_CHANGED] = g_signal_new ("axis-changed", STRATA_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, STRATA_TYPE_TRACE, G_TYPE_POINTER);
  signals[OPTIONS_CHANGED] = g_signal_new ("options-changed", STRATA_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[LEAPT] = g_signal_new ("leapt", STRATA_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
strata_view_init (StrataView *self)
{
  self->wanted = (StrataViewOptions) STRATA_VIEW_OPTIONS_INIT;
}

static gboolean
is_same_viewport (const StrataViewport *a,
                  const StrataViewport *b)
{
  return a->begin_ns == b->begin_ns && a->begin_frac_ns == b->begin_frac_ns &&
         a->ns_per_px == b->ns_per_px && a->width_px == b->width_px;
}

/* Another clock has another time axis. A handler of ::axis-changed may show a part of it; if none
 * does, everything is shown. */
static void
change_axis (StrataView *self,
             StrataTrace *trace)
{
  const StrataViewport before = self->viewport;
  const StrataSpan visible = strata_viewport_get_span (&before);
  StrataViewport all;

  strata_viewport_init (&all, strata_trace_get_span (self->index->trace), before.width_px);
  self->viewport = all;
  self->has_destination = FALSE;
  g_signal_emit (self, signals[AXIS_CHANGED], 0, trace, &visible);
  if (is_same_viewport (&self->viewport, &all))
    g_signal_emit (self, signals[VIEWPORT_CHANGED], 0, &before);
}

/* Shows the same slices with other options; takes the index. */
static void
take_index (StrataView *self,
            StrataSceneIndex *index)
{
  StrataSceneIndex *before = self->index;

  self->index = index;
  if (strata_trace_get_axis (before->trace) != strata_trace_get_axis (index->trace))
    change_axis (self, before->trace);

  g_signal_emit (self, signals[OPTIONS_CHANGED], 0, &before->view_options);
  strata_scene_index_free (before);
}

/* The input of the worker that builds an index. */
typedef struct
{
  StrataTrace *trace; /* owned; as read from the file */
  StrataViewOptions options;
} IndexRequest;

static void
index_request_free (gpointer data)
{
  IndexRequest *request = data;

  g_object_unref (request->trace);
  g_free (request);
}

static gpointer
build_index (gpointer data,
             GCancellable *cancellable)
{
  const IndexRequest *request = data;

  return strata_scene_index_new (request->trace, &request->options);
}

static void
on_index_built (gpointer result,
                gpointer data,
                gpointer user_data)
{
  take_index (user_data, result);
}

static const StrataJobKind index_kind = {
  .name = "[strata] view options",
  .run = build_index,
  .done = on_index_built,
  .free_data = index_request_free,
  .free_result = (GDestroyNotify) strata_scene_index_free,
};

static void
on_lanes_reported (StrataLanes *lanes,
                   StrataLanesChange change,
                   gpointer user_data)
{
  g_signal_emit (user_data, signals[LANES_CHANGED], 0, (guint) change);
}

/* What is decades away would leave no pixel for the rest. */
static void
show_main_span (StrataView *self,
                StrataTrace *trace)
{
  StrataFarTimes far;
  const StrataSpan span = strata_trace_find_main_span (trace, &far);

  if (far.n > 0)
    strata_viewport_show (&self->viewport, span, 0.0);
}

StrataView *
strata_view_new (StrataTrace *trace)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  StrataView *self = g_object_new (STRATA_TYPE_VIEW, NULL);

  self->lanes = strata_lanes_new (trace);
  strata_lanes_set_listener (self->lanes, on_lanes_reported, self);
  self->job = strata_job_new (&index_kind, self);
  self->index = strata_scene_index_new (trace, &self->wanted);
  strata_viewport_init (&self->viewport, strata_trace_get_span (trace), DEFAULT_WIDTH_PX);
  show_main_span (self, trace);

  return self;
}

/**
 * strata_view_get_trace:
 * @self: the view
 *
 * Returns: (transfer none): the trace, on the clock that is shown; until ::options-changed
 */
StrataTrace *
strata_view_get_trace (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), NULL);

  return self->index->trace;
}

/* Returns the index that drawing needs; until ::options-changed. */
const StrataSceneIndex *
strata_view_get_index (StrataView *self)
{
  return self->index;
}

/**
 * strata_view_get_lanes:
 * @self: the view
 *
 * Returns: (transfer none): its lanes, until ::lanes-changed reports that they were replaced. Changes
 *   through strata_lanes_set_pinned() and the like make the view emit ::lanes-changed
 */
StrataLanes *
strata_view_get_lanes (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), NULL);

  return self->lanes;
}

/**
 * strata_view_take_lanes:
 * @self: the view
 * @lanes: (transfer full): other lanes of the same trace
 *
 * Shows @lanes and frees the previous ones, which nobody may use any more. Emits
 * ::lanes-changed with %STRATA_LANES_REPLACED.
 */
void
strata_view_take_lanes (StrataView *self,
                        StrataLanes *lanes)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  strata_lanes_free (self->lanes);
  self->lanes = lanes;
  strata_lanes_set_listener (lanes, on_lanes_reported, self);
  g_signal_emit (self, signals[LANES_CHANGED], 0, (guint) (STRATA_LANES_REPLACED | STRATA_LANES_ORDER | STRATA_LANES_LAYOUT));
}

/**
 * strata_view_get_vsync_shown:
 * @self: the view
 *
 * Returns: whether stripes behind all lanes show the VSYNCs
 */
gboolean
strata_view_get_vsync_shown (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), FALSE);

  return self->shows_vsync;
}

/**
 * strata_view_set_vsync_shown:
 * @self: the view
 * @is_shown: whether stripes are to show the VSYNCs
 *
 * Shows or hides stripes behind all lanes, each from one VSYNC to the next. Emits
 * ::lanes-changed with %STRATA_LANES_CONTENT.
 */
void
strata_view_set_vsync_shown (StrataView *self,
                             gboolean is_shown)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  if (self->shows_vsync == is_shown)
    return;

  self->shows_vsync = is_shown;
  g_signal_emit (self, signals[LANES_CHANGED], 0, (guint) STRATA_LANES_CONTENT);
}

static gboolean
is_same_options (StrataViewOptions a,
                 StrataViewOptions b)
{
  return a.clock == b.clock && a.coloring == b.coloring && a.has_switches == b.has_switches;
}

StrataViewOptions
strata_view_get_options (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), (StrataViewOptions) STRATA_VIEW_OPTIONS_INIT);

  return self->index->view_options;
}

/**
 * strata_view_get_wanted_options:
 * @self: the view
 *
 * Returns: the options that apply once their index is built
 */
StrataViewOptions
strata_view_get_wanted_options (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), (StrataViewOptions) STRATA_VIEW_OPTIONS_INIT);

  return self->wanted;
}

/**
 * strata_view_has_both_clocks:
 * @self: the view
 *
 * Returns: whether both wall and CPU time of the trace are known, so that there is a choice
 */
gboolean
strata_view_has_both_clocks (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), FALSE);

  return strata_trace_get_clocks (self->index->trace) == (STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
}

/**
 * strata_view_want_options:
 * @self: the view
 * @options: how to show slices
 *
 * Makes a worker prepare other options and then shows them, which
 * ::options-changed reports. A later call replaces a running one.
 */
void
strata_view_want_options (StrataView *self,
                          StrataViewOptions options)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  if (is_same_options (self->wanted, options))
    return;

  IndexRequest *request = g_new (IndexRequest, 1);

  *request = (IndexRequest){ g_object_ref (strata_trace_get_base (self->index->trace)), options };
  self->wanted = options;
  strata_job_start (self->job, request, 0);
}

/**
 * strata_view_set_options:
 * @self: the view
 * @options: how to show slices
 *
 * Shows other options at once; takes time in proportion to the trace.
 */
void
strata_view_set_options (StrataView *self,
                         StrataViewOptions options)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  strata_job_cancel (self->job);
  self->wanted = options;
  take_index (self, strata_scene_index_new (strata_trace_get_base (self->index->trace), &options));
}

const StrataViewport *
strata_view_get_viewport (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), NULL);

  return &self->viewport;
}

/**
 * strata_view_set_viewport:
 * @self: the view
 * @viewport: the new visible time and its bounds
 *
 * Moves the view. Ends an animation, see strata_view_set_destination(). Emits
 * ::viewport-changed if anything changed.
 */
void
strata_view_set_viewport (StrataView *self,
                          const StrataViewport *viewport)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  const StrataViewport before = self->viewport;

  self->has_destination = FALSE;
  if (is_same_viewport (&before, viewport) && before.bounds.begin_ns == viewport->bounds.begin_ns && before.bounds.end_ns == viewport->bounds.end_ns)
    return;

  self->viewport = *viewport;
  g_signal_emit (self, signals[VIEWPORT_CHANGED], 0, &before);
}

/**
 * strata_view_swap_viewport:
 * @self: the view
 * @viewport: (inout): the viewport to show temporarily; receives the previous one
 *
 * Lends the view another viewport for one picture, without a signal. The caller swaps
 * it back before other code can see it.
 */
void
strata_view_swap_viewport (StrataView *self,
                           StrataViewport *viewport)
{
  const StrataViewport mine = self->viewport;

  self->viewport = *viewport;
  *viewport = mine;
}

/**
 * strata_view_set_width:
 * @self: the view
 * @width_px: width of the time area
 *
 * Sets the width of the time area; the visible time stays.
 */
void
strata_view_set_width (StrataView *self,
                       double width_px)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  StrataViewport viewport = self->viewport;

  strata_viewport_set_width (&viewport, width_px);
  strata_view_set_viewport (self, &viewport);
}

/**
 * strata_view_zoom_at:
 * @self: the view
 * @x_px: place in the time area that does not move
 * @factor: magnification; below 1 zooms out
 *
 * Zooms.
 */
void
strata_view_zoom_at (StrataView *self,
                     double x_px,
                     double factor)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  StrataViewport viewport = self->viewport;

  strata_viewport_zoom_at (&viewport, x_px, factor);
  strata_view_set_viewport (self, &viewport);
}

/**
 * strata_view_pan:
 * @self: the view
 * @delta_px: how far to move towards later times
 *
 * Moves the view.
 */
void
strata_view_pan (StrataView *self,
                 double delta_px)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  StrataViewport viewport = self->viewport;

  strata_viewport_pan (&viewport, delta_px);
  strata_view_set_viewport (self, &viewport);
}

/**
 * strata_view_show_span:
 * @self: the view
 * @span: what to show
 * @margin_frac: part of the width to leave free at each side
 *
 * Fits the view to a span of time.
 */
void
strata_view_show_span (StrataView *self,
                       StrataSpan span,
                       double margin_frac)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  StrataViewport viewport = self->viewport;

  strata_viewport_show (&viewport, span, margin_frac);
  strata_view_set_viewport (self, &viewport);
}

/**
 * strata_view_show_all:
 * @self: the view
 *
 * Shows the whole trace.
 */
void
strata_view_show_all (StrataView *self)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  StrataViewport viewport = self->viewport;

  strata_viewport_init (&viewport, viewport.bounds, viewport.width_px);
  strata_view_set_viewport (self, &viewport);
}

/**
 * strata_view_set_destination:
 * @self: the view
 * @span: (nullable): the visible span at the end of the animation
 *
 * Declares that the view is being animated, or with %NULL that it is not. A widget that
 * animates calls it after each step; any other move of the view ends the animation.
 */
void
strata_view_set_destination (StrataView *self,
                             const StrataSpan *span)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  self->has_destination = span != NULL;
  if (span != NULL)
    self->destination = *span;
}

/**
 * strata_view_get_settled_span:
 * @self: the view
 *
 * Returns: the visible span, or the one at the end of the animation
 */
StrataSpan
strata_view_get_settled_span (StrataView *self)
{
  g_return_val_if_fail (STRATA_IS_VIEW (self), ((StrataSpan){ 0 }));

  return self->has_destination ? self->destination : strata_viewport_get_span (&self->viewport);
}

/**
 * strata_view_arrive:
 * @self: the view
 *
 * Jumps to the end of the animation, if any, so that another move can
 * begin there.
 */
void
strata_view_arrive (StrataView *self)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  if (self->has_destination)
    strata_view_show_span (self, self->destination, 0);
}

/**
 * strata_view_go_to_span:
 * @self: the view
 * @span: what to show
 *
 * Fits the view to a span of time, and emits ::leapt so that the move can be animated.
 */
void
strata_view_go_to_span (StrataView *self,
                        StrataSpan span)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  const StrataViewport from = self->viewport;

  strata_view_show_span (self, span, 0);
  g_signal_emit (self, signals[LEAPT], 0, &from);
}

/**
 * strata_view_go_to_time:
 * @self: the view
 * @time_ns: a time
 *
 * Brings a time to the middle of the view, which keeps its length, and emits ::leapt.
 */
void
strata_view_go_to_time (StrataView *self,
                        gint64 time_ns)
{
  g_return_if_fail (STRATA_IS_VIEW (self));

  const gint64 length_ns = strata_span_get_length_ns (strata_view_get_settled_span (self));
  const gint64 begin_ns = strata_time_add (time_ns, -length_ns / 2);

  strata_view_go_to_span (self, (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) });
}
