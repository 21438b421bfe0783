/* strata-memory.h - how the programs ask the system for memory
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_memory_init (void);

G_END_DECLS
