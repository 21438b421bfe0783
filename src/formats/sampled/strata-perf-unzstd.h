/* strata-perf-unzstd.h - records compressed by perf record -z
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StrataPerfUnzstd StrataPerfUnzstd;

StrataPerfUnzstd *strata_perf_unzstd_new (gsize most_bytes);
void strata_perf_unzstd_free (StrataPerfUnzstd *self);
gboolean strata_perf_unzstd_add (StrataPerfUnzstd *self, const guint8 *data, gsize n_bytes);
gboolean strata_perf_unzstd_is_full (const StrataPerfUnzstd *self);
const guint8 *strata_perf_unzstd_get (const StrataPerfUnzstd *self, gsize *n_bytes);

G_END_DECLS
