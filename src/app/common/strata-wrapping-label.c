/* strata-wrapping-label.c - labels of several lines, also in Chinese
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-wrapping-label.h"

/* GTK 4.8 searches for the least width of a wrapping label at a height, and for some Chinese texts finds more than the
 * least width at any height, which it then reports as a bug of the program. No width in characters prevents that for
 * all texts. The height has no effect here: the label is as high as its lines need. */
static void
measure (GtkWidget *label,
         GtkOrientation orientation,
         int for_size_px,
         int *least_px,
         int *natural_px,
         int *least_baseline_px,
         int *natural_baseline_px)
{
  GTK_WIDGET_GET_CLASS (label)->measure (label, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size_px, least_px, natural_px, least_baseline_px, natural_baseline_px);
}

static void
allocate (GtkWidget *label,
          int width_px,
          int height_px,
          int baseline_px)
{
  GTK_WIDGET_GET_CLASS (label)->size_allocate (label, width_px, height_px, baseline_px);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *label)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/**
 * strata_wrapping_label_set:
 * @label: a label
 *
 * Makes a label wrap its lines, between letters if a word is too long.
 */
void
strata_wrapping_label_set (GtkLabel *label)
{
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_layout_manager (GTK_WIDGET (label), gtk_custom_layout_new (get_request_mode, measure, allocate));
}
