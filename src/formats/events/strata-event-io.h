/* strata-event-io.h - I/O slices written by RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

gboolean strata_event_io_parse (StrataText name, gboolean is_rhea, StrataText *path);

G_END_DECLS
