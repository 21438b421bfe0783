/* strata-diff-samples.c - how long each call of each row of a profile took
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-samples.h"

#include "strata-profile-private.h"
#include "strata-rank-test.h"

/* The walk of the profile once more. The profile has counted the calls of each
 * row, so that each time has its place. A call's own time is known when the
 * next one that is not inside it comes. */
typedef struct
{
  gint64 total_ns;
  gint64 self_ns;
  guint32 row;
  gboolean is_finished;
} OpenCall;

typedef struct
{
  const StrataProfile *profile;
  StrataDiffSamples *samples;
  gsize *next; /* owned: place for the next call of each row */
  OpenCall *stack;
  guint32 n_open;
  gboolean is_by_cpu;
} Pass;

#define SLICES_BETWEEN_CHECKS 65536

static void
close_calls (Pass *pass,
             guint32 depth)
{
  while (pass->n_open > depth)
    {
      const OpenCall *call = &pass->stack[--pass->n_open];

      if (!call->is_finished)
        continue;

      const gsize place = pass->next[call->row]++;

      pass->samples->total[place] = strata_rank_test_value (call->total_ns);
      pass->samples->self[place] = strata_rank_test_value (call->self_ns);
    }
}

static void
open_call (Pass *pass,
           const StrataSliceWalk *walk,
           guint32 row)
{
  const gint64 duration_ns = pass->is_by_cpu ? walk->cpu_ns : walk->axis_ns;

  close_calls (pass, walk->depth_flags >> 8);
  if (pass->n_open > 0)
    pass->stack[pass->n_open - 1].self_ns -= duration_ns;

  pass->stack[pass->n_open++] = (OpenCall){ duration_ns, duration_ns, row, !(walk->depth_flags & STRATA_SLICE_UNFINISHED) };
}

static void
add_track (Pass *pass,
           StrataSliceWalk *walk,
           StrataProfileKeys *keys,
           GCancellable *cancellable)
{
  guint32 n_left = SLICES_BETWEEN_CHECKS;

  while (strata_slice_walk_next (walk))
    {
      open_call (pass, walk, *strata_profile_get_row_of_key (pass->profile, strata_profile_keys_get (keys, walk->slice, walk->name)));

      if (--n_left == 0 && g_cancellable_is_cancelled (cancellable))
        break;
    }

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
      n += row->n_calls + row->n_recursive_calls - row->n_unfinished;
    }

  pass->samples->first[profile->n_rows] = n;
  pass->samples->total = g_new (guint32, n);
  pass->samples->self = g_new (guint32, n);
}

/**
 * strata_diff_samples_init:
 * @self: (out caller-allocates): the samples
 * @profile: a profile
 * @cancellable: (nullable): to stop it
 * @error: where to put that it was cancelled
 *
 * Collects the time of each call in the scope of @profile, in one pass over them.
 * Clear it with strata_diff_samples_clear(), also when it was cancelled.
 *
 * Returns: %FALSE when it was cancelled
 */
gboolean
strata_diff_samples_init (StrataDiffSamples *self,
                          const StrataProfile *profile,
                          GCancellable *cancellable,
                          GError **error)
{
  Pass pass = { .profile = profile, .samples = self, .is_by_cpu = strata_scope_is_by_cpu (&profile->scope, profile->trace) };

  *self = (StrataDiffSamples){ 0 };
  find_places (&pass);
  pass.stack = g_new (OpenCall, strata_scope_get_stack_height (&profile->scope, profile->trace));
  add_tracks (&pass, cancellable);
  g_free (pass.stack);
  g_free (pass.next);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * strata_diff_samples_clear:
 * @self: the samples
 */
void
strata_diff_samples_clear (StrataDiffSamples *self)
{
  g_free (self->total);
  g_free (self->self);
  g_free (self->first);
  *self = (StrataDiffSamples){ 0 };
}
