/* strata-readout.c - describes the item under the pointer next to it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-readout.h"

#include "strata-colors.h"

/* To be calm, it appears only after the pointer has rested briefly, and stays briefly when the
 * pointer crosses a gap; between items only its text changes. The timeline places it; pointer
 * events go through it. It is opaque, in the colours of the lanes, so that it is readable over any
 * of them. */

#define SHOW_DELAY_MS 120
#define HIDE_DELAY_MS 80
#define MOST_CHARS 72
#define MOST_LINES 12
#define PADDING_PX 8
#define RADIUS_PX 6

struct _StrataReadout
{
  GtkWidget parent_instance;

  GtkWidget *label;
  const StrataPalette *palette; /* borrowed: static */
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

/* The first line is the name of the item. */
static void
set_text (StrataReadout *self,
          const char *text)
{
  StrataColor color = self->palette->header_text;
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  PangoAttribute *foreground = pango_attr_foreground_new ((color >> 16 & 0xff) * 257, (color >> 8 & 0xff) * 257, (color & 0xff) * 257);

  bold->end_index = (guint) strcspn (text, "\n");
  pango_attr_list_insert (attributes, bold);
  pango_attr_list_insert (attributes, foreground);
  gtk_label_set_attributes (GTK_LABEL (self->label), attributes);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  pango_attr_list_unref (attributes);
}

static void
append_frame (GtkSnapshot *snapshot,
              const GskRoundedRect *outline,
              const StrataPalette *palette)
{
  GdkRGBA shadow = { 0, 0, 0, 0.25f };
  GdkRGBA background = strata_color_to_rgba (palette->header_background, 1);
  GdkRGBA line = strata_color_to_rgba (palette->line, 1);

  gtk_snapshot_append_outset_shadow (snapshot, outline, &shadow, 0, 2, 0, 6);
  gtk_snapshot_push_rounded_clip (snapshot, outline);
  gtk_snapshot_append_color (snapshot, &background, &outline->bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, outline, (float[]){ 1, 1, 1, 1 }, (GdkRGBA[]){ line, line, line, line });
}

static void
strata_readout_snapshot (GtkWidget *widget,
                         GtkSnapshot *snapshot)
{
  StrataReadout *self = STRATA_READOUT (widget);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)), RADIUS_PX);
  append_frame (snapshot, &outline, self->palette);
  gtk_widget_snapshot_child (widget, self->label, snapshot);
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
  GTK_WIDGET_CLASS (klass)->snapshot = strata_readout_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "readout");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
strata_readout_init (StrataReadout *self)
{
  self->palette = strata_palette_get_light ();
  self->label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->label), MOST_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->label), MOST_CHARS);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_widget_set_margin_start (self->label, PADDING_PX);
  gtk_widget_set_margin_end (self->label, PADDING_PX);
  gtk_widget_set_margin_top (self->label, PADDING_PX - 2);
  gtk_widget_set_margin_bottom (self->label, PADDING_PX - 2);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * strata_readout_set_palette:
 * @self: the read-out
 * @palette: (transfer none): the colours
 *
 * Sets the colours.
 */
void
strata_readout_set_palette (StrataReadout *self,
                            const StrataPalette *palette)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  self->palette = palette;
  set_text (self, gtk_label_get_text (GTK_LABEL (self->label)));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * strata_readout_show:
 * @self: the read-out
 * @text: its text
 *
 * Shows a text: at once if it replaces another, else once the pointer has rested.
 */
void
strata_readout_show (StrataReadout *self,
                     const char *text)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  set_text (self, text);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    self->delay_id = g_timeout_add (SHOW_DELAY_MS, on_show_delay, self);
}

/**
 * strata_readout_show_now:
 * @self: the read-out
 * @text: its text
 *
 * Shows a text without delay, such as during a drag.
 */
void
strata_readout_show_now (StrataReadout *self,
                         const char *text)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  set_text (self, text);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/**
 * strata_readout_hide:
 * @self: the read-out
 *
 * Hides it after a short delay, unless a new text is set before.
 */
void
strata_readout_hide (StrataReadout *self)
{
  g_return_if_fail (STRATA_IS_READOUT (self));

  stop_delay (self);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    self->delay_id = g_timeout_add (HIDE_DELAY_MS, on_hide_delay, self);
}
