/* strata-scene-hits.c - search hits on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene-private.h"

/* How much of the background shows through slices that do not match the search. */
#define DIM 0.8

#define HIT_MARK_PX 4
#define MIN_HIT_MARK_PX 2

const StrataHits *
strata_scene_get_hits (const StrataPen *pen)
{
  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (pen->session));

  if (hits == NULL || hits->n_slices == strata_trace_get_slices (pen->trace)->n_slices)
    return NULL;

  return strata_findings_get_others (strata_session_get_findings (pen->session)) != STRATA_OTHERS_SHOWN ? hits : NULL;
}

const StrataHits *
strata_scene_get_other_hits (const StrataPen *pen)
{
  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (pen->session));

  if (hits == NULL || hits->others == NULL)
    return NULL;

  return strata_findings_get_others (strata_session_get_findings (pen->session)) != STRATA_OTHERS_SHOWN ? hits : NULL;
}

StrataColor
strata_scene_get_pale (const StrataPen *pen,
                       StrataColor color)
{
  return strata_color_mix (color, pen->palette->background, DIM);
}

static gboolean
has_column_hit (const StrataPen *pen,
                const StrataHits *hits,
                int column)
{
  int begin, end;

  if (!strata_scene_get_overview_bins (pen, column, STRATA_HIT_BINS, &begin, &end))
    return FALSE;

  for (int bin = begin; bin < end; bin++)
    if (hits->bins[bin])
      return TRUE;

  return FALSE;
}

void
strata_scene_add_hit_marks (StrataPen *pen)
{
  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (pen->session));
  const int height = strata_pen_to_device (pen, HIT_MARK_PX);

  for (int begin = 0, end; hits != NULL && begin < pen->grid.n_columns; begin = end)
    {
      const gboolean has_hit = has_column_hit (pen, hits, begin);

      for (end = begin + 1; end < pen->grid.n_columns && has_column_hit (pen, hits, end) == has_hit;)
        end++;
      if (has_hit)
        strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ pen->x + begin, height / 2, MAX (end - begin, strata_pen_to_device (pen, MIN_HIT_MARK_PX)), height, pen->palette->highlight });
    }
}
