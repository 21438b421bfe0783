/* strata-histogram.h - durations of the slices of a name, as bars
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_HISTOGRAM (strata_histogram_get_type ())
G_DECLARE_FINAL_TYPE (StrataHistogramView, strata_histogram, STRATA, HISTOGRAM, GtkWidget)

/* Signal: bin-chosen (guint slice): the longest slice of a bar that was clicked, or chosen by key
 * or action. Actions: histogram.next-bar, histogram.previous-bar, histogram.choose-bar. */

void strata_histogram_set (StrataHistogramView *self, const StrataHistogram *histogram, const char *unit);
gboolean strata_histogram_get_range (StrataHistogramView *self, guint32 slice, gint64 *begin_ns, gint64 *end_ns);
void strata_histogram_mark (StrataHistogramView *self, gint64 duration_ns);

G_END_DECLS
