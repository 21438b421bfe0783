/* strata-memory.h - tunes how memory is allocated
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_memory_init (void);
void strata_memory_advise (gpointer data, gsize n_bytes);
void strata_memory_trim (void);
void strata_memory_release (gpointer data, gsize n_bytes);
gpointer strata_memory_new (gsize n, gsize element_bytes);

G_END_DECLS
