/* strata-loader.h - loads a file into a trace
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

/* Options for loading. All zero means the defaults. */
typedef struct
{
  guint64 max_bytes; /* limit for the decompressed size; 0 for the default of 32 GiB */
  gsize read_bytes;  /* how many bytes to read at a time; 0 for the default. Tests use 1 and 7 */
  /* whether calls entered before a method trace began are rebuilt from their exits, as Android
   * Studio does; otherwise these exits are only counted */
  gboolean rebuild_callers;
  gboolean keep_lines;         /* whether to keep the lines of a text, for strata_trace_get_line_store() */
  int sample_interval_ms;      /* interval between samples in HiCollie logs without one; 0 for HiCollie's default */
  gboolean by_weight;          /* whether samples of a profiler whose weights are not time are laid end to end by weight */
  const char *event;           /* borrowed; nullable: load only the samples of this event of a profiler */
  GFile *mapping;              /* nullable: mapping of ProGuard, R8 or RheaTrace with names of methods */
  gboolean find_mapping;       /* without @mapping, whether to use one next to the file, if there is one */
  gboolean keeps_empty;        /* whether a file of a known format without events is a trace without rows rather than an error */
  StrataMethodLog *method_log; /* nullable: keeps the raw records of a method trace; the trace then has no calls */
} StrataLoadOptions;

/* Clocks of files may be at most a hundred years apart. With more, times of day could exceed 64
 * bits. */
#define STRATA_LOAD_MOST_OFFSET_NS (G_GINT64_CONSTANT (100) * 366 * 86400 * 1000000000)

/* One of several files that make a trace. */
typedef struct
{
  GFile *file;              /* nullable: the file */
  GInputStream *stream;     /* nullable: the input if @file is NULL; it can only be read once */
  const char *name;         /* nullable: name of @stream in errors */
  gboolean has_offset;      /* whether @offset_ns was given; otherwise it is derived from the files */
  gint64 offset_ns;         /* added to its times to get times of the trace */
  gboolean is_other_device; /* whether it is from a different device than all other files */
} StrataLoadInput;

StrataTrace *strata_load_files (const StrataLoadInput *inputs, guint n_inputs, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);
StrataTrace *strata_load_file (GFile *file, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);
StrataTrace *strata_load_stream (GInputStream *stream, const char *name, const StrataLoadOptions *options, StrataProgress *progress, GCancellable *cancellable, GError **error);

G_END_DECLS
