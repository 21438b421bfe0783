/* test-key-history.c - back and forward among names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-key-history.h"

#include "strata-span.h"

/* A jump is "from>to", a step "<from" or ">from". The result is where the step leads, '-' for
 * nowhere. Places are single letters, '-' for no row. */
typedef struct
{
  const char *name;
  const char *steps;
  const char *ends;
  gboolean can_go_back;
  gboolean can_go_forward;
} Case;

static const Case cases[] = {
  { "empty", "", "", FALSE, FALSE },
  { "back-from-nothing", "<a", "-", FALSE, FALSE },
  { "one-jump", "a/b", "b", TRUE, FALSE },
  { "one-jump-from-nowhere", "-/b", "b", FALSE, FALSE },
  { "there-and-back", "a/b <b", "ba", FALSE, TRUE },
  { "and-forward", "a/b <b >a", "bab", TRUE, FALSE },
  { "jump-cuts-future", "a/b <b a/c", "bac", TRUE, FALSE },
  { "no-forward-after-jump", "a/b <b a/c >c", "bac-", TRUE, FALSE },
  { "back-to-where-the-user-went", "a/b x/c <c", "bcx", TRUE, TRUE },
  { "jump-to-itself", "a/a", "a", FALSE, FALSE },
};

static guint32
to_key (char letter)
{
  return letter == '-' ? STRATA_NONE : (guint32) letter;
}

static guint32
do_step (StrataKeyHistory *history,
         const char *step)
{
  if (*step == '<' || *step == '>')
    return strata_key_history_step (history, *step == '<' ? -1 : 1, to_key (step[1]));

  strata_key_history_visit (history, to_key (step[0]), to_key (step[2]));
  return to_key (step[2]);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (StrataKeyHistory) history = strata_key_history_new ();
  g_auto (GStrv) steps = g_strsplit (c->steps, " ", -1);

  for (guint i = 0; steps[i] != NULL; i++)
    g_assert_cmpuint (do_step (history, steps[i]), ==, to_key (c->ends[i]));

  g_assert_cmpint (strata_key_history_can_step (history, -1), ==, c->can_go_back);
  g_assert_cmpint (strata_key_history_can_step (history, 1), ==, c->can_go_forward);
}

static void
test_bounded (void)
{
  g_autoptr (StrataKeyHistory) history = strata_key_history_new ();
  guint n_steps = 0;

  for (guint32 key = 0; key < 10000; key++)
    strata_key_history_visit (history, key, key + 1);

  while (strata_key_history_can_step (history, -1))
    {
      strata_key_history_step (history, -1, STRATA_NONE);
      n_steps++;
    }

  g_assert_cmpuint (n_steps, >, 100);
  g_assert_cmpuint (n_steps, <, 1000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/key-history/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/key-history/bounded", test_bounded);

  return g_test_run ();
}
