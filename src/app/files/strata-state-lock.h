/* strata-state-lock.h - one process at a time writes into the folder of states
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
