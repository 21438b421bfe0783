/* strata-mapping-finder.h - finds the mapping for the methods of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct _StrataMappingFinder StrataMappingFinder;

StrataMappingFinder *strata_mapping_finder_new (StrataTraceBuilder *builder, GCancellable *cancellable);
void strata_mapping_finder_free (StrataMappingFinder *self);
gboolean strata_mapping_finder_take (StrataMappingFinder *self, GFile *mapping, GError **error);
void strata_mapping_finder_look_beside (StrataMappingFinder *self, GFile *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataMappingFinder, strata_mapping_finder_free)

G_END_DECLS
