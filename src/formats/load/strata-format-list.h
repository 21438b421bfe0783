/* strata-format-list.h - formats that can be read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-format.h"

G_BEGIN_DECLS

const StrataFormat *const *strata_format_get_all (void);
const StrataFormat *strata_format_sniff (const guint8 *data, gsize n_bytes);

G_END_DECLS
