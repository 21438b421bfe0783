/* strata-tour.c - the tour: five steps from a slow frame to a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tour.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-causes-box.h"
#include "strata-compare-window.h"
#include "strata-headline-bar.h"
#include "strata-path-box.h"
#include "strata-samples.h"
#include "strata-scope-model.h"

/* A card over the page of a sample. Each step shows its part of the page, which gets an outline,
 * and the card is placed next to it. Parts move when panes are filled or the window is resized, so
 * the card follows after each drawn frame. The page is left as in the last step; only things that a
 * step switched on are switched off. */

#define MARGIN_PX 12
#define TARGET_CLASS "tour-target"

typedef struct
{
  const char *title;
  const char *text;
  void (*enter) (StrataTour *self);
  void (*leave) (StrataTour *self);             /* nullable */
  GtkWidget *(*find_target) (StrataTour *self); /* may return NULL */
} Step;

struct _StrataTour
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *count;
  GtkLabel *title;
  GtkLabel *text;
  GtkWidget *skip;
  GtkWidget *next;
  GtkWidget *compare;

  GtkOverlay *overlay;    /* borrowed: the parent */
  StrataTracePage *page;  /* owned */
  GtkWidget *menu_button; /* owned: the target of step 5 */
  GtkWidget *target;      /* owned; nullable: the target of the step */
  GdkRectangle place;     /* the place of the target when the card was last placed */
  gboolean is_to_enter;   /* the step is entered once the timeline has a size */
  gboolean is_to_scroll;  /* scrolls to the target once it has a place */
  guint step;             /* from 0 */
  GdkFrameClock *clock;   /* owned; while mapped */
};

G_DEFINE_FINAL_TYPE (StrataTour, strata_tour, GTK_TYPE_WIDGET)

static GtkWidget *
find_part (GtkWidget *root,
           GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (root, type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && gtk_widget_get_child_visible (child))
      found = find_part (child, type);

  return found;
}

static StrataSession *
get_session (StrataTour *self)
{
  return strata_trace_page_get_session (self->page);
}

static void
enter_frame (StrataTour *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->page), "trace.show-finding", NULL);
}

static GtkWidget *
find_headline (StrataTour *self)
{
  return find_part (GTK_WIDGET (self->page), STRATA_TYPE_HEADLINE_BAR);
}

static void
enter_reasons (StrataTour *self)
{
  enter_frame (self);
  strata_trace_page_show_pane (self->page, "selection");
}

static GtkWidget *
find_reasons (StrataTour *self)
{
  return find_part (strata_trace_page_get_pane_widget (self->page, "selection"), STRATA_TYPE_CAUSES_BOX);
}

static void
enter_path (StrataTour *self)
{
  enter_reasons (self);
  strata_selection_set_path_shown (strata_session_get_selection (get_session (self)), TRUE);
}

static void
leave_path (StrataTour *self)
{
  strata_selection_set_path_shown (strata_session_get_selection (get_session (self)), FALSE);
}

static GtkWidget *
find_path (StrataTour *self)
{
  return find_part (strata_trace_page_get_pane_widget (self->page, "selection"), STRATA_TYPE_PATH_BOX);
}

static void
enter_profile (StrataTour *self)
{
  enter_frame (self);
  strata_scope_model_set_choice (strata_scope_model_get (get_session (self)), STRATA_SCOPE_SLICE);
  strata_trace_page_show_pane (self->page, "profile");
}

static void
leave_profile (StrataTour *self)
{
  strata_scope_model_set_choice (strata_scope_model_get (get_session (self)), STRATA_SCOPE_TRACE);
}

static GtkWidget *
find_profile (StrataTour *self)
{
  return strata_trace_page_get_pane_widget (self->page, "profile");
}

static void
enter_compare (StrataTour *self)
{
}

static GtkWidget *
find_menu (StrataTour *self)
{
  return self->menu_button;
}

static const Step steps[STRATA_TOUR_N_STEPS] = {
  { N_ ("Which frame was worst?"),
    N_ ("The first line says it: which app, how long, and why. Show goes to that frame. It is the red one in the lane Frames; E goes on to the next slow one."),
    enter_frame, NULL, find_headline },
  { N_ ("Why was it late?"),
    N_ ("The parts of its time, longest first: what the app worked on and what it waited for. This one waited for a lock that another thread held. Click a part to go there."),
    enter_reasons, NULL, find_reasons },
  { N_ ("What did it wait for?"),
    N_ ("The critical path: follow each wait to the thread that ended it. The sums are here, and the timeline shows the path below each lane. Ctrl+I shows or hides it."),
    enter_path, leave_path, find_path },
  { N_ ("What ran in this frame?"),
    N_ ("The profile adds up all calls of a name. It is now about the selected frame alone: the choice at the right of the tabs says so, and goes back to the whole trace."),
    enter_profile, leave_profile, find_profile },
  { N_ ("Is it slower than before?"),
    N_ ("The main menu compares two captures: File, Compare With… (Ctrl+D). Try it with this app on a phone whose CPUs were busy."),
    enter_compare, NULL, find_menu },
};

/* Returns the sample of the tour, if it is installed, else NULL. */
GFile *
strata_tour_dup_file (void)
{
  return strata_samples_find (STRATA_SAMPLE_SLOW_FRAME);
}

/* The visible part of the target, in the overlay. */
static gboolean
find_place (StrataTour *self,
            GdkRectangle *place)
{
  GtkWidget *overlay = GTK_WIDGET (self->overlay);
  graphene_rect_t bounds;
  graphene_rect_t seen;

  if (self->target == NULL || !gtk_widget_get_mapped (self->target) || !gtk_widget_compute_bounds (self->target, overlay, &seen))
    return FALSE;

  for (GtkWidget *each = gtk_widget_get_parent (self->target); each != NULL && each != overlay; each = gtk_widget_get_parent (each))
    if (gtk_widget_is_ancestor (each, overlay) && gtk_widget_compute_bounds (each, overlay, &bounds) && !graphene_rect_intersection (&seen, &bounds, &seen))
      return FALSE;

  *place = (GdkRectangle){ (int) floorf (seen.origin.x), (int) floorf (seen.origin.y), (int) ceilf (seen.size.width), (int) ceilf (seen.size.height) };
  return TRUE;
}

/* Scrolls the target to the top of its scrolled window. */
static void
scroll_to_target (StrataTour *self)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (self->target, GTK_TYPE_SCROLLED_WINDOW);
  double x_px;
  double y_px;

  if (scroller == NULL || !gtk_widget_translate_coordinates (self->target, scroller, 0, 0, &x_px, &y_px))
    return;

  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  if (y_px < 0 || y_px + gtk_widget_get_height (self->target) > gtk_widget_get_height (scroller))
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y_px - MARGIN_PX);
}

static void
set_target (StrataTour *self,
            GtkWidget *target)
{
  if (target == self->target)
    return;

  if (self->target != NULL)
    gtk_widget_remove_css_class (self->target, TARGET_CLASS);
  g_set_object (&self->target, target);
  if (target != NULL)
    gtk_widget_add_css_class (target, TARGET_CLASS);
  self->is_to_scroll = target != NULL;
}

/* Moves the card to the current place of the target, which may be in a newly made pane. */
static void
on_after_paint (StrataTour *self)
{
  GdkRectangle place = { 0 };

  if (self->is_to_enter && gtk_widget_get_height (strata_trace_page_get_timeline (self->page)) > 0)
    {
      self->is_to_enter = FALSE;
      steps[self->step].enter (self);
    }

  set_target (self, steps[self->step].find_target (self));
  if (self->is_to_scroll && gtk_widget_get_mapped (self->target) && gtk_widget_get_height (self->target) > 0)
    {
      self->is_to_scroll = FALSE;
      scroll_to_target (self);
    }

  find_place (self, &place);
  if (!gdk_rectangle_equal (&place, &self->place))
    gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

static int
clamp_px (int value,
          int room)
{
  return MAX (MIN (value, room - MARGIN_PX), MARGIN_PX);
}

/* Below the target, above it, or beside it, depending on the room; else in a corner. */
static gboolean
on_get_child_position (GtkOverlay *overlay,
                       GtkWidget *child,
                       GdkRectangle *card,
                       StrataTour *self)
{
  GtkRequisition size;
  GdkRectangle place = { 0 };
  const int width = gtk_widget_get_width (GTK_WIDGET (overlay));
  const int height = gtk_widget_get_height (GTK_WIDGET (overlay));

  if (child != GTK_WIDGET (self))
    return FALSE;

  gtk_widget_get_preferred_size (child, NULL, &size);
  find_place (self, &place);
  self->place = place;

  const int right_px = width - size.width;
  const int bottom_px = height - size.height;
  const GdkRectangle places[] = {
    { clamp_px (place.x, right_px), MAX (place.y + place.height, 0) + MARGIN_PX, size.width, size.height },
    { clamp_px (place.x, right_px), place.y - size.height - MARGIN_PX, size.width, size.height },
    { place.x - size.width - MARGIN_PX, clamp_px (place.y, bottom_px), size.width, size.height },
    { place.x + place.width + MARGIN_PX, clamp_px (place.y, bottom_px), size.width, size.height },
  };

  *card = (GdkRectangle){ MARGIN_PX, MAX (bottom_px - MARGIN_PX, 0), size.width, size.height };
  for (guint i = 0; i < G_N_ELEMENTS (places) && place.width > 0; i++)
    if (places[i].x >= 0 && places[i].y >= 0 && places[i].x <= right_px && places[i].y <= bottom_px)
      {
        *card = places[i];
        break;
      }

  return TRUE;
}

static void
leave_step (StrataTour *self)
{
  if (steps[self->step].leave != NULL && !self->is_to_enter)
    steps[self->step].leave (self);
}

static void
show_step (StrataTour *self,
           guint step)
{
  const gboolean is_last = step + 1 == STRATA_TOUR_N_STEPS;
  g_autofree char *count = g_strdup_printf (_ ("Step %u of %u"), step + 1, STRATA_TOUR_N_STEPS);
  const char *title = _ (steps[step].title);
  const char *text = _ (steps[step].text);
  /* Translators: a step of the tour and its title, as read out */
  g_autofree char *name = g_strdup_printf (_ ("Tour, %s: %s"), count, title);

  leave_step (self);
  self->step = step;
  gtk_label_set_label (self->count, count);
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_button_set_label (GTK_BUTTON (self->skip), is_last ? _ ("_Finish") : _ ("_Skip"));
  gtk_widget_set_visible (self->next, !is_last);
  gtk_widget_set_visible (self->compare, is_last);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tour.back", step > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tour.next", !is_last);

  self->is_to_enter = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_grab_focus (is_last ? self->compare : self->next);
}

static void
activate_step (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataTour *self = STRATA_TOUR (widget);

  if (g_str_equal (action_name, "tour.next"))
    show_step (self, MIN (self->step + 1, STRATA_TOUR_N_STEPS - 1));
  else if (self->step > 0)
    show_step (self, self->step - 1);
}

static void
activate_compare (StrataTour *self)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  g_autoptr (GFile) a = strata_samples_find (STRATA_SAMPLE_SLOW_FRAME);
  g_autoptr (GFile) b = strata_samples_find (STRATA_SAMPLE_BUSY_CPUS);

  strata_tour_end (self);
  if (a != NULL && b != NULL)
    strata_compare_window_open (strata_compare_window_new (app), a, b);
}

static void
strata_tour_map (GtkWidget *widget)
{
  StrataTour *self = STRATA_TOUR (widget);

  GTK_WIDGET_CLASS (strata_tour_parent_class)->map (widget);

  g_set_object (&self->clock, gtk_widget_get_frame_clock (widget));
  g_signal_connect_object (self->clock, "after-paint", G_CALLBACK (on_after_paint), self, G_CONNECT_SWAPPED);
}

static void
strata_tour_unmap (GtkWidget *widget)
{
  StrataTour *self = STRATA_TOUR (widget);

  g_signal_handlers_disconnect_by_func (self->clock, on_after_paint, self);
  g_clear_object (&self->clock);

  GTK_WIDGET_CLASS (strata_tour_parent_class)->unmap (widget);
}

static void
strata_tour_dispose (GObject *object)
{
  StrataTour *self = STRATA_TOUR (object);

  set_target (self, NULL);
  g_clear_object (&self->page);
  g_clear_object (&self->menu_button);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_TOUR);

  G_OBJECT_CLASS (strata_tour_parent_class)->dispose (object);
}

static void
strata_tour_class_init (StrataTourClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_tour_dispose;
  widget_class->map = strata_tour_map;
  widget_class->unmap = strata_tour_unmap;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/tour.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataTour, content);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, count);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, title);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, text);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, skip);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, next);
  gtk_widget_class_bind_template_child (widget_class, StrataTour, compare);
  gtk_widget_class_install_action (widget_class, "tour.next", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "tour.back", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "tour.end", NULL, STRATA_ACTION (strata_tour_end));
  gtk_widget_class_install_action (widget_class, "tour.compare", NULL, STRATA_ACTION (activate_compare));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "tour.end", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
strata_tour_init (StrataTour *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * strata_tour_start:
 * @overlay: the overlay that contains the page
 * @page: a page with the sample of strata_tour_dup_file()
 * @menu_button: the main menu of its window
 *
 * Shows the first step, and moves the focus there.
 *
 * Returns: (transfer none): the tour, until it ends
 */
StrataTour *
strata_tour_start (GtkOverlay *overlay,
                   StrataTracePage *page,
                   GtkWidget *menu_button)
{
  StrataTour *self = g_object_new (STRATA_TYPE_TOUR, NULL);

  self->overlay = overlay;
  self->page = g_object_ref (page);
  self->menu_button = g_object_ref (menu_button);
  g_signal_connect_object (overlay, "get-child-position", G_CALLBACK (on_get_child_position), self, 0);
  gtk_overlay_add_overlay (overlay, GTK_WIDGET (self));
  show_step (self, 0);
  return self;
}

/**
 * strata_tour_end:
 * @self: the tour
 *
 * Removes it. Moves the focus back to the timeline.
 */
void
strata_tour_end (StrataTour *self)
{
  g_autoptr (StrataTour) tour = g_object_ref (self);

  leave_step (tour);
  set_target (tour, NULL);
  gtk_widget_grab_focus (strata_trace_page_get_timeline (tour->page));
  gtk_overlay_remove_overlay (tour->overlay, GTK_WIDGET (tour));
}
