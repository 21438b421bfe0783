/* strata-ftrace-load.h - ftrace text, alone or as a section of another file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-reader.h"
#include "strata-source.h"

G_BEGIN_DECLS

gboolean strata_ftrace_read (StrataSource *source, StrataFtraceReader *reader, GError **error);
gboolean strata_ftrace_check (const StrataFtraceReader *reader, GError **error);

G_END_DECLS
