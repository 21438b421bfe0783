/* test-perfetto.c - Perfetto traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "perfetto-writer.h"
#include "strata-counter-notes.h"
#include "strata-error.h"
#include "strata-packages.h"
#include "trace-facts.h"

#define THREAD 77
#define BEGIN 1
#define END 2

static void
assert_trace (GByteArray *trace,
              const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *all = fixture_describe (loaded);

  g_assert_cmpstr (all, ==, expected);
}

/* Two nested slices of thread 8. */
static GByteArray *
make_simple (void)
{
  GByteArray *trace = g_byte_array_new ();

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  writer_add_event (trace, 1000000, THREAD, BEGIN, "outer");
  writer_add_event (trace, 2000000, THREAD, BEGIN, "inner");
  writer_add_event (trace, 4000000, THREAD, END, NULL);
  writer_add_event (trace, 9000000, THREAD, END, NULL);
  return trace;
}

#define SIMPLE "8:0:outer@1000+8000 8:1:inner@2000+2000 | "

static void
test_slices (void)
{
  g_autoptr (GByteArray) trace = make_simple ();

  assert_trace (trace, SIMPLE);
}

/* Packets may be in any order, the descriptor last. */
static void
test_unsorted (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  writer_add_event (trace, 9000000, THREAD, END, NULL);
  writer_add_event (trace, 2000000, THREAD, BEGIN, "inner");
  writer_add_event (trace, 4000000, THREAD, END, NULL);
  writer_add_event (trace, 1000000, THREAD, BEGIN, "outer");
  writer_add_thread (trace, THREAD, 7, 8, "worker");
  assert_trace (trace, SIMPLE);
}

/* Every prefix loads its complete packets; none crashes. */
static void
test_prefixes (void)
{
  g_autoptr (GByteArray) trace = make_simple ();

  for (guint n = 0; n < trace->len; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) loaded = fixture_load (trace->data, n, 0, &error);

      g_assert_true ((loaded == NULL) == (error != NULL));
    }

  g_byte_array_set_size (trace, trace->len - 3);
  assert_trace (trace, "8:0:outer@1000+3000u 8:1:inner@2000+2000 | unfinished-slice=1 truncated=1");
}

/* A later version may begin with unknown packets. */
static void
test_unknown_first (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GByteArray) known = make_simple ();

  for (guint i = 0; i < 3; i++)
    {
      GByteArray *packet = g_byte_array_new ();

      writer_add_text (packet, 5000, "news");
      writer_end_packet (trace, packet);
    }
  g_byte_array_append (trace, known->data, known->len);

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *all = fixture_describe (loaded);

  g_assert_true (g_str_has_prefix (all, SIMPLE));
}

/* After damage, a packet counts only if another one or the end follows, since the fields of a damaged packet look like
 * packets too. */
static void
test_garbage_between (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  writer_add_event (trace, 1000000, THREAD, BEGIN, "outer");
  g_byte_array_append (trace, (const guint8 *) "\xff\xff\xff\xff\x0a\xff\xff", 7);
  writer_add_event (trace, 9000000, THREAD, END, NULL);
  assert_trace (trace, "8:0:outer@1000+8000 | damaged-data=1");
  writer_add_thread (trace, THREAD, 7, 8, "worker");
  g_byte_array_append (trace, (const guint8 *) "\xff\xff\xff", 3);
  assert_trace (trace, "8:0:outer@1000+8000 | trailing-bytes=3 damaged-data=1");
}

/* A length far beyond the end, and a packet with an invalid wire type. */
static void
test_bad_packets (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  writer_add_event (trace, 1000000, THREAD, BEGIN, "outer");
  g_byte_array_append (trace, (const guint8 *) "\x0a\xff\xff\xff\x0f", 5);
  g_byte_array_append (trace, (const guint8 *) "\x0a\x03\x0b\x01\x02", 5);
  writer_add_event (trace, 9000000, THREAD, END, NULL);
  assert_trace (trace, "8:0:outer@1000+8000 | damaged-data=1");
}

static GByteArray *
begin_interning (gint64 time_ns,
                 guint flags,
                 gboolean is_after_loss)
{
  GByteArray *packet = writer_begin_packet (5, time_ns);

  writer_add_int (packet, 13, flags);
  if (is_after_loss)
    writer_add_int (packet, 42, 1);

  return packet;
}

static void
add_name (GByteArray *packet,
          guint64 iid,
          const char *name)
{
  GByteArray *interned = g_byte_array_new ();
  GByteArray *entry = g_byte_array_new ();

  writer_add_int (entry, 1, iid);
  writer_add_text (entry, 2, name);
  writer_add_message (interned, 2, entry);
  writer_add_message (packet, 12, interned);
}

static void
end_interning (GByteArray *trace,
               GByteArray *packet,
               guint64 iid)
{
  GByteArray *event = g_byte_array_new ();

  writer_add_int (event, 9, iid > 0 ? BEGIN : END);
  writer_add_int (event, 11, THREAD);
  if (iid > 0)
    writer_add_int (event, 10, iid);
  writer_add_message (packet, 11, event);
  writer_end_packet (trace, packet);
}

/* A name has its latest definition until a clear, and none after a loss. */
static void
test_interning (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  GByteArray *packet;

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  packet = begin_interning (1000000, 1 | 2, FALSE);
  add_name (packet, 1, "first");
  end_interning (trace, packet, 1);
  end_interning (trace, begin_interning (2000000, 2, FALSE), 0);
  packet = begin_interning (3000000, 1 | 2, FALSE);
  add_name (packet, 1, "second");
  end_interning (trace, packet, 1);
  end_interning (trace, begin_interning (4000000, 2, FALSE), 0);
  end_interning (trace, begin_interning (5000000, 2, TRUE), 1);
  end_interning (trace, begin_interning (6000000, 2, FALSE), 0);
  assert_trace (trace, "8:0:first@1000+1000 8:0:second@3000+1000 | lost-packets=1 unknown-state=2");
}

static void
test_unknown_name (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  end_interning (trace, begin_interning (1000000, 1, FALSE), 9);
  end_interning (trace, begin_interning (2000000, 2, FALSE), 0);
  assert_trace (trace, "8:0:@1000+1000 | unknown-name=1");
}

static void
add_clocked_event (GByteArray *trace,
                   guint64 clock,
                   gint64 time_ns,
                   guint type)
{
  GByteArray *packet = writer_begin_packet (1, time_ns);
  GByteArray *event = g_byte_array_new ();

  writer_add_int (packet, 58, clock);
  writer_add_int (event, 9, type);
  writer_add_int (event, 11, THREAD);
  if (type == BEGIN)
    writer_add_text (event, 23, "clocked");
  writer_add_message (packet, 11, event);
  writer_end_packet (trace, packet);
}

/* Over two snapshots: clock 64 is related to 3, and 3 to 6, the clock of the trace. */
static void
test_clocks (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  writer_add_thread (trace, THREAD, 7, 8, "worker");
  writer_add_snapshot (trace, 6, 5000000, 3, 1000000);
  writer_add_snapshot (trace, 3, 1000000, 64, 100000000);
  add_clocked_event (trace, 64, 100000000, BEGIN);
  add_clocked_event (trace, 3, 3000000, END);
  add_clocked_event (trace, 99, 3000000, END);
  assert_trace (trace, "8:0:clocked@5000+2000 | unknown-time=1");
}

static void
test_compressed (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GByteArray) inner = make_simple ();
  GByteArray *packet = g_byte_array_new ();
  GByteArray *block = g_byte_array_new ();

  fixture_append_zlib (block, inner->data, inner->len);
  writer_add_message (packet, 50, block);
  writer_end_packet (trace, packet);
  assert_trace (trace, SIMPLE);

  /* one block inside another is not unpacked */
  packet = g_byte_array_new ();
  block = g_byte_array_new ();
  fixture_append_zlib (block, trace->data, trace->len);
  writer_add_message (packet, 50, block);
  g_byte_array_set_size (trace, 0);
  writer_end_packet (trace, packet);

  g_autoptr (GError) error = NULL;

  g_assert_null (fixture_load (trace->data, trace->len, 0, &error));
  g_assert_nonnull (strstr (error->message, "compressed packets inside compressed packets are not read"));
  g_byte_array_append (trace, inner->data, inner->len);
  assert_trace (trace, SIMPLE "damaged-data=1");
}

static void
assert_limit (const GByteArray *trace)
{
  const StrataLoadOptions options = { .max_bytes = 1000 };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (trace->data, (gssize) trace->len, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (strata_load_stream (stream, "bomb", &options, NULL, NULL, &error));
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
  g_assert_cmpstr (error->message, ==, "bomb: the Perfetto data decompresses to more than the limit of 1000 bytes");
}

/* A block, or a packed description, far larger than recorders write. This is not damage. */
static void
test_bombs (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  GByteArray *large = g_byte_array_new ();
  GByteArray *inner = g_byte_array_new ();
  GByteArray *packet = g_byte_array_new ();
  GByteArray *block = g_byte_array_new ();

  g_byte_array_set_size (large, 65 * 1024 * 1024);
  memset (large->data, 0, large->len);
  writer_add_message (inner, 3000, large);
  writer_end_packet (plain, inner);
  fixture_append_zlib (block, plain->data, plain->len);
  writer_add_message (packet, 50, block);
  writer_end_packet (trace, packet);
  assert_trace (trace, SIMPLE "block-limit=1");
  assert_limit (trace);

  g_autoptr (GByteArray) described = make_simple ();
  GByteArray *descriptor = g_byte_array_new ();

  packet = g_byte_array_new ();
  block = g_byte_array_new ();
  fixture_append_gzip (block, plain->data, 2000);
  writer_add_message (descriptor, 2, block);
  writer_add_message (packet, 72, descriptor);
  writer_end_packet (described, packet);
  assert_trace (described, SIMPLE);
  assert_limit (described);
}

/* Recorders compress descriptions of extensions. */
static void
test_packed_description (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  g_autoptr (GByteArray) set = g_byte_array_new ();
  GByteArray *packet = writer_begin_packet (1, -1);
  GByteArray *descriptor = g_byte_array_new ();
  GByteArray *packed = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  writer_add_fields (set, "1{7{1'weight' 2'.perfetto.protos.TrackEvent' 3:9900 5:1}}");
  fixture_append_gzip (packed, set->data, set->len);
  writer_add_message (descriptor, 2, packed);
  writer_add_message (packet, 72, descriptor);
  writer_end_packet (trace, packet);
  writer_add_fields (trace, "1{8:9500000 10:1 11{9:3 11:77 23'i' 9900*4609434218613702656}}");

  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const guint32 attrs = strata_instants_get_attrs (strata_trace_get_instants (loaded), 0);

  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (loaded), attrs);

  g_assert_cmpstr (args, ==, "weight=1.5");
}

/* Much longer than the bytes that identify a format, as the first compressed block is. */
static void
test_long_first_packet (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GByteArray) simple = make_simple ();
  g_autofree char *text = g_strnfill (1024 * 1024, 'x');
  GByteArray *packet = g_byte_array_new ();
  GByteArray *interned = g_byte_array_new ();
  GByteArray *name = g_byte_array_new ();

  writer_add_int (name, 1, 1);
  writer_add_text (name, 2, text);
  writer_add_message (interned, 2, name);
  writer_add_message (packet, 12, interned);
  writer_add_int (packet, 13, 1);
  writer_end_packet (trace, packet);
  g_byte_array_append (trace, simple->data, simple->len);
  assert_trace (trace, SIMPLE);
}

/* Texts longer than their message: in a track event, in a kernel event, and in the content of that. */
static void
test_damage_inside (void)
{
  static const guint8 on_track[] = { 9 << 3, 3, 11 << 3, THREAD, 0xba, 1, 100, 'a' };
  static const guint8 in_event[] = { 1 << 3, 1, 2 << 3, 8, 3 << 3 | 2, 100, 'a' };
  static const guint8 in_print[] = { 1 << 3, 1, 2 << 3, 8, 3 << 3 | 2, 3, 2 << 3 | 2, 100, 'a' };
  g_autoptr (GByteArray) trace = make_simple ();
  GByteArray *packet = writer_begin_packet (1, 5000000);
  GByteArray *first = g_byte_array_new ();
  GByteArray *second = g_byte_array_new ();

  writer_add_bytes (packet, 11, on_track, sizeof on_track);
  writer_end_packet (trace, packet);
  writer_add_bytes (first, 2, in_event, sizeof in_event);
  writer_add_bundle (trace, 0, first);
  writer_add_bytes (second, 2, in_print, sizeof in_print);
  writer_add_bundle (trace, 0, second);
  assert_trace (trace, SIMPLE "damaged-data=3");
}

static void
test_markers (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  GByteArray *first = g_byte_array_new ();
  GByteArray *second = g_byte_array_new ();

  writer_add_print (first, 1000000, 8, "B|7|draw\n");
  writer_add_print (first, 5000000, 8, "E|7\n");
  writer_add_print (second, 3000000, 9, "B|7|other\n");
  writer_add_print (second, 4000000, 9, "E|7");
  writer_add_bundle (trace, 0, first);
  writer_add_bundle (trace, 1, second);
  assert_trace (trace, "8:0:draw@1000+4000 9:0:other@3000+1000 | ");
}

/* From here on the trace's clock and the kernel version are known. */
static void
add_facts (GByteArray *trace)
{
  GByteArray *snapshot = g_byte_array_new ();
  GByteArray *info = g_byte_array_new ();
  GByteArray *uname = g_byte_array_new ();
  GByteArray *packet = writer_begin_packet (1, -1);

  writer_add_int (snapshot, 2, 6);
  writer_add_message (packet, 6, snapshot);
  writer_end_packet (trace, packet);
  packet = writer_begin_packet (1, -1);
  writer_add_text (uname, 3, "5.10.0");
  writer_add_text (uname, 4, "aarch64");
  writer_add_message (info, 1, uname);
  writer_add_message (packet, 45, info);
  writer_end_packet (trace, packet);
}

/* A kind of event with numbers in its fields 1 to 3 and a text; a field that is -1 or NULL is omitted. */
static void
add_kernel_event (GByteArray *bundle,
                  gint64 time_ns,
                  guint kind,
                  const gint64 numbers[3],
                  guint text_field,
                  const char *text)
{
  GByteArray *content = g_byte_array_new ();

  for (guint i = 0; i < 3; i++)
    if (numbers[i] >= 0 && i + 1 != text_field)
      writer_add_int (content, i + 1, (guint64) numbers[i]);

  if (text != NULL)
    writer_add_text (content, text_field, text);
  writer_add_ftrace_event (bundle, time_ns, 8, kind, content);
}

#define NUMBERS(a, b, c) ((const gint64[3]){ a, b, c })

/* Fields of binary events mean the same as those of text events. */
static void
test_kernel (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  GByteArray *bundle = g_byte_array_new ();

  add_facts (trace);
  add_kernel_event (bundle, 1000010000, 329, NUMBERS (63, -1, -1), 0, NULL);
  add_kernel_event (bundle, 1000020000, 46, NUMBERS (0, -1, 4), 0, NULL);
  add_kernel_event (bundle, 1000030000, 417, NUMBERS (5, -1, 7), 4, "ring");
  add_kernel_event (bundle, 1000040000, 418, NUMBERS (5, -1, 7), 4, "ring");
  add_kernel_event (bundle, 1000050000, 47, NUMBERS (9, -1, -1), 0, NULL);
  add_kernel_event (bundle, 1000060000, 330, NUMBERS (63, 1, -1), 0, NULL);
  add_kernel_event (bundle, 1000070000, 542, NUMBERS (-1, 1, -1), 1, "probe");
  add_kernel_event (bundle, 1000075000, 542, NUMBERS (-1, 3, -1), 1, "here");
  add_kernel_event (bundle, 1000080000, 542, NUMBERS (-1, 2, -1), 1, "probe");
  add_kernel_event (bundle, 1000090000, 340, NUMBERS (0, 0, 4096), 0, NULL);
  add_kernel_event (bundle, 10000100000, 332, NUMBERS (0, 500, -1), 0, NULL);
  writer_add_bundle (trace, 0, bundle);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);

  g_assert_cmpstr (facts, ==,
                   "format perfetto\nthread 8/-1 \n"
                   "async -1/system calls 0 10+50 read (0) {- args=NR 63}\n"
                   "async -1/memory reclaim 0 20+30 direct reclaim (2) {- args=order=0 gfp_flags=0x4}\n"
                   "async -1/fence waits 0 30+10 ring (21474836487) {- args=driver= timeline=ring context=5 seqno=7}\n"
                   "async -1/kernel functions 0 70+10 probe (4294967299)\n"
                   "counter -1 GPU Memory = 4096\ncounter -1 GPU 0 frequency = 500\n"
                   "instant -1/8 75 here\n");
}

static GByteArray *
make_description (const char *name)
{
  GByteArray *description = g_byte_array_new ();

  writer_add_text (description, 1, name);
  return description;
}

static void
add_stage (GByteArray *trace,
           gint64 time_ns,
           guint queue_field,
           guint queue,
           guint stage_field,
           guint stage)
{
  GByteArray *packet = writer_begin_packet (1, time_ns);
  GByteArray *event = g_byte_array_new ();

  writer_add_int (event, 2, 20000);
  writer_add_int (event, queue_field, queue);
  writer_add_int (event, stage_field, stage);
  writer_add_int (event, 5, 7);
  writer_add_message (packet, 53, event);
  writer_end_packet (trace, packet);
}

/* Names of a queue and a stage, and the process of context 7: in a list of the event, and interned. */
static void
add_gpu_names (GByteArray *trace)
{
  GByteArray *packet = writer_begin_packet (1, 1000000000);
  GByteArray *event = g_byte_array_new ();
  GByteArray *specifications = g_byte_array_new ();
  GByteArray *interned = g_byte_array_new ();
  GByteArray *entry = g_byte_array_new ();
  GByteArray *context = g_byte_array_new ();

  writer_add_message (specifications, 2, make_description ("vertex"));
  writer_add_message (specifications, 3, make_description ("binning"));
  writer_add_message (event, 7, specifications);
  writer_add_int (entry, 1, 3);
  writer_add_text (entry, 2, "compute");
  writer_add_message (interned, 24, entry);
  writer_add_int (context, 1, 7);
  writer_add_int (context, 2, 42);
  writer_add_message (interned, 23, context);
  writer_add_message (packet, 12, interned);
  writer_add_int (packet, 13, 1);
  writer_add_message (packet, 53, event);
  writer_end_packet (trace, packet);
}

static void
add_gpu_line (GByteArray *trace)
{
  GByteArray *packet = writer_begin_packet (1, 1000050000);
  GByteArray *line = g_byte_array_new ();

  writer_add_int (line, 1, 4);
  writer_add_text (line, 2, "gpu");
  writer_add_text (line, 3, "hot");
  writer_add_message (packet, 63, line);
  writer_end_packet (trace, packet);
}

/* A stage is on the track of its queue, even if slices overlap; without a name it has its number. */
static void
test_render_stages (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  add_gpu_names (trace);
  add_stage (trace, 1000010000, 3, 0, 4, 0);
  add_stage (trace, 1000020000, 3, 0, 4, 1);
  add_stage (trace, 1000040000, 13, 3, 14, 3);
  add_gpu_line (trace);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);

  g_assert_cmpstr (facts, ==,
                   "format perfetto\n"
                   "async 0/vertex 0 10+20 binning () {- category=gpu args=pid=42,context=7}\n"
                   "async 0/vertex 1 20+20 render stage(1) () {- category=gpu args=pid=42,context=7}\n"
                   "async 0/compute 0 40+20 compute () {- category=gpu args=pid=42,context=7}\n"
                   "instant 0/-1 50 log: W gpu: hot\n");
}

static GByteArray *
make_translation (const char *raw,
                  const char *readable)
{
  GByteArray *entry = g_byte_array_new ();
  GByteArray *list = g_byte_array_new ();

  writer_add_text (entry, 1, raw);
  writer_add_text (entry, 2, readable);
  writer_add_message (list, 1, entry);
  return list;
}

/* The table may come after the events that use it. */
static void
test_translations (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  GByteArray *table = g_byte_array_new ();

  writer_add_thread (trace, 5, 7, 8, "worker");
  writer_add_event (trace, 1000010000, 5, 1, "a.b");
  writer_add_event (trace, 1000020000, 5, 1, "c");
  writer_add_event (trace, 1000030000, 5, 2, NULL);
  writer_add_event (trace, 1000040000, 5, 2, NULL);

  GByteArray *packet = writer_begin_packet (1, 1000050000);

  writer_add_message (table, 4, make_translation ("a.b", "Main.draw"));
  writer_add_message (packet, 82, table);
  writer_end_packet (trace, packet);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);

  g_assert_nonnull (strstr (facts, "10+30 Main.draw"));
  g_assert_nonnull (strstr (facts, "20+10 c"));
  g_assert_null (strstr (facts, "a.b"));
}

#define N_BUNDLES 300
#define N_PRINTS 400

static void
add_call (GByteArray *trace,
          gint64 time_ns)
{
  GByteArray *bundle = g_byte_array_new ();

  writer_add_print (bundle, time_ns, 10, "B|7|late\n");
  writer_add_print (bundle, time_ns + 100000, 10, "E|7\n");
  writer_add_bundle (trace, 2, bundle);
}

/* Two CPUs, and a third one with events at the end of the file that are earlier than most. */
static GByteArray *
make_large (gboolean has_facts)
{
  GByteArray *trace = g_byte_array_new ();

  if (has_facts)
    add_facts (trace);

  add_call (trace, 0);
  for (guint i = 0; i < 2 * N_BUNDLES; i++)
    {
      GByteArray *bundle = g_byte_array_new ();

      for (guint e = 0; e < N_PRINTS; e++)
        writer_add_print (bundle, 1000000 + (i / 2 * N_PRINTS + e) * G_GINT64_CONSTANT (2000) + i % 2 * 1000, 8 + i % 2, e % 2 == 0 ? "B|7|a marker that is long enough\n" : "E|7\n");
      writer_add_bundle (trace, i % 2, bundle);
    }

  add_call (trace, 100000);
  return trace;
}

/* Replaying during the read yields the same as replaying at the end. */
static void
test_large (void)
{
  g_autoptr (GByteArray) early = make_large (TRUE);
  g_autoptr (GByteArray) at_end = make_large (FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) loaded = fixture_load (at_end->data, at_end->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *all = fixture_describe (loaded);

  g_assert_cmpuint (early->len, >, 8 * 1024 * 1024);
  g_assert_nonnull (strstr (all, "10:0:late@100+100"));
  g_assert_cmpuint (strlen (all), >, N_BUNDLES * N_PRINTS * 20);
  assert_trace (early, all);
}

/* Markers of the kernel's buffer and events of the program are calls of the same thread. */
static void
test_mixed (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  GByteArray *bundle = g_byte_array_new ();

  writer_add_print (bundle, 5000000, 8, "B|7|marked\n");
  writer_add_print (bundle, 6000000, 8, "E|7\n");
  writer_add_bundle (trace, 0, bundle);
  assert_trace (trace, "8:0:outer@1000+8000 8:1:inner@2000+2000 8:1:marked@5000+1000 | ");
}

static GByteArray *
make_compact (guint64 last_comm)
{
  static const guint64 times[] = { 1000000, 1000000, 1000000 };
  static const guint64 states[] = { 0, 1, 1 };
  static const guint64 tids[] = { 8, 9, 8 };
  static const guint64 priorities[] = { 120, 97, G_MAXUINT64 };
  const guint64 comms[] = { 0, 1, last_comm };
  GByteArray *trace = g_byte_array_new ();
  GByteArray *bundle = g_byte_array_new ();
  GByteArray *compact = g_byte_array_new ();

  writer_add_packed (compact, 1, times, G_N_ELEMENTS (times));
  writer_add_packed (compact, 2, states, G_N_ELEMENTS (states));
  writer_add_packed (compact, 3, tids, G_N_ELEMENTS (tids));
  writer_add_packed (compact, 4, priorities, G_N_ELEMENTS (priorities));
  writer_add_packed (compact, 6, comms, G_N_ELEMENTS (comms));
  writer_add_text (compact, 5, "worker");
  writer_add_text (compact, 5, "other");
  writer_add_message (bundle, 4, compact);
  writer_add_bundle (trace, 0, bundle);
  return trace;
}

static void
assert_runs (GByteArray *trace,
             guint n_runs,
             gint64 first_ns,
             guint64 n_damaged)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (loaded);

  g_assert_cmpuint (runs->n_runs, ==, n_runs);
  g_assert_cmpint (runs->start_ns[0], ==, first_ns);
  g_assert_cmpuint (runs->rank[0], ==, STRATA_PRIORITY_RANK (120));
  g_assert_cmpuint (runs->rank[1], ==, STRATA_PRIORITY_RANK (97));
  if (n_runs > 2)
    g_assert_cmpuint (runs->rank[2], ==, STRATA_PRIORITY_RANK (-1));
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (loaded), STRATA_DIAGNOSTIC_DAMAGED_DATA), ==, n_damaged);
}

/* Times are differences, and the thread that leaves is the one that came; a missing name ends the rows. */
static void
test_compact (void)
{
  g_autoptr (GByteArray) whole = make_compact (0);
  g_autoptr (GByteArray) damaged = make_compact (5);

  assert_runs (whole, 3, 1000000, 0);
  assert_runs (damaged, 2, 1000000, 1);
}

static void
test_is_no_text (void)
{
  static const char text[] = "\n# tracer: nop\n   shop-7 [000] 1.000001: tracing_mark_write: B|7|a\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) loaded = fixture_load (text, strlen (text), 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_format_id (loaded), !=, "perfetto");
}

/* A message with a number, a second one and one or two texts, by their fields; 0 ends the list early. */
static void
add_row (GByteArray *message,
         guint field,
         guint64 first,
         guint64 second,
         guint text_field,
         const char *text,
         const char *other)
{
  GByteArray *row = g_byte_array_new ();

  writer_add_int (row, 1, first);
  if (second != G_MAXUINT64)
    writer_add_int (row, 2, second);
  if (text != NULL)
    writer_add_text (row, text_field, text);
  if (other != NULL)
    writer_add_text (row, text_field + 1, other);
  writer_add_message (message, field, row);
}

static void
add_power (GByteArray *trace,
           gint64 time_ns,
           guint kind,
           gboolean is_first,
           GByteArray *content)
{
  GByteArray *packet = writer_begin_packet (9, time_ns);

  if (is_first)
    writer_add_int (packet, 13, 1);
  writer_add_message (packet, kind, content);
  writer_end_packet (trace, packet);
}

static void
add_energy (GByteArray *trace)
{
  GByteArray *consumers = g_byte_array_new ();
  GByteArray *breakdown = g_byte_array_new ();

  add_row (consumers, 1, 4, G_MAXUINT64, 4, "display", NULL);
  writer_add_message (breakdown, 1, consumers);
  writer_add_int (breakdown, 2, 4);
  writer_add_int (breakdown, 3, 900);
  add_row (breakdown, 4, 10055, 600, 0, NULL, NULL);
  add_power (trace, 1000, 77, TRUE, breakdown);
}

static void
add_residency (GByteArray *trace)
{
  GByteArray *residency = g_byte_array_new ();
  GByteArray *value = g_byte_array_new ();

  add_row (residency, 1, 2, 3, 3, "modem", "off");
  writer_add_int (value, 1, 2);
  writer_add_int (value, 2, 3);
  writer_add_int (value, 3, 70);
  writer_add_message (residency, 2, value);
  add_power (trace, 2000, 91, FALSE, residency);
}

static void
add_wakelocks (GByteArray *trace,
               gint64 time_ns,
               const char *name,
               guint64 time_ms)
{
  static const guint64 ids[] = { 7, 1 };
  const guint64 times[] = { 1, time_ms };
  GByteArray *wakelocks = g_byte_array_new ();

  if (name != NULL)
    add_row (wakelocks, 1, 1, G_MAXUINT64, 2, name, NULL);
  writer_add_packed (wakelocks, 2, ids, time_ms > 0 ? 2 : 1);
  writer_add_packed (wakelocks, 3, times, time_ms > 0 ? 2 : 1);
  add_power (trace, time_ns, 115, FALSE, wakelocks);
}

static void
add_users (GByteArray *trace,
           gint64 time_ns,
           guint64 n_clusters,
           guint64 uid,
           guint64 time_ms)
{
  const guint64 uids[] = { uid };
  const guint64 times[] = { time_ms, 2 * time_ms };
  GByteArray *users = g_byte_array_new ();

  if (n_clusters > 0)
    writer_add_int (users, 1, n_clusters);
  writer_add_packed (users, 2, uids, 1);
  writer_add_packed (users, 3, times, 2);
  add_power (trace, time_ns, 119, FALSE, users);
}

/* Names appear once per sequence. Sums of wakelocks are in ns, those of users in ms. Wakelock 7 has no name.
 * What a packet does not contain had its old value until the packet after it. */
static void
test_power (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  add_energy (trace);
  add_residency (trace);
  add_wakelocks (trace, 3000, "alarm", 5);
  add_wakelocks (trace, 4000, NULL, 2);
  add_wakelocks (trace, 4100, NULL, 0);
  add_wakelocks (trace, 4200, NULL, 0);
  add_wakelocks (trace, 4300, NULL, 3);
  add_users (trace, 5000, 2, 1000, 10);
  add_users (trace, 6000, 0, 1000, 1);
  add_users (trace, 7000, 0, 1010123, 4);
  add_users (trace, 8000, 0, 1000, 1);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);

  g_assert_cmpstr (facts, ==,
                   "format perfetto\ncounter -1 display = 900\ncounter -1 display of UID 10055 = 600\ncounter -1 Entity residency: modem is off = 70\ncounter -1 alarm = 5000000 7000000 7000000 10000000\n"
                   "counter -1 CPU for UID 1000 CL0 = 10 11 11 12\ncounter -1 CPU for UID 1000 CL1 = 20 22 22 24\n"
                   "counter -1 CPU for System CL0 = 0 1 2\ncounter -1 CPU for System CL1 = 0 2 4\n"
                   "counter -1 CPU for UID 1010123 CL0 = 4\ncounter -1 CPU for UID 1010123 CL1 = 8\n"
                   "counter -1 CPU for Apps CL0 = 4\ncounter -1 CPU for Apps CL1 = 8\ndiagnostic unknown-name 5 @0\n");
}

static void
add_package (GByteArray *list,
             const char *name,
             guint64 uid,
             guint64 version,
             gboolean is_debuggable)
{
  GByteArray *package = g_byte_array_new ();

  writer_add_text (package, 1, name);
  writer_add_int (package, 2, uid);
  writer_add_int (package, 3, is_debuggable);
  writer_add_int (package, 5, version);
  writer_add_message (list, 1, package);
}

static void
add_process (GByteArray *tree,
             guint64 pid,
             guint64 uid,
             const char *name)
{
  GByteArray *process = g_byte_array_new ();

  writer_add_int (process, 1, pid);
  writer_add_text (process, 3, name);
  writer_add_int (process, 5, uid);
  writer_add_message (tree, 1, process);
}

/* Only the packages of processes in the trace are listed, once; the same name with another user is not enough. */
static void
test_apps (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2; i++)
    {
      GByteArray *list = g_byte_array_new ();

      add_package (list, "com.example.app", 10055, 12, TRUE);
      add_package (list, "com.example.other", 10056, 3, FALSE);
      add_package (list, "com.example.fake", 10057, 3, FALSE);
      add_power (trace, 1000, 47, i == 0, list);
    }

  GByteArray *tree = g_byte_array_new ();

  add_process (tree, 7, 10055, "com.example.app:remote");
  add_process (tree, 8, 10055, "com.example.fake");
  add_power (trace, 2000, 2, FALSE, tree);

  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (strata_trace_get_property (loaded, "apps"), ==, "com.example.app 12 (debuggable)");

  guint n_packages;
  const StrataPackage *packages = strata_packages_get (loaded, &n_packages);

  g_assert_cmpuint (n_packages, ==, 3); /* the list came twice */
  g_assert_cmpstr (strata_trace_get_string (loaded, packages[1].name), ==, "com.example.other");
  g_assert_cmpuint (packages[1].uid, ==, 10056);
  g_assert_cmpint (packages[1].version, ==, 3);
  g_assert_true (packages[0].is_debuggable);
}

static const StrataProcess *
find_process (StrataTrace *trace,
              gint64 pid)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  for (guint i = 0; i < n_processes; i++)
    if (processes[i].pid == pid)
      return &processes[i];

  return NULL;
}

static void
add_life (GByteArray *trace,
          guint64 pid,
          guint64 ppid,
          guint64 uid,
          guint64 start_ns)
{
  GByteArray *tree = g_byte_array_new ();
  GByteArray *process = g_byte_array_new ();

  writer_add_int (process, 1, pid);
  writer_add_int (process, 2, ppid);
  writer_add_int (process, 5, uid);
  if (start_ns > 0)
    writer_add_int (process, 7, start_ns);

  writer_add_message (tree, 1, process);
  add_power (trace, 2000, 2, FALSE, tree);
}

/* Parents that are not in the trace are left out; later data wins. */
static void
test_lives (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  g_autoptr (GError) error = NULL;

  writer_add_thread (trace, 20, 5, 5, "zygote");
  writer_add_event (trace, 3000000, 20, BEGIN, "fork");
  writer_add_event (trace, 4000000, 20, END, NULL);
  add_life (trace, 7, 4, 0, 0);
  add_life (trace, 7, 5, 1010055, 500000);
  add_life (trace, 5, 1, 0, 0);

  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  const StrataProcess *app = find_process (loaded, 7);
  const StrataProcess *zygote = find_process (loaded, 5);

  g_assert_nonnull (app);
  g_assert_nonnull (zygote);
  g_assert_cmpint (app->uid, ==, 1010055);
  g_assert_cmpint (app->start_ns, ==, 500000);
  g_assert_cmpint (app->end_ns, ==, STRATA_NO_TIME);
  g_assert_true (strata_trace_get_processes (loaded, NULL) + app->parent == zygote);
  g_assert_cmpint (zygote->uid, ==, 0);
  g_assert_cmpint (zygote->start_ns, ==, STRATA_NO_TIME);
  g_assert_cmpuint (zygote->parent, ==, STRATA_NONE);
}

/* A unit by name, and one by number. */
static void
test_units (void)
{
  g_autoptr (GByteArray) trace = make_simple ();
  g_autoptr (GError) error = NULL;
  const char *const names[] = { "frames drawn", "heap" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GByteArray *packet = writer_begin_packet (1, -1);
      GByteArray *descriptor = g_byte_array_new ();
      GByteArray *counter = g_byte_array_new ();
      GByteArray *event = g_byte_array_new ();

      if (i == 0)
        writer_add_text (counter, 6, "frames");
      else
        writer_add_int (counter, 3, 3); /* bytes */

      writer_add_int (descriptor, 1, 50 + i);
      writer_add_text (descriptor, 2, names[i]);
      writer_add_message (descriptor, 8, counter);
      writer_add_message (packet, 60, descriptor);
      writer_end_packet (trace, packet);

      packet = writer_begin_packet (1, 2000000);
      writer_add_int (event, 9, 4); /* a counter */
      writer_add_int (event, 11, 50 + i);
      writer_add_int (event, 30, 8);
      writer_add_message (packet, 11, event);
      writer_end_packet (trace, packet);
    }

  g_autoptr (StrataTrace) loaded = fixture_load (trace->data, trace->len, 0, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const StrataCounterNote *note = strata_counter_notes_find (loaded, strata_string_pool_lookup (strata_trace_get_strings (loaded), names[i]));

      g_assert_nonnull (note);
      g_assert_cmpstr (strata_trace_get_string (loaded, note->unit), ==, i == 0 ? "frames" : "bytes");
      g_assert_cmpuint (note->gpu, ==, STRATA_NONE);
    }
}

/* Activity of a disk and a CPU since boot. */
static void
test_disk_and_idle (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  GByteArray *stats = g_byte_array_new ();
  GByteArray *disk = g_byte_array_new ();
  GByteArray *idle = g_byte_array_new ();
  GByteArray *entry = g_byte_array_new ();

  writer_add_text (disk, 1, "sda");
  writer_add_int (disk, 2, 3);
  writer_add_int (disk, 8, 4);
  writer_add_message (stats, 13, disk);
  writer_add_int (idle, 1, 2);
  writer_add_text (entry, 1, "C6");
  writer_add_int (entry, 2, 55);
  writer_add_message (idle, 2, entry);
  writer_add_message (stats, 16, idle);
  add_power (trace, 1000, 7, TRUE, stats);

  g_autoptr (StrataTrace) loaded = trace_facts_load ((const char *) trace->data, trace->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *facts = trace_facts_describe (loaded, FALSE);

  g_assert_cmpstr (facts, ==, "format perfetto\ncounter -1 diskstat.[sda].read_bytes = 1536\ncounter -1 diskstat.[sda].flush_count = 4\ncounter -1 cpuidle2.C6 = 55\n");
}

static void
add_named (GByteArray *interned,
           guint list,
           guint64 iid,
           const char *text)
{
  GByteArray *entry = g_byte_array_new ();

  writer_add_int (entry, 1, iid);
  writer_add_text (entry, 2, text);
  writer_add_message (interned, list, entry);
}

static void
add_frame (GByteArray *interned,
           guint64 iid,
           guint64 function,
           guint64 mapping,
           guint64 rel_pc)
{
  GByteArray *frame = g_byte_array_new ();

  writer_add_int (frame, 1, iid);
  writer_add_int (frame, 2, function);
  writer_add_int (frame, 3, mapping);
  writer_add_int (frame, 4, rel_pc);
  writer_add_message (interned, 6, frame);
}

static void
add_stack (GByteArray *interned,
           guint64 iid,
           guint64 outer,
           guint64 inner)
{
  GByteArray *stack = g_byte_array_new ();

  writer_add_int (stack, 1, iid);
  writer_add_int (stack, 2, outer);
  writer_add_int (stack, 2, inner);
  writer_add_message (interned, 7, stack);
}

/* Stack 1 is main and draw; 2 is main and an address in a library without symbols. */
static void
add_stacks (GByteArray *packet)
{
  GByteArray *interned = g_byte_array_new ();
  GByteArray *mapping = g_byte_array_new ();

  add_named (interned, 5, 1, "main");
  add_named (interned, 5, 2, "draw");
  add_named (interned, 17, 1, "system");
  add_named (interned, 17, 2, "libx.so");
  writer_add_int (mapping, 1, 1);
  writer_add_int (mapping, 7, 1);
  writer_add_int (mapping, 7, 2);
  writer_add_message (interned, 19, mapping);
  add_frame (interned, 1, 1, 0, 0);
  add_frame (interned, 2, 2, 1, 0x10);
  add_frame (interned, 3, 0, 1, 0x40);
  add_stack (interned, 1, 1, 2);
  add_stack (interned, 2, 1, 3);
  writer_add_message (packet, 12, interned);
}

static void
add_perf_sample (GByteArray *trace,
                 gint64 time_ns,
                 guint64 stack,
                 gboolean is_first)
{
  GByteArray *packet = writer_begin_packet (9, time_ns);
  GByteArray *sample = g_byte_array_new ();

  if (is_first)
    {
      writer_add_int (packet, 13, 1);
      add_stacks (packet);
    }
  writer_add_int (sample, 1, 3);
  writer_add_int (sample, 2, 7);
  writer_add_int (sample, 3, 8);
  if (stack != 0)
    writer_add_int (sample, 4, stack);
  writer_add_message (packet, 66, sample);
  writer_end_packet (trace, packet);
}

/* A sample lasts until the next one. A sample without a stack, or with an undescribed one, is counted. */
static void
test_perf_samples (void)
{
  g_autoptr (GByteArray) trace = g_byte_array_new ();

  add_perf_sample (trace, 1000000, 1, TRUE);
  add_perf_sample (trace, 2000000, 1, FALSE);
  add_perf_sample (trace, 3000000, 2, FALSE);
  assert_trace (trace, "8:0:main@1000+3000 8:1:draw@1000+2000 8:1:libx.so+0x40@3000+1000 | ");

  add_perf_sample (trace, 4000000, 0, FALSE);
  add_perf_sample (trace, 5000000, 5, FALSE);
  assert_trace (trace, "8:0:main@1000+3000 8:1:draw@1000+2000 8:1:libx.so+0x40@3000+1000 | unknown-name=1 no-stack=2");
}

/* Chrome's samples have the times and the thread of their sequence. */
static void
test_streaming_profile (void)
{
  static const guint64 stacks[] = { 1, 2, 1 };
  static const guint64 deltas[] = { 0, 1000, 1000 };
  g_autoptr (GByteArray) trace = g_byte_array_new ();
  GByteArray *packet = writer_begin_packet (9, 50000000);
  GByteArray *thread = g_byte_array_new ();
  GByteArray *profile = g_byte_array_new ();

  writer_add_int (packet, 13, 1);
  add_stacks (packet);
  writer_add_int (thread, 1, 7);
  writer_add_int (thread, 2, 8);
  writer_add_int (thread, 6, 4000);
  writer_add_message (packet, 44, thread);
  writer_end_packet (trace, packet);

  packet = writer_begin_packet (9, 50000000);
  writer_add_packed (profile, 1, stacks, G_N_ELEMENTS (stacks));
  writer_add_packed (profile, 2, deltas, G_N_ELEMENTS (deltas));
  writer_add_message (packet, 54, profile);
  writer_end_packet (trace, packet);
  assert_trace (trace, "8:0:main@4000+3000 8:1:draw@4000+1000 8:1:libx.so+0x40@5000+1000 8:1:draw@6000+1000 | ");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perfetto/slices", test_slices);
  g_test_add_func ("/perfetto/unsorted", test_unsorted);
  g_test_add_func ("/perfetto/prefixes", test_prefixes);
  g_test_add_func ("/perfetto/unknown-first", test_unknown_first);
  g_test_add_func ("/perfetto/garbage-between", test_garbage_between);
  g_test_add_func ("/perfetto/bad-packets", test_bad_packets);
  g_test_add_func ("/perfetto/interning", test_interning);
  g_test_add_func ("/perfetto/unknown-name", test_unknown_name);
  g_test_add_func ("/perfetto/clocks", test_clocks);
  g_test_add_func ("/perfetto/compressed", test_compressed);
  g_test_add_func ("/perfetto/bombs", test_bombs);
  g_test_add_func ("/perfetto/damage-inside", test_damage_inside);
  g_test_add_func ("/perfetto/packed-description", test_packed_description);
  g_test_add_func ("/perfetto/long-first-packet", test_long_first_packet);
  g_test_add_func ("/perfetto/markers", test_markers);
  g_test_add_func ("/perfetto/kernel", test_kernel);
  g_test_add_func ("/perfetto/render-stages", test_render_stages);
  g_test_add_func ("/perfetto/power", test_power);
  g_test_add_func ("/perfetto/apps", test_apps);
  g_test_add_func ("/perfetto/lives", test_lives);
  g_test_add_func ("/perfetto/units", test_units);
  g_test_add_func ("/perfetto/disk-and-idle", test_disk_and_idle);
  g_test_add_func ("/perfetto/perf-samples", test_perf_samples);
  g_test_add_func ("/perfetto/streaming-profile", test_streaming_profile);
  g_test_add_func ("/perfetto/translations", test_translations);
  g_test_add_func ("/perfetto/mixed", test_mixed);
  g_test_add_func ("/perfetto/compact", test_compact);
  g_test_add_func ("/perfetto/large", test_large);
  g_test_add_func ("/perfetto/is-no-text", test_is_no_text);

  return g_test_run ();
}
