/* strata-view-animation.h - animates the way to a view that is far away
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataViewAnimation:
 * @from_ns: middle of the first view
 * @from_width_ns: how much time that view shows
 * @to_ns: middle of the last view
 * @to_width_ns: how much time that view shows
 *
 * The way between two views. Times are relative to any time nearby.
 */
typedef struct
{
  double from_ns;
  double from_width_ns;
  double to_ns;
  double to_width_ns;
} StrataViewAnimation;

void strata_view_animation_get_view (const StrataViewAnimation *self, double frac, double *middle_ns, double *width_ns);

G_END_DECLS
