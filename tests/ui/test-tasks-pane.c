/* test-tasks-pane.c - the long tasks and their limits, in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "frames-script.h"
#include "strata-causes-box.h"
#include "strata-frames-pane.h"
#include "strata-limits-button.h"
#include "strata-loader.h"
#include "strata-phase-rows.h"
#include "strata-queue-rows.h"
#include "strata-resources.h"
#include "strata-slow-pane.h"
#include "strata-table-menu.h"
#include "strata-table-view.h"
#include "strata-task-rows.h"

#include "clipboard-fixture.h"
#include "strata-tasks-pane.h"
#include "ui-fixture.h"

/* Times in 0.1 ms. A task of exactly 450 ms is not severe, one of exactly 150 ms not long. */
#define TASKS "process 10 app\nname 10 app\nname 11 worker\n"                                                                   \
              "thread 10 10 0 a;1500 -;2000 b;2010 inner;3500.1 -;3510 -;5000 c;9500 -;10000 d;10010 parse;14400 -;14500.1 -\n" \
              "thread 10 11 0 e;9000 -"
#define FRAMES TASKS "\nthread 10 10 15000 Choreographer#doFrame;15050 -"

#define POSTED "process 10 app\nthread 10 10 0 RunTask@posted_from={file=a/b.cc,function=Post,line=7};1600 -"

#define NAMESAKES "process 10 Renderer\nthread 10 10 0 a;1600 -\nprocess 20 Renderer\nthread 20 20 0 b;1700 -\nprocess 30 app\nthread 30 30 0 c;1800 -"

#define PHASES "process 10 app\nthread 10 10 80 bindApplication;190 -;200 activityStart;300 -;330 Choreographer#doFrame;400 -;500 Choreographer#doFrame;510 deliverInputEvent;520 -;560 -"

typedef struct
{
  GtkWidget *window;
  StrataSlowPane *pane;
  StrataSession *session;
} Fixture;

static void
show (Fixture *fixture)
{
  strata_findings_find_frames (strata_session_get_findings (fixture->session));
  fixture->pane = STRATA_SLOW_PANE (strata_slow_pane_new (fixture->session));
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = script_trace (data);

  fixture->session = strata_session_new (trace);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 500);
  show (fixture);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

static GtkStack *
get_stack (Fixture *fixture)
{
  return GTK_STACK (gtk_widget_get_first_child (GTK_WIDGET (fixture->pane)));
}

/* "LEVEL NAME" of each line. */
static void
assert_lines (Fixture *fixture,
              const char *expected)
{
  StrataTableView *table = fixture_find_table (STRATA_TASKS_PANE (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0)), 0);
  const guint n = strata_table_view_get_n_listed (table);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *level = strata_table_view_dup_cell (table, i, STRATA_TASK_COLUMN_LEVEL);
      g_autofree char *name = strata_table_view_dup_cell (table, i, STRATA_TASK_COLUMN_NAME);

      g_string_append_printf (lines, "%s %s\n", level, name);
    }

  g_assert_cmpstr (lines->str, ==, expected);
}

static const char *
get_selected_name (Fixture *fixture)
{
  const StrataItem item = strata_session_get_selected_item (fixture->session);
  StrataTrace *trace = strata_session_get_trace (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  return strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[item.index]);
}

/* Tasks with one name are told apart by the code that posted them. */
static void
test_posted (Fixture *fixture,
             gconstpointer data)
{
  GtkWidget *tasks = fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0);
  GtkWidget *causes = fixture_find_nth (tasks, STRATA_TYPE_CAUSES_BOX, 0);
  const char *rule = fixture_get_part_text (STRATA_CAUSES_BOX (causes), "rule");

  g_assert_cmpstr (rule, ==, "Warning: a task of a main thread, longer than 150.0\302\240ms\nPosted by Post (b.cc:7)");
}

/* Processes with one name are told apart by their ids. */
static void
test_namesakes (Fixture *fixture,
                gconstpointer data)
{
  StrataTableView *table = fixture_find_table (STRATA_TASKS_PANE (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0)), 0);
  static const char *const expected[] = { "app", "Renderer 20", "Renderer 10" };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *process = strata_table_view_dup_cell (table, i, STRATA_TASK_COLUMN_PROCESS);

      g_assert_cmpstr (process, ==, expected[i]);
    }
}

/* The worst task is first, with its reasons. A row selects its task, a reason its place. */
static void
test_list (Fixture *fixture,
           gconstpointer data)
{
  StrataTasksPane *tasks = STRATA_TASKS_PANE (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0));
  GtkListBox *causes = GTK_LIST_BOX (fixture_get_part (STRATA_CAUSES_BOX (fixture_find_nth (GTK_WIDGET (tasks), STRATA_TYPE_CAUSES_BOX, 0)), "list"));
  g_autofree char *reason = strata_table_view_dup_cell (fixture_find_table (tasks, 0), 0, STRATA_TASK_COLUMN_REASON);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_stack (fixture)), ==, "tasks");
  assert_lines (fixture, "Severe d\nWarning c\nWarning b\n");
  g_assert_nonnull (strstr (reason, "“parse”"));
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);

  g_signal_emit_by_name (causes, "row-activated", gtk_list_box_get_row_at_index (causes, 0));
  g_assert_cmpstr (get_selected_name (fixture), ==, "parse");
  strata_table_view_choose (fixture_find_table (tasks, 0), strata_table_view_get_row (fixture_find_table (tasks, 0), 1));
  g_assert_cmpstr (get_selected_name (fixture), ==, "c");
  g_assert_nonnull (gtk_list_box_get_row_at_index (causes, 0));
  g_assert_null (gtk_list_box_get_row_at_index (causes, 1));
}

static char *
dup_chosen (Fixture *fixture)
{
  StrataTableView *table = fixture_find_table (STRATA_TASKS_PANE (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0)), 0);
  const guint n = strata_table_view_get_n_listed (table);

  for (guint i = 0; i < n; i++)
    if (strata_table_view_get_row (table, i) == strata_table_view_get_selected (table))
      return strata_table_view_dup_cell (table, i, STRATA_TASK_COLUMN_NAME);

  return g_strdup ("");
}

#define assert_chosen(fixture, expected)                 \
  G_STMT_START                                           \
  {                                                      \
    g_autofree char *assert_name = dup_chosen (fixture); \
                                                         \
    g_assert_cmpstr (assert_name, ==, expected);         \
  }                                                      \
  G_STMT_END

/* The task of the headline is chosen from the start, and then the one that is selected on the timeline. */
static void
test_follows (Fixture *fixture,
              gconstpointer data)
{
  const StrataSpan all = { 0, G_MAXINT64 };

  assert_chosen (fixture, "d");
  g_assert_true (strata_session_select_longest (fixture->session, "b", all));
  assert_chosen (fixture, "b");
  g_assert_true (strata_session_select_longest (fixture->session, "inner", all));
  assert_chosen (fixture, "b");
  strata_session_select (fixture->session, (StrataItem){ STRATA_ITEM_NONE, 0, STRATA_NONE, 1 });
  assert_chosen (fixture, "d");
}

static void
test_limits (Fixture *fixture,
             gconstpointer data)
{
  GtkWidget *button = fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_LIMITS_BUTTON);
  StrataLimitsButton *limits = STRATA_LIMITS_BUTTON (button);

  strata_limits_button_set (limits, 449, 460, "inner=100ms; ; thread:work*=500ms");
  gtk_widget_activate_action (button, "tasks.apply-limits", NULL);
  g_assert_cmpstr (strata_limits_button_get_problem (limits), ==, "");
  assert_lines (fixture, "Over its separate limit e\nWarning d\nWarning c\nOver its separate limit inner\n");

  /* an invalid pattern is reported and changes nothing */
  strata_limits_button_set (limits, 1, 2, "inner");
  gtk_widget_activate_action (button, "tasks.apply-limits", NULL);
  g_assert_nonnull (strstr (strata_limits_button_get_problem (limits), "inner"));
  assert_lines (fixture, "Over its separate limit e\nWarning d\nWarning c\nOver its separate limit inner\n");

  gtk_widget_activate_action (button, "tasks.reset-limits", NULL);
  g_assert_cmpstr (strata_limits_button_get_problem (limits), ==, "");
  assert_lines (fixture, "Severe d\nWarning c\nWarning b\n");
}

static char *
dup_copied (GtkWidget *pane)
{
  GtkWidget *menu = fixture_find_widget (pane, STRATA_TYPE_TABLE_MENU);

  gtk_widget_activate_action (menu, "table.copy-all", NULL);
  return fixture_dup_clipboard (menu);
}

/* Copied and exported texts are those of strata-cli, untranslated. */
static void
test_exported_tasks (Fixture *fixture,
                     gconstpointer data)
{
  g_autofree char *text = dup_copied (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_TASKS_PANE, 0));

  g_assert_true (g_str_has_prefix (text, "ts_ns\tdur_ns\tlevel\tlimit_ns\trunning_ns\tpid\ttid\tprocess\tthread\tname\treason\treason_kind\treason_ns\n"));
  g_assert_nonnull (strstr (text, "\tsevere\t"));
  g_assert_nonnull (strstr (text, "\twarning\t"));
}

static void
test_exported_phases (Fixture *fixture,
                      gconstpointer data)
{
  g_autofree char *text = dup_copied (GTK_WIDGET (fixture_find_table (fixture->pane, 2)));

  g_assert_true (g_str_has_prefix (text, "ts_ns\tdur_ns\tkind\tpid\tprocess\tname\n"));
  g_assert_nonnull (strstr (text, "\tstart\t"));
  g_assert_nonnull (strstr (text, "\tinput\t"));
}

/* The headline is about a task, although there is a late frame. */
static void
test_tasks_first (Fixture *fixture,
                  gconstpointer data)
{
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_stack (fixture)), ==, "tasks");
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (STRATA_FRAMES_PANE (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_FRAMES_PANE, 0)), 0)), ==, 1);
}

/* A start with its steps, and an input; a row selects its place. */
static void
test_phases (Fixture *fixture,
             gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->pane, 2);
  g_autofree char *kind = strata_table_view_dup_cell (table, 0, STRATA_PHASE_COLUMN_KIND);
  g_autofree char *duration = strata_table_view_dup_cell (table, 0, STRATA_PHASE_COLUMN_DURATION);
  g_autofree char *input = strata_table_view_dup_cell (table, 4, STRATA_PHASE_COLUMN_NAME);

  g_assert_cmpuint (strata_table_view_get_n_listed (table), ==, 5);
  g_assert_cmpstr (kind, ==, "Start of the app");
  g_assert_nonnull (strstr (duration, "32.0"));
  g_assert_cmpstr (input, ==, "deliverInputEvent");
  strata_table_view_choose (table, 2);
  g_assert_cmpstr (get_selected_name (fixture), ==, "activityStart");
}

/* A handler hangs in a task, and other tasks wait behind it. */
#define FREEZE                                                                                                                                                                            \
  "Generated by HiviewDFX@OpenHarmony\n================================================================\nPid:100\nReason:THREAD_BLOCK_6S\n"                                               \
  "TIMESTAMP:1970/01/02-00:00:10:000\n*******************************************\nEVENTNAME = THREAD_BLOCK_6S\nTIMESTAMP = 1970/01/02-00:00:10:000\nTID = 100\nMSG = \n"                 \
  " EventHandler dump begin curTime: 1970-01-02 00:00:10.000\n Event runner (Thread name = , Thread ID = 100) is running\n"                                                               \
  " Current Running: start at 1970-01-02 00:00:04.000, Event { send thread = 101, send time = 1970-01-02 00:00:03.000, handle time = 1970-01-02 00:00:03.500, trigger time = "            \
  "1970-01-02 00:00:04.000, task name = Hang, caller = [a.cpp(Post:1)] }\n"                                                                                                               \
  " Low priority event queue information:\n No.1 : Event { send thread = 103, send time = 1970-01-02 00:00:05.000, handle time = 1970-01-02 00:00:05.000, id = 9, caller = [b.cpp(F:2)] " \
  "}\n Total size of Low events : 1\n"                                                                                                                                                    \
  " VIP priority event queue information:\n No.1 : Event { send thread = 103, send time = 1970-01-02 00:00:06.000, handle time = 1970-01-02 00:00:06.000, task name = Draw, caller = "    \
  "[] }\n Total size of VIP events : 1\n"

/* The page exists only if a log describes queues. Urgent tasks are first, and a row selects its slice. */
static void
test_queues (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = fixture_write ("freeze.log", FREEZE);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (gtk_stack_page_get_visible (gtk_stack_get_page (get_stack (fixture), GTK_WIDGET (fixture_find_table (fixture->pane, 3)))));
  g_object_unref (fixture->session);
  fixture->session = strata_session_new (trace);
  show (fixture);

  StrataTableView *queues = fixture_find_table (fixture->pane, 3);

  g_assert_true (gtk_stack_page_get_visible (gtk_stack_get_page (get_stack (fixture), GTK_WIDGET (queues))));
  assert_lines (fixture, "Not finished Hang\n");

  g_autofree char *first = strata_table_view_dup_cell (queues, 0, STRATA_QUEUE_COLUMN_QUEUE);
  g_autofree char *name = strata_table_view_dup_cell (queues, 0, STRATA_QUEUE_COLUMN_NAME);
  g_autofree char *waited = strata_table_view_dup_cell (queues, 1, STRATA_QUEUE_COLUMN_WAITED);

  g_assert_cmpuint (strata_table_view_get_n_listed (queues), ==, 2);
  g_assert_cmpstr (first, ==, "VIP");
  g_assert_cmpstr (name, ==, "Draw");
  g_assert_cmpstr (waited, ==, "5.00\302\240s");
  strata_table_view_choose (queues, 1);
  g_assert_cmpstr (get_selected_name (fixture), ==, "event 9");
}

static void
test_empty (Fixture *fixture,
            gconstpointer data)
{
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_stack (fixture)), ==, "frames");
  assert_lines (fixture, "");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  strata_resources_register_resource ();

  g_test_add ("/tasks-pane/list", Fixture, TASKS, set_up, test_list, tear_down);
  g_test_add ("/tasks-pane/namesakes", Fixture, NAMESAKES, set_up, test_namesakes, tear_down);
  g_test_add ("/tasks-pane/posted", Fixture, POSTED, set_up, test_posted, tear_down);
  g_test_add ("/tasks-pane/follows", Fixture, TASKS, set_up, test_follows, tear_down);
  g_test_add ("/tasks-pane/limits", Fixture, TASKS, set_up, test_limits, tear_down);
  g_test_add ("/tasks-pane/tasks-first", Fixture, FRAMES, set_up, test_tasks_first, tear_down);
  g_test_add ("/tasks-pane/phases", Fixture, PHASES, set_up, test_phases, tear_down);
  g_test_add ("/tasks-pane/queues", Fixture, PHASES, set_up, test_queues, tear_down);
  g_test_add ("/tasks-pane/exported-tasks", Fixture, TASKS, set_up, test_exported_tasks, tear_down);
  g_test_add ("/tasks-pane/exported-phases", Fixture, PHASES, set_up, test_exported_phases, tear_down);
  g_test_add ("/tasks-pane/empty", Fixture, "process 10 app\nthread 10 10 1 a;2 -", set_up, test_empty, tear_down);
  return g_test_run ();
}
