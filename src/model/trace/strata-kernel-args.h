/* strata-kernel-args.h - parses arguments as the kernel prints them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-attr-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

gboolean strata_kernel_args_next (const char **cursor, StrataArg *arg);
gboolean strata_slice_args_next (StrataTrace *trace, guint32 slice, const char **cursor, StrataArg *arg);

G_END_DECLS
