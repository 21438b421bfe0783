/* test-named-slice.c - the slice that the user means by a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "profile-fixture.h"
#include "strata-named-slice.h"

typedef struct
{
  const char *text;
  StrataSpan span;
  const char *name; /* NULL for none */
  gint64 start_ns;
} Row;

static const Row rows[] = {
  /* a complete name goes before the begin of a longer name, and that before its middle */
  { "draw", { 0, 100 }, "draw", 30 },
  { "draw", { 0, 29 }, "draw 7", 0 },
  { "draw ", { 0, 100 }, "draw 7", 0 },
  { "raw", { 0, 100 }, "draw 7", 0 },
  { "raw 8", { 0, 100 }, "draw 8", 20 },
  /* the longest one in the span, and of equal ones the first */
  { "draw 8", { 0, 100 }, "draw 8", 20 },
  { "draw 8", { 45, 100 }, "draw 8", 50 },
  { "draw 8", { 70, 100 }, NULL, 0 },
  { "Draw", { 0, 100 }, NULL, 0 },
  { "", { 0, 100 }, "draw 7", 0 },
};

static void
test_rows (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 draw 7;20 -;20 draw 8;25 -;30 draw;31 -;50 draw 8;55 -", STRATA_CLOCK_WALL);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const guint32 slice = strata_named_slice_find (trace, rows[i].text, STRATA_NAMED_SLICES_ALL, STRATA_NONE, rows[i].span);

      if (rows[i].name == NULL)
        {
          g_assert_cmpuint (slice, ==, STRATA_NONE);
          continue;
        }

      g_assert_cmpstr (strata_string_pool_get (strata_trace_get_strings (trace), slices->name[slice]), ==, rows[i].name);
      g_assert_cmpint (slices->start_ns[slice], ==, rows[i].start_ns);
    }
}

static void
test_thread (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 draw;20 -", STRATA_CLOCK_WALL);

  g_assert_cmpuint (strata_named_slice_find (trace, "draw", STRATA_NAMED_SLICES_OF_THREADS, 0, (StrataSpan){ 0, 20 }), ==, 0);
  g_assert_cmpuint (strata_named_slice_find (trace, "draw", STRATA_NAMED_SLICES_OF_THREADS, 1, (StrataSpan){ 0, 20 }), ==, STRATA_NONE);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/named-slice/rows", test_rows);
  g_test_add_func ("/named-slice/thread", test_thread);

  return g_test_run ();
}
