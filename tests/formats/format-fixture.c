/* format-fixture.c - inputs in memory, and traces as text to compare
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "format-fixture.h"

#include <glib/gstdio.h>
#include <zlib.h>
#include <zstd.h>

#define N_CUTS 50

static void
append_deflated (GByteArray *out,
                 int window_bits,
                 const void *data,
                 gsize n_bytes)
{
  z_stream stream = { 0 };
  const guint begin = out->len;
  uLong bound;

  g_assert_cmpint (deflateInit2 (&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  bound = deflateBound (&stream, n_bytes) + 64;
  g_byte_array_set_size (out, begin + (guint) bound);
  stream.next_in = (Bytef *) data;
  stream.avail_in = (uInt) n_bytes;
  stream.next_out = out->data + begin;
  stream.avail_out = (uInt) bound;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, begin + (guint) stream.total_out);
  deflateEnd (&stream);
}

/* Appends a gzip member. */
void
fixture_append_gzip (GByteArray *out,
                     const void *data,
                     gsize n_bytes)
{
  append_deflated (out, 15 + 16, data, n_bytes);
}

/* Appends a bare zlib stream. */
void
fixture_append_zlib (GByteArray *out,
                     const void *data,
                     gsize n_bytes)
{
  append_deflated (out, 15, data, n_bytes);
}

/* Appends a frame. */
void
fixture_append_zstd (GByteArray *out,
                     const void *data,
                     gsize n_bytes)
{
  const guint begin = out->len;
  const gsize bound = ZSTD_compressBound (n_bytes);
  gsize n_written;

  g_byte_array_set_size (out, begin + (guint) bound);
  n_written = ZSTD_compress (out->data + begin, bound, data, n_bytes, 3);
  g_assert_false (ZSTD_isError (n_written));
  g_byte_array_set_size (out, begin + (guint) n_written);
}

/* Appends a frame that decoders must skip. */
void
fixture_append_zstd_skippable (GByteArray *out,
                               gsize n_bytes)
{
  const guint8 header[8] = { 0x53, 0x2a, 0x4d, 0x18, (guint8) n_bytes, (guint8) (n_bytes >> 8), 0, 0 };

  g_byte_array_append (out, header, sizeof header);
  for (gsize i = 0; i < n_bytes; i++)
    g_byte_array_append (out, (const guint8 *) "s", 1);
}

/* Loads from memory. */
StrataTrace *
fixture_load (const void *data,
              gsize n_bytes,
              gsize read_bytes,
              GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) n_bytes, NULL);
  const StrataLoadOptions options = { .read_bytes = read_bytes };

  return strata_load_stream (stream, "memory", &options, NULL, NULL, error);
}

static void
describe_slice (StrataTrace *trace,
                const StrataThread *thread,
                guint32 slice,
                GString *out)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 flags = strata_slice_table_get_flags (slices, slice);

  g_string_append_printf (out, "%" G_GINT64_FORMAT ":%u:%s@%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT, thread->tid, strata_slice_table_get_depth (slices, slice),
                          strata_trace_get_string (trace, slices->name[slice]), strata_slice_table_get_start_ns (slices, slice) / 1000,
                          strata_slice_table_get_wall_ns (slices, slice) / 1000);
  if (strata_ns_column_exists (&slices->cpu))
    g_string_append_printf (out, "/%" G_GINT64_FORMAT, strata_slice_table_get_cpu_ns (slices, slice) / 1000);
  if ((flags & STRATA_SLICE_UNFINISHED) != 0)
    g_string_append (out, "u");
  if ((flags & STRATA_SLICE_EXCEPTION) != 0)
    g_string_append (out, "x");
  if ((flags & STRATA_SLICE_REBUILT) != 0)
    g_string_append (out, "r");
  g_string_append_c (out, ' ');
}

/* The counts by kind, as "name=count name=count". */
char *
fixture_describe_diagnostics (StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < STRATA_N_DIAGNOSTIC_KINDS; i++)
    {
      const guint64 count = strata_diagnostics_get_count (diagnostics, i);

      if (count > 0)
        g_string_append_printf (out, "%s%s=%" G_GUINT64_FORMAT, out->len > 0 ? " " : "", strata_diagnostic_kind_get_name (i), count);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Calls as "tid:depth:name@start+wall/cpu", times in µs, with "u" after unfinished ones, "x" after
 * those left by an exception, "r" after rebuilt ones; then the diagnostics. */
char *
fixture_describe (StrataTrace *trace)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    {
      if (tracks[i].kind != STRATA_TRACK_THREAD)
        continue;

      for (guint32 j = 0; j < tracks[i].n_slices; j++)
        describe_slice (trace, &threads[tracks[i].thread], tracks[i].first_slice + j, out);
    }

  g_string_append_printf (out, "| %s", diagnostics);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
assert_load (const void *data,
             gsize n_bytes,
             gsize read_bytes,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (data, n_bytes, read_bytes, &error);
  g_autofree char *description = NULL;

  g_assert_no_error (error);
  description = fixture_describe (trace);
  g_assert_cmpstr (description, ==, expected);
}

/* Loads from a file whose name does not reveal the format. */
static void
assert_load_unknown (const void *data,
                     gsize n_bytes,
                     const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("strata-test-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "unknown", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (StrataTrace) trace = NULL;
  g_autofree char *description = NULL;

  g_assert_no_error (error);
  g_file_set_contents (path, data, (gssize) n_bytes, &error);
  g_assert_no_error (error);
  trace = strata_load_file (file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  description = fixture_describe (trace);
  g_assert_cmpstr (description, ==, expected);

  g_unlink (path);
  g_rmdir (folder);
}

/* Loads the first @n_bytes, copied to memory of exactly that size, so that reads beyond it are detected. */
static void
assert_cut (const void *data,
            gsize n_bytes,
            gsize read_bytes)
{
  g_autofree void *part = g_memdup2 (data, n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (part != NULL ? part : "", n_bytes, read_bytes, &error);

  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_INFO), >, 0);
  else
    g_assert_true (g_str_has_prefix (error->message, "memory: "));
}

/* Loads as is, by reads of 1 and of 7 bytes, and from a file whose name does not reveal the format. */
void
fixture_assert_loads (const void *data,
                      gsize n_bytes,
                      const char *expected)
{
  assert_load (data, n_bytes, 0, expected);
  assert_load (data, n_bytes, 1, expected);
  assert_load (data, n_bytes, 7, expected);
  assert_load_unknown (data, n_bytes, expected);
}

/* Loads the same ways, and cut at 50 points, where an error or a diagnostic must result. */
void
fixture_assert_four_ways (const void *data,
                          gsize n_bytes,
                          const char *expected)
{
  fixture_assert_loads (data, n_bytes, expected);

  for (gsize i = 0; i < N_CUTS; i++)
    assert_cut (data, n_bytes * i / N_CUTS, i % 2 == 0 ? 0 : 7);
}
