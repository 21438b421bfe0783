/* strata-view-rows.c - the content of the timeline as rows to be written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-rows.h"

#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "strata-order.h"
#include "strata-sample-rows.h"
#include "strata-session-area.h"
#include "strata-slice-query.h"
#include "strata-slice-rows.h"
#include "strata-state-rows.h"

/* The columns are the same as in strata-cli list. The worker that writes the rows also finds them;
 * until then they are only numbers. */

/* How many slices are read between two checks for cancellation. */
#define SLICES_A_STEP 65536

/* A sample of a counter or a state of a thread. */
typedef struct
{
  gint64 time_ns;
  guint32 owner;
  guint32 index;
} Part;

typedef struct
{
  StrataTrace *trace; /* owned */
  StrataShown shown;
  StrataSliceWriter *writer; /* owned; only for slices */
  GArray *slices;            /* (element-type guint32) owned; only for slices */
  GArray *parts;             /* (element-type Part) owned; for counters and states */
} View;

static View *
view_new (StrataSession *session)
{
  View *self = g_new0 (View, 1);

  self->trace = g_object_ref (strata_session_get_trace (session));
  self->writer = strata_slice_writer_new (self->trace);
  self->slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  strata_session_get_shown (session, &self->shown);
  return self;
}

static void
view_free (gpointer data)
{
  View *self = data;

  strata_shown_clear (&self->shown);
  strata_slice_writer_free (self->writer);
  g_array_unref (self->slices);
  g_array_unref (self->parts);
  g_object_unref (self->trace);
  g_free (self);
}

/* A slice without length is in the span if it begins there. */
static gboolean
is_in_span (const View *self,
            gint64 begin_ns,
            gint64 end_ns)
{
  return begin_ns < self->shown.span.end_ns && (end_ns > self->shown.span.begin_ns || begin_ns >= self->shown.span.begin_ns);
}

static void
find_track_slices (View *self,
                   const StrataTrack *track,
                   GCancellable *cancellable)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      const guint32 slice = track->first_slice + i;

      if (i % SLICES_A_STEP == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (is_in_span (self, strata_slice_table_get_start_ns (table, slice), strata_slice_table_get_end_ns (table, slice)))
        g_array_append_val (self->slices, slice);
    }
}

static guint
find_slices (gpointer data,
             GCancellable *cancellable)
{
  View *self = data;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);

  for (guint i = 0; i < self->shown.n_tracks; i++)
    find_track_slices (self, &tracks[self->shown.tracks[i]], cancellable);

  strata_slice_sort (self->trace, (guint32 *) self->slices->data, self->slices->len, STRATA_SLICE_COLUMN_START, FALSE, cancellable);
  return self->slices->len;
}

static void
write_slice (StrataTable *table,
             gpointer data,
             guint row)
{
  View *self = data;

  strata_slice_writer_write (self->writer, table, g_array_index (self->slices, guint32, row));
}

STRATA_ORDER_BY_TWO (compare_parts, Part, time_ns, index)

static guint
find_samples (gpointer data,
              GCancellable *cancellable)
{
  View *self = data;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, NULL);
  const gint64 *times_ns = strata_trace_get_samples (self->trace)->time_ns;

  for (guint i = 0; i < self->shown.n_counters && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const StrataCounter *counter = &counters[self->shown.counters[i]];

      for (guint32 sample = counter->first_sample; sample < counter->first_sample + counter->n_samples; sample++)
        {
          const Part part = { times_ns[sample], self->shown.counters[i], sample };

          if (is_in_span (self, part.time_ns, part.time_ns))
            g_array_append_val (self->parts, part);
        }
    }

  if (self->parts->len > 1)
    qsort (self->parts->data, self->parts->len, sizeof (Part), compare_parts);
  return self->parts->len;
}

static void
write_sample (StrataTable *table,
              gpointer data,
              guint row)
{
  View *self = data;
  const Part *part = &g_array_index (self->parts, Part, row);

  strata_sample_rows_write (table, self->trace, part->owner, part->index);
}

static guint
find_states (gpointer data,
             GCancellable *cancellable)
{
  View *self = data;
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataThread *threads = strata_trace_get_threads (self->trace, NULL);

  for (guint i = 0; i < self->shown.n_threads && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const StrataThread *thread = &threads[self->shown.threads[i]];

      for (guint32 state = thread->first_state; state < thread->first_state + thread->n_states; state++)
        {
          const Part part = { states->start_ns[state], self->shown.threads[i], state };

          if (is_in_span (self, part.time_ns, strata_states_get_end_ns (states, thread, state)))
            g_array_append_val (self->parts, part);
        }
    }

  return self->parts->len;
}

static void
write_state (StrataTable *table,
             gpointer data,
             guint row)
{
  View *self = data;
  const Part *part = &g_array_index (self->parts, Part, row);

  strata_state_rows_write (table, self->trace, part->owner, part->index);
}

typedef struct
{
  const char *name;
  const StrataTableColumn *columns;
  guint n_columns;
  StrataTablePrepare find;
  StrataTableWriteRow write;
} Kind;

static const Kind kinds[] = {
  [STRATA_VIEW_SLICES] = { N_ ("Slices in view"), strata_slice_columns, STRATA_N_SLICE_TABLE_COLUMNS, find_slices, write_slice },
  [STRATA_VIEW_COUNTERS] = { N_ ("Counters in view"), strata_sample_columns, STRATA_N_SAMPLE_TABLE_COLUMNS, find_samples, write_sample },
  [STRATA_VIEW_STATES] = { N_ ("Thread states in view"), strata_state_columns, STRATA_N_STATE_TABLE_COLUMNS, find_states, write_state },
};

/**
 * strata_view_rows_new:
 * @session: the session
 * @what: the content of the rows
 *
 * Stores what is shown now, see strata_session_get_shown(); the rows are
 * found when they are written.
 *
 * Returns: (transfer full): the rows, with the columns of strata-cli list
 */
StrataTableRows *
strata_view_rows_new (StrataSession *session,
                      StrataViewRowsOf what)
{
  const Kind *kind = &kinds[what];
  StrataTableRows *rows = strata_table_rows_new (_ (kind->name), kind->columns, kind->n_columns, 0, kind->write, view_new (session), view_free);

  strata_table_rows_set_prepare (rows, kind->find);
  return rows;
}
