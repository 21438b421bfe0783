/* strata-trace-state.c - notes and view of a trace, saved between runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-state.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "strata-loader.h"
#include "strata-notes-file.h"
#include "strata-notes-merge.h"
#include "strata-state-lock.h"
#include "strata-state-prune.h"

/* One file per trace in the user's state folder, named after the content of the trace: its
 * size and 64 samples of it, so that a renamed trace finds its notes and a large
 * one costs no more than a small one. Traces that are not files on this computer
 * have no state. STRATA_STATE_DIR names another folder; if empty, none.
 *
 * Several windows and processes may show one trace. Each write merges, under a lock,
 * the changes of this window since its last read or write into the current content of the
 * file. When the file changes, its bookmarks are read again.
 *
 * Other processes and slow disks make writing slow, so a thread does it. Only one write
 * runs at a time: changes during it are written by the next. Only the last
 * write, when a window closes, is waited for. */

#define N_SAMPLES 64
#define SAMPLE_BYTES 4096

/* How many states of traces without notes are kept. */
#define N_KEPT 200

/* More unreadable files of one trace than anyone has: the last one is overwritten. */
#define MOST_BROKEN 1000

/* Lanes are saved once they have not been changed for this long. */
#define LANES_REST_MS 2000

/* Typing within this time is one write. */
#define WRITE_REST_MS 200

typedef struct _Write Write;

struct _StrataTraceState
{
  StrataSession *session; /* owned */
  char *path;             /* owned; NULL if nothing is saved */
  char *base;             /* owned: the notes when they were last read or written; NULL before */
  char *base_view;        /* owned: the same, with view and lanes */
  gboolean is_unsaved;    /* whether the last write has failed */
  GFileMonitor *monitor;  /* owned; watches writes of others; NULL if nothing is saved */
  gboolean has_view;      /* whether view and lanes are saved, too, and not only bookmarks */
  guint rest_id;          /* until lanes have rested and are saved */
  guint write_id;         /* until changes are written */
  Write *write;           /* borrowed: the running write; NULL if there is none */
  gboolean is_stale;      /* whether the file has changed during the write */
};

struct _Write
{
  StrataTraceState *state; /* borrowed; NULL once it has the result, or is freed */
  GThread *thread;         /* owned; NULL once it was joined */
  char *path;              /* owned */
  char *base;              /* owned: as in the state */
  char *base_view;         /* owned */
  char *ours;              /* owned: the session's notes when the write began */
  char *merged;            /* owned: the new content of the file; NULL if it has no folder */
  gboolean is_written;
};

static gboolean
hash_sample (GChecksum *checksum,
             GFileInputStream *stream,
             goffset place)
{
  char bytes[SAMPLE_BYTES];
  gsize n_read = 0;

  if (!g_seekable_seek (G_SEEKABLE (stream), place, G_SEEK_SET, NULL, NULL) ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, sizeof bytes, &n_read, NULL, NULL))
    return FALSE;

  g_checksum_update (checksum, (const guchar *) bytes, (gssize) n_read);
  return TRUE;
}

/**
 * strata_trace_state_hash_file:
 * @file: a file
 *
 * Returns: (transfer full) (nullable): a hash of its content, or %NULL if the samples cannot be read
 */
char *
strata_trace_state_hash_file (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (!g_file_is_native (file) || info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return NULL;

  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const goffset n_bytes = g_file_info_get_size (info);
  g_autofree char *size = g_strdup_printf ("%" G_GINT64_FORMAT ";", (gint64) n_bytes);

  if (stream == NULL)
    return NULL;

  g_checksum_update (checksum, (const guchar *) size, -1);
  for (gint64 i = 0; i < N_SAMPLES; i++)
    if (!hash_sample (checksum, stream, MAX (n_bytes - SAMPLE_BYTES, 0) / (N_SAMPLES - 1) * i))
      return NULL;

  return g_strdup (g_checksum_get_string (checksum));
}

/**
 * strata_trace_state_dup_folder:
 *
 * Returns: (transfer full) (nullable): the folder of states saved between runs, or %NULL if nothing is saved
 */
char *
strata_trace_state_dup_folder (void)
{
  const char *given = g_getenv ("STRATA_STATE_DIR");

  if (given != NULL)
    return *given != '\0' ? g_strdup (given) : NULL;

  return g_build_filename (g_get_user_state_dir (), "strata", NULL);
}

static char *
dup_path (GPtrArray *files)
{
  g_autofree char *folder = strata_trace_state_dup_folder ();
  g_autoptr (GChecksum) all = g_checksum_new (G_CHECKSUM_SHA256);

  if (folder == NULL || files == NULL || files->len == 0)
    return NULL;

  for (guint i = 0; i < files->len; i++)
    {
      const StrataLoadInput *input = g_ptr_array_index (files, i);
      g_autofree char *hash = input->file != NULL ? strata_trace_state_hash_file (input->file) : NULL;

      if (hash == NULL)
        return NULL;

      g_checksum_update (all, (const guchar *) hash, -1);
    }

  g_autofree char *name = g_strconcat (g_checksum_get_string (all), ".notes", NULL);

  return g_build_filename (folder, name, NULL);
}

/* Returns an unused file name, so that files put aside before are not overwritten either. */
static char *
dup_free_path (const char *path)
{
  char *aside = g_strconcat (path, ".broken", NULL);

  for (guint i = 2; g_file_test (aside, G_FILE_TEST_EXISTS) && i < MOST_BROKEN; i++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.broken%u", path, i);
    }

  return aside;
}

/* Renames an unreadable file, so that it is not overwritten. */
static char *
put_aside (const char *path,
           const GError *error)
{
  g_autofree char *aside = dup_free_path (path);

  g_rename (path, aside);
  return g_strdup_printf (_ ("The notes on this trace could not be read: %s. They were saved to %s."), error->message, aside);
}

static void on_bookmarks_changed (StrataTraceState *self);
static void on_file_changed (StrataTraceState *self);

/* Returns the current content; NULL if there is no file. An unreadable file is put aside. */
static char *
read_now (const char *path,
          char **message)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_bytes;

  if (path == NULL || !g_file_get_contents (path, &text, &n_bytes, NULL))
    return NULL;
  if (strata_notes_check (text, n_bytes, &error))
    return g_steal_pointer (&text);

  *message = put_aside (path, error);
  return NULL;
}

static void
show_bookmarks (StrataTraceState *self,
                const char *text)
{
  g_signal_handlers_block_by_func (strata_session_get_marks (self->session), on_bookmarks_changed, self);
  strata_notes_replace_bookmarks (self->session, text, strlen (text));
  g_signal_handlers_unblock_by_func (strata_session_get_marks (self->session), on_bookmarks_changed, self);
}

/* Shows bookmarks of other windows, too. */
static void
show_merged (StrataTraceState *self,
             const char *merged)
{
  show_bookmarks (self, merged);
  if (self->is_unsaved)
    return;

  g_free (self->base);
  self->base = strata_notes_to_text (self->session, FALSE);
}

static void
write_free (Write *write)
{
  g_free (write->path);
  g_free (write->base);
  g_free (write->base_view);
  g_free (write->ours);
  g_free (write->merged);
  g_free (write);
}

/* In any thread. */
static void
write_merged (Write *write)
{
  g_autofree char *folder = g_path_get_dirname (write->path);
  g_autofree char *message = NULL;

  /* if notes cannot be saved, the user is not interrupted */
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return;

  const int lock = strata_state_lock (folder);
  g_autofree char *theirs = read_now (write->path, &message);

  write->merged = strata_notes_merge (write->base_view, write->base, write->ours, theirs);
  write->is_written = g_file_set_contents_full (write->path, write->merged, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
  strata_state_unlock (lock);
}

static Write *
write_new (StrataTraceState *self)
{
  Write *write = g_new0 (Write, 1);

  write->state = self;
  write->path = g_strdup (self->path);
  write->base = g_strdup (self->base);
  write->base_view = g_strdup (self->base_view);
  write->ours = strata_notes_to_text (self->session, self->has_view);
  return write;
}

/* Changes made during the write remain changes, and count as newer than the written file. */
static void
show_written (StrataTraceState *self,
              const Write *write)
{
  g_autofree char *now = strata_notes_to_text (self->session, self->has_view);

  if (g_str_equal (now, write->ours))
    {
      show_merged (self, write->merged);
      return;
    }

  g_autofree char *merged = strata_notes_merge (write->ours, write->ours, now, write->merged);

  show_bookmarks (self, merged);
  if (self->is_unsaved)
    return;

  g_free (self->base);
  self->base = g_strdup (write->ours);
}

static void
take_written (StrataTraceState *self,
              const Write *write)
{
  if (write->merged == NULL)
    return;

  self->is_unsaved = !write->is_written;
  show_written (self, write);
  if (self->is_unsaved)
    return;

  g_free (self->base_view);
  self->base_view = g_strdup (write->ours);
}

/* Waits for the thread, if it is still writing. */
static void
finish_write (StrataTraceState *self)
{
  Write *write = g_steal_pointer (&self->write);

  if (write == NULL)
    return;

  g_thread_join (g_steal_pointer (&write->thread));
  write->state = NULL;
  take_written (self, write);
}

/* The thread has finished; the state takes the result unless it waited for it already. */
static gboolean
on_written (gpointer user_data)
{
  Write *write = user_data;
  StrataTraceState *self = write->state;

  if (self != NULL)
    {
      finish_write (self);
      if (self->is_stale)
        on_file_changed (self);
    }

  write_free (write);
  return G_SOURCE_REMOVE;
}

static gpointer
run_write (gpointer data)
{
  write_merged (data);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_written, data, NULL);
  return NULL;
}

/* If no thread can be started, writes in this thread. */
static void
save_now (StrataTraceState *self)
{
  Write *write = write_new (self);

  write_merged (write);
  take_written (self, write);
  write_free (write);
}

static gboolean
on_changes_rested (gpointer user_data)
{
  StrataTraceState *self = user_data;

  if (self->write != NULL)
    return G_SOURCE_CONTINUE;

  self->write_id = 0;
  self->write = write_new (self);
  self->write->thread = g_thread_try_new ("notes", run_write, self->write, NULL);
  if (self->write->thread == NULL)
    {
      g_clear_pointer (&self->write, write_free);
      save_now (self);
    }

  return G_SOURCE_REMOVE;
}

static void
save_soon (StrataTraceState *self)
{
  if (self->path != NULL && self->base != NULL && self->write_id == 0)
    self->write_id = g_timeout_add (WRITE_REST_MS, on_changes_rested, self);
}

/* A pending or running write merges the file itself. Until it is done, the base is the text that we
 * last read, not our current one. */
static void
on_file_changed (StrataTraceState *self)
{
  g_autofree char *message = NULL;

  self->is_stale = self->write != NULL || self->write_id != 0;
  if (self->is_stale)
    return;

  g_autofree char *theirs = read_now (self->path, &message);

  if (theirs == NULL)
    return;

  g_autofree char *ours = strata_notes_to_text (self->session, self->has_view);
  g_autofree char *merged = strata_notes_merge (self->base_view, self->base, ours, theirs);

  show_merged (self, merged);
}

static void
on_bookmarks_changed (StrataTraceState *self)
{
  save_soon (self);
}

static gboolean
on_lanes_rested (gpointer user_data)
{
  StrataTraceState *self = user_data;

  self->rest_id = 0;
  save_soon (self);
  return G_SOURCE_REMOVE;
}

static void
on_lanes_changed (StrataTraceState *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (LANES_REST_MS, on_lanes_rested, self);
}

static void
watch_file (StrataTraceState *self)
{
  g_autoptr (GFile) file = self->path != NULL ? g_file_new_for_path (self->path) : NULL;

  self->base = strata_notes_to_text (self->session, FALSE);
  self->base_view = strata_notes_to_text (self->session, self->has_view);
  self->monitor = file != NULL ? g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL) : NULL;
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (on_file_changed), self);

  g_signal_connect_swapped (strata_session_get_marks (self->session), "bookmarks-changed", G_CALLBACK (on_bookmarks_changed), self);
}

/**
 * strata_trace_state_restore:
 * @self: the state
 * @message: (out) (nullable): a sentence to show, if something went wrong
 *
 * Restores notes, view and arrangement of lanes from when the trace was last
 * open, and from now on saves each change of notes and lanes. Notes that other
 * windows change appear in the session.
 *
 * Returns: whether there were any
 */
gboolean
strata_trace_state_restore (StrataTraceState *self,
                            char **message)
{
  guint n_lost;

  *message = NULL;

  g_autofree char *text = read_now (self->path, message);
  const gboolean is_there = text != NULL && strata_notes_apply (self->session, text, strlen (text), &n_lost, NULL);

  self->has_view = TRUE;
  watch_file (self);
  g_signal_connect_swapped (strata_session_get_view (self->session), "lanes-changed", G_CALLBACK (on_lanes_changed), self);
  return is_there;
}

/**
 * strata_trace_state_restore_bookmarks:
 * @self: the state
 *
 * Restores only the notes, and from now on saves each change of them: for windows
 * that show the trace next to others.
 */
void
strata_trace_state_restore_bookmarks (StrataTraceState *self)
{
  g_autofree char *message = NULL;
  g_autofree char *text = read_now (self->path, &message);

  if (text != NULL)
    strata_notes_apply_bookmarks (self->session, text, strlen (text));
  watch_file (self);
}

static void
prune (StrataTraceState *self)
{
  g_autofree char *folder = self->path != NULL ? g_path_get_dirname (self->path) : NULL;

  if (folder != NULL)
    strata_state_prune (folder, N_KEPT);
}

/**
 * strata_trace_state_new:
 * @files: (element-type StrataLoadInput): the files of the trace
 * @session: the session to save
 *
 * Finds the saved state of a trace.
 *
 * Returns: (transfer full): the state
 */
StrataTraceState *
strata_trace_state_new (GPtrArray *files,
                        StrataSession *session)
{
  StrataTraceState *self = g_new0 (StrataTraceState, 1);

  self->session = g_object_ref (session);
  self->path = dup_path (files);
  return self;
}

/**
 * strata_trace_state_free:
 * @self: (nullable) (transfer full): the state
 *
 * Saves it for the last time, and frees it. Removes the states of traces that have not
 * been open for long.
 */
void
strata_trace_state_free (StrataTraceState *self)
{
  if (self == NULL)
    return;

  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->monitor != NULL)
    g_signal_handlers_disconnect_by_data (self->monitor, self);
  g_clear_object (&self->monitor);
  finish_write (self);
  if (self->path != NULL && self->base != NULL)
    save_now (self);
  g_clear_handle_id (&self->write_id, g_source_remove);
  prune (self);
  g_signal_handlers_disconnect_by_data (strata_session_get_marks (self->session), self);
  g_signal_handlers_disconnect_by_data (strata_session_get_view (self->session), self);
  g_clear_object (&self->session);
  g_free (self->path);
  g_free (self->base);
  g_free (self->base_view);
  g_free (self);
}
