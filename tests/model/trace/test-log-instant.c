/* test-log-instant.c - the parts of a log line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-instant.h"

typedef struct
{
  const char *text;
  const char *tag; /* NULL if it has none */
  const char *message;
} Case;

static const Case cases[] = {
  { "I Boot: first", "Boot", "first" },
  { "E Draw: late: 5 ms", "Draw", "late: 5 ms" },
  { "W a:b:c: d", "a:b:c", "d" },
  { "D Boot: ", "Boot", "" },
  { "V Boot:", "Boot", NULL },
  { "F : no tag", "", "no tag" },
  { "I only text", NULL, NULL },
  { "I ", NULL, NULL },
};

static void
test_split (gconstpointer data)
{
  const Case *row = data;
  const StrataLogInstant line = strata_log_instant_split (row->text);
  g_autofree char *tag = g_strndup (line.tag, line.n_tag_bytes);

  g_assert_cmpint (line.level, ==, row->text[0]);
  g_assert_cmpint (line.has_tag, ==, row->tag != NULL);
  g_assert_cmpstr (tag, ==, row->tag != NULL ? row->tag : row->text + 2);
  g_assert_cmpstr (line.message, ==, row->message);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/log-instant/split/%u", i);

      g_test_add_data_func (path, &cases[i], test_split);
    }

  return g_test_run ();
}
