/* strata-log-gamma.h - the logarithm of the gamma function
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

/* lgamma() writes the sign to a global variable. */
static inline double
strata_log_gamma (double x)
{
  int sign;

  return lgamma_r (x, &sign);
}

G_END_DECLS
