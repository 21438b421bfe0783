/* strata-raw-name.h - whether a marker has a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-mark.h"

G_BEGIN_DECLS

gboolean strata_raw_is_name (const StrataFtraceMark *mark, const char *name);
gboolean strata_raw_is_track (const StrataFtraceMark *mark, const char *track);

G_END_DECLS
