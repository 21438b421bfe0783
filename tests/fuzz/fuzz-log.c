/* fuzz-log.c - any bytes, as a log of Android, OpenHarmony, the kernel or syslog
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  static const char *const starts[] = {
    "1970-01-02 00:00:01.250  1  1 I Tag: x\n",
    "1970-01-02 00:00:01.250  1  1 I C02d10/APPKIT: x\n",
    "[Fri Jan  2 00:00:01 1970] x\n",
    "[Jan02 00:00] x\n",
    "Jan  2 00:00:01 host app[1]: x\n",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    fuzz_load_file ((const guint8 *) starts[i], strlen (starts[i]), data, n_bytes);

  return 0;
}
