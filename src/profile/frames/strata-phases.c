/* strata-phases.c - from an input to its picture, and from a start to the first frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-phases.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-order.h"

/* An input ends with the frame during which it is delivered, or with the next one of its app. A
 * start is a chain of steps: each is the last of its name before the next step, in any process,
 * until the app itself continues; from there, each is the first of its name in the app. On Android
 * a step lasts as long as its slice; on HarmonyOS until the next step begins. */

#define MAX_START_NS G_GINT64_CONSTANT (20000000000)

typedef enum
{
  STEP_NONE,
  STEP_INPUT,
  STEP_BIND_APPLICATION,
  STEP_ACTIVITY_START,
  STEP_ACTIVITY_RESUME,
  STEP_START_ABILITY,
  STEP_LOAD_ABILITY,
  STEP_ATTACH_APPLICATION,
  STEP_LAUNCH_ABILITY,
  STEP_ABILITY_TRANSACTION,
} Step;

static const struct
{
  const char *text;
  gboolean is_prefix;
  Step step;
} names[] = {
  { "deliverInputEvent", TRUE, STEP_INPUT },
  { "DispatchTouchEvent", TRUE, STEP_INPUT },
  { "HandleTouchEvent", TRUE, STEP_INPUT },
  { "bindApplication", TRUE, STEP_BIND_APPLICATION },
  { "activityStart", TRUE, STEP_ACTIVITY_START },
  { "activityResume", TRUE, STEP_ACTIVITY_RESUME },
  { "StartUIAbilityBySCB", FALSE, STEP_START_ABILITY },
  { "LoadAbility", FALSE, STEP_LOAD_ABILITY },
  { "AttachApplication", FALSE, STEP_ATTACH_APPLICATION },
  { "HandleLaunchAbility", FALSE, STEP_LAUNCH_ABILITY },
  { "HandleAbilityTransaction", FALSE, STEP_ABILITY_TRANSACTION },
};

typedef struct
{
  guint32 slice;
  guint32 process;
  gint64 begin_ns;
  Step step;
} Row;

typedef struct
{
  const StrataFrames *frames;    /* borrowed */
  StrataTrace *trace;            /* borrowed */
  const StrataSliceTable *table; /* borrowed */
  GArray *rows;                  /* (element-type Row) owned; by begin */
  GArray *phases;                /* (element-type StrataPhase) owned */
} Finder;

static Step
parse_step (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].is_prefix ? g_str_has_prefix (name, names[i].text) : strstr (name, names[i].text) != NULL)
      return names[i].step;

  return STEP_NONE;
}

STRATA_ORDER_BY (compare_rows, Row, begin_ns)

static void
list_rows (Finder *self)
{
  const StrataStringPool *strings = strata_trace_get_strings (self->trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  g_autofree guint8 *steps = g_new (guint8, MAX (n_strings, 1));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 i = 0; i < n_strings; i++)
    steps[i] = (guint8) parse_step (strata_string_pool_get (strings, i));

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 slice = tracks[i].first_slice; tracks[i].kind == STRATA_TRACK_THREAD && slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
      if (G_UNLIKELY (steps[self->table->name[slice]] != STEP_NONE))
        {
          const Row row = { slice, strata_trace_get_threads (self->trace, NULL)[tracks[i].thread].process, self->table->start_ns[slice], steps[self->table->name[slice]] };

          g_array_append_val (self->rows, row);
        }

  g_array_sort (self->rows, compare_rows);
}

/* The first finished frame of an app that ends after a time. */
static const StrataFrameRow *
find_frame (const Finder *self,
            guint32 process,
            gint64 time_ns)
{
  guint n_groups;
  guint n_frames;
  const StrataFrameGroup *groups = strata_frames_get_groups (self->frames, &n_groups);
  const StrataFrameRow *frames = strata_frames_get (self->frames, &n_frames);

  for (guint i = 0; i < n_groups; i++)
    {
      if (groups[i].process != process || groups[i].is_system)
        continue;

      guint32 begin = groups[i].first_frame;
      const guint32 last = begin + groups[i].n_frames;
      guint32 end = last;

      STRATA_BISECT (begin, end, middle, frames[middle].ui_end_ns < time_ns);

      for (; begin < last; begin++)
        if (frames[begin].verdict != STRATA_FRAME_UNFINISHED)
          return &frames[begin];
    }

  return NULL;
}

static void
add_phase (Finder *self,
           StrataPhaseKind kind,
           guint32 process,
           const Row *row,
           gint64 end_ns)
{
  const StrataPhase phase = {
    .kind = kind,
    .process = process,
    .slice = row->slice,
    .name = self->table->name[row->slice],
    .begin_ns = row->begin_ns,
    .end_ns = MAX (end_ns, row->begin_ns),
  };

  g_array_append_val (self->phases, phase);
}

static void
add_input (Finder *self,
           const Row *row)
{
  const StrataFrameRow *frame = find_frame (self, row->process, row->begin_ns);

  if (frame != NULL)
    add_phase (self, STRATA_PHASE_INPUT, row->process, row, frame->end_ns);
}

/* The nearest step of a kind before or after another row; only in @process unless that is STRATA_NONE. */
static const Row *
find_step (const Finder *self,
           guint from,
           int direction,
           Step step,
           guint32 process)
{
  const gint64 time_ns = g_array_index (self->rows, Row, from).begin_ns;

  for (gint64 i = (gint64) from + direction; i >= 0 && i < self->rows->len; i += direction)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (ABS (row->begin_ns - time_ns) > MAX_START_NS)
        break;
      if (row->step == step && (process == STRATA_NONE || row->process == process))
        return row;
    }

  return NULL;
}

/* Adds the last step of a start, the first frame, and with it the whole start. */
static void
add_first_frame (Finder *self,
                 const Row *first,
                 guint32 process,
                 const StrataFrameRow *frame)
{
  const guint32 slice = frame->ui_slice != STRATA_NONE ? frame->ui_slice : frame->render_slice;

  add_phase (self, STRATA_PHASE_START, process, &(Row){ .slice = slice, .begin_ns = frame->begin_ns }, frame->end_ns);
  add_phase (self, STRATA_PHASE_START_ALL, process, first, frame->end_ns);
}

static guint
get_place (const Finder *self,
           const Row *row)
{
  return (guint) (row - (const Row *) (gpointer) self->rows->data);
}

/* An app begins with bindApplication; its main thread does the rest, too. */
static void
add_android_start (Finder *self,
                   guint place)
{
  static const Step steps[] = { STEP_ACTIVITY_START, STEP_ACTIVITY_RESUME };
  const Row *first = &g_array_index (self->rows, Row, place);
  const Row *last = first;
  const StrataFrameRow *frame;

  add_phase (self, STRATA_PHASE_START, first->process, first, strata_slice_table_get_end_ns (self->table, first->slice));
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const Row *row = find_step (self, get_place (self, last), 1, steps[i], first->process);

      if (row == NULL)
        continue;
      add_phase (self, STRATA_PHASE_START, first->process, row, strata_slice_table_get_end_ns (self->table, row->slice));
      last = row;
    }

  frame = find_frame (self, first->process, strata_slice_table_get_end_ns (self->table, last->slice));
  if (frame != NULL)
    add_first_frame (self, first, first->process, frame);
}

static void
add_harmony_start (Finder *self,
                   guint place)
{
  static const Step before[] = { STEP_ATTACH_APPLICATION, STEP_LOAD_ABILITY, STEP_START_ABILITY, STEP_INPUT };
  const Row *launch = &g_array_index (self->rows, Row, place);
  const Row *steps[G_N_ELEMENTS (before) + 2];
  guint n_steps = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (before); i++)
    {
      const Row *row = find_step (self, n_steps > 0 ? get_place (self, steps[n_steps - 1]) : place, -1, before[i], STRATA_NONE);

      if (row != NULL)
        steps[n_steps++] = row;
    }

  for (guint i = 0; i < n_steps / 2; i++)
    {
      const Row *row = steps[i];

      steps[i] = steps[n_steps - 1 - i];
      steps[n_steps - 1 - i] = row;
    }

  steps[n_steps++] = launch;

  const Row *transaction = find_step (self, place, 1, STEP_ABILITY_TRANSACTION, launch->process);

  if (transaction != NULL)
    steps[n_steps++] = transaction;

  const StrataFrameRow *frame = find_frame (self, launch->process, strata_slice_table_get_end_ns (self->table, steps[n_steps - 1]->slice));

  for (guint i = 0; i + 1 < n_steps; i++)
    add_phase (self, STRATA_PHASE_START, launch->process, steps[i], steps[i + 1]->begin_ns);
  add_phase (self, STRATA_PHASE_START, launch->process, steps[n_steps - 1], frame != NULL ? frame->begin_ns : strata_slice_table_get_end_ns (self->table, steps[n_steps - 1]->slice));
  if (frame != NULL)
    add_first_frame (self, steps[0], launch->process, frame);
}

/**
 * strata_phases_find:
 * @frames: the frames of a trace
 *
 * Finds what the user waits for: inputs and starts of apps.
 *
 * Returns: (transfer full) (element-type StrataPhase): the phases
 */
GArray *
strata_phases_find (const StrataFrames *frames)
{
  Finder self = { .frames = frames, .trace = strata_frames_get_trace (frames) };

  self.table = strata_trace_get_slices (self.trace);
  self.rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self.phases = g_array_new (FALSE, FALSE, sizeof (StrataPhase));
  list_rows (&self);

  for (guint i = 0; i < self.rows->len; i++)
    {
      const Row *row = &g_array_index (self.rows, Row, i);

      if (row->step == STEP_INPUT)
        add_input (&self, row);
      else if (row->step == STEP_BIND_APPLICATION)
        add_android_start (&self, i);
      else if (row->step == STEP_LAUNCH_ABILITY)
        add_harmony_start (&self, i);
    }

  g_array_unref (self.rows);
  return self.phases;
}

/**
 * strata_phase_kind_get_id:
 * @kind: a kind
 *
 * Returns: (transfer none): its stable name for programs
 */
const char *
strata_phase_kind_get_id (StrataPhaseKind kind)
{
  static const char *const ids[] = { "input", "start-step", "start" };

  return ids[kind];
}

/**
 * strata_phase_kind_get_name:
 * @kind: a kind
 *
 * Returns: (transfer none): its name for the user, translated
 */
const char *
strata_phase_kind_get_name (StrataPhaseKind kind)
{
  static const char *const names_for_people[] = { N_ ("Input to frame"), N_ ("Step of a start"), N_ ("Start of the app") };

  return _ (names_for_people[kind]);
}

/* Whether a phase may begin with such a slice. */
gboolean
strata_phase_is_name (const char *name)
{
  return parse_step (name) != STEP_NONE;
}
