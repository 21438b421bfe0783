/* test-frames-vsync.c - periods from VSYNC spacings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-vsync.h"

#define US 1000

/* Spacings in µs: "16667*40 8333*40" means 40 of each. Expected: the periods of the edges in the
 * same form, with equal ones merged. */
typedef struct
{
  const char *name;
  const char *spacings;
  const char *periods;
} Row;

static const Row rows[] = {
  { "60", "16667*30", "16667*31" },
  { "90", "11111*30", "11111*31" },
  { "120", "8333*30", "8333*31" },
  { "from-60-to-120", "16667*30 8333*30", "16667*30 8333*31" },
  { "from-120-to-60", "8333*30 16667*30", "8333*30 16667*31" },
  { "from-90-to-60-to-90", "11111*20 16667*20 11111*20", "11111*20 16667*20 11111*21" },
  { "gaps", "11111*10 22222*1 11111*5 55555*1 11111*1 33333*2 11111*5", "11111*26" },
  { "long-gap", "16667*10 900000*1 16667*10", "16667*22" },
  { "steady-half-rate-of-90", "11111*10 22222*30", "11111*41" },
  { "half-rate-alone", "33333*20", "33333*21" },
  { "jitter", "16500*4 16800*4 16600*4 16700*5 16650*6", "16650*24" },
  { "irregular", "5000*1 40000*1 9000*1 70000*1 13000*1", "0*6" },
  /* half of the spacings are off, since the app is late that often; in the second case, three of eleven are 10 ms by
   * chance */
  { "often-late", "16667*3 24000*1 16667*3 28000*1 41000*1 16667*2 26000*1 24000*1 16667*3 41500*1 24000*1 26000*1", "16667*20" },
  { "by-chance", "2000*1 37000*1 4000*1 10000*3 26000*1 13000*1 4000*1 15000*1 27000*1", "0*12" },
  { "two-edges", "16667*1", "0*2" },
  { "none", "", "0*1" },
  { "same-time", "0*20", "0*21" },
  { "one-off", "16667*10 3000*1 16667*10", "16667*22" },
};

static char *
describe (const StrataVsync *vsync)
{
  GString *text = g_string_new (NULL);

  for (guint begin = 0, end; begin < vsync->n_edges; begin = end)
    {
      for (end = begin; end < vsync->n_edges && vsync->period_ns[end] == vsync->period_ns[begin];)
        end++;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT "*%u", begin > 0 ? " " : "", vsync->period_ns[begin] / US, end - begin);
    }

  return g_string_free (text, FALSE);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (GStrv) groups = g_strsplit (row->spacings, " ", -1);
  gint64 time_ns = 1000 * US;

  g_array_append_val (times, time_ns);
  for (guint i = 0; groups[i] != NULL && *groups[i] != '\0'; i++)
    {
      char *star;
      const gint64 spacing_us = g_ascii_strtoll (groups[i], &star, 10);

      for (gint64 n = g_ascii_strtoll (star + 1, NULL, 10); n > 0; n--)
        {
          time_ns += spacing_us * US;
          g_array_append_val (times, time_ns);
        }
    }

  g_autoptr (StrataVsync) vsync = strata_vsync_new_from_times ((const gint64 *) (gpointer) times->data, times->len);
  g_autofree char *found = describe (vsync);

  g_assert_cmpstr (found, ==, row->periods);
}

static void
test_find (void)
{
  const gint64 times_ns[] = { 10, 20, 20, 30 };
  g_autoptr (StrataVsync) vsync = strata_vsync_new_from_times (times_ns, G_N_ELEMENTS (times_ns));
  g_autoptr (StrataVsync) empty = strata_vsync_new_from_times (NULL, 0);

  g_assert_cmpuint (strata_vsync_find (vsync, 9), ==, STRATA_NONE);
  g_assert_cmpuint (strata_vsync_find (vsync, 10), ==, 0);
  g_assert_cmpuint (strata_vsync_find (vsync, 20), ==, 2);
  g_assert_cmpuint (strata_vsync_find (vsync, 99), ==, 3);
  g_assert_cmpuint (strata_vsync_find (empty, 99), ==, STRATA_NONE);
  g_assert_cmpint (strata_vsync_get_period_ns (empty, 99), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/frames-vsync/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/frames-vsync/find", test_find);
  return g_test_run ();
}
