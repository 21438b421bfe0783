/* strata-loader.c - files become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loader.h"

/**
 * strata_load_file:
 * @file: what to load
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace; its format is found by content. Of a method trace in two files,
 * key and data, either is enough, or their name without the suffix. What was wrong in it, or cut off,
 * is counted in the diagnostics of the trace. When nothing could be used, @error
 * says in one sentence which file, where and why.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_file (GFile *file,
                  const StrataLoadOptions *options,
                  StrataProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  const StrataLoadInput input = { .file = file };

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  return strata_load_files (&input, 1, options, progress, cancellable, error);
}

/**
 * strata_load_stream:
 * @stream: what to load, such as the standard input
 * @name: what to call it in errors
 * @options: (nullable): how to, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes read so far
 * @cancellable: (nullable): what cancels loading
 * @error: return location for an error
 *
 * Loads a trace as [func@Strata.load_file] does.
 *
 * Returns: (transfer full): the trace, or %NULL
 */
StrataTrace *
strata_load_stream (GInputStream *stream,
                    const char *name,
                    const StrataLoadOptions *options,
                    StrataProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const StrataLoadInput input = { .stream = stream, .name = name };

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return strata_load_files (&input, 1, options, progress, cancellable, error);
}
