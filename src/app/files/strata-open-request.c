/* strata-open-request.c - what to show of a file once it is open
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-open-request.h"

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"
#include "strata-trace-files.h"

/* A goal is text, so that it can go along with files to a program that already
 * runs, as the hint of an open. Hints of others (a file manager's) are none. */
#define READING_TYPE "(bbsi)"
#define GOAL_TYPE "(msmsms" READING_TYPE STRATA_TRACE_FILES_TYPE ")"

/**
 * strata_open_request_new:
 * @select: (nullable): name whose longest slice to select
 * @span: (nullable): what to show, as typed
 * @mapping: (nullable): URI of the mapping that names methods
 * @reading: how to read the files
 * @files: (nullable) (element-type StrataLoadInput): files to put beside the one that is opened
 *
 * Returns: (transfer full): the goal
 */
char *
strata_open_request_new (const char *select,
                         const char *span,
                         const char *mapping,
                         StrataReading reading,
                         GPtrArray *files)
{
  g_autoptr (GVariant) request = g_variant_ref_sink (g_variant_new ("(msmsms" READING_TYPE "@" STRATA_TRACE_FILES_TYPE ")", select, span, mapping,
                                                                    reading.rebuilds_callers, reading.is_by_weight, reading.event != NULL ? reading.event : "", reading.sample_interval_ms,
                                                                    strata_trace_files_to_variant (files)));

  return g_variant_print (request, FALSE);
}

static GVariant *
parse (const char *request)
{
  return request != NULL ? g_variant_parse (G_VARIANT_TYPE (GOAL_TYPE), request, NULL, NULL, NULL) : NULL;
}

/**
 * strata_open_request_dup_mapping:
 * @request: (nullable): a goal, or any other text
 *
 * Returns: (transfer full) (nullable): the mapping that it asks for
 */
GFile *
strata_open_request_dup_mapping (const char *request)
{
  g_autoptr (GVariant) parsed = parse (request);
  const char *uri = NULL;

  if (parsed != NULL)
    g_variant_get (parsed, "(m&sm&sm&s@" READING_TYPE "@" STRATA_TRACE_FILES_TYPE ")", NULL, NULL, &uri, NULL, NULL);

  return uri != NULL ? g_file_new_for_uri (uri) : NULL;
}

/**
 * strata_open_request_get_reading:
 * @request: (nullable): a goal, or any other text
 *
 * Returns: how to read the files
 */
StrataReading
strata_open_request_get_reading (const char *request)
{
  g_autoptr (GVariant) parsed = parse (request);
  StrataReading reading = { 0 };
  const char *event = "";

  if (parsed != NULL)
    g_variant_get_child (parsed, 3, "(bb&si)", &reading.rebuilds_callers, &reading.is_by_weight, &event, &reading.sample_interval_ms);
  if (*event != '\0')
    reading.event = g_intern_string (event);

  return reading;
}

/**
 * strata_open_request_dup_files:
 * @request: (nullable): a goal, or any other text
 *
 * Returns: (transfer full) (element-type StrataLoadInput): what to put beside the file that is opened
 */
GPtrArray *
strata_open_request_dup_files (const char *request)
{
  g_autoptr (GVariant) parsed = parse (request);
  g_autoptr (GVariant) files = parsed != NULL ? g_variant_get_child_value (parsed, 4) : NULL;

  return files != NULL ? strata_trace_files_from_variant (files) : strata_trace_files_new ();
}

static gboolean
show_span (StrataSession *session,
           const char *text,
           StrataSpan *span,
           GError **error)
{
  if (!strata_span_parse (text, *span, span, error))
    return FALSE;

  strata_view_show_span (strata_session_get_view (session), *span, 0);
  return TRUE;
}

/**
 * strata_open_request_reach:
 * @request: (nullable): a goal, or any other text, which asks for nothing
 * @session: where to show it
 * @error: where to put why it is not there
 *
 * Shows what a goal asks for. Without a span, the selected slice fills the view.
 *
 * Returns: %FALSE when the file does not have it
 */
gboolean
strata_open_request_reach (const char *request,
                           StrataSession *session,
                           GError **error)
{
  g_autoptr (GVariant) parsed = parse (request);
  StrataSpan span = strata_trace_get_span (strata_session_get_trace (session));
  const char *name;
  const char *span_text;

  if (parsed == NULL)
    return TRUE;

  g_variant_get (parsed, "(m&sm&sm&s@" READING_TYPE "@" STRATA_TRACE_FILES_TYPE ")", &name, &span_text, NULL, NULL, NULL);

  if (span_text != NULL && !show_span (session, span_text, &span, error))
    return FALSE;
  if (name == NULL)
    return TRUE;

  if (!strata_session_select_longest (session, name, span))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   span_text != NULL ? _ ("There is no slice “%s” in that time") : _ ("There is no slice “%s” in this file"), name);
      return FALSE;
    }

  if (span_text == NULL)
    strata_session_show_selection (session);

  return TRUE;
}
