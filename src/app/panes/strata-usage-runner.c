/* strata-usage-runner.c - the usage of a period, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-runner.h"

#include "strata-session-area.h"
#include "strata-session-signals.h"

/* Computes in the background, a moment after the period came to rest. The newest
 * request wins. Kept alive by its owner and by each computation that has yet to
 * report. */
#define REST_MS 150

struct _StrataUsageRunner
{
  StrataUsageReady ready;        /* NULL once freed */
  gpointer user_data;            /* borrowed */
  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  GCancellable *cancellable;     /* owned; of the newest computation */
  StrataUsagePeriod period;
  guint rest_id;
};

static void
strata_usage_runner_clear (gpointer data)
{
  StrataUsageRunner *self = data;

  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
}

static void
strata_usage_runner_unref (StrataUsageRunner *self)
{
  g_rc_box_release_full (self, strata_usage_runner_clear);
}

static void
cancel (StrataUsageRunner *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);

  g_clear_object (&self->cancellable);
}

static void
on_computed (GObject *source,
             GAsyncResult *result,
             gpointer user_data)
{
  StrataUsageRunner *self = user_data;
  g_autoptr (StrataUsage) usage = strata_usage_new_finish (result, NULL);

  /* there is no usage only when the request was cancelled */
  if (usage != NULL && self->ready != NULL)
    self->ready (usage, self->user_data);

  strata_usage_runner_unref (self);
}

static gboolean
get_span (StrataUsageRunner *self,
          StrataSpan *span)
{
  switch (self->period)
    {
    case STRATA_USAGE_PERIOD_TRACE:
      *span = strata_trace_get_span (strata_session_get_trace (self->session));
      return TRUE;
    case STRATA_USAGE_PERIOD_WINDOW:
      *span = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self->session)));
      return TRUE;
    case STRATA_USAGE_PERIOD_SELECTION:
      return strata_session_get_item_span (self->session, strata_session_get_selection (self->session), span);
    case STRATA_USAGE_PERIOD_AREA:
      return strata_session_get_area (self->session, span);
    }

  return FALSE;
}

static void
compute (StrataUsageRunner *self)
{
  StrataSpan span;

  cancel (self);
  if (self->session == NULL)
    return;

  if (!get_span (self, &span))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  self->cancellable = g_cancellable_new ();
  strata_usage_new_async (strata_session_get_trace (self->session), span, self->cancellable, on_computed, g_rc_box_acquire (self));
}

static gboolean
on_rest (gpointer user_data)
{
  StrataUsageRunner *self = user_data;

  self->rest_id = 0;
  compute (self);

  return G_SOURCE_REMOVE;
}

static void
compute_at_rest (StrataUsageRunner *self,
                 StrataUsagePeriod period)
{
  if (self->period != period)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, on_rest, self);
}

static void
on_viewport_changed (StrataView *view,
                     const StrataViewport *before,
                     StrataUsageRunner *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_WINDOW);
}

static void
on_selection_changed (StrataSession *session,
                      StrataUsageRunner *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_SELECTION);
}

static void
on_area_changed (StrataSession *session,
                 StrataUsageRunner *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_AREA);
}

/**
 * strata_usage_runner_new:
 * @ready: (scope forever): told each usage
 * @user_data: for @ready
 *
 * Returns: (transfer full): a runner without a session, for the visible time
 */
StrataUsageRunner *
strata_usage_runner_new (StrataUsageReady ready,
                         gpointer user_data)
{
  StrataUsageRunner *self = g_rc_box_new0 (StrataUsageRunner);

  self->ready = ready;
  self->user_data = user_data;
  self->period = STRATA_USAGE_PERIOD_WINDOW;
  self->signals = strata_session_signals_new ();
  g_signal_group_connect (self->signals->view, "viewport-changed", G_CALLBACK (on_viewport_changed), self);
  g_signal_group_connect (self->signals->session, "selection-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect (self->signals->session, "area-changed", G_CALLBACK (on_area_changed), self);

  return self;
}

/**
 * strata_usage_runner_free:
 * @self: (nullable) (transfer full): the runner
 *
 * Stops computing; nobody will be told.
 */
void
strata_usage_runner_free (StrataUsageRunner *self)
{
  if (self == NULL)
    return;

  self->ready = NULL;
  cancel (self);
  strata_session_signals_set_session (self->signals, NULL);
  strata_usage_runner_unref (self);
}

/**
 * strata_usage_runner_set_session:
 * @self: the runner
 * @session: (nullable): whose trace to look at
 *
 * Begins to compute.
 */
void
strata_usage_runner_set_session (StrataUsageRunner *self,
                                 StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  strata_session_signals_set_session (self->signals, session);
  compute (self);
}

/**
 * strata_usage_runner_set_period:
 * @self: the runner
 * @period: of which period
 *
 * Chooses the period.
 */
void
strata_usage_runner_set_period (StrataUsageRunner *self,
                                StrataUsagePeriod period)
{
  if (self->period == period)
    return;

  self->period = period;
  compute (self);
}
