/* strata-view-animation.c - animates the way to a view that is far away
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-animation.h"

#include <math.h>

/* Sliding to a place many screens away only shows a blur; jumping loses the place. Zooming out
 * until both views are visible, and in again, shows the way. On this path the content moves evenly:
 * J. van Wijk and W. Nuij, "Smooth and Efficient Zooming and Panning", 2003. */

/* Preference for zooming out over sliding, from their experiments. */
#define RHO 1.4

/* The angle of the path's curve at one of its ends. */
static double
get_angle (double width_ns,
           double other_width_ns,
           double distance_ns)
{
  const double rho_2 = RHO * RHO;
  const double b = (other_width_ns * other_width_ns - width_ns * width_ns + rho_2 * rho_2 * distance_ns * distance_ns) / (2 * width_ns * rho_2 * distance_ns);

  return -asinh (b);
}

/**
 * strata_view_animation_get_view:
 * @self: a animation
 * @frac: its progress, from 0 to 1
 * @middle_ns: (out): the middle of the view
 * @width_ns: (out): how much time it shows
 *
 * Reports the view at a point of an animation.
 */
void
strata_view_animation_get_view (const StrataViewAnimation *self,
                                double frac,
                                double *middle_ns,
                                double *width_ns)
{
  const double distance_ns = fabs (self->to_ns - self->from_ns);
  const double direction = self->to_ns < self->from_ns ? -1 : 1;

  if (distance_ns < 1e-3 * MIN (self->from_width_ns, self->to_width_ns))
    {
      *middle_ns = self->from_ns + (self->to_ns - self->from_ns) * frac;
      *width_ns = self->from_width_ns * pow (self->to_width_ns / self->from_width_ns, frac);
      return;
    }

  const double from_angle = get_angle (self->from_width_ns, self->to_width_ns, distance_ns);
  const double to_angle = -get_angle (self->to_width_ns, self->from_width_ns, distance_ns);
  const double angle = from_angle + (to_angle - from_angle) * frac;
  const double reach_ns = self->from_width_ns / (RHO * RHO);

  *middle_ns = self->from_ns + direction * reach_ns * (cosh (from_angle) * tanh (angle) - sinh (from_angle));
  *width_ns = self->from_width_ns * cosh (from_angle) / cosh (angle);
}
