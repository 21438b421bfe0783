/* strata-diff-picture.c - a comparison as a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-picture.h"

#include "strata-flame.h"

#define WIDTH_PX 1600

/**
 * strata_diff_picture_new:
 * @diff: a comparison
 * @widths: whose times are the widths
 * @palette: the colours
 * @name: a name whose suffix chooses the format: .svg, .png or .pdf
 * @error: where to put that it is none of these
 *
 * Draws who called whom in one capture, coloured by how it differs from the other.
 *
 * Returns: (transfer full): the file's content, or %NULL
 */
GBytes *
strata_diff_picture_new (StrataDiff *diff,
                         StrataDiffSide widths,
                         const StrataPalette *palette,
                         const char *name,
                         GError **error)
{
  g_autoptr (StrataDiffTree) tree = strata_diff_tree_new (diff, NULL, error);
  g_autoptr (StrataFlame) flame = tree != NULL ? strata_flame_new_diff (tree, widths) : NULL;
  const StrataFlameFrame frame = { .root = STRATA_CALL_TREE_ROOT };

  return flame != NULL ? strata_flame_export (flame, WIDTH_PX, &frame, palette, name, error) : NULL;
}
