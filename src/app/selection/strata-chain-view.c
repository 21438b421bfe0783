/* strata-chain-view.c - the call chain of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-view.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-chain-list.h"
#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-session-signals.h"
#include "strata-table-menu.h"
#include "strata-tooltip.h"
#include "strata-units.h"

/* The deepest are indented no more: a column is as wide as its widest margin. */
#define INDENT_PX 12
#define MAX_INDENTS 10

/* The whole chain as a table whose names are indented, and the slice that is
 * selected on the timeline selected in it. Selecting another row selects and
 * reveals its slice; activating the selected one reveals it again. The view hides
 * itself where there is no chain. */
struct _StrataChainView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkBox *heading;
  GtkLabel *summary;
  GtkLabel *note;
  GtkColumnView *view;
  GtkColumnViewColumn *side_column; /* owned */

  StrataSession *session;        /* owned; nullable */
  StrataSessionSignals *signals; /* owned */
  GtkSingleSelection *selection; /* owned; nullable: of the chain that is shown */
  guint32 chain;                 /* index of that one, or STRATA_NONE */
  guint tick;                    /* that scrolls to the selected row, or 0 */
  guint n_ticks;
};

G_DEFINE_FINAL_TYPE (StrataChainView, strata_chain_view, GTK_TYPE_WIDGET)

typedef struct
{
  StrataTrace *trace;
  const StrataChains *chains;
  const StrataSliceTable *slices;
  guint32 row;
  guint32 slice;
} Cell;

typedef char *(*DupText) (const Cell *cell);

static char *
dup_string (const Cell *cell,
            guint32 id)
{
  return g_utf8_make_valid (strata_trace_get_string (cell->trace, id), -1);
}

static char *
dup_name (const Cell *cell)
{
  char *name = dup_string (cell, cell->slices->name[cell->slice]);

  if (*name != '\0')
    return name;

  g_free (name);
  return g_strdup (_ ("(no name)"));
}

static char *
dup_side (const Cell *cell)
{
  const guint32 side = strata_attr_table_get (strata_trace_get_attrs (cell->trace), cell->slices->attrs[cell->slice])->side;

  return g_strdup (side == 'C' ? _ ("client") : side == 'S' ? _ ("server")
                                                            : "");
}

static char *
dup_process (const Cell *cell)
{
  const guint32 index = strata_trace_find_process (cell->trace, cell->slice);

  if (index == STRATA_NONE)
    return g_strdup ("");

  const StrataProcess *process = &strata_trace_get_processes (cell->trace, NULL)[index];
  g_autofree char *name = dup_string (cell, process->name);

  return process->pid >= 0 ? g_strdup_printf ("%s %" PRId64, name, process->pid) : g_strdup (name);
}

static char *
dup_thread (const Cell *cell)
{
  const guint32 index = strata_trace_find_thread (cell->trace, cell->slice);

  if (index == STRATA_NONE)
    return g_strdup ("");

  const StrataThread *thread = &strata_trace_get_threads (cell->trace, NULL)[index];
  g_autofree char *name = dup_string (cell, thread->name);

  return g_strdup_printf ("%s %" PRId64, name, thread->tid);
}

/* Since the begin of the chain. */
static char *
dup_start (const Cell *cell)
{
  const StrataChain *chain = &cell->chains->chains[strata_chains_find_of_row (cell->chains, cell->row)];
  char text[STRATA_UNITS_BYTES];

  return g_strdup_printf ("+%s", strata_units_duration (cell->slices->start_ns[cell->slice] - chain->begin_ns, text));
}

static char *
dup_duration (const Cell *cell)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_duration (strata_slice_table_get_wall_ns (cell->slices, cell->slice), text));
}

static void
append_way (GString *text,
            gint64 ns)
{
  char duration[STRATA_UNITS_BYTES];

  g_string_append (text, ns != STRATA_NO_TIME ? strata_units_duration (ns, duration) : "–");
}

/* "320 µs + 210 µs", there and back; between devices with what their clocks may be off. */
static char *
dup_way (const Cell *cell)
{
  GString *text = g_string_new (NULL);
  StrataHop hop;

  strata_trace_get_hop (cell->trace, cell->row, &hop);
  if (hop.kind != STRATA_HOP_NONE)
    {
      append_way (text, hop.there_ns);
      g_string_append (text, " + ");
      append_way (text, hop.back_ns);
    }
  if (hop.error_ns > 0)
    {
      g_string_append (text, " ± ");
      append_way (text, hop.error_ns);
    }

  return g_string_free (text, FALSE);
}

static const struct
{
  const char *title;
  DupText dup_text;
  int width_px; /* 0 for what is left */
  gboolean is_number;
} columns[] = {
  { N_ ("Name"), dup_name, 0, FALSE },
  { N_ ("Side"), dup_side, 56, FALSE },
  { N_ ("Process"), dup_process, 120, FALSE },
  { N_ ("Thread"), dup_thread, 120, FALSE },
  { N_ ("Start"), dup_start, 88, TRUE },
  { N_ ("Duration"), dup_duration, 80, TRUE },
  { N_ ("There and Back"), dup_way, 150, TRUE },
};

#define SIDE_COLUMN 1

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *item,
          gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), columns[GPOINTER_TO_UINT (column)].is_number ? 1 : 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *item,
         gpointer column)
{
  const guint index = GPOINTER_TO_UINT (column);
  StrataChainItem *chain_item = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  Cell cell = { .trace = strata_chain_item_get_trace (chain_item), .row = strata_chain_item_get_row (chain_item) };

  cell.chains = strata_trace_get_chains (cell.trace);
  cell.slices = strata_trace_get_slices (cell.trace);
  cell.slice = cell.chains->slice[cell.row];

  g_autofree char *text = columns[index].dup_text (&cell);

  gtk_label_set_label (GTK_LABEL (label), text);
  strata_tooltip_set_of_cell (label, columns[index].is_number ? NULL : text);
  if (index == 0)
    gtk_widget_set_margin_start (label, INDENT_PX * (int) MIN (cell.chains->depth[cell.row], MAX_INDENTS));
}

static void
append_column (StrataChainView *self,
               guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ (columns[index].title), factory);

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (index));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (index));
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, columns[index].width_px == 0);
  if (columns[index].width_px > 0)
    gtk_column_view_column_set_fixed_width (column, columns[index].width_px);

  gtk_column_view_append_column (self->view, column);
  if (columns[index].is_number)
    strata_header_sort_align_last_title (self->view);
  if (index == SIDE_COLUMN)
    self->side_column = g_object_ref (column);
}

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
    if (strata_attr_table_get (strata_trace_get_attrs (trace), strata_trace_get_slices (trace)->attrs[chains->slice[row]])->side != 0)
      return TRUE;

  return FALSE;
}

/* A column that is only made invisible keeps its width in GTK 4.8. */
static void
show_sides (StrataChainView *self,
            gboolean is_visible)
{
  const gboolean was_visible = gtk_column_view_column_get_column_view (self->side_column) != NULL;

  if (is_visible && !was_visible)
    gtk_column_view_insert_column (self->view, SIDE_COLUMN, self->side_column);
  else if (!is_visible && was_visible)
    gtk_column_view_remove_column (self->view, self->side_column);
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
  show_sides (self, has_sides (strata_session_get_trace (self->session), chain));
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

      g_autoptr (StrataChainList) list = strata_chain_list_new (strata_session_get_trace (self->session), chain);

      gtk_single_selection_set_model (self->selection, G_LIST_MODEL (list));
      g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
      show_summary (self);
    }

  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_set_visible (GTK_WIDGET (self), chain != STRATA_NONE);
}

/* The list knows its rows once it has been laid out, which is after the first tick;
 * scrolled before, it stays empty. */
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

/* A list that is not shown has no size to scroll by. */
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
 * @session: (nullable): whose selection to follow
 *
 * Shows the chain of the slice that is selected in a session, now and whenever
 * that changes.
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
  g_clear_object (&self->side_column);
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

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataChainView *self = user_data;
  const guint selected = self->selection != NULL ? gtk_single_selection_get_selected (self->selection) : GTK_INVALID_LIST_POSITION;

  if (self->selection == NULL || (is_selection && selected == GTK_INVALID_LIST_POSITION))
    return NULL;

  StrataChainList *list = STRATA_CHAIN_LIST (gtk_single_selection_get_model (self->selection));

  return is_selection ? strata_chain_list_new_rows (list, selected, 1) : strata_chain_list_new_rows (list, 0, get_chain (self)->n_rows);
}

static void
add_table_menu (StrataChainView *self)
{
  GtkWidget *menu = strata_table_menu_new ();

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

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    append_column (self, i);

  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activate), self, G_CONNECT_SWAPPED);
  self->signals = strata_session_signals_new ();
  g_signal_group_connect_swapped (self->signals->selection, "item-changed", G_CALLBACK (on_selection_changed), self);
}
