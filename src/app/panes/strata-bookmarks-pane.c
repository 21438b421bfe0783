/* strata-bookmarks-pane.c - bookmarks and notes as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bookmarks-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-list-menu.h"
#include "strata-notes-file.h"
#include "strata-replace.h"
#include "strata-session-bookmarks.h"
#include "strata-table-menu.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* Each row has its own entry; more would take the window seconds. */
#define MOST_ROWS 1000

/* A row per bookmark: its time goes there, its note can be edited in place. Rows are made anew when
 * bookmarks are added or removed, but not while the user types a note. */
struct _StrataBookmarksPane
{
  GtkWidget parent_instance;

  GtkWidget *content; /* owned as a child */
  GtkStack *stack;
  GtkListBox *list;

  StrataSession *session; /* owned */
  gboolean is_typing;
};

G_DEFINE_FINAL_TYPE (StrataBookmarksPane, strata_bookmarks_pane, GTK_TYPE_WIDGET)

static const StrataTableColumn columns[] = {
  { "time_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "slice", N_ ("Slice"), STRATA_CELL_TEXT },
  { "note", N_ ("Note"), STRATA_CELL_TEXT },
};

static char *
dup_slice_name (StrataSession *session,
                const StrataBookmark *bookmark)
{
  StrataTrace *trace = strata_session_get_trace (session);

  if (bookmark->slice == STRATA_NONE)
    return g_strdup ("");

  return g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[bookmark->slice]), -1);
}

static guint
get_index (GtkWidget *widget)
{
  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW)));
}

static void
on_note_changed (GtkEditable *entry,
                 StrataBookmarksPane *self)
{
  self->is_typing = TRUE;
  strata_marks_set_note (strata_session_get_marks (self->session), get_index (GTK_WIDGET (entry)), gtk_editable_get_text (entry));
  self->is_typing = FALSE;
}

static void
on_remove_clicked (GtkButton *button,
                   StrataBookmarksPane *self)
{
  strata_marks_remove_bookmark (strata_session_get_marks (self->session), get_index (GTK_WIDGET (button)));
}

static void
on_row_activated (GtkListBox *list,
                  GtkListBoxRow *row,
                  StrataBookmarksPane *self)
{
  strata_session_go_to_bookmark (self->session, (guint) gtk_list_box_row_get_index (row));
}

static GtkWidget *
new_label (const char *text,
           int width_chars)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), width_chars);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static GtkWidget *
new_remove_button (StrataBookmarksPane *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  strata_tooltip_set (button, _ ("Remove this bookmark"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Remove this bookmark"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove_clicked), self, 0);
  return button;
}

static GtkWidget *
new_note (StrataBookmarksPane *self,
          const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Note"));
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"), -1);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_note_changed), self, 0);
  return entry;
}

static void
append_row (StrataBookmarksPane *self,
            const StrataBookmark *bookmark)
{
  const StrataSpan span = strata_trace_get_span (strata_trace_get_base (strata_session_get_trace (self->session)));
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *name = dup_slice_name (self->session, bookmark);
  char time[STRATA_UNITS_BYTES];

  strata_units_offset (bookmark->time_ns - span.begin_ns, strata_span_get_step_ns (span), time);

  g_autofree char *title = g_strjoin (", ", time, *name != '\0' ? name : _ ("Bookmark"), NULL);

  gtk_box_append (GTK_BOX (box), new_label (time, 12));
  gtk_box_append (GTK_BOX (box), new_label (name, 30));
  gtk_box_append (GTK_BOX (box), new_note (self, bookmark->note));
  gtk_box_append (GTK_BOX (box), new_remove_button (self));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (self->list, row);
}

/* Reports how many more exist; those are stepped through, exported and saved as well. */
static void
append_rest (StrataBookmarksPane *self,
             guint n_more)
{
  char count[STRATA_UNITS_BYTES];
  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more is stored but not listed", "%s more are stored but not listed", n_more),
                                           strata_units_count (n_more, count));
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_list_box_append (self->list, label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (gtk_widget_get_parent (label)), FALSE);
}

static void
on_bookmarks_changed (StrataBookmarksPane *self)
{
  GtkWidget *row;
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (self->session), &n_bookmarks);

  if (self->is_typing)
    return;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < MIN (n_bookmarks, MOST_ROWS); i++)
    append_row (self, &bookmarks[i]);
  if (n_bookmarks > MOST_ROWS)
    append_rest (self, n_bookmarks - MOST_ROWS);

  gtk_stack_set_visible_child_name (self->stack, n_bookmarks > 0 ? "list" : "empty");
}

static void
tell (StrataBookmarksPane *self,
      const char *message)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "trace.tell", "s", message);
}

/**
 * strata_bookmarks_pane_import:
 * @self: the pane
 * @file: a file of notes
 * @message: (out) (nullable): a sentence to show, if any
 *
 * Adds the bookmarks of a file.
 *
 * Returns: whether it was a notes file
 */
gboolean
strata_bookmarks_pane_import (StrataBookmarksPane *self,
                              GFile *file,
                              char **message)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_bytes;
  guint n_lost;

  *message = NULL;
  if (!g_file_load_contents (file, NULL, &text, &n_bytes, NULL, &error) || !strata_notes_apply (self->session, text, n_bytes, &n_lost, &error))
    {
      g_autofree char *name = g_file_get_parse_name (file);

      *message = g_strdup_printf (_ ("%s could not be imported: %s."), name, error->message);
      return FALSE;
    }

  if (n_lost > 0)
    *message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u bookmark is from another trace, or its slice is missing from this one.",
                                             "%u bookmarks are from another trace, or their slices are missing from this one.", n_lost),
                                n_lost);
  return TRUE;
}

/**
 * strata_bookmarks_pane_export:
 * @self: the pane
 * @file: where to write
 * @error: return location for an error
 *
 * Writes all bookmarks to a file.
 *
 * Returns: whether it succeeded
 */
gboolean
strata_bookmarks_pane_export (StrataBookmarksPane *self,
                              GFile *file,
                              GError **error)
{
  g_autofree char *text = strata_notes_to_text (self->session, FALSE);

  return strata_replace_contents (file, text, strlen (text), error);
}

static void
on_import_chosen (GListModel *files,
                  gpointer user_data)
{
  StrataBookmarksPane *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autofree char *message = NULL;

  if (file != NULL)
    strata_bookmarks_pane_import (self, file, &message);
  if (message != NULL)
    tell (self, message);
}

static void
on_export_chosen (GListModel *files,
                  gpointer user_data)
{
  StrataBookmarksPane *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  g_autoptr (GError) error = NULL;

  if (file != NULL && !strata_bookmarks_pane_export (self, file, &error))
    tell (self, error->message);
}

static void
activate_add (StrataBookmarksPane *self)
{
  strata_session_add_bookmark_here (self->session);
}

static void
activate_import (StrataBookmarksPane *self)
{
  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), STRATA_CHOOSE_NOTES, NULL, on_import_chosen, g_object_ref (self), g_object_unref);
}

static void
activate_export (StrataBookmarksPane *self)
{
  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), STRATA_CHOOSE_NOTES_TO_SAVE, "bookmarks.notes", on_export_chosen, g_object_ref (self), g_object_unref);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const GPtrArray *cells = data;

  strata_table_number (table, *(const gint64 *) g_ptr_array_index (cells, 3 * row));
  strata_table_text (table, g_ptr_array_index (cells, 3 * row + 1));
  strata_table_text (table, g_ptr_array_index (cells, 3 * row + 2));
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataBookmarksPane *self = user_data;
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (self->session), &n_bookmarks);
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_bookmarks; i++)
    {
      g_ptr_array_add (cells, g_memdup2 (&bookmarks[i].time_ns, sizeof bookmarks[i].time_ns));
      g_ptr_array_add (cells, dup_slice_name (self->session, &bookmarks[i]));
      g_ptr_array_add (cells, g_strdup (bookmarks[i].note));
    }

  return strata_table_rows_new ("bookmarks", columns, G_N_ELEMENTS (columns), n_bookmarks, write_row, cells, (GDestroyNotify) g_ptr_array_unref);
}

static void
strata_bookmarks_pane_dispose (GObject *object)
{
  StrataBookmarksPane *self = STRATA_BOOKMARKS_PANE (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_bookmarks_pane_parent_class)->dispose (object);
}

static void
strata_bookmarks_pane_class_init (StrataBookmarksPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_bookmarks_pane_dispose;
  gtk_widget_class_install_action (widget_class, "bookmarks.add", NULL, STRATA_ACTION (activate_add));
  gtk_widget_class_install_action (widget_class, "bookmarks.import", NULL, STRATA_ACTION (activate_import));
  gtk_widget_class_install_action (widget_class, "bookmarks.export", NULL, STRATA_ACTION (activate_export));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
append_button (GtkWidget *bar,
               const char *label,
               const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (bar), button);
}

static GtkWidget *
new_bar (StrataBookmarksPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);
  GtkWidget *space = gtk_label_new (NULL);

  gtk_widget_add_css_class (bar, "pane-toolbar");
  append_button (bar, _ ("_Add Bookmark"), "bookmarks.add");
  append_button (bar, _ ("_Import…"), "bookmarks.import");
  append_button (bar, _ ("E_xport…"), "bookmarks.export");
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (bar), space);
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  gtk_box_append (GTK_BOX (bar), menu);
  return bar;
}

static void
remove_row (GtkListBoxRow *row,
            gpointer pane)
{
  strata_marks_remove_bookmark (strata_session_get_marks (STRATA_BOOKMARKS_PANE (pane)->session), (guint) gtk_list_box_row_get_index (row));
}

/* The note is the only editable text in a row. */
static void
edit_row (GtkListBoxRow *row,
          gpointer pane)
{
  GtkWidget *child = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));

  while (child != NULL && !GTK_IS_ENTRY (child))
    child = gtk_widget_get_next_sibling (child);
  if (child != NULL)
    gtk_widget_grab_focus (child);
}

static void
copy_row (GtkListBoxRow *row,
          gpointer pane)
{
  StrataBookmarksPane *self = pane;
  const StrataSpan span = strata_trace_get_span (strata_trace_get_base (strata_session_get_trace (self->session)));
  guint n_bookmarks;
  const StrataBookmark *bookmark = strata_marks_get_bookmarks (strata_session_get_marks (self->session), &n_bookmarks) + gtk_list_box_row_get_index (row);
  g_autofree char *name = dup_slice_name (self->session, bookmark);
  char time[STRATA_UNITS_BYTES];

  strata_units_offset (bookmark->time_ns - span.begin_ns, strata_span_get_step_ns (span), time);

  g_autofree char *text = g_strjoin ("\t", time, name, bookmark->note, NULL);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static const StrataListEntry entries[] = {
  { N_ ("_Show on Timeline"), NULL, NULL },
  { N_ ("_Edit the Note"), "F2", edit_row },
  { N_ ("_Copy"), "<Control>c", copy_row },
  { NULL },
  { N_ ("_Remove"), "Delete", remove_row },
};

static void
strata_bookmarks_pane_init (StrataBookmarksPane *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *empty = gtk_label_new (_ ("Press B to bookmark the selected slice, or the middle of the view."));

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "bookmarks");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Bookmarks"), -1);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (empty), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_stack_add_named (self->stack, empty, "empty");
  gtk_stack_add_named (self->stack, scroller, "list");
  gtk_box_append (GTK_BOX (self->content), new_bar (self));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));

  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  strata_list_menu_attach (GTK_WIDGET (self), self->list, entries, G_N_ELEMENTS (entries));
}

GtkWidget *
strata_bookmarks_pane_new (StrataSession *session)
{
  StrataBookmarksPane *self = g_object_new (STRATA_TYPE_BOOKMARKS_PANE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_marks (session), "bookmarks-changed", G_CALLBACK (on_bookmarks_changed), self, G_CONNECT_SWAPPED);
  on_bookmarks_changed (self);

  return GTK_WIDGET (self);
}
