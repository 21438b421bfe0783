/* fuzz-load.c - any bytes, opened as a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The size of reads must not matter, so everything is loaded twice and compared.
 */
#include "fuzz.h"

#include "strata-loader.h"

static StrataTrace *
load (const guint8 *data,
      gsize n_bytes,
      gsize read_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES, .read_bytes = read_bytes };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) n_bytes, NULL);
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = strata_load_stream (stream, "fuzz", &options, NULL, NULL, &error);

  fuzz_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
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
    fuzz_compare_traces (whole, bit_by_bit);

  return 0;
}
