/* strata-selection.h - the selection in a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-critical-path.h"
#include "strata-highlight.h"
#include "strata-links.h"
#include "strata-thread-runs.h"
#include "strata-view.h"

G_BEGIN_DECLS

/* A selected area of time and lanes. */
typedef struct
{
  gboolean is_set;    /* whether there is one */
  StrataSpan span;    /* its time */
  guint32 first_lane; /* its topmost lane */
  guint32 last_lane;  /* its lowest lane */
} StrataArea;

#define STRATA_TYPE_SELECTION (strata_selection_get_type ())
G_DECLARE_FINAL_TYPE (StrataSelection, strata_selection, STRATA, SELECTION, GObject)

/* Signals. All pointers are borrowed and only valid during the emission:
 *   item-changed (const StrataItem *item, const StrataItem *before)
 *     the selected item, and with it the links
 *   hover-changed (const StrataItem *item)
 *     the item under the pointer
 *   highlight-changed (guint name)
 *     the name whose calls are underlined, or STRATA_NONE; none are known yet
 *   highlight-found (guint n_slices)
 *     the calls of that name
 *   path-changed (guint slice)
 *     the shown critical path, or whether any is shown; STRATA_NONE for none
 *   area-changed (gboolean is_set)
 *     the area */

StrataSelection *strata_selection_new (StrataView *view);

StrataView *strata_selection_get_view (StrataSelection *self);

StrataItem strata_selection_get_item (StrataSelection *self);
void strata_selection_take_item (StrataSelection *self, StrataItem item, StrataLinks *links);
const StrataLink *strata_selection_get_links (StrataSelection *self, guint *n_links, guint *n_all);
const StrataThreadRuns *strata_selection_get_thread_runs (StrataSelection *self, guint32 thread);

StrataItem strata_selection_get_hover (StrataSelection *self);
void strata_selection_set_hover (StrataSelection *self, StrataItem item);

guint32 strata_selection_get_highlight (StrataSelection *self);
void strata_selection_set_highlight (StrataSelection *self, guint32 name);
const StrataHighlight *strata_selection_get_highlighted (StrataSelection *self);
void strata_selection_find_highlighted_now (StrataSelection *self);

const StrataArea *strata_selection_get_area (StrataSelection *self);
void strata_selection_set_area (StrataSelection *self, const StrataArea *area);

gboolean strata_selection_can_show_path (StrataSelection *self);
gboolean strata_selection_get_path_shown (StrataSelection *self);
void strata_selection_set_path_shown (StrataSelection *self, gboolean is_shown);
gboolean strata_selection_show_path_now (StrataSelection *self);
const StrataCriticalPath *strata_selection_get_path (StrataSelection *self);
guint32 strata_selection_get_path_slice (StrataSelection *self);
const StrataLink *strata_selection_get_path_links (StrataSelection *self, guint *n_links);

G_END_DECLS
