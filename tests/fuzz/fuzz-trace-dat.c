/* fuzz-trace-dat.c - any bytes, as a trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

/* Its magic number. The input begins with the version. */
static const guint8 start[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  fuzz_load_file (start, sizeof start, data, n_bytes);
  return 0;
}
