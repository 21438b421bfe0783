/* strata-flame-private.h - shared by the files of the flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-draw-list-private.h"
#include "strata-flame-chart.h"
#include "strata-flame.h"
#include "strata-palette-private.h"

G_BEGIN_DECLS

/* Calls that are not told apart have no hue but a grey. */
#define STRATA_FLAME_HUE_OF_REST STRATA_N_HUES

/* Shows either a tree or a chart. */
struct _StrataFlame
{
  gatomicrefcount ref_count;
  StrataCallTree *tree;    /* owned; nullable */
  StrataFlameChart *chart; /* owned; nullable */
  guint8 *hues;            /* owned: by node; in a comparison an index into the palette's colours of changes */
  guint8 *is_found;        /* owned; nullable: by node, in a chart by name, during a search */
  gint64 found_ns;
  char *search; /* owned; nullable: the text of that search */
  guint32 n_levels;
  StrataDiffTree *changes; /* owned; nullable: the comparison that the tree is part of */
  StrataDiffSide side;     /* which of its trees this is */
};

/* Outlines a box in high contrast, if it is large enough. Device pixels. */
void strata_flame_add_contrast (StrataDrawList *list, const StrataPalette *palette, StrataBox box, double scale);

G_END_DECLS
