/* test-rings-damage.c - binary captures that are cut, overwritten, or have missing or extra bytes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "ring-writer.h"
#include "strata-error.h"

/* Two CPUs, whose pages have a slice every 10 µs. Every slice has a unique name. */
#define N_CPUS 2
#define N_PAGES 16
#define N_PAGE_SLICES 36
#define PAGE_NS 1000000

static GBytes *
make_cpu (guint cpu)
{
  GByteArray *pages = g_byte_array_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (cpu);

  for (guint i = 0; i < N_PAGES; i++)
    {
      const guint64 begin_ns = G_GUINT64_CONSTANT (5000000000000) + PAGE_NS * i + cpu * 1000;
      WriterPage page;

      writer_page_begin (&page, begin_ns, FALSE);
      for (guint j = 0; j < N_PAGE_SLICES; j++)
        {
          char name[40];

          g_snprintf (name, sizeof name, "B|%u|slice %u %u %u %08x", 7 + cpu, cpu, i, j, g_rand_int (rand));
          writer_page_mark (&page, begin_ns + 10000 * j, 7 + cpu, name);
          writer_page_mark (&page, begin_ns + 10000 * j + 5000, 7 + cpu, "E");
        }

      g_autoptr (GBytes) bytes = writer_page_end (&page, 0);

      g_byte_array_append (pages, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
    }

  return g_byte_array_free_to_bytes (pages);
}

typedef enum
{
  SYS,
  HONGMENG,
  DAT6,
  DAT7_NONE,
  DAT7_ZLIB,
  DAT7_ZSTD,
  N_CONTAINERS,
} Container;

static GByteArray *
make_sys (GBytes *const *cpus)
{
  GByteArray *file = writer_sys_new ();

  for (guint i = 0; i < N_CPUS; i++)
    writer_sys_add (file, 4 + i, g_bytes_get_data (cpus[i], NULL), g_bytes_get_size (cpus[i]));

  writer_sys_add (file, 2, "7 worker\n", 9);
  writer_sys_add (file, 3, "7 7\n8 8\n", 8);
  writer_sys_add (file, 31, "0xffffffff82000000 : \"text\"\n", 29);
  return file;
}

/* HongMeng: the time since the page's time, the length, and the data. */
static void
add_hm_mark (GByteArray *page,
             guint32 later_ns,
             guint32 tid,
             const char *text)
{
  const gsize n_bytes = 16 + strlen (text) + 1;

  writer_add_uint (page, later_ns, 4, FALSE);
  writer_add_uint (page, n_bytes, 2, FALSE);
  writer_add_uint (page, WRITER_PRINT, 4, FALSE);
  writer_add_uint (page, tid, 4, FALSE);
  writer_add_uint (page, 0, 8, FALSE);
  g_byte_array_append (page, (const guint8 *) text, (guint) strlen (text) + 1);
  for (gsize i = n_bytes; i % 4 != 0; i++)
    writer_add_uint (page, 0, 1, FALSE);
}

/* A page contains its CPU and the length of its records. */
static void
add_hm_page (GByteArray *pages,
             guint cpu,
             guint number,
             GRand *rand)
{
  g_autoptr (GByteArray) page = g_byte_array_new ();
  guint64 n_used;

  writer_add_uint (page, G_GUINT64_CONSTANT (5000000000000) + PAGE_NS * number + cpu * 1000, 8, FALSE);
  writer_add_uint (page, 0, 8, FALSE);
  writer_add_uint (page, cpu, 1, FALSE);
  for (guint j = 0; j < N_PAGE_SLICES; j++)
    {
      char name[40];

      g_snprintf (name, sizeof name, "B|%u|slice %u %u %u %08x", 7 + cpu, cpu, number, j, g_rand_int (rand));
      add_hm_mark (page, 10000 * j, 7 + cpu, name);
      add_hm_mark (page, 10000 * j + 5000, 7 + cpu, "E");
    }

  n_used = GUINT64_TO_LE (page->len - 17);
  memcpy (page->data + 8, &n_used, 8);
  while (page->len < WRITER_PAGE_BYTES)
    writer_add_uint (page, 0, 1, FALSE);

  g_byte_array_append (pages, page->data, page->len);
}

/* All pages are in one segment. */
static GByteArray *
make_hongmeng (void)
{
  GByteArray *file = writer_sys_new ();
  g_autoptr (GByteArray) pages = g_byte_array_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  file->data[2] = 1;
  for (guint i = 0; i < N_CPUS * N_PAGES; i++)
    add_hm_page (pages, i % N_CPUS, i / N_CPUS, rand);

  writer_sys_add (file, 4, pages->data, pages->len);
  writer_sys_add (file, 2, "7 worker\n", 9);
  writer_sys_add (file, 3, "7 7\n8 8\n", 8);
  return file;
}

static GByteArray *
make_file (guint container)
{
  static const char *const packings[N_CONTAINERS] = { [DAT7_NONE] = "none", [DAT7_ZLIB] = "zlib", [DAT7_ZSTD] = "zstd" };
  GBytes *cpus[N_CPUS];
  GByteArray *file;

  for (guint i = 0; i < N_CPUS; i++)
    cpus[i] = make_cpu (i);

  if (container == SYS)
    file = make_sys (cpus);
  else if (container == HONGMENG)
    file = make_hongmeng ();
  else if (container == DAT6)
    file = writer_dat_new (cpus, N_CPUS, FALSE);
  else
    file = writer_dat7_new (cpus, N_CPUS, packings[container], NULL, 0);

  for (guint i = 0; i < N_CPUS; i++)
    g_bytes_unref (cpus[i]);

  return file;
}

/* Overwrites bytes with garbage. */
static void
spoil (GByteArray *file,
       gsize at,
       gsize n_bytes,
       int byte)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);

  for (gsize i = at; i < MIN (at + n_bytes, file->len); i++)
    file->data[i] = (guint8) (byte >= 0 ? byte : g_rand_int_range (rand, 0, 256));
}

static void
insert (GByteArray *file,
        gsize at,
        guint n_bytes)
{
  const guint n_old = file->len;

  g_byte_array_set_size (file, n_old + n_bytes);
  memmove (file->data + at + n_bytes, file->data + at, n_old - at);
  spoil (file, at, n_bytes, -1);
}

typedef enum
{
  ZEROS,
  GARBAGE,
  ONES,
  INSERTED,
  REMOVED,
  TWO_HOLES,
  APPENDED,
  LAST_ZEROS,
  SOME_ZEROS,
  N_DAMAGES,
} Damage;

static void
damage_file (GByteArray *file,
             guint damage)
{
  const gsize at = file->len / 3;

  switch ((Damage) damage)
    {
    case ZEROS:
    case GARBAGE:
    case ONES:
      spoil (file, at, WRITER_PAGE_BYTES, damage == GARBAGE ? -1 : damage == ZEROS ? 0
                                                                                   : 0xff);
      break;
    case INSERTED:
      insert (file, at, 100);
      break;
    case REMOVED:
      g_byte_array_remove_range (file, (guint) at, 100);
      break;
    case TWO_HOLES:
      spoil (file, at, 600, -1);
      spoil (file, file->len * 4 / 5, 600, -1);
      break;
    case APPENDED:
      insert (file, file->len, 1000);
      break;
    case LAST_ZEROS:
      spoil (file, file->len - WRITER_PAGE_BYTES, WRITER_PAGE_BYTES, 0);
      break;
    case SOME_ZEROS:
      spoil (file, at, 64, 0);
      break;
    case N_DAMAGES:
      break;
    }
}

/* The number of slices with unchanged begin and end. */
static guint
count_slices (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n = 0;

  for (guint i = 0; i < slices->n_slices; i++)
    n += g_str_has_prefix (strata_trace_get_string (trace, slices->name[i]), "slice ") && strata_slice_table_get_wall_ns (slices, i) == 5000;

  return n;
}

/* The number of slices with a length that was never written. */
static guint
count_wrong_slices (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n = 0;

  for (guint i = 0; i < slices->n_slices; i++)
    n += (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) == 0 && strata_slice_table_get_wall_ns (slices, i) % 5000 != 0;

  return n;
}

/* Loads a file and checks its diagnostics. Returns the number of slices. */
static guint
load (GByteArray *file,
      const char *said)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  if (strstr (diagnostics, said) == NULL)
    g_error ("“%s” is not in “%s”", said, diagnostics);

  return count_slices (trace);
}

/* The number of pages that may be lost, and the diagnostics. A piece has 4 pages. */
static void
test_damage (void)
{
  static const struct
  {
    guint n_pages;
    guint n_packed_pages;
    const char *said;
  } rows[N_DAMAGES] = {
    [ZEROS] = { 2, 32, "damaged-data=" },
    [GARBAGE] = { 2, 32, "damaged-data=" },
    [ONES] = { 2, 32, "damaged-data=" },
    [INSERTED] = { 2, 8, "damaged-data=" },
    [REMOVED] = { 3, 8, "damaged-data=" },
    [TWO_HOLES] = { 2, 12, "damaged-data=" },
    [APPENDED] = { 0, 0, "trailing-bytes=1000" },
    [LAST_ZEROS] = { 2, 32, "damaged-data=" },
    [SOME_ZEROS] = { 2, 32, "damaged-data=" },
  };

  for (guint container = 0; container < N_CONTAINERS; container++)
    for (guint damage = 0; damage < N_DAMAGES; damage++)
      {
        g_autoptr (GByteArray) file = make_file (container);
        const gboolean is_packed = container >= DAT7_ZLIB;
        guint n;

        /* when compressed, the whole file is hardly longer than the damage */
        if (is_packed && rows[damage].n_packed_pages == 32)
          continue;

        damage_file (file, damage);
        n = load (file, rows[damage].said);
        g_test_message ("container %u, damage %u: %u of %u slices", container, damage, n, N_CPUS * N_PAGES * N_PAGE_SLICES);
        g_assert_cmpuint (n, <=, N_CPUS * N_PAGES * N_PAGE_SLICES);
        g_assert_cmpuint (n + (is_packed ? rows[damage].n_packed_pages : rows[damage].n_pages) * N_PAGE_SLICES, >=, N_CPUS * N_PAGES * N_PAGE_SLICES);
      }
}

/* A file that is cut anywhere has its complete pages. */
static void
test_cuts (void)
{
  for (guint container = 0; container < N_CONTAINERS; container++)
    {
      g_autoptr (GByteArray) whole = make_file (container);
      const guint n_least = container >= DAT7_ZLIB ? 4 : 1;

      for (guint i = 5; i < 16; i++)
        {
          g_autoptr (GByteArray) file = g_byte_array_new ();
          const guint n_bytes = whole->len * i / 16;

          g_byte_array_append (file, whole->data, n_bytes);

          const guint n = load (file, "truncated=1");
          /* descriptions take up to a page */
          const guint n_expected = N_CPUS * N_PAGES * (n_bytes - WRITER_PAGE_BYTES) / (whole->len - WRITER_PAGE_BYTES);

          g_test_message ("container %u, %u/16: %u slices", container, i, n);
          g_assert_cmpuint (n, <=, (n_expected + 3) * N_PAGE_SLICES);
          g_assert_cmpuint (n + (2 + n_least) * N_PAGE_SLICES, >=, n_expected * N_PAGE_SLICES);
        }
    }
}

/* Undamaged files have no diagnostics. */
static void
test_whole (void)
{
  for (guint container = 0; container < N_CONTAINERS; container++)
    {
      g_autoptr (GByteArray) file = make_file (container);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

      g_assert_no_error (error);

      g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

      g_assert_cmpstr (diagnostics, ==, "");
      g_assert_cmpuint (count_slices (trace), ==, N_CPUS * N_PAGES * N_PAGE_SLICES);
    }
}

/* Lost pages of a file are a loss of their CPU. */
static void
test_holes (void)
{
  g_autoptr (GByteArray) file = make_file (DAT6);
  g_autoptr (GError) error = NULL;
  guint n;

  damage_file (file, GARBAGE);

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  const StrataLoss *losses = strata_trace_get_losses (trace, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (losses[0].cpu, ==, 0);
  g_assert_cmpuint (losses[0].n_events, ==, STRATA_LOSS_UNKNOWN);
}

/* The offset of a slice in the file: its begin record is 24 bytes before its text, or 22 with HongMeng. */
static gsize
find_slice (const GByteArray *file,
            guint cpu,
            guint page,
            guint slice)
{
  char name[40];
  const guint8 *found;

  g_snprintf (name, sizeof name, "slice %u %u %u ", cpu, page, slice);
  found = memmem (file->data, file->len, name, strlen (name));
  g_assert_nonnull (found);

  return (gsize) (found - file->data) - strlen ("B|7|");
}

/* Damage in a page loses the rest of the page, whose times are unknown. With HongMeng they are known. */
static void
test_garbage (void)
{
  static const struct
  {
    Container container;
    int offset; /* from the text of a slice in the middle of a page */
    guint n_bytes;
    guint n_lost; /* slices, of 36 */
  } rows[] = {
    /* the header of the record, with few plausible values */
    { SYS, -20, 4, 18 },
    { DAT6, -20, 4, 18 },
    { DAT7_NONE, -24, 16, 19 },
    /* the number of the event, and its thread */
    { SYS, -16, 8, 1 },
    { DAT6, -16, 8, 1 },
    { HONGMENG, -22, 6, 1 },
    { HONGMENG, -30, 24, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) file = make_file (rows[i].container);
      g_autoptr (GError) error = NULL;

      spoil (file, find_slice (file, 1, 7, 18) + (gsize) (gssize) rows[i].offset, rows[i].n_bytes, 0xff);

      g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

      g_assert_no_error (error);

      g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

      g_test_message ("row %u: %s", i, diagnostics);
      g_assert_nonnull (strstr (diagnostics, "damaged-data=1"));
      g_assert_cmpuint (count_slices (trace) + rows[i].n_lost, ==, N_CPUS * N_PAGES * N_PAGE_SLICES);
      g_assert_cmpuint (count_wrong_slices (trace), ==, 0);
    }
}

/* The second half of a page comes from another one. */
static void
test_torn (void)
{
  for (guint container = SYS; container <= DAT7_NONE; container++)
    {
      g_autoptr (GByteArray) file = make_file (container);
      g_autoptr (GError) error = NULL;
      const gsize page = file->len / 2 / WRITER_PAGE_BYTES * WRITER_PAGE_BYTES;

      memcpy (file->data + page + 2048, file->data + page - 4 * WRITER_PAGE_BYTES + 1000, 2048);

      g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

      g_assert_no_error (error);

      g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

      g_test_message ("container %u: %u slices, %u wrong: %s", container, count_slices (trace), count_wrong_slices (trace), diagnostics);
      g_assert_nonnull (strstr (diagnostics, "damaged-data="));
      g_assert_cmpuint (count_slices (trace) + 2 * N_PAGE_SLICES, >=, N_CPUS * N_PAGES * N_PAGE_SLICES);
      g_assert_cmpuint (count_wrong_slices (trace), ==, 0);
    }
}

/* A page at the place of a later one does not hide the pages between. */
static void
test_misplaced (void)
{
  g_autoptr (GByteArray) file = make_file (DAT6);
  const gsize first = file->len - 12 * WRITER_PAGE_BYTES;

  memcpy (file->data + first, file->data + file->len - WRITER_PAGE_BYTES, WRITER_PAGE_BYTES);
  spoil (file, first - WRITER_PAGE_BYTES, 64, -1);
  g_assert_cmpuint (load (file, "damaged-data=1") + 3 * N_PAGE_SLICES, >=, N_CPUS * N_PAGES * N_PAGE_SLICES);
}

/* Flips one bit of a page's time. */
static void
test_flipped (void)
{
  g_autoptr (GByteArray) file = make_file (DAT6);
  g_autoptr (GError) error = NULL;

  file->data[file->len - 5 * WRITER_PAGE_BYTES + 3] ^= 0x40;

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (count_slices (trace), ==, (N_CPUS * N_PAGES - 1) * N_PAGE_SLICES);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns - strata_trace_get_span (trace).begin_ns, <, N_PAGES * PAGE_NS);
}

/* A page with a wrong length whose records contain what looks like a short page of a day later. */
static void
test_lookalike (void)
{
  const guint64 ticks = GUINT64_TO_LE (G_GUINT64_CONSTANT (5000000000000) + G_GUINT64_CONSTANT (86400) * 1000000000);
  const guint64 n_used = GUINT64_TO_LE (12);
  const guint32 record[3] = { GUINT32_TO_LE (2) }; /* two words long, at the time of the page */
  g_autoptr (GByteArray) file = make_file (SYS);
  g_autoptr (GError) error = NULL;
  const gsize text = find_slice (file, 1, 7, 18);
  guint8 *page = file->data + find_slice (file, 1, 7, 0) - 20 - 16;

  memcpy (file->data + text, &ticks, 8);
  memcpy (file->data + text + 8, &n_used, 8);
  memcpy (file->data + text + 16, record, sizeof record);
  page[9] ^= 0x40;

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (count_slices (trace), ==, (N_CPUS * N_PAGES - 1) * N_PAGE_SLICES);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns - strata_trace_get_span (trace).begin_ns, <, N_PAGES * PAGE_NS);
}

/* Records of HongMeng that end long before the end declared by their page. */
static void
test_early_end (void)
{
  g_autoptr (GByteArray) file = make_file (HONGMENG);
  g_autoptr (GError) error = NULL;
  const gsize at = find_slice (file, 1, 7, 18) - 22;
  const gsize n_bytes = find_slice (file, 0, 8, 0) - 22 - 17 - at;

  spoil (file, at, n_bytes, 0);

  g_autoptr (StrataTrace) trace = fixture_load (file->data, file->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  g_assert_cmpstr (diagnostics, ==, "damaged-data=1");
  g_assert_cmpuint (count_slices (trace) + 18, ==, N_CPUS * N_PAGES * N_PAGE_SLICES);

  const StrataDiagnostic *diagnostic = strata_diagnostics_get (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_DAMAGED_DATA);

  g_assert_true (g_str_has_suffix (diagnostic->sample, " bytes of events left out"));
}

/* The offset of the table of CPUs in a trace.dat. */
static gsize
find_table (const GByteArray *file,
            guint container)
{
  static const char tag[] = "flyrecord";
  static const char clock[] = "\0mono";
  const guint8 *found = container == DAT6 ? memmem (file->data, file->len, tag, sizeof tag) : memmem (file->data, file->len, clock, sizeof clock);

  g_assert_nonnull (found);
  /* the page size and the number of CPUs follow the clock */
  return (gsize) (found - file->data) + (container == DAT6 ? sizeof tag : sizeof clock + 8);
}

/* Pages that the table misses are found, and a CPU does not continue in the pages of the next one. */
static void
test_tables (void)
{
  static const struct
  {
    guint offset; /* of two entries; in version 7 each has 4 more bytes before it */
    guint n_bytes;
    int byte;
  } rows[] = { { 0, 32, 0 }, { 0, 16, 0 }, { 16, 16, 0 }, { 8, 8, 0xff }, { 0, 8, 0xff } };

  for (guint container = DAT6; container < N_CONTAINERS; container++)
    for (guint i = 0; i < (container >= DAT7_ZLIB ? 1 : G_N_ELEMENTS (rows)); i++)
      {
        g_autoptr (GByteArray) file = make_file (container);
        const gsize table = find_table (file, container) + rows[i].offset;
        const guint n_ids = container == DAT6 ? 0 : rows[i].offset / 16 + 1;

        spoil (file, table + 4 * n_ids, rows[i].n_bytes + (n_ids > 0 && rows[i].n_bytes == 32 ? 4 : 0), rows[i].byte);
        g_test_message ("container %u, row %u", container, i);
        g_assert_cmpuint (load (file, "damaged-data=1"), ==, N_CPUS * N_PAGES * N_PAGE_SLICES);
      }
}

/* Without anything that gives the places of the pages. */
static void
test_no_table (void)
{
  g_autoptr (GByteArray) file = make_file (DAT6);
  const gsize table = find_table (file, DAT6);

  spoil (file, table - 100, 100 + 16 * N_CPUS, 0);
  g_assert_cmpuint (load (file, "damaged-data="), ==, N_CPUS * N_PAGES * N_PAGE_SLICES);
}

/* Another capture after the first one does not become its pages, whatever is damaged. */
static void
test_glued (void)
{
  for (guint container = 0; container < N_CONTAINERS; container++)
    for (guint other = 0; other < N_CONTAINERS; other++)
      for (guint is_damaged = 0; is_damaged < (container >= DAT7_ZLIB ? 1 : 2); is_damaged++)
        {
          g_autoptr (GByteArray) file = make_file (container);
          g_autoptr (GByteArray) behind = make_file (other);
          g_autofree char *trailing = g_strdup_printf ("trailing-bytes=%u", behind->len);
          guint n_alone;

          if (is_damaged != 0)
            damage_file (file, GARBAGE);

          n_alone = load (file, "");
          g_byte_array_append (file, behind->data, behind->len);
          g_test_message ("container %u, %u behind it, %s", container, other, is_damaged != 0 ? "damaged" : "whole");
          g_assert_cmpuint (load (file, trailing), ==, n_alone);
        }
}

/* Decompressed pieces count like a decompressed file. */
static void
test_limit (void)
{
  for (guint container = DAT7_ZLIB; container < N_CONTAINERS; container++)
    for (guint is_enough = 0; is_enough < 2; is_enough++)
      {
        const StrataLoadOptions options = { .max_bytes = N_CPUS * N_PAGES * WRITER_PAGE_BYTES - (is_enough == 0) };
        g_autoptr (GByteArray) file = make_file (container);
        g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (file->data, (gssize) file->len, NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (StrataTrace) trace = strata_load_stream (stream, "trace.dat", &options, NULL, NULL, &error);

        if (is_enough != 0)
          g_assert_no_error (error);
        else
          g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
      }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rings-damage/whole", test_whole);
  g_test_add_func ("/rings-damage/damage", test_damage);
  g_test_add_func ("/rings-damage/cuts", test_cuts);
  g_test_add_func ("/rings-damage/holes", test_holes);
  g_test_add_func ("/rings-damage/garbage", test_garbage);
  g_test_add_func ("/rings-damage/torn", test_torn);
  g_test_add_func ("/rings-damage/misplaced", test_misplaced);
  g_test_add_func ("/rings-damage/flipped", test_flipped);
  g_test_add_func ("/rings-damage/lookalike", test_lookalike);
  g_test_add_func ("/rings-damage/early-end", test_early_end);
  g_test_add_func ("/rings-damage/tables", test_tables);
  g_test_add_func ("/rings-damage/no-table", test_no_table);
  g_test_add_func ("/rings-damage/glued", test_glued);
  g_test_add_func ("/rings-damage/limit", test_limit);

  return g_test_run ();
}
