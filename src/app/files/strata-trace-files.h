/* strata-trace-files.h - the files of a window's trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"

G_BEGIN_DECLS

GPtrArray *strata_trace_files_new (void);
void strata_trace_files_add (GPtrArray *files, const StrataLoadInput *input);
GPtrArray *strata_trace_files_copy (GPtrArray *files);
char *strata_trace_files_dup_name (GPtrArray *files);
GVariant *strata_trace_files_to_variant (GPtrArray *files);
GPtrArray *strata_trace_files_from_variant (GVariant *variant);

gboolean strata_trace_files_parse_offset (const char *text, gint64 *offset_ns);
char *strata_trace_files_dup_offset (gint64 offset_ns);

#define STRATA_TRACE_FILES_TYPE "a(sbxb)"

G_END_DECLS
