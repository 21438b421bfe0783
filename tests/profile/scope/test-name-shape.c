/* test-name-shape.c - names without the parts that change from call to call
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-name-shape.h"

#include <string.h>
#include <time.h>

typedef struct
{
  const char *name;
  const char *shape;
} Row;

static const Row rows[] = {
  { "", "" },
  { "doFrame", "doFrame" },
  { "doFrame 12345", "doFrame …" },
  { "Choreographer#doFrame 7", "Choreographer#doFrame …" },
  /* words with digits */
  { "Camera2", "Camera2" },
  { "decode H264 frame", "decode H264 frame" },
  { "Foo$1.run", "Foo$1.run" },
  { "lambda$onCreate$0", "lambda$onCreate$0" },
  { "android/graphics/Bitmap.getHeight ()I", "android/graphics/Bitmap.getHeight ()I" },
  { "Request123456", "Request…" },
  { "sha256 of 3", "sha256 of …" },
  /* numbers */
  { "12", "…" },
  { "pool-1-thread-12", "pool-…-thread-…" },
  { "task_12", "task_…" },
  { "offset=-5", "offset=…" },
  { "offset=+5", "offset=…" },
  { "1-2", "…-…" },
  { "load 12.5ms", "load …ms" },
  { "192.168.0.1:80", "…:…" },
  { "sum 1,234,567", "sum …" },
  { "[1,2,3]", "[…]" },
  { "[1, 2]", "[…, …]" },
  { "scale 1.5e-7", "scale …" },
  { "ends with 5.", "ends with …." },
  { "第12帧", "第…帧" },
  { "dataCount:24bytes now:123 vsyncId:9", "dataCount:…bytes now:… vsyncId:…" },
  { "dequeueBuffer - VRI[MainActivity]#0(BLAST Consumer)0", "dequeueBuffer - VRI[MainActivity]#…(BLAST Consumer)…" },
  /* addresses, hashes, ids */
  { "id=0x3e8", "id=…" },
  { "0XFF", "…" },
  { "0x", "…x" },
  { "at 0x7ffc12 in", "at … in" },
  { "MainActivity@4a5f3c1", "MainActivity@…" },
  { "View@cafe", "View@…" },
  { "user@host", "user@host" },
  { "chain a92ab94c18e1341", "chain …" },
  { "decade", "decade" },
  { "facade1", "facade1" },
  { "deadbe", "deadbe" },
  { "550e8400-e29b-41d4-a716-446655440000", "…" },
  { "job f81d4fae-7dec-11d0-a765-00a0c91e6bf6 done", "job … done" },
  /* quoted */
  { "open \"a.txt\"", "open \"…\"" },
  { "open \"\"", "open \"…\"" },
  { "open 'a 1'", "open '…'" },
  { "can't stop", "can't stop" },
  { "'it's 5'", "'…'" },
  { "one \" alone 5", "one \" alone …" },
  { "one ' alone 5", "one ' alone …" },
  /* bytes other than ASCII, and invalid UTF-8, are kept */
  { "\xff"
    "1",
    "\xff"
    "…" },
  { "测量", "测量" },
  { "already …", "already …" },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *shape = strata_name_shape_dup (rows[i].name);

      g_assert_cmpstr (shape, ==, rows[i].shape);
    }
}

static void
test_appends (void)
{
  g_autoptr (GString) shape = g_string_new ("abc");

  /* appended text does not continue the existing word */
  strata_name_shape_append (shape, "12");
  strata_name_shape_append (shape, "34");
  g_assert_cmpstr (shape->str, ==, "abc……");
}

static void
test_shape_of_shape (void)
{
  static const char letters[] = "0123456789abcxefg.,-+@$ _:\xe5";

  for (guint round = 0; round < 20000; round++)
    {
      char name[24];
      gsize n = (gsize) g_test_rand_int_range (0, sizeof name);

      for (gsize i = 0; i < n; i++)
        name[i] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
      name[n] = '\0';

      g_autofree char *shape = strata_name_shape_dup (name);
      g_autofree char *again = strata_name_shape_dup (shape);

      g_assert_cmpstr (again, ==, shape);
    }
}

/* Unclosed quotes must not be searched for each time. */
static void
test_is_linear (void)
{
  gsize n = 4 << 20;
  g_autofree char *name = g_malloc (n + 1);

  for (gsize i = 0; i < n; i++)
    name[i] = i % 2 ? 'a' : '\'';
  name[n] = '\0';

  const clock_t begin = clock ();
  g_autofree char *shape = strata_name_shape_dup (name);

  g_assert_cmpuint (strlen (shape), ==, n);
  g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
}

static void
test_has_word (void)
{
  g_assert_true (strata_name_shape_has_word ("Choreographer#doFrame …", "doFrame"));
  g_assert_true (strata_name_shape_has_word ("doFrames doFrame", "doFrame"));
  g_assert_false (strata_name_shape_has_word ("redoFrame", "doFrame"));
  g_assert_false (strata_name_shape_has_word ("doFrame_2", "doFrame"));
  g_assert_false (strata_name_shape_has_word ("doFrame", ""));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name-shape/table", test_table);
  g_test_add_func ("/name-shape/appends", test_appends);
  g_test_add_func ("/name-shape/shape-of-shape", test_shape_of_shape);
  g_test_add_func ("/name-shape/is-linear", test_is_linear);
  g_test_add_func ("/name-shape/has-word", test_has_word);

  return g_test_run ();
}
