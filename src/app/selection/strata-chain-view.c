/* strata-chain-view.c - the call chain of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-view.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-chain-rows.h"
#include "strata-gradual-model.h"
#include "strata-row-column.h"
#include "strata-row-list.h"
#include "strata-session-signals.h"
#include "strata-shown-column.h"
#include "strata-slice-rows.h"
#include "strata-table-menu.h"
#include "strata-units.h"

/* The whole chain as a table with indented names; the slice selected on the timeline is selected in
 * it. Selecting another row selects and reveals its slice; activating the selected one reveals it
 * again. The view hides itself if there is no chain. */
struct _StrataChainView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkBox *heading;
  GtkLabel *summary;
  GtkLabel *note;
  GtkColumnView *view;

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  GtkSingleSelection *selection; /* owned; nullable: rows of the shown chain */
  guint32 chain;                 /* index of the shown chain, or STRATA_NONE */
  guint tick;                    /* scrolls to the selected row, or 0 */
  guint n_ticks;
};

G_DEFINE_FINAL_TYPE (StrataChainView, strata_chain_view, GTK_TYPE_WIDGET)

static const StrataChain *
get_chain (StrataChainView *self)
{
  return &strata_trace_get_chains (strata_session_get_trace (self->session))->chains[self->chain];
}

static gboolean
has_sides (StrataTrace *trace,
           const StrataChain *chain)
{
  const StrataChains *chains = strata_trace_get_chains (trace);

  for (guint32 row = chain->first_row; row < chain->first_row + chain->n_rows; row++)
    if (strata_attr_table_get (strata_trace_get_attrs (trace), strata_trace_get_slices (trace)->attrs[chains->slice[row]]).side != 0)
      return TRUE;

  return FALSE;
}

/* "Chain c0ffee · 6 spans · 3 processes · 8.00 ms" */
static void
show_summary (StrataChainView *self)
{
  const StrataChain *chain = get_chain (self);
  char number[STRATA_UNITS_BYTES];
  g_autofree char *spans = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s span", "%s spans", chain->n_spans), strata_units_count (chain->n_spans, number));
  g_autofree char *processes = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s process", "%s processes", chain->n_processes), strata_units_count (chain->n_processes, number));
  g_autofree char *id = g_strdup_printf ("%s %" PRIx64, _ ("Chain"), chain->id);
  g_autofree char *text = g_strdup_printf ("%s · %s · %s · %s", id, spans, processes, strata_units_duration (chain->end_ns - chain->begin_ns, number));

  gtk_label_set_label (self->summary, text);
  strata_shown_column_set (self->view, STRATA_CHAIN_COLUMN_SIDE, has_sides (strata_session_get_trace (self->session), chain));
}

static void
show_note (StrataChainView *self)
{
  guint n_links = 0;
  guint n_all = 0;

  strata_selection_get_links (strata_session_get_selection (self->session), &n_links, &n_all);

  char number[STRATA_UNITS_BYTES];
  g_autofree char *text = g_strdup_printf (_ ("The timeline shows the nearest %u of %s arrows."), n_links, strata_units_count (n_all, number));

  gtk_label_set_label (self->note, text);
  gtk_widget_set_visible (GTK_WIDGET (self->note), n_links < n_all);
}

static guint32
get_slice (StrataChainView *self,
           guint position)
{
  return strata_trace_get_chains (strata_session_get_trace (self->session))->slice[get_chain (self)->first_row + position];
}

static void
on_selected (StrataChainView *self)
{
  const guint position = gtk_single_selection_get_selected (self->selection);
  const StrataItem item = strata_session_get_selected_item (self->session);

  if (position == GTK_INVALID_LIST_POSITION || (item.kind == STRATA_ITEM_SLICE && item.index == get_slice (self, position)))
    return;

  strata_session_select_slice (self->session, get_slice (self, position));
}

static void
on_activate (StrataChainView *self,
             guint position)
{
  if (self->chain != STRATA_NONE)
    strata_session_select_slice (self->session, get_slice (self, position));
}

static void
set_chain (StrataChainView *self,
           guint32 chain)
{
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_func (self->selection, on_selected, self);

  g_clear_object (&self->selection);
  self->chain = chain;

  if (chain != STRATA_NONE)
    {
      self->selection = gtk_single_selection_new (NULL);
      gtk_single_selection_set_autoselect (self->selection, FALSE);
      gtk_single_selection_set_can_unselect (self->selection, TRUE);

      g_autoptr (StrataRows) rows = strata_chain_rows_new (strata_session_get_trace (self->session), chain);
      g_autoptr (StrataRowList) list = strata_row_list_new_all (rows);

      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (list));
      g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
      show_summary (self);
    }

  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_set_visible (GTK_WIDGET (self), chain != STRATA_NONE);
}

/* The list has its rows once it has been laid out, which is after the first tick; if it is scrolled
 * before, it stays empty. */
static gboolean
on_tick_scroll (GtkWidget *widget,
                GdkFrameClock *clock,
                gpointer user_data)
{
  StrataChainView *self = STRATA_CHAIN_VIEW (widget);
  const guint position = self->selection != NULL ? gtk_single_selection_get_selected (self->selection) : GTK_INVALID_LIST_POSITION;

  if (self->n_ticks++ == 0)
    return G_SOURCE_CONTINUE;

  if (position != GTK_INVALID_LIST_POSITION)
    strata_gradual_model_scroll_to (self->view, position);

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* A hidden list has no size to scroll by. */
static void
schedule_scroll (StrataChainView *self)
{
  self->n_ticks = 0;

  if (self->tick == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick_scroll, NULL, NULL);
}

static void
on_selection_changed (StrataChainView *self)
{
  const StrataChains *chains = self->session != NULL ? strata_trace_get_chains (strata_session_get_trace (self->session)) : NULL;
  const StrataItem item = chains != NULL ? strata_session_get_selected_item (self->session) : (StrataItem){ .kind = STRATA_ITEM_NONE };
  const guint32 row = item.kind == STRATA_ITEM_SLICE ? strata_chains_find_row (chains, item.index) : STRATA_NONE;
  const guint32 chain = row != STRATA_NONE ? strata_chains_find_of_row (chains, row) : STRATA_NONE;

  if (chain != self->chain)
    set_chain (self, chain);
  if (chain == STRATA_NONE)
    return;

  show_note (self);
  gtk_single_selection_set_selected (self->selection, row - get_chain (self)->first_row);
  schedule_scroll (self);
}

/**
 * strata_chain_view_set_session:
 * @self: the view
 * @session: (nullable): the session whose selection to follow
 *
 * Shows the chain of the selected slice of a session, now and whenever the
 * selection changes.
 */
void
strata_chain_view_set_session (StrataChainView *self,
                               StrataSession *session)
{
  if (self->session == session)
    return;

  set_chain (self, STRATA_NONE);
  g_set_object (&self->session, session);
  strata_session_signals_set_session (self->signals, session);
  on_selection_changed (self);
}

static void
strata_chain_view_dispose (GObject *object)
{
  StrataChainView *self = STRATA_CHAIN_VIEW (object);

  if (self->view != NULL)
    set_chain (self, STRATA_NONE);

  g_clear_pointer (&self->signals, strata_session_signals_free);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_CHAIN_VIEW);

  G_OBJECT_CLASS (strata_chain_view_parent_class)->dispose (object);
}

static void
strata_chain_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_chain_view_parent_class)->map (widget);
  schedule_scroll (STRATA_CHAIN_VIEW (widget));
}

static void
strata_chain_view_class_init (StrataChainViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_chain_view_dispose;
  widget_class->map = strata_chain_view_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/chain-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataChainView, box);
  gtk_widget_class_bind_template_child (widget_class, StrataChainView, heading);
  gtk_widget_class_bind_template_child (widget_class, StrataChainView, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataChainView, note);
  gtk_widget_class_bind_template_child (widget_class, StrataChainView, view);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Writes a chain as its slices, with the columns of slices elsewhere. */
typedef struct
{
  StrataSliceWriter *writer; /* owned */
  const guint32 *slices;     /* borrowed from the trace, which the writer keeps alive */
} Picture;

static void
picture_free (gpointer data)
{
  strata_slice_writer_free (((Picture *) data)->writer);
  g_free (data);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_slice_writer_write (picture->writer, table, picture->slices[row]);
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataChainView *self = user_data;
  const guint selected = self->selection != NULL ? gtk_single_selection_get_selected (self->selection) : GTK_INVALID_LIST_POSITION;

  if (self->selection == NULL || (is_selection && selected == GTK_INVALID_LIST_POSITION))
    return NULL;

  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataChain *chain = get_chain (self);
  Picture *picture = g_new (Picture, 1);

  *picture = (Picture){ strata_slice_writer_new (trace), strata_trace_get_chains (trace)->slice + chain->first_row + (is_selection ? selected : 0) };
  return strata_table_rows_new (_ ("Call chain"), strata_slice_columns, STRATA_N_SLICE_TABLE_COLUMNS, is_selection ? 1 : chain->n_rows, write_row, picture, picture_free);
}

static void
add_table_menu (StrataChainView *self)
{
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  gtk_box_append (self->heading, menu);
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  strata_table_menu_add_keys (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));
  strata_table_menu_add_context (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));
}

static void
strata_chain_view_init (StrataChainView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_table_menu (self);
  self->chain = STRATA_NONE;

  strata_row_column_add (self->view, &strata_chain_rows_class, FALSE);

  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
}
