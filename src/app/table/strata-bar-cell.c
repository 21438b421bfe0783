/* strata-bar-cell.c - a number with a bar behind it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bar-cell.h"

#include "strata-cell-text.h"

/* The width of the bar is the number's share of the total. It begins at the right, like the number,
 * and has the colour of the text, so that themes need no other. */
struct _StrataBarCell
{
  GtkWidget parent_instance;

  GtkWidget *inscription;
  double share;
};

#define BAR_ALPHA 0.4f
#define BAR_PX 2.0f

/* Shorter bars would look like dirt under the text. */
#define MIN_BAR_PX 4.0f

G_DEFINE_FINAL_TYPE (StrataBarCell, strata_bar_cell, GTK_TYPE_WIDGET)

/**
 * strata_bar_cell_show:
 * @self: a cell
 * @text: the number as text
 * @share: width of the bar, from 0 to 1
 *
 * Shows a number.
 */
void
strata_bar_cell_show (StrataBarCell *self,
                      const char *text,
                      double share)
{
  strata_cell_text_set_number (GTK_INSCRIPTION (self->inscription), text);
  self->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
strata_bar_cell_snapshot (GtkWidget *widget,
                          GtkSnapshot *snapshot)
{
  StrataBarCell *self = STRATA_BAR_CELL (widget);
  float width = (float) gtk_widget_get_width (widget);
  float bar = (float) self->share * width;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  color.alpha *= BAR_ALPHA;

  if (bar >= MIN_BAR_PX)
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (width - bar, (float) gtk_widget_get_height (widget) - BAR_PX, bar, BAR_PX));

  gtk_widget_snapshot_child (widget, self->inscription, snapshot);
}

static void
strata_bar_cell_dispose (GObject *object)
{
  g_clear_pointer (&STRATA_BAR_CELL (object)->inscription, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_bar_cell_parent_class)->dispose (object);
}

static void
strata_bar_cell_class_init (StrataBarCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_bar_cell_dispose;
  widget_class->snapshot = strata_bar_cell_snapshot;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_bar_cell_init (StrataBarCell *self)
{
  self->inscription = gtk_inscription_new (NULL);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->inscription), 1);
  gtk_widget_add_css_class (self->inscription, "numeric");
  gtk_widget_set_parent (self->inscription, GTK_WIDGET (self));
}

/**
 * strata_bar_cell_new:
 * @n_chars: its width, in characters
 *
 * Returns: (transfer floating): an empty cell
 */
GtkWidget *
strata_bar_cell_new (guint n_chars)
{
  StrataBarCell *self = g_object_new (STRATA_TYPE_BAR_CELL, NULL);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->inscription), n_chars);
  return GTK_WIDGET (self);
}
