/* test-chrome.c - Chrome JSON traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-flows.h"

typedef struct
{
  const char *name;
  const char *json;
  const char *expected;
} Row;

#define EVENT(phase, name, time, more) "{\"name\":\"" name "\",\"ph\":\"" phase "\",\"ts\":" #time ",\"pid\":7," more "}"
#define ON8 "\"tid\":8"

#define PART(id, time, data) EVENT ("P", "ProfileChunk", time, "\"id\":" #id ",\"args\":{\"data\":{" data "}},\"tid\":9")
#define NODE(id, more, name) "{\"callFrame\":{\"functionName\":\"" name "\"},\"id\":" #id more "}"

static const Row rows[] = {
  { "begin-end", "{\"traceEvents\":[" EVENT ("B", "a", 1000, ON8) "," EVENT ("B", "b", 2000, ON8) "," EVENT ("E", "", 3000, ON8) "," EVENT ("E", "", 9000, ON8) "]}",
    "8:0:a@1000+8000 8:1:b@2000+1000 | " },
  /* in any order; longer events are outside */
  { "complete", "[" EVENT ("X", "inner", 1000, "\"dur\":10," ON8) "," EVENT ("X", "next", 1500, "\"dur\":5," ON8) "," EVENT ("X", "outer", 1000, "\"dur\":500," ON8) "]",
    "8:0:outer@1000+500 8:1:inner@1000+10 8:0:next@1500+5 | " },
  /* an event that outlasts its parent is separate, see test_crossing() */
  { "crossing", "[" EVENT ("X", "a", 1000, "\"dur\":100," ON8) "," EVENT ("X", "b", 1050, "\"dur\":100," ON8) "]",
    "8:0:a@1000+100 | " },
  { "crossing-an-end", "[" EVENT ("B", "a", 1000, ON8) "," EVENT ("X", "b", 1050, "\"dur\":100," ON8) "," EVENT ("E", "", 1100, ON8) "]",
    "8:0:a@1000+100 | " },
  /* a call that begins in a complete event ends with it, and its own end ends nothing else */
  { "crossed-by-a-begin", "[" EVENT ("B", "o", 900, ON8) "," EVENT ("X", "a", 1000, "\"dur\":100," ON8) "," EVENT ("B", "b", 1050, ON8) "," EVENT ("E", "", 1200, ON8) "," EVENT ("E", "", 1500, ON8) "]",
    "8:0:o@900+600 8:1:a@1000+100 8:2:b@1050+50 | overlap=1" },
  /* begin and duration in microseconds, each rounded */
  { "rounded", "[" EVENT ("X", "a", 1000, "\"dur\":100," ON8) "," EVENT ("X", "b", 1050, "\"dur\":51," ON8) "]",
    "8:0:a@1000+100 8:1:b@1050+50 | " },
  { "open-array", "[" EVENT ("B", "a", 1000, ON8) ",\n" EVENT ("E", "", 3000, ON8) ",\n", "8:0:a@1000+2000 | " },
  /* the end that convert writes for a call without an end does not close it early */
  /* a slice of 73 years did not finish, and an event of that time is left out */
  { "endless", "[" EVENT ("X", "a", 1000, "\"dur\":1e300," ON8) "," EVENT ("X", "b", 1050, "\"dur\":10," ON8) "," EVENT ("X", "c", 1e300, "\"dur\":10," ON8) "]", "8:0:a@1000+60u 8:1:b@1050+10 | bad-payload=2 unfinished-slice=1" },
  { "left-too-early", "[" EVENT ("B", "a", 1000, "\"strata_end\":1100," ON8) "," EVENT ("X", "b", 1150, "\"dur\":10," ON8) "]", "8:0:a@1000+160u 8:1:b@1150+10 | unfinished-slice=1" },
  { "cut-event", "[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) ",{\"name\":\"b", "8:0:a@1000+4 | truncated=1" },
  { "other-members", "{\"metadata\":{\"traceEvents\":1},\"x\":[{}],\"traceEvents\":[" EVENT ("X", "a", 1e3, "\"args\":{\"o\":{\"k\":[1,{\"l\":null}]}},\"dur\":\"4\",\"tid\":\"8\"") "],\"y\":0}",
    "8:0:a@1000+4 | " },
  /* text of ftrace after the events and before them; other text is counted */
  { "system-trace", "{\"traceEvents\":[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) "],\"systemTraceEvents\":\"# tracer: nop\\n#\\n app-9 (7) [000] .... 0.000900: tracing_mark_write: B|7|b \\\"q\\\"\\n app-9 (7) [000] .... 0.001100: tracing_mark_write: E|7\\n\"}",
    "8:0:a@1000+4 9:0:b \"q\"@900+200 | " },
  { "system-trace-first", "{\"systemTraceEvents\":\" app-8 (7) [000] .... 0.000900: tracing_mark_write: B|7|b\\n app-8 (7) [000] .... 0.001100: tracing_mark_write: E|7\",\"traceEvents\":[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) "]}",
    "8:0:b@900+200 8:1:a@1000+4 | " },
  { "system-trace-alone", "{\"systemTraceEvents\":\" app-8 (7) [000] .... 0.000900: tracing_mark_write: B|7|b\\n app-8 (7) [000] .... 0.001100: tracing_mark_write: E|7\\n\"}",
    "8:0:b@900+200 | " },
  { "system-trace-cut", "{\"traceEvents\":[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) "],\"systemTraceEvents\":\" app-8 (7) [000] .... 0.000900: tracing_mark_write: B|7|b\\n app-8 (7) [000",
    "8:0:b@900+104u 8:1:a@1000+4 | bad-line=1 unfinished-slice=1 truncated=1" },
  { "system-trace-clock", "{\"traceEvents\":[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) "],\"systemTraceEvents\":\" app-8 (7) [000] .... 0.000900: tracing_mark_write: trace_event_clock_sync: parent_ts=100.5\\n\"}",
    "8:0:a@1000+4 | unknown-clock=1" },
  { "system-trace-other", "{\"traceEvents\":[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) "],\"systemTraceEvents\":[1,{\"traceEvents\":[]}]}",
    "8:0:a@1000+4 | unshown-packet=1" },
  { "line-of-ftrace", "[" EVENT ("X", "a", 1000, "\"dur\":4,\"args\":{\"line\":\"app-1 (1) [000] .... 1.000000: tracing_mark_write: B|1|x\"}," ON8) "]",
    "8:0:a@1000+4 | " },
  /* thread 8 of another process is another thread */
  { "threads-of-processes", "[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) ",{\"name\":\"b\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":9,\"tid\":8}]",
    "8:0:a@1000+4 8:0:b@1000+4 | " },
  /* an impossible kernel id is not mistaken for a substitute id */
  { "addresses", "[" EVENT ("X", "a", 1000, "\"dur\":4,\"pid\":8,\"tid\":0") "," EVENT ("X", "b", 1000, "\"dur\":4,\"pid\":8,\"tid\":3221225472") "," EVENT ("X", "c", 1000, "\"dur\":4,\"pid\":8,\"tid\":140737488355328") "]",
    "0:0:a@1000+4 3221225472:0:b@1000+4 140737488355328:0:c@1000+4 | " },
  /* an invalid duration counts as 0 and is reported */
  { "negative-duration", "[" EVENT ("X", "a", 1000, "\"dur\":-4," ON8) "," EVENT ("X", "b", 2000, "\"dur\":\"x\"," ON8) "]",
    "8:0:a@1000+0 8:0:b@2000+0 | bad-payload=2" },
  /* the parts of a profile come in any order; the thread is that of its start; parts of a profile without a start are counted */
  { "profile", "[" PART (1, 1080, "\"cpuProfile\":{\"samples\":[2,3]},\"lines\":[1,2],\"timeDeltas\":[10,10],\"endTime\":1045") "," PART (1, 1070, "\"timeDeltas\":[5],\"cpuProfile\":{\"nodes\":[" NODE (1, "", "f") "," NODE (2, ",\"parent\":1", "g") "," NODE (3, "", "(idle)") "],\"samples\":[1]}") "," EVENT ("P", "Profile", 1001, "\"id\":1,\"args\":{\"data\":{\"startTime\":1001}}," ON8) "," PART (2, 1090, "\"timeDeltas\":[]") "," EVENT ("X", "a", 1000, "\"dur\":100,\"args\":{\"data\":{\"timeDeltas\":[1]}}," ON8) "]",
    "8:0:a@1000+100 1879048192:0:f@1006+20 1879048192:1:g@1016+10 | unknown-event=1" },
  /* older files have a whole profile in one event, which is an instant, too */
  { "whole-profile", "[" EVENT ("I", "CpuProfile", 1100, "\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[" NODE (1, ",\"children\":[2]", "f") "," NODE (2, "", "g") "],\"startTime\":1000,\"endTime\":1090,\"samples\":[1,2],\"timeDeltas\":[10,20]}}}," ON8) "," EVENT ("I", "CpuProfile", 1100, "\"args\":{\"data\":{\"cpuProfile\":{\"samples\":[1],\"timeDeltas\":[10]}}}," ON8) "]",
    "1879048192:0:f@1010+80 1879048192:1:g@1030+60 | " },
  /* a file may have nothing but a profile, and break off in it */
  { "profile-alone", "[" EVENT ("P", "Profile", 1001, "\"id\":1,\"args\":{\"data\":{\"startTime\":1001}}," ON8) "," PART (1, 1070, "\"timeDeltas\":[5,5],\"cpuProfile\":{\"nodes\":[" NODE (1, "", "f") "],\"samples\":[1,1]}") ","
                                                                                                                                                                                                                                "{\"ph\":\"P\",\"id\":1,\"args\":{\"data\":{\"cpuProfile\":{\"samples\":[1",
    "1879048192:0:f@1006+5 | truncated=1" },
  /* an end with a name is of the innermost call with that name; one without such a call ends nothing */
  { "named-ends", "[" EVENT ("B", "a", 1000, ON8) "," EVENT ("B", "b", 1010, ON8) "," EVENT ("E", "other", 1020, ON8) "," EVENT ("B", "c", 1030, ON8) "," EVENT ("E", "b", 1040, ON8) "," EVENT ("E", "a", 1100, ON8) "]",
    "8:0:a@1000+100 8:1:b@1010+30 8:2:c@1030+10 | unmatched-end=1 overlap=1" },
  /* events without a thread are of the main thread */
  { "no-thread", "[" EVENT ("B", "a", 1000, "\"x\":1") "," EVENT ("X", "b", 1010, "\"dur\":5,\"tid\":0") "," EVENT ("E", "", 1100, "\"x\":1") "]",
    "7:0:a@1000+100 0:0:b@1010+5 | " },
  { "odd", "[" EVENT ("X", "a", 1000, "\"dur\":4," ON8) ",5,[{}],\"x\"," EVENT ("E", "", 2000, ON8) "," EVENT ("s", "f", 1000, ON8) "," EVENT ("s", "f", 1004, ON8) ",{\"ph\":\"B\",\"name\":\"no time\"}]",
    "8:0:a@1000+4 | unknown-event=1 unmatched-end=1" },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;

  fixture_assert_loads (row->json, strlen (row->json), row->expected);
}

static void
test_four_ways (void)
{
  fixture_assert_four_ways (rows[0].json, strlen (rows[0].json), rows[0].expected);
}

static void
test_arguments (void)
{
  static const char json[] = "[" EVENT ("X", "a", 1000.25, "\"dur\":0.5,\"cat\":\"c\",\"args\":{\"k\":{\"l\":[1,true]},\"m\":\"x,y\",\"e\":{},\"f\":\"\"}," ON8) "]";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, 0));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);

  g_assert_cmpint (slices->start_ns[0], ==, 1000250);
  g_assert_cmpint (strata_slice_table_get_wall_ns (slices, 0), ==, 500);
  g_assert_cmpstr (strata_trace_get_string (trace, attrs.category), ==, "c");
  g_assert_cmpstr (args, ==, "k={l=[1,true]},m=\"x,y\",e={},f=");
}

static StrataTrace *
load (const char *json)
{
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);
  return trace;
}

static void
assert_slice_args (StrataTrace *trace,
                   guint32 slice,
                   const char *expected)
{
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (strata_trace_get_slices (trace), slice));

  g_assert_cmpstr (args, ==, expected);
}

/* Arguments of the end of a slice are added. If both have a key, that of the end is right. */
static void
test_end_arguments (void)
{
  g_autoptr (StrataTrace) trace = load ("[" EVENT ("B", "a", 1000, "\"args\":{\"k\":1,\"l\":2}," ON8) "," EVENT ("B", "b", 1500, ON8) "," EVENT ("E", "b", 1600, "\"args\":{\"n\":[4]}," ON8) "," EVENT ("E", "a", 2000, "\"args\":{\"m\":\"x\",\"k\":3}," ON8) "," EVENT ("b", "async", 1000, "\"id\":1,\"args\":{\"k\":1}") "," EVENT ("e", "async", 2000, "\"id\":1,\"args\":{\"k\":1,\"m\":2}") "]");

  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 3);
  assert_slice_args (trace, 0, "k=3,l=2,m=x");
  assert_slice_args (trace, 1, "n=[4]");
  assert_slice_args (trace, 2, "k=1,m=2");
}

static void
test_instant_arguments (void)
{
  g_autoptr (StrataTrace) trace = load ("[" EVENT ("i", "a", 1000, "\"s\":\"t\",\"cat\":\"c\",\"args\":{\"k\":{\"l\":1}}," ON8) "," EVENT ("I", "b", 1001, "\"s\":\"p\"") "]");
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 2);

  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_instants_get_attrs (instants, 0));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);

  g_assert_cmpstr (args, ==, "k={l=1}");
  g_assert_cmpstr (strata_trace_get_string (trace, attrs.category), ==, "c");
  g_assert_cmpuint (strata_instants_get_attrs (instants, 1), ==, STRATA_ATTRS_NONE);
}

/* CPU times of a complete event, and of a begin and an end. A slice that is longer only by rounding ends with its parent on
 * that clock too. */
static void
test_thread_time (void)
{
  static const gint64 cpu_ns[] = { 40000, 10500, 5000 };
  g_autoptr (StrataTrace) trace = load ("[" EVENT ("X", "a", 1000, "\"dur\":100,\"tts\":500,\"tdur\":40," ON8) "," EVENT ("B", "b", 1010, "\"tts\":505," ON8) "," EVENT ("E", "b", 1030, "\"tts\":515.5," ON8) "," EVENT ("X", "c", 1090, "\"dur\":11,\"tts\":535,\"tdur\":90," ON8) "]");
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, 3);
  for (guint32 i = 0; i < 3; i++)
    {
      g_assert_true (strata_trace_has_cpu_time (trace, i));
      g_assert_cmpint (strata_slice_table_get_cpu_ns (slices, i), ==, cpu_ns[i]);
    }
}

/* A file without events has nothing to show, but its format is known. */
static void
test_empty (void)
{
  static const char *const texts[] = { "[]", "[", " [ \n]\n", "{\"traceEvents\":[]}", "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[],\"metadata\":{\"a\":1}}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fixture_load (texts[i], strlen (texts[i]), 0, &error));
      g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
      g_assert_nonnull (strstr (error->message, "no events"));
    }
}

/* Three steps, the last of which ends the flow; a later step with the same number starts from nothing. */
static void
test_flows (void)
{
  static const char json[] = "[" EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("X", "b", 2000, "\"dur\":10,\"tid\":9") "," EVENT ("X", "c", 3000, "\"dur\":10," ON8) "," EVENT ("X", "d", 4000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1000, "\"id\":1," ON8) "," EVENT ("t", "f", 2005, "\"id\":1,\"tid\":9") "," EVENT ("f", "f", 3001, "\"id\":1,\"bp\":\"e\"," ON8) "," EVENT ("s", "f", 4000, "\"id\":1," ON8) "]";
  static const guint n_links[] = { 1, 2, 1, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, 4);
  for (guint32 i = 0; i < 4; i++)
    {
      const char *name = strata_trace_get_string (trace, slices->name[i]);
      g_autoptr (GArray) links = strata_flows_list_links (trace, i);

      g_assert_cmpuint (links->len, ==, n_links[*name - 'a']);
      for (guint k = 0; k < links->len; k++)
        {
          const StrataFlowLink *link = &g_array_index (links, StrataFlowLink, k);

          g_assert_true (link->from == i || link->to == i);
          g_assert_cmpint (slices->start_ns[link->from], <, slices->start_ns[link->to]);
        }
    }

  g_autoptr (GArray) all = strata_flows_list_all (trace);

  g_assert_cmpuint (all->len, ==, 2);
  for (guint i = 0; i < all->len; i++)
    {
      const StrataFlowLink *link = &g_array_index (all, StrataFlowLink, i);

      g_assert_cmpuint (link->id, ==, g_array_index (all, StrataFlowLink, 0).id);
      g_assert_cmpint (slices->start_ns[link->from], <, slices->start_ns[link->to]);
      g_assert_cmpint (slices->start_ns[link->to], <, 4000000);
    }
}

/* A flow ends at the next slice of its thread, unless it is bound to the enclosing slice. One without a slice is
 * counted. */
static void
test_next_flow (void)
{
  static const char json[] =
      "[" EVENT ("X", "a", 1000, "\"dur\":50," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("s", "f", 1020, "\"id\":2," ON8) "," EVENT ("X", "b", 2000, "\"dur\":500," ON8) "," EVENT ("f", "f", 2010, "\"id\":1," ON8) "," EVENT ("X", "c", 2100, "\"dur\":50," ON8) "," EVENT ("f", "f", 2050, "\"id\":2,\"bp\":\"e\"," ON8) "," EVENT ("f", "f", 2300, "\"id\":3," ON8) "]";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (GArray) all = strata_flows_list_all (trace);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const StrataFlowLink *link = &g_array_index (all, StrataFlowLink, i);

      g_string_append_printf (names, "%s%s ", strata_trace_get_string (trace, slices->name[link->from]), strata_trace_get_string (trace, slices->name[link->to]));
    }

  g_assert_true (g_str_equal (names->str, "ab ac ") || g_str_equal (names->str, "ac ab "));

  g_autofree char *diagnostics = fixture_describe_diagnostics (trace);

  g_assert_cmpstr (diagnostics, ==, "unshown-packet=1");
}

static const char *
get_step_name (StrataTrace *trace,
               guint32 step)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  return strata_trace_get_string (trace, step < slices->n_slices ? slices->name[step] : strata_trace_get_instants (trace)->name[step - slices->n_slices]);
}

/* A flow belongs to the instant that is the last event before it in the file, if no slice began in between. */
static void
test_flow_of_instant (void)
{
  static const char json[] =
      "[" EVENT ("X", "a", 1000, "\"dur\":50," ON8) "," EVENT ("I", "w", 1010, "\"s\":\"t\"," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("I", "v", 1010, "\"s\":\"t\"," ON8) "," EVENT ("s", "f", 1010, "\"id\":2," ON8) "," EVENT ("s", "f", 1020, "\"id\":3," ON8) "," EVENT ("I", "u", 1030, "\"s\":\"t\"," ON8) "," EVENT ("X", "b", 1030, "\"dur\":5," ON8) "," EVENT ("s", "f", 1030, "\"id\":4," ON8) "," EVENT ("I", "c", 2000, "\"s\":\"t\",\"tid\":9") "," EVENT ("f", "f", 2000, "\"id\":1,\"bp\":\"e\",\"tid\":9") "," EVENT ("f", "f", 2001, "\"id\":2,\"tid\":9") "," EVENT ("I", "d", 2002, "\"s\":\"t\",\"tid\":9") "," EVENT ("X", "e", 2003, "\"dur\":9,\"tid\":9") "," EVENT ("f", "f", 2004, "\"id\":3,\"bp\":\"e\",\"tid\":9") "," EVENT ("f", "f", 2005, "\"id\":4,\"bp\":\"e\",\"tid\":9") "]";
  static const char *const expected[] = { "wc", "vd", "ve", "be" };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);

  g_autoptr (GArray) all = strata_flows_list_all (trace);
  g_autofree const char **found = g_new0 (const char *, all->len + 1);

  g_assert_cmpuint (all->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < all->len; i++)
    {
      const StrataFlowLink *link = &g_array_index (all, StrataFlowLink, i);
      g_autofree char *names = g_strconcat (get_step_name (trace, link->from), get_step_name (trace, link->to), NULL);

      for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
        if (g_str_equal (names, expected[k]))
          found[i] = expected[k];

      g_assert_nonnull (found[i]);
    }
}

/* As in Perfetto, a complete slice has the flows after it until something else happens on its thread. A flow at the time of
 * an end is of the slice that ends if the end comes later in the file. */
static void
test_flow_at_end (void)
{
  static const struct
  {
    const char *events;
    const char *from;
  } ends[] = {
    { EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8), "a" },
    { EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1020, "\"id\":1," ON8), "a" },
    { EVENT ("X", "a", 1000, "\"dur\":0," ON8) "," EVENT ("s", "f", 1000, "\"id\":1," ON8), "a" },
    { EVENT ("B", "o", 990, ON8) "," EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("E", "", 1030, ON8), "a" },
    { EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("X", "n", 1010, "\"dur\":5," ON8), "n" },
    { EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("B", "n", 1010, ON8), "a" },
    { EVENT ("B", "a", 1000, ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("E", "", 1010, ON8), "a" },
    { EVENT ("B", "a", 1000, ON8) "," EVENT ("E", "", 1010, ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8), NULL },
    { EVENT ("B", "o", 990, ON8) "," EVENT ("B", "a", 1000, ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("E", "", 1010, ON8), "a" },
    { EVENT ("B", "o", 990, ON8) "," EVENT ("B", "a", 1000, ON8) "," EVENT ("E", "", 1010, ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8), "o" },
    { EVENT ("X", "a", 1000, "\"dur\":10," ON8) "," EVENT ("s", "f", 1010, "\"id\":1," ON8) "," EVENT ("I", "i", 1010, "\"s\":\"t\"," ON8), "a" },
    { EVENT ("B", "o", 990, ON8) "," EVENT ("I", "i", 1010, "\"s\":\"t\"," ON8) "," EVENT ("s", "f", 1020, "\"id\":1," ON8), "i" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *json = g_strconcat ("[", ends[i].events, "," EVENT ("X", "b", 2000, "\"dur\":10,\"tid\":9") "," EVENT ("f", "f", 2010, "\"id\":1,\"bp\":\"e\",\"tid\":9") "]", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

      g_assert_no_error (error);

      g_autoptr (GArray) all = strata_flows_list_all (trace);
      const StrataFlowLink *link = all->len > 0 ? &g_array_index (all, StrataFlowLink, 0) : NULL;

      g_assert_cmpstr (link != NULL ? get_step_name (trace, link->from) : NULL, ==, ends[i].from);
      g_assert_cmpstr (link != NULL ? get_step_name (trace, link->to) : "b", ==, "b");
    }
}

/* Data before the events may exceed the bytes that identify a format. Without events the file is not a trace. */
static void
test_late_events (void)
{
  g_autofree char *padding = g_strnfill (100 * 1000, 'y');
  g_autofree char *json = g_strconcat ("{\"metadata\":{\"x\":\"", padding, "\"},\"traceEvents\":[", EVENT ("X", "a", 1000, "\"dur\":4," ON8), "]}", NULL);
  g_autofree char *other = g_strconcat ("{\"metadata\":{\"x\":\"", padding, "\"},\"other\":[]}", NULL);
  g_autoptr (GError) error = NULL;

  fixture_assert_loads (json, strlen (json), "8:0:a@1000+4 | ");
  g_assert_null (fixture_load (other, strlen (other), 0, &error));
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED);
}

typedef struct
{
  const char *name;
  gint64 duration_us;
} Span;

/* Asserts that a file has exactly these asynchronous slices. */
static void
assert_async (const char *json,
              const Span *spans,
              guint n_spans)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);
  guint n_found = 0;

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = slices->first_async; i < slices->n_slices; i++)
    for (guint k = 0; k < n_spans; k++)
      if (g_str_equal (spans[k].name, strata_trace_get_string (trace, slices->name[i])))
        {
          g_assert_cmpint (strata_slice_table_get_wall_ns (slices, i), ==, spans[k].duration_us * 1000);
          n_found++;
        }

  g_assert_cmpuint (n_found, ==, n_spans);
  g_assert_cmpuint (slices->n_slices - slices->first_async, ==, n_spans);
}

/* Complete events that do not nest keep their full length. */
static void
test_crossing (void)
{
  static const char json[] = "[" EVENT ("X", "a", 1000, "\"dur\":100," ON8) "," EVENT ("X", "b", 1050, "\"dur\":100," ON8) "," EVENT ("B", "c", 2000, ON8) "," EVENT ("X", "d", 2050, "\"dur\":300," ON8) "," EVENT ("X", "e", 2060, "\"dur\":1," ON8) "," EVENT ("E", "", 2100, ON8) "]";
  static const Span spans[] = { { "b", 100 }, { "d", 300 } };

  assert_async (json, spans, G_N_ELEMENTS (spans));
}

/* The same with many open at a time. */
static void
test_many_crossing (void)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (json, "{\"ph\":\"X\",\"name\":\"x\",\"pid\":7,\"tid\":8,\"ts\":%u,\"dur\":400000},", i * 10);

  g_autoptr (StrataTrace) trace = fixture_load (json->str, json->len, 0, &error);

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, 40000);
  for (guint32 i = 0; i < slices->n_slices; i++)
    g_assert_cmpint (strata_slice_table_get_end_ns (slices, i) - slices->start_ns[i], ==, 400000000);
}

/* Slices with the same id nest, or end by name; the old form goes by name. */
static void
test_async (void)
{
  static const char json[] = "[" EVENT ("b", "out", 1000, "\"cat\":\"c\",\"id\":\"0x1\"") "," EVENT ("b", "in", 2000, "\"cat\":\"c\",\"id\":\"0x1\"") "," EVENT ("e", "in", 3000, "\"cat\":\"c\",\"id\":\"0x1\"") "," EVENT ("e", "out", 4000, "\"cat\":\"c\",\"id\":\"0x1\"") "," EVENT ("S", "old", 1000, "\"id\":5") "," EVENT ("S", "old2", 1000, "\"id\":5") "," EVENT ("F", "old", 7000, "\"id\":5") "," EVENT ("F", "old2", 8000, "\"id\":5") "]";
  static const Span spans[] = { { "out", 3000 }, { "in", 1000 }, { "old", 6000 }, { "old2", 7000 } };
  static const char crossing[] = "[" EVENT ("b", "load", 1000, "\"id\":1") "," EVENT ("b", "parse", 2000, "\"id\":1") "," EVENT ("e", "load", 5000, "\"id\":1") "," EVENT ("b", "late", 6000, "\"id\":1") "," EVENT ("e", "parse", 9000, "\"id\":1") "," EVENT ("e", "", 9500, "\"id\":1") "]";
  static const Span crossing_spans[] = { { "load", 4000 }, { "parse", 7000 }, { "late", 3500 } };

  assert_async (json, spans, G_N_ELEMENTS (spans));
  assert_async (crossing, crossing_spans, G_N_ELEMENTS (crossing_spans));
}

/* Instants with an id are in the lane of the slices with that id, whichever comes first. */
static void
test_async_instants (void)
{
  static const char json[] = "[" EVENT ("n", "early", 1000, "\"id\":1,\"args\":{\"k\":1}," ON8) "," EVENT ("b", "load", 2000, "\"id\":1," ON8) "," EVENT ("n", "half", 3000, "\"id\":1," ON8) "," EVENT ("e", "load", 4000, "\"id\":1," ON8) "," EVENT ("S", "old", 1000, "\"id\":1," ON8) "," EVENT ("T", "old", 5000, "\"id\":1," ON8) "," EVENT ("p", "old", 6000, "\"id\":1," ON8) "]";
  static const char *const tracks[] = { "early", "load", "old", "old" };
  g_autoptr (StrataTrace) trace = load (json);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, G_N_ELEMENTS (tracks));
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    {
      g_assert_cmpuint (instants->thread[i], ==, STRATA_NONE);
      g_assert_cmpint (strata_trace_get_processes (trace, NULL)[instants->process[i]].pid, ==, 7);
      g_assert_cmpstr (strata_trace_get_string (trace, instants->track_name[i]), ==, tracks[i]);
    }
}

/* Ids of counters are a part of the name, without the words for where they are valid. */
static void
test_counter_ids (void)
{
  static const char json[] = "[" EVENT ("C", "c", 1000, "\"id\":\"0x1\",\"args\":{\"v\":1}") "," EVENT ("C", "c", 1000, "\"id2\":{\"local\":\"0x2\"},\"args\":{\"v\":2}") "," EVENT ("C", "c", 1000, "\"id2\":{\"global\":\"0x3\"},\"args\":{\"v\":3,\"w\":4}") "]";
  static const char *const names[] = { "c 0x1", "c 0x2", "c 0x3 v", "c 0x3 w" };
  g_autoptr (StrataTrace) trace = load (json);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  g_assert_cmpuint (n_counters, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < n_counters; i++)
    g_assert_cmpstr (strata_trace_get_string (trace, counters[i].name), ==, names[i]);
}

/* Sizes of memory-infra are hexadecimal; one above others includes them. A dump without sizes is counted. */
static void
test_memory (void)
{
#define SIZE(text) "{\"attrs\":{\"size\":{\"type\":\"scalar\",\"units\":\"bytes\",\"value\":\"" text "\"},\"count\":{\"value\":\"7\"}},\"guid\":\"1\"}"
#define DUMP(time, dumps) EVENT ("v", "periodic_interval", time, "\"id\":\"0x1\",\"tid\":-1,\"args\":{\"dumps\":{" dumps "}}")
  static const char json[] = "[" DUMP (1000, "\"process_totals\":{\"private_footprint_bytes\":\"ff\",\"is_peak_rss_resettable\":true}") "," DUMP (1000, "\"allocators\":{\"malloc\":" SIZE ("10") ",\"malloc/a.b\":" SIZE ("f") ",\"v8/x\":" SIZE ("1") ",\"v8/y\":" SIZE ("2") ",\"cc\":{\"guid\":\"2\"},\"global/z\":" SIZE ("4") "}") "," DUMP (1000, "\"level_of_detail\":\"light\"") "]";
  static const struct
  {
    const char *name;
    gint64 value;
  } counters[] = { { "chrome.private_footprint_kb", 255 }, { "mem.dump.malloc", 16 }, { "mem.dump.v8", 3 } };
  g_autoptr (StrataTrace) trace = load (json);
  guint n_counters;
  const StrataCounter *found = strata_trace_get_counters (trace, &n_counters);

  g_assert_cmpuint (n_counters, ==, G_N_ELEMENTS (counters));
  for (guint i = 0; i < n_counters; i++)
    {
      g_assert_cmpstr (strata_trace_get_string (trace, found[i].name), ==, counters[i].name);
      g_assert_cmpint (found[i].max, ==, counters[i].value);
    }
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNKNOWN_EVENT), ==, 1);
}

/* A path of an allocator may be anything: a long one is not counted, and many take no longer than few. */
static void
test_memory_limits (void)
{
  g_autofree char *path = g_strnfill (1025, '/');
  g_autoptr (GString) json = g_string_new ("[" EVENT ("i", "now", 1500, "\"s\":\"p\"") ",{\"ph\":\"v\",\"name\":\"x\",\"pid\":7,\"ts\":1,\"args\":{\"dumps\":{\"allocators\":{");

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (json, "\"a%u\":" SIZE ("1") ",", i);
  g_string_append_printf (json, "\"%s\":" SIZE ("1") "}}}}]", path);

  g_autoptr (StrataTrace) trace = load (json->str);
  guint n_counters;

  strata_trace_get_counters (trace, &n_counters);
  g_assert_cmpuint (n_counters, ==, 20000);
}

static void
test_counters (void)
{
  static const char json[] = "[" EVENT ("C", "one", 1000, "\"args\":{\"value\":5}") "," EVENT ("C", "two", 1000, "\"args\":{\"a\":1,\"b\":-2}") "," EVENT ("i", "now", 1500, "\"s\":\"p\"") ",{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":7,\"args\":{\"name\":\"app\"}}]";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);
  guint n_counters;

  g_assert_no_error (error);

  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  g_assert_cmpuint (n_counters, ==, 3);
  for (guint i = 0; i < n_counters; i++)
    {
      const char *name = strata_trace_get_string (trace, counters[i].name);

      g_assert_cmpint (counters[i].max, ==, g_str_equal (name, "one") ? 5 : g_str_equal (name, "two a") ? 1
                                                                                                        : -2);
    }
  g_assert_cmpuint (strata_trace_get_instants (trace)->n_instants, ==, 1);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[counters[0].process].name), ==, "app");
}

/* 0.35, 2.5, -0.75 and 1e300 keep their fractions, 1e3 and 4.0 are whole, and "7" is a number; "on" and true are not. */
static void
test_fractions (void)
{
  static const char json[] = "[" EVENT ("C", "load", 1000, "\"args\":{\"v\":0.35}") "," EVENT ("C", "load", 2000, "\"args\":{\"v\":2.5}") "," EVENT ("C", "load", 3000, "\"args\":{\"v\":-0.75}") "," EVENT ("C", "load", 4000, "\"args\":{\"v\":1e3}") "," EVENT ("C", "load", 5000, "\"args\":{\"v\":4.0}") "," EVENT ("C", "load", 6000, "\"args\":{\"v\":\"7\"}") "," EVENT ("C", "load", 7000, "\"args\":{\"v\":1e300}") "," EVENT ("C", "state", 8000, "\"args\":{\"v\":\"on\",\"w\":true}") "," EVENT ("i", "fraction of no counter", 9000, "\"args\":{\"v\":0.5,\"w\":\"x\"}") "]";
  static const gint64 values[] = { 0, 3, -1, 1000, 4, 7, G_MAXINT64 };
  static const double reals[] = { 0.35, 2.5, -0.75, 1000, 4, 7, 1e300 };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);
  guint n_counters;

  g_assert_no_error (error);

  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

  strata_trace_get_counters (trace, &n_counters);
  g_assert_cmpuint (n_counters, ==, 1);
  g_assert_cmpuint (samples->n_samples, ==, G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_assert_cmpint (samples->value[i], ==, values[i]);
      g_assert_cmpfloat (strata_samples_get_real (samples, i), ==, reals[i]);
    }

  g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_VALUE_FRACTION), ==, 0);
  g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_VALUE_LIMIT), ==, 0);
  g_assert_cmpuint (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_BAD_PAYLOAD), ==, 2);
}

/* Asynchronous slices keep the ids of the file. */
static void
test_ids (void)
{
  static const char json[] = "[" EVENT ("b", "a", 1000, "\"id\":\"abc\"") "," EVENT ("e", "a", 2000, "\"id\":\"abc\"") "," EVENT ("b", "b", 1000, "\"id\":\"0x1f\"") "," EVENT ("e", "b", 2000, "\"id\":\"0x1f\"") "," EVENT ("S", "c", 1000, "\"id\":18446744073709551615") "," EVENT ("F", "c", 2000, "\"id\":18446744073709551615") "," EVENT ("X", "d", 1000, "\"dur\":1,\"id\":4," ON8) "]";
  static const char *const ids[] = { "abc", "0x1f", "18446744073709551615", "" };
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);

  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->n_slices, ==, G_N_ELEMENTS (ids));
  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, i));

      g_assert_cmpstr (strata_trace_get_string (trace, attrs.cookie), ==, ids[*strata_trace_get_string (trace, slices->name[i]) - 'a']);
    }
}

static gboolean
has_thread (StrataTrace *trace,
            const char *name,
            const char *process_name)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (g_str_equal (strata_trace_get_string (trace, threads[i].name), name) && g_str_equal (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[threads[i].process].name), process_name))
      return TRUE;

  return FALSE;
}

/* Later metadata has the better name. Texts with the same hash stay separate, and only whole numbers are ids. */
static void
test_texts_for_numbers (void)
{
  static const char json[] = "[" EVENT ("X", "a", 1000, "\"dur\":4,\"tid\":\"loader\"") ",{\"name\":\"b\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":\"shop\",\"tid\":\"main\"}"
                                                                                        ",{\"name\":\"c\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":4294967296,\"tid\":1},{\"name\":\"d\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":4294967297,\"tid\":1}"
                                                                                        ",{\"name\":\"e\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":\"0x1b\",\"tid\":\"1b\"},{\"name\":\"f\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":\"0x2A\",\"tid\":\"2A\"}"
                                                                                        ",{\"name\":\"g\",\"ph\":\"X\",\"ts\":1000,\"dur\":4,\"pid\":7.5,\"tid\":7e0}"
                                                                                        ",{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":7,\"tid\":\"loader\",\"args\":{\"name\":\"[Image loader]\"}}]";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = fixture_load (json, strlen (json), 0, &error);

  g_assert_no_error (error);
  g_assert_true (has_thread (trace, "[Image loader]", ""));
  g_assert_true (has_thread (trace, "main", "shop"));
  g_assert_true (has_thread (trace, "", "4294967296"));
  g_assert_true (has_thread (trace, "", "4294967297"));
  g_assert_true (has_thread (trace, "1b", "0x1b"));
  g_assert_true (has_thread (trace, "2A", "0x2A"));
  g_assert_true (has_thread (trace, "", "7.5"));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/chrome/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/chrome/four-ways", test_four_ways);
  g_test_add_func ("/chrome/arguments", test_arguments);
  g_test_add_func ("/chrome/end-arguments", test_end_arguments);
  g_test_add_func ("/chrome/instant-arguments", test_instant_arguments);
  g_test_add_func ("/chrome/thread-time", test_thread_time);
  g_test_add_func ("/chrome/empty", test_empty);
  g_test_add_func ("/chrome/flows", test_flows);
  g_test_add_func ("/chrome/next-flow", test_next_flow);
  g_test_add_func ("/chrome/flow-of-instant", test_flow_of_instant);
  g_test_add_func ("/chrome/flow-at-end", test_flow_at_end);
  g_test_add_func ("/chrome/late-events", test_late_events);
  g_test_add_func ("/chrome/crossing-apart", test_crossing);
  g_test_add_func ("/chrome/many-crossing", test_many_crossing);
  g_test_add_func ("/chrome/async", test_async);
  g_test_add_func ("/chrome/async-instants", test_async_instants);
  g_test_add_func ("/chrome/counter-ids", test_counter_ids);
  g_test_add_func ("/chrome/memory", test_memory);
  g_test_add_func ("/chrome/memory-limits", test_memory_limits);
  g_test_add_func ("/chrome/counters", test_counters);
  g_test_add_func ("/chrome/fractions", test_fractions);
  g_test_add_func ("/chrome/texts-for-numbers", test_texts_for_numbers);
  g_test_add_func ("/chrome/ids", test_ids);
  return g_test_run ();
}
