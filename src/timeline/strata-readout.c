/* strata-readout.c - what the pointer rests on, in words beside it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-readout.h"

/* So that it is calm, it comes only when the pointer has rested a little, and
 * stays a little when the pointer crosses a gap; between items it only changes
 * its text. The timeline places it; pointer events go through it. */

#define SHOW_DELAY_MS 120
#define HIDE_DELAY_MS 80
#define MOST_CHARS 72

struct _StrataReadout
{
  GtkWidget parent_instance;

  GtkWidget *label;
  guint delay_id;
};

G_DEFINE_FINAL_TYPE (StrataReadout, strata_readout, GTK_TYPE_WIDGET)

static void
stop_delay (StrataReadout *self)
{
  g_clear_handle_id (&self->delay_id, g_source_remove);
}

static gboolean
on_show_delay (gpointer user_data)
{
  StrataReadout *self = user_data;

  self->delay_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_hide_delay (gpointer user_data)
{
  StrataReadout *self = user_data;

  self->delay_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return G_SOURCE_REMOVE;
}

static void
strata_readout_dispose (GObject *object)
{
  StrataReadout *self = STRATA_READOUT (object);

  stop_delay (self);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (strata_readout_parent_class)->dispose (object);
}

static void
strata_readout_class_init (StrataReadoutClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_readout_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "readout");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
strata_readout_init (StrataReadout *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->label), 12);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), MOST_CHARS);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "osd");
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * strata_readout_new:
 *
 * Returns: (transfer floating): a read-out that does not show
 */
GtkWidget *
strata_readout_new (void)
{
  return g_object_new (STRATA_TYPE_READOUT, NULL);
}

/**
 * strata_readout_show:
 * @self: the read-out
 * @text: what it says
 *
 * Shows a text: at once in place of another, else when the pointer has rested.
 */
void
strata_readout_show (StrataReadout *self,
                     const char *text)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    self->delay_id = g_timeout_add (SHOW_DELAY_MS, on_show_delay, self);
}

/**
 * strata_readout_show_now:
 * @self: the read-out
 * @text: what it says
 *
 * Shows a text without delay, as while something is dragged.
 */
void
strata_readout_show_now (StrataReadout *self,
                         const char *text)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/**
 * strata_readout_hide:
 * @self: the read-out
 *
 * Hides it, unless a text comes soon.
 */
void
strata_readout_hide (StrataReadout *self)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    self->delay_id = g_timeout_add (HIDE_DELAY_MS, on_hide_delay, self);
}

/**
 * strata_readout_get_text:
 * @self: the read-out
 *
 * Returns: (transfer none): the last text, shown or not
 */
const char *
strata_readout_get_text (StrataReadout *self)
{
  g_return_val_if_fail (STRATA_IS_READOUT (self), NULL);

  return gtk_label_get_text (GTK_LABEL (self->label));
}
