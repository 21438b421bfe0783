/* test-view-history.c - back and forward through views
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-history.h"

static void
test_empty (void)
{
  g_autoptr (StrataViewHistory) history = strata_view_history_new ();
  StrataSpan view;

  g_assert_false (strata_view_history_go (history, -1, &view));
  g_assert_false (strata_view_history_go (history, 1, &view));
  strata_view_history_note (history, (StrataSpan){ 0, 100 });
  g_assert_false (strata_view_history_go (history, -1, &view));
  g_assert_false (strata_view_history_go (history, 1, &view));
}

static void
check_go (StrataViewHistory *history,
          int direction,
          gint64 begin_ns)
{
  StrataSpan view;

  g_assert_true (strata_view_history_go (history, direction, &view));
  g_assert_cmpint (view.begin_ns, ==, begin_ns);
}

static void
test_go (void)
{
  g_autoptr (StrataViewHistory) history = strata_view_history_new ();

  for (gint64 i = 0; i < 4; i++)
    strata_view_history_note (history, (StrataSpan){ i * 100, i * 100 + 100 });

  check_go (history, -1, 200);
  check_go (history, -1, 100);
  check_go (history, 1, 200);
  check_go (history, -1, 100);

  /* Going another way drops the views ahead. */
  strata_view_history_note (history, (StrataSpan){ 1000, 1100 });
  g_assert_false (strata_view_history_can_go (history, 1));
  check_go (history, -1, 100);
  check_go (history, -1, 0);
  g_assert_false (strata_view_history_can_go (history, -1));

  strata_view_history_clear (history);
  g_assert_false (strata_view_history_can_go (history, 1));
}

/* Small jitter does not add views; zooming around the middle does. */
static void
test_alike (void)
{
  g_autoptr (StrataViewHistory) history = strata_view_history_new ();

  strata_view_history_note (history, (StrataSpan){ 0, 1000 });
  strata_view_history_note (history, (StrataSpan){ 20, 1020 });
  g_assert_false (strata_view_history_can_go (history, -1));
  strata_view_history_note (history, (StrataSpan){ 200, 840 });
  check_go (history, -1, 20);
}

static void
test_many (void)
{
  g_autoptr (StrataViewHistory) history = strata_view_history_new ();
  StrataSpan view = { 0, 0 };
  guint n_back = 0;

  for (gint64 i = 0; i < 1000; i++)
    strata_view_history_note (history, (StrataSpan){ i * 100, i * 100 + 100 });
  while (strata_view_history_go (history, -1, &view))
    n_back++;

  g_assert_cmpuint (n_back, ==, 199);
  g_assert_cmpint (view.begin_ns, ==, 80000);
}

/* At times as far from zero as possible. */
static void
test_extreme (void)
{
  g_autoptr (StrataViewHistory) history = strata_view_history_new ();

  strata_view_history_note (history, (StrataSpan){ G_MININT64 / 4, G_MAXINT64 / 4 });
  strata_view_history_note (history, (StrataSpan){ G_MAXINT64 / 4 - 100, G_MAXINT64 / 4 });
  check_go (history, -1, G_MININT64 / 4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-history/empty", test_empty);
  g_test_add_func ("/view-history/go", test_go);
  g_test_add_func ("/view-history/alike", test_alike);
  g_test_add_func ("/view-history/many", test_many);
  g_test_add_func ("/view-history/extreme", test_extreme);

  return g_test_run ();
}
