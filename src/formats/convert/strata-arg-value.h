/* strata-arg-value.h - the value of an argument, which may be nested
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-attr-table.h"

G_BEGIN_DECLS

/* Forms of a value. */
typedef enum
{
  STRATA_ARG_VALUE_TEXT, /* a text, with or without quotes */
  STRATA_ARG_VALUE_DICT, /* "{key=value,…}" */
  STRATA_ARG_VALUE_LIST, /* "[value,…]" */
} StrataArgValueKind;

StrataArgValueKind strata_arg_value_get_kind (const StrataArg *arg);
StrataArg strata_arg_value_enter (const StrataArg *arg);
gboolean strata_arg_value_next (StrataArgValueKind kind, StrataArg *rest, StrataArg *child);
gboolean strata_arg_value_is_number (const StrataArg *arg);
gboolean strata_arg_value_is_word (const StrataArg *arg, const char *word);
char *strata_arg_value_dup_text (const StrataArg *arg, gsize *n_bytes);

G_END_DECLS
