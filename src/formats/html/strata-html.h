/* strata-html.h - the pages that systrace writes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-reader.h"
#include "strata-source.h"

G_BEGIN_DECLS

gboolean strata_html_read (StrataSource *source, StrataFtraceReader *reader, GError **error);

G_END_DECLS
