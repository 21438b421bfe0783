/* strata-relatives-table.h - strata-cli profile: who calls a name and whom it calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"
#include "strata-table.h"

G_BEGIN_DECLS

GArray *strata_relatives_find_rows (const StrataProfile *profile, const char *const *names, const char **missing);
void strata_relatives_write (StrataOutput *output, const StrataProfile *profile, const GArray *rows, StrataTableStyle style, StrataClocks clock);

G_END_DECLS
