/* strata-usage-job.c - the usage of a period, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-job.h"

#include "strata-job.h"
#include "strata-session-area.h"
#include "strata-session-signals.h"

/* Waits until the period has come to rest. */
#define REST_MS 150

struct _StrataUsageJob
{
  StrataUsageReady ready;        /* never NULL */
  gpointer user_data;            /* borrowed */
  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  StrataJob *job;                /* owned */
  StrataUsagePeriod period;
};

typedef struct
{
  StrataTrace *trace; /* owned */
  StrataSpan span;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->trace);
  g_free (request);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Request *request = data;

  return strata_usage_new (request->trace, request->span, cancellable, NULL);
}

static void
on_computed (gpointer result,
             gpointer data,
             gpointer user_data)
{
  StrataUsageJob *self = user_data;
  g_autoptr (StrataUsage) usage = result;

  self->ready (usage, self->user_data);
}

static const StrataJobKind usage_job = {
  .name = "[strata] usage",
  .run = run,
  .done = on_computed,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_usage_unref,
};

static gboolean
get_span (StrataUsageJob *self,
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
      return strata_session_get_item_span (self->session, strata_session_get_selected_item (self->session), span);
    case STRATA_USAGE_PERIOD_AREA:
      return strata_session_get_area (self->session, span);
    }

  return FALSE;
}

static void
compute (StrataUsageJob *self,
         guint delay_ms)
{
  StrataSpan span;

  strata_job_cancel (self->job);
  if (self->session == NULL)
    return;

  if (!get_span (self, &span))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  Request *request = g_new (Request, 1);

  *request = (Request){ g_object_ref (strata_session_get_trace (self->session)), span };
  strata_job_start (self->job, request, delay_ms);
}

static void
compute_at_rest (StrataUsageJob *self,
                 StrataUsagePeriod period)
{
  if (self->period == period)
    compute (self, REST_MS);
}

static void
on_viewport_changed (StrataView *view,
                     const StrataViewport *before,
                     StrataUsageJob *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_WINDOW);
}

static void
on_selection_changed (StrataUsageJob *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_SELECTION);
}

static void
on_area_changed (StrataUsageJob *self)
{
  compute_at_rest (self, STRATA_USAGE_PERIOD_AREA);
}

/**
 * strata_usage_job_new:
 * @ready: (scope forever): called with each usage
 * @user_data: for @ready
 *
 * Returns: (transfer full): a job without a session, for the visible time
 */
StrataUsageJob *
strata_usage_job_new (StrataUsageReady ready,
                      gpointer user_data)
{
  StrataUsageJob *self = g_new0 (StrataUsageJob, 1);

  self->ready = ready;
  self->user_data = user_data;
  self->job = strata_job_new (&usage_job, self);
  self->period = STRATA_USAGE_PERIOD_WINDOW;
  self->signals = strata_session_signals_new ();
  g_signal_group_connect (self->signals->view, "viewport-changed", G_CALLBACK (on_viewport_changed), self);
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (self->signals->selection, "area-changed", G_CALLBACK (on_area_changed), self);

  return self;
}

/**
 * strata_usage_job_free:
 * @self: (nullable) (transfer full): the job
 *
 * Cancels what is being computed.
 */
void
strata_usage_job_free (StrataUsageJob *self)
{
  if (self == NULL)
    return;

  strata_job_free (self->job);
  strata_session_signals_free (self->signals);
  g_clear_object (&self->session);
  g_free (self);
}

/**
 * strata_usage_job_set_session:
 * @self: the job
 * @session: (nullable): whose trace to look at
 *
 * Begins to compute.
 */
void
strata_usage_job_set_session (StrataUsageJob *self,
                              StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  strata_session_signals_set_session (self->signals, session);
  compute (self, 0);
}

/**
 * strata_usage_job_set_period:
 * @self: the job
 * @period: of which period
 *
 * Chooses the period.
 */
void
strata_usage_job_set_period (StrataUsageJob *self,
                             StrataUsagePeriod period)
{
  if (self->period == period)
    return;

  self->period = period;
  compute (self, 0);
}
