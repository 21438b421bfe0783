/* fuzz-freeze.c - any bytes, as a log of HiCollie or AppFreeze
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-format.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  fuzz_load_twice (&strata_format_freeze, data, n_bytes);
  return 0;
}
