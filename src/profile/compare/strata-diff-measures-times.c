/* strata-diff-measures-times.c - measures with many times in two traces: frames, inputs, asynchronous slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-measures-private.h"

#include <math.h>

#include "strata-diff-frames.h"
#include "strata-mean-test.h"
#include "strata-name-shape.h"
#include "strata-phases.h"
#include "strata-rank-test.h"

/* Fewer times than this are not tested. */
#define LEAST_TIMES 5

/* Times, as strata_rank_test_value() encodes them. */
typedef struct
{
  char *name;
  GArray *values[STRATA_N_DIFF_SIDES];
} Lot;

static Lot *
lot_new (const char *name)
{
  Lot *lot = g_new (Lot, 1);

  lot->name = g_utf8_make_valid (name, -1);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    lot->values[side] = g_array_new (FALSE, FALSE, sizeof (guint32));
  return lot;
}

static void
lot_free (gpointer data)
{
  Lot *lot = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_unref (lot->values[side]);
  g_free (lot->name);
  g_free (lot);
}

static void
lot_add (Lot *lot,
         guint side,
         gint64 time_ns)
{
  const guint32 value = strata_rank_test_value (time_ns);

  g_array_append_val (lot->values[side], value);
}

static Lot *
find_lot (GPtrArray *lots,
          GHashTable *lot_of_name,
          const char *name)
{
  Lot *lot = g_hash_table_lookup (lot_of_name, name);

  if (lot != NULL)
    return lot;

  lot = lot_new (name);
  g_ptr_array_add (lots, lot);
  g_hash_table_insert (lot_of_name, g_strdup (name), lot);
  return lot;
}

static void
sort_values (GArray *values)
{
  g_autofree guint32 *scratch = g_new (guint32, MAX (values->len, 1));

  strata_rank_test_sort ((guint32 *) values->data, values->len, scratch);
}

static double
get_mean (const GArray *values)
{
  double sum = 0.0;

  for (guint i = 0; i < values->len; i++)
    sum += strata_rank_test_time (g_array_index (values, guint32, i));

  return values->len > 0 ? sum / values->len : NAN;
}

/* The p value of the more significant of two tests, of ranks and of means. */
static double
test_lot (const Lot *lot)
{
  const GArray *a = lot->values[STRATA_DIFF_A];
  const GArray *b = lot->values[STRATA_DIFF_B];

  if (MIN (a->len, b->len) < LEAST_TIMES)
    return NAN;

  const StrataRankTest ranks = strata_rank_test ((guint32 *) a->data, a->len, (guint32 *) b->data, b->len);
  const StrataMeanTest means = strata_mean_test ((guint32 *) a->data, a->len, (guint32 *) b->data, b->len);

  return MIN (1.0, 2.0 * MIN (ranks.p_value, means.p_value));
}

/* Figures of durations; the names of figures of a part begin with the part. */
typedef struct
{
  const char *mean;
  const char *p50;
  const char *p95;
  const char *max;
} Figures;

static const Figures whole_figures = { "mean", "p50", "p95", "max" };
static const Figures ui_figures = { "ui_mean", NULL, "ui_p95", NULL };
static const Figures render_figures = { "render_mean", NULL, "render_p95", NULL };

static void
add_rank (GArray *measures,
          StrataMeasureKind kind,
          const Lot *lot,
          const char *figure,
          double part)
{
  const double values[] = { strata_rank_test_get_percentile (lot->values[STRATA_DIFF_A], part), strata_rank_test_get_percentile (lot->values[STRATA_DIFF_B], part) };

  if (figure != NULL)
    strata_diff_measures_add (measures, kind, lot->name, figure, STRATA_MEASURE_IN_NS, values, NAN);
}

static void
add_lot (GArray *measures,
         StrataMeasureKind kind,
         const Lot *lot,
         const Figures *figures)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    sort_values (lot->values[side]);

  const double means[] = { get_mean (lot->values[STRATA_DIFF_A]), get_mean (lot->values[STRATA_DIFF_B]) };

  strata_diff_measures_add (measures, kind, lot->name, figures->mean, STRATA_MEASURE_IN_NS, means, test_lot (lot));
  add_rank (measures, kind, lot, figures->p50, 0.5);
  add_rank (measures, kind, lot, figures->p95, 0.95);
  add_rank (measures, kind, lot, figures->max, 1.0);
}

static gboolean
is_in_scope (const StrataScope *scope,
             gint64 begin_ns,
             guint32 process)
{
  return begin_ns >= scope->span.begin_ns && begin_ns < scope->span.end_ns && (scope->process == STRATA_NONE || scope->process == process);
}

/* Collects whole frames, and their parts on the UI thread and after it. */
static void
fill_frames (const StrataMeasureInput *input,
             guint side,
             guint32 group_index,
             Lot *lots[STRATA_N_FRAME_PARTS],
             double *n_judged,
             double *n_late)
{
  guint n;
  const StrataFrameGroup *group = strata_frames_get_groups (input->frames[side], &n) + group_index;
  const StrataFrameRow *rows = strata_frames_get (input->frames[side], &n) + group->first_frame;

  for (guint32 i = 0; i < group->n_frames; i++)
    {
      const StrataFrameRow *frame = &rows[i];

      if (frame->verdict == STRATA_FRAME_UNFINISHED || frame->is_repeated || !is_in_scope (&input->scopes[side], frame->begin_ns, group->process))
        continue;

      *n_judged += strata_frame_is_judged (frame);
      *n_late += strata_frame_is_slow (frame);
      for (guint part = 0; part < STRATA_N_FRAME_PARTS; part++)
        {
          const gint64 part_ns = strata_diff_frames_get_part_ns (frame, part);

          if (part_ns != STRATA_NO_TIME)
            lot_add (lots[part], side, part_ns);
        }
    }
}

static void
add_late (GArray *measures,
          const StrataDiffFrames *row,
          const double n_judged[STRATA_N_DIFF_SIDES],
          const double n_late[STRATA_N_DIFF_SIDES])
{
  double share[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    share[side] = n_judged[side] > 0.0 ? n_late[side] / n_judged[side] : NAN;

  strata_diff_measures_add (measures, STRATA_MEASURE_FRAMES, row->title, "late", STRATA_MEASURE_IN_PARTS, share, strata_diff_frames_test_late (n_judged, n_late));
}

static void
add_frames_of (GArray *measures,
               const StrataMeasureInput *input,
               const StrataDiffFrames *row)
{
  static const Figures *const figures[STRATA_N_FRAME_PARTS] = { &whole_figures, &ui_figures, &render_figures };
  Lot *lots[] = { lot_new (row->title), lot_new (row->title), lot_new (row->title) };
  double n_judged[STRATA_N_DIFF_SIDES] = { 0.0, 0.0 };
  double n_late[STRATA_N_DIFF_SIDES] = { 0.0, 0.0 };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row->group[side] != STRATA_NONE)
      fill_frames (input, side, row->group[side], lots, &n_judged[side], &n_late[side]);

  add_late (measures, row, n_judged, n_late);
  for (guint i = 0; i < G_N_ELEMENTS (lots); i++)
    {
      add_lot (measures, STRATA_MEASURE_FRAMES, lots[i], figures[i]);
      lot_free (lots[i]);
    }
}

static guint32
get_most_frames (const StrataMeasureInput *input,
                 const StrataDiffFrames *row)
{
  guint32 most = 0;
  guint n_groups;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row->group[side] != STRATA_NONE)
      most = MAX (most, strata_frames_get_groups (input->frames[side], &n_groups)[row->group[side]].n_frames);

  return most;
}

static int
compare_most_frames (gconstpointer a,
                     gconstpointer b,
                     gpointer data)
{
  const guint32 most_a = get_most_frames (data, a);
  const guint32 most_b = get_most_frames (data, b);

  return (most_a < most_b) - (most_a > most_b);
}

/* Sorts the app that draws the most frames first: it is of more interest than one that draws a clock now and then. */
static void
add_frames (GArray *measures,
            const StrataMeasureInput *input)
{
  g_autoptr (GArray) rows = strata_diff_frames_new (input->frames, input->match);

  g_array_sort_with_data (rows, compare_most_frames, (gpointer) input);
  for (guint i = 0; i < rows->len; i++)
    add_frames_of (measures, input, &g_array_index (rows, StrataDiffFrames, i));
}

/* Grouped by app: each mostly has one start, but many inputs. */
static void
add_phases (GArray *measures,
            const StrataMeasureInput *input,
            StrataPhaseKind phase_kind,
            StrataMeasureKind kind)
{
  g_autoptr (GPtrArray) lots = g_ptr_array_new_with_free_func (lot_free);
  g_autoptr (GHashTable) lot_of_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (GArray) phases = strata_phases_find (input->frames[side]);
      const StrataProcess *processes = strata_trace_get_processes (input->traces[side], NULL);

      for (guint i = 0; i < phases->len; i++)
        {
          const StrataPhase *phase = &g_array_index (phases, StrataPhase, i);

          if (phase->kind == phase_kind && phase->process != STRATA_NONE && is_in_scope (&input->scopes[side], phase->begin_ns, phase->process))
            lot_add (find_lot (lots, lot_of_name, strata_trace_get_string (input->traces[side], processes[phase->process].name)), side, phase->end_ns - phase->begin_ns);
        }
    }

  for (guint i = 0; i < lots->len; i++)
    add_lot (measures, kind, g_ptr_array_index (lots, i), &whole_figures);
}

static void
fill_async (const StrataMeasureInput *input,
            guint side,
            GPtrArray *lots,
            GHashTable *lot_of_name,
            GCancellable *cancellable)
{
  StrataTrace *trace = input->traces[side];
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autofree Lot **lot_of_string = g_new0 (Lot *, (gsize) strata_string_pool_get_n_strings (strata_trace_get_strings (trace)) + 1);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks && !g_cancellable_is_cancelled (cancellable); i++)
    for (guint32 j = tracks[i].first_slice; tracks[i].kind == STRATA_TRACK_ASYNC && j < tracks[i].first_slice + tracks[i].n_slices; j++)
      {
        const guint32 name = slices->name[j];

        if ((slices->depth_flags[j] & STRATA_SLICE_UNFINISHED) || !is_in_scope (&input->scopes[side], strata_slice_table_get_start_ns (slices, j), tracks[i].process))
          continue;
        if (lot_of_string[name] == NULL)
          {
            g_autofree char *shape = strata_name_shape_dup (strata_trace_get_string (trace, name));

            lot_of_string[name] = find_lot (lots, lot_of_name, shape);
          }
        lot_add (lot_of_string[name], side, strata_slice_table_get_wall_ns (slices, j));
      }
}

static void
add_async (GArray *measures,
           const StrataMeasureInput *input,
           GCancellable *cancellable)
{
  g_autoptr (GPtrArray) lots = g_ptr_array_new_with_free_func (lot_free);
  g_autoptr (GHashTable) lot_of_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    fill_async (input, side, lots, lot_of_name, cancellable);

  for (guint i = 0; i < lots->len; i++)
    {
      const Lot *lot = g_ptr_array_index (lots, i);
      const double n[] = { lot->values[STRATA_DIFF_A]->len, lot->values[STRATA_DIFF_B]->len };

      strata_diff_measures_add (measures, STRATA_MEASURE_ASYNC, lot->name, "n", STRATA_MEASURE_IN_ITEMS, n, NAN);
      add_lot (measures, STRATA_MEASURE_ASYNC, lot, &whole_figures);
    }
}

void
strata_diff_measures_add_times (GArray *measures,
                                const StrataMeasureInput *input,
                                GCancellable *cancellable)
{
  add_frames (measures, input);
  add_phases (measures, input, STRATA_PHASE_START_ALL, STRATA_MEASURE_START);
  add_phases (measures, input, STRATA_PHASE_INPUT, STRATA_MEASURE_INPUT);
  add_async (measures, input, cancellable);
}
