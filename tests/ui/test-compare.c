/* test-compare.c - the comparison window, by pointer, key and action
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "strata-call-pane.h"
#include "strata-compare-file.h"
#include "strata-compare-state.h"
#include "strata-compare-window.h"
#include "strata-diff-rows.h"
#include "strata-diff-flame-pane.h"
#include "strata-diff-frames-pane.h"
#include "strata-diff-histogram.h"
#include "strata-diff-measures-pane.h"
#include "strata-diff-pane.h"
#include "strata-diff-report.h"
#include "strata-diff-threads-pane.h"
#include "strata-failed-page.h"
#include "strata-flame-canvas.h"
#include "strata-latency-popover.h"
#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"
#include "strata-table-menu.h"
#include "strata-table-view.h"
#include "strata-timeline-actions.h"

#include "pointer-fixture.h"
#include "ui-fixture.h"

#define N_FRAMES 40

/* Frames with layout and draw inside, with 1 % of jitter; draw takes @draw_us. */
static char *
make_text (gint64 pid,
           gint64 begin_us,
           int draw_us,
           const char *worker,
           const char *own)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) pid);
  GString *text = g_string_new ("# tracer: nop\n#\n");
  gint64 time_us = begin_us;

#define MARK(thread, offset, ...)                                                                                          \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    g_string_append_printf (text, " %14s-%d (%5d) [000] .... %d.%06d: tracing_mark_write: ", offset == 0 ? "app" : worker, \
                            (int) pid + offset, (int) pid, (int) (time_us / 1000000), (int) (time_us % 1000000));          \
    g_string_append_printf (text, __VA_ARGS__);                                                                            \
    g_string_append_c (text, '\n');                                                                                        \
  }                                                                                                                        \
  G_STMT_END

  for (int i = 0; i < N_FRAMES; i++)
    {
      MARK ("app", 0, "B|%d|frame %d", (int) pid, i + (int) pid);
      MARK ("app", 0, "B|%d|layout", (int) pid);
      time_us += 2000 + g_rand_int_range (random, -20, 20);
      MARK ("app", 0, "E|%d", (int) pid);
      MARK ("app", 0, "B|%d|draw", (int) pid);
      time_us += draw_us + g_rand_int_range (random, -20, 20);
      MARK ("app", 0, "E|%d", (int) pid);
      MARK ("app", 0, "B|%d|%s", (int) pid, own);
      time_us += 300;
      MARK ("app", 0, "E|%d", (int) pid);
      MARK ("app", 0, "E|%d", (int) pid);
      MARK (worker, 1, "B|%d|load", (int) pid);
      time_us += 500;
      MARK (worker, 1, "E|%d", (int) pid);
    }

  return g_string_free (text, FALSE);
}

static GFile *
write_side (StrataDiffSide side)
{
  g_autofree char *text = side == STRATA_DIFF_A ? make_text (100, 1000000, 4000, "loader", "oldPass") : make_text (700, 9000000, 6000, "fetcher", "newPass");

  return fixture_write (side == STRATA_DIFF_A ? "before.ftrace" : "after.ftrace", text);
}

typedef struct
{
  StrataCompareWindow *window;
  StrataComparePage *page;
  StrataSessionPair *pair;
  StrataDiffPane *names;
} Fixture;

static StrataDiffPane *
wait_for_names (StrataCompareWindow *window)
{
  StrataDiffPane *names = STRATA_DIFF_PANE (strata_compare_page_get_pane (strata_compare_window_get_page (window), "names"));

  fixture_wait_until (*strata_diff_pane_get_summary (names) != '\0');
  return names;
}

static void
set_up (Fixture *fixture,
        gconstpointer is_itself)
{
  g_autoptr (GFile) a = write_side (STRATA_DIFF_A);
  g_autoptr (GFile) b = write_side (is_itself != NULL ? STRATA_DIFF_A : STRATA_DIFF_B);

  fixture->window = strata_compare_window_new (NULL);
  strata_compare_window_open (fixture->window, a, b);
  g_assert_cmpstr (fixture_get_page (fixture->window), ==, "loading");
  fixture_wait_until (strata_compare_window_get_page (fixture->window) != NULL);
  fixture->page = strata_compare_window_get_page (fixture->window);
  fixture->pair = strata_compare_page_get_pair (fixture->page);
  fixture->names = wait_for_names (fixture->window);
  fixture_wait_until (gtk_widget_get_height (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_B)) > 0);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer gone = fixture->window;

  g_object_add_weak_pointer (G_OBJECT (fixture->window), &gone);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture_wait_until (gone == NULL);
}

/* The text of a cell, by its visible position. */
static char *
dup_cell (StrataTableView *table,
          guint position,
          guint place)
{
  const StrataRowClass *klass = strata_rows_get_class (strata_table_view_get_rows (table));

  return strata_table_view_dup_cell (table, position, strata_row_class_get_column (&klass->shown, place));
}

/* The first two columns of the rows, in their visible order. */
static char *
list_rows (StrataTableView *table,
           guint first,
           guint second)
{
  GString *text = g_string_new (NULL);
  const guint n = strata_table_view_get_n_listed (table);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *cell_1 = dup_cell (table, i, first);
      g_autofree char *cell_2 = dup_cell (table, i, second);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", cell_1, g_strstrip (cell_2));
    }

  return g_string_free (text, FALSE);
}

static void
test_table (Fixture *fixture,
            gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->names, 0);
  g_autofree char *rows = list_rows (table, 0, 1);

  g_assert_cmpstr (rows, ==, "slower draw, only in B newPass, only in A oldPass, slower in what it calls frame …, ≈ not significant layout, the same load");
  g_assert_cmpstr (strata_diff_pane_get_summary (fixture->names), ==, "1 slower · 1 only in B · 1 only in A · 1 slower in what it calls · 1 not significant · 1 the same");

  /* callers and callees of the first row, found by a worker */
  fixture_wait_until (strata_table_view_get_n_listed (fixture_find_table (fixture->names, 1)) > 0);

  g_autofree char *relatives = list_rows (fixture_find_table (fixture->names, 1), 0, 1);

  g_assert_cmpstr (relatives, ==, "called by frame …, itself ");

  strata_table_view_set_filter (table, "PASS");
  g_autofree char *filtered = list_rows (table, 0, 1);

  g_assert_cmpstr (filtered, ==, "only in B newPass, only in A oldPass");
  strata_table_view_set_filter (table, NULL);
}

static const char *
get_fifth_title (StrataTableView *table)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (view), 4);

  return gtk_column_view_column_get_title (column);
}

/* The side panel shows the note on a verdict, whose column may be out of sight. */
static void
test_note (Fixture *fixture,
           gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->names, 0);

  g_autofree char *tooltip = strata_rows_dup_tooltip (strata_table_view_get_rows (table), 2, STRATA_DIFF_COLUMN_CHANGE);
  g_autofree char *name = strata_rows_dup_tooltip (strata_table_view_get_rows (table), 2, STRATA_DIFF_COLUMN_NAME);

  g_assert_cmpstr (get_fifth_title (table), ==, "Note"); /* within 1280 pixels */
  g_assert_cmpstr (tooltip, ==, "gone; its 12.0\u00a0ms are now in “newPass”");
  g_assert_cmpstr (name, !=, tooltip);
  g_assert_cmpstr (strata_diff_pane_get_note (fixture->names), ==, "");
  strata_table_view_choose (table, 2);
  g_assert_cmpstr (strata_diff_pane_get_note (fixture->names), ==, "gone; its 12.0 ms are now in “newPass”");
  strata_table_view_choose (table, 0);
  g_assert_cmpstr (strata_diff_pane_get_note (fixture->names), ==, "");
}

/* The details beside the table belong to a listed name, or are empty. */
static void
test_filter (Fixture *fixture,
             gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->names, 0);
  StrataTableView *relatives = fixture_find_table (fixture->names, 1);
  GtkEditable *search = GTK_EDITABLE (fixture_find_widget (GTK_WIDGET (table), GTK_TYPE_SEARCH_ENTRY));
  GtkWidget *histogram = fixture_find_widget (GTK_WIDGET (fixture->names), STRATA_TYPE_DIFF_HISTOGRAM);

  strata_table_view_choose (table, 3);
  fixture_wait_until (strata_table_view_get_n_listed (relatives) > 2);
  gtk_editable_set_text (search, "no such name");
  fixture_wait_until (strata_table_view_get_n_listed (relatives) == 0);
  g_assert_cmpuint (strata_table_view_get_selected (table), ==, STRATA_TABLE_VIEW_NO_ROW);
  g_assert_null (gtk_widget_get_tooltip_text (histogram));

  gtk_editable_set_text (search, "pass");
  fixture_wait_until (strata_table_view_get_selected (table) == 1);
  gtk_editable_set_text (search, "");
  fixture_wait_until (strata_table_view_get_n_listed (table) == 6);
  g_assert_cmpuint (strata_table_view_get_selected (table), ==, 1);
  fixture_wait_until (gtk_widget_get_tooltip_text (histogram) != NULL);
}

static void
test_itself (Fixture *fixture,
             gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->names, 0);
  g_autofree char *rows = list_rows (table, 0, 2);

  g_assert_cmpstr (get_fifth_title (table), ==, "Mean A"); /* there is none */
  g_assert_cmpstr (strata_diff_pane_get_summary (fixture->names), ==, "No difference: every value of B equals that of A");
  g_assert_cmpstr (rows, ==, "the same 0, the same 0, the same 0, the same 0, the same 0");
}

static gint64
get_begin (Fixture *fixture,
           StrataDiffSide side)
{
  return strata_session_get_viewport (strata_session_pair_get (fixture->pair, side))->begin_ns;
}

static void
check_linked (Fixture *fixture)
{
  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, get_begin (fixture, STRATA_DIFF_A)) - get_begin (fixture, STRATA_DIFF_B)), <=, 2);
}

/* Below the lanes, where nothing is selected. */
static void
point_at (GtkWidget *widget,
          double x_frac,
          const char *commands)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_point_t place;
  double x_px;
  double y_px;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (native), &GRAPHENE_POINT_INIT ((float) (x_frac * gtk_widget_get_width (widget)), gtk_widget_get_height (widget) * 0.95f), &place));
  gtk_native_get_surface_transform (native, &x_px, &y_px);

  g_autofree char *text = g_strdup_printf ("mousemove --window %lu %d %d sleep 0.1 %s", gdk_x11_surface_get_xid (gtk_native_get_surface (native)), (int) (x_px + place.x), (int) (y_px + place.y), commands);

  pointer_send (text);
}

/* Ctrl and the wheel over one timeline also zoom the other, unless they are unlocked. */
static void
test_pointer_links (Fixture *fixture,
                    gconstpointer data)
{
  StrataSession *b = strata_session_pair_get (fixture->pair, STRATA_DIFF_B);
  const double before = strata_session_get_viewport (b)->ns_per_px;

  point_at (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_A), 0.6, "keydown ctrl click 4 sleep 0.1 click 4 keyup ctrl");
  fixture_wait_until (strata_session_get_viewport (b)->ns_per_px < before * 0.9);
  check_linked (fixture);

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.lock", NULL);
  g_assert_false (strata_session_pair_get_locked (fixture->pair));
  const double unlocked = strata_session_get_viewport (b)->ns_per_px;
  const double before_a = strata_session_get_viewport (strata_session_pair_get (fixture->pair, STRATA_DIFF_A))->ns_per_px;

  point_at (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_A), 0.6, "keydown ctrl click 4 sleep 0.1 click 4 keyup ctrl");
  fixture_wait_until (strata_session_get_viewport (strata_session_pair_get (fixture->pair, STRATA_DIFF_A))->ns_per_px < before_a * 0.9);
  g_assert_cmpfloat (strata_session_get_viewport (b)->ns_per_px, ==, unlocked);
}

static StrataSpan
get_view (Fixture *fixture,
          StrataDiffSide side)
{
  return strata_viewport_get_span (strata_session_get_viewport (strata_session_pair_get (fixture->pair, side)));
}

static guint32
find_frame (Fixture *fixture,
            StrataDiffSide side,
            guint n)
{
  StrataTrace *trace = strata_session_get_trace (strata_session_pair_get (fixture->pair, side));
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 slice = 0; slice < slices->n_slices; slice++)
    if (g_str_has_prefix (strata_trace_get_string (trace, slices->name[slice]), "frame ") && n-- == 0)
      return slice;

  g_assert_not_reached ();
}

/* Time for a view to become known, and more than the longest animation takes. */
#define FRAMES_MS 150
#define WAY_MS 600

typedef void (*Leap) (StrataSession *session, guint32 slice);

static void
leap_to_time (StrataSession *session,
              guint32 slice)
{
  strata_view_go_to_time (strata_session_get_view (session), strata_trace_get_slices (strata_session_get_trace (session))->start_ns[slice]);
}

static void
leap_to_bookmark (StrataSession *session,
                  guint32 slice)
{
  strata_session_add_bookmark (session, strata_trace_get_slices (strata_session_get_trace (session))->start_ns[slice], STRATA_NONE, "");
  strata_session_go_to_next_bookmark (session, 1);
}

static void
show_first_frame (Fixture *fixture)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataSession *session = strata_session_pair_get (fixture->pair, side);
      const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (session));
      const guint32 slice = find_frame (fixture, side, 0);

      strata_view_show_span (strata_session_get_view (session), (StrataSpan){ slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) }, 0);
    }
}

/* Animated views of a millisecond are this exact. */
static void
check_near (StrataSpan view,
            StrataSpan expected)
{
  g_assert_cmpint (ABS (view.begin_ns - expected.begin_ns), <=, 5000);
  g_assert_cmpint (ABS (view.end_ns - expected.end_ns), <=, 5000);
}

/* Whichever side jumps, and however: both end where they would without animation. */
static void
test_leaps (Fixture *fixture,
            gconstpointer data)
{
  static const Leap leaps[] = { strata_session_select_slice, leap_to_time, leap_to_bookmark };

  for (guint i = 0; i < G_N_ELEMENTS (leaps) * STRATA_N_DIFF_SIDES * 2; i++)
    {
      const StrataDiffSide side = i % STRATA_N_DIFF_SIDES;
      const gboolean is_locked = i / STRATA_N_DIFF_SIDES % 2;
      StrataSession *session = strata_session_pair_get (fixture->pair, side);
      StrataSpan expected[STRATA_N_DIFF_SIDES];

      strata_session_pair_set_locked (fixture->pair, is_locked);
      strata_session_pair_align_starts (fixture->pair);

      for (guint is_animated = 0; is_animated < 2; is_animated++)
        {
          g_object_set (gtk_settings_get_default (), "gtk-enable-animations", (gboolean) is_animated, NULL);
          strata_session_select (session, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
          show_first_frame (fixture);
          fixture_run_for (FRAMES_MS);
          const gint64 before_ns = get_begin (fixture, side);

          leaps[i / STRATA_N_DIFF_SIDES / 2](session, find_frame (fixture, side, 20));
          g_assert_true ((get_begin (fixture, side) == before_ns) == (gboolean) is_animated);
          fixture_run_for (is_animated ? WAY_MS : FRAMES_MS);

          for (guint other = 0; other < STRATA_N_DIFF_SIDES; other++)
            if (!is_animated)
              expected[other] = get_view (fixture, other);
            else
              check_near (get_view (fixture, other), expected[other]);
        }
    }

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* Selects a call whose counterpart had ended before the visible time, and moves the other side
 * before the first animation has ended. Neither is pulled back. */
static void
test_led (Fixture *fixture,
          gconstpointer data)
{
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);
  StrataSession *b = strata_session_pair_get (fixture->pair, STRATA_DIFF_B);
  const guint32 frame = find_frame (fixture, STRATA_DIFF_B, 20);
  const gint64 begin_ns = strata_trace_get_slices (strata_session_get_trace (b))->start_ns[frame];
  const StrataSpan end_of_frame = { begin_ns + 7000000, begin_ns + 8000000 };

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  strata_view_show_span (strata_session_get_view (b), end_of_frame, 0);
  fixture_run_for (FRAMES_MS);
  strata_session_select (b, (StrataItem){ STRATA_ITEM_SLICE, frame, STRATA_NONE, 1 });
  fixture_run_for (WAY_MS);
  check_near (get_view (fixture, STRATA_DIFF_B), end_of_frame);

  strata_view_go_to_time (strata_session_get_view (a), strata_trace_get_span (strata_session_get_trace (a)).end_ns);
  fixture_run_for (FRAMES_MS / 2);
  strata_view_show_span (strata_session_get_view (b), end_of_frame, 0);
  fixture_run_for (WAY_MS);
  check_near (get_view (fixture, STRATA_DIFF_B), end_of_frame);
  check_linked (fixture);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* An offset set by the user is kept when a call is selected, with a message, until the user asks to show both calls. */
static void
test_kept_offset (Fixture *fixture,
                  gconstpointer data)
{
  const guint32 frame = find_frame (fixture, STRATA_DIFF_A, 2);

  show_first_frame (fixture);
  strata_session_pair_align_nth (fixture->pair, "frame 1", 0);
  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, 5000);
  const StrataAlignment before = strata_session_pair_get_alignment (fixture->pair);

  strata_session_select_slice (strata_session_pair_get (fixture->pair, STRATA_DIFF_A), frame);
  g_assert_cmpint (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_B], ==, before.time_ns[STRATA_DIFF_B]);
  g_assert_true (g_str_has_prefix (strata_compare_page_get_message (fixture->page), "The selected call of B is "));

  strata_session_pair_centre_calls (fixture->pair, STRATA_DIFF_A);
  g_assert_true (g_str_has_prefix (strata_compare_page_get_message (fixture->page), "To show both calls, B has moved by "));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.undo-offset", NULL);
  g_assert_cmpint (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_B], ==, before.time_ns[STRATA_DIFF_B]);
  g_assert_true (strata_session_pair_get_alignment (fixture->pair).is_by_user);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "");
}

/* Alt and a drag shift one capture's time against the other's. */
static void
test_pointer_aligns (Fixture *fixture,
                     gconstpointer data)
{
  const StrataAlignment before = strata_session_pair_get_alignment (fixture->pair);

  point_at (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_B), 0.5, "keydown alt mousedown 1 sleep 0.1 mousemove_relative 60 0 sleep 0.1 mousemove_relative 60 0 sleep 0.1 mouseup 1 keyup alt");
  fixture_wait_until (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_B] < before.time_ns[STRATA_DIFF_B]);
  g_assert_cmpint (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_A], ==, before.time_ns[STRATA_DIFF_A]);
  check_linked (fixture);
}

static void
align (Fixture *fixture,
       const char *by)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align", "s", by);
}

static void
set_nth (Fixture *fixture,
         const char *name,
         guint n)
{
  GtkWidget *number = fixture_find_widget (GTK_WIDGET (fixture->page), GTK_TYPE_SPIN_BUTTON);

  gtk_editable_set_text (GTK_EDITABLE (fixture_find_widget (gtk_widget_get_ancestor (number, GTK_TYPE_POPOVER), GTK_TYPE_ENTRY)), name);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), n);
}

static void
test_align_actions (Fixture *fixture,
                    gconstpointer data)
{
  align (fixture, "absolute");
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, 77), ==, 77);
  align (fixture, "starts");
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, 1000000000), ==, G_GINT64_CONSTANT (9000000000));

  align (fixture, "areas");
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "Select an area in each capture first: drag with Shift.");
  set_nth (fixture, "frame 1", 5);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-nth", NULL);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "");
  set_nth (fixture, "frame 1", N_FRAMES + 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-nth", NULL);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "Only captures with at least 41 slices called “frame 1” each can be aligned this way.");
}

static GtkWidget *
find_by_action (GtkWidget *widget,
                const char *action)
{
  if (GTK_IS_ACTIONABLE (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_by_action (child, action);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Shows the exported file and a button that opens its folder, until another message. */
static void
test_saved (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *button = find_by_action (GTK_WIDGET (fixture->page), "trace.open-folder");

  g_assert_nonnull (button);
  g_assert_false (gtk_widget_get_visible (button));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "trace.tell-saved", "(ss)", "file:///tmp/differences.csv", "");
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "Saved as /tmp/differences.csv");
  g_assert_true (gtk_widget_get_visible (button));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "trace.tell", "s", "");
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "");
  g_assert_false (gtk_widget_get_visible (button));
}

/* Aligns by bookmarks, by cursors and step by step, with keys that the page handles. */
static void
test_align_marks (Fixture *fixture,
                  gconstpointer data)
{
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);
  StrataSession *b = strata_session_pair_get (fixture->pair, STRATA_DIFF_B);

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-bookmark", NULL);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "Set a bookmark of that number in each capture first: press B.");
  strata_session_add_bookmark (a, 1010000000, STRATA_NONE, "");
  strata_session_add_bookmark (b, 9050000000, STRATA_NONE, "");
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-bookmark", NULL);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "");
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, 1010000000), ==, 9050000000);

  strata_session_add_bookmark (a, 1020000000, STRATA_NONE, "");
  strata_session_add_bookmark (b, 9080000000, STRATA_NONE, "");
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-bookmarks", NULL);
  g_assert_cmpfloat_with_epsilon (strata_session_pair_get_alignment (fixture->pair).scale, 3.0, 1e-9);

  align (fixture, "cursors");
  g_assert_true (g_str_has_prefix (strata_compare_page_get_message (fixture->page), "Place two cursors in each capture first"));
  strata_session_set_cursor (a, STRATA_CURSOR_A, 1000000000);
  strata_session_set_cursor (a, STRATA_CURSOR_B, 1040000000);
  strata_session_set_cursor (b, STRATA_CURSOR_A, 9000000000);
  strata_session_set_cursor (b, STRATA_CURSOR_B, 9020000000);
  align (fixture, "cursors");
  g_assert_cmpfloat_with_epsilon (strata_session_pair_get_alignment (fixture->pair).scale, 0.5, 1e-9);

  align (fixture, "starts");
  gtk_widget_grab_focus (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_B));
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.shift-right", NULL);
  g_assert_cmpint (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_B], <, 9000000000);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.shift-left", NULL);
  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, 1000000000) - 9000000000), <=, 2);
}

static void
test_key_aligns (Fixture *fixture,
                 gconstpointer data)
{
  const StrataAlignment before = strata_session_pair_get_alignment (fixture->pair);

  point_at (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_A), 0.6, "mousedown 1 sleep 0.1 mouseup 1 sleep 0.1 key ctrl+shift+Right");
  fixture_wait_until (strata_session_pair_get_alignment (fixture->pair).time_ns[STRATA_DIFF_A] < before.time_ns[STRATA_DIFF_A]);
  check_linked (fixture);

  /* the timeline has the focus but does not take this key */
  pointer_send ("key ctrl+shift+l");
  fixture_wait_until (!strata_session_pair_get_locked (fixture->pair));
  pointer_send ("key ctrl+shift+l");
  fixture_wait_until (strata_session_pair_get_locked (fixture->pair));
}

/* Activating a row selects its longest call in both captures. */
static void
test_matched_calls (Fixture *fixture,
                    gconstpointer data)
{
  StrataCallPane *calls = STRATA_CALL_PANE (strata_compare_page_get_pane (fixture->page, "calls"));
  guint32 slices[STRATA_N_DIFF_SIDES];

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.show-calls", NULL);
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (calls)));
  g_signal_emit_by_name (fixture_find_table (fixture->names, 0), "row-activated", 3);
  g_assert_true (strata_session_pair_get_calls (fixture->pair, slices));

  g_autofree char *rows = list_rows (fixture_find_table (calls, 0), 0, 1);
  g_auto (GStrv) parts = g_strsplit (rows, ", ", -1);

  g_assert_cmpuint (g_strv_length (parts), ==, 5);
  g_assert_true (g_str_has_prefix (parts[0], "slower frame "));
  g_assert_cmpstr (parts[1], ==, "within 10 % layout");
  g_assert_cmpstr (parts[2], ==, "slower draw");
  g_assert_cmpstr (parts[3], ==, "only in A oldPass");
  g_assert_cmpstr (parts[4], ==, "only in B newPass");

  /* activating a row selects its call in both captures, or in the one that has it */
  g_signal_emit_by_name (fixture_find_table (calls, 0), "row-activated", 2);
  g_autofree char *inner = list_rows (fixture_find_table (calls, 0), 0, 1);

  g_assert_cmpstr (inner, ==, "slower draw");
  g_assert_true (strata_session_pair_get_calls (fixture->pair, slices));
}

static void
test_threads (Fixture *fixture,
              gconstpointer data)
{
  StrataDiffThreadsPane *pane = STRATA_DIFF_THREADS_PANE (strata_compare_page_get_pane (fixture->page, "threads"));
  StrataTableView *table = fixture_find_table (pane, 0);

  fixture_wait_until (strata_table_view_get_n_listed (table) > 0);
  g_autofree char *rows = list_rows (table, 0, 1);

  g_assert_cmpstr (rows, ==, "app 100 app 700, loader 101 fetcher 701");

  /* match the main thread of A with the worker of B */
  strata_table_view_choose (table, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (fixture_find_widget (GTK_WIDGET (pane), GTK_TYPE_DROP_DOWN)), 1);
  gtk_widget_activate_action (GTK_WIDGET (pane), "threads.match", NULL);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 3);
  g_autofree char *matched = list_rows (table, 0, 2);

  g_assert_cmpstr (matched, ==, "app 100 matched manually, loader 101 no counterpart, – no counterpart");
}

static StrataDiffFlamePane *
show_flame (Fixture *fixture)
{
  StrataDiffFlamePane *flame = STRATA_DIFF_FLAME_PANE (strata_compare_page_get_pane (fixture->page, "flame"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.show-flame", NULL);
  fixture_wait_until (strata_flame_canvas_get_flame (STRATA_FLAME_CANVAS (fixture_find_nth (GTK_WIDGET (flame), STRATA_TYPE_FLAME_CANVAS, 0))) != NULL);
  return flame;
}

static void
walk (StrataDiffFlamePane *flame,
      const char *action,
      const char *begin,
      const char *end)
{
  gtk_widget_activate_action (GTK_WIDGET (flame), action, NULL);
  g_assert_true (g_str_has_prefix (fixture_get_part_text (flame, "sentence"), begin));
  g_assert_true (g_str_has_suffix (fixture_get_part_text (flame, "sentence"), end));
}

/* Keys move from box to box, each is described, and changing the side that sets the widths keeps the zoom. */
static void
test_flame (Fixture *fixture,
            gconstpointer data)
{
  StrataDiffFlamePane *flame = show_flame (fixture);
  StrataFlameCanvas *canvas = STRATA_FLAME_CANVAS (fixture_find_nth (GTK_WIDGET (flame), STRATA_TYPE_FLAME_CANVAS, 0));
  StrataDiffSide side;

  walk (flame, "flame.inner", "frame …: ", "%), slower in what it calls; calls: 40 in A, 40 in B");
  walk (flame, "flame.inner", "draw: ", "%), slower; calls: 40 in A, 40 in B");
  walk (flame, "flame.next", "layout: ", "not significant; calls: 40 in A, 40 in B");
  walk (flame, "flame.next", "newPass: not called this way in A, ", "only in B; calls: 40 in B");
  walk (flame, "flame.outer", "frame …: ", "calls: 40 in A, 40 in B");
  gtk_widget_activate_action (GTK_WIDGET (flame), "flame.zoom-in", NULL);
  g_assert_cmpuint (strata_flame_canvas_get_root (canvas), !=, STRATA_CALL_TREE_ROOT);

  gtk_widget_activate_action (GTK_WIDGET (flame), "flame.widths-of-a", NULL);
  strata_flame_get_changes (strata_flame_canvas_get_flame (canvas), &side);
  g_assert_cmpint (side, ==, STRATA_DIFF_A);
  g_assert_cmpuint (strata_flame_canvas_get_root (canvas), !=, STRATA_CALL_TREE_ROOT);
  walk (flame, "flame.inner", "draw: ", "calls: 40 in A, 40 in B");
  walk (flame, "flame.next", "layout: ", "calls: 40 in A, 40 in B");
  walk (flame, "flame.next", "oldPass: ", "not called this way in B, only in A; calls: 40 in A");
  gtk_widget_activate_action (GTK_WIDGET (flame), "flame.zoom-out", NULL);
  g_assert_cmpuint (strata_flame_canvas_get_root (canvas), ==, STRATA_CALL_TREE_ROOT);

  /* its longest call is selected in both captures, if both have it */
  walk (flame, "flame.previous", "layout: ", "calls: 40 in A, 40 in B");
  gtk_widget_activate_action (GTK_WIDGET (flame), "flame.show-longest-call", NULL);
  guint32 slices[STRATA_N_DIFF_SIDES];

  g_assert_true (strata_session_pair_get_calls (fixture->pair, slices));
}

static void
choose (Fixture *fixture,
        StrataDiffSide side,
        StrataScopeChoice choice)
{
  strata_scope_model_set_choice (strata_scope_model_get (strata_session_pair_get (fixture->pair, side)), choice);
}

static StrataScopeChoice
get_choice (Fixture *fixture,
            StrataDiffSide side)
{
  return strata_scope_model_get_choice (strata_scope_model_get (strata_session_pair_get (fixture->pair, side)));
}

/* Waits until the comparison has the @expected rows; returns the rows. */
static char *
wait_for_rows (Fixture *fixture,
               const char *expected)
{
  StrataTableView *table = fixture_find_table (fixture->names, 0);
  char *rows = list_rows (table, 0, 1);

  for (guint i = 0; i < 500 && !g_str_equal (rows, expected); i++)
    {
      g_free (rows);
      g_usleep (10000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      rows = list_rows (table, 0, 1);
    }

  return rows;
}

/* B follows the scope of A until it is given another. */
static void
test_scopes (Fixture *fixture,
             gconstpointer data)
{
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);

  choose (fixture, STRATA_DIFF_A, STRATA_SCOPE_THREAD);
  g_assert_cmpint (get_choice (fixture, STRATA_DIFF_B), ==, STRATA_SCOPE_THREAD);
  fixture_wait_until (g_str_equal (strata_diff_pane_get_summary (fixture->names), "Select an item of a thread on the timeline to see its calls."));
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (fixture->names, 0)), ==, 0);

  /* a call of the worker, whose counterpart is selected too */
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (strata_session_get_trace (a), &n_tracks);

  strata_session_select_slice (a, tracks[1].first_slice);
  g_autofree char *of_worker = wait_for_rows (fixture, "the same load");

  g_assert_cmpstr (of_worker, ==, "the same load");

  choose (fixture, STRATA_DIFF_B, STRATA_SCOPE_TRACE);
  g_assert_cmpint (get_choice (fixture, STRATA_DIFF_A), ==, STRATA_SCOPE_THREAD);
  static const char *const expected = "only in B draw, only in B layout, only in B newPass, only in B frame …, ≈ not significant load"; /* counted per second: the compared parts differ in length and in number of calls */
  g_autofree char *of_both = wait_for_rows (fixture, expected);

  g_assert_cmpstr (of_both, ==, expected);
  choose (fixture, STRATA_DIFF_A, STRATA_SCOPE_WINDOW);
  g_assert_cmpint (get_choice (fixture, STRATA_DIFF_B), ==, STRATA_SCOPE_TRACE);
}

/* The slices are not named like the frames of any known system. */
static void
test_no_frames (Fixture *fixture,
                gconstpointer data)
{
  StrataDiffFramesPane *frames = STRATA_DIFF_FRAMES_PANE (strata_compare_page_get_pane (fixture->page, "frames"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.show-frames", NULL);
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (frames)));
  g_assert_cmpuint (strata_table_view_get_n_listed (fixture_find_table (frames, 0)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.align-frame", NULL);
  g_assert_cmpstr (strata_compare_page_get_message (fixture->page), ==, "Only captures with at least 1 application frames each can be aligned this way.");
}

/* The button that copies and exports is where other tables have it, although nothing else is in its bar. */
static void
test_lone_menu (Fixture *fixture,
                gconstpointer data)
{
  static const char *const names[] = { "frames", "calls" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *pane = strata_compare_page_get_pane (fixture->page, names[i]);
      g_autofree char *action = g_strconcat ("compare.show-", names[i], NULL);
      graphene_rect_t bounds;

      gtk_widget_activate_action (GTK_WIDGET (fixture->page), action, NULL);
      fixture_wait_until (gtk_widget_get_width (pane) > 0);

      GtkWidget *table = GTK_WIDGET (fixture_find_table (pane, 0));

      g_assert_true (gtk_widget_compute_bounds (fixture_find_widget (table, STRATA_TYPE_TABLE_MENU), table, &bounds));
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, >, (float) gtk_widget_get_width (table) - 20.0f);
    }
}

/* The box of a timeline and its heading has the height that it needs, and begins inside its half. */
static void
assert_whole (Fixture *fixture,
              StrataDiffSide side)
{
  GtkWidget *box = gtk_widget_get_parent (strata_compare_page_get_timeline (fixture->page, side));
  graphene_rect_t bounds;
  int least_px;

  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, -1, &least_px, NULL, NULL, NULL);
  g_assert_cmpint (gtk_widget_get_height (box), >=, least_px);
  g_assert_true (gtk_widget_compute_bounds (box, GTK_WIDGET (fixture->page), &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, 0.0f);
}

static void
test_low_window (Fixture *fixture,
                 gconstpointer data)
{
  static const int heights_px[] = { 720, 560, 900 };

  for (guint i = 0; i < G_N_ELEMENTS (heights_px); i++)
    {
      gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, heights_px[i]);
      fixture_wait_until (abs (gtk_widget_get_height (GTK_WIDGET (fixture->window)) - heights_px[i]) < 100);
      assert_whole (fixture, STRATA_DIFF_A);
      assert_whole (fixture, STRATA_DIFF_B);
    }
}

/* A name without finished calls has no bars, and says why. */
static void
test_no_bars (void)
{
  g_autoptr (GtkWidget) bars = g_object_ref_sink (g_object_new (STRATA_TYPE_DIFF_HISTOGRAM, NULL));

  strata_diff_histogram_set (STRATA_DIFF_HISTOGRAM (bars), &(StrataDiffSpread){ 0 }, NULL);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (bars), ==, "No finished calls");
  strata_diff_histogram_set (STRATA_DIFF_HISTOGRAM (bars), NULL, NULL);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (bars), ==, NULL);
}

static void
test_failure (void)
{
  g_autoptr (GFile) a = write_side (STRATA_DIFF_A);
  g_autoptr (GFile) b = fixture_write ("no-trace.txt", "nothing to see here\n");
  StrataCompareWindow *window = strata_compare_window_new (NULL);

  strata_compare_window_open (window, a, b);
  fixture_wait_until (g_str_equal (fixture_get_page (window), "failed"));
  g_assert_cmpuint (strlen (fixture_get_failure (window)), >, 0);
  g_assert_null (strata_compare_window_get_page (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_cancel (void)
{
  g_autoptr (GFile) a = write_side (STRATA_DIFF_A);
  StrataCompareWindow *window = strata_compare_window_new (NULL);
  gpointer gone = window;

  g_object_add_weak_pointer (G_OBJECT (window), &gone);
  strata_compare_window_open (window, a, a);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  fixture_wait_until (gone == NULL);
}

static GtkAdjustment *
get_scroll (Fixture *fixture,
            StrataDiffSide side)
{
  return strata_canvas_get_vadjustment (strata_timeline_get_canvas (strata_compare_page_get_timeline (fixture->page, side)));
}

static double
get_scroll_px (Fixture *fixture,
               StrataDiffSide side)
{
  return gtk_adjustment_get_value (get_scroll (fixture, side));
}

/* Both sides scroll to the same lane, even where heights differ, until they are unlocked. */
static void
test_scroll (Fixture *fixture,
             gconstpointer data)
{
  StrataLanes *b = strata_session_get_lanes (strata_session_pair_get (fixture->pair, STRATA_DIFF_B));
  const StrataLane *lanes = strata_lanes_get (b, NULL);
  StrataLanes *a = strata_session_get_lanes (strata_session_pair_get (fixture->pair, STRATA_DIFF_A));
  guint32 thread = 0;

  while (lanes[thread].kind != STRATA_LANE_THREAD)
    thread++;

  /* more than fits */
  strata_lanes_set_text_percent (a, 1000);
  strata_lanes_set_text_percent (b, 1000);
  strata_lanes_set_height (a, strata_lanes_get_at_place (a, 0), STRATA_LANE_HEIGHT_TALL);
  strata_lanes_set_height (b, strata_lanes_get_at_place (b, 0), STRATA_LANE_HEIGHT_TALL);
  gtk_adjustment_set_value (get_scroll (fixture, STRATA_DIFF_A), 30);
  g_assert_cmpfloat (get_scroll_px (fixture, STRATA_DIFF_A), ==, 30);
  g_assert_cmpfloat (get_scroll_px (fixture, STRATA_DIFF_B), ==, 30);
  gtk_adjustment_set_value (get_scroll (fixture, STRATA_DIFF_B), 12);
  g_assert_cmpfloat (get_scroll_px (fixture, STRATA_DIFF_A), ==, 12);

  /* where the lane is higher, the same fraction of it is above the edge */
  strata_lanes_set_height (a, strata_session_pair_find_lane (fixture->pair, STRATA_DIFF_B, thread), STRATA_LANE_HEIGHT_NORMAL);
  const StrataLane *top = &strata_lanes_get (a, NULL)[strata_session_pair_find_lane (fixture->pair, STRATA_DIFF_B, thread)];

  g_assert_cmpint (top->height_px, <, lanes[thread].height_px);
  gtk_adjustment_set_value (get_scroll (fixture, STRATA_DIFF_A), top->y_px + top->height_px / 10.0);
  g_assert_cmpfloat_with_epsilon (get_scroll_px (fixture, STRATA_DIFF_B), lanes[thread].y_px + lanes[thread].height_px / 10.0, 1.0);

  strata_session_pair_set_locked (fixture->pair, FALSE);
  gtk_adjustment_set_value (get_scroll (fixture, STRATA_DIFF_A), 0);
  g_assert_cmpfloat (get_scroll_px (fixture, STRATA_DIFF_B), >, 0);

  /* lanes then stay aligned when groups or heights change, led by the side where the user did it */
  strata_session_pair_set_locked (fixture->pair, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (strata_timeline_get_canvas (strata_compare_page_get_timeline (fixture->page, STRATA_DIFF_A))));
  strata_lanes_set_height (a, strata_session_pair_find_lane (fixture->pair, STRATA_DIFF_B, thread), STRATA_LANE_HEIGHT_TALL);
  fixture_wait_until (get_scroll_px (fixture, STRATA_DIFF_B) == 0);
}

/* Measures other than names, and a latency that the user asks for. */
static void
test_measures (Fixture *fixture,
               gconstpointer data)
{
  StrataDiffMeasuresPane *pane = STRATA_DIFF_MEASURES_PANE (strata_compare_page_get_pane (fixture->page, "measures"));
  StrataTableView *table = fixture_find_table (pane, 0);
  StrataLatencyPopover *popover = STRATA_LATENCY_POPOVER (fixture_find_nth (GTK_WIDGET (pane), STRATA_TYPE_LATENCY_POPOVER, 0));
  g_autoptr (GArray) latencies = NULL;

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.show-measures", NULL);
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (pane)));
  strata_latency_popover_set_names (popover, "layout", "draw");
  gtk_widget_activate_action (GTK_WIDGET (popover), "latency.add", NULL);
  gtk_widget_activate_action (GTK_WIDGET (popover), "latency.add", NULL);
  latencies = strata_session_pair_list_latencies (fixture->pair);
  g_assert_cmpuint (latencies->len, ==, 1);
  strata_table_view_set_filter (table, "layout → draw");
  fixture_wait_until (strata_table_view_get_n_listed (table) == 5);

  g_autofree char *kind = dup_cell (table, 0, 0);
  g_autofree char *number = dup_cell (table, 0, 3);
  g_autofree char *p = dup_cell (table, 1, 7);

  g_assert_cmpstr (kind, ==, "Latency");
  g_assert_cmpint (g_ascii_strtoll (number, NULL, 10), ==, N_FRAMES);
  g_assert_cmpfloat (g_ascii_strtod (p, NULL), <, 0.001);
  gtk_widget_activate_action (GTK_WIDGET (popover), "latency.remove", "u", 0u);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 0);
}

static gboolean
has_selected_row (StrataTableView *table)
{
  return strata_table_view_get_selected (table) != STRATA_TABLE_VIEW_NO_ROW;
}

/* From the menu of one item to that of another: the new latency is selected in the table, whatever the filter was. */
static void
test_latency_menu (Fixture *fixture,
                   gconstpointer data)
{
  StrataDiffMeasuresPane *pane = STRATA_DIFF_MEASURES_PANE (strata_compare_page_get_pane (fixture->page, "measures"));
  StrataTableView *table = fixture_find_table (pane, 0);
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);
  g_autofree char *title = NULL;

  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.latency-from", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.latency-to", NULL);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (pane)));

  strata_table_view_set_filter (table, "nothing has this name");
  strata_session_select_slice (a, 0);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.latency-from", NULL);
  strata_session_select_slice (a, 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.latency-to", NULL);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (pane)));

  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (fixture->pair);

  g_assert_cmpuint (latencies->len, ==, 1);
  title = strata_latency_names_dup_title (&g_array_index (latencies, StrataLatencyNames, 0));
  fixture_wait_until (has_selected_row (table));

  g_autofree char *name = dup_cell (table, 0, 1);

  g_assert_cmpstr (name, ==, title);
}

/* The last two names that were selected are offered as a latency. */
static void
test_selected_names (Fixture *fixture,
                     gconstpointer data)
{
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);
  StrataTrace *trace = strata_session_get_trace (a);
  const char *from = NULL;
  const char *to = NULL;

  g_assert_false (strata_session_pair_get_selected_names (fixture->pair, &from, &to));
  strata_session_select_slice (a, 0);
  strata_session_select_slice (a, 1);
  g_assert_true (strata_session_pair_get_selected_names (fixture->pair, &from, &to));
  g_assert_cmpstr (from, ==, strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[0]));
  g_assert_cmpstr (to, ==, strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[1]));
}

static void
test_report (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const char *const titles[] = { "before", "after" };
  g_autofree char *text = NULL;

  strata_diff_report_save (GTK_WIDGET (fixture->page), fixture->pair, strata_diff_model_get_diff (strata_compare_page_get_model (fixture->page)), titles, file);
  fixture_wait_until (g_file_query_exists (file, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "after compared with before"));
  g_assert_nonnull (strstr (text, "flame-data"));
  g_assert_nonnull (strstr (text, "Timeline of B"));
  g_assert_nonnull (strstr (text, "</html>"));
  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Settings are restored as they were; invalid ones are ignored. */
static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  StrataDiffModel *model = strata_compare_page_get_model (fixture->page);
  g_autoptr (GKeyFile) nothing = g_key_file_new ();
  StrataAlignment before;

  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, 25.0);
  before = strata_session_pair_get_alignment (fixture->pair);
  strata_session_pair_add_latency (fixture->pair, "a;b", "c\nd");
  strata_diff_model_set_per (model, STRATA_DIFF_PER_SECOND);

  g_autoptr (GKeyFile) state = strata_compare_state_take (fixture->pair, model);

  strata_session_pair_align_starts (fixture->pair);
  strata_session_pair_remove_latencies (fixture->pair);
  strata_diff_model_set_per (model, STRATA_DIFF_PER_CAPTURE);
  strata_compare_state_apply (nothing, fixture->pair, model);
  g_assert_cmpint (strata_diff_model_get_per (model), ==, STRATA_DIFF_PER_CAPTURE);
  strata_compare_state_apply (state, fixture->pair, model);

  const StrataAlignment after = strata_session_pair_get_alignment (fixture->pair);
  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (fixture->pair);

  g_assert_cmpint (after.time_ns[STRATA_DIFF_B] - after.time_ns[STRATA_DIFF_A], ==, before.time_ns[STRATA_DIFF_B] - before.time_ns[STRATA_DIFF_A]);
  g_assert_cmpfloat (after.scale, ==, before.scale);
  g_assert_cmpuint (latencies->len, ==, 1);
  g_assert_cmpstr (g_array_index (latencies, StrataLatencyNames, 0).from, ==, "a;b");
  g_assert_cmpstr (g_array_index (latencies, StrataLatencyNames, 0).to, ==, "c\nd");
  g_assert_cmpint (strata_diff_model_get_per (model), ==, STRATA_DIFF_PER_SECOND);
}

static char *
take_text (StrataComparePage *page)
{
  g_autoptr (GKeyFile) state = strata_compare_page_take_state (page);

  return g_key_file_to_data (state, NULL, NULL);
}

static StrataLanes *
get_lanes (StrataComparePage *page,
           StrataDiffSide side)
{
  return strata_session_get_lanes (strata_session_pair_get (strata_compare_page_get_pair (page), side));
}

/* Sets each of the settings that are kept. */
static void
set_all (Fixture *fixture)
{
  StrataSession *a = strata_session_pair_get (fixture->pair, STRATA_DIFF_A);

  strata_session_pair_match_threads (fixture->pair, 0, 1);
  strata_lanes_set_pinned (get_lanes (fixture->page, STRATA_DIFF_A), strata_lanes_find_track (get_lanes (fixture->page, STRATA_DIFF_A), 1), TRUE);
  strata_lanes_filter (get_lanes (fixture->page, STRATA_DIFF_B), "app");
  strata_session_select_slice (a, find_frame (fixture, STRATA_DIFF_A, 3));
  strata_session_set_area (a, (StrataSpan){ 1010000000, 1020000000 }, 0, 1);
  choose (fixture, STRATA_DIFF_A, STRATA_SCOPE_WINDOW);
  choose (fixture, STRATA_DIFF_B, STRATA_SCOPE_TRACE);
  strata_view_show_span (strata_session_get_view (a), (StrataSpan){ 1005000000, 1045000000 }, 0);
  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, 33.0);
  strata_session_pair_add_latency (fixture->pair, "layout", "draw");
  strata_compare_page_set_name (fixture->page, STRATA_DIFF_B, "with the; new=pass");
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.show-threads", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->page), "compare.beside", NULL);
}

static StrataCompareWindow *
open_saved (GFile *file)
{
  StrataCompareWindow *window = strata_compare_window_new (NULL);

  strata_compare_window_open_saved (window, file);
  fixture_wait_until (!g_str_equal (fixture_get_page (window), "loading"));
  return window;
}

static void
close_window (StrataCompareWindow *window)
{
  gpointer gone = window;

  g_object_add_weak_pointer (G_OBJECT (window), &gone);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait_until (gone == NULL);
}

/* Everything that was set comes back from a short file, in another window. */
static void
test_file (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (GFile) file = fixture_write ("saved.comparison", "");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n_bytes;

  g_assert_false (strata_compare_file_is (file));
  set_all (fixture);
  g_autofree char *before = take_text (fixture->page);

  g_assert_true (strata_compare_window_save (fixture->window, file, &error));
  g_assert_no_error (error);
  g_assert_true (strata_compare_file_is (file));
  g_assert_true (g_file_load_contents (file, NULL, &text, &n_bytes, NULL, NULL));
  g_assert_cmpuint (n_bytes, <, 4096);
  g_assert_nonnull (strstr (text, "\na=before.ftrace\n"));
  g_assert_nonnull (strstr (text, "\nb=after.ftrace\n"));

  StrataCompareWindow *window = open_saved (file);
  StrataComparePage *page = strata_compare_window_get_page (window);

  g_assert_nonnull (page);
  g_autofree char *after = take_text (page);

  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "with the; new=pass compared with before.ftrace");
  g_assert_cmpstr (strata_compare_page_get_message (page), ==, "");
  g_assert_cmpuint (strata_thread_match_find (strata_session_pair_get_threads (strata_compare_page_get_pair (page)), STRATA_DIFF_A, 0), ==, 1);
  g_assert_true (strata_lanes_get (get_lanes (page, STRATA_DIFF_A), NULL)[strata_lanes_find_track (get_lanes (page, STRATA_DIFF_A), 1)].is_pinned);
  close_window (window);
}

static void
test_name (Fixture *fixture,
           gconstpointer data)
{
  strata_compare_page_set_name (fixture->page, STRATA_DIFF_A, "nightly");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "after.ftrace compared with nightly");
  strata_compare_page_set_name (fixture->page, STRATA_DIFF_A, "");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "after.ftrace compared with before.ftrace");
}

/* Captures are found beside the file wherever the folder is. A capture that has changed or is missing is reported. */
static void
test_moved (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (GFile) file = fixture_write ("saved.comparison", "");
  g_autofree char *folder = g_dir_make_tmp ("strata-XXXXXX", NULL);
  static const char *const names[] = { "saved.comparison", "before.ftrace", "after.ftrace" };
  g_autoptr (GFile) from = g_file_get_parent (file);
  g_autoptr (GFile) to = g_file_new_for_path (folder);
  g_autoptr (GFile) moved = g_file_get_child (to, "saved.comparison");
  g_autoptr (GFile) b = g_file_get_child (to, "after.ftrace");
  g_autofree char *uri_of_folder = g_file_get_uri (from);

  g_assert_true (strata_compare_window_save (fixture->window, file, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) source = g_file_get_child (from, names[i]);
      g_autoptr (GFile) target = g_file_get_child (to, names[i]);

      g_assert_true (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
    }

  /* another capture instead of B */
  g_autofree char *other = make_text (800, 9000000, 5000, "fetcher", "newPass");

  g_assert_true (g_file_set_contents (g_file_peek_path (b), other, -1, NULL));
  StrataCompareWindow *window = open_saved (moved);

  g_assert_nonnull (strata_compare_window_get_page (window));
  g_assert_true (g_str_has_suffix (strata_compare_page_get_message (strata_compare_window_get_page (window)), "has changed since this comparison was saved; its settings may not fit any more"));
  g_assert_nonnull (strstr (strata_compare_page_get_message (strata_compare_window_get_page (window)), folder));
  close_window (window);

  /* missing beside the file, it is found at its old path; missing there too, it is reported */
  g_autofree char *text = NULL;

  g_assert_true (g_file_delete (b, NULL, NULL));
  window = open_saved (moved);
  g_assert_nonnull (strata_compare_window_get_page (window));
  close_window (window);
  g_assert_true (g_file_get_contents (g_file_peek_path (moved), &text, NULL, NULL));

  g_auto (GStrv) parts = g_strsplit (text, uri_of_folder, -1);
  g_autofree char *nowhere = g_strjoinv ("file:///nowhere", parts);

  g_assert_true (g_file_set_contents (g_file_peek_path (moved), nowhere, -1, NULL));
  window = open_saved (moved);
  g_assert_cmpstr (fixture_get_page (window), ==, "failed");
  g_assert_true (g_str_has_prefix (fixture_get_failure (window), "Capture B of this comparison was not found: "));
  g_assert_nonnull (strstr (fixture_get_failure (window), "after.ftrace"));
  close_window (window);

  for (guint i = 0; i < G_N_ELEMENTS (names) - 1; i++)
    {
      g_autoptr (GFile) target = g_file_get_child (to, names[i]);

      g_assert_true (g_file_delete (target, NULL, NULL));
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Texts that only begin like a saved comparison. */
static void
test_damaged (void)
{
  static const struct
  {
    const char *text;
    const char *reason;
  } rows[] = {
    { "[Strata Comparison]\nversion=1\n", "it is not a saved comparison, or it is damaged" },
    { "[Strata Comparison]\nver\xff\x01sion\n[[[", "it is not a saved comparison, or it is damaged" },
    { "[Strata Comparison]\nversion=99\n[Files]\na=x\nb=y\n", "it was written by a newer Strata" },
    { "[Strata Comparison]\nversion=1\n[Files]\na=x\n", "it does not name the captures that it compares" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GFile) file = fixture_write ("damaged.comparison", rows[i].text);
      StrataCompareWindow *window;

      g_assert_true (strata_compare_file_is (file));
      window = open_saved (file);
      g_assert_cmpstr (fixture_get_page (window), ==, "failed");
      g_assert_cmpstr (fixture_get_failure (window), ==, rows[i].reason);
      close_window (window);
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

#define ADD(path, is_itself, test) g_test_add (path, Fixture, GINT_TO_POINTER (is_itself), set_up, test, tear_down)
  ADD ("/compare/table", FALSE, test_table);
  ADD ("/compare/itself", TRUE, test_itself);
  ADD ("/compare/pointer-links", FALSE, test_pointer_links);
  ADD ("/compare/leaps", FALSE, test_leaps);
  ADD ("/compare/led", FALSE, test_led);
  ADD ("/compare/scroll", FALSE, test_scroll);
  ADD ("/compare/note", FALSE, test_note);
  ADD ("/compare/filter", FALSE, test_filter);
  ADD ("/compare/kept-offset", FALSE, test_kept_offset);
  ADD ("/compare/pointer-aligns", FALSE, test_pointer_aligns);
  ADD ("/compare/align", FALSE, test_align_actions);
  ADD ("/compare/saved", FALSE, test_saved);
  ADD ("/compare/align-marks", FALSE, test_align_marks);
  ADD ("/compare/key-aligns", FALSE, test_key_aligns);
  ADD ("/compare/matched-calls", FALSE, test_matched_calls);
  ADD ("/compare/no-frames", FALSE, test_no_frames);
  ADD ("/compare/lone-menu", FALSE, test_lone_menu);
  ADD ("/compare/low-window", FALSE, test_low_window);
  ADD ("/compare/threads", FALSE, test_threads);
  ADD ("/compare/flame", FALSE, test_flame);
  ADD ("/compare/scopes", FALSE, test_scopes);
  ADD ("/compare/measures", FALSE, test_measures);
  ADD ("/compare/latency-menu", FALSE, test_latency_menu);
  ADD ("/compare/selected-names", FALSE, test_selected_names);
  ADD ("/compare/report", FALSE, test_report);
  ADD ("/compare/kept", FALSE, test_kept);
  ADD ("/compare/file", FALSE, test_file);
  ADD ("/compare/name", FALSE, test_name);
  ADD ("/compare/moved", FALSE, test_moved);
  g_test_add_func ("/compare/no-bars", test_no_bars);
  g_test_add_func ("/compare/damaged", test_damaged);
  g_test_add_func ("/compare/failure", test_failure);
  g_test_add_func ("/compare/cancel", test_cancel);

  return g_test_run ();
}
