/* strata-session-phases.c - what people waited for in a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-session-frames.h"
#include "strata-session-private.h"
#include "strata-units.h"

/* A start stands above its steps, and inputs that overlap stand below one another:
 * each goes into the first row that is free by then. */

/* What does not find room stands over others in the last row. */
#define MOST_ROWS 6

static void
phase_rows_clear (gpointer data)
{
  g_ptr_array_unref (((StrataPhaseRows *) data)->rows);
}

/* By begin; what is longer first, so that a start is above its steps. */
static int
compare_phases (gconstpointer a,
                gconstpointer b)
{
  const StrataPhase *left = a;
  const StrataPhase *right = b;

  if (left->begin_ns != right->begin_ns)
    return left->begin_ns < right->begin_ns ? -1 : 1;

  return (left->end_ns < right->end_ns) - (left->end_ns > right->end_ns);
}

static StrataPhaseRows *
get_rows (StrataFramesView *view,
          guint32 process)
{
  for (guint i = 0; i < view->phase_rows->len; i++)
    if (g_array_index (view->phase_rows, StrataPhaseRows, i).process == process)
      return &g_array_index (view->phase_rows, StrataPhaseRows, i);

  const StrataPhaseRows rows = { process, g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref) };

  g_array_append_val (view->phase_rows, rows);
  return &g_array_index (view->phase_rows, StrataPhaseRows, view->phase_rows->len - 1);
}

static void
add_to_row (StrataFramesView *view,
            guint32 index)
{
  const StrataPhase *phases = (const StrataPhase *) (gpointer) view->phases->data;
  GPtrArray *rows = get_rows (view, phases[index].process)->rows;
  guint row = 0;

  for (; row < rows->len; row++)
    {
      const GArray *others = g_ptr_array_index (rows, row);

      if (phases[g_array_index (others, guint32, others->len - 1)].end_ns <= phases[index].begin_ns)
        break;
    }

  if (row >= MOST_ROWS)
    row = MOST_ROWS - 1;
  if (row == rows->len)
    g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (guint32)));

  g_array_append_val (g_ptr_array_index (rows, row), index);
}

/* Frames are known by then. */
void
strata_session_find_phases (StrataSession *self)
{
  StrataFramesView *view = strata_session_get_frames_view (self);

  view->phases = strata_phases_find (view->frames);
  g_array_sort (view->phases, compare_phases);
  view->phase_rows = g_array_new (FALSE, FALSE, sizeof (StrataPhaseRows));
  g_array_set_clear_func (view->phase_rows, phase_rows_clear);
  for (guint32 i = 0; i < view->phases->len; i++)
    if (g_array_index (view->phases, StrataPhase, i).process != STRATA_NONE)
      add_to_row (view, i);
}

/* Gives the lanes of phases their rows; none while frames were not looked for. */
void
strata_session_show_phase_lanes (StrataSession *self,
                                 StrataLanes *lanes)
{
  const GArray *all = strata_session_get_frames_view (self)->phase_rows;

  for (guint i = 0; all != NULL && i < all->len; i++)
    strata_lanes_set_rows (lanes, STRATA_LANE_PHASES, g_array_index (all, StrataPhaseRows, i).process, g_array_index (all, StrataPhaseRows, i).rows->len);
}

/**
 * strata_session_get_phases:
 * @self: the session
 * @n_phases: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_phases): what people waited for, by begin
 */
const StrataPhase *
strata_session_get_phases (StrataSession *self,
                           guint *n_phases)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  const GArray *phases = strata_session_get_frames_view (self)->phases;

  *n_phases = phases != NULL ? phases->len : 0;
  return phases != NULL ? (const StrataPhase *) (gpointer) phases->data : NULL;
}

/**
 * strata_session_select_phase:
 * @self: the session
 * @phase: index of a phase
 *
 * Shows all of it, and selects the slice that it begins with.
 */
void
strata_session_select_phase (StrataSession *self,
                             guint32 phase)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  guint n_phases;
  const StrataPhase *phases = strata_session_get_phases (self, &n_phases);

  g_return_if_fail (phase < n_phases);

  strata_view_show_span (strata_session_get_view (self), strata_session_get_phase_span (self, phase), 0.8);
  strata_session_select_slice (self, phases[phase].slice);
}

StrataSpan
strata_session_get_phase_span (StrataSession *self,
                               guint32 phase)
{
  guint n_phases;
  const StrataPhase *phases = strata_session_get_phases (self, &n_phases);

  return (StrataSpan){ phases[phase].begin_ns, phases[phase].end_ns };
}

StrataItem
strata_session_resolve_phase_item (StrataSession *self,
                                   StrataItem item)
{
  guint n_phases;
  const guint32 slice = strata_session_get_phases (self, &n_phases)[item.index].slice;

  return (StrataItem){ STRATA_ITEM_SLICE, slice, strata_lanes_find_track (strata_view_get_lanes (strata_session_get_view (self)), strata_trace_find_track (strata_session_get_trace (self), slice)), 1, 0 };
}

/* What it is of, what it begins with, and from where to where it goes. */
char *
strata_session_describe_phase (StrataSession *self,
                               guint32 phase)
{
  static const char *const rules[] = {
    [STRATA_PHASE_INPUT] = N_ ("From input delivery to the end of the frame that handles it"),
    [STRATA_PHASE_START] = N_ ("A step of the start of the app"),
    [STRATA_PHASE_START_ALL] = N_ ("From the first startup step to the end of the first frame"),
  };
  StrataTrace *trace = strata_session_get_trace (self);
  guint n_phases;
  const StrataPhase *row = &strata_session_get_phases (self, &n_phases)[phase];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, row->name), -1);
  g_autofree char *duration = NULL;
  char text[STRATA_UNITS_BYTES];

  duration = g_strdup_printf (_ ("Duration: %s"), strata_units_duration (row->end_ns - row->begin_ns, text));
  return g_strdup_printf ("%s\n%s\n%s\n%s", strata_phase_kind_get_name (row->kind), name, duration, _ (rules[row->kind]));
}
