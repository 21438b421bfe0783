/* strata-mapping-file.h - mappings in files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-mapping.h"

G_BEGIN_DECLS

GFile *strata_mapping_find_beside (GFile *trace);
StrataMapping *strata_mapping_load (GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
