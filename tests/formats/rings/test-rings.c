/* test-rings.c - pages of the kernel's ring buffer, and the files that contain them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "ring-writer.h"
#include "strata-ring-print.h"

#define MISSED 0x80000000U
#define STORED 0x40000000U

static void
add_page (GByteArray *file,
          guint cpu,
          WriterPage *page,
          guint32 flags)
{
  g_autoptr (GBytes) bytes = writer_page_end (page, flags);

  writer_sys_add (file, 4 + cpu, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Two nested slices, on two CPUs; the second one comes first in the file. */
static GByteArray *
make_sys (void)
{
  GByteArray *file = writer_sys_new ();
  WriterPage page;

  writer_page_begin (&page, 1500000, FALSE);
  writer_page_mark (&page, 2000000, 7, "B|7|inner");
  writer_page_mark (&page, 4000000, 7, "E|7");
  add_page (file, 1, &page, 0);
  writer_page_begin (&page, 1000000, FALSE);
  writer_page_mark (&page, 1000000, 7, "B|7|outer");
  writer_page_mark (&page, 9000000, 7, "E|7");
  add_page (file, 0, &page, 0);
  writer_sys_add (file, 2, "7 worker\n", 9);
  writer_sys_add (file, 3, "7 7\n", 4);
  return file;
}

#define SIMPLE "7:0:outer@1000+8000 7:1:inner@2000+2000 | "

static void
assert_file (GByteArray *file,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *all = fixture_describe (trace);

  g_assert_cmpstr (all, ==, expected);
}

static void
test_sys (void)
{
  g_autoptr (GByteArray) file = make_sys ();

  fixture_assert_loads (file->data, file->len, SIMPLE);
}

/* A 32-bit kernel. The file ends before it declares that. */
static void
test_short_longs (void)
{
  g_autoptr (GByteArray) file = writer_sys_new ();
  WriterPage page;

  writer_page_begin (&page, 1000000, FALSE);
  g_byte_array_set_size (page.bytes, 12);
  writer_page_mark (&page, 1000000, 7, "B|7|a");
  writer_page_mark (&page, 9000000, 7, "E|7");

  const guint n_used = page.bytes->len - 12;

  add_page (file, 0, &page, 0);
  memcpy (file->data + file->len - WRITER_PAGE_BYTES + 8, (const guint8[]){ (guint8) n_used, 0, 0, 0 }, 4);
  /* the writer uses lengths of 8 bytes; the last four are where the first of two records of equal length begins */
  memcpy (file->data + file->len - WRITER_PAGE_BYTES + 12, (const guint8[]){ (guint8) ((n_used / 2 - 4) / 4), 0, 0, 0 }, 4);

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 1);
  g_assert_cmpint (strata_slice_table_get_wall_ns (strata_trace_get_slices (trace), 0), ==, 8000000);
}

/* Any prefix loads or fails with a reason. */
static void
test_prefixes (void)
{
  g_autoptr (GByteArray) file = make_sys ();

  for (guint n = 0; n < file->len; n += 13)
    {
      g_autofree void *part = g_memdup2 (file->data, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (part != NULL ? part : "", n, 0, &error);

      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

static void
test_trace_dat (void)
{
  for (guint is_big_endian = 0; is_big_endian < 2; is_big_endian++)
    {
      WriterPage page;
      GBytes *pages[2];

      writer_page_begin (&page, 1000000, is_big_endian != 0);
      writer_page_mark (&page, 1000000, 7, "B|7|outer");
      writer_page_mark (&page, 9000000, 7, "E|7");
      pages[0] = writer_page_end (&page, 0);
      writer_page_begin (&page, 2000000, is_big_endian != 0);
      writer_page_mark (&page, 2000000, 7, "B|7|inner");
      writer_page_mark (&page, 4000000, 7, "E|7");
      pages[1] = writer_page_end (&page, 0);

      g_autoptr (GByteArray) file = writer_dat_new (pages, 2, is_big_endian != 0);

      assert_file (file, SIMPLE);
      g_bytes_unref (pages[0]);
      g_bytes_unref (pages[1]);
    }
}

static void
add_numbers (GByteArray *data,
             const gint64 *values,
             guint n_values)
{
  for (guint i = 0; i < n_values; i++)
    writer_add_uint (data, (guint64) values[i], 8, FALSE);
}

/* Two CPUs of a guest. The first was measured three times: by its second page, its clock is half a ms ahead, and runs half as fast again. The
 * second was measured once, so its factor does not count. */
static GByteArray *
make_shifts (void)
{
  static const gint64 first[] = { 0, 5000000, 90000000, 1000000, 1500000, 9999999, 1, 3, 7 };
  static const gint64 second[] = { 0, -2000000, 5 };
  static const gint64 places[] = { 0, 1, 0, 1 };
  GByteArray *data = g_byte_array_new ();

  writer_add_uint (data, 0x1234, 8, FALSE);
  writer_add_uint (data, 0, 4, FALSE);
  writer_add_uint (data, 2, 4, FALSE);
  writer_add_uint (data, 3, 4, FALSE);
  add_numbers (data, first, G_N_ELEMENTS (first));
  writer_add_uint (data, 1, 4, FALSE);
  add_numbers (data, second, G_N_ELEMENTS (second));
  add_numbers (data, places, G_N_ELEMENTS (places));
  return data;
}

/* Options of trace.dat that define the clock. */
static void
test_clocks (void)
{
  static const guint8 tsc[] = { 0, 0, 0x20, 0, 20, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0 }; /* by 2, and 1 ms */
  static const char ticks[] = "local global [x86-tsc]";
  g_autoptr (GByteArray) shifts = make_shifts ();
  const struct
  {
    WriterOption options[3];
    guint n_options;
    const char *expected;
  } rows[] = {
    { { { 0 } }, 0, "7:0:a@3000+1000 7:0:b@8000+2000 8:0:c@4000+2000 | " },
    { { { 7, "2000000", 8 }, { 7, "-500000", 8 } }, 2, "7:0:a@4500+1000 7:0:b@9500+2000 8:0:c@5500+2000 | " },
    { { { 12, shifts->data, shifts->len } }, 1, "8:0:c@2000+2000 7:0:a@4000+1000 7:0:b@13500+3000 | " },
    { { { 12, shifts->data, shifts->len }, { 7, "1000000", 8 } }, 2, "8:0:c@3000+2000 7:0:a@5000+1000 7:0:b@14500+3000 | " },
    { { { 14, tsc, sizeof tsc }, { 4, ticks, sizeof ticks } }, 2, "7:0:a@7000+2000 7:0:b@17000+4000 8:0:c@9000+4000 | " },
    { { { 14, tsc, sizeof tsc }, { 4, ticks, sizeof ticks }, { 12, shifts->data, shifts->len } }, 3, "8:0:c@5000+4000 7:0:a@9000+2000 7:0:b@28000+6000 | " },
    /* a factor of ticks for a clock without ticks, and a truncated option */
    { { { 14, tsc, sizeof tsc }, { 7, "1000000", 8 }, { 4, "[mono]", 7 } }, 3, "7:0:a@4000+1000 7:0:b@9000+2000 8:0:c@5000+2000 | " },
    { { { 12, shifts->data, 20 } }, 1, "7:0:a@3000+1000 7:0:b@8000+2000 8:0:c@4000+2000 | " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GBytes *pages[2];
      WriterPage page;

      writer_page_begin (&page, 3000000, FALSE);
      writer_page_mark (&page, 3000000, 7, "B|7|a");
      writer_page_mark (&page, 4000000, 7, "E|7");
      writer_page_mark (&page, 8000000, 7, "B|7|b");
      writer_page_mark (&page, 10000000, 7, "E|7");
      pages[0] = writer_page_end (&page, 0);
      writer_page_begin (&page, 4000000, FALSE);
      writer_page_mark (&page, 4000000, 8, "B|8|c");
      writer_page_mark (&page, 6000000, 8, "E|8");
      pages[1] = writer_page_end (&page, 0);

      g_autoptr (GByteArray) file = writer_dat7_new (pages, 2, "none", rows[i].options, rows[i].n_options);

      assert_file (file, rows[i].expected);
      g_bytes_unref (pages[0]);
      g_bytes_unref (pages[1]);
    }
}

/* Time extends, absolute stamps, discarded records and padding between events. */
static void
test_special_records (void)
{
  g_autoptr (GByteArray) file = writer_sys_new ();
  WriterPage page;

  writer_page_begin (&page, 1000, FALSE);
  writer_page_mark (&page, 2000, 7, "B|7|a");
  writer_page_add_special (&page, 30, 500, 1);  /* 500 + 2^27 */
  writer_page_add_special (&page, 29, 100, 12); /* 8 bytes after its length */
  g_byte_array_append (page.bytes, (const guint8 *) "rubbish!", 8);
  writer_page_mark (&page, 2000, 7, "E|7");
  writer_page_add_special (&page, 31, 1000, 2); /* 2 * 2^27 + 1000 */
  writer_page_mark (&page, 2000, 7, "B|7|b");
  writer_page_mark (&page, 5000, 7, "E|7");
  writer_page_add_special (&page, 29, 0, 0);
  add_page (file, 0, &page, 0);

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpint (strata_trace_get_span (trace).begin_ns, ==, 2000);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns, ==, (2 << 27) + 1000 + 3000);

  g_autofree char *all = fixture_describe (trace);

  g_assert_true (g_str_has_prefix (all, "7:0:a@2+134218 7:0:b@268436+3 | "));
}

/* A stamp before the time of its page is unusual, but not damage. */
static void
test_earlier_stamp (void)
{
  g_autoptr (GByteArray) file = writer_sys_new ();
  WriterPage page;

  writer_page_begin (&page, 5000000, FALSE);
  writer_page_mark (&page, 5000000, 7, "B|7|a");
  writer_page_add_special (&page, 31, 4000000, 0);
  page.time_ns = 4000000;
  writer_page_mark (&page, 4000000, 8, "B|8|b");
  writer_page_mark (&page, 6000000, 8, "E|8");
  writer_page_mark (&page, 7000000, 7, "E|7");
  add_page (file, 0, &page, 0);
  assert_file (file, "7:0:a@5000+2000 8:0:b@4000+2000 | time-backwards=1");
}

/* Events missing before a page come after the page before it. Before the first page, they were overwritten. */
static void
test_losses (void)
{
  g_autoptr (GByteArray) file = writer_sys_new ();
  g_autoptr (GError) error = NULL;
  WriterPage page;
  guint n;

  writer_page_begin (&page, 1000, FALSE);
  writer_page_mark (&page, 2000, 7, "B|7|a");
  add_page (file, 0, &page, MISSED);
  writer_page_begin (&page, 9000, FALSE);
  writer_page_mark (&page, 9000, 7, "E|7");
  add_page (file, 0, &page, MISSED | STORED);
  /* the kernel also sets all higher bits */
  memset (file->data + file->len - WRITER_PAGE_BYTES + 12, 0xff, 4);

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  const StrataLoss *losses = strata_trace_get_losses (trace, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (losses[0].n_events, ==, 7);
  g_assert_cmpint (losses[0].begin_ns, ==, 2000);
  g_assert_cmpint (losses[0].end_ns, ==, 9000);

  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  g_assert_cmpstr (diagnostics, ==, "lost-events=7 overwritten=1");
}

/* Pages of zeros are the unused end of a buffer, or were lost if others follow. */
static void
test_blank_pages (void)
{
  for (guint n_behind = 0; n_behind < 2; n_behind++)
    {
      g_autoptr (GByteArray) file = writer_sys_new ();
      WriterPage page;

      writer_page_begin (&page, 2000, FALSE);
      writer_page_mark (&page, 2000, 7, "B|7|a");
      writer_page_mark (&page, 3000, 7, "E|7");

      g_autoptr (GBytes) bytes = writer_page_end (&page, 0);
      const gsize n_bytes = g_bytes_get_size (bytes);
      g_autofree guint8 *zeros = g_malloc0 (n_bytes);

      writer_sys_add (file, 4, g_bytes_get_data (bytes, NULL), n_bytes);
      writer_sys_add (file, 4, zeros, n_bytes);
      if (n_behind == 1)
        {
          writer_page_begin (&page, 4000, FALSE);
          writer_page_mark (&page, 4000, 7, "B|7|b");
          writer_page_mark (&page, 5000, 7, "E|7");
          add_page (file, 0, &page, 0);
        }

      assert_file (file, n_behind == 0 ? "7:0:a@2+1 | " : "7:0:a@2+1 7:0:b@4+1 | damaged-data=1");
    }
}

/* The letters in the kernel's print format define the states. */
static void
test_switches (void)
{
  g_autoptr (GByteArray) file = writer_sys_new ();
  g_autoptr (GError) error = NULL;
  WriterPage page;

  writer_page_begin (&page, 1000, FALSE);
  writer_page_switch (&page, 1000, 0, 0, 7);
  writer_page_switch (&page, 2000, 7, 2, 8);
  writer_page_switch (&page, 3000, 8, 0x100, 9);
  writer_page_switch (&page, 4000, 9, 1, 0);
  add_page (file, 0, &page, 0);

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  g_assert_cmpuint (runs->n_runs, ==, 3);
  g_assert_cmpint (runs->end_state[0], ==, 'D');
  g_assert_cmpint (runs->end_state[1], ==, 'R' | STRATA_END_STATE_PREEMPTED);
  g_assert_cmpint (runs->end_state[2], ==, 'S');
}

/* Pages with a wrong length, and records with a wrong length. */
static void
test_damage (void)
{
  g_autoptr (GByteArray) file = make_sys ();
  guint8 page[WRITER_PAGE_BYTES];
  WriterPage lies;

  memset (page, 0xff, sizeof page);
  writer_sys_add (file, 4, page, sizeof page);
  memset (page, 0, sizeof page);
  writer_sys_add (file, 5, page, sizeof page);
  writer_page_begin (&lies, 9000000, FALSE);
  writer_page_add_special (&lies, 0, 0, 0xfffffff0);
  add_page (file, 2, &lies, 0);
  writer_sys_add (file, 200, "what", 4);
  assert_file (file, "7:0:outer@1000+8000 7:1:inner@2000+2000 | skipped-section=1 damaged-data=2");
}

/* An event with fields in its format that are beyond its bytes. */
static void
test_short_events (void)
{
  g_autoptr (GByteArray) file = make_sys ();
  static const guint8 sched[] = { WRITER_SWITCH, 0, 0, 0, 7, 0, 0, 0 };
  static const guint8 mark[] = { WRITER_PRINT, 0, 0, 0, 7, 0, 0, 0, 1, 2, 3, 4 };
  static const guint8 irq[] = { WRITER_IRQ, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0, 0xff, 0xff, 0xff, 0xff };
  static const guint8 unknown[] = { 99, 0, 0, 0, 7, 0, 0, 0 };
  WriterPage page;

  writer_page_begin (&page, 9500000, FALSE);
  writer_page_add (&page, 1, 0, sched, sizeof sched);
  writer_page_add (&page, 1, 0, mark, sizeof mark);
  writer_page_add (&page, 1, 0, irq, sizeof irq);
  writer_page_add (&page, 1, 0, unknown, sizeof unknown);
  add_page (file, 3, &page, 0);
  assert_file (file, "7:0:outer@1000+8000 7:1:inner@2000+2000 | unknown-event=1 bad-payload=2");
}

/* More CPUs than any machine has, most of them empty. */
static void
test_many_cpus (void)
{
  enum
  {
    N_CPUS = 4096
  };
  g_autofree GBytes **pages = g_new (GBytes *, N_CPUS);
  WriterPage page;

  for (guint i = 0; i < N_CPUS; i++)
    {
      writer_page_begin (&page, 1000 * i, FALSE);
      if (i < 2)
        writer_page_mark (&page, 1000000 + 1000000 * i, 7, i == 0 ? "B|7|a" : "E|7");
      pages[i] = writer_page_end (&page, 0);
    }

  g_autoptr (GByteArray) file = writer_dat_new (pages, N_CPUS, FALSE);

  assert_file (file, "7:0:a@1000+1000 | ");
  for (guint i = 0; i < N_CPUS; i++)
    g_bytes_unref (pages[i]);
}

/* A table in which every CPU has the whole file. */
static void
test_same_pages (void)
{
  enum
  {
    N_CPUS = 4096
  };
  g_autofree GBytes **pages = g_new (GBytes *, N_CPUS);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  WriterPage page;

  writer_page_begin (&page, 1000000, FALSE);
  writer_page_mark (&page, 1000000, 7, "B|7|a");
  writer_page_mark (&page, 2000000, 7, "E|7");
  pages[0] = writer_page_end (&page, 0);
  for (guint i = 1; i < N_CPUS; i++)
    pages[i] = empty;

  g_autoptr (GByteArray) file = writer_dat_new (pages, N_CPUS, FALSE);
  const guint64 offset = GUINT64_TO_LE (file->len - WRITER_PAGE_BYTES);
  const guint64 n_bytes = GUINT64_TO_LE (WRITER_PAGE_BYTES);
  guint8 *table = file->data + file->len - WRITER_PAGE_BYTES - 16 * N_CPUS;

  while (memcmp (table, &offset, 8) != 0)
    table--;
  for (guint i = 1; i < N_CPUS; i++)
    {
      memcpy (table + 16 * i, &offset, 8);
      memcpy (table + 16 * i + 8, &n_bytes, 8);
    }

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, <, 32);
  g_bytes_unref (pages[0]);
}

/* A record for the expressions below. */
static const guint8 record_bytes[] = {
  1, 0, 0, 0, 7, 0, 0, 0,           /* common */
  0xfe, 0xff, 0xff, 0xff,           /* int a = -2 */
  0x10, 0x00, 0x20, 0x00,           /* u32 b = 0x200010 */
  'c', 'o', 'm', 'm', 0, 'x', 0, 0, /* char name[8] */
  40, 0, 6, 0,                      /* __data_loc char[] text */
  8, 0, 3, 0,                       /* __rel_loc u8[] raw, 8 bytes after it */
  0x05, 0x00, 0x01, 0x00,           /* u16 list[2] */
  0x34, 0x12, 0, 0,                 /* garbage */
  'h', 'e', 'l', 'l', 'o', 0,       /* of text and of raw */
};

static const char record_fields[] =
    "name: test\nID: 1\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\n"
    "\tfield:u32 b;\toffset:12;\tsize:4;\tsigned:0;\n"
    "\tfield:char name[8];\toffset:16;\tsize:8;\tsigned:0;\n"
    "\tfield:__data_loc char[] text;\toffset:24;\tsize:4;\tsigned:0;\n"
    "\tfield:__rel_loc u8[] raw;\toffset:28;\tsize:4;\tsigned:0;\n"
    "\tfield:u16 list[2];\toffset:32;\tsize:4;\tsigned:0;\n"
    "\tfield:void * where;\toffset:36;\tsize:4;\tsigned:0;\n"
    "\tfield:unsigned char bytes[8];\toffset:40;\tsize:6;\tsigned:0;\n"
    "\tfield:char[8] turned;\toffset:16;\tsize:8;\tsigned:0;\n"
    "\tfield:char end[];\toffset:40;\tsize:0;\tsigned:0;\n"
    "\tfield:int far;\toffset:4000;\tsize:4;\tsigned:1;\n\nprint fmt: ";

/* The kernel prints the length of a function, which extends to the next one. */
static const char symbols[] = "0000000000091000 T inner\n0000000000091020 T outer\n0000000000092000 t last\t[mod]\n0000000000092100 t end\t[mod]\n";

static void
test_print (void)
{
  static const struct
  {
    const char *print;
    const char *text;
  } rows[] = {
    { "\"a=%d b=%u\", REC->a, REC->b", "a=-2 b=2097168" },
    { "\"%x %#lx %08x|%-6d|%6d|%+d\", REC->b, REC->b, REC->b, REC->a, REC->a, 5", "200010 0x200010 00200010|-2    |    -2|+5" },
    { "\"%hhu %hd %llu\", REC->a, REC->a, (unsigned long long)REC->b", "254 -2 2097168" },
    { "\"%d,%d\", ((unsigned int) ((REC->b) >> 20)), ((unsigned int) ((REC->b) & ((1U << 20) - 1)))", "2,16" },
    { "\"[%s] [%s] %%\", REC->name, __get_str(text)", "[comm] [hello] %" },
    { "\"%.*s\", (int)2, __get_str(text)", "he" },
    { "\"reasons:\n%s:%d,\n%d\", \"a\", REC->a, REC->far", "reasons: a:-2, 0" },
    { "\"%s\" \" and %s\", \"a\" \"b\", \"c\"", "ab and c" },
    { "\"%s\", REC->a < 0 ? \"less\" : REC->a == 0 ? \"zero\" : \"more\"", "less" },
    { "\"%s\", __print_flags(REC->b, \"|\", { 0x10, \"X\" }, { 1 << 3, \"Y\" })", "X|0x200000" },
    { "\"%s\", __print_flags(REC->b & 16, \"|\", {( unsigned long)(( gfp_t)((((1UL))) << (4))), \"X\" }, { 0, ((void *)0) } )", "X" },
    { "\"%s %s\", __print_symbolic(REC->b & 0xff, { 16, \"sixteen\" }, { NOT_KNOWN, \"none\" }), __print_symbolic(3, { 0, \"x\" })", "sixteen 0x3" },
    { "\"mode=%s %s %s\", __print_symbolic(0, { HRTIMER_MODE_ABS, \"ABS\" }, { HRTIMER_MODE_REL, \"REL\" }), __print_symbolic(11, { HRTIMER_MODE_REL_PINNED_HARD, \"REL|PINNED|HARD\" }), __print_symbolic(6, { HRTIMER_MODE_ABS_PINNED_SOFT, \"ABS|PINNED|SOFT\" })", "mode=ABS REL|PINNED|HARD ABS|PINNED|SOFT" },
    { "\"%s\", __print_hex(__get_dynamic_array(raw), __get_dynamic_array_len(raw))", "68 65 6c" },
    { "\"%s\", __print_array(REC->list, 2, 2)", "{0x5,0x1}" },
    { "\"%d %d\", REC->list[0], sizeof(REC->name)", "5 8" },
    { "\"%s\", __get_bitmask(list)", "00010005" },
    { "\"cpus=%s\", __get_cpumask(list)", "cpus=0,2,16" },
    { "\"%s\", ((void *)((char *)REC + (REC->__data_loc_text & 0xffff)))", "hello" },
    { "\"%d %d\", 7 / 0, -7 % 0", "0 0" },
    { "\"%d\", REC->far", "0" },
    { "\"%ps\", REC->where", "0x1234" },
    { "\"%ps %pS %pS\", (void *)0x91010, (void *)0x91010, (void *)0x92000", "inner inner+0x10/0x20 last+0x0/0x100 [mod]" },
    { "\"%s %s %s\", REC->name ? REC->name : \"none\", (const char *)REC->bytes, REC->end", "comm hello hello" },
    { "\"%s %s %c\", REC->name + 2, &REC->name[0] != NULL ? REC->name : \"\", REC->name[3]", "mm comm m" },
    { "\"%d|%s|%d\", __get_dynamic_array_len(text), __print_hex(REC->name, sizeof(REC->name)), REC->name[5]", "6|63 6f 6d 6d 00 78 00 00|120" },
    { "\"%s|%5.2s|%s\", REC->name[4] ? REC->name : \"none\", REC->turned, REC->end + 99", "none|   co|" },
    { "\"%d\", !REC->a || (~REC->b & 1 && 1 != 2)", "1" },
    { "\"%d %d\", __builtin_expect(!!((unsigned long)(REC->b) >= (unsigned long)-4095), 0) ? 1 : REC->a, __builtin_expect(REC->b, 1)", "-2 2097168" },
    { "\"%d\", __builtin_expect(REC->b", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    /* values that only the kernel knows; if they are the major part, all fields are listed */
    { "\"%d %s %d %d\", REC->a, some_function(\"a, b\", (x)), jiffies - REC->b, REC->list[1]", "-2 ? ? 1" },
    { "\"%d\", some_function(REC->a)", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    { "\"%d %d\", REC->a", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    { "\"%d\"", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    { "\"%lu\"; REC->a", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    { "\"%d\", ", " a=-2 b=2097168 name=comm text=hello raw=68 65 6c list=05 00 01 00 where=0x1234 bytes=68 65 6c 6c 6f 00 turned=comm end=hello far=0" },
    { "\"%llu %llu %llu %lld\", (u64)-6 >> 60, (u64)-6 / 2, (u64)-6 % 7, (s64)-6 >> 1", "15 9223372036854775805 3 -3" },
  };
  const StrataRingRecord record = { .data = record_bytes, .n_bytes = sizeof record_bytes };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataRingFormats) formats = strata_ring_formats_new ();
      g_autoptr (StrataRingNames) names = strata_ring_names_new ();
      g_autofree char *format = g_strconcat (record_fields, rows[i].print, "\n", NULL);
      char buffer[STRATA_RING_TEXT_BYTES];
      StrataRingText text = { buffer, buffer + sizeof buffer };

      strata_ring_formats_add (formats, format, strlen (format));
      strata_ring_names_take_symbols (names, g_strdup (symbols), strlen (symbols));

      g_autoptr (StrataRingPrint) print = strata_ring_print_new (strata_ring_formats_get (formats, 1), 8);

      strata_ring_print_write (print, &record, names, &text);

      g_autofree char *written = g_strndup (buffer, (gsize) (text.at - buffer));

      g_assert_cmpstr (written, ==, rows[i].text);
    }
}

/* A long has four bytes on some machines, and so has each element of an array. Types that are not known have the size that the declaration shows. */
static void
test_arrays (void)
{
  static const struct
  {
    const char *fields;
    const char *print;
    const char *text;
  } rows[] = {
    { "\tfield:unsigned long args[6];\toffset:8;\tsize:24;\tsigned:0;\n\tfield:void * at;\toffset:8;\tsize:4;\tsigned:0;\n", "\"%lx %lx %p\", REC->args[1], REC->args[5], REC->at", "200010 30008 fffffffe" },
    { "\tfield:loff_t places[3];\toffset:8;\tsize:24;\tsigned:1;\n", "\"%llx\", REC->places[2]", "3000800060028" },
    { "\tfield:const char * names[2];\toffset:16;\tsize:16;\tsigned:0;\n", "\"%llx\", (unsigned long long)REC->names[1]", "3000800060028" },
    { "\tfield:mine_t small[4];\toffset:8;\tsize:8;\tsigned:0;\n", "\"%x\", REC->small[2]", "10" },
  };
  const StrataRingRecord record = { .data = record_bytes, .n_bytes = sizeof record_bytes };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataRingFormats) formats = strata_ring_formats_new ();
      g_autofree char *format = g_strdup_printf ("name: test\nID: 1\nformat:\n%s\nprint fmt: %s\n", rows[i].fields, rows[i].print);
      char buffer[STRATA_RING_TEXT_BYTES];
      StrataRingText text = { buffer, buffer + sizeof buffer };

      strata_ring_formats_add (formats, format, strlen (format));

      g_autoptr (StrataRingPrint) print = strata_ring_print_new (strata_ring_formats_get (formats, 1), 4);

      strata_ring_print_write (print, &record, NULL, &text);

      g_autofree char *written = g_strndup (buffer, (gsize) (text.at - buffer));

      g_assert_cmpstr (written, ==, rows[i].text);
    }
}

/* The kernel prints system call events with a separate function, not by their format. */
static void
test_system_calls (void)
{
  static const char formats_text[] =
      "name: sys_enter_openat\nID: 1\nformat:\n"
      "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
      "\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"
      "\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
      "\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n"
      "\tfield:__data_loc char[] __filename_val;\toffset:32;\tsize:4;\tsigned:0;\n\n"
      "print fmt: \"dfd: 0x%08lx, filename: 0x%08lx\", ((unsigned long)(REC->dfd)), ((unsigned long)(REC->filename))\n"
      "name: sys_exit_openat\nID: 2\nformat:\n"
      "\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\n"
      "print fmt: \"0x%lx\", REC->ret\n"
      "name: sys_enter_sync\nID: 3\nformat:\n\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"\"\n"
      "name: sys_enter\nID: 4\nformat:\n\tfield:long id;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"NR %ld\", REC->id\n";
  static const guint8 bytes[] = { 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x9c, 0xff, 0xff, 0xff, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 36, 0, 5, 0, '/', 't', 'm', 'p', 0, 0, 0, 0 };
  static const struct
  {
    guint id;
    const char *name;
    const char *text;
  } rows[] = {
    { 1, "sys_openat", "(dfd: 0xffffff9c, filename: 9 \"/tmp\")" },
    { 2, "sys_openat", "-> 0xffffff9c" },
    { 3, "sys_sync", "()" },
    { 4, "sys_enter", "NR 4294967196" },
  };
  const StrataRingRecord record = { .data = bytes, .n_bytes = sizeof bytes };
  g_autoptr (StrataRingFormats) formats = strata_ring_formats_new ();

  strata_ring_formats_add (formats, formats_text, strlen (formats_text));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataRingPrint) print = strata_ring_print_new (strata_ring_formats_get (formats, rows[i].id), 8);
      char buffer[STRATA_RING_TEXT_BYTES];
      StrataRingText text = { buffer, buffer + sizeof buffer };
      const StrataText name = strata_ring_print_get_name (print);

      strata_ring_print_write (print, &record, NULL, &text);

      g_autofree char *written = g_strndup (buffer, (gsize) (text.at - buffer));
      g_autofree char *written_name = g_strndup (name.text, name.n_bytes);

      g_assert_cmpstr (written, ==, rows[i].text);
      g_assert_cmpstr (written_name, ==, rows[i].name);
    }
}

/* Prints an event of one format. */
static char *
print_event (const char *format,
             const guint8 *bytes,
             gsize n_bytes,
             gboolean is_swapped,
             guint long_bytes)
{
  const StrataRingRecord record = { .data = bytes, .n_bytes = (guint32) n_bytes, .is_swapped = is_swapped };
  g_autoptr (StrataRingFormats) formats = strata_ring_formats_new ();
  g_autoptr (StrataRingNames) names = strata_ring_names_new ();
  char buffer[STRATA_RING_TEXT_BYTES];
  StrataRingText text = { buffer, buffer + sizeof buffer };

  strata_ring_formats_add (formats, format, strlen (format));
  strata_ring_names_take_symbols (names, g_strdup (symbols), strlen (symbols));

  g_autoptr (StrataRingPrint) print = strata_ring_print_new (strata_ring_formats_get (formats, 4), long_bytes);

  strata_ring_print_write (print, &record, names, &text);
  return g_strndup (buffer, (gsize) (text.at - buffer));
}

/* The kernel's output for the bytes behind a pointer. */
static void
test_addresses (void)
{
  static const struct
  {
    const char *place;
    const char *text;
    guint8 bytes[28];
    gboolean is_swapped;
  } rows[] = {
    { "%pI4", "127.0.0.1", { 127, 0, 0, 1 }, FALSE },
    { "%pi4", "010.000.002.001", { 10, 0, 2, 1 }, FALSE },
    { "%pI4h", "1.2.0.10", { 10, 0, 2, 1 }, FALSE },
    { "%pI4h", "10.0.2.1", { 10, 0, 2, 1 }, TRUE },
    { "%pI4l", "1.2.0.10", { 10, 0, 2, 1 }, TRUE },
    { "%pI6", "2001:0db8:0000:0000:0000:0000:0000:0010", { 0x20, 0x01, 0x0d, 0xb8, [15] = 0x10 }, FALSE },
    { "%pi6", "20010db8000000000000000000000010", { 0x20, 0x01, 0x0d, 0xb8, [15] = 0x10 }, FALSE },
    { "%pI6c", "2001:db8::10", { 0x20, 0x01, 0x0d, 0xb8, [15] = 0x10 }, FALSE },
    { "%pI6c", "::", { 0 }, FALSE },
    { "%pI6c", "::1", { [15] = 1 }, FALSE },
    { "%pI6c", "fe80::", { 0xfe, 0x80 }, FALSE },
    { "%pI6c", "1:0:2::3:0:0", { 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3 }, FALSE },
    { "%pI6c", "1:0:2:3:4:5:6:7", { 0, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7 }, FALSE },
    { "%pI6c", "::ffff:127.0.0.1", { [10] = 0xff, [11] = 0xff, [12] = 127, [15] = 1 }, FALSE },
    { "%pI6c", "fe80::5efe:10.0.0.1", { 0xfe, 0x80, [10] = 0x5e, [11] = 0xfe, [12] = 10, [15] = 1 }, FALSE },
    { "%pISpc", "127.0.0.1:80", { 2, 0, 0, 80, 127, 0, 0, 1 }, FALSE },
    { "%pIS", "127.0.0.1", { 0, 2, 0, 80, 127, 0, 0, 1 }, TRUE },
    { "%pISpc", "[::1]:8080", { 10, 0, 0x1f, 0x90, [23] = 1 }, FALSE },
    { "%pIScfs", "[::1]/7%3", { 10, 0, 0, 0, 0xf0, 0, 0, 7, [23] = 1, [24] = 3 }, FALSE },
    { "%pISc", "::1", { 10, 0, 0, 0, [23] = 1 }, FALSE },
    { "%pISpc", "(einval)", { 1 }, FALSE },
    { "%pM %pMF", "02:00:00:00:00:0a 02-00-00-00-00-0a", { 2, 0, 0, 0, 0, 10 }, FALSE },
    { "%pm %pMR", "02000000000a 0a:00:00:00:00:02", { 2, 0, 0, 0, 0, 10 }, FALSE },
    { "%pU", "00010203-0405-0607-0809-0a0b0c0d0eaf", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xaf }, FALSE },
    { "%pUL", "03020100-0504-0706-0809-0A0B0C0D0EAF", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xaf }, FALSE },
    { "%4ph|%3phN|%2phD", "00 01 02 03|000102|00-01", { 0, 1, 2, 3 }, FALSE },
    { "%40pbl|%32pb", "0-2,17,39|00020007", { 7, 0, 2, 0, 0x80 }, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) format = g_string_new ("name: test\nID: 4\nformat:\n\tfield:u8 at[28];\toffset:0;\tsize:28;\tsigned:0;\n\nprint fmt: \"");

      g_string_append_printf (format, "%s\"", rows[i].place);
      for (const char *p = strchr (rows[i].place, '%'); p != NULL; p = strchr (p + 1, '%'))
        g_string_append (format, ", REC->at");

      g_autofree char *written = print_event (format->str, rows[i].bytes, sizeof rows[i].bytes, rows[i].is_swapped, 8);

      g_assert_cmpstr (written, ==, rows[i].text);
    }
}

#define STACK_FIELDS "\tfield:int size;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:unsigned long caller[8];\toffset:16;\tsize:64;\tsigned:0;\n\n" \
                     "print fmt: \"\\t=> %ps\\n\\t=> %ps\\n\", (void *)REC->caller[0], (void *)REC->caller[1]\n"
#define PROBE_FIELDS "\tfield:unsigned long __probe_func;\toffset:16;\tsize:8;\tsigned:0;\n\tfield:unsigned long __probe_ret_ip;\toffset:24;\tsize:8;\tsigned:0;\n\n" \
                     "print fmt: \"(%lx <- %lx) n=%d\", REC->__probe_func, REC->__probe_ret_ip, REC->size\n"
#define DATA_FIELDS "\tfield:unsigned int id;\toffset:8;\tsize:4;\tsigned:0;\n\tfield:char buf[];\toffset:12;\tsize:0;\tsigned:0;\n\n" \
                    "print fmt: \"id:%04x %08x\", REC->id, (int)REC->buf[0]\n"

/* The kernel prints some events with separate functions, from all data in their records. */
static void
test_specials (void)
{
  static const struct
  {
    const char *format;
    const char *text;
    guint n_bytes;
    guint8 bytes[48];
    guint long_bytes;
  } rows[] = {
    { "name: kernel_stack\nID: 4\nformat:\n" STACK_FIELDS, "<stack trace> => inner => outer => outer", 40, { [8] = 3, [16] = 0x04, 0x10, 0x09, [24] = 0x20, 0x10, 0x09, [32] = 0x21, 0x10, 0x09 } },
    { "name: kernel_stack\nID: 4\nformat:\n" STACK_FIELDS, "<stack trace> => inner", 32, { [8] = 8, [16] = 0x04, 0x10, 0x09, [24] = 255, 255, 255, 255, 255, 255, 255, 255 } },
    { "name: kernel_stack\nID: 4\nformat:\n\tfield:int size;\toffset:8;\tsize:4;\tsigned:1;\n\tfield:unsigned long caller[8];\toffset:12;\tsize:32;\tsigned:0;\n\nprint fmt: \"\"\n", "<stack trace> => inner => outer", 24, { [8] = 8, [12] = 0x04, 0x10, 0x09, 0, 0x20, 0x10, 0x09, 0, 255, 255, 255, 255 }, 4 },
    { "name: user_stack\nID: 4\nformat:\n\tfield:unsigned long caller[8];\toffset:16;\tsize:64;\tsigned:0;\n\nprint fmt: \"%lx\", REC->caller[0]\n", "<user stack trace> => <00007f0000091004>", 48, { [16] = 0x04, 0x10, 0x09, 0, 0, 0x7f } },
    { "name: raw_data\nID: 4\nformat:\n" DATA_FIELDS, "# 21 buf: 01 ff", 14, { [8] = 0x21, [12] = 1, 0xff } },
    { "name: openat\nID: 4\nformat:\n\tfield:unsigned long __probe_ip;\toffset:16;\tsize:8;\tsigned:0;\n\nprint fmt: \"(%lx) a=%s\", REC->__probe_ip, \"b\"\n", "(inner+0x4/0x20) a=b", 24, { [16] = 0x04, 0x10, 0x09 } },
    { "name: program\nID: 4\nformat:\n\tfield:unsigned long __probe_ip;\toffset:16;\tsize:8;\tsigned:0;\n\nprint fmt: \"(%lx)\", REC->__probe_ip\n", "(0x401126)", 24, { [16] = 0x26, 0x11, 0x40 } },
    { "name: openat_exit\nID: 4\nformat:\n\tfield:int size;\toffset:8;\tsize:4;\tsigned:1;\n" PROBE_FIELDS, "(outer+0x1/0xfe0 <- inner) n=2", 32, { [8] = 2, [16] = 0x00, 0x10, 0x09, [24] = 0x21, 0x10, 0x09 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *written = print_event (rows[i].format, rows[i].bytes, rows[i].n_bytes, FALSE, rows[i].long_bytes != 0 ? rows[i].long_bytes : 8);

      g_assert_cmpstr (written, ==, rows[i].text);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rings/sys", test_sys);
  g_test_add_func ("/rings/short-longs", test_short_longs);
  g_test_add_func ("/rings/prefixes", test_prefixes);
  g_test_add_func ("/rings/trace-dat", test_trace_dat);
  g_test_add_func ("/rings/clocks", test_clocks);
  g_test_add_func ("/rings/special-records", test_special_records);
  g_test_add_func ("/rings/earlier-stamp", test_earlier_stamp);
  g_test_add_func ("/rings/losses", test_losses);
  g_test_add_func ("/rings/blank-pages", test_blank_pages);
  g_test_add_func ("/rings/switches", test_switches);
  g_test_add_func ("/rings/damage", test_damage);
  g_test_add_func ("/rings/short-events", test_short_events);
  g_test_add_func ("/rings/many-cpus", test_many_cpus);
  g_test_add_func ("/rings/same-pages", test_same_pages);
  g_test_add_func ("/rings/print", test_print);
  g_test_add_func ("/rings/arrays", test_arrays);
  g_test_add_func ("/rings/system-calls", test_system_calls);
  g_test_add_func ("/rings/addresses", test_addresses);
  g_test_add_func ("/rings/specials", test_specials);

  return g_test_run ();
}
