/* strata-command-lines.c - how processes were started
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-command-lines.h"

#include "strata-trace-private.h"

/**
 * strata_command_lines_find:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: string id of its command line, joined by spaces; the empty string if that is not recorded
 */
guint32
strata_command_lines_find (StrataTrace *trace,
                           guint32 process)
{
  GHashTable *lines = strata_trace_get_base (trace)->command_lines;

  return lines != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (lines, GUINT_TO_POINTER (process))) : STRATA_STRING_EMPTY;
}
