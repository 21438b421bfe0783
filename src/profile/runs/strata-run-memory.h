/* strata-run-memory.h - checks whether there is enough memory for another run
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *strata_run_memory_check (const char *path);

G_END_DECLS
