/* fuzz-hicollie.c - any bytes, as stacks of HiCollie
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "strata-format.h"

static StrataTrace *
load (const guint8 *data,
      gsize n_bytes,
      gsize read_bytes)
{
  g_autoptr (StrataSource) source = fuzz_source_new (data, n_bytes, read_bytes);
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GError) error = NULL;

  if (!strata_source_open (source, NULL))
    return NULL;
  if (!strata_format_hicollie.load (source, builder, &error))
    {
      fuzz_assert (error != NULL);
      return NULL;
    }

  StrataTrace *trace = strata_trace_builder_finish (builder, strata_format_hicollie.unfinished_end);

  fuzz_check_trace (trace);
  return trace;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  g_autoptr (StrataTrace) whole = load (data, n_bytes, 0);
  g_autoptr (StrataTrace) bit_by_bit = load (data, n_bytes, 7);

  fuzz_assert ((whole == NULL) == (bit_by_bit == NULL));
  if (whole != NULL)
    fuzz_assert (memcmp (strata_trace_get_counts (whole), strata_trace_get_counts (bit_by_bit), sizeof (StrataCounts)) == 0);

  return 0;
}
