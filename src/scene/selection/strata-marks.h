/* strata-marks.h - cursors and bookmarks of the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  STRATA_CURSOR_A, /* the first */
  STRATA_CURSOR_B, /* the second */
} StrataCursor;

#define STRATA_N_CURSORS 2

typedef struct
{
  gint64 time_ns; /* where it is on the clock of the file; the start of @slice */
  guint32 slice;  /* the slice that it marks, or STRATA_NONE */
  char *note;     /* its text; never NULL */
} StrataBookmark;

#define STRATA_TYPE_MARKS (strata_marks_get_type ())
G_DECLARE_FINAL_TYPE (StrataMarks, strata_marks, STRATA, MARKS, GObject)

/* Signals:
 *   cursors-changed (guint n_cursors)
 *     where the cursors are; how many of them are set
 *   bookmarks-changed (guint n_bookmarks)
 *     the bookmarks or their notes */

void strata_bookmark_clear (gpointer bookmark);
int strata_bookmark_compare (gconstpointer a, gconstpointer b);

void strata_marks_set_cursor (StrataMarks *self, StrataCursor cursor, gint64 time_ns);
gboolean strata_marks_get_cursor (StrataMarks *self, StrataCursor cursor, gint64 *time_ns);
void strata_marks_clear_cursors (StrataMarks *self);

const StrataBookmark *strata_marks_get_bookmarks (StrataMarks *self, guint *n_bookmarks);
guint strata_marks_add_bookmark (StrataMarks *self, gint64 time_ns, guint32 slice, const char *note);
void strata_marks_add_bookmarks (StrataMarks *self, const StrataBookmark *added, guint n_added);
void strata_marks_set_note (StrataMarks *self, guint index, const char *note);
void strata_marks_remove_bookmark (StrataMarks *self, guint index);

G_END_DECLS
