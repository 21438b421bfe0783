/* strata-process-labels.c - what processes say of themselves beside their name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-process-labels.h"

#include "strata-trace-private.h"

/* Chrome has many processes of the name "Renderer". Their labels are the titles of their pages. */

/**
 * strata_process_labels_exist:
 * @trace: a trace
 *
 * Returns: whether any process has labels
 */
gboolean
strata_process_labels_exist (StrataTrace *trace)
{
  return strata_trace_get_base (trace)->process_labels != NULL;
}

/**
 * strata_process_labels_find:
 * @trace: a trace
 * @process: index of a process
 *
 * Returns: string id of its labels, joined by %STRATA_PROCESS_LABELS_SEPARATOR; the empty string if it has none
 */
guint32
strata_process_labels_find (StrataTrace *trace,
                            guint32 process)
{
  GHashTable *labels = strata_trace_get_base (trace)->process_labels;

  return labels != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (labels, GUINT_TO_POINTER (process))) : STRATA_STRING_EMPTY;
}
