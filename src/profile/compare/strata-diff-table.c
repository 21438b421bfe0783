/* strata-diff-table.c - tables of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-table.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-private.h"
#include "strata-method-signature.h"
#include "strata-units.h"

#define FIGURES(name, kind) \
  { "a_" name, NULL, kind }, { "b_" name, NULL, kind }, { "delta_" name, NULL, kind }

static const StrataTableColumn machine_columns[] = {
  { "name", NULL, STRATA_CELL_TEXT },
  { "only_in", NULL, STRATA_CELL_TEXT },
  FIGURES ("inclusive_ns", STRATA_CELL_DURATION),
  FIGURES ("exclusive_ns", STRATA_CELL_DURATION),
  FIGURES ("cpu_ns", STRATA_CELL_DURATION),
  FIGURES ("calls", STRATA_CELL_DURATION),
  FIGURES ("mean_ns", STRATA_CELL_DURATION),
  FIGURES ("p95_ns", STRATA_CELL_DURATION),
  FIGURES ("max_ns", STRATA_CELL_DURATION),
  { "p_value", NULL, STRATA_CELL_NUMBER },
  { "verdict", NULL, STRATA_CELL_TEXT },
  { "p_adjusted", NULL, STRATA_CELL_NUMBER },
  { "effect", NULL, STRATA_CELL_NUMBER },
  { "self_p_value", NULL, STRATA_CELL_NUMBER },
  { "self_p_adjusted", NULL, STRATA_CELL_NUMBER },
  { "self_effect", NULL, STRATA_CELL_NUMBER },
  { "mean_p_adjusted", NULL, STRATA_CELL_NUMBER },
  { "tail_p_adjusted", NULL, STRATA_CELL_NUMBER },
  { "self_change_ns", NULL, STRATA_CELL_DURATION },
  { "self_change_low_ns", NULL, STRATA_CELL_DURATION },
  { "self_change_high_ns", NULL, STRATA_CELL_DURATION },
  { "note", NULL, STRATA_CELL_TEXT },
};

/* In the order of their columns. */
static const StrataDiffMetric machine_metrics[] = {
  STRATA_DIFF_INCLUSIVE,
  STRATA_DIFF_EXCLUSIVE,
  STRATA_DIFF_CPU,
  STRATA_DIFF_CALLS,
  STRATA_DIFF_MEAN,
  STRATA_DIFF_P95,
  STRATA_DIFF_MAX,
};

static const StrataTableColumn text_columns[] = {
  { "verdict", N_ ("Change"), STRATA_CELL_TEXT },
  { "delta_self", N_ ("Δ exclusive"), STRATA_CELL_FIGURE },
  { "change_self", N_ ("Δ %"), STRATA_CELL_FIGURE },
  { "delta_inclusive", N_ ("Δ inclusive"), STRATA_CELL_FIGURE },
  { "calls_a", N_ ("Calls A"), STRATA_CELL_FIGURE },
  { "calls_b", N_ ("Calls B"), STRATA_CELL_FIGURE },
  { "mean_a", N_ ("Mean A"), STRATA_CELL_DURATION },
  { "mean_b", N_ ("Mean B"), STRATA_CELL_DURATION },
  { "change_mean", N_ ("Δ %"), STRATA_CELL_FIGURE },
  { "p", N_ ("p"), STRATA_CELL_FIGURE },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

/* Whole where it is a time or a number of calls in all, else calls a unit. */
static void
write_known (StrataTable *table,
             double value)
{
  if (isnan (value))
    strata_table_unknown (table);
  else if (value == rint (value))
    strata_table_number (table, (gint64) value);
  else
    strata_table_real (table, value);
}

static void
write_time (StrataTable *table,
            double time_ns)
{
  write_known (table, isnan (time_ns) ? time_ns : rint (time_ns));
}

static void
write_only_in (StrataTable *table,
               const StrataDiffRow *row)
{
  if (row->row[STRATA_DIFF_A] == STRATA_NONE)
    strata_table_text (table, "b");
  else if (row->row[STRATA_DIFF_B] == STRATA_NONE)
    strata_table_text (table, "a");
  else
    strata_table_unknown (table);
}

static void
write_note (StrataTable *table,
            const StrataDiff *diff,
            const StrataDiffRow *row)
{
  g_autofree char *note = strata_diff_dup_note (diff, row);

  if (note != NULL)
    strata_table_text (table, note);
  else
    strata_table_unknown (table);
}

static void
write_test (StrataTable *table,
            const StrataDiffTest *test)
{
  strata_table_real (table, test->adjusted);
  strata_table_real (table, test->effect);
}

static void
write_machine_row (StrataTable *table,
                   const StrataDiff *diff,
                   const StrataDiffRow *row)
{
  strata_table_text (table, strata_diff_get_name (diff, row));
  write_only_in (table, row);

  for (guint i = 0; i < G_N_ELEMENTS (machine_metrics); i++)
    {
      void (*write) (StrataTable *, double) = machine_metrics[i] == STRATA_DIFF_CALLS ? write_known : write_time;

      write (table, strata_diff_get_value (diff, row, STRATA_DIFF_A, machine_metrics[i]));
      write (table, strata_diff_get_value (diff, row, STRATA_DIFF_B, machine_metrics[i]));
      write (table, strata_diff_get_delta (diff, row, machine_metrics[i]));
    }

  strata_table_real (table, row->total.p_value);
  strata_table_text (table, strata_diff_verdict_get_id (row->verdict));
  write_test (table, &row->total);
  strata_table_real (table, row->self.p_value);
  write_test (table, &row->self);
  strata_table_real (table, row->mean.adjusted);
  strata_table_real (table, row->tail.adjusted);
  write_time (table, row->mean_change_ns);
  write_time (table, row->mean_change_ns - row->mean_error_ns);
  write_time (table, row->mean_change_ns + row->mean_error_ns);
  write_note (table, diff, row);
}

static void
write_change (StrataTable *table,
              const StrataDiff *diff,
              const StrataDiffRow *row,
              StrataDiffMetric metric)
{
  char text[STRATA_UNITS_BYTES];
  double change_frac;

  if (strata_diff_get_change (diff, row, metric, &change_frac))
    strata_table_text (table, strata_units_change (change_frac, text));
  else
    strata_table_unknown (table);
}

static void
write_delta (StrataTable *table,
             const StrataDiff *diff,
             double delta_ns)
{
  char text[STRATA_UNITS_BYTES];

  strata_table_text (table, strata_units_amount_delta (isnan (delta_ns) ? STRATA_NO_TIME : (gint64) rint (delta_ns), strata_diff_get_unit (diff), text));
}

static void
write_text_row (StrataTable *table,
                const StrataDiff *diff,
                const StrataDiffRow *row)
{
  const StrataDiffMetric self = strata_diff_get_own_metric (diff);
  const StrataDiffMetric total = strata_diff_get_total_metric (diff);
  const char *name = strata_diff_get_name (diff, row);
  g_autofree char *readable = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);
  g_autofree char *note = strata_diff_dup_note (diff, row);

  strata_table_text (table, strata_diff_verdict_get_title (row->verdict));
  write_delta (table, diff, strata_diff_get_delta (diff, row, self));
  write_change (table, diff, row, self);
  write_delta (table, diff, strata_diff_get_delta (diff, row, total));
  write_known (table, strata_diff_get_value (diff, row, STRATA_DIFF_A, STRATA_DIFF_CALLS));
  write_known (table, strata_diff_get_value (diff, row, STRATA_DIFF_B, STRATA_DIFF_CALLS));
  write_time (table, strata_diff_get_value (diff, row, STRATA_DIFF_A, STRATA_DIFF_MEAN));
  write_time (table, strata_diff_get_value (diff, row, STRATA_DIFF_B, STRATA_DIFF_MEAN));
  write_change (table, diff, row, STRATA_DIFF_MEAN);
  strata_table_real (table, strata_diff_row_get_p (row));
  if (note != NULL)
    {
      g_autofree char *noted = g_strdup_printf ("%s  (%s)", *name != '\0' ? readable : _ ("(empty name)"), note);

      strata_table_text (table, noted);
      return;
    }

  strata_table_text (table, *name != '\0' ? readable : _ ("(empty name)"));
}

/**
 * strata_diff_table_write:
 * @output: where to write
 * @diff: a comparison
 * @style: how
 *
 * Writes the rows of a comparison.
 */
void
strata_diff_table_write (StrataOutput *output,
                         const StrataDiff *diff,
                         StrataTableStyle style)
{
  const gboolean is_text = style == STRATA_TABLE_TEXT;
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (diff, &n_rows);
  StrataTable *table = is_text ? strata_table_new (output, style, text_columns, G_N_ELEMENTS (text_columns))
                               : strata_table_new (output, style, machine_columns, G_N_ELEMENTS (machine_columns));

  for (guint i = 0; i < n_rows; i++)
    if (is_text)
      write_text_row (table, diff, &rows[i]);
    else
      write_machine_row (table, diff, &rows[i]);

  strata_table_close (table);
}

/* What a reader must know before the figures: what they are divided by, and what is too little. */
static void
write_units (StrataOutput *output,
             const StrataDiff *diff)
{
  const StrataDiffUnits units = strata_diff_get_units (diff);
  char limit[STRATA_UNITS_BYTES];

  strata_units_amount (strata_diff_get_limit_ns (diff), strata_diff_get_unit (diff), limit);
  if (units.per == STRATA_DIFF_PER_FRAME)
    strata_output_format (output, _ ("Times and calls are per frame (%.0f and %.0f frames). "), units.n[STRATA_DIFF_A], units.n[STRATA_DIFF_B]);
  else if (units.per == STRATA_DIFF_PER_SECOND)
    strata_output_format (output, _ ("Times and calls are per second (%.3f and %.3f s). "), units.n[STRATA_DIFF_A], units.n[STRATA_DIFF_B]);
  else if (units.per == STRATA_DIFF_PER_CALL)
    strata_output_text (output, _ ("Times are per call. "));
  else if (units.per == STRATA_DIFF_PER_WEIGHT)
    strata_output_format (output, _ ("The samples of B weigh %.3f times as much as those of A; its sums are scaled to those of A. "), units.n[STRATA_DIFF_B]);
  if (units.per == STRATA_DIFF_PER_TOTAL)
    return;

  /* Translators: a time follows the sums of a comparison */
  strata_output_format (output, _ ("A change matters from %s in all of A.\n"), limit);
}

static gboolean
has_news (const StrataDiff *diff)
{
  for (guint verdict = 0; verdict <= STRATA_DIFF_TOO_FEW; verdict++)
    if (strata_diff_get_n_verdicts (diff, verdict) > 0)
      return TRUE;

  return FALSE;
}

/**
 * strata_diff_table_write_summary:
 * @output: where to write
 * @diff: a comparison
 *
 * Writes a line that says how many names there are of each verdict, or that
 * nothing differs.
 */
void
strata_diff_table_write_summary (StrataOutput *output,
                                 const StrataDiff *diff)
{
  gboolean is_first = TRUE;
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  if (strata_diff_get_n_verdicts (diff, STRATA_DIFF_SAME) == n_rows)
    {
      strata_output_text (output, n_rows > 0 ? _ ("No difference: every value of B equals that of A.\n") : _ ("Neither capture has calls here.\n"));
      return;
    }

  write_units (output, diff);
  if (!has_news (diff))
    strata_output_text (output, _ ("No difference that is more than chance and large enough to matter: "));

  for (guint verdict = 0; verdict < STRATA_N_DIFF_VERDICTS; verdict++)
    {
      const guint n = strata_diff_get_n_verdicts (diff, verdict);

      if (n == 0)
        continue;

      strata_output_format (output, "%s%u %s", is_first ? "" : ", ", n, strata_diff_verdict_get_title (verdict));
      is_first = FALSE;
    }

  strata_output_char (output, '\n');
}

static const StrataTableColumn relative_columns[] = {
  { "of", N_ ("Of"), STRATA_CELL_TEXT },
  { "relation", N_ ("Relation"), STRATA_CELL_TEXT },
  { "a_inclusive_ns", N_ ("A"), STRATA_CELL_DURATION },
  { "b_inclusive_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_inclusive_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  { "a_inclusive_cpu_ns", N_ ("CPU A"), STRATA_CELL_DURATION },
  { "b_inclusive_cpu_ns", N_ ("CPU B"), STRATA_CELL_DURATION },
  { "a_calls", N_ ("Calls A"), STRATA_CELL_NUMBER },
  { "b_calls", N_ ("Calls B"), STRATA_CELL_NUMBER },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static gint64
subtract (const gint64 times_ns[STRATA_N_DIFF_SIDES])
{
  const gint64 a = times_ns[STRATA_DIFF_A];
  const gint64 b = times_ns[STRATA_DIFF_B];

  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}

/**
 * strata_diff_table_write_relatives:
 * @output: where to write
 * @diff: a comparison
 * @row: one of its rows
 * @style: how
 *
 * Writes who calls a name and whom it calls, in both.
 */
void
strata_diff_table_write_relatives (StrataOutput *output,
                                   const StrataDiff *diff,
                                   const StrataDiffRow *row,
                                   StrataTableStyle style)
{
  g_autoptr (GPtrArray) relatives = strata_diff_list_relatives (diff, row);
  StrataTable *table = strata_table_new (output, style, relative_columns, G_N_ELEMENTS (relative_columns));

  for (guint i = 0; i < relatives->len; i++)
    {
      const StrataDiffRelative *relative = g_ptr_array_index (relatives, i);

      strata_table_text (table, strata_diff_get_name (diff, row));
      strata_table_text (table, strata_relation_get_id (relative->relation));
      strata_table_number (table, relative->inclusive_ns[STRATA_DIFF_A]);
      strata_table_number (table, relative->inclusive_ns[STRATA_DIFF_B]);
      strata_table_number (table, subtract (relative->inclusive_ns));
      strata_table_number (table, relative->inclusive_cpu_ns[STRATA_DIFF_A]);
      strata_table_number (table, relative->inclusive_cpu_ns[STRATA_DIFF_B]);
      strata_table_number (table, (gint64) relative->n_calls[STRATA_DIFF_A]);
      strata_table_number (table, (gint64) relative->n_calls[STRATA_DIFF_B]);
      strata_table_text (table, relative->name != NULL ? relative->name : "");
    }

  strata_table_close (table);
}

static const StrataTableColumn thread_columns[] = {
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "a_thread", N_ ("Thread A"), STRATA_CELL_TEXT },
  { "b_thread", N_ ("Thread B"), STRATA_CELL_TEXT },
  { "a_tid", N_ ("Id A"), STRATA_CELL_DURATION },
  { "b_tid", N_ ("Id B"), STRATA_CELL_DURATION },
  { "match", N_ ("Match"), STRATA_CELL_TEXT },
  { "a_running_ns", N_ ("Running A"), STRATA_CELL_DURATION },
  { "b_running_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_running_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  { "a_runnable_ns", N_ ("Runnable A"), STRATA_CELL_DURATION },
  { "b_runnable_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_runnable_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  { "a_sleeping_ns", N_ ("Sleeping A"), STRATA_CELL_DURATION },
  { "b_sleeping_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_sleeping_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  { "a_blocked_ns", N_ ("Blocked A"), STRATA_CELL_DURATION },
  { "b_blocked_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_blocked_ns", N_ ("Δ"), STRATA_CELL_DURATION },
};

static const StrataThread *
get_thread (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
            const StrataDiffThread *thread,
            StrataDiffSide side)
{
  const guint32 index = thread->match.index[side];

  return index != STRATA_NONE ? strata_trace_get_threads (traces[side], NULL) + index : NULL;
}

static void
write_thread_name (StrataTable *table,
                   StrataTrace *trace,
                   const StrataThread *thread)
{
  if (thread != NULL)
    strata_table_text (table, strata_trace_get_string (trace, thread->name));
  else
    strata_table_unknown (table);
}

static void
write_tid (StrataTable *table,
           const StrataThread *thread,
           gboolean is_text)
{
  g_autofree char *tid = thread != NULL ? g_strdup_printf ("%" G_GINT64_FORMAT, thread->tid) : NULL;

  if (tid == NULL)
    strata_table_unknown (table);
  else if (is_text)
    strata_table_text (table, tid);
  else
    strata_table_number (table, thread->tid);
}

static const char *
get_process_name (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                  const StrataDiffThread *thread)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const StrataThread *known = get_thread (traces, thread, side);

      if (known != NULL && known->process != STRATA_NONE)
        return strata_trace_get_string (traces[side], strata_trace_get_processes (traces[side], NULL)[known->process].name);
    }

  return "";
}

/**
 * strata_diff_table_write_threads:
 * @output: where to write
 * @traces: two traces
 * @threads: (element-type StrataDiffThread): their threads
 * @style: how
 *
 * Writes what the threads did in both.
 */
void
strata_diff_table_write_threads (StrataOutput *output,
                                 StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                                 GArray *threads,
                                 StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, thread_columns, G_N_ELEMENTS (thread_columns));

  for (guint i = 0; i < threads->len; i++)
    {
      const StrataDiffThread *thread = &g_array_index (threads, StrataDiffThread, i);

      strata_table_text (table, get_process_name (traces, thread));
      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        write_thread_name (table, traces[side], get_thread (traces, thread, side));
      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        write_tid (table, get_thread (traces, thread, side), style == STRATA_TABLE_TEXT);
      strata_table_text (table, style == STRATA_TABLE_TEXT ? strata_match_reason_get_title (thread->match.reason) : strata_match_reason_get_id (thread->match.reason));

      for (guint activity = 0; activity < STRATA_N_ACTIVITIES; activity++)
        {
          strata_table_number (table, thread->time_ns[STRATA_DIFF_A][activity]);
          strata_table_number (table, thread->time_ns[STRATA_DIFF_B][activity]);
          strata_table_number (table, strata_diff_thread_get_delta (thread, activity));
        }
    }

  strata_table_close (table);
}

static const StrataTableColumn frame_columns[] = {
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "a_frames", N_ ("Frames A"), STRATA_CELL_NUMBER },
  { "b_frames", N_ ("B"), STRATA_CELL_NUMBER },
  { "a_judged", N_ ("Judged A"), STRATA_CELL_NUMBER },
  { "b_judged", N_ ("B"), STRATA_CELL_NUMBER },
  { "a_late", N_ ("Late A"), STRATA_CELL_NUMBER },
  { "b_late", N_ ("B"), STRATA_CELL_NUMBER },
  { "a_missed", N_ ("Missed A"), STRATA_CELL_NUMBER },
  { "b_missed", N_ ("B"), STRATA_CELL_NUMBER },
  { "a_p50_ns", N_ ("Median A"), STRATA_CELL_DURATION },
  { "b_p50_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_p95_ns", N_ ("95 % A"), STRATA_CELL_DURATION },
  { "b_p95_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_p99_ns", N_ ("99 % A"), STRATA_CELL_DURATION },
  { "b_p99_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_max_ns", N_ ("Longest A"), STRATA_CELL_DURATION },
  { "b_max_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "a_fps", N_ ("Per second A"), STRATA_CELL_FIGURE },
  { "b_fps", N_ ("B"), STRATA_CELL_FIGURE },
  { "late_p_value", N_ ("p of late"), STRATA_CELL_FIGURE },
};

typedef gint64 (*GetFrameFigure) (const StrataDiffFrames *row, StrataDiffSide side);

static gint64
get_n_frames (const StrataDiffFrames *row,
              StrataDiffSide side)
{
  return row->summary[side].n_frames;
}

static gint64
get_n_judged (const StrataDiffFrames *row,
              StrataDiffSide side)
{
  return row->summary[side].n_judged;
}

/* Where no frame has a deadline, nobody knows. */
static gint64
get_n_late (const StrataDiffFrames *row,
            StrataDiffSide side)
{
  return row->summary[side].n_judged > 0 ? (gint64) strata_diff_frames_get_n_late (row, side) : STRATA_NO_TIME;
}

static gint64
get_n_missed (const StrataDiffFrames *row,
              StrataDiffSide side)
{
  return row->summary[side].n_judged > 0 ? (gint64) row->summary[side].n_missed : STRATA_NO_TIME;
}

/* What a side without frames does not have is not a time of 0. */
#define FRAME_TIME(figure)                                                               \
  static gint64 get_##figure (const StrataDiffFrames *row, StrataDiffSide side)          \
  {                                                                                      \
    return row->summary[side].n_frames > 0 ? row->summary[side].figure : STRATA_NO_TIME; \
  }

FRAME_TIME (p50_ns)
FRAME_TIME (p95_ns)
FRAME_TIME (p99_ns)
FRAME_TIME (longest_ns)

static void
write_frame_figure (StrataTable *table,
                    gint64 figure)
{
  if (figure != STRATA_NO_TIME)
    strata_table_number (table, figure);
  else
    strata_table_unknown (table);
}

static void
write_frames (StrataTable *table,
              const StrataDiffFrames *row)
{
  static const GetFrameFigure getters[] = { get_n_frames, get_n_judged, get_n_late, get_n_missed, get_p50_ns, get_p95_ns, get_p99_ns, get_longest_ns };

  strata_table_text (table, row->title);
  for (guint i = 0; i < G_N_ELEMENTS (getters); i++)
    for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
      write_frame_figure (table, getters[i](row, side));

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_known (table, row->summary[side].n_frames > 0 ? row->summary[side].fps_mean : NAN);
  write_known (table, strata_diff_frames_get_late_p (row));
}

/**
 * strata_diff_table_write_frames:
 * @output: where to write
 * @frames: (element-type StrataDiffFrames): the frames of both
 * @style: how
 *
 * Writes how many frames there were, how many late, and how long they took.
 */
void
strata_diff_table_write_frames (StrataOutput *output,
                                GArray *frames,
                                StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, frame_columns, G_N_ELEMENTS (frame_columns));

  for (guint i = 0; i < frames->len; i++)
    write_frames (table, &g_array_index (frames, StrataDiffFrames, i));

  strata_table_close (table);
}

static const StrataTableColumn call_columns[] = {
  { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },
  { "change", N_ ("Change"), STRATA_CELL_TEXT },
  { "a_ts_ns", N_ ("Start A"), STRATA_CELL_TIME },
  { "b_ts_ns", N_ ("Start B"), STRATA_CELL_TIME },
  { "a_dur_ns", N_ ("A"), STRATA_CELL_DURATION },
  { "b_dur_ns", N_ ("B"), STRATA_CELL_DURATION },
  { "delta_dur_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  { "a_self_ns", N_ ("Own time A"), STRATA_CELL_DURATION },
  { "b_self_ns", N_ ("Own time B"), STRATA_CELL_DURATION },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

typedef gint64 (*GetTime) (const StrataSliceTable *slices, guint32 slice);

static void
get_times (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
           const StrataCallDiff *row,
           GetTime get,
           gint64 times_ns[STRATA_N_DIFF_SIDES])
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    times_ns[side] = row->slice[side] != STRATA_NONE ? get (strata_trace_get_slices (traces[side]), row->slice[side]) : STRATA_NO_TIME;
}

static void
write_call (StrataTable *table,
            StrataTrace *const traces[STRATA_N_DIFF_SIDES],
            const StrataCallDiff *row,
            gboolean is_text)
{
  static const GetTime getters[] = { strata_slice_table_get_start_ns, strata_slice_table_get_wall_ns, strata_slice_table_get_self_ns };
  const StrataDiffSide side = row->slice[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;
  const char *name = strata_trace_get_string (traces[side], strata_trace_get_slices (traces[side])->name[row->slice[side]]);
  g_autofree char *indented = g_strdup_printf ("%*s%s", (int) MIN (2 * row->depth, 80), "", name);
  gint64 times_ns[STRATA_N_DIFF_SIDES];

  strata_table_number (table, row->depth);
  strata_table_text (table, is_text ? strata_call_change_get_title (row->change) : strata_call_change_get_id (row->change));
  for (guint i = 0; i < G_N_ELEMENTS (getters); i++)
    {
      get_times (traces, row, getters[i], times_ns);
      strata_table_number (table, times_ns[STRATA_DIFF_A]);
      strata_table_number (table, times_ns[STRATA_DIFF_B]);
      if (i == 1)
        strata_table_number (table, subtract (times_ns));
    }

  strata_table_text (table, is_text ? indented : name);
}

/**
 * strata_diff_table_write_calls:
 * @output: where to write
 * @traces: two traces
 * @rows: (element-type StrataCallDiff): calls of both
 * @style: how
 *
 * Writes two calls and all inside them, side by side.
 */
void
strata_diff_table_write_calls (StrataOutput *output,
                               StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                               GArray *rows,
                               StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, call_columns, G_N_ELEMENTS (call_columns));

  for (guint i = 0; i < rows->len; i++)
    write_call (table, traces, &g_array_index (rows, StrataCallDiff, i), style == STRATA_TABLE_TEXT);

  strata_table_close (table);
}
