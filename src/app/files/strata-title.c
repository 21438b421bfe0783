/* strata-title.c - window titles
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-title.h"

#include <glib/gi18n-lib.h>

#include "strata-global-process.h"
#include "strata-units.h"

/* The name pattern of files of HiTrace text that HiDebug's startAppTraceCapture writes. */
#define HIDEBUG_PATTERN "^(.+)_(\\d{4})(\\d{2})(\\d{2})_(\\d{2})(\\d{2})(\\d{2})\\.trace$"

/**
 * strata_title_dup_file_name:
 * @file: a file
 *
 * Returns: (transfer full): its name for the user
 */
char *
strata_title_dup_file_name (GFile *file)
{
  g_autofree char *base_name = g_file_get_basename (file);

  return base_name != NULL ? g_filename_display_name (base_name) : g_file_get_uri (file);
}

static gboolean
is_method_trace (StrataTrace *trace)
{
  return g_strcmp0 (strata_trace_get_format_id (trace), "traceview") == 0;
}

/**
 * strata_title_dup_title:
 * @file_name: name of the file
 * @trace: its trace
 *
 * The file's name, or package and time if HiDebug named the file.
 *
 * Returns: (transfer full): the title
 */
char *
strata_title_dup_title (const char *file_name,
                        StrataTrace *trace)
{
  g_autoptr (GRegex) regex = g_regex_new (HIDEBUG_PATTERN, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (is_method_trace (trace) || !g_regex_match (regex, file_name, 0, &match))
    return g_strdup (file_name);

  return g_match_info_expand_references (match, "\\1 · \\2-\\3-\\4 \\5:\\6:\\7", NULL);
}

static guint
count_processes (StrataTrace *trace)
{
  guint n_rows;
  guint n_processes = 0;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    n_processes += processes[i].pid >= 0 && !strata_global_process_is (trace, i);

  return n_processes;
}

/**
 * strata_title_dup_subtitle:
 * @trace: a trace
 *
 * Describes its length, format and content:
 * "4.20 s · HiTrace · 12 processes".
 *
 * Returns: (transfer full): the subtitle
 */
char *
strata_title_dup_subtitle (StrataTrace *trace)
{
  char length[STRATA_UNITS_BYTES];
  guint n_threads;
  guint n_processes = count_processes (trace);
  g_autofree char *content = NULL;

  strata_trace_get_threads (trace, &n_threads);
  strata_units_amount (strata_span_get_length_ns (strata_trace_get_span (trace)), strata_trace_get_unit (trace), length);

  if (n_processes > 1)
    content = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u process", "%u processes", n_processes), n_processes);
  else
    content = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u thread", "%u threads", n_threads), n_threads);

  return g_strjoin (" · ", length, strata_trace_get_format_name (trace), content, NULL);
}
