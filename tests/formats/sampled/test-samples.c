/* test-samples.c - files of sampling profilers, with known totals
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <time.h>
#include <zstd.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "trace-facts.h"

static StrataTrace *
load_options (const void *data,
              gsize n_bytes,
              const StrataLoadOptions *options)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) n_bytes, NULL);
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = strata_load_stream (stream, "memory", options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static StrataTrace *
load_with (const void *data,
           gsize n_bytes,
           gboolean by_weight)
{
  return load_options (data, n_bytes, &(const StrataLoadOptions){ .by_weight = by_weight });
}

#define SPEEDSCOPE(profile) "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]},\"profiles\":[{" profile "}]}"

/* The total length of the slices with a name, except those inside others with the same name. */
static gint64
sum_ns (StrataTrace *trace,
        const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  gint64 sum = 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, slices->name[i]), name))
      {
        g_assert_cmpuint (strata_slice_table_get_flags (slices, i), ==, STRATA_SLICE_SAMPLED);
        sum += strata_slice_table_get_wall_ns (slices, i);
      }

  return sum;
}

/* Three samples of 100 µs, the second slightly late and the third after a pause. */
static const char perf_script[] =
    "# a comment\n"
    "prog name  10/11 [001]     1.000100:     100000 cpu-clock:pppH: \n"
    "\t    ffff10 inner(int)+0x10 (/lib/a.so)\n"
    "\t    ffff20 outer+0x1 (/lib/a.so)\n"
    "\n"
    "prog name  10/11 [001]     1.000203:     100000 cpu-clock:pppH: \n"
    "\t    ffff30 [unknown] (/lib/b.so)\n"
    "\t    ffff20 outer+0x1 (/lib/a.so)\n"
    "\n"
    "prog name  10/11 [001]     1.001000:     100000 cpu-clock:pppH: \n"
    "\t    ffff20 outer+0x1 (/lib/a.so)\n"
    "\n";

/* Weights that are times are the lengths of calls, to the nanosecond. */
static void
test_clock (void)
{
  g_autoptr (StrataTrace) trace = load_with (perf_script, strlen (perf_script), FALSE);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "perf-script");
  g_assert_cmpuint (slices->n_slices, ==, 4);
  g_assert_cmpint (sum_ns (trace, "outer"), ==, 300000);
  g_assert_cmpint (sum_ns (trace, "inner(int)"), ==, 100000);
  g_assert_cmpint (sum_ns (trace, "[b.so]"), ==, 100000);
  g_assert_cmpint (slices->start_ns[0], ==, 1000000000);
  g_assert_cmpint (slices->start_ns[3], ==, 1000900000);
  g_assert_null (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY));
}

/* "perf script -F" omits some fields and adds others. */
static void
test_script_fields (void)
{
#define FRAMES "\t   11e6 leaf\n\t   1340 main\n\n"
  static const struct
  {
    const char *text;
    const char *unit; /* NULL for time */
    const char *leaf;
    gint64 weight;
  } cases[] = {
    { "a b 10/11 [001] K     1.000100:     100000 cpu-clock: \n" FRAMES, NULL, "leaf", 100000 },
    { "11 1.000100:     100000 cpu-clock: \n" FRAMES, NULL, "leaf", 100000 },
    { "a 11 1.000100:     100000 \n" FRAMES, "periods", "leaf", 100000 },
    { "a 11 1.000100: cpu-clock: \n" FRAMES, "samples", "leaf", 1 },
    { "a 10/11 [001]     100000 cpu-clock: \n" FRAMES, NULL, "leaf", 100000 },
    { "a 11 cpu-clock: \n" FRAMES, "samples", "leaf", 1 },
    { "a 11 1.000100:     100000 cpu-clock:                0\n\t   11e6 leaf+0x1 (/bin/a)\n", NULL, "leaf", 100000 },
    { "a 11 1.000100:     100000 cpu-clock: \n\t    11e6\n\t   1340\n", NULL, "unknown+0x11e6", 100000 },
    { "a 11 1.000050: PERF_RECORD_COMM: a:10/11\na 11 1.000100:     100000 cpu-clock: \n" FRAMES, NULL, "leaf", 100000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), TRUE);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "perf-script");
      g_assert_cmpuint (strata_trace_get_counts (trace)->n_events, ==, 1);
      g_assert_cmpstr (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY), ==, cases[i].unit);
      g_assert_cmpint (sum_ns (trace, cases[i].leaf), ==, cases[i].weight);
    }
}

/* Weights that are not times are never shown as times: slices last the time between samples, or the weight. */
static void
test_cycles (void)
{
  static const char text[] =
      "spin  12     2.000000:       5000 cycles:u:  ffff10 f+0x1 (/bin/x)\n"
      "spin  12     2.000100:       6000 cycles:u:  ffff10 g+0x1 (/bin/x)\n"
      "spin  12     2.000200:       7000 cycles:u:  ffff10 f+0x1 (/bin/x)\n"
      "spin  12     2.000250:          1 page-faults:  ffff10 f+0x1 (/bin/x)\n";
  g_autoptr (StrataTrace) by_time = load_with (text, strlen (text), FALSE);
  g_autoptr (StrataTrace) by_weight = load_with (text, strlen (text), TRUE);

  g_assert_null (strata_trace_get_property (by_time, STRATA_UNIT_PROPERTY));
  g_assert_cmpint (sum_ns (by_time, "g"), ==, 100000);
  g_assert_cmpstr (strata_trace_get_property (by_weight, STRATA_UNIT_PROPERTY), ==, "cycles");
  g_assert_cmpint (sum_ns (by_weight, "f"), ==, 12000);
  g_assert_cmpint (sum_ns (by_weight, "g"), ==, 6000);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (by_weight), STRATA_DIAGNOSTIC_OTHER_EVENT), ==, 1);
}

/* The user may choose another event than the one with the most samples; the time axis then has only that event. */
static void
test_wanted_event (void)
{
  static const char text[] =
      "spin  12     2.000000:       5000 cycles/freq=99/u:  ffff10 f+0x1 (/bin/x)\n"
      "spin  12     2.000100:       6000 cycles/freq=99/u:  ffff10 g+0x1 (/bin/x)\n"
      "spin  12     2.000250:          3 cpu/page-faults,name=x/:  ffff10 f+0x1 (/bin/x)\n";
  static const char wanted[] = "cpu/page-faults,name=x/";
  g_autoptr (StrataTrace) cycles = load_with (text, strlen (text), TRUE);
  g_autoptr (StrataTrace) by_time = load_options (text, strlen (text), &(const StrataLoadOptions){ .event = wanted });
  g_autoptr (StrataTrace) by_weight = load_options (text, strlen (text), &(const StrataLoadOptions){ .event = wanted, .by_weight = TRUE });
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, (gssize) strlen (text), NULL);
  g_autoptr (GError) error = NULL;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (by_time, &n_threads);

  g_assert_cmpstr (strata_trace_get_property (cycles, STRATA_UNIT_PROPERTY), ==, "cycles");
  g_assert_cmpuint (strata_trace_get_slices (by_time)->n_slices, ==, 1);
  g_assert_cmpuint (n_threads, ==, 1);
  g_assert_cmpstr (strata_trace_get_string (by_time, threads[0].name), ==, "spin");
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (by_time), STRATA_DIAGNOSTIC_OTHER_EVENT), ==, 2);
  g_assert_cmpstr (strata_trace_get_property (by_weight, STRATA_UNIT_PROPERTY), ==, "page-faults");
  g_assert_cmpint (sum_ns (by_weight, "f"), ==, 3);
  g_assert_cmpint (sum_ns (by_weight, "g"), ==, 0);

  g_assert_null (strata_load_stream (stream, "memory", &(const StrataLoadOptions){ .event = "branches" }, NULL, NULL, &error));
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
  g_assert_nonnull (strstr (error->message, "“branches”, but of cycles/freq=99/u, cpu/page-faults,name=x/"));
}

/* A file without samples has no event either. */
static void
test_no_event (void)
{
  static const char text[] = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[]},\"profiles\":[]}";
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, (gssize) strlen (text), NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (strata_load_stream (stream, "memory", &(const StrataLoadOptions){ .event = "branches" }, NULL, NULL, &error));
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
}

static void
test_folded (void)
{
  static const char text[] = "main;draw;fill 10\nmain;wait 3\nmain;draw 5\nmain;draw;fill 2\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "folded");
  g_assert_cmpstr (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY), ==, "samples");
  g_assert_cmpint (sum_ns (trace, "main"), ==, 20);
  g_assert_cmpint (sum_ns (trace, "draw"), ==, 17);
  g_assert_cmpint (sum_ns (trace, "fill"), ==, 12);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 4);
}

/* Fractional weights are exact, in a smaller unit. Weights that do not fit are rounded or clamped, and reported. */
static void
test_folded_fractions (void)
{
  static const struct
  {
    const char *text;
    const char *unit;
    gint64 a;
    gint64 b;
    const char *warnings;
  } cases[] = {
    { "a;b 10\na;c 5.5\na;d 0.25\na;d 0.25\na;e 0.4\na;e 0.6\n", "millisamples", 17000, 10000, "" },
    { "a;b 0.123456\na;c 2\n", "microsamples", 2123456, 123456, "" },
    { "a;b 0.1234567894\na;c 2\n", "nanosamples", 2123456789, 123456789, "" },
    { "a;b 10.000\na;c 5.\n", "samples", 15, 10, "" },
    { "a;b 1000000000000000000\na;c 0.5\n", "samples", 1000000000000000001, 1000000000000000000, "value-fraction=1" },
    { "a;b 9000000000000000000\na;c 1\n", "samples", 1, 0, "bad-payload=1" },
    { "a;b 1000000000000000000\na;c 1000000000000000000\n", "samples", G_GINT64_CONSTANT (1) << 60, 1000000000000000000, "value-limit=1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), FALSE);
      const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY), ==, cases[i].unit);
      g_assert_cmpint (sum_ns (trace, "a"), ==, cases[i].a);
      g_assert_cmpint (sum_ns (trace, "b"), ==, cases[i].b);
      g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_VALUE_FRACTION), ==, g_str_has_prefix (cases[i].warnings, "value-fraction"));
      g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_VALUE_LIMIT), ==, g_str_has_prefix (cases[i].warnings, "value-limit"));
      g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_BAD_PAYLOAD), ==, g_str_has_prefix (cases[i].warnings, "bad-payload"));
    }
}

/* Output of difffolded.pl: two columns of counts become two threads with separate lengths. */
static void
test_folded_columns (void)
{
  static const char text[] = "main;worker 1;draw 10 12\nmain;wait 5 0\nmain;new 0 3.5\nmain;odd 7\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text) - 11, FALSE);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  g_assert_cmpuint (n_threads, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (trace, threads[0].name), ==, "before");
  g_assert_cmpstr (strata_trace_get_string (trace, threads[1].name), ==, "after");
  g_assert_nonnull (strata_trace_get_property (trace, "folded_columns"));
  g_assert_cmpint (sum_ns (trace, "main"), ==, 15000 + 15500);
  g_assert_cmpint (sum_ns (trace, "worker 1"), ==, 10000 + 12000);
  g_assert_cmpint (sum_ns (trace, "new"), ==, 3500);

  /* with a line without a second column, the first number may be part of a name */
  g_autoptr (StrataTrace) other = load_with (text, strlen (text), FALSE);

  g_assert_null (strata_trace_get_property (other, "folded_columns"));
  g_assert_cmpint (sum_ns (other, "odd"), ==, 7000);
  g_assert_cmpint (sum_ns (other, "draw 10"), ==, 12000);
}

/* Annotations that flamegraph.pl knows are not part of a name; blanks are. */
static void
test_folded_annotations (void)
{
  static const char text[] = "app;do_syscall_[k];int f(long, char const*) 3\napp;do_syscall_[k] 2\napp;inlined_[i];Compiled.method_[j] 1\napp;name_[x] 1\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpint (sum_ns (trace, "do_syscall"), ==, 5);
  g_assert_cmpint (sum_ns (trace, "int f(long, char const*)"), ==, 3);
  g_assert_cmpint (sum_ns (trace, "Compiled.method"), ==, 1);
  g_assert_cmpint (sum_ns (trace, "name_[x]"), ==, 1);

  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, 1));

  g_assert_cmpstr (args, ==, "kind=kernel");
}

/* Lines that are not stacks are counted, in small files as well. */
static void
test_folded_damage (void)
{
  static const char text[] = "main;foo 10\nmain;bar 5\nmain;qux\nmain;x 1.2.3\nx;y 4\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "folded");
  g_assert_cmpint (sum_ns (trace, "main"), ==, 15);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNKNOWN_LINE), ==, 2);
}

/* Missing weights are not invented, and calls end at their own end. */
static guint
count_slices (StrataTrace *trace,
              const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n = 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    n += g_str_equal (strata_trace_get_string (trace, slices->name[i]), name);

  return n;
}

/* Calls have their own times: pauses, calls that follow each other directly, and calls of length 0 are kept. */
static void
test_speedscope_calls (void)
{
  static const char text[] = SPEEDSCOPE ("\"type\":\"evented\",\"name\":\"p\",\"unit\":\"milliseconds\",\"startValue\":100,\"endValue\":140,\"events\":["
                                         "{\"type\":\"O\",\"frame\":0,\"at\":100},{\"type\":\"C\",\"frame\":0,\"at\":110},"
                                         "{\"type\":\"O\",\"frame\":0,\"at\":112},{\"type\":\"O\",\"frame\":1,\"at\":113},{\"type\":\"C\",\"frame\":1,\"at\":115},"
                                         "{\"type\":\"O\",\"frame\":1,\"at\":115},{\"type\":\"C\",\"frame\":1,\"at\":118},"
                                         "{\"type\":\"O\",\"frame\":1,\"at\":120},{\"type\":\"C\",\"frame\":1,\"at\":120},{\"type\":\"C\",\"frame\":0,\"at\":122}]");
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (count_slices (trace, "a"), ==, 2);
  g_assert_cmpuint (count_slices (trace, "b"), ==, 3);
  g_assert_cmpint (sum_ns (trace, "a"), ==, 20000000);
  g_assert_cmpint (sum_ns (trace, "b"), ==, 5000000);
  g_assert_cmpint (slices->start_ns[0], ==, 100000000);
  g_assert_cmpint (slices->start_ns[1], ==, 112000000);
}

/* Profiles with several units: time is on the axis, and the others can be chosen. */
static void
test_speedscope_units (void)
{
  static const char text[] = SPEEDSCOPE ("\"type\":\"sampled\",\"unit\":\"microseconds\",\"samples\":[[0],[0,1]],\"weights\":[100,200]},"
                                         "{\"type\":\"sampled\",\"unit\":\"bytes\",\"samples\":[[0],[0,1],[1]],\"weights\":[4096,8,16]},"
                                         "{\"type\":\"sampled\",\"unit\":\"none\",\"samples\":[[0]],\"weights\":[7]");
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  g_autoptr (StrataTrace) bytes = load_options (text, strlen (text), &(const StrataLoadOptions){ .event = "bytes" });

  g_assert_cmpstr (strata_trace_get_property (trace, "sampled_events"), ==, "time, bytes, samples");
  g_assert_null (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY));
  g_assert_cmpint (sum_ns (trace, "a"), ==, 300000);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_OTHER_EVENT), ==, 4);
  g_assert_cmpstr (strata_trace_get_property (bytes, STRATA_UNIT_PROPERTY), ==, "bytes");
  g_assert_cmpint (sum_ns (bytes, "a"), ==, 4104);
  g_assert_cmpint (sum_ns (bytes, "b"), ==, 24);
}

static void
test_speedscope_damage (void)
{
  static const struct
  {
    const char *text;
    gint64 a_ns;
    gint64 b_ns;
    StrataDiagnosticKind kind;
    guint n_problems;
  } cases[] = {
    { SPEEDSCOPE ("\"type\":\"sampled\",\"unit\":\"seconds\",\"samples\":[[0,1],[0],[0]],\"weights\":[0.5]"), 500000000, 500000000, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 2 },
    { SPEEDSCOPE ("\"type\":\"sampled\",\"unit\":\"none\",\"samples\":[[0,1],[0],[0]]"), 3, 1, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 0 },
    { SPEEDSCOPE ("\"type\":\"evented\",\"unit\":\"nanoseconds\",\"endValue\":9,\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0},{\"type\":\"C\",\"frame\":1,\"at\":2},{\"type\":\"C\",\"frame\":0,\"at\":5}]"), 5, 0, STRATA_DIAGNOSTIC_UNMATCHED_END, 1 },
    { SPEEDSCOPE ("\"type\":\"evented\",\"unit\":\"nanoseconds\",\"endValue\":9,\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0},{\"type\":\"O\",\"frame\":1,\"at\":2},{\"type\":\"C\",\"frame\":0,\"at\":5}]"), 5, 3, STRATA_DIAGNOSTIC_MISMATCHED_EXIT, 1 },
    { SPEEDSCOPE ("\"type\":\"evented\",\"unit\":\"nanoseconds\",\"endValue\":9,\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0},{\"type\":\"O\",\"frame\":1,\"at\":2},{\"type\":\"C\",\"frame\":1,\"at\":5}]"), 9, 3, STRATA_DIAGNOSTIC_UNFINISHED_SLICE, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), FALSE);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (sum_ns (trace, "a"), ==, cases[i].a_ns);
      g_assert_cmpint (sum_ns (trace, "b"), ==, cases[i].b_ns);
      g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), cases[i].kind), ==, cases[i].n_problems);
    }
}

/* The place of a sample may be unknown; the sample still counts. */
static void
test_no_stack (void)
{
  static const char text[] = "app 10/10 1.000000: 250000 cpu-clock:\n\t1000 work (app)\n\n"
                             "app 10/10 1.001000: 250000 cpu-clock:\n\n"
                             "app 10/10 1.002000: 250000 cpu-clock:\n\t1000 work (app)\n\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);

  g_assert_cmpint (sum_ns (trace, "work"), ==, 500000);
  g_assert_cmpint (sum_ns (trace, "[unknown]"), ==, 250000);
}

/* Text with numbers at line ends is not always stacks. */
static void
test_not_folded (void)
{
  static const char *const texts[] = { "apples 3\npears 5\n", "a;b\nc;d\n", "a;b 1\nsome prose\nmore of it\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fixture_load (texts[i], strlen (texts[i]), 0, &error));
      g_assert_nonnull (error);
    }
}

static void
test_cut (void)
{
  for (gsize i = 1; i < strlen (perf_script); i += 13)
    for (gsize n_read = 0; n_read <= 7; n_read += 7)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (StrataTrace) trace = fixture_load (perf_script, i, n_read, &error);

        g_assert_true ((trace != NULL) == (error == NULL));
      }
}

static guint64
count_diagnostics (StrataTrace *trace,
                   StrataDiagnosticKind kind)
{
  return strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), kind);
}

/* Logs beside the traces: each line is an instant, and continuation lines are part of it. */
static void
test_logs (void)
{
  static const struct
  {
    const char *text;
    const char *format;
    guint n_entries;
    const char *first;
  } cases[] = {
    { "--------- beginning of main\n1970-01-02 00:00:01.250  12  13 I Tag: a\n\tat b\n1970-01-02 00:00:01.000  12  13 E Tag: c\n", "logcat", 2, "E Tag: c" },
    { "[ 1970-01-02 00:00:01.250  12: 13 D/Tag ]\none\ntwo\n\n[ 1970-01-02 00:00:02.250  12: 13 D/Tag ]\nthree\n\n", "logcat", 2, "D Tag: one two" },
    { "1970-01-02 00:00:01.250 W/Tag( 12): a\n", "logcat", 1, "W Tag: a" },
    { "1970-01-02 00:00:01.250  12  13 I C02d10/APPKIT: ready\n", "hilog", 1, "I APPKIT: ready" },
    { "[Fri Jan  2 00:00:01 1970] usb 1-1: new\n[Fri Jan  2 00:00:02 1970] usb 1-1: gone\n", "dmesg", 2, "I kernel: usb 1-1: new" },
    { "\033[32m[Jan02 00:00] \033[0m\033[33musb 1-1: \033[0mnew\n\033[32m[  +0.500000] \033[0mgone\n", "dmesg", 2, "I kernel: usb 1-1: new" },
    { "\033[32m1970-01-02 00:00:01.250  12  13 I Tag: green\033[0m\n", "logcat", 1, "I Tag: green" },
    { "1970-01-02 00:00:01.250  12-13  Tag  com.example  I  a\n", "logcat", 1, "I Tag: a" },
    { "-- Journal begins at Fri 1970-01-02 00:00:01 UTC. --\n1970-01-02T00:00:01+0000 host app[12]: a\n    b\n", "syslog", 1, "I app: a b" },
    { "<34>1 1970-01-02T00:00:01.250Z host app 12 - - a\n", "syslog", 1, "E app: a" },
    { "100000000.250000 host app[12]: a\n", "syslog", 1, "I app: a" },
    { "[   12.345678] host kernel: a\n[   13.345678] host app[12]: b\n", "syslog", 2, "I kernel: a" },
    { "__CURSOR=s=1;i=1\n__REALTIME_TIMESTAMP=100000000\nPRIORITY=4\nSYSLOG_IDENTIFIER=app\n_PID=12\nMESSAGE=a=b\n\n__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=100000001\nMESSAGE=c\n\n", "journal", 2, "W app: a=b" },
    { "{\"__REALTIME_TIMESTAMP\":\"100000000\",\"_PID\":\"12\",\"_COMM\":\"app\",\"PRIORITY\":\"3\",\"MESSAGE\":[104,105],\"X\":null,\"Y\":[\"1\",\"2\"]}\n"
      "{\n\t\"__REALTIME_TIMESTAMP\" : \"100000001\",\n\t\"MESSAGE\" : \"c\"\n}\n",
      "journal", 2, "E app: hi" },
    { "-- Journal begins at Fri 1970-01-02 00:00:01 UTC. --\nFri 1970-01-02 00:00:01.250000 UTC [s=ff00;i=1;b=00;m=1f4;t=5f5e100;x=1]\n    _COMM=app\n    MESSAGE=one\n            two\n    CODE_FILE=x\n            y\n", "journal", 1, "I app: one two" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), FALSE);
      const StrataInstants *instants = strata_trace_get_instants (trace);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (strata_trace_get_format_id (trace), ==, cases[i].format);
      g_assert_cmpuint (instants->n_instants, ==, cases[i].n_entries);
      g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, cases[i].first);
      g_assert_cmpstr (strata_trace_get_string (trace, instants->track_name[0]), ==, "log");
    }
}

/* Times that go backwards, other than by unordered threads or in another buffer, and impossible dates. */
static void
test_log_times (void)
{
  static const struct
  {
    const char *text;
    guint n_entries;
    guint n_backwards;
    guint n_bad;
  } cases[] = {
    { "11-26 20:17:05.100  1 1 I Tag: a\n11-26 20:17:04.200  1 2 I Tag: b\n", 2, 0, 0 },
    { "11-26 20:17:05.100  1 1 I Tag: a\n11-26 20:17:01.200  1 2 I Tag: b\n11-26 20:17:00.900  1 2 I Tag: c\n", 3, 1, 0 },
    { "11-26 20:17:05.100  1 1 I Tag: a\n--------- beginning of crash\n11-26 20:17:01.200  1 2 I Tag: b\n", 2, 0, 0 },
    { "11-26 20:17:05.100  1 1 I Tag: a\n02-30 20:17:05.200  1 2 I Tag: b\n11-26 20:17:06.000  1 2 I Tag: c\n", 2, 0, 1 },
    { "11-26 20:17:05.100  1 1 I Tag: a\n12-31 23:59:59.900  1 1 I Tag: b\n01-01 00:00:00.100  1 1 I Tag: c\n", 3, 0, 0 },
    { "[   12.500000] usb 1-1: new\n[   13.000000] usb 1-1: gone\n[    0.000000] Linux version\n", 3, 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), FALSE);
      const StrataInstants *instants = strata_trace_get_instants (trace);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (instants->n_instants, ==, cases[i].n_entries);
      g_assert_cmpuint (count_diagnostics (trace, STRATA_DIAGNOSTIC_TIME_BACKWARDS), ==, cases[i].n_backwards);
      g_assert_cmpuint (count_diagnostics (trace, STRATA_DIAGNOSTIC_BAD_LINE), ==, cases[i].n_bad);
    }
}

/* The value of a field may contain any bytes, and its begin is shown. If it is shorter than its length, it ends
 * the entry. */
static void
test_journal_bytes (void)
{
  static const char head[] = "__CURSOR=s=1;i=1\n__REALTIME_TIMESTAMP=100000000\n_COMM=app\n_PID=12\nCOREDUMP\n";
  g_autoptr (GByteArray) text = g_byte_array_new ();
  g_autofree guint8 *dump = g_malloc0 (100000);
  const guint64 n_bytes = GUINT64_TO_LE (100000);

  memset (dump, '\n', 50000);
  g_byte_array_append (text, (const guint8 *) head, sizeof head - 1);
  g_byte_array_append (text, (const guint8 *) &n_bytes, sizeof n_bytes);
  g_byte_array_append (text, dump, 100000);
  g_byte_array_append (text, (const guint8 *) "\nMESSAGE\n\003\0\0\0\0\0\0\0a\nb\n\n", 23);

  g_autoptr (StrataTrace) trace = load_with (text->data, text->len, FALSE);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 1);
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "I app: a b");
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[instants->process[0]].name), ==, "app");
}

/* Complete entries before a cut or damage are kept, and both are reported. */
static void
test_journal_damage (void)
{
  static const char entry[] = "{\"__REALTIME_TIMESTAMP\":\"100000000\",\"MESSAGE\":\"a\"}\n";
  static const struct
  {
    const char *end;
    StrataDiagnosticKind kind;
    guint n_problems;
  } cases[] = {
    { "", STRATA_DIAGNOSTIC_TRUNCATED, 0 },
    { "{\"__REALTIME_TIMESTAMP\":\"100000000\",", STRATA_DIAGNOSTIC_TRUNCATED, 1 },
    { "[1, 2]\n", STRATA_DIAGNOSTIC_TRUNCATED, 1 },
    { "{\"MESSAGE\":}\n", STRATA_DIAGNOSTIC_DAMAGED_DATA, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (entry, entry, cases[i].end, NULL);
      g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);

      g_assert_cmpuint (strata_trace_get_instants (trace)->n_instants, >=, 2);
      g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), cases[i].kind), ==, cases[i].n_problems);
    }
}

/* A syslog program has no name besides its tag. */
static void
test_syslog_name (void)
{
  static const char text[] = "1970-01-02T00:00:01+0000 host sshd[12]: a\n1970-01-02T00:00:02+0000 host cron[13]: b\n";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[instants->process[0]].name), ==, "sshd");
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[instants->process[1]].name), ==, "cron");
}

/* fields of protobuf, for small messages only */
static void
append_field (GByteArray *out,
              guint8 number,
              const void *data,
              gsize n_bytes)
{
  const guint8 head[] = { (guint8) (number << 3 | 2), (guint8) n_bytes };

  g_assert_cmpuint (n_bytes, <, 128);
  g_byte_array_append (out, head, sizeof head);
  g_byte_array_append (out, data, (guint) n_bytes);
}

static void
append_text (GByteArray *out,
             guint8 number,
             const char *text)
{
  append_field (out, number, text, strlen (text));
}

/* Two values per sample: the last type and its unit are shown. */
static GByteArray *
make_pprof (void)
{
  static const guint8 type_samples[] = { 0x08, 1, 0x10, 2 };
  static const guint8 type_bytes[] = { 0x08, 3, 0x10, 4 };
  static const guint8 sample_a[] = { 0x0a, 2, 2, 1, 0x12, 2, 1, 70 };
  static const guint8 sample_b[] = { 0x0a, 1, 1, 0x12, 2, 1, 30 };
  static const guint8 location_1[] = { 0x08, 1, 0x22, 2, 0x08, 1 };
  static const guint8 location_2[] = { 0x08, 2, 0x22, 2, 0x08, 2, 0x22, 2, 0x08, 3 };
  static const guint8 function_1[] = { 0x08, 1, 0x10, 5 };
  static const guint8 function_2[] = { 0x08, 2, 0x10, 6 };
  static const guint8 function_3[] = { 0x08, 3, 0x10, 7 };
  static const char *const strings[] = { "", "samples", "count", "space", "bytes", "main", "inlined", "alloc" };
  GByteArray *out = g_byte_array_new ();

  append_field (out, 1, type_samples, sizeof type_samples);
  append_field (out, 1, type_bytes, sizeof type_bytes);
  append_field (out, 2, sample_a, sizeof sample_a);
  append_field (out, 2, sample_b, sizeof sample_b);
  append_field (out, 4, location_1, sizeof location_1);
  append_field (out, 4, location_2, sizeof location_2);
  append_field (out, 5, function_1, sizeof function_1);
  append_field (out, 5, function_2, sizeof function_2);
  append_field (out, 5, function_3, sizeof function_3);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    append_text (out, 6, strings[i]);

  return out;
}

static void
assert_cuts (const guint8 *data,
             gsize n_bytes,
             gsize step)
{
  for (gsize i = 1; i < n_bytes; i += step)
    {
      g_autofree guint8 *part = g_memdup2 (data, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (part, i, 0, &error);

      g_assert_true ((trace != NULL) == (error == NULL));
    }
}

static void
test_pprof (void)
{
  g_autoptr (GByteArray) plain = make_pprof ();
  g_autoptr (GByteArray) packed = g_byte_array_new ();

  fixture_append_gzip (packed, plain->data, plain->len);

  g_autoptr (StrataTrace) trace = load_with (packed->data, packed->len, FALSE);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "pprof");
  g_assert_cmpstr (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY), ==, "bytes");
  g_assert_cmpint (sum_ns (trace, "main"), ==, 100);
  g_assert_cmpint (sum_ns (trace, "alloc"), ==, 70);
  g_assert_cmpint (sum_ns (trace, "inlined"), ==, 70);
  g_assert_cmpstr (strata_trace_get_property (trace, "sampled_events"), ==, "samples, space");
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[0].name), ==, "stacks");
  assert_cuts (plain->data, plain->len, 1);

  g_autoptr (StrataTrace) other = load_options (plain->data, plain->len, &(const StrataLoadOptions){ .event = "samples" });

  g_assert_cmpstr (strata_trace_get_property (other, STRATA_UNIT_PROPERTY), ==, "samples");
  g_assert_cmpint (sum_ns (other, "main"), ==, 2);
  g_assert_cmpint (sum_ns (other, "alloc"), ==, 1);
}

static void
append_number (GByteArray *out,
               guint64 value,
               guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      const guint8 byte = (guint8) (value >> 8 * i);

      g_byte_array_append (out, &byte, 1);
    }
}

static void
append_record (GByteArray *out,
               guint32 type,
               GByteArray *payload)
{
  append_number (out, type, 4);
  append_number (out, 0, 2);
  append_number (out, payload->len + 8, 2);
  g_byte_array_append (out, payload->data, payload->len);
  g_byte_array_set_size (payload, 0);
}

/* IP, TID, TIME, CALLCHAIN and PERIOD of cpu-clock; the third address is a marker, not an address. */
static void
append_sample (GByteArray *out,
               GByteArray *payload,
               guint64 time_ns,
               guint64 leaf)
{
  append_number (payload, leaf, 8);
  append_number (payload, 7, 4);
  append_number (payload, 8, 4);
  append_number (payload, time_ns, 8);
  append_number (payload, 1000, 8);
  append_number (payload, 3, 8);
  append_number (payload, G_MAXUINT64 - 511, 8);
  append_number (payload, leaf, 8);
  append_number (payload, 0x1010, 8);
  append_record (out, 9, payload);
}

static GByteArray *
make_records (void)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  GByteArray *records = g_byte_array_new ();

  append_number (payload, 7, 4);
  append_number (payload, 8, 4);
  g_byte_array_append (payload, (const guint8 *) "worker\0", 8);
  append_record (records, 3, payload);
  append_number (payload, 7, 4);
  append_number (payload, 7, 4);
  append_number (payload, 0x1000, 8);
  append_number (payload, 0x1000, 8);
  append_number (payload, 0x200, 8);
  g_byte_array_append (payload, (const guint8 *) "/lib/a.so\0\0\0\0\0\0", 16);
  append_record (records, 1, payload);
  append_sample (records, payload, 5000, 0x1020);
  append_sample (records, payload, 6000, 0x1020);
  append_sample (records, payload, 9000, 0x9999);
  return records;
}

static GByteArray *
make_perf_data (const GByteArray *records)
{
  const guint64 sample_type = 1 | 2 | 4 | 32 | 256;
  GByteArray *out = g_byte_array_new ();

  g_byte_array_append (out, (const guint8 *) "PERFILE2", 8);
  append_number (out, 104, 8);
  append_number (out, 64 + 16, 8);
  append_number (out, 104, 8);
  append_number (out, 64 + 16, 8);
  append_number (out, 104 + 80, 8);
  append_number (out, records->len, 8);
  append_number (out, 0, 8);
  append_number (out, 0, 8);
  for (guint i = 0; i < 4; i++)
    append_number (out, 0, 8);
  append_number (out, 1, 4); /* software: cpu-clock */
  append_number (out, 64, 4);
  append_number (out, 0, 8);
  append_number (out, 999, 8);
  append_number (out, sample_type, 8);
  append_number (out, 0, 8);
  append_number (out, 1 << 10, 8);
  for (guint i = 0; i < 2 + 2; i++)
    append_number (out, 0, 8);
  g_byte_array_append (out, records->data, records->len);
  return out;
}

static void
assert_perf_data (const GByteArray *file)
{
  g_autoptr (StrataTrace) trace = load_with (file->data, file->len, FALSE);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "perf-data");
  g_assert_cmpint (sum_ns (trace, "a.so+0x210"), ==, 3000);
  g_assert_cmpint (sum_ns (trace, "a.so+0x220"), ==, 2000);
  g_assert_cmpint (sum_ns (trace, "unknown+0x9999"), ==, 1000);
  g_assert_cmpuint (n_threads, ==, 1);
  g_assert_cmpstr (strata_trace_get_string (trace, threads[0].name), ==, "worker");
  assert_cuts (file->data, file->len, 3);
}

static void
test_perf_data (void)
{
  g_autoptr (GByteArray) records = make_records ();
  g_autoptr (GByteArray) file = make_perf_data (records);

  assert_perf_data (file);
}

/* A software event of a group, as in a pipe: IDENTIFIER, TID, TIME and READ. */
static void
append_group_attr (GByteArray *out,
                   GByteArray *payload,
                   guint64 config,
                   guint64 id)
{
  append_number (payload, 1, 4);
  append_number (payload, 64, 4);
  append_number (payload, config, 8);
  append_number (payload, 1000, 8);
  append_number (payload, 2 | 4 | 16 | 256 | 1 << 16, 8);
  append_number (payload, 1 | 4 | 8, 8);
  for (guint i = 0; i < 3; i++)
    append_number (payload, 0, 8);
  append_number (payload, id, 8);
  append_record (out, 64, payload);
}

static void
append_group_sample (GByteArray *out,
                     GByteArray *payload,
                     guint64 time_ns,
                     guint64 clock_ns,
                     guint64 n_faults)
{
  const guint64 fields[] = { 50, (guint64) 8 << 32 | 7, time_ns, 1000, 2, time_ns, clock_ns, 50, n_faults, 60 };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    append_number (payload, fields[i], 8);
  append_record (out, 9, payload);
}

/* A sample of a group is one sample of each event whose count increased, with the increase as its weight. */
static void
test_perf_group (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) "PERFILE2", 8);
  append_number (file, 16, 8);
  append_group_attr (file, payload, 0, 50);
  append_group_attr (file, payload, 2, 60);
  append_group_sample (file, payload, 5000, 1100, 0);
  append_group_sample (file, payload, 6000, 2050, 3);
  append_group_sample (file, payload, 7000, 3050, 3);

  g_autoptr (StrataTrace) clock = load_with (file->data, file->len, TRUE);
  g_autoptr (StrataTrace) faults = load_options (file->data, file->len, &(const StrataLoadOptions){ .event = "page-faults", .by_weight = TRUE });

  g_assert_cmpuint (strata_trace_get_counts (clock)->n_events, ==, 4);
  g_assert_cmpint (sum_ns (clock, "[unknown]"), ==, 3050);
  g_assert_cmpint (sum_ns (faults, "[unknown]"), ==, 3);
  assert_cuts (file->data, file->len, 3);
}

/* Decompressed records count like a decompressed file. */
static void
assert_limit (const GByteArray *file,
              guint64 max_bytes,
              const char *reason)
{
  const StrataLoadOptions options = { .max_bytes = max_bytes };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (file->data, (gssize) file->len, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "perf.data", &options, NULL, NULL, &error);

  g_assert_cmpint (trace == NULL, ==, reason != NULL);
  if (reason != NULL)
    {
      g_assert_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, reason));
    }
}

/* perf record -z cuts the stream into records at any place, even inside a nested record. The second
 * kind of record contains the length of its part, followed by padding. */
static void
test_compressed (void)
{
  g_autoptr (GByteArray) records = make_records ();
  g_autoptr (GByteArray) parts = g_byte_array_new ();
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  guint8 packed[1024];
  const gsize n_bytes = ZSTD_compress (packed, sizeof packed, records->data, records->len, 1);
  const gsize cut = n_bytes / 2;

  g_assert_false (ZSTD_isError (n_bytes));
  g_byte_array_append (payload, packed, (guint) cut);
  append_record (parts, 81, payload);
  append_number (payload, n_bytes - cut, 8);
  g_byte_array_append (payload, packed + cut, (guint) (n_bytes - cut));
  append_number (payload, G_MAXUINT64, 5);
  append_record (parts, 83, payload);

  g_autoptr (GByteArray) file = make_perf_data (parts);

  assert_perf_data (file);
  assert_limit (file, records->len, NULL);
  assert_limit (file, records->len - 1, "than the limit of");
  file->data[104 + 80 + 8 + 6] ^= 0x55;

  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load ((const char *) file->data, file->len, 0, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
}

static void
append_padded (GByteArray *out,
               const char *text,
               gsize n_bytes)
{
  g_autofree guint8 *padded = g_malloc0 (n_bytes);

  g_assert_cmpuint (strlen (text), <, n_bytes);
  memcpy (padded, text, strlen (text));
  g_byte_array_append (out, padded, (guint) n_bytes);
}

/* A map, followed by the thread and the time that sample_id_all adds to each record. */
static void
append_map (GByteArray *out,
            gint32 pid,
            guint64 time_ns,
            guint64 begin,
            guint64 offset,
            const char *path)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  append_number (payload, (guint64) pid, 4);
  append_number (payload, (guint64) pid, 4);
  append_number (payload, begin, 8);
  append_number (payload, 0x1000, 8);
  append_number (payload, offset, 8);
  append_padded (payload, path, 32);
  append_number (payload, (guint64) pid, 4);
  append_number (payload, (guint64) pid, 4);
  append_number (payload, time_ns, 8);
  append_record (out, 1, payload);
}

static void
append_short_sample (GByteArray *out,
                     guint32 pid,
                     guint64 time_ns,
                     guint64 ip)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  append_number (payload, ip, 8);
  append_number (payload, pid, 4);
  append_number (payload, pid, 4);
  append_number (payload, time_ns, 8);
  append_number (payload, 1000, 8);
  append_record (out, 9, payload);
}

static void
append_fork (GByteArray *out,
             guint32 pid,
             guint32 parent_pid,
             guint64 time_ns)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  append_number (payload, pid, 4);
  append_number (payload, parent_pid, 4);
  append_number (payload, pid, 4);
  append_number (payload, parent_pid, 4);
  append_number (payload, time_ns, 8);
  append_number (payload, pid, 4);
  append_number (payload, pid, 4);
  append_number (payload, time_ns, 8);
  append_record (out, 7, payload);
}

/* Symbols of simpleperf, in the older and the newer form. */
static void
append_symbols (GByteArray *old,
                GByteArray *newer)
{
  static const guint8 symbol[] = { 0x08, 0xa0, 0x04, 0x10, 16, 0x1a, 4, 'f', 'i', 'l', 'l' }; /* from 0x220 */
  static const guint8 elf[] = { 0x08, 0x80, 0x02 };                                           /* 0x100 */
  static const guint8 head[] = { 0x10, 2, 0x18, 0x90, 0x02 };                                 /* 0x110 */
  g_autoptr (GByteArray) file = g_byte_array_new ();

  append_number (old, 10 + 4 + 8 + 4 + 12 + 5, 4);
  append_padded (old, "/lib/b.so", 10);
  append_number (old, 2, 4);
  append_number (old, 0, 8);
  append_number (old, 1, 4);
  append_number (old, 0x30, 8);
  append_number (old, 0x20, 4);
  append_padded (old, "draw", 5);

  append_text (file, 1, "/lib/c.so");
  g_byte_array_append (file, head, sizeof head);
  append_field (file, 4, symbol, sizeof symbol);
  append_field (file, 6, elf, sizeof elf);
  append_number (newer, file->len, 4);
  g_byte_array_append (newer, file->data, file->len);
}

/* Symbols of hiperf: the code of a library begins at 0x10200 and, in the file, at 0x200. */
static void
append_hiperf_symbols (GByteArray *out)
{
  append_number (out, 1, 4);
  append_number (out, 10, 4);
  append_padded (out, "/lib/a.so", 10);
  append_number (out, 2, 4);
  append_number (out, 0x10200, 8);
  append_number (out, 0x200, 8);
  append_number (out, 9, 4);
  append_padded (out, "abcdef01", 9);
  append_number (out, 1, 4);
  append_number (out, 0x10220, 8);
  append_number (out, 0x10, 4);
  append_number (out, 5, 4);
  append_padded (out, "seed", 5);
}

/* The length of these texts. */
#define HIPERF_TEXTS_BYTES (10 + 24 + 7)

/* The command, the time, the flag that off-CPU time was recorded, and the process of a host; each text is a section. */
static void
append_hiperf_texts (GByteArray **sections,
                     gboolean has_hiperf)
{
  append_number (sections[0], 6, 4);
  append_padded (sections[0], "sleep", 6);
  append_number (sections[1], 20, 4);
  append_padded (sections[1], "2026-07-17 04:06:43", 20);
  append_number (sections[3], has_hiperf ? 3 : 4, 4);
  append_padded (sections[3], "42", 3);
}

/* The sections after the records: build ids, a host, the name of the event, those of simpleperf, and those of
 * hiperf, two of which may be unknown ones. */
static void
append_sections (GByteArray *out,
                 gboolean has_hiperf)
{
  GByteArray *sections[11];
  guint64 offset = out->len + G_N_ELEMENTS (sections) * 16;

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    sections[i] = g_byte_array_new ();

  append_number (sections[0], 0, 4);
  append_number (sections[0], 1 << 15, 2);
  append_number (sections[0], 8 + 4 + 24 + 32, 2);
  append_number (sections[0], 7, 4);
  append_number (sections[0], 0x01efcdab, 8);
  append_padded (sections[0], "", 12);
  append_number (sections[0], 4, 4);
  append_padded (sections[0], "/lib/a.so", 32);
  append_number (sections[1], 8, 4);
  append_padded (sections[1], "board", 8);
  append_number (sections[2], 1, 4);
  append_number (sections[2], 8, 4);
  append_number (sections[2], 0, 8);
  append_number (sections[2], 0, 4);
  append_number (sections[2], 16, 4);
  append_padded (sections[2], "task-clock:u", 16);
  append_symbols (sections[3], sections[5]);
  append_padded (sections[4], "kernel_version", 15);
  append_padded (sections[4], "5.10", 5);
  if (has_hiperf)
    append_hiperf_symbols (sections[6]);
  else
    append_padded (sections[6], "?", 8);
  append_hiperf_texts (sections + 7, has_hiperf);

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      append_number (out, offset, 8);
      append_number (out, sections[i]->len, 8);
      offset += sections[i]->len;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_byte_array_append (out, sections[i]->data, sections[i]->len);
      g_byte_array_unref (sections[i]);
    }
}

/* Losses reported by the kernel: records of an event, or samples. */
static void
append_lost (GByteArray *out,
             guint32 type,
             guint64 n_lost)
{
  append_number (out, type, 4);
  append_number (out, 0, 2);
  append_number (out, type == 2 ? 24 : 16, 2);
  if (type == 2)
    append_number (out, 0, 8);
  append_number (out, n_lost, 8);
}

/* The records of a second CPU come after those of the first, but are earlier. */
static GByteArray *
make_two_cpus (gboolean has_hiperf)
{
  g_autoptr (GByteArray) records = g_byte_array_new ();
  GByteArray *out = g_byte_array_new ();

  append_short_sample (records, 7, 5000, 0x1020);
  append_short_sample (records, 8, 7000, 0x1030);
  append_short_sample (records, 7, 9000, 0xffffffff81000040);
  append_short_sample (records, 7, 11000, 0x1040);
  append_short_sample (records, 7, 13000, 0x5110);
  append_map (records, -1, 0, 0xffffffff81000000, 0xffffffff81000000, "[kernel.kallsyms]_text");
  append_map (records, 7, 1000, 0x1000, 0x200, "/lib/a.so");
  append_fork (records, 8, 7, 3000);
  append_map (records, 7, 8000, 0x1000, 0, "/lib/b.so");
  append_map (records, 7, 8000, 0x5000, 0x100, "/lib/c.so");
  append_lost (records, 2, 4);
  append_lost (records, 13, 3);

  g_byte_array_append (out, (const guint8 *) "PERFILE2", 8);
  append_number (out, 104, 8);
  append_number (out, 64 + 16, 8);
  append_number (out, 104, 8);
  append_number (out, 64 + 16, 8);
  append_number (out, 104 + 80, 8);
  append_number (out, records->len, 8);
  append_padded (out, "", 16);
  append_number (out, 1 << 2 | 1 << 3 | 1 << 12, 8);
  append_padded (out, "", 8);
  append_number (out, 1 << 0 | 1 << 1 | 1 << 4, 8); /* from 128 */
  append_number (out, 31, 8);                       /* sections 192 to 196 */
  append_number (out, 1, 4);
  append_number (out, 64, 4);
  append_number (out, 1, 8);
  append_number (out, 999, 8);
  append_number (out, 1 | 2 | 4 | 256, 8);
  append_number (out, 0, 8);
  append_number (out, 1 << 10 | 1 << 18, 8);
  append_padded (out, "", 16);
  append_padded (out, "", 16);
  g_byte_array_append (out, records->data, records->len);
  append_sections (out, has_hiperf);
  return out;
}

static void
test_two_cpus (void)
{
  g_autoptr (GByteArray) file = make_two_cpus (FALSE);
  g_autoptr (StrataTrace) trace = load_with (file->data, file->len, FALSE);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataDiagnostic *unused = strata_diagnostics_get (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_SKIPPED_SECTION);
  guint n_found = 0;

  g_assert_cmpint (sum_ns (trace, "a.so+0x220"), ==, 1000);
  g_assert_cmpint (sum_ns (trace, "a.so+0x230"), ==, 1000);
  g_assert_cmpint (sum_ns (trace, "[kernel.kallsyms]+0x40"), ==, 1000);
  g_assert_cmpint (sum_ns (trace, "draw"), ==, 1000);
  g_assert_cmpint (sum_ns (trace, "fill"), ==, 1000);
  g_assert_cmpuint (count_diagnostics (trace, STRATA_DIAGNOSTIC_LOST_EVENTS), ==, 7);
  g_assert_cmpstr (strata_trace_get_property (trace, "kernel_version"), ==, "5.10");
  g_assert_cmpstr (strata_trace_get_property (trace, "hostname"), ==, "board");
  g_assert_cmpuint (unused->count, ==, 2);
  g_assert_nonnull (strstr (unused->sample, "192"));
  g_assert_null (strata_trace_get_property (trace, "devhost"));
  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_has_prefix (strata_trace_get_string (trace, slices->name[i]), "a.so"))
      {
        g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, i));

        g_assert_cmpstr (args, ==, "library=/lib/a.so,build_id=abcdef01");
        n_found++;
      }

  g_assert_cmpuint (n_found, ==, 2);
  assert_cuts (file->data, file->len, 3);
}

/* The library only has symbols of hiperf, which count only if nothing follows them. */
static void
test_hiperf (void)
{
  g_autoptr (GByteArray) file = make_two_cpus (TRUE);
  g_autoptr (StrataTrace) trace = load_with (file->data, file->len, FALSE);

  g_assert_cmpint (sum_ns (trace, "seed"), ==, 1000);
  g_assert_cmpint (sum_ns (trace, "a.so+0x230"), ==, 1000);
  g_assert_cmpuint (count_diagnostics (trace, STRATA_DIAGNOSTIC_SKIPPED_SECTION), ==, 0);
  g_assert_cmpstr (strata_trace_get_property (trace, "command"), ==, "sleep");
  g_assert_cmpstr (strata_trace_get_property (trace, "record_time"), ==, "2026-07-17 04:06:43");
  g_assert_cmpstr (strata_trace_get_property (trace, "off_cpu"), ==, "1");
  g_assert_cmpstr (strata_trace_get_property (trace, "devhost"), ==, "42");

  /* a name that is one byte longer than its length */
  file->data[file->len - HIPERF_TEXTS_BYTES - 1] = 'x';

  g_autoptr (StrataTrace) damaged = load_with (file->data, file->len, FALSE);

  g_assert_cmpint (sum_ns (damaged, "a.so+0x220"), ==, 1000);
  g_assert_cmpuint (count_diagnostics (damaged, STRATA_DIAGNOSTIC_SKIPPED_SECTION), ==, 1);
  assert_cuts (file->data, file->len, 3);
}

static void
test_json (void)
{
  static const struct
  {
    const char *text;
    const char *format;
    const char *unit; /* NULL for time */
    const char *outer;
    gint64 outer_ns;
    const char *inner;
    gint64 inner_ns;
  } cases[] = {
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[{\"name\":\"a\",\"file\":\"x.c\"},{\"name\":\"b\"}]},\"profiles\":["
      "{\"type\":\"sampled\",\"name\":\"m\",\"unit\":\"milliseconds\",\"startValue\":0,\"endValue\":7.5,\"samples\":[[0,1],[0]],\"weights\":[4.5,3]},"
      "{\"type\":\"evented\",\"name\":\"e\",\"unit\":\"milliseconds\",\"startValue\":0,\"endValue\":9,\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":1},{\"type\":\"O\",\"frame\":1,\"at\":2},{\"type\":\"C\",\"frame\":1,\"at\":5},{\"type\":\"C\",\"frame\":0,\"at\":9}]}]}",
      "speedscope", NULL, "a", 15500000, "b", 7500000 },
    { "{\"profiles\":[{\"type\":\"sampled\",\"name\":\"m\",\"unit\":\"bytes\",\"samples\":[[0,1],[0]],\"weights\":[100,20]}],\"shared\":{\"frames\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}",
      "speedscope", "bytes", "a", 120, "b", 100 },
    { "{\"meta\":{\"interval\":2,\"preprocessedProfileVersion\":48},\"threads\":[{\"name\":\"G\",\"pid\":\"7\",\"tid\":7,\"samples\":{\"stack\":[1,1,0,null],\"time\":[10,12,14,30]},"
      "\"stackTable\":{\"prefix\":[null,0],\"frame\":[0,1]},\"frameTable\":{\"func\":[0,1]},\"funcTable\":{\"name\":[1,0]},\"stringArray\":[\"leaf\",\"root\"]}]}",
      "gecko", NULL, "root", 6000000, "leaf", 4000000 },
    { "{\"meta\":{\"interval\":1,\"stackwalk\":1},\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[1,1],[1,2],[0,3]]},"
      "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1]]},\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1]]},\"stringTable\":[\"outer\",\"inner\"]}]}",
      "gecko", NULL, "outer", 3000000, "inner", 2000000 },
    /* times of another process are since its own start; an address is in a library of its process, or in none */
    { "{\"meta\":{\"interval\":1,\"stackwalk\":1,\"startTime\":1000},\"libs\":[{\"start\":1e300,\"end\":1e301,\"path\":\"/lib/c.so\"},{\"start\":8192,\"end\":9000,\"path\":\"/lib/d.so\"},{\"start\":4096,\"end\":8192,\"path\":\"/lib/a.so\"},{\"start\":16,\"end\":32,\"path\":\"/lib/e.so\"}],\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[0,1],[0,2]]},"
      "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]},\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},\"stringTable\":[\"0x1010\"]}],"
      "\"processes\":[{\"meta\":{\"startTime\":1500},\"libs\":[{\"start\":4096,\"end\":8192,\"path\":\"/lib/b.so\"}],\"threads\":[{\"name\":\"C\",\"pid\":9,\"tid\":9,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[1,1]]},"
      "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1]]},\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1]]},\"stringTable\":[\"0x1020\",\"0x9000\"]}]}]}",
      "gecko", NULL, "a.so+0x10", 2000000, "0x9000", 1000000 },
    /* tables shared by threads, and weights in ms regardless of the interval */
    { "{\"meta\":{\"interval\":2,\"preprocessedProfileVersion\":56},\"shared\":{\"stringArray\":[\"outer\",\"inner\"],\"funcTable\":{\"name\":[0,1]},\"frameTable\":{\"func\":[0,1]},"
      "\"stackTable\":{\"prefix\":[null,0],\"frame\":[0,1]}},\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"samples\":{\"stack\":[1,0],\"timeDeltas\":[9,5.5],\"weight\":[9,5.5],\"weightType\":\"tracing-ms\"}}]}",
      "gecko", NULL, "outer", 14500000, "inner", 9000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataTrace) trace = load_with (cases[i].text, strlen (cases[i].text), FALSE);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (strata_trace_get_format_id (trace), ==, cases[i].format);
      g_assert_cmpstr (strata_trace_get_property (trace, STRATA_UNIT_PROPERTY), ==, cases[i].unit);
      g_assert_cmpint (sum_ns (trace, cases[i].outer), ==, cases[i].outer_ns);
      g_assert_cmpint (sum_ns (trace, cases[i].inner), ==, cases[i].inner_ns);
      assert_cuts ((const guint8 *) cases[i].text, strlen (cases[i].text), 7);
    }
}

/* Markers of a thread change nothing of its samples, and those before the first sample are shown. */
static void
test_gecko_both (void)
{
  static const char text[] =
      "{\"meta\":{\"interval\":1,\"stackwalk\":1},\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[0,1001],[0,1002]]},"
      "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]},\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},\"stringTable\":[\"f\",\"m\"],"
      "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3},\"data\":[[1,1000,null,0],[1,1005,1006,1],[1,1007,null,0]]}}]}";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  g_autofree char *facts = trace_facts_describe (trace, FALSE);

  g_assert_cmpstr (facts, ==, "format gecko\nthread 8/7 T\nslice 7/8 0 0+2000 f\nasync 7/T markers 0 5000+1000 m (1)\ninstant 7/8 0 m\ninstant 7/8 7000 m\n");
}

/* The calls of each of many threads are added up for themselves. */
static void
test_many_threads (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i <= 100000; i++)
    g_string_append_printf (text, "app %u cpu-clock: \n\tffff f%u (/lib/a.so)\n\tfffe main (/bin/a)\n\n", i, i);

  const clock_t begin = clock ();
  g_autoptr (StrataTrace) trace = load_with (text->str, text->len, FALSE);

  g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
  g_assert_cmpint (sum_ns (trace, "main"), ==, 100000);
}

/* CPU time of loading 200,000 samples of as many events, or of one. */
static clock_t
time_events (gboolean are_many)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i <= 200000; i++)
    g_string_append_printf (text, "app 1 1.%06u: 1 a_long_name_of_an_event_%u:\n\tffff f (/lib/a.so)\n\n", i, are_many ? i : 1);

  const clock_t begin = clock ();
  g_autoptr (StrataTrace) trace = load_with (text->str, text->len, FALSE);

  g_assert_cmpint (strata_trace_get_property (trace, "sampled_events") != NULL, ==, are_many);
  return clock () - begin;
}

/* Each sample names its event, which is looked up among all others: without a hash
 * that took 23 times as long as a single event, with it 5 times, and 8 times under the sanitizers. */
static void
test_many_events (void)
{
  const clock_t one = time_events (FALSE);

  g_assert_cmpint (time_events (TRUE), <, 14 * one);
}

/* A process that says it started at an impossible time is taken to start with the first one. */
static void
test_gecko_distance (void)
{
  static const char text[] = "{\"meta\":{\"interval\":1,\"stackwalk\":1,\"startTime\":0},\"threads\":[],\"processes\":[{\"meta\":{\"startTime\":1e300},\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"stringTable\":[\"i\"],"
                             "\"stackTable\":{},\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"phase\":2},\"data\":[[0,1000,0],[0,1002,0]]}}]}]}";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  g_autofree char *facts = trace_facts_describe (trace, FALSE);

  g_assert_cmpstr (facts, ==, "format gecko\nthread 8/7 T\ninstant 7/8 0 i\ninstant 7/8 2000 i\n");
}

/* Markers are instants, spans, or starts and ends that nest by name; an end without a start is counted. They need no samples. */
static void
test_gecko_markers (void)
{
  static const char text[] =
      "{\"meta\":{\"interval\":1,\"stackwalk\":1,\"startTime\":500},\"threads\":[],\"processes\":[{\"meta\":{\"startTime\":1499},\"threads\":[{\"name\":\"T\",\"pid\":7,\"tid\":8,\"stringTable\":[\"i\",\"s\",\"n\"],\"stackTable\":{},"
      "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[[0,1.001,null,0,0],[1,1.002,1.009,1,0,{\"type\":\"Text\",\"name\":\"a,b\",\"source\":\"a \\\"q\\\"\",\"URI\":\"x:y\"}],"
      "[2,1.003,null,2,0],[2,1.004,null,2,0],[2,null,1.005,3,0],[2,null,1.006,3,0],[2,null,1.007,3,0]]}}]}]}";
  g_autoptr (StrataTrace) trace = load_with (text, strlen (text), FALSE);
  g_autofree char *facts = trace_facts_describe (trace, FALSE);

  g_assert_cmpstr (facts, ==, "format gecko\nthread 8/7 T\nasync 7/T markers 0 2+7 s (1) {- args=name=\"a,b\",URI=x:y,source=\"a \\\"q\\\"\"}\nasync 7/T markers 1 3+3 n (2)\nasync 7/T markers 2 4+1 n (3)\ninstant 7/8 1 i\ndiagnostic unknown-event 1 @0\n");
}

static void
test_simpleperf (void)
{
  static const char text[] =
      "sample:\n  event_type: cpu-clock\n  time: 1000\n  event_count: 500\n  thread_id: 12\n  thread_name: app\n  vaddr_in_file: 10\n  file: /a.so\n  symbol: inner(int)\n  callchain:\n"
      "    vaddr_in_file: 20\n    file: /a.so\n    symbol: outer\n"
      "sample:\n  event_type: cpu-clock\n  time: 2000\n  event_count: 700\n  thread_id: 12\n  thread_name: app\n  vaddr_in_file: 20\n  file: /a.so\n  symbol: outer\n"
      "lost_situation:\n  sample_count: 2\n  lost_count: 3\n";
  g_autoptr (StrataTrace) from_text = load_with (text, strlen (text), FALSE);
  g_assert_cmpstr (strata_trace_get_format_id (from_text), ==, "simpleperf");
  g_assert_cmpint (sum_ns (from_text, "outer"), ==, 1200);
  g_assert_cmpint (sum_ns (from_text, "inner(int)"), ==, 500);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (from_text), STRATA_SEVERITY_WARNING), ==, 1);
  g_assert_cmpuint (count_diagnostics (from_text, STRATA_DIAGNOSTIC_LOST_EVENTS), ==, 3);
}

/* Samples refer to later records; one has a symbol that is not in the file. */
static GByteArray *
make_report (const char *magic)
{
  static const guint8 sample[] = { 0x08, 100, 0x10, 12, 0x1a, 6, 0x08, 16, 0x10, 0, 0x18, 1, 0x1a, 6, 0x08, 32, 0x10, 0, 0x18, 0, 0x20, 50, 0x28, 0 };
  static const guint8 unnamed[] = { 0x08, 120, 0x10, 12, 0x1a, 6, 0x08, 16, 0x10, 0, 0x18, 9, 0x20, 7, 0x28, 0 };
  static const guint8 lost[] = { 0x08, 2, 0x10, 5 };
  static const guint8 thread[] = { 0x08, 12, 0x10, 11, 0x1a, 3, 'a', 'p', 'p' };
  static const guint8 file[] = { 0x08, 0, 0x12, 2, '/', 'a', 0x1a, 5, 'o', 'u', 't', 'e', 'r', 0x1a, 5, 'i', 'n', 'n', 'e', 'r' };
  static const guint8 info[] = { 0x0a, 9, 'c', 'p', 'u', '-', 'c', 'l', 'o', 'c', 'k', 0x12, 2, 'l', 's' };
  static const struct
  {
    guint8 number;
    const guint8 *data;
    gsize n_bytes;
  } parts[] = { { 1, sample, sizeof sample }, { 1, unnamed, sizeof unnamed }, { 2, lost, sizeof lost }, { 3, file, sizeof file }, { 4, thread, sizeof thread }, { 5, info, sizeof info } };
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GByteArray) record = g_byte_array_new ();

  g_byte_array_append (out, (const guint8 *) magic, 10);
  append_number (out, 1, 2);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      append_field (record, parts[i].number, parts[i].data, parts[i].n_bytes);
      append_number (out, record->len, 4);
      g_byte_array_append (out, record->data, record->len);
      g_byte_array_set_size (record, 0);
    }

  append_number (out, 0, 4);
  return out;
}

static void
test_reports (void)
{
  static const struct
  {
    const char *magic;
    const char *format;
  } cases[] = { { "SIMPLEPERF", "simpleperf" }, { "HIPERF_PB_", "hiperf" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) file = make_report (cases[i].magic);
      g_autoptr (StrataTrace) trace = load_with (file->data, file->len, FALSE);

      g_assert_cmpstr (strata_trace_get_format_id (trace), ==, cases[i].format);
      g_assert_cmpint (sum_ns (trace, "outer"), ==, 50);
      g_assert_cmpint (sum_ns (trace, "inner"), ==, 50);
      g_assert_cmpint (sum_ns (trace, "a+0x10"), ==, 7);
      g_assert_cmpstr (strata_trace_get_property (trace, "command"), ==, "ls");
      g_assert_cmpuint (count_diagnostics (trace, STRATA_DIAGNOSTIC_LOST_EVENTS), ==, 5);
      g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_WARNING), ==, 1);
      assert_cuts (file->data, file->len, 1);
    }
}

/* Damage is counted with its place: an invalid record, bytes after the end, and no end. */
static void
test_damaged_report (void)
{
  g_autoptr (GByteArray) file = make_report ("HIPERF_PB_");

  append_number (file, 0, 1);

  g_autoptr (StrataTrace) longer = load_with (file->data, file->len, FALSE);

  g_assert_cmpuint (count_diagnostics (longer, STRATA_DIAGNOSTIC_TRAILING_BYTES), ==, 1);

  g_autoptr (StrataTrace) cut = load_with (file->data, file->len - 5, FALSE);

  g_assert_cmpuint (count_diagnostics (cut, STRATA_DIAGNOSTIC_TRUNCATED), ==, 1);
  g_assert_cmpint (sum_ns (cut, "outer"), ==, 50);

  /* the first sample, with an invalid wire type */
  file->data[16] = 0x0f;

  g_autoptr (StrataTrace) damaged = load_with (file->data, file->len, FALSE);

  g_assert_cmpuint (count_diagnostics (damaged, STRATA_DIAGNOSTIC_DAMAGED_DATA), ==, 1);
  g_assert_cmpint (strata_diagnostics_get (strata_trace_get_diagnostics (damaged), STRATA_DIAGNOSTIC_DAMAGED_DATA)->first_offset, ==, 16);
  g_assert_cmpint (sum_ns (damaged, "a+0x10"), ==, 7);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/samples/clock", test_clock);
  g_test_add_func ("/samples/script-fields", test_script_fields);
  g_test_add_func ("/samples/cycles", test_cycles);
  g_test_add_func ("/samples/wanted-event", test_wanted_event);
  g_test_add_func ("/samples/no-event", test_no_event);
  g_test_add_func ("/samples/folded", test_folded);
  g_test_add_func ("/samples/folded-fractions", test_folded_fractions);
  g_test_add_func ("/samples/no-stack", test_no_stack);
  g_test_add_func ("/samples/folded-columns", test_folded_columns);
  g_test_add_func ("/samples/folded-annotations", test_folded_annotations);
  g_test_add_func ("/samples/folded-damage", test_folded_damage);
  g_test_add_func ("/samples/speedscope-calls", test_speedscope_calls);
  g_test_add_func ("/samples/speedscope-damage", test_speedscope_damage);
  g_test_add_func ("/samples/speedscope-units", test_speedscope_units);
  g_test_add_func ("/samples/not-folded", test_not_folded);
  g_test_add_func ("/samples/cut", test_cut);
  g_test_add_func ("/samples/logs", test_logs);
  g_test_add_func ("/samples/log-times", test_log_times);
  g_test_add_func ("/samples/journal-bytes", test_journal_bytes);
  g_test_add_func ("/samples/journal-damage", test_journal_damage);
  g_test_add_func ("/samples/syslog-name", test_syslog_name);
  g_test_add_func ("/samples/pprof", test_pprof);
  g_test_add_func ("/samples/perf-data", test_perf_data);
  g_test_add_func ("/samples/perf-group", test_perf_group);
  g_test_add_func ("/samples/perf-data/compressed", test_compressed);
  g_test_add_func ("/samples/perf-data/two-cpus", test_two_cpus);
  g_test_add_func ("/samples/hiperf", test_hiperf);
  g_test_add_func ("/samples/json", test_json);
  g_test_add_func ("/samples/many-threads", test_many_threads);
  g_test_add_func ("/samples/many-events", test_many_events);
  g_test_add_func ("/samples/gecko-both", test_gecko_both);
  g_test_add_func ("/samples/gecko-distance", test_gecko_distance);
  g_test_add_func ("/samples/gecko-markers", test_gecko_markers);
  g_test_add_func ("/samples/simpleperf", test_simpleperf);
  g_test_add_func ("/samples/reports", test_reports);
  g_test_add_func ("/samples/reports/damaged", test_damaged_report);

  return g_test_run ();
}
