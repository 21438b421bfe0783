/* test-states-box.c - the thread states during the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-states-box.h"
#include "strata-trace-builder.h"

#include "ui-fixture.h"

/* A slice that runs, is blocked for I/O twice in one function, and is woken once by a thread and
 * once by an interrupt; and one on a thread without scheduling data. */
typedef struct
{
  GtkWidget *window;
  GtkWidget *box;
  StrataSession *session;
} Fixture;

static void
block (StrataTraceBuilder *builder,
       gint64 time_ns,
       gint64 waited_ns,
       guint32 waker,
       gboolean is_from_interrupt)
{
  const guint32 why = strata_string_pool_intern (strata_trace_builder_get_strings (builder), "read_page", 9);

  strata_trace_builder_switch_cpu (builder, 0, time_ns, 0, 'D', STRATA_NONE);
  strata_trace_builder_wake (builder, 0, time_ns + waited_ns, waker, is_from_interrupt);
  strata_trace_builder_block_reason (builder, 0, TRUE, why);
  strata_trace_builder_switch_cpu (builder, 0, time_ns + waited_ns + 100, STRATA_NONE, 'R', 0);
}

static StrataTrace *
make_trace (guint n_waits)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 name = strata_string_pool_intern (strata_trace_builder_get_strings (builder), "load", 4);

  for (guint32 i = 0; i < 3; i++)
    strata_trace_builder_get_thread (builder, 10 + i);

  strata_trace_builder_name_thread (builder, 1, strata_string_pool_intern (strata_trace_builder_get_strings (builder), "worker", 6));
  strata_trace_builder_switch_cpu (builder, 0, 1000, STRATA_NONE, 'R', 0);
  strata_trace_builder_begin_slice (builder, 0, 1000, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
  block (builder, 2000, 1000, 1, FALSE);
  block (builder, 5000, 2000, STRATA_NONE, TRUE);
  strata_trace_builder_end_slice (builder, 0, 9000, STRATA_NO_TIME, 0);
  strata_trace_builder_begin_slice (builder, 0, 10000, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
  for (guint i = 0; i < n_waits; i++)
    block (builder, 10000 + 1000 * (gint64) i, 100, 1, FALSE);

  strata_trace_builder_end_slice (builder, 0, 10000 + 1000 * (gint64) n_waits, STRATA_NO_TIME, 0);
  strata_trace_builder_begin_slice (builder, 2, 9000, STRATA_NO_TIME, name, STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, 2, 9500, STRATA_NO_TIME, 0);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_trace (GPOINTER_TO_UINT (data));

  fixture->session = strata_session_new (trace);
  fixture->box = g_object_new (STRATA_TYPE_STATES_BOX, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->box);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (fixture->box), fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->session);
}

/* The texts of all labels, in widget order. */
static void
read_labels (GtkWidget *widget,
             GString *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s|", gtk_label_get_label (GTK_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    read_labels (child, text);
}

static GtkWidget *
find_button (GtkWidget *widget,
             const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_str_equal (gtk_button_get_label (GTK_BUTTON (widget)), label))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gboolean
is_shown (Fixture *fixture)
{
  return gtk_widget_get_visible (gtk_widget_get_first_child (fixture->box));
}

static void
test_split (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_false (is_shown (fixture));
  strata_session_select_slice (fixture->session, 0);
  g_assert_true (is_shown (fixture));
  read_labels (fixture->box, text);

  /* 8 µs: 4.8 running, 0.2 runnable, 3 blocked */
  g_assert_nonnull (strstr (text->str, "|4.80\302\240µs|60.0\302\240%|3×|"));
  g_assert_nonnull (strstr (text->str, "|200\302\240ns|2.5\302\240%|2×|"));
  g_assert_nonnull (strstr (text->str, "|read_page|3.00\302\240µs|37.5\302\240%|2×|"));
  g_assert_nonnull (strstr (text->str, "|worker 11|100\302\240ns|1.2\302\240%|1×|"));
  g_assert_nonnull (strstr (text->str, "|an interrupt|100\302\240ns|1.2\302\240%|1×|"));
}

/* Of the two waits, the second is the longer one. */
static void
test_links (Fixture *fixture,
            gconstpointer data)
{
  const StrataStates *states = strata_trace_get_states (strata_session_get_trace (fixture->session));

  strata_session_select_slice (fixture->session, 0);
  g_signal_emit_by_name (find_button (fixture->box, "read_page"), "clicked");

  const StrataItem item = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_STATE);
  g_assert_cmpint (states->start_ns[item.index], ==, 5000);
  g_assert_false (is_shown (fixture));
}

static void
test_unknown (Fixture *fixture,
              gconstpointer data)
{
  strata_session_select_slice (fixture->session, 2);
  g_assert_false (is_shown (fixture));
}

/* Slow results come later, unless something else was selected in between. */
static void
test_many (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  strata_session_select_slice (fixture->session, 1);
  g_assert_false (is_shown (fixture));
  strata_session_select_slice (fixture->session, 0);
  g_assert_true (is_shown (fixture));
  strata_session_select_slice (fixture->session, 1);
  g_assert_false (is_shown (fixture));
  fixture_wait_until (is_shown (fixture));
  read_labels (fixture->box, text);
  g_assert_nonnull (strstr (text->str, "|read_page|1.00\302\240ms|10.0\302\240%|10"));
}

#define ADD(path, function) g_test_add ("/states-box/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  ADD ("split", test_split);
  ADD ("links", test_links);
  ADD ("unknown", test_unknown);
  g_test_add ("/states-box/many", Fixture, GUINT_TO_POINTER (10000), set_up, test_many, tear_down);
  return g_test_run ();
}
