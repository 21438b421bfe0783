/* strata-error.c - the error domain of the engine
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-error.h"

G_DEFINE_QUARK (strata_error_quark, strata_error)
