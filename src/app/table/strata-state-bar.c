/* strata-state-bar.c - shares of states as a bar
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-bar.h"

#include <math.h>
#include <string.h>

#include "strata-contrast.h"

#define LEAST_WIDTH_PX 12
#define HEIGHT_PX 12

/* The states side by side, in the order of their numbers, in their colours on the timeline. A state
 * that took any time has at least a pixel. */
struct _StrataStateBar
{
  GtkWidget parent_instance;

  gint64 states_ns[STRATA_N_STATES];
};

G_DEFINE_FINAL_TYPE (StrataStateBar, strata_state_bar, GTK_TYPE_WIDGET)

static GdkRGBA
get_color (StrataStateBar *self,
           StrataState state)
{
  gboolean is_dark;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-application-prefer-dark-theme", &is_dark, NULL);

  const StrataColor color = strata_contrast_get_palette (is_dark)->states[state];

  return (GdkRGBA){ (float) (color >> 16 & 0xff) / 255, (float) (color >> 8 & 0xff) / 255, (float) (color & 0xff) / 255, 1 };
}

static void
strata_state_bar_snapshot (GtkWidget *widget,
                           GtkSnapshot *snapshot)
{
  StrataStateBar *self = STRATA_STATE_BAR (widget);
  const double width_px = gtk_widget_get_width (widget);
  gint64 total_ns = 0;
  gint64 before_ns = 0;

  for (guint i = 0; i < STRATA_N_STATES; i++)
    total_ns += self->states_ns[i];

  for (guint i = 0; i < STRATA_N_STATES; i++)
    {
      if (self->states_ns[i] == 0)
        continue;

      const GdkRGBA color = get_color (self, i);
      const double begin_px = floor (width_px * (double) before_ns / (double) total_ns);

      before_ns += self->states_ns[i];

      const double end_px = MAX (floor (width_px * (double) before_ns / (double) total_ns), begin_px + 1);

      gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) begin_px, 0, (float) (end_px - begin_px), (float) gtk_widget_get_height (widget)));
    }
}

/**
 * strata_state_bar_set:
 * @self: the bar
 * @states_ns: the time in each state
 *
 * Shows other shares.
 */
void
strata_state_bar_set (StrataStateBar *self,
                      const gint64 states_ns[STRATA_N_STATES])
{
  memcpy (self->states_ns, states_ns, sizeof self->states_ns);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
strata_state_bar_class_init (StrataStateBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = strata_state_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "statebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
strata_state_bar_init (StrataStateBar *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH_PX, HEIGHT_PX);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-application-prefer-dark-theme", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
