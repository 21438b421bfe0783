/* test-view-animation.c - animations from one view to another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-animation.h"

#include <math.h>

#define N_STEPS 200

static const StrataViewAnimation journeys[] = {
  { 0, 1e6, 1e7, 1e6 },          /* ten screens on */
  { 5e9, 1e6, -3e9, 2e6 },       /* back, and wider */
  { 0, 1e6, 3.6e12, 1000 },      /* an hour on, and close */
  { 7, 1e3, 7, 1e9 },            /* out at one place */
  { 0, 1e9, 1e9, 1 },            /* in on an edge */
  { 1e12, 1000, 1e12 + 10, 10 }, /* a little further in */
};

static void
test_ends (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (journeys); i++)
    {
      const StrataViewAnimation *animation = &journeys[i];
      double middle_ns;
      double width_ns;

      strata_view_animation_get_view (animation, 0, &middle_ns, &width_ns);
      g_assert_cmpfloat_with_epsilon (middle_ns, animation->from_ns, animation->from_width_ns / 1000);
      g_assert_cmpfloat_with_epsilon (width_ns, animation->from_width_ns, animation->from_width_ns / 1000);
      strata_view_animation_get_view (animation, 1, &middle_ns, &width_ns);
      g_assert_cmpfloat_with_epsilon (middle_ns, animation->to_ns, animation->to_width_ns);
      g_assert_cmpfloat_with_epsilon (width_ns, animation->to_width_ns, animation->to_width_ns / 100);
    }
}

/* Never overshoots, and never moves so fast that a step leaves nothing of the view before. */
static void
test_between (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (journeys); i++)
    {
      const StrataViewAnimation *animation = &journeys[i];
      const double sign = animation->to_ns < animation->from_ns ? -1 : 1;
      double last_ns = animation->from_ns;

      for (guint step = 1; step <= N_STEPS; step++)
        {
          double middle_ns;
          double width_ns;

          strata_view_animation_get_view (animation, (double) step / N_STEPS, &middle_ns, &width_ns);
          g_assert_true (isfinite (middle_ns) && width_ns > 0);
          g_assert_cmpfloat (sign * (middle_ns - last_ns), >=, -width_ns / 1000);
          g_assert_cmpfloat (fabs (middle_ns - last_ns), <, width_ns);
          last_ns = middle_ns;
        }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/animation/ends", test_ends);
  g_test_add_func ("/animation/between", test_between);
  return g_test_run ();
}
