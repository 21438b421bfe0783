/* strata-scope-bar.c - chooses the scope of all panes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-bar.h"

#include <glib/gi18n-lib.h>

#include "strata-scope-chooser.h"
#include "strata-session-area.h"
#include "strata-units.h"

/* A drop-down and, while an area is the scope, a button that goes back. The drop-down shows the
 * length of an area. */
struct _StrataScopeBar
{
  GtkWidget parent_instance;

  GtkWidget *content; /* owned as a child */
  GtkDropDown *drop_down;
  GtkWidget *back;
  GtkLabel *title;        /* owned by the drop-down; nullable: shows the choice */
  GBindingGroup *binding; /* owned */
  StrataSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataScopeBar, strata_scope_bar, GTK_TYPE_WIDGET)

static char *
dup_title (StrataScopeBar *self)
{
  const guint choice = gtk_drop_down_get_selected (self->drop_down);
  char length[STRATA_UNITS_BYTES];
  StrataSpan span;

  if (choice == STRATA_SCOPE_AREA && strata_session_get_area (self->session, &span))
    return g_strdup_printf (_ ("Area %s"), strata_units_duration (strata_span_get_length_ns (span), length));

  return g_strdup (choice < STRATA_N_SCOPE_CHOICES ? strata_scope_choice_get_title (choice) : "");
}

static void
hide_back (StrataScopeBar *self)
{
  /* a hidden widget would keep the focus */
  if (gtk_widget_has_focus (self->back))
    gtk_widget_grab_focus (GTK_WIDGET (self->drop_down));

  gtk_widget_hide (self->back);
}

static void
show_back (StrataScopeBar *self)
{
  const StrataScopeChoice wider = strata_scope_model_get_wider (strata_scope_model_get (self->session));
  g_autofree char *hint = g_strdup_printf (_ ("Clear the area; back to: %s"), strata_scope_choice_get_title (wider));

  gtk_widget_set_tooltip_text (self->back, hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->back), GTK_ACCESSIBLE_PROPERTY_LABEL, hint, -1);
  gtk_widget_show (self->back);
}

static void
update (StrataScopeBar *self)
{
  g_autofree char *title = dup_title (self);

  if (self->title != NULL)
    gtk_label_set_label (self->title, title);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, title, -1);
  if (gtk_drop_down_get_selected (self->drop_down) == STRATA_SCOPE_AREA && strata_session_get_area (self->session, NULL))
    show_back (self);
  else
    hide_back (self);
}

static void
on_back_clicked (StrataScopeBar *self)
{
  StrataScopeModel *model = strata_scope_model_get (self->session);

  strata_scope_model_set_choice (model, strata_scope_model_get_wider (model));
  strata_session_clear_area (self->session);
}

static void
on_setup_title (GtkSignalListItemFactory *factory,
                GtkListItem *item,
                StrataScopeBar *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
  g_set_weak_pointer (&self->title, GTK_LABEL (label));
}

static void
on_bind_title (GtkSignalListItemFactory *factory,
               GtkListItem *item,
               StrataScopeBar *self)
{
  update (self);
}

/* The list keeps its own look, with a mark at the chosen entry. */
static void
make_drop_down (StrataScopeBar *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->drop_down = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_drop_down_set_list_factory (self->drop_down, gtk_drop_down_get_factory (self->drop_down));
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup_title), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind_title), self, 0);
  gtk_drop_down_set_factory (self->drop_down, factory);
  strata_scope_chooser_fill (self->drop_down);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->drop_down), _ ("Scope of the profile, call tree, flame graph, slices, usage and events"));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->drop_down));
}

static void
make_back (StrataScopeBar *self)
{
  self->back = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_hide (self->back);
  gtk_box_append (GTK_BOX (self->content), self->back);
  g_signal_connect_object (self->back, "clicked", G_CALLBACK (on_back_clicked), self, G_CONNECT_SWAPPED);
}

static void
strata_scope_bar_dispose (GObject *object)
{
  StrataScopeBar *self = STRATA_SCOPE_BAR (object);

  g_clear_object (&self->binding);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_weak_pointer (&self->title);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_scope_bar_parent_class)->dispose (object);
}

static void
strata_scope_bar_class_init (StrataScopeBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_scope_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
strata_scope_bar_init (StrataScopeBar *self)
{
  self->content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->content, "linked");
  gtk_widget_add_css_class (self->content, "scope");
  gtk_widget_set_valign (self->content, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}

/**
 * strata_scope_bar_new:
 * @session: a session
 *
 * Makes the widget that chooses the scope of all panes of a session. From now on
 * a new area narrows it.
 *
 * Returns: (transfer floating): the bar
 */
GtkWidget *
strata_scope_bar_new (StrataSession *session)
{
  StrataScopeBar *self = g_object_new (STRATA_TYPE_SCOPE_BAR, NULL);

  self->session = g_object_ref (session);
  make_drop_down (self);
  make_back (self);
  self->binding = strata_scope_chooser_new_binding (self->drop_down);
  strata_scope_chooser_bind (self->binding, session);
  g_signal_connect_object (self->drop_down, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "area-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  strata_scope_model_set_narrowing (strata_scope_model_get (session), TRUE);
  update (self);

  return GTK_WIDGET (self);
}
