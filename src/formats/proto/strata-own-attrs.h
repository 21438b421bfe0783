/* strata-own-attrs.h - reads attributes that are stored as arguments, because the format has no field for them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-attr-table.h"
#include "strata-string-pool.h"

G_BEGIN_DECLS

gboolean strata_own_attrs_take (StrataAttrs *attrs, StrataStringPool *strings, const char *name, const char *value);

G_END_DECLS
