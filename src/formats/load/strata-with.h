/* strata-with.h - parses the argument of --with
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"

G_BEGIN_DECLS

gboolean strata_with_parse (const char *text, StrataLoadInput *input, GError **error);

G_END_DECLS
