/* fuzz-rhea.c - any bytes, as lines of a RheaTrace capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "strata-event-io.h"
#include "strata-loader.h"
#include "strata-rhea-line.h"

static void
check_within (StrataText text,
              StrataText line)
{
  fuzz_assert (text.n_bytes == 0 || (text.text >= line.text && text.text + text.n_bytes <= line.text + line.n_bytes));
}

static void
check_line (StrataText text)
{
  StrataRheaLine line;
  StrataRheaBound bound;
  StrataText path;

  if (strata_rhea_bound_parse (text, &bound))
    {
      check_within (bound.version, text);
      fuzz_assert (bound.nanotime_ns >= -1 && bound.pid >= -1);
    }

  if (!strata_rhea_line_parse (text, &line))
    return;

  check_within (line.payload, text);
  fuzz_assert (line.time_ns >= 0 && line.tid >= -1 && line.payload.n_bytes > 0);

  if (strata_event_io_parse (line.payload, TRUE, &path))
    check_within (path, text);
}

static StrataTrace *
load (GByteArray *text,
      gsize read_bytes)
{
  const StrataLoadOptions options = { .max_bytes = FUZZ_MAX_BYTES, .read_bytes = read_bytes };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->data, (gssize) text->len, NULL);
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = strata_load_stream (stream, "fuzz", &options, NULL, NULL, &error);

  fuzz_assert ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    fuzz_check_trace (trace);

  return trace;
}

static void
compare (StrataTrace *a,
         StrataTrace *b)
{
  fuzz_assert (memcmp (strata_trace_get_counts (a), strata_trace_get_counts (b), sizeof (StrataCounts)) == 0);
  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    fuzz_assert (strata_diagnostics_get_count (strata_trace_get_diagnostics (a), kind) == strata_diagnostics_get_count (strata_trace_get_diagnostics (b), kind));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  static const char start[] = "1.0|TRACE_START|1000|7\n";
  g_autoptr (GByteArray) text = g_byte_array_new ();
  const char *p = (const char *) data;
  const char *end = p + n_bytes;

  g_byte_array_append (text, (const guint8 *) start, (guint) strlen (start));
  g_byte_array_append (text, data, (guint) n_bytes);

  g_autoptr (StrataTrace) whole = load (text, 0);
  g_autoptr (StrataTrace) bit_by_bit = load (text, 7);

  fuzz_assert ((whole == NULL) == (bit_by_bit == NULL));
  if (whole != NULL)
    compare (whole, bit_by_bit);

  while (p < end)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));

      check_line (strata_text (p, line_end != NULL ? line_end : end));
      p = line_end != NULL ? line_end + 1 : end;
    }

  return 0;
}
