/* strata-notes-file.c - bookmarks and views as a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notes-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-session-bookmarks.h"

/* A key file: a group that tells the version, one for the view, one for how lanes are arranged, and one a bookmark.
 * Slices are known again by thread, begin, name and length, so that notes fit a
 * trace that was loaded in another way; what is not found again stays a bookmark at
 * its time. */

#define HEADER_GROUP "Strata Notes"
#define VIEW_GROUP "View"
#define LANES_GROUP "Lanes"
#define VERSION 1

/* Such a file is written by hand or by us; more is a mistake, or meant to hurt. */
#define MOST_BYTES (16 * 1024 * 1024)

static gint64
get_tid (StrataTrace *trace,
         const StrataTrack *track)
{
  return track->thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[track->thread].tid : -1;
}

static void
write_slice (GKeyFile *file,
             const char *group,
             StrataTrace *trace,
             guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, slices->name[slice]), -1);

  g_key_file_set_string (file, group, "slice", name);
  g_key_file_set_int64 (file, group, "thread", get_tid (trace, &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)]));
  g_key_file_set_int64 (file, group, "length", strata_slice_table_get_wall_ns (slices, slice));
}

static void
write_bookmarks (GKeyFile *file,
                 StrataSession *session)
{
  StrataTrace *base = strata_trace_get_base (strata_session_get_trace (session));
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);

  for (guint i = 0; i < n_bookmarks; i++)
    {
      g_autofree char *group = g_strdup_printf (STRATA_NOTES_BOOKMARK_GROUP "%u", i + 1);

      g_key_file_set_int64 (file, group, "time", bookmarks[i].time_ns);
      g_key_file_set_string (file, group, "note", bookmarks[i].note);
      if (bookmarks[i].slice != STRATA_NONE)
        write_slice (file, group, base, bookmarks[i].slice);
    }
}

static void
write_lanes (GKeyFile *file,
             StrataSession *session)
{
  g_autoptr (StrataLaneArrangement) arrangement = strata_lanes_get_arrangement (strata_view_get_lanes (strata_session_get_view (session)));

  strata_lane_arrangement_save (arrangement, file, LANES_GROUP);
}

/* Of the clock of the file alone: times of another axis are made up for each loading. */
static void
write_view (GKeyFile *file,
            StrataSession *session)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSpan view = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (session)));

  if (strata_trace_get_base (trace) == trace)
    {
      g_key_file_set_int64 (file, VIEW_GROUP, "begin", view.begin_ns);
      g_key_file_set_int64 (file, VIEW_GROUP, "end", view.end_ns);
    }

  g_key_file_set_integer (file, VIEW_GROUP, "shown", (int) strata_lanes_get_shown (strata_view_get_lanes (strata_session_get_view (session))));
  write_lanes (file, session);
}

/**
 * strata_notes_to_text:
 * @session: a session
 * @has_view: whether to write what is looked at, too
 *
 * Returns: (transfer full): the bookmarks as the content of a file
 */
char *
strata_notes_to_text (StrataSession *session,
                      gboolean has_view)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_key_file_set_integer (file, HEADER_GROUP, "version", VERSION);
  if (has_view)
    write_view (file, session);
  write_bookmarks (file, session);
  return g_key_file_to_data (file, NULL, NULL);
}

/* The slice of a row that begins at a time and is called so. */
static guint32
find_in_row (StrataTrace *trace,
             const StrataTrack *track,
             guint32 depth,
             gint64 time_ns,
             guint32 name,
             gint64 length_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, depth, &begin, &end);
  for (guint32 place = strata_slice_table_find_next_start (slices, begin, end, time_ns); place < end; place++)
    {
      const guint32 slice = slices->order[place];

      if (slices->start_ns[slice] != time_ns)
        break;
      if (slices->name[slice] == name && strata_slice_table_get_wall_ns (slices, slice) == length_ns)
        return slice;
    }

  return STRATA_NONE;
}

static guint32
find_slice (StrataTrace *trace,
            gint64 tid,
            gint64 time_ns,
            const char *name,
            gint64 length_ns)
{
  const guint32 id = strata_string_pool_lookup (strata_trace_get_strings (trace), name);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 found = STRATA_NONE;

  for (guint i = 0; id != STRATA_NONE && found == STRATA_NONE && i < n_tracks; i++)
    for (guint32 depth = 0; get_tid (trace, &tracks[i]) == tid && found == STRATA_NONE && depth < tracks[i].n_rows; depth++)
      found = find_in_row (trace, &tracks[i], depth, time_ns, id, length_ns);

  return found;
}

/* Returns whether nothing of it was lost. */
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
    slice = find_slice (base, g_key_file_get_int64 (file, group, "thread", NULL), time_ns, name, g_key_file_get_int64 (file, group, "length", NULL));

  const StrataBookmark bookmark = { time_ns, slice, note != NULL ? g_steal_pointer (&note) : g_strdup ("") };

  g_array_append_val (bookmarks, bookmark);
  return name == NULL || slice != STRATA_NONE;
}

static void
clear_bookmark (gpointer bookmark)
{
  g_free (((StrataBookmark *) bookmark)->note);
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const StrataBookmark *left = a;
  const StrataBookmark *right = b;

  if (left->time_ns != right->time_ns)
    return left->time_ns < right->time_ns ? -1 : 1;

  return (left->slice > right->slice) - (left->slice < right->slice);
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
  g_array_set_clear_func (bookmarks, clear_bookmark);
  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], STRATA_NOTES_BOOKMARK_GROUP))
      *n_lost += !read_bookmark (base, file, groups[i], bookmarks);

  return bookmarks;
}

/* All at once: whoever follows them is told once. */
static guint
apply_bookmarks (StrataSession *session,
                 GKeyFile *file)
{
  guint n_lost;
  g_autoptr (GArray) bookmarks = list_bookmarks (session, file, &n_lost);

  strata_marks_add_bookmarks (strata_session_get_marks (session), (const StrataBookmark *) (gpointer) bookmarks->data, bookmarks->len);
  return n_lost;
}

/* The first versions kept closed groups alone, by their titles. */
static void
apply_collapsed (StrataSession *session,
                 GKeyFile *file)
{
  g_auto (GStrv) titles = g_key_file_get_string_list (file, VIEW_GROUP, "collapsed", NULL, NULL);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (strata_session_get_view (session)), &n_lanes);

  for (guint i = 0; titles != NULL && i < n_lanes; i++)
    if (strata_lane_is_group (&lanes[i]) && g_strv_contains ((const char *const *) titles, lanes[i].title))
      strata_lanes_set_collapsed (strata_view_get_lanes (strata_session_get_view (session)), i, TRUE);
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

  strata_lanes_set_arrangement (strata_view_get_lanes (strata_session_get_view (session)), arrangement);
}

static void
apply_view (StrataSession *session,
            GKeyFile *file)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSpan bounds = strata_trace_get_span (trace);
  const StrataSpan view = { g_key_file_get_int64 (file, VIEW_GROUP, "begin", NULL), g_key_file_get_int64 (file, VIEW_GROUP, "end", NULL) };

  strata_lanes_set_shown (strata_view_get_lanes (strata_session_get_view (session)), (StrataLaneExtras) g_key_file_get_integer (file, VIEW_GROUP, "shown", NULL) & STRATA_LANE_EXTRA_ALL);
  apply_lanes (session, file);
  if (strata_trace_get_base (trace) == trace && view.begin_ns < view.end_ns && view.begin_ns < bounds.end_ns && view.end_ns > bounds.begin_ns)
    strata_view_show_span (strata_session_get_view (session), view, 0);
}

static GKeyFile *
parse (const char *text,
       gsize n_bytes,
       GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (n_bytes == 0 || n_bytes > MOST_BYTES || !g_key_file_load_from_data (file, text, n_bytes, G_KEY_FILE_NONE, NULL) ||
      !g_key_file_has_group (file, HEADER_GROUP))
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("it is not a notes file, or it is damaged"));
      return NULL;
    }

  if (g_key_file_get_integer (file, HEADER_GROUP, "version", NULL) > VERSION)
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
 * @error: where to put what is wrong with the file
 *
 * Returns: whether it is a notes file that this version reads
 */
gboolean
strata_notes_check (const char *text,
                    gsize n_bytes,
                    GError **error)
{
  g_autoptr (GKeyFile) file = parse (text, n_bytes, error);

  return file != NULL;
}

/**
 * strata_notes_apply:
 * @session: a session
 * @text: the content of a file
 * @n_bytes: its length
 * @n_lost: (out): how many bookmarks found no time, or not their slice
 * @error: where to put what is wrong with the file
 *
 * Adds the bookmarks of a file to those of @session, and shows the view that it
 * tells, if any.
 *
 * Returns: %FALSE when it is no such file; @session is not changed then
 */
gboolean
strata_notes_apply (StrataSession *session,
                    const char *text,
                    gsize n_bytes,
                    guint *n_lost,
                    GError **error)
{
  g_autoptr (GKeyFile) file = parse (text, n_bytes, error);

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
 * Gives @session the bookmarks of a file and no others; where nothing differs, nothing
 * is emitted. If @text is not a notes file, @session keeps what it has.
 */
void
strata_notes_replace_bookmarks (StrataSession *session,
                                const char *text,
                                gsize n_bytes)
{
  g_autoptr (GKeyFile) file = parse (text, n_bytes, NULL);

  if (file == NULL)
    return;

  guint n_lost;
  g_autoptr (GArray) wanted = list_bookmarks (session, file, &n_lost);

  g_array_sort (wanted, compare_places);
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
 * Adds the bookmarks of a file to those of @session; what is no such file has none.
 */
void
strata_notes_apply_bookmarks (StrataSession *session,
                              const char *text,
                              gsize n_bytes)
{
  g_autoptr (GKeyFile) file = parse (text, n_bytes, NULL);

  if (file != NULL)
    apply_bookmarks (session, file);
}
