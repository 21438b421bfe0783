/* strata-frames-text.c - totals of frames, and their verdicts as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-frames-private.h"
#include "strata-order.h"
#include "strata-units.h"

/* The smallest value that @percent of all values do not exceed. */
static gint64
get_percentile (const gint64 *sorted,
                guint n,
                guint percent)
{
  return n > 0 ? sorted[((guint64) n * percent + 99) / 100 - 1] : 0;
}

static gint64
get_most_frequent (gint64 *values,
                   guint n)
{
  gint64 best = 0;
  guint n_best = 0;

  qsort (values, n, sizeof *values, strata_order_i64);
  for (guint begin = 0, end; begin < n; begin = end)
    {
      for (end = begin; end < n && values[end] == values[begin];)
        end++;

      if (end - begin > n_best && values[begin] > 0)
        {
          best = values[begin];
          n_best = end - begin;
        }
    }

  return best;
}

static void
add_frame (StrataFrameSummary *summary,
           const StrataFrameRow *frame,
           guint32 index,
           gint64 *durations_ns,
           guint *n_durations)
{
  if (frame->is_repeated)
    return;

  summary->n_frames++;
  summary->n_verdicts[frame->verdict]++;
  summary->n_judged += strata_frame_is_judged (frame);
  summary->n_slow += strata_frame_is_slow (frame);
  summary->n_missed += frame->n_missed;
  if (frame->verdict == STRATA_FRAME_UNFINISHED)
    return;

  const gint64 duration_ns = strata_frame_get_duration_ns (frame);

  durations_ns[(*n_durations)++] = duration_ns;
  if (summary->longest_frame == STRATA_NONE || duration_ns > summary->longest_ns)
    {
      summary->longest_ns = duration_ns;
      summary->longest_frame = index;
    }
}

/* From begin to begin, so that a rate of few frames is not biased. Unfinished frames do not count: the trace cut them,
 * not the app. */
static double
get_fps (const StrataFrameRow *frames,
         guint n_frames)
{
  gint64 first_ns = STRATA_NO_TIME;
  gint64 last_ns = STRATA_NO_TIME;
  guint n = 0;

  for (guint i = 0; i < n_frames; i++)
    if (frames[i].verdict != STRATA_FRAME_UNFINISHED && !frames[i].is_repeated)
      {
        first_ns = n == 0 ? frames[i].begin_ns : first_ns;
        last_ns = frames[i].begin_ns;
        n++;
      }

  return n > 1 && last_ns > first_ns ? (n - 1) * 1e9 / (double) (last_ns - first_ns) : 0;
}

/**
 * strata_frames_summarise:
 * @self: frames
 * @group: index of a group
 * @summary: (out): totals of its frames
 *
 * Sums up the frames of a group.
 */
void
strata_frames_summarise (const StrataFrames *self,
                         guint32 group,
                         StrataFrameSummary *summary)
{
  const StrataFrameGroup *row = &g_array_index (self->groups, StrataFrameGroup, group);
  const StrataFrameRow *frames = &g_array_index (self->frames, StrataFrameRow, row->first_frame);
  g_autofree gint64 *durations_ns = g_new (gint64, row->n_frames);
  g_autofree gint64 *periods_ns = g_new (gint64, row->n_frames);
  guint n = 0;

  *summary = (StrataFrameSummary){ .longest_frame = STRATA_NONE };
  for (guint32 i = 0; i < row->n_frames; i++)
    {
      add_frame (summary, &frames[i], row->first_frame + i, durations_ns, &n);
      periods_ns[i] = frames[i].period_ns;
    }

  qsort (durations_ns, n, sizeof *durations_ns, strata_order_i64);
  summary->p50_ns = get_percentile (durations_ns, n, 50);
  summary->p90_ns = get_percentile (durations_ns, n, 90);
  summary->p95_ns = get_percentile (durations_ns, n, 95);
  summary->p99_ns = get_percentile (durations_ns, n, 99);
  summary->period_ns = get_most_frequent (periods_ns, row->n_frames);
  summary->fps_mean = get_fps (frames, row->n_frames);
}

/* By how late they were. Frames of apps come before those of the compositor; slow frames before the
 * rest, which are sorted longest first. */
static int
compare_badness (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const StrataFrames *self = data;
  const guint32 left_index = *(const guint32 *) a;
  const guint32 right_index = *(const guint32 *) b;
  const StrataFrameRow *left = &g_array_index (self->frames, StrataFrameRow, left_index);
  const StrataFrameRow *right = &g_array_index (self->frames, StrataFrameRow, right_index);
  const gboolean left_system = g_array_index (self->groups, StrataFrameGroup, left->group).is_system;
  const gboolean right_system = g_array_index (self->groups, StrataFrameGroup, right->group).is_system;
  const gboolean left_slow = strata_frame_is_slow (left);
  const gboolean right_slow = strata_frame_is_slow (right);
  const gint64 left_ns = left_slow && left->overrun_ns > 0 ? left->overrun_ns : 0;
  const gint64 right_ns = right_slow && right->overrun_ns > 0 ? right->overrun_ns : 0;

  if (left_system != right_system)
    return left_system - right_system;
  if (left_slow != right_slow)
    return right_slow - left_slow;
  if (left_ns != right_ns)
    return left_ns < right_ns ? 1 : -1;
  if (strata_frame_get_duration_ns (left) != strata_frame_get_duration_ns (right))
    return strata_frame_get_duration_ns (left) < strata_frame_get_duration_ns (right) ? 1 : -1;

  return (left_index > right_index) - (left_index < right_index);
}

guint32 *
strata_frames_sort_worst (const StrataFrames *self)
{
  guint32 *order = g_new (guint32, MAX (self->frames->len, 1));

  for (guint32 i = 0; i < self->frames->len; i++)
    order[i] = i;

  g_qsort_with_data (order, (int) self->frames->len, sizeof *order, compare_badness, (gpointer) self);
  return order;
}

/* Returns the indices of all frames by how late they were, worst first. */
guint32 *
strata_frames_list_worst (const StrataFrames *self)
{
  return g_memdup2 (self->worst, MAX (self->frames->len, 1) * sizeof *self->worst);
}

static const char *const verdict_ids[STRATA_N_FRAME_VERDICTS] = {
  [STRATA_FRAME_ON_TIME] = "on-time",
  [STRATA_FRAME_LATE] = "late",
  [STRATA_FRAME_VERY_LATE] = "very-late",
  [STRATA_FRAME_DROPPED] = "dropped",
  [STRATA_FRAME_UNFINISHED] = "unfinished",
  [STRATA_FRAME_UNJUDGED] = "unjudged",
};

static const char *const verdict_names[STRATA_N_FRAME_VERDICTS] = {
  [STRATA_FRAME_ON_TIME] = N_ ("On time"),
  [STRATA_FRAME_LATE] = N_ ("Late"),
  [STRATA_FRAME_VERY_LATE] = N_ ("Very late"),
  [STRATA_FRAME_DROPPED] = N_ ("Dropped"),
  [STRATA_FRAME_UNFINISHED] = N_ ("Unfinished"),
  [STRATA_FRAME_UNJUDGED] = N_ ("No deadline"),
};

/* Returns its stable name for programs. */
const char *
strata_frame_verdict_get_id (StrataFrameVerdict verdict)
{
  return verdict_ids[verdict];
}

/* Returns its name for the user, translated. */
const char *
strata_frame_verdict_get_name (StrataFrameVerdict verdict)
{
  return _ (verdict_names[verdict]);
}

/**
 * strata_deadline_rule_get_id:
 * @rule: a rule
 *
 * Returns: (transfer none): its stable name for programs
 */
const char *
strata_deadline_rule_get_id (StrataDeadlineRule rule)
{
  static const char *const ids[] = { "", "counter", "begin", "spacing", "expected-end", "system-expected-end", "repeat", "budget", "timeline" };

  return ids[rule];
}

static const char *const producer_ids[] = {
  [STRATA_PRODUCER_CHOREOGRAPHER] = "choreographer",
  [STRATA_PRODUCER_COMPOSE] = "compose",
  [STRATA_PRODUCER_ARKUI] = "arkui",
  [STRATA_PRODUCER_SYSTEM] = "system",
  [STRATA_PRODUCER_FLUTTER] = "flutter",
  [STRATA_PRODUCER_UNITY] = "unity",
  [STRATA_PRODUCER_UNREAL] = "unreal",
  [STRATA_PRODUCER_CHROME] = "chrome",
  [STRATA_PRODUCER_VIDEO] = "video",
  [STRATA_PRODUCER_OTHER] = "other",
};

/* Returns its stable name for programs. */
const char *
strata_frame_producer_get_id (StrataFrameProducer producer)
{
  return producer_ids[producer];
}

/* Describes the deadline of the app's own part; the system continues with the frame whether it was met or not. */
static char *
dup_own_deadline (const StrataFrameRow *frame,
                  const char *period)
{
  const gint64 begin_ns = frame->vsync_ns != STRATA_NO_TIME ? MIN (frame->vsync_ns, frame->begin_ns) : frame->begin_ns;
  char own[STRATA_UNITS_BYTES];

  if (frame->render_slice != STRATA_NONE || frame->end_ns <= frame->ui_end_ns)
    return g_strdup_printf (_ ("Deadline: expectedEnd of the frame’s own ReceiveVsync, %s after its VSYNC."), period);

  /* Translators: both are durations */
  return g_strdup_printf (_ ("Deadline: expectedEnd of the frame’s own ReceiveVsync, %s after its VSYNC. It applies to the application’s part, which took %s from the VSYNC; the reasons are shares of that time."),
                          period, strata_units_duration (frame->ui_end_ns - begin_ns, own));
}

/**
 * strata_frames_dup_timeline:
 * @self: frames
 * @frame: index of a frame
 * @key: "jank", "present", "prediction", "severity" or "layer"
 *
 * Returns: (transfer full) (nullable): the value in the system's frame timeline, in its words; %NULL if it has none
 */
char *
strata_frames_dup_timeline (const StrataFrames *self,
                            guint32 frame,
                            const char *key)
{
  const guint32 slice = g_array_index (self->frames, StrataFrameRow, frame).timeline_slice;
  StrataArg arg;

  if (slice == STRATA_NONE)
    return NULL;

  const guint32 attrs = strata_slice_table_get_attrs (strata_trace_get_slices (self->trace), slice);
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (self->trace), attrs);
  const char *at = args;

  while (strata_args_next (&at, &arg))
    if (strata_arg_has_key (&arg, key))
      {
        const gboolean is_quoted = arg.n_value_bytes >= 2 && arg.value[0] == '"';

        return g_strndup (arg.value + is_quoted, arg.n_value_bytes - 2 * (gsize) is_quoted);
      }

  return NULL;
}

/* Android keeps its predictions for about a tenth of a second. */
static char *
dup_no_expected (const StrataFrames *self,
                 guint32 frame)
{
  g_autofree char *prediction = strata_frames_dup_timeline (self, frame, "prediction");

  if (g_strcmp0 (prediction, "Expired Prediction") == 0)
    return g_strdup (_ ("No deadline: the system had given up its expected time for the frame."));

  return g_strdup (_ ("No deadline: the system recorded no expected time for the frame."));
}

static char *
dup_deadline (const StrataFrames *self,
              const StrataFrameRow *frame,
              guint32 index)
{
  const StrataCounter *counters = strata_trace_get_counters (self->trace, NULL);
  const char *counter = frame->counter != STRATA_NONE ? strata_trace_get_string (self->trace, counters[frame->counter].name) : "";
  char period[STRATA_UNITS_BYTES];

  strata_units_duration (frame->period_ns, period);
  switch (frame->rule)
    {
    case STRATA_DEADLINE_NONE:
      if (frame->timeline_slice != STRATA_NONE)
        return dup_no_expected (self, index);

      return g_strdup (_ ("No deadline: the trace has no VSYNC counter, and there are too few frames, or too irregular ones, to infer a period."));
    case STRATA_DEADLINE_COUNTER:
      /* Translators: the first is a duration, the second the name of a counter */
      return g_strdup_printf (_ ("Deadline: one period (%s, the median spacing) after the preceding VSYNC of counter %s."), period, counter);
    case STRATA_DEADLINE_BEGIN:
      return g_strdup_printf (_ ("Deadline: one period (%s, the median spacing of counter %s) after the start of the frame. No VSYNC was recorded before it."), period, counter);
    case STRATA_DEADLINE_SPACING:
      return g_strdup_printf (_ ("Deadline: one period (%s) after the start of the frame. The trace has no VSYNC counter; the period is inferred from the spacing of the frames."), period);
    case STRATA_DEADLINE_REPEAT:
      return *counter != '\0' ? g_strdup_printf (_ ("Deadline: the VSYNC after which the display shows the previous picture for longer than usual (%s), from counter %s."), period, counter) : g_strdup_printf (_ ("Deadline: the usual spacing of its pictures (%s)."), period);
    case STRATA_DEADLINE_BUDGET:
      return g_strdup_printf (_ ("Deadline: one period (%s) for each thread’s part of the frame."), period);
    case STRATA_DEADLINE_TIMELINE:
      return g_strdup (_ ("Deadline: the expected end of the frame in the system’s frame timeline."));
    case STRATA_DEADLINE_EXPECTED_END:
      return dup_own_deadline (frame, period);
    case STRATA_DEADLINE_SYSTEM_EXPECTED_END:
      return g_strdup_printf (_ ("Deadline: expectedEnd of the ReceiveVsync in render_service that showed the frame, %s after its VSYNC."), period);
    }

  g_assert_not_reached ();
}

/* What the system says of the time at which the picture was shown. */
static char *
dup_shown (const StrataFrameRow *frame,
           const char *present)
{
  const gboolean is_jank = frame->verdict == STRATA_FRAME_LATE || frame->verdict == STRATA_FRAME_VERY_LATE;
  const char *verdict = strata_frame_verdict_get_name (frame->verdict);

  if (g_strcmp0 (present, "Early Present") == 0)
    return g_strdup (_ ("Shown early according to the system"));
  if (g_strcmp0 (present, "Late Present") == 0 && !is_jank)
    return g_strdup (_ ("Shown late according to the system, which does not count it as jank"));
  if (g_strcmp0 (present, "Unknown Present") == 0)
    return is_jank ? g_strdup (_ ("Jank according to the system, which does not know when it was shown")) : g_strdup (_ ("No jank according to the system, which does not know when it was shown"));

  return g_strdup_printf (_ ("%s according to the system"), verdict);
}

/* A frame may be shown late that met its deadline, and vice versa. */
static char *
dup_timeline_verdict (const StrataFrames *self,
                      const StrataFrameRow *frame,
                      guint32 index,
                      const char *overrun)
{
  g_autofree char *present = strata_frames_dup_timeline (self, index, "present");
  g_autofree char *shown = dup_shown (frame, present);

  if (frame->verdict == STRATA_FRAME_DROPPED)
    return g_strdup (_ ("Dropped: the system did not show it."));
  if (frame->rule == STRATA_DEADLINE_NONE)
    return g_strdup_printf (_ ("%s."), shown);
  if (frame->overrun_ns > 0)
    return g_strdup_printf (_ ("%s; it finished %s after its deadline."), shown, overrun);
  if (frame->overrun_ns == 0)
    return g_strdup_printf (_ ("%s; it finished exactly at its deadline."), shown);

  return g_strdup_printf (_ ("%s; it finished %s before its deadline."), shown, overrun);
}

/* Whether the system says how the frame was shown, or that it was jank. */
static gboolean
is_judged_by_system (const StrataFrames *self,
                     guint32 frame)
{
  g_autofree char *present = strata_frames_dup_timeline (self, frame, "present");
  g_autofree char *jank = strata_frames_dup_timeline (self, frame, "jank");

  return g_strcmp0 (jank, "Unspecified") != 0 || (g_strcmp0 (present, "Unknown Present") != 0 && g_strcmp0 (present, "?") != 0);
}

static char *
dup_on_time (const StrataFrameRow *frame,
             const char *overrun)
{
  if (frame->overrun_ns == 0)
    return g_strdup (_ ("On time: finished exactly at its deadline."));

  return g_strdup_printf (_ ("On time: finished %s before its deadline."), overrun);
}

static char *
dup_verdict (const StrataFrames *self,
             const StrataFrameRow *frame,
             guint32 index)
{
  char text[STRATA_UNITS_BYTES];

  strata_units_duration (ABS (frame->overrun_ns), text);
  if (frame->timeline_slice != STRATA_NONE && frame->verdict < STRATA_FRAME_UNFINISHED && is_judged_by_system (self, index))
    return dup_timeline_verdict (self, frame, index, text);

  switch (frame->verdict)
    {
    case STRATA_FRAME_ON_TIME:
      return dup_on_time (frame, text);
    case STRATA_FRAME_LATE:
      return g_strdup_printf (_ ("Late: missed its deadline by %s (under one period)."), text);
    case STRATA_FRAME_VERY_LATE:
      return g_strdup_printf (_ ("Very late: missed its deadline by %s (one period or more)."), text);
    case STRATA_FRAME_DROPPED:
      return g_strdup (_ ("Dropped: render_service showed the app’s next frame instead."));
    case STRATA_FRAME_UNFINISHED:
      return g_strdup (_ ("Unfinished: part of it is outside the trace, or was lost."));
    case STRATA_FRAME_UNJUDGED:
      return g_strdup (_ ("Not evaluated."));
    }

  g_assert_not_reached ();
}

static char *
dup_jank (const StrataFrames *self,
          guint32 frame)
{
  g_autofree char *jank = strata_frames_dup_timeline (self, frame, "jank");
  g_autofree char *present = strata_frames_dup_timeline (self, frame, "present");

  if (jank == NULL)
    return NULL;

  /* Translators: the first is one kind of jank or several, the second such as "On-time Present" */
  return g_strdup_printf (_ ("Jank type reported by the system: %s (%s)."), jank, present != NULL ? present : "?");
}

/**
 * strata_frames_dup_rule:
 * @self: frames
 * @frame: index of a frame
 *
 * Returns: (transfer full): its verdict and the rule that made it, translated
 */
char *
strata_frames_dup_rule (const StrataFrames *self,
                        guint32 frame)
{
  const StrataFrameRow *row = &g_array_index (self->frames, StrataFrameRow, frame);
  g_autofree char *verdict = dup_verdict (self, row, frame);
  g_autofree char *deadline = dup_deadline (self, row, frame);
  const gboolean is_expected = row->rule == STRATA_DEADLINE_EXPECTED_END || row->rule == STRATA_DEADLINE_SYSTEM_EXPECTED_END;

  g_autofree char *jank = dup_jank (self, frame);

  if (jank != NULL)
    return g_strdup_printf ("%s\n%s\n%s", verdict, deadline, jank);
  if (!is_expected || self->clock_offset_ns == 0)
    return g_strdup_printf ("%s\n%s", verdict, deadline);

  return g_strdup_printf ("%s\n%s\n%s", verdict, deadline, _ ("It uses another clock than the trace; the offset is inferred from the frame that started soonest after its VSYNC."));
}
