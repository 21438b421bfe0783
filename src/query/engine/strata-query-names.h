/* strata-query-names.h - completes a word of a query
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query.h"

G_BEGIN_DECLS

/* A column, a table, a view, or a function. */
typedef struct
{
  char *name;            /* owned: the name */
  const char *arguments; /* nullable: the documented arguments of a function; static */
  const char *doc;       /* its description, in English; empty if unknown; static */
  gboolean is_function;  /* whether it is a function */
} StrataQueryName;

GPtrArray *strata_query_list_names (StrataQuery *self, const char *sql, gsize place, gsize *begin);

G_END_DECLS
