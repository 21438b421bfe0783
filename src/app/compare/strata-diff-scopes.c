/* strata-diff-scopes.c - the scopes that are compared
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-scopes.h"

#include <glib/gi18n-lib.h>

#include "strata-scope-chooser.h"

static GtkWidget *
make_chooser (StrataSessionPair *pair,
              StrataDiffSide side)
{
  static const char *const labels[] = { N_ ("Scope of A"), N_ ("Scope of B") };
  static const char *const hints[] = {
    N_ ("Scope of A; B follows while it has the same scope"),
    N_ ("Scope of B"),
  };
  GtkWidget *chooser = gtk_drop_down_new (NULL, NULL);

  strata_scope_chooser_fill (GTK_DROP_DOWN (chooser));
  gtk_widget_set_tooltip_text (chooser, _ (hints[side]));
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (labels[side]), -1);

  GBindingGroup *binding = strata_scope_chooser_new_binding (GTK_DROP_DOWN (chooser));

  strata_scope_chooser_bind (binding, strata_session_pair_get (pair, side));
  g_object_set_data_full (G_OBJECT (chooser), "strata-binding", binding, g_object_unref);

  return chooser;
}

/**
 * strata_diff_scopes_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): a drop-down for the scope of each side
 */
GtkWidget *
strata_diff_scopes_new (StrataSessionPair *pair)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      gtk_box_append (GTK_BOX (box), gtk_label_new (side == STRATA_DIFF_A ? "A" : "B"));
      gtk_box_append (GTK_BOX (box), make_chooser (pair, side));
    }

  return box;
}
