/* strata-diff-runner.c - the comparison of two sessions, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-runner.h"

#include <glib/gi18n-lib.h>

#include "strata-scope-model.h"
#include "strata-scope-watch.h"

/* Compares in the background what is chosen of either session, and anew whenever
 * that is another; the newest request wins. What is chosen for A is chosen for B
 * as long as it was the same before, for that is mostly what is meant; B can have
 * another. */
struct _StrataDiffRunner
{
  GObject parent_instance;

  StrataSessionPair *pair;                        /* owned */
  StrataScopeWatch *watches[STRATA_N_DIFF_SIDES]; /* owned */
  StrataScopeChoice choice;                       /* that of A, as it was last */
  StrataDiff *diff;                               /* owned; nullable */
  const char *hint;                               /* borrowed: static; nullable */
  GCancellable *cancellable;                      /* owned: of the newest computation */
};

enum
{
  STARTED,
  READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataDiffRunner, strata_diff_runner, G_TYPE_OBJECT)

static void
cancel (StrataDiffRunner *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

static void
take_diff (StrataDiffRunner *self,
           StrataDiff *diff,
           const char *hint)
{
  g_clear_pointer (&self->diff, strata_diff_unref);
  self->diff = diff;
  self->hint = hint;
  g_signal_emit (self, signals[READY], 0);
}

static void
on_compared (GObject *source,
             GAsyncResult *result,
             gpointer user_data)
{
  g_autoptr (StrataDiffRunner) self = user_data;
  StrataDiff *diff = strata_diff_new_finish (result, NULL);

  /* there is none only when it was cancelled */
  if (diff != NULL)
    take_diff (self, diff, NULL);
}

static const char *
get_hint (StrataDiffRunner *self,
          StrataDiffSide side)
{
  StrataScopeModel *model = strata_scope_model_get (strata_session_pair_get (self->pair, side));

  return strata_scope_choice_get_hint (strata_scope_model_get_choice (model));
}

static void
compare (StrataDiffRunner *self)
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  StrataScope scopes[STRATA_N_DIFF_SIDES] = { 0 };
  const char *hint = NULL;

  cancel (self);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!strata_scope_watch_resolve (self->watches[side], &traces[side], &scopes[side]))
      hint = get_hint (self, side);

  if (hint != NULL)
    take_diff (self, NULL, hint);
  else
    {
      self->cancellable = g_cancellable_new ();
      g_signal_emit (self, signals[STARTED], 0);
      strata_diff_new_async (traces, scopes, STRATA_PROFILE_BY_SHAPE, self->cancellable, on_compared, g_object_ref (self));
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&scopes[side].threads, g_bytes_unref);
}

static void
on_changed (gpointer user_data)
{
  compare (user_data);
}

static void
on_choice_of_a (StrataScopeModel *model_a,
                GParamSpec *pspec,
                StrataDiffRunner *self)
{
  StrataScopeModel *model_b = strata_scope_model_get (strata_session_pair_get (self->pair, STRATA_DIFF_B));
  const StrataScopeChoice before = self->choice;

  self->choice = strata_scope_model_get_choice (model_a);
  if (strata_scope_model_get_choice (model_b) == before)
    strata_scope_model_set_choice (model_b, self->choice);
}

static void
strata_diff_runner_dispose (GObject *object)
{
  StrataDiffRunner *self = STRATA_DIFF_RUNNER (object);

  cancel (self);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->watches[side], strata_scope_watch_free);
  g_clear_pointer (&self->diff, strata_diff_unref);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_runner_parent_class)->dispose (object);
}

static void
strata_diff_runner_class_init (StrataDiffRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_diff_runner_dispose;

  signals[STARTED] = g_signal_new ("started", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_diff_runner_init (StrataDiffRunner *self)
{
}

/**
 * strata_diff_runner_new:
 * @pair: two sessions
 *
 * Begins to compare what is chosen of them.
 *
 * Returns: (transfer full): the runner
 */
StrataDiffRunner *
strata_diff_runner_new (StrataSessionPair *pair)
{
  StrataDiffRunner *self = g_object_new (STRATA_TYPE_DIFF_RUNNER, NULL);
  StrataScopeModel *model_a = strata_scope_model_get (strata_session_pair_get (pair, STRATA_DIFF_A));

  self->pair = g_object_ref (pair);
  self->choice = strata_scope_model_get_choice (model_a);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->watches[side] = strata_scope_watch_new (on_changed, self);
      strata_scope_watch_set_session (self->watches[side], strata_session_pair_get (pair, side));
    }
  g_signal_connect_object (model_a, "notify::choice", G_CALLBACK (on_choice_of_a), self, 0);
  compare (self);

  return self;
}

/**
 * strata_diff_runner_get_diff:
 * @self: the runner
 *
 * Returns: (transfer none) (nullable): the newest comparison
 */
StrataDiff *
strata_diff_runner_get_diff (StrataDiffRunner *self)
{
  return self->diff;
}

/**
 * strata_diff_runner_get_hint:
 * @self: the runner
 *
 * Returns: (transfer none) (nullable): what to do so that there is something to compare, if there is nothing
 */
const char *
strata_diff_runner_get_hint (StrataDiffRunner *self)
{
  return self->hint;
}
