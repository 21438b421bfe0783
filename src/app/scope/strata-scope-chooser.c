/* strata-scope-chooser.c - the drop-down that chooses the scope of the profiles
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope-chooser.h"

#include <glib/gi18n-lib.h>

/**
 * strata_scope_chooser_fill:
 * @drop_down: a drop-down
 *
 * Lists the choices in it.
 */
void
strata_scope_chooser_fill (GtkDropDown *drop_down)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < STRATA_N_SCOPE_CHOICES; i++)
    gtk_string_list_append (titles, strata_scope_choice_get_title (i));

  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (titles));
  gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), _ ("Scope of the profile"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Scope"), -1);
}

/**
 * strata_scope_chooser_new_binding:
 * @drop_down: a drop-down with the choices
 *
 * Returns: (transfer full): a binding to the scope of a session, see [func@Strata.scope_chooser_bind]
 */
GBindingGroup *
strata_scope_chooser_new_binding (GtkDropDown *drop_down)
{
  GBindingGroup *binding = g_binding_group_new ();

  g_binding_group_bind (binding, "choice", drop_down, "selected", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  return binding;
}

/**
 * strata_scope_chooser_bind:
 * @binding: of a drop-down
 * @session: (nullable): a session
 *
 * Makes the drop-down choose the scope of @session and follow choices of others.
 */
void
strata_scope_chooser_bind (GBindingGroup *binding,
                           StrataSession *session)
{
  g_binding_group_set_source (binding, session != NULL ? strata_scope_model_get (session) : NULL);
}
