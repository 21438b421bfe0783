/* strata-job.h - background work of which only the newest request counts
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a job handles its requests. Usually `static const`. */
typedef struct
{
  const char *name; /* a name for debuggers, such as "[strata] profile" */
  /* computes the result, in a worker. It reads @data and may write to parts of it that are atomic.
   * Once @cancellable is cancelled it should return soon; its result is then dropped */
  gpointer (*run) (gpointer data, GCancellable *cancellable);
  /* nullable: takes the result, on the main thread; not called for a request that was replaced or
   * cancelled; @result: (transfer full) */
  void (*done) (gpointer result, gpointer data, gpointer user_data);
  /* nullable: called on the main thread about every 60 ms while @run is running */
  void (*progress) (gpointer data, gpointer user_data);
  GDestroyNotify free_data;   /* nullable: frees the data of a request, on the main thread */
  GDestroyNotify free_result; /* nullable: frees a result that @done does not take, in any thread */
} StrataJobKind;

typedef struct _StrataJob StrataJob;

StrataJob *strata_job_new (const StrataJobKind *kind, gpointer user_data);
void strata_job_free (StrataJob *self);
void strata_job_start (StrataJob *self, gpointer data, guint delay_ms);
void strata_job_cancel (StrataJob *self);
gboolean strata_job_is_busy (const StrataJob *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataJob, strata_job_free)

G_END_DECLS
