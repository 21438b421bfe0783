/* strata-frames-table.h - the table of the frames pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-frame-item.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

#define STRATA_TYPE_FRAMES_TABLE (strata_frames_table_get_type ())
G_DECLARE_FINAL_TYPE (StrataFramesTable, strata_frames_table, STRATA, FRAMES_TABLE, GtkWidget)

/* Signals: selection-changed (), when somebody has chosen another line. */

/* All groups of apps. */
#define STRATA_FRAMES_TABLE_APPS G_MAXUINT

GtkWidget *strata_frames_table_new (void);
void strata_frames_table_set_frames (StrataFramesTable *self, StrataFrames *frames, guint group, gboolean is_slow_only);
GListModel *strata_frames_table_get_list (StrataFramesTable *self);
guint32 strata_frames_table_get_selected (StrataFramesTable *self);
void strata_frames_table_select (StrataFramesTable *self, guint32 frame);
void strata_frames_table_choose (StrataFramesTable *self, guint position);
void strata_frames_table_sort (StrataFramesTable *self, StrataFrameColumn column, gboolean is_descending);
StrataTableRows *strata_frames_table_new_rows (StrataFramesTable *self, gboolean is_selection);
GtkWidget *strata_frames_table_get_widget (StrataFramesTable *self);

G_END_DECLS
