/* strata-diff-samples.c - the times of all calls of each row of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-samples.h"

#include "strata-diff-private.h"
#include "strata-profile-private.h"
#include "strata-rank-test.h"

/* Repeats the walk of the profile. The profile has counted the calls of each row, so each time has
 * a reserved place. A call's self time is known once the next call that is not inside it begins. */
typedef struct
{
  gint64 total_ns[2]; /* wall and CPU time */
  gint64 self_ns[2];
  guint32 row;
  guint8 block;
  guint8 step;
  gboolean is_finished;
  gboolean is_outermost;
} OpenCall;

typedef struct
{
  const StrataProfile *profile;
  StrataDiffSamples *samples;
  gsize *next; /* owned: where the next call of each row goes */
  OpenCall *stack;
  guint32 n_open;
  guint32 *n_on_stack; /* owned: open calls of each row */
  StrataSpan span;
  StrataScopePiece piece;
  gboolean is_by_cpu;
} Pass;

static void
count_in (guint16 *blocks,
          guint32 row,
          guint8 block)
{
  guint16 *n = &blocks[(gsize) row * STRATA_COUNT_BLOCKS + block];

  *n += *n < G_MAXUINT16;
}

static void
count_call (Pass *pass,
            const OpenCall *call)
{
  count_in (pass->samples->blocks, call->row, call->block);
  count_in (pass->samples->steps, call->row, call->step);
  pass->n_on_stack[call->row]--;
  if (call->is_finished)
    return;

  StrataDiffUnfinished *unfinished = &pass->samples->unfinished[call->row];

  for (guint clock = 0; clock < 2; clock++)
    {
      unfinished->own_ns[clock] += call->self_ns[clock];
      unfinished->outermost_ns[clock] += call->is_outermost ? call->total_ns[clock] : 0;
    }
}

static gboolean
has_samples (const Pass *pass,
             const StrataProfileRow *row)
{
  return !pass->is_by_cpu || strata_diff_knows_cpu (row);
}

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    {
      const OpenCall *call = &pass->stack[--pass->n_open];

      count_call (pass, call);
      if (!call->is_finished || !has_samples (pass, &pass->profile->rows[call->row]))
        continue;

      const gsize place = pass->next[call->row]++;

      pass->samples->total[place] = strata_rank_test_value (call->total_ns[pass->is_by_cpu]);
      pass->samples->self[place] = strata_rank_test_value (call->self_ns[pass->is_by_cpu]);
    }
}

/* A call that began before the scope counts as beginning with the scope. */
static guint8
get_block (const Pass *pass,
           gint64 start_ns)
{
  const double length_ns = (double) (pass->span.end_ns - pass->span.begin_ns);

  return length_ns > 0.0 ? (guint8) CLAMP ((double) (start_ns - pass->span.begin_ns) / length_ns * STRATA_COUNT_BLOCKS, 0, STRATA_COUNT_BLOCKS - 1) : 0;
}

static void
open_call (Pass *pass,
           const StrataSliceWalk *walk,
           guint32 row)
{
  close_calls (pass, walk->depth_flags >> 8);
  if (pass->n_open > 0)
    {
      pass->stack[pass->n_open - 1].self_ns[0] -= walk->axis_ns;
      pass->stack[pass->n_open - 1].self_ns[1] -= walk->cpu_ns;
    }

  pass->stack[pass->n_open++] = (OpenCall){
    .total_ns = { walk->axis_ns, walk->cpu_ns },
    .self_ns = { walk->axis_ns, walk->cpu_ns },
    .row = row,
    .block = get_block (pass, strata_slice_table_get_start_ns (walk->slices, walk->slice)),
    .step = (guint8) ((guint64) (walk->slice - pass->piece.begin) * STRATA_COUNT_BLOCKS / MAX (pass->piece.end - pass->piece.begin, 1)),
    .is_finished = !(walk->depth_flags & STRATA_SLICE_UNFINISHED),
    .is_outermost = pass->n_on_stack[row]++ == 0,
  };
}

static void
add_track (Pass *pass,
           StrataSliceWalk *walk,
           StrataProfileKeys *keys,
           GCancellable *cancellable)
{
  while (strata_slice_walk_next_unless (walk, cancellable))
    open_call (pass, walk, *strata_profile_get_row_of_key (pass->profile, strata_profile_keys_get (keys, walk->slice, walk->name)));

  close_calls (pass, 0);
}

static void
add_tracks (Pass *pass,
            GCancellable *cancellable)
{
  const StrataProfile *profile = pass->profile;
  StrataProfileKeys keys = profile->keys;
  const StrataTrack *tracks = strata_trace_get_tracks (profile->trace, NULL);
  g_autoptr (GArray) pieces = strata_scope_list_pieces (&profile->scope, profile->trace);
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, profile->trace, &profile->scope, profile->switches);

  for (guint i = 0; i < pieces->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const StrataScopePiece *piece = &g_array_index (pieces, StrataScopePiece, i);

      pass->piece = *piece;
      strata_slice_walk_enter (&walk, piece);
      strata_profile_keys_enter (&keys, &tracks[piece->track]);
      add_track (pass, &walk, &keys, cancellable);
    }
}

static void
find_places (Pass *pass)
{
  const StrataProfile *profile = pass->profile;
  gsize n = 0;

  pass->samples->first = g_new (gsize, (gsize) profile->n_rows + 1);
  pass->next = g_new (gsize, (gsize) profile->n_rows + 1);

  for (guint32 i = 0; i < profile->n_rows; i++)
    {
      const StrataProfileRow *row = &profile->rows[i];

      pass->samples->first[i] = pass->next[i] = n;
      n += has_samples (pass, row) ? strata_diff_count_finished (row) : 0;
    }

  pass->samples->first[profile->n_rows] = n;
  pass->samples->total = g_new (guint32, n);
  pass->samples->self = g_new (guint32, n);
  pass->samples->blocks = g_new0 (guint16, (gsize) profile->n_rows * STRATA_COUNT_BLOCKS);
  pass->samples->steps = g_new0 (guint16, (gsize) profile->n_rows * STRATA_COUNT_BLOCKS);
  pass->samples->unfinished = g_new0 (StrataDiffUnfinished, profile->n_rows);
  pass->n_on_stack = g_new0 (guint32, profile->n_rows);
}

/**
 * strata_diff_samples_init:
 * @self: (out caller-allocates): the samples
 * @profile: a profile
 * @cancellable: (nullable): stops it
 *
 * Collects the time of each call in the scope of @profile, in one pass over them. Clear it with
 * strata_diff_samples_clear(), even if it was cancelled.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
strata_diff_samples_init (StrataDiffSamples *self,
                          const StrataProfile *profile,
                          GCancellable *cancellable)
{
  Pass pass = { .profile = profile, .samples = self, .span = profile->scope.span, .is_by_cpu = strata_scope_is_by_cpu (&profile->scope, profile->trace) };

  *self = (StrataDiffSamples){ 0 };
  find_places (&pass);
  pass.stack = g_new (OpenCall, strata_scope_get_stack_height (&profile->scope, profile->trace));
  add_tracks (&pass, cancellable);
  g_free (pass.stack);
  g_free (pass.next);
  g_free (pass.n_on_stack);

  return !g_cancellable_is_cancelled (cancellable);
}

void
strata_diff_samples_clear (StrataDiffSamples *self)
{
  g_free (self->total);
  g_free (self->self);
  g_free (self->first);
  g_free (self->blocks);
  g_free (self->steps);
  g_free (self->unfinished);
  *self = (StrataDiffSamples){ 0 };
}
