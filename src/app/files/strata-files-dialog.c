/* strata-files-dialog.c - the files of a trace and how their clocks relate
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-files-dialog.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-title.h"
#include "strata-trace-files.h"

/* One row per file; changes are reported only when they are applied. The first file defines the
 * clock and the device of the trace, so nothing can be set for it. */
struct _StrataFilesDialog
{
  GtkWindow parent_instance;

  GtkListBox *list;
  GtkLabel *problem;

  GPtrArray *files; /* (element-type StrataLoadInput) owned: as shown, without the changes in rows */
};

G_DEFINE_FINAL_TYPE (StrataFilesDialog, strata_files_dialog, GTK_TYPE_WINDOW)

enum
{
  APPLY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  GtkWidget *row;
  GtkEditable *offset;
  GtkCheckButton *other;
  GtkWidget *remove;
} FileRow;

static FileRow *
get_row (StrataFilesDialog *self,
         guint index)
{
  return g_object_get_data (G_OBJECT (gtk_list_box_get_row_at_index (self->list, (int) index)), "file-row");
}

static void
show_problem (StrataFilesDialog *self,
              const char *text)
{
  gtk_label_set_label (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), text != NULL);
}

static void
update_rows (StrataFilesDialog *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const FileRow *row = get_row (self, i);

      gtk_widget_set_sensitive (GTK_WIDGET (row->offset), i > 0);
      gtk_widget_set_sensitive (GTK_WIDGET (row->other), i > 0);
      gtk_widget_set_sensitive (row->remove, self->files->len > 1);
    }
}

static void
on_remove (StrataFilesDialog *self,
           GtkWidget *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);

  g_ptr_array_remove_index (self->files, (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
  gtk_list_box_remove (self->list, row);
  update_rows (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

/* On one line, which shows the start and the end of a long name. */
static GtkWidget *
new_title (const char *name,
           const char *path)
{
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, path);
  gtk_widget_add_css_class (label, "heading");

  return label;
}

static GtkWidget *
new_state (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "dim-label");

  return label;
}

static GtkWidget *
new_offset_entry (const StrataLoadInput *file,
                  const char *file_name)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *label = g_strdup_printf (_ ("Offset of %s"), file_name);
  g_autofree char *text = file->has_offset ? strata_trace_files_dup_offset (file->offset_ns) : g_strdup ("");

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Automatic"));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 14);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_tooltip_text (entry, _ ("Offset to add to the times of this file, such as 12.5 ms or -3 s; leave empty to find it from the files"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);

  return entry;
}

static GtkWidget *
new_remove_button (StrataFilesDialog *self,
                   const char *file_name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), file_name);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);

  return button;
}

/* For example "+12.5 ms, given by hand". */
static char *
dup_state (const StrataInput *input)
{
  g_autofree char *offset = strata_input_dup_offset (input);

  return g_strdup_printf (_ ("%s; %s"), input->format_name, offset);
}

static GtkWidget *
new_file_box (StrataFilesDialog *self,
              const StrataLoadInput *file,
              const StrataInput *input,
              FileRow *row)
{
  GtkWidget *grid = gtk_grid_new ();
  g_autofree char *name = strata_title_dup_file_name (file->file);
  g_autofree char *state = input != NULL ? dup_state (input) : g_strdup ("");
  g_autofree char *path = g_file_get_parse_name (file->file);

  row->offset = GTK_EDITABLE (new_offset_entry (file, name));
  row->other = GTK_CHECK_BUTTON (gtk_check_button_new_with_label (_ ("Other device")));
  row->remove = new_remove_button (self, name);
  gtk_check_button_set_active (row->other, file->is_other_device);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_attach (GTK_GRID (grid), new_title (name, path), 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), new_state (state), 0, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (row->offset), 1, 0, 1, 2);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (row->other), 2, 0, 1, 2);
  gtk_grid_attach (GTK_GRID (grid), row->remove, 3, 0, 1, 2);

  for (GtkWidget *child = gtk_widget_get_first_child (grid); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_valign (child, GTK_ALIGN_CENTER);

  return grid;
}

static void
append_file (StrataFilesDialog *self,
             const StrataLoadInput *file,
             const StrataInput *input)
{
  FileRow *row = g_new0 (FileRow, 1);

  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), new_file_box (self, file, input, row));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row->row), FALSE);
  g_object_set_data_full (G_OBJECT (row->row), "file-row", row, g_free);
  gtk_list_box_append (self->list, row->row);
}

static gboolean
take_row (StrataFilesDialog *self,
          guint index)
{
  const FileRow *row = get_row (self, index);
  StrataLoadInput *file = g_ptr_array_index (self->files, index);
  const char *text = gtk_editable_get_text (row->offset);
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  file->has_offset = index > 0 && *stripped != '\0';
  file->is_other_device = index > 0 && gtk_check_button_get_active (row->other);
  if (!file->has_offset || strata_trace_files_parse_offset (stripped, &file->offset_ns))
    return TRUE;

  g_autofree char *problem = g_strdup_printf (_ ("“%s” is not an offset: expected for example 12.5 ms or -3 s"), text);

  show_problem (self, problem);
  gtk_widget_grab_focus (GTK_WIDGET (row->offset));
  return FALSE;
}

static void
activate_apply (StrataFilesDialog *self)
{
  show_problem (self, NULL);
  for (guint i = 0; i < self->files->len; i++)
    if (!take_row (self, i))
      return;

  g_signal_emit (self, signals[APPLY], 0);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Returns: (element-type StrataLoadInput): the files as last applied. */
GPtrArray *
strata_files_dialog_get_files (StrataFilesDialog *self)
{
  return self->files;
}

static void
strata_files_dialog_finalize (GObject *object)
{
  StrataFilesDialog *self = STRATA_FILES_DIALOG (object);

  g_clear_pointer (&self->files, g_ptr_array_unref);

  G_OBJECT_CLASS (strata_files_dialog_parent_class)->finalize (object);
}

static void
strata_files_dialog_class_init (StrataFilesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = strata_files_dialog_finalize;
  signals[APPLY] = g_signal_new ("apply", STRATA_TYPE_FILES_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/files-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataFilesDialog, list);
  gtk_widget_class_bind_template_child (widget_class, StrataFilesDialog, problem);
  gtk_widget_class_install_action (widget_class, "files.apply", NULL, STRATA_ACTION (activate_apply));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
strata_files_dialog_init (StrataFilesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * strata_files_dialog_new:
 * @parent: the window of the trace
 * @files: (element-type StrataLoadInput): its files, which are copied
 * @trace: the trace loaded from them
 *
 * Returns: (transfer none): the dialog, not yet shown
 */
GtkWidget *
strata_files_dialog_new (GtkWindow *parent,
                         GPtrArray *files,
                         StrataTrace *trace)
{
  StrataFilesDialog *self = g_object_new (STRATA_TYPE_FILES_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  self->files = strata_trace_files_copy (files);
  for (guint i = 0; i < files->len; i++)
    append_file (self, g_ptr_array_index (files, i), n_inputs == files->len ? &inputs[i] : NULL);

  update_rows (self);
  return GTK_WIDGET (self);
}
