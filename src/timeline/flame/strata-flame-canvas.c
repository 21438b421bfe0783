/* strata-flame-canvas.c - the widget of a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-canvas.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-contrast.h"
#include "strata-job.h"
#include "strata-painter.h"

/* Only as large as its visible part, like the timeline's canvas. The picture is kept as a render
 * node until the view changes; marks are drawn over it. A click selects, a second one on the same
 * box zooms to it. */
struct _StrataFlameCanvas
{
  GtkWidget parent_instance;

  StrataFlame *flame;           /* owned; nullable */
  GtkAdjustment *adjustment;    /* owned: vertical */
  const StrataPalette *palette; /* borrowed: static */
  StrataDrawList *list;         /* owned */
  StrataPainter *painter;       /* owned; nullable until the first frame */
  GskRenderNode *content;       /* owned; nullable: NULL if it has to be drawn again */
  char *search;                 /* owned */
  StrataJob *search_job;        /* owned */
  guint32 root;
  guint32 selected;
  guint32 hovered;
  gboolean is_upwards;
};

#define WHEEL_PX 54

/* Up to this many are searched within a fraction of a frame. */
#define FEW_BOXES 20000

enum
{
  PROP_0,
  PROP_IS_DARK,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  SELECTED_CHANGED,
  ROOT_CHANGED,
  FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataFlameCanvas, strata_flame_canvas, GTK_TYPE_WIDGET)

static void
invalidate (StrataFlameCanvas *self)
{
  g_clear_pointer (&self->content, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_adjustment (StrataFlameCanvas *self)
{
  double page_px = gtk_widget_get_height (GTK_WIDGET (self));
  double all_px = self->flame != NULL ? strata_flame_get_height_px (self->flame) : 0;
  double value_px = CLAMP (gtk_adjustment_get_value (self->adjustment), 0, MAX (all_px - page_px, 0));

  gtk_adjustment_configure (self->adjustment, value_px, 0, MAX (all_px, page_px), STRATA_FLAME_ROW_PX, page_px, page_px);
}

/**
 * strata_flame_canvas_get_frame:
 * @self: the canvas
 * @frame: (out caller-allocates): the view of its flame graph
 *
 * Reports the visible part.
 */
void
strata_flame_canvas_get_frame (StrataFlameCanvas *self,
                               StrataFlameFrame *frame)
{
  *frame = (StrataFlameFrame){
    .width_px = gtk_widget_get_width (GTK_WIDGET (self)),
    .height_px = gtk_widget_get_height (GTK_WIDGET (self)),
    .scroll_px = gtk_adjustment_get_value (self->adjustment),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .root = self->root,
    .is_upwards = self->is_upwards,
  };
}

static void
describe_selected (StrataFlameCanvas *self)
{
  g_autofree char *text = self->flame != NULL && self->selected != STRATA_NONE ? strata_flame_dup_description (self->flame, self->selected) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static gpointer
run_search (gpointer data,
            GCancellable *cancellable)
{
  strata_flame_search_run (data, cancellable);
  return NULL;
}

/* The flame graph is the same: another one would have cancelled the search. */
static void
on_found (gpointer result,
          gpointer data,
          gpointer user_data)
{
  StrataFlameCanvas *self = user_data;

  strata_flame_take_search (self->flame, data);
  invalidate (self);
  g_signal_emit (self, signals[FOUND], 0);
}

static const StrataJobKind search_job = {
  .name = "[strata] search in a flame graph",
  .run = run_search,
  .done = on_found,
  .free_data = (GDestroyNotify) strata_flame_search_free,
};

/* The picture stays until the search has finished. */
static void
search (StrataFlameCanvas *self)
{
  strata_job_cancel (self->search_job);
  if (self->flame == NULL || self->search == NULL || strata_flame_is_search (self->flame, self->search))
    return;

  if (*self->search == '\0' || strata_flame_get_n_boxes (self->flame) <= FEW_BOXES)
    strata_flame_search (self->flame, self->search);
  else
    strata_job_start (self->search_job, strata_flame_search_new (self->flame, self->search), 0);
}

/**
 * strata_flame_canvas_take_flame:
 * @self: the canvas
 * @flame: (nullable) (transfer full): a flame graph
 *
 * Shows another flame graph, from its outermost calls on, and repeats the search
 * in it, unless it already has the result.
 */
void
strata_flame_canvas_take_flame (StrataFlameCanvas *self,
                                StrataFlame *flame)
{
  g_clear_pointer (&self->flame, strata_flame_unref);
  self->flame = flame;
  self->root = STRATA_CALL_TREE_ROOT;
  self->selected = self->hovered = STRATA_NONE;
  search (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  flame != NULL && strata_flame_is_chart (flame) ? _ ("Call chart") : _ ("Flame graph"), -1);
  update_adjustment (self);
  describe_selected (self);
  invalidate (self);
}

/* Returns the shown flame graph; NULL if there is none. */
StrataFlame *
strata_flame_canvas_get_flame (StrataFlameCanvas *self)
{
  return self->flame;
}

/**
 * strata_flame_canvas_set_upwards:
 * @self: the canvas
 * @is_upwards: whether the outermost calls are at the bottom
 *
 * Flips the picture.
 */
void
strata_flame_canvas_set_upwards (StrataFlameCanvas *self,
                                 gboolean is_upwards)
{
  self->is_upwards = is_upwards;
  invalidate (self);
}

/**
 * strata_flame_canvas_search:
 * @self: the canvas
 * @text: what names must contain; empty for nothing
 *
 * Draws all other boxes pale, at once or when the search has finished.
 */
void
strata_flame_canvas_search (StrataFlameCanvas *self,
                            const char *text)
{
  g_free (self->search);
  self->search = g_strdup (text);
  search (self);
  invalidate (self);
}

gboolean
strata_flame_canvas_is_searching (StrataFlameCanvas *self)
{
  return strata_job_is_busy (self->search_job);
}

/* Returns how far it is scrolled. */
GtkAdjustment *
strata_flame_canvas_get_adjustment (StrataFlameCanvas *self)
{
  return self->adjustment;
}

/* Returns the node that fills the width. */
guint32
strata_flame_canvas_get_root (StrataFlameCanvas *self)
{
  return self->root;
}

/**
 * strata_flame_canvas_set_root:
 * @self: the canvas
 * @node: a node
 *
 * Zooms to a node.
 */
void
strata_flame_canvas_set_root (StrataFlameCanvas *self,
                              guint32 node)
{
  if (self->root == node)
    return;

  self->root = node;
  invalidate (self);
  g_signal_emit (self, signals[ROOT_CHANGED], 0);
}

/* Returns the selected node, or STRATA_NONE. */
guint32
strata_flame_canvas_get_selected (StrataFlameCanvas *self)
{
  return self->selected;
}

static void
scroll_to_selected (StrataFlameCanvas *self)
{
  double top_px;
  double bottom_px;

  strata_flame_get_rows_px (self->flame, self->selected, &top_px, &bottom_px);
  gtk_adjustment_clamp_page (self->adjustment, top_px, bottom_px);
}

/* Selects a node and scrolls it into view. */
static void
select_node (StrataFlameCanvas *self,
             guint32 node)
{
  if (self->selected == node || node == STRATA_CALL_TREE_ROOT)
    return;

  self->selected = node;
  if (node != STRATA_NONE)
    scroll_to_selected (self);
  describe_selected (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SELECTED_CHANGED], 0);
}

/**
 * strata_flame_canvas_step:
 * @self: the canvas
 * @level: 1 for the longest callee of the selected node, -1 for its caller, or 0
 * @sibling: 1 for the next shorter call of the same caller, -1 for the next longer one
 *
 * Selects a neighbour.
 *
 * Returns: whether there is one
 */
gboolean
strata_flame_canvas_step (StrataFlameCanvas *self,
                          int level,
                          int sibling)
{
  guint32 node = self->flame != NULL ? strata_flame_step (self->flame, self->selected, self->root, level, sibling) : STRATA_NONE;

  if (node == STRATA_NONE || node == STRATA_CALL_TREE_ROOT)
    return FALSE;

  select_node (self, node);
  return TRUE;
}

const StrataPalette *
strata_flame_canvas_get_palette (StrataFlameCanvas *self)
{
  return self->palette;
}

static void
append_list (StrataFlameCanvas *self,
             GtkSnapshot *snapshot,
             const StrataFlameFrame *frame)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) frame->width_px, (float) frame->height_px));

  strata_painter_draw (self->painter, cr, self->list);
  cairo_destroy (cr);
}

static GskRenderNode *
build_content (StrataFlameCanvas *self,
               const StrataFlameFrame *frame)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  strata_flame_build (self->flame, frame, self->palette, self->list);
  append_list (self, snapshot, frame);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
strata_flame_canvas_snapshot (GtkWidget *widget,
                              GtkSnapshot *snapshot)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (widget);
  StrataFlameFrame frame;

  strata_flame_canvas_get_frame (self, &frame);
  if (self->flame == NULL || frame.width_px < 1 || frame.height_px < 1)
    return;

  if (self->painter == NULL)
    self->painter = strata_painter_new (gtk_widget_get_pango_context (widget));
  if (self->content == NULL)
    self->content = build_content (self, &frame);
  if (self->content != NULL)
    gtk_snapshot_append_node (snapshot, self->content);

  if (self->selected != STRATA_NONE || self->hovered != STRATA_NONE)
    {
      strata_flame_build_marks (self->flame, &frame, self->palette, self->selected, self->hovered, self->list);
      append_list (self, snapshot, &frame);
    }
}

static void
strata_flame_canvas_size_allocate (GtkWidget *widget,
                                   int width,
                                   int height,
                                   int baseline)
{
  update_adjustment (STRATA_FLAME_CANVAS (widget));
  invalidate (STRATA_FLAME_CANVAS (widget));
}

static void
strata_flame_canvas_css_changed (GtkWidget *widget,
                                 GtkCssStyleChange *change)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (widget);

  GTK_WIDGET_CLASS (strata_flame_canvas_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->painter, strata_painter_free);
  invalidate (self);
}

static guint32
find_at (StrataFlameCanvas *self,
         double x_px,
         double y_px)
{
  StrataFlameFrame frame;

  strata_flame_canvas_get_frame (self, &frame);
  return self->flame != NULL ? strata_flame_find (self->flame, &frame, x_px, y_px) : STRATA_NONE;
}

static void
on_pressed (GtkGestureClick *gesture,
            int n_press,
            double x_px,
            double y_px,
            StrataFlameCanvas *self)
{
  guint32 node = find_at (self, x_px, y_px);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (node == STRATA_NONE)
    return;

  if (node == self->selected || n_press > 1)
    strata_flame_canvas_set_root (self, node);
  else
    select_node (self, node);
}

static void
set_hovered (StrataFlameCanvas *self,
             guint32 node)
{
  if (self->hovered == node)
    return;

  self->hovered = node;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *motion,
           double x_px,
           double y_px,
           StrataFlameCanvas *self)
{
  set_hovered (self, find_at (self, x_px, y_px));
}

static void
on_leave (StrataFlameCanvas *self)
{
  set_hovered (self, STRATA_NONE);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double dx,
           double dy,
           StrataFlameCanvas *self)
{
  double step_px = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL ? WHEEL_PX : 1.0;

  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + (self->is_upwards ? -dy : dy) * step_px);
  return TRUE;
}

static gboolean
on_query_tooltip (GtkWidget *widget,
                  int x_px,
                  int y_px,
                  gboolean is_keyboard,
                  GtkTooltip *tooltip)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (widget);
  guint32 node = is_keyboard ? self->selected : find_at (self, x_px, y_px);

  if (self->flame == NULL || node == STRATA_NONE)
    return FALSE;

  g_autofree char *text = strata_flame_dup_description (self->flame, node);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
strata_flame_canvas_get_property (GObject *object,
                                  guint prop_id,
                                  GValue *value,
                                  GParamSpec *pspec)
{
  if (prop_id == PROP_IS_DARK)
    g_value_set_boolean (value, STRATA_FLAME_CANVAS (object)->palette->is_dark);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_flame_canvas_set_property (GObject *object,
                                  guint prop_id,
                                  const GValue *value,
                                  GParamSpec *pspec)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (object);

  if (prop_id != PROP_IS_DARK)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }

  self->palette = strata_contrast_get_palette (g_value_get_boolean (value));
  invalidate (self);
  g_object_notify_by_pspec (object, pspec);
}

static void
strata_flame_canvas_dispose (GObject *object)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (object);

  g_clear_pointer (&self->search_job, strata_job_free);
  g_clear_object (&self->adjustment);
  g_clear_pointer (&self->content, gsk_render_node_unref);

  G_OBJECT_CLASS (strata_flame_canvas_parent_class)->dispose (object);
}

static void
strata_flame_canvas_finalize (GObject *object)
{
  StrataFlameCanvas *self = STRATA_FLAME_CANVAS (object);

  g_clear_pointer (&self->painter, strata_painter_free);
  g_clear_pointer (&self->list, strata_draw_list_free);
  g_clear_pointer (&self->flame, strata_flame_unref);
  g_free (self->search);

  G_OBJECT_CLASS (strata_flame_canvas_parent_class)->finalize (object);
}

static void
strata_flame_canvas_class_init (StrataFlameCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_flame_canvas_get_property;
  object_class->set_property = strata_flame_canvas_set_property;
  object_class->dispose = strata_flame_canvas_dispose;
  object_class->finalize = strata_flame_canvas_finalize;
  widget_class->snapshot = strata_flame_canvas_snapshot;
  widget_class->size_allocate = strata_flame_canvas_size_allocate;
  widget_class->css_changed = strata_flame_canvas_css_changed;
  widget_class->query_tooltip = on_query_tooltip;

  properties[PROP_IS_DARK] = g_param_spec_boolean ("is-dark", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SELECTED_CHANGED] = g_signal_new ("selected-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROOT_CHANGED] = g_signal_new ("root-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (StrataFlameCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

static void
on_theme_changed (StrataFlameCanvas *self)
{
  self->palette = strata_contrast_get_palette (self->palette->is_dark);
  invalidate (self);
}

static void
strata_flame_canvas_init (StrataFlameCanvas *self)
{
  self->search_job = strata_job_new (&search_job, self);
  self->palette = strata_contrast_get_palette (FALSE);
  strata_contrast_follow (self, G_CALLBACK (on_theme_changed));
  self->list = strata_draw_list_new ();
  self->selected = self->hovered = STRATA_NONE;
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (invalidate), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Flame graph"), -1);
  add_controllers (self);
}
