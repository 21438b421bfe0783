/* strata-selection-pane.c - all facts about the selected item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-alike-box.h"
#include "strata-area-box.h"
#include "strata-causes-box.h"
#include "strata-chain-view.h"
#include "strata-counter-box.h"
#include "strata-fact-grid.h"
#include "strata-help.h"
#include "strata-item-lines.h"
#include "strata-path-box.h"
#include "strata-session-area.h"
#include "strata-session-signals.h"
#include "strata-slice-states.h"
#include "strata-states-box.h"

/* In the grid of facts: label, value and a button. */
#define N_COLUMNS 3

struct _StrataSelectionPane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *header; /* shown if the pane is narrow and has no tab */
  GtkLabel *pane_title;
  GtkBox *chooser;
  GtkToggleButton *area_button;
  GtkToggleButton *item_button;
  GtkStack *stack;
  GtkBox *opening;        /* shown while nothing is selected */
  StrataCausesBox *worst; /* borrowed from the opening: reasons of the main finding */
  GtkBox *heading;        /* of the title, its search button, and the copy button */
  GtkLabel *title;
  GtkWidget *name_search; /* borrowed from the heading; nullable */
  GtkGrid *grid;
  GtkBox *sides;
  StrataChainView *chain_view; /* in the box beside the details */
  GtkBox *sections;
  GtkWidget *area_box;     /* borrowed from the stack */
  StrataCausesBox *causes; /* borrowed from the sections */
  GtkWidget *statistics;   /* the same: collapses the alike box */
  GtkWidget *alike_box;    /* the same */
  GtkWidget *counter_box;  /* the same */
  GtkWidget *states_box;   /* the same */
  GtkWidget *path_box;     /* the same */
  GtkWidget *original;     /* the same; nullable */

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataSelectionPane, strata_selection_pane, GTK_TYPE_WIDGET)

static void
show_name (StrataSelectionPane *self,
           const StrataFact *name)
{
  gtk_label_set_label (self->title, name->value);
  if (self->name_search != NULL)
    gtk_box_remove (self->heading, self->name_search);

  self->name_search = name->search != NULL ? strata_fact_grid_new_search_button (name->search) : NULL;
  if (self->name_search != NULL)
    gtk_box_insert_child_after (self->heading, self->name_search, GTK_WIDGET (self->title));
}

/* The first fact is the title, the others are rows. */
static void
show_facts (StrataSelectionPane *self,
            StrataItem item)
{
  guint n_args;
  g_autoptr (GPtrArray) facts = strata_session_list_facts (self->session, item);
  g_autoptr (GPtrArray) args = strata_session_list_args (self->session, item, &n_args);
  GtkWidget *table = strata_fact_grid_new_args (args, n_args);

  if (facts->len > 0)
    show_name (self, g_ptr_array_index (facts, 0));

  strata_fact_grid_fill (self->grid, facts, 1);
  if (table != NULL)
    gtk_grid_attach_next_to (self->grid, table, NULL, GTK_POS_BOTTOM, N_COLUMNS, 1);
}

/* Whether the headline or the list of long tasks contains a call and explains it. */
static gboolean
is_finding (StrataSelectionPane *self,
            guint32 slice)
{
  StrataFindings *findings = strata_session_get_findings (self->session);
  const StrataHeadline *headline = strata_findings_get_headline (findings);
  guint n_tasks;
  const StrataLongTask *tasks = strata_findings_get_long_tasks (findings, &n_tasks);

  for (guint i = 0; i < n_tasks; i++)
    if (tasks[i].slice == slice)
      return TRUE;

  return headline != NULL && headline->slice == slice && headline->kind != STRATA_HEADLINE_METHOD;
}

/* Explains the frame that a slice is the first part of, else the slice itself. If the states of its
 * thread are unknown, most calls would only be said to have taken their own time. */
static void
show_causes (StrataSelectionPane *self,
             StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (self->session));
  const gboolean is_call = item.kind == STRATA_ITEM_SLICE && item.index < strata_trace_get_slices (trace)->first_async;
  const guint32 frame = is_call && frames != NULL ? strata_frames_find_slice (frames, item.index) : STRATA_NONE;

  if (frame != STRATA_NONE)
    strata_causes_box_show_frame (self->causes, self->session, frame);
  else if (is_call && (strata_slice_states_count (trace, item.index) > 0 || is_finding (self, item.index)))
    strata_causes_box_show_slice (self->causes, self->session, item.index, "");
  else
    strata_causes_box_clear (self->causes);

  gtk_widget_set_visible (GTK_WIDGET (self->causes), strata_causes_box_get_n_causes (self->causes) > 0);
}

static void
show_original (StrataSelectionPane *self,
               StrataItem item)
{
  if (self->original != NULL)
    gtk_box_remove (self->sections, self->original);

  self->original = strata_item_lines_new_view (strata_session_get_trace (self->session), item);
  if (self->original != NULL)
    gtk_box_append (self->sections, self->original);
}

static void
append_button (GtkBox *box,
               const char *label,
               const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (box, button);
}

/* Buttons from a state to its waker and to where it ran, and from a run to its thread. */
static void
show_ways (StrataSelectionPane *self,
           StrataItem item)
{
  if (item.kind != STRATA_ITEM_STATE && item.kind != STRATA_ITEM_CPU_RUN)
    return;

  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  append_button (GTK_BOX (box), _ ("Go to Wa_ker"), "win.select-waker");
  if (item.kind == STRATA_ITEM_STATE)
    append_button (GTK_BOX (box), _ ("Go to CPU _Run"), "win.select-run");
  else
    append_button (GTK_BOX (box), _ ("Go to _Thread"), "win.select-thread");

  gtk_grid_attach_next_to (self->grid, box, NULL, GTK_POS_BOTTOM, N_COLUMNS, 1);
}

static StrataItem
get_item (StrataSelectionPane *self)
{
  if (self->session == NULL)
    return (StrataItem){ STRATA_ITEM_NONE, 0, STRATA_NONE, 0 };

  return strata_session_get_selected_item (self->session);
}

static gboolean
has_area (StrataSelectionPane *self)
{
  return self->session != NULL && strata_session_get_area (self->session, NULL);
}

/* Item and area may both be selected; the last one is shown until the user chooses the other. */
static void
show_page (StrataSelectionPane *self,
           const char *wanted)
{
  const gboolean has_item = get_item (self).kind != STRATA_ITEM_NONE;
  const char *page = has_item && (!has_area (self) || g_str_equal (wanted, "item")) ? "item" : has_area (self) ? "area"
                                                                                                               : "none";

  gtk_widget_set_visible (GTK_WIDGET (self->chooser), has_item && has_area (self));
  gtk_stack_set_visible_child_name (self->stack, page);
  gtk_toggle_button_set_active (g_str_equal (page, "area") ? self->area_button : self->item_button, TRUE);
}

static void
on_area_changed (StrataSelectionPane *self)
{
  show_page (self, "area");
}

static void
on_item_chosen (StrataSelectionPane *self)
{
  show_page (self, gtk_toggle_button_get_active (self->item_button) ? "item" : "area");
}

/* Explains the main finding until something is selected. One long call among many of a method needs
 * no explanation. */
static void
show_worst (StrataSelectionPane *self)
{
  const StrataHeadline *headline = self->session != NULL ? strata_findings_get_headline (strata_session_get_findings (self->session)) : NULL;

  if (headline != NULL && headline->frame != STRATA_NONE)
    strata_causes_box_show_frame (self->worst, self->session, headline->frame);
  else if (headline != NULL && headline->slice != STRATA_NONE && headline->kind != STRATA_HEADLINE_METHOD)
    strata_causes_box_show_slice (self->worst, self->session, headline->slice, "");
  else
    strata_causes_box_clear (self->worst);

  gtk_widget_set_visible (GTK_WIDGET (self->worst), strata_causes_box_get_n_causes (self->worst) > 0);
}

static void
on_selection_changed (StrataSelectionPane *self)
{
  const StrataItem item = get_item (self);

  strata_fact_grid_clear (self->grid);
  show_page (self, "item");

  if (item.kind == STRATA_ITEM_NONE)
    return;

  show_facts (self, item);
  show_causes (self, item);
  gtk_widget_set_visible (self->statistics, item.kind == STRATA_ITEM_SLICE);
  show_ways (self, item);
  show_original (self, item);
}

/**
 * strata_selection_pane_set_session:
 * @self: the pane
 * @session: (nullable): the session whose selection to show
 *
 * Shows the selection of a session, now and whenever it changes.
 */
void
strata_selection_pane_set_session (StrataSelectionPane *self,
                                   StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  strata_session_signals_set_session (self->signals, session);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (self->area_box), session);
  strata_chain_view_set_session (self->chain_view, session);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (self->alike_box), session);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (self->counter_box), session);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (self->states_box), session);
  strata_selection_box_set_session (STRATA_SELECTION_BOX (self->path_box), session);
  show_worst (self);
  on_selection_changed (self);
  if (has_area (self))
    on_area_changed (self); /* the user selected it; the item may be that of the main finding */
}

/**
 * strata_selection_pane_set_narrow:
 * @self: the pane
 * @is_narrow: whether it is higher than wide
 *
 * Places the parts of the pane below or beside each other.
 */
void
strata_selection_pane_set_narrow (StrataSelectionPane *self,
                                  gboolean is_narrow)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->sides), is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_visible (GTK_WIDGET (self->header), is_narrow);
  strata_path_box_set_narrow (STRATA_PATH_BOX (self->path_box), is_narrow);
  strata_alike_box_set_narrow (STRATA_ALIKE_BOX (self->alike_box), is_narrow);
}

/**
 * strata_selection_pane_set_title:
 * @self: the pane
 * @title: its title if there are several panes
 *
 * Sets the title above the pane if it is narrow, and for assistive tools.
 */
void
strata_selection_pane_set_title (StrataSelectionPane *self,
                                 const char *title)
{
  gtk_label_set_label (self->pane_title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
strata_selection_pane_dispose (GObject *object)
{
  StrataSelectionPane *self = STRATA_SELECTION_PANE (object);

  if (self->chain_view != NULL)
    strata_chain_view_set_session (self->chain_view, NULL);

  self->chain_view = NULL;
  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_SELECTION_PANE);

  G_OBJECT_CLASS (strata_selection_pane_parent_class)->dispose (object);
}

static void
strata_selection_pane_class_init (StrataSelectionPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_selection_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/selection-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, header);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, pane_title);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, chooser);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, area_button);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, item_button);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, stack);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, opening);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, heading);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, title);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, grid);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, sides);
  gtk_widget_class_bind_template_child (widget_class, StrataSelectionPane, sections);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Explanations come first; statistics of other slices are collapsed. */
static void
add_sections (StrataSelectionPane *self)
{
  gtk_box_append (self->header, strata_help_button_new ());
  self->worst = STRATA_CAUSES_BOX (g_object_new (STRATA_TYPE_CAUSES_BOX, NULL));
  strata_causes_box_set_inline (self->worst);
  gtk_box_prepend (self->opening, GTK_WIDGET (self->worst));
  self->causes = STRATA_CAUSES_BOX (g_object_new (STRATA_TYPE_CAUSES_BOX, NULL));
  strata_causes_box_set_inline (self->causes);
  gtk_widget_hide (GTK_WIDGET (self->causes));
  gtk_box_insert_child_after (self->sections, GTK_WIDGET (self->causes), GTK_WIDGET (self->heading));

  self->alike_box = g_object_new (STRATA_TYPE_ALIKE_BOX, NULL);
  self->statistics = gtk_expander_new (_ ("Statistics of this name"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->statistics), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Statistics of this name"), -1);
  gtk_expander_set_child (GTK_EXPANDER (self->statistics), self->alike_box);
  self->counter_box = g_object_new (STRATA_TYPE_COUNTER_BOX, NULL);
  self->states_box = g_object_new (STRATA_TYPE_STATES_BOX, NULL);
  self->path_box = g_object_new (STRATA_TYPE_PATH_BOX, NULL);
  gtk_box_append (self->sections, self->counter_box);
  gtk_box_append (self->sections, self->states_box);
  gtk_box_append (self->sections, self->path_box);
  gtk_box_append (self->sections, self->statistics);
}

static void
strata_selection_pane_init (StrataSelectionPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->chain_view = g_object_new (STRATA_TYPE_CHAIN_VIEW, NULL);
  gtk_box_append (self->sides, GTK_WIDGET (self->chain_view));
  self->area_box = g_object_new (STRATA_TYPE_AREA_BOX, NULL);
  gtk_stack_add_named (self->stack, self->area_box, "area");
  add_sections (self);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->findings, "headline-changed", G_CALLBACK (show_worst), self);
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_group_connect_swapped (self->signals->selection, "area-changed", G_CALLBACK (on_area_changed), self);
  g_signal_connect_object (self->item_button, "toggled", G_CALLBACK (on_item_chosen), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_swapped (self->signals->view, "options-changed", G_CALLBACK (on_selection_changed), self);
}

GtkWidget *
strata_selection_pane_new (StrataSession *session)
{
  GtkWidget *self = g_object_new (STRATA_TYPE_SELECTION_PANE, NULL);

  strata_selection_pane_set_session (STRATA_SELECTION_PANE (self), session);
  return self;
}
