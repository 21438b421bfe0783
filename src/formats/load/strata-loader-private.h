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

/* Returns the format of the content, static, or %NULL with an error that names the kind of file.
 * Recovers a source that is damaged at its very start. */
const StrataFormat *strata_loader_find_format (StrataSource *source, gboolean takes_dumps, GError **error);

/* Returns the finder of method mappings for the trace under construction, owned by the caller;
 * %NULL with an error if the given mapping cannot be read. */
StrataMappingFinder *strata_loader_use_mapping (GFile *beside, const StrataLoadOptions *options, StrataTraceBuilder *builder, GCancellable *cancellable, GError **error);

/* Adds a diagnostic for what decompression lost. Call it when @source has been read to its end. */
void strata_loader_report_damage (StrataSource *source, StrataTraceBuilder *builder);

G_END_DECLS
