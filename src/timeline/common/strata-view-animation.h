/* strata-view-animation.h - animates the way to a view that is far away
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The way between two views. Times are relative to any time nearby. */
typedef struct
{
  double from_ns;       /* middle of the first view */
  double from_width_ns; /* how much time that view shows */
  double to_ns;         /* middle of the last view */
  double to_width_ns;   /* how much time that view shows */
} StrataViewAnimation;

void strata_view_animation_get_view (const StrataViewAnimation *self, double frac, double *middle_ns, double *width_ns);

G_END_DECLS
