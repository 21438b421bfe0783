/* strata-command-lines.h - how processes were started
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

guint32 strata_command_lines_find (StrataTrace *trace, guint32 process);

G_END_DECLS
