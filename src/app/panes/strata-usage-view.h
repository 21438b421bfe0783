/* strata-usage-view.h - the tables of the usage pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-rows.h"
#include "strata-usage-item.h"

G_BEGIN_DECLS

#define STRATA_TYPE_USAGE_VIEW (strata_usage_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataUsageView, strata_usage_view, STRATA, USAGE_VIEW, GtkWidget)

/* Signals: selection-changed (), row-activated (StrataUsageItem). */

/**
 * StrataUsageFilter:
 * @text: what names must contain
 * @indices: (nullable) (array length=n_indices): threads, processes or numbers of CPUs that count; ascending
 * @n_indices: how many
 *
 * Which rows of a usage are listed.
 */
typedef struct
{
  const char *text;
  const guint32 *indices;
  guint n_indices;
} StrataUsageFilter;

GtkWidget *strata_usage_view_new (void);
void strata_usage_view_set_usage (StrataUsageView *self, StrataUsage *usage, StrataUsageBy by, const StrataUsageFilter *filter);
GListModel *strata_usage_view_get_list (StrataUsageView *self);
StrataUsageItem *strata_usage_view_get_selected (StrataUsageView *self);
void strata_usage_view_select (StrataUsageView *self, guint position);
void strata_usage_view_sort (StrataUsageView *self, StrataUsageColumn column, gboolean is_descending);
StrataTableRows *strata_usage_view_new_rows (StrataUsageView *self, gboolean is_selection);
GtkWidget *strata_usage_view_get_widget (StrataUsageView *self);

G_END_DECLS
