/* strata-finding-notes.c - view, selection and notes that are sent with a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-finding-notes.h"

#include <string.h>

#include "strata-notes-file.h"
#include "strata-notes-slice.h"
#include "strata-session-area.h"

/* A notes file with additional groups. Lanes are identified by their keys. */

#define SELECTION_GROUP "Selection"
#define AREA_GROUP "Area"
#define CURSORS_GROUP "Cursors"
#define SEARCH_GROUP "Search"
#define QUERIES_GROUP "Queries"

static const char *const cursor_keys[STRATA_N_CURSORS] = { "a", "b" };

/* Only times on the clock of the file are saved, as with the view. */
static gboolean
has_file_clock (StrataSession *session)
{
  StrataTrace *trace = strata_session_get_trace (session);

  return strata_trace_get_base (trace) == trace;
}

static void
write_selection (GKeyFile *file,
                 StrataSession *session,
                 StrataSpan span)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataItem item = strata_session_get_selected_item (session);

  if (item.kind != STRATA_ITEM_SLICE || slices->start_ns[item.index] >= span.end_ns || strata_slice_table_get_end_ns (slices, item.index) <= span.begin_ns)
    return;

  g_key_file_set_int64 (file, SELECTION_GROUP, "time", MAX (slices->start_ns[item.index], span.begin_ns));
  strata_notes_slice_save (file, SELECTION_GROUP, trace, item.index, span);
}

static void
write_area (GKeyFile *file,
            StrataSession *session)
{
  const StrataLanes *lanes = strata_session_get_lanes (session);
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (lanes);
  StrataSpan area;
  guint32 first;
  guint32 last;

  if (!strata_session_get_area (session, &area))
    return;

  g_key_file_set_int64 (file, AREA_GROUP, "begin", area.begin_ns);
  g_key_file_set_int64 (file, AREA_GROUP, "end", area.end_ns);
  if (!strata_session_get_area_lanes (session, &first, &last))
    return;

  g_key_file_set_string (file, AREA_GROUP, "first", keys->pdata[first]);
  g_key_file_set_string (file, AREA_GROUP, "last", keys->pdata[last]);
}

static void
write_cursors (GKeyFile *file,
               StrataSession *session)
{
  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    {
      gint64 time_ns;

      if (strata_marks_get_cursor (strata_session_get_marks (session), (StrataCursor) i, &time_ns))
        g_key_file_set_int64 (file, CURSORS_GROUP, cursor_keys[i], time_ns);
    }
}

/* Times have the same keys in all groups. */
static void
move_times (GKeyFile *file,
            gint64 moved_ns)
{
  static const char *const keys[] = { "time", "begin", "end", "a", "b" };
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; moved_ns != 0 && groups[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      if (g_key_file_has_key (file, groups[i], keys[k], NULL))
        g_key_file_set_int64 (file, groups[i], keys[k], strata_time_add (g_key_file_get_int64 (file, groups[i], keys[k], NULL), moved_ns));
}

/**
 * strata_finding_notes_to_text:
 * @session: a session
 * @span: the part of the trace that is sent
 * @moved_ns: offset added to times in the sent trace
 * @queries: (nullable) (array zero-terminated=1): SQL queries to include
 *
 * Writes bookmarks, the view, how lanes are arranged, the selection, the selected area, the cursors,
 * the search and queries.
 *
 * Returns: (transfer full): the content of the file
 */
char *
strata_finding_notes_to_text (StrataSession *session,
                              StrataSpan span,
                              gint64 moved_ns,
                              const char *const *queries)
{
  g_autoptr (GKeyFile) file = strata_notes_to_key_file (session, TRUE, span);
  const char *search = strata_findings_get_search (strata_session_get_findings (session));

  if (has_file_clock (session))
    {
      write_selection (file, session, span);
      write_area (file, session);
      write_cursors (file, session);
    }

  if (search != NULL && *search != '\0')
    g_key_file_set_string (file, SEARCH_GROUP, "text", search);
  if (queries != NULL && queries[0] != NULL)
    g_key_file_set_string_list (file, QUERIES_GROUP, "sql", queries, g_strv_length ((char **) queries));

  move_times (file, moved_ns);
  return g_key_file_to_data (file, NULL, NULL);
}

static guint32
find_lane (GPtrArray *keys,
           GKeyFile *file,
           const char *which,
           guint32 other)
{
  g_autofree char *key = g_key_file_get_string (file, AREA_GROUP, which, NULL);
  guint index;

  return key != NULL && g_ptr_array_find_with_equal_func (keys, key, g_str_equal, &index) ? index : other;
}

/* If its lanes are not found, the area covers all lanes. */
static void
apply_area (StrataSession *session,
            GKeyFile *file)
{
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (strata_session_get_lanes (session));
  const StrataSpan bounds = strata_trace_get_span (strata_session_get_trace (session));
  const StrataSpan area = {
    MAX (g_key_file_get_int64 (file, AREA_GROUP, "begin", NULL), bounds.begin_ns),
    MIN (g_key_file_get_int64 (file, AREA_GROUP, "end", NULL), bounds.end_ns),
  };

  if (keys->len > 0 && area.begin_ns < area.end_ns)
    strata_session_set_area (session, area, find_lane (keys, file, "first", 0), find_lane (keys, file, "last", keys->len - 1));
}

static void
apply_selection (StrataSession *session,
                 GKeyFile *file)
{
  const gint64 time_ns = g_key_file_get_int64 (file, SELECTION_GROUP, "time", NULL);
  const guint32 slice = strata_notes_slice_load (file, SELECTION_GROUP, strata_session_get_trace (session), time_ns);

  if (slice != STRATA_NONE)
    strata_session_select_slice (session, slice);
}

static void
apply_cursors (StrataSession *session,
               GKeyFile *file)
{
  const StrataSpan bounds = strata_trace_get_span (strata_session_get_trace (session));

  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    {
      g_autoptr (GError) error = NULL;
      const gint64 time_ns = g_key_file_get_int64 (file, CURSORS_GROUP, cursor_keys[i], &error);

      if (error == NULL && time_ns >= bounds.begin_ns && time_ns <= bounds.end_ns)
        strata_marks_set_cursor (strata_session_get_marks (session), (StrataCursor) i, time_ns);
    }
}

/* The notes that came with a trace, if any. */
static GKeyFile *
load_notes (StrataTrace *trace,
            const char **text)
{
  *text = strata_trace_get_property (strata_trace_get_base (trace), STRATA_NOTES_PROPERTY);
  return *text != NULL ? strata_notes_parse (*text, strlen (*text), NULL) : NULL;
}

/**
 * strata_finding_notes_apply:
 * @session: a session of a trace that may have come with notes
 *
 * Restores the view and the selection that were sent with the trace. Lanes and slices that are not found are skipped.
 *
 * Returns: whether the trace came with notes
 */
gboolean
strata_finding_notes_apply (StrataSession *session)
{
  const char *text;
  g_autoptr (GKeyFile) file = load_notes (strata_session_get_trace (session), &text);
  guint n_lost;

  if (file == NULL || !strata_notes_apply (session, text, strlen (text), &n_lost, NULL))
    return FALSE;

  g_autofree char *search = g_key_file_get_string (file, SEARCH_GROUP, "text", NULL);

  if (search != NULL)
    strata_findings_search (strata_session_get_findings (session), search);
  if (!has_file_clock (session))
    return TRUE;

  if (g_key_file_has_group (file, SELECTION_GROUP))
    apply_selection (session, file);
  if (g_key_file_has_group (file, AREA_GROUP))
    apply_area (session, file);

  apply_cursors (session, file);
  return TRUE;
}

/**
 * strata_finding_notes_dup_queries:
 * @trace: a trace that may have come with notes
 *
 * Returns: (transfer full) (array zero-terminated=1) (nullable): the queries in them, or %NULL
 */
char **
strata_finding_notes_dup_queries (StrataTrace *trace)
{
  const char *text;
  g_autoptr (GKeyFile) file = load_notes (trace, &text);

  return file != NULL ? g_key_file_get_string_list (file, QUERIES_GROUP, "sql", NULL, NULL) : NULL;
}
