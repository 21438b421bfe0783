/* strata-radix-sort.h - sorts any number of keys
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean strata_radix_sort (guint64 *keys, guint32 *values, gsize n, GCancellable *cancellable);

G_END_DECLS
