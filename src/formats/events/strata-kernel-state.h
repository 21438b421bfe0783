/* strata-kernel-state.h - decodes the kernel's numbers of thread states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The numbers of thread states have not changed since version 4.14. */
#define STRATA_KERNEL_WITH_FIXED_STATES 4014

/* Letters of states, by bit. */
#define STRATA_KERNEL_FIXED_STATES "SDTtXZPI"

/* The longest text of a state: all letters, bars between them, a plus and the end. */
#define STRATA_KERNEL_STATE_BYTES (2 * sizeof STRATA_KERNEL_FIXED_STATES)

guint8 strata_kernel_end_state (guint kernel, guint64 state);
const char *strata_kernel_state_print (guint64 state, char text[STRATA_KERNEL_STATE_BYTES]);

G_END_DECLS
