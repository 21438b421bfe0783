/* strata-perfetto-records.c - sorts the events of a trace by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-records.h"

#include "strata-heap.h"

/* Packets of a trace are not in order of time, but those of a lane, which is a sequence, mostly
 * are. So each lane is a list of ascending runs, and all runs are merged. Records with equal times
 * keep the order of the file. */

typedef struct
{
  StrataPerfettoLane records;
  StrataPerfettoPlace passed; /* behind the records that were passed in the order of the file */
  guint64 passed_order;       /* no record that is still to be passed has a lower order */
  guint32 n_runs;
} Lane;

/* A part of a lane in ascending order. There may be as many as records. */
typedef struct
{
  guint32 lane;
  gboolean is_shifted;       /* whether all its times are converted by adding @shift_ns, as usual */
  gint64 shift_ns;           /* what converts the first of its times */
  gsize n_left;              /* how many were not popped */
  StrataPerfettoPlace place; /* before the first of them */
} Run;

/* A run with records left. */
typedef struct
{
  gint64 time_ns;
  guint64 order;
  guint32 run;
} Node;

struct _StrataPerfettoRecords
{
  StrataColumn lanes; /* Lane */
  StrataColumn runs;  /* Run */
  StrataColumn heap;  /* Node */
  guint64 n_added;
  StrataPerfettoTimeMapper map;
  gpointer map_data;
  gint64 until_ns; /* the first run comes before all others as long as its time is before this */
  StrataPerfettoFound popped;
  Lane *popped_lane; /* (nullable) borrowed: its lane */
  StrataPerfettoFound passed;
  StrataPerfettoFound ahead;       /* the next record of the run that was popped from */
  StrataPerfettoPlace ahead_place; /* behind it */
  guint32 ahead_run;               /* that run; no run if it has none */
};

StrataPerfettoRecords *
strata_perfetto_records_new (void)
{
  return g_new0 (StrataPerfettoRecords, 1);
}

void
strata_perfetto_records_free (StrataPerfettoRecords *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->lanes.n; i++)
    strata_perfetto_lane_clear (&strata_column_at (&self->lanes, Lane, i).records);

  strata_column_clear (&self->lanes);
  strata_column_clear (&self->runs);
  strata_column_clear (&self->heap);
  g_free (self);
}

/**
 * strata_perfetto_records_add:
 * @self: the records
 * @lane: number of the lane, from 0 on
 * @record: a record; its message is copied
 *
 * Appends a record.
 */
void
strata_perfetto_records_add (StrataPerfettoRecords *self,
                             guint32 lane,
                             const StrataPerfettoRecord *record)
{
  while (self->lanes.n <= lane)
    *(Lane *) strata_column_push (&self->lanes, sizeof (Lane)) = (Lane){ 0 };

  strata_perfetto_lane_add (&strata_column_at (&self->lanes, Lane, lane).records, self->n_added++, record);
}

static gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const Node *a = first;
  const Node *b = second;

  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->order < b->order);
}

static void
sift_down (StrataPerfettoRecords *self,
           gsize i)
{
  Node *nodes = self->heap.data;
  const Node node = nodes[i];

  strata_heap_sink (nodes, self->heap.n, sizeof node, i, &node, is_before);
}

/* Finds out which run is the first, and until when. */
static void
choose_run (StrataPerfettoRecords *self)
{
  const Node *nodes = self->heap.data;

  if (self->heap.n > 1)
    sift_down (self, 0);

  self->until_ns = self->heap.n > 1 ? nodes[1].time_ns : G_MAXINT64;
  if (self->heap.n > 2)
    self->until_ns = MIN (self->until_ns, nodes[2].time_ns);
}

static Run *
add_run (StrataPerfettoRecords *self,
         guint32 lane,
         const StrataPerfettoFound *first,
         gint64 shift_ns)
{
  Run *run = strata_column_push (&self->runs, sizeof *run);

  *run = (Run){ .lane = lane, .is_shifted = TRUE, .shift_ns = shift_ns, .place = first->place };
  *(Node *) strata_column_push (&self->heap, sizeof (Node)) = (Node){ first->record.time_ns, first->order, (guint32) self->runs.n - 1 };
  strata_column_at (&self->lanes, Lane, lane).n_runs++;
  return run;
}

/* May wrap: times may have any value. */
static inline gint64
get_shift (gint64 own_ns,
           gint64 time_ns)
{
  return (gint64) ((guint64) time_ns - (guint64) own_ns);
}

/* Divides a lane into runs, without the records that have no time. */
static void
add_runs (StrataPerfettoRecords *self,
          guint32 lane)
{
  StrataPerfettoLane *records = &strata_column_at (&self->lanes, Lane, lane).records;
  StrataPerfettoPlace place = { 0 };
  StrataPerfettoFound found;
  gint64 last_ns = 0;
  Run *run = NULL;

  while (strata_perfetto_lane_next (records, &place, &found))
    {
      const gint64 own_ns = found.record.time_ns;

      if (!self->map (self->map_data, &found.record))
        {
          strata_perfetto_lane_remove (records, &found);
          continue;
        }

      const gint64 shift_ns = get_shift (own_ns, found.record.time_ns);

      if (run == NULL || found.record.time_ns < last_ns)
        run = add_run (self, lane, &found, shift_ns);

      run->is_shifted &= shift_ns == run->shift_ns;
      run->n_left++;
      last_ns = found.record.time_ns;
    }
}

/**
 * strata_perfetto_records_sort:
 * @self: the records
 * @map: converts their times to one clock
 * @data: passed to @map, as long as there are records
 *
 * Call when all records are added; from now on they can be popped.
 */
void
strata_perfetto_records_sort (StrataPerfettoRecords *self,
                              StrataPerfettoTimeMapper map,
                              gpointer data)
{
  self->map = map;
  self->map_data = data;
  self->ahead_run = STRATA_NONE;
  for (guint32 i = 0; i < self->lanes.n; i++)
    add_runs (self, i);
  for (gsize i = self->heap.n / 2; i-- > 0;)
    sift_down (self, i);

  choose_run (self);
}

/* Reads the next record of a run, with its time in the trace, and moves behind it. */
static void
read_next (StrataPerfettoRecords *self,
           const Run *run,
           StrataPerfettoPlace *place,
           StrataPerfettoFound *found)
{
  strata_perfetto_lane_next (&strata_column_at (&self->lanes, Lane, run->lane).records, place, found);
  if (G_LIKELY (run->is_shifted))
    found->record.time_ns = (gint64) ((guint64) found->record.time_ns + (guint64) run->shift_ns);
  else
    self->map (self->map_data, &found->record);
}

/* Moves the first run to its next record, which is behind @place. Returns FALSE if that may not be the next of all. */
static gboolean
advance (StrataPerfettoRecords *self,
         Run *run,
         StrataPerfettoPlace *place)
{
  Node *nodes = self->heap.data;

  if (--run->n_left == 0)
    {
      self->ahead_run = STRATA_NONE;
      nodes[0] = nodes[--self->heap.n];
      return FALSE;
    }

  read_next (self, run, place, &self->ahead);
  self->ahead_place = *place;
  self->ahead_run = nodes[0].run;
  run->place = self->ahead.place;
  nodes[0].time_ns = self->ahead.record.time_ns;
  nodes[0].order = self->ahead.order;
  return nodes[0].time_ns < self->until_ns;
}

/* Takes the next record of a run. Returns the place behind it. */
static StrataPerfettoPlace
take_next (StrataPerfettoRecords *self,
           guint32 index)
{
  const Run *run = &strata_column_at (&self->runs, Run, index);
  StrataPerfettoPlace place = self->ahead_place;

  if (G_LIKELY (index == self->ahead_run))
    self->popped = self->ahead;
  else
    {
      place = run->place;
      read_next (self, run, &place, &self->popped);
    }

  self->popped_lane = &strata_column_at (&self->lanes, Lane, run->lane);
  return place;
}

/**
 * strata_perfetto_records_pop:
 * @self: sorted records
 *
 * Takes the next record by time.
 *
 * Returns: (nullable): the record, valid with its message until the next call; %NULL at the end
 */
const StrataPerfettoRecord *
strata_perfetto_records_pop (StrataPerfettoRecords *self)
{
  if (self->popped_lane != NULL)
    strata_perfetto_lane_remove (&self->popped_lane->records, &self->popped);

  self->popped_lane = NULL;
  if (self->heap.n == 0)
    return NULL;

  const guint32 run = strata_column_at (&self->heap, Node, 0).run;
  StrataPerfettoPlace place = take_next (self, run);

  if (!advance (self, &strata_column_at (&self->runs, Run, run), &place))
    choose_run (self);

  return &self->popped.record;
}

/**
 * strata_perfetto_records_pass:
 * @self: sorted records
 *
 * Iterates over those of the same lane that are before the popped record in the file, but later in time. Each is passed only once. A
 * record for which this is not called passes none.
 *
 * Returns: (nullable): a record that is still to be popped, valid until the next call; its time is not converted. %NULL if there are
 *   no more
 */
const StrataPerfettoRecord *
strata_perfetto_records_pass (StrataPerfettoRecords *self)
{
  Lane *lane = self->popped_lane;

  if (G_LIKELY (lane == NULL || lane->n_runs == 1 || lane->passed_order >= self->popped.order))
    return NULL;

  if (!strata_perfetto_lane_next (&lane->records, &lane->passed, &self->passed))
    return NULL;

  if (self->passed.order < self->popped.order)
    return &self->passed.record;

  /* records before it that were removed are not read again */
  lane->passed = self->passed.place;
  lane->passed_order = self->passed.order;
  return NULL;
}
