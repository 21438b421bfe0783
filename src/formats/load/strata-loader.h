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
 * @sample_interval_ms: how far samples are apart in logs of HiCollie that do not say; 0 for what it does by default
 * @by_weight: whether samples of a profiler are as long as they weigh, one behind the other, where that is not time
 * @event: (nullable): borrowed: the only event of a profiler whose samples are wanted
 * @mapping: (nullable): mapping of ProGuard, R8 or RheaTrace that names methods
 * @keep_lines: whether the lines of a text are kept, for strata_trace_get_line_store()
 * @find_mapping: without one, whether to use that beside the file, if there is any
 * @keeps_empty: whether a file of a known format that has nothing to show is a trace without rows, not an error
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
  int sample_interval_ms;
  gboolean by_weight;
  const char *event;
  GFile *mapping;
  gboolean find_mapping;
  gboolean keeps_empty;
  StrataMethodLog *method_log;
} StrataLoadOptions;

/* Clocks of files are at most a hundred years apart. With more, times
 * of day could leave the range of 64 bits. */
#define STRATA_LOAD_MOST_OFFSET_NS (G_GINT64_CONSTANT (100) * 366 * 86400 * 1000000000)

/**
 * StrataLoadInput:
 * @file: (nullable): what to load
 * @stream: (nullable): without @file, what to load instead; it can be read once only
 * @name: (nullable): what to call @stream in errors
 * @has_offset: whether @offset_ns was given; else it is found by what the files show
 * @offset_ns: what to add to its times to get those of the trace
 * @is_other_device: whether it is of another device than all other files
 *
 * One of several files that make a trace.
 */
typedef struct
{
  GFile *file;
  GInputStream *stream;
  const char *name;
  gboolean has_offset;
  gint64 offset_ns;
  gboolean is_other_device;
} StrataLoadInput;

StrataTrace *strata_load_files (const StrataLoadInput *inputs, guint n_inputs, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);
StrataTrace *strata_load_file (GFile *file, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);
StrataTrace *strata_load_stream (GInputStream *stream, const char *name, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);

G_END_DECLS
