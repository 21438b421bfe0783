/* strata-notes-file.c - reads and writes bookmarks and views
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notes-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-notes-slice.h"

/* A key file with a group for the version, one for the view, one for the arrangement of lanes, one
 * for each query that is a lane, and one for each bookmark. If a slice is not found again, its
 * bookmark stays at its time. */

#define VIEW_GROUP "View"
#define LANES_GROUP "Lanes"
#define QUERY_GROUP "Query "
#define VERSION 1

/* Bookmarks on slices that begin before a part of the trace are moved to its start; those that do
 * not touch the part are left out. */
static gboolean
is_inside (StrataTrace *base,
           const StrataBookmark *bookmark,
           StrataSpan span)
{
  const gint64 end_ns = bookmark->slice != STRATA_NONE ? strata_slice_table_get_end_ns (strata_trace_get_slices (base), bookmark->slice) : bookmark->time_ns;

  return bookmark->time_ns <= span.end_ns && end_ns >= span.begin_ns;
}

static void
write_bookmarks (GKeyFile *file,
                 StrataSession *session,
                 StrataSpan span)
{
  StrataTrace *base = strata_trace_get_base (strata_session_get_trace (session));
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  for (guint i = 0; i < n_bookmarks; i++)
    {
      g_autofree char *group = g_strdup_printf (STRATA_NOTES_BOOKMARK_GROUP "%u", i + 1);

      if (!is_inside (base, &bookmarks[i], span))
        continue;

      g_key_file_set_int64 (file, group, "time", MAX (bookmarks[i].time_ns, span.begin_ns));
      g_key_file_set_string (file, group, "note", bookmarks[i].note);
      if (bookmarks[i].slice != STRATA_NONE)
        strata_notes_slice_save (file, group, base, bookmarks[i].slice, span);
    }
}

static void
write_lanes (GKeyFile *file,
             StrataSession *session)
{
  g_autoptr (StrataLaneArrangement) arrangement = strata_lanes_get_arrangement (strata_session_get_lanes (session));

  strata_lane_arrangement_save (arrangement, file, LANES_GROUP);
}

static void
write_queries (GKeyFile *file,
               StrataSession *session)
{
  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    {
      const StrataResult *result = strata_findings_get_result (strata_session_get_findings (session), i);
      g_autofree char *group = g_strdup_printf (QUERY_GROUP "%u", i + 1);

      if (result == NULL)
        continue;

      g_key_file_set_string (file, group, "title", result->title);
      g_key_file_set_string (file, group, "sql", result->sql);
    }
}

/* Only on the clock of the file: times on another axis are computed anew at each loading. */
static void
write_view (GKeyFile *file,
            StrataSession *session)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSpan view = strata_view_get_settled_span (strata_session_get_view (session));

  if (strata_trace_get_base (trace) == trace)
    {
      g_key_file_set_int64 (file, VIEW_GROUP, "begin", view.begin_ns);
      g_key_file_set_int64 (file, VIEW_GROUP, "end", view.end_ns);
    }

  g_key_file_set_integer (file, VIEW_GROUP, "shown", (int) strata_lanes_get_shown (strata_session_get_lanes (session)));
  write_lanes (file, session);
  write_queries (file, session);
}

/**
 * strata_notes_to_key_file:
 * @session: a session
 * @has_view: whether to write the view, too
 * @span: only bookmarks that touch this span are written; slices are cut to it
 *
 * Returns: (transfer full): the bookmarks
 */
GKeyFile *
strata_notes_to_key_file (StrataSession *session,
                          gboolean has_view,
                          StrataSpan span)
{
  GKeyFile *file = g_key_file_new ();

  g_key_file_set_integer (file, STRATA_NOTES_GROUP, "version", VERSION);
  if (has_view)
    write_view (file, session);
  write_bookmarks (file, session, span);
  return file;
}

/**
 * strata_notes_to_text:
 * @session: a session
 * @has_view: whether to write the view, too
 *
 * Returns: (transfer full): the bookmarks as the content of a file
 */
char *
strata_notes_to_text (StrataSession *session,
                      gboolean has_view)
{
  const StrataSpan all = { G_MININT64, G_MAXINT64 };
  g_autoptr (GKeyFile) file = strata_notes_to_key_file (session, has_view, all);

  return g_key_file_to_data (file, NULL, NULL);
}

/* Returns whether the bookmark was read completely. */
static gboolean
read_bookmark (StrataTrace *base,
               GKeyFile *file,
               const char *group,
               GArray *bookmarks)
{
  g_autoptr (GError) error = NULL;
  const gint64 time_ns = g_key_file_get_int64 (file, group, "time", &error);
  g_autofree char *note = g_key_file_get_string (file, group, "note", NULL);
  g_autofree char *name = g_key_file_get_string (file, group, "slice", NULL);
  const StrataSpan span = strata_trace_get_span (base);
  guint32 slice = STRATA_NONE;

  if (error != NULL || time_ns < span.begin_ns || time_ns > span.end_ns)
    return FALSE;
  if (name != NULL)
    slice = strata_notes_slice_load (file, group, base, time_ns);

  const StrataBookmark bookmark = { time_ns, slice, note != NULL ? g_steal_pointer (&note) : g_strdup ("") };

  g_array_append_val (bookmarks, bookmark);
  return name == NULL || slice != STRATA_NONE;
}

static GArray *
list_bookmarks (StrataSession *session,
                GKeyFile *file,
                guint *n_lost)
{
  StrataTrace *base = strata_trace_get_base (strata_session_get_trace (session));
  GArray *bookmarks = g_array_new (FALSE, FALSE, sizeof (StrataBookmark));
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  *n_lost = 0;
  g_array_set_clear_func (bookmarks, strata_bookmark_clear);
  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], STRATA_NOTES_BOOKMARK_GROUP))
      *n_lost += !read_bookmark (base, file, groups[i], bookmarks);

  return bookmarks;
}

/* All at once, so that listeners are notified once. */
static guint
apply_bookmarks (StrataSession *session,
                 GKeyFile *file)
{
  guint n_lost;
  g_autoptr (GArray) bookmarks = list_bookmarks (session, file, &n_lost);

  strata_marks_add_bookmarks (strata_session_get_marks (session), (const StrataBookmark *) (gpointer) bookmarks->data, bookmarks->len);
  return n_lost;
}

/* The first versions saved only closed groups, by their titles. */
static void
apply_collapsed (StrataSession *session,
                 GKeyFile *file)
{
  g_auto (GStrv) titles = g_key_file_get_string_list (file, VIEW_GROUP, "collapsed", NULL, NULL);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint i = 0; titles != NULL && i < n_lanes; i++)
    if (strata_lane_is_group (&lanes[i]) && g_strv_contains ((const char *const *) titles, lanes[i].title))
      strata_lanes_set_collapsed (strata_session_get_lanes (session), i, TRUE);
}

static void
apply_lanes (StrataSession *session,
             GKeyFile *file)
{
  if (!g_key_file_has_group (file, LANES_GROUP))
    {
      apply_collapsed (session, file);
      return;
    }

  g_autoptr (StrataLaneArrangement) arrangement = strata_lane_arrangement_load (file, LANES_GROUP);

  strata_lanes_set_arrangement (strata_session_get_lanes (session), arrangement);
}

/* The queries are run by the widget that shows them. */
static void
apply_queries (StrataSession *session,
               GKeyFile *file)
{
  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    {
      g_autofree char *group = g_strdup_printf (QUERY_GROUP "%u", i + 1);
      g_autofree char *title = g_key_file_get_string (file, group, "title", NULL);
      g_autofree char *sql = g_key_file_get_string (file, group, "sql", NULL);

      if (title != NULL && sql != NULL)
        strata_findings_take_result (strata_session_get_findings (session), strata_result_new (title, sql, FALSE));
    }
}

static void
apply_view (StrataSession *session,
            GKeyFile *file)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSpan bounds = strata_trace_get_span (trace);
  const StrataSpan view = { g_key_file_get_int64 (file, VIEW_GROUP, "begin", NULL), g_key_file_get_int64 (file, VIEW_GROUP, "end", NULL) };

  strata_lanes_set_shown (strata_session_get_lanes (session), (StrataLaneExtras) g_key_file_get_integer (file, VIEW_GROUP, "shown", NULL) & STRATA_LANE_EXTRA_ALL);
  apply_queries (session, file);
  apply_lanes (session, file);
  if (strata_trace_get_base (trace) == trace && view.begin_ns < view.end_ns && view.begin_ns < bounds.end_ns && view.end_ns > bounds.begin_ns)
    strata_view_show_span (strata_session_get_view (session), view, 0);
}

/**
 * strata_notes_parse:
 * @text: the content of a file
 * @n_bytes: its length
 * @error: return location for an error
 *
 * Returns: (transfer full): the notes, or %NULL if it is not a notes file that this version reads
 */
GKeyFile *
strata_notes_parse (const char *text,
                    gsize n_bytes,
                    GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (n_bytes == 0 || n_bytes > STRATA_NOTES_MOST_BYTES || !g_key_file_load_from_data (file, text, n_bytes, G_KEY_FILE_NONE, NULL) ||
      !g_key_file_has_group (file, STRATA_NOTES_GROUP))
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("it is not a notes file, or it is damaged"));
      return NULL;
    }

  if (g_key_file_get_integer (file, STRATA_NOTES_GROUP, "version", NULL) > VERSION)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("it was written by a newer Strata"));
      return NULL;
    }

  return g_steal_pointer (&file);
}

/**
 * strata_notes_check:
 * @text: the content of a file
 * @n_bytes: its length
 * @error: return location for an error
 *
 * Returns: whether it is a notes file that this version reads
 */
gboolean
strata_notes_check (const char *text,
                    gsize n_bytes,
                    GError **error)
{
  g_autoptr (GKeyFile) file = strata_notes_parse (text, n_bytes, error);

  return file != NULL;
}

/**
 * strata_notes_apply:
 * @session: a session
 * @text: the content of a file
 * @n_bytes: its length
 * @n_lost: (out): how many bookmarks are outside the trace or lost their slice
 * @error: return location for an error
 *
 * Adds the bookmarks of a file to those of @session, and shows the view in the file,
 * if any.
 *
 * Returns: %FALSE if it is not a notes file; @session is not changed then
 */
gboolean
strata_notes_apply (StrataSession *session,
                    const char *text,
                    gsize n_bytes,
                    guint *n_lost,
                    GError **error)
{
  g_autoptr (GKeyFile) file = strata_notes_parse (text, n_bytes, error);

  *n_lost = 0;
  if (file == NULL)
    return FALSE;

  if (g_key_file_has_group (file, VIEW_GROUP))
    apply_view (session, file);
  *n_lost = apply_bookmarks (session, file);
  return TRUE;
}

/* Whether @wanted has a bookmark at the place of @bookmark. */
static gboolean
has_place (GArray *wanted,
           const StrataBookmark *bookmark)
{
  for (guint i = 0; i < wanted->len; i++)
    if (g_array_index (wanted, StrataBookmark, i).time_ns == bookmark->time_ns && g_array_index (wanted, StrataBookmark, i).slice == bookmark->slice)
      return TRUE;

  return FALSE;
}

static gboolean
is_same (GArray *wanted,
         StrataSession *session)
{
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  if (n_bookmarks != wanted->len)
    return FALSE;

  for (guint i = 0; i < n_bookmarks; i++)
    {
      const StrataBookmark *other = &g_array_index (wanted, StrataBookmark, i);

      if (other->time_ns != bookmarks[i].time_ns || other->slice != bookmarks[i].slice || !g_str_equal (other->note, bookmarks[i].note))
        return FALSE;
    }

  return TRUE;
}

/**
 * strata_notes_replace_bookmarks:
 * @session: a session
 * @text: the content of a file
 * @n_bytes: its length
 *
 * Replaces the bookmarks of @session by those of a file. Emits nothing if they are
 * equal. If @text is not a notes file, @session is not changed.
 */
void
strata_notes_replace_bookmarks (StrataSession *session,
                                const char *text,
                                gsize n_bytes)
{
  g_autoptr (GKeyFile) file = strata_notes_parse (text, n_bytes, NULL);

  if (file == NULL)
    return;

  guint n_lost;
  g_autoptr (GArray) wanted = list_bookmarks (session, file, &n_lost);

  g_array_sort (wanted, strata_bookmark_compare);
  if (is_same (wanted, session))
    return;

  guint n_bookmarks;

  strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  while (n_bookmarks-- > 0)
    {
      guint n_left;

      if (!has_place (wanted, &strata_marks_get_bookmarks (strata_session_get_marks (session), &n_left)[n_bookmarks]))
        strata_marks_remove_bookmark (strata_session_get_marks (session), n_bookmarks);
    }

  strata_marks_add_bookmarks (strata_session_get_marks (session), (const StrataBookmark *) (gpointer) wanted->data, wanted->len);
}

/**
 * strata_notes_apply_bookmarks:
 * @session: a session
 * @text: the content of a file
 * @n_bytes: its length
 *
 * Adds the bookmarks of a file to those of @session; none if @text is not a notes file.
 */
void
strata_notes_apply_bookmarks (StrataSession *session,
                              const char *text,
                              gsize n_bytes)
{
  g_autoptr (GKeyFile) file = strata_notes_parse (text, n_bytes, NULL);

  if (file != NULL)
    apply_bookmarks (session, file);
}
