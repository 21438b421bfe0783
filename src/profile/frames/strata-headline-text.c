/* strata-headline-text.c - the sentence of a headline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-headline-private.h"
#include "strata-main-span.h"
#include "strata-method-name.h"
#include "strata-method-signature.h"
#include "strata-short-text.h"
#include "strata-task-source.h"
#include "strata-trace-properties.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* The headline is one line. */
#define MAX_NAME_CHARS 40
#define MAX_APP_CHARS 60
#define MAX_LINE_CHARS 100

static char *
dup_short_name (StrataTrace *trace,
                guint32 id)
{
  g_autofree char *name = strata_method_signature_dup (strata_trace_get_string (trace, id), STRATA_SIGNATURE_SHORT);

  return strata_short_text_dup_name (name, MAX_NAME_CHARS);
}

/* "chromium" of "/usr/lib/chromium/chromium --type=renderer": command lines are long. */
static char *
dup_app_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  if (*valid == '/')
    valid[strcspn (valid, " ")] = '\0';

  return strata_short_text_dup_name (strata_trace_titles_skip_folder (valid), MAX_APP_CHARS);
}

/* The main cause in a few words, to go after a colon; "%s" is a slice. */
static const char *const phrases[STRATA_N_CAUSE_KINDS] = {
  [STRATA_CAUSE_WORK] = N_ ("busy in “%s”"),
  [STRATA_CAUSE_CPU] = N_ ("waiting for a CPU"),
  [STRATA_CAUSE_IO] = N_ ("waiting for I/O in “%s”"),
  [STRATA_CAUSE_BLOCKED] = N_ ("blocked in “%s”"),
  [STRATA_CAUSE_LOCK] = N_ ("waiting for a lock in “%s”"),
  [STRATA_CAUSE_BINDER] = N_ ("waiting for another process in “%s”"),
  [STRATA_CAUSE_GC] = N_ ("collecting garbage"),
  [STRATA_CAUSE_PREVIOUS] = N_ ("delayed by the previous frame"),
  [STRATA_CAUSE_TASK] = N_ ("delayed by “%s”"),
  [STRATA_CAUSE_RENDER] = N_ ("waiting for the render thread"),
  [STRATA_CAUSE_BUFFER] = N_ ("waiting for a free buffer"),
  [STRATA_CAUSE_GPU] = N_ ("waiting for the GPU"),
  [STRATA_CAUSE_RECLAIM] = N_ ("freeing memory"),
  [STRATA_CAUSE_SLEEP] = N_ ("asleep in “%s”"),
  [STRATA_CAUSE_OFF_CPU] = N_ ("not running in “%s”"),
  [STRATA_CAUSE_VSYNC] = N_ ("started late"),
  [STRATA_CAUSE_RENDER_LATE] = N_ ("slow on the render thread"),
  [STRATA_CAUSE_FREQUENCY] = N_ ("on a CPU below its highest frequency"),
  [STRATA_CAUSE_CLUSTER] = N_ ("on little CPUs"),
  [STRATA_CAUSE_LIMIT] = N_ ("on a CPU that was not allowed to run faster"),
  [STRATA_CAUSE_GPU_FREQUENCY] = N_ ("with the GPU at its lowest frequency"),
  [STRATA_CAUSE_KILL] = N_ ("while processes were killed for their memory"),
};

/* Returns: (nullable): the words for a cause; %NULL if it is not known, or if they would name a slice and there is none */
static char *
dup_phrase (StrataTrace *trace,
            const StrataCause *cause)
{
  const char *phrase = cause->kind == STRATA_CAUSE_WORK && cause->is_inferred ? N_ ("in “%s”, running or waiting") : phrases[cause->kind];
  g_autofree char *name = dup_short_name (trace, cause->name);

  if (phrase == NULL || (*name == '\0' && strstr (phrase, "%s") != NULL))
    return NULL;

  GString *text = g_string_new (_ (phrase));

  g_string_replace (text, "%s", name, 1);
  return g_string_free (text, FALSE);
}

/* Returns: (nullable): the largest cause in a few words, with a note that there are others if it is less than a third. */
static char *
dup_main_phrase (StrataTrace *trace,
                 const StrataCauses *causes)
{
  const StrataCause *cause = strata_causes_get_main (causes);
  g_autofree char *phrase = cause != NULL ? dup_phrase (trace, cause) : NULL;

  if (phrase == NULL || cause->total_ns >= strata_causes_get_total_ns (causes) / 3)
    return g_steal_pointer (&phrase);

  /* Translators: the largest of several reasons, such as "busy in ..." */
  return g_strdup_printf (_ ("mainly %s"), phrase);
}

/* Counts the frames with a verdict in @n_frames. Returns whether all frames have one. */
static gboolean
sum_process (const StrataFrames *frames,
             guint32 process,
             guint *n_slow,
             guint *n_frames)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);
  guint n_all = 0;

  *n_slow = 0;
  *n_frames = 0;
  for (guint i = 0; i < n_groups; i++)
    if (groups[i].process == process)
      {
        StrataFrameSummary summary;

        strata_frames_summarise (frames, i, &summary);
        *n_slow += summary.n_slow;
        *n_frames += summary.n_judged;
        n_all += summary.n_frames;
      }

  return *n_frames == n_all;
}

/* Returns: how many frames a second a game or a video had, which need not be the rate of the display; 0 for others */
static double
get_own_rate (const StrataFrames *frames,
              guint32 process)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint i = 0; i < n_groups; i++)
    if (groups[i].process == process && (groups[i].producer == STRATA_PRODUCER_UNITY || groups[i].producer == STRATA_PRODUCER_UNREAL || groups[i].producer == STRATA_PRODUCER_VIDEO))
      {
        StrataFrameSummary summary;

        strata_frames_summarise (frames, i, &summary);
        return summary.fps_mean;
      }

  return 0;
}

static char *
dup_on_time_text (const StrataFrames *frames,
                  guint32 process,
                  const char *app)
{
  guint n_slow;
  guint n_frames;
  const gboolean is_all = sum_process (frames, process, &n_slow, &n_frames);
  const double rate = get_own_rate (frames, process);
  g_autofree char *text = is_all ? g_strdup_printf (ngettext ("%u frame of %s was on time", "All %u frames of %s were on time", n_frames), n_frames, app)
                                 : g_strdup_printf (ngettext ("%u judged frame of %s was on time", "All %u judged frames of %s were on time", n_frames), n_frames, app);

  /* Translators: a sentence, a number */
  return rate > 0 ? g_strdup_printf (_ ("%s, at %.1f frames/s"), text, rate) : g_steal_pointer (&text);
}

/* A picture that was queued in time, but shown late, waited for the display to take it. */
static gint64
get_waited_ns (const StrataFrameRow *row)
{
  return row->rule == STRATA_DEADLINE_REPEAT ? MAX (strata_time_add (row->deadline_ns, row->overrun_ns) - row->end_ns, 0) : 0;
}

/* Formats when something began: to a hundredth of a second, or a thousandth of the trace if it lasts less than a second. */
static void
write_begin (StrataTrace *trace,
             gint64 begin_ns,
             char text[STRATA_UNITS_BYTES])
{
  const StrataSpan span = strata_trace_get_span (trace);
  gint64 step_ns = 1;

  while (step_ns < strata_span_get_length_ns (span) / 1000)
    step_ns *= 10;

  if (strata_span_get_length_ns (span) >= 1000000000)
    g_snprintf (text, STRATA_UNITS_BYTES, "%.2f\302\240s", (double) (begin_ns - span.begin_ns) / 1e9);
  else
    strata_units_offset (begin_ns - span.begin_ns, step_ns, text);
}

/* Formats the duration, and says what it includes if lists show a shorter one for the frame. */
static char *
dup_late_duration (const StrataFrameRow *row,
                   gint64 drawn_ns,
                   gint64 waited_ns)
{
  char own[STRATA_UNITS_BYTES];
  char duration[STRATA_UNITS_BYTES];

  strata_units_duration (strata_frame_get_duration_ns (row), own);
  strata_units_duration (drawn_ns + waited_ns, duration);
  if (waited_ns > 0)
    return g_strdup_printf (_ ("%s until it was shown"), duration);

  return g_str_equal (own, duration) ? g_strdup (duration) : g_strdup_printf (_ ("%s from its VSYNC"), duration);
}

static char *
dup_late_text (const StrataHeadline *self,
               const StrataFrames *frames,
               const char *app)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, self->frame);
  g_autofree char *phrase = dup_main_phrase (trace, causes);
  guint n_all;
  const StrataFrameRow *row = strata_frames_get (frames, &n_all) + self->frame;
  const gint64 drawn_ns = MAX (strata_causes_get_total_ns (causes), strata_frame_get_duration_ns (row));
  g_autofree char *duration = dup_late_duration (row, drawn_ns, get_waited_ns (row));
  char at[STRATA_UNITS_BYTES];
  guint n_slow;
  guint n_frames;
  const gboolean are_all = sum_process (frames, self->process, &n_slow, &n_frames);

  write_begin (trace, row->end_ns - drawn_ns, at);

  /* Translators: late frames, all frames, app, duration, time */
  g_autofree char *text = are_all ? g_strdup_printf (ngettext ("%u of %u frames of %s was late; it took %s at %s", "%u of %u frames of %s were late; the worst took %s at %s", n_slow),
                                                     n_slow, n_frames, app, duration, at)
                                  /* Translators: late frames, all frames with a verdict, app, duration, time */
                                  : g_strdup_printf (ngettext ("%u of %u judged frames of %s was late; it took %s at %s", "%u of %u judged frames of %s were late; the worst took %s at %s", n_slow),
                                                     n_slow, n_frames, app, duration, at);

  return phrase != NULL ? g_strdup_printf ("%s: %s", text, phrase) : g_steal_pointer (&text);
}

/* A slice without an end in the trace may take longer. */
static char *
dup_duration (const StrataSliceTable *slices,
              guint32 slice)
{
  char duration[STRATA_UNITS_BYTES];

  strata_units_duration (strata_slice_table_get_wall_ns (slices, slice), duration);
  return (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) != 0 ? g_strdup_printf (_ ("%s (not finished)"), duration) : g_strdup (duration);
}

/* The words for a slice. */
typedef struct
{
  char *name;     /* owned */
  char *duration; /* owned */
  char at[STRATA_UNITS_BYTES];
} Told;

static void
told_clear (Told *self)
{
  g_free (self->name);
  g_free (self->duration);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Told, told_clear)

static Told
tell_slice (StrataTrace *trace,
            guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  Told told = { .name = dup_short_name (trace, slices->name[slice]), .duration = dup_duration (slices, slice) };

  write_begin (trace, strata_slice_table_get_start_ns (slices, slice), told.at);
  return told;
}

/* Adds the main cause, and which code posted the task if its name alone does not say what it does. */
static char *
dup_whole_text (StrataTrace *trace,
                guint32 slice,
                const char *text,
                const char *phrase)
{
  g_autofree char *whole = phrase != NULL ? g_strdup_printf ("%s: %s", text, phrase) : g_strdup (text);
  g_autofree char *source = strata_task_source_dup (trace, slice);

  /* Translators: a sentence about a task, a function and its place in the source */
  return source != NULL ? g_strdup_printf (_ ("%s; posted by %s"), whole, source) : g_steal_pointer (&whole);
}

static gboolean
is_longest_task (StrataTrace *trace,
                 const StrataLongTask *tasks,
                 guint n_tasks,
                 guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 length_ns = strata_slice_table_get_wall_ns (slices, slice);
  const StrataSpan span = strata_trace_find_main_span (trace, NULL);

  for (guint i = 0; i < n_tasks; i++)
    if (strata_main_span_has_slice (span, slices, tasks[i].slice) && strata_slice_table_get_wall_ns (slices, tasks[i].slice) > length_ns)
      return FALSE;

  return TRUE;
}

/* Whether other processes have calls, too. */
static gboolean
has_others (StrataTrace *trace,
            guint32 process)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_slices > 0 && threads[tracks[i].thread].process != process)
      return TRUE;

  return FALSE;
}

/* The text says whose task this is if there are calls of others; if another app has a longer task, this is only the longest of its own. */
static char *
dup_tasks_text (const StrataHeadline *self,
                StrataTrace *trace,
                const StrataLongTask *tasks,
                guint n_tasks,
                const char *app)
{
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, self->slice);
  g_autofree char *phrase = dup_main_phrase (trace, causes);
  g_auto (Told) told = tell_slice (trace, self->slice);

  g_autofree char *text = !is_longest_task (trace, tasks, n_tasks, self->slice)
                              /* Translators: number of tasks, app, name of a task, duration, time */
                              ? g_strdup_printf (_ ("%u long tasks; the longest of %s, “%s”, took %s at %s"), n_tasks, app, told.name, told.duration, told.at)
                              : *app != '\0' && has_others (trace, self->process)
                                    /* Translators: number of tasks, name of a task, app, duration, time */
                                    ? g_strdup_printf (ngettext ("%u long task: “%s” of %s took %s at %s", "%u long tasks; the longest, “%s” of %s, took %s at %s", n_tasks), n_tasks, told.name, app, told.duration, told.at)
                                    : g_strdup_printf (ngettext ("%u long task: “%s” took %s at %s", "%u long tasks; the longest, “%s”, took %s at %s", n_tasks), n_tasks, told.name, told.duration, told.at);

  return dup_whole_text (trace, self->slice, text, phrase);
}

static gboolean
has_frames (const StrataFrames *frames,
            guint32 process)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint i = 0; i < n_groups; i++)
    if (groups[i].process == process)
      return TRUE;

  return FALSE;
}

static char *
dup_busiest_text (const StrataHeadline *self,
                  const StrataFrames *frames,
                  const char *app)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, self->slice);
  g_autofree char *phrase = dup_main_phrase (trace, causes);
  g_auto (Told) told = tell_slice (trace, self->slice);

  /* Translators: app, name of a call, duration, time */
  g_autofree char *text = has_frames (frames, self->process) ? g_strdup_printf (_ ("No frame has a known deadline; the longest call of %s, “%s”, took %s at %s"), app, told.name, told.duration, told.at)
                                                             : g_strdup_printf (_ ("No frames and no long tasks; the longest call of %s, “%s”, took %s at %s"), app, told.name, told.duration, told.at);

  return dup_whole_text (trace, self->slice, text, phrase);
}

/* "Canvas.drawCircle" of "android.graphics.Canvas.drawCircle (FFF)V": packages and signatures are long. Other parentheses belong to the
 * name, such as those of "visit (anonymous namespace)". */
static char *
dup_method_name (StrataTrace *trace,
                 guint32 id)
{
  const char *name = strata_trace_get_string (trace, id);
  const gsize package = strata_method_name_get_package_bytes (name);
  const char *begin = package > 0 ? name + package + 1 : name;
  const char *end = strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, NULL, 0) > 0 ? strstr (begin, " (") : NULL;
  g_autofree char *text = end != NULL ? g_strndup (begin, (gsize) (end - begin)) : g_strdup (begin);

  return strata_short_text_dup_name (text, MAX_NAME_CHARS);
}

static char *
dup_hot_text (StrataTrace *trace,
              const StrataHotMethod *method)
{
  g_autofree char *thread = strata_trace_titles_dup_thread_within (trace, method->thread);
  g_autofree char *name = dup_method_name (trace, strata_trace_get_slices (trace)->name[method->slice]);
  char self[STRATA_UNITS_BYTES];
  char total[STRATA_UNITS_BYTES];

  strata_units_amount (method->self_ns, strata_trace_get_unit (trace), self);
  strata_units_amount (method->total_ns, strata_trace_get_unit (trace), total);

  if (strata_trace_get_unit (trace) != NULL)
    /* Translators: a method, an amount such as "12 samples", that of all calls, a thread */
    return g_strdup_printf (_ ("“%s” itself accounts for the most: %s of %s in %s"), name, self, total, thread);
  if (method->is_waiting)
    /* Translators: a method, duration, duration of all calls, a thread */
    return g_strdup_printf (_ ("“%s”, which may only have waited, took the most time: %s of %s in %s"), name, self, total, thread);
  if (method->has_unnamed)
    /* Translators: a method, duration, duration of all calls, a thread */
    return g_strdup_printf (_ ("“%s”, including unnamed calls, took the most time: %s of %s in %s"), name, self, total, thread);

  /* Translators: a method, duration, duration of all calls, a thread */
  return method->is_cpu ? g_strdup_printf (_ ("“%s” itself took the most CPU time: %s of %s in %s"), name, self, total, thread)
                        : g_strdup_printf (_ ("“%s” itself took the most time: %s of %s in %s"), name, self, total, thread);
}

/* Adds the time of which only the outermost call is known. */
static char *
dup_root_text (StrataTrace *trace,
               const StrataHotMethod *method)
{
  g_autofree char *text = dup_hot_text (trace, method);
  g_autofree char *root = method->root != STRATA_NONE ? dup_method_name (trace, strata_trace_get_slices (trace)->name[method->root]) : NULL;
  char amount[STRATA_UNITS_BYTES];

  if (root == NULL)
    return g_steal_pointer (&text);

  strata_units_amount (method->root_ns, strata_trace_get_unit (trace), amount);
  /* Translators: a sentence about the method with the most time, an amount of time, a method */
  return g_strdup_printf (_ ("%s, besides %s in “%s” and its unnamed calls"), text, amount, root);
}

/* Own time of calls is too long if calls in them were cut. */
static gboolean
has_cut_stacks (StrataTrace *trace)
{
  const StrataDiagnostics *diagnostics = strata_trace_get_diagnostics (trace);

  return strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_DEEP_STACK) > 0 || strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_CUT_STACK) > 0;
}

static char *
dup_method_text (StrataTrace *trace,
                 const StrataHotMethod *method)
{
  g_autofree char *hot = dup_root_text (trace, method);
  char waited[STRATA_UNITS_BYTES];

  strata_units_amount (method->waited_ns, strata_trace_get_unit (trace), waited);

  /* Translators: a sentence about the method with the most time, an amount of time */
  g_autofree char *text = method->waited_ns > method->total_ns / 100 ? g_strdup_printf (_ ("%s (not counting %s of waiting and idle time)"), hot, waited) : g_steal_pointer (&hot);

  return has_cut_stacks (trace) ? g_strdup_printf (_ ("%s; stacks were cut, so this may be time of calls that are not shown"), text) : g_steal_pointer (&text);
}

static char *
dup_longest_text (StrataTrace *trace,
                  guint32 slice)
{
  g_auto (Told) told = tell_slice (trace, slice);

  /* Translators: name of a slice, duration, time */
  return g_strdup_printf (_ ("No calls were recorded; the longest slice, “%s”, took %s at %s"), told.name, told.duration, told.at);
}

static char *
dup_scheduler_text (StrataTrace *trace)
{
  const guint32 busiest = strata_headline_find_busiest_thread (trace);
  char running[STRATA_UNITS_BYTES];
  char all[STRATA_UNITS_BYTES];

  strata_units_duration (strata_trace_get_threads (trace, NULL)[busiest].running_ns, running);
  strata_units_duration (strata_span_get_length_ns (strata_trace_get_span (trace)), all);
  g_autofree char *name = strata_trace_titles_dup_thread (trace, busiest);

  /* Translators: name and id of a thread, duration, duration of the trace */
  return g_strdup_printf (_ ("No calls were recorded; the busiest thread, %s, ran for %s of %s"), name, running, all);
}

/* The name of a line is the tag and the message, without the letter of its level. */
static char *
dup_line (StrataTrace *trace,
          guint32 instant)
{
  g_autofree char *line = g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_instants (trace)->name[instant]) + 2, -1);

  line[strcspn (line, "\n")] = '\0';
  return strata_short_text_dup_name (line, MAX_LINE_CHARS);
}

static char *
dup_log_text (StrataTrace *trace)
{
  StrataHeadlineLog log;
  char at[STRATA_UNITS_BYTES];

  strata_headline_read_log (trace, &log);
  if (log.first == STRATA_NONE)
    return g_strdup_printf (ngettext ("%u log line, not marked as an error", "%u log lines, none marked as an error", log.n_lines), log.n_lines);

  g_autofree char *line = dup_line (trace, log.first);

  write_begin (trace, strata_trace_get_instants (trace)->time_ns[log.first], at);
  if (log.is_crash)
    /* Translators: number of errors, number of lines, time, text of a line */
    return g_strdup_printf (ngettext ("%u of %u log lines is an error; the first crash or hang was at %s: “%s”", "%u of %u log lines are errors; the first crash or hang was at %s: “%s”", log.n_errors), log.n_errors, log.n_lines, at, line);

  /* Translators: number of errors, number of lines, time, text of a line */
  return g_strdup_printf (ngettext ("%u of %u log lines is an error, at %s: “%s”", "%u of %u log lines are errors; the first was at %s: “%s”", log.n_errors), log.n_errors, log.n_lines, at, line);
}

static char *
dup_freeze_text (StrataTrace *trace,
                 const char *app)
{
  const char *reason = strata_trace_get_property (trace, STRATA_FREEZE_PROPERTY);

  if (reason != NULL)
    /* Translators: an app, the name of an event such as UI_BLOCK_6S */
    return g_strdup_printf (_ ("%s did not respond: %s"), app, reason);

  /* Translators: an app, a function of the kernel */
  return g_strdup_printf (_ ("No stack was sampled; in the kernel, %s was in “%s”"), app, strata_trace_get_property (trace, STRATA_FREEZE_WCHAN_PROPERTY));
}

/* Whether another process with calls has the same name, as the renderers of Chrome. */
static gboolean
has_namesake (StrataTrace *trace,
              guint32 process,
              const char *name)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);
  guint32 last = process;

  for (guint i = 0; i < n_tracks; i++)
    {
      const guint32 other = tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_slices > 0 ? threads[tracks[i].thread].process : STRATA_NONE;

      if (other == STRATA_NONE || other == process || other == last)
        continue;

      g_autofree char *other_name = dup_app_name (strata_trace_get_string (trace, processes[other].name));

      if (g_str_equal (name, other_name))
        return TRUE;
      last = other;
    }

  return FALSE;
}

/* The name of a process within a sentence, with its id if the name alone could be that of another one. */
static char *
dup_process (StrataTrace *trace,
             guint32 process)
{
  const StrataProcess *row = strata_trace_get_processes (trace, NULL) + process;
  g_autofree char *name = dup_app_name (strata_trace_get_string (trace, row->name));
  g_autofree char *pid = g_strdup_printf ("%" G_GINT64_FORMAT, row->pid);

  if (*name == '\0')
    /* Translators: the id of a process whose name is not known, within a sentence */
    return g_strdup_printf (_ ("process %s"), pid);

  return has_namesake (trace, process, name) ? g_strdup_printf ("%s %s", name, pid) : g_steal_pointer (&name);
}

/**
 * strata_headline_dup_text:
 * @self: a finding of strata_headline_find()
 * @frames: the frames that it was found in
 * @tasks: (array length=n_tasks): the tasks that it was found in
 * @n_tasks: how many there are
 *
 * Returns: (transfer full) (nullable): the finding in one sentence without a full stop, translated;
 *   %NULL if there is nothing to report
 */
char *
strata_headline_dup_text (const StrataHeadline *self,
                          const StrataFrames *frames,
                          const StrataLongTask *tasks,
                          guint n_tasks)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  g_autofree char *app = self->process != STRATA_NONE ? dup_process (trace, self->process) : self->thread != STRATA_NONE ? strata_trace_titles_dup_thread (trace, self->thread)
                                                                                                                         : g_strdup ("");

  switch (self->kind)
    {
    case STRATA_HEADLINE_NONE:
      return NULL;
    case STRATA_HEADLINE_LATE_FRAMES:
      return dup_late_text (self, frames, app);
    case STRATA_HEADLINE_LONG_TASKS:
      return dup_tasks_text (self, trace, tasks, n_tasks, app);
    case STRATA_HEADLINE_BUSIEST:
      return dup_busiest_text (self, frames, app);
    case STRATA_HEADLINE_METHOD:
      return dup_method_text (trace, &self->method);
    case STRATA_HEADLINE_SCHEDULER:
      return dup_scheduler_text (trace);
    case STRATA_HEADLINE_LONGEST:
      return dup_longest_text (trace, self->slice);
    case STRATA_HEADLINE_LOG:
      return dup_log_text (trace);
    case STRATA_HEADLINE_COUNTERS:
      return g_strdup_printf (ngettext ("Neither calls nor scheduling were recorded, only %u counter", "Neither calls nor scheduling were recorded, only %u counters", strata_headline_count_counters_alone (trace)), strata_headline_count_counters_alone (trace));
    case STRATA_HEADLINE_FREEZE:
      return dup_freeze_text (trace, app);
    case STRATA_HEADLINE_ON_TIME:
      return dup_on_time_text (frames, self->process, app);
    }

  g_assert_not_reached ();
}
