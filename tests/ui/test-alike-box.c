/* test-alike-box.c - shows where the selected slice ranks among the slices of its name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-alike-box.h"
#include "strata-histogram.h"
#include "strata-view-option-actions.h"
#include "strata-trace-builder.h"

#include "pointer-fixture.h"
#include "ui-fixture.h"

/* A thousand and one calls of "f" of 1 to 10 µs, the 500th of 8 ms. */
#define N_CALLS 1001
#define OUTLIER 500

typedef struct
{
  GtkWidget *window;
  GtkWidget *box;
  GtkWidget *histogram;
  GtkLabel *rank;
  StrataSession *session;
} Fixture;

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  guint32 name = strata_string_pool_intern (strata_trace_builder_get_strings (builder), "f", 1);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  for (gint64 i = 0; i < N_CALLS; i++)
    {
      gint64 begin_ns = i * 10000000;
      gint64 wall_ns = i == OUTLIER ? 8000000 : 1000 + i * 9;

      strata_trace_builder_begin_slice (builder, thread, begin_ns, begin_ns / 2, name, STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, begin_ns + wall_ns, begin_ns / 2 + 500 + i, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  fixture->session = strata_session_new (trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 900);
  fixture->box = g_object_new (STRATA_TYPE_ALIKE_BOX, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->box);
  gtk_window_present (GTK_WINDOW (fixture->window));
  strata_selection_box_set_session (STRATA_SELECTION_BOX (fixture->box), fixture->session);
  fixture->histogram = fixture_find_widget (fixture->box, STRATA_TYPE_HISTOGRAM);
  fixture->rank = GTK_LABEL (fixture_find_widget (fixture->box, GTK_TYPE_LABEL));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer session = fixture->session;

  /* a superseded search has yet to report, and keeps the session alive until then */
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->session);
  fixture_wait_until (session == NULL);
}

static guint32
get_selected (Fixture *fixture)
{
  return strata_session_get_selected_item (fixture->session).index;
}

static void
test_rank (Fixture *fixture,
           gconstpointer data)
{
  static const struct
  {
    guint32 slice;
    const char *rank;
  } cases[] = {
    { OUTLIER, "Longest of 1\u202f001" },
    { N_CALLS - 1, "2nd longest of 1\u202f001" },
    { N_CALLS - 2, "3rd longest of 1\u202f001" },
    { N_CALLS - 3, "4th longest of 1\u202f001" },
    { N_CALLS - 10, "11th longest of 1\u202f001" },
    { N_CALLS - 20, "21st longest of 1\u202f001" },
    { 0, "1\u202f001st longest of 1\u202f001" },
  };

  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (fixture->box)));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      strata_session_select_slice (fixture->session, cases[i].slice);
      g_assert_true (gtk_widget_get_visible (gtk_widget_get_first_child (fixture->box)));
      fixture_wait_until (g_str_equal (gtk_label_get_label (fixture->rank), cases[i].rank));
    }

  strata_session_select (fixture->session, (StrataItem){ .kind = STRATA_ITEM_NONE });
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (fixture->box)));
}

static void
select_and_wait (Fixture *fixture,
                 guint32 slice,
                 const char *rank)
{
  strata_session_select_slice (fixture->session, slice);
  fixture_wait_until (g_str_equal (gtk_label_get_label (fixture->rank), rank));
}

static gboolean
has_text (GtkWidget *root,
          const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (root)), text))
    return gtk_widget_get_visible (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;

  return FALSE;
}

/* All but the outlier take 1,000 to 10,000 ns, 5.5 ms together. */
static void
test_figures (Fixture *fixture,
              gconstpointer data)
{
  static const char *const texts[] = {
    "13.5\u00a0ms, 100.0\u00a0% of all calls", /* the sum */
    "59.3\u00a0% of 13.5\u00a0ms",             /* of the name, and of the thread */
    "0.1\u00a0% of 10.0",                      /* of the trace */
    "1.00\u00a0µs",                            /* the shortest */
    "13.5\u00a0µs",                            /* the mean */
    "(no caller)",
  };

  select_and_wait (fixture, OUTLIER, "Longest of 1\u202f001");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_true (has_text (fixture->box, texts[i]));
}

/* The last bar that is not empty holds the outlier, the first one the shortest calls. */
static void
test_actions (Fixture *fixture,
              gconstpointer data)
{
  select_and_wait (fixture, 0, "1\u202f001st longest of 1\u202f001");
  for (guint i = 0; i < STRATA_HISTOGRAM_BINS; i++)
    g_assert_true (gtk_widget_activate_action (fixture->histogram, "histogram.next-bar", NULL));
  gtk_widget_activate_action (fixture->histogram, "histogram.choose-bar", NULL);
  g_assert_cmpuint (get_selected (fixture), ==, OUTLIER);

  gtk_widget_activate_action (fixture->histogram, "histogram.previous-bar", NULL);
  gtk_widget_activate_action (fixture->histogram, "histogram.choose-bar", NULL);
  g_assert_cmpuint (get_selected (fixture), ==, N_CALLS - 1);
}

static void
test_pointer (Fixture *fixture,
              gconstpointer data)
{
  select_and_wait (fixture, 0, "1\u202f001st longest of 1\u202f001");
  fixture_wait_until (gtk_widget_get_width (fixture->histogram) > 0 && gtk_widget_get_mapped (fixture->histogram));
  pointer_click (fixture->histogram);

  /* the click is between the crowd and the outlier, so either may be the nearer bar */
  fixture_wait_until (get_selected (fixture) != 0);
  g_assert_true (get_selected (fixture) == OUTLIER || get_selected (fixture) == N_CALLS - 1);
}

/* On the CPU clock the last call is the longest one. */
static void
test_clock (Fixture *fixture,
            gconstpointer data)
{
  strata_session_select_slice (fixture->session, N_CALLS - 1);
  strata_view_set_options (strata_session_get_view (fixture->session), (StrataViewOptions){ .clock = STRATA_CLOCK_CPU });
  fixture_wait_until (g_str_equal (gtk_label_get_label (fixture->rank), "Longest of 1\u202f001"));
}

/* After many selections the last one is shown, whatever the others would have found. */
static void
test_newest (Fixture *fixture,
             gconstpointer data)
{
  for (guint32 slice = 0; slice < N_CALLS; slice++)
    strata_session_select_slice (fixture->session, slice);

  select_and_wait (fixture, N_CALLS - 1, "2nd longest of 1\u202f001");
}

static gboolean
is_state (GActionGroup *actions,
          const char *name,
          GVariant *wanted)
{
  g_autoptr (GVariant) expected = g_variant_ref_sink (wanted);
  g_autoptr (GVariant) state = g_action_group_get_action_state (actions, name);

  return g_variant_equal (state, expected);
}

static void
test_view_option_actions (Fixture *fixture,
                          gconstpointer data)
{
  GSettings *settings = g_settings_new (STRATA_APP_ID);
  GActionGroup *actions = strata_view_option_actions_new (fixture->session, settings);

  g_action_group_activate_action (actions, "clock", g_variant_new_string ("cpu"));
  g_action_group_activate_action (actions, "color-by", g_variant_new_string ("time"));
  g_action_group_activate_action (actions, "context-switches", NULL);
  fixture_wait_until (is_state (actions, "color-by", g_variant_new_string ("time")));
  g_assert_true (is_state (actions, "clock", g_variant_new_string ("cpu")));
  g_assert_true (is_state (actions, "context-switches", g_variant_new_boolean (TRUE)));

  /* settings are kept when the trace is gone */
  g_autofree char *color_by = g_settings_get_string (settings, "color-by");

  g_assert_cmpstr (color_by, ==, "time");
  g_assert_true (g_settings_get_boolean (settings, "context-switches"));
  g_settings_reset (settings, "color-by");
  g_settings_reset (settings, "context-switches");
  g_object_unref (actions);
  g_object_unref (settings);
}

#define ADD(path, function) g_test_add ("/alike-box/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  ADD ("rank", test_rank);
  ADD ("figures", test_figures);
  ADD ("actions", test_actions);
  ADD ("pointer", test_pointer);
  ADD ("clock", test_clock);
  ADD ("newest", test_newest);
  ADD ("look-actions", test_view_option_actions);

  return g_test_run ();
}
