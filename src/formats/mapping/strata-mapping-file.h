/* strata-mapping-file.h - mappings in files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-mapping.h"

G_BEGIN_DECLS

/**
 * StrataMappingKind:
 * @STRATA_MAPPING_NAMES: of names, by ProGuard or R8
 * @STRATA_MAPPING_IDS: of numbers, by RheaTrace
 *
 * What a mapping gives names to.
 */
typedef enum
{
  STRATA_MAPPING_NAMES,
  STRATA_MAPPING_IDS,
} StrataMappingKind;

#define STRATA_N_MAPPING_KINDS (STRATA_MAPPING_IDS + 1)

GFile *strata_mapping_find_beside (GFile *trace, StrataMappingKind kind);
StrataMapping *strata_mapping_load (GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
