/* test-right-to-left.c - the window in right-to-left languages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-book.h"
#include "strata-panes.h"
#include "strata-resources.h"
#include "strata-window.h"

#include "ui-fixture.h"

#define WIDTH_PX 1200
#define HEIGHT_PX 800

/* Half a pixel is lost by rounding. */
#define SLACK_PX 1.0f

static GtkWidget *
open_sample (GtkTextDirection direction)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "data", "samples", "android-slow-frame.ftrace.zst", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_widget_set_default_direction (direction);

  StrataWindow *window = strata_window_new (NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH_PX, HEIGHT_PX);
  strata_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  fixture_wait_until (gtk_widget_get_width (GTK_WIDGET (strata_window_get_trace_page (window))) >= WIDTH_PX / 2);
  return GTK_WIDGET (window);
}

static gboolean
get_bounds (GtkWidget *widget,
            GtkWidget *window,
            graphene_rect_t *bounds)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_compute_bounds (widget, window, bounds) && bounds->size.width > 0 && bounds->size.height > 0;
}

/* Names a widget and its parent, for the message of a failed test. */
static char *
name_widget (GtkWidget *widget)
{
  return g_strdup_printf ("%s “%s” in %s", G_OBJECT_TYPE_NAME (widget), GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "", G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
}

static void
check_label (GtkWidget *label)
{
  int width_px;
  g_autofree char *name = name_widget (label);

  if (gtk_label_get_ellipsize (GTK_LABEL (label)) != PANGO_ELLIPSIZE_NONE || gtk_label_get_wrap (GTK_LABEL (label)))
    return;

  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &width_px, NULL, NULL, NULL);
  if (gtk_widget_get_width (label) < width_px - gtk_widget_get_margin_start (label) - gtk_widget_get_margin_end (label))
    g_error ("%s is clipped", name);
}

/* The children of a box are side by side or stacked, without overlap. */
static void
check_box (GtkWidget *box,
           GtkWidget *window)
{
  graphene_rect_t one;
  graphene_rect_t other;
  graphene_rect_t both;

  for (GtkWidget *a = gtk_widget_get_first_child (box); a != NULL; a = gtk_widget_get_next_sibling (a))
    for (GtkWidget *b = gtk_widget_get_next_sibling (a); b != NULL; b = gtk_widget_get_next_sibling (b))
      if (get_bounds (a, window, &one) && get_bounds (b, window, &other) && graphene_rect_intersection (&one, &other, &both) &&
          both.size.width > SLACK_PX && both.size.height > SLACK_PX)
        {
          g_autofree char *name_a = name_widget (a);
          g_autofree char *name_b = name_widget (b);

          g_error ("%s overlaps %s", name_a, name_b);
        }
}

/* The content of a scrolled window may be larger than the window. */
static guint
check_below (GtkWidget *widget,
             GtkWidget *window)
{
  guint n = 1;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return 0;
  if (GTK_IS_LABEL (widget))
    check_label (widget);
  if (GTK_IS_BOX (widget) || GTK_IS_CENTER_BOX (widget))
    check_box (widget, window);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += check_below (child, window);

  return n;
}

/* Each pane is laid out without loss, and has as many widgets as left to right. */
static void
test_panes (void)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  GtkWidget *window = open_sample (GTK_TEXT_DIR_RTL);

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *action = g_strconcat ("win.show-", panes[i].name, NULL);

      gtk_widget_activate_action (window, action, NULL);
      fixture_wait_until (g_str_equal (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (STRATA_WINDOW (window))), STRATA_TYPE_PANE_BOOK))), panes[i].name));
      for (guint k = 0; k < 30; k++)
        {
          while (g_main_context_iteration (NULL, FALSE))
            ;
          g_usleep (10000);
        }

      g_assert_cmpuint (check_below (window, window), >, 80);
    }

  gtk_window_destroy (GTK_WINDOW (window));
}

/* The leading side of the window is the right one, but the timeline runs from left to right. */
static void
test_sides (void)
{
  graphene_rect_t bounds;
  GtkWidget *window = open_sample (GTK_TEXT_DIR_RTL);
  GtkWidget *timeline = strata_trace_page_get_timeline (strata_window_get_trace_page (STRATA_WINDOW (window)));

  g_assert_cmpint (gtk_widget_get_direction (window), ==, GTK_TEXT_DIR_RTL);
  g_assert_true (get_bounds (timeline, window, &bounds));
  for (GtkWidget *part = gtk_widget_get_first_child (timeline); part != NULL; part = gtk_widget_get_next_sibling (part))
    {
      graphene_rect_t inside;

      if (get_bounds (part, timeline, &inside))
        {
          g_assert_cmpfloat (inside.origin.x, >=, 0);
          g_assert_cmpfloat (inside.origin.x + inside.size.width, <=, bounds.size.width + SLACK_PX);
        }
    }

  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();
  g_test_add_func ("/right-to-left/panes", test_panes);
  g_test_add_func ("/right-to-left/sides", test_sides);

  return g_test_run ();
}
