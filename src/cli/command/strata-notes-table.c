/* strata-notes-table.c - the notes that came with a trace, for info
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notes-table.h"

#include <glib/gi18n.h>

#include "strata-finding-notes.h"
#include "strata-units.h"

/* A session knows what notes mean; it costs an index of the trace, so only traces that
 * came with notes get one. */
static StrataSession *
make_session (StrataTrace *trace)
{
  StrataSession *session = strata_trace_get_property (trace, STRATA_NOTES_PROPERTY) != NULL ? strata_session_new (trace) : NULL;

  if (session != NULL && !strata_finding_notes_apply (session))
    g_clear_object (&session);

  return session;
}

static const char *
get_slice_name (StrataTrace *trace,
                guint32 slice)
{
  return slice != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slice]) : NULL;
}

static void
write_bookmark (StrataOutput *output,
                StrataTrace *trace,
                const StrataBookmark *bookmark)
{
  const char *name = get_slice_name (trace, bookmark->slice);
  char time[STRATA_UNITS_BYTES];

  strata_output_format (output, "  %s", strata_units_instant (bookmark->time_ns - strata_trace_get_span (trace).begin_ns, time));
  if (name != NULL)
    {
      strata_output_text (output, "  ");
      strata_output_plain (output, name);
    }
  strata_output_text (output, "  ");
  strata_output_plain (output, bookmark->note);
  strata_output_char (output, '\n');
}

/**
 * strata_notes_table_write:
 * @output: where to write
 * @trace: a trace
 *
 * Writes the bookmarks that came with a trace and how many queries, if it came with notes.
 */
void
strata_notes_table_write (StrataOutput *output,
                          StrataTrace *trace)
{
  g_autoptr (StrataSession) session = make_session (trace);
  guint n_bookmarks;

  if (session == NULL)
    return;

  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  g_auto (GStrv) queries = strata_finding_notes_dup_queries (trace);
  const guint n_queries = queries != NULL ? g_strv_length (queries) : 0;

  if (n_bookmarks + n_queries > 0)
    strata_output_format (output, "\n%s\n", _ ("Notes"));
  for (guint i = 0; i < n_bookmarks; i++)
    write_bookmark (output, trace, &bookmarks[i]);

  for (guint i = 0; i < n_queries; i++)
    {
      strata_output_text (output, "  SQL: ");
      strata_output_plain (output, queries[i]);
      strata_output_char (output, '\n');
    }
}

/**
 * strata_notes_table_write_json:
 * @json: where to write
 * @trace: a trace
 *
 * Writes the same as a member, with the selected slice and the view.
 */
void
strata_notes_table_write_json (StrataJson *json,
                               StrataTrace *trace)
{
  g_autoptr (StrataSession) session = make_session (trace);
  guint n_bookmarks;

  if (session == NULL)
    return;

  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  const StrataItem item = strata_session_get_selected_item (session);
  const StrataSpan view = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (session)));
  g_auto (GStrv) queries = strata_finding_notes_dup_queries (trace);

  strata_json_begin (json, "finding", '{');
  strata_json_number (json, "view_begin_ns", view.begin_ns);
  strata_json_number (json, "view_end_ns", view.end_ns);
  strata_json_string (json, "selected", item.kind == STRATA_ITEM_SLICE ? get_slice_name (trace, item.index) : NULL);
  strata_json_begin (json, "bookmarks", '[');
  for (guint i = 0; i < n_bookmarks; i++)
    {
      strata_json_begin (json, NULL, '{');
      strata_json_number (json, "ts_ns", bookmarks[i].time_ns);
      strata_json_string (json, "slice", get_slice_name (trace, bookmarks[i].slice));
      strata_json_string (json, "note", bookmarks[i].note);
      strata_json_end (json, '}');
    }
  strata_json_end (json, ']');
  strata_json_begin (json, "queries", '[');
  for (guint i = 0; queries != NULL && queries[i] != NULL; i++)
    strata_json_string (json, NULL, queries[i]);
  strata_json_end (json, ']');
  strata_json_end (json, '}');
}
