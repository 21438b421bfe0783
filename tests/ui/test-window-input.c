/* test-window-input.c - the window with a real pointer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-book.h"
#include "strata-window.h"

#include "strata-profile-item.h"
#include "strata-event-list.h"
#include "strata-profile-pane.h"
#include "strata-report-row.h"
#include "strata-compare-window.h"
#include "strata-resources.h"
#include "strata-table-view.h"

#include "pointer-fixture.h"
#include "ui-fixture.h"

#define N_NAMES 300

/* "outer" calls 300 names, each longer than the one before, and one end without a begin. */
static char *
make_many_names (void)
{
  GString *text = g_string_new ("# tracer: nop\n#\n  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|outer\n");

  for (int i = 0; i < N_NAMES; i++)
    {
      g_string_append_printf (text, "  app-100   (  100) [000] .... 1.%06d: tracing_mark_write: B|100|name_%03d\n", (i + 1) * 1000, i);
      g_string_append_printf (text, "  app-100   (  100) [000] .... 1.%06d: tracing_mark_write: E|100\n", (i + 1) * 1000 + i + 1);
    }

  g_string_append (text, "  app-100   (  100) [000] .... 1.400000: tracing_mark_write: E|100\n");
  g_string_append (text, "  app-100   (  100) [000] .... 1.500000: tracing_mark_write: E|100\n");
  g_string_append (text, "  app-100   (  100) [000] .... 1.600000: tracing_mark_write: B|100|last\n");
  g_string_append (text, "  app-100   (  100) [000] .... 1.700000: tracing_mark_write: E|100\n");
  return g_string_free (text, FALSE);
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget));

  return NULL;
}

/* The first visible widget of a type, with a text or a class if these are given. */
static GtkWidget *
find_widget (GtkWidget *root,
             GType type,
             const char *text,
             const char *parent_class)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (!gtk_widget_get_mapped (child))
        continue;
      if (g_type_is_a (G_OBJECT_TYPE (child), type) && (text == NULL || g_strcmp0 (get_text (child), text) == 0) &&
          (parent_class == NULL || gtk_widget_has_css_class (root, parent_class)))
        return child;

      GtkWidget *found = find_widget (child, type, text, parent_class);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
settle (void)
{
  fixture_run_for (200);
}

/* A widget that has just appeared may still move. */
static void
wait_for_rest (GtkWidget *widget)
{
  GtkWidget *native = GTK_WIDGET (gtk_widget_get_native (widget));
  graphene_rect_t before;
  graphene_rect_t now;

  do
    {
      g_assert_true (gtk_widget_compute_bounds (widget, native, &before));
      settle ();
      g_assert_true (gtk_widget_compute_bounds (widget, native, &now));
    }
  while (!graphene_rect_equal (&before, &now));
}

static void
click_on (gpointer root,
          GType type,
          const char *text,
          const char *parent_class)
{
  fixture_wait_until (find_widget (root, type, text, parent_class) != NULL);
  settle ();

  GtkWidget *widget = find_widget (root, type, text, parent_class);

  g_assert_nonnull (widget);
  wait_for_rest (widget);
  pointer_click (widget);
  settle ();
}

static StrataProfilePane *
get_pane (StrataWindow *window)
{
  return STRATA_PROFILE_PANE (strata_trace_page_get_pane_widget (strata_window_get_trace_page (window), "profile"));
}

static StrataWindow *
open_window (const char *name,
             const char *content)
{
  g_autoptr (GFile) file = fixture_write (name, content);
  StrataWindow *window = strata_window_new (NULL);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 900);
  strata_window_open (window, file);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  strata_trace_page_show_pane (strata_window_get_trace_page (window), "profile");
  gtk_widget_activate_action (GTK_WIDGET (get_pane (window)), "profile.group-by", "s", "name");
  fixture_wait_until (strata_profile_pane_get_profile (get_pane (window)) != NULL &&
                      strata_profile_get_by (strata_profile_pane_get_profile (get_pane (window))) == STRATA_PROFILE_BY_NAME);
  settle ();

  return window;
}

static void
close_window (StrataWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  settle ();
}

/* The name in the topmost visible row. */
static char *
dup_top_name (StrataWindow *window)
{
  GtkWidget *view = find_widget (GTK_WIDGET (window), GTK_TYPE_COLUMN_VIEW, NULL, NULL);
  GtkWidget *header = gtk_widget_get_first_child (view);
  GtkWidget *picked = gtk_widget_pick (view, 200, gtk_widget_get_height (header) + 12, GTK_PICK_DEFAULT);

  while (picked != NULL && get_text (picked) == NULL)
    picked = gtk_widget_get_first_child (picked) != NULL ? gtk_widget_get_last_child (picked) : NULL;

  return g_strdup (picked != NULL ? get_text (picked) : "nothing");
}

static gboolean
is_top_name (StrataWindow *window,
             const char *name)
{
  g_autofree char *top = dup_top_name (window);

  return g_str_equal (top, name);
}

/* A busy X server sometimes loses a click, so a title that did not react is clicked again. */
static void
sort_by (StrataWindow *window,
         const char *title,
         const char *top)
{
  for (guint i = 0; i < 3; i++)
    {
      const gint64 end_us = g_get_monotonic_time () + FIXTURE_PATIENCE_S / 3 * G_USEC_PER_SEC;

      click_on (window, GTK_TYPE_LABEL, title, NULL);
      while (!is_top_name (window, top) && g_get_monotonic_time () < end_us)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (1000);
      if (is_top_name (window, top))
        return;
    }

  g_error ("%s does not put %s on top", title, top);
}

/* The largest number comes first, or the first name; a second click reverses. */
static void
test_sort (void)
{
  static const struct
  {
    const char *title;
    const char *top;
  } steps[] = {
    { "Exclusive", "outer" },
    { "Exclusive", "name_000" },
    { "Name", "last" },
    { "Name", "outer" },
    { "Mean", "outer" },
    { "Mean", "name_000" },
  };
  g_autofree char *text = make_many_names ();
  StrataWindow *window = open_window ("sort.ftrace", text);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    sort_by (window, steps[i].title, steps[i].top);

  close_window (window);
}

static void
test_follow (void)
{
  StrataWindow *window = open_window ("follow.ftrace", FIXTURE_TRACE);
  StrataProfilePane *pane = get_pane (window);
  const StrataStringPool *strings = strata_trace_get_strings (strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window))));
  guint32 draw = strata_string_pool_lookup (strings, "draw");

  strata_profile_pane_go_to (pane, draw);
  g_assert_cmpuint (strata_profile_pane_get_selected_key (pane), ==, draw);
  click_on (window, GTK_TYPE_INSCRIPTION, "frame", "profile-parent");
  g_assert_cmpuint (strata_profile_pane_get_selected_key (pane), ==, strata_string_pool_lookup (strings, "frame"));
  click_on (window, GTK_TYPE_INSCRIPTION, "draw", "profile-child");
  g_assert_cmpuint (strata_profile_pane_get_selected_key (pane), ==, draw);
  close_window (window);
}

static GtkWidget *
find_popover (StrataWindow *window)
{
  return find_widget (GTK_WIDGET (window), GTK_TYPE_POPOVER, NULL, NULL);
}

/* A click on the button in the title bar, then on the warning, jumps to its place. */
static void
test_report (void)
{
  g_autofree char *text = make_many_names ();
  StrataWindow *window = open_window ("report.ftrace", text);
  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataSession *session = strata_trace_page_get_session (page);

  click_on (window, GTK_TYPE_LABEL, "1", NULL); /* beside the icon */
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (page), STRATA_TYPE_PANE_BOOK))), ==, "report");
  click_on (window, STRATA_TYPE_REPORT_ROW, NULL, NULL);

  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (session));

  g_assert_cmpint (span.begin_ns, ==, 1495000000);
  g_assert_cmpint (strata_span_get_length_ns (span), ==, 10000000);

  click_on (window, GTK_TYPE_LABEL, "Show in Events", NULL);
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (page), STRATA_TYPE_PANE_BOOK))), ==, "events");

  StrataTableView *table = STRATA_TABLE_VIEW (fixture_find_widget (strata_trace_page_get_pane_widget (page, "events"), STRATA_TYPE_TABLE_VIEW));

  fixture_wait_until (strata_table_view_get_selected (table) != STRATA_TABLE_VIEW_NO_ROW);

  const guint32 row = strata_table_view_get_selected (table);
  g_autofree char *line = strata_event_list_dup_lines (strata_table_view_get_rows (table), &row, 1);

  g_assert_nonnull (strstr (line, " 1.5"));
  close_window (window);
}

static void
test_recent (void)
{
  StrataWindow *known = open_window ("recent.ftrace", FIXTURE_TRACE);

  close_window (known);

  StrataWindow *window = strata_window_new (NULL);

  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  click_on (window, GTK_TYPE_MENU_BUTTON, NULL, NULL);
  fixture_wait_until (find_popover (window) != NULL);
  click_on (find_popover (window), GTK_TYPE_LABEL, "recent.ftrace", NULL);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "recent.ftrace — Strata");
  close_window (window);
}

static GtkDropTarget *
find_drop_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        return GTK_DROP_TARGET (controller); /* owned by the widget */
    }

  return NULL;
}

/* xdotool cannot drag between programs, so the drop is simulated. */
static void
drop (StrataWindow *window,
      GFile *file)
{
  GtkDropTarget *target = find_drop_target (GTK_WIDGET (window));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean is_taken = FALSE;

  g_assert_nonnull (target);
  g_assert_true (gdk_content_formats_contain_gtype (gtk_drop_target_get_formats (target), GDK_TYPE_FILE_LIST));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&file, 1));
  g_signal_emit_by_name (target, "drop", &value, 100.0, 100.0, &is_taken);
  g_assert_true (is_taken);
}

/* The first toplevel window of @type other than @not, or NULL. */
static GtkWindow *
find_other_toplevel (GType type,
                     gpointer not )
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (link->data != not &&G_TYPE_CHECK_INSTANCE_TYPE (link->data, type))
      return link->data;

  return NULL;
}

static GtkWindow *
find_toplevel (GType type)
{
  return find_other_toplevel (type, NULL);
}

static void
answer (int response)
{
  fixture_wait_until (find_toplevel (GTK_TYPE_MESSAGE_DIALOG) != NULL);
  gtk_dialog_response (GTK_DIALOG (find_toplevel (GTK_TYPE_MESSAGE_DIALOG)), response);
  fixture_wait_until (find_toplevel (GTK_TYPE_MESSAGE_DIALOG) == NULL);
}

static void
test_drop (void)
{
  StrataWindow *window = strata_window_new (NULL);
  g_autoptr (GFile) file = fixture_write ("dropped.ftrace", FIXTURE_TRACE);

  drop (window, file);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "dropped.ftrace — Strata");
  close_window (window);
}

/* If a trace is open, a dropped file may replace it or be compared with it, so the window asks. */
static void
test_second_drop (void)
{
  StrataWindow *window = strata_window_new (NULL);
  g_autoptr (GFile) first = fixture_write ("first.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) second = fixture_write ("second.ftrace", FIXTURE_TRACE);

  drop (window, first);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  drop (window, second);
  answer (GTK_RESPONSE_CANCEL);
  g_assert_null (find_toplevel (STRATA_TYPE_COMPARE_WINDOW));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "first.ftrace — Strata");

  drop (window, second);
  answer (GTK_RESPONSE_YES);
  fixture_wait_until (find_toplevel (STRATA_TYPE_COMPARE_WINDOW) != NULL);
  GtkWindow *comparison = find_toplevel (STRATA_TYPE_COMPARE_WINDOW);

  fixture_wait_until (strata_compare_window_get_page (STRATA_COMPARE_WINDOW (comparison)) != NULL);
  g_assert_cmpstr (gtk_window_get_title (comparison), ==, "second.ftrace compared with first.ftrace");
  gtk_window_destroy (comparison);

  drop (window, second);
  answer (GTK_RESPONSE_NO);
  fixture_wait_until (find_other_toplevel (STRATA_TYPE_WINDOW, window) != NULL);
  StrataWindow *other = STRATA_WINDOW (find_other_toplevel (STRATA_TYPE_WINDOW, window));

  fixture_wait_until (strata_window_get_trace_page (other) != NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, "second.ftrace — Strata");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "first.ftrace — Strata");
  close_window (other);
  close_window (window);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/window-input/sort", test_sort);
  g_test_add_func ("/window-input/follow", test_follow);
  g_test_add_func ("/window-input/report", test_report);
  g_test_add_func ("/window-input/recent", test_recent);
  g_test_add_func ("/window-input/drop", test_drop);
  g_test_add_func ("/window-input/second-drop", test_second_drop);

  return g_test_run ();
}
