/* test-frames-timeline.c - frames timed by the system itself
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-causes.h"
#include "strata-frames.h"

#include <string.h>

#include "strata-headline.h"
#include "strata-trace-builder.h"

#define APP 10
#define MS 1000000

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

/* A slice of the timeline; those of apps have the token of the frame that displayed them. */
static void
add_slice (StrataTraceBuilder *builder,
           guint32 process,
           gint64 cookie,
           const char *lane,
           gint64 begin_ms,
           gint64 end_ms,
           const char *args)
{
  const StrataAsyncKey key = { .cookie = cookie, .process = process, .name = intern (builder, lane), .kind = STRATA_ASYNC_TRACK };
  const guint32 attrs = strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (builder), args, strlen (args));

  strata_trace_builder_begin_async (builder, &key, STRATA_NONE, begin_ms * MS, key.name, intern (builder, "token"), attrs);
  g_assert_true (strata_trace_builder_end_async (builder, &key, end_ms * MS));
}

static void
add_markers (StrataTraceBuilder *builder,
             guint32 thread)
{
  strata_trace_builder_begin_slice (builder, thread, 1 * MS, STRATA_NO_TIME, intern (builder, "Choreographer#doFrame 7"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, thread, 4 * MS, STRATA_NO_TIME, 0);
  strata_trace_builder_begin_slice (builder, thread, 21 * MS, STRATA_NO_TIME, intern (builder, "Choreographer#doFrame 8"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, thread, 24 * MS, STRATA_NO_TIME, 0);
}

/* The app draws frames 7 and 8, possibly with markers; 9 was dropped and has none. */
static StrataTrace *
make_trace (gboolean has_markers)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, APP);
  const guint32 thread = strata_trace_builder_get_thread (builder, APP);

  strata_trace_builder_set_thread_process (builder, thread, process);
  if (has_markers)
    add_markers (builder, thread);

  add_slice (builder, process, 1, "Expected Timeline", 0, 16, "token=7,display_token=1");
  add_slice (builder, process, 2, "Actual Timeline", 1, 15, "token=7,display_token=1,present=\"On-time Present\",jank=\"Buffer Stuffing\"");
  add_slice (builder, process, 3, "Expected Timeline", 20, 36, "token=8,display_token=2");
  add_slice (builder, process, 4, "Actual Timeline", 21, 39, "token=8,display_token=2,layer=main,present=\"Late Present\",jank=\"Buffer Stuffing, App Deadline Missed\"");
  add_slice (builder, process, 5, "Actual Timeline", 40, 50, "token=9,display_token=2,present=\"Dropped Frame\",jank=Unspecified");
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
assert_frame (const StrataFrames *frames,
              guint32 index,
              gint64 token,
              StrataFrameVerdict verdict,
              gint64 begin_ms,
              gint64 overrun_ms)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + index;

  g_assert_cmpuint (index, <, n_frames);
  g_assert_cmpint (row->id, ==, token);
  g_assert_cmpint (row->verdict, ==, verdict);
  g_assert_cmpint (row->begin_ns, ==, begin_ms * MS);
  g_assert_cmpint (row->overrun_ns, ==, overrun_ms * MS);
  g_assert_cmpuint (strata_frames_find_slice (frames, row->timeline_slice), ==, index);
}

/* The system's data takes precedence over the markers, which only show where the UI thread was. */
static void
test_replaces (void)
{
  g_autoptr (StrataTrace) trace = make_trace (TRUE);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  guint n_frames;
  guint n_groups;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);

  strata_frames_get_groups (frames, &n_groups);
  g_assert_cmpuint (n_frames, ==, 3);
  g_assert_cmpuint (n_groups, ==, 1);
  assert_frame (frames, 0, 7, STRATA_FRAME_ON_TIME, 1, -1);
  assert_frame (frames, 1, 8, STRATA_FRAME_LATE, 21, 3);
  assert_frame (frames, 2, 9, STRATA_FRAME_DROPPED, 40, 0);
  g_assert_cmpint (rows[1].ui_end_ns, ==, 24 * MS);
  g_assert_true (rows[1].is_joined_by_id);
  g_assert_false (rows[2].is_joined_by_id);
  g_assert_cmpint (rows[2].rule, ==, STRATA_DEADLINE_NONE);
}

/* The system's reasons are shown beside ours. */
static void
test_words (void)
{
  g_autoptr (StrataTrace) trace = make_trace (TRUE);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autofree char *jank = strata_frames_dup_timeline (frames, 1, "jank");
  g_autofree char *layer = strata_frames_dup_timeline (frames, 1, "layer");
  g_autofree char *nothing = strata_frames_dup_timeline (frames, 0, "layer");
  g_autofree char *rule = strata_frames_dup_rule (frames, 1);

  g_assert_cmpstr (jank, ==, "Buffer Stuffing, App Deadline Missed");
  g_assert_cmpstr (layer, ==, "main");
  g_assert_null (nothing);
  g_assert_nonnull (strstr (rule, "App Deadline Missed (Late Present)"));
  g_assert_nonnull (strstr (rule, "after its deadline"));
}

/* Without markers no slice is named. */
static void
test_headline (void)
{
  g_autoptr (StrataTrace) trace = make_trace (FALSE);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  StrataHeadline headline;

  strata_headline_find (&headline, frames, NULL, 0);
  g_autofree char *text = strata_headline_dup_text (&headline, frames, NULL, 0);

  g_assert_cmpint (headline.kind, ==, STRATA_HEADLINE_LATE_FRAMES);
  g_assert_nonnull (strstr (text, "2 of 3 frames of process 10 were late"));
  g_assert_null (strstr (text, "“"));
}

/* Damage may have removed the process of frames, so that no thread made them. */
static void
test_nobody (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  add_slice (builder, strata_trace_builder_get_process (builder, 0), 1, "Actual Timeline", 1, 15, "token=7,present=\"Late Present\",jank=None");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  guint n_frames;

  strata_frames_get (frames, &n_frames);
  g_assert_cmpuint (n_frames, ==, 0);
}

/* A frame that takes 10 ms in each 16 is late by a period only beyond 16; the period is not its time limit. */
static void
test_period (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, APP);
  guint n_frames;

  strata_trace_builder_set_thread_process (builder, strata_trace_builder_get_thread (builder, APP), process);
  for (gint64 i = 0; i < 12; i++)
    {
      g_autofree char *args = g_strdup_printf ("token=%" G_GINT64_FORMAT, i + 1);
      g_autofree char *actual = g_strconcat (args, ",present=\"Late Present\",jank=\"SurfaceFlinger CPU Deadline Missed\"", NULL);

      add_slice (builder, process, 2 * i + 1, "Expected Timeline", 16 * i, 16 * i + 10, args);
      add_slice (builder, process, 2 * i + 2, "Actual Timeline", 16 * i, 16 * i + (i == 5 ? 27 : 22), actual);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);

  g_assert_cmpuint (n_frames, ==, 12);
  for (guint i = 0; i < n_frames; i++)
    {
      g_assert_cmpint (rows[i].period_ns, ==, 16 * MS);
      g_assert_cmpint (rows[i].verdict, ==, i == 5 ? STRATA_FRAME_VERY_LATE : STRATA_FRAME_LATE);
    }
}

/* Two layers of one VSYNC are one frame, as late as the later one. */
static void
test_layers (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_add_thread (builder, 10);
  const guint32 process = strata_trace_builder_get_process (builder, 10);
  StrataFrameSummary summary;
  guint n_frames;

  strata_trace_builder_set_thread_process (builder, thread, process);
  add_slice (builder, process, 1, "Actual Timeline", 1, 15, "token=7,display_token=1,layer=a,present=\"On-time Present\",jank=None");
  add_slice (builder, process, 2, "Actual Timeline", 1, 25, "token=7,display_token=1,layer=b,present=\"Late Present\",jank=\"App Deadline Missed\"");
  add_slice (builder, process, 3, "Actual Timeline", 20, 35, "token=8,display_token=2,layer=a,present=\"On-time Present\",jank=None");
  add_slice (builder, process, 4, "Actual Timeline", 40, 55, "token=-1,display_token=3,layer=a,present=\"On-time Present\",jank=None");
  add_slice (builder, process, 5, "Actual Timeline", 60, 75, "token=-1,display_token=4,layer=a,present=\"On-time Present\",jank=None");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);

  strata_frames_get (frames, &n_frames);
  strata_frames_summarise (frames, 0, &summary);
  g_assert_cmpuint (n_frames, ==, 5);
  g_assert_cmpuint (summary.n_frames, ==, 4);
  g_assert_cmpuint (summary.n_judged, ==, 4);
  g_assert_cmpuint (summary.n_slow, ==, 1);
  g_assert_cmpint (summary.longest_ns, ==, 24 * MS);
}

/* Layers with the same verdict are done with the last one. Token 0 is a token, and periods may be unknown. */
static void
test_last_layer (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_add_thread (builder, 10);
  const guint32 process = strata_trace_builder_get_process (builder, 10);
  StrataFrameSummary summary;

  strata_trace_builder_set_thread_process (builder, thread, process);
  for (gint64 i = 0; i < 6; i++)
    {
      g_autofree char *args = g_strdup_printf ("token=%d,display_token=%d,layer=%d,present=\"On-time Present\",jank=None", (int) i / 3, (int) i / 3 + 100, (int) i % 3);

      add_slice (builder, process, i + 1, "Actual Timeline", i / 3 * 20 + i % 3, i / 3 * 20 + (i == 1 ? 12 : 5), args);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);

  strata_frames_summarise (frames, 0, &summary);
  g_assert_cmpuint (summary.n_frames, ==, 2);
  g_assert_cmpint (summary.longest_ns, ==, 11 * MS);
  g_assert_cmpint (summary.p50_ns, ==, 5 * MS);
  g_assert_cmpint (summary.period_ns, ==, 0);
}

/* Without recorded slices or states of a thread, its activity is unknown. */
static void
test_unknown (void)
{
  g_autoptr (StrataTrace) trace = make_trace (FALSE);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, 1);
  g_autofree char *text = strata_causes_dup_main_text (causes);
  guint n_causes;
  const StrataCause *all = strata_causes_get (causes, &n_causes);

  g_assert_cmpuint (n_causes, ==, 1);
  g_assert_cmpint (all[0].kind, ==, STRATA_CAUSE_UNKNOWN);
  g_assert_cmpstr (text, ==, "Unknown: no slices or scheduling recorded for thread 10");
}

/* A frame that should end at 16 ms, or one that the system expected no more. */
static const struct
{
  const char *present;
  const char *jank;
  const char *prediction;
  gint64 end_ms;
  StrataFrameVerdict verdict;
  const char *text;
} verdict_rows[] = {
  { "On-time", "None", "Valid", 11, STRATA_FRAME_ON_TIME, "On time according to the system; it finished 5.00\302\240ms before its deadline." },
  { "On-time", "None", "Valid", 21, STRATA_FRAME_ON_TIME, "On time according to the system; it finished 5.00\302\240ms after its deadline." },
  { "On-time", "App Resynced Jitter", "Valid", 16, STRATA_FRAME_ON_TIME, "On time according to the system; it finished exactly at its deadline." },
  { "On-time", "Unspecified", "Valid", 21, STRATA_FRAME_ON_TIME, "On time according to the system; it finished 5.00\302\240ms after its deadline." },
  { "Early", "Prediction Error", "Valid", 11, STRATA_FRAME_ON_TIME, "Shown early according to the system; it finished 5.00\302\240ms before its deadline." },
  { "Early", "Unknown Jank", "Valid", 21, STRATA_FRAME_ON_TIME, "Shown early according to the system; it finished 5.00\302\240ms after its deadline." },
  { "Late", "Prediction Error", "Valid", 11, STRATA_FRAME_LATE, "Late according to the system; it finished 5.00\302\240ms before its deadline." },
  { "Late", "App Deadline Missed", "Valid", 40, STRATA_FRAME_LATE, "Late according to the system; it finished 24.0\302\240ms after its deadline." },
  { "Late", "Unspecified", "Valid", 11, STRATA_FRAME_LATE, "Late according to the system; it finished 5.00\302\240ms before its deadline." },
  { "Late", "Buffer Stuffing", "Valid", 11, STRATA_FRAME_ON_TIME, "Shown late according to the system, which does not count it as jank; it finished 5.00\302\240ms before its deadline." },
  { "Unknown", "Unknown Jank", "Valid", 11, STRATA_FRAME_LATE, "Jank according to the system, which does not know when it was shown; it finished 5.00\302\240ms before its deadline." },
  { "Unknown", "None", "Valid", 21, STRATA_FRAME_ON_TIME, "No jank according to the system, which does not know when it was shown; it finished 5.00\302\240ms after its deadline." },
  { "Unknown", "Unspecified", "Valid", 21, STRATA_FRAME_LATE, "Late: missed its deadline by 5.00\302\240ms (under one period)." },
  { "Unknown", "Unspecified", "Valid", 11, STRATA_FRAME_ON_TIME, "On time: finished 5.00\302\240ms before its deadline." },
  { "Unknown", "Unknown Jank", "Expired", 21, STRATA_FRAME_LATE, "Jank according to the system, which does not know when it was shown.\nNo deadline: the system had given up its expected time for the frame." },
  { "Late", "SurfaceFlinger Scheduling", "Unknown", 21, STRATA_FRAME_LATE, "Late according to the system.\nNo deadline: the system recorded no expected time for the frame." },
};

/* The words are about what the system says of the picture and when the frame finished, which may differ. A regular spacing of frames does
 * not make a deadline of frames that the system judged. */
static void
test_verdicts (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 process = strata_trace_builder_get_process (builder, APP);

  strata_trace_builder_set_thread_process (builder, strata_trace_builder_get_thread (builder, APP), process);
  for (guint i = 0; i < G_N_ELEMENTS (verdict_rows); i++)
    {
      g_autofree char *token = g_strdup_printf ("token=%u,display_token=%u", i, i + 100);
      g_autofree char *args = g_strdup_printf ("%s,present=\"%s Present\",jank=\"%s\",prediction=\"%s Prediction\"", token, verdict_rows[i].present, verdict_rows[i].jank, verdict_rows[i].prediction);
      const gint64 begin_ms = 50 * i;

      if (strcmp (verdict_rows[i].prediction, "Valid") == 0)
        add_slice (builder, process, 2 * i, "Expected Timeline", begin_ms, begin_ms + 16, token);
      add_slice (builder, process, 2 * i + 1, "Actual Timeline", begin_ms, begin_ms + verdict_rows[i].end_ms, args);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  guint n_frames;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_frames);

  g_assert_cmpuint (n_frames, ==, G_N_ELEMENTS (verdict_rows));
  for (guint32 i = 0; i < n_frames; i++)
    {
      g_autofree char *rule = strata_frames_dup_rule (frames, i);

      g_test_message ("%s Present, %s: %s", verdict_rows[i].present, verdict_rows[i].jank, rule);
      g_assert_cmpint (rows[i].verdict, ==, verdict_rows[i].verdict);
      g_assert_true (g_str_has_prefix (rule, verdict_rows[i].text));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frames-timeline/replaces", test_replaces);
  g_test_add_func ("/frames-timeline/words", test_words);
  g_test_add_func ("/frames-timeline/headline", test_headline);
  g_test_add_func ("/frames-timeline/nobody", test_nobody);
  g_test_add_func ("/frames-timeline/period", test_period);
  g_test_add_func ("/frames-timeline/layers", test_layers);
  g_test_add_func ("/frames-timeline/last-layer", test_last_layer);
  g_test_add_func ("/frames-timeline/unknown", test_unknown);
  g_test_add_func ("/frames-timeline/verdicts", test_verdicts);
  return g_test_run ();
}
