/* fuzz-traceview.c - any bytes, read as a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls the format directly, so that the fuzzer need not pass the detection.
 */
#include "fuzz.h"

#include "strata-format.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  g_autoptr (StrataSource) source = fuzz_source_new (data, n_bytes, n_bytes % 2 == 0 ? 0 : 5);
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GError) error = NULL;
  gboolean is_loaded;

  strata_trace_builder_get_options (builder)->rebuilds_callers = n_bytes % 3 == 0;
  is_loaded = strata_format_traceview.load (source, builder, &error);

  fuzz_assert (is_loaded == (error == NULL));
  if (is_loaded)
    {
      g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);

      fuzz_check_trace (trace);
    }

  return 0;
}
