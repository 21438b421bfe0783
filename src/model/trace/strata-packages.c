/* strata-packages.c - packages installed on the device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-packages.h"

#include "strata-trace-private.h"

/**
 * strata_packages_get:
 * @trace: a trace
 * @n_packages: (out): how many
 *
 * Returns: (transfer none) (array length=n_packages): its list of packages, in the order of the file
 */
const StrataPackage *
strata_packages_get (StrataTrace *trace,
                     guint *n_packages)
{
  const StrataTrace *owner = strata_trace_get_base (trace);

  *n_packages = owner->packages->len;
  return (const StrataPackage *) owner->packages->data;
}
