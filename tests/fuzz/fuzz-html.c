/* fuzz-html.c - any bytes, as a systrace page or inside one
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first byte selects what precedes the others: the beginning of a page, of a section, or of the
 * string of old pages. The size of reads must not matter.
 */
#include "fuzz.h"

#include <string.h>

#include "strata-loader.h"

static const char *const beginnings[] = {
  "<html>\n",
  "<html>\n<script class=\"trace-data\">\n# tracer: nop\n",
  "<html>\n<script class=\"trace-data\">\nPROCESS DUMP\nUSER PID TID CMD\nroot 1 1 init\n",
  "<html>\n<script>var linuxPerfData = \"\\\n# tracer: nop\\n\\\n",
};

static StrataTrace *
load (const GByteArray *page,
      gsize read_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES, .read_bytes = read_bytes };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (page->data, (gssize) page->len, NULL);
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
  g_autoptr (GByteArray) page = g_byte_array_new ();
  const char *beginning = beginnings[n_bytes > 0 ? data[0] % G_N_ELEMENTS (beginnings) : 0];

  g_byte_array_append (page, (const guint8 *) beginning, (guint) strlen (beginning));
  if (n_bytes > 1)
    g_byte_array_append (page, data + 1, (guint) n_bytes - 1);

  g_autoptr (StrataTrace) whole = load (page, 0);
  g_autoptr (StrataTrace) bit_by_bit = load (page, 7);

  fuzz_assert ((whole == NULL) == (bit_by_bit == NULL));
  if (whole != NULL)
    fuzz_compare_traces (whole, bit_by_bit);

  return 0;
}
