/* strata-perfetto-sums.c - counters of which events have differences
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pair-key.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-track-event.h"

/* Differences count in the order of the file, events in the order of time. So where these differ, the differences in an event
 * are added when a later one of its sequence is played, and the sum is kept until its own time comes. */

static StrataPairKey
make_key (const StrataPerfettoTrack *track,
          const StrataPerfettoTrackEvent *event)
{
  return (StrataPairKey){ (guint64) (gsize) event->message.at, track->index };
}

/* Each sequence has its own sum, which starts again with its state. */
static StrataPerfettoSum *
find_sum (StrataPerfettoPlayer *self,
          StrataPerfettoTrack *track,
          const StrataPerfettoTrackEvent *event)
{
  if (G_LIKELY (track->sum != NULL && track->sum_generation == event->state->generation))
    return track->sum;

  const guint64 key = (guint64) track->index << 40 | event->state->generation;
  StrataPerfettoSum *sum = g_hash_table_lookup (self->sums, &key);

  if (sum == NULL)
    {
      sum = g_new0 (StrataPerfettoSum, 1);
      g_hash_table_insert (self->sums, g_memdup2 (&key, sizeof key), sum);
    }

  track->sum = sum;
  track->sum_generation = event->state->generation;
  return sum;
}

static gboolean
take_early (StrataPerfettoPlayer *self,
            const StrataPerfettoTrack *track,
            const StrataPerfettoTrackEvent *event,
            StrataPerfettoSum *sum)
{
  const StrataPairKey key = make_key (track, event);
  const StrataPerfettoSum *early = g_hash_table_size (self->early_sums) > 0 ? g_hash_table_lookup (self->early_sums, &key) : NULL;

  if (G_LIKELY (early == NULL))
    return FALSE;

  *sum = *early;
  g_hash_table_remove (self->early_sums, &key);
  return TRUE;
}

/* Adds the differences in events that are earlier in the file than the one that is played, but later in time. */
static void
pass_records (StrataPerfettoPlayer *self)
{
  const StrataPerfettoRecord *record;

  while ((record = strata_perfetto_records_pass (self->reader->records)) != NULL)
    {
      const StrataPerfettoContext *context = &strata_column_at (&self->reader->contexts, StrataPerfettoContext, record->context);

      if (context->kind == STRATA_PF_PACKET_TRACK_EVENT)
        strata_perfetto_player_pass_track_event (self, context, strata_proto (record->data, record->n_bytes));
    }
}

/**
 * strata_perfetto_player_add_to_sum:
 * @self: the player
 * @track: the track of a counter
 * @event: an event with a difference
 * @value: the difference
 * @whole_value: the same as an integer
 * @is_whole: whether it is one
 *
 * Returns: the value of the counter at the event
 */
StrataPerfettoSum
strata_perfetto_player_add_to_sum (StrataPerfettoPlayer *self,
                                   StrataPerfettoTrack *track,
                                   const StrataPerfettoTrackEvent *event,
                                   double value,
                                   gint64 whole_value,
                                   gboolean is_whole)
{
  StrataPerfettoSum early;

  if (!event->is_early)
    pass_records (self);
  if (!event->is_early && take_early (self, track, event, &early))
    return early;

  StrataPerfettoSum *sum = find_sum (self, track, event);

  sum->value += value;
  sum->is_real |= !is_whole || __builtin_add_overflow (sum->whole_value, whole_value, &sum->whole_value);
  if (event->is_early)
    {
      const StrataPairKey key = make_key (track, event);

      g_hash_table_insert (self->early_sums, g_memdup2 (&key, sizeof key), g_memdup2 (sum, sizeof *sum));
    }

  return *sum;
}
