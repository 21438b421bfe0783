/* strata-sql-lines.h - lines of the original text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

char *strata_sql_lines_dup_text (StrataSqlSource *source, gint64 row);

G_END_DECLS
