/* test-profile-random.c - profiles of random calls, compared with a slow implementation
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

#include "slow-profile.h"
#include "strata-select.h"

#define N_ROUNDS 60

static gboolean
slow_is_recursive (const Slow *slow,
                   guint32 slice)
{
  for (guint32 i = strata_trace_find_parent (slow->trace, slice); i != STRATA_NONE; i = strata_trace_find_parent (slow->trace, i))
    if (slow->slices->name[i] == slow->slices->name[slice] && slow_is_in_scope (slow, i))
      return TRUE;

  return FALSE;
}

static int
compare_ns (gconstpointer a,
            gconstpointer b)
{
  gint64 ns_a = *(const gint64 *) a;
  gint64 ns_b = *(const gint64 *) b;

  return ns_a < ns_b ? -1 : ns_a > ns_b;
}

static void
slow_durations (GArray *finished,
                StrataProfileRow *row)
{
  gint64 sum_ns = 0;
  guint n = finished->len;

  row->min_ns = row->mean_ns = row->median_ns = row->p95_ns = row->max_ns = STRATA_NO_TIME;
  if (n == 0)
    return;

  g_array_sort (finished, compare_ns);
  for (guint i = 0; i < n; i++)
    sum_ns += g_array_index (finished, gint64, i);

  row->min_ns = g_array_index (finished, gint64, 0);
  row->max_ns = g_array_index (finished, gint64, n - 1);
  row->median_ns = g_array_index (finished, gint64, (n + 1) / 2 - 1);
  row->p95_ns = g_array_index (finished, gint64, (95 * n + 99) / 100 - 1);
  row->mean_ns = (sum_ns + n / 2) / n;
}

static void
slow_extent (const Slow *slow,
             guint32 slice,
             StrataProfileRow *row)
{
  const gint64 *start_ns = slow->slices->start_ns;

  if (row->n_calls + row->n_recursive_calls == 1 || start_ns[slice] < start_ns[row->first_slice])
    row->first_slice = slice;
  if (row->n_calls + row->n_recursive_calls == 1 || start_ns[slice] >= start_ns[row->last_slice])
    row->last_slice = slice;
}

static StrataProfileRow
slow_row (const Slow *slow,
          guint32 name)
{
  StrataProfileRow row = { .key = name };
  g_autoptr (GArray) finished = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint32 i = 0; i < slow->slices->first_async; i++)
    {
      gint64 axis_ns = slow_axis (slow, i);

      if (slow->slices->name[i] != name || !slow_is_inside (slow, i))
        continue;

      row.exclusive_ns += slow_exclusive (slow, i);
      if (slow_is_recursive (slow, i))
        row.n_recursive_calls++;
      else
        {
          row.n_calls++;
          row.inclusive_ns += axis_ns;
          row.inclusive_cpu_ns += slow_cpu (slow, i);
        }

      slow_extent (slow, i, &row);
      if (strata_slice_table_get_flags (slow->slices, i) & STRATA_SLICE_UNFINISHED)
        row.n_unfinished++;
      else
        g_array_append_val (finished, axis_ns);
    }

  slow_durations (finished, &row);
  return row;
}

static void
check_row (const StrataProfileRow *row,
           const StrataProfileRow *expected)
{
  g_assert_cmpuint (row->n_calls, ==, expected->n_calls);
  g_assert_cmpuint (row->n_recursive_calls, ==, expected->n_recursive_calls);
  g_assert_cmpuint (row->n_unfinished, ==, expected->n_unfinished);
  g_assert_cmpint (row->inclusive_ns, ==, expected->inclusive_ns);
  g_assert_cmpint (row->exclusive_ns, ==, expected->exclusive_ns);
  g_assert_cmpint (row->inclusive_cpu_ns, ==, expected->inclusive_cpu_ns);
  g_assert_cmpint (row->min_ns, ==, expected->min_ns);
  g_assert_cmpint (row->mean_ns, ==, expected->mean_ns);
  g_assert_cmpint (row->median_ns, ==, expected->median_ns);
  g_assert_cmpint (row->p95_ns, ==, expected->p95_ns);
  g_assert_cmpuint (row->first_slice, ==, expected->first_slice);
  g_assert_cmpuint (row->last_slice, ==, expected->last_slice);
  g_assert_cmpint (row->max_ns, ==, expected->max_ns);
}

/* Parents have all the outermost calls; self and children have all their time. */
static void
check_relatives (StrataProfile *profile,
                 const StrataProfileRow *row)
{
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, row->key, NULL);
  gint64 inclusive_ns[STRATA_RELATION_RECURSIVE_CHILD + 1] = { 0 };
  gint64 cpu_ns[STRATA_RELATION_RECURSIVE_CHILD + 1] = { 0 };
  guint64 n_calls[STRATA_RELATION_RECURSIVE_CHILD + 1] = { 0 };

  for (guint i = 0; i < relatives->len; i++)
    {
      const StrataRelative *relative = &g_array_index (relatives, StrataRelative, i);

      inclusive_ns[relative->relation] += relative->inclusive_ns;
      cpu_ns[relative->relation] += relative->inclusive_cpu_ns;
      n_calls[relative->relation] += relative->n_calls;
    }

  g_assert_cmpuint (n_calls[STRATA_RELATION_PARENT], ==, row->n_calls);
  g_assert_cmpuint (n_calls[STRATA_RELATION_RECURSIVE_PARENT], ==, row->n_recursive_calls);
  g_assert_cmpint (inclusive_ns[STRATA_RELATION_PARENT], ==, row->inclusive_ns);
  g_assert_cmpint (inclusive_ns[STRATA_RELATION_SELF] + inclusive_ns[STRATA_RELATION_CHILD], ==, row->inclusive_ns);
  g_assert_cmpint (cpu_ns[STRATA_RELATION_SELF] + cpu_ns[STRATA_RELATION_CHILD], ==, row->inclusive_cpu_ns);

  /* all calls of the row, outermost or not, have the same self time in both views */
  g_assert_cmpint (inclusive_ns[STRATA_RELATION_PARENT] + inclusive_ns[STRATA_RELATION_RECURSIVE_PARENT] -
                       inclusive_ns[STRATA_RELATION_CHILD] - inclusive_ns[STRATA_RELATION_RECURSIVE_CHILD],
                   ==,
                   row->exclusive_ns);
  g_assert_cmpint (inclusive_ns[STRATA_RELATION_SELF], >=, 0);
}

/* Several workers find the same as a single one. */
static void
check_parallel (StrataProfile *profile,
                guint32 key,
                guint n_workers)
{
  g_autoptr (GArray) alone = strata_profile_list_relatives_parallel (profile, key, 1, NULL);
  g_autoptr (GArray) together = strata_profile_list_relatives_parallel (profile, key, n_workers, NULL);

  g_assert_cmpuint (together->len, ==, alone->len);
  for (guint i = 0; i < alone->len; i++)
    {
      const StrataRelative *expected = &g_array_index (alone, StrataRelative, i);
      const StrataRelative *relative = &g_array_index (together, StrataRelative, i);

      g_assert_cmpint (relative->relation, ==, expected->relation);
      g_assert_cmpuint (relative->key, ==, expected->key);
      g_assert_cmpuint (relative->n_calls, ==, expected->n_calls);
      g_assert_cmpuint (relative->n_total_calls, ==, expected->n_total_calls);
      g_assert_cmpint (relative->inclusive_ns, ==, expected->inclusive_ns);
      g_assert_cmpint (relative->inclusive_cpu_ns, ==, expected->inclusive_cpu_ns);
    }
}

static void
check_profile (StrataTrace *trace,
               StrataScope scope,
               guint n_workers)
{
  g_autoptr (StrataProfile) profile = strata_profile_new_parallel (trace, &scope, STRATA_PROFILE_BY_NAME, n_workers, NULL);
  Slow slow = { trace, strata_trace_get_slices (trace), scope, scope.span };
  gint64 exclusive_ns = 0;
  gint64 exclusive_cpu_ns = 0;
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      StrataProfileRow expected = slow_row (&slow, rows[i].key);

      check_row (&rows[i], &expected);
      check_relatives (profile, &rows[i]);
      check_parallel (profile, rows[i].key, n_workers);
      exclusive_ns += rows[i].exclusive_ns;
      exclusive_cpu_ns += rows[i].exclusive_cpu_ns;
      g_assert_cmpint (rows[i].exclusive_cpu_ns, >=, 0);
    }

  g_assert_cmpint (exclusive_ns, ==, strata_profile_get_total_ns (profile));
  g_assert_cmpint (exclusive_cpu_ns, ==, strata_profile_get_total_cpu_ns (profile));

  for (guint32 name = 0; name < strata_string_pool_get_n_strings (strata_trace_get_strings (trace)); name++)
    {
      StrataProfileRow expected = slow_row (&slow, name);

      g_assert_cmpint (strata_profile_find_row (profile, name) != STRATA_NONE, ==, expected.n_calls > 0);
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (42);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gint64 scale = round % 3 == 0 ? 300000000 : 1;
      g_autoptr (StrataTrace) trace = make_random_trace (random, scale);

      check_profile (trace, strata_scope_everything (trace), 1 + round % 5);
      for (guint i = 0; i < 12; i++)
        {
          StrataScope scope = make_random_scope (trace, random, scale);

          check_profile (trace, scope, 1 + i % 5);
          g_clear_pointer (&scope.threads, g_bytes_unref);
        }
    }
}

static guint32
get_value (guint shape,
           guint32 i,
           guint32 n,
           GRand *random)
{
  switch (shape)
    {
    case 0:
      return i;
    case 1:
      return n - i;
    case 2:
      return 7;
    case 3:
      return MIN (i, n - i);
    case 4:
      return i % 3 == 0 ? 0 : G_MAXUINT32 - i;
    case 5:
      return g_rand_int (random) % 5;
    case 6:
      return g_rand_int (random) >> (i % 32);
    default:
      return g_rand_int (random);
    }
}

static int
compare_u32 (gconstpointer a,
             gconstpointer b)
{
  guint32 value_a = *(const guint32 *) a;
  guint32 value_b = *(const guint32 *) b;

  return value_a < value_b ? -1 : value_a > value_b;
}

static void
test_select (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint32 n = 1; n < 5000; n = n * 2 + 1)
    for (guint shape = 0; shape < 8; shape++)
      {
        g_autofree guint32 *values = g_new (guint32, n);
        guint32 rank = (guint32) g_rand_int_range (random, 0, (gint32) n);

        for (guint32 i = 0; i < n; i++)
          values[i] = get_value (shape, i, n, random);

        g_autofree guint32 *sorted = g_memdup2 (values, n * sizeof *values);
        StrataRange range = strata_select_get_range (values, n);

        qsort (sorted, n, sizeof *sorted, compare_u32);
        g_assert_cmpuint (range.min, ==, sorted[0]);
        g_assert_cmpuint (range.max, ==, sorted[n - 1]);
        g_assert_cmpuint (strata_select (values, n, rank, range), ==, sorted[rank]);
      }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/random", test_random);
  g_test_add_func ("/profile/select", test_select);

  return g_test_run ();
}
