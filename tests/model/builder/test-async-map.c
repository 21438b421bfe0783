/* test-async-map.c - numbers by the keys of asynchronous slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-async-map.h"

static StrataAsyncKey
make_key (guint32 number)
{
  return (StrataAsyncKey){ .cookie = number % 7, .process = number % 3, .name = number, .kind = STRATA_ASYNC_NAME };
}

static void
test_empty (void)
{
  StrataAsyncMap map = { 0 };
  const StrataAsyncKey key = make_key (1);

  g_assert_cmpuint (strata_async_map_get (&map, &key), ==, 0);
  strata_async_map_remove (&map, &key);
  strata_async_map_clear (&map);
}

/* Keys with a few numbers are added, changed and removed; an array has the expected content. */
static void
test_random (void)
{
  enum
  {
    N_KEYS = 1000,
    N_STEPS = 200000,
  };
  StrataAsyncMap map = { 0 };
  g_autofree guint32 *values = g_new0 (guint32, N_KEYS);

  for (guint step = 0; step < N_STEPS; step++)
    {
      /* alternately half full and nearly empty */
      const guint32 number = (guint32) g_test_rand_int_range (0, step / 10000 % 2 == 0 ? N_KEYS : 20);
      const StrataAsyncKey key = make_key (number);

      g_assert_cmpuint (strata_async_map_get (&map, &key), ==, values[number]);
      values[number] = g_test_rand_bit () ? step + 1 : 0;
      if (values[number] != 0)
        strata_async_map_set (&map, &key, values[number]);
      else
        strata_async_map_remove (&map, &key);
    }

  for (guint32 number = 0; number < N_KEYS; number++)
    {
      const StrataAsyncKey key = make_key (number);

      g_assert_cmpuint (strata_async_map_get (&map, &key), ==, values[number]);
      strata_async_map_remove (&map, &key);
    }

  g_assert_cmpuint (map.n_keys, ==, 0);
  strata_async_map_clear (&map);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/async-map/empty", test_empty);
  g_test_add_func ("/async-map/random", test_random);

  return g_test_run ();
}
