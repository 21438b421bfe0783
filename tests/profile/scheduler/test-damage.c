/* test-damage.c - how much of a trace is missing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-damage.h"

#include "profile-fixture.h"

#define EPSILON 1e-9

/* Two CPUs over 100 ns; the second is unknown for a while. */
static StrataTrace *
make_trace (gint64 lost_ns)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_get_thread (builder, 1);

  fixture_play (builder, thread, "0 a;100 -");
  for (guint32 cpu = 0; cpu < 2; cpu++)
    {
      strata_trace_builder_switch_cpu (builder, cpu, 0, STRATA_NONE, 0, thread);
      strata_trace_builder_switch_cpu (builder, cpu, 100, thread, 0, STRATA_NONE);
    }
  if (lost_ns > 0)
    strata_trace_builder_add_loss (builder, &(StrataLoss){ .cpu = 1, .begin_ns = 10, .end_ns = 10 + lost_ns });

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
test_whole (void)
{
  g_autoptr (StrataTrace) trace = make_trace (0);
  StrataDamage damage;

  strata_damage_find (&damage, trace);
  g_assert_cmpfloat_with_epsilon (damage.time_frac, 0, EPSILON);
  g_assert_cmpfloat_with_epsilon (damage.line_frac, 0, EPSILON);
  g_assert_false (damage.is_cut || damage.has_gap);
  g_assert_null (strata_damage_dup_text (&damage));
}

/* 80 of the 200 ns of both CPUs. */
static void
test_lost_time (void)
{
  g_autoptr (StrataTrace) trace = make_trace (80);
  StrataDamage damage;

  strata_damage_find (&damage, trace);
  g_assert_cmpfloat_with_epsilon (damage.time_frac, 0.4, EPSILON);

  g_autofree char *text = strata_damage_dup_text (&damage);

  g_assert_cmpstr (text, ==, "Events of 40\302\240% of the CPU time were lost: what ran then is unknown.");
}

static void
test_sentences (void)
{
  static const struct
  {
    StrataDamage damage;
    const char *text;
  } rows[] = {
    { { 0.0099, 0.0099, FALSE, FALSE }, NULL },
    { { 0.0123, 0, FALSE, FALSE }, "Events of 1.2\302\240% of the CPU time were lost: what ran then is unknown." },
    { { 0, 0.5, TRUE, FALSE }, "50\302\240% of the lines could not be read. The file is cut off: its end is missing." },
    { { 0, 0, FALSE, TRUE }, "Part of the file is damaged and was left out." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = strata_damage_dup_text (&rows[i].damage);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/damage/whole", test_whole);
  g_test_add_func ("/damage/lost-time", test_lost_time);
  g_test_add_func ("/damage/sentences", test_sentences);
  return g_test_run ();
}
