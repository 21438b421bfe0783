/* strata-csv.h - fields of tables as RFC 4180 has them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_csv_append (GString *csv, const char *text);
void strata_csv_append_row (GString *csv, const char *const *fields, guint n_fields);

G_END_DECLS
