/* strata-raw-kernel.h - recognises the lines of kernel items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"

G_BEGIN_DECLS

gboolean strata_raw_is_kernel_slice (const StrataRawLine *line, gint64 tid, gint64 cpu, gint64 cookie, gboolean is_begin);
gboolean strata_raw_is_kernel_sample (const StrataRawLine *line, gint64 cpu, gint64 value);
gboolean strata_raw_is_kernel_instant (const StrataRawLine *line, const char *name);

G_END_DECLS
