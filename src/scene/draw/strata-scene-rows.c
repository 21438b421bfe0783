/* strata-scene-rows.c - slices and CPU runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-method-signature.h"
#include "strata-scene-private.h"
#include "strata-units.h"

/* A row is a list of runs, see strata-lod-index.h. Few runs are drawn as boxes, many as a strip,
 * whose cost does not depend on their number. */

#define MAX_BOXES 24
#define MIN_GAP_WIDTH 3
#define MIN_LABEL_PX 32
#define MIN_LABEL_HEIGHT_PX 13
#define MIN_DETAIL_PX 90
#define LABEL_PADDING_PX 4
#define LABEL_BYTES 400
#define FADE_PX 28
#define N_FADE_STEPS 7

/* Narrower spans would show nothing but their outlines. */
#define MIN_OUTLINED_PX 8

/* How much of the background shows through the time that a call was switched out. */
#define PALE 0.82
#define PALE_HATCH 0.45
#define HATCH_PX 4

/* Even a run that takes hardly any of its column has to be visible. Dark fills on a dark ground fade sooner. */
#define MIN_FOLDED_ALPHA 0.55
#define MIN_FOLDED_ALPHA_DARK 0.7

static void
fill (StrataPen *pen,
      const StrataSceneRow *row,
      int begin,
      int end,
      StrataColor color)
{
  if (row->pixels == NULL)
    {
      strata_draw_list_add_box (pen->list, row->layer, (StrataBox){ pen->x + begin, row->y, end - begin, row->height, color });
      return;
    }

  for (int i = begin; i < end; i++)
    row->pixels[i] = color;
}

/* Unfinished slices have no right edge: they fade out. */
static void
fill_faded (StrataPen *pen,
            const StrataSceneRow *row,
            int begin,
            int end,
            StrataColor color)
{
  int fade = MIN (strata_pen_to_device (pen, FADE_PX), (end - begin) / 2);
  int step_begin = end - fade;

  fill (pen, row, begin, step_begin, color);
  for (int i = 1; i <= N_FADE_STEPS; i++)
    {
      int step_end = end - fade + fade * i / N_FADE_STEPS;

      if (step_end > step_begin)
        fill (pen, row, step_begin, step_end, strata_color_set_alpha (color, 1.0 - 0.9 * i / N_FADE_STEPS));
      step_begin = step_end;
    }
}

/* Whether the run does not match the search and is drawn differently for it. */
static gboolean
is_other (const StrataSceneRow *row,
          const StrataRun *run)
{
  return row->hits != NULL && !strata_search_has (row->hits->places, run->place);
}

static gboolean
is_hidden (const StrataSceneRow *row,
           const StrataRun *run)
{
  return row->pale == NULL && is_other (row, run);
}

static double
get_least_alpha (const StrataPen *pen)
{
  return pen->palette->is_dark ? MIN_FOLDED_ALPHA_DARK : MIN_FOLDED_ALPHA;
}

static void
fill_folded (StrataPen *pen,
             const StrataSceneRow *row,
             const StrataRun *run,
             StrataColor color)
{
  const double least = get_least_alpha (pen);

  fill (pen, row, run->begin, run->end, strata_color_set_alpha (color, least + (1.0 - least) * run->share));
}

/* Whether the slice is unfinished and wide enough to show it. */
static gboolean
has_open_end (const StrataPen *pen,
              const StrataSceneRow *row,
              const StrataRun *run)
{
  return run->end - run->begin > 8 && row->table->depth_flags != NULL && run->end < pen->grid.n_columns &&
         (strata_slice_table_get_flags (row->table, row->table->order[run->place]) & STRATA_SLICE_UNFINISHED) != 0;
}

static void
fill_run (StrataPen *pen,
          const StrataSceneRow *row,
          const StrataRun *run)
{
  StrataColor color = row->colors != NULL ? row->colors[run->hue] : pen->fills[run->hue];

  if (is_hidden (row, run))
    return;
  if (is_other (row, run))
    color = row->pale[run->hue];

  int gap = run->end - run->begin >= MIN_GAP_WIDTH && run->end < pen->grid.n_columns ? 1 : 0;

  if (strata_run_is_folded (run))
    {
      fill_folded (pen, row, run, color);
      return;
    }

  if (has_open_end (pen, row, run))
    fill_faded (pen, row, run->begin, run->end, color);
  else
    fill (pen, row, run->begin, run->end - gap, color);
}

/* Fills a strip without pale runs. Most runs are a column wide; whether such a one is folded is
 * unpredictable, so all are computed the same way, without a branch. */
static void
fill_runs (StrataPen *pen,
           const StrataSceneRow *row,
           const StrataRun *runs,
           gsize n_runs)
{
  const StrataColor *colors = row->colors != NULL ? row->colors : pen->fills;
  const double least = get_least_alpha (pen);
  StrataColor *pixels = row->pixels;

  for (gsize i = 0; i < n_runs; i++)
    if (runs[i].end - runs[i].begin > 1)
      fill_run (pen, row, &runs[i]);
    else
      pixels[runs[i].begin] = strata_color_set_part (colors[runs[i].hue], least + (1.0 - least) * (double) runs[i].share);
}

/* Returns the name of a slice (methods in short form) or the name of the thread of a run, or the
 * thread's id if it has no name. Texts are laid out only once each, so writing a method into a
 * buffer is its only cost per frame. */
static const char *
get_label (StrataPen *pen,
           const StrataSceneRow *row,
           guint32 slice,
           char buffer[LABEL_BYTES])
{
  guint32 name = row->table->name[slice];

  if (row->table != &pen->index->run_table)
    {
      const char *text = strata_trace_get_string (pen->trace, name);

      return strata_method_signature_write (text, STRATA_SIGNATURE_SHORT, buffer, LABEL_BYTES) > 0 ? buffer : text;
    }

  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[name];

  if (thread->name != STRATA_STRING_EMPTY)
    return strata_trace_get_string (pen->trace, thread->name);

  g_snprintf (buffer, LABEL_BYTES, "%" G_GINT64_FORMAT, thread->tid);
  return buffer;
}

static void
add_label (StrataPen *pen,
           const StrataSceneRow *row,
           const StrataRun *run)
{
  int width = run->end - run->begin;
  int padding = strata_pen_to_device (pen, LABEL_PADDING_PX);
  char duration[STRATA_UNITS_BYTES];
  char label[LABEL_BYTES];

  if (is_hidden (row, run))
    return;

  const StrataColor color = is_other (row, run) ? pen->palette->header_dim_text : pen->palette->slice_text;
  guint32 slice = row->table->order[run->place];
  gboolean has_detail = width >= strata_pen_to_device (pen, MIN_DETAIL_PX);
  StrataDrawText text = {
    .x = pen->x + run->begin + padding,
    .y = row->y,
    .width = width - 2 * padding,
    .height = row->height,
    .color = color,
    .detail_color = strata_palette_get_detail_color (pen->palette, color),
  };

  if (has_detail)
    strata_units_amount (strata_slice_table_get_wall_ns (row->table, slice), strata_trace_get_unit (strata_session_get_trace (pen->session)), duration);

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, get_label (pen, row, slice, label), has_detail ? duration : NULL);
}

/* Hatched, so that it is not mistaken for a call in a pale colour. */
static void
fade_columns (StrataPen *pen,
              const StrataSceneRow *row,
              int begin,
              int end)
{
  int hatch = MAX (strata_pen_to_device (pen, HATCH_PX), 2);

  for (int i = begin; i < end; i++)
    if (row->pixels[i] != 0)
      row->pixels[i] = strata_color_mix (row->pixels[i], pen->palette->background, i % hatch == 0 ? PALE_HATCH : PALE);
}

/* Pales the time that calls were switched out, between the columns @first and @end. */
static void
fade_switches (StrataPen *pen,
               guint32 row_index,
               const StrataSceneRow *row,
               int first,
               int end)
{
  StrataColumn runs = STRATA_COLUMN_INIT;

  strata_lod_index_walk (pen->index->switches, row_index, &pen->grid, &runs);
  for (gsize i = 0; i < runs.n; i++)
    {
      const StrataRun *run = &strata_column_at (&runs, StrataRun, i);

      if (!strata_run_is_folded (run) || run->share > 0.5f)
        fade_columns (pen, row, MAX (run->begin, first), MIN (run->end, end));
    }

  strata_column_clear (&runs);
}

static gboolean
has_switches (const StrataPen *pen,
              const StrataLodIndex *lod,
              guint32 row_index)
{
  return lod == pen->index->slices && pen->index->switches != NULL &&
         pen->index->switch_row_begin[row_index] < pen->index->switch_row_begin[row_index + 1];
}

/* Draws hits that are too narrow to win their columns, so that slices that do not match cannot hide them. */
static void
add_folded_hits (StrataPen *pen,
                 const StrataSceneRow *row,
                 guint32 row_index,
                 int first,
                 int end)
{
  strata_lod_index_walk (row->hits->lod, row_index, &pen->grid, &pen->runs);
  for (gsize i = 0; i < pen->runs.n; i++)
    {
      StrataRun run = strata_column_at (&pen->runs, StrataRun, i);

      run.begin = MAX (run.begin, first);
      run.end = MIN (run.end, end);
      if (strata_run_is_folded (&run) && run.begin < run.end)
        fill_folded (pen, row, &run, pen->fills[run.hue]);
    }
}

/* Computed once a row; %NULL if slices that do not match are hidden. */
static const StrataColor *
get_pale (const StrataPen *pen,
          StrataColor pale[STRATA_N_FILLS])
{
  if (strata_findings_get_others (strata_session_get_findings (pen->session)) == STRATA_OTHERS_HIDDEN)
    return NULL;

  for (guint8 hue = 0; hue < STRATA_N_FILLS; hue++)
    pale[hue] = strata_scene_get_pale (pen, pen->fills[hue]);

  return pale;
}

/* In high contrast, edges instead of fills show where spans begin and end. */
static void
add_outline (StrataPen *pen,
             const StrataSceneRow *row,
             const StrataRun *run)
{
  const StrataColor color = pen->palette->outline;
  const int line = strata_pen_to_device (pen, 1);
  const int x = pen->x + run->begin;
  const int width = run->end - run->begin;
  const int inside = row->height - 2 * line;

  if (strata_run_is_folded (run) || is_hidden (row, run) || width < strata_pen_to_device (pen, MIN_OUTLINED_PX) || inside <= 0)
    return;

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x, row->y, width, line, color });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x, row->y + row->height - line, width, line, color });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x, row->y + line, line, inside, color });
  if (!has_open_end (pen, row, run))
    strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x + width - line, row->y + line, line, inside, color });
}

void
strata_scene_add_row (StrataPen *pen,
                      const StrataLodIndex *lod,
                      guint32 row_index,
                      StrataSceneRow row,
                      gboolean has_labels)
{
  gboolean is_faded = has_switches (pen, lod, row_index);
  StrataColor pale[STRATA_N_FILLS];

  row.hits = lod == pen->index->slices ? strata_scene_get_hits (pen) : NULL;
  row.pale = row.hits != NULL ? get_pale (pen, pale) : NULL;

  strata_lod_index_walk (lod, row_index, &pen->grid, &pen->runs);
  if (pen->runs.n == 0)
    return;

  const StrataRun *runs = pen->runs.data;
  int first = runs[0].begin;
  int last = runs[pen->runs.n - 1].end;

  if (pen->runs.n > MAX_BOXES || is_faded)
    row.pixels = strata_draw_list_add_strip (pen->list, row.layer, pen->x + first, row.y, row.height, (guint32) (last - first)) - first;

  if (row.pixels != NULL && row.hits == NULL)
    fill_runs (pen, &row, runs, pen->runs.n);
  else
    for (gsize i = 0; i < pen->runs.n; i++)
      fill_run (pen, &row, &runs[i]);

  for (gsize i = 0; pen->palette->outline != 0 && row.colors == NULL && i < pen->runs.n; i++)
    add_outline (pen, &row, &runs[i]);

  if (is_faded)
    fade_switches (pen, row_index, &row, first, last);

  if (row.height < strata_pen_text_to_device (pen, MIN_LABEL_HEIGHT_PX))
    return;

  const int label_width = strata_pen_to_device (pen, MIN_LABEL_PX);

  for (gsize i = 0; has_labels && i < pen->runs.n; i++)
    if (runs[i].end - runs[i].begin >= label_width)
      add_label (pen, &row, &runs[i]);

  if (row.hits != NULL)
    add_folded_hits (pen, &row, row_index, first, last);
}
