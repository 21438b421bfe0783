/* strata-name-parts.c - the part of a name that identifies a method
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * If there is no room for "virtual int a::b(const char *)", the "b" should remain, not its path or
 * its parameters.
 */
#include "config.h"

#include "strata-name-parts.h"

#include <string.h>

/**
 * strata_name_find_parameters:
 * @name: the name of a call
 *
 * Returns: (nullable): where its parameters begin: the parenthesis after a word, whose closing one ends the name or
 *   precedes a word like const
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
 * Returns: whether a path precedes the method's own name: it has parameters, or several parts and no other words
 */
gboolean
strata_name_has_path (const char *name)
{
  if (strata_name_find_parameters (name) != NULL)
    return TRUE;

  return strchr (name, ' ') == NULL && (strchr (name, '.') != NULL || strchr (name, '/') != NULL || strstr (name, "::") != NULL);
}
