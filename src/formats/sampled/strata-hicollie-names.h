/* strata-hicollie-names.h - names of HiCollie's frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-hicollie-line.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

guint32 strata_hicollie_intern (StrataTraceBuilder *builder, StrataText text);
guint32 strata_hicollie_intern_name (StrataTraceBuilder *builder, const StrataHicollieFrame *frame);
guint32 strata_hicollie_intern_attrs (StrataTraceBuilder *builder, const StrataHicollieFrame *frame, gboolean is_tree);

G_END_DECLS
