/* strata-loader.c - loads files into a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-loader.h"

/**
 * strata_load_file:
 * @file: the file
 * @options: (nullable): options, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes of the file read so far
 * @cancellable: (nullable): cancels loading
 * @error: return location for an error
 *
 * Loads a trace; its format is detected by content. For a method trace in two files, key and data, @file is either of
 * them, or their name without the suffix. Errors and truncation in it are counted in the diagnostics of the trace. If
 * nothing could be used, @error says in one sentence which file, where and why.
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
 * @stream: the input, such as the standard input
 * @name: its name in errors
 * @options: (nullable): options, or %NULL for the defaults
 * @progress: (nullable): where to report the bytes read so far
 * @cancellable: (nullable): cancels loading
 * @error: return location for an error
 *
 * Loads a trace like [func@Strata.load_file].
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
