/* strata-loader.h - a file becomes a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-method-log.h"
#include "strata-progress.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataLoadOptions:
 * @max_bytes: most bytes that decompression may yield; 0 for the default of 32 GiB
 * @read_bytes: how many bytes to read at a time; 0 for the default. Tests use 1 and 7
 * @rebuild_callers: whether calls that were entered before a method trace began are
 *   made from their exits, as Android Studio does; otherwise these exits are counted
 * @mapping: (nullable): mapping of ProGuard, R8 or RheaTrace that names methods
 * @keep_lines: whether the lines of a text are kept, for strata_trace_get_line_store()
 * @find_mapping: without one, whether to use that beside the file, if there is any
 * @method_log: (nullable): where the records of a method trace are kept as they are; the
 *   trace then has no calls
 *
 * How to load. All zero means the defaults.
 */
typedef struct
{
  guint64 max_bytes;
  gsize read_bytes;
  gboolean rebuild_callers;
  gboolean keep_lines;
  GFile *mapping;
  gboolean find_mapping;
  StrataMethodLog *method_log;
} StrataLoadOptions;

StrataTrace *strata_load_file (GFile *file, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);
StrataTrace *strata_load_stream (GInputStream *stream, const char *name, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);

void strata_load_file_async (GFile *file, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
StrataTrace *strata_load_file_finish (GAsyncResult *result, GError **error);

G_END_DECLS
