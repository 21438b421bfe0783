/* strata-diff-frames-pane.c - the frames of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frames-pane.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

struct _StrataDiffFramesPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataCompareTable *table;
};

G_DEFINE_FINAL_TYPE (StrataDiffFramesPane, strata_diff_frames_pane, GTK_TYPE_WIDGET)

static const StrataDiffFrames *
get_frames (gpointer data,
            guint row)
{
  return &g_array_index ((GArray *) data, StrataDiffFrames, row);
}

static char *
dup_title (gpointer data,
           guint row)
{
  return g_strdup (get_frames (data, row)->title);
}

static char *
dup_duration (gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_duration (duration_ns, text));
}

static char *
dup_count (gint64 count)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_count (count, text));
}

#define CELL(function, value, dup)                        \
  static char *dup_##function (gpointer data, guint row)  \
  {                                                       \
    return dup (value);                                   \
  }                                                       \
  static double get_##function (gpointer data, guint row) \
  {                                                       \
    return (double) (value);                              \
  }
#define CELLS(function, field, dup)                                              \
  CELL (function##_a, get_frames (data, row)->summary[STRATA_DIFF_A].field, dup) \
  CELL (function##_b, get_frames (data, row)->summary[STRATA_DIFF_B].field, dup)

CELLS (frames, n_frames, dup_count)
CELL (late_a, strata_diff_frames_get_n_late (get_frames (data, row), STRATA_DIFF_A), dup_count)
CELL (late_b, strata_diff_frames_get_n_late (get_frames (data, row), STRATA_DIFF_B), dup_count)
CELLS (missed, n_missed, dup_count)
CELLS (p50, p50_ns, dup_duration)
CELLS (p95, p95_ns, dup_duration)
CELLS (p99, p99_ns, dup_duration)
CELLS (longest, longest_ns, dup_duration)

static const StrataCompareColumn columns[] = {
  { "thread", N_ ("Thread"), STRATA_CELLS_TEXT, TRUE, dup_title, NULL },
  { "a_frames", N_ ("Frames A"), STRATA_CELLS_NUMBER, FALSE, dup_frames_a, get_frames_a },
  { "b_frames", N_ ("Frames B"), STRATA_CELLS_NUMBER, FALSE, dup_frames_b, get_frames_b },
  { "a_late", N_ ("Late A"), STRATA_CELLS_NUMBER, FALSE, dup_late_a, get_late_a },
  { "b_late", N_ ("Late B"), STRATA_CELLS_NUMBER, FALSE, dup_late_b, get_late_b },
  { "a_missed", N_ ("Missed A"), STRATA_CELLS_NUMBER, FALSE, dup_missed_a, get_missed_a },
  { "b_missed", N_ ("Missed B"), STRATA_CELLS_NUMBER, FALSE, dup_missed_b, get_missed_b },
  { "a_p50_ns", N_ ("Median A"), STRATA_CELLS_NUMBER, FALSE, dup_p50_a, get_p50_a },
  { "b_p50_ns", N_ ("Median B"), STRATA_CELLS_NUMBER, FALSE, dup_p50_b, get_p50_b },
  { "a_p95_ns", N_ ("95 % A"), STRATA_CELLS_NUMBER, FALSE, dup_p95_a, get_p95_a },
  { "b_p95_ns", N_ ("95 % B"), STRATA_CELLS_NUMBER, FALSE, dup_p95_b, get_p95_b },
  { "a_p99_ns", N_ ("99 % A"), STRATA_CELLS_NUMBER, FALSE, dup_p99_a, get_p99_a },
  { "b_p99_ns", N_ ("99 % B"), STRATA_CELLS_NUMBER, FALSE, dup_p99_b, get_p99_b },
  { "a_max_ns", N_ ("Longest A"), STRATA_CELLS_NUMBER, FALSE, dup_longest_a, get_longest_a },
  { "b_max_ns", N_ ("Longest B"), STRATA_CELLS_NUMBER, FALSE, dup_longest_b, get_longest_b },
};

/* Goes to the longest frame of B, or of A where B has none. */
static void
on_row_activated (StrataDiffFramesPane *self,
                  guint row)
{
  const StrataDiffFrames *activated = get_frames (strata_compare_table_get_data (self->table), row);
  const StrataDiffSide side = activated->group[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;
  const guint32 longest = activated->summary[side].longest_frame;
  guint n_frames;
  const StrataFrameRow *frames = strata_frames_get (strata_session_pair_get_frames (self->pair)[side], &n_frames);
  StrataSession *session = strata_session_pair_get (self->pair, side);

  if (longest == STRATA_NONE || longest >= n_frames)
    return;

  if (frames[longest].ui_slice != STRATA_NONE)
    strata_session_select_slice (session, frames[longest].ui_slice);
  else if (frames[longest].render_slice != STRATA_NONE)
    strata_session_select_slice (session, frames[longest].render_slice);
  strata_session_reveal_selection (session);
}

static void
update (StrataDiffFramesPane *self)
{
  GArray *rows = strata_diff_frames_new (strata_session_pair_get_frames (self->pair), strata_session_pair_get_threads (self->pair));

  strata_compare_table_set (self->table, rows, (GDestroyNotify) g_array_unref, rows->len);
}

/* Frames are looked for when somebody wants to see them. */
static void
on_match_changed (StrataDiffFramesPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
strata_diff_frames_pane_dispose (GObject *object)
{
  StrataDiffFramesPane *self = STRATA_DIFF_FRAMES_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->table)));
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_frames_pane_parent_class)->dispose (object);
}

static void
strata_diff_frames_pane_class_init (StrataDiffFramesPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_diff_frames_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_frames_pane_init (StrataDiffFramesPane *self)
{
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Frames"), _ ("The captures have no frames."), columns, G_N_ELEMENTS (columns)));
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
}

/**
 * strata_diff_frames_pane_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): the frames of both, side by side
 */
GtkWidget *
strata_diff_frames_pane_new (StrataSessionPair *pair)
{
  StrataDiffFramesPane *self = g_object_new (STRATA_TYPE_DIFF_FRAMES_PANE, NULL);

  self->pair = g_object_ref (pair);
  g_signal_connect_object (pair, "match-changed", G_CALLBACK (on_match_changed), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * strata_diff_frames_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its table
 */
StrataCompareTable *
strata_diff_frames_pane_get_table (StrataDiffFramesPane *self)
{
  return self->table;
}
