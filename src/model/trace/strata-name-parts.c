/* strata-name-parts.c - what of a name says which method it is
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where there is no room for "virtual int a::b(const char *)", what is left should be "b", neither
 * what it belongs to nor what it takes.
 */
#include "config.h"

#include "strata-name-parts.h"

#include <string.h>

/**
 * strata_name_find_parameters:
 * @name: the name of a call
 *
 * Returns: (nullable): where its parameters begin: the bracket behind a word, whose partner ends the
 *   name or has a word like const behind it
 */
const char *
strata_name_find_parameters (const char *name)
{
  const char *open = strchr (name, '(');
  const char *close = strrchr (name, ')');

  if (open == NULL || open == name || close < open || g_ascii_isspace (open[-1]) || strlen (close) > strlen (") const noexcept"))
    return NULL;

  return open;
}

/**
 * strata_name_has_path:
 * @name: the name of a call
 *
 * Returns: whether what leads to it comes before its own name: it has parameters, or parts and no
 *   other words
 */
gboolean
strata_name_has_path (const char *name)
{
  if (strata_name_find_parameters (name) != NULL)
    return TRUE;

  return strchr (name, ' ') == NULL && (strchr (name, '.') != NULL || strchr (name, '/') != NULL || strstr (name, "::") != NULL);
}
