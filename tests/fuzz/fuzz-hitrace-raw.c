/* fuzz-hitrace-raw.c - any bytes, as a raw HiTrace file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

/* Its magic number. The input begins with the type of the kernel. */
static const guint8 start[] = { 0x49, 0xdf };

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  fuzz_load_file (start, sizeof start, data, n_bytes);
  return 0;
}
