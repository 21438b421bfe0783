/* fuzz-perfetto.c - any bytes, as a Perfetto trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

/* A packet with a track, so that every input is recognized as a trace. */
static const guint8 start[] = { 0x0a, 0x0b, 0x50, 0x01, 0xe2, 0x03, 0x06, 0x08, 0x4d, 0x22, 0x02, 0x10, 0x08 };

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  fuzz_load_file (start, sizeof start, data, n_bytes);
  return 0;
}
