/* fuzz-perfetto.c - any bytes, as a trace of Perfetto
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-loader.h"

/* A packet with a track, so that all inputs are taken for a trace. */
static const guint8 start[] = { 0x0a, 0x0b, 0x50, 0x01, 0xe2, 0x03, 0x06, 0x08, 0x4d, 0x22, 0x02, 0x10, 0x08 };

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, start, sizeof start);
  g_byte_array_append (bytes, data, (guint) n_bytes);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, (gssize) bytes->len, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fuzz", &options, NULL, NULL, &error);

  fuzz_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_check_trace (trace);

  return 0;
}
