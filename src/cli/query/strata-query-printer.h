/* strata-query-printer.h - results of queries on the command line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query.h"
#include "strata-table.h"

G_BEGIN_DECLS

typedef struct _StrataQueryPrinter StrataQueryPrinter;

StrataQueryPrinter *strata_query_printer_new (StrataOutput *output, StrataTableStyle style);
void strata_query_printer_free (StrataQueryPrinter *self);
const StrataQueryReceiver *strata_query_printer_get_receiver (void);

G_END_DECLS
