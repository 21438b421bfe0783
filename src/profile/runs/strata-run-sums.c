/* strata-run-sums.c - the data of a run that is kept when its trace is freed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-sums.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-options.h"
#include "strata-name-shape.h"
#include "strata-phases.h"
#include "strata-real.h"
#include "strata-run-names.h"
#include "strata-run-test.h"
#include "strata-usage.h"

/* The digest identifies a run. */

/* Two files of one recording, one of them compressed or inside a page, have different bytes but the
 * same calls at the same ns. So the loaded data is compared: times and names of slices, states,
 * samples and counters. Two recordings never agree in all of them. */

static inline guint64
mix (guint64 digest,
     guint64 value)
{
  digest = (digest ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return digest ^ digest >> 29;
}

/* Ids of names depend on the order of reading, so the text is hashed. */
static guint64
mix_names (guint64 digest,
           StrataTrace *trace,
           const StrataSliceTable *slices)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      gpointer hash = g_hash_table_lookup (hashes, GUINT_TO_POINTER (slices->name[i]));

      if (hash == NULL)
        {
          hash = GUINT_TO_POINTER (MAX (g_str_hash (strata_trace_get_string (trace, slices->name[i])), 1));
          g_hash_table_insert (hashes, GUINT_TO_POINTER (slices->name[i]), hash);
        }

      digest = mix (digest, GPOINTER_TO_UINT (hash));
    }

  return digest;
}

/* A number that all traces of one recording share, however it was compressed; 0 for an empty trace. */
static guint64
run_digest (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataSpan span = strata_trace_get_span (trace);
  guint64 digest = mix (mix (mix (1, slices->n_slices), (guint64) span.begin_ns), (guint64) span.end_ns);

  if (slices->n_slices == 0 && states->n_states == 0 && samples->n_samples == 0)
    return 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    digest = mix (mix (digest, (guint64) slices->start_ns[i]), (guint64) strata_slice_table_get_wall_ns (slices, i));
  for (guint32 i = 0; i < states->n_states; i++)
    digest = mix (digest, (guint64) states->start_ns[i]);
  for (guint32 i = 0; i < samples->n_samples; i++)
    digest = mix (mix (digest, (guint64) samples->time_ns[i]), (guint64) (strata_samples_is_whole (samples, i) ? samples->value[i] : strata_real_to_bits (samples->real[i])));

  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    digest = mix (digest, g_str_hash (strata_trace_get_string (trace, counters[i].name)));

  digest = mix_names (digest, trace, slices);
  return MAX (digest, 1);
}

static const struct
{
  const char *id;
  const char *title;
} metrics[] = {
  [STRATA_RUN_INCLUSIVE] = { "inclusive", N_ ("Inclusive") },
  [STRATA_RUN_EXCLUSIVE] = { "exclusive", N_ ("Exclusive") },
  [STRATA_RUN_CPU] = { "cpu", N_ ("Inclusive CPU") },
  [STRATA_RUN_EXCLUSIVE_CPU] = { "exclusive-cpu", N_ ("Exclusive CPU") },
  [STRATA_RUN_CALLS] = { "calls", N_ ("Calls") },
  [STRATA_RUN_MEAN] = { "mean", N_ ("Mean") },
  [STRATA_RUN_P50] = { "p50", N_ ("Median") },
  [STRATA_RUN_P95] = { "p95", N_ ("95 %") },
  [STRATA_RUN_MAX] = { "max", N_ ("Longest") },
};

static const char *const kind_ids[] = {
  [STRATA_RUN_NAME] = "name",
  [STRATA_RUN_THREAD_NAME] = "name-thread",
  [STRATA_RUN_STATE] = "state",
  [STRATA_RUN_FRAMES] = "frames",
  [STRATA_RUN_START] = "start",
};

/* States that cost time; a sleeping thread has nothing to do. */
static const struct
{
  const char *name;
  StrataState states[3];
  guint n_states;
} activities[] = {
  { "running", { STRATA_STATE_RUNNING }, 1 },
  { "runnable", { STRATA_STATE_RUNNABLE, STRATA_STATE_PREEMPTED }, 2 },
  { "blocked", { STRATA_STATE_BLOCKED, STRATA_STATE_BLOCKED_IO, STRATA_STATE_BLOCKED_OTHER }, 3 },
};

static void
clear_row (gpointer data)
{
  g_free (((StrataRunRow *) data)->name);
}

/**
 * strata_run_sums_new:
 * @file: its name, usually the path of its file
 *
 * Returns: (transfer full): a run without rows
 */
StrataRunSums *
strata_run_sums_new (const char *file)
{
  StrataRunSums *self = g_new0 (StrataRunSums, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->file = g_strdup (file);
  self->clocks = STRATA_CLOCK_WALL;
  self->rows = g_array_new (FALSE, FALSE, sizeof (StrataRunRow));
  self->frame_times_ns = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_set_clear_func (self->rows, clear_row);
  for (guint kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    self->row_of_name[kind] = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

StrataRunSums *
strata_run_sums_ref (StrataRunSums *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_run_sums_unref (StrataRunSums *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    g_hash_table_unref (self->row_of_name[kind]);
  g_array_unref (self->rows);
  g_array_unref (self->frame_times_ns);
  g_free (self->unit);
  g_free (self->file);
  g_free (self);
}

/**
 * strata_run_sums_add:
 * @self: a run
 * @kind: what kind of row
 * @name: its name
 *
 * Returns: (transfer none): its row, created if there was none; valid until the next one is added
 */
StrataRunRow *
strata_run_sums_add (StrataRunSums *self,
                     StrataRunKind kind,
                     const char *name)
{
  gpointer known;

  if (g_hash_table_lookup_extended (self->row_of_name[kind], name, NULL, &known))
    return &g_array_index (self->rows, StrataRunRow, GPOINTER_TO_UINT (known));

  StrataRunRow row = { .kind = kind, .name = g_strdup (name) };

  for (guint metric = 0; metric < STRATA_N_RUN_METRICS; metric++)
    row.values[metric] = NAN;

  g_hash_table_insert (self->row_of_name[kind], row.name, GUINT_TO_POINTER (self->rows->len));
  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, StrataRunRow, self->rows->len - 1);
}

/**
 * strata_run_sums_find:
 * @self: a run
 * @kind: what kind of row
 * @name: its name
 *
 * Returns: (transfer none) (nullable): its row
 */
const StrataRunRow *
strata_run_sums_find (const StrataRunSums *self,
                      StrataRunKind kind,
                      const char *name)
{
  gpointer row;

  return g_hash_table_lookup_extended (self->row_of_name[kind], name, NULL, &row) ? &g_array_index (self->rows, StrataRunRow, GPOINTER_TO_UINT (row)) : NULL;
}

/**
 * strata_run_sums_get:
 * @self: a run
 * @kind: what kind of row
 * @name: its name
 * @metric: which figure
 *
 * Returns: the figure; NaN if the run does not have it
 */
double
strata_run_sums_get (const StrataRunSums *self,
                     StrataRunKind kind,
                     const char *name,
                     StrataRunMetric metric)
{
  const StrataRunRow *row = strata_run_sums_find (self, kind, name);

  return row != NULL ? row->values[metric] : NAN;
}

/**
 * strata_run_sums_get_frame_time:
 * @self: a run
 * @part: a share of the finished frames, 0 to 1
 *
 * Returns: the time in ns that this share of them does not exceed, by rank; NaN without frames
 */
double
strata_run_sums_get_frame_time (const StrataRunSums *self,
                                double part)
{
  const guint n = self->frame_times_ns->len;

  return n > 0 ? g_array_index (self->frame_times_ns, double, (guint) CLAMP (ceil (part * n) - 1.0, 0.0, n - 1.0)) : NAN;
}

static void
add_figure (StrataRunSums *self,
            StrataRunKind kind,
            const char *name,
            double value)
{
  strata_run_sums_add (self, kind, name)->values[STRATA_RUN_INCLUSIVE] = value;
}

/**
 * strata_run_sums_set_frames:
 * @self: a run
 * @n_frames: frames of apps
 * @n_judged: how many of them were judged
 * @n_late: how many of those were late
 * @times_ns: (array length=n_times): how long each finished frame took, in any order
 * @n_times: how many
 *
 * Keeps the frames, and adds the rows of their figures.
 */
void
strata_run_sums_set_frames (StrataRunSums *self,
                            guint n_frames,
                            guint n_judged,
                            guint n_late,
                            const double *times_ns,
                            guint n_times)
{
  self->n_frames = n_frames;
  self->n_judged = n_judged;
  self->n_late = n_late;
  g_array_set_size (self->frame_times_ns, 0);
  g_array_append_vals (self->frame_times_ns, times_ns, n_times);
  strata_run_test_sort ((double *) (gpointer) self->frame_times_ns->data, n_times);

  if (n_judged > 0)
    add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_LATE, (double) n_late / n_judged);
  if (n_times == 0)
    return;

  add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P50, strata_run_sums_get_frame_time (self, 0.5));
  add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P90, strata_run_sums_get_frame_time (self, 0.9));
  add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P95, strata_run_sums_get_frame_time (self, 0.95));
  add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P99, strata_run_sums_get_frame_time (self, 0.99));
  add_figure (self, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_MAX, strata_run_sums_get_frame_time (self, 1.0));
}

static void
add_thread (StrataRunSums *self,
            StrataTrace *trace,
            const StrataUsageRow *usage)
{
  g_autofree char *role = strata_run_names_dup_role (trace, usage->index);

  for (guint i = 0; i < G_N_ELEMENTS (activities); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s: %s", role, activities[i].name);
      double *value = &strata_run_sums_add (self, STRATA_RUN_STATE, name)->values[STRATA_RUN_INCLUSIVE];

      for (guint j = 0; j < activities[i].n_states; j++)
        *value = (isnan (*value) ? 0.0 : *value) + (double) usage->states_ns[activities[i].states[j]];
    }
}

static gboolean
add_threads (StrataRunSums *self,
             StrataTrace *trace,
             const StrataScope *scope,
             GCancellable *cancellable)
{
  g_autoptr (StrataUsage) usage = strata_usage_new (trace, scope->span, cancellable);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint n_rows;

  if (usage == NULL)
    return FALSE;

  const StrataUsageRow *rows = strata_usage_get_threads (usage, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if ((scope->thread == STRATA_NONE || scope->thread == rows[i].index) && (scope->process == STRATA_NONE || scope->process == threads[rows[i].index].process))
      add_thread (self, trace, &rows[i]);

  return TRUE;
}

/**
 * strata_run_sums_count_frames:
 * @self: a run
 * @frames: the frames of its trace
 * @scope: the scope of the frames that count
 *
 * Replaces the sums of frames by those of these frames.
 */
void
strata_run_sums_count_frames (StrataRunSums *self,
                              const StrataFrames *frames,
                              const StrataScope *scope)
{
  g_autoptr (GArray) times_ns = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_all;
  guint n_frames = 0;
  guint n_judged = 0;
  guint n_late = 0;
  const StrataFrameRow *rows = strata_frames_get (frames, &n_all);

  for (guint i = 0; i < n_all; i++)
    {
      const StrataFrameRow *frame = &rows[i];
      const double time_ns = (double) strata_frame_get_duration_ns (frame);

      if (frame->is_repeated || !strata_diff_options_has_frame (frames, frame, scope))
        continue;

      n_frames++;
      n_judged += strata_frame_is_judged (frame);
      n_late += strata_frame_is_slow (frame);
      if (frame->verdict != STRATA_FRAME_UNFINISHED)
        g_array_append_val (times_ns, time_ns);
    }

  strata_run_sums_set_frames (self, n_frames, n_judged, n_late, (const double *) (gpointer) times_ns->data, times_ns->len);
}

/* A step that occurs several times in a capture counts with its mean. */
static void
add_starts (StrataRunSums *self,
            StrataTrace *trace,
            const StrataFrames *frames,
            const StrataScope *scope)
{
  g_autoptr (GArray) phases = strata_phases_find (frames);

  for (guint i = 0; i < phases->len; i++)
    {
      const StrataPhase *phase = &g_array_index (phases, StrataPhase, i);
      const char *app = phase->process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[phase->process].name) : "";

      if (phase->kind == STRATA_PHASE_INPUT || phase->begin_ns < scope->span.begin_ns || phase->begin_ns >= scope->span.end_ns || (scope->process != STRATA_NONE && scope->process != phase->process))
        continue;

      g_autofree char *step = phase->kind == STRATA_PHASE_START_ALL ? g_strdup ("all") : strata_name_shape_dup (strata_trace_get_string (trace, phase->name));
      g_autofree char *name = g_strdup_printf ("%s: %s", app, step);
      StrataRunRow *row = strata_run_sums_add (self, STRATA_RUN_START, name);
      const double n = isnan (row->values[STRATA_RUN_CALLS]) ? 0.0 : row->values[STRATA_RUN_CALLS];
      const double sum = n > 0.0 ? row->values[STRATA_RUN_INCLUSIVE] * n : 0.0;

      row->values[STRATA_RUN_INCLUSIVE] = (sum + (double) (phase->end_ns - phase->begin_ns)) / (n + 1.0);
      row->values[STRATA_RUN_CALLS] = n + 1.0;
    }
}

/* From the capture if it contains the date, else the date of its file, which was written when it was recorded. */
static gint64
find_recorded_us (const char *file,
                  StrataTrace *trace,
                  gboolean *is_date_of_file)
{
  const gint64 start_us = strata_trace_get_start_time_us (trace);

  *is_date_of_file = start_us <= 0;
  if (start_us > 0)
    return start_us;

  g_autoptr (GFile) path = g_file_new_for_path (file);
  g_autoptr (GFileInfo) info = g_file_query_info (path, G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr (GDateTime) time = info != NULL ? g_file_info_get_modification_date_time (info) : NULL;

  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC + g_date_time_get_microsecond (time) : 0;
}

/**
 * strata_run_sums_new_of_trace:
 * @file: the path of its file
 * @trace: the trace, which may be freed afterwards
 * @scope: its scope
 * @cancellable: (nullable): stops it
 *
 * Sums a run. Any thread may call it.
 *
 * Returns: (transfer full): the run, or %NULL if it was cancelled
 */
StrataRunSums *
strata_run_sums_new_of_trace (const char *file,
                              StrataTrace *trace,
                              const StrataScope *scope,
                              GCancellable *cancellable)
{
  g_autoptr (StrataRunSums) self = strata_run_sums_new (file);
  g_autoptr (StrataFrames) frames = NULL;

  self->digest = run_digest (trace);
  self->clocks = strata_trace_get_clocks (trace);
  self->unit = g_strdup (strata_trace_get_unit (trace));
  self->seconds = self->unit == NULL ? (double) (scope->span.end_ns - scope->span.begin_ns) / 1e9 : NAN;
  self->recorded_us = find_recorded_us (file, trace, &self->is_date_of_file);
  if (!strata_run_names_add (self, trace, scope, cancellable) || !add_threads (self, trace, scope, cancellable))
    return NULL;

  frames = strata_frames_new (trace, cancellable);
  if (frames == NULL || g_cancellable_is_cancelled (cancellable))
    return NULL;

  strata_run_sums_count_frames (self, frames, scope);
  add_starts (self, trace, frames, scope);
  return g_steal_pointer (&self);
}

/* Returns its stable name for programs. */
const char *
strata_run_kind_get_id (StrataRunKind kind)
{
  return kind_ids[kind];
}

/* Whether it is about calls, on all threads or on those of a role. */
gboolean
strata_run_kind_is_name (StrataRunKind kind)
{
  return kind == STRATA_RUN_NAME || kind == STRATA_RUN_THREAD_NAME;
}

/**
 * strata_run_metric_parse:
 * @text: an id such as "mean"
 * @metric: (out): the parsed metric
 *
 * Returns: %FALSE if there is no such id
 */
gboolean
strata_run_metric_parse (const char *text,
                         StrataRunMetric *metric)
{
  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    if (g_str_equal (metrics[i].id, text))
      {
        *metric = i;
        return TRUE;
      }

  return FALSE;
}

/* Returns its stable name for programs. */
const char *
strata_run_metric_get_id (StrataRunMetric metric)
{
  return metrics[metric].id;
}

/* Returns its name for the user, translated. */
const char *
strata_run_metric_get_title (StrataRunMetric metric)
{
  return _ (metrics[metric].title);
}

/* Whether it grows with the length of the run; other metrics are of single calls. */
gboolean
strata_run_metric_is_sum (StrataRunMetric metric)
{
  return metric <= STRATA_RUN_CALLS;
}
