/* strata-query-names.h - what a word of a query can be
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query.h"

G_BEGIN_DECLS

/**
 * StrataQueryName:
 * @name: the name
 * @arguments: (nullable): of a function: its arguments, as documented
 * @doc: what it is, in English; empty if that is not known
 * @is_function: whether it is called
 *
 * A column, a table, a view, or a function.
 */
typedef struct
{
  char *name;            /* owned */
  const char *arguments; /* static */
  const char *doc;       /* static */
  gboolean is_function;
} StrataQueryName;

GPtrArray *strata_query_list_names (StrataQuery *self, const char *sql, gsize place, gsize *begin);

G_END_DECLS
