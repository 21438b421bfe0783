/* strata-flame.h - calls as a flame graph or a call chart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-call-tree.h"
#include "strata-diff-tree.h"
#include "strata-draw-list.h"
#include "strata-view-options.h"

G_BEGIN_DECLS

/* Height of a level. */
#define STRATA_FLAME_ROW_PX 18

/**
 * StrataFlame:
 *
 * The drawing of a tree, with the colour of each of its nodes: by its kind, or,
 * in a comparison of two captures, by its change. Or a chart: the calls of
 * a scope in time order, by thread. The nodes of a chart are
 * calls, and %STRATA_CALL_TREE_ROOT is the whole time of the scope.
 */
typedef struct _StrataFlame StrataFlame;
typedef struct _StrataFlameSearch StrataFlameSearch;

/* The view of a flame graph. */
typedef struct
{
  double width_px;     /* width of the picture */
  double height_px;    /* height of the picture; for strata_flame_export() the most, or 0 for all levels */
  double scroll_px;    /* how far it is scrolled from the outermost level */
  double scale;        /* device pixels for each */
  guint32 root;        /* the node that fills the width; its callers do, too */
  gboolean is_upwards; /* whether the outermost level is at the bottom */
} StrataFlameFrame;

StrataFlame *strata_flame_new (StrataCallTree *tree, StrataColoring coloring);
StrataFlame *strata_flame_new_diff (StrataDiffTree *changes, StrataDiffSide side);
StrataFlame *strata_flame_new_chart (StrataTrace *trace, const StrataScope *scope, StrataColoring coloring);
StrataFlame *strata_flame_ref (StrataFlame *self);
void strata_flame_unref (StrataFlame *self);
gboolean strata_flame_is_chart (const StrataFlame *self);
StrataCallTree *strata_flame_get_tree (const StrataFlame *self);
StrataDiffTree *strata_flame_get_changes (const StrataFlame *self, StrataDiffSide *side);
guint32 strata_flame_get_slice (const StrataFlame *self, guint32 node);
guint32 strata_flame_find_slice (const StrataFlame *self, guint32 slice);
guint32 strata_flame_get_parent (const StrataFlame *self, guint32 node);
guint32 strata_flame_step (const StrataFlame *self, guint32 from, guint32 root, int level, int sibling);
void strata_flame_get_rows_px (const StrataFlame *self, guint32 node, double *top_px, double *bottom_px);
void strata_flame_search (StrataFlame *self, const char *text);
gboolean strata_flame_is_search (const StrataFlame *self, const char *text);
gint64 strata_flame_get_found_ns (const StrataFlame *self);
gint64 strata_flame_get_total_ns (const StrataFlame *self);
guint64 strata_flame_get_n_boxes (const StrataFlame *self);
guint32 strata_flame_get_n_levels (const StrataFlame *self);
int strata_flame_get_height_px (const StrataFlame *self);
char *strata_flame_dup_label (const StrataFlame *self, guint32 node);
char *strata_flame_dup_detail (const StrataFlame *self, guint32 node);
char *strata_flame_dup_description (const StrataFlame *self, guint32 node);

void strata_flame_build (const StrataFlame *self, const StrataFlameFrame *frame, const StrataPalette *palette, StrataDrawList *list);
void strata_flame_build_marks (const StrataFlame *self, const StrataFlameFrame *frame, const StrataPalette *palette, guint32 selected, guint32 hovered, StrataDrawList *list);
guint32 strata_flame_find (const StrataFlame *self, const StrataFlameFrame *frame, double x_px, double y_px);
gboolean strata_flame_get_rect (const StrataFlame *self, const StrataFlameFrame *frame, guint32 node, double rect[4]);

StrataFlameSearch *strata_flame_search_new (StrataFlame *flame, const char *text);
void strata_flame_search_free (StrataFlameSearch *self);
void strata_flame_search_run (StrataFlameSearch *self, GCancellable *cancellable);
void strata_flame_take_search (StrataFlame *self, StrataFlameSearch *search);

GBytes *strata_flame_export (const StrataFlame *self, int width_px, const StrataFlameFrame *frame, const StrataPalette *palette, const char *name, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFlame, strata_flame_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFlameSearch, strata_flame_search_free)

G_END_DECLS
