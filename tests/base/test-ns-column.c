/* test-ns-column.c - narrow columns of durations
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ns-column.h"

static void
check (const gint64 *durations_ns,
       gsize n,
       gboolean is_narrow,
       gint64 unit_ns)
{
  StrataNsColumn column = { 0 };

  strata_ns_column_take (&column, g_memdup2 (durations_ns, n * sizeof *durations_ns), n);
  g_assert_cmpint (column.narrow != NULL, ==, is_narrow);
  g_assert_cmpint (column.unit_ns, ==, unit_ns);

  for (guint32 i = 0; i < n; i++)
    g_assert_cmpint (strata_ns_column_get (&column, i), ==, durations_ns[i]);

  strata_ns_column_clear (&column);
  g_assert_false (strata_ns_column_exists (&column));
}

static void
test_exact (void)
{
  const gint64 nanoseconds[] = { 0, 1, G_MAXUINT32 };
  const gint64 microseconds[] = { 1000, G_GINT64_CONSTANT (3600000000000), 0 };
  const gint64 both[] = { 1, G_GINT64_CONSTANT (3600000000000) };
  const gint64 huge[] = { G_MAXINT64, 1000 };

  check (nanoseconds, 3, TRUE, 1);
  check (microseconds, 3, TRUE, 1000);
  check (both, 2, FALSE, 0);
  check (huge, 2, FALSE, 0);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ns-column/exact", test_exact);
  return g_test_run ();
}
