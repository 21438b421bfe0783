/* strata-diff-model.c - keeps the comparison of two sessions up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-model.h"

#include <glib/gi18n-lib.h>

#include "strata-job.h"
#include "strata-scope-model.h"
#include "strata-scope-watch.h"

/* Compares the scopes of both sessions in the background, and again whenever they change. A choice
 * for A applies to B as well, as long as both were equal before, since that is mostly intended; B
 * can have its own. */
struct _StrataDiffModel
{
  GObject parent_instance;

  StrataSessionPair *pair;                        /* owned */
  StrataScopeWatch *watches[STRATA_N_DIFF_SIDES]; /* owned */
  StrataScopeChoice choice;                       /* the last choice of A */
  StrataDiff *diff;                               /* owned; nullable */
  const char *hint;                               /* borrowed: static; nullable */
  StrataDiffPer per;
  StrataClocks clock; /* the clock of the compared times; 0 for the clock of the axis */
  StrataJob *job;     /* owned */
};

enum
{
  STARTED,
  READY,
  OPTIONS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataDiffModel, strata_diff_model, G_TYPE_OBJECT)

static void
take_diff (StrataDiffModel *self,
           StrataDiff *diff,
           const char *hint)
{
  g_clear_pointer (&self->diff, strata_diff_unref);
  self->diff = diff;
  self->hint = hint;
  g_signal_emit (self, signals[READY], 0);
}

typedef struct
{
  StrataScopeRequest *sides[STRATA_N_DIFF_SIDES]; /* owned; NULL if nothing is selected */
  StrataDiffOptions options;
} DiffRequest;

static void
diff_request_free (gpointer data)
{
  DiffRequest *request = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_scope_request_free (request->sides[side]);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const DiffRequest *request = data;
  StrataTrace *const traces[] = { request->sides[STRATA_DIFF_A]->trace, request->sides[STRATA_DIFF_B]->trace };
  const StrataScope scopes[] = { request->sides[STRATA_DIFF_A]->scope, request->sides[STRATA_DIFF_B]->scope };

  return strata_diff_new (traces, scopes, &request->options, cancellable);
}

static void
on_compared (gpointer result,
             gpointer data,
             gpointer user_data)
{
  take_diff (user_data, result, NULL);
}

static const StrataJobKind diff_job = {
  .name = "[strata] diff",
  .run = run,
  .done = on_compared,
  .free_data = diff_request_free,
  .free_result = (GDestroyNotify) strata_diff_unref,
};

static const char *
get_hint (StrataDiffModel *self,
          StrataDiffSide side)
{
  StrataScopeModel *model = strata_scope_model_get (strata_session_pair_get (self->pair, side));

  return strata_scope_choice_get_hint (strata_scope_model_get_choice (model));
}

static void
compare (StrataDiffModel *self)
{
  DiffRequest *request = g_new0 (DiffRequest, 1);
  const char *hint = NULL;

  request->options = (StrataDiffOptions){ .by = STRATA_PROFILE_BY_SHAPE, .per = self->per };

  strata_job_cancel (self->job);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      request->sides[side] = strata_scope_watch_new_request (self->watches[side], STRATA_PROFILE_BY_SHAPE);
      if (request->sides[side] == NULL)
        hint = get_hint (self, side);
      else if (self->clock != 0)
        request->sides[side]->scope.clock = self->clock;
    }

  if (hint != NULL)
    {
      diff_request_free (request);
      take_diff (self, NULL, hint);
      return;
    }

  g_signal_emit (self, signals[STARTED], 0);
  strata_job_start (self->job, request, 0);
}

static void
on_changed (gpointer user_data)
{
  compare (user_data);
}

static void
on_choice_of_a (StrataScopeModel *model_a,
                GParamSpec *pspec,
                StrataDiffModel *self)
{
  StrataScopeModel *model_b = strata_scope_model_get (strata_session_pair_get (self->pair, STRATA_DIFF_B));
  const StrataScopeChoice before = self->choice;

  self->choice = strata_scope_model_get_choice (model_a);
  if (strata_scope_model_get_choice (model_b) == before)
    strata_scope_model_set_choice (model_b, self->choice);
}

static void
strata_diff_model_dispose (GObject *object)
{
  StrataDiffModel *self = STRATA_DIFF_MODEL (object);

  g_clear_pointer (&self->job, strata_job_free);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->watches[side], strata_scope_watch_free);
  g_clear_pointer (&self->diff, strata_diff_unref);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_model_parent_class)->dispose (object);
}

static void
strata_diff_model_class_init (StrataDiffModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_diff_model_dispose;

  signals[STARTED] = g_signal_new ("started", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[OPTIONS_CHANGED] = g_signal_new ("options-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[READY] = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_diff_model_init (StrataDiffModel *self)
{
  self->job = strata_job_new (&diff_job, self);
}

/**
 * strata_diff_model_new:
 * @pair: two sessions
 *
 * Begins to compare their scopes.
 *
 * Returns: (transfer full): the model
 */
StrataDiffModel *
strata_diff_model_new (StrataSessionPair *pair)
{
  StrataDiffModel *self = g_object_new (STRATA_TYPE_DIFF_MODEL, NULL);
  StrataScopeModel *model_a = strata_scope_model_get (strata_session_pair_get (pair, STRATA_DIFF_A));

  self->pair = g_object_ref (pair);
  self->choice = strata_scope_model_get_choice (model_a);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->watches[side] = strata_scope_watch_new (strata_session_pair_get (pair, side), on_changed, self);
    }
  g_signal_connect_object (model_a, "notify::choice", G_CALLBACK (on_choice_of_a), self, 0);
  compare (self);

  return self;
}

/**
 * strata_diff_model_set_per:
 * @self: the model
 * @per: the divisor of sums before they are compared
 *
 * Compares again if it differs.
 */
void
strata_diff_model_set_per (StrataDiffModel *self,
                           StrataDiffPer per)
{
  if (self->per == per)
    return;

  self->per = per;
  g_signal_emit (self, signals[OPTIONS_CHANGED], 0);
  compare (self);
}

/**
 * strata_diff_model_knows_clock:
 * @self: the model
 * @clock: a clock
 *
 * Returns: whether both captures have its times
 */
gboolean
strata_diff_model_knows_clock (StrataDiffModel *self,
                               StrataClocks clock)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!(strata_trace_get_clocks (strata_session_get_trace (strata_session_pair_get (self->pair, side))) & clock))
      return FALSE;

  return TRUE;
}

/**
 * strata_diff_model_set_clock:
 * @self: the model
 * @clock: the clock by which times are compared
 *
 * Compares again if it differs.
 */
void
strata_diff_model_set_clock (StrataDiffModel *self,
                             StrataClocks clock)
{
  if (self->clock == clock || (self->clock == 0 && clock == STRATA_CLOCK_WALL))
    return;

  self->clock = clock;
  g_signal_emit (self, signals[OPTIONS_CHANGED], 0);
  compare (self);
}

/* Returns the clock by which times are compared, or 0 for the clock of the axis. */
StrataClocks
strata_diff_model_get_clock (StrataDiffModel *self)
{
  return self->clock;
}

StrataDiffPer
strata_diff_model_get_per (StrataDiffModel *self)
{
  return self->per;
}

/* Returns the newest comparison; NULL if there is none. */
StrataDiff *
strata_diff_model_get_diff (StrataDiffModel *self)
{
  return self->diff;
}

/* Returns what to do if there is nothing to compare, else NULL. */
const char *
strata_diff_model_get_hint (StrataDiffModel *self)
{
  return self->hint;
}
