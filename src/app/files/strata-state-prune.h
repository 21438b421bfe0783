/* strata-state-prune.h - removes old notes and views of traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint strata_state_prune (const char *folder, guint n_kept);

G_END_DECLS
