/* strata-states-box.c - the selected slice by thread state
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-states-box.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-slice-states.h"
#include "strata-state-bar.h"
#include "strata-trace-request.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* Further rows took next to no time. */
#define MAX_ROWS 6

/* More states than this are read in a worker. */
#define MAX_STATES_NOW 20000

/* A bar of the states, and a list that is its legend; below these, the functions that blocked it
 * and its wakers, which go to the longest of each. */
struct _StrataStatesBox
{
  StrataSelectionBox parent_instance;

  GtkBox *content;
  GtkWidget *bar;
  GtkGrid *grid;

  StrataSession *session; /* borrowed; nullable */
  StrataJob *job;         /* borrowed */
};

G_DEFINE_FINAL_TYPE (StrataStatesBox, strata_states_box, STRATA_TYPE_SELECTION_BOX)

static GtkWidget *
attach_text (StrataStatesBox *self,
             const char *text,
             int column,
             int row,
             const char *css_class)
{
  GtkWidget *label = strata_cell_text_new_label (text, column <= 1 ? 0.0f : 1.0f, column == 1 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);

  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  return label;
}

static void
attach_heading (StrataStatesBox *self,
                const char *text,
                int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_add_css_class (label, "heading");
  gtk_grid_attach (self->grid, label, 0, row, 5, 1);
}

/* "12.4 ms", "38.2 %" and "3×" */
static void
attach_figures (StrataStatesBox *self,
                int row,
                gint64 ns,
                gint64 whole_ns,
                guint32 count)
{
  char text[STRATA_UNITS_BYTES];
  char number[STRATA_UNITS_BYTES];
  g_autofree char *times = g_strdup_printf ("%s×", strata_units_count (count, number));

  attach_text (self, strata_units_duration (ns, text), 2, row, "numeric");
  attach_text (self, strata_units_share (ns, whole_ns, text), 3, row, "numeric");
  attach_text (self, times, 4, row, "dim-label");
}

static void
attach_state (StrataStatesBox *self,
              int row,
              const StrataSliceStates *split,
              StrataState state,
              gint64 whole_ns)
{
  GtkWidget *swatch = g_object_new (STRATA_TYPE_STATE_BAR, NULL);
  gint64 states_ns[STRATA_N_STATES] = { 0 };

  states_ns[state] = 1;
  strata_state_bar_set (STRATA_STATE_BAR (swatch), states_ns);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_grid_attach (self->grid, swatch, 0, row, 1, 1);

  /* two lines rather than a truncated title: the sidebar is narrow */
  GtkWidget *title = attach_text (self, strata_session_get_state_title (state), 1, row, "state-title");

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  attach_figures (self, row, split->states_ns[state], whole_ns, split->n_states[state]);
}

static void
on_clicked (GtkButton *button,
            StrataStatesBox *self)
{
  const guint32 state = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "strata-state"));
  g_autoptr (StrataStatesBox) kept = g_object_ref (self);

  strata_session_select (self->session, (StrataItem){ STRATA_ITEM_STATE, state, STRATA_NONE, 1 });
  strata_session_reveal_selection (self->session);
}

/* A name that goes to a state of the thread. */
static void
attach_link (StrataStatesBox *self,
             int row,
             const char *text,
             guint32 state)
{
  GtkWidget *button = gtk_button_new_with_label (text);
  GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_add_css_class (button, "state-link");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, _ ("Select the longest of these"));
  g_object_set_data (G_OBJECT (button), "strata-state", GUINT_TO_POINTER (state));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_clicked), self, 0);
  gtk_grid_attach (self->grid, button, 1, row, 1, 1);
}

static int
attach_waits (StrataStatesBox *self,
              int row,
              const StrataSliceStates *split,
              gint64 whole_ns)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  if (split->waits->len > 0)
    attach_heading (self, _ ("Blocked in"), row++);

  for (guint i = 0; i < MIN (split->waits->len, MAX_ROWS); i++, row++)
    {
      const StrataSliceWait *wait = &g_array_index (split->waits, StrataSliceWait, i);

      attach_link (self, row, strata_trace_get_string (trace, wait->function), wait->longest_state);
      attach_figures (self, row, wait->total_ns, whole_ns, wait->n_waits);
    }

  return row;
}

static char *
dup_waker_name (StrataTrace *trace,
                const StrataSliceWaker *waker)
{
  if (waker->thread == STRATA_NONE)
    return g_strdup (waker->is_interrupt ? _ ("an interrupt") : _ ("not known"));

  return strata_trace_titles_dup_thread (trace, waker->thread);
}

static int
attach_wakers (StrataStatesBox *self,
               int row,
               const StrataSliceStates *split,
               gint64 whole_ns)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  if (split->wakers->len > 0)
    attach_heading (self, _ ("Woken by (scheduling delay)"), row++);

  for (guint i = 0; i < MIN (split->wakers->len, MAX_ROWS); i++, row++)
    {
      const StrataSliceWaker *waker = &g_array_index (split->wakers, StrataSliceWaker, i);
      g_autofree char *name = dup_waker_name (trace, waker);

      attach_link (self, row, name, waker->longest_state);
      attach_figures (self, row, waker->latency_ns, whole_ns, waker->n_wakeups);
    }

  return row;
}

static void
describe_bar (StrataStatesBox *self,
              const StrataSliceStates *split,
              gint64 whole_ns)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char share[STRATA_UNITS_BYTES];

  for (guint i = 0; i < STRATA_N_STATES; i++)
    if (split->states_ns[i] > 0)
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", strata_session_get_state_title (i), strata_units_share (split->states_ns[i], whole_ns, share));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
  gtk_widget_set_tooltip_text (self->bar, text->str);
}

static void
show_split (StrataStatesBox *self,
            const StrataSliceStates *split)
{
  const gint64 whole_ns = strata_slice_table_get_wall_ns (strata_trace_get_slices (strata_session_get_trace (self->session)), split->slice);
  int row = 0;

  strata_state_bar_set (STRATA_STATE_BAR (self->bar), split->states_ns);
  describe_bar (self, split, whole_ns);

  for (guint i = 0; i < STRATA_N_STATES; i++)
    if (split->states_ns[i] > 0)
      attach_state (self, row++, split, i, whole_ns);

  row = attach_waits (self, row, split, whole_ns);
  attach_wakers (self, row, split, whole_ns);
}

static void
take_split (StrataStatesBox *self,
            const StrataSliceStates *split)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  gtk_widget_set_visible (GTK_WIDGET (self->content), split != NULL);
  if (split != NULL)
    show_split (self, split);
}

/* Returns NULL if nothing is known about the slice's thread. */
static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const StrataTraceRequest *request = data;

  return strata_slice_states_new (request->trace, request->index);
}

static void
on_computed (gpointer result,
             gpointer data,
             gpointer user_data)
{
  g_autoptr (StrataSliceStates) split = result;

  take_split (user_data, split);
}

static const StrataJobKind split_job = {
  .name = "[strata] states of a slice",
  .run = run,
  .done = on_computed,
  .free_data = (GDestroyNotify) strata_trace_request_free,
  .free_result = (GDestroyNotify) strata_slice_states_free,
};

static void
on_selection_changed (StrataStatesBox *self)
{
  g_autoptr (StrataSliceStates) split = NULL;
  StrataItem item = { .kind = STRATA_ITEM_NONE };

  strata_job_cancel (self->job);
  if (self->session != NULL)
    item = strata_session_get_selected_item (self->session);
  if (item.kind == STRATA_ITEM_SLICE && strata_slice_states_count (strata_session_get_trace (self->session), item.index) > MAX_STATES_NOW)
    strata_job_start (self->job, strata_trace_request_new (strata_session_get_trace (self->session), item.index, (StrataSpan){ 0, 0 }), 0);
  else if (item.kind == STRATA_ITEM_SLICE)
    split = strata_slice_states_new (strata_session_get_trace (self->session), item.index);

  take_split (self, split);
}

static void
strata_states_box_session_changed (StrataSelectionBox *box,
                                   StrataSession *session)
{
  StrataStatesBox *self = STRATA_STATES_BOX (box);

  self->session = session;
  on_selection_changed (self);
}

static void
strata_states_box_class_init (StrataStatesBoxClass *klass)
{
  STRATA_SELECTION_BOX_CLASS (klass)->session_changed = strata_states_box_session_changed;
}

static void
strata_states_box_init (StrataStatesBox *self)
{
  StrataSessionSignals *signals = strata_selection_box_get_signals (STRATA_SELECTION_BOX (self));
  GtkWidget *title = gtk_label_new (_ ("Thread states"));

  self->job = strata_selection_box_add_job (STRATA_SELECTION_BOX (self), &split_job);
  self->content = strata_selection_box_get_content (STRATA_SELECTION_BOX (self));
  self->bar = g_object_new (STRATA_TYPE_STATE_BAR, NULL);
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 2);
  gtk_box_append (self->content, title);
  gtk_box_append (self->content, self->bar);
  gtk_box_append (self->content, GTK_WIDGET (self->grid));

  g_signal_group_connect_swapped (signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
}
