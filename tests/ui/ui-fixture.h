/* ui-fixture.h - a small trace, and waiting for windows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

/* Far more than any step takes, so that a loaded machine does not matter. */
#define FIXTURE_PATIENCE_S 60

/* frame is called three times, each with measure and draw inside; walk calls
 * itself. Times in ms: frame 10 + 30 + 10, draw 2 + 20 + 2, walk 8. */
#define FIXTURE_TRACE                                                            \
  "# tracer: nop\n"                                                              \
  "#\n"                                                                          \
  "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|frame\n"   \
  "  app-100   (  100) [000] .... 1.001000: tracing_mark_write: B|100|measure\n" \
  "  app-100   (  100) [000] .... 1.003000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.004000: tracing_mark_write: B|100|draw\n"    \
  "  app-100   (  100) [000] .... 1.006000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.010000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.020000: tracing_mark_write: B|100|frame\n"   \
  "  app-100   (  100) [000] .... 1.021000: tracing_mark_write: B|100|measure\n" \
  "  app-100   (  100) [000] .... 1.022000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.023000: tracing_mark_write: B|100|draw\n"    \
  "  app-100   (  100) [000] .... 1.043000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.050000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.060000: tracing_mark_write: B|100|frame\n"   \
  "  app-100   (  100) [000] .... 1.061000: tracing_mark_write: B|100|draw\n"    \
  "  app-100   (  100) [000] .... 1.063000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.070000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.080000: tracing_mark_write: B|100|Walk\n"    \
  "  app-100   (  100) [000] .... 1.082000: tracing_mark_write: B|100|Walk\n"    \
  "  app-100   (  100) [000] .... 1.084000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.088000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.090000: tracing_mark_write: E|100\n"

/* Writes a file with this name in the build folder. */
static inline GFile *
fixture_write (const char *name,
               const char *content)
{
  g_autofree char *folder = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "ui-files", g_get_prgname (), NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
  g_file_set_contents (path, content, -1, &error);
  g_assert_no_error (error);

  return g_file_new_for_path (path);
}

/* Runs the main loop until @condition is true. */
#define fixture_wait_until(condition)                                                      \
  G_STMT_START                                                                             \
  {                                                                                        \
    gint64 fixture_end_us = g_get_monotonic_time () + FIXTURE_PATIENCE_S * G_USEC_PER_SEC; \
                                                                                           \
    while (!(condition) && g_get_monotonic_time () < fixture_end_us)                       \
      if (!g_main_context_iteration (NULL, FALSE))                                         \
        g_usleep (1000);                                                                   \
                                                                                           \
    g_assert_true (condition);                                                             \
  }                                                                                        \
  G_STMT_END

static inline gboolean
fixture_end_run (gpointer user_data)
{
  gboolean *is_over = user_data;

  *is_over = TRUE;
  return G_SOURCE_REMOVE;
}

/* Runs the main loop for a time, and sleeps while it has nothing to do. */
static inline void
fixture_run_for (guint duration_ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (duration_ms, fixture_end_run, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

/* The widget of a type among @root and its descendants, after skipping @n others. */
static inline GtkWidget *
fixture_count_down (GtkWidget *root,
                    GType type,
                    guint *n)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type) && (*n)-- == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = fixture_count_down (child, type, n);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static inline GtkWidget *
fixture_find_nth (GtkWidget *root,
                  GType type,
                  guint n)
{
  return fixture_count_down (root, type, &n);
}

/* The first widget of a type. */
static inline GtkWidget *
fixture_find_widget (GtkWidget *root,
                     GType type)
{
  return fixture_find_nth (root, type, 0);
}

#define fixture_find_table(root, n) STRATA_TABLE_VIEW (fixture_find_nth (GTK_WIDGET (root), STRATA_TYPE_TABLE_VIEW, n))

/* The child called @name in the template of a widget. */
#define fixture_get_part(widget, name) ((GtkWidget *) gtk_widget_get_template_child (GTK_WIDGET (widget), G_OBJECT_TYPE (widget), name))
#define fixture_get_part_text(widget, name) gtk_label_get_label (GTK_LABEL (fixture_get_part (widget, name)))

/* The name of the page that a window shows. */
#define fixture_get_page(window) gtk_stack_get_visible_child_name (GTK_STACK (fixture_find_widget (GTK_WIDGET (window), GTK_TYPE_STACK)))

/* Why a window could not open a file. */
#define fixture_get_failure(window) fixture_get_part_text (fixture_find_widget (GTK_WIDGET (window), STRATA_TYPE_FAILED_PAGE), "reason")

/* Types into the filter of a pane, without the wait for more letters. */
static inline void
fixture_filter (gpointer pane,
                const char *text)
{
  GtkWidget *filter = fixture_get_part (pane, "filter");

  gtk_editable_set_text (GTK_EDITABLE (filter), text);
  g_signal_emit_by_name (filter, "search-changed");
}

/* The first selected row of a table; NULL if there is none. */
static inline gpointer
fixture_dup_selected_row (GtkWidget *table)
{
  GtkSelectionModel *model = gtk_column_view_get_model (GTK_COLUMN_VIEW (table));
  g_autoptr (GtkBitset) rows = gtk_selection_model_get_selection (model);

  return gtk_bitset_is_empty (rows) ? NULL : g_list_model_get_item (G_LIST_MODEL (model), gtk_bitset_get_minimum (rows));
}

/* The text of a label if its bar is visible; NULL otherwise. */
static inline const char *
fixture_get_shown_text (gpointer widget,
                        const char *bar,
                        const char *label)
{
  return gtk_widget_get_visible (fixture_get_part (widget, bar)) ? fixture_get_part_text (widget, label) : NULL;
}
