/* strata-scene-losses.c - stretches of time in which the events of a CPU are missing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

/* A hatch, which nothing else is drawn with: an idle CPU is plain, and of this one
 * nothing is known. Strips one pixel high make it, each a pixel further left, so
 * that the cost is that of the lane's pixels however many losses there are. */
#define HATCH_PX 6

static gboolean
is_before (const StrataLoss *loss,
           guint32 cpu,
           gint64 time_ns)
{
  return loss->cpu < cpu || (loss->cpu == cpu && loss->end_ns <= time_ns);
}

/* The first loss of a CPU that ends after a time, or STRATA_NONE. */
guint32
strata_scene_find_loss (StrataTrace *trace,
                        guint32 cpu,
                        gint64 time_ns)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  guint32 begin = 0;
  guint32 end = n_losses;

  while (begin < end)
    {
      guint32 middle = begin + (end - begin) / 2;

      if (is_before (&losses[middle], cpu, time_ns))
        begin = middle + 1;
      else
        end = middle;
    }

  return begin < n_losses && losses[begin].cpu == cpu ? begin : STRATA_NONE;
}

/* Marks the columns before the first switch of a CPU. Returns how many there are. */
static int
mark_begin (StrataPen *pen,
            gint64 known_ns,
            guint8 *marks)
{
  const double begin = floor (strata_grid_time_to_column (&pen->grid, strata_trace_get_span (pen->trace).begin_ns));
  const double end = floor (strata_grid_time_to_column (&pen->grid, known_ns));
  const int n_marked = (int) CLAMP (end, 0.0, pen->grid.n_columns);

  for (int i = (int) CLAMP (begin, 0.0, n_marked); i < n_marked; i++)
    marks[i] = TRUE;

  return n_marked;
}

/* Marks the columns with a loss; the shortest has one. Returns whether any is marked. */
static gboolean
mark_columns (StrataPen *pen,
              const StrataCpu *of_cpu,
              guint8 *marks)
{
  guint n_losses;
  const guint32 cpu = of_cpu->cpu;
  const StrataLoss *losses = strata_trace_get_losses (pen->trace, &n_losses);
  guint32 loss = strata_scene_find_loss (pen->trace, cpu, strata_grid_column_to_time (&pen->grid, 0));
  int n_marked = mark_begin (pen, of_cpu->known_ns, marks);

  for (; loss < n_losses && losses[loss].cpu == cpu; loss++)
    {
      double begin = floor (strata_grid_time_to_column (&pen->grid, losses[loss].begin_ns));
      double end = floor (strata_grid_time_to_column (&pen->grid, losses[loss].end_ns));

      if (begin >= pen->grid.n_columns)
        break;

      int first = (int) MAX (begin, n_marked);
      int last = (int) CLAMP (MAX (end, begin + 1), 0.0, pen->grid.n_columns);

      for (; first < last; first++)
        marks[first] = TRUE;

      n_marked = MAX (n_marked, last);
    }

  return n_marked > 0;
}

/* Hatches the columns of which the mark is set. */
void
strata_scene_add_hatch (StrataPen *pen,
                        const guint8 *marks,
                        int y,
                        int height)
{
  const guint32 n_columns = (guint32) MAX (pen->grid.n_columns, 0);
  const int period = MAX (strata_pen_to_device (pen, HATCH_PX), 3);
  const int width = MAX (period / 3, 1);

  for (int row = 0; row < height; row++)
    {
      StrataColor *pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_LINES, pen->x, y + row, 1, n_columns);

      for (guint32 i = 0; i < n_columns; i++)
        if (marks[i] && ((int) (i % (guint32) period) + row) % period < width)
          pixels[i] = pen->palette->lost;
    }
}

/* Hatches a lane where events of its CPU are missing, and before the first. */
void
strata_scene_add_losses (StrataPen *pen,
                         guint32 cpu_index,
                         int y,
                         int height)
{
  g_autofree guint8 *marks = g_new0 (guint8, (gsize) MAX (pen->grid.n_columns, 0) + 1);

  if (mark_columns (pen, &strata_trace_get_cpus (pen->trace, NULL)[cpu_index], marks))
    strata_scene_add_hatch (pen, marks, y, height);
}
