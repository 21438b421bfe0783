/* strata-limits-button.c - sets the limits of tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-limits-button.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-settings.h"
#include "strata-task-settings.h"

#define MOST_MS 600000

/* The limits are saved for all traces. Names of calls may contain commas, so these limits are
 * separated by semicolons. */
struct _StrataLimitsButton
{
  GtkWidget parent_instance;

  GtkWidget *button;
  GtkSpinButton *warn;
  GtkSpinButton *severe;
  GtkEntry *own;
  GtkLabel *problem;
  GSettings *settings;    /* owned; NULL without a schema */
  StrataSession *session; /* owned */
  gboolean is_applying;   /* this button is changing the settings */
};

G_DEFINE_FINAL_TYPE (StrataLimitsButton, strata_limits_button, GTK_TYPE_WIDGET)

static char **
split_own (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", -1);
  g_autoptr (GStrvBuilder) own = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0')
      g_strv_builder_add (own, parts[i]);

  return g_strv_builder_end (own);
}

static void
apply (StrataLimitsButton *self)
{
  g_auto (StrataTaskSettings) set = {
    .warn_ms = gtk_spin_button_get_value_as_int (self->warn),
    .severe_ms = gtk_spin_button_get_value_as_int (self->severe),
    .own = split_own (gtk_editable_get_text (GTK_EDITABLE (self->own))),
  };
  g_autoptr (GError) error = NULL;
  StrataTaskLimits *limits = strata_task_settings_make_limits (&set, &error);

  gtk_label_set_label (self->problem, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), error != NULL);
  if (limits == NULL)
    return;

  self->is_applying = TRUE;
  strata_task_settings_write (self->settings, &set);
  self->is_applying = FALSE;
  strata_findings_set_task_limits (strata_session_get_findings (self->session), limits);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
}

/**
 * strata_limits_button_set:
 * @self: the button
 * @warn_ms: how long a task of a main thread may take
 * @severe_ms: how long it may take before it is severe
 * @own: additional limits, separated by semicolons
 *
 * Fills in the fields like a user; the action tasks.apply-limits applies them.
 */
void
strata_limits_button_set (StrataLimitsButton *self,
                          int warn_ms,
                          int severe_ms,
                          const char *own)
{
  gtk_spin_button_set_value (self->warn, warn_ms);
  gtk_spin_button_set_value (self->severe, severe_ms);
  gtk_editable_set_text (GTK_EDITABLE (self->own), own);
}

static void
reset (StrataLimitsButton *self)
{
  g_auto (StrataTaskSettings) usual = { 0 };

  strata_task_settings_read (NULL, &usual);
  strata_limits_button_set (self, usual.warn_ms, usual.severe_ms, "");
  apply (self);
}

/* Returns the error in the fields; empty if there is none. */
const char *
strata_limits_button_get_problem (StrataLimitsButton *self)
{
  return gtk_label_get_label (self->problem);
}

static GtkWidget *
add_row (GtkGrid *grid,
         int row,
         const char *title,
         GtkWidget *field)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), field);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, field, 1, row, 1, 1);
  return field;
}

static void
add_buttons (StrataLimitsButton *self,
             GtkGrid *grid)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *apply_button = strata_dialogs_new_button (_ ("_Apply"), "tasks.apply-limits");

  gtk_widget_add_css_class (apply_button, "suggested-action");
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), strata_dialogs_new_button (_ ("_Default Limits"), "tasks.reset-limits"));
  gtk_box_append (GTK_BOX (box), apply_button);
  gtk_grid_attach (grid, GTK_WIDGET (self->problem), 0, 3, 2, 1);
  gtk_grid_attach (grid, box, 0, 4, 2, 1);
}

static GtkWidget *
new_popover (StrataLimitsButton *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_add_css_class (grid, "area-heading");
  self->warn = GTK_SPIN_BUTTON (add_row (GTK_GRID (grid), 0, _ ("_Warn of main-thread tasks longer than (ms)"), gtk_spin_button_new_with_range (1, MOST_MS, 10)));
  self->severe = GTK_SPIN_BUTTON (add_row (GTK_GRID (grid), 1, _ ("_Severe if longer than (ms)"), gtk_spin_button_new_with_range (1, MOST_MS, 10)));
  self->own = GTK_ENTRY (add_row (GTK_GRID (grid), 2, _ ("_Separate limits"), gtk_entry_new ()));
  gtk_entry_set_placeholder_text (self->own, "JSON.parse=20ms; thread:Worker*=100ms");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->own), _ ("NAME=TIME for calls of a name on any thread, thread:NAME=TIME for the tasks of a thread; names may contain * and ?; separate with semicolons"));
  gtk_widget_set_size_request (GTK_WIDGET (self->own), 300, -1);

  self->problem = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_max_width_chars (self->problem, 60);
  gtk_label_set_xalign (self->problem, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  add_buttons (self, GTK_GRID (grid));
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  return popover;
}

static void
on_entry_activated (StrataLimitsButton *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "tasks.apply-limits", NULL);
}

static void
strata_limits_button_dispose (GObject *object)
{
  StrataLimitsButton *self = STRATA_LIMITS_BUTTON (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_object (&self->settings);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_limits_button_parent_class)->dispose (object);
}

static void
strata_limits_button_class_init (StrataLimitsButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_limits_button_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_install_action (widget_class, "tasks.apply-limits", NULL, STRATA_ACTION (apply));
  gtk_widget_class_install_action (widget_class, "tasks.reset-limits", NULL, STRATA_ACTION (reset));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
show_set (StrataLimitsButton *self)
{
  g_auto (StrataTaskSettings) set = { 0 };

  strata_task_settings_read (self->settings, &set);

  g_autofree char *own = g_strjoinv ("; ", set.own);

  strata_limits_button_set (self, set.warn_ms, set.severe_ms, own);
}

/* Changed by the preferences, or by the button of another window. */
static void
on_limits_changed (StrataLimitsButton *self)
{
  g_auto (StrataTaskSettings) set = { 0 };

  if (self->is_applying)
    return;

  show_set (self);
  strata_task_settings_read (self->settings, &set);
  strata_findings_set_task_limits (strata_session_get_findings (self->session), strata_task_settings_make_limits (&set, NULL));
}

static void
follow_settings (StrataLimitsButton *self)
{
  static const char *const keys[] = { "changed::task-warning", "changed::task-severe", "changed::task-limits" };

  for (guint i = 0; self->settings != NULL && i < G_N_ELEMENTS (keys); i++)
    g_signal_connect_object (self->settings, keys[i], G_CALLBACK (on_limits_changed), self, G_CONNECT_SWAPPED);
}

static void
strata_limits_button_init (StrataLimitsButton *self)
{
  self->settings = strata_settings_new ();
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), _ ("Limits"));
  gtk_widget_set_tooltip_text (self->button, _ ("Time limits of tasks"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), new_popover (self));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Task limits"), -1);
  g_signal_connect_object (self->own, "activate", G_CALLBACK (on_entry_activated), self, G_CONNECT_SWAPPED);

  show_set (self);
  follow_settings (self);
}

/* The long tasks of @session are found again when the limits change. */
GtkWidget *
strata_limits_button_new (StrataSession *session)
{
  StrataLimitsButton *self = g_object_new (STRATA_TYPE_LIMITS_BUTTON, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
