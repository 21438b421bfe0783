/* strata-query-list-macro.h - macros that are given lists
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataQueryListMacro:
 * @name: its name
 * @n_arguments: how many it takes
 * @write: what a call stands for
 *
 * A macro of ours that takes lists in parentheses apart, for modules.
 */
typedef struct
{
  const char *name;
  guint n_arguments;
  char *(*write) (const GStrv texts);
} StrataQueryListMacro;

const StrataQueryListMacro *strata_query_find_list_macro (const char *name);

G_END_DECLS
