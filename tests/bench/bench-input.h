/* bench-input.h - large inputs to measure with
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

gboolean bench_write_ftrace (const char *path, gsize n_bytes, GError **error);
gboolean bench_write_traceview (const char *path, guint n_records, GError **error);
