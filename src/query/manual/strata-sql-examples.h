/* strata-sql-examples.h - examples of the manual page strata-sql(7)
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *question;
  const char *sql;
  const char *rows;   /* as CSV */
  gboolean is_of_two; /* whether it needs two files */
} StrataSqlExample;

const StrataSqlExample *strata_sql_examples_get (guint *n_examples);

G_END_DECLS
