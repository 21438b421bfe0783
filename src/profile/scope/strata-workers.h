/* strata-workers.h - runs the parts of a computation in parallel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Does the work of one part. */
typedef void (*StrataWorkerFunc) (gpointer part);

void strata_workers_run (StrataWorkerFunc run, gpointer parts, gsize part_bytes, guint n_parts);

G_END_DECLS
