/* strata-loader-private.h - the parts of the loader
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-format.h"
#include "strata-loader.h"
#include "strata-mapping-finder.h"

G_BEGIN_DECLS

/* strata-load-file.c */
GInputStream *strata_loader_open (GFile *file, guint64 *n_bytes, GCancellable *cancellable, GError **error);
gboolean strata_loader_find_archive (StrataSource *source, gboolean *is_archive, GError **error);
const StrataFormat *strata_loader_find_format (StrataSource *source, gboolean takes_dumps, GError **error);
StrataMappingFinder *strata_loader_use_mapping (GFile *beside, const StrataLoadOptions *options, StrataTraceBuilder *builder, GCancellable *cancellable, GError **error);
void strata_loader_report_damage (StrataSource *source, StrataTraceBuilder *builder);

G_END_DECLS
