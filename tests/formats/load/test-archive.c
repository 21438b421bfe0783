/* test-archive.c - zip and tar
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <archive.h>
#include <archive_entry.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "traceview-writer.h"

#define MAX_FILES 4

#define ONE " app-7  (    7) [000] .... 5.000000: tracing_mark_write: B|7|one\n app-7  (    7) [000] .... 5.001000: tracing_mark_write: E|7\n"
#define TWO " app-8  (    7) [000] .... 5.000500: tracing_mark_write: B|7|two\n app-8  (    7) [000] .... 5.001500: tracing_mark_write: E|7\n"

#define BOTH " app-7  (    7) [000] .... 5.000000: tracing_mark_write: B|7|one\n app-8  (    7) [000] .... 5.000500: tracing_mark_write: B|7|two\n" \
             " app-7  (    7) [000] .... 5.001000: tracing_mark_write: E|7\n app-8  (    7) [000] .... 5.001500: tracing_mark_write: E|7\n"

typedef struct
{
  const char *name;
  const char *text;
  gsize n_bytes; /* 0 for the whole text */
} File;

typedef struct
{
  const char *name;
  File files[MAX_FILES];
  const char *options; /* of the writer */
  const char *names;   /* of the inputs */
  guint n_slices;
  const char *diagnostics;
} Case;

static const Case cases[] = {
  { "one", { { "a.txt", ONE } }, "", "a.txt", 1, "" },
  { "in-a-folder", { { "x/y/a.txt", ONE } }, "", "x/y/a.txt", 1, "" },
  { "order-of-names", { { "b.txt", TWO }, { "a.txt", ONE } }, "", "a.txt b.txt", 2, "" },
  { "others-are-skipped", { { "README", "Read me.\n" }, { "a.txt", ONE }, { "z.png", "\x89PNG\r\n\x1a\n" } }, "", "a.txt", 1, "skipped-section=2" },
  { "damaged-is-not-skipped", { { "a.txt", ONE }, { "b.zst", "\x28\xb5\x2f\xfd\x04\x10" }, { "c", "" } }, "", "a.txt", 1, "skipped-section=1 damaged-data=1" },
  { "empty-file", { { "a.txt", ONE }, { "b", "" } }, "", "a.txt", 1, "skipped-section=1" },
  { "no-events", { { "a.txt", "# tracer: nop\n#\n" }, { "b.txt", TWO } }, "", "b.txt", 1, "skipped-section=1" },
  { "rhea-with-kernel", { { "out/.build/rhea-atrace", ONE }, { "out/.build/atrace-standard", ONE }, { "out/.build/systrace-origin.html", TWO }, { "out/systrace.html", BOTH } }, "", "out/.build/rhea-atrace out/.build/systrace-origin.html", 2, "skipped-section=2" },
  { "rhea-without-kernel", { { ".build/rhea-atrace.gz", ONE }, { ".build/atrace-standard", ONE }, { "systrace.html", BOTH } }, "", "systrace.html", 2, "skipped-section=2" },
  { "rhea-twice", { { "a/rhea-atrace", ONE }, { "a/rhea-atrace.gz", ONE }, { "b/rhea-atrace", TWO } }, "", "a/rhea-atrace b/rhea-atrace", 2, "skipped-section=1" },
  { "rhea-in-one-folder", { { "rhea-atrace", ONE }, { "systrace-fs-origin.html", TWO }, { "systrace.html", BOTH }, { "x.txt", "?" } }, "", "rhea-atrace systrace-fs-origin.html", 2, "skipped-section=2" },
  { "stored", { { "a.txt", ONE }, { "b.txt", TWO } }, "zip:compression=store", "a.txt b.txt", 2, "" },
  { "zip64", { { "a.txt", ONE }, { "b.txt", TWO } }, "zip:zip64", "a.txt b.txt", 2, "" },
};

static la_ssize_t
on_write (struct archive *archive,
          void *data,
          const void *bytes,
          size_t n_bytes)
{
  g_byte_array_append (data, bytes, (guint) n_bytes);
  return (la_ssize_t) n_bytes;
}

static void
write_file (struct archive *archive,
            const char *name,
            const void *bytes,
            gsize n_bytes)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) n_bytes);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, bytes, n_bytes), ==, (int) n_bytes);
  archive_entry_free (entry);
}

static struct archive *
begin_archive (GByteArray *out,
               gboolean is_zip,
               const char *options)
{
  struct archive *archive = archive_write_new ();

  if (is_zip)
    archive_write_set_format_zip (archive);
  else
    archive_write_set_format_pax_restricted (archive);
  if (is_zip && *options != 0)
    g_assert_cmpint (archive_write_set_options (archive, options), ==, ARCHIVE_OK);

  archive_write_set_bytes_in_last_block (archive, 1);
  g_assert_cmpint (archive_write_open (archive, out, NULL, on_write, NULL), ==, ARCHIVE_OK);

  return archive;
}

static void
end_archive (struct archive *archive)
{
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
}

static GByteArray *
new_archive (const File files[MAX_FILES],
             gboolean is_zip,
             const char *options)
{
  GByteArray *out = g_byte_array_new ();
  struct archive *archive = begin_archive (out, is_zip, options);

  for (guint i = 0; i < MAX_FILES && files[i].name != NULL; i++)
    write_file (archive, files[i].name, files[i].text, files[i].n_bytes > 0 ? files[i].n_bytes : strlen (files[i].text));

  end_archive (archive);
  return out;
}

/* The names of the inputs in the archive; empty for an archive with a single trace. */
static char *
describe_inputs (StrataTrace *trace)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_inputs; i++)
    {
      g_assert_true (g_str_has_prefix (inputs[i].name, "memory/"));
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", inputs[i].name + strlen ("memory/"));
    }

  return g_string_free (text, FALSE);
}

static void
check_case (const Case *item,
            const GByteArray *bytes,
            gsize read_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (bytes->data, bytes->len, read_bytes, &error);

  g_assert_no_error (error);

  g_autofree char *inputs = describe_inputs (trace);
  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  g_assert_cmpstr (inputs, ==, item->names);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, item->n_slices);
  g_assert_cmpstr (diagnostics, ==, item->diagnostics);
}

/* As zip and tar, plain and in gzip, with any size of reads. */
static void
test_case (gconstpointer data)
{
  static const gsize read_bytes[] = { 0, 1, 7, 4096 };
  const Case *item = data;

  for (guint is_zip = 0; is_zip < 2; is_zip++)
    {
      g_autoptr (GByteArray) bytes = new_archive (item->files, is_zip != 0, item->options);
      g_autoptr (GByteArray) gzip = g_byte_array_new ();

      fixture_append_gzip (gzip, bytes->data, bytes->len);
      for (guint i = 0; i < G_N_ELEMENTS (read_bytes); i++)
        {
          check_case (item, bytes, read_bytes[i]);
          check_case (item, gzip, read_bytes[i]);
        }
    }
}

/* A cut anywhere ends with an error or a diagnostic, and data before it is kept. */
static void
test_cut (void)
{
  static const File files[MAX_FILES] = { { "a.txt", ONE }, { "b.txt", TWO }, { "c.txt", TWO } };

  for (guint is_zip = 0; is_zip < 2; is_zip++)
    {
      g_autoptr (GByteArray) bytes = new_archive (files, is_zip != 0, "");

      for (guint i = 0; i < 50; i++)
        {
          const gsize n_bytes = bytes->len * i / 50;
          g_autoptr (GError) error = NULL;
          g_autoptr (StrataTrace) trace = fixture_load (bytes->data, n_bytes, 0, &error);

          g_assert_true ((trace == NULL) == (error != NULL));
          if (trace != NULL && strata_trace_get_slices (trace)->n_slices == 0)
            g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_ERROR), >, 0);
          if (is_zip == 0 && n_bytes > 1536 && n_bytes < 3072 && n_bytes % 512 != 0)
            g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_DAMAGED_DATA), ==, 1);
        }
    }
}

/* With any single byte changed: no crash, and always a trace or an error. */
static void
test_damaged (void)
{
  static const File files[MAX_FILES] = { { "a.txt", ONE }, { "b.txt", TWO } };

  for (guint is_zip = 0; is_zip < 2; is_zip++)
    {
      g_autoptr (GByteArray) bytes = new_archive (files, is_zip != 0, "");

      for (guint i = 0; i < bytes->len; i += is_zip ? 1 : 5)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (StrataTrace) trace = NULL;

          bytes->data[i] ^= 0x55;
          trace = fixture_load (bytes->data, bytes->len, 0, &error);
          bytes->data[i] ^= 0x55;
          g_assert_true ((trace == NULL) == (error != NULL));
        }
    }
}

static void
assert_refused (const GByteArray *bytes,
                StrataError code,
                const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (bytes->data, bytes->len, 0, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, "memory: "));
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_refused (void)
{
  static const File one[MAX_FILES] = { { "a.txt", ONE } };
  static const File nothing[MAX_FILES] = { { NULL } };
  static const File others[MAX_FILES] = { { "README", "Read me.\n" }, { "b", "b" } };
  g_autoptr (GByteArray) inner = new_archive (one, TRUE, "");
  const File nested[MAX_FILES] = { { "inner.zip", (const char *) inner->data, inner->len } };
  g_autoptr (GByteArray) outer = new_archive (nested, TRUE, "");
  g_autoptr (GByteArray) empty = new_archive (nothing, TRUE, "");
  g_autoptr (GByteArray) no_trace = new_archive (others, TRUE, "");

  assert_refused (outer, STRATA_ERROR_UNSUPPORTED, "inner.zip: this is an archive inside an archive");
  assert_refused (empty, STRATA_ERROR_EMPTY, "the archive is empty");
  assert_refused (no_trace, STRATA_ERROR_UNSUPPORTED, "none of the 2 files in the archive is a trace; the first is README: ");

  inner->data[6] |= 1; /* the flag of an encrypted file */
  assert_refused (inner, STRATA_ERROR_UNSUPPORTED, "a.txt: this is encrypted");
}

/* The key and the data of a method trace. */
static void
test_pair (void)
{
  static const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@0/100 1>20@10/120 1<20@30/160 1<10@40/200" };
  g_autoptr (GByteArray) whole = traceview_writer_write (&spec);
  const char *end = g_strstr_len ((const char *) whole->data, (gssize) whole->len, "*end\n");
  const gsize n_key = (gsize) (end - (const char *) whole->data) + 5;
  const File files[MAX_FILES] = { { "run.data", (const char *) whole->data + n_key, whole->len - n_key }, { "run.key", (const char *) whole->data, n_key } };
  g_autoptr (GByteArray) bytes = new_archive (files, TRUE, "");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) expected = fixture_load (whole->data, whole->len, 0, &error);
  g_autoptr (StrataTrace) trace = fixture_load (bytes->data, bytes->len, 0, &error);

  g_assert_no_error (error);

  g_autofree char *expected_text = fixture_describe (expected);
  g_autofree char *text = fixture_describe (trace);
  g_autofree char *inputs = describe_inputs (trace);

  g_assert_cmpstr (text, ==, expected_text);
  g_assert_cmpstr (inputs, ==, "run");
}

/* Moving the second file takes a second pass over a stream that has already been read. */
static void
test_second_pass (void)
{
  static const char marks[] = " app-7  (    7) [000] .... 5.000000: tracing_mark_write: trace_event_clock_sync: realtime_ts=1000000\n" ONE;
  static const char other_marks[] = " app-8  (    7) [000] .... 95.000000: tracing_mark_write: trace_event_clock_sync: realtime_ts=1000000\n"
                                    " app-8  (    7) [000] .... 95.000500: tracing_mark_write: B|7|two\n"
                                    " app-8  (    7) [000] .... 95.001500: tracing_mark_write: E|7\n";
  static const File files[MAX_FILES] = { { "b.txt", other_marks }, { "a.txt", marks } };
  g_autoptr (GByteArray) bytes = new_archive (files, TRUE, "");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (bytes->data, bytes->len, 7, &error);
  guint n_inputs;

  g_assert_no_error (error);
  g_assert_cmpint (strata_trace_get_inputs (trace, &n_inputs)[1].offset_ns, ==, -90 * G_GINT64_CONSTANT (1000000000));
  g_assert_cmpuint (n_inputs, ==, 2);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 2);
}

static void
assert_too_large (const GByteArray *bytes,
                  guint64 max_bytes,
                  const char *message)
{
  const StrataLoadOptions options = { .max_bytes = max_bytes };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, (gssize) bytes->len, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "bomb", &options, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, message));
}

/* A file of endless lines, and one that is not a trace. */
static void
test_bomb (void)
{
  g_autofree char *blank = g_strnfill (1000000, ' ');
  g_autofree char *text = g_strconcat (ONE, blank, NULL);
  const File files[MAX_FILES] = { { "a.txt", text }, { "b.txt", text }, { "c.txt", text } };
  g_autoptr (GByteArray) bytes = new_archive (files, TRUE, "");

  g_assert_cmpuint (bytes->len, <, 10000);
  assert_too_large (bytes, 500000, "decompresses to more than the limit of 500000 bytes");
  assert_too_large (bytes, 2500000, "decompresses to more than the limit of 2500000 bytes");
}

/* Compressed files in the archive count together with the archive itself. */
static void
test_sum (void)
{
  g_autofree char *blank = g_strnfill (100000, ' ');
  g_autofree char *text = g_strconcat (ONE, blank, NULL);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  fixture_append_gzip (gzip, text, strlen (text));

  const File files[MAX_FILES] = { { "a.gz", (const char *) gzip->data, gzip->len }, { "b.gz", (const char *) gzip->data, gzip->len } };
  g_autoptr (GByteArray) bytes = new_archive (files, FALSE, "");

  assert_too_large (bytes, 150000, "bomb/b.gz: all files together decompress to more than the limit of 150000 bytes");
}

static void
test_many (void)
{
  for (guint is_trace = 0; is_trace < 2; is_trace++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      struct archive *archive = begin_archive (bytes, TRUE, "");

      for (guint i = 0; i < (is_trace ? 300 : 10001); i++)
        {
          g_autofree char *name = g_strdup_printf ("%u", i);

          write_file (archive, name, is_trace ? ONE : "x", is_trace ? strlen (ONE) : 1);
        }

      end_archive (archive);
      assert_too_large (bytes, 0, is_trace ? "the limit of 256 traces" : "the limit of 10000 files");
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/archive/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/archive/cut", test_cut);
  g_test_add_func ("/archive/damaged", test_damaged);
  g_test_add_func ("/archive/refused", test_refused);
  g_test_add_func ("/archive/pair", test_pair);
  g_test_add_func ("/archive/second-pass", test_second_pass);
  g_test_add_func ("/archive/bomb", test_bomb);
  g_test_add_func ("/archive/sum", test_sum);
  g_test_add_func ("/archive/many", test_many);

  return g_test_run ();
}
