/* test-merge.c - several files in one trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "format-fixture.h"
#include "strata-clock-marks.h"
#include "strata-error.h"
#include "strata-raw-find.h"
#include "strata-raw-list.h"
#include "traceview-writer.h"

#define MAX_FILES 4

/* Contents of the files. @how has the shift of their times: "+5" in ms, "other" for another device, or both. */
typedef struct
{
  const char *name;
  const char *texts[MAX_FILES];
  const char *how[MAX_FILES];
  const char *expected;
  const char *clocks;
} Case;

/* Threads 7 and 8 of process 7 on two CPUs. A line every 10 µs, so that no two times are equal.
 * Asynchronous slices begin on one thread and end on the other. */
static char *
make_line (guint i)
{
  const guint thread = 7 + i % 2;
  const guint round = i / 2;
  const double time_s = 100 + i * 1e-5;

  switch (round % 5)
    {
    case 0:
      return g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: B|7|outer %u\n", thread, i % 2, time_s, i);
    case 1:
      return g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: B|7|inner\n", thread, i % 2, time_s);
    case 2:
      return g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: %c|7|job|%u\n", thread, i % 2, time_s, i % 2 == 0 ? 'S' : 'F', round);
    case 3:
      return g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: E|7\n", thread, i % 2, time_s);
    default:
      return i % 2 == 0 ? g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: E|7\n", thread, i % 2, time_s)
                        : g_strdup_printf (" app-%u  (    7) [%03u] .... %.6f: tracing_mark_write: C|7|size|%u\n", thread, i % 2, time_s, i);
    }
}

static char *
write_file (const char *folder,
            guint index,
            const void *data,
            gsize n_bytes)
{
  g_autofree char *name = g_strdup_printf ("file%u", index);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) n_bytes, &error);
  g_assert_no_error (error);
  return path;
}

static void
remove_folder (const char *folder)
{
  for (guint i = 0; i < MAX_FILES; i++)
    {
      g_autofree char *name = g_strdup_printf ("file%u", i);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }

  g_rmdir (folder);
}

static void
set_how (StrataLoadInput *input,
         const char *how)
{
  if (how == NULL)
    return;

  input->is_other_device = strstr (how, "other") != NULL;
  if (*how == '+' || *how == '-')
    {
      input->has_offset = TRUE;
      input->offset_ns = g_ascii_strtoll (how, NULL, 10) * 1000000;
    }
}

static StrataTrace *
load_texts (const GByteArray *const *files,
            const char *const *how,
            gsize read_bytes,
            GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-merge-XXXXXX", NULL);
  const StrataLoadOptions options = { .read_bytes = read_bytes, .keep_lines = TRUE };
  StrataLoadInput inputs[MAX_FILES] = { 0 };
  guint n = 0;

  for (; n < MAX_FILES && files[n] != NULL; n++)
    {
      g_autofree char *path = write_file (folder, n, files[n]->data, files[n]->len);

      inputs[n].file = g_file_new_for_path (path);
      set_how (&inputs[n], how != NULL ? how[n] : NULL);
    }

  StrataTrace *trace = strata_load_files (inputs, n, &options, NULL, NULL, error);

  for (guint i = 0; i < n; i++)
    g_object_unref (inputs[i].file);

  remove_folder (folder);
  return trace;
}

static GByteArray *
new_bytes (const char *text)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
  return bytes;
}

/* All counts and calls of a trace, except the length of unfinished calls, which end with their file. */
static char *
describe (StrataTrace *trace)
{
  const StrataCounts *counts = strata_trace_get_counts (trace);
  g_autofree char *lasting = fixture_describe (trace);
  g_autoptr (GRegex) unfinished = g_regex_new ("[+][0-9]+u", 0, 0, NULL);
  g_autofree char *calls = g_regex_replace_literal (unfinished, lasting, -1, 0, "+u", 0, NULL);

  return g_strdup_printf ("%s events %" G_GUINT64_FORMAT " async %" G_GUINT64_FORMAT " unmatched %" G_GUINT64_FORMAT " samples %u", calls, counts->n_events,
                          counts->async.n_closed, counts->async.n_unmatched, strata_trace_get_samples (trace)->n_samples);
}

/* A line means the same in either file. */
static void
test_halves (gconstpointer data)
{
  const guint way = GPOINTER_TO_UINT (data);
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_autoptr (GByteArray) first = g_byte_array_new ();
  g_autoptr (GByteArray) second = g_byte_array_new ();

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *line = make_line (i);
      const gboolean ways[] = { i < 500, i % 2 == 0, i < 400 || (i < 600 && i % 7 < 3), i >= 500 };

      g_byte_array_append (whole, (const guint8 *) line, (guint) strlen (line));
      g_byte_array_append (ways[way] ? first : second, (const guint8 *) line, (guint) strlen (line));
    }

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) expected = load_texts ((const GByteArray *[]){ whole, NULL }, NULL, 0, &error);
      g_autoptr (StrataTrace) merged = load_texts ((const GByteArray *[]){ first, second, NULL }, NULL, i * 7, &error);

      g_assert_no_error (error);

      g_autofree char *expected_text = describe (expected);
      g_autofree char *merged_text = describe (merged);

      if (way != 0 && way != 3)
        g_assert_cmpstr (merged_text, ==, expected_text);
      else
        g_assert_cmpuint (strata_trace_get_counts (merged)->async.n_closed, ==, strata_trace_get_counts (expected)->async.n_closed);
    }
}

#define LINE(time, thread, payload) " t-" thread " (    7) [000] .... " time ": tracing_mark_write: " payload "\n"
#define SYNC(time, text) LINE (time, "7", "trace_event_clock_sync: " text)
#define CALL(begin, end, thread, name) LINE (begin, thread, "B|7|" name) LINE (end, thread, "E|7")

#define TASK(begin, end, name) CALL (begin, end, "7", name)
#define STACKS(head) head "sample_interval: 150\n2 #00 pc 1 /a(f)\n  1 #01 pc 2 /a(g)\n"

static const Case cases[] = {
  { "overlap", { CALL ("5.000000", "5.010000", "7", "a"), CALL ("5.005000", "5.006000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@5005000+1000", "first+0 overlap+0" },
  { "apart", { CALL ("5.000000", "5.010000", "7", "a"), CALL ("9.000000", "9.001000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@9000000+1000 unknown-clock=1", "first+0 unknown+0" },
  { "given", { CALL ("5.000000", "5.010000", "7", "a"), CALL ("9.000000", "9.001000", "8", "b") }, { NULL, "-3990" }, "7:0:a@5000000+10000 8:0:b@5010000+1000", "first+0 given-3990" },
  { "monotonic", { SYNC ("5.000000", "parent_ts=105.000000") CALL ("5.000000", "5.010000", "7", "a"), CALL ("9.000000", "9.001000", "8", "b") SYNC ("9.002000", "parent_ts=105.004000") }, { NULL }, "7:0:a@5000000+10000 8:0:b@5002000+1000", "first+0 monotonic-3998" },
  { "agreement", { SYNC ("5.000000", "parent_ts=105.000000") CALL ("5.000000", "5.010000", "7", "a"), SYNC ("9.000000", "parent_ts=109.000300") CALL ("9.000000", "9.001000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@9000000+1000", "first+0 monotonic+0" },
  { "realtime", { SYNC ("5.000000", "realtime_ts=1700000000000") CALL ("5.000000", "5.010000", "7", "a"), SYNC ("9.000000", "realtime_ts=1700000000500") CALL ("9.000000", "9.001000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@5500000+1000", "first+0 realtime-3500" },
  { "zero-is-none", { SYNC ("5.000000", "parent_ts=0.0") CALL ("5.000000", "5.010000", "7", "a"), SYNC ("5.001000", "parent_ts=0.0") CALL ("5.001000", "5.002000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@5001000+1000", "first+0 overlap+0" },
  { "one-thread", { LINE ("5.000000", "7", "B|7|a") LINE ("5.030000", "7", "E|7"), LINE ("5.010000", "7", "B|7|b") LINE ("5.020000", "7", "E|7") }, { NULL }, "7:0:a@5000000+30000 7:1:b@5010000+10000", "first+0 overlap+0" },
  /* an uptime and a calendar */
  { "decades-apart", { CALL ("5.000000", "5.010000", "7", "a"), CALL ("1600000000.000000", "1600000000.001000", "8", "b") }, { NULL }, "7:0:a@5000000+10000 8:0:b@5000000+1000 unknown-clock=1", "first+0 unknown-1599999995000" },
  { "decades-apart-two", { CALL ("1600000000.000000", "1600000000.001000", "8", "b"), CALL ("5.000000", "5.010000", "7", "a"), CALL ("9.000000", "9.001000", "9", "c") }, { NULL }, "8:0:b@1600000000000000+1000 7:0:a@1600000000000000+10000 9:0:c@1600000004000000+1000 unknown-clock=2", "first+0 unknown+1599999995000 unknown+1599999995000" },
  { "two-devices", { LINE ("5.000000", "7", "B|7|a") LINE ("5.030000", "7", "E|7"), LINE ("6.010000", "7", "B|7|b") LINE ("6.020000", "7", "E|7") }, { NULL, "other" }, "7:0:a@5000000+30000 7:0:b@5000000+10000 unknown-clock=1", "first+0 unknown-1010" },
  { "two-devices-given", { LINE ("5.000000", "7", "B|7|a") LINE ("5.030000", "7", "E|7"), LINE ("6.010000", "7", "B|7|b") LINE ("6.020000", "7", "E|7") }, { NULL, "-1000 other" }, "7:0:a@5000000+30000 7:0:b@5010000+10000", "first+0 given-1000" },
  { "dump", { " t-8 (-----) [000] .... 5.000000: tracing_mark_write: B|9|a\n t-8 (-----) [000] .... 5.001000: tracing_mark_write: E\n", "USER PID TID CMD\nu0 9 8 worker\n" }, { NULL }, "8:0:a@5000000+1000", "first+0 none+0" },
  /* stacks of a main thread, 300 ms of them, at the task of that length, whichever file is named first */
  { "stacks", { TASK ("5.000000", "5.160000", "a") TASK ("6.000000", "6.250000", "b") TASK ("7.000000", "7.120000", "c"), STACKS ("Pid: 7\n") }, { NULL }, "7:0:a@5000000+160000 7:0:b@6000000+250000 7:0:c@7000000+120000 7:0:f@6000000+300000 7:1:g@6000000+150000", "first+0 task+6000" },
  { "stacks-first", { STACKS ("Pid: 7\n"), TASK ("6.000000", "6.250000", "b") }, { NULL }, "7:0:f@6000000+300000 7:1:g@6000000+150000 7:0:b@6000000+250000", "task+6000 first+0" },
  { "stacks-of-nobody", { TASK ("6.000000", "6.250000", "b"), STACKS ("") }, { NULL }, "7:0:b@6000000+250000 7:0:f@6000000+300000 7:1:g@6000000+150000", "first+0 task+6000" },
  { "stacks-of-another", { TASK ("6.000000", "6.250000", "b"), STACKS ("Pid: 9\n") }, { NULL }, "7:0:b@6000000+250000 9:0:f@6000000+300000 9:1:g@6000000+150000 unknown-clock=1", "first+0 unknown+6000" },
  { "stacks-of-another-thread", { CALL ("6.000000", "6.250000", "8", "b"), STACKS ("Pid: 7\n") }, { NULL }, "8:0:b@6000000+250000 7:0:f@6000000+300000 7:1:g@6000000+150000 unknown-clock=1", "first+0 unknown+6000" },
  { "stacks-of-a-short-task", { TASK ("6.000000", "6.150000", "b"), STACKS ("Pid: 7\n") }, { NULL }, "7:0:b@6000000+150000 7:0:f@6000000+300000 7:1:g@6000000+150000 unknown-clock=1", "first+0 unknown+6000" },
  { "stacks-of-an-inner-call", { LINE ("6.000000", "7", "B|7|b") LINE ("6.100000", "7", "B|7|c") LINE ("6.400000", "7", "E|7") LINE ("6.900000", "7", "E|7"), STACKS ("Pid: 7\n") }, { NULL }, "7:0:b@6000000+900000 7:1:c@6100000+300000 7:0:f@6000000+300000 7:1:g@6000000+150000", "first+0 task+6000" },
  { "stacks-of-an-open-task", { TASK ("6.000000", "6.160000", "b") LINE ("7.000000", "7", "B|7|c") LINE ("7.240000", "8", "B|7|d") LINE ("7.250000", "8", "E|7"), STACKS ("Pid: 7\n") }, { NULL }, "7:0:b@6000000+160000 7:0:c@7000000+250000u 8:0:d@7240000+10000 7:0:f@7000000+300000 7:1:g@7000000+150000 unfinished-slice=1", "first+0 task+7000" },
  { "stacks-by-time", { SYNC ("5.000000", "realtime_ts=1700000000000") TASK ("6.000000", "6.250000", "b"), STACKS ("Pid: 7\nbegin_time: 1700000001040\nend_time: 1700000009040\n") }, { NULL }, "7:0:b@6000000+250000 7:0:f@6040000+300000 7:1:g@6040000+150000", "first+0 realtime+6040" },
  { "stacks-by-end", { SYNC ("5.000000", "realtime_ts=1700000000000") TASK ("6.000000", "6.250000", "b"), STACKS ("Pid: 7\nTimestamp = 1700000002500000\n") }, { NULL }, "7:0:b@6000000+250000 7:0:f@7200000+300000 7:1:g@7200000+150000", "first+0 realtime+7200" },
  { "stacks-by-time-first", { STACKS ("Pid: 7\nstart time: 1700000001040\n"), SYNC ("5.000000", "realtime_ts=1700000000000") TASK ("6.000000", "6.250000", "b") }, { NULL }, "7:0:f@6040000+300000 7:1:g@6040000+150000 7:0:b@6000000+250000", "realtime+6040 first+0" },
  { "stacks-given", { TASK ("6.000000", "6.250000", "b"), STACKS ("Pid: 7\n") }, { NULL, "+6100" }, "7:0:b@6000000+250000 7:0:f@6100000+300000 7:1:g@6100000+150000", "first+0 given+6100" },
  { "stacks-alone", { STACKS ("Pid: 7\n"), STACKS ("Pid: 8\n") }, { NULL }, "7:0:f@0+300000 7:1:g@0+150000 8:0:f@0+300000 8:1:g@0+150000 unknown-clock=2", "unknown+0 unknown+0" },
  { "cpuprofile-given", { TASK ("6.000000", "6.250000", "b"), "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}}],\"startTime\":1000,\"endTime\":3000,\"samples\":[1],\"timeDeltas\":[0]}" }, { NULL, "+6000" }, "7:0:b@6000000+250000 1:0:f@6001000+2000", "first+0 given+6000" },
  { "rhea", { SYNC ("5.000000", "parent_ts=105.000000") CALL ("5.000000", "5.010000", "7", "a"), "105.002000 8: B|7|b\n105.003000 8: E|7\n" }, { NULL }, "7:0:a@5000000+10000 8:0:b@5002000+1000", "first+0 monotonic-100000" },
};

static char *
describe_clocks (StrataTrace *trace)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  for (guint i = 0; i < n_inputs; i++)
    g_string_append_printf (out, "%s%s%+" G_GINT64_FORMAT, i > 0 ? " " : "", strata_clock_rule_get_name (inputs[i].rule), inputs[i].offset_ns / 1000000);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  GByteArray *files[MAX_FILES + 1] = { NULL };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < MAX_FILES && self->texts[i] != NULL; i++)
    files[i] = new_bytes (self->texts[i]);

  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *const *) files, self->how, 0, &error);

  g_assert_no_error (error);

  g_autofree char *described = fixture_describe (trace);
  g_auto (GStrv) parts = g_strsplit (described, "| ", 2);
  g_autofree char *text = g_strconcat (parts[0], parts[1], NULL);
  g_autofree char *clocks = describe_clocks (trace);

  g_assert_cmpstr (g_strstrip (text), ==, self->expected);
  g_assert_cmpstr (clocks, ==, self->clocks);

  for (guint i = 0; files[i] != NULL; i++)
    g_byte_array_unref (files[i]);
}

#define CALENDAR(name) SYNC ("5.000000", "realtime_ts=1700000000000") CALL ("5.000000", "5.010000", "7", name)
#define LOG "11-14 22:13:20.000     7     7 I app: one\n11-14 22:13:20.500     7     7 I app: two\n11-14 22:13:21.000     7     7 I app: three\n"

/* A log with dates without years takes the year of the trace beside it, whichever comes first. */
static void
test_years (void)
{
  g_autoptr (GByteArray) events = new_bytes (CALENDAR ("a"));
  g_autoptr (GByteArray) log = new_bytes (LOG);
  const GByteArray *const orders[][3] = { { events, log, NULL }, { log, events, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = load_texts (orders[i], NULL, 0, &error);

      g_assert_no_error (error);
      g_assert_cmpint (strata_span_get_length_ns (strata_trace_get_span (trace)), ==, G_GINT64_CONSTANT (1000000000));
    }
}

/* Files without times use another unit than the axis of a trace, whichever comes first. Files with the same unit fit. */
static void
test_units (void)
{
  static const struct
  {
    const char *first;
    const char *second;
    const char *message; /* NULL for none */
  } unit_cases[] = {
    { CALL ("5.000000", "5.010000", "7", "a"), "main;draw 5\nmain;wait 3\n", "counts samples" },
    { "main;draw 5\nmain;wait 3\n", CALL ("5.000000", "5.010000", "7", "a"), "counts samples" },
    { "main;draw 5\nmain;wait 3\n", "main;draw 7\nmain;wait 1\n", NULL },
    { CALL ("5.000000", "5.010000", "7", "a"), "app  7     5.002000:       5000 cycles:u:  ffff10 f+0x1 (/bin/x)\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (unit_cases); i++)
    {
      g_autoptr (GByteArray) first = new_bytes (unit_cases[i].first);
      g_autoptr (GByteArray) second = new_bytes (unit_cases[i].second);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ first, second, NULL }, NULL, 0, &error);

      g_test_message ("%s beside %s", unit_cases[i].second, unit_cases[i].first);
      if (unit_cases[i].message == NULL)
        {
          g_assert_no_error (error);
          continue;
        }

      g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, unit_cases[i].message));
    }
}

#define SWITCH(time, prev, next) " t-" prev " (    7) [000] .... " time ": sched_switch: prev_comm=t prev_pid=" prev " prev_prio=120 prev_state=S ==> next_comm=t next_pid=" next " next_prio=120\n"

/* The last run in the file with scheduling does not extend to the end of a longer file beside it. */
static void
test_longer_file (void)
{
  g_autoptr (GByteArray) events = new_bytes (SWITCH ("5.000000", "7", "8") SWITCH ("5.010000", "8", "7") CALL ("5.020000", "5.030000", "7", "a"));
  g_autoptr (GByteArray) other = new_bytes (CALL ("5.005000", "5.006000", "9", "b") CALL ("9.000000", "9.001000", "9", "c"));
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ events, other, NULL }, NULL, 0, &error);
  guint n_threads;

  g_assert_no_error (error);

  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  for (guint i = 0; i < n_threads; i++)
    g_assert_cmpint (threads[i].n_states == 0 ? 0 : threads[i].states_end_ns, <=, 5030000000);
  g_assert_cmpint (runs->end_ns[runs->n_runs - 1], ==, 5030000000);
}

/* Calls of a method trace are separate from markers of the same thread, but in the same process. */
static void
test_methods (void)
{
  static const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@0/0 1>20@100/100 1<20@200/200 1<10@300/300" };
  g_autoptr (GByteArray) methods = traceview_writer_write (&spec);
  g_autoptr (GByteArray) text = new_bytes (" main-1 (   77) [000] .... 5.000000: tracing_mark_write: B|77|a\n main-1 (   77) [000] .... 5.000200: tracing_mark_write: E|77\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ text, methods, NULL }, NULL, 0, &error);
  guint n_tracks;
  guint n_processes;

  g_assert_no_error (error);

  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  strata_trace_get_processes (trace, &n_processes);
  g_assert_cmpuint (n_processes, ==, 1);
  g_assert_cmpuint (n_tracks, ==, 2);
  g_assert_cmpint (threads[tracks[0].thread].tid, ==, threads[tracks[1].thread].tid);
  g_assert_cmpuint (tracks[0].process, ==, tracks[1].process);
  g_assert_cmpuint (tracks[0].n_slices + tracks[1].n_slices, ==, 3);
  g_assert_cmpstr (strata_trace_get_format_name (trace), ==, "atrace / systrace + Traceview");
}

/* Its times are CPU times, which do not correspond to any time of the other file. */
static void
test_cpu_clock (void)
{
  static const TraceviewSpec spec = { TRACEVIEW_KEY ("thread-cpu"), 2, 0, 0, 1, "1>10@0 1<10@300" };
  g_autoptr (GByteArray) methods = traceview_writer_write (&spec);
  g_autoptr (GByteArray) text = new_bytes (CALL ("5.000000", "5.010000", "7", "a"));
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ text, methods, NULL }, NULL, 0, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "file1: "));
}

static void
test_bad_file (void)
{
  g_autoptr (GByteArray) text = new_bytes (CALL ("5.000000", "5.010000", "7", "a"));
  g_autoptr (GByteArray) noise = new_bytes ("this is no trace\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ text, noise, NULL }, NULL, 0, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNKNOWN_FORMAT);
  g_assert_nonnull (strstr (error->message, "file1: "));
}

/* A warning's place is its place in its own file. */
static void
test_places (void)
{
  g_autoptr (GByteArray) first = new_bytes (CALL ("5.000000", "5.010000", "7", "a"));
  g_autoptr (GByteArray) second = new_bytes (LINE ("5.001000", "8", "E|7") "noise\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ first, second, NULL }, NULL, 0, &error);

  g_assert_no_error (error);

  const StrataDiagnostic *end = strata_diagnostics_get (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNMATCHED_END);
  const StrataDiagnostic *line = strata_diagnostics_get (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNKNOWN_LINE);

  g_assert_cmpuint (end->first_input, ==, 1);
  g_assert_cmpuint (end->first_line, ==, 1);
  g_assert_cmpuint (line->first_input, ==, 1);
  g_assert_cmpuint (line->first_line, ==, 2);
  g_assert_cmpuint (strata_trace_get_counts (trace)->n_lines, ==, 4);
}

static char *
describe_lines (StrataTrace *trace)
{
  g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();
  g_autoptr (GArray) places = strata_raw_list (trace, filter, NULL);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < places->len; i++)
    {
      const StrataRawPlace place = g_array_index (places, StrataRawPlace, i);

      g_string_append_printf (out, "%s%u:%" G_GUINT64_FORMAT, i > 0 ? " " : "", place.file, strata_raw_get_line_number (trace, place));
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Two devices have a thread with the same id and calls at the same times, after the second is
 * shifted. Lines are in time order, and a call's lines are in its own file. */
static void
test_lines (void)
{
  static const char *const how[] = { NULL, "-1000 other" };
  g_autoptr (GByteArray) first = new_bytes ("# first\n" CALL ("5.000000", "5.010000", "7", "a") CALL ("5.030000", "5.040000", "7", "b"));
  g_autoptr (GByteArray) second = new_bytes (CALL ("6.000000", "6.020000", "7", "a") "more\n" CALL ("6.035000", "6.050000", "7", "b"));
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = load_texts ((const GByteArray *[]){ first, second, NULL }, how, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strata_trace_get_n_line_stores (trace), ==, 2);

  g_autofree char *lines = describe_lines (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpstr (lines, ==, "0:1 0:2 1:1 0:3 1:2 1:3 0:4 1:4 0:5 1:5");
  g_assert_cmpuint (slices->n_slices, ==, 4);

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, i)];
      const guint32 device = strata_trace_get_threads (trace, NULL)[track->thread].device;
      const StrataRawPair pair = strata_raw_find_slice (trace, i);

      g_assert_cmpuint (pair.begin.row, !=, STRATA_NONE);
      g_assert_cmpuint (pair.end.row, !=, STRATA_NONE);
      g_assert_cmpuint (pair.begin.file, ==, device);
      g_assert_cmpuint (pair.end.file, ==, device);
      g_assert_cmpuint (pair.end.row, >, pair.begin.row);
    }
}

static void
test_shift (void)
{
  g_assert_cmpint (strata_clock_shift (5, -7), ==, -2);
  g_assert_cmpint (strata_clock_shift (5, 0), ==, 5);
  g_assert_cmpint (strata_clock_shift (G_GINT64_CONSTANT (9000000000000000000), G_MAXINT64), >, 0);
  g_assert_cmpint (strata_clock_shift (0, G_MININT64), <, 0);
}

int
main (int argc,
      char *argv[])
{
  static const char *const ways[] = { "by-time", "by-cpu", "overlapping", "second-half-first" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *path = g_strconcat ("/merge/halves/", ways[i], NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_halves);
    }

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/merge/clock/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/merge/years", test_years);
  g_test_add_func ("/merge/units", test_units);
  g_test_add_func ("/merge/longer-file", test_longer_file);
  g_test_add_func ("/merge/methods", test_methods);
  g_test_add_func ("/merge/cpu-clock", test_cpu_clock);
  g_test_add_func ("/merge/bad-file", test_bad_file);
  g_test_add_func ("/merge/places", test_places);
  g_test_add_func ("/merge/lines", test_lines);
  g_test_add_func ("/merge/shift", test_shift);

  return g_test_run ();
}
