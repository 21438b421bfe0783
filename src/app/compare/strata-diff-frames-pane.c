/* strata-diff-frames-pane.c - the frames of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frames-pane.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-diff-histogram.h"
#include "strata-units.h"

#define MOST_REASONS 3
#define SIDE_WIDTH_PX 320

struct _StrataDiffFramesPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  GtkWidget *content;
  StrataCompareTable *table;
  GtkWidget *histograms[STRATA_N_FRAME_PARTS];
  GtkLabel *worst[STRATA_N_DIFF_SIDES]; /* why the longest frame of the selected row took so long */
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

/* A side without finished frames has no times. */
static char *
dup_duration (gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (duration_ns > 0 ? strata_units_duration (duration_ns, text) : "");
}

/* "16 (13.8 %)": how many were late, of those that could be judged. */
static char *
dup_late (const StrataDiffFrames *frames,
          StrataDiffSide side)
{
  const guint n_judged = frames->summary[side].n_judged;
  const guint n_late = strata_diff_frames_get_n_late (frames, side);
  char count[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];

  if (n_judged == 0)
    return g_strdup ("");

  return g_strdup_printf ("%s (%s)", strata_units_count (n_late, count), strata_units_share (n_late, n_judged, share));
}

static double
get_late (const StrataDiffFrames *frames,
          StrataDiffSide side)
{
  const guint n_judged = frames->summary[side].n_judged;

  return n_judged > 0 ? (double) strata_diff_frames_get_n_late (frames, side) / n_judged : NAN;
}

static char *
dup_late_a (gpointer data,
            guint row)
{
  return dup_late (get_frames (data, row), STRATA_DIFF_A);
}

static char *
dup_late_b (gpointer data,
            guint row)
{
  return dup_late (get_frames (data, row), STRATA_DIFF_B);
}

static double
get_late_a (gpointer data,
            guint row)
{
  return get_late (get_frames (data, row), STRATA_DIFF_A);
}

static double
get_late_b (gpointer data,
            guint row)
{
  return get_late (get_frames (data, row), STRATA_DIFF_B);
}

static double
get_late_p (gpointer data,
            guint row)
{
  return strata_diff_frames_get_late_p (get_frames (data, row));
}

static char *
dup_late_p (gpointer data,
            guint row)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_diff_format_p (get_late_p (data, row), text));
}

static char *
dup_count (double count)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (isnan (count) ? "" : strata_units_count ((gint64) count, text));
}

/* A side without the thread has no number of anything. */
static double
get_count (const StrataDiffFrames *frames,
           StrataDiffSide side,
           guint n)
{
  return frames->summary[side].n_frames > 0 ? n : NAN;
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
#define COUNTS(function, field)                                                                                                           \
  CELL (function##_a, get_count (get_frames (data, row), STRATA_DIFF_A, get_frames (data, row)->summary[STRATA_DIFF_A].field), dup_count) \
  CELL (function##_b, get_count (get_frames (data, row), STRATA_DIFF_B, get_frames (data, row)->summary[STRATA_DIFF_B].field), dup_count)
#define CELLS(function, field, dup)                                              \
  CELL (function##_a, get_frames (data, row)->summary[STRATA_DIFF_A].field, dup) \
  CELL (function##_b, get_frames (data, row)->summary[STRATA_DIFF_B].field, dup)

COUNTS (frames, n_frames)
COUNTS (missed, n_missed)
CELLS (p50, p50_ns, dup_duration)
CELLS (p95, p95_ns, dup_duration)
CELLS (p99, p99_ns, dup_duration)
CELLS (longest, longest_ns, dup_duration)

static const StrataCompareColumn columns[] = {
  { "thread", N_ ("Thread"), STRATA_CELLS_TEXT, TRUE, dup_title, NULL },
  { "a_frames", N_ ("Frames A"), STRATA_CELLS_NUMBER, FALSE, dup_frames_a, get_frames_a },
  { "b_frames", N_ ("Frames B"), STRATA_CELLS_NUMBER, FALSE, dup_frames_b, get_frames_b },
  { "a_late", N_ ("Late A"), STRATA_CELLS_FRACTION, FALSE, dup_late_a, get_late_a },
  { "b_late", N_ ("Late B"), STRATA_CELLS_FRACTION, FALSE, dup_late_b, get_late_b },
  { "late_p_value", N_ ("p of late"), STRATA_CELLS_FRACTION, FALSE, dup_late_p, get_late_p },
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

/* Why the longest frame of a side took so long: "19.8 ms: ", and what most of it was lost to. */
static char *
dup_worst (StrataDiffFramesPane *self,
           const StrataDiffFrames *row,
           StrataDiffSide side)
{
  StrataFrames *frames = strata_session_pair_get_frames (self->pair)[side];
  const guint32 longest = row->summary[side].longest_frame;
  g_autoptr (GString) text = g_string_new (side == STRATA_DIFF_A ? _ ("Longest of A: ") : _ ("Longest of B: "));
  char duration[STRATA_UNITS_BYTES];
  guint n_causes;

  if (row->group[side] == STRATA_NONE || longest == STRATA_NONE)
    {
      g_string_append (text, _ ("no finished frame"));
      return g_strdup (text->str);
    }

  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, longest);

  g_string_append (text, strata_units_duration (row->summary[side].longest_ns, duration));
  strata_causes_get (causes, &n_causes);
  for (guint i = 0; i < MIN (n_causes, MOST_REASONS); i++)
    {
      g_autofree char *reason = strata_causes_dup_text (causes, i);

      g_string_append_printf (text, "\n• %s", reason);
    }

  return g_strdup (text->str);
}

static void
on_row_selected (StrataDiffFramesPane *self,
                 guint row)
{
  const StrataDiffFrames *selected = get_frames (strata_compare_table_get_data (self->table), row);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autofree char *text = dup_worst (self, selected, side);

      gtk_label_set_label (self->worst[side], text);
    }

  for (guint part = 0; part < STRATA_N_FRAME_PARTS; part++)
    {
      StrataDiffSpread spread;

      strata_diff_frames_spread (selected, strata_session_pair_get_frames (self->pair), part, &spread);
      strata_diff_histogram_set (STRATA_DIFF_HISTOGRAM (self->histograms[part]), &spread, NULL);
      gtk_widget_set_visible (gtk_widget_get_parent (self->histograms[part]), spread.n_bins > 0);
    }
}

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

/* The frames with the most late ones are looked at first. */
static guint
find_worst (GArray *rows)
{
  guint worst = 0;
  guint most = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataDiffFrames *row = &g_array_index (rows, StrataDiffFrames, i);
      const guint n_late = strata_diff_frames_get_n_late (row, STRATA_DIFF_A) + strata_diff_frames_get_n_late (row, STRATA_DIFF_B);

      if (n_late > most)
        {
          worst = i;
          most = n_late;
        }
    }

  return worst;
}

static void
update (StrataDiffFramesPane *self)
{
  GArray *rows = strata_diff_frames_new (strata_session_pair_get_frames (self->pair), strata_session_pair_get_threads (self->pair));

  strata_compare_table_set (self->table, rows, (GDestroyNotify) g_array_unref, rows->len);
  strata_compare_table_select (self->table, find_worst (rows));
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

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_frames_pane_parent_class)->dispose (object);
}

static void
strata_diff_frames_pane_class_init (StrataDiffFramesPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_diff_frames_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
make_worst (StrataDiffFramesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  gtk_widget_add_css_class (box, "area-heading");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      self->worst[side] = GTK_LABEL (gtk_label_new (NULL));
      gtk_label_set_xalign (self->worst[side], 0.0f);
      gtk_label_set_yalign (self->worst[side], 0.0f);
      gtk_label_set_wrap (self->worst[side], TRUE);
      gtk_label_set_wrap_mode (self->worst[side], PANGO_WRAP_WORD_CHAR);
      gtk_label_set_selectable (self->worst[side], TRUE);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->worst[side]));
    }

  return box;
}

/* How long frames took, and their parts, A over B. */
static GtkWidget *
make_histograms (StrataDiffFramesPane *self)
{
  static const char *const titles[STRATA_N_FRAME_PARTS] = {
    [STRATA_FRAME_WHOLE] = N_ ("Whole frames"),
    [STRATA_FRAME_UI] = N_ ("UI thread"),
    [STRATA_FRAME_RENDER] = N_ ("Rendering"),
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  for (guint part = 0; part < STRATA_N_FRAME_PARTS; part++)
    {
      GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
      GtkWidget *title = gtk_label_new (_ (titles[part]));

      gtk_widget_add_css_class (title, "heading");
      gtk_label_set_xalign (GTK_LABEL (title), 0.0f);
      self->histograms[part] = strata_diff_histogram_new ();
      gtk_box_append (GTK_BOX (section), title);
      gtk_box_append (GTK_BOX (section), self->histograms[part]);
      gtk_widget_set_visible (section, FALSE);
      gtk_box_append (GTK_BOX (box), section);
    }

  gtk_widget_add_css_class (box, "area-heading");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_widget_set_size_request (scroller, SIDE_WIDTH_PX, -1);
  return scroller;
}

static void
strata_diff_frames_pane_init (StrataDiffFramesPane *self)
{
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Frames"), _ ("The captures have no frames."), columns, G_N_ELEMENTS (columns)));
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->content = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_box_append (GTK_BOX (rows), GTK_WIDGET (self->table));
  gtk_box_append (GTK_BOX (rows), make_worst (self));
  gtk_paned_set_start_child (GTK_PANED (self->content), rows);
  gtk_paned_set_end_child (GTK_PANED (self->content), make_histograms (self));
  gtk_paned_set_resize_end_child (GTK_PANED (self->content), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->content), FALSE);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
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
 * strata_diff_frames_pane_get_chosen:
 * @self: the pane
 *
 * Returns: (transfer none) (nullable): the frames that the user has selected, if the pane is to be seen; until it is filled again
 */
const StrataDiffFrames *
strata_diff_frames_pane_get_chosen (StrataDiffFramesPane *self)
{
  const guint row = strata_compare_table_get_chosen (self->table);

  return row != STRATA_NONE && gtk_widget_get_mapped (GTK_WIDGET (self)) ? get_frames (strata_compare_table_get_data (self->table), row) : NULL;
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
