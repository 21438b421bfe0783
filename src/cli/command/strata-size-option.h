/* strata-size-option.h - sizes with a unit on the command line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define STRATA_SIZE_OPTION "max-bytes"

const char *strata_size_option_expand (char **arguments);

G_END_DECLS
