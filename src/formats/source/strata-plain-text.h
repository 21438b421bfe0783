/* strata-plain-text.h - converts text in other encodings or with other line ends
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-decoder.h"

G_BEGIN_DECLS

StrataDecoder *strata_plain_text_detect (const guint8 *data, gsize n_bytes);

G_END_DECLS
