/* strata-kernel-state.h - states of threads as numbers of the kernel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Since version 4.14 states of threads have the same numbers. */
#define STRATA_KERNEL_WITH_FIXED_STATES 4014

guint8 strata_kernel_end_state (guint kernel, guint64 state);

G_END_DECLS
