/* bench-input.h - generates large inputs for measurements
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

gboolean bench_write_ftrace (const char *path, gsize n_bytes, GError **error);
/* The shape of the calls of a method trace: each method calls a few others. */
typedef struct
{
  const char *name;
  guint n_methods;
  guint n_threads;
  guint max_depth;
} BenchShape;

gboolean bench_write_traceview (const char *path, guint n_records, GError **error);
gboolean bench_write_shape (const char *path, const BenchShape *shape, guint n_records, GError **error);
