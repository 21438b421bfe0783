/* test-job.c - background jobs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-job.h"

/* Each request doubles a number. Data and results are counted to detect leaks and double frees; a
 * worker can be held until the test releases it. */
typedef struct
{
  int value;
  gboolean waits_for_cancel; /* runs until it is cancelled */
  gint is_running;           /* atomic */
  gint n_steps;              /* atomic */
} Data;

typedef struct
{
  StrataJob *job;
  GArray *results; /* (element-type int) */
  int n_progress;
  int next; /* started from `done` when it is not 0 */
  gboolean frees_job;
} Owner;

static gint n_data;    /* atomic */
static gint n_results; /* atomic */
static gint n_runs;    /* atomic */

static Data *
data_new (int value)
{
  Data *data = g_new0 (Data, 1);

  data->value = value;
  g_atomic_int_inc (&n_data);

  return data;
}

static void
data_free (gpointer data)
{
  g_atomic_int_add (&n_data, -1);
  g_free (data);
}

static void
result_free (gpointer result)
{
  g_atomic_int_add (&n_results, -1);
  g_free (result);
}

static gpointer
run (gpointer user_data,
     GCancellable *cancellable)
{
  Data *data = user_data;

  g_atomic_int_inc (&n_runs);
  g_atomic_int_set (&data->is_running, TRUE);
  while (data->waits_for_cancel && !g_cancellable_is_cancelled (cancellable))
    {
      g_atomic_int_inc (&data->n_steps);
      g_usleep (1000);
    }
  if (data->value == 0)
    return NULL;

  int *result = g_new (int, 1);

  *result = data->value * 2;
  g_atomic_int_inc (&n_results);

  return result;
}

static void
on_done (gpointer result,
         gpointer user_data,
         gpointer owner_data)
{
  Owner *owner = owner_data;
  const Data *data = user_data;
  const int value = result != NULL ? *(int *) result : -1;

  g_assert_false (strata_job_is_busy (owner->job));
  g_assert_cmpint (value, ==, data->value != 0 ? data->value * 2 : -1);
  g_array_append_val (owner->results, value);
  if (result != NULL)
    result_free (result);
  if (owner->next != 0)
    strata_job_start (owner->job, data_new (owner->next), 0);
  owner->next = 0;
  if (owner->frees_job)
    g_clear_pointer (&owner->job, strata_job_free);
}

static void
on_progress (gpointer user_data,
             gpointer owner_data)
{
  Data *data = user_data;
  Owner *owner = owner_data;

  g_assert_cmpint (g_atomic_int_get (&data->n_steps), >, 0);
  if (++owner->n_progress == 3)
    strata_job_cancel (owner->job);
}

static const StrataJobKind kind = {
  .name = "[strata] test",
  .run = run,
  .done = on_done,
  .free_data = data_free,
  .free_result = result_free,
};

static const StrataJobKind kind_with_progress = {
  .name = "[strata] test with progress",
  .run = run,
  .done = on_done,
  .progress = on_progress,
  .free_data = data_free,
  .free_result = result_free,
};

static void
owner_init (Owner *owner,
            const StrataJobKind *job_kind)
{
  *owner = (Owner){ .job = strata_job_new (job_kind, owner), .results = g_array_new (FALSE, FALSE, sizeof (int)) };
  g_atomic_int_set (&n_runs, 0);
}

/* Stale requests end too, and nothing may remain of them. */
static void
iterate_until_all_freed (void)
{
  while (g_atomic_int_get (&n_data) > 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
owner_clear (Owner *owner)
{
  g_clear_pointer (&owner->job, strata_job_free);
  iterate_until_all_freed ();
  g_assert_cmpint (g_atomic_int_get (&n_results), ==, 0);
  g_array_unref (owner->results);
}

static Data *
start_endless (Owner *owner)
{
  Data *data = data_new (7);

  data->waits_for_cancel = TRUE;
  strata_job_start (owner->job, data, 0);
  while (!g_atomic_int_get (&data->is_running))
    g_usleep (1000);

  return data;
}

static void
assert_results (const Owner *owner,
                guint n,
                int last)
{
  g_assert_cmpuint (owner->results->len, ==, n);
  g_assert_cmpint (g_array_index (owner->results, int, n - 1), ==, last);
}

static void
test_result (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  g_assert_false (strata_job_is_busy (owner.job));
  strata_job_start (owner.job, data_new (21), 0);
  g_assert_true (strata_job_is_busy (owner.job));
  iterate_until_all_freed ();
  assert_results (&owner, 1, 42);

  strata_job_start (owner.job, data_new (0), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 2, -1);
  owner_clear (&owner);
}

static void
test_newest_wins (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  start_endless (&owner);
  start_endless (&owner);
  strata_job_start (owner.job, data_new (3), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 1, 6);
  owner_clear (&owner);
}

/* A result already on its way when a newer request begins is dropped. */
static void
test_stale_result (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  strata_job_start (owner.job, data_new (1), 0);
  while (g_atomic_int_get (&n_results) == 0)
    g_usleep (1000);
  strata_job_start (owner.job, data_new (2), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 1, 4);
  owner_clear (&owner);
}

static void
test_delay (void)
{
  Owner owner;
  const gint64 begin_us = g_get_monotonic_time ();

  owner_init (&owner, &kind);
  for (int i = 1; i <= 5; i++)
    strata_job_start (owner.job, data_new (i), 50);
  g_assert_cmpint (g_atomic_int_get (&n_data), ==, 1);
  iterate_until_all_freed ();
  g_assert_cmpint (g_get_monotonic_time () - begin_us, >=, 50 * 1000);
  g_assert_cmpint (g_atomic_int_get (&n_runs), ==, 1);
  assert_results (&owner, 1, 10);

  strata_job_start (owner.job, data_new (1), 50);
  strata_job_cancel (owner.job);
  g_assert_cmpint (g_atomic_int_get (&n_data), ==, 0);
  owner_clear (&owner);
}

static void
test_cancel (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  strata_job_cancel (owner.job);
  start_endless (&owner);
  strata_job_cancel (owner.job);
  g_assert_false (strata_job_is_busy (owner.job));
  iterate_until_all_freed ();
  g_assert_cmpuint (owner.results->len, ==, 0);

  strata_job_start (owner.job, data_new (4), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 1, 8);
  owner_clear (&owner);
}

static void
test_free_at_work (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  start_endless (&owner);
  g_clear_pointer (&owner.job, strata_job_free);
  iterate_until_all_freed ();
  g_assert_cmpuint (owner.results->len, ==, 0);
  owner_clear (&owner);

  owner_init (&owner, &kind);
  strata_job_start (owner.job, data_new (1), 1000);
  g_clear_pointer (&owner.job, strata_job_free);
  g_assert_cmpint (g_atomic_int_get (&n_data), ==, 0);
  owner_clear (&owner);
}

static void
test_from_done (void)
{
  Owner owner;

  owner_init (&owner, &kind);
  owner.next = 5;
  strata_job_start (owner.job, data_new (1), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 2, 10);

  owner.frees_job = TRUE;
  strata_job_start (owner.job, data_new (6), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 3, 12);
  g_assert_null (owner.job);
  owner_clear (&owner);
}

static void
test_progress (void)
{
  Owner owner;

  owner_init (&owner, &kind_with_progress);
  start_endless (&owner);
  iterate_until_all_freed ();
  g_assert_cmpint (owner.n_progress, ==, 3);
  g_assert_cmpuint (owner.results->len, ==, 0);

  strata_job_start (owner.job, data_new (1), 0);
  iterate_until_all_freed ();
  assert_results (&owner, 1, 2);
  owner_clear (&owner);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job/result", test_result);
  g_test_add_func ("/job/newest-wins", test_newest_wins);
  g_test_add_func ("/job/stale-result", test_stale_result);
  g_test_add_func ("/job/delay", test_delay);
  g_test_add_func ("/job/cancel", test_cancel);
  g_test_add_func ("/job/free-at-work", test_free_at_work);
  g_test_add_func ("/job/from-done", test_from_done);
  g_test_add_func ("/job/progress", test_progress);

  return g_test_run ();
}
