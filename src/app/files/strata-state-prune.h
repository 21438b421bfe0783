/* strata-state-prune.h - old notes and views of traces are forgotten
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint strata_state_prune (const char *folder, guint n_kept);

G_END_DECLS
