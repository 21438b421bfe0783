/* test-htrace.c - files of the OpenHarmony profiler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-proto-writer.h"

#define HEADER_BYTES 1024
#define EVENT_PRINT 1109

static void
put_little (GString *out,
            guint64 value,
            guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    g_string_append_c (out, (char) (value >> 8 * i));
}

/* Adds a marker to a CPU's bundle. */
static void
put_mark (GString *bundle,
          gint64 time_ns,
          const char *text)
{
  g_autoptr (GString) event = g_string_new (NULL);
  g_autoptr (GString) common = g_string_new (NULL);
  g_autoptr (GString) print = g_string_new (NULL);

  strata_proto_put_uint (event, 1, (guint64) time_ns);
  strata_proto_put_uint (event, 2, 7);
  strata_proto_put_text (event, 3, "worker");
  strata_proto_put_uint (common, 4, 7);
  strata_proto_put_bytes (event, 50, common->str, common->len);
  strata_proto_put_text (print, 2, text);
  strata_proto_put_bytes (event, EVENT_PRINT, print->str, print->len);
  strata_proto_put_bytes (bundle, 2, event->str, event->len);
}

/* Adds a message of the plugin with a bundle. */
static void
put_message (GString *messages,
             const char *name,
             GString *bundle)
{
  g_autoptr (GString) result = g_string_new (NULL);
  g_autoptr (GString) message = g_string_new (NULL);

  strata_proto_put_bytes (result, 2, bundle->str, bundle->len);
  strata_proto_put_text (message, 1, name);
  strata_proto_put_bytes (message, 3, result->str, result->len);
  put_little (messages, message->len, 4);
  g_string_append_len (messages, message->str, (gssize) message->len);
}

static GString *
make_container (const GString *messages,
                guint64 n_bytes)
{
  GString *file = g_string_new ("OHOSPROF");

  put_little (file, n_bytes, 8);
  put_little (file, 0x10000, 4);
  while (file->len < HEADER_BYTES)
    g_string_append_c (file, '\0');

  g_string_append_len (file, messages->str, (gssize) messages->len);
  return file;
}

/* Two nested slices; the bundle with the later events is the first in the file. */
static GString *
make_file (void)
{
  g_autoptr (GString) messages = g_string_new (NULL);
  g_autoptr (GString) late = g_string_new (NULL);
  g_autoptr (GString) early = g_string_new (NULL);

  strata_proto_put_uint (late, 1, 1);
  put_mark (late, 4000000, "E|7|");
  put_mark (late, 9000000, "E|7|\n");
  put_message (messages, "ftrace-plugin", late);
  put_mark (early, 1000000, "B|7|outer");
  put_mark (early, 2000000, "B|7|inner\n");
  put_message (messages, "/data/local/tmp/libftrace_plugin.z.so", early);
  return make_container (messages, HEADER_BYTES + messages->len);
}

#define EXPECTED "7:0:outer@1000+8000 7:1:inner@2000+2000 | "

static void
test_file (void)
{
  g_autoptr (GString) file = make_file ();

  fixture_assert_loads ((const guint8 *) file->str, file->len, EXPECTED);
}

/* Containers may follow one another; those of standalone plugins are counted. */
static void
test_containers (void)
{
  g_autoptr (GString) file = make_file ();
  g_autoptr (GString) second = make_container (file, HEADER_BYTES + file->len);

  second->str[56] = 1; /* samples, whose content here is the first container */
  g_string_append_len (file, second->str, (gssize) second->len);
  fixture_assert_loads ((const guint8 *) file->str, file->len, EXPECTED "unshown-packet=1");
  g_string_append (file, "rest");
  fixture_assert_loads ((const guint8 *) file->str, file->len, EXPECTED "unshown-packet=1 trailing-bytes=4");
}

/* One of two containers may have calendar times, without anything that relates them to the times since boot. */
static void
test_clocks (void)
{
  g_autoptr (GString) file = make_file ();
  g_autoptr (GString) messages = g_string_new (NULL);
  g_autoptr (GString) bundle = g_string_new (NULL);
  const gint64 begin_ns = G_GINT64_CONSTANT (1502026301000000000);

  put_mark (bundle, begin_ns, "B|7|later");
  put_mark (bundle, begin_ns + 20000000, "E|7|");
  put_message (messages, "ftrace-plugin", bundle);

  g_autoptr (GString) second = make_container (messages, HEADER_BYTES + messages->len);
  g_autoptr (GError) error = NULL;

  g_string_append_len (file, second->str, (gssize) second->len);

  g_autoptr (StrataTrace) trace = fixture_load (file->str, file->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpint (strata_trace_get_span (trace).begin_ns, ==, 1000000);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns, ==, 21000000);

  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  g_assert_nonnull (strstr (diagnostics, "unknown-clock=1"));
}

/* A length of 0 means an unfinished container; a length beyond the end of the file means a cut. */
static void
test_lengths (void)
{
  static const struct
  {
    guint8 last; /* last byte of the container's length */
    const char *expected;
  } rows[] = { { 0, EXPECTED }, { 0x7f, EXPECTED "truncated=1" }, { 0xff, EXPECTED "truncated=1" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) file = make_file ();

      if (rows[i].last == 0)
        memset (file->str + 8, 0, 8);
      file->str[15] = (char) rows[i].last;
      fixture_assert_loads ((const guint8 *) file->str, file->len, rows[i].expected);
    }
}

static void
test_prefixes (void)
{
  g_autoptr (GString) file = make_file ();

  for (gsize n = 0; n < file->len; n += 3)
    {
      g_autofree void *part = g_memdup2 (file->str, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (part != NULL ? part : "", n, 0, &error);

      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

/* Any byte may have any value. */
static void
test_damage (void)
{
  g_autoptr (GString) file = make_file ();

  for (gsize i = HEADER_BYTES; i < file->len; i++)
    {
      g_autofree guint8 *bytes = g_memdup2 (file->str, file->len);
      g_autoptr (GError) error = NULL;

      bytes[i] ^= (guint8) (i % 2 == 0 ? 0x81 : 0xff);

      g_autoptr (StrataTrace) trace = fixture_load (bytes, file->len, 0, &error);

      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/htrace/file", test_file);
  g_test_add_func ("/htrace/containers", test_containers);
  g_test_add_func ("/htrace/clocks", test_clocks);
  g_test_add_func ("/htrace/lengths", test_lengths);
  g_test_add_func ("/htrace/prefixes", test_prefixes);
  g_test_add_func ("/htrace/damage", test_damage);

  return g_test_run ();
}
