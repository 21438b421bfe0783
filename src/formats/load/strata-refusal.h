/* strata-refusal.h - known formats that are not read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *strata_refusal_find (const guint8 *data, gsize n_bytes);

G_END_DECLS
