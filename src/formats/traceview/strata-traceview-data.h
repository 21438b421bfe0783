/* strata-traceview-data.h - reads the binary part of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-traceview-input.h"

G_BEGIN_DECLS

gboolean strata_traceview_data_read (const StrataTraceviewInput *input, GError **error);

G_END_DECLS
