/* strata-compare-page.c - two timelines and the differences between them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-page.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-call-pane.h"
#include "strata-compare-state.h"
#include "strata-dialogs.h"
#include "strata-diff-flame-pane.h"
#include "strata-diff-frames-pane.h"
#include "strata-diff-measures-pane.h"
#include "strata-diff-pane.h"
#include "strata-diff-report.h"
#include "strata-diff-selection-pane.h"
#include "strata-diff-threads-pane.h"
#include "strata-file-export.h"
#include "strata-help.h"
#include "strata-notebook.h"
#include "strata-pane-focus.h"
#include "strata-query-pane.h"
#include "strata-settings.h"
#include "strata-side-heading.h"
#include "strata-timeline-link.h"
#include "strata-timeline.h"
#include "strata-units.h"

/* The pair of sessions links the views; this page shows it. A timeline handles keys while the focus
 * is in it. A page of the notebook is an empty box until its pane is made: when it is first shown,
 * or in idle time, one after the other, since making all at once would block the window. */
/* How far a key moves one timeline relative to the other. */
#define SHIFT_PX 10.0

/* Share of the height, so that calls below the frames are visible, and some table rows, too. In a
 * low window the timelines take what they need. */
#define TIMELINES_SHARE 0.53

/* The saved state of the page: names of the sides and its view. */
#define PAGE_GROUP "Page"

enum
{
  PANE_NAMES,
  PANE_THREADS,
  PANE_CALLS,
  PANE_FRAMES,
  PANE_FLAME,
  PANE_QUERY,
  PANE_MEASURES,
  PANE_SELECTION,
  N_PANES
};

/* The names of the panes and the actions that show them. */
static const struct
{
  const char *name;
  const char *action;
  const char *title;
} panes[N_PANES] = {
  [PANE_NAMES] = { "names", "compare.show-names", N_ ("Differences") },
  [PANE_THREADS] = { "threads", "compare.show-threads", N_ ("Threads") },
  [PANE_CALLS] = { "calls", "compare.show-calls", N_ ("Matched Calls") },
  [PANE_FRAMES] = { "frames", "compare.show-frames", N_ ("Frames") },
  [PANE_FLAME] = { "flame", "compare.show-flame", N_ ("Flame Graph") },
  [PANE_QUERY] = { "query", "compare.show-query", N_ ("Query") },
  [PANE_MEASURES] = { "measures", "compare.show-measures", N_ ("Measurements") },
  [PANE_SELECTION] = { "selection", "compare.show-selection", N_ ("Selection") },
};

struct _StrataComparePage
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  GtkWidget *content;
  GtkPaned *timelines;
  GtkWidget *timeline[STRATA_N_DIFF_SIDES];
  GtkLabel *message;
  GtkWidget *open_folder;
  GtkWidget *undo;
  GtkWidget *align_selected;
  StrataAlignment shown;  /* the last shown alignment */
  StrataAlignment before; /* the alignment that undo restores, while it is offered */
  GFile *saved;           /* owned; nullable: the last written file, while the message is about it */
  GtkLabel *offset;
  GtkEditable *nth_name;
  GtkSpinButton *nth;
  GtkMenuButton *align_button;
  GtkNotebook *notebook;
  char *latency_from;               /* owned; nullable: the name where the next latency begins */
  StrataDiffModel *model;           /* owned */
  char *files[STRATA_N_DIFF_SIDES]; /* owned: the names of the files */
  char *names[STRATA_N_DIFF_SIDES]; /* owned; nullable: the user's names */
  GtkWidget *headings[STRATA_N_DIFF_SIDES];
  GtkWidget *panes[N_PANES]; /* borrowed from the notebook; nullable until made */
  guint idle_id;             /* makes the remaining panes */
  double dragged_px;
};

enum
{
  RENAMED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataComparePage, strata_compare_page, GTK_TYPE_WIDGET)

static void
tell (StrataComparePage *self,
      const char *text)
{
  const gboolean is_shown = text != NULL && *text != '\0';

  gtk_label_set_label (self->message, is_shown ? text : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), is_shown ? text : NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "warning");
  gtk_widget_set_visible (GTK_WIDGET (self->message), is_shown);
  gtk_widget_set_visible (self->open_folder, FALSE);
  gtk_widget_set_visible (self->undo, FALSE);
  gtk_widget_set_visible (self->align_selected, FALSE);
}

/* How much further from its start the corresponding time of B is than the time of A. */
static gint64
get_offset_ns (StrataComparePage *self,
               const StrataAlignment *alignment)
{
  gint64 from_start_ns[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    from_start_ns[side] = strata_time_add (alignment->time_ns[side], -strata_trace_get_span (strata_session_get_trace (strata_session_pair_get (self->pair, side))).begin_ns);

  return strata_time_add (from_start_ns[STRATA_DIFF_B], -from_start_ns[STRATA_DIFF_A]);
}

static void
show_offset (StrataComparePage *self)
{
  const StrataAlignment alignment = strata_session_pair_get_alignment (self->pair);
  char text[STRATA_UNITS_BYTES];

  strata_units_delta (get_offset_ns (self, &alignment), text);

  g_autofree char *scale = alignment.scale != 1.0 ? g_strdup_printf (_ (", B × %.3f"), 1.0 / alignment.scale) : g_strdup ("");
  g_autofree char *label = g_strdup_printf (_ ("Offset of B: %s%s"), text, scale);

  gtk_label_set_label (self->offset, label);
}

static void
activate_align (GtkWidget *widget,
                const char *action_name,
                GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);
  const char *by = g_variant_get_string (parameter, NULL);
  gboolean is_done = TRUE;

  if (g_str_equal (by, "starts"))
    strata_session_pair_align_starts (self->pair);
  else if (g_str_equal (by, "absolute"))
    strata_session_pair_align_absolute (self->pair);
  else if (g_str_equal (by, "areas"))
    is_done = strata_session_pair_align_areas (self->pair);
  else if (g_str_equal (by, "cursors"))
    is_done = strata_session_pair_align_cursors (self->pair);
  else
    is_done = strata_session_pair_align_slices (self->pair, g_str_equal (by, "selection-scaled"));

  tell (self, is_done                       ? NULL
              : g_str_equal (by, "areas")   ? _ ("Select an area in each capture first: drag with Shift.")
              : g_str_equal (by, "cursors") ? _ ("Place two cursors in each capture first: press 1 and 2 at the pointer.")
                                            : _ ("Select an item in each capture first."));
}

static void
activate_align_nth (StrataComparePage *self)
{
  const char *name = gtk_editable_get_text (self->nth_name);
  const int n = gtk_spin_button_get_value_as_int (self->nth);
  g_autofree char *missing = g_strdup_printf (_ ("Only captures with at least %d slices called “%s” each can be aligned this way."), n, name);

  tell (self, strata_session_pair_align_nth (self->pair, name, (guint) n - 1) ? NULL : missing);
  gtk_menu_button_popdown (self->align_button);
}

static void
activate_align_frame (StrataComparePage *self)
{
  const int n = gtk_spin_button_get_value_as_int (self->nth);
  g_autofree char *missing = g_strdup_printf (_ ("Only captures with at least %d application frames each can be aligned this way."), n);

  const StrataDiffFrames *chosen = strata_diff_frames_pane_get_chosen (STRATA_DIFF_FRAMES_PANE (strata_compare_page_get_pane (self, "frames")));

  tell (self, strata_session_pair_align_frame (self->pair, chosen, (guint) n - 1) ? NULL : missing);
  gtk_menu_button_popdown (self->align_button);
}

static void
activate_align_bookmark (GtkWidget *widget,
                         const char *action_name,
                         GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);
  const gboolean is_scaled = g_str_equal (action_name, "compare.align-bookmarks");
  const int n = gtk_spin_button_get_value_as_int (self->nth);

  tell (self, strata_session_pair_align_bookmarks (self->pair, (guint) n - 1, is_scaled) ? NULL
              : is_scaled                                                                ? _ ("Set two consecutive bookmarks in each capture first: press B.")
                                                                                         : _ ("Set a bookmark of that number in each capture first: press B."));
  gtk_menu_button_popdown (self->align_button);
}

/* The keyboard equivalent of a drag with Alt, for the side that has the focus. */
static void
activate_shift (GtkWidget *widget,
                const char *action_name,
                GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  const gboolean is_a = focus != NULL && gtk_widget_is_ancestor (focus, self->timeline[STRATA_DIFF_A]);
  const double delta_px = g_str_equal (action_name, "compare.shift-left") ? -SHIFT_PX : SHIFT_PX;

  strata_session_pair_shift (self->pair, is_a ? STRATA_DIFF_A : STRATA_DIFF_B, delta_px);
}

static void
activate_open_align (StrataComparePage *self)
{
  gtk_menu_button_popup (self->align_button);
}

static void
turn_to (StrataComparePage *self,
         int page)
{
  if (page != gtk_notebook_get_current_page (self->notebook))
    strata_pane_focus_leave (self->notebook);

  gtk_notebook_set_current_page (self->notebook, page);
}

static void
activate_show (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);
  GtkWidget *pane = strata_compare_page_get_pane (self, action_name + strlen ("compare.show-"));

  turn_to (self, gtk_notebook_page_num (self->notebook, gtk_widget_get_parent (pane)));
  strata_pane_focus (pane);
}

/* Panes use the same action on the page of a trace. */
static void
activate_tell (GtkWidget *widget,
               const char *action_name,
               GVariant *parameter)
{
  tell (STRATA_COMPARE_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
activate_tell_saved (GtkWidget *widget,
                     const char *action_name,
                     GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);
  g_autofree char *text = strata_file_export_dup_saved (parameter, &self->saved);

  tell (self, text);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "warning");
  gtk_widget_set_visible (self->open_folder, TRUE);
}

static void
activate_open_folder (StrataComparePage *self)
{
  if (self->saved != NULL)
    strata_dialogs_open_folder (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->saved);
}

/* Offers to undo an offset that may be unintended.
 * @format: how much B has moved */
static void
offer_undo (StrataComparePage *self,
            const StrataAlignment *before,
            const char *format)
{
  const StrataAlignment after = strata_session_pair_get_alignment (self->pair);
  const double ns_per_px = strata_session_get_viewport (strata_session_pair_get (self->pair, STRATA_DIFF_A))->ns_per_px;
  const gint64 moved_ns = (after.time_ns[STRATA_DIFF_B] - before->time_ns[STRATA_DIFF_B]) - (gint64) ((double) (after.time_ns[STRATA_DIFF_A] - before->time_ns[STRATA_DIFF_A]) * before->scale);
  char text[STRATA_UNITS_BYTES];

  if (fabs ((double) moved_ns) <= ns_per_px)
    return;

  g_autoptr (GString) message = g_string_new (format);

  g_string_replace (message, "%s", strata_units_delta (moved_ns, text), 1);
  tell (self, message->str);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "warning");
  self->before = *before;
  gtk_widget_set_visible (self->undo, TRUE);
}

/* The two requested calls were too far apart for one view in the user's alignment, so it was changed. */
static void
on_alignment_changed (StrataComparePage *self)
{
  const StrataAlignment before = self->shown;

  self->shown = strata_session_pair_get_alignment (self->pair);
  show_offset (self);
  if (before.is_by_user && !self->shown.is_by_user)
    offer_undo (self, &before, _ ("To show both calls, B has moved by %s"));
}

static gboolean
is_selection_in_view (StrataSession *session)
{
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (session));
  StrataSpan span;

  return strata_session_get_item_span (session, strata_session_get_selected_item (session), &span) && span.begin_ns < view.end_ns && span.end_ns > view.begin_ns;
}

/* The view of the leader may still be moving to the selection, but it will never show calls further
 * apart than its length. */
static gboolean
is_counterpart_hidden (StrataComparePage *self,
                       gint64 distance_ns)
{
  const StrataDiffSide leader = strata_session_pair_get_leader (self->pair);
  const StrataViewport *b = strata_session_get_viewport (strata_session_pair_get (self->pair, STRATA_DIFF_B));

  if (ABS (distance_ns) >= strata_span_get_length_ns (strata_viewport_get_span (b)))
    return TRUE;

  return is_selection_in_view (strata_session_pair_get (self->pair, leader)) && !is_selection_in_view (strata_session_pair_get (self->pair, strata_diff_side_get_other (leader)));
}

/* The selection does not move captures that the user has aligned, so the counterpart may be outside
 * the view. */
static void
on_calls_changed (StrataComparePage *self)
{
  char text[STRATA_UNITS_BYTES];
  gint64 distance_ns;

  if (gtk_widget_get_visible (self->align_selected))
    tell (self, NULL);
  if (!strata_session_pair_get_locked (self->pair) || !self->shown.is_by_user || !strata_session_pair_get_distance (self->pair, &distance_ns) || !is_counterpart_hidden (self, distance_ns))
    return;

  g_autofree char *message = g_strdup_printf (_ ("The selected call of B is %s from that of A, out of view"), strata_units_delta (distance_ns, text));

  tell (self, message);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "warning");
  gtk_widget_set_visible (self->align_selected, TRUE);
}

static void
activate_undo_offset (StrataComparePage *self)
{
  if (!gtk_widget_get_visible (self->undo))
    return;

  strata_session_pair_align (self->pair, &self->before);
  tell (self, NULL);
}

static void
activate_latency_from (StrataComparePage *self)
{
  const char *name = strata_session_pair_get_selected_name (self->pair);

  if (name == NULL)
    return;

  /* Translators: “Latency to Here” is an entry of the menu of an item */
  g_autofree char *message = g_strdup_printf (_ ("From the start of “%s”: now choose Latency to Here where it ends"), name);

  g_free (self->latency_from);
  self->latency_from = g_strdup (name);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.latency-to", TRUE);
  tell (self, message);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), "warning");
}

static void
activate_latency_to (StrataComparePage *self)
{
  const char *name = strata_session_pair_get_selected_name (self->pair);

  if (name == NULL || self->latency_from == NULL)
    return;

  tell (self, NULL);
  turn_to (self, PANE_MEASURES);
  strata_session_pair_add_latency (self->pair, self->latency_from, name);
}

static void
on_lock_toggled (GtkToggleButton *button,
                 StrataComparePage *self)
{
  const gboolean is_locked = gtk_toggle_button_get_active (button);
  const gboolean is_changed = strata_session_pair_get_locked (self->pair) != is_locked;
  const StrataAlignment before = strata_session_pair_get_alignment (self->pair);

  strata_session_pair_set_locked (self->pair, is_locked);
  if (is_locked && is_changed)
    offer_undo (self, &before, _ ("Linked at their current positions: B has moved by %s"));
  gtk_button_set_icon_name (GTK_BUTTON (button), is_locked ? "changes-prevent-symbolic" : "changes-allow-symbolic");
}

static void
show_lock (StrataComparePage *self)
{
  gtk_toggle_button_set_active (g_object_get_data (G_OBJECT (self), "lock"), strata_session_pair_get_locked (self->pair));
}

static void
on_beside_toggled (GtkToggleButton *button,
                   StrataComparePage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->timelines), gtk_toggle_button_get_active (button) ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
}

static StrataDiffSide
find_side (StrataComparePage *self,
           GtkWidget *timeline)
{
  return timeline == self->timeline[STRATA_DIFF_A] ? STRATA_DIFF_A : STRATA_DIFF_B;
}

/* Only with Alt; without it a drag moves both. */
static void
on_drag_begin (GtkGestureDrag *drag,
               double x_px,
               double y_px,
               StrataComparePage *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  self->dragged_px = 0.0;
  gtk_gesture_set_state (GTK_GESTURE (drag), state & GDK_ALT_MASK ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (GtkGestureDrag *drag,
                double dx_px,
                double dy_px,
                StrataComparePage *self)
{
  const StrataDiffSide side = find_side (self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (drag)));

  strata_session_pair_shift (self->pair, side, dx_px - self->dragged_px);
  self->dragged_px = dx_px;
}

static void
show_title (StrataComparePage *self,
            StrataDiffSide side)
{
  StrataSideHeading *heading = STRATA_SIDE_HEADING (self->headings[side]);

  strata_side_heading_set_title (heading, strata_compare_page_get_title (self, side));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeline[side]), GTK_ACCESSIBLE_PROPERTY_LABEL, strata_side_heading_get_text (heading), -1);
}

static void
on_renamed (StrataSideHeading *heading,
            const char *name,
            StrataComparePage *self)
{
  strata_compare_page_set_name (self, GTK_WIDGET (heading) == self->headings[STRATA_DIFF_A] ? STRATA_DIFF_A : STRATA_DIFF_B, name);
}

static GtkWidget *
make_timeline (StrataComparePage *self,
               StrataDiffSide side)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkWidget *timeline = strata_timeline_new (strata_session_pair_get (self->pair, side));

  strata_settings_bind_timeline (timeline);
  g_object_bind_property (gtk_widget_get_settings (timeline), "gtk-application-prefer-dark-theme", timeline, "is-dark", G_BINDING_SYNC_CREATE);
  gtk_widget_set_vexpand (timeline, TRUE);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_drag_begin), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_drag_update), self, 0);
  gtk_widget_add_controller (timeline, GTK_EVENT_CONTROLLER (drag));
  self->headings[side] = strata_side_heading_new (side);
  self->timeline[side] = timeline;
  g_signal_connect_object (self->headings[side], "renamed", G_CALLBACK (on_renamed), self, 0);
  gtk_box_append (GTK_BOX (box), self->headings[side]);
  gtk_box_append (GTK_BOX (box), timeline);
  show_title (self, side);

  return box;
}

/* Alignment by the n-th item: the number, and the kind of item. */
static void
add_numbered_choices (StrataComparePage *self,
                      GtkBox *box)
{
  static const struct
  {
    const char *label;
    const char *hint;
    const char *action;
  } choices[] = {
    { N_ ("By _Frame"), N_ ("Align by this frame number"), "compare.align-frame" },
    { N_ ("By Book_mark"), N_ ("Align by this bookmark of A and the one of B with the same note or number"), "compare.align-bookmark" },
    { N_ ("Bookmark _to Bookmark"), N_ ("Align by this bookmark and the next one, and scale B to match"), "compare.align-bookmarks" },
  };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *number = gtk_spin_button_new_with_range (1, 1000000, 1);
  GtkWidget *apply = gtk_button_new_with_mnemonic (_ ("Ali_gn"));

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Name of a slice or marker"));
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of a slice or marker"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Number of the occurrence, frame or bookmark"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (apply), "compare.align-nth");
  gtk_widget_set_tooltip_text (apply, _ ("Align by the slice or marker of this name and number"));
  gtk_box_append (GTK_BOX (row), number);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), apply);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_ (choices[i].label));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), choices[i].action);
      gtk_widget_set_tooltip_text (button, _ (choices[i].hint));
      gtk_box_append (GTK_BOX (buttons), button);
    }

  gtk_box_append (box, row);
  gtk_box_append (box, buttons);
  self->nth_name = GTK_EDITABLE (entry);
  self->nth = GTK_SPIN_BUTTON (number);
}

static GtkWidget *
make_align_popover (StrataComparePage *self)
{
  static const struct
  {
    const char *label;
    const char *target;
  } choices[] = {
    { N_ ("By Start"), "starts" },
    { N_ ("By Absolute Time"), "absolute" },
    { N_ ("By the Selected Items"), "selection" },
    { N_ ("Align and Scale to Selection"), "selection-scaled" },
    { N_ ("Align and Scale to Selected Areas"), "areas" },
    { N_ ("Align and Scale to Cursors"), "cursors" },
  };
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *button = gtk_button_new_with_label (_ (choices[i].label));

      gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "compare.align");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", choices[i].target);
      g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown), popover, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
      gtk_box_append (GTK_BOX (box), button);
    }

  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  add_numbered_choices (self, GTK_BOX (box));
  gtk_popover_set_child (GTK_POPOVER (popover), box);

  return popover;
}

/* Fills in the name of the selected item, which is the most likely choice. */
static void
on_align_opened (StrataComparePage *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataSession *session = strata_session_pair_get (self->pair, side);
      const StrataItem item = strata_session_get_selected_item (session);
      StrataTrace *trace = strata_session_get_trace (session);

      if (item.kind == STRATA_ITEM_SLICE)
        gtk_editable_set_text (self->nth_name, strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[item.index]));
    }
}

static GtkWidget *
make_toolbar (StrataComparePage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *lock = gtk_toggle_button_new ();
  GtkWidget *beside = gtk_toggle_button_new_with_mnemonic (_ ("_Side by Side"));
  GtkWidget *align = gtk_menu_button_new ();
  GtkWidget *popover = make_align_popover (self);

  gtk_widget_add_css_class (bar, "compare-toolbar");
  gtk_widget_set_tooltip_text (beside, _ ("Show the timelines side by side (Ctrl+Shift+B)"));
  gtk_button_set_icon_name (GTK_BUTTON (lock), "changes-prevent-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (lock), TRUE);
  gtk_widget_set_tooltip_text (lock, _ ("Move both timelines together (Ctrl+Shift+L)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (lock), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Move both timelines together"), -1);
  g_signal_connect_object (lock, "toggled", G_CALLBACK (on_lock_toggled), self, 0);
  g_signal_connect_object (beside, "toggled", G_CALLBACK (on_beside_toggled), self, 0);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (align), _ ("Align"));
  gtk_widget_set_tooltip_text (align, _ ("Align the captures (Ctrl+Shift+A). Alt+drag, or Ctrl+Shift+Left and Right, shifts one against the other"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (align), popover);
  g_signal_connect_object (popover, "map", G_CALLBACK (on_align_opened), self, G_CONNECT_SWAPPED);

  self->align_button = GTK_MENU_BUTTON (align);
  self->offset = GTK_LABEL (gtk_label_new (NULL));
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->offset), "dim-label");
  gtk_label_set_ellipsize (self->message, PANGO_ELLIPSIZE_MIDDLE);
  self->open_folder = gtk_button_new_with_mnemonic (_ ("Open _Folder"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->open_folder), "trace.open-folder");
  gtk_widget_set_visible (self->open_folder, FALSE);
  self->undo = gtk_button_new_with_mnemonic (_ ("_Undo"));
  gtk_widget_set_tooltip_text (self->undo, _ ("Restore the previous offset"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->undo), "compare.undo-offset");
  gtk_widget_set_visible (self->undo, FALSE);
  self->align_selected = gtk_button_new_with_mnemonic (_ ("Ali_gn"));
  gtk_widget_set_tooltip_text (self->align_selected, _ ("Align the captures by the selected items"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->align_selected), "compare.align");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->align_selected), "s", "selection");
  gtk_widget_set_visible (self->align_selected, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->message), FALSE);
  gtk_box_append (GTK_BOX (bar), lock);
  gtk_box_append (GTK_BOX (bar), align);
  gtk_box_append (GTK_BOX (bar), beside);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->offset));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (bar), self->open_folder);
  gtk_box_append (GTK_BOX (bar), self->undo);
  gtk_box_append (GTK_BOX (bar), self->align_selected);
  g_object_set_data (G_OBJECT (self), "lock", lock);
  g_object_set_data (G_OBJECT (self), "beside", beside);

  return bar;
}

static void
toggle (GtkWidget *widget,
        const char *action_name,
        GVariant *parameter)
{
  GtkToggleButton *button = g_object_get_data (G_OBJECT (widget), action_name + strlen ("compare."));

  gtk_toggle_button_set_active (button, !gtk_toggle_button_get_active (button));
}

static void
free_share (gpointer share,
            GClosure *closure)
{
  g_free (share);
}

/* Set once the size is known; from then on the user decides. */
static void
on_max_position (GtkPaned *paned,
                 GParamSpec *pspec,
                 double *share)
{
  const int height_px = gtk_widget_get_height (GTK_WIDGET (paned));
  int min_px;

  if (height_px == 0)
    return;

  g_object_get (paned, "min-position", &min_px, NULL);
  gtk_paned_set_position (paned, MAX ((int) lround (*share * height_px), min_px));
  g_signal_handlers_disconnect_by_data (paned, share);
}

static void
place_when_sized (GtkPaned *paned,
                  double share)
{
  g_signal_connect_data (paned, "notify::max-position", G_CALLBACK (on_max_position), g_memdup2 (&share, sizeof share), free_share, 0);
}

static GtkWidget *
make_pane (StrataComparePage *self,
           guint i)
{
  switch (i)
    {
    case PANE_NAMES:
      return strata_diff_pane_new (self->pair, self->model);
    case PANE_THREADS:
      return strata_diff_threads_pane_new (self->pair);
    case PANE_CALLS:
      return strata_call_pane_new (self->pair);
    case PANE_FRAMES:
      return strata_diff_frames_pane_new (self->pair);
    case PANE_FLAME:
      return strata_diff_flame_pane_new (self->pair, self->model);
    case PANE_QUERY:
      return strata_query_pane_new_pair (strata_session_pair_get (self->pair, STRATA_DIFF_A), strata_session_pair_get (self->pair, STRATA_DIFF_B));
    case PANE_MEASURES:
      return strata_diff_measures_pane_new (self->pair);
    case PANE_SELECTION:
      return strata_diff_selection_pane_new (self->pair, self->timeline);
    }

  g_return_val_if_reached (NULL);
}

static GtkWidget *
ensure_pane (StrataComparePage *self,
             guint i)
{
  if (self->panes[i] == NULL)
    {
      self->panes[i] = make_pane (self, i);
      gtk_widget_set_vexpand (self->panes[i], TRUE);
      gtk_box_append (GTK_BOX (gtk_notebook_get_nth_page (self->notebook, (int) i)), self->panes[i]);
    }

  return self->panes[i];
}

static void
on_switch_page (StrataComparePage *self,
                GtkWidget *box,
                guint i)
{
  ensure_pane (self, i);
}

static gboolean
on_idle_make (gpointer user_data)
{
  StrataComparePage *self = user_data;

  for (guint i = 0; i < N_PANES; i++)
    if (self->panes[i] == NULL)
      {
        ensure_pane (self, i);
        return G_SOURCE_CONTINUE;
      }

  self->idle_id = 0;
  return G_SOURCE_REMOVE;
}

static void
add_panes (StrataComparePage *self)
{
  for (guint i = 0; i < N_PANES; i++)
    strata_notebook_append (self->notebook, gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), _ (panes[i].title));

  ensure_pane (self, PANE_NAMES);
  g_signal_connect_object (self->notebook, "switch-page", G_CALLBACK (on_switch_page), self, G_CONNECT_SWAPPED);
  self->idle_id = g_idle_add_full (G_PRIORITY_LOW, on_idle_make, self, NULL);
}

static void
add_children (StrataComparePage *self)
{
  GtkWidget *halves = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->timelines = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_VERTICAL));
  self->notebook = GTK_NOTEBOOK (gtk_notebook_new ());
  strata_pane_focus_add_keys (self->notebook);
  gtk_paned_set_start_child (self->timelines, make_timeline (self, STRATA_DIFF_A));
  gtk_paned_set_end_child (self->timelines, make_timeline (self, STRATA_DIFF_B));
  gtk_paned_set_wide_handle (self->timelines, TRUE);
  gtk_paned_set_shrink_start_child (self->timelines, FALSE);
  gtk_paned_set_shrink_end_child (self->timelines, FALSE);
  add_panes (self);
  gtk_notebook_set_action_widget (self->notebook, strata_help_button_new (), GTK_PACK_END);
  gtk_paned_set_start_child (GTK_PANED (halves), GTK_WIDGET (self->timelines));
  gtk_paned_set_end_child (GTK_PANED (halves), GTK_WIDGET (self->notebook));
  gtk_paned_set_wide_handle (GTK_PANED (halves), TRUE);
  gtk_paned_set_shrink_start_child (GTK_PANED (halves), FALSE);
  place_when_sized (GTK_PANED (halves), TIMELINES_SHARE);
  place_when_sized (self->timelines, 0.5);
  gtk_widget_set_vexpand (halves, TRUE);
  gtk_box_append (GTK_BOX (self->content), make_toolbar (self));
  gtk_box_append (GTK_BOX (self->content), halves);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}

static void
activate_find (StrataComparePage *self)
{
  turn_to (self, PANE_NAMES);
  gtk_widget_activate_action (self->panes[PANE_NAMES], "diff.find", NULL);
}

/* "s": a query for both captures. */
static void
activate_run_query (GtkWidget *widget,
                    const char *action_name,
                    GVariant *parameter)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (widget);

  turn_to (self, PANE_QUERY);
  strata_query_pane_set_text (STRATA_QUERY_PANE (ensure_pane (self, PANE_QUERY)), g_variant_get_string (parameter, NULL));
  gtk_widget_activate_action (self->panes[PANE_QUERY], "query.run", NULL);
}

static void
on_report_chosen (GListModel *files,
                  gpointer user_data)
{
  StrataComparePage *self = user_data;
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);
  StrataDiff *diff = self->model != NULL ? strata_diff_model_get_diff (self->model) : NULL;
  const char *const titles[] = { strata_compare_page_get_title (self, STRATA_DIFF_A), strata_compare_page_get_title (self, STRATA_DIFF_B) };

  if (file != NULL && diff != NULL)
    strata_diff_report_save (GTK_WIDGET (self), self->pair, diff, titles, file);
}

static void
activate_save_report (StrataComparePage *self)
{
  if (strata_diff_model_get_diff (self->model) == NULL)
    tell (self, _ ("There is nothing to save yet: the captures are still being compared."));
  else
    strata_dialogs_choose (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), STRATA_CHOOSE_PAGE_TO_SAVE, "comparison.html", on_report_chosen, g_object_ref (self), g_object_unref);
}

/* If a notebook of GTK 4.8 loses the page with the focus, it switches to another and grabs the
 * focus in a window that no longer exists. So the current page is removed last. */
static void
remove_panes (StrataComparePage *self)
{
  if (self->notebook == NULL)
    return;

  const int current = gtk_notebook_get_current_page (self->notebook);

  g_signal_handlers_disconnect_by_func (self->notebook, on_switch_page, self);
  for (int i = gtk_notebook_get_n_pages (self->notebook) - 1; i >= 0; i--)
    if (i != current)
      gtk_notebook_remove_page (self->notebook, i);

  self->notebook = NULL;
}

static void
strata_compare_page_dispose (GObject *object)
{
  StrataComparePage *self = STRATA_COMPARE_PAGE (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  remove_panes (self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  if (self->model != NULL)
    g_object_run_dispose (G_OBJECT (self->model)); /* stops its workers */
  g_clear_object (&self->model);
  g_clear_object (&self->saved);
  g_clear_pointer (&self->latency_from, g_free);
  g_clear_object (&self->pair);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&self->files[side], g_free);
      g_clear_pointer (&self->names[side], g_free);
    }

  G_OBJECT_CLASS (strata_compare_page_parent_class)->dispose (object);
}

static void
strata_compare_page_class_init (StrataComparePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_compare_page_dispose;
  signals[RENAMED] = g_signal_new ("renamed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "compare.lock", NULL, toggle);
  gtk_widget_class_install_action (widget_class, "compare.beside", NULL, toggle);
  gtk_widget_class_install_action (widget_class, "compare.align", "s", activate_align);
  gtk_widget_class_install_action (widget_class, "compare.align-nth", NULL, STRATA_ACTION (activate_align_nth));
  gtk_widget_class_install_action (widget_class, "compare.align-frame", NULL, STRATA_ACTION (activate_align_frame));
  gtk_widget_class_install_action (widget_class, "compare.align-bookmark", NULL, activate_align_bookmark);
  gtk_widget_class_install_action (widget_class, "compare.align-bookmarks", NULL, activate_align_bookmark);
  gtk_widget_class_install_action (widget_class, "compare.shift-left", NULL, activate_shift);
  gtk_widget_class_install_action (widget_class, "compare.shift-right", NULL, activate_shift);
  gtk_widget_class_install_action (widget_class, "compare.open-align", NULL, STRATA_ACTION (activate_open_align));
  gtk_widget_class_install_action (widget_class, "compare.undo-offset", NULL, STRATA_ACTION (activate_undo_offset));
  gtk_widget_class_install_action (widget_class, "compare.latency-from", NULL, STRATA_ACTION (activate_latency_from));
  gtk_widget_class_install_action (widget_class, "compare.latency-to", NULL, STRATA_ACTION (activate_latency_to));
  gtk_widget_class_install_action (widget_class, "compare.find", NULL, STRATA_ACTION (activate_find));
  gtk_widget_class_install_action (widget_class, "compare.run-query", "s", activate_run_query);
  gtk_widget_class_install_action (widget_class, "compare.save-report", NULL, STRATA_ACTION (activate_save_report));
  gtk_widget_class_install_action (widget_class, "trace.tell", "s", activate_tell);
  gtk_widget_class_install_action (widget_class, "trace.tell-saved", "(ss)", activate_tell_saved);
  gtk_widget_class_install_action (widget_class, "trace.open-folder", NULL, STRATA_ACTION (activate_open_folder));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_l, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.lock", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.beside", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.open-align", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.shift-left", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "compare.shift-right", NULL);
  for (guint i = 0; i < N_PANES; i++)
    {
      gtk_widget_class_install_action (widget_class, panes[i].action, NULL, activate_show);
      gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_ALT_MASK, panes[i].action, NULL);
    }
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_compare_page_init (StrataComparePage *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Comparison"), -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.latency-to", FALSE);
}

/**
 * strata_compare_page_new:
 * @a: the session before
 * @b: the session to compare with it
 * @threads: (nullable) (transfer full): matched threads, see strata_session_pair_new()
 * @title_a: the file name of A
 * @title_b: the file name of B
 *
 * Returns: (transfer floating): the page
 */
GtkWidget *
strata_compare_page_new (StrataSession *a,
                         StrataSession *b,
                         StrataThreadMatch *threads,
                         const char *title_a,
                         const char *title_b)
{
  StrataComparePage *self = g_object_new (STRATA_TYPE_COMPARE_PAGE, NULL);

  self->files[STRATA_DIFF_A] = g_strdup (title_a);
  self->files[STRATA_DIFF_B] = g_strdup (title_b);
  self->pair = strata_session_pair_new (a, b, threads);
  self->model = strata_diff_model_new (self->pair);
  add_children (self);
  strata_timeline_link (STRATA_TIMELINE (self->timeline[STRATA_DIFF_A]), STRATA_TIMELINE (self->timeline[STRATA_DIFF_B]), self->pair);
  g_signal_connect_object (self->pair, "alignment-changed", G_CALLBACK (on_alignment_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pair, "calls-changed", G_CALLBACK (on_calls_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pair, "lock-changed", G_CALLBACK (show_lock), self, G_CONNECT_SWAPPED);
  on_alignment_changed (self);

  return GTK_WIDGET (self);
}

StrataSessionPair *
strata_compare_page_get_pair (StrataComparePage *self)
{
  return self->pair;
}

StrataDiffModel *
strata_compare_page_get_model (StrataComparePage *self)
{
  return self->model;
}

GtkWidget *
strata_compare_page_get_timeline (StrataComparePage *self,
                                  StrataDiffSide side)
{
  return self->timeline[side];
}

/**
 * strata_compare_page_get_pane:
 * @self: the page
 * @name: "names", "threads", "calls", "frames", "flame", "query", "measures" or "selection"
 *
 * Returns: (transfer none): the pane
 */
GtkWidget *
strata_compare_page_get_pane (StrataComparePage *self,
                              const char *name)
{
  for (guint i = 0; i < N_PANES; i++)
    if (g_str_equal (panes[i].name, name))
      return ensure_pane (self, i);

  g_return_val_if_reached (NULL);
}

/* Returns the user's name for it, else the name of its file. */
const char *
strata_compare_page_get_title (StrataComparePage *self,
                               StrataDiffSide side)
{
  return self->names[side] != NULL ? self->names[side] : self->files[side];
}

/**
 * strata_compare_page_set_name:
 * @self: the page
 * @side: a side
 * @name: (nullable): its name; %NULL or "" for the name of its file
 *
 * Names a side, and emits `renamed`.
 */
void
strata_compare_page_set_name (StrataComparePage *self,
                              StrataDiffSide side,
                              const char *name)
{
  const gboolean is_own = name != NULL && *name != '\0' && !g_str_equal (name, self->files[side]);

  g_free (self->names[side]);
  self->names[side] = is_own ? g_strdup (name) : NULL;
  show_title (self, side);
  g_signal_emit (self, signals[RENAMED], 0);
}

static const char *const name_keys[STRATA_N_DIFF_SIDES] = { "name-a", "name-b" };

/**
 * strata_compare_page_take_state:
 * @self: the page
 *
 * Returns: (transfer full): its state, see strata_compare_state_take()
 */
GKeyFile *
strata_compare_page_take_state (StrataComparePage *self)
{
  GKeyFile *state = strata_compare_state_take (self->pair, self->model);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (self->names[side] != NULL)
      g_key_file_set_string (state, PAGE_GROUP, name_keys[side], self->names[side]);
  g_key_file_set_string (state, PAGE_GROUP, "pane", panes[gtk_notebook_get_current_page (self->notebook)].name);
  g_key_file_set_boolean (state, PAGE_GROUP, "beside", gtk_orientable_get_orientation (GTK_ORIENTABLE (self->timelines)) == GTK_ORIENTATION_HORIZONTAL);
  return state;
}

/**
 * strata_compare_page_apply_state:
 * @self: the page
 * @state: a saved state
 *
 * Restores the state.
 */
void
strata_compare_page_apply_state (StrataComparePage *self,
                                 GKeyFile *state)
{
  g_autofree char *pane = g_key_file_get_string (state, PAGE_GROUP, "pane", NULL);

  strata_compare_state_apply (state, self->pair, self->model);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autofree char *name = g_key_file_get_string (state, PAGE_GROUP, name_keys[side], NULL);

      strata_compare_page_set_name (self, side, name);
    }
  for (guint i = 0; pane != NULL && i < N_PANES; i++)
    if (g_str_equal (panes[i].name, pane))
      turn_to (self, (int) i);
  gtk_toggle_button_set_active (g_object_get_data (G_OBJECT (self), "beside"), g_key_file_get_boolean (state, PAGE_GROUP, "beside", NULL));
}

/* Returns why the last command had no effect, or "". */
const char *
strata_compare_page_get_message (StrataComparePage *self)
{
  return gtk_label_get_label (self->message);
}
