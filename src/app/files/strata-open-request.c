/* strata-open-request.c - what to show once a file is open
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-open-request.h"

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"
#include "strata-trace-files.h"

/* A request is text, so that it can be sent along with files to a running instance, as the hint of
 * an open. Hints of other programs (a file manager's) are not requests. */
#define READING_TYPE "(bbsi)"
#define GOAL_TYPE "(msmsms" READING_TYPE STRATA_TRACE_FILES_TYPE ")"

/**
 * strata_open_request_new:
 * @select: (nullable): selects the longest slice of this name
 * @span: (nullable): the time to show, as typed
 * @mapping: (nullable): URI of a mapping of method names
 * @reading: how to read the files
 * @files: (nullable) (element-type StrataLoadInput): files to add to the opened one
 *
 * Returns: (transfer full): the request
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
 * @request: (nullable): a request, or any other text
 *
 * Returns: (transfer full) (nullable): its mapping
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
 * @request: (nullable): a request, or any other text
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
 * @request: (nullable): a request, or any other text
 *
 * Returns: (transfer full) (element-type StrataLoadInput): the files to add to the opened one
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
 * @request: (nullable): a request; any other text has no effect
 * @session: where to show it
 * @error: return location for an error
 *
 * Selects and shows the requested items. Without a span, the selected slice fills the view.
 *
 * Returns: %FALSE if the file does not have them
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
