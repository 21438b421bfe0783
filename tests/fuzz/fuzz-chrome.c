/* fuzz-chrome.c - any bytes, as a Chrome JSON trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-loader.h"

/* An event, so that every input is recognized as a trace. */
static const char start[] = "{\"x\":{\"ph\":1,\"traceEvents\":0},\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":2},";

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, (const guint8 *) start, sizeof start - 1);
  g_byte_array_append (bytes, data, (guint) n_bytes);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, (gssize) bytes->len, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fuzz", &options, NULL, NULL, &error);

  fuzz_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_check_trace (trace);

  return 0;
}
