/* strata-traceview-pair.h - finds the two files of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void strata_traceview_pair_find (GFile *file, GCancellable *cancellable, GFile **key, GFile **data);

G_END_DECLS
