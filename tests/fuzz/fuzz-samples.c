/* fuzz-samples.c - any bytes, as a profiler's samples
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
  static const StrataFormat *const formats[] = { &strata_format_perf_script, &strata_format_folded, &strata_format_perf_data, &strata_format_simpleperf, &strata_format_hiperf, &strata_format_pprof, &strata_format_speedscope, &strata_format_gecko };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      formats[i]->sniff (data, n_bytes);
      fuzz_load_twice (formats[i], data, n_bytes);
    }

  return 0;
}
