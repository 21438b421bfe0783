/* strata-usage-job.c - keeps the usage of the scope up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-job.h"

#include "strata-job.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-trace-request.h"

/* Waits until the scope has rested. */
#define REST_MS 150

struct _StrataUsageJob
{
  StrataUsageReady ready; /* never NULL */
  gpointer user_data;     /* borrowed */
  StrataSession *session; /* owned */
  StrataJob *job;         /* owned */
  gboolean is_active;
  gboolean is_stale; /* not computed again while inactive */
};

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const StrataTraceRequest *request = data;

  return strata_usage_new (request->trace, request->span, cancellable);
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
  .free_data = (GDestroyNotify) strata_trace_request_free,
  .free_result = (GDestroyNotify) strata_usage_unref,
};

/* For a thread or process, the whole trace; the pane filters the rows. */
static gboolean
get_span (StrataUsageJob *self,
          StrataSpan *span)
{
  const StrataItem item = strata_session_get_selected_item (self->session);

  *span = strata_trace_get_span (strata_session_get_trace (self->session));
  switch (strata_scope_model_get_choice (strata_scope_model_get (self->session)))
    {
    case STRATA_SCOPE_WINDOW:
      *span = strata_viewport_get_span (strata_session_get_viewport (self->session));
      return TRUE;
    case STRATA_SCOPE_AREA:
      return strata_session_get_area (self->session, span);
    case STRATA_SCOPE_SLICE:
      return strata_session_get_item_span (self->session, item, span);
    case STRATA_SCOPE_THREAD:
    case STRATA_SCOPE_PROCESS:
      return strata_session_find_item_thread (self->session, item) != STRATA_NONE;
    case STRATA_SCOPE_TRACE:
    case STRATA_N_SCOPE_CHOICES:
      return TRUE;
    }

  return TRUE;
}

static void
compute (StrataUsageJob *self,
         guint delay_ms)
{
  StrataSpan span;

  strata_job_cancel (self->job);
  self->is_stale = FALSE;
  if (!get_span (self, &span))
    {
      self->ready (NULL, self->user_data);
      return;
    }

  strata_job_start (self->job, strata_trace_request_new (strata_session_get_trace (self->session), STRATA_NONE, span), delay_ms);
}

static void
on_scope_changed (StrataUsageJob *self)
{
  if (self->is_active)
    compute (self, REST_MS);
  else
    self->is_stale = TRUE;
}

/**
 * strata_usage_job_new:
 * @session: the session whose trace to use
 * @ready: (scope forever): called with each usage
 * @user_data: for @ready
 *
 * Begins to compute.
 *
 * Returns: (transfer full): an active job
 */
StrataUsageJob *
strata_usage_job_new (StrataSession *session,
                      StrataUsageReady ready,
                      gpointer user_data)
{
  StrataUsageJob *self = g_new0 (StrataUsageJob, 1);

  self->session = g_object_ref (session);
  self->ready = ready;
  self->user_data = user_data;
  self->job = strata_job_new (&usage_job, self);
  self->is_active = TRUE;
  g_signal_connect_swapped (strata_scope_model_get (session), "changed", G_CALLBACK (on_scope_changed), self);
  compute (self, 0);

  return self;
}

/**
 * strata_usage_job_free:
 * @self: (nullable) (transfer full): the job
 *
 * Cancels a running computation.
 */
void
strata_usage_job_free (StrataUsageJob *self)
{
  if (self == NULL)
    return;

  strata_job_free (self->job);
  g_signal_handlers_disconnect_by_data (strata_scope_model_get (self->session), self);
  g_object_unref (self->session);
  g_free (self);
}

/**
 * strata_usage_job_set_active:
 * @self: the job
 * @is_active: whether the usage is visible
 *
 * Computes the usage again if it has changed while it was hidden.
 */
void
strata_usage_job_set_active (StrataUsageJob *self,
                             gboolean is_active)
{
  self->is_active = is_active;
  if (is_active && self->is_stale)
    compute (self, 0);
}
