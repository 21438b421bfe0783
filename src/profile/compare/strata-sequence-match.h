/* strata-sequence-match.h - matches two sequences in order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The element has no counterpart. */
#define STRATA_SEQUENCE_NONE G_MAXUINT32

void strata_sequence_match (const guint32 *a, guint32 n_a, const guint32 *b, guint32 n_b, guint32 *b_of_a);

G_END_DECLS
