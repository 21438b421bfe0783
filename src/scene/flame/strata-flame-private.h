/* strata-flame-private.h - what a flame graph knows of its calls
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

/* Of calls that are not told apart: none, but a grey. */
#define STRATA_FLAME_HUE_OF_REST STRATA_N_HUES

/* Either of a tree or a chart. */
struct _StrataFlame
{
  gatomicrefcount ref_count;
  StrataCallTree *tree;    /* owned; nullable */
  StrataFlameChart *chart; /* owned; nullable */
  guint8 *hues;            /* owned: by node; of changes an index into those of the palette */
  guint8 *is_found;        /* owned; nullable: by node, in a chart by name, while something is searched for */
  gint64 found_ns;
  char *search; /* owned; nullable: what that is of */
  guint32 n_levels;
  StrataDiffTree *changes; /* owned; nullable: what the tree is compared in */
  StrataDiffSide side;     /* which of its trees this is */
};

/* Outlines a box in high contrast, where it is large enough. Device pixels. */
void strata_flame_add_contrast (StrataDrawList *list, const StrataPalette *palette, StrataBox box, double scale);

G_END_DECLS
