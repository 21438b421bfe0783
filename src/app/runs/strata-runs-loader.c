/* strata-runs-loader.c - loads two sets of runs in the background
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-loader.h"

#include <glib/gi18n-lib.h>

#include "strata-job.h"
#include "strata-loader.h"
#include "strata-memory.h"
#include "strata-run-files.h"
#include "strata-run-memory.h"
#include "strata-run-twins.h"

/* The worker loads one file after another, so that only one trace at a time is in memory. The main
 * thread reads which file that is; each file has its own progress. */
typedef struct
{
  GPtrArray *files[STRATA_N_DIFF_SIDES]; /* (element-type filename) owned; nullable */
  StrataProgress *progress;              /* (array) owned: of the files of A, then of B */
  guint n_done;                          /* atomic */
  char *reason;                          /* owned; nullable: why there are no files */
} Request;

struct _StrataRunsLoader
{
  StrataRunsLoaded loaded;
  void (*progressed) (gpointer user_data);
  gpointer user_data;
  StrataJob *job;   /* owned */
  Request *request; /* borrowed from the job; nullable */
};

static void
request_free (gpointer data)
{
  Request *request = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&request->files[side], g_ptr_array_unref);
  g_free (request->progress);
  g_free (request->reason);
  g_free (request);
}

static void
load_run (Request *request,
          StrataDiffSide side,
          guint index,
          StrataRunTwins *twins,
          StrataRunSet *set,
          GCancellable *cancellable)
{
  const char *path = request->files[side]->pdata[index];
  const StrataLoadOptions options = { .find_mapping = TRUE };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *reason = strata_run_twins_add (twins, side, path);
  g_autoptr (GError) error = NULL;

  if (reason == NULL)
    reason = strata_run_memory_check (path);

  g_autoptr (StrataTrace) trace = reason == NULL ? strata_load_file (file, &options, &request->progress[request->n_done], cancellable, &error) : NULL;
  StrataRunSums *sums = NULL;

  if (trace != NULL)
    {
      const StrataScope scope = strata_scope_everything (trace);

      sums = strata_run_sums_new_of_trace (path, trace, &scope, cancellable);
      if (sums == NULL)
        return; /* cancelled, so nobody asks for the set */
    }

  if (sums != NULL)
    strata_run_set_take (set, side, sums);
  else
    strata_run_set_add_failed (set, side, path, reason != NULL ? reason : error->message);

  strata_run_twins_check (twins, side, set);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  Request *request = data;
  StrataRunSet *set = strata_run_set_new ();
  g_autoptr (StrataRunTwins) twins = strata_run_twins_new ();

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < request->files[side]->len && !g_cancellable_is_cancelled (cancellable); i++)
      {
        load_run (request, side, i, twins, set, cancellable);
        g_atomic_int_inc (&request->n_done);
        strata_memory_trim ();
      }

  if (!g_cancellable_is_cancelled (cancellable))
    strata_run_twins_join (twins, set);
  return set;
}

static void
on_done (gpointer result,
         gpointer data,
         gpointer user_data)
{
  StrataRunsLoader *self = user_data;

  self->request = NULL;
  self->loaded (result, NULL, self->user_data);
}

static void
on_progress (gpointer data,
             gpointer user_data)
{
  StrataRunsLoader *self = user_data;

  self->progressed (self->user_data);
}

static const StrataJobKind job_kind = {
  .name = "[strata] load runs",
  .run = run,
  .done = on_done,
  .progress = on_progress,
  .free_data = request_free,
  .free_result = (GDestroyNotify) strata_run_set_free,
};

/**
 * strata_runs_loader_new:
 * @loaded: (scope forever): called with the runs
 * @progressed: (scope forever): called periodically while runs are loaded
 * @user_data: for both
 *
 * Returns: (transfer full): a loader
 */
StrataRunsLoader *
strata_runs_loader_new (StrataRunsLoaded loaded,
                        void (*progressed) (gpointer user_data),
                        gpointer user_data)
{
  StrataRunsLoader *self = g_new0 (StrataRunsLoader, 1);

  self->loaded = loaded;
  self->progressed = progressed;
  self->user_data = user_data;
  self->job = strata_job_new (&job_kind, self);
  return self;
}

void
strata_runs_loader_free (StrataRunsLoader *self)
{
  if (self == NULL)
    return;

  strata_job_free (self->job);
  g_free (self);
}

/**
 * strata_runs_loader_start:
 * @self: a loader
 * @paths: of each side (array zero-terminated=1): files, folders and patterns
 *
 * Loads the runs of both sides, and cancels a running load.
 */
void
strata_runs_loader_start (StrataRunsLoader *self,
                          const char *const *const paths[STRATA_N_DIFF_SIDES])
{
  Request *request = g_new0 (Request, 1);
  g_autoptr (GError) error = NULL;
  guint n_files = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      request->files[side] = strata_run_files_find (paths[side], &error);
      if (request->files[side] == NULL)
        {
          request_free (request);
          self->loaded (NULL, error->message, self->user_data);
          return;
        }

      n_files += request->files[side]->len;
    }

  request->progress = g_new0 (StrataProgress, n_files + 1);
  self->request = request;
  strata_job_start (self->job, request, 0);
}

/**
 * strata_runs_loader_cancel:
 * @self: a loader
 */
void
strata_runs_loader_cancel (StrataRunsLoader *self)
{
  self->request = NULL;
  strata_job_cancel (self->job);
}

/**
 * strata_runs_loader_dup_title:
 * @self: a loader
 * @progress: (out): the progress of the current file; valid until the runs are loaded
 *
 * Returns: (transfer full) (nullable): the name and number of that file; %NULL if nothing is being loaded
 */
char *
strata_runs_loader_dup_title (StrataRunsLoader *self,
                              StrataProgress **progress)
{
  const Request *request = self->request;

  if (request == NULL)
    return NULL;

  const guint n_a = request->files[STRATA_DIFF_A]->len;
  const guint n_all = n_a + request->files[STRATA_DIFF_B]->len;
  const guint n_done = MIN ((guint) g_atomic_int_get (&request->n_done), n_all - 1);
  const char *path = n_done < n_a ? request->files[STRATA_DIFF_A]->pdata[n_done] : request->files[STRATA_DIFF_B]->pdata[n_done - n_a];
  g_autofree char *name = g_filename_display_basename (path);

  *progress = &request->progress[n_done];
  /* Translators: the name of a file, its number, and how many there are */
  return g_strdup_printf (_ ("%s (%u of %u)"), name, n_done + 1, n_all);
}
