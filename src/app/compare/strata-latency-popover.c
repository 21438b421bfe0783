/* strata-latency-popover.c - chooses the latencies to measure in two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-latency-popover.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"

#define NAME_CHARS 36

/* Two names to fill in, and the list of measured latencies. The pair owns the latencies. */
struct _StrataLatencyPopover
{
  GtkPopover parent_instance;

  StrataSessionPair *pair; /* owned */
  GtkGrid *names;
  GtkEditable *from;
  GtkEditable *to;
  GtkBox *measured; /* a row for each latency */
};

G_DEFINE_FINAL_TYPE (StrataLatencyPopover, strata_latency_popover, GTK_TYPE_POPOVER)

static void
activate_add (StrataLatencyPopover *self)
{
  const char *from = gtk_editable_get_text (self->from);
  const char *to = gtk_editable_get_text (self->to);

  if (*from == '\0' || *to == '\0')
    return;

  strata_session_pair_add_latency (self->pair, from, to);
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
activate_remove (GtkWidget *widget,
                 const char *action_name,
                 GVariant *parameter)
{
  strata_session_pair_remove_latency (STRATA_LATENCY_POPOVER (widget)->pair, g_variant_get_uint32 (parameter));
}

static void
activate_remove_all (StrataLatencyPopover *self)
{
  strata_session_pair_remove_latencies (self->pair);
}

static GtkWidget *
make_row (const StrataLatencyNames *names,
          guint index)
{
  g_autofree char *title = strata_latency_names_dup_title (names);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, title);
  gtk_widget_set_tooltip_text (button, _ ("Stop measuring it"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "latency.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", index);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), button);
  return row;
}

static void
show_measured (StrataLatencyPopover *self)
{
  g_autoptr (GArray) latencies = strata_session_pair_list_latencies (self->pair);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->measured))) != NULL)
    gtk_box_remove (self->measured, row);

  for (guint i = 0; i < latencies->len; i++)
    gtk_box_append (self->measured, make_row (&g_array_index (latencies, StrataLatencyNames, i), i));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "latency.remove-all", latencies->len > 0);
}

/* Fills in the two names that were selected last, which are the most likely choice. */
static void
on_shown (StrataLatencyPopover *self)
{
  const char *from;
  const char *to;

  if (strata_session_pair_get_selected_names (self->pair, &from, &to))
    strata_latency_popover_set_names (self, from, to);
}

static GtkEditable *
add_name (StrataLatencyPopover *self,
          const char *title,
          int row)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);
  GtkWidget *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Name of a slice or marker"));
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), NAME_CHARS);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  g_signal_connect_object (entry, "activate", G_CALLBACK (gtk_widget_activate_default), self, G_CONNECT_SWAPPED);
  gtk_grid_attach (self->names, label, 0, row, 1, 1);
  gtk_grid_attach (self->names, entry, 1, row, 1, 1);
  return GTK_EDITABLE (entry);
}

static void
add_children (StrataLatencyPopover *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *add = strata_dialogs_new_button (_ ("_Add"), "latency.add");

  self->names = GTK_GRID (gtk_grid_new ());
  self->measured = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3));
  gtk_grid_set_row_spacing (self->names, 6);
  gtk_grid_set_column_spacing (self->names, 6);
  self->from = add_name (self, _ ("From the _start of"), 0);
  self->to = add_name (self, _ ("To the _end of the next"), 1);
  gtk_box_append (GTK_BOX (buttons), add);
  gtk_box_append (GTK_BOX (buttons), strata_dialogs_new_button (_ ("_Remove All"), "latency.remove-all"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->names));
  gtk_box_append (GTK_BOX (box), buttons);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->measured));
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_popover_set_default_widget (GTK_POPOVER (self), add);
}

static void
strata_latency_popover_dispose (GObject *object)
{
  g_clear_object (&STRATA_LATENCY_POPOVER (object)->pair);

  G_OBJECT_CLASS (strata_latency_popover_parent_class)->dispose (object);
}

static void
strata_latency_popover_class_init (StrataLatencyPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_latency_popover_dispose;
  gtk_widget_class_install_action (widget_class, "latency.add", NULL, STRATA_ACTION (activate_add));
  gtk_widget_class_install_action (widget_class, "latency.remove", "u", activate_remove);
  gtk_widget_class_install_action (widget_class, "latency.remove-all", NULL, STRATA_ACTION (activate_remove_all));
}

static void
strata_latency_popover_init (StrataLatencyPopover *self)
{
  add_children (self);
  g_signal_connect (self, "map", G_CALLBACK (on_shown), NULL);
}

/**
 * strata_latency_popover_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): a popover that adds and removes latencies
 */
GtkWidget *
strata_latency_popover_new (StrataSessionPair *pair)
{
  StrataLatencyPopover *self = g_object_new (STRATA_TYPE_LATENCY_POPOVER, NULL);

  self->pair = g_object_ref (pair);
  g_signal_connect_object (pair, "latencies-changed", G_CALLBACK (show_measured), self, G_CONNECT_SWAPPED);
  show_measured (self);
  return GTK_WIDGET (self);
}

/**
 * strata_latency_popover_set_names:
 * @self: the popover
 * @from: the name of a slice or marker
 * @to: the name of another
 *
 * Fills in the names for latency.add.
 */
void
strata_latency_popover_set_names (StrataLatencyPopover *self,
                                  const char *from,
                                  const char *to)
{
  gtk_editable_set_text (self->from, from);
  gtk_editable_set_text (self->to, to);
}
