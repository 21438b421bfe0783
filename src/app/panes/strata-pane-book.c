/* strata-pane-book.c - the panes below the timeline, in tabs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-book.h"

#include <glib/gi18n-lib.h>

#include "strata-help.h"
#include "strata-notebook.h"
#include "strata-pane-focus.h"
#include "strata-panes.h"
#include "strata-scope-bar.h"
#include "strata-slow-pane.h"

/* A tab is a group of panes: a stack, whose switcher is next to the tabs so that it takes no
 * height. The scope, which the panes share, is there too. A page of a stack is an empty box until
 * it is first shown, since a stack measures all of its pages. */
struct _StrataPaneBook
{
  GtkWidget parent_instance;

  GtkNotebook *notebook;
  GtkBox *switchers;                      /* borrowed from the notebook */
  GtkWidget *scope_bar;                   /* the same */
  GtkStack *stacks[STRATA_N_PANE_GROUPS]; /* the same */
  gboolean is_selection_taken;
  gboolean is_seen;       /* set once visible, so that panes are made only when they are shown */
  guint idle_id;          /* makes the first pane */
  StrataSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataPaneBook, strata_pane_book, GTK_TYPE_WIDGET)

static const StrataPane *
find_pane (const char *name)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  for (guint i = 0; i < n_panes; i++)
    if (g_str_equal (panes[i].name, name))
      return &panes[i];

  return NULL;
}

static GtkWidget *
get_box (StrataPaneBook *self,
         const StrataPane *pane)
{
  return gtk_stack_get_child_by_name (self->stacks[pane->group], pane->name);
}

static void
fill_box (StrataPaneBook *self,
          const StrataPane *pane)
{
  GtkWidget *box = get_box (self, pane);

  if (gtk_widget_get_first_child (box) != NULL || (pane->group == STRATA_PANES_SELECTION && self->is_selection_taken))
    return;

  GtkWidget *widget = pane->create (self->session);

  if (STRATA_IS_SLOW_PANE (widget))
    strata_slow_pane_set_explaining (STRATA_SLOW_PANE (widget), !self->is_selection_taken);

  strata_help_set_page (widget, pane->help);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_box_append (GTK_BOX (box), widget);
}

static StrataPaneGroup
get_group (StrataPaneBook *self)
{
  GtkWidget *page = gtk_notebook_get_nth_page (self->notebook, gtk_notebook_get_current_page (self->notebook));

  for (guint i = 0; i < STRATA_N_PANE_GROUPS; i++)
    if (GTK_WIDGET (self->stacks[i]) == page)
      return i;

  return STRATA_PANES_PROFILE;
}

/* Fills only the visible pane, and not before the timeline; shows only its switcher, and sets the
 * help page. The scope is shown if the pane uses it. */
static void
update (StrataPaneBook *self)
{
  const StrataPaneGroup group = get_group (self);
  const StrataPane *pane = find_pane (strata_pane_book_get_shown (self));
  GtkWidget *switcher = gtk_widget_get_first_child (GTK_WIDGET (self->switchers));

  for (guint i = 0; switcher != NULL; i++, switcher = gtk_widget_get_next_sibling (switcher))
    gtk_widget_set_visible (switcher, gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)) == self->stacks[group]);

  gtk_widget_set_visible (self->scope_bar, pane->is_scoped);
  strata_help_set_page (GTK_WIDGET (self->notebook), pane->help);
  if (self->is_seen)
    fill_box (self, pane);
}

static gboolean
on_idle_fill (gpointer user_data)
{
  StrataPaneBook *self = user_data;

  self->idle_id = 0;
  self->is_seen = TRUE;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
strata_pane_book_map (GtkWidget *widget)
{
  StrataPaneBook *self = STRATA_PANE_BOOK (widget);

  GTK_WIDGET_CLASS (strata_pane_book_parent_class)->map (widget);
  if (!self->is_seen && self->idle_id == 0)
    self->idle_id = g_idle_add (on_idle_fill, self);
}

static void
add_group (StrataPaneBook *self,
           StrataPaneGroup group)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);
  guint n_here = 0;

  self->stacks[group] = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stacks[group], FALSE);
  gtk_stack_set_vhomogeneous (self->stacks[group], FALSE);
  for (guint i = 0; i < n_panes; i++)
    if (panes[i].group == group)
      {
        gtk_stack_add_titled (self->stacks[group], gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), panes[i].name, _ (panes[i].title));
        n_here++;
      }

  strata_notebook_append (self->notebook, GTK_WIDGET (self->stacks[group]), strata_panes_get_group_title (group));
  g_signal_connect_object (self->stacks[group], "notify::visible-child", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  if (n_here == 1)
    return;

  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->stacks[group]);
  gtk_widget_add_css_class (switcher, "pane-switcher");
  gtk_accessible_update_property (GTK_ACCESSIBLE (switcher), GTK_ACCESSIBLE_PROPERTY_LABEL, strata_panes_get_group_title (group), -1);
  gtk_box_append (self->switchers, switcher);
}

/**
 * strata_pane_book_get_pane:
 * @self: the book
 * @name: name of a pane, see [func@Strata.panes_get]
 *
 * Returns: (transfer none) (nullable): the pane, which is made if it has not been shown yet; %NULL if it was taken
 */
GtkWidget *
strata_pane_book_get_pane (StrataPaneBook *self,
                           const char *name)
{
  const StrataPane *pane = find_pane (name);

  fill_box (self, pane);
  return gtk_widget_get_first_child (get_box (self, pane));
}

/**
 * strata_pane_book_show:
 * @self: the book
 * @name: name of a pane, see [func@Strata.panes_get]
 *
 * Switches to a pane.
 */
void
strata_pane_book_show (StrataPaneBook *self,
                       const char *name)
{
  const StrataPane *pane = find_pane (name);

  if (!g_str_equal (name, strata_pane_book_get_shown (self)))
    strata_pane_focus_leave (self->notebook);
  gtk_stack_set_visible_child_name (self->stacks[pane->group], name);
  gtk_notebook_set_current_page (self->notebook, gtk_notebook_page_num (self->notebook, GTK_WIDGET (self->stacks[pane->group])));
}

const char *
strata_pane_book_get_shown (StrataPaneBook *self)
{
  return gtk_stack_get_visible_child_name (self->stacks[get_group (self)]);
}

/* The reasons of the selection are shown only once: beside the details. */
static void
set_selection_taken (StrataPaneBook *self,
                     gboolean is_taken)
{
  GtkWidget *slow = gtk_widget_get_first_child (get_box (self, find_pane ("frames")));

  self->is_selection_taken = is_taken;
  gtk_widget_set_visible (GTK_WIDGET (self->stacks[STRATA_PANES_SELECTION]), !is_taken);
  if (slow != NULL)
    strata_slow_pane_set_explaining (STRATA_SLOW_PANE (slow), !is_taken);
}

/**
 * strata_pane_book_take_selection:
 * @self: the book
 *
 * Removes the pane of the selection, to be shown elsewhere. Hides its tab.
 *
 * Returns: (transfer full): the pane
 */
GtkWidget *
strata_pane_book_take_selection (StrataPaneBook *self)
{
  GtkWidget *pane = g_object_ref (strata_pane_book_get_pane (self, "selection"));

  if (get_group (self) == STRATA_PANES_SELECTION)
    gtk_notebook_set_current_page (self->notebook, STRATA_PANES_FRAMES);

  gtk_box_remove (GTK_BOX (get_box (self, find_pane ("selection"))), pane);
  set_selection_taken (self, TRUE);
  return pane;
}

/**
 * strata_pane_book_return_selection:
 * @self: the book
 * @pane: (transfer none): the taken pane, without a parent
 *
 * Shows the selection in a tab again.
 */
void
strata_pane_book_return_selection (StrataPaneBook *self,
                                   GtkWidget *pane)
{
  set_selection_taken (self, FALSE);
  gtk_box_append (GTK_BOX (get_box (self, find_pane ("selection"))), pane);
}

static void
strata_pane_book_dispose (GObject *object)
{
  StrataPaneBook *self = STRATA_PANE_BOOK (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);

  /* a notebook that loses its pages switches to each next one, which must not be filled */
  if (self->notebook != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->notebook, update, self);
      for (guint i = 0; i < STRATA_N_PANE_GROUPS; i++)
        g_signal_handlers_disconnect_by_func (self->stacks[i], update, self);
    }
  if (self->notebook != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->notebook)));
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_pane_book_parent_class)->dispose (object);
}

static void
strata_pane_book_class_init (StrataPaneBookClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_pane_book_dispose;
  GTK_WIDGET_CLASS (klass)->map = strata_pane_book_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_pane_book_init (StrataPaneBook *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->notebook = GTK_NOTEBOOK (gtk_notebook_new ());
  gtk_notebook_set_show_border (self->notebook, FALSE);
  gtk_notebook_set_scrollable (self->notebook, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->notebook), "pane-book");
  gtk_widget_set_parent (GTK_WIDGET (self->notebook), GTK_WIDGET (self));
  strata_pane_focus_add_keys (self->notebook);

  /* in a window narrower than the switcher, the switcher scrolls */
  self->switchers = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_widget_set_valign (GTK_WIDGET (self->switchers), GTK_ALIGN_CENTER);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->switchers));
  gtk_widget_add_css_class (scroller, "pane-switcher");
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_notebook_set_action_widget (self->notebook, box, GTK_PACK_END);
}

/**
 * strata_pane_book_new:
 * @session: the session
 *
 * Returns: (transfer floating): all panes
 */
GtkWidget *
strata_pane_book_new (StrataSession *session)
{
  StrataPaneBook *self = g_object_new (STRATA_TYPE_PANE_BOOK, NULL);

  self->session = g_object_ref (session);
  self->scope_bar = strata_scope_bar_new (session);
  gtk_box_append (GTK_BOX (gtk_notebook_get_action_widget (self->notebook, GTK_PACK_END)), self->scope_bar);
  gtk_box_append (GTK_BOX (gtk_notebook_get_action_widget (self->notebook, GTK_PACK_END)), strata_help_button_new ());
  for (StrataPaneGroup group = 0; group < STRATA_N_PANE_GROUPS; group++)
    add_group (self, group);

  g_signal_connect_object (self->notebook, "notify::page", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
