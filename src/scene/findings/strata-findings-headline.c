/* strata-findings-headline.c - the main finding, and whether anything was slow
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings-private.h"

/* The thread that finds the frames also finds the headline. When the limits of tasks change later,
 * a worker finds it again, since its reasons walk the states of threads. Until then the previous
 * one is kept. */

typedef struct
{
  StrataFrames *frames; /* owned */
  GArray *tasks;        /* (element-type StrataLongTask) owned */
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  strata_frames_unref (self->frames);
  g_array_unref (self->tasks);
  g_free (self);
}

static StrataFoundHeadline *
find_headline (StrataFrames *frames,
               const GArray *tasks)
{
  const StrataLongTask *rows = (const StrataLongTask *) (gconstpointer) tasks->data;
  StrataFoundHeadline *found = g_new0 (StrataFoundHeadline, 1);

  strata_headline_find (&found->headline, frames, rows, tasks->len);
  found->text = strata_headline_dup_text (&found->headline, frames, rows, tasks->len);
  return found;
}

static void
found_headline_free (gpointer data)
{
  StrataFoundHeadline *self = data;

  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self);
}

static gpointer
run_find (gpointer data,
          GCancellable *cancellable)
{
  const Request *request = data;

  return find_headline (request->frames, request->tasks);
}

static void
on_headline_found (gpointer result,
                   gpointer data,
                   gpointer user_data)
{
  StrataFindings *self = user_data;

  found_headline_free (self->headline);
  self->headline = result;
  strata_findings_emit_headline_changed (self);
}

void
strata_findings_find_headline_now (StrataFindings *self)
{
  on_headline_found (find_headline (self->frames, self->tasks), NULL, self);
}

void
strata_findings_restart_headline (StrataFindings *self)
{
  static const StrataJobKind kind = {
    .name = "[strata] headline",
    .run = run_find,
    .done = on_headline_found,
    .free_data = request_free,
    .free_result = found_headline_free,
  };

  if (self->frames == NULL)
    return;
  if (self->headline_job == NULL)
    self->headline_job = strata_job_new (&kind, self);

  Request *request = g_new (Request, 1);

  *request = (Request){ strata_frames_ref (self->frames), g_array_ref (self->tasks) };
  strata_job_start (self->headline_job, request, 0);
}

void
strata_findings_clear_headline (StrataFindings *self)
{
  g_clear_pointer (&self->headline_job, strata_job_free);
  g_clear_pointer (&self->headline, found_headline_free);
}

/**
 * strata_findings_get_headline:
 * @self: the findings
 *
 * Returns: (transfer none) (nullable): the main finding, until ::headline-changed; %NULL until frames are found
 */
const StrataHeadline *
strata_findings_get_headline (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  return self->headline != NULL ? &self->headline->headline : NULL;
}

/**
 * strata_findings_get_headline_text:
 * @self: the findings
 *
 * Returns: (transfer none) (nullable): the main finding in a sentence, until ::headline-changed; %NULL for none
 */
const char *
strata_findings_get_headline_text (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  return self->headline != NULL ? self->headline->text : NULL;
}

/**
 * strata_findings_has_slow:
 * @self: the findings
 *
 * Returns: whether any frame was slow or any task took too long, including services, which have no headline
 */
gboolean
strata_findings_has_slow (StrataFindings *self)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self), FALSE);

  guint n_frames = 0;
  const StrataFrameRow *rows = self->frames != NULL ? strata_frames_get (self->frames, &n_frames) : NULL;

  for (guint i = 0; i < n_frames; i++)
    if (strata_frame_is_slow (&rows[i]))
      return TRUE;

  return self->tasks != NULL && self->tasks->len > 0;
}
