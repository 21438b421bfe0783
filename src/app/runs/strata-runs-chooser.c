/* strata-runs-chooser.c - chooses the runs of two sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-chooser.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"

#define LIST_WIDTH_PX 380
#define LIST_HEIGHT_PX 320

/* A list of files and folders for each side; files dropped on a list are added to it. */
typedef struct
{
  StrataRunsChooser *chooser; /* borrowed: the chooser owns this */
  GPtrArray *paths;           /* (element-type filename) owned: ends with NULL */
  GtkListBox *list;
} Side;

struct _StrataRunsChooser
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *message;
  Side sides[STRATA_N_DIFF_SIDES];
};

enum
{
  COMPARE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataRunsChooser, strata_runs_chooser, GTK_TYPE_WIDGET)

static guint
count_paths (const Side *side)
{
  return side->paths->len - 1;
}

static void
update (StrataRunsChooser *self)
{
  const gboolean is_ready = count_paths (&self->sides[STRATA_DIFF_A]) > 0 && count_paths (&self->sides[STRATA_DIFF_B]) > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "runs.compare", is_ready);
}

static void
clear_side (Side *side)
{
  GtkListBoxRow *row;

  g_ptr_array_set_size (side->paths, 0);
  g_ptr_array_add (side->paths, NULL);
  while ((row = gtk_list_box_get_row_at_index (side->list, 0)) != NULL)
    gtk_list_box_remove (side->list, GTK_WIDGET (row));
  update (side->chooser);
}

static void
add_path (Side *side,
          const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
  gtk_widget_set_tooltip_text (label, shown);
  gtk_list_box_append (side->list, label);
  g_ptr_array_insert (side->paths, (int) count_paths (side), g_strdup (path));
  update (side->chooser);
}

static void
add_file (Side *side,
          GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    add_path (side, path);
}

static void
on_chosen (GListModel *files,
           gpointer user_data)
{
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      add_file (user_data, file);
    }
}

static void
release (gpointer user_data)
{
  g_object_unref (((Side *) user_data)->chooser);
}

static void
choose (Side *side,
        StrataChoiceOf what)
{
  g_object_ref (side->chooser);
  strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (side->chooser))), what, NULL, on_chosen, side, release);
}

static void
on_add_files (Side *side)
{
  choose (side, STRATA_CHOOSE_RUNS);
}

static void
on_add_folder (Side *side)
{
  choose (side, STRATA_CHOOSE_FOLDER_OF_RUNS);
}

static gboolean
on_dropped (GtkDropTarget *target,
            const GValue *value,
            double x_px,
            double y_px,
            Side *side)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

  for (GSList *link = files; link != NULL; link = link->next)
    add_file (side, link->data);

  return files != NULL;
}

static void
add_button (Side *side,
            GtkBox *box,
            const char *label,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, side == &side->chooser->sides[STRATA_DIFF_A] ? "A" : "B", -1);
  g_signal_connect_swapped (button, "clicked", clicked, side);
  gtk_box_append (box, button);
}

static GtkWidget *
make_buttons (Side *side)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));

  add_button (side, box, _ ("Add Files…"), G_CALLBACK (on_add_files));
  add_button (side, box, _ ("Add Folder…"), G_CALLBACK (on_add_folder));
  add_button (side, box, _ ("Clear"), G_CALLBACK (clear_side));
  return GTK_WIDGET (box);
}

static GtkWidget *
make_side (StrataRunsChooser *self,
           StrataDiffSide index)
{
  static const char *const titles[] = { N_ ("A: runs before the change"), N_ ("B: runs after it") };
  Side *side = &self->sides[index];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *title = gtk_label_new (_ (titles[index]));
  GtkWidget *empty = gtk_label_new (_ ("Drop files or a folder here"));
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  side->chooser = self;
  side->paths = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (side->paths, NULL);
  side->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (side->list, GTK_SELECTION_NONE);
  gtk_list_box_set_placeholder (side->list, empty);
  gtk_accessible_update_property (GTK_ACCESSIBLE (side->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (titles[index]), -1);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0.0f);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (side->list));
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_widget_set_size_request (scroller, LIST_WIDTH_PX, LIST_HEIGHT_PX);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), make_buttons (side));
  g_signal_connect (target, "drop", G_CALLBACK (on_dropped), side);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (target));
  return box;
}

static void
activate_compare (StrataRunsChooser *self)
{
  strata_runs_chooser_set_message (self, "");
  g_signal_emit (GTK_WIDGET (self), signals[COMPARE], 0);
}

static void
strata_runs_chooser_dispose (GObject *object)
{
  StrataRunsChooser *self = STRATA_RUNS_CHOOSER (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->sides[side].paths, g_ptr_array_unref);

  G_OBJECT_CLASS (strata_runs_chooser_parent_class)->dispose (object);
}

static void
strata_runs_chooser_class_init (StrataRunsChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_runs_chooser_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "runs.compare", NULL, STRATA_ACTION (activate_compare));
  signals[COMPARE] = g_signal_new ("compare", STRATA_TYPE_RUNS_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_runs_chooser_init (StrataRunsChooser *self)
{
  GtkWidget *sides = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);
  GtkWidget *note = gtk_label_new (_ ("Each run counts once. Eight or more runs per side find most changes; with three, no change is ever significant."));
  GtkWidget *compare = gtk_button_new_with_mnemonic (_ ("_Compare"));

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->message), FALSE);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  gtk_widget_add_css_class (compare, "suggested-action");
  gtk_widget_set_halign (compare, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (compare), "runs.compare");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    gtk_box_append (GTK_BOX (sides), make_side (self, side));

  gtk_widget_set_halign (self->content, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->content, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->content), sides);
  gtk_box_append (GTK_BOX (self->content), note);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (self->content), compare);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Choose two sets of runs"), -1);
  update (self);
}

/**
 * strata_runs_chooser_add:
 * @self: the lists
 * @side: a side
 * @file: a file or a folder of it
 */
void
strata_runs_chooser_add (StrataRunsChooser *self,
                         StrataDiffSide side,
                         GFile *file)
{
  add_file (&self->sides[side], file);
}

/**
 * strata_runs_chooser_set_message:
 * @self: the lists
 * @text: the error in the choice; empty if there is none
 */
void
strata_runs_chooser_set_message (StrataRunsChooser *self,
                                 const char *text)
{
  gtk_label_set_label (self->message, text);
  gtk_widget_set_visible (GTK_WIDGET (self->message), *text != '\0');
}

/* Returns: (array zero-terminated=1): its files and folders. */
const char *const *
strata_runs_chooser_get_paths (StrataRunsChooser *self,
                               StrataDiffSide side)
{
  return (const char *const *) self->sides[side].paths->pdata;
}
