/* strata-unzstd.h - decompresses Zstandard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-decoder.h"

G_BEGIN_DECLS

StrataDecoder *strata_unzstd_new (void);

G_END_DECLS
