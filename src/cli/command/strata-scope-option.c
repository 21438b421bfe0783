/* strata-scope-option.c - parses processes and threads as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-option.h"

#include <string.h>

#include <glib/gi18n.h>

#include "strata-named-slice.h"

/* An id takes precedence if one has it; otherwise a name, which must be unique. The candidates,
 * processes or threads of a trace, are handled alike. */
typedef struct
{
  guint32 index;
  gint64 id;
  const char *name;
  gboolean has_calls;
} Candidate;

static GArray *
list_processes (StrataTrace *trace)
{
  guint n;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < n; i++)
    {
      Candidate candidate = { i, processes[i].pid, strata_trace_get_string (trace, processes[i].name), TRUE };

      g_array_append_val (candidates, candidate);
    }

  return candidates;
}

static GArray *
list_threads (StrataTrace *trace,
              guint32 process)
{
  guint n;
  const StrataThread *threads = strata_trace_get_threads (trace, &n);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < n; i++)
    {
      Candidate candidate = { i, threads[i].tid, strata_trace_get_string (trace, threads[i].name), threads[i].track != STRATA_NONE };

      if (process == STRATA_NONE || threads[i].process == process)
        g_array_append_val (candidates, candidate);
    }

  return candidates;
}

/* A reused thread id belongs to several threads; the first with calls is taken. */
static const Candidate *
find_by_id (GArray *candidates,
            const char *text)
{
  const Candidate *found = NULL;
  gint64 id;

  if (!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &id, NULL))
    return NULL;

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->id == id && (found == NULL || (candidate->has_calls && !found->has_calls)))
        found = candidate;
    }

  return found;
}

static const Candidate *
find_by_name (GArray *candidates,
              const char *text,
              GString *ids)
{
  const Candidate *found = NULL;
  guint n_found = 0;

  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (strcmp (candidate->name, text) != 0)
        continue;

      found = candidate;
      g_string_append_printf (ids, "%s%" G_GINT64_FORMAT, n_found++ > 0 ? ", " : "", candidate->id);
    }

  return n_found == 1 ? found : NULL;
}

static gboolean
find (GArray *candidates,
      const char *text,
      const char *none_format,
      const char *many_format,
      guint32 *index,
      GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  const Candidate *found = find_by_id (candidates, text);
  g_autofree char *reason = NULL;

  if (found == NULL)
    found = find_by_name (candidates, text, ids);

  if (found != NULL)
    {
      *index = found->index;
      return TRUE;
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  reason = ids->len > 0 ? g_strdup_printf (many_format, text, ids->str) : g_strdup_printf (none_format, text);
#pragma GCC diagnostic pop
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, reason);
  return FALSE;
}

/**
 * strata_scope_find_process:
 * @trace: a trace
 * @text: an id or a name
 * @process: (out): index of the process
 * @error: return location for the reason if none was found
 *
 * Returns: %FALSE if @text is not a process, or matches several
 */
gboolean
strata_scope_find_process (StrataTrace *trace,
                           const char *text,
                           guint32 *process,
                           GError **error)
{
  g_autoptr (GArray) candidates = list_processes (trace);

  return find (candidates, text, _ ("the trace has no process “%s”"), _ ("several processes are called “%s”; give the id: %s"), process, error);
}

/**
 * strata_scope_find_thread:
 * @trace: a trace
 * @process: index of its process, or %STRATA_NONE
 * @text: an id or a name
 * @thread: (out): index of the thread
 * @error: return location for the reason if none was found
 *
 * Returns: %FALSE if @text is not a thread, or matches several
 */
gboolean
strata_scope_find_thread (StrataTrace *trace,
                          guint32 process,
                          const char *text,
                          guint32 *thread,
                          GError **error)
{
  g_autoptr (GArray) candidates = list_threads (trace, process);

  return find (candidates, text, _ ("the trace has no thread “%s”"), _ ("several threads are called “%s”; give the id: %s"), thread, error);
}

/**
 * strata_scope_find_slice:
 * @trace: a trace
 * @text: the name of a slice, or a part of it; see [func@Strata.named_slice_find]
 * @thread: index of the thread to search, or %STRATA_NONE for all
 * @span: the span that it has to touch
 * @slice: (out): its index
 * @error: return location for the reason if there is none
 *
 * Finds the longest slice of a name among those of threads, the first of equals.
 *
 * Returns: whether there is one
 */
gboolean
strata_scope_find_slice (StrataTrace *trace,
                         const char *text,
                         guint32 thread,
                         StrataSpan span,
                         guint32 *slice,
                         GError **error)
{
  const guint32 longest = strata_named_slice_find (trace, text, STRATA_NAMED_SLICES_OF_THREADS, thread, span);

  if (longest == STRATA_NONE)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("there is no slice “%s” of a thread there"), text);
      return FALSE;
    }

  *slice = longest;
  return TRUE;
}
