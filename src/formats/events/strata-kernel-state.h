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

guint8 strata_kernel_end_state (guint kernel, guint64 state);

G_END_DECLS
