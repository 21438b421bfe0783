/* strata-interval-dialog.c - asks for the sample interval
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-interval-dialog.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"

/* HiCollie's default interval unless its program asked for another. It accepts 50 to 500 ms; other
 * systems may accept more. */
#define USUAL_MS 150
#define LEAST_MS 1
#define MOST_MS 3600000
#define STEP_MS 10

struct _StrataIntervalDialog
{
  GtkWindow parent_instance;

  GtkSpinButton *interval;
};

enum
{
  APPLY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataIntervalDialog, strata_interval_dialog, GTK_TYPE_WINDOW)

static void
activate_apply (StrataIntervalDialog *self)
{
  gtk_spin_button_update (self->interval);
  g_signal_emit (self, signals[APPLY], 0, gtk_spin_button_get_value_as_int (self->interval));
  gtk_window_close (GTK_WINDOW (self));
}

static void
strata_interval_dialog_class_init (StrataIntervalDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[APPLY] = g_signal_new ("apply", STRATA_TYPE_INTERVAL_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_install_action (widget_class, "interval.apply", NULL, STRATA_ACTION (activate_apply));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
new_explanation (void)
{
  GtkWidget *label = gtk_label_new (_ ("The log does not contain its sampling interval. HiCollie takes a sample every 150 ms unless the program asks for another interval."));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), 44);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  return label;
}

static GtkWidget *
new_row (StrataIntervalDialog *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("_Interval (ms)"));

  self->interval = GTK_SPIN_BUTTON (gtk_spin_button_new_with_range (LEAST_MS, MOST_MS, STEP_MS));
  gtk_spin_button_set_numeric (self->interval, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->interval), 8);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->interval))), TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->interval), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->interval));
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->interval));
  return row;
}

static void
strata_interval_dialog_init (StrataIntervalDialog *self)
{
  GtkWidget *apply = strata_dialogs_new_button (_ ("_Apply"), "interval.apply");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), new_explanation ());
  gtk_box_append (GTK_BOX (box), new_row (self));
  gtk_window_set_title (GTK_WINDOW (self), _ ("Sampling Interval"));
  gtk_window_set_titlebar (GTK_WINDOW (self), strata_dialogs_new_header (apply));
  gtk_window_set_default_widget (GTK_WINDOW (self), apply);
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_resizable (GTK_WINDOW (self), FALSE);
}

/**
 * strata_interval_dialog_new:
 * @parent: the window that asks
 * @interval_ms: the previous value, or 0
 *
 * Returns: (transfer none): the dialog, not yet shown
 */
GtkWidget *
strata_interval_dialog_new (GtkWindow *parent,
                            int interval_ms)
{
  StrataIntervalDialog *self = g_object_new (STRATA_TYPE_INTERVAL_DIALOG, "transient-for", parent, "destroy-with-parent", TRUE, NULL);

  gtk_spin_button_set_value (self->interval, interval_ms > 0 ? interval_ms : USUAL_MS);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->interval));
  gtk_editable_select_region (GTK_EDITABLE (self->interval), 0, -1);
  return GTK_WIDGET (self);
}
