/* test-counters.c - changes, rates and shared scales of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "scene-fixture.h"
#include "strata-counter-notes.h"
#include "strata-counter-text.h"
#include "strata-facts-private.h"
#include "strata-scene.h"

static guint32
find_lane (StrataSession *session,
           const char *title,
           guint nth)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_COUNTER && g_str_equal (lanes[i].title, title) && nth-- == 0)
      return i;

  g_assert_not_reached ();
}

static void
count_change (StrataView *view,
              StrataLanesChange change,
              guint *n_changes)
{
  g_assert_cmpuint (change, ==, STRATA_LANES_CONTENT);
  (*n_changes)++;
}

/* Blocks compared with single samples, including moments without elapsed time. */
static void
test_series (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_name (builder, "c"));
  gint64 now_ns = 0;

  for (guint i = 0; i < 1000; i++)
    strata_trace_builder_add_sample (builder, counter, now_ns += g_rand_int_range (random, 0, 3), i == 500 ? G_MININT64 : g_rand_int_range (random, -500, 500));

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataSamples *samples = strata_trace_get_samples (trace);

  for (guint mode = STRATA_COUNTER_CHANGE; mode <= STRATA_COUNTER_RATE; mode++)
    {
      StrataCounterSeries *series = strata_counter_series_new (trace, 0, mode);

      g_assert_cmpuint (series->n_values, ==, samples->n_samples - 1);
      for (guint turn = 0; turn < 500; turn++)
        {
          const guint32 begin = (guint32) g_rand_int_range (random, 0, 1000);
          const guint32 end = begin + (guint32) g_rand_int_range (random, 0, 300);
          double min = INFINITY;
          double max = -INFINITY;
          double expected_min = INFINITY;
          double expected_max = -INFINITY;

          strata_counter_series_widen (series, begin, end, &min, &max);
          for (guint32 i = begin; i < MIN (end, series->n_values); i++)
            {
              const double value = strata_counter_get_change (trace, i, mode);

              if (isnan (value))
                continue;

              expected_min = MIN (expected_min, value);
              expected_max = MAX (expected_max, value);
            }

          g_assert_cmpfloat (min, ==, expected_min);
          g_assert_cmpfloat (max, ==, expected_max);
        }

      strata_counter_series_free (series);
    }
}

static void
test_modes (void)
{
  g_autoptr (StrataTrace) trace = fixture_counters_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataLanes *lanes = strata_session_get_lanes (session);
  const guint32 balance = find_lane (session, "balance", 0);
  const StrataLane *lane = &strata_lanes_get (lanes, NULL)[balance];
  guint n_changes = 0;
  double min;
  double max;

  g_signal_connect (strata_session_get_view (session), "lanes-changed", G_CALLBACK (count_change), &n_changes);
  strata_lanes_get_counter_range (lanes, lane, &min, &max);
  g_assert_cmpfloat (min, ==, -450);
  g_assert_cmpfloat (max, ==, 550);
  g_assert_null (strata_lanes_get_series (lanes, lane));

  strata_lanes_set_counter_mode (strata_session_get_lanes (session), balance, STRATA_COUNTER_CHANGE);
  strata_lanes_set_counter_mode (strata_session_get_lanes (session), balance, STRATA_COUNTER_CHANGE);
  g_assert_cmpuint (n_changes, ==, 1);
  strata_lanes_get_counter_range (lanes, lane, &min, &max);
  g_assert_cmpfloat (min, ==, -850);
  g_assert_cmpfloat (max, ==, 550);

  strata_lanes_set_counter_mode (strata_session_get_lanes (session), balance, STRATA_COUNTER_RATE);
  strata_lanes_get_counter_range (lanes, lane, &min, &max);
  g_assert_cmpfloat_with_epsilon (min, -850 / 0.00102, 1e-3);

  /* other lanes have no mode and no scale */
  strata_lanes_set_counter_mode (strata_session_get_lanes (session), lane->group, STRATA_COUNTER_RATE);
  strata_lanes_set_scale_shared (strata_session_get_lanes (session), G_MAXUINT32, TRUE);
  g_assert_cmpuint (n_changes, ==, 2);
}

/* Counters with the same name share a scale while they have the same mode. */
static void
test_scale (void)
{
  g_autoptr (StrataTrace) trace = fixture_counters_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataLanes *lanes = strata_session_get_lanes (session);
  const guint32 heap = find_lane (session, "heap", 0);
  const guint32 large = find_lane (session, "heap", 1);
  const StrataLane *all = strata_lanes_get (lanes, NULL);
  double min;
  double max;

  strata_lanes_get_scale_range (lanes, &all[heap], &min, &max);
  g_assert_cmpfloat (max, <, 2000);
  strata_lanes_set_scale_shared (strata_session_get_lanes (session), large, TRUE);
  g_assert_true (all[heap].is_scale_shared);
  g_assert_false (all[find_lane (session, "balance", 0)].is_scale_shared);
  strata_lanes_get_scale_range (lanes, &all[heap], &min, &max);
  g_assert_cmpfloat (min, ==, 1000);
  g_assert_cmpfloat (max, >, 6000);

  strata_lanes_set_counter_mode (strata_session_get_lanes (session), large, STRATA_COUNTER_CHANGE);
  strata_lanes_get_scale_range (lanes, &all[heap], &min, &max);
  g_assert_cmpfloat (max, <, 2000);
  strata_lanes_set_scale_shared (strata_session_get_lanes (session), heap, FALSE);
  g_assert_false (all[large].is_scale_shared);
}

typedef struct
{
  const char *title;
  guint nth;
  StrataCounterMode mode;
  gint64 time_ns; /* 0 for the header */
  const char *text;
} Says;

static const Says says[] = {
  { "balance", 0, STRATA_COUNTER_VALUE, 2100000, "balance\nValue: -150\nChange to the next value: +150 in 420.0 µs, +357 142/s\nStart: 1.040 ms\nProcess: one 1" },
  { "balance", 0, STRATA_COUNTER_RATE, 10000000, "balance\nValue: 550\nStart: 7.760 ms\nProcess: one 1" },
  { "balance", 0, STRATA_COUNTER_VALUE, 0, "balance\n-450 – 550\n12 values" },
  { "balance", 0, STRATA_COUNTER_CHANGE, 0, "balance\n-850 – +550\n12 values\nThe graph shows the change from each value to the next" },
  { "once", 0, STRATA_COUNTER_VALUE, 2000000, "once\nValue: 9\nThe last of 2 here, from 5 to 9\nChange to the next value: +0 in 5.00 ms, +0/s\nStart: 1.000 ms\nProcess: two 2" },
  { "once", 0, STRATA_COUNTER_RATE, 0, "once\n+0/s – +0/s\n3 values\nThe graph shows the change per second" },
  { "heap", 1, STRATA_COUNTER_RATE, 0, "heap\n-45 M/s – +46 M/s\n5 000 values\nThe graph shows the change per second" },
  { "heap", 1, STRATA_COUNTER_VALUE, 3000000, "heap\nValue: 3 010\nThe last of 10 here, from 3 010 to 3 100\nChange to the next value: +0 in 2.00 µs, +0/s\nStart: 2.018 ms\nProcess: two 2" },
};

/* Compares with plain spaces instead of others. */
static void
assert_plain (const char *text,
              const char *expected)
{
  g_auto (GStrv) words = g_strsplit (text, "\302\240", -1);
  g_autofree char *joined = g_strjoinv (" ", words);
  g_auto (GStrv) numbers = g_strsplit (joined, "\342\200\257", -1);
  g_autofree char *plain = g_strjoinv (" ", numbers);

  g_assert_cmpstr (plain, ==, expected);
}

/* In every mode, the pointer shows value, change and rate. */
static void
check_says (const Says *row)
{
  g_autoptr (StrataTrace) trace = fixture_counters_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataSceneRegion frame = { 200 + 500, 600, 200, 0, 1 };
  const guint32 lane = find_lane (session, row->title, row->nth);
  StrataHit hit;

  strata_view_set_width (strata_session_get_view (session), 500);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1000000, 11000000 }, 0);
  strata_lanes_set_counter_mode (strata_session_get_lanes (session), lane, row->mode);

  const double x_px = row->time_ns == 0 ? 20 : 200 + strata_viewport_time_to_x (strata_session_get_viewport (session), row->time_ns) + 0.6;

  strata_scene_hit (session, &frame, x_px, strata_lanes_get (strata_session_get_lanes (session), NULL)[lane].y_px + 20, &hit);

  g_autofree char *text = strata_session_describe_item (session, hit.item);

  assert_plain (text, row->text);
}

static void
test_says (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    check_says (&says[i]);
}

/* The unit of a counter comes from its file, or from its name. */
static void
test_units (void)
{
  static const struct
  {
    const char *name;
    double value;
    const char *text;
    const char *rate;
  } rows[] = {
    { "mem.rss", 15969280, "15.97 MB", "+15.97 MB/s" },
    { "anon memory", 4096, "4.096 kB", "+4.096 kB/s" },
    { "MemFree", -12, "-12 B", "-12 B/s" },
    { "gpufreq", 800000, "800 MHz", "+800 MHz/s" },
    { "disk.read_bytes", 1677920256, "1.678 GB", "+1.678 GB/s" },
    { "runtime.user_ns", 4590000000, "4.59 s", "+4.59 s/s" },
    { "diskstat.[vda].read_time", 20, "20.0 ms", "+20.0 ms/s" },
    { "batt.current_ua", 1500, "1.5 mA", "+1.5 mA/s" },
    { "batt.voltage_uv", 4100000, "4.1 V", "+4.1 V/s" },
    { "batt.charge_uah", -250, "-250 µAh", "-250 µAh/s" },
    { "power.rails.cpu.big", 45000, "45 mJ", "+45 mJ/s" },
    { "mem.buddyinfo[0][DMA][4 kB]", 3, "3", "+3/s" },
    { "heap", 1500000, "1 500 000", "+1.5 M/s" },
    { "told", 0.25, "0.25 J", "+0.25 J/s" },
  };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const StrataCounterNote note = { fixture_name (builder, "J"), STRATA_STRING_EMPTY, STRATA_NONE, STRATA_STRING_EMPTY, STRATA_STRING_EMPTY };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_name (builder, rows[i].name)), i, 0);

  strata_trace_builder_describe_counter (builder, fixture_name (builder, "told"), &note);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  guint32 n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  g_assert_cmpuint (n_counters, ==, G_N_ELEMENTS (rows));
  for (guint32 i = 0; i < n_counters; i++)
    for (guint j = 0; j < G_N_ELEMENTS (rows); j++)
      if (g_str_equal (rows[j].name, strata_trace_get_string (trace, counters[i].name)))
        {
          const StrataCounterUnit unit = strata_counter_unit_get (trace, i);
          char text[STRATA_UNITS_BYTES];

          assert_plain (strata_counter_write_value (rows[j].value, &unit, text), rows[j].text);
          assert_plain (strata_counter_write_rate (rows[j].value, &unit, text), rows[j].rate);
        }
}

/* Whole numbers beyond the precision of doubles: an id, or an address. */
static void
test_exact (void)
{
  const gint64 low = (G_GINT64_CONSTANT (1) << 53) + 1;
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, 1);
  const guint32 counter = strata_trace_builder_get_counter (builder, process, -1, fixture_name (builder, "address"));

  fixture_thread (builder, 1, "one", 1, "one");
  strata_trace_builder_add_sample (builder, counter, 1000, low);
  strata_trace_builder_add_sample (builder, counter, 2000, low + 2);
  strata_trace_builder_add_sample (builder, counter, 3000, low + 3);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  StrataLanes *lanes = strata_session_get_lanes (session);
  const guint32 lane = find_lane (session, "address", 0);
  g_autofree char *values = strata_session_dup_counter_range (session, &strata_lanes_get (lanes, NULL)[lane]);

  assert_plain (values, "9 007 199 254 740 993 – 9 007 199 254 740 996");
  strata_lanes_set_counter_mode (lanes, lane, STRATA_COUNTER_CHANGE);

  g_autofree char *changes = strata_session_dup_counter_range (session, &strata_lanes_get (lanes, NULL)[lane]);

  assert_plain (changes, "+1 – +2");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/counters/series", test_series);
  g_test_add_func ("/counters/modes", test_modes);
  g_test_add_func ("/counters/scale", test_scale);
  g_test_add_func ("/counters/says", test_says);
  g_test_add_func ("/counters/units", test_units);
  g_test_add_func ("/counters/exact", test_exact);

  return g_test_run ();
}
