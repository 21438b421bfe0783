/* strata-hues.c - the colours of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hues.h"

#include "strata-inclusive.h"
#include "strata-method-name.h"
#include "strata-palette-private.h"
#include "strata-state-hues.h"

/* Neighbours in rank are far apart on the colour wheel. 7 has no factor in common with the number
 * of hues, so each hue is used once a round. */
#define RANK_STEP 7

/* From below a microsecond, in steps of ten, to a second and longer: teal, green, yellow, orange, red, violet. */
static const guint8 duration_hues[] = { 21, 19, 17, 15, 13, 10, 8, 4 };

#define SHORTEST_STEP_NS 1000

/* Kernels have fewer: CPUIDLE_STATE_MAX is 10. */
#define MAX_IDLE_STATES 10

static const char *const coloring_ids[STRATA_N_COLORINGS] = {
  [STRATA_COLORING_NAME] = "name",
  [STRATA_COLORING_PACKAGE] = "package",
  [STRATA_COLORING_TIME] = "time",
  [STRATA_COLORING_PROCESS] = "process",
  [STRATA_COLORING_CATEGORY] = "category",
  [STRATA_COLORING_THREAD] = "thread",
  [STRATA_COLORING_DURATION] = "duration",
  [STRATA_COLORING_STATE] = "state",
};

/* Returns its name for programs. */
const char *
strata_coloring_get_id (StrataColoring coloring)
{
  return coloring_ids[coloring];
}

/**
 * strata_coloring_from_id:
 * @id: (nullable): name for programs
 * @coloring: (out): what colours mean
 *
 * Returns: whether there is such a name
 */
gboolean
strata_coloring_from_id (const char *id,
                         StrataColoring *coloring)
{
  for (guint i = 0; i < STRATA_N_COLORINGS; i++)
    if (g_strcmp0 (coloring_ids[i], id) == 0)
      {
        *coloring = i;
        return TRUE;
      }

  return FALSE;
}

static guint8
get_package_hue (const char *name)
{
  gsize n_bytes = strata_method_name_get_package_bytes (name);

  if (n_bytes == 0)
    return strata_palette_get_name_hue (name);

  g_autofree char *package = g_strndup (name, n_bytes);

  return strata_palette_get_name_hue (package);
}

static guint8 *
new_name_hues (StrataTrace *trace,
               guint8 (*get_hue) (const char *name))
{
  guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  guint8 *hues = g_new (guint8, n_strings);

  for (guint32 i = 0; i < n_strings; i++)
    hues[i] = get_hue (strata_trace_get_string (trace, i));

  return hues;
}

static guint8 *
new_time_hues (StrataTrace *trace)
{
  guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  g_autofree guint32 *ranks = strata_inclusive_rank_names (trace);
  guint8 *hues = g_new (guint8, n_strings);

  for (guint32 i = 0; i < n_strings; i++)
    hues[i] = (guint8) (ranks[i] % STRATA_N_HUES * RANK_STEP % STRATA_N_HUES);

  return hues;
}

/* The name of the process or of the thread, as requested; if that is empty, of the other one. */
static guint8
get_track_hue (StrataTrace *trace,
               const StrataTrack *track,
               const guint8 *name_hues,
               gboolean is_by_thread)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);
  const guint32 process_name = track->process != STRATA_NONE ? processes[track->process].name : STRATA_STRING_EMPTY;
  const guint32 thread_name = track->thread != STRATA_NONE ? threads[track->thread].name : STRATA_STRING_EMPTY;
  const guint32 name = is_by_thread ? thread_name : process_name;

  if (name != STRATA_STRING_EMPTY)
    return name_hues[name];

  return name_hues[is_by_thread ? process_name : thread_name];
}

static guint8 *
new_track_hues (StrataTrace *trace,
                const guint8 *name_hues,
                guint32 n_rows,
                gboolean is_by_thread)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint8 *hues = g_new0 (guint8, n_rows);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
      hues[tracks[i].first_row + depth] = get_track_hue (trace, &tracks[i], name_hues, is_by_thread);

  return hues;
}

/**
 * strata_hues_get_duration_hue:
 * @wall_ns: how long a slice took
 *
 * Returns: its colour where durations have colours: the warmer the longer
 */
guint8
strata_hues_get_duration_hue (gint64 wall_ns)
{
  guint step = 0;

  for (gint64 limit_ns = SHORTEST_STEP_NS; wall_ns >= limit_ns && step + 1 < G_N_ELEMENTS (duration_hues); limit_ns *= 10)
    step++;

  return duration_hues[step];
}

static guint8
get_attrs_hue (StrataTrace *trace,
               StrataAttrs attrs,
               const guint8 *name_hues)
{
  if (attrs.category != STRATA_STRING_EMPTY)
    return name_hues[attrs.category];

  g_autofree char *tags = attrs.tags != 0 ? strata_tags_to_string (attrs.tags) : NULL;

  return tags != NULL ? strata_palette_get_name_hue (tags) : name_hues[STRATA_STRING_EMPTY];
}

static guint8 *
new_category_hues (StrataTrace *trace,
                   const guint8 *name_hues)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (trace);
  guint32 n = strata_attr_table_get_n_sets (attrs);
  guint8 *hues = g_new (guint8, n);

  for (guint32 i = 0; i < n; i++)
    hues[i] = get_attrs_hue (trace, strata_attr_table_get (attrs, i), name_hues);

  return hues;
}

/* Idle states are shades of one colour, stronger for deeper states. */
static void
set_idle_hues (guint8 *by_name,
               StrataTrace *trace)
{
  for (guint8 state = 0; state < MAX_IDLE_STATES; state++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "idle state %u", state);

      const guint32 id = strata_string_pool_lookup (strata_trace_get_strings (trace), name);

      if (id != STRATA_NONE)
        by_name[id] = (guint8) (STRATA_HUE_IDLE + MIN (state, STRATA_N_IDLE_STATES - 1));
    }
}

/**
 * strata_hues_init:
 * @self: (out caller-allocates): hues
 * @trace: a trace
 * @coloring: what colours mean
 * @n_rows: how many rows the tracks of @trace have
 */
void
strata_hues_init (StrataHues *self,
                  StrataTrace *trace,
                  StrataColoring coloring,
                  guint32 n_rows)
{
  *self = (StrataHues){ 0 };

  if (coloring == STRATA_COLORING_TIME)
    self->by_name = new_time_hues (trace);
  else
    self->by_name = new_name_hues (trace, coloring == STRATA_COLORING_PACKAGE ? get_package_hue : strata_palette_get_name_hue);

  if (coloring == STRATA_COLORING_PROCESS || coloring == STRATA_COLORING_THREAD)
    self->by_row = new_track_hues (trace, self->by_name, n_rows, coloring == STRATA_COLORING_THREAD);
  self->is_by_duration = coloring == STRATA_COLORING_DURATION;
  if (coloring == STRATA_COLORING_STATE)
    self->by_slice = strata_state_hues_new (trace);
  if (coloring == STRATA_COLORING_CATEGORY)
    self->by_attrs = new_category_hues (trace, self->by_name);

  set_idle_hues (self->by_name, trace);
}

/**
 * strata_hues_copy:
 * @self: where to write
 * @other: colours
 * @trace: their trace
 * @n_rows: how many rows it has
 *
 * Copies colours; end with strata_hues_clear().
 */
void
strata_hues_copy (StrataHues *self,
                  const StrataHues *other,
                  StrataTrace *trace,
                  guint32 n_rows)
{
  self->by_name = g_memdup2 (other->by_name, strata_string_pool_get_n_strings (strata_trace_get_strings (trace)));
  self->by_attrs = g_memdup2 (other->by_attrs, strata_attr_table_get_n_sets (strata_trace_get_attrs (trace)));
  self->by_row = g_memdup2 (other->by_row, n_rows);
  self->by_slice = g_memdup2 (other->by_slice, strata_trace_get_slices (trace)->n_slices);
  self->is_by_duration = other->is_by_duration;
}

void
strata_hues_clear (StrataHues *self)
{
  g_clear_pointer (&self->by_name, g_free);
  g_clear_pointer (&self->by_attrs, g_free);
  g_clear_pointer (&self->by_row, g_free);
  g_clear_pointer (&self->by_slice, g_free);
}
