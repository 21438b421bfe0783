/* strata-count-test.h - tests whether something happened more often
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The number of equal parts into which a capture is divided to detect bursts of calls. */
#define STRATA_COUNT_BLOCKS 16

double strata_count_test (guint64 n_a, guint64 n_b, double share_of_b, double dispersion);
double strata_count_get_dispersion (const guint16 blocks_a[STRATA_COUNT_BLOCKS], const guint16 blocks_b[STRATA_COUNT_BLOCKS], double least);
double strata_count_get_regularity (double *squares, gsize n_squares);

G_END_DECLS
