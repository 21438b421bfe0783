/* strata-flame-chart.h - the calls of a scope in time order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-flame.h"
#include "strata-lod-index.h"

G_BEGIN_DECLS

/* A thread of a call chart. */
typedef struct
{
  guint32 track;      /* index of the track of the thread */
  guint32 level;      /* the level with the name of the thread; its calls follow */
  guint32 first_row;  /* its first row among those of all bands */
  guint32 n_rows;     /* how many rows it has */
  guint32 base_depth; /* depth on its track of the calls in the first row */
} StrataChartBand;

/* A box's number is its slice's plus 1; 0 is the whole scope. */
typedef struct
{
  StrataTrace *trace;  /* the trace; owned */
  StrataSpan span;     /* the time of the scope */
  GArray *bands;       /* (element-type StrataChartBand): its threads, from the top down */
  StrataLodIndex *lod; /* the rows of all bands */
  guint32 *row_begin;  /* first place of each row in the order of the slices */
  guint32 *row_end;    /* one past its last */
  guint8 *row_hues;    /* hues by row, if the colouring gives rows a colour */
  StrataHues hues;     /* the colours of calls */
  guint32 n_levels;    /* how many levels there are; the first has the ruler */
} StrataFlameChart;

StrataFlameChart *strata_flame_chart_new (StrataTrace *trace, const StrataScope *scope, StrataColoring coloring);
void strata_flame_chart_free (StrataFlameChart *self);
StrataSpan strata_flame_chart_get_span (const StrataFlameChart *self, guint32 node);
const StrataChartBand *strata_flame_chart_find_band (const StrataFlameChart *self, guint32 slice);
const StrataChartBand *strata_flame_chart_find_band_at (const StrataFlameChart *self, guint32 level);
guint32 strata_flame_chart_get_level (const StrataFlameChart *self, guint32 node);
guint32 strata_flame_chart_get_parent (const StrataFlameChart *self, guint32 node);
guint32 strata_flame_chart_step (const StrataFlameChart *self, guint32 from, guint32 root, int level, int sibling);
char *strata_flame_chart_dup_thread (const StrataFlameChart *self, const StrataChartBand *band);
char *strata_flame_chart_dup_process (const StrataFlameChart *self, const StrataChartBand *band);
char *strata_flame_chart_dup_label (const StrataFlameChart *self, guint32 node);
char *strata_flame_chart_dup_description (const StrataFlameChart *self, guint32 node);

void strata_flame_chart_build (const StrataFlameChart *self, const guint8 *is_found, const StrataFlameFrame *frame, const StrataPalette *palette, StrataDrawList *list);
guint32 strata_flame_chart_find (const StrataFlameChart *self, const StrataFlameFrame *frame, double x_px, double y_px);
gboolean strata_flame_chart_get_rect (const StrataFlameChart *self, const StrataFlameFrame *frame, guint32 node, double rect[4]);

G_END_DECLS
