/* strata-profile-arrangement.c - which rows of a profile are listed, and in which order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-arrangement.h"

#include <string.h>

/* Made of the one before, if that is of the same profile: rows that are equal
 * stay as they were, and while somebody types, only what has passed is looked at. */
#define ROWS_BETWEEN_CHECKS 4096

static StrataProfileArrangement *
new_empty (const StrataProfileWish *wish,
           const StrataProfileArrangement *before)
{
  StrataProfileArrangement *self = g_new0 (StrataProfileArrangement, 1);
  const gboolean is_same = before != NULL && before->wish.profile == wish->profile;

  g_atomic_ref_count_init (&self->ref_count);
  self->wish = *wish;
  self->wish.profile = strata_profile_ref (wish->profile);
  self->wish.filter = g_strdup (wish->filter);
  self->names = is_same ? strata_profile_names_ref (before->names) : strata_profile_names_new (wish->profile);
  self->rows = strata_profile_get_rows (wish->profile, &self->n_rows);
  self->order = g_new (guint32, self->n_rows);
  self->places = g_new (guint32, self->n_rows);

  return self;
}

/* What did not pass before typing went on does not pass now. */
static gboolean
is_narrower (const StrataProfileArrangement *self,
             const StrataProfileArrangement *before)
{
  return before != NULL && before->wish.profile == self->wish.profile && g_str_has_prefix (self->wish.filter, before->wish.filter);
}

static void
list_rows (StrataProfileArrangement *self,
           const StrataProfileArrangement *before)
{
  if (is_narrower (self, before))
    {
      self->n_matching = before->n_matching;
      memcpy (self->order, before->order, before->n_matching * sizeof *self->order);
      return;
    }

  self->n_matching = self->n_rows;
  for (guint32 row = 0; row < self->n_rows; row++)
    self->order[row] = row;
}

/* Of the rows in the order, keeps those that pass the filter. */
static void
filter_rows (StrataProfileArrangement *self,
             const StrataProfileArrangement *before,
             GCancellable *cancellable)
{
  const gboolean is_same = is_narrower (self, before) && g_str_equal (self->wish.filter, before->wish.filter);
  const guint n = self->n_matching;

  if (*self->wish.filter == '\0' || is_same)
    return;

  g_autoptr (StrataProfileFilter) filter = strata_profile_filter_new (self->wish.filter);

  self->n_matching = 0;
  for (guint i = 0; i < n; i++)
    {
      if (i % ROWS_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable))
        return;

      if (strata_profile_names_match (self->names, self->order[i], filter))
        self->order[self->n_matching++] = self->order[i];
    }
}

static void
note_places (StrataProfileArrangement *self)
{
  for (guint row = 0; row < self->n_rows; row++)
    self->places[row] = STRATA_NONE;

  for (guint place = 0; place < self->n_shown; place++)
    self->places[self->order[place]] = place;
}

/**
 * strata_profile_arrangement_new:
 * @wish: what to list
 * @before: (nullable): what is listed now
 * @cancellable: (nullable): to stop it
 * @error: where to put that it was cancelled
 *
 * Filters and sorts rows. May run in any thread.
 *
 * Returns: (transfer full): the arrangement, or %NULL when it was cancelled
 */
StrataProfileArrangement *
strata_profile_arrangement_new (const StrataProfileWish *wish,
                                const StrataProfileArrangement *before,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (StrataProfileArrangement) self = new_empty (wish, before);

  strata_profile_names_lock (self->names);
  list_rows (self, before);
  filter_rows (self, before, cancellable);
  self->n_shown = MIN (self->n_matching, STRATA_PROFILE_LIST_MOST_ROWS);
  strata_profile_order_sort (&(StrataProfileOrder){ wish->profile, self->names, wish->column, wish->is_descending }, self->order, self->n_matching, self->n_shown, cancellable);
  strata_profile_names_unlock (self->names);
  note_places (self);

  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&self);
}

/**
 * strata_profile_arrangement_ref:
 * @self: an arrangement
 *
 * Returns: (transfer full): @self
 */
StrataProfileArrangement *
strata_profile_arrangement_ref (StrataProfileArrangement *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * strata_profile_arrangement_unref:
 * @self: (nullable) (transfer full): an arrangement
 */
void
strata_profile_arrangement_unref (StrataProfileArrangement *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  strata_profile_names_unref (self->names);
  strata_profile_unref (self->wish.profile);
  g_free (self->wish.filter);
  g_free (self->order);
  g_free (self->places);
  g_free (self);
}

typedef struct
{
  StrataProfileWish wish;           /* owned */
  StrataProfileArrangement *before; /* owned; nullable */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  strata_profile_unref (job->wish.profile);
  g_free (job->wish.filter);
  strata_profile_arrangement_unref (job->before);
  g_free (job);
}

static void
run_job (GTask *task,
         gpointer source_object,
         gpointer task_data,
         GCancellable *cancellable)
{
  const Job *job = task_data;
  GError *error = NULL;
  StrataProfileArrangement *arrangement = strata_profile_arrangement_new (&job->wish, job->before, cancellable, &error);

  if (arrangement != NULL)
    g_task_return_pointer (task, arrangement, (GDestroyNotify) strata_profile_arrangement_unref);
  else
    g_task_return_error (task, error);
}

/**
 * strata_profile_arrangement_new_async:
 * @wish: what to list
 * @before: (nullable): what is listed now
 * @cancellable: (nullable): to stop it
 * @callback: called in the thread's main context when it is done
 * @user_data: for @callback
 *
 * Does as strata_profile_arrangement_new(), in another thread.
 */
void
strata_profile_arrangement_new_async (const StrataProfileWish *wish,
                                      StrataProfileArrangement *before,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->wish = *wish;
  job->wish.profile = strata_profile_ref (wish->profile);
  job->wish.filter = g_strdup (wish->filter);
  job->before = before != NULL ? strata_profile_arrangement_ref (before) : NULL;
  g_task_set_source_tag (task, strata_profile_arrangement_new_async);
  g_task_set_name (task, "[strata] rows of a profile");
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_job);
}

/**
 * strata_profile_arrangement_new_finish:
 * @result: what the callback was given
 * @error: where to put that it was cancelled
 *
 * Returns: (transfer full): the arrangement, or %NULL when it was cancelled
 */
StrataProfileArrangement *
strata_profile_arrangement_new_finish (GAsyncResult *result,
                                       GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
