/* strata-query-modules.c - modules of PerfettoSQL that are answered
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

/* What these modules define and usual queries use of them is always there, see strata-query-views.c.
 * Others are refused by name, so that a query does not fail later at a table that nobody has heard of. */
static const char *const modules[] = {
  "linux.cpu.frequency",
  "sched.thread_level_parallelism",
  "slices.slices",
  "slices.with_context",
  "time.conversion",
};

StrataQueryModule
strata_query_find_module (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    if (g_str_equal (modules[i], name))
      return STRATA_QUERY_MODULE_KNOWN;

  return STRATA_QUERY_MODULE_UNKNOWN;
}

char *
strata_query_dup_modules (void)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (modules); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", modules[i]);

  return g_string_free (names, FALSE);
}
