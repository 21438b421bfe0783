/* strata-notebook.c - pages of notebooks whose tab labels are freed with them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notebook.h"

/* GTK 4.8 leaks its reference to the label of a tab when the page is removed: if the label still
 * exists without a parent, that reference is the only one. */
static void
drop_label (gpointer data,
            GObject *notebook)
{
  GWeakRef *weak = data;
  g_autoptr (GtkWidget) label = g_weak_ref_get (weak);

  if (label != NULL && gtk_widget_get_parent (label) == NULL)
    g_object_unref (label);
  g_weak_ref_clear (weak);
  g_free (weak);
}

/**
 * strata_notebook_append:
 * @notebook: a notebook
 * @page: a widget
 * @title: the title of its tab
 *
 * Appends a page that leaks nothing when the notebook is freed.
 */
void
strata_notebook_append (GtkNotebook *notebook,
                        GtkWidget *page,
                        const char *title)
{
  GtkWidget *label = gtk_label_new (title);
  GWeakRef *weak = g_new (GWeakRef, 1);

  gtk_notebook_append_page (notebook, page, label);
  g_weak_ref_init (weak, label);
  g_object_weak_ref (G_OBJECT (notebook), drop_label, weak);
}
