/* fuzz-htrace.c - any bytes, as a file of the OpenHarmony profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

/* Its magic number. The input begins with the length. */
static const guint8 start[] = { 'O', 'H', 'O', 'S', 'P', 'R', 'O', 'F' };

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  fuzz_load_file (start, sizeof start, data, n_bytes);
  return 0;
}
