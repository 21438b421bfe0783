/* strata-chrome-writer.h - writes a trace as Chrome JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

gboolean strata_chrome_write (StrataTrace *trace, GOutputStream *stream, GCancellable *cancellable, GError **error);

G_END_DECLS
