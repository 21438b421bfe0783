/* strata-frames-pane.c - slow frames and their reasons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-pane.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-causes-box.h"
#include "strata-frame-rows.h"
#include "strata-session-found.h"
#include "strata-table-view.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* The table has the worst frame first, whose reasons are shown from the start. A row that the user
 * chooses is shown on the timeline; a frame selected on the timeline is chosen here. */
struct _StrataFramesPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *bar;
  GtkDropDown *group;
  GtkToggleButton *slow_only;
  GtkLabel *summary;
  GtkStack *stack;
  GtkPaned *paned;
  StrataTableView *table;  /* borrowed from the paned */
  StrataCausesBox *causes; /* the same */

  StrataSession *session; /* owned */
  guint32 shown;          /* the frame whose causes are listed */
  gboolean is_filling;    /* the list of groups is being filled, which is not a choice */
  guint32 preselected;    /* the frame selected by default, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataFramesPane, strata_frames_pane, GTK_TYPE_WIDGET)

#define ALL_APPS G_MAXUINT

/* The first entry is all apps; the groups follow. */
static guint
get_group (StrataFramesPane *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->group);

  return chosen == 0 || chosen == GTK_INVALID_LIST_POSITION ? ALL_APPS : chosen - 1;
}

static StrataFrames *
get_frames (StrataFramesPane *self)
{
  return strata_findings_get_frames (strata_session_get_findings (self->session));
}

static char *
dup_group_name (StrataFrames *frames,
                guint group)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  guint n_groups;
  const StrataFrameGroup *row = strata_frames_get_groups (frames, &n_groups) + group;
  const char *name = row->process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[row->process].name) : "";

  if (*name == '\0')
    return strata_trace_titles_dup_thread (trace, row->thread);

  g_autofree char *valid = g_utf8_make_valid (name, -1);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, valid, strata_trace_get_threads (trace, NULL)[row->thread].tid);
}

static char *
dup_counts (guint n_rows,
            guint n_frames,
            guint n_judged,
            guint n_slow)
{
  char share[STRATA_UNITS_BYTES];

  if (n_frames == 0)
    return g_strdup ("");
  if (n_judged == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame without a known deadline", "%u frames, none with a known deadline", n_frames), n_frames);

  strata_units_share (n_slow, n_judged, share);

  g_autofree char *counts = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame, %u slow (%s)", "%u frames, %u slow (%s)", n_frames), n_frames, n_slow, share);

  /* the table has a row for each layer, which shows the same frame */
  return n_rows > n_frames ? g_strdup_printf (_ ("%s · %u rows, one per layer"), counts, n_rows) : g_steal_pointer (&counts);
}

/* Makes the summary wrap between its parts only. */
static char *
keep_parts_whole (const char *summary)
{
  GString *text = g_string_new (summary);

  g_string_replace (text, " ", "\302\240", 0);
  g_string_replace (text, "·\302\240", "· ", 0);
  return g_string_free (text, FALSE);
}

/* Sums are added over several groups; percentiles are only for a single one. */
static char *
dup_summary (StrataFrames *frames,
             guint group)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);
  guint n_rows = 0;
  guint n_frames = 0;
  guint n_judged = 0;
  guint n_slow = 0;
  guint n_counted = 0;
  StrataFrameSummary last = { 0 };
  char text[4][STRATA_UNITS_BYTES];

  for (guint i = 0; i < n_groups; i++)
    {
      StrataFrameSummary summary;

      if (group == ALL_APPS ? groups[i].is_system : i != group)
        continue;

      strata_frames_summarise (frames, i, &summary);
      n_rows += groups[i].n_frames;
      n_frames += summary.n_frames;
      n_judged += summary.n_judged;
      n_slow += summary.n_slow;
      n_counted++;
      last = summary;
    }

  g_autofree char *counts = dup_counts (n_rows, n_frames, n_judged, n_slow);

  if (n_counted != 1)
    return g_steal_pointer (&counts);

  /* Translators: percentiles of durations, then the longest */
  return g_strdup_printf (_ ("%s · duration p50 %s · p90 %s · p99 %s · longest %s"), counts, strata_units_duration (last.p50_ns, text[0]), strata_units_duration (last.p90_ns, text[1]),
                          strata_units_duration (last.p99_ns, text[2]), strata_units_duration (last.longest_ns, text[3]));
}

static void
show_frame (StrataFramesPane *self,
            guint32 frame)
{
  self->shown = frame;
  if (frame == STRATA_NONE)
    strata_causes_box_clear (self->causes);
  else
    strata_causes_box_show_frame (self->causes, self->session, frame);
}

static gboolean
is_slow (StrataFramesPane *self,
         guint32 frame)
{
  guint n_frames;

  return frame != STRATA_NONE && strata_frame_is_slow (strata_frames_get (get_frames (self), &n_frames) + frame);
}

/* Explains the first row until the user chooses one; choosing the first row goes there, too. */
static void
show_chosen (StrataFramesPane *self)
{
  const guint32 chosen = strata_table_view_get_selected (self->table);
  const guint32 first = strata_table_view_get_row (self->table, 0);

  if (chosen == STRATA_NONE && is_slow (self, first))
    {
      strata_table_view_select (self->table, first);
      self->preselected = first;
    }

  show_frame (self, chosen == STRATA_NONE ? first : chosen);
}

/* Before a click, a default selection is cleared, so that clicking that row goes there, too. */
static void
on_table_pressed (StrataFramesPane *self)
{
  if (self->preselected != STRATA_NONE && strata_table_view_get_selected (self->table) == self->preselected)
    strata_table_view_select (self->table, STRATA_TABLE_VIEW_NO_ROW);

  self->preselected = STRATA_NONE;
}

static const char *
get_page (StrataFramesPane *self)
{
  guint n_frames = 0;

  if (get_frames (self) != NULL)
    strata_frames_get (get_frames (self), &n_frames);
  if (n_frames == 0)
    return "no-frames";

  return strata_table_view_get_n_listed (self->table) > 0 ? "list" : "no-slow";
}

static gboolean
is_listed (StrataFrames *frames,
           guint32 frame,
           guint group,
           gboolean is_slow_only)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;

  if (is_slow_only && !strata_frame_is_slow (row))
    return FALSE;

  return group == ALL_APPS ? !strata_frames_is_system (frames, frame) : row->group == group;
}

/* The worst first. */
static guint32 *
list_frames (StrataFramesPane *self,
             StrataFrames *frames,
             guint *n_listed)
{
  guint32 *worst = strata_frames_list_worst (frames);
  guint n_frames;

  *n_listed = 0;
  strata_frames_get (frames, &n_frames);
  for (guint i = 0; i < n_frames; i++)
    if (is_listed (frames, worst[i], get_group (self), gtk_toggle_button_get_active (self->slow_only)))
      worst[(*n_listed)++] = worst[i];

  return worst;
}

static void
show_rows (StrataFramesPane *self,
           StrataFrames *frames)
{
  g_autoptr (StrataRows) rows = frames != NULL ? strata_frame_rows_new (frames) : NULL;
  guint n_listed = 0;
  g_autofree guint32 *listed = frames != NULL ? list_frames (self, frames, &n_listed) : NULL;

  strata_table_view_set_rows (self->table, rows, listed, n_listed);
}

static void
show_frames (StrataFramesPane *self)
{
  StrataFrames *frames = get_frames (self);
  g_autofree char *summary = frames != NULL ? dup_summary (frames, get_group (self)) : g_strdup ("");
  g_autofree char *label = keep_parts_whole (summary);

  show_rows (self, frames);
  gtk_stack_set_visible_child_name (self->stack, get_page (self));
  gtk_label_set_label (self->summary, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), *summary != '\0' ? _ ("Percentiles are of the durations, which begin when a frame begins, not with its VSYNC") : NULL);
  show_chosen (self);
}

static void
on_group_chosen (StrataFramesPane *self)
{
  if (!self->is_filling)
    show_frames (self);
}

static void
fill_groups (StrataFramesPane *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  StrataFrames *frames = get_frames (self);
  guint n_groups = 0;

  gtk_string_list_append (names, _ ("All apps"));
  if (frames != NULL)
    strata_frames_get_groups (frames, &n_groups);
  for (guint i = 0; i < n_groups; i++)
    gtk_string_list_take (names, dup_group_name (frames, i));

  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->group, G_LIST_MODEL (names));
  self->is_filling = FALSE;
}

/* Also for an activated row, since the view may be elsewhere by now. */
static void
on_row_chosen (StrataFramesPane *self,
               guint frame)
{
  self->preselected = STRATA_NONE;
  show_frame (self, frame);
  if (frame != STRATA_NONE)
    strata_session_select_frame (self->session, frame);
}

/* When the selection is cleared, the worst frame is explained again. */
static void
show_first_again (StrataFramesPane *self)
{
  strata_table_view_select (self->table, STRATA_TABLE_VIEW_NO_ROW);
  show_chosen (self);
}

/* If a frame's group is not listed, the list does not change. */
static void
on_selection_changed (StrataFramesPane *self)
{
  const guint32 frame = strata_session_get_selected_frame (self->session);

  if (strata_session_get_selected_item (self->session).kind == STRATA_ITEM_NONE && strata_table_view_get_selected (self->table) != self->preselected)
    show_first_again (self);
  if (frame == STRATA_NONE || frame == strata_table_view_get_selected (self->table))
    return;

  strata_table_view_select (self->table, frame);
  if (strata_table_view_get_selected (self->table) == frame)
    show_frame (self, frame);
}

static void
activate_step (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataFramesPane *self = STRATA_FRAMES_PANE (widget);

  strata_session_select_slow_frame (self->session, g_str_equal (action_name, "frames.next") ? 1 : -1);
}

/* Puts it at the start of the bar. */
void
strata_frames_pane_add_switcher (StrataFramesPane *self,
                                 GtkWidget *switcher)
{
  gtk_box_prepend (self->bar, switcher);
}

/**
 * strata_frames_pane_choose:
 * @self: the pane
 * @position: position of a row
 *
 * Chooses a row, like a click on it.
 */
void
strata_frames_pane_choose (StrataFramesPane *self,
                           guint position)
{
  on_table_pressed (self);
  strata_table_view_choose (self->table, strata_table_view_get_row (self->table, position));
}

/* Shows or hides the reasons. */
void
strata_frames_pane_set_explaining (StrataFramesPane *self,
                                   gboolean is_explaining)
{
  gtk_widget_set_visible (GTK_WIDGET (self->causes), is_explaining);
}

static void
strata_frames_pane_dispose (GObject *object)
{
  StrataFramesPane *self = STRATA_FRAMES_PANE (object);

  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_FRAMES_PANE);

  G_OBJECT_CLASS (strata_frames_pane_parent_class)->dispose (object);
}

static void
strata_frames_pane_class_init (StrataFramesPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_frames_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/frames-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, group);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, slow_only);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, stack);
  gtk_widget_class_bind_template_child (widget_class, StrataFramesPane, paned);
  gtk_widget_class_install_action (widget_class, "frames.next", NULL, activate_step);
  gtk_widget_class_install_action (widget_class, "frames.previous", NULL, activate_step);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_frames_pane_init (StrataFramesPane *self)
{
  GtkGesture *press = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->preselected = STRATA_NONE;
  self->shown = STRATA_NONE;
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Frames"), &strata_frame_rows_class));
  self->causes = STRATA_CAUSES_BOX (g_object_new (STRATA_TYPE_CAUSES_BOX, NULL));
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->table));
  gtk_paned_set_end_child (self->paned, GTK_WIDGET (self->causes));
  gtk_box_append (self->bar, strata_table_view_new_menu (self->table, TRUE));

  g_signal_connect_object (self->group, "notify::selected", G_CALLBACK (on_group_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->slow_only, "toggled", G_CALLBACK (show_frames), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect_object (press, "pressed", G_CALLBACK (on_table_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->table), GTK_EVENT_CONTROLLER (press));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

GtkWidget *
strata_frames_pane_new (StrataSession *session)
{
  StrataFramesPane *self = g_object_new (STRATA_TYPE_FRAMES_PANE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_findings (session), "frames-changed", G_CALLBACK (show_frames), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  fill_groups (self);
  show_frames (self);
  on_selection_changed (self);

  return GTK_WIDGET (self);
}
