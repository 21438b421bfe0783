/* strata-sql-args.h - arguments of slices by key
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

void strata_sql_args_find (StrataSqlSource *source, gint64 set, const char *key, StrataCell *cell);

G_END_DECLS
