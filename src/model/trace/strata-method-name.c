/* strata-method-name.c - class and package of a method's name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-name.h"

#include <string.h>

/* Methods are written `a/b/C.method (sig)ret` by Dalvik, `a.b.C.method (sig)ret` by ART, and
 * `a.b.C.method` by tools that put them into a text trace. Slices can have any name, so a name
 * without signature counts as a method only if it has three identifiers or more. */

static gboolean
is_identifier (char c)
{
  return g_ascii_isalnum (c) || (c & 0x80) != 0 || strchr ("_$<>-[];", c) != NULL;
}

static gboolean
is_qualified (const char *name,
              gsize n_bytes,
              guint least_parts)
{
  guint n_parts = 1;

  for (gsize i = 0; i < n_bytes; i++)
    {
      gboolean is_separator = name[i] == '.' || name[i] == '/';

      if (is_separator && (i == 0 || i + 1 == n_bytes))
        return FALSE;

      if (!is_separator && !is_identifier (name[i]))
        return FALSE;

      n_parts += is_separator;
    }

  return n_parts >= least_parts;
}

static gsize
find_last (const char *name,
           gsize n_bytes,
           const char *separators)
{
  while (n_bytes > 0 && strchr (separators, name[n_bytes - 1]) == NULL)
    n_bytes--;

  return n_bytes > 0 ? n_bytes - 1 : 0;
}

/**
 * strata_method_name_get_class_bytes:
 * @name: the name of a slice
 *
 * Returns: the length of the class at the start of @name, in bytes; 0 if it is not a method
 */
gsize
strata_method_name_get_class_bytes (const char *name)
{
  const char *signature = strstr (name, " (");
  gsize n_bytes = signature != NULL ? (gsize) (signature - name) : strlen (name);

  if (!is_qualified (name, n_bytes, signature != NULL ? 2 : 3))
    return 0;

  return find_last (name, n_bytes, ".");
}

/* Returns the length of the package at the start of @name, in bytes; 0 if it is not a method, or
 * in no package. */
gsize
strata_method_name_get_package_bytes (const char *name)
{
  return find_last (name, strata_method_name_get_class_bytes (name), "./");
}
