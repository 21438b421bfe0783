/* strata-sql-metadata.h - a fact about the file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

gint64 strata_sql_metadata_get_number (StrataTrace *trace, const char *key);
void strata_sql_metadata_find (StrataSqlSource *source, const char *name, StrataCell *cell);

G_END_DECLS
