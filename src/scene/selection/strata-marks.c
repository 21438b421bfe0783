/* strata-marks.c - cursors and bookmarks of the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-marks.h"

#include "strata-order.h"

/* Marks do not know the trace: the caller checks the times. Bookmarks are sorted by time, then by
 * slice, and no two are at the same place. */
struct _StrataMarks
{
  GObject parent_instance;

  gboolean is_set[STRATA_N_CURSORS];
  gint64 time_ns[STRATA_N_CURSORS];
  GArray *bookmarks; /* (element-type StrataBookmark) owned */
};

G_DEFINE_FINAL_TYPE (StrataMarks, strata_marks, G_TYPE_OBJECT)

enum
{
  CURSORS_CHANGED,
  BOOKMARKS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* For arrays of bookmarks. */
void
strata_bookmark_clear (gpointer bookmark)
{
  g_free (((StrataBookmark *) bookmark)->note);
}

static void
strata_marks_finalize (GObject *object)
{
  g_array_unref (STRATA_MARKS (object)->bookmarks);

  G_OBJECT_CLASS (strata_marks_parent_class)->finalize (object);
}

static void
strata_marks_class_init (StrataMarksClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_marks_finalize;

  signals[CURSORS_CHANGED] = g_signal_new ("cursors-changed", STRATA_TYPE_MARKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[BOOKMARKS_CHANGED] = g_signal_new ("bookmarks-changed", STRATA_TYPE_MARKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
strata_marks_init (StrataMarks *self)
{
  self->bookmarks = g_array_new (FALSE, FALSE, sizeof (StrataBookmark));
  g_array_set_clear_func (self->bookmarks, strata_bookmark_clear);
}

static void
emit_cursors_changed (StrataMarks *self)
{
  const guint n_cursors = (self->is_set[STRATA_CURSOR_A] ? 1 : 0) + (self->is_set[STRATA_CURSOR_B] ? 1 : 0);

  g_signal_emit (self, signals[CURSORS_CHANGED], 0, n_cursors);
}

static void
emit_bookmarks_changed (StrataMarks *self)
{
  g_signal_emit (self, signals[BOOKMARKS_CHANGED], 0, self->bookmarks->len);
}

/**
 * strata_bookmark_compare:
 * @a: a #StrataBookmark
 * @b: another
 *
 * For g_array_sort().
 *
 * Returns: below 0 if @a is before @b; 0 if both are at the same place
 */
int
strata_bookmark_compare (gconstpointer a,
                         gconstpointer b)
{
  const StrataBookmark *left = a;
  const StrataBookmark *right = b;

  return STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->slice, right->slice);
}

/**
 * strata_marks_set_cursor:
 * @self: the marks
 * @cursor: which one
 * @time_ns: its time, on the axis that is shown
 *
 * Puts a cursor at a time. Emits ::cursors-changed if that moves it.
 */
void
strata_marks_set_cursor (StrataMarks *self,
                         StrataCursor cursor,
                         gint64 time_ns)
{
  g_return_if_fail (STRATA_IS_MARKS (self));

  if (self->is_set[cursor] && self->time_ns[cursor] == time_ns)
    return;

  self->is_set[cursor] = TRUE;
  self->time_ns[cursor] = time_ns;
  emit_cursors_changed (self);
}

/**
 * strata_marks_get_cursor:
 * @self: the marks
 * @cursor: which one
 * @time_ns: (out) (optional): its time
 *
 * Returns: whether it is set
 */
gboolean
strata_marks_get_cursor (StrataMarks *self,
                         StrataCursor cursor,
                         gint64 *time_ns)
{
  g_return_val_if_fail (STRATA_IS_MARKS (self), FALSE);

  if (self->is_set[cursor] && time_ns != NULL)
    *time_ns = self->time_ns[cursor];

  return self->is_set[cursor];
}

/**
 * strata_marks_clear_cursors:
 * @self: the marks
 *
 * Removes both cursors. Emits ::cursors-changed if there were any.
 */
void
strata_marks_clear_cursors (StrataMarks *self)
{
  g_return_if_fail (STRATA_IS_MARKS (self));

  const gboolean had_any = self->is_set[STRATA_CURSOR_A] || self->is_set[STRATA_CURSOR_B];

  self->is_set[STRATA_CURSOR_A] = FALSE;
  self->is_set[STRATA_CURSOR_B] = FALSE;
  if (had_any)
    emit_cursors_changed (self);
}

/**
 * strata_marks_get_bookmarks:
 * @self: the marks
 * @n_bookmarks: (out): how many
 *
 * Returns: (transfer none) (array length=n_bookmarks): all bookmarks by time, until they change
 */
const StrataBookmark *
strata_marks_get_bookmarks (StrataMarks *self,
                            guint *n_bookmarks)
{
  g_return_val_if_fail (STRATA_IS_MARKS (self), NULL);

  *n_bookmarks = self->bookmarks->len;
  return (const StrataBookmark *) (gpointer) self->bookmarks->data;
}

/**
 * strata_marks_add_bookmark:
 * @self: the marks
 * @time_ns: its time, on the clock of the file
 * @slice: the slice that it marks and that begins there, or %STRATA_NONE
 * @note: its text, which may be empty
 *
 * Adds a bookmark, or changes the note of the existing one. Emits
 * ::bookmarks-changed.
 *
 * Returns: its index
 */
guint
strata_marks_add_bookmark (StrataMarks *self,
                           gint64 time_ns,
                           guint32 slice,
                           const char *note)
{
  g_return_val_if_fail (STRATA_IS_MARKS (self), 0);

  GArray *bookmarks = self->bookmarks;
  guint i = 0;

  while (i < bookmarks->len && g_array_index (bookmarks, StrataBookmark, i).time_ns < time_ns)
    i++;

  for (guint k = i; k < bookmarks->len && g_array_index (bookmarks, StrataBookmark, k).time_ns == time_ns; k++)
    if (g_array_index (bookmarks, StrataBookmark, k).slice == slice)
      {
        strata_marks_set_note (self, k, note);
        return k;
      }

  g_array_insert_val (bookmarks, i, ((StrataBookmark){ time_ns, slice, g_utf8_make_valid (note, -1) }));
  emit_bookmarks_changed (self);
  return i;
}

/* Of bookmarks at the same place only the last added stays. */
static void
drop_doubles (GArray *bookmarks)
{
  guint n_kept = 0;

  for (guint i = 0; i < bookmarks->len; i++)
    {
      StrataBookmark *bookmark = &g_array_index (bookmarks, StrataBookmark, i);
      StrataBookmark *before = n_kept > 0 ? &g_array_index (bookmarks, StrataBookmark, n_kept - 1) : NULL;
      const gboolean is_double = before != NULL && strata_bookmark_compare (before, bookmark) == 0;
      StrataBookmark *to = is_double ? before : &g_array_index (bookmarks, StrataBookmark, n_kept++);
      const StrataBookmark kept = *bookmark;

      *bookmark = *to;
      *to = kept;
    }

  g_array_set_size (bookmarks, n_kept);
}

/**
 * strata_marks_add_bookmarks:
 * @self: the marks
 * @added: (array length=n_added): bookmarks within the trace; bookmarks with a slice are at its start
 * @n_added: how many
 *
 * Adds many bookmarks at once, replacing those at the same places.
 * Emits ::bookmarks-changed once.
 */
void
strata_marks_add_bookmarks (StrataMarks *self,
                            const StrataBookmark *added,
                            guint n_added)
{
  g_return_if_fail (STRATA_IS_MARKS (self));

  for (guint i = 0; i < n_added; i++)
    {
      const StrataBookmark copy = { added[i].time_ns, added[i].slice, g_utf8_make_valid (added[i].note, -1) };

      g_array_append_val (self->bookmarks, copy);
    }

  g_array_sort (self->bookmarks, strata_bookmark_compare);
  drop_doubles (self->bookmarks);
  if (n_added > 0)
    emit_bookmarks_changed (self);
}

/**
 * strata_marks_set_note:
 * @self: the marks
 * @index: which bookmark
 * @note: the new text
 *
 * Changes a note. Emits ::bookmarks-changed if it differs.
 */
void
strata_marks_set_note (StrataMarks *self,
                       guint index,
                       const char *note)
{
  g_return_if_fail (STRATA_IS_MARKS (self));
  g_return_if_fail (index < self->bookmarks->len);

  StrataBookmark *bookmark = &g_array_index (self->bookmarks, StrataBookmark, index);

  if (g_str_equal (bookmark->note, note))
    return;

  g_free (bookmark->note);
  bookmark->note = g_utf8_make_valid (note, -1);
  emit_bookmarks_changed (self);
}

/**
 * strata_marks_remove_bookmark:
 * @self: the marks
 * @index: which bookmark
 *
 * Removes a bookmark. Emits ::bookmarks-changed.
 */
void
strata_marks_remove_bookmark (StrataMarks *self,
                              guint index)
{
  g_return_if_fail (STRATA_IS_MARKS (self));
  g_return_if_fail (index < self->bookmarks->len);

  g_array_remove_index (self->bookmarks, index);
  emit_bookmarks_changed (self);
}
