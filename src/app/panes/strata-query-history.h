/* strata-query-history.h - the query history, kept between runs of the program
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GPtrArray *strata_query_history_load (void);
void strata_query_history_add (GPtrArray *history, const char *sql);

G_END_DECLS
