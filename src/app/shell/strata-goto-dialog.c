/* strata-goto-dialog.c - asks for a time and goes there
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-goto-dialog.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-dialogs.h"
#include "strata-session-cursors.h"
#include "strata-time-text.h"

/* The text below the entry shows how the input was understood, or its error. Cursor A marks the
 * place, since the view may already show the whole trace. */

struct _StrataGotoDialog
{
  GtkWindow parent_instance;

  GtkEntry *entry;
  GtkLabel *meaning;
  StrataSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataGotoDialog, strata_goto_dialog, GTK_TYPE_WINDOW)

static StrataTimeContext
get_context (StrataGotoDialog *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (self->session));

  return (StrataTimeContext){
    .trace_span = strata_trace_get_span (trace),
    .middle_ns = view.begin_ns + strata_span_get_length_ns (view) / 2,
    .start_us = strata_trace_get_start_time_us (trace),
  };
}

static gboolean
understand (StrataGotoDialog *self,
            gint64 *time_ns,
            char **meaning)
{
  const StrataTimeContext context = get_context (self);
  g_autoptr (GError) error = NULL;
  const gboolean is_time = strata_time_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &context, time_ns, &error);

  *meaning = is_time ? strata_time_describe (&context, *time_ns) : g_strdup (error->message);
  return is_time;
}

static void
on_changed (StrataGotoDialog *self)
{
  g_autofree char *meaning = NULL;
  gint64 time_ns;
  const gboolean is_empty = *gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0';
  const gboolean is_time = understand (self, &time_ns, &meaning);

  gtk_label_set_label (self->meaning, is_empty ? _ ("For example 1.5 s (ruler), +20 ms (from here), 1234.567890 (file) or 14:03:22.5") : meaning);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, gtk_label_get_label (self->meaning), -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "goto.go", is_time);
}

static void
activate_go (StrataGotoDialog *self)
{
  g_autofree char *meaning = NULL;
  gint64 time_ns;

  if (!understand (self, &time_ns, &meaning))
    return;

  strata_view_go_to_time (strata_session_get_view (self->session), time_ns);
  strata_session_set_cursor (self->session, STRATA_CURSOR_A, time_ns);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_activate (StrataGotoDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "goto.go", NULL);
}

static void
strata_goto_dialog_dispose (GObject *object)
{
  g_clear_object (&STRATA_GOTO_DIALOG (object)->session);
  G_OBJECT_CLASS (strata_goto_dialog_parent_class)->dispose (object);
}

static void
strata_goto_dialog_class_init (StrataGotoDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_goto_dialog_dispose;
  gtk_widget_class_install_action (widget_class, "goto.go", NULL, STRATA_ACTION (activate_go));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
strata_goto_dialog_init (StrataGotoDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->entry = GTK_ENTRY (gtk_entry_new ());
  self->meaning = GTK_LABEL (gtk_label_new (NULL));
  gtk_entry_set_placeholder_text (self->entry, _ ("Time"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time"), -1);
  gtk_label_set_wrap (self->meaning, TRUE);
  gtk_label_set_xalign (self->meaning, 0);
  gtk_label_set_width_chars (self->meaning, 48);
  gtk_label_set_max_width_chars (self->meaning, 48);
  gtk_widget_add_css_class (GTK_WIDGET (self->meaning), "numeric");
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->meaning));
  gtk_window_set_title (GTK_WINDOW (self), _ ("Go to Time"));
  gtk_window_set_titlebar (GTK_WINDOW (self), strata_dialogs_new_header (strata_dialogs_new_button (_ ("_Go"), "goto.go")));
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_resizable (GTK_WINDOW (self), FALSE);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);
}

/**
 * strata_goto_dialog_new:
 * @parent: the window that asks
 * @session: the session to move
 *
 * Returns: (transfer none): the dialog, not yet shown
 */
GtkWidget *
strata_goto_dialog_new (GtkWindow *parent,
                        StrataSession *session)
{
  StrataGotoDialog *self = g_object_new (STRATA_TYPE_GOTO_DIALOG, "transient-for", parent, "destroy-with-parent", TRUE, NULL);

  self->session = g_object_ref (session);
  on_changed (self);
  return GTK_WIDGET (self);
}
