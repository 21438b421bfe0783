/* test-clocks.c - traces on their CPU clock, and time switched out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "profile-fixture.h"
#include "strata-profile.h"
#include "strata-switches.h"

#define BOTH (STRATA_CLOCK_WALL | STRATA_CLOCK_CPU)

/* In µs, so that 100 µs and more between two records are a switch. */
static StrataTrace *
make_trace (const char *first,
            const char *second,
            StrataClocks clocks)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const char *scripts[] = { first, second };

  strata_trace_builder_set_clocks (builder, clocks);
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (scripts[i] != NULL)
      fixture_play (builder, strata_trace_builder_get_thread (builder, i + 1), scripts[i]);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);
}

static char *
describe_slices (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < slices->n_slices; i++)
    g_string_append_printf (out, "%s%s@%d+%d/%d", i > 0 ? " " : "", strata_trace_get_string (trace, slices->name[i]),
                            (int) slices->start_ns[i], (int) strata_slice_table_get_wall_ns (slices, i), (int) strata_slice_table_get_cpu_ns (slices, i));

  return g_string_free (out, FALSE);
}

static void
test_cpu_axis (void)
{
  static const struct
  {
    const char *first;
    const char *second;
    const char *slices;
    int end_ns;
  } cases[] = {
    { "0/0 a;10/4 b;30/14 -;40/20 -", NULL, "a@0+20/40 b@4+10/20", 20 },
    { "0/1000 a;10/1004 b;30/1014 -;40/1020 -", "5/7 c;9/8 -;20/8 d;50/30 -", "a@0+20/40 b@4+10/20 c@0+1/4 d@1+22/30", 23 },
    { "0/5 a;100/5 b;200/5 -;300/5 -", NULL, "a@0+0/300 b@0+0/100", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = make_trace (cases[i].first, cases[i].second, BOTH);

      g_assert_true (strata_trace_can_change_clock (trace));

      g_autoptr (StrataTrace) on_cpu = strata_trace_new_on_cpu_clock (trace);
      g_autofree char *slices = describe_slices (on_cpu);

      g_assert_cmpstr (slices, ==, cases[i].slices);
      g_assert_true (strata_trace_get_base (on_cpu) == trace);
      g_assert_cmpint (strata_trace_get_axis (trace), ==, STRATA_CLOCK_WALL);
      g_assert_cmpint (strata_trace_get_axis (on_cpu), ==, STRATA_CLOCK_CPU);
      g_assert_cmpint (strata_trace_get_span (on_cpu).begin_ns, ==, 0);
      g_assert_cmpint (strata_trace_get_span (on_cpu).end_ns, ==, cases[i].end_ns);

      /* the CPU trace keeps borrowed parts alive after the first reference is gone */
      g_clear_object (&trace);
      g_assert_cmpstr (strata_trace_get_string (on_cpu, strata_trace_get_slices (on_cpu)->name[0]), ==, "a");
    }
}

static void
test_one_clock (void)
{
  g_autoptr (StrataTrace) wall = make_trace ("0 a;10 -", NULL, STRATA_CLOCK_WALL);
  g_autoptr (StrataTrace) cpu = make_trace ("0/0 a;10/10 -", NULL, STRATA_CLOCK_CPU);

  g_assert_false (strata_trace_can_change_clock (wall));
  g_assert_false (strata_trace_can_change_clock (cpu));
  g_assert_cmpint (strata_trace_get_axis (wall), ==, STRATA_CLOCK_WALL);
  g_assert_cmpint (strata_trace_get_axis (cpu), ==, STRATA_CLOCK_CPU);
  g_assert_cmpuint (strata_trace_get_switch_name (wall), ==, STRATA_NONE);
}

/* The profile has the same numbers on either axis, except the durations of single calls, which use the requested clock. */
static void
test_profile_on_cpu_axis (void)
{
  g_autoptr (StrataTrace) trace = make_trace ("0/0 a;10/4 b;30/14 -;40/20 -;50/30 b;90/31 -", NULL, BOTH);
  g_autoptr (StrataTrace) on_cpu = strata_trace_new_on_cpu_clock (trace);
  StrataScope scopes[] = { strata_scope_everything (trace), strata_scope_everything (on_cpu) };
  StrataTrace *traces[] = { trace, on_cpu };

  scopes[0].clock = STRATA_CLOCK_CPU;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (StrataProfile) profile = strata_profile_new (traces[i], &scopes[i], STRATA_PROFILE_BY_NAME, NULL);
      guint n_rows;
      const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

      g_assert_cmpuint (n_rows, ==, 2);
      g_assert_cmpstr (strata_trace_get_string (trace, rows[0].key), ==, "a");
      g_assert_cmpint (rows[0].inclusive_cpu_ns, ==, 20);
      g_assert_cmpint (rows[0].inclusive_ns, ==, 40);
      g_assert_cmpint (rows[1].inclusive_cpu_ns, ==, 11);
      g_assert_cmpint (rows[1].inclusive_ns, ==, 60);
      g_assert_cmpint (rows[1].max_ns, ==, 10);
      g_assert_cmpint (rows[1].min_ns, ==, 1);
      g_assert_cmpuint (rows[1].longest_slice, ==, 1);
      g_assert_cmpint (strata_profile_get_total_ns (profile), ==, 80);
      g_assert_cmpint (strata_profile_get_total_cpu_ns (profile), ==, 21);

      g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, rows[0].key, NULL);
      const StrataRelative *child = &g_array_index (relatives, StrataRelative, relatives->len - 1);

      g_assert_cmpint (child->relation, ==, STRATA_RELATION_CHILD);
      g_assert_cmpint (child->inclusive_ns, ==, 20);
      g_assert_cmpint (child->inclusive_cpu_ns, ==, 10);
    }
}

static char *
describe_switches (StrataTrace *trace)
{
  g_autoptr (StrataSwitches) switches = strata_switches_new (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < switches->n_switches; i++)
    g_string_append_printf (out, "%s%d@%d+%d", i > 0 ? " " : "", switches->slice[i], (int) switches->start_ns[i], (int) switches->wall_ns[i]);

  return g_string_free (out, FALSE);
}

static void
test_switches (void)
{
  static const struct
  {
    const char *script;
    StrataClocks clocks;
    const char *switches; /* innermost call @ begin + duration */
  } cases[] = {
    { "0/0 a;100000/0 -", BOTH, "" },
    { "0/0 a;100001/0 -", BOTH, "0@0+100001" },
    { "0/0 a;300000/100000 b;400000/200000 -;700000/200000 -", BOTH, "0@50000+200000 0@400000+300000" },
    { "0/0 a;10/10 b;500010/10 -;500020/20 -", BOTH, "1@10+500000" },
    { "0/0 a;10/10 -;500000/20 b;500010/30 -", BOTH, "" }, /* between two calls */
    { "0 a;500000 -", STRATA_CLOCK_WALL, "" },
    { "0/0 a;10/4 b;12/6 -;20/14 -", STRATA_CLOCK_CPU, "0@2+6" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = make_trace (cases[i].script, NULL, cases[i].clocks);
      g_autofree char *switches = describe_switches (trace);

      g_assert_cmpstr (switches, ==, cases[i].switches);
    }
}

static void
test_switched_time_of_slice (void)
{
  g_autoptr (StrataTrace) trace = make_trace ("0/0 a;300000/100000 b;600000/200000 -;700000/200010 -", NULL, BOTH);
  g_autoptr (StrataTrace) on_cpu = strata_trace_new_on_cpu_clock (trace);

  g_assert_cmpint (strata_switches_get_slice_ns (trace, 0), ==, 400000);
  g_assert_cmpint (strata_switches_get_slice_ns (trace, 1), ==, 200000);
  g_assert_cmpint (strata_switches_get_slice_ns (on_cpu, 0), ==, 0);
}

static const StrataProfileRow *
find_row (StrataProfile *profile,
          const char *name)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *text = strata_profile_dup_name (profile, rows[i].key);

      if (g_str_equal (text, name))
        return &rows[i];
    }

  return NULL;
}

static void
test_switches_in_profile (void)
{
  static const struct
  {
    StrataSpan span;
    gint64 exclusive_ns; /* of a */
    gint64 switched_ns;
    guint64 n_switches;
    guint n_rows;
  } cases[] = {
    { { 0, 0 }, 200000, 500000, 2, 3 },
    { { 100000, 150000 }, 0, 50000, 1, 2 },
    { { 0, 10000 }, 10000, 0, 0, 1 },
    { { 500000, 700000 }, 0, 200000, 1, 2 },
  };
  g_autoptr (StrataTrace) trace = make_trace ("0/0 a;300000/100000 b;400000/200000 -;800000/300000 -", NULL, BOTH);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      StrataScope scope = strata_scope_everything (trace);

      scope.has_switches = TRUE;
      if (cases[i].span.end_ns > 0)
        scope.span = cases[i].span;

      g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
      const StrataProfileRow *row = find_row (profile, STRATA_SWITCH_NAME);
      guint n_rows;

      strata_profile_get_rows (profile, &n_rows);
      g_assert_cmpuint (n_rows, ==, cases[i].n_rows);
      g_assert_cmpint (find_row (profile, "a")->exclusive_ns, ==, cases[i].exclusive_ns);
      g_assert_cmpuint (row != NULL ? row->n_calls : 0, ==, cases[i].n_switches);
      g_assert_cmpint (row != NULL ? row->inclusive_ns : 0, ==, cases[i].switched_ns);
      g_assert_cmpint (row != NULL ? row->inclusive_cpu_ns : 0, ==, 0);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clocks/cpu-axis", test_cpu_axis);
  g_test_add_func ("/clocks/one-clock", test_one_clock);
  g_test_add_func ("/clocks/profile-on-cpu-axis", test_profile_on_cpu_axis);
  g_test_add_func ("/clocks/switches", test_switches);
  g_test_add_func ("/clocks/switched-time-of-slice", test_switched_time_of_slice);
  g_test_add_func ("/clocks/switches-in-profile", test_switches_in_profile);

  return g_test_run ();
}
