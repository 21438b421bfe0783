/* strata-own-attrs.c - reads attributes that are stored as arguments, because the format has no field for them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-own-attrs.h"

#include <string.h>

#include "strata-perfetto-own.h"

/**
 * strata_own_attrs_take:
 * @attrs: attributes
 * @strings: contains their texts
 * @name: name of an argument
 * @value: its value
 *
 * Sets an attribute that strata-cli wrote as an argument.
 *
 * Returns: whether it was such an argument
 */
gboolean
strata_own_attrs_take (StrataAttrs *attrs,
                       StrataStringPool *strings,
                       const char *name,
                       const char *value)
{
  if (g_str_equal (name, STRATA_PERFETTO_OWN_LEVEL))
    attrs->level = strata_level_parse (value);
  else if (g_str_equal (name, STRATA_PERFETTO_OWN_TAGS))
    attrs->tags = strata_tags_parse (value);
  else if (g_str_equal (name, STRATA_PERFETTO_OWN_CHAIN))
    attrs->chain = strata_string_pool_intern (strings, value, strlen (value));
  else if (g_str_equal (name, STRATA_PERFETTO_OWN_EXTRA))
    attrs->extra = strata_string_pool_intern (strings, value, strlen (value));
  else
    return FALSE;

  return TRUE;
}
