/* test-frames-pane.c - the slow frames and their reasons, in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "frames-script.h"
#include "strata-causes-box.h"
#include "strata-frame-rows.h"
#include "strata-frames-pane.h"
#include "strata-pane-focus.h"
#include "strata-resources.h"

#include "strata-session-found.h"
#include "strata-table-view.h"
#include "ui-fixture.h"

/* Frames 0 and 2 are on time, 1 is late by 4 ms, 3 very late by 19 ms, 4 is of another app. */
#define FRAMES "process 10 app\nprocess 12 other\nevery VSYNC-app 0 100 40\n"                                                                                                  \
               "thread 10 10 100 Choreographer#doFrame;150 -;200 Choreographer#doFrame;340 -;400 Choreographer#doFrame;450 -;500 Choreographer#doFrame;501 load;690 -;790 -\n" \
               "thread 12 12 900 Choreographer#doFrame;950 -\nend 4000"

typedef struct
{
  GtkWidget *window;
  StrataFramesPane *pane;
  StrataSession *session;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = script_trace (data);

  fixture->session = strata_session_new (trace);
  strata_findings_find_frames (strata_session_get_findings (fixture->session));
  fixture->window = gtk_window_new ();
  fixture->pane = STRATA_FRAMES_PANE (strata_frames_pane_new (fixture->session));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

static char *
dup_cell (Fixture *fixture,
          guint line,
          StrataFrameColumn column)
{
  return strata_table_view_dup_cell (fixture_find_table (fixture->pane, 0), line, column);
}

static void
assert_cell (Fixture *fixture,
             guint line,
             StrataFrameColumn column,
             const char *expected)
{
  g_autofree char *text = dup_cell (fixture, line, column);

  g_assert_nonnull (strstr (text, expected));
}

static guint
count_causes (Fixture *fixture)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (fixture_get_part (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_CAUSES_BOX), "list")), (int) n) != NULL)
    n++;
  return n;
}

/* The worst frame is first and selected, with its reason, before any click. */
static void
test_worst (Fixture *fixture,
            gconstpointer data)
{
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)), ==, 5);
  assert_cell (fixture, 0, STRATA_FRAME_COLUMN_VERDICT, "Very late");
  assert_cell (fixture, 0, STRATA_FRAME_COLUMN_DURATION, "29.0");
  assert_cell (fixture, 0, STRATA_FRAME_COLUMN_OVERRUN, "19.0");
  assert_cell (fixture, 0, STRATA_FRAME_COLUMN_REASON, "“load”");
  assert_cell (fixture, 0, STRATA_FRAME_COLUMN_RUNNING, "");
  assert_cell (fixture, 1, STRATA_FRAME_COLUMN_VERDICT, "Late");
  assert_cell (fixture, 2, STRATA_FRAME_COLUMN_OVERRUN, "-");
  g_assert_cmpuint (count_causes (fixture), ==, 2);
  g_assert_nonnull (strstr (fixture_get_part_text (fixture->pane, "summary"), "5\u00a0frames,\u00a02\u00a0slow\u00a0(40.0"));
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 3);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);

  /* choosing the first row selects its frame */
  strata_frames_pane_choose (fixture->pane, 0);
  g_assert_cmpuint (strata_session_get_selected_frame (fixture->session), ==, 3);
}

static void
test_ways (Fixture *fixture,
           gconstpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "frames.next", NULL);
  g_assert_cmpuint (strata_session_get_selected_frame (fixture->session), ==, 1);
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "frames.next", NULL);
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 3);
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "frames.previous", NULL);
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 1);

  /* with nothing selected, the pane shows the worst frame and its reasons again */
  strata_session_select (fixture->session, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 3);
  g_assert_cmpuint (strata_table_view_get_selected (fixture_find_table (fixture->pane, 0)), ==, 3);

  strata_session_select_frame (fixture->session, 3);
  g_assert_cmpuint (count_causes (fixture), ==, 2);

  GtkListBox *causes = GTK_LIST_BOX (fixture_get_part (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_CAUSES_BOX), "list"));
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (fixture->session));

  g_signal_emit_by_name (causes, "row-activated", gtk_list_box_get_row_at_index (causes, 0));
  g_assert_cmpstr (strata_trace_get_string (strata_session_get_trace (fixture->session), slices->name[strata_session_get_selected_item (fixture->session).index]), ==, "load");
}

/* The keyboard goes on where the selection is: the frame at the second row, which the timeline selected. */
static void
test_focus (Fixture *fixture,
            gconstpointer data)
{
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (fixture->pane)));
  strata_session_select_frame (fixture->session, 1);
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  strata_pane_focus (GTK_WIDGET (fixture->pane));

  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  g_assert_nonnull (focus);
  g_assert_true ((gtk_widget_get_state_flags (focus) & GTK_STATE_FLAG_SELECTED) != 0);
}

static void
test_groups (Fixture *fixture,
             gconstpointer data)
{
  GtkDropDown *group = GTK_DROP_DOWN (gtk_widget_get_template_child (GTK_WIDGET (fixture->pane), STRATA_TYPE_FRAMES_PANE, "group"));
  GtkToggleButton *slow_only = GTK_TOGGLE_BUTTON (gtk_widget_get_template_child (GTK_WIDGET (fixture->pane), STRATA_TYPE_FRAMES_PANE, "slow_only"));
  GtkStack *stack = GTK_STACK (gtk_widget_get_template_child (GTK_WIDGET (fixture->pane), STRATA_TYPE_FRAMES_PANE, "stack"));

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (group)), ==, 3);
  gtk_toggle_button_set_active (slow_only, TRUE);
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)), ==, 2);
  gtk_drop_down_set_selected (group, 2);
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)), ==, 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "no-slow");
  g_assert_cmpuint (count_causes (fixture), ==, 0);
  gtk_toggle_button_set_active (slow_only, FALSE);
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)), ==, 1);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "list");
  g_assert_nonnull (strstr (fixture_get_part_text (fixture->pane, "summary"), "p99"));
}

/* GTK 4.8 measures the least width of a wrapping Chinese label in two ways, and complains if the results differ. */
static void
test_chinese (Fixture *fixture,
              gconstpointer data)
{
  static const char *const texts[] = { "其运行时间的 100.0 % 在最慢的 CPU 上：“DrawFrame”在那里耗时 10.5 ms（18 次的中位数），在其他 CPU 上耗时 5.69 ms（92 次）",
                                       "自身工作（在“不可中断的睡眠，因磁盘请求完成而结束RenderThread 3690在那里耗时 ",
                                       "（18 次的中位数），eglSwapBuffersWithDamageKHRRenderThread 3690”中），在 " };
  GtkListBox *causes = GTK_LIST_BOX (fixture_get_part (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_CAUSES_BOX), "list"));
  GtkWidget *label = gtk_widget_get_last_child (gtk_list_box_row_get_child (gtk_list_box_get_row_at_index (causes, 0)));

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      int least_px;
      int least_at_height_px;

      gtk_label_set_label (GTK_LABEL (label), texts[i]);
      gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, &least_px, NULL, NULL, NULL);
      gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, 1 << 20, &least_at_height_px, NULL, NULL, NULL);
      g_assert_cmpint (least_at_height_px, ==, least_px);
    }
}

static void
test_empty (Fixture *fixture,
            gconstpointer data)
{
  GtkStack *stack = GTK_STACK (gtk_widget_get_template_child (GTK_WIDGET (fixture->pane), STRATA_TYPE_FRAMES_PANE, "stack"));

  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "no-frames");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "frames.next", NULL);
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  strata_resources_register_resource ();

  g_test_add ("/frames-pane/worst", Fixture, FRAMES, set_up, test_worst, tear_down);
  g_test_add ("/frames-pane/ways", Fixture, FRAMES, set_up, test_ways, tear_down);
  g_test_add ("/frames-pane/focus", Fixture, FRAMES, set_up, test_focus, tear_down);
  g_test_add ("/frames-pane/groups", Fixture, FRAMES, set_up, test_groups, tear_down);
  g_test_add ("/frames-pane/chinese", Fixture, FRAMES, set_up, test_chinese, tear_down);
  g_test_add ("/frames-pane/empty", Fixture, "process 10 app\nthread 10 10 1 a;2 -", set_up, test_empty, tear_down);
  return g_test_run ();
}
