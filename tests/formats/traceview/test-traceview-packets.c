/* test-traceview-packets.c - method traces, layout of Android 16
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "traceview-writer.h"

#define HEADER_BYTES 32

#define DECLARED "m0x10_A_a_()V_A.java\\n m0x20_B_b_(I)I_B.java\\n t1:main "
#define SIMPLE DECLARED "1>10@0/100 1>20@10/120 1<0@30/160 1<0@40/200"
#define SIMPLE_ONE DECLARED "1>10@0 1>20@10 1<0@30 1<0@40"
#define SIMPLE_DUAL "1:0:A.a ()V@100+100/40 1:1:B.b (I)I@120+40/20 | "
#define SIMPLE_RESULT "1:0:A.a ()V@0+40 1:1:B.b (I)I@10+20 | "

typedef struct
{
  const char *name;
  TraceviewSpec spec;
  const char *expected; /* as printed by fixture_describe() */
} Row;

static const Row rows[] = {
  { "one-clock", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "one-clock-streamed", { TRACEVIEW_KEY ("wall"), 0xf4, 0, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "thread-cpu", { TRACEVIEW_KEY ("thread-cpu"), 4, 0, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "two-clocks", { TRACEVIEW_KEY ("dual"), 5, 0, 0, 2, SIMPLE }, SIMPLE_DUAL },
  { "two-clocks-streamed", { TRACEVIEW_KEY ("dual"), 0xf5, 0, 0, 2, SIMPLE }, SIMPLE_DUAL },
  { "wall-first", { TRACEVIEW_KEY ("dual"), 5, 0, 0, 2, DECLARED "1>10@100/0 1>20@120/10 1<0@160/30 1<0@200/40" }, SIMPLE_DUAL },
  { "blocks-begin-anew", { TRACEVIEW_KEY ("dual"), 5, 0, 0, 2, DECLARED "1>10@0/100 | 1>20@10/120 | 1<0@30/160 | 1<0@40/200" }, SIMPLE_DUAL },
  { "killed", { NULL, 5, 0, 0, 2, SIMPLE }, "1:0:A.a ()V@100+100/40 1:1:B.b (I)I@120+40/20 | truncated=1" },

  /* ids and times are complete */
  { "large-ids",
    { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, "m0x7f0012345678_A_a_()V t70000:main t4464:other 70000>7f0012345678@5 4464>7f0012345678@6 70000<0@9 4464<0@16" },
    "70000:0:A.a ()V@5+4 4464:0:A.a ()V@6+10 | " },
  { "id-in-the-line", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, "m0x10_0x10_A_a_()V t1:main 1>10@5 1<0@9" }, "1:0:A.a ()V@5+4 | " },
  { "long-times", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@5 1<0@5000000000" }, "1:0:A.a ()V@5+4999999995 | " },
  { "blocks-out-of-order", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "t2:worker 1>10@5 1<0@5000000000 2>20@7 2<0@9" }, "1:0:A.a ()V@5+4999999995 2:0:B.b (I)I@7+2 | " },

  /* missing parts */
  { "methods-declared-late", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, "t1:main 1>10@5 1>20@6 1<0@7 1<0@9 m0x10_A_a_()V" }, "1:0:A.a ()V@5+4 1:1:B.b (I)I@6+1 | " },
  { "method-never-declared", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, "t1:main 1>7f0012345678@5 1<0@9" }, "1:0:(0x7f0012345678)@5+4 | unknown-method=2" },
  { "unknown-thread", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "70000>10@5 70000<0@9" }, "70000:0:A.a ()V@5+4 | unknown-thread=2" },
  { "thread-declared-late", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "70000>10@5 70000<0@9 t70000:late" }, "70000:0:A.a ()V@5+4 | " },
  { "thread-id-reused", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "t9:old 9>10@5 9<0@9 t9:new 9>20@15 9<0@19" }, "9:0:A.a ()V@5+4 9:0:B.b (I)I@15+4 | thread-id-reused=1" },
  { "exits-first", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1<0@1 1<0@2 1>10@5 1<0@9" }, "1:0:A.a ()V@5+4 | unmatched-end=2" },
  { "open-at-the-end", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@5 1>20@9" }, "1:0:A.a ()V@5+4u 1:1:B.b (I)I@9+0u | unfinished-slice=2" },
  { "unroll", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@5 1>20@7 1!0@8 1<0@9" }, "1:0:A.a ()V@5+4 1:1:B.b (I)I@7+1x | " },
  { "reserved-action", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@5 1?0@8 1<0@9" }, "1:0:A.a ()V@5+4 | unknown-event=1" },

  /* numbers out of range */
  { "time-too-large", { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@5 1>20@4000000000000000 1<0@9 | 1<0@12" }, "1:0:A.a ()V@5+7 | truncated=1 damaged-data=1" },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GByteArray) input = traceview_writer_write (&row->spec);

  fixture_assert_four_ways (input->data, input->len, row->expected);
}

/* Cut anywhere, everything complete before the cut is read. A missing last line end is not a loss. */
static void
test_cut_anywhere (void)
{
  const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 5, 0, 0, 2, SIMPLE };
  const TraceviewSpec killed = { NULL, 5, 0, 0, 2, SIMPLE };
  const TraceviewSpec declared = { NULL, 5, 0, 0, 2, DECLARED };
  g_autoptr (GByteArray) input = traceview_writer_write (&spec);
  g_autoptr (GByteArray) stub = traceview_writer_write (&killed);
  g_autoptr (GByteArray) head = traceview_writer_write (&declared);
  guint64 n_events = 0;

  for (guint n_bytes = 0; n_bytes + 1 < input->len; n_bytes++)
    {
      g_autofree guint8 *part = g_memdup2 (input->data, MAX (n_bytes, 1));
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (part, n_bytes, n_bytes % 2 == 0 ? 0 : 7, &error);

      if (trace == NULL)
        {
          g_assert_nonnull (error);
          g_assert_cmpuint (n_bytes, <, head->len + 16);
          continue;
        }

      g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_TRUNCATED), ==, 1);
      g_assert_cmpuint (strata_trace_get_counts (trace)->n_events, >=, n_events);
      n_events = strata_trace_get_counts (trace)->n_events;
      if (n_bytes >= stub->len)
        g_assert_cmpuint (n_events, ==, 4);
    }
}

/* The header's counter, if times are its values. */
static void
test_counter (void)
{
  const TraceviewSpec spec = { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "1>10@1000000000192 1<0@1000000000384" };
  g_autoptr (GByteArray) input = traceview_writer_write (&spec);
  const guint64 counter[2] = { GUINT64_TO_LE (G_GUINT64_CONSTANT (1000000000000)), GUINT64_TO_LE (G_GUINT64_CONSTANT (19200000)) };

  memcpy (input->data + 14, counter, sizeof counter);
  fixture_assert_four_ways (input->data, input->len, "1:0:A.a ()V@10+10 | ");
}

/* Appends a block of one thread with arbitrary bytes as its records. */
static void
append_block (GByteArray *out,
              guint8 n_records,
              guint8 n_bytes_told,
              const char *records,
              guint n_bytes)
{
  const guint8 header[] = { 2, 1, 0, 0, 0, n_records, 0, 0, n_bytes_told, 0, 0, 0 };

  g_byte_array_append (out, header, sizeof header);
  g_byte_array_append (out, (const guint8 *) records, n_bytes);
}

/* Contradictory blocks are skipped to their declared end. */
static void
test_bad_blocks (void)
{
  static const struct
  {
    guint8 n_records;
    guint8 n_bytes_told;
    const char *records;
    guint n_bytes;
  } blocks[] = {
    { 3, 2, "\x14\x10", 2 },
    { 0, 2, "\x14\x10", 2 },
    { 1, 12, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12 },
    { 1, 1, "\x40", 1 },
    { 200, 0, "", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      const TraceviewSpec head = { NULL, 4, 0, 0, 1, DECLARED };
      const TraceviewSpec tail = { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, DECLARED "t5:after 5>20@90 5<0@95" };
      g_autoptr (GByteArray) input = traceview_writer_write (&head);
      g_autoptr (GByteArray) rest = traceview_writer_write (&tail);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = NULL;
      g_autofree char *description = NULL;

      append_block (input, blocks[i].n_records, blocks[i].n_bytes_told, blocks[i].records, blocks[i].n_bytes);
      g_byte_array_append (input, rest->data + HEADER_BYTES, rest->len - HEADER_BYTES);
      trace = fixture_load (input->data, input->len, 0, &error);
      g_assert_no_error (error);
      description = fixture_describe (trace);
      g_assert_nonnull (strstr (description, "5:0:B.b (I)I@90+5 "));
      g_assert_nonnull (strstr (description, "damaged-data=1"));
    }
}

static void
test_unknown_packet (void)
{
  const TraceviewSpec spec = { NULL, 5, 0, 0, 2, SIMPLE };
  g_autoptr (GByteArray) input = traceview_writer_write (&spec);

  g_byte_array_append (input, (const guint8 *) "\x04\x00", 2);
  fixture_assert_four_ways (input->data, input->len, "1:0:A.a ()V@100+100/40 1:1:B.b (I)I@120+40/20 | damaged-data=1");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/traceview-packets/four-ways/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/traceview-packets/cut-anywhere", test_cut_anywhere);
  g_test_add_func ("/traceview-packets/counter", test_counter);
  g_test_add_func ("/traceview-packets/bad-blocks", test_bad_blocks);
  g_test_add_func ("/traceview-packets/unknown-packet", test_unknown_packet);

  return g_test_run ();
}
