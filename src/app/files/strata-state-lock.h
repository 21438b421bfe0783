/* strata-state-lock.h - locks the folder of states for one writing process at a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int strata_state_lock (const char *folder);
void strata_state_unlock (int lock);

G_END_DECLS
