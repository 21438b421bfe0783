/* strata-diff-frame-rows.c - the table of frames in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frame-rows.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-units.h"

/* Each has a column for A and one for B. */
enum
{
  PLACE_FRAMES,
  PLACE_JUDGED,
  PLACE_LATE,
  PLACE_MISSED,
  PLACE_P50,
  PLACE_P95,
  PLACE_P99,
  PLACE_MAX,
  PLACE_FPS,
  N_PLACES,
};

enum
{
  COLUMN_THREAD,
  COLUMN_FIGURES,
  COLUMN_LATE_P = COLUMN_FIGURES + STRATA_N_DIFF_SIDES * N_PLACES,
};

#define COLUMN(place, side) (COLUMN_FIGURES + STRATA_N_DIFF_SIDES * (place) + (side))

static const StrataDiffFrames *
get_frames (const GArray *frames,
            guint row)
{
  return &g_array_index (frames, StrataDiffFrames, row);
}

/* NaN, not 0, for a side without frames, and for late frames if no frame has a deadline. */
static double
get_figure (const StrataDiffFrames *frames,
            guint place,
            StrataDiffSide side)
{
  const StrataFrameSummary *summary = &frames->summary[side];
  const gboolean is_known = place == PLACE_LATE || place == PLACE_MISSED ? summary->n_judged > 0 : summary->n_frames > 0;

  if (place == PLACE_FRAMES)
    return summary->n_frames;
  if (place == PLACE_JUDGED)
    return summary->n_judged;
  if (!is_known)
    return NAN;

  switch (place)
    {
    case PLACE_LATE:
      return strata_diff_frames_get_n_late (frames, side);
    case PLACE_MISSED:
      return summary->n_missed;
    case PLACE_P50:
      return (double) summary->p50_ns;
    case PLACE_P95:
      return (double) summary->p95_ns;
    case PLACE_P99:
      return (double) summary->p99_ns;
    case PLACE_MAX:
      return (double) summary->longest_ns;
    case PLACE_FPS:
      return summary->fps_mean;
    }

  g_return_val_if_reached (NAN);
}

static guint
get_place (guint column)
{
  return (column - COLUMN_FIGURES) / STRATA_N_DIFF_SIDES;
}

static StrataDiffSide
get_side (guint column)
{
  return (column - COLUMN_FIGURES) % STRATA_N_DIFF_SIDES;
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const StrataDiffFrames *frames = get_frames (row.data, row.number);

  if (column == COLUMN_THREAD)
    strata_cell_set_text (cell, frames->title);
  else if (column == COLUMN_LATE_P)
    strata_diff_cell_set_known (cell, strata_diff_frames_get_late_p (frames));
  else
    strata_diff_cell_set_known (cell, get_figure (frames, get_place (column), get_side (column)));

  return TRUE;
}

/* "16 (13.8 %)": how many of the judged frames were late. */
static void
show_late (StrataCell *cell,
           const StrataDiffFrames *frames,
           StrataDiffSide side)
{
  const guint n_judged = frames->summary[side].n_judged;
  const guint n_late = strata_diff_frames_get_n_late (frames, side);
  char count[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];

  if (n_judged > 0)
    strata_cell_take_text (cell, g_strdup_printf ("%s (%s)", strata_units_count (n_late, count), strata_units_share (n_late, n_judged, share)));
}

/* A side without the thread has no counts; one without finished frames has no times. */
static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffFrames *frames = get_frames (row.data, row.number);

  if (column == COLUMN_THREAD)
    return FALSE;

  if (column == COLUMN_LATE_P)
    {
      strata_diff_cell_set_p (cell, strata_diff_frames_get_late_p (frames));
      return TRUE;
    }

  const StrataDiffSide side = get_side (column);
  const StrataFrameSummary *summary = &frames->summary[side];
  const double figure = get_figure (frames, get_place (column), side);

  switch (get_place (column))
    {
    case PLACE_LATE:
      show_late (cell, frames, side);
      return TRUE;
    case PLACE_FRAMES:
      strata_diff_cell_set_count (cell, summary->n_frames > 0 ? summary->n_frames : STRATA_NO_TIME);
      return TRUE;
    case PLACE_MISSED:
      strata_diff_cell_set_count (cell, summary->n_frames > 0 ? summary->n_missed : STRATA_NO_TIME);
      return TRUE;
    case PLACE_P50:
    case PLACE_P95:
    case PLACE_P99:
    case PLACE_MAX:
      strata_diff_cell_set_amount (cell, figure > 0.0 ? strata_diff_round (figure) : STRATA_NO_TIME, NULL);
      return TRUE;
    }

  return FALSE;
}

/* Late frames sort by their share. */
static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffFrames *frames = get_frames (row.data, row.number);

  if (column == COLUMN_THREAD)
    return FALSE;

  if (column == COLUMN_LATE_P)
    strata_cell_set_real (cell, strata_diff_frames_get_late_p (frames));
  else if (get_place (column) == PLACE_LATE)
    strata_cell_set_real (cell, get_figure (frames, PLACE_LATE, get_side (column)) / frames->summary[get_side (column)].n_judged);
  else
    strata_cell_set_real (cell, get_figure (frames, get_place (column), get_side (column)));

  return TRUE;
}

#define FIGURES(place, name, kind, a, b)                                   \
  [COLUMN (place, STRATA_DIFF_A)] = { "a_" name, a, kind, .n_chars = 10 }, \
                  [COLUMN (place, STRATA_DIFF_B)] = { "b_" name, b, kind, .n_chars = 10 }

static const StrataTableColumn columns[] = {
  [COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT, .is_wide = TRUE },
  FIGURES (PLACE_FRAMES, "frames", STRATA_CELL_NUMBER, N_ ("Frames A"), N_ ("Frames B")),
  FIGURES (PLACE_JUDGED, "judged", STRATA_CELL_NUMBER, N_ ("Judged A"), N_ ("Judged B")),
  FIGURES (PLACE_LATE, "late", STRATA_CELL_NUMBER, N_ ("Late A"), N_ ("Late B")),
  FIGURES (PLACE_MISSED, "missed", STRATA_CELL_NUMBER, N_ ("Missed A"), N_ ("Missed B")),
  FIGURES (PLACE_P50, "p50_ns", STRATA_CELL_DURATION, N_ ("Median A"), N_ ("Median B")),
  FIGURES (PLACE_P95, "p95_ns", STRATA_CELL_DURATION, N_ ("95 % A"), N_ ("95 % B")),
  FIGURES (PLACE_P99, "p99_ns", STRATA_CELL_DURATION, N_ ("99 % A"), N_ ("99 % B")),
  FIGURES (PLACE_MAX, "max_ns", STRATA_CELL_DURATION, N_ ("Longest A"), N_ ("Longest B")),
  FIGURES (PLACE_FPS, "fps", STRATA_CELL_FIGURE, N_ ("Per second A"), N_ ("Per second B")),
  [COLUMN_LATE_P] = { "late_p_value", N_ ("p of late"), STRATA_CELL_FIGURE, .n_chars = 10 },
};

#define BOTH(place) COLUMN (place, STRATA_DIFF_A), COLUMN (place, STRATA_DIFF_B)

static const guint8 shown[] = { COLUMN_THREAD, BOTH (PLACE_FRAMES), BOTH (PLACE_LATE), COLUMN_LATE_P, BOTH (PLACE_MISSED), BOTH (PLACE_P50), BOTH (PLACE_P95), BOTH (PLACE_P99), BOTH (PLACE_MAX) };

const StrataRowClass strata_diff_frame_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = (GDestroyNotify) g_array_unref,
};

/* Returns a row for each thread: its frames, late frames and their durations. @frames contains
 * StrataDiffFrames. */
StrataRows *
strata_diff_frame_rows_new (GArray *frames)
{
  return strata_rows_new (&strata_diff_frame_rows_class, g_array_ref (frames), frames->len);
}

const StrataDiffFrames *
strata_diff_frame_rows_get (const StrataRows *rows,
                            guint row)
{
  return get_frames (strata_rows_get_data (rows), row);
}
