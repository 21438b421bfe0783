/* test-loader.c - files become traces, or errors with the reason
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-format-list.h"
#include "strata-trace-folder.h"
#include "traceview-writer.h"

static const TraceviewSpec simple_spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@0/100 1>20@10/120 1<20@30/160 1<10@40/200" };

#define BYTES(text) text, sizeof (text) - 1

/* Refused by content, each with a sentence that names the kind. */
static const struct
{
  const char *name;
  const char *bytes;
  gsize n_bytes;
  StrataError code;
  const char *part;
} refused[] = {
  { "ohos-profiler", BYTES ("OHOSPROF\xfa\x37\0\0\0\0\0\0\0\0\1\0"), STRATA_ERROR_EMPTY, "nothing to show in the 0 messages of this file of the OpenHarmony profiler" },
  { "raw-hitrace-sections", BYTES ("file_header:\n\x49\xdf\0\1\0\0\0\0\x09\0\0\0\n-end-\nprintkFormats:\n"), STRATA_ERROR_UNSUPPORTED, "raw kernel events" },
  { "raw-hitrace", BYTES ("\x49\xdf\0\1\0\0\0\0\x09\0\0\0"), STRATA_ERROR_EMPTY, "no event in the 0 pages of this raw HiTrace" },
  { "perfetto-cut", BYTES ("\x0a\x15\x0a\x13\x08\x00\x12\x0f\x08\xe8\x07\x10\x05\x1a\x08"), STRATA_ERROR_EMPTY, "contains no whole packet: the file is cut off" },
  { "trace-dat", BYTES ("\x17\x08\x44tracing6\0\0\0"), STRATA_ERROR_EMPTY, "this trace.dat is cut off before its first event" },
  { "git-lfs", BYTES ("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n"), STRATA_ERROR_UNSUPPORTED, "git lfs pull" },
  { "simpleperf", BYTES ("PERFILE2\x68\0\0\0"), STRATA_ERROR_CORRUPT, "perf.data ends within its header" },
  { "png", BYTES ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), STRATA_ERROR_UNSUPPORTED, "PNG" },
  { "jpeg", BYTES ("\xff\xd8\xff\xe0\0\x10JFIF"), STRATA_ERROR_UNSUPPORTED, "JPEG" },
  { "zip", BYTES ("PK\3\4\x14\0\0\0"), STRATA_ERROR_CORRUPT, "archive is damaged or cut off after 0 files" },
  { "xz", BYTES ("\xfd"
                 "7zXZ\0\0\0"),
    STRATA_ERROR_UNSUPPORTED, "xz -d" },
  { "bzip2", BYTES ("BZh91AY&SY"), STRATA_ERROR_UNSUPPORTED, "bzip2 -d" },
  { "html", BYTES ("<!DoCTYPE hTml>\n<html>\n<head>"), STRATA_ERROR_EMPTY, "no trace data in this HTML" },
  { "html-later", BYTES ("\n \n<html>\n<head>"), STRATA_ERROR_EMPTY, "no trace data in this HTML" },
  { "webp", BYTES ("RIFF\1\2\3\4WEBPVP8 "), STRATA_ERROR_UNSUPPORTED, "WebP" },
  { "simpleperf-record", BYTES ("SIMPLEPERF\0\1\0\0"), STRATA_ERROR_EMPTY, "no samples" },
  { "gif", BYTES ("GIF89a\1\0\1\0"), STRATA_ERROR_UNSUPPORTED, "GIF" },
  { "pdf", BYTES ("%PDF-1.7\n%\xe2\xe3\n"), STRATA_ERROR_UNSUPPORTED, "PDF" },
  { "7z", BYTES ("7z\xbc\xaf\x27\x1c\0\4"), STRATA_ERROR_UNSUPPORTED, "7-Zip" },
  { "hitrace-raw-type-2", BYTES ("\x49\xdf\2\0\1\0\0\0\2\0\0\0"), STRATA_ERROR_UNSUPPORTED, "file type 2" },
  { "sqlite", BYTES ("SQLite format 3\0\x10\0"), STRATA_ERROR_UNSUPPORTED, "SQLite" },
  { "hprof", BYTES ("JAVA PROFILE 1.0.2\0"), STRATA_ERROR_UNSUPPORTED, "hprof" },
  { "har", BYTES ("{\n  \"log\": {\n    \"version\": \"1.2\""), STRATA_ERROR_UNSUPPORTED, "HAR" },
  { "chrome", BYTES ("[{\"name\":\"a\",\"ph\":\"B\"}]"), STRATA_ERROR_EMPTY, "Chrome" },
  { "chrome-object", BYTES ("{\"traceEvents\":[]}"), STRATA_ERROR_EMPTY, "Chrome" },
  { "listing", BYTES ("/proc/1/task/1\n/proc/2/task/2\n"), STRATA_ERROR_UNSUPPORTED, "list of processes" },
  { "process-dump", BYTES ("PROCESS DUMP\nUSER PID TID CMD\nroot 1 1 init\n"), STRATA_ERROR_UNSUPPORTED, "list of processes" },
  { "utf-16-prose", BYTES ("\xff\xfeI\0t\0 \0w\0a\0s\0\n\0"), STRATA_ERROR_UNKNOWN_FORMAT, "unknown format" },
  { "json", BYTES ("{\"events\":[]}"), STRATA_ERROR_UNSUPPORTED, "a JSON file" },
  { "json-array", BYTES ("[\n  {\"name\": \"a\"}\n]"), STRATA_ERROR_UNSUPPORTED, "JSON" },
  { "elf", BYTES ("\x7f"
                  "ELF\2\1\1\0"),
    STRATA_ERROR_UNSUPPORTED, "program" },
  { "node-prof", BYTES ("v8-version,12,9,0,0,0\nshared-library,/usr/bin/node,0x0,0x1,0\n"), STRATA_ERROR_UNSUPPORTED, "--cpu-prof" },
  { "jfr", BYTES ("FLR\0\0\2\0\0"), STRATA_ERROR_UNSUPPORTED, "Flight Recorder" },
  { "lz4", BYTES ("\x04\x22\x4d\x18\x64\x40\xa7"), STRATA_ERROR_UNSUPPORTED, "lz4 -d" },
  { "rar", BYTES ("Rar!\x1a\x07\1\0"), STRATA_ERROR_UNSUPPORTED, "RAR" },
  { "heap-snapshot", BYTES ("{\"snapshot\":{\"meta\":{\"node_fields\":[]}}}"), STRATA_ERROR_UNSUPPORTED, "heap snapshot" },
  { "logcat", BYTES ("--------- beginning of main\n"), STRATA_ERROR_UNSUPPORTED, "no times" },
  { "logcat-brief", BYTES ("D/Tag     ( 1234): hello\n"), STRATA_ERROR_UNSUPPORTED, "no times" },
  { "logcat-process", BYTES ("D( 1234) hello  (Tag)\n"), STRATA_ERROR_UNSUPPORTED, "no times" },
  { "logcat-tag", BYTES ("D/Tag     : hello\n"), STRATA_ERROR_UNSUPPORTED, "no times" },
  { "option-raw", BYTES ("# tracer: nop\n#\n20077 0 56644295243471 type: 366\n20079 0 56644296176709 # ffffffff8149ab1a B|20079|a\n"), STRATA_ERROR_UNSUPPORTED, "“noraw”" },
  { "option-hex", BYTES ("# tracer: nop\n#\n00004e6d 00000000 000033848703ed60 type: 374\n"), STRATA_ERROR_UNSUPPORTED, "“nohex”" },
  { "option-bin", BYTES ("# tracer: nop\n#\nmN\0\0\0\0\0\0\xd6\x18\x87\xc4\0\0type: 366\n"), STRATA_ERROR_UNSUPPORTED, "“nobin”" },
  { "option-no-context", BYTES ("# tracer: nop\n#\nsched_waking: comm=a pid=7 prio=120 target_cpu=000\ntracing_mark_write: B|7|a\n"), STRATA_ERROR_UNSUPPORTED, "“context-info”" },
  { "option-printk-msg-only", BYTES ("# tracer: nop\n#\nB|7|a\nE|7\n"), STRATA_ERROR_UNSUPPORTED, "“noprintk-msg-only”" },
  { "option-blk-classic", BYTES ("# tracer: blk\n#\n254,0    1 56720.350110154 23528  Q  RA 12654512 + 8 [dd]\n"), STRATA_ERROR_UNSUPPORTED, "“noblk_classic”" },
  { "tracer-function-graph", BYTES ("# tracer: function_graph\n#\n# CPU  DURATION                  FUNCTION CALLS\n 0)               |  sys_open() {\n 0)   1.123 us    |    getname();\n"), STRATA_ERROR_UNSUPPORTED, "function_graph" },
  { "empty", BYTES (""), STRATA_ERROR_EMPTY, "empty" },
  { "prose", BYTES ("It was a dark and stormy night.\n"), STRATA_ERROR_UNKNOWN_FORMAT, "unknown format" },
  { "zeros", BYTES ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), STRATA_ERROR_UNKNOWN_FORMAT, "unknown format" },
  { "cut-gzip", BYTES ("\x1f\x8b\x08\0\0\0\0\0\0\3"), STRATA_ERROR_CORRUPT, "cut off after 0" },
  { "cut-zstd", BYTES ("\x28\xb5\x2f\xfd\x04"), STRATA_ERROR_CORRUPT, "cut off after 0" },
  { "damaged-zstd", BYTES ("\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), STRATA_ERROR_CORRUPT, "damaged after 0" },
};

static void
assert_refused (const guint8 *bytes,
                gsize n_bytes,
                gsize read_bytes,
                StrataError code,
                const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (bytes, n_bytes, read_bytes, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, "memory: "));
  g_assert_nonnull (strstr (error->message, part));
  g_assert_null (strchr (error->message, '\n'));
}

/* Also inside gzip: the content matters, not the wrapping. */
static void
test_refused (gconstpointer data)
{
  const gsize i = GPOINTER_TO_SIZE (data);
  const guint8 *bytes = (const guint8 *) refused[i].bytes;
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  assert_refused (bytes, refused[i].n_bytes, 0, refused[i].code, refused[i].part);
  assert_refused (bytes, refused[i].n_bytes, 1, refused[i].code, refused[i].part);

  fixture_append_gzip (gzip, bytes, refused[i].n_bytes);
  assert_refused (gzip->data, gzip->len, 7, refused[i].code, refused[i].part);
}

/* The fourth layer is not unpacked. */
static void
test_layers (void)
{
  GByteArray *input = traceview_writer_write (&simple_spec);

  for (guint n_layers = 1; n_layers <= 4; n_layers++)
    {
      GByteArray *wrapped = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = NULL;

      fixture_append_gzip (wrapped, input->data, input->len);
      g_byte_array_unref (input);
      input = wrapped;

      trace = fixture_load (input->data, input->len, 0, &error);
      g_assert_true ((trace != NULL) == (n_layers <= 3));
      if (n_layers == 4)
        g_assert_nonnull (strstr (error->message, "compressed more than three times"));
    }

  g_byte_array_unref (input);
}

static char *
load_and_describe (const GByteArray *input)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (input->data, input->len, 0, &error);

  g_assert_no_error (error);

  return fixture_describe_diagnostics (trace);
}

/* Damage of a container is only a diagnostic if there is a trace. */
static void
test_damage (void)
{
  g_autoptr (GByteArray) input = traceview_writer_write (&simple_spec);
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_autofree char *none = NULL;
  g_autofree char *trailing = NULL;
  g_autofree char *cut = NULL;
  g_autofree char *damaged = NULL;

  fixture_append_gzip (whole, input->data, input->len);
  none = load_and_describe (whole);
  g_assert_cmpstr (none, ==, "");

  g_byte_array_append (whole, (const guint8 *) "more", 4);
  trailing = load_and_describe (whole);
  g_assert_cmpstr (trailing, ==, "trailing-bytes=1");

  g_byte_array_set_size (whole, whole->len - 4 - 2);
  cut = load_and_describe (whole);
  g_assert_cmpstr (cut, ==, "truncated=1");

  g_byte_array_append (whole, (const guint8 *) "\xff\xff", 2);
  damaged = load_and_describe (whole);
  g_assert_cmpstr (damaged, ==, "damaged-data=1");
}

static void
test_limit (void)
{
  g_autoptr (GByteArray) input = traceview_writer_write (&simple_spec);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();
  const StrataLoadOptions options = { .max_bytes = 100 };
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (StrataTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  fixture_append_gzip (gzip, input->data, input->len);
  stream = g_memory_input_stream_new_from_data (gzip->data, (gssize) gzip->len, NULL);
  trace = strata_load_stream (stream, "bomb", &options, NULL, NULL, &error);
  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
  g_assert_cmpstr (error->message, ==, "bomb: the gzip data decompresses to more than the limit of 100 bytes");
}

typedef struct
{
  char *folder;
  GFile *file;
  gsize n_bytes;
} TempFile;

static void
temp_file_init (TempFile *self)
{
  g_autoptr (GByteArray) input = traceview_writer_write (&simple_spec);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("strata-test-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (self->folder, "trace.png", NULL);
  g_file_set_contents (path, (const char *) input->data, (gssize) input->len, &error);
  g_assert_no_error (error);
  self->file = g_file_new_for_path (path);
  self->n_bytes = input->len;
}

static void
temp_file_clear (TempFile *self)
{
  g_unlink (g_file_peek_path (self->file));
  g_rmdir (self->folder);
  g_free (self->folder);
  g_object_unref (self->file);
}

static void
test_file (void)
{
  TempFile temp;
  StrataProgress progress = { 0 };
  g_autoptr (StrataTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  temp_file_init (&temp);
  trace = strata_load_file (temp.file, NULL, &progress, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_closed, ==, 2);
  g_assert_cmpuint (strata_progress_get_done_bytes (&progress), ==, temp.n_bytes);
  g_assert_cmpfloat (strata_progress_get_fraction (&progress), ==, 1);
  temp_file_clear (&temp);
}

/* One sentence with file and reason, and the path only once. */
static void
test_file_errors (void)
{
  TempFile temp;
  g_autoptr (GFile) folder = NULL;
  g_autoptr (GFile) missing = NULL;
  g_autofree char *folder_text = NULL;
  g_autofree char *missing_text = NULL;
  g_autoptr (GError) folder_error = NULL;
  g_autoptr (GError) missing_error = NULL;

  temp_file_init (&temp);
  folder = g_file_new_for_path (temp.folder);
  missing = g_file_get_child (folder, "missing.trace");

  g_assert_null (strata_load_file (folder, NULL, NULL, NULL, &folder_error));
  g_assert_error (folder_error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  folder_text = g_strdup_printf ("%s: this is a folder; give the trace in it: trace.png", temp.folder);
  g_assert_cmpstr (folder_error->message, ==, folder_text);

  g_assert_null (strata_load_file (missing, NULL, NULL, NULL, &missing_error));
  g_assert_error (missing_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  missing_text = g_strdup_printf ("%s/missing.trace: no such file", temp.folder);
  g_assert_cmpstr (missing_error->message, ==, missing_text);

  temp_file_clear (&temp);
}

static void
add_to_folder (const char *folder,
               const char *name,
               const char *content,
               gsize n_bytes)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, content, (gssize) n_bytes, NULL));
}

static void
remove_from_folder (const char *folder,
                    const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* Traces by content, by name; neither hidden files, nor folders, nor anything else. */
static void
test_folder (void)
{
  static const struct
  {
    const char *name;
    const char *content;
    gsize n_bytes;
  } files[] = {
    { "b10.txt", BYTES ("# tracer: nop\n#\n  a-1 (1) [000] .... 1.000000: tracing_mark_write: B|1|x\n") },
    { "b9.txt", BYTES ("# tracer: nop\n#\n  a-1 (1) [000] .... 1.000000: tracing_mark_write: B|1|x\n") },
    { "c.zip", BYTES ("PK\3\4\x14\0\0\0") },
    { ".hidden", BYTES ("# tracer: nop\n#\n  a-1 (1) [000] .... 1.000000: tracing_mark_write: B|1|x\n") },
    { "picture", BYTES ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR") },
    { "empty", BYTES ("") },
  };
  TempFile temp;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  temp_file_init (&temp);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    add_to_folder (temp.folder, files[i].name, files[i].content, files[i].n_bytes);

  g_autofree char *inner = g_build_filename (temp.folder, "inner", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (temp.folder);

  g_assert_cmpint (g_mkdir (inner, 0755), ==, 0);

  g_autoptr (GPtrArray) traces = strata_trace_folder_list (folder, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < traces->len; i++)
    {
      const StrataFolderTrace *trace = g_ptr_array_index (traces, i);

      g_string_append_printf (names, "%s/%s/%" G_GUINT64_FORMAT " ", trace->name, trace->format, trace->n_bytes);
    }

  g_assert_cmpstr (names->str, ==, "b9.txt/ftrace/73 b10.txt/ftrace/73 c.zip/Archive/8 trace.png/Traceview/288 ");
  g_assert_null (strata_load_file (folder, NULL, NULL, NULL, &error));
  g_assert_true (g_str_has_suffix (error->message, ": this is a folder; give one of the traces in it: b9.txt, b10.txt, c.zip and 1 more"));

  g_assert_cmpint (g_rmdir (inner), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    remove_from_folder (temp.folder, files[i].name);
  temp_file_clear (&temp);
}

static void
test_progress (void)
{
  TempFile temp;
  const StrataLoadOptions options = { .read_bytes = 7 };
  StrataProgress progress = { 0 };
  g_autoptr (GError) error = NULL;

  temp_file_init (&temp);

  g_autoptr (StrataTrace) trace = strata_load_file (temp.file, &options, &progress, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_closed, ==, 2);
  g_assert_cmpuint (strata_progress_get_done_bytes (&progress), ==, temp.n_bytes);
  temp_file_clear (&temp);
}

static void
test_cancelled (void)
{
  TempFile temp;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  temp_file_init (&temp);
  g_cancellable_cancel (cancellable);
  g_assert_null (strata_load_file (temp.file, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  temp_file_clear (&temp);
}

/* No format may accept a file of another format, or an empty one. */
static void
test_sniff (void)
{
  static const char *const methods[] = { "*version\n3\n", "*version\r\n3\r\n", "*threads\n", "*methods\n" };
  static const char *const none[] = { "", "*", "*version", "*versions\n", " *version\n", "SLOW", "SLOW\nmotion", "PK\3\4" };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    g_assert_true (strata_format_sniff ((const guint8 *) methods[i], strlen (methods[i])) == &strata_format_traceview);

  for (gsize i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (strata_format_sniff ((const guint8 *) none[i], strlen (none[i])));

  for (const StrataFormat *const *format = strata_format_get_all (); *format != NULL; format++)
    {
      g_assert_nonnull ((*format)->id);
      g_assert_nonnull ((*format)->suffixes);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strdup_printf ("/loader/refused/%s", refused[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_refused);
    }

  g_test_add_func ("/loader/layers", test_layers);
  g_test_add_func ("/loader/damage", test_damage);
  g_test_add_func ("/loader/limit", test_limit);
  g_test_add_func ("/loader/file", test_file);
  g_test_add_func ("/loader/file-errors", test_file_errors);
  g_test_add_func ("/loader/folder", test_folder);
  g_test_add_func ("/loader/progress", test_progress);
  g_test_add_func ("/loader/cancelled", test_cancelled);
  g_test_add_func ("/loader/sniff", test_sniff);

  return g_test_run ();
}
