/* strata-diff-frames-pane.c - the frames of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frames-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-diff-frame-rows.h"
#include "strata-diff-histogram.h"
#include "strata-units.h"

#define MOST_REASONS 3
#define SIDE_WIDTH_PX 320

struct _StrataDiffFramesPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  GtkWidget *content;
  StrataTableView *table;
  GtkWidget *histograms[STRATA_N_FRAME_PARTS];
  GtkLabel *worst[STRATA_N_DIFF_SIDES]; /* why the longest frame of the selected row took so long */
  gboolean is_filling;                  /* the selection is changed by the program */
  gboolean is_chosen;                   /* the user has selected a row */
};

G_DEFINE_FINAL_TYPE (StrataDiffFramesPane, strata_diff_frames_pane, GTK_TYPE_WIDGET)

static const StrataDiffFrames *
get_frames (StrataDiffFramesPane *self,
            guint row)
{
  return strata_diff_frame_rows_get (strata_table_view_get_rows (self->table), row);
}

/* Why the longest frame of a side took so long: "19.8 ms: " and the main cause. */
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
  self->is_chosen = row != STRATA_TABLE_VIEW_NO_ROW && !self->is_filling;
  if (row == STRATA_TABLE_VIEW_NO_ROW)
    return;

  const StrataDiffFrames *selected = get_frames (self, row);

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

/* Goes to the longest frame of B, or of A if B has none. */
static void
on_row_activated (StrataDiffFramesPane *self,
                  guint row)
{
  const StrataDiffFrames *activated = get_frames (self, row);
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

/* Selects the row with the most late frames. */
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
  g_autoptr (GArray) frames = strata_diff_frames_new (strata_session_pair_get_frames (self->pair), strata_session_pair_get_threads (self->pair));
  g_autoptr (StrataRows) rows = strata_diff_frame_rows_new (frames);

  self->is_filling = TRUE;
  strata_table_view_set_rows (self->table, rows, NULL, 0);
  strata_table_view_choose (self->table, find_worst (frames));
  self->is_filling = FALSE;
}

/* Frames are found when the pane is first shown. */
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
  gtk_widget_add_css_class (box, "pane-toolbar");
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

/* The durations of frames and of their parts, A over B. */
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
      self->histograms[part] = g_object_new (STRATA_TYPE_DIFF_HISTOGRAM, NULL);
      gtk_box_append (GTK_BOX (section), title);
      gtk_box_append (GTK_BOX (section), self->histograms[part]);
      gtk_widget_set_visible (section, FALSE);
      gtk_box_append (GTK_BOX (box), section);
    }

  gtk_widget_add_css_class (box, "pane-toolbar");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_widget_set_size_request (scroller, SIDE_WIDTH_PX, -1);
  return scroller;
}

static void
strata_diff_frames_pane_init (StrataDiffFramesPane *self)
{
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Frames"), &strata_diff_frame_rows_class));
  strata_table_view_add_header (self->table, NULL);
  strata_table_view_set_empty (self->table, _ ("The captures have no frames."));

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
 * Returns: (transfer none) (nullable): the row that the user has selected, if the pane is visible; valid until it is filled again
 */
const StrataDiffFrames *
strata_diff_frames_pane_get_chosen (StrataDiffFramesPane *self)
{
  const guint row = strata_table_view_get_selected (self->table);

  return self->is_chosen && row != STRATA_TABLE_VIEW_NO_ROW && gtk_widget_get_mapped (GTK_WIDGET (self)) ? get_frames (self, row) : NULL;
}
