/* test-rebuild-callers.c - switches between the ways to read a file, in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-open-request.h"
#include "strata-resources.h"
#include "strata-window.h"

#include "ui-fixture.h"

/* b was entered before the trace began and is left at 20 µs; a runs from 30 to 40 µs. */
static GFile *
write_methods (const char *name)
{
  static const char bytes[] =
      "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n0x10\tA\ta\t()V\tA.java\n0x20\tB\tb\t()V\tB.java\n*end\n"
      "SLOW\2\0\40\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\1\0\41\0\0\0\24\0\0\0"
      "\1\0\20\0\0\0\36\0\0\0"
      "\1\0\21\0\0\0\50\0\0\0";
  GFile *file = fixture_write (name, "");
  g_autoptr (GError) error = NULL;

  g_file_set_contents (g_file_peek_path (file), bytes, sizeof bytes - 1, &error);
  g_assert_no_error (error);

  return file;
}

/* "rebuilt" or "as is", or NULL if there is no choice. */
static const char *
get_callers (StrataWindow *window)
{
  GActionGroup *group = G_ACTION_GROUP (window);
  g_autoptr (GVariant) state = g_action_group_get_action_state (group, "rebuild-callers");

  if (!g_action_group_get_action_enabled (group, "rebuild-callers"))
    return NULL;

  return g_variant_get_boolean (state) ? "rebuilt" : "as is";
}

static StrataTrace *
get_trace (StrataWindow *window)
{
  return strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window)));
}

static const char *
get_name (StrataWindow *window,
          guint32 slice)
{
  return strata_trace_get_string (get_trace (window), strata_trace_get_slices (get_trace (window))->name[slice]);
}

static void
assert_slices (StrataWindow *window,
               const char *callers,
               guint32 n_slices,
               const char *first)
{
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpstr (get_callers (window), ==, callers);
  g_assert_cmpuint (strata_trace_get_slices (get_trace (window))->n_slices, ==, n_slices);
  g_assert_cmpstr (get_name (window, 0), ==, first);
}

/* View, selection and mapping are kept, with and without the rebuilt call. */
static void
test_rebuild_callers (void)
{
  g_autoptr (GFile) file = write_methods ("callers.trace");
  g_autoptr (GFile) mapping = fixture_write ("callers.txt", "com.shop.Cart -> A:\n    void total() -> a\n");
  StrataWindow *window = strata_window_new (NULL);

  g_assert_null (get_callers (window));
  strata_window_open (window, file);
  assert_slices (window, "as is", 1, "A.a ()V");
  strata_window_use_mapping (window, mapping);
  assert_slices (window, "as is", 1, "com.shop.Cart.total ()V");

  StrataSession *session = strata_trace_page_get_session (strata_window_get_trace_page (window));

  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 32000, 38000 }, 0);
  strata_session_select_slice (session, 0);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.rebuild-callers", NULL);
  g_assert_null (get_callers (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  assert_slices (window, "as is", 1, "com.shop.Cart.total ()V");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.rebuild-callers", NULL);
  assert_slices (window, "rebuilt", 2, "B.b ()V");
  session = strata_trace_page_get_session (strata_window_get_trace_page (window));
  fixture_wait_until (strata_session_get_selected_item (session).index == 1);
  g_assert_cmpstr (get_name (window, 1), ==, "com.shop.Cart.total ()V");

  const StrataSpan shown = strata_viewport_get_span (strata_session_get_viewport (session));

  g_assert_cmpint (ABS (shown.begin_ns - 32000), <=, 100);
  g_assert_cmpint (ABS (shown.end_ns - 38000), <=, 100);

  strata_window_load_files (window, strata_window_get_files (window));
  assert_slices (window, "rebuilt", 2, "B.b ()V");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.rebuild-callers", NULL);
  assert_slices (window, "as is", 1, "com.shop.Cart.total ()V");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A request can ask for it when the file is opened; other windows keep the default. */
static void
test_rebuild_callers_goal (void)
{
  g_autoptr (GFile) file = write_methods ("callers-goal.trace");
  g_autofree char *request = strata_open_request_new (NULL, NULL, NULL, (StrataReading){ .rebuilds_callers = TRUE }, NULL);
  StrataWindow *window = strata_window_new (NULL);
  StrataWindow *other = strata_window_new (NULL);
  StrataWindow *text = strata_window_new (NULL);
  g_autoptr (GFile) text_file = fixture_write ("callers.ftrace", FIXTURE_TRACE);

  strata_window_open (text, text_file);
  strata_window_open_at (window, file, request);
  strata_window_open (other, file);
  assert_slices (window, "rebuilt", 2, "B.b ()V");
  assert_slices (other, "as is", 1, "A.a ()V");
  fixture_wait_until (strata_window_get_trace_page (text) != NULL);
  g_assert_null (get_callers (text));
  gtk_window_destroy (GTK_WINDOW (text));
  gtk_window_destroy (GTK_WINDOW (other));
  gtk_window_destroy (GTK_WINDOW (window));
}

#define CYCLES                                             \
  "app 10/10 1.000000: 300 cycles:\n\t1000 work (app)\n\n" \
  "app 10/10 1.001000: 100 cycles:\n\t2000 rest (app)\n\n" \
  "app 10/10 1.002000: 100 cycles:\n\t2000 rest (app)\n\n"

static gint64
get_longest (StrataWindow *window,
             const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (get_trace (window));
  gint64 longest = 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (get_name (window, i), name))
      longest = MAX (longest, strata_slice_table_get_wall_ns (slices, i));

  return longest;
}

/* The length of samples switches from time to weight and back. */
static void
test_weights (void)
{
  g_autoptr (GFile) file = fixture_write ("cycles.perf", CYCLES);
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_null (get_callers (window));
  g_assert_cmpint (get_longest (window, "work"), ==, 1000000);
  g_assert_null (strata_trace_get_unit (get_trace (window)));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.by-weight", NULL);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "loading"));
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpint (get_longest (window, "work"), ==, 300);
  g_assert_cmpint (get_longest (window, "rest"), ==, 200);
  g_assert_cmpstr (strata_trace_get_unit (get_trace (window)), ==, "cycles");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.by-weight", NULL);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "loading"));
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpint (get_longest (window, "work"), ==, 1000000);
  gtk_window_destroy (GTK_WINDOW (window));
}

#define FAULTS CYCLES "app 10/10 1.003000: 7 page_faults:\n\t2000 rest (app)\n\n"

static void
choose_event (StrataWindow *window,
              const char *name)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.event", "s", name);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "loading"));
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
}

/* Another event can set the axis. */
static void
test_event (void)
{
  g_autoptr (GFile) file = fixture_write ("faults.perf", FAULTS);
  g_autofree char *request = strata_open_request_new (NULL, NULL, NULL, (StrataReading){ .is_by_weight = TRUE }, NULL);
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open_at (window, file, request);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpint (get_longest (window, "rest"), ==, 200);

  choose_event (window, "page_faults");
  g_assert_cmpint (get_longest (window, "rest"), ==, 7);
  g_assert_cmpstr (strata_trace_get_unit (get_trace (window)), ==, "page_faults");

  choose_event (window, "");
  g_assert_cmpint (get_longest (window, "rest"), ==, 200);
  gtk_window_destroy (GTK_WINDOW (window));
}

#define TREE "3 #00 pc 0000000000001000 /system/bin/appspawn(main+728)(1e2feb89414c343c1027c4d1c386bbc4)\n"

static GtkWindow *
find_dialog (StrataWindow *window)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (gtk_window_get_transient_for (toplevel) == GTK_WINDOW (window))
        return toplevel;
    }

  return NULL;
}

static GtkSpinButton *
find_spin_button (GtkWidget *widget)
{
  GtkSpinButton *found = GTK_IS_SPIN_BUTTON (widget) ? GTK_SPIN_BUTTON (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_spin_button (child);

  return found;
}

/* If a log does not contain the sampling interval, the user can set it. */
static StrataSpan
get_shown (StrataWindow *window)
{
  StrataSession *session = strata_trace_page_get_session (strata_window_get_trace_page (window));

  return strata_viewport_get_span (strata_session_get_viewport (session));
}

static void
test_interval (void)
{
  g_autoptr (GFile) file = fixture_write ("MAIN_THREAD_JANK_20260717033320_26982.txt", TREE);
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpint (get_longest (window, "main"), ==, 3 * 150 * 1000000);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.ask-interval", NULL);
  g_assert_nonnull (find_dialog (window));

  GtkSpinButton *interval = find_spin_button (GTK_WIDGET (find_dialog (window)));

  int begin, end;

  g_assert_cmpint (gtk_spin_button_get_value_as_int (interval), ==, 150);
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (interval), &begin, &end)); /* typing replaces it */
  g_assert_cmpint (end - begin, ==, 3);
  gtk_editable_set_text (GTK_EDITABLE (interval), "200");
  gtk_widget_activate_action (GTK_WIDGET (interval), "interval.apply", NULL);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "loading"));
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpint (get_longest (window, "main"), ==, 3 * 200 * 1000000);
  g_assert_cmpint (get_shown (window).end_ns, >=, 3 * 200 * 1000000);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.ask-interval", NULL);
  interval = find_spin_button (GTK_WIDGET (find_dialog (window)));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (interval), ==, 200);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/rebuild-callers/toggle", test_rebuild_callers);
  g_test_add_func ("/rebuild-callers/goal", test_rebuild_callers_goal);
  g_test_add_func ("/rebuild-callers/weights", test_weights);
  g_test_add_func ("/rebuild-callers/event", test_event);
  g_test_add_func ("/rebuild-callers/interval", test_interval);

  return g_test_run ();
}
