/* test-diagnostics.c - counted import warnings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diagnostics.h"

#include <string.h>

#include "strata-span.h"

static void
test_first_place_stays (void)
{
  g_autoptr (StrataDiagnostics) diagnostics = strata_diagnostics_new ();
  StrataPlace first = { .line = 7, .offset = -1, .time_ns = 42 };
  StrataPlace later = { .line = 9, .offset = -1, .time_ns = 50 };

  strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_UNMATCHED_END, first, "E|1 and more", 3);
  strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_UNMATCHED_END, 4, later, "E|2", -1);
  strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED, 0, later, "x", -1);

  const StrataDiagnostic *row = strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_UNMATCHED_END);

  g_assert_cmpuint (row->count, ==, 5);
  g_assert_cmpuint (row->first_line, ==, 7);
  g_assert_cmpint (row->first_ns, ==, 42);
  g_assert_cmpstr (row->sample, ==, "E|1");
  g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED), ==, 0);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (diagnostics, STRATA_SEVERITY_INFO), ==, 1);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (diagnostics, STRATA_SEVERITY_ERROR), ==, 0);
}

static void
test_samples_are_cut_and_valid (void)
{
  g_autoptr (StrataDiagnostics) diagnostics = strata_diagnostics_new ();
  g_autofree char *line = g_strnfill (5000, 'x');
  StrataPlace place = { .line = 1, .offset = -1, .time_ns = STRATA_NO_TIME };

  memcpy (line + 199, "渲", 3);
  strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_LINE, place, line, -1);

  const char *sample = strata_diagnostics_get (diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_LINE)->sample;

  g_assert_true (g_utf8_validate (sample, -1, NULL));
  g_assert_true (g_str_has_suffix (sample, "…"));
  g_assert_cmpuint (strlen (sample), <, 220);
}

static void
test_every_kind_is_described (void)
{
  for (guint kind = 0; kind < STRATA_N_DIAGNOSTIC_KINDS; kind++)
    {
      g_assert_cmpuint (strlen (strata_diagnostic_kind_get_name (kind)), >, 3);
      g_assert_cmpuint (strlen (strata_diagnostic_kind_get_text (kind)), >, 10);
      g_assert_nonnull (strata_severity_get_name (strata_diagnostic_kind_get_severity (kind)));

      for (guint other = 0; other < kind; other++)
        g_assert_cmpstr (strata_diagnostic_kind_get_name (kind), !=, strata_diagnostic_kind_get_name (other));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnostics/first-place-stays", test_first_place_stays);
  g_test_add_func ("/diagnostics/samples-are-cut-and-valid", test_samples_are_cut_and_valid);
  g_test_add_func ("/diagnostics/every-kind-is-described", test_every_kind_is_described);
  return g_test_run ();
}
