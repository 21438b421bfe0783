/* test-table-export.c - tables of the window, copied and written to files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gtk/gtk.h>

#include "strata-table-export.h"
#include "strata-table-menu.h"

#include "clipboard-fixture.h"
#include "ui-fixture.h"

static const StrataTableColumn columns[] = {
  { "name", NULL, STRATA_CELL_TEXT },
  { "dur_ns", NULL, STRATA_CELL_DURATION },
};

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const char *const *names = data;

  strata_table_text (table, names[row % 2]);
  if (row % 2 == 0)
    strata_table_number (table, row);
  else
    strata_table_unknown (table);
}

static const char *names[] = { "a\tb", "say \"x\", y\n" };

static StrataTableRows *
new_rows (guint n_rows)
{
  return strata_table_rows_new ("Table", columns, G_N_ELEMENTS (columns), n_rows, write_row, names, NULL);
}

/* The same two rows in each style. */
static void
test_styles (void)
{
  static const struct
  {
    StrataTableStyle style;
    const char *text;
  } cases[] = {
    { STRATA_TABLE_CSV, "name,dur_ns\na\tb,0\n\"say \"\"x\"\", y\n\",\n" },
    { STRATA_TABLE_TSV, "name\tdur_ns\na b\t0\nsay \"x\", y \t\n" },
    { STRATA_TABLE_JSON, "[\n{\"name\":\"a\\u0009b\",\"dur_ns\":0},\n{\"name\":\"say \\\"x\\\", y\\u000a\",\"dur_ns\":null}\n]\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTableRows) rows = new_rows (2);
      g_autofree char *text = strata_table_rows_dup_text (rows, cases[i].style);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

typedef struct
{
  gboolean is_over;
  GError *error; /* owned */
} Outcome;

static void
on_exported (const GError *error,
             gpointer user_data)
{
  Outcome *outcome = user_data;

  outcome->is_over = TRUE;
  outcome->error = error != NULL ? g_error_copy (error) : NULL;
}

static char *
read_file (GFile *file)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_load_contents (file, NULL, &text, NULL, NULL, &error);
  g_assert_no_error (error);

  return text;
}

static void
test_export (void)
{
  g_autoptr (GFile) file = fixture_write ("table.tsv", "before");
  GtkWidget *window = gtk_window_new ();
  Outcome outcome = { FALSE, NULL };

  strata_table_export (window, new_rows (3), file, STRATA_TABLE_TSV, on_exported, &outcome);
  fixture_wait_until (outcome.is_over);
  g_assert_no_error (outcome.error);

  g_autofree char *text = read_file (file);

  g_assert_cmpstr (text, ==, "name\tdur_ns\na b\t0\nsay \"x\", y \t\na b\t2\n");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A file that cannot be written is reported, without side effects. */
static void
test_failure (void)
{
  g_autoptr (GFile) folder = fixture_write ("no-folder", "a file");
  g_autoptr (GFile) file = g_file_get_child (folder, "table.csv");
  GtkWidget *window = gtk_window_new ();
  Outcome outcome = { FALSE, NULL };

  strata_table_export (window, new_rows (3), file, STRATA_TABLE_CSV, on_exported, &outcome);
  fixture_wait_until (outcome.is_over);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);

  g_clear_error (&outcome.error);
  gtk_window_destroy (GTK_WINDOW (window));
}

static GtkWindow *
find_export_window (GtkWidget *parent)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (parent))
        return window;
    }

  return NULL;
}

static guint
count_files (GFile *folder)
{
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (folder, "standard::name", G_FILE_QUERY_INFO_NONE, NULL, NULL);
  guint n = 0;

  for (GFileInfo *info; (info = g_file_enumerator_next_file (children, NULL, NULL)) != NULL; g_object_unref (info))
    n++;

  return n;
}

/* A long export has a window. Cancelling it leaves the old file as it was, and no file beside it. */
static void
test_cancel (void)
{
  g_autoptr (GFile) file = fixture_write ("long.csv", "before");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const guint n_files = count_files (folder);
  GtkWidget *window = gtk_window_new ();
  Outcome outcome = { FALSE, NULL };

  strata_table_export (window, new_rows (G_MAXUINT32), file, STRATA_TABLE_CSV, on_exported, &outcome);
  fixture_wait_until (find_export_window (window) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (find_export_window (window)), "export.cancel", NULL);
  fixture_wait_until (outcome.is_over);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (find_export_window (window));

  g_autofree char *text = read_file (file);

  g_assert_cmpstr (text, ==, "before");
  g_assert_cmpuint (count_files (folder), ==, n_files);
  g_clear_error (&outcome.error);
  gtk_window_destroy (GTK_WINDOW (window));
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  return new_rows (is_selection ? 1 : GPOINTER_TO_UINT (user_data));
}

static void
test_copy (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  gtk_window_set_child (GTK_WINDOW (window), menu);
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, GUINT_TO_POINTER (3));
  gtk_widget_activate_action (menu, "table.copy", NULL);

  g_autofree char *selected = fixture_dup_clipboard (menu);

  g_assert_cmpstr (selected, ==, "name\tdur_ns\na b\t0\n");
  gtk_widget_activate_action (menu, "table.copy-all", NULL);

  g_autofree char *all = fixture_dup_clipboard (menu);

  g_assert_cmpstr (all, ==, "name\tdur_ns\na b\t0\nsay \"x\", y \t\na b\t2\n");

  /* too many rows leave the clipboard as it was */
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, GUINT_TO_POINTER (100001));
  gtk_widget_activate_action (menu, "table.copy-all", NULL);

  g_autofree char *same = fixture_dup_clipboard (menu);

  g_assert_cmpstr (same, ==, all);
  gtk_window_destroy (GTK_WINDOW (window));
}

static StrataTableRows *
take_no_rows (gpointer user_data,
              gboolean is_selection)
{
  return is_selection ? NULL : new_rows (0);
}

static void
on_told (GSimpleAction *action,
         GVariant *text,
         char **told)
{
  g_free (*told);
  *told = g_variant_dup_string (text, NULL);
}

/* A command without rows says so, and leaves the clipboard as it was. */
static void
test_nothing (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);
  g_autoptr (GSimpleActionGroup) page = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) tell = g_simple_action_new ("tell", G_VARIANT_TYPE_STRING);
  g_autofree char *told = NULL;

  g_signal_connect (tell, "activate", G_CALLBACK (on_told), &told);
  g_action_map_add_action (G_ACTION_MAP (page), G_ACTION (tell));
  gtk_widget_insert_action_group (window, "trace", G_ACTION_GROUP (page));
  gtk_window_set_child (GTK_WINDOW (window), menu);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (menu), "before");
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_no_rows, NULL);
  gtk_widget_activate_action (menu, "table.copy", NULL);
  g_assert_cmpstr (told, ==, "No row is selected, so nothing was copied");
  gtk_widget_activate_action (menu, "table.copy-all", NULL);
  g_assert_cmpstr (told, ==, "The table has no rows to copy");

  g_autofree char *same = fixture_dup_clipboard (menu);

  g_assert_cmpstr (same, ==, "before");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-export/styles", test_styles);
  g_test_add_func ("/table-export/file", test_export);
  g_test_add_func ("/table-export/failure", test_failure);
  g_test_add_func ("/table-export/cancel", test_cancel);
  g_test_add_func ("/table-export/copy", test_copy);
  g_test_add_func ("/table-export/nothing", test_nothing);

  return g_test_run ();
}
